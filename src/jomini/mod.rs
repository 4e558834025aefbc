//! Jomini, second edition: a wargame on hexes.

pub mod action;
pub mod battle;
pub mod board;
pub mod card;
pub mod hex;
pub mod line_of_sight;
pub mod officer;
pub mod rules;
pub mod state;
pub mod terrain;
pub mod unit;
