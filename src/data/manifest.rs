//! The files that a result depends on, by path and hash, for the manifest of a run.

use super::find::Source;
use super::message::DataError;
use super::{Kind, Layers};
use std::collections::BTreeMap;

/// A file that a result depends on.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The path as shown to people; the same for a file on disk and its built-in copy.
    pub path: String,
    /// The BLAKE3 hash of the file's bytes, in hexadecimal.
    pub blake3: String,
}

/// The files that a run has read, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs(BTreeMap<String, String>);

impl Inputs {
    /// No files yet.
    pub fn new() -> Inputs {
        Inputs::default()
    }

    /// Adds a file, and the bases that it lies upon.
    ///
    /// # Errors
    /// As [`Layers::of`], if a base cannot be found.
    pub fn add(&mut self, source: &Source) -> Result<(), DataError> {
        self.add_text(source.path(), source.text());
        if matches!(source.kind(), Kind::Rules | Kind::Bot) {
            for file in Layers::of(source)?.files() {
                self.add_text(file.path(), file.text());
            }
        }
        Ok(())
    }

    /// Adds any other text that a result depends on, such as a script.
    pub fn add_text(&mut self, path: &str, text: &str) {
        self.0.insert(path.to_owned(), blake3::hash(text.as_bytes()).to_hex().to_string());
    }

    /// The files in the order of their paths.
    pub fn files(&self) -> Vec<Input> {
        self.0.iter().map(|(path, blake3)| Input { path: path.clone(), blake3: blake3.clone() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Library;

    #[test]
    fn files_are_listed_once_by_path_with_the_hash_of_their_bytes() {
        let mut inputs = Inputs::new();
        inputs.add_text("b.toml", "");
        inputs.add_text("a.toml", "x = 1\n");
        inputs.add_text("b.toml", "");
        let files = inputs.files();
        assert_eq!(files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["a.toml", "b.toml"]);
        let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
        assert_eq!(files[1].blake3, empty);
    }

    #[test]
    fn rules_bring_their_base_along() {
        let library = Library::built_in();
        let source = Source::new(&library, Kind::Rules, "mine.toml", "extends = \"jomini-v2\"");
        let mut inputs = Inputs::new();
        inputs.add(&source).unwrap();
        let paths: Vec<String> = inputs.files().into_iter().map(|file| file.path).collect();
        assert_eq!(paths, ["mine.toml", "rules/jomini-v2.toml"]);
    }
}
