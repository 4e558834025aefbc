//! The play-off: the results of the runs and the original bot play the opponents and one another, on dice that no run
//! has used.

use super::TuneError;
use super::forfeits::GamesPlayed;
use super::numbers::Numbers;
use super::search::{RunResult, scenario_armies};
use super::task::{Stage, Task};
use crate::balance::{Rate, rate_interval};
use crate::bots::BotConfig;
use crate::data::WorkLog;
use crate::game::{LoadError, Rulebook};
use crate::tournament::{
    Counter, Entrant, Field, GameRow, PairingOnScenario, Party, Planned, Schedule, Standings, Tournament, play_pairs,
};

/// The number of pairs that are played before they are counted, so that memory does not grow with the games.
const PORTION: u64 = 256;

/// An entry of the play-off's ranking.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The run, by its number from 0; `None` for the original bot.
    pub run: Option<u64>,
    /// Its games.
    pub counter: Counter,
    /// Its score.
    pub rate: Rate,
}

/// The number of games of a play-off, if each pairing has about `games`.
pub fn games_of<R: Rulebook>(field: &Field<R>, runs: u64, opponents: usize, games: u64) -> u64 {
    cells(field, runs as usize + 1, opponents, games).iter().map(|cell| 2 * cell.pairs).sum()
}

/// Plays the play-off and returns the ranking of the runs and of the original bot, best first; ties are broken in
/// favour of the original bot, then of the lower run.
///
/// # Errors
/// If games cannot be prepared or played.
pub fn play_off<R: Rulebook + 'static>(
    task: &Task,
    numbers: &Numbers<R>,
    field: &Field<R>,
    found: &[RunResult],
    games: u64,
    log: &dyn WorkLog,
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<Vec<Placed>, TuneError> {
    let mut bots = vec![Planned::once(&task.bot)];
    let mut configs = vec![task.original.clone()];
    for RunResult { run, point, .. } in found {
        bots.push(Planned::once(format!("run {}", run + 1)));
        configs.push(numbers.config(point)?);
    }
    for opponent in &task.opponents {
        bots.push(Planned::once(&opponent.name));
        configs.push(opponent.config.clone());
    }
    let cells = cells(field, 1 + found.len(), task.opponents.len(), games);
    let match_of = Match { stage: Stage::PlayOff, of: "play-off", bots, configs, cells };
    let standings = play_cells(field, task, match_of, log, &mut |_, _| {}, tick)?;
    let mut places: Vec<Placed> = Vec::new();
    for bot in 0..=found.len() {
        let counter = bot_counter(&standings, bot).clone();
        let rate = rate_interval(&counter).expect("every bot plays in a play-off");
        places.push(Placed { run: bot.checked_sub(1).map(|index| found[index].run), counter, rate });
    }
    places.sort_by(|left, right| right.rate.wilson.point.total_cmp(&left.rate.wilson.point));
    Ok(places)
}

/// The games of a bot, on all scenarios together.
pub(super) fn bot_counter(standings: &Standings, bot: usize) -> &Counter {
    standings.overall().find(|(line, _)| line.party == Party::Bot(bot)).expect("the bot has met another one").1
}

/// Each player against each other and against each opponent, which follow the players; the same number of games on
/// every scenario with every army, about `games` for each pairing.
fn cells<R: Rulebook>(field: &Field<R>, players: usize, opponents: usize, games: u64) -> Vec<PairingOnScenario> {
    let scenario_armies = scenario_armies(field);
    let pairs = games.div_ceil(2).div_ceil(scenario_armies.len() as u64);
    let mut cells = Vec::new();
    for (scenario, army) in scenario_armies {
        for first in 0..players {
            for second in first + 1..players + opponents {
                cells.push(PairingOnScenario {
                    scenario,
                    entrants: [first, second].map(|bot| Entrant { bot, army }),
                    pairs,
                });
            }
        }
    }
    cells
}

/// The pairings of a stage.
pub(super) struct Match<'a> {
    pub stage: Stage,
    /// A one-word label of its games in the log.
    pub of: &'a str,
    pub bots: Vec<Planned>,
    pub configs: Vec<BotConfig>,
    pub cells: Vec<PairingOnScenario>,
}

/// Plays all games of a match in the caller's thread pool, and calls `each` on every game in the order of the schedule.
pub(super) fn play_cells<R: Rulebook + 'static>(
    field: &Field<R>,
    task: &Task,
    Match { stage, of, bots, configs, cells }: Match<'_>,
    log: &dyn WorkLog,
    each: &mut dyn FnMut(&Schedule, &GameRow),
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<Standings, TuneError> {
    let schedule = Schedule::of_cells(cells);
    let plan = field.plan(bots, schedule.games(), task.seed_of(stage), task.is_repeatable());
    let tournament = Tournament::of_schedule(plan, schedule, configs, |scenario, seats| field.prepare(scenario, seats))
        .map_err(LoadError::from)?;
    let mut standings = Standings::new(&tournament.schedule);
    let mut from = 0;
    while from < tournament.schedule.pairs() {
        let to = (from + PORTION).min(tournament.schedule.pairs());
        let rows = play_pairs(&tournament, from..to, log, of)?;
        for row in &rows {
            standings.add(row);
            each(&tournament.schedule, row);
        }
        tick(GamesPlayed::of(&tournament, &rows, |bot| tournament.plan.bots[bot].name.clone()));
        from = to;
    }
    Ok(standings)
}
