//! Reading of a position file in steps: what the file names and states by itself; then its pieces on their hexes; then
//! whether the whole can be played. Each step reports all its faults, and goes on with what the one before could read.

use super::cards::{officer_cards, unit_cards};
use super::form::{PositionFile, SideFile};
use super::moment::{step, take_activations, take_losses, take_pending, take_turn};
use super::pieces::{place_officers, place_units};
use super::{Frame, Position, sound};
use crate::data::{DataError, Fault, Findings, Kind, PathStep, Reading, Source};
use crate::game::{BySide, Side};
use crate::jomini::army::list::entry;
use crate::jomini::map::map_file::add_edges;
use crate::jomini::notation::{StepForm, unit_id};
use crate::jomini::rules::{Rules, TerrainMethod};
use crate::jomini::setup::preparation::{Troops, assemble, check_officers, muster};
use crate::jomini::setup::reinforcements::hold_back;
use crate::jomini::setup::scenario::{Scenario, reinforcements};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{State, unit_ids};

/// Reads a position file. Given rules replace those that it names.
///
/// # Errors
/// If a file is invalid; the error shows every invalid line of this file and of those that it names.
pub(super) fn read(source: &Source, rules: Option<&Rules>) -> Result<Position, DataError> {
    let (mut file, reading) = source.read_in_part::<PositionFile>()?;
    let mut found = Findings::default();
    let rules = match rules {
        Some(rules) => Some(rules.clone()),
        None => found.file(source.named(Kind::Rules, "rules", &file.rules), Rules::read)?,
    };
    let scenario = scenario(source, &file, &reading, &mut found)?;
    if file.active.is_none() && !reading.lacks(&PathStep::path("active")) {
        found.own.push(Fault::at("", "missing key \"active\"").expected("\"red\" or \"blue\""));
    }
    let mut troops = BySide::from_fn(|side| Troops {
        name: file_of(&mut file, side).army.clone().unwrap_or_default(),
        ..Troops::default()
    });
    let cards = unit_cards(&file, &reading, &mut troops, &mut found.own);
    officer_cards(&file, &reading, &mut troops, &cards, &mut found.own);
    for side in Side::BOTH {
        let here = file_of(&mut file, side);
        let listed = troops[side].units.len() as u8;
        troops[side].at_start = Some(here.units_at_start.unwrap_or(listed));
    }
    let step = step(&file, &reading, &mut found.own);
    let is_complete = !["unit", "officer", "reinforcement"].into_iter().any(|list| reading.lacks_entries(list));
    let table = match (rules, scenario, step) {
        (Some(rules), Some(scenario), Some(step)) if is_complete && file.active.is_some() => {
            lay_out(&rules, &scenario, &troops, &file, &reading, &step, &mut found)
        }
        _ => None,
    };
    match table {
        Some((battle, state)) if found.own.is_empty() && reading.is_whole() => {
            let PositionFile { scenario, rules, map, terrain, edge, .. } = file;
            Ok(Position { battle, state, frame: Frame { scenario, rules, map, terrain, edge } })
        }
        _ => Err(reading.error_with(found.own, found.of_others)),
    }
}

/// The scenario of the position, with the terrain that the file lays over its map; `None` if it has faults.
fn scenario(
    source: &Source,
    file: &PositionFile,
    reading: &Reading,
    found: &mut Findings,
) -> Result<Option<Scenario>, DataError> {
    let scenario = match (&file.scenario, &file.map) {
        (Some(name), None) => found.file(source.named(Kind::Scenario, "scenario", name), Scenario::read)?,
        (None, Some(map)) => {
            let map = map.map("map").map_err(|faults| found.own.extend(faults)).ok();
            map.map(|map| Scenario::on(source.name(), map))
        }
        _ => {
            if !reading.lacks(&PathStep::path("scenario")) && !reading.lacks(&PathStep::path("map")) {
                found.own.push(Fault::at("", "a position lies in a scenario or draws a map, one of the two"));
            }
            None
        }
    };
    let Some(mut scenario) = scenario else { return Ok(None) };
    let before = found.own.len();
    add_edges(&mut scenario.map, &file.edge, &[PathStep::key("edge")], &mut found.own);
    if let Some(overlay) = &file.terrain {
        overlay.lay_over(&mut scenario.map, "terrain", &mut found.own);
    }
    if found.own.len() == before {
        found.own.extend(scenario.map.faults().into_iter().map(|problem| Fault::at("terrain", problem)));
    }
    let has_map = found.own.len() == before;
    scenario.reinforcements = reinforcements(&scenario.map, &file.reinforcement, &mut found.own);
    Ok(has_map.then_some(scenario))
}

/// The battle with the pieces of the file on their hexes, and its state; `None` if the armies cannot be mustered.
fn lay_out(
    rules: &Rules,
    scenario: &Scenario,
    troops: &BySide<Troops>,
    file: &PositionFile,
    reading: &Reading,
    step: &StepForm,
    found: &mut Findings,
) -> Option<(Battle, State)> {
    let in_set_up = file.player_turn == 0;
    let mut lay = |scenario: &Scenario| match lay(rules, scenario, troops, in_set_up, &mut found.own) {
        Ok(battle) => Some(battle),
        Err(problems) => {
            found.own.extend(problems.into_iter().map(|problem| Fault::at("", problem)));
            None
        }
    };
    let mut battle = lay(scenario)?;
    if rules.terrain_method == TerrainMethod::OnePlayer && scenario.leaves_choice_of_edges() {
        battle.turned = Some(Box::new(lay(&scenario.exchanged())?));
    }
    let table = match &mut battle.turned {
        Some(turned) if file.turned => turned,
        _ if file.turned => {
            let problem = "the sides can be exchanged only where rules and scenario leave the choice of edges (JA1.4)";
            found.own.push(Fault::at("turned", problem));
            &mut battle
        }
        _ => &mut battle,
    };
    let bare = muster(rules, scenario, troops).expect("these armies were mustered before");
    let placed = std::mem::replace(&mut table.start, bare.start);
    place_units(table, file, reading, &mut found.own);
    place_officers(table, file, &mut found.own);
    for (side, file) in [(Side::Red, &file.red), (Side::Blue, &file.blue)] {
        take_losses(table, side, file);
    }
    take_turn(table, file, &mut found.own);
    take_activations(table, file, &mut found.own);
    take_pending(table, file, step, &mut found.own);
    let mut problems = Vec::new();
    check_officers(table, &mut problems);
    found.own.extend(problems.into_iter().map(|problem| Fault::at("officer", problem)));
    if found.own.is_empty() && found.of_others.is_empty() && reading.is_whole() {
        let unsound = sound::faults(table, &table.start);
        found.own.extend(
            unsound.into_iter().map(|(key, problem)| Fault { path: in_file(file, &key), ..Fault::at("", problem) }),
        );
    }
    let state = table.start;
    if in_set_up {
        table.start = placed;
        // The file may have placed units where this set-up would not.
        table.has_few_gun_hexes = BySide::from_fn(|side| table.may_lack_gun_hexes(&state, side));
    } else {
        battle.start = state;
    }
    Some((battle, state))
}

/// The path in the file of a key that calls a unit by its short name: units have these in the order of the file.
fn in_file(file: &PositionFile, key: &str) -> Vec<PathStep> {
    let path = PathStep::path(key);
    let mut ids = BySide::from_fn(unit_ids);
    let mut names = file.unit.iter().map(|unit| ids[unit.side].next().map(unit_id));
    match &path[..] {
        [PathStep::Key(list), PathStep::Key(name), PathStep::Key(key)] if list == "units" => {
            let index = names.position(|it| it.as_deref() == Some(name));
            index.map_or_else(|| PathStep::path("unit"), |index| entry("unit", index, key))
        }
        _ => path,
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
