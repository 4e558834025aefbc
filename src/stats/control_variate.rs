//! Luck-adjusted results: a control variate.
//!
//! A variable whose mean is exactly 0, whatever the players do, may be subtracted from the results: the mean is
//! unchanged, and the variance shrinks as far as the variable explains it (Hammersley and Handscomb, Monte Carlo
//! Methods, 1964, chapter 5). For games the variable is the sum, over the rolls of a game, of a position's value after
//! the roll less its exact expectation before it (White and Bowling, "Learning a value analysis tool for agent
//! evaluation", IJCAI 2009; Burch and others, "AIVAT", AAAI 2018; rollouts of backgammon programs did so first). The
//! coefficient is fixed at 1, so that nothing is fitted to the games at hand and the estimate is unbiased; a bad value
//! function costs variance but adds no bias.

use super::estimate::Estimate;
use super::paired::PairedSums;

/// Sums over clusters of games of points, and of points less luck.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LuckSums {
    /// Points, and points less luck.
    results: PairedSums,
    /// Points, and luck.
    luck: PairedSums,
}

/// A rate with and without luck adjustment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LuckAdjusted {
    /// Points per game.
    pub raw: Estimate,
    /// Points less luck per game: an estimate of the same rate.
    pub adjusted: Estimate,
    /// Luck per game, whose true mean is 0: an interval that excludes 0 more often than one time in twenty indicates an
    /// error.
    pub luck: Estimate,
    /// The factor by which the raw rate needs more games for an interval of the same width.
    pub saved: f64,
    /// The correlation of points and luck between clusters; `None` where one of them does not vary.
    pub correlation: Option<f64>,
    /// The coefficient that would have been optimal: 1 for an accurate value function, less for one that exaggerates.
    pub best_coefficient: Option<f64>,
}

impl LuckSums {
    /// From the sums of points (`one`) and luck (`other`) over clusters.
    pub fn of(luck: PairedSums) -> LuckSums {
        let results = PairedSums {
            other: luck.one - luck.other,
            other_squared: luck.one_squared - 2.0 * luck.one_other + luck.other_squared,
            games_other: luck.games_one - luck.games_other,
            one_other: luck.one_squared - luck.one_other,
            ..luck
        };
        LuckSums { results, luck }
    }

    /// Adds a cluster: its games, the points of one party, and its luck in points, good luck being positive.
    pub fn add(&mut self, games: f64, points: f64, luck: f64) {
        self.results.add(games, points, points - luck);
        self.luck.add(games, points, luck);
    }

    /// Adds the clusters of a later part of the schedule.
    pub fn merge(&mut self, later: &LuckSums) {
        self.results.merge(&later.results);
        self.luck.merge(&later.luck);
    }

    /// The rate with and without luck; `None` with fewer than two clusters.
    pub fn adjusted(&self) -> Option<LuckAdjusted> {
        let (results, luck) = (self.results.paired()?, self.luck.paired()?);
        let correlation = luck.correlation();
        Some(LuckAdjusted {
            raw: results.one,
            adjusted: results.other,
            luck: luck.other,
            saved: results.variance_ratio(),
            correlation,
            best_coefficient: correlation.map(|correlation| correlation * luck.variance_ratio().sqrt()),
        })
    }
}

impl LuckAdjusted {
    /// The same gain in computing time: the factor by which the raw rate takes longer for an interval of the same
    /// width, given the seconds a game takes without and with the computation of its luck.
    pub fn saved_time(&self, plain_seconds: f64, seconds_with_luck: f64) -> f64 {
        self.saved * plain_seconds / seconds_with_luck
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probability of reaching 11 from a sum with `rolls` rolls to come.
    fn chance(rolls: u32, sum: i32) -> f64 {
        if rolls == 0 {
            f64::from(sum >= 11)
        } else {
            (1..=6).map(|face| chance(rolls - 1, sum + face)).sum::<f64>() / 6.0
        }
    }

    /// A game of three rolls of a die, won with 11 or more, played once with each of the 216 outcomes: the luck of a
    /// roll is the probability of winning after it less that before it, times `trust`.
    fn games(trust: f64) -> LuckSums {
        let mut sums = LuckSums::default();
        for game in 0..216 {
            let faces = [game % 6 + 1, game / 6 % 6 + 1, game / 36 + 1];
            let (mut sum, mut luck) = (0, 0.0);
            for (place, face) in faces.into_iter().enumerate() {
                let left = 2 - place as u32;
                // The last roll is left out: luck explains most, not all.
                if left > 0 {
                    luck += trust * (chance(left, sum + face) - chance(left + 1, sum));
                }
                sum += face;
            }
            sums.add(1.0, f64::from(sum >= 11), luck);
        }
        sums
    }

    #[test]
    fn luck_leaves_the_mean_and_takes_the_scatter() {
        let found = games(1.0).adjusted().unwrap();
        assert!(
            (found.raw.point - 0.5).abs() < 1e-12
                && (found.adjusted.point - 0.5).abs() < 1e-12
                && found.luck.point.abs() < 1e-12
        );
        // Variance 1/4 without; with, the mean of q (1 - q) over the probabilities q before the last roll, 174 / 1296.
        assert!(
            (found.saved - 54.0 / 29.0).abs() < 1e-9 && (found.best_coefficient.unwrap() - 1.0).abs() < 1e-9,
            "{found:?}"
        );
        assert!((1.0 / found.saved - (1.0 - found.correlation.unwrap() * found.correlation.unwrap())).abs() < 1e-9);
        assert!((found.saved_time(1.0, 2.0) - found.saved / 2.0).abs() < 1e-12);
    }

    #[test]
    fn sums_of_points_and_luck_are_enough() {
        let (mut sums, mut luck) = (LuckSums::default(), PairedSums::default());
        for (games, points, lucky) in [(2.0, 1.5, 0.25), (2.0, 0.5, -0.5), (1.0, 1.0, 0.125), (2.0, 2.0, 0.75)] {
            sums.add(games, points, lucky);
            luck.add(games, points, lucky);
        }
        assert_eq!(LuckSums::of(luck), sums);
    }

    #[test]
    fn a_bad_value_function_costs_scatter_but_no_truth() {
        let found = games(-2.0).adjusted().unwrap();
        assert!((found.adjusted.point - 0.5).abs() < 1e-12 && found.saved < 0.5, "{found:?}");
        assert!((found.best_coefficient.unwrap() + 0.5).abs() < 1e-9);
    }
}
