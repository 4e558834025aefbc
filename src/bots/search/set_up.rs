//! Set-up by search: the best-scored actions of a decision are compared by sequential halving, each played on to the
//! end of the set-up and of a few player-turns. Where the other side's deployment is hidden the best-scored action is
//! taken, since playing on would play without it.

use super::{Assumptions, Candidates, Halving, PlayOn, Ranked, Valuation};
use crate::bots::budget::Budget;
use crate::game::rng::{Key, Stream};
use crate::game::{Evaluate, Side};

/// How many actions are compared.
const ACTIONS: usize = 8;
/// The number of player-turns after which positions are evaluated.
const TURNS: u32 = 4;

/// Buffers of the search in set-up.
pub struct SetUp<G: Evaluate> {
    ranked: Vec<Ranked<G::Action>>,
    totals: Vec<(u32, f64)>,
}

impl<G: Evaluate> Default for SetUp<G> {
    fn default() -> Self {
        SetUp { ranked: Vec::new(), totals: Vec::new() }
    }
}

/// A position as the side that decides sees it.
#[derive(Clone, Copy)]
pub struct Decision<'a, G: Evaluate> {
    /// The game.
    pub game: &'a G,
    /// The position.
    pub seen: &'a G::State,
    /// The side.
    pub side: Side,
}

/// The actions of a decision, each with the number and the sum of its values.
struct Actions<'a, G: Evaluate> {
    decision: Decision<'a, G>,
    valuation: &'a Valuation,
    play_on: &'a mut PlayOn<G>,
    ranked: &'a [Ranked<G::Action>],
    totals: &'a mut [(u32, f64)],
    dice: Key,
}

impl<G: Evaluate> Candidates for Actions<'_, G> {
    fn sample(&mut self, candidate: usize, nth: u64) -> (u32, u64) {
        let Decision { game, seen, side } = self.decision;
        let before = self.play_on.applied;
        let mut state = *seen;
        self.play_on.apply(game, &mut state, self.ranked[candidate].action);
        let mut stream = self.dice.with(nth).stream();
        let value = self.play_on.value_after(game, state, side, self.valuation, TURNS + 1, &mut stream);
        let (visits, total) = &mut self.totals[candidate];
        (*visits, *total) = (*visits + 1, *total + value);
        (1, self.play_on.applied - before)
    }

    fn merit(&self, candidate: usize) -> (u32, f64) {
        let (visits, total) = self.totals[candidate];
        (visits, total / f64::from(visits.max(1)))
    }
}

impl<G: Evaluate> SetUp<G> {
    /// The action of a side in set-up.
    pub fn choose(
        &mut self,
        decision: Decision<'_, G>,
        play_on: &mut PlayOn<G>,
        valuation: &Valuation,
        assumptions: &Assumptions,
        stream: &mut Stream,
    ) -> G::Action {
        let Decision { game, seen, side } = decision;
        if assumptions.set_up == 0 || game.hides_set_up(seen, side) {
            return play_on.best(game, seen, &valuation.weights);
        }
        self.ranked.clear();
        play_on.rank(game, seen, &valuation.weights, ACTIONS, &mut self.ranked);
        self.totals.clear();
        self.totals.resize(self.ranked.len(), (0, 0.0));
        let logits: Vec<f64> = self.ranked.iter().map(|ranked| f64::from(ranked.score)).collect();
        let dice = Key::new(stream.bits());
        let SetUp { ranked, totals } = self;
        let mut actions = Actions { decision, valuation, play_on, ranked, totals, dice };
        let mut meter = Budget::Iterations(assumptions.set_up).start();
        let best = Halving::DEFAULT.choose(&mut actions, &logits, &mut meter, stream);
        self.ranked[best].action
    }
}
