//! Preparation of a battle from files: scenarios, generated maps, position files (annex 1).
//!
//! | file | covers |
//! |---|---|
//! | `scenario` | scenarios: zones, objectives, limits, troops off the table (J6.1, J6.3, JA1.2) |
//! | `generator` | maps from a seed (JA1.4) |
//! | `preparation` | rules, scenario and armies combined (J1.11, JA1.2 to JA1.7) |
//! | `reinforcements` | troops held back (J4.25, J4.26) |
//! | `position` | position files |
//! | `rulebook` | `impl Rulebook` |
//! | `roster` | `impl Roster`: pools of troops and armies made of them |

pub mod generator;
pub mod position;
pub mod preparation;
mod reinforcements;
pub(super) mod roster;
pub(super) mod rulebook;
pub mod scenario;

pub use preparation::{Troops, muster, prepare};
pub use rulebook::Jomini;
