//! Pure statistics: estimates with their intervals. Every method cites its source and is tested against published
//! answers. Only operations that give the same bits on every machine are used: the four basic ones, the square root,
//! and `libm` for the rest.

pub mod allocation;
pub mod alpha_rank;
pub mod benjamini_hochberg;
pub mod bootstrap;
pub mod brownian;
pub mod clustered_sequence;
pub mod confidence_sequence;
pub mod control_variate;
mod correlations;
pub mod cycles;
pub mod davidson;
pub mod distributions;
pub mod dominance;
pub mod duel;
pub mod effective;
pub mod elo;
pub mod estimate;
pub mod half_width;
pub mod kendall;
mod likelihood;
pub mod logistic;
pub mod mover;
pub mod nash;
pub mod paired;
pub mod pairs;
pub mod proportion;
pub mod ratings;
mod root;
pub mod same_strengths;
pub mod score_test;
pub mod scores;
pub mod shared;
pub mod shrinkage;
pub mod simultaneous;
pub mod skewed;
pub mod slope;
pub mod special;
pub mod sprt;
pub mod stopped;
pub mod stratified;
pub mod trend;
pub mod within;

pub use allocation::{doubt, next_meeting};
pub use alpha_rank::{Selection, alpha_rank};
pub use benjamini_hochberg::benjamini_hochberg;
pub use bootstrap::{for_each_replicate, log_odds, middle, surplus, win_rates};
pub use clustered_sequence::{clustered_sequence, paired_sequence};
pub use confidence_sequence::{Claim, confidence_sequence};
pub use control_variate::{LuckAdjusted, LuckSums};
pub use cycles::{Cycles, Ring, cycles, differences};
pub use davidson::{Begins, Davidson, DuelGame, Score};
pub use dominance::{dominators, rounds_of_dominance};
pub use duel::{Duel, KINDS};
pub use effective::effective_number;
pub use elo::{ELO, elo_of_score, score_of_elo};
pub use estimate::{Estimate, LEVEL};
pub use half_width::HalfWidth;
pub use logistic::{Logistic, Rows};
pub use mover::mean_estimate;
pub use nash::{NashAverage, nash_average};
pub use paired::{Paired, PairedSums};
pub use pairs::{
    ClusterSums, PairsAndGames, ScatteredRate, clustered_p_value, clustered_p_value_of, clustered_rate,
    clustered_score, pair_correlation, score_of_scatter,
};
pub use proportion::{wilson, wilson_p_value, wilson_p_value_of};
pub use ratings::{Meeting, Ratings};
pub use same_strengths::same_strengths;
pub use score_test::{Added, Joint, score_tests};
pub use scores::Scores;
pub use shared::{GROUPS_OF_STRATUM, Shared};
pub use shrinkage::shrunken;
pub use simultaneous::greatest_t_95;
pub use skewed::skewed_mean;
pub use slope::{LinearFit, Point, Variances, line};
pub use sprt::{Decision, Scale, Sprt, SprtFault};
pub use stopped::Stopped;
pub use stratified::{stratified, stratified_pairs, stratified_ratio};
pub use trend::{Abscissa, Trend, trend};
pub use within::Within;
