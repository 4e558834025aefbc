//! The coverage of the intervals of `fit.csv` and of later steps in `steps.csv`: the first move, the red seat, features
//! that are not additive, tenths of the games by their prediction, and costs from armies drawn at fitted costs.
//!
//! The true rate of a tenth is that of the games of a great sample of meetings whose predictions by the same fit are
//! among the same tenth of that sample.

use super::priced::{MARCH, MEETINGS_OF_TRUTH, ground, with_arena};
use super::printed::Place;
use super::{Found, SEED_OF_TRUTH, Truths, count_into, seed, with_truths};
use reglette::balance::costs::{
    Arena, Calibration, Encounter, Fit, Terms, additivity, calibration, draw_meetings, fair_costs,
};
use reglette::balance::{Draw, Range};
use reglette::game::rng::Key;
use reglette::game::toy::ToyBook;
use reglette::game::{Roster, Troop};
use reglette::stats::estimate::NORMAL_95;
use reglette::stats::{Estimate, LEVEL};

/// Meetings of a sample for the true rates of tenths.
const SAMPLE: usize = 40_000;

/// Where meetings are drawn and played.
struct Ground<'a> {
    arena: &'a dyn Arena,
    troops: &'a [Troop],
}

impl Ground<'_> {
    /// Meetings of armies that differ from the budget by up to this share of it.
    fn met(&self, draw: &Draw<'_>, (spread, pairs): (f64, u64), meetings: usize, key: Key) -> Vec<Encounter> {
        let drawn = draw_meetings(draw, Range::around(MARCH.budget, spread), meetings, pairs, 1, key)
            .expect("armies can be drawn");
        self.arena.play(drawn, 0, key.with_name("dice").stream().bits()).expect("the race does not break")
    }

    fn fit(&self, met: &[Encounter]) -> Option<Fit> {
        Fit::of(met, &Terms { troops: self.troops.len(), parameters: 0 }).ok()
    }

    /// What a fit has besides costs.
    fn of_fit(&self, fit: &Fit, met: &[Encounter]) -> Vec<(Place, Estimate)> {
        let one = |name: &str, estimate: Estimate| {
            (Place { table: "fit.csv, first move and red seat", of: name.to_owned() }, estimate)
        };
        let mut all: Vec<_> = fit.first_move().into_iter().map(|estimate| one("first_move", estimate)).collect();
        all.extend(fit.red_seat().map(|estimate| one("red_seat", estimate)));
        all.extend(additivity(fit, met, self.troops, &[]).suspects.iter().filter_map(|suspect| {
            let added = suspect.added?;
            let [low, high] = [-1.0, 1.0].map(|sign| added.coefficient + sign * NORMAL_95 * added.error);
            let interval = Estimate { point: added.coefficient, low, high, level: LEVEL };
            let of = format!("{} {}", suspect.kind.name(), suspect.name);
            Some((Place { table: "fit.csv, square and pair", of }, interval))
        }));
        all
    }

    /// Costs from armies that are drawn at the costs of a first fit.
    fn of_step(&self, draw: &Draw<'_>, meetings: usize, key: Key) -> Option<Vec<(Place, Estimate)>> {
        let wide = (MARCH.spread, 1);
        let first = self.fit(&self.met(draw, wide, meetings, key.with_name("fit")))?;
        let costs = fair_costs(&first, self.troops, &[]).ok()?.written(self.troops);
        let second = self.fit(&self.met(&draw.at(costs), wide, meetings, key.with_name("fit").with(1)))?;
        let fair = fair_costs(&second, self.troops, &[]).ok()?;
        let of = |troop: usize| self.troops[troop].name.clone();
        Some(
            fair.costs
                .iter()
                .filter_map(|cost| {
                    Some((Place { table: "steps.csv, fair of the second step", of: of(cost.troop) }, cost.fair?))
                })
                .collect(),
        )
    }
}

/// The observed rates of tenths, with the rates of the sample's.
fn of_tenths(table: &'static str, observed: &Calibration, sample: &Calibration) -> Vec<(Place, Estimate, f64)> {
    let tenths = observed.deciles.iter().zip(&sample.deciles).zip(1..);
    tenths
        .filter_map(|((one, truth), tenth)| {
            Some((Place { table, of: format!("tenth {tenth}") }, one.observed?, truth.rate))
        })
        .collect()
}

/// All of it, at each size.
pub fn of_fits(study: u64, tournaments: u64, sizes: &[u64], found: &mut Found) {
    let (files, _) = ground(&MARCH);
    let troops = ToyBook::troops(&files.pool);
    with_arena(&MARCH, |arena, draw, _| {
        let ground = Ground { arena, troops };
        let (wide, even) = ((MARCH.spread, 1), (MARCH.tolerance, 2));
        let of_truth = Key::new(SEED_OF_TRUTH);
        let long = ground.met(draw, wide, MEETINGS_OF_TRUTH, of_truth.with_name("fit"));
        let true_fit = ground.fit(&long).expect("costs have a true value in this race");
        let mut truths: Truths =
            ground.of_fit(&true_fit, &long).into_iter().map(|(place, interval)| (place, interval.point)).collect();
        let step = ground.of_step(draw, MEETINGS_OF_TRUTH, of_truth).expect("they do at the second step");
        truths.extend(step.into_iter().map(|(place, interval)| (place, interval.point)));
        let own = &long[..SAMPLE];
        let held_out = ground.met(draw, even, SAMPLE / 2, of_truth.with_name("judge"));
        for (size, place) in sizes.iter().zip(0..) {
            let one = |at: u64| {
                let (meetings, key) = (*size as usize, Key::new(seed(100 * study + place, at)));
                let met = ground.met(draw, wide, meetings, key.with_name("fit"));
                let Some(fit) = ground.fit(&met).filter(|fit| fair_costs(fit, ground.troops, &[]).is_ok()) else {
                    return Vec::new();
                };
                let mut all = ground.of_fit(&fit, &met);
                all.extend(ground.of_step(draw, meetings, key).into_iter().flatten());
                let mut all = with_truths(all, &truths);
                let judged = ground.met(draw, even, meetings / 2, key.with_name("judge"));
                for (table, met, sample) in [
                    ("fit.csv, decile (not printed)", &met[..], own),
                    ("fit.csv, decile_held_out", &judged[..], &held_out[..]),
                ] {
                    all.extend(of_tenths(table, &calibration(&fit, met), &calibration(&fit, sample)));
                }
                all
            };
            count_into(found, study, tournaments, &format!("{size} meetings"), one);
        }
    });
}
