//! Problem files: the problems of one theme as written, with their positions as texts.

use super::moves::{Condition, Moves};
use super::pattern::Pattern;
use crate::data::{DataError, Document, Fault, Kind, Source};
use serde::Deserialize;
use serde_json::{Map, Value};

/// A problem file whose keys are checked; positions and moves are checked when a rulebook reads them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemFile {
    /// What its problems have in common.
    pub theme: String,
    #[serde(rename = "problem")]
    pub(super) problems: Vec<Written>,
}

/// A problem as written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub name: String,
    pub reason: String,
    /// The text of a position file.
    pub position: String,
    #[serde(default)]
    pub until: Until,
    pub best: Vec<WrittenMoves>,
    pub tempting: Vec<WrittenMoves>,
}

/// When a problem is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// After one decision.
    #[default]
    Decision,
    /// When the side that decides has ended its player-turn (En Avant !: its impulse), or the game is over.
    Turn,
}

/// Moves as written: the keys of an action, and conditions for the position after it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct WrittenMoves {
    #[serde(default)]
    after: Vec<Condition>,
    #[serde(flatten)]
    keys: Map<String, Value>,
}

impl WrittenMoves {
    pub fn moves(&self) -> Moves {
        Moves { pattern: Pattern::new(self.keys.clone()), after: self.after.clone() }
    }
}

impl ProblemFile {
    /// Reads a file.
    ///
    /// # Errors
    /// Unknown and missing keys, names that occur twice, a reason of several lines, a problem without best or tempting
    /// moves.
    pub fn read(source: &Source) -> Result<ProblemFile, DataError> {
        let file: ProblemFile = source.read()?;
        let mut faults = Vec::new();
        let mut one_line = |key: &str, text: &str| {
            if text.trim().is_empty() || text.contains('\n') {
                faults.push(Fault::at(key, "not one line of text").expected("one line of text"));
            }
        };
        one_line("theme", &file.theme);
        for (index, problem) in file.problems.iter().enumerate() {
            one_line(&format!("problem[{index}].name"), &problem.name);
            one_line(&format!("problem[{index}].reason"), &problem.reason);
        }
        for (index, problem) in file.problems.iter().enumerate() {
            if file.problems[..index].iter().any(|other| other.name == problem.name) {
                let key = format!("problem[{index}].name");
                faults.push(Fault::at(&key, format!("two problems are called \"{}\"", problem.name)));
            }
            for (key, moves) in [("best", &problem.best), ("tempting", &problem.tempting)] {
                if moves.is_empty() {
                    let problem = format!("{key} is empty");
                    faults.push(Fault::at(&format!("problem[{index}].{key}"), problem).expected("at least one move"));
                }
            }
        }
        if file.problems.is_empty() {
            faults.push(Fault::at("problem", "the file has no problem").expected("[[problem]]"));
        }
        if faults.is_empty() { Ok(file) } else { Err(source.error(faults)) }
    }

    /// The number of its problems.
    pub fn len(&self) -> usize {
        self.problems.len()
    }

    /// Whether it has none; a file that was read has some.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// A position as a file of its own, with the lines that it has in the file of problems, so that faults are reported
    /// there.
    ///
    /// # Errors
    /// If the file is not valid TOML.
    pub fn position(&self, source: &Source, index: usize) -> Result<Source, DataError> {
        let located = Document::parse(source)?.locate(Fault::at(&format!("problem[{index}].position"), ""));
        let lines_before = located.place.map_or(0, |place| place.line);
        let text = "\n".repeat(lines_before) + &self.problems[index].position;
        Ok(Source::new(source.library(), Kind::Position, source.path(), text))
    }
}
