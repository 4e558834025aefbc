//! The search: several SPSA runs from the original bot, each with independent dice and perturbations, measured by short
//! matches of whole pairs with equal armies.
//!
//! The measurement: where opponents are given, the two bots of a trial play each of them on the same dice, and the
//! difference of their scores counts. Otherwise they play each other. Each match continues the schedule of the previous
//! one, so that no dice are used twice.

use super::TuneError;
use super::forfeits::GamesPlayed;
use super::numbers::Numbers;
use super::spsa::{Gains, Spsa};
use super::task::{Stage, Task};
use crate::bots::BotConfig;
use crate::data::WorkLog;
use crate::game::{Rulebook, Side};
use crate::tournament::{Entrant, Field, GameRow, PairingOnScenario, Planned, Schedule, Tournament, play_pairs};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The initial perturbation of each number, in units of its scale.
const PERTURBATION: f64 = 0.25;

/// The initial step of each number, in units of its scale, if the match has the difference of score expected by chance:
/// the runs cycle through these.
const FIRST_STEPS: [f64; 3] = [0.06, 0.03, 0.12];

/// The number of trials in a match, each a scenario with an army on which both bots of the trial are measured.
const TRIALS: u64 = 4;

/// The minimum number of steps of a run.
pub const LEAST_STEPS: u64 = 10;

/// The indices of the bots of a trial; opponents follow.
const PLUS: usize = 0;
const MINUS: usize = 1;

/// The number of games is too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "--games {games} are too few for {runs} runs: each takes {LEAST_STEPS} steps of {a_step} games at least, together \
        {least}"
)]
pub struct PaceError {
    games: u64,
    runs: u64,
    a_step: u64,
    least: u64,
}

/// The division of the games of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The number of runs.
    pub runs: u64,
    /// The number of steps of each run.
    pub steps: u64,
    /// The number of games of each step.
    pub games_a_step: u64,
}

impl Pace {
    /// Divides at most this many games among this many runs.
    ///
    /// # Errors
    /// If there are too few.
    pub fn new(games: u64, runs: u64, opponents: usize) -> Result<Pace, PaceError> {
        let games_a_step = TRIALS * if opponents == 0 { 2 } else { 4 };
        let steps = games / runs / games_a_step;
        if steps < LEAST_STEPS {
            return Err(PaceError { games, runs, a_step: games_a_step, least: LEAST_STEPS * games_a_step * runs });
        }
        Ok(Pace { runs, steps, games_a_step })
    }

    /// The number of games of the search.
    pub fn games(&self) -> u64 {
        self.runs * self.steps * self.games_a_step
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResult {
    /// The number of the run, from 0.
    pub run: u64,
    /// The mean of the later half of its iterates.
    pub point: Vec<f64>,
    /// Games that were not drawn: if there are none, nothing could be learned.
    pub decided: u64,
}

/// Performs all runs, in the caller's thread pool. `tick` is called with the games as they are played.
///
/// # Errors
/// If games cannot be prepared or played, or the log halts or cannot be written.
pub fn search<R: Rulebook + 'static>(
    task: &Task,
    numbers: &Numbers<R>,
    field: &Field<R>,
    budget: Pace,
    log: &dyn WorkLog,
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<Vec<RunResult>, TuneError> {
    let start = numbers.config(&numbers.start())?;
    let (bots, configs) = (bots(task), configs(task, &start, &start));
    let plan = field.plan(bots, budget.games(), task.seed, task.is_repeatable());
    let schedule = schedule(field, task.opponents.len(), budget);
    let tournament = Tournament::of_schedule(plan, schedule, configs, |scenario, seats| field.prepare(scenario, seats))
        .map_err(crate::game::LoadError::from)?;
    (0..budget.runs).into_par_iter().map(|run| walk(task, numbers, &tournament, budget, run, log, tick)).collect()
}

fn bots(task: &Task) -> Vec<Planned> {
    // An opponent may have any name, also one of these.
    let named = |name: &str| Planned::once(name);
    let opponents = task.opponents.iter().map(|opponent| named(&opponent.name));
    [named("plus"), named("minus")].into_iter().chain(opponents).collect()
}

fn configs(task: &Task, plus: &BotConfig, minus: &BotConfig) -> Vec<BotConfig> {
    [plus, minus].into_iter().chain(task.opponents.iter().map(|opponent| &opponent.config)).cloned().collect()
}

/// One trial after the other, over all scenarios, armies and opponents: in opponents' games plus and minus are
/// adjacent, on the same dice.
fn schedule<R: Rulebook>(field: &Field<R>, opponents: usize, budget: Pace) -> Schedule {
    let mut pairings: Vec<(usize, [Entrant; 2])> = Vec::new();
    for (scenario, army) in scenario_armies(field) {
        let entrant = |bot| Entrant { bot, army };
        if opponents == 0 {
            pairings.push((scenario, [entrant(PLUS), entrant(MINUS)]));
        }
        for opponent in 0..opponents {
            pairings.extend([PLUS, MINUS].map(|bot| (scenario, [entrant(bot), entrant(2 + opponent)])));
        }
    }
    // As many rounds as the games need; the last one may be incomplete.
    let pairs = (budget.steps * budget.games_a_step / 2).div_ceil(pairings.len() as u64);
    Schedule::of_cells(
        pairings.into_iter().map(|(scenario, entrants)| PairingOnScenario { scenario, entrants, pairs }).collect(),
    )
}

/// Each scenario with each army that both sides play on it.
pub(super) fn scenario_armies<R: Rulebook>(field: &Field<R>) -> Vec<(usize, Option<usize>)> {
    let mut scenario_armies = Vec::new();
    for (scenario, planned) in field.planned_scenarios.iter().enumerate() {
        match planned.brings_armies {
            true => scenario_armies.push((scenario, None)),
            false => scenario_armies.extend((0..field.planned_armies.len()).map(|army| (scenario, Some(army)))),
        }
    }
    scenario_armies
}

fn walk<R: Rulebook + 'static>(
    task: &Task,
    numbers: &Numbers<R>,
    tournament: &Tournament<R::Game>,
    budget: Pace,
    run: u64,
    log: &dyn WorkLog,
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<RunResult, TuneError> {
    let seed = task.seed_of(Stage::Run(run));
    let mut draws = task.draws_of(run).stream();
    // The standard deviation of the difference of scores between equal bots in a match, if no game is drawn: the same
    // for both kinds of measurement.
    let typical = 1.0 / (budget.games_a_step as f64).sqrt();
    let first_step = FIRST_STEPS[run as usize % FIRST_STEPS.len()];
    let gains = Gains::new(budget.steps, PERTURBATION, first_step, typical);
    let mut spsa = Spsa::new(numbers.start(), numbers.bounds(), gains, budget.steps);
    let pairs = budget.games_a_step / 2;
    let mut decided = 0;
    let of = format!("search/{run}");
    for step in 0..budget.steps {
        let trial = spsa.trial(&mut draws);
        let configs = configs(task, &numbers.config(&trial.plus)?, &numbers.config(&trial.minus)?);
        let tournament = tournament.again(seed, bots(task), configs);
        let rows = play_pairs(&tournament, step * pairs..(step + 1) * pairs, log, &of)?;
        tick(GamesPlayed::of(&tournament, &rows, |bot| {
            if bot <= MINUS { task.bot.clone() } else { tournament.plan.bots[bot].name.clone() }
        }));
        decided += rows.iter().filter(|row| row.outcome.winner.is_some()).count() as u64;
        spsa.learn(&trial, difference(&tournament, &rows));
    }
    Ok(RunResult { run, point: spsa.answer(), decided })
}

/// The score of plus less that of minus, in points per game.
fn difference<G: crate::game::Evaluate + crate::game::Show + 'static>(
    tournament: &Tournament<G>,
    rows: &[GameRow],
) -> f64 {
    let (mut sum, mut games) = (0.0, [0u32; 2]);
    for row in rows {
        let seats = tournament.cell(&row.spec).seats(row.spec.swapped);
        for side in Side::BOTH {
            let score = row.outcome.score(side);
            match seats[side].bot {
                PLUS => sum += score,
                MINUS => sum -= score,
                _ => continue,
            }
            games[seats[side].bot] += 1;
        }
    }
    debug_assert_eq!(games[PLUS], games[MINUS], "both bots of a trial play equally often");
    sum / f64::from(games[PLUS].max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::BotConfig;
    use crate::data::{Inputs, Library, Unlogged};
    use crate::game::toy::ToyBook;
    use std::collections::BTreeSet;

    fn field(scenarios: &[&str]) -> Field<ToyBook> {
        let scenarios: Vec<String> = scenarios.iter().map(|name| name.to_string()).collect();
        Field::read(&Library::built_in(), None, &scenarios, &[], &mut Inputs::new()).unwrap()
    }

    #[test]
    fn games_are_spent_in_whole_steps() {
        assert_eq!(Pace::new(1000, 4, 0).unwrap(), Pace { runs: 4, steps: 31, games_a_step: 8 });
        assert_eq!(Pace::new(1000, 2, 3).unwrap(), Pace { runs: 2, steps: 31, games_a_step: 16 });
        let error = Pace::new(319, 4, 0).unwrap_err().to_string();
        assert!(error.contains("--games 319") && error.ends_with("together 320"), "{error}");
    }

    #[test]
    fn both_bots_of_a_trial_meet_an_opponent_on_the_same_dice() {
        let field = field(&["sprint", "classic"]);
        let budget = Pace::new(400, 1, 2).unwrap();
        let schedule = schedule(&field, 2, budget);
        // Two armies on the sprint and none on the classic track, two opponents.
        assert_eq!(schedule.cells().len(), 2 * 2 * (2 + 1));
        for trial in 0..budget.steps * budget.games_a_step / 4 {
            let [plus, minus] = [2 * trial, 2 * trial + 1].map(|pair| schedule.pair(pair));
            let [first, second] = [plus, minus].map(|pair| schedule.cells()[pair.cell]);
            assert_eq!(
                (plus.pair, first.scenario, first.entrants[1]),
                (minus.pair, second.scenario, second.entrants[1])
            );
            assert_eq!([first.entrants[0].bot, second.entrants[0].bot], [PLUS, MINUS]);
            assert_eq!(first.entrants[0].army, first.entrants[1].army, "armies are equal");
        }
    }

    #[test]
    fn a_better_bot_has_the_greater_score() {
        let field = field(&["sprint"]);
        let greedy = Library::built_in().find(crate::data::Kind::Bot, "greedy").unwrap();
        let numbers = Numbers::<ToyBook>::read(&greedy, &[], "bots/mine.toml").unwrap();
        let sound = numbers.config(&numbers.start()).unwrap();
        for opponents in [vec![], vec![super::super::Opponent { name: "plus".into(), config: sound.clone() }]] {
            let task = Task { bot: "greedy".into(), original: sound.clone(), opponents, seed: 5 };
            let budget = Pace::new(800, 1, task.opponents.len()).unwrap();
            let plan = field.plan(bots(&task), 800, 5, true);
            let both = configs(&task, &BotConfig::Random, &sound);
            let schedule = schedule(&field, task.opponents.len(), budget);
            let tournament =
                Tournament::of_schedule(plan, schedule, both, |scenario, seats| field.prepare(scenario, seats))
                    .unwrap();
            let rows = play_pairs(&tournament, 0..200, &Unlogged, "").unwrap();
            assert!(difference(&tournament, &rows) < -0.05, "{}", difference(&tournament, &rows));
            assert_eq!(
                rows.iter().map(|row| (row.spec.cell, row.spec.pair, row.spec.swapped)).collect::<BTreeSet<_>>().len(),
                400
            );
        }
    }
}
