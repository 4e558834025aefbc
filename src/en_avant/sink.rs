//! Where legal actions go: into a list, or into a count that stops at two.

use super::action::{Action, Path};
use super::movement::Arrival;

/// Takes legal actions one by one.
pub(super) trait Sink {
    /// Takes one.
    fn push(&mut self, action: Action);
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
    /// Whether further actions would change nothing, so that the search for them can stop.
    fn is_full(&self) -> bool;
}

impl Sink for Vec<Action> {
    #[inline]
    fn push(&mut self, action: Action) {
        Vec::push(self, action);
    }

    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

/// Whether there is one action or more, and which is the first.
#[derive(Default)]
pub struct FirstOfTwo {
    /// The first action.
    pub first: Option<Action>,
    /// Whether there is a second.
    pub several: bool,
}

impl Sink for FirstOfTwo {
    #[inline]
    fn push(&mut self, action: Action) {
        if self.first.is_some() {
            self.several = true;
        } else {
            self.first = Some(action);
        }
    }

    #[inline]
    fn takes_any(&self) -> bool {
        true
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.several
    }
}

/// Whether one action is among those that are offered, and how many are of its kind.
pub(super) struct Sought {
    /// The action that is looked for.
    pub action: Action,
    /// Whether it has come by.
    pub found: bool,
    /// How many of its kind have.
    pub alike: u32,
}

impl Sink for Sought {
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
