//! The moves that a problem names: a pattern of the action, and what must hold in the position after it.

use super::pattern::{Misfit, Pattern};
use crate::data::message::nearest;
use crate::game::Show;
use serde::Deserialize;
use serde_json::Value;

/// The key of the conditions among those of the pattern.
pub(super) const AFTER: &str = "after";

/// A named question about the position after a move, with the answers that are meant.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Condition {
    /// The question, by its name in `docs/notation.md`.
    pub question: String,
    /// Its arguments.
    pub of: Vec<Value>,
    /// The answer, or a list of answers.
    #[serde(default)]
    pub is: Option<Value>,
    /// The least answer, a number.
    #[serde(default)]
    pub at_least: Option<f64>,
    /// The greatest answer, a number.
    #[serde(default)]
    pub at_most: Option<f64>,
}

impl Condition {
    /// Whether it holds in this position. A question about a unit that is lost has no answer, and does not hold.
    fn holds<G: Show>(&self, game: &G, state: &G::State) -> bool {
        let Ok(answer) = game.ask(state, &self.question, &self.of) else { return false };
        let number = answer.as_f64();
        let is_meant = self.is.as_ref().is_none_or(|wanted| match wanted {
            Value::Array(items) if !answer.is_array() => items.contains(&answer),
            wanted => *wanted == answer,
        });
        is_meant
            && self.at_least.is_none_or(|least| number.is_some_and(|number| number >= least))
            && self.at_most.is_none_or(|most| number.is_some_and(|number| number <= most))
    }

    /// Why it cannot be asked in this position, or excludes nothing.
    pub fn fault<G: Show>(&self, game: &G, state: &G::State) -> Option<Misfit> {
        let misfit = |key: &str, problem: String, near: Option<String>| {
            Some(Misfit { path: vec![key.to_owned()], is_key: false, problem, expected: None, near })
        };
        if let Err(error) = game.ask(state, &self.question, &self.of) {
            let known: Vec<&str> = G::QUESTIONS.iter().map(|question| question.name).collect();
            return misfit("question", error.to_string(), nearest(&self.question, &known));
        }
        let excludes = self.is.is_some() || self.at_least.is_some() || self.at_most.is_some();
        if excludes { None } else { misfit("question", "it accepts every answer".to_owned(), None) }
    }
}

/// Moves that a problem names together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moves {
    pub pattern: Pattern,
    pub after: Vec<Condition>,
}

impl Moves {
    /// Whether a move of these data that leads to this position is one of them.
    pub fn include<G: Show>(&self, game: &G, data: &Value, after: &G::State) -> bool {
        self.pattern.fits(data) && self.after.iter().all(|condition| condition.holds(game, after))
    }
}
