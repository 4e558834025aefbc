//! One iteration: descent by UCT, expansion, evaluation by a rollout, and backup.

use super::tree::{Edge, Id, NONE, NodeKind};
use super::{Chance, Mcts, Search, Settings};
use crate::bots::search::Ranked;
use crate::game::rng::Stream;
use crate::game::{Evaluate, Weighted};

impl<G: Evaluate> Mcts<G> {
    /// Performs one iteration from `top`, where the edge to follow may be given, and returns the number of positions
    /// evaluated.
    pub(super) fn iterate(
        &mut self,
        game: &G,
        top: Id,
        first: Option<usize>,
        search: Search,
        stream: &mut Stream,
    ) -> u32 {
        self.path.clear();
        let mut id = top;
        // In open loop the position diverges from that of the node once dice have been rolled, so it is carried along.
        let mut carried = (self.settings.chance == Chance::OpenLoop).then(|| self.tree.node(top).state);
        let mut rolled = false;
        let (value, valued) = loop {
            self.path.push(id);
            let node = self.tree.node(id);
            match (node.kind, self.settings.chance) {
                (NodeKind::End, _) => {
                    break (self.valuation.value(game, carried.as_ref().unwrap_or(&node.state), search.side), 1);
                }
                (NodeKind::Chance, Chance::Exact) if node.below == NONE => {
                    break self.open_throw(game, id, search, stream);
                }
                (NodeKind::Chance, Chance::Exact) => id = self.least_visited(id),
                (NodeKind::Chance, Chance::Sampled) => id = self.after_roll(game, id, stream),
                (NodeKind::Chance, Chance::OpenLoop) => {
                    let state = carried.as_mut().expect("open loop carries the position");
                    self.play_on.roll(game, state, stream);
                    rolled = true;
                    id = self.below(game, id, state);
                }
                (NodeKind::Decide(_), _) => {
                    let state = carried.unwrap_or(node.state);
                    if id != top {
                        let beyond =
                            search.last.is_some_and(|last| game.player_turn(&state) >= last) && game.is_quiet(&state);
                        if beyond && node.visits > 0 && carried.is_none() {
                            break (node.mean(), 1);
                        }
                        if beyond || node.visits == 0 {
                            break (self.value_of(game, state, search, stream), 1);
                        }
                    }
                    self.open(game, id);
                    let given = first.filter(|_| id == top).map(|edge| self.tree.node(id).first_edge as usize + edge);
                    let chosen = given.or_else(|| self.select(game, id, search, carried.as_ref().filter(|_| rolled)));
                    let Some(edge) = chosen else {
                        break (self.value_of(game, state, search, stream), 1);
                    };
                    let Edge { action, child, .. } = self.tree.edges[edge];
                    if let Some(state) = &mut carried {
                        self.play_on.apply(game, state, action);
                        id = self.along(game, edge, state);
                    } else if child == NONE {
                        let mut state = state;
                        self.play_on.apply(game, &mut state, action);
                        id = self.tree.add(game, state);
                        self.tree.edges[edge].child = id;
                    } else {
                        id = child;
                    }
                }
            }
        };
        self.back_up(value);
        valued
    }

    /// In open loop, the node below a throw for a position of the same kind.
    fn below(&mut self, game: &G, throw: Id, state: &G::State) -> Id {
        let first = self.tree.node(throw).below;
        self.alike(game, first, state).unwrap_or_else(|| {
            let id = self.tree.add(game, *state);
            self.tree.attach(throw, id);
            id
        })
    }

    /// In open loop, the node at the end of an edge for a position of the same kind.
    fn along(&mut self, game: &G, edge: usize, state: &G::State) -> Id {
        let first = self.tree.edges[edge].child;
        self.alike(game, first, state).unwrap_or_else(|| {
            let id = self.tree.add(game, *state);
            self.tree.node_mut(id).next = first;
            self.tree.edges[edge].child = id;
            id
        })
    }

    /// The node of a list that has the same kind as this position.
    fn alike(&self, game: &G, first: Id, state: &G::State) -> Option<Id> {
        let kind = NodeKind::of(game, state);
        self.tree.list(first).find(|id| self.tree.node(*id).kind == kind)
    }

    /// Adds a value to every node on the path.
    fn back_up(&mut self, mut value: f64) {
        for step in (0..self.path.len()).rev() {
            let id = self.path[step];
            let node = self.tree.node_mut(id);
            node.visits += 1;
            node.total += value;
            if node.kind == NodeKind::Chance && self.settings.chance == Chance::Exact {
                let below = self.tree.node(id).below;
                value = self.tree.list(below).map(|id| self.tree.node(id).share * self.tree.node(id).mean()).sum();
                let node = self.tree.node_mut(id);
                node.total = value * f64::from(node.visits);
            }
        }
    }

    /// Lists the actions of a node, if that has not been done.
    pub(super) fn open(&mut self, game: &G, id: Id) {
        let node = self.tree.node(id);
        if node.edges > 0 {
            return;
        }
        self.ranked.clear();
        self.play_on.rank(game, &node.state, &self.valuation.weights, self.settings.actions, &mut self.ranked);
        let first_edge = self.tree.edges.len();
        let (best, heat) = (self.ranked[0].score, self.settings.temperature as f32);
        let weight = |score: f32| libm::expf((score - best) / heat);
        let total: f32 = self.ranked.iter().map(|ranked| weight(ranked.score)).sum();
        let edge = |ranked: &Ranked<G::Action>| Edge {
            action: ranked.action,
            prior: weight(ranked.score) / total,
            child: NONE,
        };
        self.tree.edges.extend(self.ranked.iter().map(edge));
        let edges = (self.tree.edges.len() - first_edge) as u32;
        let node = self.tree.node_mut(id);
        (node.first_edge, node.edges) = (first_edge as u32, edges);
    }

    /// The edge to follow: an open one not tried yet, or the one with the best upper bound. After a roll in open loop
    /// only actions that are legal in the current position count; `None` if none is left.
    fn select(&self, game: &G, id: Id, search: Search, rolled: Option<&G::State>) -> Option<usize> {
        let Settings { widen, widen_power, explore, bias, .. } = self.settings;
        let node = self.tree.node(id);
        let NodeKind::Decide(decider) = node.kind else { unreachable!("edges are those of decisions") };
        let visits = f64::from(node.visits.max(1));
        let open = (widen * libm::pow(visits, widen_power)).max(1.0);
        let open = (node.edges as usize).min(open as usize);
        let log = libm::log(visits);
        let mut illegal = 0u64;
        loop {
            let mut best = None;
            let mut most = f64::NEG_INFINITY;
            for (index, edge) in self.tree.edges_of(id)[..open].iter().enumerate() {
                if illegal >> index & 1 == 1 {
                    continue;
                }
                let (visits, total) = self.tree.list(edge.child).fold((0, 0.0), |(visits, total), child| {
                    let child = self.tree.node(child);
                    (visits + child.visits, total + child.total)
                });
                if visits == 0 {
                    best = Some(index);
                    break;
                }
                let mean = total / f64::from(visits);
                let mean = if decider == search.side { mean } else { 1.0 - mean };
                let bound = mean
                    + explore * libm::sqrt(log / f64::from(visits))
                    + bias * f64::from(edge.prior) / f64::from(visits + 1);
                if bound > most {
                    (best, most) = (Some(index), bound);
                }
            }
            let index = best?;
            let edge = node.first_edge as usize + index;
            match rolled {
                Some(state) if game.check(state, &self.tree.edges[edge].action).is_err() => illegal |= 1 << index,
                _ => return Some(edge),
            }
        }
    }

    /// The value of a position after a rollout.
    fn value_of(&mut self, game: &G, state: G::State, search: Search, stream: &mut Stream) -> f64 {
        let last = search.last.unwrap_or(0);
        self.play_on.value_after(game, state, search.side, &self.valuation, last, stream)
    }

    /// Rolls the dice of a throw and returns the node of the result.
    fn after_roll(&mut self, game: &G, throw: Id, stream: &mut Stream) -> Id {
        let mut state = self.tree.node(throw).state;
        let roll = game.sample(&state, stream);
        let known = self.tree.list(self.tree.node(throw).below).find(|id| self.tree.node(*id).roll == Some(roll));
        known.unwrap_or_else(|| {
            self.play_on.apply_roll(game, &mut state, roll);
            let id = self.tree.add(game, state);
            self.tree.node_mut(id).roll = Some(roll);
            self.tree.attach(throw, id);
            id
        })
    }

    /// Lists all rolls of a throw and evaluates the position after each; returns the mean and the number of rolls.
    fn open_throw(&mut self, game: &G, throw: Id, search: Search, stream: &mut Stream) -> (f64, u32) {
        let from = self.tree.node(throw).state;
        let mut rolls = std::mem::take(&mut self.rolls);
        game.rolls(&from, &mut rolls);
        let sum: f64 = rolls.iter().map(|roll| roll.weight as f64).sum();
        let mut mean = 0.0;
        for Weighted { roll, weight } in &rolls {
            let mut state = from;
            self.play_on.apply_roll(game, &mut state, *roll);
            let value = self.value_of(game, state, search, stream);
            let id = self.tree.add(game, state);
            let node = self.tree.node_mut(id);
            (node.roll, node.share, node.visits, node.total) = (Some(*roll), *weight as f64 / sum, 1, value);
            mean += node.share * value;
            self.tree.attach(throw, id);
        }
        let valued = rolls.len() as u32;
        self.rolls = rolls;
        (mean, valued)
    }

    /// The roll of a throw with the fewest visits relative to its weight.
    fn least_visited(&self, throw: Id) -> Id {
        let total = f64::from(self.tree.node(throw).visits + 1);
        let mut least = (NONE, f64::NEG_INFINITY);
        for id in self.tree.list(self.tree.node(throw).below) {
            let node = self.tree.node(id);
            let owed = node.share * total - f64::from(node.visits - 1);
            if owed > least.1 {
                least = (id, owed);
            }
        }
        least.0
    }
}
