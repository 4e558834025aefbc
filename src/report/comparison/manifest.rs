//! The manifest of a comparison: both plans, every file with its hash, and the outputs.

use crate::data::Input;
use crate::report::manifest::{self, ManifestError, Output, VERSION};
use crate::tournament::Plan;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Everything that determines a comparison.
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
    /// The plan without the change.
    pub base: Plan,
    /// The plan of each variant. Dice and bots are seeded with the names of the base.
    pub variants: Vec<Plan>,
    /// The files that were read.
    pub inputs: Vec<Input>,
    /// The files that were written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<Output>,
}

impl ComparisonManifest {
    /// The version of this program.
    pub fn version() -> String {
        VERSION.to_owned()
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// If there is none, or it has changed since it was written.
    pub fn read(path: &Path) -> Result<ComparisonManifest, ManifestError> {
        manifest::read(path)
    }

    /// Parses the sealed text of a manifest; `path` is that of its file, for errors.
    ///
    /// # Errors
    /// If it has changed since it was written.
    pub fn parse(path: &Path, text: &str) -> Result<ComparisonManifest, ManifestError> {
        manifest::parse(path, text)
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        manifest::written(self)
    }
}
