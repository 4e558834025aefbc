//! The odds of a combat as data: what is asked, by names, and what a rulebook answers, as tables of exact counts. What
//! the words mean is the rulebook's business.

use super::ShowError;

/// A question for the exact odds of one combat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OddsQuery {
    /// The unit that attacks.
    pub attacker: String,
    /// The unit attacked.
    pub target: String,
    /// What is chosen within the combat, by the names of the rulebook's [`OddsOption`](super::weigh::OddsOption)s;
    /// whatever is not named is left at its default.
    pub choices: Vec<(String, String)>,
}

/// Why a question for odds has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsFault {
    /// There is no such unit, option or value.
    #[error("{0}")]
    Question(String),
    /// The rules know no such combat, or it cannot be weighed: with the rule.
    #[error("{0}")]
    Refused(String),
}

impl From<ShowError> for OddsFault {
    fn from(error: ShowError) -> OddsFault {
        OddsFault::Question(error.0)
    }
}

/// The answer: every choice with the value that was weighed, and a table for each roll.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsReport {
    /// The unit that attacks, in words.
    pub attacker: String,
    /// The unit attacked, in words.
    pub target: String,
    /// Who fights whom, in the words of the rulebook.
    pub title: String,
    /// Every choice, defaults included.
    pub choices: Vec<(&'static str, String)>,
    /// What is taken for granted whatever is chosen, in words; empty if nothing is.
    pub always: &'static str,
    /// What has to be known beside the figures, each with its rule: that the attack is illegal, that there is no answer
    /// …
    pub notes: Vec<String>,
    /// The rolls, in the order in which they fall.
    pub rolls: Vec<RollOdds>,
    /// Probabilities that belong to the whole combat.
    pub shares: Vec<OddsShare>,
}

/// A probability that belongs to a whole combat.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsShare {
    /// Its name in data.
    pub name: &'static str,
    /// What it is the probability of, as the beginning of a sentence.
    pub words: &'static str,
    /// The probability.
    pub value: Exact,
}

/// A fact behind the rows of a roll.
#[derive(Clone, Debug, PartialEq)]
pub enum OddsFact {
    /// A word.
    Word(String),
    /// A number.
    Number(u32),
    /// A probability.
    Share(Exact),
    /// Steps by which a number of dice came about.
    Steps(Vec<DiceStep>),
}

/// An exact probability: `count` of `total` equally likely results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Results that count.
    pub count: u128,
    /// All results.
    pub total: u128,
}

impl Exact {
    /// As a number between 0 and 1.
    pub fn value(self) -> f64 {
        self.count as f64 / self.total as f64
    }
}

/// One roll.
#[derive(Clone, Debug, PartialEq)]
pub struct RollOdds {
    /// What kind of roll it is: `attack`, `riposte` …
    pub kind: &'static str,
    /// Who rolls against whom, in words.
    pub title: String,
    /// With what probability it comes to this roll.
    pub rolled: Exact,
    /// The number of dice.
    pub dice: u32,
    /// What changed the number of dice: the rule, the number before and after.
    pub trail: Vec<DiceStep>,
    /// Facts behind the rows, by name.
    pub facts: Vec<(&'static str, OddsFact)>,
    /// The names of the quantities in each row.
    pub columns: &'static [&'static str],
    /// Each result with its count, in rising order; the counts sum to `total`.
    pub rows: Vec<(Vec<u32>, u128)>,
    /// All results.
    pub total: u128,
}

impl RollOdds {
    /// The probability of a row with this count.
    pub fn probability(&self, count: u128) -> f64 {
        Exact { count, total: self.total }.value()
    }

    /// The mean of each quantity over all results.
    pub fn means(&self) -> Vec<f64> {
        let mean = |column: usize| {
            self.rows.iter().map(|(values, count)| f64::from(values[column]) * self.probability(*count)).sum()
        };
        (0..self.columns.len()).map(mean).collect()
    }
}

/// One change of the number of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceStep {
    /// The rule that makes it.
    pub rule: &'static str,
    /// Dice before.
    pub before: i32,
    /// Dice after.
    pub after: i32,
}
