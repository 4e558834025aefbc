//! The interval of a rate from clustered games: pairs with swapped seats, or several such pairs that share their dice.
//!
//! The rate is a ratio of two sums over clusters, points over games. Its variance is that of a ratio estimate (Cochran,
//! Sampling Techniques, 3rd edition 1977, formula 6.13): the scatter of each cluster's points around the expectation
//! from its games at the common rate. Where all clusters have the same size this is the ordinary interval of the mean
//! of cluster scores. The quantile is Student's, with one degree of freedom less than clusters.
//!
//! Near 0 and 1, and with few clusters, the coverage of that symmetric interval is too low. The score interval is used
//! there: Wilson's, with the effective sample size (the number of single games with this variance) in place of the
//! number of games, and Student's quantile (Kott and Carr, Developing an estimation strategy for a pesticide data
//! program, Journal of Official Statistics 13, 1997; Dean and Pagano, Evaluating confidence interval methods for
//! binomial proportions in clustered surveys, Journal of Survey Statistics and Methodology 3, 2015, find it the best of
//! its kind). So that a few clusters that happen to be equal do not give an interval of width 0, one game more is
//! counted in the scatter, not in the rate: one that scored halfway between a draw and a decision, 1/4 or 3/4, either
//! as often.
//!
//! Where nearly all clusters are equal, the few that differ, or have not been observed yet, matter. Then the scatter of
//! two more clusters is counted, one that differs in either direction, as Bonett and Price do for proportions that
//! differ seldom (Adjusted Wald confidence interval for a difference of binomial proportions based on paired data,
//! Journal of Educational and Behavioral Statistics 37, 2012): for `n` equal clusters the interval then leaves room for
//! about as many others as the rule of three (Hanley and Lippman-Hand, JAMA 249, 1983).

use super::distributions::student_above;
use super::estimate::{Estimate, LEVEL, student_95};
use super::stratified::collapsed;

/// Sums over clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClusterSums {
    /// The number of clusters.
    pub count: u64,
    /// Games.
    pub games: f64,
    /// Points.
    pub points: f64,
    /// Squared games.
    pub games_squared: f64,
    /// Squared points.
    pub points_squared: f64,
    /// Games times points.
    pub games_points: f64,
    /// The strata beyond the first from which the sums come: each costs a degree of freedom.
    pub more_strata: u64,
}

impl ClusterSums {
    /// The degrees of freedom of the scatter: clusters less strata, at least one.
    pub fn degrees(&self) -> u64 {
        self.count.saturating_sub(1 + self.more_strata).max(1)
    }

    /// The sum of these clusters and others.
    pub(super) fn and(self, other: &ClusterSums) -> ClusterSums {
        ClusterSums {
            count: self.count + other.count,
            games: self.games + other.games,
            points: self.points + other.points,
            games_squared: self.games_squared + other.games_squared,
            points_squared: self.points_squared + other.points_squared,
            games_points: self.games_points + other.games_points,
            more_strata: self.more_strata + other.more_strata,
        }
    }

    /// These clusters and one more.
    #[must_use]
    pub fn with(self, games: f64, points: f64) -> ClusterSums {
        ClusterSums {
            count: self.count + 1,
            games: self.games + games,
            points: self.points + points,
            games_squared: self.games_squared + games * games,
            points_squared: self.points_squared + points * points,
            games_points: self.games_points + games * points,
            ..self
        }
    }
}

/// Points per game with their 95 % interval; `None` with fewer than two clusters.
pub fn clustered_rate(sums: &ClusterSums) -> Option<Estimate> {
    if sums.count < 2 || sums.games == 0.0 {
        return None;
    }
    let point = sums.points / sums.games;
    let scatter = sums.points_squared - 2.0 * point * sums.games_points + point * point * sums.games_squared;
    let clusters = sums.count as f64;
    // The scatter is a sum of squares; rounding may leave it just below 0.
    let variance = (scatter.max(0.0) * clusters / (clusters - 1.0)) / (sums.games * sums.games);
    let half = student_95(sums.degrees()) * variance.sqrt();
    Some(Estimate { point, low: point - half, high: point + half, level: LEVEL })
}

/// Pairs with 0 to 4 half points, and games lost, drawn and won, of one stratum.
pub type PairsAndGames = ([u64; 5], [u64; 3]);

/// The sum of the squares by which scores differ from their mean, from how many there are of each.
fn squares(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    let mean = counts.iter().enumerate().map(|(score, count)| score as f64 * *count as f64).sum::<f64>() / total as f64;
    let square = |(score, count): (usize, &u64)| *count as f64 * (score as f64 - mean) * (score as f64 - mean);
    if total > 0 { counts.iter().enumerate().map(square).sum() } else { 0.0 }
}

/// The correlation of one party's points in the two games of a pair, from the pairs and single games of each stratum.
/// Below 0 the common dice cancel, and the rate is as precise as 1 / (1 + correlation) times the games on independent
/// dice (Kendall and Stuart, The Advanced Theory of Statistics, volume 1, on intraclass correlation). Both are compared
/// with the means of their own stratum: what strata differ is neither an error of the rate nor an effect of common dice
/// ([`super::stratified()`]); strata with a single pair are collapsed as there. `None` where games do not vary.
pub fn pair_correlation(strata: &[PairsAndGames]) -> Option<f64> {
    let number = |counts: &[u64]| counts.iter().sum::<u64>();
    let seen = strata.iter().filter(|(_, games)| number(games) > 0).copied();
    let join = |all: &mut PairsAndGames, (pairs, games): PairsAndGames| {
        all.0.iter_mut().zip(pairs).for_each(|(all, one)| *all += one);
        all.1.iter_mut().zip(games).for_each(|(all, one)| *all += one);
    };
    let strata = collapsed(seen, |(pairs, _)| number(pairs) < 2, join);
    let of_pairs = strata.iter().map(|(pairs, _)| squares(pairs)).sum::<f64>()
        / strata.iter().map(|(pairs, _)| number(pairs)).sum::<u64>() as f64;
    let of_games = strata.iter().map(|(_, games)| squares(games)).sum::<f64>()
        / strata.iter().map(|(_, games)| number(games)).sum::<u64>() as f64;
    // Without pairs or games their scatter is not a number.
    (of_games > 0.0 && of_pairs.is_finite()).then(|| of_pairs / (2.0 * of_games) - 1.0)
}

/// The inputs of a score interval: the points per game of at least two clusters, and their effective sample size in
/// single games.
struct ScoreTest {
    degrees: u64,
    point: f64,
    trials: f64,
}

impl ScoreTest {
    fn of(sums: &ClusterSums) -> Option<ScoreTest> {
        if sums.count < 2 || sums.games == 0.0 {
            return None;
        }
        let point = sums.points / sums.games;
        let size = sums.games / sums.count as f64;
        let scatter = (sums.points_squared - 2.0 * point * sums.games_points + point * point * sums.games_squared)
            .max(0.0)
            / (size * size);
        Some(ScoreTest::of_scatter(point, scatter, (sums.count, size), 0.0, sums.degrees()))
    }

    /// From the sum of the squares by which the points per game of a number of clusters, all of the same size in games,
    /// differ from the rate. The variance of the rate is no less than `floor`.
    fn of_scatter(point: f64, scatter: f64, (count, size): (u64, f64), floor: f64, degrees: u64) -> ScoreTest {
        let clusters = count as f64;
        let off = point - 0.5;
        // At a perfect score the formula for single games has no variance: then that of half a cluster lost is used.
        let least = 0.5 / clusters;
        let typical = point.clamp(least, 1.0 - least);
        let one_more = (off * off + 1.0 / 16.0) / size;
        let two_more = two_that_differ(point, size);
        let alike = 1.0 - (scatter * size / (clusters * typical * (1.0 - typical))).min(1.0);
        let added = one_more + (two_more - one_more).max(0.0) * alike * alike * alike * alike;
        let variance = ((scatter + added) / (clusters - 1.0) / clusters).max(floor);
        ScoreTest { degrees, point, trials: typical * (1.0 - typical) / variance }
    }

    fn interval(&self) -> Estimate {
        let ScoreTest { degrees, point, trials } = *self;
        let quantile = student_95(degrees);
        let s = quantile * quantile / trials;
        let middle = (point + s / 2.0) / (1.0 + s);
        let half = quantile / (1.0 + s) * ((point * (1.0 - point) + s / 4.0) / trials).sqrt();
        Estimate {
            point,
            low: (middle - half).clamp(0.0, point),
            high: (middle + half).clamp(point, 1.0),
            level: LEVEL,
        }
    }
}

/// The scatter of two clusters of this many games, one that differs from the others in either direction: near one half
/// by a game that is decided the other way, which counts less the more games a cluster has beyond two;
/// near 0 and 1 by a game unlike all others.
fn two_that_differ(point: f64, size: f64) -> f64 {
    let level = 4.0 * point * (1.0 - point);
    0.5 * (level * (2.0 / size).min(1.0) + (1.0 - level) / size)
}

/// Points per game with their 95 % score interval, which lies within 0 and 1; `None` with fewer than two clusters.
pub fn clustered_score(sums: &ClusterSums) -> Option<Estimate> {
    Some(ScoreTest::of(sums)?.interval())
}

/// A rate whose variance is known, such as a mean of the rates against several opponents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScatteredRate {
    /// Points per game, from 0 to 1.
    pub point: f64,
    /// Its variance by the scatter of clusters alone.
    pub scatter: f64,
    /// What its variance is at least.
    pub least: f64,
    /// The number of clusters.
    pub clusters: u64,
    /// The games of all clusters.
    pub games: f64,
    /// The degrees of freedom of the scatter.
    pub degrees: u64,
}

/// The 95 % score interval of a rate whose variance is known: where it is that of a ratio of sums over clusters, that
/// of [`clustered_score`]. `None` with fewer than two clusters.
pub fn score_of_scatter(rate: &ScatteredRate) -> Option<Estimate> {
    let ScatteredRate { point, scatter, least, clusters, games, degrees } = *rate;
    if clusters < 2 || games == 0.0 {
        return None;
    }
    let count = clusters as f64;
    let squares = scatter * count * (count - 1.0);
    let test = ScoreTest::of_scatter(point.clamp(0.0, 1.0), squares, (clusters, games / count), least, degrees);
    Some(test.interval())
}

/// The two-sided p-value of the hypothesis that the rate is one half, by the statistic of [`clustered_score`]: it is
/// below 5 % exactly where that interval excludes one half. `None` with fewer than two clusters.
pub fn clustered_p_value(sums: &ClusterSums) -> Option<f64> {
    clustered_p_value_of(sums, 0.5)
}

/// The p-value of the hypothesis that the rate is `truth`.
pub fn clustered_p_value_of(sums: &ClusterSums, truth: f64) -> Option<f64> {
    let ScoreTest { degrees, point, trials } = ScoreTest::of(sums)?;
    let statistic = (point - truth).abs() * (trials / (truth * (1.0 - truth))).sqrt();
    Some((2.0 * student_above(statistic, degrees as f64)).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(clusters: &[(f64, f64)]) -> ClusterSums {
        clusters.iter().fold(ClusterSums::default(), |sums, (games, points)| sums.with(*games, *points))
    }

    #[test]
    fn clusters_of_one_size_give_the_interval_of_their_mean() {
        // Student, "The probable error of a mean", Biometrika 6 (1908), hours of sleep gained; mean 0.75, standard
        // deviation 1.789.
        let slept = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let estimate = clustered_rate(&sums(&slept.map(|hours| (1.0, hours)))).unwrap();
        let expected = Estimate { point: 0.75, low: -0.52978, high: 2.02978, level: LEVEL };
        assert!((estimate.point - expected.point).abs() < 1e-12);
        assert!(
            (estimate.low - expected.low).abs() < 1e-4 && (estimate.high - expected.high).abs() < 1e-4,
            "{estimate:?}"
        );
        // The same clusters counted as pairs: half the rate, half the interval.
        let pairs = clustered_rate(&sums(&slept.map(|hours| (2.0, hours)))).unwrap();
        assert!((pairs.half_width() - estimate.half_width() / 2.0).abs() < 1e-12);
    }

    #[test]
    fn games_that_repeat_each_other_do_not_narrow_the_interval() {
        let single = [(1.0, 1.0), (1.0, 0.0), (1.0, 1.0), (1.0, 1.0), (1.0, 0.0), (1.0, 0.5)];
        let tripled = single.map(|(games, points)| (games * 3.0, points * 3.0));
        let (single, tripled) = (clustered_rate(&sums(&single)).unwrap(), clustered_rate(&sums(&tripled)).unwrap());
        assert!((single.half_width() - tripled.half_width()).abs() < 1e-12);
    }

    #[test]
    fn with_many_clusters_both_intervals_agree() {
        let many: Vec<(f64, f64)> = (0..4000).map(|n| (2.0, f64::from(n * 7 % 5) / 2.0)).collect();
        let (plain, score) = (clustered_rate(&sums(&many)).unwrap(), clustered_score(&sums(&many)).unwrap());
        assert!((plain.low - score.low).abs() < 2e-5 && (plain.high - score.high).abs() < 2e-5, "{plain:?} {score:?}");
    }

    #[test]
    fn a_few_clusters_that_are_alike_are_not_certain() {
        let interval = |cluster, count| clustered_score(&sums(&vec![cluster; count])).unwrap();
        let (perfect, level) = (interval((2.0, 2.0), 20), interval((2.0, 1.0), 20));
        // Clopper and Pearson, Biometrika 26 (1934): for 20 and 40 games, all won, the lower bounds are 83.2 and 91.2
        // %. A pair is something between one game and two.
        assert!(perfect.high == 1.0 && perfect.low < 0.915 && perfect.low > 0.83, "{perfect:?}");
        // By the rule of three 3 of 20 pairs may differ, each by half a point a game.
        assert!(
            (level.low + level.high - 1.0).abs() < 1e-12 && (level.half_width() - 0.075).abs() < 0.005,
            "{level:?}"
        );
        // The same for single games: 80 draws.
        let drawn = clustered_score(&sums(&vec![(1.0, 0.5); 80])).unwrap();
        assert!((drawn.half_width() - 0.0185).abs() < 0.0015, "{drawn:?}");
        let (none, all) = (interval((2.0, 0.0), 50), interval((2.0, 2.0), 50));
        assert!((none.high + all.low - 1.0).abs() < 1e-12 && none.low == 0.0);
    }

    #[test]
    fn the_p_value_and_the_interval_say_the_same() {
        let mut decided = [0; 2];
        for (count, shift) in [(3, 1), (12, 2), (40, 3), (40, 5), (200, 1), (200, 7), (1000, 3)] {
            for better in 0..count {
                // Pairs of all scores, some of them changed to lost ones.
                let clusters: Vec<(f64, f64)> = (0..count)
                    .map(|n| (2.0, if n < better { 0.0 } else { f64::from((n * shift) % 5) / 2.0 }))
                    .collect();
                let (interval, p) =
                    (clustered_score(&sums(&clusters)).unwrap(), clustered_p_value(&sums(&clusters)).unwrap());
                let outside = interval.low > 0.5 || interval.high < 0.5;
                assert!((0.0..=1.0).contains(&p) && outside == (p < 0.05), "{interval:?} {p}");
                decided[usize::from(outside)] += 1;
            }
        }
        assert!(decided.iter().all(|count| *count > 50), "{decided:?}");
    }

    #[test]
    fn with_many_clusters_the_p_value_is_that_of_their_mean() {
        let clusters: Vec<(f64, f64)> = (0..10_000).map(|n| (2.0, [0.0, 1.0, 1.0, 2.0][n % 4])).collect();
        assert!(clustered_p_value(&sums(&clusters)).unwrap() > 0.999);
        let tilted: Vec<(f64, f64)> =
            (0..10_000).map(|n| (2.0, if n < 150 { 2.0 } else { [0.0, 1.0, 1.0, 2.0][n % 4] })).collect();
        // scipy 1.17.1, stats.ttest_1samp of the scores against one half.
        let p = clustered_p_value(&sums(&tilted)).unwrap();
        assert!((p - 0.034_031).abs() < 2e-4, "{p}");
    }

    #[test]
    fn one_cluster_has_no_interval() {
        assert_eq!(clustered_p_value(&sums(&[(2.0, 1.0)])), None);
        assert_eq!(clustered_score(&sums(&[(2.0, 1.0)])), None);
        assert_eq!(clustered_rate(&sums(&[(2.0, 1.0)])), None);
    }

    #[test]
    fn the_correlation_of_a_pair_s_games() {
        // Always one of two games won: the two games are perfectly anticorrelated.
        assert_eq!(pair_correlation(&[([0, 0, 50, 0, 0], [50, 0, 50])]), Some(-1.0));
        // Both games equal: perfect correlation.
        assert_eq!(pair_correlation(&[([25, 0, 0, 0, 25], [50, 0, 50])]), Some(1.0));
        // Independent games won by four of five: 1, 8 and 16 of 25 pairs.
        assert!(pair_correlation(&[([1, 0, 8, 0, 16], [10, 0, 40])]).unwrap().abs() < 1e-12);
        assert_eq!(pair_correlation(&[([0, 0, 0, 0, 9], [0, 0, 18])]), None);
        assert_eq!((pair_correlation(&[([0; 5], [0; 3])]), pair_correlation(&[])), (None, None));
    }

    #[test]
    fn what_grounds_differ_is_no_correlation_of_a_pair_s_games() {
        // Independent games, won by one of ten on the one ground and by nine on the other: 81, 18 and 1 of 100 pairs.
        // All in one sample have the correlation 0.64.
        let grounds = [([81, 0, 18, 0, 1], [180, 0, 20]), ([1, 0, 18, 0, 81], [20, 0, 180])];
        assert!(pair_correlation(&grounds).unwrap().abs() < 1e-12);
        let all = pair_correlation(&[([82, 0, 36, 0, 82], [200, 0, 200])]).unwrap();
        assert!((all - 0.64).abs() < 1e-12, "{all}");
        // By hand, in half points: 23 and 7 pairs of 2 and 4, and 1 and 29. The sums of squares are 4 * 23 * 7 / 30 and
        // 4 * 1 * 29 / 30, those of single games 4 * 23 * 37 / 60 and 4 * 1 * 59 / 60. Of 60 pairs and 120 games:
        // 760 / 30 / 60 / (2 * 3640 / 60 / 120) - 1 = -0.582418.
        let grounds = [([0, 0, 23, 0, 7], [23, 0, 37]), ([0, 0, 1, 0, 29], [1, 0, 59])];
        let found = pair_correlation(&grounds).unwrap();
        assert!((found + 0.582_417_6).abs() < 1e-6, "{found}");
        // A ground without games changes nothing, and grounds with a single pair count as one.
        assert_eq!(pair_correlation(&[grounds[0], ([0; 5], [0; 3])]), pair_correlation(&grounds[..1]));
        let single = [([0, 0, 1, 0, 0], [1, 0, 1]), ([0, 0, 0, 0, 1], [0, 0, 2])];
        assert_eq!(pair_correlation(&single), pair_correlation(&[([0, 0, 1, 0, 1], [1, 0, 3])]));
    }
}
