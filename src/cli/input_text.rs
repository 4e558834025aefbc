//! The text of a file that an option names and that is not of the rulebooks.

use super::CliError;
use crate::data::{Library, read_text};
use std::path::Path;

/// The text of a file that is named on the command line: that of the library, if it holds one, as where a run is
/// resumed.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn read_input(path: &Path, library: &Library) -> Result<String, CliError> {
    match library.text_kept(&path.to_string_lossy()) {
        Some(text) => Ok(text.to_owned()),
        None => read_text(path).map_err(|error| CliError::Input(format!("{}: {error}", path.display()))),
    }
}
