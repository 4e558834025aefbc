//! Shared by all search bots: the value of a position, rollouts by the greedy policy, and the ranking of actions.

mod lookahead;
mod play_on;
mod value;

pub use lookahead::Lookahead;
pub use play_on::{PlayOn, Ranked};
pub use value::{Valuation, turn_of};
