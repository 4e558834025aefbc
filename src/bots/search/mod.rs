//! Shared by all search bots: the value of a position, rollouts by the greedy policy, and the ranking of actions.

mod assumptions;
mod halving;
mod lookahead;
mod play_on;
mod set_up;
mod value;

pub use assumptions::Assumptions;
pub use halving::{Candidates, Halving};
pub use lookahead::Lookahead;
pub use play_on::{PlayOn, Ranked, softmax};
pub use set_up::{Decision, SetUp};
pub use value::Valuation;
