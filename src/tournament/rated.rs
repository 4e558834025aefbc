//! Ratings of bots from other games, which a plan holds so that measures can be compared over the strength of the
//! player; and which bots play both sides of a game, since only such games separate a measure from the bots.

use super::party::shows_first_move;
use super::plan::Plan;
use super::schedule::Schedule;
use serde::{Deserialize, Serialize};

/// The rating of a bot of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedRating {
    /// The bot.
    pub bot: String,
    /// Its rating in Elo points.
    pub elo: f64,
    /// The standard error of the rating, above 0.
    pub elo_error: f64,
}

/// The ratings of all bots of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedRatings {
    /// The file that they come from, one of the inputs.
    pub path: String,
    /// The ratings, in the order of the bots of the plan.
    pub bots: Vec<PlannedRating>,
}

impl Plan {
    /// The first bot that plays both sides of no game of a schedule.
    pub fn bot_without_self_play(&self, schedule: &Schedule) -> Option<&str> {
        let plays_itself = |bot: usize| {
            let both = |entrants| shows_first_move(entrants) && entrants[0].bot == bot;
            schedule.cells().iter().any(|cell| both(cell.entrants))
        };
        (0..self.bots.len()).find(|bot| !plays_itself(*bot)).map(|bot| self.bots[bot].name.as_str())
    }
}
