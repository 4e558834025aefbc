//! Jomini, second edition: a Napoleonic wargame on hexes with special dice, officers and order tokens.
//!
//! Each room is a folder; the file `mod.rs` of a room lists what is in it.
//!
//! | room | covers |
//! |---|---|
//! | `rules` | every number and switch |
//! | `map` | hexes, terrain, lines of sight: J1.2, chapter 7, J5.25 to J5.36 |
//! | `army` | units, officers, army lists, costs: chapter 2, annexes 2 to 4 |
//! | `state` | a moment, a decision, and what a prepared [`Battle`] holds |
//! | `command` | activations, orders, leading: chapter 3 |
//! | `combat` | from the declaration of an attack to its aftermath, and exact odds: chapter 5 |
//! | `turn` | the engine, deployment, movement, victory: chapters 1, 4 and 6, annex 1 |
//! | `notation` | positions, actions and rolls as data |
//! | `setup` | files → a prepared battle: scenarios, generated maps, positions |
//! | `evaluate` | what a position is worth and what an action promises |
//! | `describe` | positions, actions and rolls as words, maps, pictures and answers; counted events |

pub mod army;
pub mod combat;
mod command;
mod describe;
mod evaluate;
pub mod map;
pub mod notation;
pub mod rules;
pub mod setup;
pub mod state;
pub mod turn;

pub use setup::Jomini;
pub use state::State;
pub use state::action::{Action, Roll};
pub use state::battle::Battle;
