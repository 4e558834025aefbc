//! Receivers of legal actions from a rulebook's procedures: a list, a count that stops at two, or a search for one
//! action.

/// Receives legal actions one by one.
pub trait Sink<A> {
    /// Receives one.
    fn push(&mut self, action: A);
    /// Whether further actions would change nothing, so that generation can stop.
    fn is_full(&self) -> bool;
}

impl<A> Sink<A> for Vec<A> {
    #[inline]
    fn push(&mut self, action: A) {
        Vec::push(self, action);
    }

    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

/// Whether there is one action or several, and the first.
pub struct FirstOfTwo<A> {
    /// The first action.
    pub first: Option<A>,
    /// Whether there is a second.
    pub several: bool,
}

impl<A> Default for FirstOfTwo<A> {
    #[inline]
    fn default() -> FirstOfTwo<A> {
        FirstOfTwo { first: None, several: false }
    }
}

impl<A> Sink<A> for FirstOfTwo<A> {
    #[inline]
    fn push(&mut self, action: A) {
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

/// Whether one action is among the legal ones.
pub struct Search<A> {
    /// The action to find.
    pub wanted: A,
    /// Whether it was found.
    pub found: bool,
}

impl<A: PartialEq> Sink<A> for Search<A> {
    #[inline]
    fn push(&mut self, action: A) {
        self.found |= action == self.wanted;
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.found
    }
}
