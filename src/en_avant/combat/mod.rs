//! Combat: shots and melees from the choice of a target to the last consequence; exact odds.
//!
//! | file | covers |
//! |---|---|
//! | `flow`, `rolls` | the complete sequence: every stage and what follows it; its decisions; its dice |
//! | `decisions` | how decisions are declared |
//! | `observer` | the effects of which an observer is notified |
//! | `shooting`, `visibility`, `shelter` | shots: E9 |
//! | `melee`, `pursuit`, `break_off` | melees: E11, E8 |
//! | `advantages`, `dice`, `sixes` | from advantages to impacts: tables T5 and T6 |
//! | `aftermath`, `recoil`, `rout`, `displacement` | effects of impacts: E10 |
//! | `elephants` | elephants out of control: E14 |
//! | `captures` | captured camps and generals: E12 |
//! | `combativity` | losses, fatigue, defeat: E1, E12 |
//! | `odds` | exact odds of one shot or one round of melee |

pub mod advantages;
pub(super) mod aftermath;
mod break_off;
mod captures;
mod combativity;
pub(super) mod decisions;
pub mod dice;
pub(super) mod displacement;
mod elephants;
pub(super) mod flow;
mod melee;
pub(super) mod observer;
pub mod odds;
mod pursuit;
pub(super) mod recoil;
mod rolls;
pub(super) mod rout;
mod shelter;
mod shooting;
pub(super) mod sixes;
mod visibility;
