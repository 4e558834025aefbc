//! The odds of a combat as data: what is asked, by names, and what a rulebook answers, as tables of exact counts. What the words mean is the rulebook's business.

/// A question for the exact odds of one combat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OddsQuery {
    /// The unit that attacks.
    pub attacker: String,
    /// The unit attacked.
    pub target: String,
    /// What is chosen within the combat, by name; whatever is not named is left at its default.
    pub choices: Vec<(&'static str, String)>,
    /// Whether the answer of the unit attacked is weighed too.
    pub riposte: bool,
}

/// The answer: every choice with the value that was weighed, and a table for each roll.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsReport {
    /// The unit that attacks, in words.
    pub attacker: String,
    /// The unit attacked, in words.
    pub target: String,
    /// Every choice, defaults included.
    pub choices: Vec<(&'static str, String)>,
    /// With what probability the unit attacked may strike back.
    pub may_riposte: Exact,
    /// The rolls, in the order in which they fall.
    pub rolls: Vec<RollOdds>,
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
    pub facts: Vec<(&'static str, String)>,
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
        let mean = |column: usize| self.rows.iter().map(|(values, count)| f64::from(values[column]) * self.probability(*count)).sum();
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
