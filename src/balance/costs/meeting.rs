//! Two armies meet: what is to be played, what came of it, and the [`Arena`] where it is played.

use crate::data::Stopped;
use crate::game::{Composition, Ending};
use serde::{Deserialize, Serialize};

/// Two armies that meet on a scenario in so many pairs of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Both armies. The first sits at red in the first game of a pair, at blue in the second.
    pub armies: [Composition; 2],
    /// The scenario, by its number.
    pub scenario: usize,
    /// How many pairs.
    pub pairs: u64,
}

/// One game of a meeting, as seen by its first army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// 1 won, 0.5 drawn, 0 lost.
    pub score: f64,
    /// Whether it is the second game of its pair, with the sides swapped.
    pub swapped: bool,
    /// Whether the first army began, if play came so far.
    pub first_began: Option<bool>,
    /// Whether a bot's fault ended it: then it is lost by that bot, and what was left of the armies tells nothing.
    pub forfeited: bool,
    /// By what it ended; files keep only what is no victory.
    #[serde(default = "victory", skip_serializing_if = "is_victory")]
    pub ending: Ending,
    /// For each army and troop the elements at the start and those left.
    pub survivors: [Vec<[u32; 2]>; 2],
}

fn victory() -> Ending {
    Ending::Victory
}

#[allow(clippy::trivially_copy_pass_by_ref)] // What serde asks for.
fn is_victory(ending: &Ending) -> bool {
    *ending == Ending::Victory
}

/// A meeting with its games, pair by pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounter {
    /// What was to be played.
    pub meeting: Meeting,
    /// The games in order.
    pub games: Vec<Played>,
}

impl Encounter {
    /// The mean score of the first army in each pair. A forfeited game is lost by who forfeits.
    pub fn pair_scores(&self) -> Vec<f64> {
        let whole = self.games.chunks(2).filter(|pair| pair.len() == 2);
        whole.map(|pair| (pair[0].score + pair[1].score) / 2.0).collect()
    }
}

/// Why armies could not meet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// An army cannot stand on a scenario.
    #[error("{0}")]
    Setup(String),
    /// The rulebook broke one of its own promises.
    #[error("a game of {first} against {second} broke off, which is a fault of the program: {message}")]
    Broken {
        /// One army.
        first: String,
        /// The other.
        second: String,
        /// What the program says.
        message: String,
    },
    /// A game could not be kept.
    #[error("{0}")]
    Unkept(String),
    /// It was asked to halt.
    #[error("interrupted")]
    Halted,
    /// All that belongs to a part of the work is done.
    #[error("the part is done")]
    PartDone,
}

impl From<Stopped> for ArenaError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Halted => ArenaError::Halted,
            Stopped::PartDone => ArenaError::PartDone,
            Stopped::Unwritten(reason) => ArenaError::Unkept(reason.to_string()),
        }
    }
}

/// Where armies meet.
pub trait Arena: Sync {
    /// Whether only a part of each list of meetings is played here.
    fn is_part(&self) -> bool {
        false
    }

    /// Plays the meetings, or those that belong to this part, on dice that follow from the seed and a meeting's place:
    /// that of the first is `first`.
    ///
    /// # Errors
    /// What cannot be played.
    fn play(&self, meetings: Vec<Meeting>, first: u64, seed: u64) -> Result<Vec<Encounter>, ArenaError>;
}
