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
use crate::data::{DataError, Fault, Findings, Kind, Mark, PathStep, Reading, Source};
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
        let (file, reading) = source.read_in_part::<PositionFile>()?;
        let mut found = Findings::default();
        if file.position.is_some() {
            found.own.extend(file.short_keys().iter().map(|key| of_the_short_form(key)));
        }
        if !reading.has(&PathStep::path("unit")) && !reading.lacks(&PathStep::path("unit")) {
            found.own.push(Fault::at("", "missing key \"unit\""));
        }
        let engagement = engagement(source, &file, &reading, rules, &mut found)?;
        let position = engagement.and_then(|mut engagement| {
            let state = state(&engagement, &file, &mut found.own)?;
            engagement.start = state;
            Some(Position { engagement })
        });
        match position {
            Some(position) if found.own.is_empty() && reading.is_whole() => Ok(position),
            _ => Err(reading.error_with(found.own, found.of_others)),
        }
    }
}

/// The fault of a key that is only allowed without a table `[position]`.
fn of_the_short_form(key: &str) -> Fault {
    let path = PathStep::path(key);
    let name = path.last().and_then(PathStep::as_key).unwrap_or_default();
    Fault::new(path.clone(), Mark::Key, format!("\"{name}\" belongs to the short form"))
        .expected("all of that in [position]")
}

/// The state of the game that the file describes; `None` if it cannot be one.
fn state(engagement: &Engagement, file: &PositionFile, faults: &mut Vec<Fault>) -> Option<State> {
    let form = match &file.position {
        Some(form) => form.clone(),
        None => short::form(engagement, file, faults),
    };
    let in_file = |fault: Fault| {
        let path = match &file.position {
            Some(_) => [vec![PathStep::key("position")], fault.path].concat(),
            None => short::path_in_file(file, fault.path),
        };
        Fault { path, ..fault }
    };
    let state = form.state_in(engagement).map_err(|found| faults.extend(found.into_iter().map(in_file))).ok();
    let mut state = state?;
    let found = check::pieces(engagement, &state);
    faults.extend(found.into_iter().map(in_file));
    // Who touches whom follows from the places.
    if !faults.is_empty() {
        return None;
    }
    if file.position.is_none() {
        short::complete(engagement, &mut state, file);
    }
    faults.extend(check::moment(engagement, &state).into_iter().map(in_file));
    Some(state)
}

/// The violations of the rules in a state of a game, at paths in the form of all positions; none if it can be played.
pub fn faults(game: &Engagement, state: &State) -> Vec<Fault> {
    let faults = check::pieces(game, state);
    if faults.is_empty() { check::moment(game, state) } else { faults }
}

/// The game that the frame of a file describes; `None` if it has faults.
fn engagement(
    source: &Source,
    file: &PositionFile,
    reading: &Reading,
    rules: Option<&Rules>,
    found: &mut Findings,
) -> Result<Option<Engagement>, DataError> {
    let rules = match rules {
        Some(rules) => Some(rules.clone()),
        None => found.file(source.named(Kind::Rules, "rules", &file.rules), Rules::read)?,
    };
    let scenario = match &file.scenario {
        Some(name) => found.file(source.named(Kind::Scenario, "scenario", name), Scenario::read)?,
        None => Some(Scenario::open(source.name(), Table::Small)),
    };
    let is_complete = !["unit", "piece"].into_iter().any(|list| reading.lacks_entries(list));
    let lacks = |key: &str| reading.lacks(&PathStep::path(key));
    let (Some(rules), Some(mut scenario), true) = (rules, scenario, is_complete && !lacks("scenario")) else {
        return Ok(None);
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
        found.own.extend(problems.into_iter().map(fault));
    });
    let forces = BySide::from_fn(|side| force(file, side, &rules));
    // The side that laid the terrain matters only during set-up, when combativities are still those of the start.
    let sides = file.position.as_ref().map(|form| BySide::new(form.sides.red.combativity, form.sides.blue.combativity));
    let placer = sides.and_then(|sides| scenario.placer(&rules, sides.map(|it| it.max(0) as u8)));
    let terms = Terms { placer, ..scenario.terms(&rules) };
    let Ok(ground) = ground else { return Ok(None) };
    let assembled = assemble(&rules, ground, forces, terms)
        .map_err(|problems| found.own.extend(problems.into_iter().map(|problem| Fault::at("", problem))));
    let Ok(mut engagement) = assembled else { return Ok(None) };
    scenario.grant(&mut engagement);
    Ok(Some(engagement))
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
