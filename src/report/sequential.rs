//! `sequential.csv` and its lines on the screen: the result of a run with a stopping rule.

use super::csv::{Cells, Row, Sheet};
use super::folder::Folder;
use super::format::{count, fixed, rate};
use crate::balance::SequentialVerdict;
use crate::stats::Decision;
use crate::tournament::StopRule;
use std::io;

/// The name of the file.
pub const NAME: &str = "sequential.csv";

fn decision(verdict: &SequentialVerdict) -> &'static str {
    match (verdict.rule, verdict.decision) {
        (StopRule::HalfWidth { .. }, _) => "narrow",
        (_, Decision::Upper) => "confirmed",
        (_, Decision::Lower) => "refuted",
        (_, Decision::GoOn | Decision::Capped) => "undecided",
    }
}

impl Row for SequentialVerdict {
    const COLUMNS: &'static [&'static str] = &[
        "first",
        "second",
        "pairs",
        "decision",
        "log_likelihood_ratio",
        "lower_bound",
        "upper_bound",
        "rate",
        "rate_low",
        "rate_high",
        "plain_rate",
        "elo",
        "elo_low",
        "elo_high",
    ];

    fn write(&self, cells: &mut Cells) {
        self.names.iter().for_each(|name| cells.put(name));
        cells.put(self.pairs);
        cells.put(decision(self));
        cells.put_option(self.ratio.map(|(ratio, _)| fixed(ratio, 4)));
        cells.put_option(self.ratio.map(|(_, [lower, _])| fixed(lower, 4)));
        cells.put_option(self.ratio.map(|(_, [_, upper])| fixed(upper, 4)));
        for share in [self.estimate.point, self.estimate.low, self.estimate.high, self.plain] {
            cells.put(fixed(share, 6));
        }
        for elo in [self.elo.map(|elo| elo.point), self.elo.map(|elo| elo.low), self.elo.map(|elo| elo.high)] {
            cells.put_option(elo.map(|elo| fixed(elo, 2)));
        }
    }
}

/// Writes the file.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Folder, verdict: &SequentialVerdict) -> io::Result<()> {
    let mut sheet = Sheet::begin::<SequentialVerdict>(folder.part(NAME)?)?;
    sheet.row(verdict)?;
    sheet.finish()?.finish()
}

/// The same for the screen.
pub fn render(verdict: &SequentialVerdict) -> String {
    let SequentialVerdict { names: [first, second], pairs, estimate, plain, elo, .. } = verdict;
    let StopRule::Sprt { elo0, elo1, .. } = verdict.rule else {
        return format!("Stopped after {}, when the intervals were narrow enough.\n", count(*pairs, "pair"));
    };
    let said = match verdict.decision {
        Decision::Upper => format!("is nearer to {elo1} Elo points ahead than to {elo0}"),
        Decision::Lower => format!("is nearer to {elo0} Elo points ahead than to {elo1}"),
        Decision::GoOn | Decision::Capped => {
            format!("is not shown to be nearer to {elo0} or to {elo1} Elo points ahead")
        }
    };
    let (ratio, [lower, upper]) = verdict.ratio.unwrap_or((0.0, [0.0; 2]));
    let ratio = format!("{} of {} … {}", fixed(ratio, 2), fixed(lower, 2), fixed(upper, 2));
    let ahead = elo.map_or(String::new(), |elo| {
        format!(", {} ± {} Elo points ahead", fixed(elo.point, 1), fixed(elo.half_width(), 1))
    });
    let corrected = match elo {
        Some(_) => format!(
            "Corrected for optional stopping, {first} scores {}{ahead}; the raw rate of {} % is biased.",
            rate(estimate).trim_start(),
            fixed(plain * 100.0, 1),
        ),
        None => format!("All pairs had the same result: {first} scores {}.", rate(estimate).trim_start()),
    };
    format!("After {} (log-likelihood ratio {ratio}) {first} {said} of {second}.\n{corrected}\n", count(*pairs, "pair"))
}
