//! The extension of receivers of legal actions ([`crate::game::sink`]) for this rulebook: moves come with their ends,
//! and a receiver can state that any action of a kind suffices.

use super::action::{Action, Path};
use super::arrival::Arrival;
use crate::game::sink;

/// Whether there is one action or several, and the first of them.
pub type FirstOfTwo = sink::FirstOfTwo<Action>;

/// Receives legal actions one by one.
pub(in crate::en_avant) trait Sink: sink::Sink<Action> {
    /// Receives a move with its end.
    #[inline]
    fn arrive(&mut self, path: Path, _arrival: &Arrival) {
        self.push(Action::MoveAlong(path));
    }

    /// Whether only the existence of an action of a kind matters.
    #[inline]
    fn takes_any(&self) -> bool {
        false
    }
}

impl Sink for Vec<Action> {}

impl Sink for FirstOfTwo {
    #[inline]
    fn takes_any(&self) -> bool {
        true
    }
}

/// Searches for an action among those that are generated, and counts those of its kind.
pub(in crate::en_avant) struct Sought {
    /// The action searched for.
    pub action: Action,
    /// Whether it has been found.
    pub found: bool,
    /// The number of actions of its kind.
    pub alike: u32,
}

impl sink::Sink<Action> for Sought {
    #[inline]
    fn push(&mut self, action: Action) {
        self.found |= action == self.action;
        self.alike += u32::from(action.kind() == self.action.kind());
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.found
    }
}

impl Sink for Sought {}
