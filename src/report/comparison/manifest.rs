//! The manifest of a comparison: both plans, every file with its hash, and what came of it.

use crate::data::Input;
use crate::report::manifest::{self, ManifestError, Output, VERSION};
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
    /// Where there is none, or it is not as it was written.
    pub fn read(path: &Path) -> Result<ComparisonManifest, ManifestError> {
        manifest::read(path)
    }

    /// The manifest of a sealed text, which stood in a file of this path.
    ///
    /// # Errors
    /// Where it is not as it was written.
    pub fn parse(path: &Path, text: &str) -> Result<ComparisonManifest, ManifestError> {
        manifest::parse(path, text)
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        manifest::written(self)
    }
}
