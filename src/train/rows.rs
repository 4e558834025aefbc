//! The rounds and matches of a training as rows of tables.

use super::meeting::MeetingResult;
use super::rounds::Trained;
use serde::Serialize;

/// A round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundRow {
    /// Its number, from 1.
    pub round: u64,
    /// The games of self-play that were kept.
    pub games: u64,
    /// How many of them were decided.
    pub decided: u64,
    /// The positions to which features were fitted; `None` where none were.
    pub positions: Option<u64>,
    /// The share of the variance of held-out results that these features explain.
    pub explained: Option<f64>,
    /// The evaluated actions.
    pub evaluated_actions: u64,
}

/// A match of new weights against old ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchRow {
    /// The round, from 1; `None` for the last match against the original.
    pub round: Option<u64>,
    /// What is new: `features`, `appraisal`, `search`; in the last match the bot, `fast` or `search`.
    pub of: &'static str,
    /// Whether the new weights were accepted; `None` for the last match.
    pub accepted: Option<bool>,
    /// The games.
    pub games: u64,
    /// Points per game of the new weights.
    pub rate: f64,
    /// The lower end of its 95 % interval.
    pub rate_low: f64,
    /// Its upper end.
    pub rate_high: f64,
    /// The share of decided games of the new weights against themselves.
    pub decided: f64,
    /// The same of the old weights.
    pub decided_before: f64,
}

impl MatchRow {
    fn of(round: Option<u64>, of: &'static str, met: &MeetingResult, accepted: Option<bool>) -> MatchRow {
        let [decided, decided_before] = met.decided;
        MatchRow {
            round,
            of,
            accepted,
            games: met.games,
            rate: met.score.point,
            rate_low: met.score.low,
            rate_high: met.score.high,
            decided,
            decided_before,
        }
    }
}

/// The rounds of a training.
pub fn rounds(trained: &Trained) -> Vec<RoundRow> {
    let row = |(round, it): (u64, &super::rounds::Round)| RoundRow {
        round,
        games: it.own.0,
        decided: it.own.1,
        positions: it.fitted.map(|(positions, _)| positions),
        explained: it.fitted.and_then(|(_, explained)| explained),
        evaluated_actions: it.judged,
    };
    (1..).zip(&trained.rounds).map(row).collect()
}

/// The matches of a training, in the order of play.
pub fn matches(trained: &Trained) -> Vec<MatchRow> {
    let mut rows = Vec::new();
    for (number, round) in (1..).zip(&trained.rounds) {
        let mut put = |of, met: &Option<MeetingResult>, accepts: fn(&MeetingResult) -> bool| {
            rows.extend(met.iter().map(|met| MatchRow::of(Some(number), of, met, Some(accepts(met)))));
        };
        put("features", &round.features, MeetingResult::is_tolerated);
        put("appraisal", &round.appraisal, MeetingResult::is_accepted);
        put("search", &round.search, MeetingResult::is_tolerated);
    }
    for (of, last) in ["fast", "search"].into_iter().zip(&trained.last) {
        rows.extend(last.iter().map(|met| MatchRow::of(None, of, met, None)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Estimate, LEVEL};
    use crate::train::Round;

    #[test]
    fn each_match_of_a_training_has_a_row() {
        let met = |point: f64| MeetingResult {
            games: 100,
            score: Estimate { point, low: point - 0.1, high: point + 0.1, level: LEVEL },
            decided: [0.9, 0.8],
        };
        let round = Round {
            own: (50, 40),
            fitted: Some((900, Some(0.25))),
            features: None,
            judged: 7,
            clearest: None,
            best: None,
            appraisal: Some(met(0.7)),
            search: Some(met(0.3)),
        };
        let trained = Trained { rounds: vec![round], fast: vec![], search: vec![], last: [Some(met(0.65)), None] };
        let listed: Vec<_> = matches(&trained).iter().map(|row| (row.round, row.of, row.accepted, row.rate)).collect();
        let expected = [
            (Some(1), "appraisal", Some(true), 0.7),
            (Some(1), "search", Some(false), 0.3),
            (None, "fast", None, 0.65),
        ];
        assert_eq!(listed, expected);
        let found = &rounds(&trained)[0];
        assert_eq!((found.round, found.decided, found.positions, found.explained), (1, 40, Some(900), Some(0.25)));
    }
}
