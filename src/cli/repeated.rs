//! Files that a command line names twice, whose games would be the same and count as others.

use super::CliError;
use crate::data::{Kind, Library};

/// The first name whose file has been named before, be it by another name.
///
/// # Errors
/// A file that is not found.
pub(super) fn repeated<'a>(library: &Library, kind: Kind, names: &'a [String]) -> Result<Option<&'a str>, CliError> {
    let mut before: Vec<String> = Vec::new();
    for name in names {
        let path = library.find(kind, name)?.path().to_owned();
        if before.contains(&path) {
            return Ok(Some(name));
        }
        before.push(path);
    }
    Ok(None)
}
