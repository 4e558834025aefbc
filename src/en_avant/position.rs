//! Position files: a table, every unit with its troop, place and shape, camps and generals, and whose impulse it is. Read into an engagement whose start is the position.
//!
//! What a file states stands in `position/file.rs`, how it gets onto the table in `position/place.rs`. A camp or general that is not named is lost already. Rules E1.2, E1.12, E2.15, E2.34,
//! E5.2, E5.4, E7.12 with EI-6, EI-28, EI-30, EI-92. Units of a side get their ids in the order of the file; a unit without a place has not been set up and is lost. The position is the
//! beginning of an activation: no dice are owed, no reaction is pending.

mod file;
mod place;
mod write;

pub use self::write::{NotQuiet, write};

use self::file::{PositionFile, UnitFile, side_file};
use self::place::{place_markers, place_side, place_units, restore_attacks, restore_objectives};
use super::army::entry;
use super::engagement::Engagement;
use super::rules::{Quality, Rules};
use super::scenario::{Scenario, Table};
use super::setup::{Force, Muster, assemble};
use super::state::Step;
use super::troop::{Period, Troop};
use super::turn::NO_CAP;
use crate::data::{DataError, Fault, Kind, Mark, Source};
use crate::game::{BySide, Side};

/// A position that was read.
#[derive(Clone, Debug)]
pub struct Position {
    /// The engagement; its start is the position.
    pub engagement: Engagement,
}

impl Position {
    /// Reads a position file. The rules given replace those that it names.
    ///
    /// # Errors
    /// Shows every line at fault, in this file or in those that it names.
    pub fn read(source: &Source, rules: Option<&Rules>) -> Result<Position, DataError> {
        let file: PositionFile = source.read()?;
        let named = |kind, key: &str, name: &str| {
            source.library().find(kind, name).map_err(|error| source.error(vec![Fault::at(key, error.to_string())]))
        };
        let rules = match rules {
            Some(rules) => rules.clone(),
            None => Rules::read(&named(Kind::Rules, "rules", &file.rules)?)?,
        };
        let mut scenario = match &file.scenario {
            Some(name) => Scenario::read(&named(Kind::Scenario, "scenario", name)?)?,
            None => Scenario::open(source.name(), Table::Small),
        };
        let own = scenario.pieces.len();
        scenario.pieces.extend(file.piece.iter().cloned());
        scenario.turn_limit = file.turn_limit.or(scenario.turn_limit);
        let rules = scenario.rules(&rules);
        let ground = scenario.ground(&rules).map_err(|problems| {
            let fault = |(index, key, problem): (usize, &str, String)| {
                let path = if index < own { Vec::new() } else { entry("piece", index - own, key) };
                Fault::new(path, Mark::Value, problem)
            };
            source.error(problems.into_iter().map(fault).collect())
        })?;
        let whole = |problems: Vec<String>| source.error(problems.into_iter().map(|problem| Fault::at("", problem)).collect());
        let forces = BySide::from_fn(|side| force(&file, side, &rules));
        let mut engagement = assemble(&rules, ground, forces, scenario.terms(&rules)).map_err(whole)?;
        scenario.grant(&mut engagement);
        let mut state = engagement.start;
        let mut faults = Vec::new();
        state.turned = file.turned;
        place_markers(&mut state, &file, &mut faults);
        place_units(&engagement, &mut state, &file, &mut faults);
        for side in Side::BOTH {
            place_side(&engagement, &mut state, side, &file, &mut faults);
        }
        if !faults.is_empty() {
            return Err(source.error(faults));
        }
        // Pieces that are objectives by the file are so at once; none are rolled for in a game that has begun.
        for (objective, it) in state.objectives.iter_mut().zip(&engagement.objectives) {
            objective.real = it.target <= 1;
        }
        restore_objectives(&engagement, &mut state, &file, &mut faults);
        if !faults.is_empty() {
            return Err(source.error(faults));
        }
        engagement.refresh_contacts(&mut state);
        restore_attacks(&mut state, &file);
        let turn = file.turn.max(1);
        (state.turn, state.impulse, state.activated) = (turn, file.impulse.unwrap_or(u16::from(turn)), file.activated);
        (state.active, state.first) = (file.active, file.first.unwrap_or(file.active));
        // Only a position of the first turn knows who began the game.
        state.opened = (turn == 1).then_some(state.first);
        state.deployed_first = file.deployed_first.unwrap_or(Side::Red);
        (state.offered, state.pass_before, state.combats) = (file.offered, file.pass_before, file.combats);
        state.impulses_of_turn = [file.red.impulses, file.blue.impulses];
        state.impulses_of_turn[file.active.index()] = state.impulses_of_turn[file.active.index()].max(1);
        let alone = rules.final_impulse_uncapped && !engagement.has_left(&state, file.active.other());
        let cap = rules.activation_cap.unwrap_or(state.combativity(file.active).max(0) as u8);
        state.cap = file.cap.unwrap_or(if alone { NO_CAP } else { cap });
        state.step = Step::Impulse;
        engagement.start = state;
        Ok(Position { engagement })
    }
}

/// The units of a side as an army.
fn force(file: &PositionFile, side: Side, rules: &Rules) -> Force {
    let it = side_file(file, side);
    let muster = |unit: &UnitFile| Muster {
        name: unit.name.clone(),
        troop: Troop {
            arm: unit.arm,
            quality: unit.quality.unwrap_or(Quality::Normal),
            weight: unit.weight,
            weapon: unit.weapon,
            horse: unit.horse,
            multirank: unit.multirank,
        },
        bases: unit.bases,
        dismounts: unit.dismounts,
        points: unit.points,
    };
    Force {
        name: it.army.clone().unwrap_or_else(|| side.to_string()),
        period: it.period.unwrap_or(Period::Antiquity),
        // What is left of it now is put in below.
        combativity: rules.combativity_max,
        units: file.unit.iter().filter(|unit| unit.side == side).map(muster).collect(),
    }
}
