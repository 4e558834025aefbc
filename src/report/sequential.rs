//! `sequential.csv` and its lines on the screen: the result of a run with a stopping rule.

use super::csv::{Decimal, IntervalAndHalfWidth, Row, Share, Table, Text, row, text};
use super::folder::Folder;
use super::format::{count, figure, fixed, rate};
use crate::balance::SequentialVerdict;
use crate::stats::Decision;
use crate::tournament::StopRule;
use std::io;

/// The name of the file.
pub const NAME: &str = SequentialRow::FILE;

fn decision(verdict: &SequentialVerdict) -> &'static str {
    match (verdict.rule, verdict.decision) {
        (StopRule::HalfWidth { .. }, Decision::Upper) => "narrow",
        (_, Decision::Upper) => "confirmed",
        (_, Decision::Lower) => "refuted",
        (_, Decision::GoOn | Decision::Capped) => "undecided",
    }
}

row! {
    /// The result of the run when it stopped.
    pub(super) struct SequentialRow<'a> {
        /// The first entrant; with `--until` of several pairings that of the first one.
        first: Text<'a>,
        /// The second entrant.
        second: Text<'a>,
        /// Pairs played.
        pairs: u64,
        /// For a test: `confirmed` (nearer to `elo1`), `refuted` (nearer to `elo0`); `narrow` with `--until`;
        /// `undecided` where all games were played before.
        decision: Text<'a>,
        /// The log likelihood ratio of a test.
        log_likelihood_ratio: Option<Decimal<4>>,
        /// Its stopping bound for `refuted`.
        lower_bound: Option<Decimal<4>>,
        /// Its stopping bound for `confirmed`.
        upper_bound: Option<Decimal<4>>,
        /// Points per game of the first; after a test corrected for its stopping (median-unbiased), but not where all
        /// pairs, or nearly all, had the same result: `elo` is empty then.
        rate: IntervalAndHalfWidth<6>,
        /// Points per game without correction.
        uncorrected_rate: Share,
        /// The difference in Elo points after a test, corrected; empty where all pairs, or nearly all, had the same
        /// result, so that the rate is not corrected.
        elo: IntervalAndHalfWidth<2>,
    }
}

impl<'a> SequentialRow<'a> {
    fn new(verdict: &'a SequentialVerdict) -> SequentialRow<'a> {
        let [first, second] = &verdict.names;
        SequentialRow {
            first: text(first),
            second: text(second),
            pairs: verdict.pairs,
            decision: text(decision(verdict)),
            log_likelihood_ratio: verdict.ratio.map(|(ratio, _)| Decimal(ratio)),
            lower_bound: verdict.ratio.map(|(_, [lower, _])| Decimal(lower)),
            upper_bound: verdict.ratio.map(|(_, [_, upper])| Decimal(upper)),
            rate: IntervalAndHalfWidth(Some(verdict.estimate)),
            uncorrected_rate: Decimal(verdict.uncorrected),
            elo: IntervalAndHalfWidth(verdict.elo),
        }
    }
}

/// Writes the file.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Folder, verdict: &SequentialVerdict) -> io::Result<()> {
    let mut sheet = Table::of::<SequentialRow<'_>>(folder)?;
    sheet.row(&SequentialRow::new(verdict))?;
    sheet.complete()
}

/// The same for the screen.
pub fn render(verdict: &SequentialVerdict) -> String {
    let SequentialVerdict { names: [first, second], pairs, estimate, uncorrected, elo, .. } = verdict;
    let (elo0, elo1) = match verdict.rule {
        StopRule::Sprt { elo0, elo1, .. } => (elo0, elo1),
        StopRule::HalfWidth { .. } if verdict.decision == Decision::Upper => {
            return format!("Stopped after {}, when the intervals were narrow enough.\n", count(*pairs, "pair"));
        }
        StopRule::HalfWidth { half_width } => {
            return format!(
                "All games are played, {} of the first pairing; not all intervals have a half width of {} % yet.\n",
                count(*pairs, "pair"),
                fixed(100.0 * half_width, 1)
            );
        }
    };
    let said = match verdict.decision {
        Decision::Upper => format!("{elo1} Elo points ahead of {second} fit the results better than {elo0}"),
        Decision::Lower => format!("{elo0} Elo points ahead of {second} fit the results better than {elo1}"),
        Decision::GoOn | Decision::Capped => {
            format!("neither {elo0} nor {elo1} Elo points ahead of {second} fit the results much better")
        }
    };
    let (ratio, [lower, upper]) = verdict.ratio.unwrap_or((0.0, [0.0; 2]));
    let [ratio, lower, upper] = [ratio, lower, upper].map(|it| fixed(it, 2));
    let ahead = elo.map_or(String::new(), |elo| format!(", {} Elo points ahead", figure(&elo, 1)));
    let corrected = match elo {
        Some(_) => format!(
            "Corrected for optional stopping, {first} scores {}{ahead}; the uncorrected rate of {} % is biased.",
            rate(estimate).trim_start(),
            fixed(uncorrected * 100.0, 1),
        ),
        // Where a few differ too: the test lies far beyond its approximate bounds then.
        None => format!(
            "All pairs, or nearly all, had the same result: {first} scores {}, which is not corrected for optional \
                stopping.",
            rate(estimate).trim_start()
        ),
    };
    let pairs = count(*pairs, "pair");
    format!(
        "After {pairs}, for {first}: {said}.\nThe test (SPRT) ends when the log-likelihood ratio of both, now \
            {ratio}, leaves {lower} … {upper}.\n{corrected}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Scale, Scores, Sprt};

    #[test]
    fn pairs_of_which_one_differs_are_not_said_to_be_all_the_same() {
        // By hand: 999 level pairs and one of a draw and a loss score (999 / 2 + 1 / 4) / 1000, which is 49.975 %.
        let rendered = |pairs: [u64; 5]| {
            let test = Sprt { elo0: -60.0, elo1: 60.0, alpha: 0.05, beta: 0.05, scale: Scale::Logistic, cap: None };
            let (scores, decision) = (Scores::of_pairs(&pairs), Decision::GoOn);
            assert_eq!(test.estimate(&scores, 2, decision, 8), None);
            render(&SequentialVerdict {
                rule: StopRule::Sprt { elo0: -60.0, elo1: 60.0, alpha: 0.05, beta: 0.05, normalised: false },
                names: ["one", "other"].map(str::to_owned),
                pairs: scores.count() as u64,
                ratio: Some((test.log_likelihood_ratio(&scores, 2), test.bounds())),
                decision,
                estimate: scores.rate().unwrap(),
                uncorrected: scores.mean(),
                elo: None,
            })
        };
        for pairs in [[0, 1, 999, 0, 0], [0, 0, 1_000, 0, 0]] {
            let text = rendered(pairs);
            let said = "All pairs, or nearly all, had the same result: one scores 50.0 %";
            assert!(text.contains(said) && text.contains("which is not corrected"), "{text}");
            assert!(!text.contains("All pairs had"), "{text}");
        }
    }
}
