//! Questions asked of tournaments: who is favoured, and is that more than chance.

pub mod verdict;

pub use verdict::{EVEN_MARGIN, Rate, Verdict, rate_interval};
