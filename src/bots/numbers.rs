//! The numbers of a bot file as parameters of an optimisation: location, value and bounds.

/// The table of a rulebook's section that contains a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum NumberTable {
    /// In the section itself.
    #[strum(serialize = "")]
    Section,
    /// Weights of the features of an action.
    Appraisal,
    /// Weights of the features of a position.
    Features,
    /// Search settings.
    Search,
}

impl NumberTable {
    /// The name of the table within the section; empty for the section itself.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A numeric parameter of a bot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Its location.
    pub part: NumberTable,
    /// Its key.
    pub name: &'static str,
    /// Its value; the default if the file does not set it.
    pub value: f64,
    /// Whether it is a whole number.
    pub whole: bool,
    /// Its lower bound.
    pub low: f64,
    /// Its upper bound.
    pub high: f64,
}

impl Number {
    /// A weight, which may be any number.
    pub fn weight(part: NumberTable, name: &'static str, value: f64) -> Number {
        let most = f64::from(f32::MAX);
        Number { part, name, value, whole: false, low: -most, high: most }
    }
}
