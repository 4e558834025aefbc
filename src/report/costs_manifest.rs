//! What is asked of `reglette balance`, as its manifest states it.

use serde::{Deserialize, Serialize};

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
