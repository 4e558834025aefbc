//! Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006) for turns that consist of many small decisions, with dice
//! as chance nodes.
//!
//! In such games plain UCT does no better than a greedy bot (Justesen and others 2017). The differences here: the
//! actions of a node open one by one in the order of their scores (progressive widening, Chaslot and others 2008;
//! Coulom 2007), the score also gives a prior that fades with the visits (progressive bias, Chaslot and others 2008),
//! and instead of a random game the rollout from a leaf follows the greedy policy to the end of a turn, where the
//! position features are evaluated. `explore = 0` gives the non-exploring and `burn` the bridge-burning form of
//! Justesen and others. An iteration is one evaluation of a position.

mod root;
mod settings;
mod tree;
mod walk;

pub use settings::{Chance, Root, Settings};

use super::search::{Decision, PlayOn, Ranked, SetUp, Valuation};
use super::{Bot, BotFault};
use crate::bots::budget::Meter;
use crate::game::rng::Stream;
use crate::game::{Evaluate, Side};
use tree::{Id, NONE, NodeKind, Tree};

/// A tree search bot.
pub struct Mcts<G: Evaluate> {
    settings: Settings,
    valuation: Valuation,
    play_on: PlayOn<G>,
    set_up: SetUp<G>,
    tree: Tree<G>,
    /// The node that the last answer leads to.
    answered: Id,
    /// The player-turn in which the positions of the tree were evaluated.
    evaluated_in: Option<u32>,
    path: Vec<Id>,
    ranked: Vec<Ranked<G::Action>>,
    rolls: Vec<crate::game::Weighted<G::Roll>>,
    queue: Vec<Id>,
    /// The number of positions evaluated in all searches.
    valued: u64,
}

/// The constants of the search for one decision.
#[derive(Clone, Copy)]
struct Search {
    side: Side,
    /// The player-turn in which the position is evaluated; `None` for the next quiet position.
    last: Option<u32>,
}

impl<G: Evaluate> Mcts<G> {
    /// A tree search.
    pub fn new(settings: Settings, valuation: Valuation) -> Self {
        let (path, ranked, rolls, queue) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Mcts {
            settings,
            valuation: Valuation { contempt: settings.assumptions.contempt, ..valuation },
            play_on: PlayOn::default(),
            set_up: SetUp::default(),
            tree: Tree::default(),
            answered: NONE,
            evaluated_in: None,
            path,
            ranked,
            rolls,
            queue,
            valued: 0,
        }
    }

    /// The number of positions that this bot has evaluated so far.
    pub fn valued(&self) -> u64 {
        self.valued
    }

    /// The number of actions and rolls that this bot has applied in search so far.
    pub fn applied(&self) -> u64 {
        self.play_on.applied
    }

    /// Searches from a position and returns the best edge of the root.
    fn search(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> usize {
        let Settings { turns, burn, .. } = self.settings;
        let search = Search { side, last: (turns > 0).then(|| game.player_turn(seen) + turns) };
        self.set_root(game, seen, search);
        let mut meter = self.settings.budget.start();
        let (mut top, mut burnt) = (0, 1);
        let mut answer = None;
        self.open(game, top);
        if self.is_clear(top) {
            return 0;
        }
        if let Root::Halving(halving) = self.settings.root {
            return self.halve(game, search, halving, &mut meter, stream);
        }
        while !meter.is_spent() {
            if burn > 1 && meter.spent() * f64::from(burn) >= f64::from(burnt) {
                burnt += 1;
                top = self.cross(top, side, &mut answer);
            }
            if answer.is_none() && burn == 1 && self.is_settled(&meter) {
                break;
            }
            let before = self.play_on.applied;
            let valued = self.iterate(game, top, None, search, stream);
            self.valued += u64::from(valued);
            meter.count(valued, self.play_on.applied - before);
        }
        answer.unwrap_or_else(|| self.most_visited(0))
    }

    /// Finds the position in the tree that was kept, or starts a new tree: also where positions are now evaluated in
    /// another player-turn, since values of both would be mixed.
    fn set_root(&mut self, game: &G, seen: &G::State, Search { side, last }: Search) {
        let known = match self.answered {
            NONE => None,
            from => self.tree.find(from, seen, side, self.settings.chance != Chance::OpenLoop, &mut self.queue),
        };
        let may_keep = self.settings.keep && std::mem::replace(&mut self.evaluated_in, last) == last;
        match known.filter(|_| may_keep) {
            Some(root) => self.tree.keep(root),
            None => {
                self.tree.clear();
                self.tree.add(game, *seen);
            }
        }
        self.answered = NONE;
    }

    /// Bridge burning: the search continues below the best action, if the same side decides there.
    fn cross(&self, top: Id, side: Side, answer: &mut Option<usize>) -> Id {
        if self.tree.node(top).edges == 0 {
            return top;
        }
        let best = self.most_visited(top);
        let child = self.tree.edges_of(top)[best].child;
        if child == NONE || self.tree.node(child).kind != NodeKind::Decide(side) {
            return top;
        }
        answer.get_or_insert(best);
        child
    }

    /// Whether the best score at a node exceeds the next by more than `doubt`.
    fn is_clear(&self, id: Id) -> bool {
        let Settings { doubt, temperature, .. } = self.settings;
        match self.tree.edges_of(id) {
            [best, next, ..] => {
                let log = |edge: &tree::Edge<G::Action>| libm::log(f64::from(edge.prior).max(f64::MIN_POSITIVE));
                (log(best) - log(next)) * temperature > doubt
            }
            _ => true,
        }
    }

    /// The most visited edge; ties are broken by the better mean, then by the better prior.
    fn most_visited(&self, id: Id) -> usize {
        let merit = |child: Id| match child {
            NONE => (0, 0.0),
            child => (self.visits(child), self.tree.node(child).mean()),
        };
        let edges = self.tree.edges_of(id);
        let mut best = 0;
        for index in 1..edges.len() {
            if merit(edges[index].child) > merit(edges[best].child) {
                best = index;
            }
        }
        best
    }

    /// The number of visits of an edge, from the first node that it leads to.
    fn visits(&self, first: Id) -> u32 {
        self.tree.list(first).map(|id| self.tree.node(id).visits).sum()
    }

    /// Whether no remaining iteration can change which edge of the root is most visited.
    fn is_settled(&self, meter: &Meter) -> bool {
        let Some(left) = meter.iterations_left() else { return false };
        let (mut first, mut second) = (0, 0);
        for edge in self.tree.edges_of(0) {
            let visits = self.visits(edge.child);
            (first, second) = if visits > first { (visits, first) } else { (first, second.max(visits)) };
        }
        u64::from(first - second) > left
    }
}

impl<G: Evaluate> Bot<G> for Mcts<G> {
    fn begin(&mut self) {
        self.tree.clear();
        self.answered = NONE;
    }

    fn choose(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        let assumptions = &self.settings.assumptions;
        self.play_on.assume(assumptions, side);
        if game.in_set_up(seen) {
            let decision = Decision { game, seen, side };
            return Ok(self.set_up.choose(decision, &mut self.play_on, &self.valuation, assumptions, stream));
        }
        let best = self.search(game, seen, side, stream);
        let edge = self.tree.edges_of(0)[best];
        self.answered = edge.child;
        Ok(edge.action)
    }

    fn evaluate_actions(
        &mut self,
        game: &G,
        seen: &G::State,
        side: Side,
        stream: &mut Stream,
    ) -> Option<Vec<(G::Action, f64)>> {
        self.begin();
        self.play_on.assume(&self.settings.assumptions, side);
        // Decisions with a clear best score are evaluated too.
        let doubt = std::mem::replace(&mut self.settings.doubt, Settings::MOST_DOUBT);
        self.search(game, seen, side, stream);
        self.settings.doubt = doubt;
        let tried = self.tree.edges_of(0).iter().filter(|edge| edge.child != NONE);
        Some(tried.map(|edge| (edge.action, self.tree.node(edge.child).mean())).collect())
    }
}

#[cfg(test)]
mod tests;
