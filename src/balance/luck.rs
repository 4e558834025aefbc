//! Results less their luck: from counters to rates with and without it.

use crate::stats::{LuckAdjusted, LuckSums, PairedSums};
use crate::tournament::Counter;
use crate::tournament::luck::PARTS;

/// A counter's rate as it was and less its luck; nothing with fewer than two clusters.
pub fn luck_adjusted(counter: &Counter) -> Option<LuckAdjusted> {
    let (sums, lucky) = (counter.clusters(), counter.luck());
    let (points, luck) = (0.5, 1.0 / PARTS);
    LuckSums::of(PairedSums {
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
    .adjusted()
}
