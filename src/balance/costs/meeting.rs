//! A meeting of two armies, its games, and the [`Arena`] where it is played.

use crate::data::Stopped;
use crate::game::{Composition, Ending};
use serde::{Deserialize, Serialize};

/// Two armies that play this many pairs of games on a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Both armies. The first plays red in the first game of a pair, blue in the second.
    pub armies: [Composition; 2],
    /// The scenario, by its number.
    pub scenario: usize,
    /// The number of pairs.
    pub pairs: u64,
}

/// One game of a meeting, from the perspective of its first army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeetingGame {
    /// 1 won, 0.5 drawn, 0 lost.
    pub score: f64,
    /// Whether it is the second game of its pair, with the sides swapped.
    pub swapped: bool,
    /// Whether the first army moved first, if play got that far.
    pub first_began: Option<bool>,
    /// Whether a bot's fault ended it: then that bot lost it, and the survivors are not meaningful.
    pub forfeited: bool,
    /// How it ended; omitted from files where it is a victory.
    #[serde(default = "victory", skip_serializing_if = "is_victory")]
    pub ending: Ending,
    /// For each army and troop the elements at the start and those left.
    pub survivors: [Vec<[u32; 2]>; 2],
}

fn victory() -> Ending {
    Ending::Victory
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The signature that serde requires.
fn is_victory(ending: &Ending) -> bool {
    *ending == Ending::Victory
}

/// A meeting with its games, pair by pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounter {
    /// The meeting.
    pub meeting: Meeting,
    /// The games in order.
    pub games: Vec<MeetingGame>,
}

impl Encounter {
    /// The mean score of the first army in each pair. A forfeited game counts as lost for the side that forfeits.
    pub fn pair_scores(&self) -> Vec<f64> {
        let whole = self.games.chunks(2).filter(|pair| pair.len() == 2);
        whole.map(|pair| (pair[0].score + pair[1].score) / 2.0).collect()
    }
}

/// Why armies could not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// An army cannot be set up on a scenario.
    #[error("{0}")]
    Setup(String),
    /// The rulebook violated one of its own invariants.
    #[error("a game of {first} against {second} failed, which is a fault of the program: {message}")]
    Broken {
        /// One army.
        first: String,
        /// The other.
        second: String,
        /// The panic message.
        message: String,
    },
    /// A game could not be logged.
    #[error("{0}")]
    NotLogged(String),
    /// It was asked to halt.
    #[error("interrupted")]
    Halted,
    /// All work of this part is done.
    #[error("the part is done")]
    PartDone,
}

impl From<Stopped> for ArenaError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Halted => ArenaError::Halted,
            Stopped::PartDone => ArenaError::PartDone,
            Stopped::Unwritten(reason) => ArenaError::NotLogged(reason.to_string()),
        }
    }
}

/// Plays the meetings of a study.
pub trait Arena: Sync {
    /// Whether only a part of each list of meetings is played here.
    fn is_part(&self) -> bool {
        false
    }

    /// Plays the meetings, or those of this part, on dice derived from the seed and the number of the meeting; `first`
    /// is that of the first one.
    ///
    /// # Errors
    /// The first meeting that cannot be played.
    fn play(&self, meetings: Vec<Meeting>, first: u64, seed: u64) -> Result<Vec<Encounter>, ArenaError>;
}
