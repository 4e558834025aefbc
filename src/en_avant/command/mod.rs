//! Command: what a side may do with a unit of its own, beside moves and combat.
//!
//! | file | covers |
//! |---|---|
//! | `activation` | whether a unit may act, and what it may do: E5, E8 |
//! | `formation` | changes of formation: E6 |
//! | `general` | a general on his own base, captured camps and generals: E7, E12 |
//! | `horse_artillery`, `dismount` | limbers, and cavalry on foot: E14 |
//! | `agreement` | the offer to end the battle: E12 |

mod activation;
mod agreement;
mod dismount;
mod formation;
mod general;
mod horse_artillery;
