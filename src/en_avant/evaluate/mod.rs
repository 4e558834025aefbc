//! Evaluation: the value of an action and of a position, in named numbers that bot files weight.
//!
//! | file | covers |
//! |---|---|
//! | `score` | an action, tried on a copy of the position |
//! | `activation` | the activation of a unit, and the kind of its action |
//! | `best` | the best choice that an action opens |
//! | `numbers` | the named numbers of an action, and the shipped weights |
//! | `harm`, `standing`, `company`, `setup` | losses, the situation of a unit, its friends, choices of set-up |
//! | `features`, `stakes` | a quiet position, and the immediate effects of dice |

mod activation;
mod best;
mod company;
mod features;
mod harm;
mod numbers;
mod score;
mod setup;
mod stakes;
mod standing;
#[cfg(test)]
mod tests;
