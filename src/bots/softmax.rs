//! A bot that errs like a human player: it overlooks some of the actions and evaluates the others imprecisely. It draws
//! from the softmax of the scores of those that it has noticed.

use super::budget::Budget;
use super::keys::Keys;
use super::kinds::SearchKind;
use super::search::{Valuation, softmax};
use super::{Bot, BotFault};
use crate::game::rng::Stream;
use crate::game::{Evaluate, Side};

/// The settings of a bot file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The difference in score that makes an action e times as likely; 0 takes the best.
    pub temperature: f64,
    /// The probability that an action is overlooked.
    pub overlook: f64,
}

impl SearchKind for Settings {
    const NAME: &'static str = "softmax";
    const SHIPPED: &'static str = "novice";
    const HAS_BUDGET: bool = false;

    fn build<G: Evaluate + 'static>(self, valuation: Valuation) -> Box<dyn Bot<G>> {
        Box::new(Softmax::<G>::new(self, valuation))
    }

    fn read(_budget: Budget, mut keys: Keys<'_>) -> Settings {
        let settings = Settings {
            temperature: keys.real("temperature", 1.0, 0.0..=1e3),
            overlook: keys.real("overlook", 0.0, 0.0..=1.0),
        };
        keys.done();
        settings
    }
}

/// Draws actions by their scores.
pub struct Softmax<G: Evaluate> {
    settings: Settings,
    valuation: Valuation,
    actions: Vec<G::Action>,
    noticed: Vec<G::Action>,
    values: Vec<f32>,
}

impl<G: Evaluate> Softmax<G> {
    /// A bot with these settings.
    pub fn new(settings: Settings, valuation: Valuation) -> Self {
        Softmax { settings, valuation, actions: Vec::new(), noticed: Vec::new(), values: Vec::new() }
    }
}

impl<G: Evaluate> Bot<G> for Softmax<G> {
    fn choose(&mut self, game: &G, seen: &G::State, _side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        let Settings { temperature, overlook } = self.settings;
        game.legal_actions(seen, &mut self.actions);
        self.noticed.clear();
        self.noticed.extend(self.actions.iter().filter(|_| stream.unit_interval() >= overlook));
        let from = if self.noticed.is_empty() { &self.actions } else { &self.noticed };
        game.score_actions(seen, from, &self.valuation.weights, &mut self.values);
        Ok(from[softmax(&self.values, temperature as f32, stream)])
    }

    fn evaluate_actions(
        &mut self,
        game: &G,
        seen: &G::State,
        _side: Side,
        _stream: &mut Stream,
    ) -> Option<Vec<(G::Action, f64)>> {
        game.legal_actions(seen, &mut self.actions);
        game.score_actions(seen, &self.actions, &self.valuation.weights, &mut self.values);
        Some(self.actions.iter().zip(&self.values).map(|(action, value)| (*action, f64::from(*value))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Key;
    use crate::game::tree::{Branch, Tree};
    use crate::game::{Game, Weights};

    /// How often each of three branches is chosen in 3,000 decisions.
    fn choices(temperature: f64, overlook: f64) -> [u32; 3] {
        let tree: Tree = "R(1:0 3:0 2:0)".parse().unwrap();
        let weights = Weights { appraisal: vec![1.0], features: vec![] };
        let mut bot = Softmax::new(Settings { temperature, overlook }, Valuation::new(weights, 1.0));
        let (mut counts, mut stream) = ([0; 3], Key::new(5).stream());
        for _ in 0..3000 {
            let Branch(branch) = bot.choose(&tree, &tree.initial(), Side::Red, &mut stream).unwrap();
            counts[branch] += 1;
        }
        counts
    }

    fn close(counts: [u32; 3], shares: [f64; 3]) {
        for (count, share) in counts.into_iter().zip(shares) {
            let (mean, deviation) = (3000.0 * share, (3000.0 * share * (1.0 - share)).sqrt());
            assert!((f64::from(count) - mean).abs() <= 6.0 * deviation, "{counts:?} for {shares:?}");
        }
    }

    #[test]
    fn actions_are_drawn_from_the_softmax_of_their_scores() {
        assert_eq!(choices(0.0, 0.0), [0, 3000, 0]);
        close(choices(1.0, 0.0), [0.0900, 0.6652, 0.2447]);
        close(choices(2.0, 0.0), [0.1863, 0.5065, 0.3072]);
    }

    #[test]
    fn an_overlooked_action_is_not_chosen_while_another_is_noticed() {
        // The best is overlooked half of the time, and the second best then again; with all overlooked all are noticed.
        close(choices(0.0, 0.5), [0.125, 0.625, 0.25]);
        assert_eq!(choices(0.0, 1.0), [0, 3000, 0]);
    }
}
