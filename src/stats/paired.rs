//! Paired comparison of two figures of the same clusters of games: results under two rule sets that share their dice,
//! or results with and without luck adjustment.
//!
//! Both rates are ratios of sums over clusters, as in [`super::pairs`], and so is their difference; because the
//! clusters are the same, their common part cancels in it. The efficiency gain is the variance without pairing over the
//! variance with it: the factor by which more games would be needed for an interval of the same width.

use super::estimate::{Estimate, LEVEL, student_95};
use super::pairs::ClusterSums;

/// Sums over clusters of two figures, `one` and `other`. Add clusters and parts in the order of the schedule: sums of
/// fractions depend on it in the last digit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairedSums {
    /// The number of clusters.
    pub count: u64,
    /// The sum of games; the others are sums of products of games and figures.
    pub games: f64,
    /// One.
    pub one: f64,
    /// Other.
    pub other: f64,
    /// Games squared.
    pub games_squared: f64,
    /// One squared.
    pub one_squared: f64,
    /// Other squared.
    pub other_squared: f64,
    /// Games times one.
    pub games_one: f64,
    /// Games times other.
    pub games_other: f64,
    /// One times other.
    pub one_other: f64,
    /// The strata beyond the first from which the sums come: each costs a degree of freedom.
    pub more_strata: u64,
}

impl PairedSums {
    /// Adds a cluster: its games, and the sums of both figures over them.
    pub fn add(&mut self, games: f64, one: f64, other: f64) {
        self.merge(&PairedSums {
            count: 1,
            games,
            one,
            other,
            games_squared: games * games,
            one_squared: one * one,
            other_squared: other * other,
            games_one: games * one,
            games_other: games * other,
            one_other: one * other,
            more_strata: 0,
        });
    }

    /// Adds the clusters of a later part of the schedule.
    pub fn merge(&mut self, later: &PairedSums) {
        self.count += later.count;
        self.games += later.games;
        self.one += later.one;
        self.other += later.other;
        self.games_squared += later.games_squared;
        self.one_squared += later.one_squared;
        self.other_squared += later.other_squared;
        self.games_one += later.games_one;
        self.games_other += later.games_other;
        self.one_other += later.one_other;
        self.more_strata += later.more_strata;
    }

    /// The number of clusters.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The degrees of freedom, as of [`ClusterSums`].
    fn degrees(&self) -> u64 {
        ClusterSums { count: self.count, more_strata: self.more_strata, ..ClusterSums::default() }.degrees()
    }

    /// Both rates, their difference and the gain from common clusters; `None` with fewer than two clusters.
    pub fn paired(&self) -> Option<Paired> {
        if self.count < 2 || self.games == 0.0 {
            return None;
        }
        let clusters = self.count as f64;
        let scale = clusters / (clusters - 1.0) / (self.games * self.games);
        let (one, other) = (self.one / self.games, self.other / self.games);
        // The scatter of clusters around the expectation from their games at the common rate; rounding may leave a
        // square just below 0.
        let square = |squared: f64, product: f64, rate: f64| {
            (scale * (squared - 2.0 * rate * product + rate * rate * self.games_squared)).max(0.0)
        };
        let variances =
            [square(self.one_squared, self.games_one, one), square(self.other_squared, self.games_other, other)];
        let covariance = scale
            * (self.one_other - one * self.games_other - other * self.games_one + one * other * self.games_squared);
        let apart = variance_of_difference(variances, covariance);
        let around = |point: f64, variance: f64| {
            let half = student_95(self.degrees()) * variance.sqrt();
            Estimate { point, low: point - half, high: point + half, level: LEVEL }
        };
        Some(Paired {
            one: around(one, variances[0]),
            other: around(other, variances[1]),
            difference: around(one - other, apart),
            variances,
            covariance,
        })
    }
}

/// The variance of the difference of two figures; rounding may leave it just below 0.
fn variance_of_difference([one, other]: [f64; 2], covariance: f64) -> f64 {
    (one + other - 2.0 * covariance).max(0.0)
}

/// Two rates of the same clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// The one rate.
    pub one: Estimate,
    /// The other rate.
    pub other: Estimate,
    /// The one less the other.
    pub difference: Estimate,
    variances: [f64; 2],
    covariance: f64,
}

impl Paired {
    /// The correlation of both figures between clusters; `None` where one of them does not vary.
    pub fn correlation(&self) -> Option<f64> {
        let product = self.variances[0] * self.variances[1];
        (product > 0.0).then(|| (self.covariance / product.sqrt()).clamp(-1.0, 1.0))
    }

    /// The variances of the one and of the other rate.
    pub fn variances(&self) -> [f64; 2] {
        self.variances
    }

    /// The variance of their difference.
    pub fn variance_of_difference(&self) -> f64 {
        variance_of_difference(self.variances, self.covariance)
    }

    /// The factor by which the one rate needs more clusters than the other for the same interval.
    pub fn variance_ratio(&self) -> f64 {
        self.variances[0] / self.variances[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_figures_are_compared_as_by_student() {
        // Student, "The probable error of a mean", Biometrika 6 (1908): hours of sleep gained by ten patients with two
        // drugs; the difference is 1.58 with a standard deviation of 1.23.
        let sleep = [
            (0.7, 1.9),
            (-1.6, 0.8),
            (-0.2, 1.1),
            (-1.2, 0.1),
            (-0.1, -0.1),
            (3.4, 4.4),
            (3.7, 5.5),
            (0.8, 1.6),
            (0.0, 4.6),
            (2.0, 3.4),
        ];
        let mut sums = PairedSums::default();
        sleep.iter().for_each(|(one, other)| sums.add(1.0, *other, *one));
        let found = sums.paired().unwrap();
        // scipy 1.17.1: stats.ttest_rel(other, one).confidence_interval(); numpy 2.4.6: corrcoef, var.
        let off = [found.difference.point - 1.58, found.difference.low - 0.7001142, found.difference.high - 2.4598858];
        assert!(off.iter().all(|off| off.abs() < 1e-5), "{found:?}");
        assert!((found.correlation().unwrap() - 0.7951702058).abs() < 1e-9);
        assert!((found.variance_ratio() - 1.252595036).abs() < 1e-8);
    }

    #[test]
    fn what_is_common_to_both_cancels() {
        let mut sums = PairedSums::default();
        (0..100).for_each(|n| sums.add(2.0, f64::from(n % 5) / 2.0, f64::from(n % 5) / 2.0));
        let found = sums.paired().unwrap();
        assert!((found.correlation().unwrap() - 1.0).abs() < 1e-12 && found.difference.half_width() < 1e-7);
        assert!((found.variance_ratio() - 1.0).abs() < 1e-12);
        assert_eq!(PairedSums::default().paired(), None);
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let mut parts = [PairedSums::default(), PairedSums::default()];
        let mut whole = PairedSums::default();
        for n in 0..10 {
            let (one, other) = (f64::from(n % 3) / 2.0, f64::from(n % 4) / 4.0);
            parts[usize::from(n >= 6)].add(2.0, one, other);
            whole.add(2.0, one, other);
        }
        let [mut first, second] = parts;
        first.merge(&second);
        assert_eq!(first, whole);
    }
}
