//! The mean absolute imbalance: how far, on average, the true win rate of one of two armies of the same cost is from one
//! half.
//!
//! The absolute value of a noisy rate is too large on average, and unlike its square it cannot be corrected without
//! knowing how true rates are distributed. Two figures that can be estimated without bias enclose it, whatever that
//! distribution:
//!
//! - From below: the excess of each pair of games over one half, with the sign of the excess of all other pairs of its
//!   meeting. Their dice are independent, so that a meeting of true excess `x` has a mean of at most `|x|`.
//! - From above: the root of the mean squared excess ([`super::imbalance()`]), by Jensen's inequality.
//!
//! The interval reaches from the lower limit of the first to the upper limit of the second, each missed with a
//! probability of 2.5 % (the union of both, as for a parameter of which only bounds are identified: Horowitz and Manski,
//! Journal of the American Statistical Association 95, 2000). The point between them is that of normal true excesses,
//! `sqrt(2/pi)` of their root mean square.

use super::imbalance::{Imbalance, imbalance};
use super::meeting::Encounter;
use crate::stats::{Estimate, LEVEL, skewed_mean};
use std::f64::consts::FRAC_2_PI;

/// How far true win rates are from one half.
#[derive(Clone, Debug, PartialEq)]
pub struct AbsoluteImbalance {
    /// The mean absolute excess over one half, between 0 and 0.5: exact for normal excesses, otherwise within its
    /// bounds.
    pub point: f64,
    /// Its 95 % interval, whatever the distribution of true excesses; `None` where so few meetings contribute that
    /// their scatter is unknown.
    pub interval: Option<Estimate>,
    /// The root mean squared excess.
    pub squared: Imbalance,
    /// The number of forfeited games, which count as lost for the side that forfeits.
    pub forfeited: u64,
}

/// The mean over the pairs of a meeting of their excess over one half, with the sign of the excess of all others; `None`
/// with fewer than two pairs.
fn signed_excess(pairs: &[f64]) -> Option<f64> {
    let sum: f64 = pairs.iter().map(|rate| rate - 0.5).sum();
    let towards = |rate: &f64| {
        let (own, others) = (rate - 0.5, sum - (rate - 0.5));
        // Scores are quarters, whose sums are exact.
        if others == 0.0 { 0.0 } else { own * others.signum() }
    };
    (pairs.len() >= 2).then(|| pairs.iter().map(towards).sum::<f64>() / pairs.len() as f64)
}

/// The mean absolute imbalance of some meetings; `None` where fewer than two of them have two pairs.
pub fn absolute_imbalance(encounters: &[Encounter]) -> Option<AbsoluteImbalance> {
    let squared = imbalance(encounters)?;
    let excesses: Vec<f64> = encounters.iter().filter_map(|one| signed_excess(&one.pair_scores())).collect();
    let below = skewed_mean(&excesses)?;
    let spread = squared.spread();
    let point = (FRAC_2_PI.sqrt() * spread).max(below.point.min(spread));
    let above = squared.spread_interval().map(|interval| interval.high.min(0.5));
    let interval = above.map(|high| {
        let high = high.max(point);
        Estimate { point, low: below.low.clamp(0.0, point), high, level: LEVEL }
    });
    let games = encounters.iter().flat_map(|encounter| &encounter.games);
    Some(AbsoluteImbalance { point, interval, squared, forfeited: games.filter(|game| game.forfeited).count() as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_towards_the_other_pairs_of_their_meeting() {
        // By hand: 0.5 and 0.25 agree; 0.5 against -0.5 disagree.
        assert_eq!(signed_excess(&[1.0, 0.75]), Some(0.375));
        assert_eq!(signed_excess(&[1.0, 0.0]), Some(-0.5));
        // The others of the first sum to -0.25, of the second to 0.5, of the third to 0.25.
        assert_eq!(signed_excess(&[1.0, 0.25, 0.5]), Some((-0.5 - 0.25 + 0.0) / 3.0));
        assert_eq!((signed_excess(&[0.0, 0.25]), signed_excess(&[1.0])), (Some(0.375), None));
    }

    #[test]
    fn meetings_of_even_armies_are_not_far_from_one_half_and_lost_ones_are() {
        let met = |scores: [f64; 4]| {
            let game = |(place, score): (usize, f64)| super::super::MeetingGame {
                score,
                swapped: place % 2 == 1,
                first_began: None,
                forfeited: place == 0 && score == 0.0,
                ending: crate::game::Ending::Victory,
                survivors: [Vec::new(), Vec::new()],
            };
            let army = || crate::game::Composition::default();
            let meeting = super::super::Meeting { armies: [army(), army()], scenario: 0, pairs: 2 };
            Encounter { meeting, games: scores.into_iter().enumerate().map(game).collect() }
        };
        let lost = absolute_imbalance(&vec![met([0.0; 4]); 30]).unwrap();
        assert_eq!((lost.point, lost.forfeited), (0.5, 30));
        let even = absolute_imbalance(&vec![met([1.0, 0.0, 0.0, 1.0]); 30]).unwrap();
        assert_eq!((even.point, even.interval), (0.0, None));
    }
}
