//! Jomini, second edition: a Napoleonic wargame on hexes with special dice, officers and order tokens.
//!
//! | file | covers |
//! |---|---|
//! | `hex`, `terrain`, `board`, `line_of_sight` | the map: J1.2, chapter 7, lines of sight J5.25 to J5.36 |
//! | `rules` | every number and switch |
//! | `unit`, `card`, `officer`, `army`, `drawing`, `scenario`, `setup`, `position` | files → a prepared [`Battle`]: chapter 2, annexes 1 to 3 |
//! | `state`, `action`, `engine` | a moment, a decision, and the way from one to the next |
//! | `ground_choice`, `deployment`, `secrecy`, `turn`, `command`, `confirmation`, `orders`, `leading`, `movement`, `reach`, `reserves`, `leaving` | set-up, player-turns, chapters 3 and 4 |
//! | `support`, `blow`, `dice`, `hits` | what one roll is worth: J1.3 to J1.9, J5.9 to J5.23, J5.48 to J5.67 |
//! | `combat`, `order_faults`, `resolution`, `sharpshooters`, `retreat`, `aftermath`, `officers` | the procedure of a combat, chapter 5 |
//! | `beasts`, `panic` | camels and elephants: J5.17 to J5.19, J5.37, J5.91 to J5.98 |
//! | `odds` | the exact odds of one combat |
//! | `victory` | chapter 6 |
//! | `show`, `notation`, `describe`, `draw`, `picture`, `questions` | positions, actions and rolls as data and words, the map, answers |
//! | `periods`, `front_rank` | other periods: annex 4 |
//! | `events` | how often rules took effect, for those who ask |
//! | `features`, `score_action` | what a position is worth and what an action promises |

pub mod action;
mod aftermath;
mod appraise;
pub mod army;
pub mod battle;
mod beasts;
pub mod blow;
pub mod board;
pub mod card;
pub mod carrier;
mod combat;
mod command;
mod confirmation;
mod deployment;
mod describe;
pub mod dice;
mod draw;
mod engine;
mod events;
mod features;
mod front_rank;
pub mod generator;
mod ground_choice;
pub mod hex;
pub mod hex_set;
pub mod hits;
mod idle;
mod leading;
pub mod leaving;
pub mod line_of_sight;
pub mod map_file;
mod mounted_infantry;
mod movement;
pub mod notation;
pub mod odds;
pub mod officer;
mod officers;
mod order_faults;
mod order_names;
mod orders;
mod parts;
mod periods;
mod picture;
pub mod position;
pub mod price;
mod questions;
mod reach;
pub mod reserves;
mod resolution;
mod retreat;
mod roster;
mod rulebook;
pub mod rules;
mod scatter;
pub mod scenario;
mod secrecy;
pub mod setup;
mod sharpshooters;
mod show;
mod stakes;
pub mod stampede;
pub mod state;
mod support;
pub mod terrain;
mod turn;
pub mod unit;
mod victory;

pub use action::{Action, Roll};
pub use battle::Battle;
pub use rulebook::Jomini;
pub use state::State;
