//! En Avant !: a wargame of rectangular bases on an open table, measured with a ruler.
//!
//! | file | covers |
//! |---|---|
//! | `geometry` | points, headings, rectangles, convex polygons, in whole numbers |
//! | `rules` | every number and switch, tables T1 and T4 |
//! | `troop`, `setup` | bases and profiles, armies → a prepared [`Engagement`]: chapters 2 and 13 |
//! | `ground`, `footprint`, `space`, `contact` | the table, where bases lie, room, who is engaged: chapter 3 |
//! | `state`, `action`, `engine`, `sink` | a moment, a decision, and the way from one to the next |
//! | `deployment`, `objectives`, `turn`, `activation` | chapters 4, 5 and 8 |
//! | `formation` | chapter 6 |
//! | `movement`, `candidates`, `general` | chapter 7, contact, and the general on his own |
//! | `advantages`, `dice`, `sixes` | from advantages to impacts: tables T5 and T6 |
//! | `aftermath`, `recoil`, `rout`, `displacement` | what impacts do: chapter 10 |
//! | `elephants`, `horse_artillery`, `dismount` | chapter 14 |
//! | `melee`, `pursuit`, `break_off` | chapter 11 |
//! | `shooting`, `visibility`, `shelter` | shots: chapter 9 |
//! | `combativity`, `agreement` | chapter 12 |
//! | `scatter`, `events` | random legal positions, how often rules took effect |
//! | `army`, `scenario`, `position`, `rulebook` | files → a prepared game |
//! | `notation`, `describe`, `draw`, `picture`, `questions`, `typed`, `show` | positions, actions and rolls as data and in words |
//! | `score_action`, `features` | what an action promises, what a position is worth |

pub mod action;
mod activation;
pub mod advantages;
mod aftermath;
mod agreement;
mod appraise;
pub mod army;
mod break_off;
mod candidates;
mod combativity;
pub mod contact;
mod deployment;
mod describe;
pub mod dice;
mod dismount;
mod displacement;
mod draw;
mod elephants;
pub mod engagement;
mod engine;
mod events;
mod features;
pub mod footprint;
mod formation;
mod general;
pub mod geometry;
pub mod ground;
mod horse_artillery;
mod melee;
mod movement;
pub mod notation;
mod objectives;
pub mod odds;
mod parts;
mod picture;
pub mod position;
pub mod price;
mod pursuit;
mod questions;
mod recoil;
mod roster;
mod rout;
mod rulebook;
pub mod rules;
mod scatter;
pub mod scenario;
pub mod setup;
mod shelter;
mod shooting;
mod show;
mod sink;
mod sixes;
mod space;
mod stakes;
pub mod state;
pub mod troop;
mod turn;
mod typed;
mod visibility;
pub mod ways;

pub use action::{Action, Roll};
pub use engagement::Engagement;
pub use rulebook::EnAvant;
pub use state::State;
