//! Troops before a game: cards, army lists, costs, and the numbers that follow from cards and rules (chapter 2, annexes
//! 2 to 4).
//!
//! | file | covers |
//! |---|---|
//! | `unit` | the data of units and officers in play (T2, T9) |
//! | `letters` | training, morale and letters (T9, T10) |
//! | `card` | cards of units and the profile derived from them (J2.2 to J2.20, JA3) |
//! | `card_faults` | what is wrong with a card (JA3.1) |
//! | `officer` | cards of officers (J3.2 to J3.5, JA2) |
//! | `transport` | carriers of infantry and teams of guns (J2.16, JA3.25 to JA3.29) |
//! | `animals` | types with camels and elephants (J5.17, J5.18) |
//! | `periods` | other periods (annex 4) |
//! | `list`, `list_file`, `read_list` | army lists, their form and their checks (J1.12, J2.1) |
//! | `own_types` | types that a list defines for itself (JA3.1) |
//! | `cost` | names and costs of units (JI-187) |
//! | `summary` | the points and remarks of a whole list |
//! | `rules_file` | rules files, which may state such costs |

pub(super) mod animals;
pub mod card;
pub mod card_faults;
pub mod cost;
pub mod letters;
pub mod list;
mod list_file;
pub mod officer;
mod own_types;
pub(super) mod periods;
mod read_list;
mod rules_file;
mod summary;
pub mod transport;
pub mod unit;

pub use list::{Army, ArmyLine};
