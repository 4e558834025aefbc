//! What this rulebook asks of whatever takes legal actions ([`crate::game::sink`]): to take moves of which it is known
//! where they lead, and to say whether any action of a sort will do.

use super::action::{Action, Path};
use super::arrival::Arrival;
use crate::game::sink;

/// Whether there is one action or more, and which is the first.
pub type FirstOfTwo = sink::FirstOfTwo<Action>;

/// Takes legal actions one by one.
pub(in crate::en_avant) trait Sink: sink::Sink<Action> {
    /// Takes a move, of which it is known where it leads.
    #[inline]
    fn arrive(&mut self, path: Path, _arrival: &Arrival) {
        self.push(Action::MoveAlong(path));
    }

    /// Whether it only matters that there is an action of a sort, not which.
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

/// Whether one action is among those that are offered, and how many are of its kind.
pub(in crate::en_avant) struct Sought {
    /// The action that is looked for.
    pub action: Action,
    /// Whether it has come by.
    pub found: bool,
    /// How many of its kind have.
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
