//! Questions asked of tournaments: who is favoured, and is that more than chance.

pub mod field;
pub mod swiss;
pub mod verdict;

pub use field::{Field, Rated};
pub use verdict::{EVEN_MARGIN, Rate, Verdict, rate_interval};
