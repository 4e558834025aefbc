//! The features by which a rulebook scores an action: declared once with name, weight and meaning, then summed and
//! weighted.

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

/// Declares the features of a rulebook: constant, name, weight in the shipped greedy bot, meaning.
macro_rules! appraisals {
    ($( $constant:ident = $name:literal, $weight:literal, $meaning:literal; )+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Position { $( $constant, )+ COUNT }

        $( #[doc = $meaning] pub const $constant: usize = Position::$constant as usize; )+

        /// The number of features.
        pub const COUNT: usize = Position::COUNT as usize;

        /// A value for each feature.
        pub type Numbers = $crate::game::appraisal::Numbers<COUNT>;

        /// A weight for each feature.
        pub type ActionWeights = [f32; COUNT];

        /// The features by name.
        pub const NAMED: &[$crate::game::Named] = &[ $( $crate::game::Named { name: $name, meaning: $meaning }, )+ ];

        /// The weights of the shipped greedy bot: used for the look-ahead into later choices where no others are given.
        pub const SHIPPED: ActionWeights = [ $( $weight, )+ ];
    };
}

pub(crate) use appraisals;
