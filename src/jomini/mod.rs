//! Jomini, second edition: a wargame on hexes.

pub mod rules;
