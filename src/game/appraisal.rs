//! Numbers by which a rulebook appraises an action: declared once with name, weight and meaning, added up and weighed.

/// Values of a rulebook's numbers, in the order in which they are declared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers<const COUNT: usize>(pub [f32; COUNT]);

impl<const COUNT: usize> Numbers<COUNT> {
    /// Nothing promised.
    pub const NONE: Numbers<COUNT> = Numbers([0.0; COUNT]);

    /// Adds to one number.
    #[inline]
    pub fn add(&mut self, number: usize, amount: f32) {
        self.0[number] += amount;
    }

    /// These numbers and others.
    #[inline]
    #[must_use]
    pub fn and(mut self, other: &Numbers<COUNT>) -> Numbers<COUNT> {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
        self
    }

    /// These numbers less others.
    #[inline]
    #[must_use]
    pub fn less(mut self, other: &Numbers<COUNT>) -> Numbers<COUNT> {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine -= theirs;
        }
        self
    }

    /// The weighed sum.
    #[inline]
    pub fn weigh(&self, weights: &[f32; COUNT]) -> f32 {
        self.0.iter().zip(weights).map(|(number, weight)| number * weight).sum()
    }
}

/// Declares the numbers of a rulebook: constant, name, weight in the shipped greedy bot, meaning.
macro_rules! appraisals {
    ($( $constant:ident = $name:literal, $weight:literal, $meaning:literal; )+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Position { $( $constant, )+ COUNT }

        $( #[doc = $meaning] pub const $constant: usize = Position::$constant as usize; )+

        /// How many numbers there are.
        pub const COUNT: usize = Position::COUNT as usize;

        /// A value for each number.
        pub type Numbers = $crate::game::appraisal::Numbers<COUNT>;

        /// A weight for each number.
        pub type ActionWeights = [f32; COUNT];

        /// The numbers by name.
        pub const NAMED: &[$crate::game::Named] = &[ $( $crate::game::Named { name: $name, meaning: $meaning }, )+ ];

        /// The weights of the shipped greedy bot: choices that an appraisal looks through are made by them where no
        /// others are given.
        pub const SHIPPED: ActionWeights = [ $( $weight, )+ ];
    };
}

pub(crate) use appraisals;
