//! The quality of costs: how far true win rates spread around one half when held-out armies of the same cost meet.
//! Every meeting plays at least two pairs of games on independent dice; the product of the excesses of two pairs over
//! one half is an unbiased estimate of the squared true excess, so that sampling noise does not count.

use super::meeting::{Encounter, Meeting};
use crate::balance::draw::{Draw, Range, Supply, Unaffordable};
use crate::game::Composition;
use crate::game::rng::{Key, Stream};
use crate::stats::{Estimate, effective_number, skewed_mean};

/// The number of attempts to draw two different armies.
const DIFFERENT: usize = 100;
/// One in this many compositions is held out from every fit.
const HELD_OUT: u64 = 4;

/// The spread of true win rates around one half.
#[derive(Clone, Debug, PartialEq)]
pub struct Imbalance {
    /// Meetings that count.
    pub meetings: u64,
    /// Games.
    pub games: u64,
    /// The root mean squared excess of the observed rates.
    pub observed: f64,
    /// The mean squared true excess over one half; sampling error may make it negative.
    pub variance: f64,
    /// Its 95 % interval; `None` where so few meetings contribute to it that their scatter is unknown.
    pub interval: Option<Estimate>,
}

/// With fewer effective contributions the variance has no interval: in simulated studies those of 20 meetings covered
/// the truth in 33 to 93 %, and in at least 95 % where three or more meetings contribute.
const ENOUGH_CONTRIBUTIONS: f64 = 3.0;

/// The greatest squared excess of a rate over one half.
const MOST: f64 = 0.25;

impl Imbalance {
    /// The root mean squared true excess, 0 where the estimate is negative.
    pub fn spread(&self) -> f64 {
        root(self.variance)
    }

    /// The interval of the spread, where the variance has one. Where the estimate is negative, by chance, it ends where
    /// that of an estimate of 0 would: armies are not shown to be equal because a sample varied less than expected.
    pub fn spread_interval(&self) -> Option<Estimate> {
        let below_zero = self.variance.min(0.0);
        self.interval.map(|interval| Estimate { high: (interval.high - below_zero).min(MOST), ..interval }.map(root))
    }

    /// The part of the observed spread that is noise.
    pub fn noise(&self) -> f64 {
        root(self.observed * self.observed - self.variance)
    }

    /// Whether the spread is not shown to be above 0.
    pub fn is_within_noise(&self) -> bool {
        self.interval.is_none_or(|interval| interval.low <= 0.0)
    }
}

/// The spread of a variance.
fn root(variance: f64) -> f64 {
    variance.max(0.0).sqrt()
}

/// Whether a composition is held out from every fit, so that costs can be evaluated by it: the same ones under every
/// seed, so that runs which differ only by the seed estimate the same costs.
pub fn is_held_out(composition: &Composition) -> bool {
    let key = Key::new(0).with_name("held out");
    let key = composition.counts.iter().fold(key, |key, count| key.with(u64::from(*count)));
    key.stream().bits().is_multiple_of(HELD_OUT)
}

/// Draws meetings of different armies in a range of points, cycling through the scenarios.
///
/// # Errors
/// If no army can be drawn.
pub fn draw_meetings(
    draw: &Draw<'_>,
    range: Range,
    number: usize,
    pairs: u64,
    scenarios: usize,
    key: Key,
) -> Result<Vec<Meeting>, Unaffordable> {
    let supply = draw.supply(range);
    (0..number)
        .map(|index| {
            let mut stream = key.with(index as u64).stream();
            let first = draw.army(&supply, range, &mut stream)?;
            let second = different(draw, &supply, range, &first, &mut stream)?;
            Ok(Meeting { armies: [first, second], scenario: index % scenarios.max(1), pairs })
        })
        .collect()
}

/// An army of a range that is not this one, if there seems to be another.
pub(super) fn different(
    draw: &Draw<'_>,
    supply: &Supply,
    range: Range,
    from: &Composition,
    stream: &mut Stream,
) -> Result<Composition, Unaffordable> {
    let mut drawn = draw.army(supply, range, stream)?;
    for _ in 0..DIFFERENT {
        if drawn != *from {
            break;
        }
        drawn = draw.army(supply, range, stream)?;
    }
    Ok(drawn)
}

/// The mean product of the excesses of all two pairs of a meeting; `None` with fewer than two pairs.
fn squared_excess(pairs: &[f64]) -> Option<f64> {
    let number = pairs.len() as f64;
    let sum: f64 = pairs.iter().map(|rate| rate - 0.5).sum();
    let squares: f64 = pairs.iter().map(|rate| (rate - 0.5) * (rate - 0.5)).sum();
    (pairs.len() >= 2).then(|| (sum * sum - squares) / (number * (number - 1.0)))
}

/// The imbalance of some meetings; `None` where fewer than two of them have two pairs.
pub fn imbalance(encounters: &[Encounter]) -> Option<Imbalance> {
    let scores: Vec<Vec<f64>> =
        encounters.iter().map(Encounter::pair_scores).filter(|pairs| pairs.len() >= 2).collect();
    let excesses: Vec<f64> = scores.iter().filter_map(|pairs| squared_excess(pairs)).collect();
    if excesses.len() < 2 {
        return None;
    }
    let seen = |pairs: &Vec<f64>| {
        let excess = pairs.iter().sum::<f64>() / pairs.len() as f64 - 0.5;
        excess * excess
    };
    let observed = (scores.iter().map(seen).sum::<f64>() / scores.len() as f64).sqrt();
    let estimate = skewed_mean(&excesses)?;
    let games = scores.iter().map(|pairs| 2 * pairs.len() as u64).sum();
    let interval = Estimate { high: estimate.high.min(MOST), ..estimate };
    let interval = Some(interval).filter(|_| contributions(&excesses) >= ENOUGH_CONTRIBUTIONS);
    Some(Imbalance { meetings: excesses.len() as u64, games, observed, variance: estimate.point, interval })
}

/// The effective number of values that contribute to a sum, whatever their signs.
fn contributions(values: &[f64]) -> f64 {
    effective_number(values.iter().map(|value| value.abs()).sum(), values.iter().map(|value| value * value).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_pairs_have_the_mean_of_the_squared_excess() {
        assert_eq!(squared_excess(&[1.0, 0.75]), Some(0.125));
        assert_eq!(squared_excess(&[1.0, 0.0]), Some(-0.25));
        // All three products: 0.125, 0.25 and 0.125.
        assert!((squared_excess(&[1.0, 0.75, 1.0]).unwrap() - 0.5 / 3.0).abs() < 1e-12);
        assert_eq!(squared_excess(&[1.0]), None);
    }

    #[test]
    fn a_variance_due_to_few_meetings_has_no_interval() {
        // Twenty meetings, this many of them with a nonzero product.
        let values = |nonzero: usize| (0..20).map(|n| if n < nonzero { 0.25 } else { 0.0 }).collect::<Vec<_>>();
        assert_eq!([0, 2, 3].map(|nonzero| contributions(&values(nonzero))), [0.0, 2.0, 3.0]);
        // (2 × 0.25 + 0.0625)² / (2 × 0.0625 + 0.00390625) = 2.45.
        assert!((contributions(&[0.25, -0.25, 0.0625]) - 2.4545).abs() < 1e-4);
    }

    #[test]
    fn a_negative_variance_bounds_the_spread_above_zero() {
        let estimated = |point: f64| {
            let interval = Estimate { point, low: point - 0.02, high: point + 0.02, level: 0.95 };
            let found =
                Imbalance { meetings: 100, games: 400, observed: 0.1, variance: point, interval: Some(interval) };
            found.spread_interval().unwrap()
        };
        for point in [-0.03, -0.01, 0.0] {
            let spread = estimated(point);
            assert_eq!([spread.point, spread.low], [0.0, 0.0]);
            assert!((spread.high - 0.02_f64.sqrt()).abs() < 1e-12, "{spread:?}");
        }
        assert!((estimated(0.01).high - 0.03_f64.sqrt()).abs() < 1e-12);
        assert_eq!(estimated(0.24).high, 0.5, "a rate is at most one half away from one half");
    }

    #[test]
    fn a_quarter_of_all_compositions_is_held_out() {
        let held = (0..4000)
            .filter(|n| is_held_out(&Composition { counts: vec![n % 20, n / 20], parameters: vec![] }))
            .count();
        assert!((880..1120).contains(&held), "{held}");
    }
}
