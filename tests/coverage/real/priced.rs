//! The coverage of the intervals of `balance` and `breaker`: fair costs, the worth of a point, parts of the formula,
//! the imbalance of costs, and the confirmation match of a search.

use super::printed::Place;
use super::{Found, SEED_OF_TRUTH, Truths, count_into, each, merge, seed, with_truths};
use crate::table::Cell;
use reglette::balance::costs::{
    Arena, Fit, Imbalance, Meeting, RealArena, StudyFiles, Terms, draw_meetings, fair_costs, formula, imbalance,
};
use reglette::balance::strongest_list::{SearchPlan, search};
use reglette::balance::{Draw, Range};
use reglette::bots::BotConfig;
use reglette::data::{Kind, Library, Source, Unlogged};
use reglette::game::rng::Key;
use reglette::game::toy::ToyBook;
use reglette::game::{Composition, Roster, Rulebook, Weights};
use reglette::stats::Estimate;
use reglette::tournament::Duellists;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A race with its armies. In the shipped race a further runner is worth nothing, so that costs have no true value: it
/// serves only for the strongest list. On a longer track with trips that often succeed, where three runners have to
/// arrive, each is worth something.
pub(super) struct Priced {
    /// What differs from the shipped rules.
    pub(super) rules: &'static str,
    /// The lengths of the tracks.
    pub(super) tracks: &'static [u8],
    /// Points of an army.
    pub(super) budget: f64,
    /// The relative deviation of armies of a fit from the budget, and of armies that are evaluated.
    pub(super) spread: f64,
    pub(super) tolerance: f64,
}

const SPRINT: Priced = Priced { rules: "", tracks: &[12], budget: 12.0, spread: 0.35, tolerance: 0.2 };
pub(super) const MARCH: Priced = Priced {
    rules: "trips_on = 1\nneeded = 3\nfaces = { one = 0, two = 2, three = 2, four = 3, five = 3, six = 4 }\n",
    tracks: &[40],
    budget: 14.0,
    spread: 0.5,
    tolerance: 0.35,
};
/// Meetings of the runs that estimate the true values.
pub(super) const MEETINGS_OF_TRUTH: usize = 200_000;
/// Pairs of games against a list, of the runs that estimate the true values.
const PAIRS_OF_TRUTH: u64 = 100_000;

/// Rules, tracks and runners of one, two and three dice.
pub(super) fn ground(priced: &Priced) -> (StudyFiles<ToyBook>, Vec<Composition>) {
    let library = Library::built_in();
    let read = |kind, name: &str| library.find(kind, name).expect("it is shipped");
    let written = |kind, path: &str, text: String| Source::new(&library, kind, path, text);
    let rules = format!("extends = \"toy\"\n{}", priced.rules);
    let rules = ToyBook::read_rules(&written(Kind::Rules, "rules/priced.toml", rules)).expect("it is sound");
    let track = |length: &u8| {
        let text = format!("name = \"Priced\"\nlength = {length}\nrounds = 20\n");
        let track = written(Kind::Scenario, "scenarios/toy/priced.toml", text);
        (format!("priced {length}"), ToyBook::read_scenario(&track).expect("it is sound"))
    };
    let scenarios = priced.tracks.iter().map(track).collect();
    let teams = ["hares", "tortoises"].map(|name| ToyBook::read_army(&read(Kind::Army, name)).expect("it is sound"));
    let pool = ToyBook::pool(&rules, &teams).expect("there are runners");
    let lists = teams.iter().map(|team| ToyBook::composition(&pool, team)).collect();
    (StudyFiles { rules, scenarios, pool }, lists)
}

/// The appraisal of the bot.
pub(super) const BOT: [f32; 6] = [1.0, -1.0, 4.0, -1.0, 10.0, -10.0];

/// Calls a function with the arena, the draw and the lists.
pub(super) fn with_arena<T>(priced: &Priced, ask: impl FnOnce(&dyn Arena, &Draw<'_>, &[Composition]) -> T) -> T {
    with_bot(priced, BOT, ask)
}

/// The same with a bot of this appraisal.
pub(super) fn with_bot<T>(
    priced: &Priced,
    appraisal: [f32; 6],
    ask: impl FnOnce(&dyn Arena, &Draw<'_>, &[Composition]) -> T,
) -> T {
    let (ground, lists) = ground(priced);
    let troops = ToyBook::troops(&ground.pool);
    let legal = |composition: &Composition| ToyBook::raise(&ground.pool, composition, "drawn").is_ok();
    let draw = Draw::new(troops, &[], troops.iter().map(|troop| troop.cost).collect(), &legal);
    let config = BotConfig::Greedy(Weights { appraisal: appraisal.to_vec(), features: vec![] });
    let seats = || Duellists::new(&config);
    let arena = RealArena { files: &ground, bots: &seats, log: &Unlogged, part: "", tick: &|_| {} };
    ask(&arena, &draw, &lists)
}

/// All intervals of costs from this many meetings.
fn costs(arena: &dyn Arena, draw: &Draw<'_>, meetings: usize, seed: u64) -> Vec<(Place, Estimate)> {
    let (ground, _) = ground(&MARCH);
    let troops = ToyBook::troops(&ground.pool);
    let key = Key::new(seed).with_name("fit");
    let drawn = draw_meetings(draw, Range::around(MARCH.budget, MARCH.spread), meetings, 1, 1, key)
        .expect("armies can be drawn");
    let met = arena.play(drawn, 0, key.with_name("dice").stream().bits()).expect("the race does not break");
    let mut all = Vec::new();
    let Ok(fit) = Fit::of(&met, &Terms { troops: troops.len(), parameters: 0 }) else { return all };
    let Ok(fair) = fair_costs(&fit, troops, &[]) else { return all };
    all.push((Place { table: "costs.csv, point", of: String::new() }, fair.point));
    for cost in &fair.costs {
        let name = &troops[cost.troop].name;
        all.push((Place { table: "costs.csv, worth", of: name.clone() }, cost.worth));
        all.extend(cost.fair.map(|fair| (Place { table: "costs.csv, fair", of: name.clone() }, fair)));
    }
    for part in formula(&fit, troops).iter().flat_map(|formula| &formula.parts) {
        all.extend(part.fair.map(|fair| (Place { table: "parts.csv, fair", of: part.name.clone() }, fair)));
    }
    all
}

/// The variance of true rates among meetings of armies of equal cost.
fn imbalances(arena: &dyn Arena, draw: &Draw<'_>, meetings: usize, seed: u64) -> Option<Imbalance> {
    let key = Key::new(seed).with_name("judge");
    let drawn = draw_meetings(draw, Range::around(MARCH.budget, MARCH.tolerance), meetings, 2, 1, key)
        .expect("armies can be drawn");
    let met = arena.play(drawn, 0, key.with_name("dice").stream().bits()).expect("the race does not break");
    imbalance(&met)
}

/// Costs and their imbalance, from this many meetings.
pub fn of_costs(study: u64, tournaments: u64, sizes: &[u64], found: &mut Found) {
    with_arena(&MARCH, |arena, draw, _| {
        let truths: Truths = costs(arena, draw, MEETINGS_OF_TRUTH, SEED_OF_TRUTH)
            .into_iter()
            .map(|(place, interval)| (place, interval.point))
            .collect();
        assert!(!truths.is_empty(), "costs have a true value in this race");
        let variance = imbalances(arena, draw, MEETINGS_OF_TRUTH, SEED_OF_TRUTH).expect("there are meetings").variance;
        for (size, place) in sizes.iter().zip(0..) {
            let meetings = *size as usize;
            let fits = |at: u64| costs(arena, draw, meetings, seed(100 * study + place, at));
            // What the run of the truth does not identify has no true value.
            let one = |at: u64| with_truths(fits(at), &truths);
            count_into(found, study, tournaments, &format!("{size} meetings"), one);
            let judged = |at: u64| imbalances(arena, draw, meetings, seed(100 * study + 10 + place, at));
            let mut cell = Cell::new(format!("{size} meetings"));
            let printed = each(tournaments, judged).into_iter().flatten().filter_map(|found| found.interval);
            printed.for_each(|interval| cell.add_interval(&interval, variance));
            merge(found, study, "imbalance.csv, variance", [cell]);
        }
    });
}

/// The true scores of lists found by searches against each list of the field, cached by composition.
struct TrueRates<'a> {
    arena: &'a dyn Arena,
    known: Mutex<BTreeMap<Vec<u32>, Vec<f64>>>,
}

impl TrueRates<'_> {
    fn of(&self, list: &Composition, field: &[Composition]) -> Vec<f64> {
        if let Some(known) = self.known.lock().expect("nobody panics").get(&list.counts) {
            return known.clone();
        }
        let against =
            |other: &Composition| Meeting { armies: [list.clone(), other.clone()], scenario: 0, pairs: PAIRS_OF_TRUTH };
        let met =
            self.arena.play(field.iter().map(against).collect(), 0, SEED_OF_TRUTH).expect("the race does not break");
        let mean = |scores: Vec<f64>| scores.iter().sum::<f64>() / scores.len() as f64;
        let rates: Vec<f64> = met.iter().map(|one| mean(one.pair_scores())).collect();
        self.known.lock().expect("nobody panics").insert(list.counts.clone(), rates.clone());
        rates
    }
}

/// The confirmation match of the strongest list that a search found.
pub fn of_breaker(study: u64, tournaments: u64, sizes: &[u64], found: &mut Found) {
    with_arena(&SPRINT, |arena, draw, field| {
        let truth = TrueRates { arena, known: Mutex::default() };
        for (size, place) in sizes.iter().zip(0..) {
            let one = |at: u64| {
                let plan = SearchPlan {
                    budget: SPRINT.budget,
                    population: 4,
                    generations: 2,
                    pairs: 2,
                    play_off: 4,
                    confirm: size / 2,
                    scenarios: 1,
                    seed: seed(100 * study + place, at),
                };
                let found = search(arena, draw, field, field, &plan).expect("armies can be drawn");
                let rates = truth.of(&found.strongest().candidate.composition, field);
                let mean = rates.iter().sum::<f64>() / rates.len() as f64;
                let against: Vec<_> = found.confirmed.against.iter().map(|one| one.rate).zip(rates).collect();
                ((found.confirmed.rate, mean), against)
            };
            let [mut all, mut single] = ["all lists", "each list"].map(|of| Cell::new(format!("{size} games, {of}")));
            for ((rate, mean), against) in each(tournaments, one) {
                rate.iter().for_each(|rate| all.add_interval(rate, mean));
                against.iter().for_each(|(rate, truth)| rate.iter().for_each(|rate| single.add_interval(rate, *truth)));
            }
            merge(found, study, "breaker.csv, rate", [all, single]);
        }
    });
}
