//! Position files: a scenario plus explicit units, officers, tokens, the step of the game and the actions of each unit.
//! Read into a battle and its state, and written from a state.
//!
//! Rules J1.2, J1.11, J3.5, J3.17, JA1.2, JA1.6 with JI-42, JI-44, JI-45. The keys are in `position/form.rs`, the
//! writing in `position/write.rs`. The cards of troops are read in `position/cards.rs`, their hexes in
//! `position/pieces.rs`, the step of the game in `position/moment.rs`; consistency is checked in `position/sound.rs`,
//! for the actions of units in `position/done.rs`, for the questions of a combat in `position/owed.rs`.
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
mod sound;
mod write;

pub use write::write;

use self::cards::{officer_cards, unit_cards};
use self::form::{PositionFile, SideFile};
use self::moment::{step, take_activations, take_losses, take_pending, take_turn};
use self::pieces::{place_officers, place_units};
use super::preparation::{Troops, assemble, check_officers, muster};
use super::reinforcements::hold_back;
use super::scenario::{Scenario, reinforcements};
use crate::data::{DataError, Fault, Kind, Source};
use crate::game::{BySide, Side};
use crate::jomini::map::map_file::{EdgeFile, MapFile, Overlay, add_edges};
use crate::jomini::rules::{Rules, TerrainMethod};
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
        let mut file: PositionFile = source.read()?;
        let mut faults = Vec::new();
        let rules = match rules {
            Some(rules) => rules.clone(),
            None => match source.library().find(Kind::Rules, &file.rules) {
                Ok(found) => Rules::read(&found)?,
                Err(error) => return Err(source.error(vec![Fault::at("rules", error.to_string())])),
            },
        };
        let mut scenario = scenario(source, &file, &mut faults)?;
        scenario.reinforcements = reinforcements(&scenario.map, &file.reinforcement, &mut faults);
        let mut troops = BySide::from_fn(|side| Troops {
            name: file_of(&mut file, side).army.clone().unwrap_or_default(),
            ..Troops::default()
        });
        let cards = unit_cards(&file, &mut troops, &mut faults);
        officer_cards(&file, &mut troops, &cards, &mut faults);
        for side in Side::BOTH {
            let here = file_of(&mut file, side);
            let listed = troops[side].units.len() as u8;
            troops[side].at_start = Some(here.units_at_start.unwrap_or(listed));
        }
        let step = step(&file, &mut faults);
        if !faults.is_empty() {
            return Err(source.error(faults));
        }
        let whole =
            |problems: Vec<String>| source.error(problems.into_iter().map(|problem| Fault::at("", problem)).collect());
        let mut lay =
            |scenario: &Scenario| lay(&rules, scenario, &troops, file.player_turn == 0, &mut faults).map_err(whole);
        let mut battle = lay(&scenario)?;
        if rules.terrain_method == TerrainMethod::OnePlayer && scenario.leaves_choice_of_edges() {
            battle.turned = Some(Box::new(lay(&scenario.exchanged())?));
        }
        let table = match &mut battle.turned {
            Some(turned) if file.turned => turned,
            _ if file.turned => {
                let problem =
                    "the sides can be exchanged only where rules and scenario leave the choice of edges (JA1.4)";
                return Err(source.error(vec![Fault::at("turned", problem)]));
            }
            _ => &mut battle,
        };
        let placed = std::mem::replace(&mut table.start, muster(&rules, &scenario, &troops).map_err(whole)?.start);
        place_units(table, &file, &mut faults);
        place_officers(table, &file, &mut faults);
        for (side, file) in [(Side::Red, &file.red), (Side::Blue, &file.blue)] {
            take_losses(table, side, file);
        }
        take_turn(table, &file, &mut faults);
        take_activations(table, &file, &mut faults);
        take_pending(table, &file, &step, &mut faults);
        let mut problems = Vec::new();
        check_officers(table, &mut problems);
        faults.extend(problems.into_iter().map(|problem| Fault::at("officer", problem)));
        if faults.is_empty() {
            let unsound = sound::faults(table, &table.start);
            faults.extend(unsound.into_iter().map(|(key, problem)| Fault::at(&key, problem)));
        }
        if !faults.is_empty() {
            return Err(source.error(faults));
        }
        let state = table.start;
        if file.player_turn == 0 {
            table.start = placed;
        } else {
            battle.start = state;
        }
        let PositionFile { scenario, rules, map, terrain, edge, .. } = file;
        Ok(Position { battle, state, frame: Frame { scenario, rules, map, terrain, edge } })
    }
}

/// The battle of a position before its own pieces are placed; during set-up with the zones and pieces of the scenario.
fn lay(
    rules: &Rules,
    scenario: &Scenario,
    troops: &BySide<Troops>,
    in_set_up: bool,
    faults: &mut Vec<Fault>,
) -> Result<Battle, Vec<String>> {
    if in_set_up {
        return assemble(rules, scenario, troops);
    }
    let mut battle = muster(rules, scenario, troops)?;
    let mut problems = Vec::new();
    hold_back(&mut battle, &scenario.reinforcements, &mut problems);
    faults.extend(problems.into_iter().map(|problem| Fault::at("reinforcement", problem)));
    Ok(battle)
}

fn file_of(file: &mut PositionFile, side: Side) -> &mut SideFile {
    match side {
        Side::Red => &mut file.red,
        Side::Blue => &mut file.blue,
    }
}

/// The scenario of the position, with the terrain that the file lays over its map.
fn scenario(source: &Source, file: &PositionFile, faults: &mut Vec<Fault>) -> Result<Scenario, DataError> {
    let mut scenario = match (&file.scenario, &file.map) {
        (Some(name), None) => match source.library().find(Kind::Scenario, name) {
            Ok(found) => Scenario::read(&found)?,
            Err(error) => return Err(source.error(vec![Fault::at("scenario", error.to_string())])),
        },
        (None, Some(map)) => Scenario::on(source.name(), map.map("map").map_err(|faults| source.error(faults))?),
        _ => {
            return Err(
                source.error(vec![Fault::at("", "a position lies in a scenario or draws a map, one of the two")])
            );
        }
    };
    let obstacles_before = faults.len();
    add_edges(&mut scenario.map, &file.edge, &[crate::data::PathStep::key("edge")], faults);
    if let Some(overlay) = &file.terrain {
        overlay.lay_over(&mut scenario.map, "terrain", faults);
    }
    if faults.len() == obstacles_before {
        faults.extend(scenario.map.faults().into_iter().map(|problem| Fault::at("terrain", problem)));
    }
    Ok(scenario)
}
