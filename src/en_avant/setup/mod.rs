//! Set-up: from files to a prepared game.
//!
//! | file | covers |
//! |---|---|
//! | `rulebook`, `roster` | the rulebook, and its pool of troops, for preparing games: E13 |
//! | `scenario` | scenarios, and tables laid by chance: E3, E4 |
//! | `assemble` | rules, a table and two armies become an engagement: E1, E2 |
//! | `position` | position files, and checks of positions |

mod assemble;
pub mod position;
mod roster;
mod rulebook;
pub mod scenario;

pub use assemble::{Terms, assemble};
pub use rulebook::EnAvant;
