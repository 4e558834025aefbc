//! Rollouts: a game is played on from an action to its end, many times, by one bot on both sides.

use crate::bots::{Bot, BotConfig};
use crate::game::{BySide, Evaluate, Game, Show, Side};
use crate::tournament::{GameKey, InPlay, NoObserver};
use serde::{Deserialize, Serialize};

/// The results of the rollouts of an action for the side that decides, those of even and of odd number apart: one half
/// can choose the best action and the other evaluate it, so that the choice does not favour itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Halves {
    /// Games won.
    pub wins: [u32; 2],
    /// Games drawn.
    pub draws: [u32; 2],
}

impl Halves {
    /// The mean score of a half that has this many rollouts.
    pub fn mean(&self, half: usize, rollouts: u32) -> f64 {
        (f64::from(self.wins[half]) + f64::from(self.draws[half]) / 2.0) / f64::from(rollouts)
    }

    /// The sum of the scores of both halves, doubled.
    pub fn doubled(&self) -> u32 {
        2 * (self.wins[0] + self.wins[1]) + self.draws[0] + self.draws[1]
    }

    /// The standard error of the mean of both halves, which have this many rollouts each; 0 where all ended alike.
    pub fn standard_error(&self, rollouts: u32) -> f64 {
        let games = 2.0 * f64::from(rollouts);
        let mean = f64::from(self.doubled()) / 2.0 / games;
        let squares = f64::from(self.wins[0] + self.wins[1]) + f64::from(self.draws[0] + self.draws[1]) / 4.0;
        ((squares / games - mean * mean).max(0.0) / (games - 1.0)).sqrt()
    }
}

/// The bot that plays on, on both sides.
pub struct Rollout<G: Game> {
    name: String,
    bots: BySide<Box<dyn Bot<G>>>,
}

impl<G: Evaluate + Show + 'static> Rollout<G> {
    /// Plays on with this bot.
    pub fn new(name: &str, config: &BotConfig) -> Rollout<G> {
        Rollout { name: name.to_owned(), bots: BySide::from_fn(|_| config.build()) }
    }

    /// Plays on after an action of `side`, this many times in each half. The dice follow from the seed, the name of
    /// the decision and the number of the rollout, so that they are common to all actions.
    ///
    /// # Errors
    /// The reason for which the bot forfeits a game.
    pub fn results(
        &mut self,
        (game, state): (&G, &G::State),
        (side, action): (Side, G::Action),
        (seed, name): (u64, &str),
        rollouts: u32,
    ) -> Result<Halves, String> {
        let mut halves = Halves::default();
        for number in 0..2 * rollouts {
            let key = GameKey { seed, scenario: name, pair: u64::from(number) };
            let mut play = InPlay::from_state(*state, key, BySide::new(&self.name, &self.name));
            play.decide(game, side, action, &mut NoObserver);
            let BySide { red, blue } = &mut self.bots;
            let finished = play.play_out(game, BySide::new(&mut **red, &mut **blue), &mut NoObserver);
            if let Some(forfeit) = finished.forfeit {
                return Err(format!("{}: {}", self.name, forfeit.reason));
            }
            let half = (number % 2) as usize;
            match finished.outcome.winner {
                Some(winner) if winner == side => halves.wins[half] += 1,
                Some(_) => {}
                None => halves.draws[half] += 1,
            }
        }
        Ok(halves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_errors_are_those_of_the_scores() {
        let halves = Halves { wins: [3, 1], draws: [0, 2] };
        assert_eq!((halves.mean(0, 4), halves.mean(1, 4), halves.doubled()), (0.75, 0.5, 10));
        // numpy 2.4.6: std([1, 1, 1, 0, 1, .5, .5, 0], ddof=1) / sqrt(8)
        assert!((halves.standard_error(4) - 0.156_695_79).abs() < 1e-8, "{}", halves.standard_error(4));
        assert_eq!(Halves { wins: [4, 4], draws: [0, 0] }.standard_error(4), 0.0);
    }
}
