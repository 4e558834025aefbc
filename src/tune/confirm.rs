//! The confirmation match: the winner of the play-off against the original bot, on scenarios and dice that were not
//! used for tuning. Where opponents are given, both also play each of them, on the same dice.

use super::TuneError;
use super::forfeits::GamesPlayed;
use super::gain::{Gain, Scored};
use super::play_off::{Match, bot_counter, play_cells};
use super::search::scenario_armies;
use super::task::{Stage, Task};
use crate::balance::{Rate, rate_interval};
use crate::bots::BotConfig;
use crate::data::WorkLog;
use crate::game::Rulebook;
use crate::tournament::{Counter, Entrant, Field, PairingOnScenario, Planned};

/// The name of the tuned bot in the match. Its random draws depend on the name, so that the name of the output file has
/// no influence.
const TUNED: &str = "the tuned bot";

/// A pairing of the confirmation match.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The name of the first.
    pub first: String,
    /// The name of the second.
    pub second: String,
    /// The games, from the perspective of the first.
    pub counter: Counter,
    /// The score of the first.
    pub rate: Rate,
}

impl Confirmed {
    /// Whether the first is significantly better: its whole interval is above one half.
    pub fn is_better(&self) -> bool {
        self.rate.decisive.low > 0.5
    }
}

/// The result of the confirmation match.
#[derive(Clone, Debug)]
pub struct Confirmation {
    /// The tuned bot against the original, then both against each opponent.
    pub pairings: Vec<Confirmed>,
    /// The gain of the tuned bot over the original against the opponents; `None` without opponents.
    pub gain: Option<Gain>,
}

impl Confirmation {
    /// Whether the tuned bot is significantly better at its objective: to beat the opponents, or the original bot where
    /// none were given.
    pub fn is_improvement(&self) -> bool {
        match &self.gain {
            Some(gain) => gain.is_higher(),
            None => self.pairings.first().is_some_and(Confirmed::is_better),
        }
    }
}

/// Pairs of each pairing on each scenario with each army.
fn pairs<R: Rulebook>(field: &Field<R>, games: u64) -> u64 {
    games.div_ceil(2).div_ceil(scenario_armies(field).len() as u64)
}

/// The number of games of the confirmation match, if each pairing has about `games`.
pub fn games_of<R: Rulebook>(field: &Field<R>, opponents: usize, games: u64) -> u64 {
    2 * pairs(field, games) * scenario_armies(field).len() as u64 * (1 + 2 * opponents as u64)
}

/// Plays the confirmation match: first the tuned bot against the original, then both against each opponent. Every
/// pairing has about `games` games, the same number on every scenario with every army.
///
/// # Errors
/// If games cannot be prepared or played.
pub fn confirm<R: Rulebook + 'static>(
    task: &Task,
    tuned: &BotConfig,
    field: &Field<R>,
    games: u64,
    log: &dyn WorkLog,
    tick: &(dyn Fn(GamesPlayed) + Sync),
) -> Result<Confirmation, TuneError> {
    let (tuned, original) = ((TUNED, tuned), (task.bot.as_str(), &task.original));
    let mut pairings = vec![[tuned, original]];
    for opponent in &task.opponents {
        let opponent = (opponent.name.as_str(), &opponent.config);
        pairings.extend([[tuned, opponent], [original, opponent]]);
    }
    let mut confirmed = Vec::new();
    let mut scored = Vec::new();
    for (number, pairing) in pairings.into_iter().enumerate() {
        let bots = pairing.map(|(name, _)| Planned::once(name)).to_vec();
        let configs = pairing.map(|(_, config)| config.clone()).to_vec();
        let pairs = pairs(field, games);
        let cell =
            |(scenario, army)| PairingOnScenario { scenario, entrants: [0, 1].map(|bot| Entrant { bot, army }), pairs };
        let cells = scenario_armies(field).into_iter().map(cell).collect();
        let of = format!("confirm/{number}");
        let mut games = Vec::new();
        let standings = play_cells(
            field,
            task,
            Match { stage: Stage::Confirming, of: &of, bots, configs, cells },
            log,
            &mut |schedule, row| games.push(Scored::of_first(schedule, row)),
            tick,
        )?;
        let counter = bot_counter(&standings, 0).clone();
        let rate = rate_interval(&counter).expect("there are games in the match");
        let [first, second] = pairing.map(|(name, _)| name.to_string());
        confirmed.push(Confirmed { first, second, counter, rate });
        scored.push(games);
    }
    let gain = (!task.opponents.is_empty()).then(|| Gain::of(&scored[1..]));
    Ok(Confirmation { pairings: confirmed, gain })
}
