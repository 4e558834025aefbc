//! The tree search settings of a bot file.

use crate::bots::budget::Budget;
use crate::bots::keys::Keys;
use crate::bots::kinds::SearchKind;
use crate::bots::search::{Assumptions, Halving, Valuation};
use crate::bots::{Bot, Mcts};
use crate::game::Evaluate;

/// How chance is represented in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Open loop: a node represents a sequence of actions, and dice are rolled again in each iteration.
    OpenLoop,
    /// A throw is a node; each sampled roll has a position of its own below it.
    Sampled,
    /// A throw is a node whose value is the mean over all its rolls by their exact weights.
    Exact,
}

/// How the action is chosen at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Root {
    /// UCT; the answer is the most visited action.
    Uct,
    /// Sequential halving with dice common to all actions.
    Halving(Halving),
}

/// The tree search settings of a bot file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The budget for one decision.
    pub budget: Budget,
    /// How chance is represented in the tree.
    pub chance: Chance,
    /// How the action is chosen at the root.
    pub root: Root,
    /// What is assumed of the enemy, draws and set-up.
    pub assumptions: Assumptions,
    /// The maximum number of actions considered at a decision: those with the best scores.
    pub actions: usize,
    /// Only decisions are searched where the difference between the two best scores is at most this; elsewhere the best
    /// is taken.
    pub doubt: f64,
    /// The number of actions open at a node after its first visit.
    pub widen: f64,
    /// The exponent of the visits by which further actions open; 0 opens none.
    pub widen_power: f64,
    /// The exploration constant of UCT; 0 never explores.
    pub explore: f64,
    /// The weight of the prior, which fades with the visits of an action.
    pub bias: f64,
    /// The difference in score that multiplies the prior by e.
    pub temperature: f64,
    /// The number of ends of player-turns after which the position is evaluated; 0 for the next quiet position, however
    /// deep the tree is.
    pub turns: u32,
    /// The number of parts into which the budget of a decision is divided: after each the best action is fixed and the
    /// search continues below it.
    pub burn: u32,
    /// Whether the tree is kept from decision to decision.
    pub keep: bool,
}

impl Settings {
    /// The number of actions at a node is bounded by the bits of a mask.
    pub const MOST_ACTIONS: usize = 64;
    /// A difference of scores that is never reached: every decision is searched.
    pub const MOST_DOUBT: f64 = 1e6;
}

impl SearchKind for Settings {
    const NAME: &'static str = "mcts";
    const HAS_BUDGET: bool = true;

    fn is_repeatable(&self) -> bool {
        self.budget.is_repeatable()
    }

    fn build<G: Evaluate + 'static>(self, valuation: Valuation) -> Box<dyn Bot<G>> {
        Box::new(Mcts::<G>::new(self, valuation))
    }

    fn read(budget: Budget, mut keys: Keys<'_>) -> Settings {
        let chances = [("open_loop", Chance::OpenLoop), ("sampled", Chance::Sampled), ("exact", Chance::Exact)];
        let halving = Halving::read(&mut keys);
        let settings = Settings {
            budget,
            root: keys.word("root", Root::Uct, &[("uct", Root::Uct), ("halving", Root::Halving(halving))]),
            assumptions: Assumptions::read(&mut keys),
            chance: keys.word("chance", Chance::Sampled, &chances),
            actions: keys.whole("actions", 12, 1..=Self::MOST_ACTIONS as u64) as usize,
            doubt: keys.real("doubt", Self::MOST_DOUBT, 0.0..=Self::MOST_DOUBT),
            widen: keys.real("widen", 1.0, 0.1..=64.0),
            widen_power: keys.real("widen_power", 0.3, 0.0..=1.0),
            explore: keys.real("explore", 0.1, 0.0..=10.0),
            bias: keys.real("bias", 0.2, 0.0..=10.0),
            temperature: keys.real("temperature", 1.0, 1e-3..=1e3),
            turns: keys.whole("turns", 2, 0..=100) as u32,
            burn: keys.whole("burn", 1, 1..=100) as u32,
            keep: keys.switch("keep", true),
        };
        if settings.burn > 1 && settings.root != Root::Uct {
            keys.fault("bridge burning moves the root", "burn = 1 with root = \"halving\"");
        }
        keys.done();
        settings
    }
}
