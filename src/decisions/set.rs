//! The file of a set of decisions: JSON lines, the header first, then a decision a line.

use super::rollout::Halves;
use crate::game::{BySide, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The version of the format.
const FORMAT: u32 = 1;

/// How a set was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetHeader {
    /// The version of the format.
    pub format: u32,
    /// The rulebook.
    pub rulebook: String,
    /// The path of the rules file.
    pub rules: String,
    /// The engine signature of the program that made it: rollouts of another one can have other results.
    pub signature: String,
    /// The master seed.
    pub seed: u64,
    /// The path of the bot that played on.
    pub by: String,
    /// Rollouts of each action in each of both halves.
    pub rollouts: u32,
    /// The bots whose decisions were drawn.
    pub players: Vec<String>,
    /// The files on which the rollouts depend, by path, with the BLAKE3 hash of each in hexadecimal; empty in a set of
    /// an earlier program.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub inputs: BTreeMap<String, String>,
}

/// An action that was rolled out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// The action as data.
    pub action: Value,
    /// Its results.
    pub results: Halves,
}

/// A decision as stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredDecision {
    /// The number of its game, from 0.
    pub game: u64,
    /// The number of the decision in the game, from 1, decisions of both sides counted.
    pub number: u32,
    /// The path of the scenario.
    pub scenario: String,
    /// The paths of the armies; `None` where the scenario brings them.
    pub armies: Option<BySide<String>>,
    /// The side that decides.
    pub side: Side,
    /// The position as data.
    pub position: Value,
    /// The actions that were rolled out, best by the bot's own evaluation first; at least two.
    pub candidates: Vec<Candidate>,
}

impl StoredDecision {
    /// Its name, from which the dice of its rollouts follow.
    pub fn name(&self) -> String {
        format!("game {} decision {}", self.game, self.number)
    }
}

/// A set of decisions of one rulebook.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionSet {
    /// How it was made.
    pub header: SetHeader,
    /// The decisions, in the order of games and numbers.
    pub decisions: Vec<StoredDecision>,
}

/// Why a text is not a set of decisions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SetError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub problem: String,
}

impl SetHeader {
    /// The current format.
    pub const FORMAT: u32 = FORMAT;
}

impl DecisionSet {
    /// Reads a set.
    ///
    /// # Errors
    /// A line that is not of the format; a set without decisions; results that are not those of the stated rollouts;
    /// decisions out of order.
    pub fn read(text: &str) -> Result<DecisionSet, SetError> {
        let fault = |line: usize, problem: String| SetError { line, problem };
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().ok_or_else(|| fault(1, "the file is empty".to_owned()))?;
        let header: SetHeader = serde_json::from_str(first)
            .map_err(|error| fault(1, format!("expected the header of a set of decisions: {error}")))?;
        if header.format != FORMAT {
            return Err(fault(1, format!("format {}; expected {FORMAT}", header.format)));
        }
        if header.rollouts == 0 {
            return Err(fault(1, "no rollouts; expected at least 1 in each half".to_owned()));
        }
        let mut decisions: Vec<StoredDecision> = Vec::new();
        for (number, line) in lines {
            let decision: StoredDecision =
                serde_json::from_str(line).map_err(|error| fault(number, error.to_string()))?;
            let place = |decision: &StoredDecision| (decision.game, decision.number);
            if decisions.last().is_some_and(|last| place(last) >= place(&decision)) {
                return Err(fault(number, format!("{} comes after a later one", decision.name())));
            }
            if decision.candidates.len() < 2 {
                return Err(fault(number, "expected at least two candidates".to_owned()));
            }
            let is_possible = |candidate: &Candidate| {
                let Halves { wins, draws } = candidate.results;
                (0..2).all(|half| u64::from(wins[half]) + u64::from(draws[half]) <= u64::from(header.rollouts))
            };
            if !decision.candidates.iter().all(is_possible) {
                return Err(fault(number, format!("more results than {} rollouts", header.rollouts)));
            }
            decisions.push(decision);
        }
        if decisions.is_empty() {
            return Err(fault(1, "the set has no decision".to_owned()));
        }
        Ok(DecisionSet { header, decisions })
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut put = |line: Result<String, serde_json::Error>| {
            let line = line.expect("names and numbers are JSON");
            writeln!(text, "{line}").expect("writing to a string does not fail");
        };
        put(serde_json::to_string(&self.header));
        self.decisions.iter().for_each(|decision| put(serde_json::to_string(decision)));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn set() -> DecisionSet {
        let header = SetHeader {
            format: FORMAT,
            rulebook: "toy".into(),
            rules: "rules/toy.toml".into(),
            signature: "0".into(),
            seed: 1,
            by: "bots/greedy.toml".into(),
            rollouts: 4,
            players: vec!["greedy".into()],
            inputs: BTreeMap::from([("rules/toy.toml".into(), "0f".into())]),
        };
        let candidate = |wins: u32| Candidate {
            action: json!({ "kind": "run", "runner": wins }),
            results: Halves { wins: [wins; 2], draws: [0; 2] },
        };
        let decision = |number: u32| StoredDecision {
            game: 0,
            number,
            scenario: "s".into(),
            armies: None,
            side: Side::Red,
            position: json!({}),
            candidates: vec![candidate(3), candidate(1)],
        };
        DecisionSet { header, decisions: vec![decision(2), decision(5)] }
    }

    #[test]
    fn a_set_is_read_as_it_was_written() {
        assert_eq!(DecisionSet::read(&set().text()), Ok(set()));
    }

    #[test]
    fn a_set_without_the_hashes_of_its_files_is_read() {
        let text = set().text();
        let older = text.replace(",\"inputs\":{\"rules/toy.toml\":\"0f\"}", "");
        assert!(older.len() < text.len(), "{text}");
        let read = DecisionSet::read(&older).unwrap();
        assert!(read.header.inputs.is_empty() && read.decisions == set().decisions);
        assert_eq!(read.text(), older);
    }

    #[test]
    fn damaged_sets_are_refused_with_their_line() {
        let text = set().text();
        let lines: Vec<&str> = text.lines().collect();
        let refused = |text: &str| DecisionSet::read(text).expect_err("it is damaged");
        for (text, line, problem) in [
            (String::new(), 1, "empty"),
            (lines[0].to_owned(), 1, "no decision"),
            (lines[1].to_owned(), 1, "expected the header"),
            (text.replace("\"format\":1", "\"format\":2"), 1, "format 2; expected 1"),
            ([lines[0], lines[2], lines[1]].join("\n"), 3, "comes after a later one"),
            (text.replacen("\"wins\":[3,3]", "\"wins\":[5,3]", 1), 2, "more results than 4 rollouts"),
            (text.replace("\"side\":\"red\"", "\"side\":\"green\""), 2, "green"),
            (text.replacen("\"number\":5", "\"number\":5,\"more\":1", 1), 3, "more"),
        ] {
            let error = refused(&text);
            assert!(error.line == line && error.problem.contains(problem), "{error}");
        }
    }
}
