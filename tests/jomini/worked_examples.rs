//! The worked examples of the ledger's section 6 that concern infantry, cavalry, lancers and guns, each a position file
//! played through the engine. The pictures of the source are lost; positions are those of the ledger.

mod cards;
mod combat;
mod movement;
mod retreat;
mod sight;
