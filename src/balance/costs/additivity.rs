//! Tests of additivity: does the tenth of a troop add as much as the first (squares), do arms support each other
//! (products of pairs)? Each is a feature omitted from the regression, tested by its score.

use super::fit::Fit;
use super::meeting::Encounter;
use crate::game::{Composition, Parameter, Troop};
use crate::stats::{Added, Joint, benjamini_hochberg, score_tests};

/// The kind of a departure from additivity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum SuspectKind {
    /// The square of a number.
    Square,
    /// The product of the numbers of two arms.
    Pair,
}

impl SuspectKind {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A possible departure from additivity.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// Its kind.
    pub kind: SuspectKind,
    /// Its subject: a troop or parameter, or two arms.
    pub name: String,
    /// The test; `None` where it is not identifiable.
    pub added: Option<Added>,
    /// Its p-value, adjusted for all departures tested.
    pub p_adjusted: Option<f64>,
}

impl Suspect {
    /// The change of the win rate of even armies per standard deviation of the omitted feature.
    pub fn effect(&self) -> Option<f64> {
        self.added.map(|added| added.coefficient * added.spread / 4.0)
    }

    /// Whether it is significant.
    pub fn matters(&self) -> bool {
        self.p_adjusted.is_some_and(|p| p <= 0.05)
    }
}

/// The tests of all departures.
#[derive(Clone, Debug, PartialEq)]
pub struct Additivity {
    /// The single tests.
    pub suspects: Vec<Suspect>,
    /// All squares together.
    pub squares: Joint,
    /// All pairs together.
    pub pairs: Joint,
}

/// Tests for departures from additivity.
pub fn additivity(fit: &Fit, encounters: &[Encounter], troops: &[Troop], parameters: &[Parameter]) -> Additivity {
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
    for parameter in (0..parameters.len()).filter(|parameter| fit.parameter(*parameter).is_some()) {
        names.push((SuspectKind::Square, parameters[parameter].name.clone()));
        columns.push(difference(&|army| f64::from(army.parameters[parameter]) * f64::from(army.parameters[parameter])));
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
