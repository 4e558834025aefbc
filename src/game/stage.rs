//! What follows an answer in a sequence of stages, such as that of a combat.

/// A stage of a sequence that a rulebook plays.
pub trait Stage: Sized {}

/// What carrying out an answer returns: nothing, a stage that follows, or possibly one.
pub trait IntoNext<S: Stage> {
    /// The stage that follows.
    fn into_next(self) -> Option<S>;
}

impl<S: Stage> IntoNext<S> for () {
    #[inline(always)]
    fn into_next(self) -> Option<S> {
        None
    }
}

impl<S: Stage> IntoNext<S> for S {
    #[inline(always)]
    fn into_next(self) -> Option<S> {
        Some(self)
    }
}

impl<S: Stage> IntoNext<S> for Option<S> {
    #[inline(always)]
    fn into_next(self) -> Option<S> {
        self
    }
}
