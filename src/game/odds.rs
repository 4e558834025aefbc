//! The odds of a combat as data: the query, by names, and a rulebook's answer, as tables of exact counts. The meaning
//! of the names is up to the rulebook.

use super::ShowError;

/// A query for the exact odds of one combat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OddsQuery {
    /// The attacking unit.
    pub attacker: String,
    /// The target unit.
    pub target: String,
    /// The choices within the combat, by the names of the rulebook's [`OddsOption`](super::combat_odds::OddsOption)s;
    /// the others keep their defaults.
    pub choices: Vec<(String, String)>,
}

/// Why a query cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsFault {
    /// There is no such unit, option or value.
    #[error("{0}")]
    Question(String),
    /// The rules allow no such combat, or its odds cannot be computed; names the rule.
    #[error("{0}")]
    Refused(String),
}

impl From<ShowError> for OddsFault {
    fn from(error: ShowError) -> OddsFault {
        OddsFault::Question(error.0)
    }
}

/// The answer: every choice with the value used, and a table for each roll.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsReport {
    /// The attacking unit, as text.
    pub attacker: String,
    /// The target unit, as text.
    pub target: String,
    /// The combatants, as text.
    pub title: String,
    /// Every choice, defaults included.
    pub choices: Vec<(&'static str, String)>,
    /// The assumptions that hold whatever is chosen, as text; empty if there are none.
    pub always: &'static str,
    /// Remarks on the figures, each with its rule: that the attack is illegal, that there is no riposte …
    pub notes: Vec<String>,
    /// The rolls, in order.
    pub rolls: Vec<RollOdds>,
    /// Probabilities of the whole combat.
    pub shares: Vec<OddsShare>,
}

/// A probability of the whole combat.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsShare {
    /// Its name in data.
    pub name: &'static str,
    /// The event that has this probability, as the beginning of a sentence.
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
    /// The steps by which a number of dice was reached.
    Steps(Vec<DiceStep>),
}

/// An exact probability: `count` of `total` equally likely results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The number of favourable results.
    pub count: u128,
    /// The number of all results.
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
    /// Its kind: `attack`, `riposte` …
    pub kind: &'static str,
    /// Which unit rolls against which, as text.
    pub title: String,
    /// The probability that this roll takes place.
    pub rolled: Exact,
    /// The number of dice.
    pub dice: u32,
    /// The changes of the number of dice: the rule, the number before and after.
    pub trail: Vec<DiceStep>,
    /// Facts behind the rows, by name.
    pub facts: Vec<(&'static str, OddsFact)>,
    /// The names of the quantities in each row.
    pub columns: &'static [&'static str],
    /// Each result with its count, in rising order; the counts sum to `total`.
    pub rows: Vec<(Vec<u32>, u128)>,
    /// The number of all results.
    pub total: u128,
}

impl RollOdds {
    /// The probability of a row with this count.
    pub fn probability(&self, count: u128) -> f64 {
        Exact { count, total: self.total }.value()
    }

    /// The probability that the first quantity is zero.
    pub fn none(&self) -> f64 {
        let is_none = |values: &Vec<u32>| values.first() == Some(&0);
        self.probability(self.rows.iter().filter(|(values, _)| is_none(values)).map(|(_, count)| count).sum())
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
    /// The rule.
    pub rule: &'static str,
    /// The number of dice before.
    pub before: i32,
    /// The number of dice after.
    pub after: i32,
}
