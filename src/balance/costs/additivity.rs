//! Whether strengths are sums: does the tenth of a troop add as much as the first (squares), do arms help each other
//! (pairs)? Each is a feature that the regression left out, tested by its score.

use super::fit::Fit;
use super::meeting::Encounter;
use crate::game::{Composition, Dial, Troop};
use crate::stats::{Added, Joint, benjamini_hochberg, score_tests};

/// What sort of departure from a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuspectKind {
    /// The square of a number.
    Square,
    /// The product of the numbers of two arms.
    Pair,
}

impl SuspectKind {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        match self {
            SuspectKind::Square => "square",
            SuspectKind::Pair => "pair",
        }
    }
}

/// A departure from a sum that was looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// Its sort.
    pub kind: SuspectKind,
    /// What it is about: a troop or dial, or two arms.
    pub name: String,
    /// The test; nothing where the games cannot tell.
    pub added: Option<Added>,
    /// Its chance if there is no such departure, adjusted for all that were looked for.
    pub p_adjusted: Option<f64>,
}

impl Suspect {
    /// By how much the win rate of even armies changes with one standard deviation of what is not a sum.
    pub fn effect(&self) -> Option<f64> {
        self.added.map(|added| added.coefficient * added.spread / 4.0)
    }

    /// Whether it is told apart from chance.
    pub fn matters(&self) -> bool {
        self.p_adjusted.is_some_and(|p| p <= 0.05)
    }
}

/// All departures that were looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Additivity {
    /// One by one.
    pub suspects: Vec<Suspect>,
    /// All squares together.
    pub squares: Joint,
    /// All pairs together.
    pub pairs: Joint,
}

/// Tests for departures from a sum.
pub fn additivity(fit: &Fit, encounters: &[Encounter], troops: &[Troop], dials: &[Dial]) -> Additivity {
    let mut arms: Vec<&str> = Vec::new();
    for troop in (0..troops.len()).filter(|troop| fit.troop(*troop).is_some()) {
        if !arms.contains(&troops[troop].arm.as_str()) {
            arms.push(&troops[troop].arm);
        }
    }
    let of_arm = |army: &Composition, arm: &str| -> f64 {
        army.counts.iter().zip(troops).filter(|(_, troop)| troop.arm == arm).map(|(count, _)| f64::from(*count)).sum()
    };
    let difference = |value: &dyn Fn(&Composition) -> f64| -> Vec<f64> {
        let of_meeting: Vec<f64> =
            encounters.iter().map(|one| value(&one.meeting.armies[0]) - value(&one.meeting.armies[1])).collect();
        fit.meetings.iter().map(|meeting| of_meeting[*meeting]).collect()
    };
    let (mut names, mut columns) = (Vec::new(), Vec::new());
    for troop in (0..troops.len()).filter(|troop| fit.troop(*troop).is_some()) {
        names.push((SuspectKind::Square, troops[troop].name.clone()));
        columns.push(difference(&|army| f64::from(army.counts[troop]) * f64::from(army.counts[troop])));
    }
    for dial in (0..dials.len()).filter(|dial| fit.dial(*dial).is_some()) {
        names.push((SuspectKind::Square, dials[dial].name.clone()));
        columns.push(difference(&|army| f64::from(army.dials[dial]) * f64::from(army.dials[dial])));
    }
    let squares = columns.len();
    for (index, one) in arms.iter().enumerate() {
        for other in &arms[index + 1..] {
            names.push((SuspectKind::Pair, format!("{one} with {other}")));
            columns.push(difference(&|army| of_arm(army, one) * of_arm(army, other)));
        }
    }
    let (of_squares, all_squares) = score_tests(&fit.rows, &fit.logistic, &columns[..squares]);
    let (of_pairs, all_pairs) = score_tests(&fit.rows, &fit.logistic, &columns[squares..]);
    let tests: Vec<Option<Added>> = of_squares.into_iter().chain(of_pairs).collect();
    let all_p_values: Vec<f64> = tests.iter().flatten().map(|added| added.p).collect();
    let mut adjusted = benjamini_hochberg(&all_p_values).into_iter();
    let suspect = |((kind, name), added): ((SuspectKind, String), Option<Added>)| {
        let p_adjusted = added.and_then(|_| adjusted.next());
        Suspect { kind, name, added, p_adjusted }
    };
    Additivity { suspects: names.into_iter().zip(tests).map(suspect).collect(), squares: all_squares, pairs: all_pairs }
}
