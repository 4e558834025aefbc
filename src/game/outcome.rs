//! The end of a game: winner, grade, and kind of ending.

use super::side::Side;
use enum_map::Enum;
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enum, Serialize, Deserialize, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Ending {
    /// One side met the rulebook's victory condition.
    Victory,
    /// One side met the scenario's objectives.
    Objective,
    /// The turn limit was reached.
    TurnLimit,
    /// Both sides agreed to end the game.
    Agreed,
    /// A bot forfeited by a fault.
    Forfeit,
}

impl Ending {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The grade of a victory, where the rulebook has grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Grade {
    /// Not graded: a draw, a forfeit, or a rulebook without grades.
    #[strum(serialize = "")]
    None,
    /// A narrow victory.
    Marginal,
    /// A clear victory.
    Medium,
    /// An overwhelming victory.
    Decisive,
}

impl Grade {
    /// The name used in files; empty where there is no grade.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The end of a game. Without a winner it is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// The grade of the victory.
    pub grade: Grade,
    /// The kind of ending.
    pub ending: Ending,
}

impl Outcome {
    /// The score of one side: 1 won, 0.5 drawn, 0 lost.
    pub fn score(&self, side: Side) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        }
    }

    /// The outcome of a game that `loser` forfeits.
    pub fn forfeit(loser: Side) -> Outcome {
        Outcome { winner: Some(loser.other()), grade: Grade::None, ending: Ending::Forfeit }
    }
}
