//! Position files: a frame (rules, scenario, armies) around a position in the one form of all positions, or in a short
//! form that is convenient by hand. A file is read into an engagement whose start is exactly the position: nothing is
//! played.
//!
//! The contents of a file are defined in `position/file.rs`, the short form in `position/short.rs`, checks of positions
//! in `position/check.rs`. Rules E1.2, E1.12, E2.15, E2.34, E5.2, E5.4, E7.12 with EI-6, EI-28, EI-30, EI-92. Units of
//! a side get their ids in the order of the file.

mod check;
mod file;
mod short;
mod write;

pub use self::write::write;

use self::file::{PositionFile, UnitFile};
use super::assemble::{Terms, assemble};
use super::scenario::{Scenario, Table};
use crate::data::{DataError, Fault, Kind, Mark, PathStep, Source};
use crate::en_avant::army::entry;
use crate::en_avant::army::troop::{Period, Troop};
use crate::en_avant::army::{Force, Muster};
use crate::en_avant::rules::{Quality, Rules};
use crate::en_avant::state::State;
use crate::en_avant::state::engagement::Engagement;
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
    /// Returns all faulty lines, in this file or in those that it names.
    pub fn read(source: &Source, rules: Option<&Rules>) -> Result<Position, DataError> {
        let file: PositionFile = source.read()?;
        if file.position.is_some() {
            let twice = file.short_keys();
            if !twice.is_empty() {
                let fault = |key: String| {
                    let path = PathStep::path(&key);
                    let name = path.last().and_then(PathStep::as_key).unwrap_or_default();
                    Fault::new(path.clone(), Mark::Key, format!("\"{name}\" belongs to the short form"))
                        .expected("all of that in [position]")
                };
                return Err(source.error(twice.into_iter().map(fault).collect()));
            }
        }
        let mut engagement = engagement(source, &file, rules)?;
        let mut faults = Vec::new();
        let form = match &file.position {
            Some(form) => form.clone(),
            None => short::form(&engagement, &file, &mut faults),
        };
        let in_file = |fault: Fault| {
            let path = match &file.position {
                Some(_) => [vec![PathStep::key("position")], fault.path].concat(),
                None => short::path_in_file(&file, fault.path),
            };
            Fault { path, ..fault }
        };
        let error = |faults: Vec<Fault>| Err(source.error(faults.into_iter().map(in_file).collect()));
        let mut state = match form.state_in(&engagement) {
            Ok(state) if faults.is_empty() => state,
            Ok(_) => return Err(source.error(faults)),
            Err(more) => return error(more),
        };
        let faults = check::pieces(&engagement, &state);
        if !faults.is_empty() {
            return error(faults);
        }
        if file.position.is_none() {
            short::complete(&engagement, &mut state, &file);
        }
        let faults = check::moment(&engagement, &state);
        if !faults.is_empty() {
            return error(faults);
        }
        engagement.start = state;
        Ok(Position { engagement })
    }
}

/// The violations of the rules in a state of a game, at paths in the form of all positions; none if it can be played.
pub fn faults(game: &Engagement, state: &State) -> Vec<Fault> {
    let faults = check::pieces(game, state);
    if faults.is_empty() { check::moment(game, state) } else { faults }
}

/// The game that the frame of a file describes.
fn engagement(source: &Source, file: &PositionFile, rules: Option<&Rules>) -> Result<Engagement, DataError> {
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
    let whole =
        |problems: Vec<String>| source.error(problems.into_iter().map(|problem| Fault::at("", problem)).collect());
    let forces = BySide::from_fn(|side| force(file, side, &rules));
    // The side that laid the terrain matters only during set-up, when combativities are still those of the start.
    let sides = file.position.as_ref().map(|form| BySide::new(form.sides.red.combativity, form.sides.blue.combativity));
    let placer = sides.and_then(|sides| scenario.placer(&rules, sides.map(|it| it.max(0) as u8)));
    let terms = Terms { placer, ..scenario.terms(&rules) };
    let mut engagement = assemble(&rules, ground, forces, terms).map_err(whole)?;
    scenario.grant(&mut engagement);
    Ok(engagement)
}

/// The units of a side as an army.
fn force(file: &PositionFile, side: Side, rules: &Rules) -> Force {
    let it = file.side(side);
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
        // Their present losses are set with the position.
        combativity: rules.combativity_max,
        units: file.unit.iter().filter(|unit| unit.side == side).map(muster).collect(),
    }
}
