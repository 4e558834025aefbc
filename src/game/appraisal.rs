//! The features by which a rulebook scores an action: declared once with name, weight and meaning, then summed and
//! weighted.

use super::judge::{Weights, WrongWeights};

/// Values of a rulebook's features, in the order of their declaration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers<const COUNT: usize>(pub [f32; COUNT]);

impl<const COUNT: usize> Numbers<COUNT> {
    /// All features 0.
    pub const NONE: Numbers<COUNT> = Numbers([0.0; COUNT]);

    /// Adds to one feature.
    #[inline]
    pub fn add(&mut self, number: usize, amount: f32) {
        self.0[number] += amount;
    }

    /// The sum of these features and others.
    #[inline]
    #[must_use]
    pub fn and(mut self, other: &Numbers<COUNT>) -> Numbers<COUNT> {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
        self
    }

    /// The difference of these features and others.
    #[inline]
    #[must_use]
    pub fn less(mut self, other: &Numbers<COUNT>) -> Numbers<COUNT> {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine -= theirs;
        }
        self
    }

    /// The weighted sum.
    #[inline]
    pub fn weigh(&self, weights: &[f32; COUNT]) -> f32 {
        self.0.iter().zip(weights).map(|(number, weight)| number * weight).sum()
    }
}

/// The weights of a bot for the features of an action, `default` if it gives none.
///
/// # Panics
/// If there are more or fewer weights than features: weights are checked before play ([`Weights::check`]).
#[inline]
pub fn action_weights<const COUNT: usize>(weights: &Weights, default: &[f32; COUNT]) -> [f32; COUNT] {
    if weights.appraisal.is_empty() {
        return *default;
    }
    let given = weights.appraisal.len();
    let wrong = |_| panic!("{}", WrongWeights { what: "an action", given, features: COUNT });
    weights.appraisal.as_slice().try_into().unwrap_or_else(wrong)
}

/// Declares named numbers: constant, name, meaning. Each constant is the position of its number.
macro_rules! features {
    ($( $constant:ident = $name:literal, $meaning:literal; )+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Position { $( $constant, )+ COUNT }

        $( #[doc = $meaning] pub const $constant: usize = Position::$constant as usize; )+

        /// The number of features.
        pub const COUNT: usize = Position::COUNT as usize;

        /// The features by name.
        pub const NAMED: &[$crate::game::Named; COUNT] =
            &[ $( $crate::game::Named { name: $name, meaning: $meaning }, )+ ];
    };
}

pub(crate) use features;

/// Declares the features of actions in a rulebook: constant, name, weight in the shipped greedy bot, meaning.
macro_rules! appraisals {
    ($( $constant:ident = $name:literal, $weight:literal, $meaning:literal; )+) => {
        $crate::game::appraisal::features! { $( $constant = $name, $meaning; )+ }

        /// A value for each feature.
        pub type Numbers = $crate::game::appraisal::Numbers<COUNT>;

        /// A weight for each feature.
        pub type ActionWeights = [f32; COUNT];

        /// The weights of the shipped greedy bot: the default where none are given.
        pub const SHIPPED: ActionWeights = [ $( $weight, )+ ];
    };
}

pub(crate) use appraisals;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tree::Tree;

    fn weights(appraisal: &[f32]) -> Weights {
        Weights { appraisal: appraisal.to_vec(), features: Vec::new() }
    }

    #[test]
    fn no_weights_are_the_default_and_a_weight_for_each_feature_replaces_it() {
        assert_eq!(action_weights(&weights(&[]), &[1.0, 2.0]), [1.0, 2.0]);
        assert_eq!(action_weights(&weights(&[0.0, 3.0]), &[1.0, 2.0]), [0.0, 3.0]);
    }

    #[test]
    #[should_panic(expected = "1 weights for 2 features of an action")]
    fn weights_of_another_number_are_not_filled_up() {
        action_weights(&weights(&[3.0]), &[1.0, 2.0]);
    }

    #[test]
    fn weights_of_another_number_are_refused_before_play() {
        let wrong = |what, given, features| Err(WrongWeights { what, given, features });
        assert_eq!(weights(&[]).check::<Tree>(), Ok(()));
        assert_eq!(weights(&[1.0]).check::<Tree>(), Ok(()));
        assert_eq!(weights(&[1.0, 1.0]).check::<Tree>(), wrong("an action", 2, 1));
        let features = Weights { features: vec![1.0], ..Weights::default() };
        assert_eq!(features.check::<Tree>(), wrong("a position", 1, 2));
    }
}
