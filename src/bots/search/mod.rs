//! What all searching bots share: the value of a position, playing on by appraisal, and the actions that are worth a
//! thought.

mod foresight;
mod play_on;
mod value;

pub use foresight::Lookahead;
pub use play_on::{PlayOn, Ranked};
pub use value::{Valuation, turn_of};
