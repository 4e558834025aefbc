//! The manifest of `reglette balance`: all that determines its results.

use super::manifest::{Output, VERSION};
use crate::data::Input;
use serde::{Deserialize, Serialize};

/// What was asked for, with every default written out, the files that were read and those that were written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostsManifest {
    /// The version of the program.
    pub version: String,
    /// The engine signature.
    pub signature: String,
    /// Whether the same input gives the same games.
    pub repeatable: bool,
    /// The question.
    pub question: Question,
    /// The files that were read.
    pub inputs: Vec<Input>,
    /// The files that were written.
    pub outputs: Vec<Output>,
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The rulebook.
    pub rulebook: String,
    /// The rules file.
    pub rules: String,
    /// The scenarios.
    pub scenarios: Vec<String>,
    /// The army lists of whose troops the pool consists.
    pub armies: Vec<String>,
    /// The troops of the pool that were drawn from.
    pub troops: Vec<String>,
    /// Most of a troop, where less than the rules allow.
    pub limits: Vec<String>,
    /// The bots, each of which played on both sides.
    pub bots: Vec<String>,
    /// The points of an army.
    pub budgets: Vec<f64>,
    /// By which share of the budget armies of a fit differ from it at most.
    pub spread: f64,
    /// By which share of the budget armies that are judged differ from it at most.
    pub tolerance: f64,
    /// The share of each list that is replaced, where armies are variations of lists; 0 where they are drawn freely.
    pub variation: f64,
    /// The dials that were varied.
    pub vary: Vec<String>,
    /// Games of each fit.
    pub games: u64,
    /// Games of held-out armies under each set of costs.
    pub held_out: u64,
    /// Most steps.
    pub steps: u32,
    /// Whether the fewest changes were asked for.
    pub least_change: bool,
    /// The master seed.
    pub seed: u64,
}

impl CostsManifest {
    /// The manifest of results.
    pub fn new(signature: String, repeatable: bool, question: Question, inputs: Vec<Input>, outputs: Vec<Output>) -> CostsManifest {
        CostsManifest { version: VERSION.to_owned(), signature, repeatable, question, inputs, outputs }
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a struct of names and numbers below 2^63 can be written as TOML")
    }
}
