//! Columns of the tables of actions and of steps that rulebooks keep.

/// What a table states in one of its optional columns.
macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}
pub(crate) use optional;
