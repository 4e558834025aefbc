//! The coverage of the intervals of `cells.csv` and `effects.csv`: costs of two bots on two tracks, by cell, their
//! mean, and what a track or a bot adds to it. Both bots play the same meetings on the same dice, as in every such
//! study.

use super::priced::{BOT, MARCH, Priced, ground, with_bot};
use super::printed::Place;
use super::{Found, SEED_OF_TRUTH, Truths, count_into, seed, with_truths};
use reglette::balance::Draw;
use reglette::balance::costs::{Arena, Factor, Factors, Plan, factors, study};
use reglette::game::toy::ToyBook;
use reglette::game::{Roster, Troop};
use reglette::stats::Estimate;

/// The race of the other studies of costs, on a shorter track too.
pub(super) const RACE: Priced = Priced { tracks: &[40, 32], ..MARCH };
/// The second bot pushes on less often.
const BOTS: [[f32; 6]; 2] = [BOT, [1.0, -3.0, 4.0, -1.0, 10.0, -10.0]];
/// Meetings of the run that estimates the true values, on both tracks together.
pub(super) const MEETINGS_OF_TRUTH: usize = 400_000;
/// Meetings of a study, on both tracks together.
const SIZES: [usize; 2] = [1_000, 2_000];

/// What the costs of some bots depend on; `None` where a cell has no costs.
pub(super) fn factors_of(
    arenas: &[&dyn Arena],
    draw: &Draw<'_>,
    troops: &[Troop],
    meetings: usize,
    seed: u64,
) -> Option<Factors> {
    let plan = Plan {
        budget: RACE.budget,
        spread: RACE.spread,
        tolerance: RACE.tolerance,
        meetings,
        held_out: 2,
        pairs: 1,
        scenarios: RACE.tracks.len(),
        seed,
        steps: 1,
        least_change: false,
        round: None,
        worst: 0,
    };
    let studies: Result<Vec<_>, _> = arenas.iter().map(|arena| study(*arena, draw, troops, &[], &plan)).collect();
    let found = factors(&studies.ok()?.iter().collect::<Vec<_>>(), troops, &[], plan.scenarios).ok()?;
    Some(found.expect("there are several cells"))
}

/// The intervals of a study.
fn intervals(
    arenas: [&dyn Arena; 2],
    draw: &Draw<'_>,
    troops: &[Troop],
    meetings: usize,
    seed: u64,
) -> Vec<(Place, Estimate)> {
    let Some(found) = factors_of(&arenas, draw, troops, meetings, seed) else { return Vec::new() };
    let mut all = Vec::new();
    for cell in &found.cells {
        all.extend(cell.fair.costs.iter().filter_map(|cost| {
            let of = format!("{}, bot {} on track {}", troops[cost.troop].name, cell.bot + 1, cell.scenario + 1);
            Some((Place { table: "cells.csv, fair", of }, cost.fair?))
        }));
    }
    for troop in &found.troops {
        let name = &troops[troop.troop].name;
        all.extend(troop.effects.iter().map(|effect| {
            let place = match effect.of {
                None => Place { table: "effects.csv, mean", of: name.clone() },
                Some((Factor::Scenario, level)) => of_level(name, "track", level),
                Some((Factor::Bot, level)) => of_level(name, "bot", level),
                Some((Factor::Interaction, level)) => of_level(name, "track and bot", level),
            };
            (place, effect.points)
        }));
    }
    all
}

/// The effect of a level of a factor.
fn of_level(troop: &str, factor: &str, level: usize) -> Place {
    Place { table: "effects.csv, effect", of: format!("{troop}, {factor} {}", level + 1) }
}

/// Costs of two bots on two tracks, at each size.
pub fn of_factors(study: u64, tournaments: u64, found: &mut Found) {
    let (files, _) = ground(&RACE);
    let troops = ToyBook::troops(&files.pool);
    let [first, second] = BOTS;
    with_bot(&RACE, first, |one, draw, _| {
        with_bot(&RACE, second, |other, _, _| {
            let of = |meetings, seed| intervals([one, other], draw, troops, meetings, seed);
            let truths: Truths = of(MEETINGS_OF_TRUTH, SEED_OF_TRUTH)
                .into_iter()
                .map(|(place, interval)| (place, interval.point))
                .collect();
            assert!(!truths.is_empty(), "costs have a true value in this race");
            for (size, place) in SIZES.into_iter().zip(0..) {
                let one = |at: u64| with_truths(of(size, seed(100 * study + place, at)), &truths);
                count_into(found, study, tournaments, &format!("{size} meetings"), one);
            }
        });
    });
}
