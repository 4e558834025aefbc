//! What a bot file says of planning.

use crate::bots::budget::Budget;
use crate::bots::keys::Keys;

/// How plans are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A population of plans that cross and mutate.
    Evolution,
    /// A tree whose nodes are plans and whose edges are mutations.
    Tree,
}

/// What a bot file says of planning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The work for one decision.
    pub budget: Budget,
    /// How plans are searched.
    pub method: Method,
    /// How many actions a mutation chooses from: those that promise most.
    pub actions: usize,
    /// After how many ends of player-turns the features speak; the first is that of the turn planned.
    pub turns: u32,
    /// Evolution: how many plans live.
    pub population: usize,
    /// Evolution: how often a new plan has two parents.
    pub crossing: f64,
    /// Evolution: how often the best plan is valued again, with other dice, instead of a new one.
    pub again: f64,
    /// By how much the mean of a plan that was valued once is held to be too high; it falls with the root of the
    /// number.
    pub caution: f64,
    /// Tree: how many mutations of a plan there are after its first visit.
    pub widen: f64,
    /// Tree: the power of the visits by which further mutations come.
    pub widen_power: f64,
    /// Tree: the weight of exploring.
    pub explore: f64,
    /// Tree: into how many parts the budget is cut; after each the best mutation is fixed.
    pub burn: u32,
}

impl Settings {
    pub(in crate::bots) fn read(budget: Budget, mut keys: Keys<'_>) -> Settings {
        let settings = Settings {
            budget,
            method: keys.word("method", Method::Evolution, &[("evolution", Method::Evolution), ("tree", Method::Tree)]),
            actions: keys.whole("actions", 6, 1..=1000) as usize,
            turns: keys.whole("turns", 2, 1..=100) as u32,
            population: keys.whole("population", 16, 1..=10_000) as usize,
            crossing: keys.real("crossing", 0.3, 0.0..=1.0),
            again: keys.real("again", 0.5, 0.0..=0.95),
            caution: keys.real("caution", 0.1, 0.0..=10.0),
            widen: keys.real("widen", 2.0, 0.1..=1000.0),
            widen_power: keys.real("widen_power", 0.4, 0.0..=1.0),
            explore: keys.real("explore", 0.1, 0.0..=10.0),
            burn: keys.whole("burn", 5, 1..=100) as u32,
        };
        keys.done();
        settings
    }
}
