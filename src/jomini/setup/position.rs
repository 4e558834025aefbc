//! Position files: a scenario plus explicit units, officers, tokens, the step of the game and the actions of each unit.
//! Read into a battle and its state, and written from a state.
//!
//! Rules J1.2, J1.11, J3.5, J3.17, JA1.2, JA1.6 with JI-42, JI-44, JI-45. The keys are in `position/form.rs`, the
//! reading in `position/read.rs`, the writing in `position/write.rs`. The cards of troops are read in
//! `position/cards.rs`, their hexes in `position/pieces.rs`, the step of the game in `position/moment.rs`; consistency
//! is checked in `position/sound.rs`, for the actions of units in `position/done.rs`, for the questions of a combat in
//! `position/owed.rs`.
//!
//! A position is any moment of a game, deployment included; files are read and written in the same format. Units of a
//! side get their ids in the order of the file; a unit with `elements = 0` is lost and keeps its id.

mod cards;
mod done;
mod form;
mod moment;
mod moved;
mod owed;
mod pieces;
mod read;
mod sound;
mod write;

pub use write::write;

use crate::data::{DataError, Source};
use crate::jomini::map::map_file::{EdgeFile, MapFile, Overlay};
use crate::jomini::rules::Rules;
use crate::jomini::state::State;
use crate::jomini::state::battle::Battle;

/// The context of a position: the part of its file before the troops, kept for writing positions of the same battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The scenario, unless the file has its own map.
    pub scenario: Option<String>,
    /// The rules file.
    pub rules: String,
    /// The map drawn in the file itself.
    pub map: Option<MapFile>,
    /// Terrain laid over the map.
    pub terrain: Option<Overlay>,
    /// Obstacles added to the map.
    pub edge: Vec<EdgeFile>,
}

impl Frame {
    /// The frame of a battle that was set up from a scenario.
    pub fn of(scenario: &str, rules: &str) -> Frame {
        Frame { scenario: Some(scenario.to_owned()), rules: rules.to_owned(), ..Frame::default() }
    }
}

/// A position that was read.
#[derive(Clone, Debug)]
pub struct Position {
    /// The battle. Its start is the position or, during set-up, the pieces that the scenario has placed.
    pub battle: Battle,
    /// The position.
    pub state: State,
    /// The part of the file before the troops.
    pub frame: Frame,
}

impl Position {
    /// Reads a position file. Given rules replace those that it names.
    ///
    /// # Errors
    /// If a file is invalid; the error shows every invalid line of this file and of those that it names.
    pub fn read(source: &Source, rules: Option<&Rules>) -> Result<Position, DataError> {
        read::read(source, rules)
    }
}
