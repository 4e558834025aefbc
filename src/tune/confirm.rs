//! The confirmation match: the winner of the play-off against the original bot, on scenarios and dice that were not
//! used for tuning. Where opponents are given, both also play each of them, on the same dice.

use super::TuneError;
use super::forfeits::GamesPlayed;
use super::play_off::{Match, bot_counter, play_cells};
use super::search::scenario_armies;
use super::task::{Stage, Task};
use crate::balance::{Rate, rate_interval};
use crate::bots::BotConfig;
use crate::data::WorkLog;
use crate::game::Rulebook;
use crate::stats::{Estimate, LEVEL, difference};
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

/// The gain of the tuned bot over the original bot against the opponents, in points per game, averaged over opponents;
/// `None` without opponents.
///
/// Each difference has the interval of two independent rates (Zou and Donner, Construction of confidence limits about
/// effect measures, Statistics in Medicine 27, 2008). Both played the opponent on the same dice, which makes it
/// conservative; the bounds of several are averaged, as if their errors were perfectly correlated.
pub fn gain(confirmed: &[Confirmed]) -> Option<Estimate> {
    let differences: Vec<Estimate> = confirmed
        .get(1..)?
        .chunks_exact(2)
        .map(|both| difference(&both[0].rate.decisive, &both[1].rate.decisive))
        .collect();
    let mean = |end: fn(&Estimate) -> f64| differences.iter().map(end).sum::<f64>() / differences.len() as f64;
    let gain =
        || Estimate { point: mean(|it| it.point), low: mean(|it| it.low), high: mean(|it| it.high), level: LEVEL };
    (!differences.is_empty()).then(gain)
}

/// Whether the tuned bot is significantly better at its objective: to beat the opponents, or the original bot where
/// none were given.
pub fn is_improvement(confirmed: &[Confirmed]) -> bool {
    gain(confirmed).map_or_else(|| confirmed.first().is_some_and(Confirmed::is_better), |gain| gain.low > 0.0)
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
) -> Result<Vec<Confirmed>, TuneError> {
    let (tuned, original) = ((TUNED, tuned), (task.bot.as_str(), &task.original));
    let mut pairings = vec![[tuned, original]];
    for opponent in &task.opponents {
        let opponent = (opponent.name.as_str(), &opponent.config);
        pairings.extend([[tuned, opponent], [original, opponent]]);
    }
    let mut confirmed = Vec::new();
    for (number, pairing) in pairings.into_iter().enumerate() {
        let bots = pairing.map(|(name, _)| Planned::once(name)).to_vec();
        let configs = pairing.map(|(_, config)| config.clone()).to_vec();
        let pairs = pairs(field, games);
        let cell =
            |(scenario, army)| PairingOnScenario { scenario, entrants: [0, 1].map(|bot| Entrant { bot, army }), pairs };
        let cells = scenario_armies(field).into_iter().map(cell).collect();
        let of = format!("confirm/{number}");
        let standings =
            play_cells(field, task, Match { stage: Stage::Confirming, of: &of, bots, configs, cells }, log, tick)?;
        let counter = bot_counter(&standings, 0).clone();
        let rate = rate_interval(&counter).expect("there are games in the match");
        let [first, second] = pairing.map(|(name, _)| name.to_string());
        confirmed.push(Confirmed { first, second, counter, rate });
    }
    Ok(confirmed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{wilson, wilson_p_value};

    /// A pairing of which the first won this many of a hundred independent games.
    fn pairing(first: &str, second: &str, won: u64) -> Confirmed {
        let mut counter = Counter::default();
        (counter.wins, counter.losses) = (won, 100 - won);
        let wilson = wilson(won as f64, 100).unwrap();
        let rate = Rate { wilson, pairs: None, decisive: wilson, p_value: wilson_p_value(won as f64, 100) };
        Confirmed { first: first.into(), second: second.into(), counter, rate }
    }

    #[test]
    fn a_bot_tuned_against_others_is_evaluated_against_them() {
        // Against the opponent 70 instead of 40 of a hundred, though no better against the original bot.
        let better = [pairing("tuned", "own", 50), pairing("tuned", "other", 70), pairing("own", "other", 40)];
        let gained = gain(&better).unwrap();
        assert!((gained.point - 0.3).abs() < 1e-12 && gained.low > 0.1 && gained.high < 0.45, "{gained:?}");
        assert!(is_improvement(&better));
        // Better against the original bot only.
        let worse = [pairing("tuned", "own", 90), pairing("tuned", "other", 40), pairing("own", "other", 45)];
        assert!(!is_improvement(&worse) && is_improvement(&worse[..1]) && gain(&worse[..1]).is_none());
    }
}
