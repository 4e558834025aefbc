//! The planner settings of a bot file.

use crate::bots::budget::Budget;
use crate::bots::keys::Keys;
use crate::bots::kinds::SearchKind;
use crate::bots::search::{Assumptions, Valuation};
use crate::bots::{Bot, Planner};
use crate::game::Evaluate;

/// The search method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A population of plans that cross and mutate.
    Evolution,
    /// A tree whose nodes are plans and whose edges are mutations.
    Tree,
}

/// The planner settings of a bot file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The budget for one decision.
    pub budget: Budget,
    /// The search method.
    pub method: Method,
    /// The number of actions a mutation chooses from: those with the best scores.
    pub actions: usize,
    /// The number of ends of player-turns after which the position is evaluated; the first is that of the planned turn.
    pub turns: u32,
    /// Evolution: the size of the population.
    pub population: usize,
    /// Evolution: the probability that a new plan has two parents.
    pub crossing: f64,
    /// Evolution: the probability that the best plan is re-evaluated, with other dice, instead of a new one.
    pub again: f64,
    /// The assumed overestimate of a plan evaluated once; it falls with the root of the number of evaluations.
    pub caution: f64,
    /// Tree: the number of mutations of a plan after its first visit.
    pub widen: f64,
    /// Tree: the exponent of the visits by which further mutations open.
    pub widen_power: f64,
    /// Tree: the exploration constant.
    pub explore: f64,
    /// Tree: the number of parts into which the budget is divided; after each the best mutation is fixed.
    pub burn: u32,
    /// What is assumed of the enemy, draws and set-up.
    pub assumptions: Assumptions,
}

impl SearchKind for Settings {
    const NAME: &'static str = "planner";
    const HAS_BUDGET: bool = true;

    fn is_repeatable(&self) -> bool {
        self.budget.is_repeatable()
    }

    fn build<G: Evaluate + 'static>(self, valuation: Valuation) -> Box<dyn Bot<G>> {
        Box::new(Planner::<G>::new(self, valuation))
    }

    fn read(budget: Budget, mut keys: Keys<'_>) -> Settings {
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
            assumptions: Assumptions::read(&mut keys),
        };
        keys.done();
        settings
    }
}
