//! The coverage of every interval in a table, by tournaments of the real runner: schedule, shared dice, balanced draws,
//! counters and tables are those of the program.
//!
//! The true values of the race are estimated from a run of [`TRUTH`] games per pairing on other dice, which is at least
//! a thousand times as many as in the greatest tournament, so that their error is negligible; those of the trees are
//! exact. Tournament number `n` of a cell is played with the seed that [`seed`] returns.

mod arranged;
mod by_strength;
mod compared;
mod factored;
mod fitted;
mod ground;
mod priced;
mod printed;
mod probed;
mod ringed;
mod stopped;
mod tuned;

use crate::table::{Cell, Line};
use ground::{ADAPTIVE, ARRANGED, RACES, Race, played, race, rare};
use printed::{Place, printed, truths};
use reglette::balance::rate_interval;
use reglette::game::{Evaluate, Show};
use reglette::report::Results;
use reglette::stats::Estimate;
use reglette::tournament::{Party, Plan, Standings, Tournament};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

/// Games per pairing of the run that estimates the true values.
const TRUTH: u64 = 200_000;
/// The seed of that run.
const SEED_OF_TRUTH: u64 = 7_000_000_007;

/// Games per pairing.
pub const SIZES: [u64; 4] = [20, 60, 200, 600];

/// The master seed of a tournament of a study.
fn seed(study: u64, number: u64) -> u64 {
    study * 1_000_003 + number + 1
}

/// Maps `one` over the first numbers, in order, on all processors. Tournaments have thread pools of their own; in a
/// shared one, a thread that waits for a tournament would begin another inside it, and so on.
fn each<T: Send>(numbers: u64, one: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let take = || {
        let mut taken = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers {
                return taken;
            }
            taken.push((number, one(number)));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut all: Vec<(u64, T)> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no tournament panics")).collect()
    });
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, found)| found).collect()
}

/// The coverage of each interval, by its table.
pub type Found = BTreeMap<&'static str, Line>;

/// Adds cells, and prints each at once: a study of hours that is interrupted has printed its results until then.
fn merge(found: &mut Found, seed: u64, table: &'static str, cells: impl IntoIterator<Item = Cell>) {
    let line = found.entry(table).or_insert_with(|| Line { setting: table.to_owned(), seed, cells: Vec::new() });
    for cell in cells {
        eprintln!("{table}\t{}\t{}\t{}\t{:?}", cell.name, cell.held, cell.of, cell.grain());
        line.cells.push(cell);
    }
}

/// The results of a tournament, as its tables are written from them.
fn results_of<'a, G: Evaluate + Show + Send + Sync + 'static>(
    plan: &'a Plan,
    tournament: &'a Tournament<G>,
    standings: &'a Standings,
) -> Results<'a> {
    Results { plan, schedule: &tournament.schedule, standings, army_points: &[] }
}

/// The true values of the intervals of a run.
type Truths = BTreeMap<Place, f64>;

/// The intervals of one tournament, each with its true value.
fn with_truths(intervals: Vec<(Place, Estimate)>, truths: &Truths) -> Vec<(Place, Estimate, f64)> {
    let known = |(place, interval)| truths.get(&place).copied().map(|truth| (place, interval, truth));
    intervals.into_iter().filter_map(known).collect()
}

/// Counts over tournaments.
fn counted(
    tournaments: u64,
    name: &str,
    one: impl Fn(u64) -> Vec<(Place, Estimate, f64)> + Sync,
) -> Vec<(Place, Cell)> {
    let mut cells: BTreeMap<Place, Cell> = BTreeMap::new();
    for (place, interval, truth) in each(tournaments, one).into_iter().flatten() {
        let cell = cells.entry(place.clone()).or_insert_with(|| Cell::new(format!("{name}: {}", place.of)));
        cell.add_interval(&interval, truth);
    }
    cells.into_iter().collect()
}

/// Counts over tournaments, and adds the cells that enough of them have.
fn count_into(
    found: &mut Found,
    study: u64,
    tournaments: u64,
    name: &str,
    one: impl Fn(u64) -> Vec<(Place, Estimate, f64)> + Sync,
) {
    for (place, cell) in counted(tournaments, name, one) {
        if cell.of >= tournaments.clamp(1, 500) {
            merge(found, study, place.table, [cell]);
        }
    }
}

/// The study of a field of the race: all of its tables, at each size.
fn of_race(field: &Race, study: u64, tournaments: u64, sizes: &[u64], truth: u64, found: &mut Found) {
    let truths: Truths = {
        // The true values do not depend on the allocation of games.
        let even = Race { allocate: None, ..*field };
        let (tournament, standings) = played(&race(&even, truth), SEED_OF_TRUTH, 2);
        let mut plan = tournament.plan.clone();
        plan.allocate = field.allocate;
        truths(results_of(&plan, &tournament, &standings)).into_iter().collect()
    };
    for (size, place) in sizes.iter().zip(0..) {
        let tournament = race(field, *size);
        let name = format!("{}, {size} games", field.name);
        let one = |number: u64| {
            let (tournament, standings) = played(&tournament, seed(100 * study + place, number), 1);
            with_truths(printed(results_of(&tournament.plan, &tournament, &standings)), &truths)
        };
        for (place, cell) in counted(tournaments, &name, one) {
            // Cycles are reported where they are observed: too seldom to be counted where they are rare.
            let is_told = cell.of >= tournaments.clamp(1, 500) && is_tested(field, &place);
            if is_told {
                merge(found, study, place.table, [cell]);
            }
        }
    }
}

/// The test for cycles must keep its level only where there are none.
fn is_tested(field: &Race, place: &Place) -> bool {
    place.table != "cycles.csv, p_value of no ring" || field.name == RACES[1].name
}

/// Games nearly all of which have the same result.
fn of_rare(study: u64, tournaments: u64, sizes: &[u64], table: &mut Found) {
    for (number, (first, red)) in (0..).zip([(0, 0), (1, 0), (2, 0), (5, 0), (0, 2), (2, 5), (97, 0), (99, 0)]) {
        for (size, place) in sizes.iter().zip(0..) {
            let tournament = rare(first, red, *size, 2);
            let truth = f64::from(first) / 100.0 + f64::from(100 - first) / 200.0;
            let mut cell = Cell::new(format!("{first} % won, {red} % by the seat, {size} games"));
            let one = |number: u64| {
                let (_, standings) = played(&tournament, number, 1);
                let (_, counter) = standings.pairings().next().expect("there is one");
                rate_interval(counter).expect("there are games").decisive
            };
            let found = each(tournaments, |at| one(seed(100 * study + 10 * number + place, at)));
            found.iter().for_each(|interval| cell.add_interval(interval, truth));
            merge(table, study, "nearly all games alike, rate", [cell]);
        }
    }
}

/// The whole study.
pub fn study(tournaments: u64, sizes: &[u64], truth: Option<u64>, only: Option<&str>) -> Found {
    let truth = truth.unwrap_or(TRUTH);
    let wanted = |name: &str| only.is_none_or(|only| name.contains(only));
    let mut found = Found::new();
    for (field, study) in RACES.iter().zip(1..).filter(|(field, _)| wanted(field.name)) {
        of_race(field, study, tournaments, sizes, truth, &mut found);
        eprintln!("{}: done", field.name);
    }
    for (field, study) in ARRANGED.iter().zip(10..).filter(|(field, _)| wanted(field.name)) {
        arranged::of_field(field, study, tournaments, sizes, truth, &mut found);
        eprintln!("{}: done", field.name);
    }
    for (field, study) in ADAPTIVE.iter().zip(20..).filter(|(field, _)| wanted(field.name)) {
        of_race(field, study, tournaments, &sizes[sizes.len().saturating_sub(1)..], truth, &mut found);
    }
    if wanted("rare") {
        of_rare(30, tournaments, sizes, &mut found);
    }
    if wanted("until") {
        stopped::of_until(40, tournaments, truth, &mut found);
    }
    if wanted("tables after a test") {
        stopped::of_tables(41, tournaments, truth, &mut found);
    }
    if wanted("rings") {
        ringed::of_rings(35, tournaments, sizes, &mut found);
    }
    if wanted("comparisons") {
        compared::of_compare(50, tournaments, sizes, truth, &mut found);
    }
    if wanted("costs") {
        priced::of_costs(60, tournaments, sizes, &mut found);
    }
    if wanted("fits") {
        fitted::of_fits(62, tournaments, &sizes[sizes.len().saturating_sub(2)..], &mut found);
    }
    if wanted("factors") {
        factored::of_factors(63, tournaments, &mut found);
    }
    if wanted("strength") {
        by_strength::of_strength(64, tournaments, &mut found);
    }
    if wanted("tuning") {
        tuned::of_tune(65, tournaments, sizes, truth, &mut found);
    }
    if wanted("probes") {
        probed::of_probe(80, tournaments, sizes, truth, &mut found);
    }
    if wanted("breaker") {
        priced::of_breaker(70, tournaments, sizes, &mut found);
    }
    found
}

/// The coverage of Wilson's interval for the first-player rate where four equal armies play on the same dice: it
/// assumes independent games, which these are not.
pub fn wilson_of_seats(tournaments: u64, games: u64) -> Cell {
    let tournament = race(&RACES[1], games);
    let mut cell = Cell::new("Wilson's interval over shared dice".to_owned());
    let of_first = |standings: &Standings| {
        standings.lines().find(|(line, _)| line.party == Party::First).and_then(|(_, counter)| rate_interval(counter))
    };
    let truth =
        of_first(&played(&race(&RACES[1], 20_000), SEED_OF_TRUTH, 2).1).expect("there are games").decisive.point;
    for number in 0..tournaments {
        let (_, standings) = played(&tournament, seed(90, number), 1);
        cell.add_interval(&of_first(&standings).expect("there are games").wilson, truth);
    }
    cell
}
