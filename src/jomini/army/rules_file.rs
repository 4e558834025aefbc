//! Rules as a file states them. They are read here and not in `rules`, because they may state costs of troops, whose
//! names are those of cards (JI-187).

use super::price::{is_name, names};
use crate::data::{DataError, Kind, Library, Source};
use crate::jomini::rules::{BASE, Rules};

impl Rules {
    /// Reads a rules file, laid over the ones that it extends, with its overrides on top.
    ///
    /// # Errors
    /// Shows every line at fault in any of the files, and what the key accepts.
    pub fn read(source: &Source) -> Result<Rules, DataError> {
        Rules::read_with(source, is_name, names)
    }

    /// The rules of the second edition as published, from the file built into the program.
    pub fn published() -> Rules {
        let source = Library::built_in().find(Kind::Rules, BASE);
        source
            .and_then(|source| Rules::read(&source))
            .unwrap_or_else(|error| panic!("the built-in rules load: {error}"))
    }
}
