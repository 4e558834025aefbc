//! The coverage of the intervals of runs that end when an interval is narrow, or a sequential test has decided.

use super::ground::{RACES, Race, played, race, stopped};
use super::printed::{printed, truths};
use super::{Found, SEED_OF_TRUTH, Truths, counted, each, merge, results_of, seed, with_truths};
use crate::table::Cell;
use reglette::tournament::StopRule;

const PAIRING: Race = Race { armies: &[&[3, 2, 2], &[1, 1, 2]], bots: &[-1.0], luck: false, ..RACES[0] };

/// The fields, each of one pairing.
const FIELDS: [Race; 3] =
    [PAIRING, Race { tracks: &[(20, 3)], ..PAIRING }, Race { armies: &[&[2, 2, 1], &[2, 2, 1]], ..PAIRING }];

fn sprt(elo0: f64, elo1: f64) -> StopRule {
    StopRule::Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, normalised: false }
}

/// Runs that end when an interval is narrow, or a sequential test has decided.
pub fn of_until(study: u64, tournaments: u64, truth: u64, found: &mut Found) {
    let rules = [
        StopRule::HalfWidth { half_width: 0.05 },
        StopRule::HalfWidth { half_width: 0.03 },
        sprt(0.0, 30.0),
        sprt(-20.0, 20.0),
    ];
    for (number, field) in (0..).zip(FIELDS) {
        let (_, standings) = played(&race(&field, truth), SEED_OF_TRUTH, 2);
        let (_, counter) = standings.pairings().next().expect("there is one");
        let truth = (counter.wins as f64 + counter.draws as f64 / 2.0) / counter.games() as f64;
        for (rule, place) in rules.into_iter().zip(0..) {
            let tournament = race(&field, 20_000);
            let intervals = each(tournaments, |at| {
                stopped(&tournament, seed(100 * study + 10 * number + place, at), rule).2.estimate
            });
            let (table, limit) = match rule {
                StopRule::HalfWidth { half_width } => {
                    ("sequential.csv, rate after --until", format!("half width {half_width}"))
                }
                StopRule::Sprt { elo0, elo1, .. } => {
                    ("sequential.csv, rate after --sprt", format!("Elo {elo0} to {elo1}"))
                }
            };
            let mut cell = Cell::new(format!("{:?} {:?}, {limit}", field.armies, field.tracks));
            intervals.iter().for_each(|interval| cell.add_interval(interval, truth));
            merge(found, study, table, [cell]);
        }
    }
}

/// All tables after a sequential test.
pub fn of_tables(study: u64, tournaments: u64, truth: u64, found: &mut Found) {
    for (number, field) in (0..).zip(FIELDS) {
        let (tournament, standings) = played(&race(&field, truth), SEED_OF_TRUTH, 2);
        let truths: Truths = truths(results_of(&tournament.plan, &tournament, &standings)).into_iter().collect();
        let tournament = race(&field, 20_000);
        for ((elo0, elo1), place) in [(0.0, 30.0), (-20.0, 20.0)].into_iter().zip(0..) {
            let one = |at: u64| {
                let seed = seed(100 * study + 10 * number + place, at);
                let (tournament, standings, _) = stopped(&tournament, seed, sprt(elo0, elo1));
                with_truths(printed(results_of(&tournament.plan, &tournament, &standings)), &truths)
            };
            let name = format!("{:?} {:?}, Elo {elo0} to {elo1}", field.armies, field.tracks);
            for (place, cell) in counted(tournaments, &name, one) {
                if cell.of >= tournaments.clamp(1, 500) {
                    merge(found, study, place.table, [cell]);
                }
            }
        }
    }
}
