//! The log of a journal: a line for each pair, with a hash of itself.

use crate::data::sealed::{sealed_line, unsealed_line};
use crate::tournament::record::GameRow;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

#[derive(Serialize)]
struct LineOf<'a> {
    pair: u64,
    rows: &'a [GameRow],
}

/// A pair that was played.
#[derive(Deserialize)]
pub(super) struct LogEntry {
    pub(super) pair: u64,
    pub(super) rows: Vec<GameRow>,
}

/// The line of a pair in a log of the plan with this hash.
pub(super) fn line_of(plan: &str, pair: u64, rows: &[GameRow]) -> io::Result<String> {
    Ok(sealed_line(plan, &serde_json::to_string(&LineOf { pair, rows })?))
}

/// The logs in a journal's folder, in the order of their names.
pub(super) fn logs(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "log") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The contents of a log.
#[derive(Default)]
pub(super) struct Log {
    /// The valid lines at its beginning.
    pub(super) lines: Vec<(String, LogEntry)>,
    /// Their length in bytes.
    pub(super) sound: u64,
    /// Whether they are followed by nothing, or only by a line without an end.
    pub(super) torn: bool,
    /// Whether the file exists.
    pub(super) is_there: bool,
}

/// Reads the log of a plan.
pub(super) fn read_log(path: &Path, plan: &str) -> io::Result<Log> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Log::default()),
        Err(error) => return Err(error),
    };
    let mut reader = BufReader::new(file);
    let mut log = Log { is_there: true, ..Log::default() };
    loop {
        let mut bytes = Vec::new();
        reader.read_until(b'\n', &mut bytes)?;
        log.torn = !bytes.ends_with(b"\n");
        let line = String::from_utf8(bytes).unwrap_or_default();
        let Some(text) = unsealed_line(plan, &line) else { return Ok(log) };
        let read: LogEntry = serde_json::from_str(text)?;
        log.sound += line.len() as u64;
        log.lines.push((line, read));
    }
}
