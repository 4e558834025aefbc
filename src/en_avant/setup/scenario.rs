//! Scenarios: the table and its pieces of terrain, objectives, limits, decisions made before play, optionally the
//! armies.
//!
//! Rules E1.3, E3.22, E3.23, E4.2, E4.3, E4.4, E4.5, E4.11, E4.16, E4.18, E4.19, E4.20, E5.1, E12.4, E12.10, E13.12
//! with EI-15, EI-24, EI-25. Single pieces are defined in `scenario/piece.rs`, random tables in
//! `scenario/generator.rs`. Lengths are in centimetres for figures of 20 mm; on the small table, which has another size
//! for other figures, they scale with it.

mod generator;
mod piece;

use self::generator::GeneratorFile;
pub use self::piece::PieceFile;
use super::assemble::{Terms, assemble, looks_alike};
use crate::data::{DataError, Fault, Kind, Mark, PathStep, Source};
use crate::en_avant::army::Force;
use crate::en_avant::army::{Army, entry};
use crate::en_avant::rules::{
    DeployMethod, FigureScale, FirstPlayerMethod, Rules, SideMethod, TerrainMethod, TurnOrder,
};
use crate::en_avant::state::MAX_OBJECTIVES;
use crate::en_avant::state::engagement::{Engagement, Gain};
use crate::en_avant::table::geometry::{CENTIMETRE, Length};
use crate::en_avant::table::ground::{Ground, MOST_PIECES};
use crate::game::{BySide, SetupError, Side};
use serde::Deserialize;

/// The size of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// The square for small actions, by the size of the figures (E4.2).
    Small,
    /// 180 by 120 cm (E4.3).
    Large,
    /// Width and depth, in units of the table.
    Stated(Length, Length),
}

/// The force of a side: armies of equal power and combativity, or a weaker army of a higher combativity (E1.13).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Party {
    /// Its army.
    pub army: Option<Army>,
    /// Its combativity, in place of that of its list (E13.15).
    pub combativity: Option<u8>,
    /// The number of objectives with which it wins (E1.5, E12.10).
    pub objectives_to_win: Option<u8>,
}

/// A scenario: the plan of a table drawn by its author (E4.4) or a referee (E4.6).
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its short name: that of the file.
    pub name: String,
    /// The size of the table.
    pub table: Table,
    /// The pieces of terrain, in the order of the file.
    pub pieces: Vec<PieceFile>,
    /// How further pieces are laid by chance, if any (E4.7, E4.8, E4.9, E4.10).
    generator: Option<GeneratorFile>,
    /// Turns after which the game is adjudicated, if stated (E5.1).
    pub turn_limit: Option<u8>,
    /// The method of choosing sides, if stated.
    pub side_method: Option<SideMethod>,
    /// The order in which armies are set up, if stated.
    pub deploy_method: Option<DeployMethod>,
    /// The method that determines the first player, if stated.
    pub first_player_method: Option<FirstPlayerMethod>,
    /// Whether initiative holds for the game, if stated.
    pub turn_order: Option<TurnOrder>,
    /// Whether objectives are rolled for, if stated.
    pub random_objectives: Option<bool>,
    /// The force of each side.
    pub parties: BySide<Party>,
    /// Combativity that it grants or takes during the game (E12.4).
    pub gains: Vec<Gain>,
    /// The files of the armies that it contains.
    pub sources: Vec<Source>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TableFile {
    Named(String),
    Stated([f64; 2]),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    table: Option<TableFile>,
    #[serde(default)]
    symmetric: bool,
    turn_limit: Option<u8>,
    side_method: Option<SideMethod>,
    deploy_method: Option<DeployMethod>,
    first_player_method: Option<FirstPlayerMethod>,
    turn_order: Option<TurnOrder>,
    random_objectives: Option<bool>,
    #[serde(default)]
    gain: Vec<GainFile>,
    #[serde(default)]
    piece: Vec<PieceFile>,
    generator: Option<GeneratorFile>,
    #[serde(default)]
    red: PartyFile,
    #[serde(default)]
    blue: PartyFile,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartyFile {
    army: Option<String>,
    combativity: Option<u8>,
    objectives_to_win: Option<u8>,
}

/// Combativity that a scenario grants, as in its file (E12.4).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GainFile {
    turn: u8,
    side: Side,
    combativity: i8,
}

/// Converts centimetres to a length. Multiplication and rounding give the same result on every machine.
pub(super) fn centimetres(number: f64) -> Length {
    (number.clamp(-1_000.0, 1_000.0) * f64::from(CENTIMETRE)).round() as Length
}

impl Scenario {
    /// Reads a scenario, and the armies that it names.
    ///
    /// # Errors
    /// Returns all faulty lines.
    pub fn read(source: &Source) -> Result<Scenario, DataError> {
        let file: ScenarioFile = source.read()?;
        let mut faults = Vec::new();
        let table = match &file.table {
            None => Table::Small,
            Some(TableFile::Named(name)) if name == "small" => Table::Small,
            Some(TableFile::Named(name)) if name == "large" => Table::Large,
            Some(TableFile::Stated([width, depth]))
                if (30.0..=400.0).contains(width) && (30.0..=400.0).contains(depth) =>
            {
                Table::Stated(centimetres(*width), centimetres(*depth))
            }
            Some(_) => {
                let wanted = "\"small\", \"large\", or width and depth from 30 to 400 cm";
                faults.push(Fault::at("table", "no such table").expected(wanted));
                Table::Small
            }
        };
        if file.turn_limit == Some(0) {
            faults.push(Fault::at("turn_limit", "a game has at least one turn"));
        }
        if file.piece.len() > MOST_PIECES {
            faults.push(Fault::at("piece", format!("{} pieces; a table has at most {MOST_PIECES}", file.piece.len())));
        }
        if file.piece.iter().filter(|piece| piece.objective).count() > MAX_OBJECTIVES {
            faults.push(Fault::at("piece", format!("a game has at most {MAX_OBJECTIVES} objectives")));
        }
        for (index, gain) in file.gain.iter().enumerate() {
            if gain.turn == 0 {
                faults.push(Fault::new(entry("gain", index, "turn"), Mark::Value, "a game begins with turn 1"));
            }
            if gain.combativity == 0 || !(-4..=4).contains(&gain.combativity) {
                let problem = "a scenario grants or takes 1 to 4 points of combativity (E12.4)";
                faults.push(Fault::new(entry("gain", index, "combativity"), Mark::Value, problem));
            }
        }
        faults.extend(file.generator.iter().flat_map(GeneratorFile::faults));
        if !faults.is_empty() {
            return Err(source.error(faults));
        }
        let gains =
            file.gain.iter().map(|it| Gain { turn: it.turn, side: it.side, combativity: it.combativity }).collect();
        let mut sources = Vec::new();
        let mut parties = BySide::<Party>::default();
        for (side, party) in [(Side::Red, file.red), (Side::Blue, file.blue)] {
            parties[side] = read_party(source, side, party, &mut sources, &mut faults)?;
        }
        let scenario = Scenario {
            name: source.name().to_owned(),
            table,
            pieces: file.piece,
            generator: file.generator,
            turn_limit: file.turn_limit,
            side_method: file.side_method,
            deploy_method: file.deploy_method,
            first_player_method: file.first_player_method,
            turn_order: file.turn_order,
            random_objectives: file.random_objectives,
            parties,
            gains,
            sources,
        };
        let rules = Rules::published();
        match scenario.ground(&rules) {
            Err(problems) => {
                let place = |(index, key, problem): (usize, &str, String)| {
                    Fault::new(entry("piece", index, key), Mark::Value, problem)
                };
                faults.extend(problems.into_iter().map(place));
            }
            Ok(ground) if file.symmetric && !looks_alike(&ground, &ground.turned()) => {
                faults.push(Fault::at("symmetric", "the table does not look the same from both edges"));
            }
            Ok(_) => {}
        }
        if faults.is_empty() { Ok(scenario) } else { Err(source.error(faults)) }
    }

    /// An empty table.
    pub fn open(name: &str, table: Table) -> Scenario {
        Scenario {
            name: name.to_owned(),
            table,
            pieces: Vec::new(),
            generator: None,
            turn_limit: None,
            side_method: None,
            deploy_method: None,
            first_player_method: None,
            turn_order: None,
            random_objectives: None,
            parties: BySide::default(),
            gains: Vec::new(),
            sources: Vec::new(),
        }
    }

    /// Half of the width and of the depth of the table for a figure size (E4.2, E4.3).
    pub fn half(&self, scale: FigureScale) -> (Length, Length) {
        match self.table {
            Table::Small => {
                let half = Length::from(scale.small_table()) * CENTIMETRE / 2;
                (half, half)
            }
            Table::Large => (90 * CENTIMETRE, 60 * CENTIMETRE),
            Table::Stated(width, depth) => (width / 2, depth / 2),
        }
    }

    /// The table under the given rules.
    ///
    /// # Errors
    /// Returns the index of the piece, the key and the fault.
    pub fn ground(&self, rules: &Rules) -> Result<Ground, Vec<(usize, &'static str, String)>> {
        let (half_width, half_depth) = self.half(rules.figure_scale);
        let percent = if self.table == Table::Small { i64::from(rules.figure_scale.small_table()) } else { 100 };
        let mut problems = Vec::new();
        let mut pieces = Vec::new();
        for (index, file) in self.pieces.iter().enumerate() {
            match file.piece(rules, percent, (half_width, half_depth)) {
                Ok(piece) => pieces.push(piece),
                Err((key, problem)) => problems.push((index, key, problem)),
            }
        }
        let laid = self.generator.as_ref().map(|it| it.pieces(rules, (half_width, half_depth), &pieces));
        pieces.extend(laid.into_iter().flatten());
        if problems.is_empty() { Ok(Ground { half_width, half_depth, pieces }) } else { Err(problems) }
    }

    /// The remarks that `check` prints about the scenario.
    pub fn remarks(&self, rules: &Rules) -> Vec<String> {
        let own = self.rules(rules);
        let Ok(ground) = self.ground(&own) else { return Vec::new() };
        let alike = looks_alike(&ground, &ground.turned());
        let mut remarks =
            vec![if alike { "the same from both edges" } else { "not the same from both edges" }.to_owned()];
        let small = ground.pieces.iter().filter(|piece| !piece.holds_a_unit(&own));
        remarks.extend(small.map(|piece| format!("no unit finds room in the {} (E3.22)", piece.name)));
        if let (Some(red), Some(blue)) = (&self.parties.red.army, &self.parties.blue.army) {
            let (red_points, blue_points) = (red.points(rules), blue.points(rules));
            let kinship =
                if red.is_historical_opponent(blue) { "historical opponents" } else { "no historical opponents" };
            remarks.push(format!(
                "{} ({red_points} points) against {} ({blue_points} points), {kinship}",
                red.title, blue.title
            ));
            let [red_power, blue_power] = Side::BOTH.map(|side| {
                let party = &self.parties[side];
                let army = party.army.as_ref().expect("both armies are there");
                army.points(rules)
                    * u32::from(party.combativity.or(army.combativity).unwrap_or(rules.combativity_start))
            });
            // E13.12: points and combativity combined.
            remarks.push(format!("points times combativity: {red_power} against {blue_power}"));
        }
        remarks
    }

    /// Whether it contains the armies of both sides.
    pub fn brings_armies(&self) -> bool {
        Side::BOTH.iter().all(|side| self.parties[*side].army.is_some())
    }

    /// Combines rules, the scenario and two armies. An army of the scenario takes precedence over the one given.
    ///
    /// # Errors
    /// Returns every fault.
    pub fn prepare(&self, rules: &Rules, armies: BySide<Option<&Army>>) -> Result<Engagement, SetupError> {
        let error = |faults| SetupError { subject: self.name.clone(), faults };
        let mut faults = Vec::new();
        let forces = BySide::from_fn(|side| {
            let party = &self.parties[side];
            let Some(army) = party.army.as_ref().or(armies[side]) else {
                faults.push(format!("no army for {side}: neither the scenario nor the command names one"));
                return None;
            };
            let force = army.force(rules).map_err(|problem| faults.push(format!("{side}: {problem}"))).ok()?;
            Some(Force { combativity: party.combativity.unwrap_or(force.combativity), ..force })
        });
        let (Some(red), Some(blue)) = (forces.red, forces.blue) else { return Err(error(faults)) };
        let rules = self.rules(rules);
        let ground = self
            .ground(&rules)
            .map_err(|problems| error(problems.into_iter().map(|(_, _, problem)| problem).collect()))?;
        let combativity = BySide::new(red.combativity, blue.combativity);
        let placer = self.placer(&rules, combativity);
        let terms = Terms { placer, ..self.terms(&rules) };
        let mut game = assemble(&rules, ground, BySide::new(red, blue), terms).map_err(error)?;
        self.grant(&mut game);
        Ok(game)
    }

    /// The side that alone has laid the terrain, if one has, for sides that begin with these combativities (E4.7, E4.9,
    /// E4.16).
    pub fn placer(&self, rules: &Rules, combativity: BySide<u8>) -> Option<Side> {
        self.generator.as_ref().and_then(|it| it.placer(rules, combativity))
    }

    /// The rules with the overrides of the scenario.
    pub fn rules(&self, rules: &Rules) -> Rules {
        let mut rules = rules.clone();
        // E4.10: where each lays one half of the table, chance decides who chooses.
        let halves = self.generator.as_ref().is_some_and(|it| it.method(&rules) == TerrainMethod::HalfTableD6);
        let default = if halves { SideMethod::RandomChooser } else { rules.side_method };
        rules.side_method = self.side_method.unwrap_or(default);
        rules.deploy_method = self.deploy_method.unwrap_or(rules.deploy_method);
        rules.first_player_method = self.first_player_method.unwrap_or(rules.first_player_method);
        rules.turn_order = self.turn_order.unwrap_or(rules.turn_order);
        rules.random_objectives = self.random_objectives.unwrap_or(rules.random_objectives);
        rules
    }

    /// Adds its grants: combativity during the game, and victory by objectives (E12.4, E12.10).
    pub fn grant(&self, game: &mut Engagement) {
        game.gains.clone_from(&self.gains);
        game.objectives_to_win = self.parties.as_ref().map(|party| party.objectives_to_win);
    }

    /// Its name, limit and objectives.
    pub fn terms(&self, rules: &Rules) -> Terms {
        let objectives =
            self.pieces.iter().enumerate().filter(|(_, piece)| piece.objective).map(|(index, _)| index).collect();
        let turn_limit = self.turn_limit.unwrap_or(rules.turn_limit);
        Terms { name: self.name.clone(), turn_limit, objectives, placer: None }
    }
}

/// Reads the force of a side, with the army that the scenario names.
fn read_party(
    source: &Source,
    side: Side,
    file: PartyFile,
    sources: &mut Vec<Source>,
    faults: &mut Vec<Fault>,
) -> Result<Party, DataError> {
    let mut fault = |key: &str, problem: &str| {
        faults.push(Fault::new(vec![PathStep::key(&side.to_string()), PathStep::key(key)], Mark::Value, problem));
    };
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
    if file.objectives_to_win == Some(0) {
        fault("objectives_to_win", "at least one objective is taken to win by it (E12.10)");
    }
    if file.combativity.is_some_and(|combativity| !(2..=5).contains(&combativity)) {
        fault("combativity", "combativity is 2 to 5 at the start (E1.6)");
    }
    Ok(Party { army, combativity: file.combativity, objectives_to_win: file.objectives_to_win })
}
