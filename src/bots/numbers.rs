//! The numbers of a bot file as such, for whoever searches better ones: where each stands, what it is, and what it may
//! be.

/// The table of a rulebook's section in which a number stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// In the section itself.
    Section,
    /// Weights of the numbers that describe an action.
    Appraisal,
    /// Weights of the numbers that describe a position.
    Features,
    /// How the bot searches.
    Search,
}

impl Part {
    /// All parts, in the order in which files have them.
    pub const ALL: [Part; 4] = [Part::Section, Part::Appraisal, Part::Features, Part::Search];

    /// The name of the table within the section; empty for the section itself.
    pub fn name(self) -> &'static str {
        match self {
            Part::Section => "",
            Part::Appraisal => "appraisal",
            Part::Features => "features",
            Part::Search => "search",
        }
    }
}

/// A number that a bot plays by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Where it stands.
    pub part: Part,
    /// Its key.
    pub name: &'static str,
    /// What it is; the default where the file does not say.
    pub value: f64,
    /// Whether it is a whole number.
    pub whole: bool,
    /// The least that it may be.
    pub low: f64,
    /// The most that it may be.
    pub high: f64,
}

impl Number {
    /// A weight, which may be any number.
    pub fn weight(part: Part, name: &'static str, value: f64) -> Number {
        let most = f64::from(f32::MAX);
        Number { part, name, value, whole: false, low: -most, high: most }
    }
}
