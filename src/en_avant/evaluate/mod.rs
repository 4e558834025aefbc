//! Evaluation: what an action promises and what a position is worth, in named numbers that bot files weigh.
//!
//! | file | covers |
//! |---|---|
//! | `score` | an action, tried on a copy of the position |
//! | `numbers` | the named numbers of an action, and the shipped weights |
//! | `harm`, `standing`, `setup` | losses, how a unit stands, choices before the first turn |
//! | `features`, `stakes` | a quiet position, and what dice change of any position |

mod features;
mod harm;
mod numbers;
mod score;
mod setup;
mod stakes;
mod standing;
#[cfg(test)]
mod tests;
