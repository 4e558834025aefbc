//! The course of a game: set-up, turns and impulses, moves, and the way from one step to the next.
//!
//! | file | covers |
//! |---|---|
//! | `engine` | who decides, what is legal, what an action or a roll does |
//! | `deployment`, `objectives` | set-up and territorial objectives: E4, E12 |
//! | `impulses` | turns and impulses: E4, E5 |
//! | `movement` | a path is walked and checked: E7, E3 |
//! | `candidates` | which moves are proposed |
//! | `parts` | parts of the rulebook that may be taken away |

mod candidates;
mod deployment;
mod engine;
pub(super) mod impulses;
pub(super) mod movement;
mod objectives;
mod parts;

pub(super) use parts::PARTS;
