//! The search for the strongest list: an evolutionary algorithm over compositions at a budget, against a field of given
//! lists. It finds the list-builder's exploit, if there is one.
//!
//! `record` counts the games of a composition and estimates its strength; `mutation` derives new compositions from old
//! ones; [`search()`] runs the generations, each of which plays against the whole field, holds a play-off among the
//! best, and confirms the winner on dice that were not used before; `confirm` evaluates that match. Formulas and
//! sources are in `docs/statistics.md`.

mod confirm;
mod mutation;
mod record;
mod search;
#[cfg(test)]
mod tests;

pub use confirm::{AgainstOne, Conclusion, Confirmed, FieldVerdict, SearchEstimates};
pub use mutation::Origin;
pub use record::{Record, Tally};
pub use search::{Candidate, Generation, Search, SearchError, SearchPlan, Standing, check, reach, search};
