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
use crate::game::Side;
use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::notation::unit_id;
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{State, UnitId};

impl Forces {
    /// A side by the name of its army, and by its colour too if both armies have the same name.
    pub fn side_words(&self, side: Side) -> String {
        // Armies are named after their files: "france-1812" is France 1812.
        let mut letters = self.army_names[side].chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let name: String =
            first.chain(letters.map(|letter| if matches!(letter, '-' | '_') { ' ' } else { letter })).collect();
        match name.as_str() {
            "" => side.to_string(),
            _ if self.army_names[side] == self.army_names[side.other()] => {
                format!("{name} ({side})")
            }
            _ => name,
        }
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

/// Several words one after the other: "a, b and c".
pub(super) fn listed(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
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
