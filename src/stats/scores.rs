//! Counts of scores: how often each score occurred among the units whose games share dice or armies. A unit is a pair
//! (both seats), a quad (both seats, both armies), or any other block; its score is its points per game, from 0 to 1.

use super::estimate::{Estimate, LEVEL, student_95};
use super::pairs::{ClusterSums, clustered_score};

/// How often each score occurred.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    values: Vec<f64>,
    counts: Vec<f64>,
}

impl Scores {
    /// Pairs by the half points of one party: 0, 1, 2, 3, 4.
    pub fn of_pairs(pairs: &[u64; 5]) -> Scores {
        Scores::of_units(pairs)
    }

    /// Single games: lost, drawn, won.
    pub fn of_games(games: &[u64; 3]) -> Scores {
        Scores::of_units(games)
    }

    /// Units of one size by the half points of one party, from 0 to all of them: with `n` games there are `2 n + 1`
    /// counts. At least two counts are needed.
    pub fn of_units(counts: &[u64]) -> Scores {
        let most = (counts.len() - 1) as f64;
        let values = (0..counts.len()).map(|halves| halves as f64 / most).collect();
        Scores { values, counts: counts.iter().map(|count| *count as f64).collect() }
    }

    /// Each score that can occur, and how often it did.
    pub fn iter(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.values.iter().copied().zip(self.counts.iter().copied())
    }

    /// The number of units.
    pub fn count(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The mean score; NaN without units.
    pub fn mean(&self) -> f64 {
        self.iter().map(|(value, count)| value * count).sum::<f64>() / self.count()
    }

    /// The mean squared deviation from `middle`.
    pub fn spread_around(&self, middle: f64) -> f64 {
        self.iter().map(|(value, count)| count * (value - middle) * (value - middle)).sum::<f64>() / self.count()
    }

    /// The variance of scores among units, divided by their number.
    pub fn variance(&self) -> f64 {
        self.spread_around(self.mean())
    }

    /// The mean with Student's 95 % interval; `None` with fewer than two units.
    pub fn interval(&self) -> Option<Estimate> {
        let count = self.count();
        if count < 2.0 {
            return None;
        }
        let point = self.mean();
        let half = student_95(count as u64 - 1) * (self.variance() / (count - 1.0)).sqrt();
        Some(Estimate { point, low: point - half, high: point + half, level: LEVEL })
    }

    /// The mean with its 95 % score interval, on which verdicts are based ([`clustered_score`]); `None` with fewer than
    /// two units.
    pub fn rate(&self) -> Option<Estimate> {
        clustered_score(&self.sums((self.values.len() - 1) as f64 / 2.0))
    }

    /// The sums over these units, each of this many games.
    pub fn sums(&self, games: f64) -> ClusterSums {
        let count = self.count();
        ClusterSums {
            count: count as u64,
            games: count * games,
            points: self.iter().map(|(value, number)| number * value * games).sum(),
            games_squared: count * games * games,
            points_squared: self.iter().map(|(value, number)| number * value * value * games * games).sum(),
            games_points: self.iter().map(|(value, number)| number * value * games * games).sum(),
            more_strata: 0,
        }
    }

    /// The same scores with a pseudo-count of a thousandth for scores that did not occur, so that none is impossible.
    /// fishtest does the same.
    pub(super) fn softened(&self) -> Scores {
        const TRACE: f64 = 1e-3;
        let counts = self.counts.iter().map(|count| if *count == 0.0 { TRACE } else { *count }).collect();
        Scores { values: self.values.clone(), counts }
    }

    /// The same scores with other counts.
    pub(super) fn with_counts(&self, counts: Vec<f64>) -> Scores {
        Scores { values: self.values.clone(), counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::clustered_rate;

    #[test]
    fn the_mean_of_quads_is_that_of_their_clusters() {
        let quads = Scores::of_units(&[1, 0, 3, 5, 9, 6, 4, 0, 2]);
        let interval = quads.interval().unwrap();
        // numpy 2.4.6 and scipy 1.17.1: stats.t.interval(0.95, 29, mean, stats.sem(scores)).
        let expected = (0.5291666666666667, 0.4490843502093464, 0.6092489831239869);
        assert!((interval.point - expected.0).abs() < 1e-12);
        assert!((interval.low - expected.1).abs() < 1e-5 && (interval.high - expected.2).abs() < 1e-5, "{interval:?}");
        let clusters = clustered_rate(&quads.sums(4.0)).unwrap();
        assert!((clusters.low - interval.low).abs() < 1e-12 && (clusters.high - interval.high).abs() < 1e-12);
    }

    #[test]
    fn pairs_of_swapped_sides_gain_by_what_the_seats_differ() {
        // Red always wins: each pair is one win and one loss and the rate is exactly one half, which single games would
        // not show.
        let (pairs, games) = (Scores::of_pairs(&[0, 0, 50, 0, 0]), Scores::of_games(&[50, 0, 50]));
        assert_eq!((pairs.interval().unwrap().half_width(), pairs.mean(), games.mean()), (0.0, 0.5, 0.5));
        assert!(games.interval().unwrap().half_width() > 0.09);
    }

    #[test]
    fn one_unit_has_no_interval() {
        assert_eq!(Scores::of_pairs(&[0, 0, 1, 0, 0]).interval(), None);
    }
}
