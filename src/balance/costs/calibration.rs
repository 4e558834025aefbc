//! Calibration of the model: games in ten groups by predicted probability, and the deviance.

use super::fit::Fit;
use super::meeting::Encounter;
use crate::stats::{ClusterSums, Estimate, clustered_rate};
use std::collections::BTreeMap;

/// The number of groups of games.
const GROUPS: usize = 10;

/// A tenth of the games.
#[derive(Clone, Debug, PartialEq)]
pub struct Decile {
    /// Games.
    pub games: u64,
    /// The mean of the predicted probabilities.
    pub predicted: f64,
    /// The observed points per game, with an interval from the scatter between meetings; `None` with fewer than two, or
    /// where all score alike, and for the games of the fit itself: its tenths are chosen by those very results.
    pub observed: Option<Estimate>,
    /// The points per game.
    pub rate: f64,
}

/// The calibration of the predictions.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The tenths, by rising prediction.
    pub deciles: Vec<Decile>,
    /// Games.
    pub games: u64,
    /// The deviance: twice the log likelihood missing to perfect prediction.
    pub deviance: f64,
    /// The deviance of the constant prediction one half.
    pub deviance_of_a_coin: f64,
}

impl Calibration {
    /// The same without intervals, for the games of the fit itself: in the outer tenths they cover 88 to 93 % of the
    /// truth.
    #[must_use]
    pub fn without_intervals(mut self) -> Calibration {
        self.deciles.iter_mut().for_each(|decile| decile.observed = None);
        self
    }
}

/// An interval of scores, which are between 0 and 1.
fn within_scores(estimate: Estimate) -> Estimate {
    Estimate { low: estimate.low.max(0.0), high: estimate.high.min(1.0), ..estimate }
}

/// The calibration of a fit on its own games, or on others.
pub fn calibration(fit: &Fit, encounters: &[Encounter]) -> Calibration {
    let mut predicted: Vec<(f64, f64, usize)> = Vec::new();
    for (meeting, encounter) in encounters.iter().enumerate() {
        predicted.extend(encounter.games.iter().map(|game| (fit.chance(encounter, game), game.score, meeting)));
    }
    let term = |share: f64, chance: f64| if share > 0.0 { share * libm::log(share / chance) } else { 0.0 };
    let deviance = |chance: f64, score: f64| 2.0 * (term(score, chance) + term(1.0 - score, 1.0 - chance));
    let total: f64 = predicted.iter().map(|(chance, score, _)| deviance(*chance, *score)).sum();
    let coin: f64 = predicted.iter().map(|(_, score, _)| deviance(0.5, *score)).sum();
    predicted.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.2.cmp(&other.2)));
    let groups = GROUPS.min(predicted.len());
    let bounds = |group: usize| group * predicted.len() / groups..(group + 1) * predicted.len() / groups;
    let deciles = (0..groups).map(|group| decile(&predicted[bounds(group)])).collect();
    Calibration { deciles, games: predicted.len() as u64, deviance: total, deviance_of_a_coin: coin }
}

fn decile(games: &[(f64, f64, usize)]) -> Decile {
    let mut clusters: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (_, score, meeting) in games {
        let cluster = clusters.entry(*meeting).or_default();
        *cluster = (cluster.0 + 1.0, cluster.1 + score);
    }
    let sum = |term: fn(&(f64, f64)) -> f64| -> f64 { clusters.values().map(term).sum() };
    let sums = ClusterSums {
        count: clusters.len() as u64,
        games: sum(|(games, _)| *games),
        points: sum(|(_, points)| *points),
        games_squared: sum(|(games, _)| games * games),
        points_squared: sum(|(_, points)| points * points),
        games_points: sum(|(games, points)| games * points),
        more_strata: 0,
    };
    let number = games.len() as f64;
    Decile {
        games: games.len() as u64,
        predicted: games.iter().map(|(chance, ..)| chance).sum::<f64>() / number,
        observed: clustered_rate(&sums).filter(|estimate| estimate.high > estimate.low).map(within_scores),
        rate: sums.points / number,
    }
}
