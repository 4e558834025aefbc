//! The parameters of `reglette balance`, as its manifest records them.

use serde::{Deserialize, Serialize};

/// The parameters of the study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The rulebook.
    pub rulebook: String,
    /// The rules file.
    pub rules: String,
    /// The scenarios.
    pub scenarios: Vec<String>,
    /// The army lists whose troops form the pool.
    pub armies: Vec<String>,
    /// The troops of the pool that armies are drawn from.
    pub troops: Vec<String>,
    /// Upper limits for single troops, where lower than the rules allow.
    pub limits: Vec<String>,
    /// The bots; each plays both sides.
    pub bots: Vec<String>,
    /// The file of their ratings, where costs are compared by strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<String>,
    /// The points of an army.
    pub budgets: Vec<f64>,
    /// The maximum deviation of an army in a fit from the budget, as a share of it.
    pub spread: f64,
    /// The maximum deviation of a held-out army from the budget, as a share of it.
    pub tolerance: f64,
    /// The share of each list that is replaced, where armies are variations of lists; 0 where they are drawn freely.
    pub variation: f64,
    /// The parameters that were varied.
    pub vary: Vec<String>,
    /// Games per fit.
    pub games: u64,
    /// Games of held-out armies under each set of costs.
    pub held_out: u64,
    /// The maximum number of steps.
    pub steps: u32,
    /// Whether the smallest set of changes was requested.
    pub least_change: bool,
    /// The step of the list that can be printed, where one was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<f64>,
    /// Scenarios without part in the fit on which costs were evaluated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseen_scenarios: Vec<String>,
    /// Bots without part in the fit under which costs were evaluated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseen_bots: Vec<String>,
    /// Games on each such scenario under each such bot, under each set of costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unseen_games: Option<u64>,
    /// Games of each of the worst armies that the new costs allow, where they were searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worst_armies: Option<u64>,
    /// The master seed.
    pub seed: u64,
}
