//! Faults of bots. A fault forfeits the game, is counted by its kind, and never ends a run.

use enum_map::Enum;
use serde::{Deserialize, Serialize};

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FaultKind {
    /// It chose an illegal action.
    Illegal,
    /// It crashed: a panic, a script error, a program that exited.
    Crash,
    /// It used up its time or work budget without an answer.
    TimeOut,
    /// Its answer was malformed.
    Garbage,
    /// It was not called because of too many previous faults.
    Quarantined,
}

impl FaultKind {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Why a bot returned no action. It loses the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct BotFault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The reason as text.
    pub reason: String,
    /// Whether a clock stopped a bot that is otherwise repeatable, so that another run may differ.
    pub by_clock: bool,
}

impl BotFault {
    /// A fault of a kind, for a reason.
    pub fn new(kind: FaultKind, reason: impl Into<String>) -> BotFault {
        BotFault { kind, reason: reason.into(), by_clock: false }
    }

    /// A bot that the clock stopped although it counts its work.
    pub fn by_clock(reason: impl Into<String>) -> BotFault {
        BotFault { by_clock: true, ..BotFault::new(FaultKind::TimeOut, reason) }
    }
}
