//! Rollouts by the greedy policy: both sides take the best-scored action, or the enemy a reply that is drawn; dice are
//! sampled. Also ranks the actions of a decision by score.

use super::{Assumptions, Lookahead, Valuation};
use crate::game::rng::Stream;
use crate::game::{Evaluate, Moment, Side, Weights};

/// An action and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<A> {
    /// The action.
    pub action: A,
    /// Its weighted score.
    pub score: f32,
}

/// Reusable buffers for rollouts; counts what is applied.
pub struct PlayOn<G: Evaluate> {
    actions: Vec<G::Action>,
    values: Vec<f32>,
    order: Vec<u32>,
    ahead: Lookahead<G>,
    enemy: Option<Enemy>,
    /// Actions and rolls applied since this was last set to 0.
    pub applied: u64,
}

/// A side whose replies are drawn.
#[derive(Clone, Copy)]
struct Enemy {
    side: Side,
    temperature: f32,
    wait: f64,
    /// The player-turn that was entered last, and whether it waits in it.
    waiting: Option<(u32, bool)>,
}

impl<G: Evaluate> Default for PlayOn<G> {
    fn default() -> Self {
        let (actions, values, order) = (Vec::new(), Vec::new(), Vec::new());
        PlayOn { actions, values, order, ahead: Lookahead::default(), enemy: None, applied: 0 }
    }
}

impl<G: Evaluate> PlayOn<G> {
    /// Searches for a side: the other side replies as assumed.
    pub fn assume(&mut self, assumptions: &Assumptions, side: Side) {
        let Assumptions { reply_temperature, reply_wait, .. } = *assumptions;
        let draws = reply_temperature > 0.0 || reply_wait > 0.0;
        let (side, temperature) = (side.other(), reply_temperature as f32);
        self.enemy = draws.then_some(Enemy { side, temperature, wait: reply_wait, waiting: None });
    }

    /// The player-turn of the enemy for which it was drawn last whether it waits, and what was drawn; `None` before
    /// that. A search that leaves a line restores it for the next one, so that all draw alike.
    pub fn waiting(&self) -> Option<(u32, bool)> {
        self.enemy.and_then(|enemy| enemy.waiting)
    }

    /// Restores what [`PlayOn::waiting`] has returned; `None` discards what was drawn.
    pub fn set_waiting(&mut self, waiting: Option<(u32, bool)>) {
        self.enemy = self.enemy.map(|enemy| Enemy { waiting, ..enemy });
    }

    /// Applies an action, and counts it.
    #[inline]
    pub fn apply(&mut self, game: &G, state: &mut G::State, action: G::Action) {
        self.applied += 1;
        game.apply(state, action);
        self.ahead.arrive(action, state);
    }

    /// Applies a roll, and counts it.
    #[inline]
    pub fn apply_roll(&mut self, game: &G, state: &mut G::State, roll: G::Roll) {
        self.applied += 1;
        game.apply_roll(state, roll);
    }

    /// Rolls the dice of the current throw.
    pub fn roll(&mut self, game: &G, state: &mut G::State, stream: &mut Stream) {
        let roll = game.sample(state, stream);
        self.apply_roll(game, state, roll);
    }

    /// The best-scored action, the first in case of a tie.
    pub fn best(&mut self, game: &G, state: &G::State, weights: &Weights) -> G::Action {
        if let Some(action) = self.ahead.known(state) {
            return action;
        }
        game.legal_actions(state, &mut self.actions);
        game.score_with_reply(state, &self.actions, weights, &mut self.values, self.ahead.replies());
        let mut best = 0;
        for (index, value) in self.values.iter().enumerate() {
            if *value > self.values[best] {
                best = index;
            }
        }
        self.ahead.choose(&self.actions, best);
        self.actions[best]
    }

    /// The action of a side in a rollout: the best-scored one, or a drawn reply of the enemy.
    pub fn policy(
        &mut self,
        game: &G,
        state: &G::State,
        side: Side,
        weights: &Weights,
        stream: &mut Stream,
    ) -> G::Action {
        match self.enemy {
            Some(enemy) if enemy.side == side && !game.in_set_up(state) => {
                self.draw(game, state, enemy, weights, stream)
            }
            _ => self.best(game, state, weights),
        }
    }

    fn draw(&mut self, game: &G, state: &G::State, enemy: Enemy, weights: &Weights, stream: &mut Stream) -> G::Action {
        let waits = self.waits(game, state, enemy, stream);
        if !waits && enemy.temperature == 0.0 {
            return self.best(game, state, weights);
        }
        game.legal_actions(state, &mut self.actions);
        if waits {
            let is_idle = |action: &G::Action| G::KINDS[game.kind(action)].idle;
            if self.actions.iter().any(is_idle) {
                self.actions.retain(is_idle);
            }
        }
        game.score_actions(state, &self.actions, weights, &mut self.values);
        self.actions[softmax(&self.values, enemy.temperature, stream)]
    }

    /// Whether the enemy waits in this player-turn of its own: drawn at its first decision in it.
    fn waits(&mut self, game: &G, state: &G::State, enemy: Enemy, stream: &mut Stream) -> bool {
        if enemy.wait == 0.0 || game.active_side(state) != enemy.side {
            return false;
        }
        let turn = game.player_turn(state);
        match enemy.waiting.filter(|(drawn_in, _)| *drawn_in == turn) {
            Some((_, waits)) => waits,
            None => {
                let waits = stream.unit_interval() < enemy.wait;
                self.enemy = Some(Enemy { waiting: Some((turn, waits)), ..enemy });
                waits
            }
        }
    }

    /// Adds to `ranked` the `most` best-scored actions, best first, ties in the order of the list.
    pub fn rank(
        &mut self,
        game: &G,
        state: &G::State,
        weights: &Weights,
        most: usize,
        ranked: &mut Vec<Ranked<G::Action>>,
    ) {
        game.legal_actions(state, &mut self.actions);
        game.score_actions(state, &self.actions, weights, &mut self.values);
        self.order.clear();
        self.order.extend(0..self.actions.len() as u32);
        let values = &self.values;
        let better = |a: &u32, b: &u32| values[*b as usize].total_cmp(&values[*a as usize]).then(a.cmp(b));
        if most < self.order.len() {
            self.order.select_nth_unstable_by(most, better);
            self.order.truncate(most);
        }
        self.order.sort_unstable_by(better);
        ranked.extend(
            self.order
                .iter()
                .map(|index| Ranked { action: self.actions[*index as usize], score: values[*index as usize] }),
        );
    }

    /// Plays on until the player-turn `last` has begun, and further to the next quiet position; with 0 only to the
    /// latter.
    pub fn play_on(&mut self, game: &G, state: &mut G::State, weights: &Weights, last: u32, stream: &mut Stream) {
        // What was drawn in an earlier rollout is discarded.
        self.set_waiting(None);
        loop {
            match game.moment(state) {
                Moment::Over(_) => return,
                _ if game.player_turn(state) >= last && game.is_quiet(state) => return,
                Moment::Roll(_) => self.roll(game, state, stream),
                Moment::Decide(side) => {
                    let action = self.policy(game, state, side, weights, stream);
                    self.apply(game, state, action);
                }
            }
        }
    }

    /// Plays on like [`PlayOn::play_on`] and returns the value of the final position to `side`.
    pub fn value_after(
        &mut self,
        game: &G,
        mut state: G::State,
        side: Side,
        valuation: &Valuation,
        last: u32,
        stream: &mut Stream,
    ) -> f64 {
        self.play_on(game, &mut state, &valuation.weights, last, stream);
        valuation.value(game, &state, side)
    }
}

/// The index of an action drawn from the softmax of the values; the best at temperature 0.
pub fn softmax(values: &[f32], temperature: f32, stream: &mut Stream) -> usize {
    let mut best = 0;
    for (index, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = index;
        }
    }
    if temperature == 0.0 {
        return best;
    }
    let weight = |value: &f32| f64::from(libm::expf((value - values[best]) / temperature));
    let total: f64 = values.iter().map(weight).sum();
    let mut left = stream.unit_interval() * total;
    for (index, value) in values.iter().enumerate() {
        left -= weight(value);
        if left < 0.0 {
            return index;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::rng::Key;
    use crate::game::tree::{Branch, Tree};

    fn valuation() -> Valuation {
        Valuation::new(Weights { appraisal: vec![1.0], features: vec![1.0, 0.0] }, 1.0)
    }

    #[test]
    fn both_sides_take_the_best_scored_action() {
        let tree: Tree = "R(2:B(1:1 5:-1) 1:1)".parse().unwrap();
        let mut play_on = PlayOn::default();
        let mut stream = Key::new(1).stream();
        assert_eq!(play_on.value_after(&tree, tree.initial(), Side::Red, &valuation(), 9, &mut stream), 0.0);
        assert_eq!(play_on.applied, 2);
    }

    #[test]
    fn playing_on_ends_with_the_turn_and_where_the_position_is_quiet() {
        // Every step is a turn of its own; a position before dice is not quiet.
        let tree: Tree = "R(2:*(1:B(1 1)) 1:1)".parse().unwrap();
        for (last, applied) in [(0, 0), (1, 2), (2, 2), (3, 3)] {
            let mut play_on = PlayOn::default();
            play_on.value_after(&tree, tree.initial(), Side::Red, &valuation(), last, &mut Key::new(1).stream());
            assert_eq!(play_on.applied, applied, "to turn {last}");
        }
    }

    #[test]
    fn ranks_are_by_score_and_ties_keep_their_order() {
        let tree: Tree = "R(1:0 3:0 3:0 2:0)".parse().unwrap();
        for most in 1..6 {
            let mut ranked = Vec::new();
            PlayOn::default().rank(&tree, &tree.initial(), &valuation().weights, most, &mut ranked);
            let order: Vec<usize> = ranked
                .iter()
                .map(|ranked| {
                    let Branch(branch) = ranked.action;
                    branch
                })
                .collect();
            assert_eq!(order, [1, 2, 3, 0][..most.min(4)]);
        }
    }

    #[test]
    fn a_drawn_reply_follows_the_softmax_and_the_own_side_takes_the_best() {
        let tree: Tree = "R(2:B(1:1 2:-1) 1:0)".parse().unwrap();
        let mut play_on = PlayOn::default();
        play_on.assume(&Assumptions { reply_temperature: 1.0, ..Assumptions::NONE }, Side::Red);
        let mut stream = Key::new(1).stream();
        let won: f64 = (0..4000)
            .map(|_| play_on.value_after(&tree, tree.initial(), Side::Red, &valuation(), 9, &mut stream))
            .sum();
        // 1 / (1 + e) of 4,000 are 1,076; six standard deviations are 168.
        assert!((won - 1076.0).abs() < 168.0, "{won}");
    }
}
