//! A file that was found: its text, its name in messages, and what is read from it.

use super::document::Document;
use super::extend::Override;
use super::find::{Library, stem};
use super::kind::Kind;
use super::message::{DataError, Fault};
use super::part::Reading;
use super::read;
use serde::de::DeserializeOwned;

/// A file that was found: its text, and its name in messages and manifests.
#[derive(Clone, Debug)]
pub struct Source {
    library: Library,
    kind: Kind,
    path: String,
    text: String,
    overrides: Vec<Override>,
}

impl Source {
    /// A file with this text; bases and other files that it names are searched in the library.
    pub fn new(library: &Library, kind: Kind, path: impl Into<String>, text: impl Into<String>) -> Source {
        Source { library: library.clone(), kind, path: path.into(), text: text.into(), overrides: Vec::new() }
    }

    /// The same file with overrides of single keys.
    pub fn with_overrides(mut self, overrides: impl IntoIterator<Item = Override>) -> Source {
        self.overrides.extend(overrides);
        self
    }

    /// The kind of the file.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The displayed path, with `/` between folders: `armies/jomini/france.toml`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bare name: the path without folders and extension.
    pub fn name(&self) -> &str {
        stem(&self.path)
    }

    /// The overrides of single keys.
    pub fn overrides(&self) -> &[Override] {
        &self.overrides
    }

    /// The library in which files named by this one are searched.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The rulebook of the file: its folder within the folder of its kind, or for rules and value functions as stated
    /// in the file or its base. `None` for a file elsewhere.
    pub fn rulebook(&self) -> Option<String> {
        if matches!(self.kind, Kind::Rules | Kind::Value) {
            return super::extend::stated_rulebook(self);
        }
        let (above, rulebook) = self.path.rsplit_once('/')?.0.rsplit_once('/')?;
        self.kind.is_folder(above).then(|| rulebook.to_owned())
    }

    /// Reads the file into a type.
    ///
    /// # Errors
    /// Each line at fault: unknown keys and names, missing keys, values of a wrong form.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, DataError> {
        read::read(self)
    }

    /// Reads what can be read of the file, for checks that go on after a fault: each value at fault is left out and has
    /// its default.
    ///
    /// # Errors
    /// Each line at fault, if nothing can be read.
    pub fn read_in_part<T: DeserializeOwned>(&self) -> Result<(T, Reading<'_>), DataError> {
        read::read_in_part(self)
    }

    /// Finds the file that this one names under a key.
    ///
    /// # Errors
    /// The fault at the key if there is no such file, or several.
    pub fn named(&self, kind: Kind, key: &str, name: &str) -> Result<Source, Fault> {
        self.library().find(kind, name).map_err(|error| match error {
            DataError::NotFound { kind, near, .. } => Fault { near, ..Fault::at(key, format!("no {kind} \"{name}\"")) },
            other => Fault::at(key, other.to_string()),
        })
    }

    /// The error with these faults and their lines, for checks made after reading.
    pub fn error(&self, faults: Vec<Fault>) -> DataError {
        match Document::parse(self) {
            Ok(document) => document.error(faults),
            Err(error) => error,
        }
    }
}
