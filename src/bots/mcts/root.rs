//! The choice at the root by sequential halving: iterations whose first action is given, with dice common to all
//! candidates.

use super::tree::{Id, NONE};
use super::{Mcts, Search};
use crate::bots::budget::Meter;
use crate::bots::search::{Candidates, Halving};
use crate::game::Evaluate;
use crate::game::rng::{Key, Stream};

/// The edges of the root as candidates.
struct Edges<'a, G: Evaluate> {
    bot: &'a mut Mcts<G>,
    game: &'a G,
    search: Search,
    dice: Key,
}

impl<G: Evaluate> Candidates for Edges<'_, G> {
    fn sample(&mut self, candidate: usize, nth: u64) -> (u32, u64) {
        let before = self.bot.play_on.applied;
        let mut stream = self.dice.with(nth).stream();
        let valued = self.bot.iterate(self.game, ROOT, Some(candidate), self.search, &mut stream);
        self.bot.valued += u64::from(valued);
        (valued, self.bot.play_on.applied - before)
    }

    fn merit(&self, candidate: usize) -> (u32, f64) {
        self.bot.visits_and_mean(self.bot.tree.edges_of(ROOT)[candidate].child)
    }
}

const ROOT: Id = 0;

impl<G: Evaluate> Mcts<G> {
    /// The best edge of the root.
    pub(super) fn halve(
        &mut self,
        game: &G,
        search: Search,
        halving: Halving,
        meter: &mut Meter,
        stream: &mut Stream,
    ) -> usize {
        let logits: Vec<f64> =
            self.tree.edges_of(ROOT).iter().map(|edge| libm::log(f64::from(edge.prior).max(1e-30))).collect();
        let dice = Key::new(stream.bits());
        halving.choose(&mut Edges { bot: self, game, search, dice }, &logits, meter, stream)
    }

    /// The visits of an edge and the mean of its values, over all nodes that it leads to.
    fn visits_and_mean(&self, first: Id) -> (u32, f64) {
        if first == NONE {
            return (0, 0.0);
        }
        let (visits, total) = self.tree.list(first).fold((0, 0.0), |(visits, total), id| {
            let node = self.tree.node(id);
            (visits + node.visits, total + node.total)
        });
        (visits, total / f64::from(visits.max(1)))
    }
}
