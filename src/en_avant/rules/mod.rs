//! The numbers and switches of the rules: the keys of a rules file, with the values each accepts.
//!
//! | file | covers |
//! |---|---|
//! | `keys` | one line for each key: field, rule IDs, accepted values, meaning |
//! | `choices`, `fighting` | choices between readings |
//! | `tables` | terrain (T1) and weapons (T4) |
//! | `rows` | rows by size or quality |
//! | `troops` | arms, weights and sorts of troops, and their names |
//! | `load` | reading and checking |

mod choices;
mod fighting;
mod keys;
mod load;
mod rows;
mod tables;
mod troops;

pub use choices::*;
pub use fighting::*;
pub use keys::{MOST_TURNS_HELD, Rules};
pub use load::BASE;
pub use rows::*;
pub use tables::{Band, Movement, Shelter, TerrainKind, TerrainRow, Weapon, WeaponRow};
pub use troops::{Arm, Regiment, Sort, Troop, Weight};
