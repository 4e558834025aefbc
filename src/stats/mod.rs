//! Numbers in, numbers out: estimates with their intervals. Every method names its source and is tested against published answers.
//! Only operations that give the same bits on every machine are used: the four basic ones, the square root, and `libm` for the rest.

pub mod alpha_rank;
pub mod benjamini_hochberg;
pub mod bootstrap;
pub mod brownian;
pub mod confidence_sequence;
pub mod control_variate;
pub mod cycles;
pub mod davidson;
pub mod distributions;
pub mod elo;
pub mod estimate;
pub mod half_width;
mod likelihood;
pub mod logistic;
pub mod nash;
pub mod paired;
pub mod pairs;
pub mod proportion;
pub mod ratings;
mod root;
pub mod scores;
pub mod slope;
pub mod special;
pub mod sprt;
pub mod stopped;

pub use alpha_rank::{Selection, alpha_rank};
pub use benjamini_hochberg::benjamini_hochberg;
pub use bootstrap::{bootstrap, log_odds, surplus, win_rates};
pub use confidence_sequence::{Claim, confidence_sequence};
pub use control_variate::{LuckAdjusted, LuckSums};
pub use cycles::{Cycles, Ring, cycles};
pub use davidson::{Begins, Cluster, Davidson, Played, Score};
pub use elo::{ELO, elo_of_score, score_of_elo};
pub use estimate::{Estimate, LEVEL};
pub use half_width::HalfWidth;
pub use logistic::{Logistic, Rows};
pub use nash::{NashAverage, nash_average};
pub use paired::{Paired, PairedSums};
pub use pairs::{ClusterSums, clustered_rate, clustered_score};
pub use proportion::wilson;
pub use ratings::{Meeting, Ratings};
pub use scores::Scores;
pub use slope::{Line, Point, Weights, line};
pub use sprt::{Decision, Scale, Sprt, SprtFault};
pub use stopped::Stopped;
