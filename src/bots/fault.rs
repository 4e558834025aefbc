//! What bots can do wrong. A fault forfeits the game, is counted by its kind, and never ends a run.

use serde::{Deserialize, Serialize};

/// What a bot can do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// It chose an action that is not legal.
    Illegal,
    /// It broke off: a panic, an error of a script, a program that ended.
    Crash,
    /// It used up its time or its work without an answer.
    TimeOut,
    /// It answered nothing that is an answer.
    Garbage,
    /// It was not asked any more, after too many faults.
    Quarantined,
}

impl FaultKind {
    /// Every kind, in the order of columns.
    pub const ALL: [FaultKind; 5] =
        [FaultKind::Illegal, FaultKind::Crash, FaultKind::TimeOut, FaultKind::Garbage, FaultKind::Quarantined];

    /// The name used in files.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal",
            FaultKind::Crash => "crash",
            FaultKind::TimeOut => "time_out",
            FaultKind::Garbage => "garbage",
            FaultKind::Quarantined => "quarantined",
        }
    }
}

/// Why a bot gives no action. The referee ends the game against it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct BotFault {
    /// What it did.
    pub kind: FaultKind,
    /// The reason in words.
    pub reason: String,
    /// Whether a clock stopped a bot that is repeatable otherwise, so that another run may come out differently.
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
