//! The course of a game: deployment, player-turns, the Movement phase and victory (J1.15 to J1.19, chapters 4 and 6,
//! annex 1), and the progress from one decision to the next.
//!
//! | file | covers |
//! |---|---|
//! | `engine` | the decisions of each step, and the progress to the next |
//! | `ground_choice` | the side of the table and the first player (JA1.4, JA1.11) |
//! | `deployment`, `secrecy` | deployment and hidden information (JA1.5 to JA1.10) |
//! | `player_turn` | player-turns (J1.15 to J1.19) |
//! | `movement` | the Movement phase (J4.1, J4.2) |
//! | `manoeuvre_orders` | orders given in it (J3.30 to J3.37) |
//! | `officer_moves` | officers who accompany a unit or move alone (J3.15, J3.16, J4.12) |
//! | `mounting` | mounting and dismounting (J3.31) |
//! | `reach` | the hexes that a unit can reach (J4.3 to J4.18) |
//! | `reserves`, `leaving` | troops off the table (J4.22 to J4.26) |
//! | `victory` | victory (chapter 6) |
//! | `idle` | reasons why a side has no decision |
//! | `parts` | parts of the rulebook that may be forbidden to a side |

pub(super) mod deployment;
pub(super) mod engine;
pub(super) mod ground_choice;
pub(super) mod idle;
pub mod leaving;
mod manoeuvre_orders;
pub(super) mod mounting;
pub(super) mod movement;
mod officer_moves;
pub(super) mod parts;
pub(super) mod player_turn;
pub(super) mod reach;
pub mod reserves;
pub(super) mod secrecy;
pub(super) mod victory;
