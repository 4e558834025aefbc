//! The course of a game: set-up, turns and impulses, moves, and the transitions between steps.
//!
//! | file | covers |
//! |---|---|
//! | `engine` | decisions, legality, execution of actions and rolls |
//! | `deployment`, `objectives` | set-up and territorial objectives: E4, E12 |
//! | `impulses` | turns and impulses: E4, E5 |
//! | `movement` | walking and checking of paths: E7, E3 |
//! | `candidates` | proposals of moves |
//! | `parts` | parts of the rulebook that can be disabled |

mod candidates;
mod deployment;
mod engine;
pub(super) mod impulses;
pub(super) mod movement;
mod objectives;
mod parts;

pub(super) use parts::PARTS;
