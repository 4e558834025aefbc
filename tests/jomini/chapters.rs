//! The rules of the ledger's chapters one by one, in small positions written in the tests themselves.

mod characters;
mod command;
mod fighting;
mod moving;
mod orders;
mod scene;
mod setting_up;
mod tables;
