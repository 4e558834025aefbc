//! Scenarios: the map, deployment zones or placements, objectives, limits, the first player, and optionally the armies.
//!
//! Rules J3.5, J3.17, J4.22, J4.25, J6.1, J6.3, JA1.2, JA1.5, JA1.11 with JI-183, JI-185, JI-186. Maps are read in
//! `map/map_file.rs`; checks that need the rules or the armies are in `preparation.rs`.

use super::generator::GeneratorFile;
use crate::data::{DataError, Fault, Kind, Mark, PathStep, Source};
use crate::game::{BySide, Side};
use crate::jomini::army::list::{Army, entry};
use crate::jomini::map::board::KnownBoards;
use crate::jomini::map::hex::HexId;
use crate::jomini::map::map_file::{MapFile, grid, hex, hexes};
use crate::jomini::map::terrain::Map;
use crate::jomini::rules::FirstPlayer;
use crate::jomini::state::battle::Objective;
use crate::jomini::state::off_table::Exit;
use serde::Deserialize;

mod off_table;
mod symmetry;

pub use off_table::{ExitFile, Members, Reinforcement, ReinforcementFile, exits, reinforcements};

/// The deployment zones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zones {
    /// This many rows along its own edge; if not stated, the number in the rules.
    Rows(Option<u8>),
    /// These hexes.
    Drawn(BySide<Vec<HexId>>),
}

/// A unit or officer placed at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Its side.
    pub side: Side,
    /// Its name in the army.
    pub name: String,
    /// Its hex.
    pub hex: HexId,
}

/// The terms of a scenario for a side; omitted ones follow from the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The army included in the scenario.
    pub army: Option<Army>,
    /// The maximum cost of an army brought by a player (JA1.2, JA1.3).
    pub budget: Option<u16>,
    /// Order tokens at the start (J3.17).
    pub tokens: Option<u8>,
    /// Activations in a player-turn (J3.5).
    pub activations: Option<u8>,
    /// Units in each activation (J3.5).
    pub activation_size: Option<u8>,
    /// Objective points that win the game at the end of its player-turn; 0 if it cannot win by objectives.
    pub points_to_win: u8,
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its short name: that of the file.
    pub name: String,
    /// The map.
    pub map: Map,
    /// Rounds after which the game is adjudicated, if the scenario states them (JI-179).
    pub turn_limit: Option<u8>,
    /// The first player, if the scenario states it (JI-186).
    pub first_player: Option<FirstPlayer>,
    /// The deployment zones.
    pub zones: Zones,
    /// The pieces placed at the start.
    pub placements: Vec<Placement>,
    /// Troops held off the table (J4.25).
    pub reinforcements: Vec<Reinforcement>,
    /// The exits from the table (J4.22).
    pub exits: Vec<Exit>,
    /// Objectives (J6.3).
    pub objectives: Vec<Objective>,
    /// The first round at whose player-turns' ends objectives can win the game (J6.3); 1 if it does not state one.
    pub objectives_from_round: u8,
    /// Whether losses decide the game too (J6.4).
    pub losses_decide: bool,
    /// The winner if the turn limit is reached, if the scenario states it.
    pub winner_at_limit: Option<Side>,
    /// The terms of each side.
    pub terms: BySide<Terms>,
    /// The files of the armies that it includes.
    pub sources: Vec<Source>,
    /// Its boards for the rules with which it has been prepared.
    pub boards: KnownBoards,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    map: Option<MapFile>,
    generator: Option<GeneratorFile>,
    turn_limit: Option<u8>,
    first_player: Option<First>,
    #[serde(default)]
    symmetric: bool,
    #[serde(default)]
    deployment: DeploymentFile,
    #[serde(default)]
    placement: Vec<PlacementFile>,
    #[serde(default)]
    reinforcement: Vec<ReinforcementFile>,
    #[serde(default)]
    exit: Vec<ExitFile>,
    #[serde(default)]
    objective: Vec<ObjectiveFile>,
    #[serde(default = "one")]
    objectives_from_round: u8,
    #[serde(default = "yes")]
    losses_decide: bool,
    winner_at_limit: Option<Side>,
    #[serde(default)]
    red: TermsFile,
    #[serde(default)]
    blue: TermsFile,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum First {
    Random,
    Red,
    Blue,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeploymentFile {
    rows: Option<u8>,
    zones: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacementFile {
    side: Side,
    name: String,
    at: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveFile {
    name: String,
    hexes: Vec<String>,
    #[serde(default = "one")]
    red: u8,
    #[serde(default = "one")]
    blue: u8,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct TermsFile {
    army: Option<String>,
    budget: Option<u16>,
    tokens: Option<u8>,
    activations: Option<u8>,
    activation_size: Option<u8>,
    #[serde(default)]
    points_to_win: u8,
}

fn yes() -> bool {
    true
}

fn one() -> u8 {
    1
}

impl Scenario {
    /// A scenario with only a map.
    pub fn on(name: &str, map: Map) -> Scenario {
        Scenario {
            name: name.to_owned(),
            map,
            turn_limit: None,
            first_player: None,
            zones: Zones::Rows(None),
            placements: Vec::new(),
            reinforcements: Vec::new(),
            exits: Vec::new(),
            objectives: Vec::new(),
            objectives_from_round: one(),
            losses_decide: true,
            winner_at_limit: None,
            terms: BySide::default(),
            sources: Vec::new(),
            boards: KnownBoards::default(),
        }
    }

    /// Reads a scenario, and the armies that it names.
    ///
    /// # Errors
    /// If a file is invalid; the error shows every invalid line.
    pub fn read(source: &Source) -> Result<Scenario, DataError> {
        let file: ScenarioFile = source.read()?;
        let map = match (&file.map, &file.generator) {
            (Some(map), None) => map.map("map"),
            (None, Some(generator)) => generator.map("generator"),
            _ => Err(vec![Fault::at("", "a scenario has a [map] or a [generator], one of the two")]),
        };
        let map = map.map_err(|faults| source.error(faults))?;
        let mut faults = Vec::new();
        let mut scenario = Scenario {
            turn_limit: file.turn_limit,
            first_player: file.first_player.map(|first| match first {
                First::Random => FirstPlayer::Random,
                First::Red => FirstPlayer::Red,
                First::Blue => FirstPlayer::Blue,
            }),
            objectives_from_round: file.objectives_from_round,
            losses_decide: file.losses_decide,
            winner_at_limit: file.winner_at_limit,
            ..Scenario::on(source.name(), map)
        };
        if file.turn_limit == Some(0) {
            faults.push(Fault::at("turn_limit", "a game has at least one round"));
        }
        scenario.zones = zones(&scenario.map, &file.deployment, &mut faults);
        scenario.placements = placements(&scenario.map, file.placement, &mut faults);
        scenario.reinforcements = reinforcements(&scenario.map, &file.reinforcement, &mut faults);
        scenario.exits = exits(&scenario.map, &file.exit, &mut faults);
        scenario.objectives = objectives(&scenario.map, file.objective, &mut faults);
        for (side, file) in [(Side::Red, file.red), (Side::Blue, file.blue)] {
            scenario.terms[side] = terms(source, file, side, &mut scenario.sources, &mut faults)?;
        }
        scenario.check_points(&mut faults);
        scenario.check_first_round(&mut faults);
        if file.symmetric
            && let Some(problem) = scenario.asymmetry()
        {
            faults.push(Fault::at("symmetric", format!("the scenario is not symmetric: {problem}")));
        }
        if faults.is_empty() { Ok(scenario) } else { Err(source.error(faults)) }
    }

    fn check_points(&self, faults: &mut Vec<Fault>) {
        for side in Side::BOTH {
            let all: u32 = self.objectives.iter().map(|objective| u32::from(objective.points[side])).sum();
            // The number of units that will leave is unknown.
            let all = if self.exits.iter().any(|exit| exit.side == side && exit.points > 0) { u32::MAX } else { all };
            let needed = self.terms[side].points_to_win;
            if u32::from(needed) > all {
                let path = vec![PathStep::key(&side.to_string()), PathStep::key("points_to_win")];
                faults.push(Fault::new(
                    path,
                    Mark::Value,
                    format!("{needed} points cannot be reached: the objectives give {all}"),
                ));
            }
        }
        if !self.losses_decide && Side::BOTH.iter().all(|side| self.terms[*side].points_to_win == 0) {
            faults.push(Fault::at("losses_decide", "nothing decides this game: neither losses nor objectives"));
        }
    }

    fn check_first_round(&self, faults: &mut Vec<Fault>) {
        let first = self.objectives_from_round;
        let wins_by_objectives = Side::BOTH.iter().any(|side| self.terms[*side].points_to_win > 0);
        let fault = match self.turn_limit {
            _ if first == 0 => "rounds are counted from 1".to_owned(),
            _ if first > 1 && !wins_by_objectives => "neither side wins by objectives".to_owned(),
            Some(limit) if first > limit => format!("the game ends after round {limit}, the turn limit"),
            _ => return,
        };
        faults.push(Fault::at("objectives_from_round", fault));
    }

    /// Whether it includes the armies of both sides.
    pub fn brings_armies(&self) -> bool {
        Side::BOTH.iter().all(|side| self.terms[*side].army.is_some())
    }
}

fn zones(map: &Map, file: &DeploymentFile, faults: &mut Vec<Fault>) -> Zones {
    let mut fault = |key: &str, problem: String| {
        faults.push(Fault::new(vec![PathStep::key("deployment"), PathStep::key(key)], Mark::Value, problem));
    };
    let Some(drawing) = &file.zones else {
        if file.rows.is_some_and(|rows| rows == 0 || rows * 2 > map.rows) {
            fault("rows", "the zones of both sides have at least one row each and do not overlap".to_owned());
        }
        return Zones::Rows(file.rows);
    };
    if file.rows.is_some() {
        fault("rows", "the zones are drawn already".to_owned());
    }
    let mut zones = BySide::<Vec<HexId>>::default();
    match grid(drawing) {
        Ok(rows) if rows.len() == usize::from(map.rows) && rows[0].len() == usize::from(map.columns) => {
            for (hex, sign) in map.hexes().zip(rows.iter().flatten()) {
                match *sign {
                    "r" => zones.red.push(hex),
                    "b" => zones.blue.push(hex),
                    "." => {}
                    other => fault(
                        "zones",
                        format!("\"{other}\" in hex {}: zones are drawn with r, b and .", map.place(hex)),
                    ),
                }
            }
        }
        Ok(_) => fault("zones", "the zones are drawn on a map of another size".to_owned()),
        Err(problem) => fault("zones", problem),
    }
    Zones::Drawn(zones)
}

fn placements(map: &Map, files: Vec<PlacementFile>, faults: &mut Vec<Fault>) -> Vec<Placement> {
    let mut placements: Vec<Placement> = Vec::new();
    for (index, file) in files.into_iter().enumerate() {
        let mut fault =
            |key: &str, problem: String| faults.push(Fault::new(entry("placement", index, key), Mark::Value, problem));
        let hex = match hex(map, &file.at) {
            Ok(hex) => hex,
            Err(problem) => {
                fault("at", problem);
                continue;
            }
        };
        if placements.iter().any(|it| it.side == file.side && it.name == file.name) {
            fault("name", format!("\"{}\" is placed already", file.name));
        }
        placements.push(Placement { side: file.side, name: file.name, hex });
    }
    placements
}

fn objectives(map: &Map, files: Vec<ObjectiveFile>, faults: &mut Vec<Fault>) -> Vec<Objective> {
    let mut objectives = Vec::new();
    for (index, file) in files.into_iter().enumerate() {
        let path = entry("objective", index, "hexes");
        let hexes = hexes(map, &file.hexes, &path, faults);
        let mut fault = |problem: String| faults.push(Fault::new(path.clone(), Mark::Value, problem));
        if file.hexes.is_empty() {
            fault("an objective has at least one hex".to_owned());
        }
        if let Some(hex) = hexes.iter().find(|hex| map.ground[usize::from(**hex)].is_impassable()) {
            fault(format!("no unit can stand on hex {}", map.place(*hex)));
        }
        objectives.push(Objective { name: file.name, hexes, points: BySide::new(file.red, file.blue) });
    }
    objectives
}

/// The terms of a side, with the army that the scenario names.
fn terms(
    source: &Source,
    file: TermsFile,
    side: Side,
    sources: &mut Vec<Source>,
    faults: &mut Vec<Fault>,
) -> Result<Terms, DataError> {
    let path = |key: &str| vec![PathStep::key(&side.to_string()), PathStep::key(key)];
    let mut fault = |key: &str, problem: &str| faults.push(Fault::new(path(key), Mark::Value, problem));
    let mut army = None;
    if let Some(name) = &file.army {
        match source.library().find(Kind::Army, name) {
            Ok(found) => {
                army = Some(Army::read(&found)?);
                sources.push(found);
            }
            Err(error) => fault("army", &error.to_string()),
        }
    }
    if file.activations.is_some_and(|activations| !(1..=4).contains(&activations)) {
        fault("activations", "a side has 1 to 4 activations in a player-turn");
    }
    if file.activation_size.is_some_and(|units| !(1..=12).contains(&units)) {
        fault("activation_size", "an activation covers 1 to 12 units");
    }
    if file.army.is_some() && file.budget.is_some() {
        fault("budget", "a budget is for an army that is brought to the scenario, and this side's comes with it");
    }
    let TermsFile { budget, tokens, activations, activation_size, points_to_win, .. } = file;
    Ok(Terms { army, budget, tokens, activations, activation_size, points_to_win })
}
