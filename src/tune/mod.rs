//! Tuning: optimises the numbers of a bot file by playing games.
//!
//! [`Numbers`] defines the numbers to be optimised and turns a point back into a bot; [`Spsa`] is the optimiser;
//! [`search()`] runs several optimisers in parallel on short matches; [`play_off()`] ranks their results; [`confirm()`]
//! plays on scenarios and dice that no run has used; [`file_text`] formats the new file. Nothing here depends on a
//! rulebook or a terminal.

pub mod confirm;
pub mod forfeits;
pub mod gain;
pub mod numbers;
pub mod play_off;
pub mod search;
pub mod spsa;
pub mod task;
pub mod write;

pub use confirm::{Confirmation, Confirmed, confirm};
pub use forfeits::{Forfeits, GamesPlayed};
pub use gain::Gain;
pub use numbers::{Numbers, NumbersError};
pub use play_off::{Placed, play_off};
pub use search::{Pace, PaceError, RunResult, search};
pub use spsa::{Gains, Spsa};
pub use task::{Opponent, Stage, Task};
pub use write::{Story, commented, file_text};

use crate::game::LoadError;
use crate::tournament::TournamentError;

/// Why a tuning could not be completed.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// Files do not give a game, or a point of the search does not give a bot.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Games could not be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}
