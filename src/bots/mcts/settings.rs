//! What a bot file says of the tree search.

use crate::bots::budget::Budget;
use crate::bots::keys::Keys;

/// How dice stand in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// They do not: a node stands for a sequence of actions, dice are rolled anew on each way through it.
    OpenLoop,
    /// A throw is a node; each roll that has fallen has a position of its own below it.
    Sampled,
    /// A throw is a node whose value is the mean over all its rolls by their exact weights.
    Exact,
}

/// What a bot file says of the tree search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The work for one decision.
    pub budget: Budget,
    /// How dice stand in the tree.
    pub chance: Chance,
    /// How many actions of a decision are ever tried: those that promise most.
    pub actions: usize,
    /// How many actions are open at a node after its first visit.
    pub widen: f64,
    /// The power of the visits by which further actions open; 0 opens none.
    pub widen_power: f64,
    /// The weight of exploring in UCT; 0 never explores.
    pub explore: f64,
    /// The weight of the prior, which fades with the visits of an action.
    pub bias: f64,
    /// By how much an action must promise more for its prior to be e-fold.
    pub temperature: f64,
    /// After how many ends of player-turns the features speak; with 0 they speak at the next quiet position, however
    /// deep the tree is.
    pub turns: u32,
    /// Into how many parts the budget of a decision is cut: after each the best action found is fixed and the search
    /// goes on below it.
    pub burn: u32,
    /// Whether the tree is kept from decision to decision.
    pub keep: bool,
}

impl Settings {
    /// The number of actions at a node is bounded by the bits of a mask.
    pub const MOST_ACTIONS: usize = 64;

    pub(in crate::bots) fn read(budget: Budget, mut keys: Keys<'_>) -> Settings {
        let chances = [("open_loop", Chance::OpenLoop), ("sampled", Chance::Sampled), ("exact", Chance::Exact)];
        let settings = Settings {
            budget,
            chance: keys.word("chance", Chance::Sampled, &chances),
            actions: keys.whole("actions", 12, 1..=Self::MOST_ACTIONS as u64) as usize,
            widen: keys.real("widen", 1.0, 0.1..=64.0),
            widen_power: keys.real("widen_power", 0.3, 0.0..=1.0),
            explore: keys.real("explore", 0.1, 0.0..=10.0),
            bias: keys.real("bias", 0.2, 0.0..=10.0),
            temperature: keys.real("temperature", 1.0, 1e-3..=1e3),
            turns: keys.whole("turns", 2, 0..=100) as u32,
            burn: keys.whole("burn", 1, 1..=100) as u32,
            keep: keys.switch("keep", true),
        };
        keys.done();
        settings
    }
}
