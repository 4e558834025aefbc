//! The strongest list: an evolution over compositions at a budget, against a field of given lists. What it finds is the
//! list-builder's exploit, if there is one.
//!
//! `record` counts the games of a composition and says how strong they show it to be; `breed` makes new compositions of
//! old ones; [`hunt()`] lets generations follow each other, each of which plays against the whole field, holds a
//! play-off among the best, and confirms the winner on dice that nothing was searched on; `confirm` says what came of
//! that. Formulas and sources stand in `docs/statistics.md`.

mod breed;
mod confirm;
mod hunt;
mod record;
#[cfg(test)]
mod tests;

pub use breed::Origin;
pub use confirm::{AgainstOne, Conclusion, Confirmed, FieldVerdict, Promise};
pub use hunt::{Candidate, Generation, Hunt, HuntError, HuntPlan, Standing, hunt, reach};
pub use record::{Record, Tally};
