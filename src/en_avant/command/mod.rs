//! Command: the actions of a side's own units, besides moves and combat.
//!
//! | file | covers |
//! |---|---|
//! | `activation` | whether a unit may act, and its actions: E5, E8 |
//! | `formation` | changes of formation: E6 |
//! | `general` | a general on his own base: E7 |
//! | `horse_artillery`, `dismount` | limbers, and cavalry on foot: E14 |
//! | `agreement` | the offer to end the battle: E12 |

mod activation;
pub(super) mod agreement;
mod dismount;
mod formation;
mod general;
mod horse_artillery;
