//! En Avant !: a wargame of rectangular bases on an open table, measured with a ruler.
//!
//! Each room is a folder; rule IDs begin with E and the number of the chapter.
//!
//! | room | covers |
//! |---|---|
//! | `rules` | every number and switch of a rules file, tables T1 and T4 |
//! | `table` | points, headings, outlines; the ground: chapter 3 |
//! | `army` | troops, army lists, prices: chapters 2 and 13 |
//! | `state` | a position and the game it belongs to; actions; where bases lie and who is engaged |
//! | `notation` | positions, actions and rolls as data |
//! | `combat` | shots, melees, what they do to units, combativity, exact odds: chapters 9 to 12 |
//! | `command` | activation, formations, the general, agreement: chapters 5, 6, 8, 12 and 14 |
//! | `turn` | set-up, turns, objectives, movement, proposed moves: chapters 4, 5 and 7 |
//! | `setup` | files become a prepared game: scenarios, positions, armies of a budget |
//! | `evaluate` | what an action promises, what a position is worth |
//! | `describe` | positions and actions in words and pictures, typed moves, counted events |

pub mod army;
pub mod combat;
mod command;
mod describe;
mod evaluate;
pub mod notation;
pub mod rules;
pub mod setup;
pub mod state;
pub mod table;
mod turn;

pub use setup::EnAvant;
pub use state::State;
pub use state::action::{Action, Roll};
pub use state::engagement::Engagement;
