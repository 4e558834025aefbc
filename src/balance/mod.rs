//! Questions asked of tournaments: who is favoured, and is that more than chance.

pub mod allocate;
pub mod field;
pub mod quality;
pub mod sequential;
pub mod swiss;
pub mod verdict;

pub use allocate::{Allocated, Allocation};
pub use field::{Field, Rated};
pub use quality::{Measured, measured};
pub use sequential::{RuleFault, Sequential, SequentialVerdict};
pub use verdict::{EVEN_MARGIN, Rate, Verdict, rate_interval};
