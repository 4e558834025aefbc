//! The coverage of the intervals of a field in which opponents differ: Swiss legs, a gauntlet, listed pairings.
//!
//! A mean over opponents is that against those met, each with its number of games, and so are its true value and that
//! of a rating: a run of the same pairings on other dice. Of a Swiss tournament it depends on which pairings came up.

use super::ground::{Meets, Race, among, meetings, played, race};
use super::printed::{printed, truths};
use super::{Found, SEED_OF_TRUTH, Truths, count_into, results_of, seed, with_truths};
use reglette::tournament::Entrant;
use std::collections::{BTreeMap, BTreeSet};

/// The true values where just these meet.
fn of_meetings(field: &Race, met: &BTreeSet<[Entrant; 2]>, truth: u64) -> Truths {
    let (tournament, standings) = played(&among(field, truth, met), SEED_OF_TRUTH, 2);
    truths(results_of(&tournament.plan, &tournament, &standings)).into_iter().collect()
}

/// Each set of pairings that can come up in two legs of four entrants: all but those of one leg.
fn possible(field: &Race) -> Vec<BTreeSet<[Entrant; 2]>> {
    let all = meetings(&race(&Race { meets: Meets::All, ..*field }, 2));
    let shares = |one: &[Entrant; 2], other: &[Entrant; 2]| one.iter().any(|entrant| other.contains(entrant));
    let legs: BTreeSet<BTreeSet<[Entrant; 2]>> = all
        .iter()
        .map(|one| all.iter().filter(|other| *other == one || !shares(one, other)).copied().collect())
        .collect();
    legs.iter().map(|leg| all.difference(leg).copied().collect()).collect()
}

/// All tables of a field, at each size.
pub fn of_field(field: &Race, study: u64, tournaments: u64, sizes: &[u64], truth: u64, found: &mut Found) {
    let sets = match field.meets {
        Meets::Swiss(_) => possible(field),
        _ => vec![meetings(&race(field, 2))],
    };
    let known: BTreeMap<_, Truths> =
        sets.into_iter().map(|met| (met.clone(), of_meetings(field, &met, truth))).collect();
    for (size, place) in sizes.iter().zip(0..) {
        let tournament = race(field, *size);
        let one = |number: u64| {
            let (tournament, standings) = played(&tournament, seed(100 * study + place, number), 1);
            let truths = &known[&meetings(&tournament)];
            with_truths(printed(results_of(&tournament.plan, &tournament, &standings)), truths)
        };
        count_into(found, study, tournaments, &format!("{}, {size} games", field.name), one);
    }
}
