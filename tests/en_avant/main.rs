//! En Avant !: one file for each chapter, and the worked examples of the ledger.

mod attack;
mod events;
mod games;
mod general;
mod half_turn;
mod legality;
mod lists;
mod melees;
mod movement;
mod periods;
mod positions;
mod results;
mod robustness;
mod scene;
mod setting_up;
mod shots;
mod soak;
mod soundness;
mod terrain;
mod turns;
mod walks;
