//! Where legal actions go: into a list, or into a count that stops at two.

use super::action::Action;

/// Takes legal actions one by one.
pub trait Sink {
    /// Takes one.
    fn push(&mut self, action: Action);
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
    fn is_full(&self) -> bool {
        self.several
    }
}
