//! Tuning: better numbers for a bot file, found by playing.
//!
//! [`Numbers`] says which numbers are searched and turns a point back into a bot; [`Spsa`] walks; [`search()`] lets
//! several walks go at once, judged by short matches; [`play_off()`] ranks what they have found; [`confirm()`] plays on
//! ground that no walk has seen; [`file_text`] words the new file. Nothing here knows a rulebook or a terminal.

pub mod confirm;
pub mod forfeits;
pub mod numbers;
pub mod play_off;
pub mod search;
pub mod spsa;
pub mod task;
pub mod write;

pub use confirm::{Confirmed, confirm, gain, is_improvement};
pub use forfeits::{Forfeits, Played};
pub use numbers::{Numbers, NumbersError};
pub use play_off::{Placed, play_off};
pub use search::{Found, Pace, PaceError, search};
pub use spsa::{Gains, Spsa};
pub use task::{Opponent, Stage, Task};
pub use write::{Story, file_text};

use crate::game::LoadError;
use crate::tournament::TournamentError;

/// Why a tuning could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// Files do not give a game, or a point of the search does not give a bot.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The games broke off.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}
