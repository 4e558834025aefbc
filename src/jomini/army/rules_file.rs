//! Reading of rules files: here and not in `rules`, because a file may state costs of troops, whose names depend on
//! cards (JI-187).

use super::cost::{is_name, names};
use crate::data::{DataError, Kind, Library, Source};
use crate::jomini::rules::{BASE, Rules};

impl Rules {
    /// Reads a rules file together with the files that it extends; its own values override theirs.
    ///
    /// # Errors
    /// If a file is invalid; the error shows every invalid line of all files, and the values that the key accepts.
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
