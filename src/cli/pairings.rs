//! The file of `--pairings`: the only pairings that are played, two entrants a line.

use super::CliError;
use crate::report::format::count;
use std::path::Path;

/// The pairings of a text: two names a line.
///
/// # Errors
/// If a line has another number of names, or a pairing is listed twice or none at all, with path and line.
pub(super) fn parse_pairings(path: &Path, text: &str) -> Result<Vec<[String; 2]>, CliError> {
    let wrong = |line: u64, why: &str| CliError::Input(format!("{}:{line}: {why}", path.display()));
    let mut builder = ::csv::ReaderBuilder::new();
    builder.has_headers(false).flexible(true).comment(Some(b'#')).trim(::csv::Trim::All);
    let mut reader = builder.from_reader(text.as_bytes());
    let mut pairings: Vec<[String; 2]> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| CliError::Input(format!("{}: {error}", path.display())))?;
        let line = row.position().map_or(0, ::csv::Position::line);
        match row.iter().collect::<Vec<_>>()[..] {
            // All pairings have the same dice: played twice, the same games would count as others.
            [first, second] if pairings.iter().any(|[a, b]| [a, b] == [first, second] || [b, a] == [first, second]) => {
                return Err(wrong(line, &format!("{first} against {second} is listed twice")));
            }
            [first, second] => pairings.push([first.to_owned(), second.to_owned()]),
            ref other => {
                let found = count(other.len() as u64, "value");
                return Err(wrong(line, &format!("expected two entrants, found {found}")));
            }
        }
    }
    if pairings.is_empty() { Err(wrong(1, "expected two entrants a line, found none")) } else { Ok(pairings) }
}
