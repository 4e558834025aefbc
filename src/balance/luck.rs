//! Results less their luck: from counters to rates with and without it.

use super::verdict::rate_interval;
use crate::stats::{LuckAdjusted, LuckSums, PairedSums};
use crate::tournament::Counter;
use crate::tournament::luck::PARTS;

/// A counter's rate as it was and less its luck; nothing with fewer than two units. Both come from the units of all other tables, and the rate as it was has their interval.
pub fn luck_adjusted(counter: &Counter) -> Option<LuckAdjusted> {
    let (sums, lucky) = (counter.units(), counter.luck());
    let (points, luck) = (0.5, 1.0 / PARTS);
    let found = LuckSums::of(PairedSums {
        count: sums.count,
        games: sums.games as f64,
        one: sums.score as f64 * points,
        other: lucky.luck as f64 * luck,
        games_squared: sums.games_squared as f64,
        one_squared: sums.score_squared as f64 * points * points,
        other_squared: lucky.squared as f64 * luck * luck,
        games_one: sums.score_games as f64 * points,
        games_other: lucky.games as f64 * luck,
        one_other: lucky.score as f64 * luck * points,
    })
    .adjusted()?;
    Some(LuckAdjusted { raw: rate_interval(counter)?.decisive, ..found })
}
