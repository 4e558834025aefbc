//! En Avant !: a wargame of rectangular bases on an open table, measured with a ruler.

pub mod action;
pub mod contact;
pub mod engagement;
pub mod footprint;
pub mod geometry;
pub mod ground;
pub mod rules;
pub mod state;
pub mod troop;

pub use action::{Action, Roll};
pub use engagement::Engagement;
pub use state::State;
