//! Luck-adjusted results: from counters to rates with and without luck.

use super::verdict::rate_interval;
use crate::stats::{LuckAdjusted, LuckSums, PairedSums, stratified_pairs};
use crate::tournament::luck::PARTS;
use crate::tournament::{Clusters, Counter};

/// A counter's raw and luck-adjusted rate; `None` with fewer than two units. Both use the units of all other tables,
/// and the raw rate has their interval. Where forfeited games were left out, that covers every possible result of them.
/// All else is then not to be reported: luck has mean 0 over all games, but not over those that count, since a bot may
/// forfeit by what it threw.
pub fn luck_adjusted(counter: &Counter) -> Option<LuckAdjusted> {
    let (units, lucky) = (counter.units(), counter.luck());
    let (points, luck) = (0.5, 1.0 / PARTS);
    let of_scenario = |(scenario, sums): (usize, &Clusters)| {
        let lucky = lucky.of(scenario);
        PairedSums {
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
            more_strata: 0,
        }
    };
    let strata: Vec<PairedSums> = units.iter().map(of_scenario).collect();
    let found = LuckSums::of(stratified_pairs(&strata)).adjusted()?;
    Some(LuckAdjusted { raw: rate_interval(counter)?.decisive, ..found })
}
