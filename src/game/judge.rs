//! The trait [`Evaluate`]: the evaluation of positions and actions by named features.

use super::chance::Weighted;
use super::play::{Game, Moment};
use super::side::Side;

/// A named feature that a rulebook publishes and a bot file weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name used in bot files.
    pub name: &'static str,
    /// Its meaning, with its unit.
    pub meaning: &'static str,
}

/// The weights of one bot for one rulebook, in the order of [`Evaluate::APPRAISALS`] and [`Evaluate::FEATURES`]: one
/// for each, or none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    /// Weights of the features of an action. None are given by a bot that does not weight them, such as a script that
    /// only reads them: actions are then scored with the default weights of the rulebook, if it declares any.
    pub appraisal: Vec<f32>,
    /// Weights of the features of a quiet position. None are given by a bot that never evaluates a position.
    pub features: Vec<f64>,
}

/// Weights of which there are more or fewer than features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given} weights for {features} features of {what}")]
pub struct WrongWeights {
    /// What is weighted: an action or a position.
    pub what: &'static str,
    /// The number of weights.
    pub given: usize,
    /// The number of features.
    pub features: usize,
}

impl Weights {
    /// Checks that these are weights for a rulebook: as many as it has features, or none.
    ///
    /// # Errors
    /// How many are given, and how many features there are.
    pub fn check<G: Evaluate>(&self) -> Result<(), WrongWeights> {
        let parts = [
            ("an action", self.appraisal.len(), G::APPRAISALS.len()),
            ("a position", self.features.len(), G::FEATURES.len()),
        ];
        match parts.into_iter().find(|(_, given, features)| *given != 0 && given != features) {
            Some((what, given, features)) => Err(WrongWeights { what, given, features }),
            None => Ok(()),
        }
    }
}

/// The evaluation has two parts. *Features* describe a position and are computed at quiet positions only; the
/// *appraisal* scores one legal action by its expected effects, and is cheap.
pub trait Evaluate: Game {
    /// The features of a position. The first is always `victory`: 1 won, −1 lost, 0 undecided.
    const FEATURES: &'static [Named];
    /// The features of an action.
    const APPRAISALS: &'static [Named];

    /// The features that dice change immediately, used by the value function of luck-adjusted results.
    const STAKES: &'static [Named] = Self::FEATURES;

    /// Whether no reaction is pending and no dice are to be rolled, or the game is over.
    fn is_quiet(&self, state: &Self::State) -> bool;

    /// The features of a quiet position from the perspective of `side`, one for each of [`Evaluate::FEATURES`].
    /// Antisymmetric unless stated otherwise: what is good for one side is equally bad for the other.
    fn features(&self, state: &Self::State, side: Side, features: &mut [f64]);

    /// The luck features of any position, quiet or not, from the perspective of `side`, one for each of
    /// [`Evaluate::STAKES`]: antisymmetric, and cheap to compute.
    fn stakes(&self, state: &Self::State, side: Side, stakes: &mut [f64]) {
        self.features(state, side, stakes);
    }

    /// The features of a legal action for the deciding side, one for each of [`Evaluate::APPRAISALS`]. An action that
    /// only opens a choice may be scored by the best option of that choice: the best under `weights`.
    ///
    /// # Panics
    /// If `weights` are not those of this rulebook ([`Weights::check`]).
    fn score_action(&self, state: &Self::State, action: &Self::Action, weights: &Weights, appraisal: &mut [f32]);

    /// The weighted scores of all `actions`, in order. Rulebooks override it where the actions of a decision share
    /// work. A rulebook without default weights scores every action 0 if none are given.
    ///
    /// # Panics
    /// If `weights` are not those of this rulebook ([`Weights::check`]).
    fn score_actions(&self, state: &Self::State, actions: &[Self::Action], weights: &Weights, values: &mut Vec<f32>) {
        weights.check::<Self>().unwrap_or_else(|wrong| panic!("{wrong}: weights are checked before play"));
        values.clear();
        let mut appraisal = [0.0; 64];
        let appraisal = &mut appraisal[..Self::APPRAISALS.len()];
        for action in actions {
            appraisal.fill(0.0);
            self.score_action(state, action, weights, appraisal);
            values.push(appraisal.iter().zip(&weights.appraisal).map(|(number, weight)| number * weight).sum());
        }
    }

    /// As [`Evaluate::score_actions`]. In addition it returns, for each action that opens a choice and was scored by
    /// its best option, that option if it is unique: the next decision after the action is that choice, so that it need
    /// not be scored again.
    fn score_with_reply(
        &self,
        state: &Self::State,
        actions: &[Self::Action],
        weights: &Weights,
        values: &mut Vec<f32>,
        replies: &mut Vec<Option<Self::Action>>,
    ) {
        replies.clear();
        replies.resize(actions.len(), None);
        self.score_actions(state, actions, weights, values);
    }

    /// The weighted features of a position from the perspective of `side`.
    ///
    /// # Panics
    /// If `weights` has not one for each feature of a position.
    fn evaluate(&self, state: &Self::State, side: Side, weights: &Weights) -> f64 {
        assert_eq!(
            weights.features.len(),
            Self::FEATURES.len(),
            "positions are evaluated with a weight for each feature"
        );
        let mut features = [0.0; 64];
        let features = &mut features[..Self::FEATURES.len()];
        self.features(state, side, features);
        features.iter().zip(&weights.features).map(|(number, weight)| number * weight).sum()
    }

    /// Plays on to the next quiet position, each side by its best-scored action, all dice averaged exactly, and returns
    /// the mean of the weighted features from the perspective of `side`.
    fn quiescence_value(&self, state: &Self::State, side: Side, weights: &Weights) -> f64 {
        if self.is_quiet(state) {
            return self.evaluate(state, side, weights);
        }
        match self.moment(state) {
            Moment::Over(_) => self.evaluate(state, side, weights),
            Moment::Decide(_) => {
                let (mut actions, mut values) = (Vec::new(), Vec::new());
                self.legal_actions(state, &mut actions);
                self.score_actions(state, &actions, weights, &mut values);
                let mut best = 0;
                for (index, value) in values.iter().enumerate() {
                    if *value > values[best] {
                        best = index;
                    }
                }
                let mut next = *state;
                self.apply(&mut next, actions[best]);
                self.quiescence_value(&next, side, weights)
            }
            Moment::Roll(_) => {
                let mut rolls: Vec<Weighted<Self::Roll>> = Vec::new();
                self.rolls(state, &mut rolls);
                let (mut sum, mut total) = (0.0, 0.0);
                for Weighted { roll, weight } in rolls {
                    let mut next = *state;
                    self.apply_roll(&mut next, roll);
                    sum += weight as f64 * self.quiescence_value(&next, side, weights);
                    total += weight as f64;
                }
                sum / total
            }
        }
    }
}
