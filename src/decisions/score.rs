//! Puts decisions to bots on all cores: the chance to win that each choice gives away.
//!
//! The best action of the even rollouts is evaluated by the odd ones and the other way round, so that no action gains
//! from having been chosen for its luck. What is chosen so is at most as good as the best action: the figure is too low
//! by the same amount for every bot, and differences between bots are not. A choice that was not rolled out is rolled
//! out now, with the same dice.

use super::decision::Decision;
use super::rollout::{Halves, Rollout};
use crate::bots::{Bot, BotConfig};
use crate::game::{BySide, Evaluate, Show};
use crate::stats::{Estimate, PairedSums};
use crate::tournament::{GameKey, InPlay};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

/// A half-width below this is one of rounding.
const ROUNDING: f64 = 1e-9;

/// What a bot chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Choice {
    /// The action with the best result of all rollouts, or one with the same.
    Best,
    /// Another one that had been rolled out.
    Candidate,
    /// One that had not, and is rolled out now.
    Outside,
    /// No legal action: the game is lost.
    Fault,
}

impl Choice {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The answer of a bot to a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The index of the decision.
    pub decision: usize,
    /// What it chose.
    pub choice: Choice,
    /// The action as text, or the reason of a fault.
    pub played: String,
    /// The chance to win that it gives away, from -1 to 1; below 0 where the other half of the rollouts was luckier.
    pub given_away: f64,
}

/// A bot with its answers to all decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The bot.
    pub bot: String,
    /// Its answers.
    pub answers: Vec<Answer>,
    /// The mean chance to win that it gives away in a decision, at least: the best action is not known for certain.
    pub given_away: f64,
    /// Its 95 % interval, decisions of a game as one cluster; `None` with a single game, and where all games give away
    /// the same.
    pub interval: Option<Estimate>,
}

impl Score {
    /// The number of answers of a kind.
    pub fn count(&self, choice: Choice) -> u64 {
        self.answers.iter().filter(|answer| answer.choice == choice).count() as u64
    }
}

/// How a set was rolled out: the bot that played on, the seed, and the rollouts of each half.
#[derive(Clone, Copy)]
pub struct Rolled<'a> {
    /// The path and the settings of the bot.
    pub by: (&'a str, &'a BotConfig),
    /// The master seed.
    pub seed: u64,
    /// Rollouts of each half.
    pub rollouts: u32,
}

/// The answers of all bots to all decisions, in the caller's thread pool. `tick` is called after each decision of each
/// bot.
///
/// # Errors
/// If the bot that plays on forfeits a rollout.
pub fn score<G: Evaluate + Show + 'static>(
    decisions: &[Decision<G>],
    bots: &[(String, BotConfig)],
    rolled: Rolled<'_>,
    seed: u64,
    tick: &(dyn Fn() + Sync),
) -> Result<Vec<Score>, String> {
    let one = |(name, config): &(String, BotConfig)| {
        let answer = |rollout: &mut Rollout<G>, (index, decision): (usize, &Decision<G>)| {
            let answer = answer(decision, (name, config), rolled, rollout, seed);
            tick();
            answer.map(|(choice, played, given_away)| Answer { decision: index, choice, played, given_away })
        };
        let rollout = || Rollout::new(rolled.by.0, rolled.by.1);
        let answers: Result<Vec<Answer>, String> = decisions.par_iter().enumerate().map_init(rollout, answer).collect();
        let answers = answers?;
        let given_away = answers.iter().map(|answer| answer.given_away).sum::<f64>() / answers.len().max(1) as f64;
        let interval = interval(decisions, &answers);
        Ok(Score { bot: name.clone(), answers, given_away, interval })
    };
    bots.iter().map(one).collect()
}

/// Asks a bot: what it chose, as text, and what that gives away.
fn answer<G: Evaluate + Show + 'static>(
    decision: &Decision<G>,
    (name, config): (&str, &BotConfig),
    rolled: Rolled<'_>,
    rollout: &mut Rollout<G>,
    seed: u64,
) -> Result<(Choice, String, f64), String> {
    let Decision { state, side, candidates, .. } = decision;
    let game: &G = &decision.game;
    let key = GameKey { seed, scenario: &decision.name, pair: 0 };
    let mut bot: Box<dyn Bot<G>> = config.build();
    bot.begin();
    let asked = InPlay::from_state(*state, key, BySide::new(name, name)).ask(game, &mut *bot, *side);
    let away = |results: &Halves| given_away(candidates.iter().map(|(_, results)| results), results, rolled.rollouts);
    let action = match asked {
        Ok(action) => action,
        Err(forfeit) => return Ok((Choice::Fault, forfeit.reason, away(&Halves::default()))),
    };
    let played = game.describe_action(&game.seen_by(state, *side), &action);
    let best = candidates.iter().map(|(_, results)| results.doubled()).max().unwrap_or_default();
    if let Some((_, results)) = candidates.iter().find(|(candidate, _)| *candidate == action) {
        let choice = if results.doubled() == best { Choice::Best } else { Choice::Candidate };
        return Ok((choice, played, away(results)));
    }
    let dice = (rolled.seed, decision.name.as_str());
    let results = rollout.results((game, state), (*side, action), dice, rolled.rollouts)?;
    Ok((Choice::Outside, played, away(&results)))
}

/// The mean over both halves: the best candidate of one half less the choice, both by the other half.
fn given_away<'a>(candidates: impl Iterator<Item = &'a Halves> + Clone, chosen: &Halves, rollouts: u32) -> f64 {
    let by = |half: usize| {
        let other = 1 - half;
        // The first of several that are equally good, since candidates are ordered by their evaluation.
        let mut best: Option<&Halves> = None;
        for candidate in candidates.clone() {
            if best.is_none_or(|best| candidate.mean(half, rollouts) > best.mean(half, rollouts)) {
                best = Some(candidate);
            }
        }
        best.map_or(0.0, |best| best.mean(other, rollouts) - chosen.mean(other, rollouts))
    };
    (by(0) + by(1)) / 2.0
}

/// For each game the number of its decisions and what is given away in them; `game` has the number of the game of a
/// decision, those of a game one after another.
pub(super) fn sums_of_games(answers: &[Answer], game: impl Fn(usize) -> u64) -> Vec<(f64, f64)> {
    answers
        .chunk_by(|one, other| game(one.decision) == game(other.decision))
        .map(|answers| (answers.len() as f64, answers.iter().map(|answer| answer.given_away).sum()))
        .collect()
}

/// The interval of the mean over decisions, by games.
fn interval<G: crate::game::Game>(decisions: &[Decision<G>], answers: &[Answer]) -> Option<Estimate> {
    let mut sums = PairedSums::default();
    for (count, given_away) in sums_of_games(answers, |decision| decisions[decision].game_number) {
        sums.add(count, given_away, 0.0);
    }
    sums.paired().map(|paired| paired.one).filter(|mean| mean.half_width() > ROUNDING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_of_one_half_is_evaluated_by_the_other() {
        let lucky = Halves { wins: [8, 2], draws: [0, 0] };
        let sound = Halves { wins: [5, 6], draws: [0, 2] };
        let all = [lucky, sound];
        // By the even rollouts the first is best, worth 0.2 by the odd ones; by the odd ones the second, worth 0.5.
        let of = |chosen: &Halves| given_away(all.iter(), chosen, 10);
        assert!((of(&sound) - ((0.2 - 0.7) + (0.5 - 0.5)) / 2.0).abs() < 1e-12, "{}", of(&sound));
        assert!((of(&lucky) - ((0.2 - 0.2) + (0.5 - 0.8)) / 2.0).abs() < 1e-12, "{}", of(&lucky));
        // A fault loses the game.
        assert!((of(&Halves::default()) - 0.35).abs() < 1e-12);
    }
}
