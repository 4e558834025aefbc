//! Réglette simulates tabletop wargames with their complete rules, bot against bot, and reports results with confidence
//! intervals.

pub mod balance;
pub mod bots;
pub mod catalog;
pub mod cli;
pub mod data;
pub mod en_avant;
pub mod game;
pub mod jomini;
pub mod report;
pub mod run;
pub mod stats;
pub mod study;
pub mod tournament;
pub mod tune;
