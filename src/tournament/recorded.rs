//! Records that are read again: from a file of JSON lines, or from the page of a battle, which holds one.

use super::record::Header;
use serde_json::Value;

/// The element of a page that holds its record.
const OPENING: &str = "<script type=\"application/jsonl\" id=\"record\">";
/// The end of that element.
const CLOSING: &str = "</script>";

/// A decision or a roll of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedStep {
    /// Its line as data.
    pub line: Value,
}

impl RecordedStep {
    /// The action of a decision; `None` for a roll.
    pub fn action(&self) -> Option<&Value> {
        (self.line["line"] == "decision").then(|| &self.line["action"])
    }
}

/// A record that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Its header.
    pub header: Header,
    /// Its decisions and rolls.
    pub steps: Vec<RecordedStep>,
}

/// Why a text is not a record that can be played again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// It is neither a record nor a page that holds one.
    #[error("neither a record of `--record` nor a page of `--html`")]
    Foreign,
    /// A line is damaged.
    #[error("line {line} of the record: {problem}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// It does not name its files.
    #[error("the record does not name the files of its game: an older version of the program wrote it")]
    WithoutFiles,
}

impl Recorded {
    /// Reads a record, or the page that holds one.
    ///
    /// # Errors
    /// If it is neither, is damaged, or does not name its files.
    pub fn read(text: &str) -> Result<Recorded, RecordError> {
        let lines = match text.split_once(OPENING) {
            Some((_, rest)) => rest.split_once(CLOSING).ok_or(RecordError::Foreign)?.0,
            None => text,
        };
        let mut header: Option<Header> = None;
        let mut steps = Vec::new();
        for (number, text) in (1..).zip(lines.lines()) {
            let damaged = |problem: String| match header {
                Some(_) => RecordError::Line { line: number, problem },
                None => RecordError::Foreign,
            };
            let line: Value = serde_json::from_str(text).map_err(|error| damaged(error.to_string()))?;
            match (line["line"].as_str(), &header) {
                (Some("header"), None) => {
                    let read = serde_json::from_value(line);
                    header =
                        Some(read.map_err(|error| RecordError::Line { line: number, problem: error.to_string() })?);
                }
                (Some("decision" | "roll"), Some(_)) => steps.push(RecordedStep { line }),
                (Some("end"), Some(_)) => break,
                (kind, Some(_)) => {
                    let kind = kind.unwrap_or("without a kind").to_owned();
                    return Err(RecordError::Line { line: number, problem: format!("an unknown line, {kind}") });
                }
                (_, None) => return Err(RecordError::Foreign),
            }
        }
        let header = header.ok_or(RecordError::Foreign)?;
        if header.setup.is_none() {
            return Err(RecordError::WithoutFiles);
        }
        Ok(Recorded { header, steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = concat!(
        "{\"line\":\"header\",\"version\":\"0\",\"rulebook\":\"toy\",\"rules\":\"toy\",\"scenario\":\"a\\u003cb\",",
        "\"seed\":1,\"pair\":0,\"seats\":{\"red\":{\"bot\":\"x\",\"army\":null},",
        "\"blue\":{\"bot\":\"y\",\"army\":null}},",
        "\"setup\":{\"key\":\"a\",\"entrants\":{\"red\":\"x\",\"blue\":\"y\"},\"rules\":\"r\",\"scenario\":\"s\",",
        "\"armies\":null,\"bots\":{\"red\":null,\"blue\":\"y\"},\"files\":[]},\"position\":{}}"
    );

    #[test]
    fn a_record_is_read_from_its_file_and_from_a_page() {
        let lines = format!("{HEADER}\n{{\"line\":\"decision\",\"side\":\"red\",\"action\":{{\"kind\":\"run\"}}}}\n");
        let record = Recorded::read(&lines).unwrap();
        assert_eq!((record.header.scenario.as_str(), record.steps.len()), ("a<b", 1));
        assert_eq!(record.steps[0].action().unwrap()["kind"], "run");
        let page = format!("<html>{OPENING}{lines}{CLOSING}<p>");
        assert_eq!(Recorded::read(&page), Ok(record));
    }

    #[test]
    fn what_is_no_record_is_refused() {
        assert_eq!(Recorded::read(""), Err(RecordError::Foreign));
        assert_eq!(Recorded::read("<html>"), Err(RecordError::Foreign));
        assert_eq!(Recorded::read("{\"line\":\"decision\"}"), Err(RecordError::Foreign));
        let damaged = Recorded::read(&format!("{HEADER}\n{{\"line\":\n"));
        assert!(matches!(damaged, Err(RecordError::Line { line: 2, .. })), "{damaged:?}");
        let older = HEADER.replace("\"setup\"", "\"other\"");
        assert_eq!(Recorded::read(&older), Err(RecordError::WithoutFiles));
    }
}
