//! The manifest of a comparison: both plans, every file with its hash, and what came of it.

use crate::data::Input;
use crate::report::manifest::{ManifestError, Output, VERSION};
use crate::tournament::Plan;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// All that determines a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparisonManifest {
    /// The version of the program.
    pub version: String,
    /// The engine signature.
    pub signature: String,
    /// What is changed: `rules`, `army`, `scenario` or `bot`.
    pub changed: String,
    /// Whether events are counted.
    pub events: bool,
    /// What is played without the change.
    pub base: Plan,
    /// What is played with each change. Dice and bots draw under the names of the base.
    pub variants: Vec<Plan>,
    /// The files that were read.
    pub inputs: Vec<Input>,
    /// The files that were written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<Output>,
}

impl ComparisonManifest {
    /// The version of the program that writes it.
    pub fn version() -> String {
        VERSION.to_owned()
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// Where there is none.
    pub fn read(path: &Path) -> Result<ComparisonManifest, ManifestError> {
        let text = std::fs::read_to_string(path).map_err(|reason| ManifestError::Unreadable { path: path.to_path_buf(), reason })?;
        toml::from_str(&text).map_err(|error| ManifestError::Malformed { path: path.to_path_buf(), fault: error.message().to_owned() })
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a struct of names and numbers below 2^63 can be written as TOML")
    }
}
