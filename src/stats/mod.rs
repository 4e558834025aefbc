//! Numbers in, numbers out: estimates with their intervals. Every method names its source and is tested against published answers.
//! Only operations that give the same bits on every machine are used: the four basic ones, the square root, and `libm` for the rest.

pub mod estimate;
pub mod pairs;
pub mod proportion;
pub mod ratings;

pub use estimate::{Estimate, LEVEL};
pub use pairs::{ClusterSums, clustered_rate};
pub use proportion::wilson;
pub use ratings::{Meeting, Ratings};
