//! Files become values here, with messages that show the line and say what was expected.
//! This layer knows nothing of any rulebook: a rulebook brings its own types and keys.

pub mod fraction;
pub mod message;
pub mod schema;

pub use fraction::Fraction;
pub use message::{Fault, Mark, Step};
pub use schema::{Accepts, Column, Key, RuleValue};
