//! A confidence sequence for the mean of scores between 0 and 1: an interval that may be inspected after every game.
//! The probability that it ever, at any time, excludes the true mean is at most 5 %.
//!
//! It is the hedged capital process of Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
//! betting", JRSS B 86 (2024; arXiv 2010.09686), with their diversified bets: under the hypothesis that the mean is
//! `m`, bets on each score beyond `m` are fair. Half of a capital of 1 is spread evenly over bettors that always stake
//! the same share of their capital on scores above `m`, the other half over bettors on scores below. If `m` is the true
//! mean, the capital ever exceeds 20 with a probability of at most 1 in 20 (Ville's inequality); the sequence holds
//! every `m` at which it does not. The only assumption is that each score has the same mean given the past; neither the
//! distribution nor the number of scores matters. Since all stakes are fixed, only the counts of scores matter, not
//! their order.

use super::estimate::{Estimate, LEVEL};
use super::root::root;
use super::scores::Scores;

/// The greatest stake, as a share of the capital that a score can win or lose.
const GREATEST_STAKE: f64 = 0.99;

/// The number of stakes; each is the previous one divided by the square root of 2. The least suits billions of units.
const STAKES: usize = 30;

/// The mean of the scores so far with its 95 % confidence sequence; `None` without units.
pub fn confidence_sequence(scores: &Scores) -> Option<Estimate> {
    if scores.count() == 0.0 {
        return None;
    }
    let point = scores.mean();
    let (values, counts): (Vec<f64>, Vec<f64>) = scores.iter().unzip();
    let mirrored: Vec<f64> = values.iter().map(|value| 1.0 - value).collect();
    Some(Estimate {
        point,
        low: lowest(&values, &counts, point),
        high: 1.0 - lowest(&mirrored, &counts, 1.0 - point),
        level: LEVEL,
    })
}

/// The least mean that bettors on higher scores do not reject. Their capital falls monotonically with the mean.
fn lowest(values: &[f64], counts: &[f64], point: f64) -> f64 {
    const LEAST: f64 = 1e-12;
    let excess = |mean: f64| Bettors::on_more(values, mean).log_capital(counts) - enough();
    if point <= LEAST || excess(LEAST) < 0.0 { 0.0 } else { root(LEAST, point, excess) }
}

/// The log capital at which a mean is rejected: each half of the capital may reject on its own.
fn enough() -> f64 {
    libm::log(2.0 / (1.0 - LEVEL))
}

/// Whether the sequence has excluded one mean: for checks that evaluate one mean very often.
#[derive(Clone, Debug)]
pub struct Claim {
    more: Bettors,
    less: Bettors,
}

impl Claim {
    /// The hypothesis that scores, of which these can occur, have this mean, between 0 and 1.
    pub fn of(scores: &Scores, mean: f64) -> Claim {
        let values: Vec<f64> = scores.iter().map(|(value, _)| value).collect();
        let mirrored: Vec<f64> = values.iter().map(|value| 1.0 - value).collect();
        Claim { more: Bettors::on_more(&values, mean), less: Bettors::on_more(&mirrored, 1.0 - mean) }
    }

    /// Whether it is rejected once each score has occurred this many times.
    pub fn refuted(&self, counts: &[f64]) -> bool {
        self.more.refute(counts) || self.less.refute(counts)
    }
}

/// Bettors on scores above a mean, each with an initial capital of 1 and a constant relative stake.
#[derive(Clone, Debug)]
struct Bettors {
    /// For each score the gain of each bettor's log capital from one occurrence.
    gains: Vec<[f64; STAKES]>,
}

impl Bettors {
    fn on_more(values: &[f64], mean: f64) -> Bettors {
        let mut stake = GREATEST_STAKE;
        let stakes: [f64; STAKES] = std::array::from_fn(|_| {
            let this = stake;
            stake *= std::f64::consts::FRAC_1_SQRT_2;
            this
        });
        // A score pays the stake times its relative excess over the mean.
        Bettors {
            gains: values.iter().map(|value| stakes.map(|stake| libm::log1p(stake * (value / mean - 1.0)))).collect(),
        }
    }

    fn logs(&self, counts: &[f64]) -> [f64; STAKES] {
        let mut logs = [0.0; STAKES];
        for (gains, count) in self.gains.iter().zip(counts) {
            logs.iter_mut().zip(gains).for_each(|(log, gain)| *log += count * gain);
        }
        logs
    }

    /// The logarithm of the mean capital of all bettors.
    fn log_capital(&self, counts: &[f64]) -> f64 {
        let logs = self.logs(counts);
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most + libm::log(logs.iter().map(|log| libm::exp(log - most)).sum::<f64>() / STAKES as f64)
    }

    fn refute(&self, counts: &[f64]) -> bool {
        // Cheap bound first: the richest bettor alone must reach the threshold before the mean can.
        self.logs(counts).iter().any(|log| *log > enough()) && self.log_capital(counts) > enough()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The probability that the sequence ever excludes the true mean within this many units, each of which scores 0 or
    /// 1: exact, by the probabilities of all counts that were never rejected.
    fn misses(chance: f64, units: usize) -> f64 {
        let claim = Claim::of(&Scores::of_units(&[1, 1]), chance);
        let mut alive = vec![1.0];
        let mut missed = 0.0;
        for n in 1..=units {
            let mut next = vec![0.0; n + 1];
            for (won, share) in alive.iter().enumerate() {
                next[won] += share * (1.0 - chance);
                next[won + 1] += share * chance;
            }
            for (won, share) in next.iter_mut().enumerate().filter(|(_, share)| **share > 0.0) {
                if claim.refuted(&[(n - won) as f64, won as f64]) {
                    missed += *share;
                    *share = 0.0;
                }
            }
            alive = next;
        }
        missed
    }

    #[test]
    fn the_chance_of_ever_missing_the_truth_is_within_its_bound() {
        for chance in [0.5, 0.8, 0.97] {
            let missed = misses(chance, 150);
            assert!(missed < 1.0 - LEVEL && missed > 0.002, "{chance}: {missed}");
        }
    }

    #[test]
    fn intervals_are_those_of_a_second_derivation() {
        // numpy 2.4.6 and scipy 1.17.1: the same capital summed by special.logsumexp, the ends by optimize.brentq.
        let known = [
            ([2, 1, 4, 3, 2], [0.199919472, 0.838076774]),
            ([4, 20, 50, 22, 4], [0.424975206, 0.584261637]),
            ([100, 2000, 8000, 2200, 150], [0.500908107, 0.511148046]),
            ([0, 0, 0, 0, 50], [0.870334954, 1.000000000]),
        ];
        for (pairs, [low, high]) in known {
            let sequence = confidence_sequence(&Scores::of_pairs(&pairs)).unwrap();
            assert!((sequence.low - low).abs() < 2e-9 && (sequence.high - high).abs() < 2e-9, "{sequence:?}");
        }
    }

    #[test]
    fn a_claim_is_refuted_where_the_sequence_leaves_it_out() {
        for pairs in [[2, 1, 4, 3, 2], [4, 20, 50, 22, 4], [100, 2000, 8000, 2200, 150], [0, 0, 0, 0, 50]] {
            let scores = Scores::of_pairs(&pairs);
            let sequence = confidence_sequence(&scores).unwrap();
            for step in 1..400 {
                let mean = f64::from(step) / 400.0;
                let outside = mean < sequence.low || mean > sequence.high;
                assert_eq!(
                    Claim::of(&scores, mean).refuted(&pairs.map(|count| count as f64)),
                    outside,
                    "{pairs:?} {mean}"
                );
            }
        }
    }

    #[test]
    fn it_narrows_with_units_and_is_wider_than_an_interval_for_one_look() {
        let mut last = 1.0;
        for times in [1, 4, 16, 64, 256] {
            let scores = Scores::of_pairs(&[4 * times, 20 * times, 50 * times, 22 * times, 4 * times]);
            let (sequence, interval) = (confidence_sequence(&scores).unwrap(), scores.interval().unwrap());
            assert!(
                sequence.half_width() < last && sequence.low < interval.low && sequence.high > interval.high,
                "{times}"
            );
            assert!(sequence.half_width() < 2.2 * interval.half_width(), "{times}: {sequence:?} {interval:?}");
            last = sequence.half_width();
        }
    }

    #[test]
    fn it_stays_within_0_and_1_and_treats_both_ends_alike() {
        assert_eq!(confidence_sequence(&Scores::of_pairs(&[0; 5])), None);
        let all = confidence_sequence(&Scores::of_pairs(&[0, 0, 0, 0, 50])).unwrap();
        let none = confidence_sequence(&Scores::of_pairs(&[50, 0, 0, 0, 0])).unwrap();
        assert!(all.high == 1.0 && none.low == 0.0 && all.low > 0.8, "{all:?}");
        assert!((all.low + none.high - 1.0).abs() < 1e-12);
    }
}
