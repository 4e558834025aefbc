//! The coverage of the intervals of `compare`: the effect of a change of the rules, and of one of the scenario, on each
//! measure.

use super::ground::{RACES, Race, race};
use super::{Found, SEED_OF_TRUTH, each, merge, seed};
use crate::table::Cell;
use reglette::balance::compare::{Key, Measure};
use reglette::balance::{Comparing, Effect, compare};
use reglette::data::Unlogged;
use reglette::game::toy::Toy;
use reglette::tournament::{Tournament, thread_pool};
use std::collections::BTreeMap;

/// The changes, with their names.
const CHANGES: [(&str, Race); 2] = [
    ("at most six rounds", Race { tracks: &[(12, 6)], luck: false, ..RACES[0] }),
    ("a longer track", Race { tracks: &[(13, 20)], luck: false, ..RACES[0] }),
];

/// The effects of a change, on dice of this seed.
fn effects(tournaments: &[Tournament<Toy>; 2], seed: u64, threads: usize) -> Vec<(Key, Effect)> {
    let [base, variant] = tournaments.clone().map(|mut tournament| {
        tournament.plan.seed = seed;
        tournament
    });
    let comparing = Comparing { events: false, log: &Unlogged, progress: &mut |_| {} };
    let pool = thread_pool(threads).expect("threads can be started");
    pool.install(|| compare(&base, &[variant], comparing)).expect("the race does not break").remove(0).effects
}

/// Each measure of a comparison, at each size.
pub fn of_compare(study: u64, tournaments: u64, sizes: &[u64], truth: u64, found: &mut Found) {
    for (number, (name, changed)) in (0..).zip(CHANGES) {
        let pair = |games: u64| [race(&Race { luck: false, ..RACES[0] }, games), race(&changed, games)];
        let true_effects = effects(&pair(truth), SEED_OF_TRUTH, 2);
        let truths: BTreeMap<Key, f64> =
            true_effects.into_iter().map(|(key, effect)| (key, effect.difference)).collect();
        for (size, place) in sizes.iter().zip(0..) {
            let both = pair(*size);
            let all = each(tournaments, |at| effects(&both, seed(100 * study + 10 * number + place, at), 1));
            let mut cells: BTreeMap<Key, Cell> = BTreeMap::new();
            for (key, effect) in all.into_iter().flatten() {
                let (Some(interval), Some(truth)) = (effect.interval, truths.get(&key)) else { continue };
                let name = || format!("{name}, {size} games: {} {}", key.measure.name(), key.of);
                cells.entry(key.clone()).or_insert_with(|| Cell::new(name())).add_interval(&interval, *truth);
            }
            // Measures that rarely differ are reported too seldom to be counted.
            let rendered = cells.into_iter().filter(|(_, cell)| cell.of >= tournaments.clamp(1, 500));
            let (unfairness, others): (Vec<_>, Vec<_>) =
                rendered.partition(|(key, _)| key.measure == Measure::Unfairness);
            let cells_of = |rows: Vec<(Key, Cell)>| rows.into_iter().map(|(_, cell)| cell);
            merge(found, study, "comparison.csv, difference", cells_of(others));
            merge(found, study, "comparison.csv, unfairness", cells_of(unfairness));
        }
    }
}
