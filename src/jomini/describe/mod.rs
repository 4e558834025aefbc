//! Descriptions of a game in text, maps, pictures and answers, and the counting of its events.
//!
//! | file | covers |
//! |---|---|
//! | `show` | `impl Show` |
//! | `action`, `roll`, `change` | descriptions of actions, rolls and their effects |
//! | `draw`, `picture` | the map in the terminal and as a picture |
//! | `questions` | named questions about a position |
//! | `events` | how often orders (T7), letters (T9), troops (T2) and terrain (T4, T5) took effect |
//!
//! This file has the names of sides and units in descriptions; those of orders are in `state/order_names.rs`.

mod action;
mod change;
mod draw;
pub(super) mod events;
mod picture;
mod questions;
mod roll;
mod show;

use crate::data::message::{count, isolated};
use crate::game::{Side, army_words, side_words};
use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::notation::unit_id;
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{State, UnitId};

impl Forces {
    /// A side by the name of its army, and by its colour too if both armies have the same name.
    pub fn side_words(&self, side: Side) -> String {
        side_words(&self.army_names, side)
    }

    /// A side as the subject of a sentence.
    fn army_words(&self, side: Side) -> String {
        army_words(&self.army_names, side)
    }
}

impl Positions<'_> {
    /// A unit with its elements and its hex.
    pub fn unit_in_full(self, state: &State, unit: UnitId) -> String {
        let it = state.unit(unit);
        let (name, id) = (isolated(&self.forces.unit_names[usize::from(unit)]), unit_id(unit));
        let place =
            if it.hex == NO_HEX { "off the table".to_owned() } else { format!("at {}", self.board.hex_name(it.hex)) };
        format!("{name} ({id}, {}) {place}", count(u32::from(it.elements), "element"))
    }
}

/// The rank of an officer in words.
pub fn rank_words(rank: Rank) -> &'static str {
    match rank {
        Rank::CommanderInChief => "commander-in-chief",
        Rank::SubGeneral => "sub-general",
        Rank::SeniorOfficer => "senior officer",
    }
}

#[cfg(test)]
mod tests;
