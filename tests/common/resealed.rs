//! Files of a run with other text, sealed as the program would.

use reglette::data::sealed::{seal, unsealed};
use std::fs;
use std::path::Path;

/// The text of a sealed file without its seal.
pub fn text_of(path: &Path) -> String {
    unsealed(&fs::read_to_string(path).unwrap()).expect("the file is as it was written").to_owned()
}

/// Writes a text to a file with a new seal.
pub fn write_sealed(path: &Path, text: &str) {
    fs::write(path, seal(text)).unwrap();
}
