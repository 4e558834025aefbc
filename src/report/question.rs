//! The manifest of a study of armies: everything that determines its results.

use super::manifest::{Output, VERSION, written};
use crate::data::Input;
use serde::{Deserialize, Serialize};

/// The parameters with every default written out, the files that were read and those that were written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionManifest<Q> {
    /// The version of the program.
    pub version: String,
    /// The engine signature.
    pub signature: String,
    /// Whether the same input gives the same games.
    pub repeatable: bool,
    /// The parameters.
    pub question: Q,
    /// The files that were read.
    pub inputs: Vec<Input>,
    /// The files that were written.
    pub outputs: Vec<Output>,
}

impl<Q: Serialize> QuestionManifest<Q> {
    /// The manifest of a finished study.
    pub fn new(
        signature: String,
        repeatable: bool,
        question: Q,
        inputs: Vec<Input>,
        outputs: Vec<Output>,
    ) -> QuestionManifest<Q> {
        QuestionManifest { version: VERSION.to_owned(), signature, repeatable, question, inputs, outputs }
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        written(self)
    }
}
