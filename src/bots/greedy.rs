//! The greedy bot: takes the action with the best weighted score; ties are broken by the bot's own random stream.

use super::search::Lookahead;
use super::{Bot, BotFault, FaultKind};
use crate::game::rng::Stream;
use crate::game::{Evaluate, Side, Weights};

/// Takes the action with the best score.
pub struct Greedy<G: Evaluate> {
    weights: Weights,
    actions: Vec<G::Action>,
    values: Vec<f32>,
    ahead: Lookahead<G>,
}

impl<G: Evaluate> Greedy<G> {
    /// A greedy bot with these weights.
    pub fn new(weights: Weights) -> Self {
        Greedy { weights, actions: Vec::new(), values: Vec::new(), ahead: Lookahead::default() }
    }

    fn score_action(&mut self, game: &G, seen: &G::State) {
        game.legal_actions(seen, &mut self.actions);
        game.score_with_reply(seen, &self.actions, &self.weights, &mut self.values, self.ahead.replies());
        debug_assert_eq!(self.actions.len(), self.values.len(), "every action is appraised");
    }
}

impl<G: Evaluate> Bot<G> for Greedy<G> {
    fn choose(&mut self, game: &G, seen: &G::State, _side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        if let Some(action) = self.ahead.known(seen) {
            return Ok(action);
        }
        self.score_action(game, seen);
        let best = self.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let equals = self.values.iter().filter(|value| **value == best).count() as u32;
        let nth = match equals {
            0 => return Err(BotFault::new(FaultKind::Crash, "no action has a value that is a number")),
            1 => 0,
            _ => stream.below(equals),
        };
        let mut chosen = (0..self.actions.len()).filter(|index| self.values[*index] == best);
        let chosen = chosen.nth(nth as usize).expect("the drawn number lies below the number of equals");
        let action = self.actions[chosen];
        if self.ahead.choose(&self.actions, chosen) {
            let mut next = *seen;
            game.apply(&mut next, action);
            self.ahead.arrive(action, &next);
        }
        Ok(action)
    }

    fn evaluate_actions(
        &mut self,
        game: &G,
        seen: &G::State,
        _side: Side,
        _stream: &mut Stream,
    ) -> Option<Vec<(G::Action, f64)>> {
        self.score_action(game, seen);
        Some(self.actions.iter().zip(&self.values).map(|(action, value)| (*action, f64::from(*value))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::rng::Key;
    use crate::game::tree::{Branch, Tree};

    fn choices(tree: &str, weight: f32) -> [u32; 3] {
        let tree: Tree = tree.parse().unwrap();
        let mut bot = Greedy::new(Weights { appraisal: vec![weight], features: vec![] });
        let mut counts = [0; 3];
        let mut stream = Key::new(5).stream();
        for _ in 0..1000 {
            let Branch(branch) = bot.choose(&tree, &tree.initial(), Side::Red, &mut stream).unwrap();
            counts[branch] += 1;
        }
        counts
    }

    #[test]
    fn the_best_score_is_taken() {
        assert_eq!(choices("R(1:0 3:0 2:0)", 1.0), [0, 1000, 0]);
        assert_eq!(choices("R(1:0 3:0 2:0)", -1.0), [1000, 0, 0]);
    }

    #[test]
    fn equals_are_taken_equally_often() {
        let [first, second, third] = choices("R(2:0 1:0 2:0)", 1.0);
        assert_eq!(second, 0);
        // 1,000 draws of a half: six standard deviations are 95.
        assert!(first.abs_diff(500) < 95 && third.abs_diff(500) < 95, "{first} and {third}");
    }

    #[test]
    fn a_value_that_is_no_number_is_a_fault() {
        let tree: Tree = "R(1:0 3:0)".parse().unwrap();
        let mut bot = Greedy::new(Weights { appraisal: vec![f32::NAN], features: vec![] });
        assert!(bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(5).stream()).is_err());
    }
}
