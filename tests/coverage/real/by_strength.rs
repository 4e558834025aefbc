//! The coverage of the intervals of `strength.csv` and `rungs.csv`: costs of three bots on two tracks over ratings that
//! come from a tournament of the same bots, with errors of its own.

use super::factored::{MEETINGS_OF_TRUTH, RACE, factors_of};
use super::ground::{PLAIN, Race, played, race};
use super::priced::{ground, with_bot};
use super::printed::Place;
use super::{Found, SEED_OF_TRUTH, TRUTH, Truths, count_into, results_of, seed, with_truths};
use reglette::balance::costs::Factors;
use reglette::balance::costs::strength;
use reglette::balance::rankings;
use reglette::game::toy::ToyBook;
use reglette::game::{Roster, Troop};
use reglette::stats::estimate::NORMAL_95;
use reglette::stats::{Abscissa, Estimate};

/// The risk aversion of each bot. Bolder ones play alike in the tournament that rates them, so that there is no trend
/// over their ratings, and in the races of the study a point of theirs is worth so little that few studies have costs.
const BOTS: [f32; 3] = [-2.0, -3.0, -5.0];
/// The tournament that rates them.
const FIELD: Race = Race { name: "three bots", bots: &BOTS, ..PLAIN };
/// Games a pairing of that tournament.
const GAMES: u64 = 600;
/// Meetings of a study, on both tracks together.
const MEETINGS: usize = 1_000;

/// The ratings of a tournament, as `--ratings` reads them from its file.
fn ratings(games: u64, seed: u64) -> Option<Vec<Abscissa>> {
    let (tournament, standings) = played(&race(&FIELD, games), seed, 1);
    let results = results_of(&tournament.plan, &tournament, &standings);
    let ranking = rankings(results.plan, results.standings).into_iter().next()?;
    let mut rated = ranking.rated;
    rated.sort_by(|one, other| one.name.cmp(&other.name));
    let rating = |Estimate { point, low, high, .. }| Abscissa { point, error: (high - low) / 2.0 / NORMAL_95 };
    rated.into_iter().map(|rated| rated.elo.interval.map(rating)).collect()
}

/// The intervals of both tables.
fn intervals(factors: &Factors, ratings: &[Abscissa], troops: &[Troop]) -> Vec<(Place, Estimate)> {
    let mut all = Vec::new();
    for troop in strength(factors, troops, ratings).iter().flat_map(|found| &found.troops) {
        let name = &troops[troop.troop].name;
        let slope = troop.trend.slope.map(|points| 100.0 * points);
        all.push((Place { table: "strength.csv, points_a_100_elo", of: name.clone() }, slope));
        for (bot, cost) in troop.costs.iter().enumerate() {
            all.push((Place { table: "rungs.csv, fair", of: format!("{name}, rung {}", bot + 1) }, *cost));
        }
    }
    all
}

/// Costs by strength.
pub fn of_strength(study: u64, tournaments: u64, found: &mut Found) {
    let (files, _) = ground(&RACE);
    let troops = ToyBook::troops(&files.pool);
    let [first, second, third] = BOTS.map(|fear| [1.0, fear, 4.0, -1.0, 10.0, -10.0]);
    with_bot(&RACE, first, |one, draw, _| {
        with_bot(&RACE, second, |two, _, _| {
            with_bot(&RACE, third, |three, _, _| {
                let arenas = [one, two, three];
                let exact = |rating: Abscissa| Abscissa { error: 0.0, ..rating };
                let true_ratings: Vec<Abscissa> =
                    ratings(TRUTH, SEED_OF_TRUTH).expect("they are rated").into_iter().map(exact).collect();
                let true_factors =
                    factors_of(&arenas, draw, troops, MEETINGS_OF_TRUTH, SEED_OF_TRUTH).expect("there are costs");
                let truths: Truths = intervals(&true_factors, &true_ratings, troops)
                    .into_iter()
                    .map(|(place, interval)| (place, interval.point))
                    .collect();
                assert!(!truths.is_empty(), "costs have a true value in this race");
                let of = |seed: u64| {
                    let ratings = ratings(GAMES, seed)?;
                    Some(intervals(&factors_of(&arenas, draw, troops, MEETINGS, seed)?, &ratings, troops))
                };
                let one = |at| with_truths(of(seed(100 * study, at)).unwrap_or_default(), &truths);
                count_into(found, study, tournaments, &format!("{MEETINGS} meetings"), one);
            });
        });
    });
}
