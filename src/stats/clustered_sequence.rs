//! A confidence sequence for clusters of any size: an interval that may be inspected after every cluster. It needs only
//! sums over clusters, where [`super::confidence_sequence()`] needs every score, and is somewhat wider.
//!
//! The bets are the same: the hypothesis that the rate is `m` makes bets on each cluster's score beyond `m` fair. Only
//! a lower bound of a bettor's capital is kept, exp(λy + y² (λ + ln(1 - λ))) <= 1 + λy for y >= -1 and a stake λ below
//! 1 (Fan, Grama and Liu, "Exponential inequalities for martingales with applications", Electronic Journal of
//! Probability 20, 2015, lemma 4.1; Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform, nonparametric, nonasymptotic
//! confidence sequences", Annals of Statistics 49, 2021), whose product over clusters depends on the sums of y and of
//! y² alone. What the bound rejects the bets reject as well, so that the probability of ever excluding the true rate is
//! still at most 5 %. The size of a cluster must not depend on its score.

use super::estimate::{Estimate, LEVEL};
use super::paired::PairedSums;
use super::pairs::ClusterSums;
use super::root::root;

/// The greatest stake.
const GREATEST_STAKE: f64 = 0.99;

/// The number of stakes; each is the previous one divided by the square root of 2.
const STAKES: usize = 30;

/// The largest accepted cluster size, relative to the games-weighted mean size of clusters.
const LARGER: f64 = 2.0;

/// The points per game so far with their 95 % confidence sequence; `None` without games.
pub fn clustered_sequence(sums: &ClusterSums) -> Option<Estimate> {
    if sums.games == 0.0 {
        return None;
    }
    let point = sums.points / sums.games;
    Some(Estimate { point, low: lowest(sums, point), high: 1.0 - lowest(&mirrored(sums), 1.0 - point), level: LEVEL })
}

/// The difference `one - other` per game so far with its 95 % confidence sequence, where both figures of a game lie
/// between 0 and 1; `None` without games. In `left_out` further games it may have been anything.
///
/// Half of one more than the difference lies between 0 and 1 as well, and its sequence is that of a rate.
pub fn paired_sequence(sums: &PairedSums, left_out: u64) -> Option<Estimate> {
    let PairedSums { count, games, one, other, games_squared, games_one, games_other, .. } = *sums;
    let squared = sums.one_squared + sums.other_squared - 2.0 * sums.one_other;
    let halved = ClusterSums {
        count,
        games,
        points: (games + one - other) / 2.0,
        games_squared,
        points_squared: (games_squared + 2.0 * (games_one - games_other) + squared) / 4.0,
        games_points: (games_squared + games_one - games_other) / 2.0,
        more_strata: sums.more_strata,
    };
    let halved = clustered_sequence(&halved)?.with_unknown(games as u64, left_out);
    Some(halved.map(|half| 2.0 * half - 1.0))
}

/// The same clusters from the perspective of the other party.
fn mirrored(sums: &ClusterSums) -> ClusterSums {
    let ClusterSums { games, points, games_squared, points_squared, games_points, .. } = *sums;
    ClusterSums {
        points: games - points,
        points_squared: games_squared - 2.0 * games_points + points_squared,
        games_points: games_squared - games_points,
        ..*sums
    }
}

/// The largest accepted cluster size: where all clusters are of one size, that size.
fn greatest(sums: &ClusterSums) -> f64 {
    let mean = sums.games_squared / sums.games;
    if sums.games_squared * sums.count as f64 == sums.games * sums.games { mean } else { LARGER * mean }
}

/// By how much the log capital of the bets on more than `mean` exceeds the threshold of rejection.
fn excess(sums: &ClusterSums, mean: f64) -> f64 {
    let unit = mean * greatest(sums);
    let off = (sums.points - mean * sums.games) / unit;
    let squares =
        (sums.points_squared - 2.0 * mean * sums.games_points + mean * mean * sums.games_squared) / (unit * unit);
    let mut stake = GREATEST_STAKE;
    let logs: [f64; STAKES] = std::array::from_fn(|_| {
        let log = stake * off + squares * (stake + libm::log1p(-stake));
        stake *= std::f64::consts::FRAC_1_SQRT_2;
        log
    });
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let money = most + libm::log(logs.iter().map(|log| libm::exp(log - most)).sum::<f64>() / STAKES as f64);
    // Each half of the capital may reject on its own.
    money - libm::log(2.0 / (1.0 - LEVEL))
}

/// The least mean that the bets on more do not reject. All means below a rejected one are rejected as well, even where
/// the bound no longer shows it; so the search for the first rejected one goes from the observed rate downwards.
fn lowest(sums: &ClusterSums, point: f64) -> f64 {
    const STEPS: i32 = 64;
    let mut above = point;
    for step in 1..STEPS {
        let mean = point * f64::from(STEPS - step) / f64::from(STEPS);
        if mean > 0.0 && excess(sums, mean) >= 0.0 {
            return root(mean, above, |mean| excess(sums, mean));
        }
        above = mean;
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Scores, confidence_sequence};
    use rand::Rng;
    use rand_pcg::Pcg64;

    #[test]
    fn it_holds_the_sequence_of_the_scores_and_little_more() {
        for pairs in [
            [10, 30, 120, 40, 20],
            [0, 0, 3, 0, 0],
            [1, 0, 40, 20, 300],
            [0, 0, 0, 0, 60],
            [2000, 500, 6000, 700, 1800],
        ] {
            let scores = Scores::of_pairs(&pairs);
            let (exact, bound) =
                (confidence_sequence(&scores).unwrap(), clustered_sequence(&scores.sums(2.0)).unwrap());
            assert!(
                bound.low <= exact.low + 1e-9
                    && bound.high >= exact.high - 1e-9
                    && (bound.point - exact.point).abs() < 1e-12
            );
            // The bound is least tight where all scores are equal.
            let most = if pairs.iter().filter(|count| **count > 0).count() > 1 { 1.25 } else { 1.5 };
            assert!(bound.half_width() < most * exact.half_width() + 1e-9, "{pairs:?}: {bound:?} {exact:?}");
        }
    }

    #[test]
    fn looking_after_every_cluster_seldom_leaves_out_the_truth() {
        // Clusters of one or four games that all depend on one roll, so that games of a cluster are perfectly
        // correlated.
        for (chance, seed) in [(0.5, 1), (0.8, 2), (0.95, 3)] {
            let mut draws = Pcg64::new(seed, 7);
            let missed = (0..1000)
                .filter(|_| {
                    let mut sums = ClusterSums::default();
                    (0..400).any(|number| {
                        let games = if number % 3 == 0 { 1.0 } else { 4.0 };
                        let won = ((draws.next_u64() >> 11) as f64) < chance * (1_u64 << 53) as f64;
                        sums = sums.with(games, if won { games } else { 0.0 });
                        excess(&sums, chance) > 0.0 || excess(&mirrored(&sums), 1.0 - chance) > 0.0
                    })
                })
                .count();
            assert!(missed <= 50, "{missed} of 1,000 with a chance of {chance}");
        }
    }

    /// Two figures of clusters of one or four games, correlated by a common roll.
    fn two_figures(draws: &mut Pcg64, number: u32, chances: [f64; 2]) -> (f64, [f64; 2]) {
        let games = if number.is_multiple_of(3) { 1.0 } else { 4.0 };
        let roll = (draws.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        (games, chances.map(|chance| if roll < chance { games } else { 0.0 }))
    }

    #[test]
    fn looking_at_a_difference_again_and_again_seldom_leaves_out_the_truth() {
        for (chances, seed) in [([0.5, 0.5], 1), ([0.5, 0.45], 2), ([0.97, 0.9], 3)] {
            let mut draws = Pcg64::new(seed, 11);
            let missed = (0..300)
                .filter(|_| {
                    let mut sums = PairedSums::default();
                    (0..200).any(|number| {
                        let (games, [one, other]) = two_figures(&mut draws, number, chances);
                        sums.add(games, one, other);
                        let truth = chances[0] - chances[1];
                        let is_missed = |seen: Estimate| seen.low > truth + 1e-9 || seen.high < truth - 1e-9;
                        number % 10 == 0 && paired_sequence(&sums, 0).is_some_and(is_missed)
                    })
                })
                .count();
            assert!(missed <= 15, "{missed} of 300 with {chances:?}");
        }
    }

    #[test]
    fn a_difference_is_closer_than_the_rates_that_share_their_dice() {
        let (mut draws, mut sums) = (Pcg64::new(4, 11), PairedSums::default());
        for number in 0..900 {
            let (games, [one, other]) = two_figures(&mut draws, number, [0.55, 0.5]);
            sums.add(games, one, other);
        }
        let seen = paired_sequence(&sums, 0).unwrap();
        assert!((seen.point - (sums.one - sums.other) / sums.games).abs() < 1e-12 && seen.low > 0.0, "{seen:?}");
        assert!(seen.half_width() < 0.05, "{seen:?}");
        let wider = paired_sequence(&sums, 100).unwrap();
        assert!(wider.point == seen.point && wider.low < seen.low && wider.high > seen.high, "{wider:?}");
        assert_eq!(paired_sequence(&PairedSums::default(), 0), None);
    }

    #[test]
    fn an_interval_ends_where_the_bets_refute() {
        let sums = (0..300).fold(ClusterSums::default(), |sums, number| sums.with(4.0, f64::from(number % 5)));
        let interval = clustered_sequence(&sums).unwrap();
        assert!((interval.low + interval.high - 1.0).abs() < 1e-9 && interval.half_width() < 0.1, "{interval:?}");
        assert!(excess(&sums, interval.low - 1e-6) > 0.0 && excess(&sums, interval.low + 1e-6) < 0.0);
        assert_eq!(clustered_sequence(&ClusterSums::default()), None);
    }
}
