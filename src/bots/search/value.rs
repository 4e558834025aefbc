//! The value of a position between 0 and 1: the outcome if the game is over, otherwise the weighted features through a
//! logistic curve.

use crate::game::{Evaluate, Moment, Side, Weights};

/// The weights of a bot for one rulebook, and the scale of the logistic curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Valuation {
    /// The weights.
    pub weights: Weights,
    /// The difference of weighted features that multiplies the odds of winning by e.
    pub scale: f64,
    /// How much less than half a point a draw is worth.
    pub contempt: f64,
}

impl Valuation {
    /// Weights and a scale, with a draw worth half a point.
    pub fn new(weights: Weights, scale: f64) -> Valuation {
        Valuation { weights, scale, contempt: 0.0 }
    }

    /// The value of a position to `side`: 1 for a win, 0 for a loss. Features are meant for quiet positions.
    pub fn value<G: Evaluate>(&self, game: &G, state: &G::State, side: Side) -> f64 {
        match game.moment(state) {
            Moment::Over(outcome) if outcome.winner.is_none() => outcome.score(side) - self.contempt,
            Moment::Over(outcome) => outcome.score(side),
            _ => self.squashed(game.evaluate(state, side, &self.weights)),
        }
    }

    /// Weighted features as a value between 0 and 1.
    pub fn squashed(&self, weighted: f64) -> f64 {
        1.0 / (1.0 + libm::exp(-weighted / self.scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::game::tree::Tree;

    #[test]
    fn an_end_is_worth_its_score_and_equal_chances_a_half() {
        let valuation = Valuation::new(Weights { appraisal: vec![1.0], features: vec![9.0, 1.0] }, 2.0);
        for (tree, value) in [("3", 1.0), ("-1", 0.0), ("0", 0.5), ("R(1 -1)", 0.5)] {
            let tree: Tree = tree.parse().unwrap();
            assert_eq!(valuation.value(&tree, &tree.initial(), Side::Red), value);
            assert_eq!(valuation.value(&tree, &tree.initial(), Side::Blue), 1.0 - value);
        }
        let contemptuous = Valuation { contempt: 0.2, ..valuation.clone() };
        for (tree, value) in [("3", 1.0), ("-1", 0.0), ("0", 0.3), ("R(1 -1)", 0.5)] {
            let tree: Tree = tree.parse().unwrap();
            assert_eq!(contemptuous.value(&tree, &tree.initial(), Side::Red), value, "a draw is worth less");
        }
        assert!((valuation.squashed(2.0) / valuation.squashed(-2.0) - std::f64::consts::E).abs() < 1e-12);
    }
}
