//! Position files: a table, every unit with its troop, place and shape, camps and generals, and whose impulse it is. Read into an engagement whose start is the position.
//!
//! A camp or general that is not named is lost already. Rules E1.2, E1.12, E2.15, E2.34, E5.2, E5.4, E7.12 with EI-6, EI-28, EI-30, EI-92. Units of a side get their ids in the order of the file; a unit without a place has not been set up
//! and is lost. The position is the beginning of an activation: no dice are owed, no reaction is pending.

mod write;

pub use self::write::{NotQuiet, write};

use super::army::entry;
use super::engagement::{Engagement, ahead_of};
use super::geometry::{Heading, Point};
use super::notation::unit_id;
use super::rules::{Quality, Rules, Weapon};
use super::scenario::{PieceFile, Scenario, Table, centimetres};
use super::setup::{Force, Muster, assemble};
use super::state::{MAX_MARKERS, Marker, NO_UNIT, ObjectiveState, Piece, SideState, State, Step, UnitId, status, unit_ids};
use super::troop::{Arm, Period, Troop, Weight};
use super::turn::NO_CAP;
use crate::data::{DataError, Fault, Kind, Mark, Source};
use crate::game::{BySide, Side};
use serde::Deserialize;

/// A position that was read.
#[derive(Clone, Debug)]
pub struct Position {
    /// The engagement; its start is the position.
    pub engagement: Engagement,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionFile {
    scenario: Option<String>,
    #[serde(default = "published")]
    rules: String,
    #[serde(default = "red")]
    active: Side,
    first: Option<Side>,
    #[serde(default = "one")]
    turn: u8,
    /// Units activated in this impulse.
    #[serde(default)]
    activated: u8,
    turn_limit: Option<u8>,
    /// Which side set up first; whether the table is turned; impulses begun in the game, and how many units may be activated in this one, if that does not follow; whether the impulse
    /// before was a pass; fights so far.
    deployed_first: Option<Side>,
    #[serde(default)]
    turned: bool,
    impulse: Option<u16>,
    cap: Option<u8>,
    #[serde(default)]
    pass_before: bool,
    #[serde(default)]
    combats: u16,
    #[serde(default)]
    objective: Vec<ObjectiveFile>,
    #[serde(default)]
    marker: Vec<MarkerFile>,
    #[serde(default)]
    piece: Vec<PieceFile>,
    #[serde(default)]
    red: SideFile,
    #[serde(default)]
    blue: SideFile,
    unit: Vec<UnitFile>,
}

/// How an objective stands, in the order of the game's objectives.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveFile {
    real: bool,
    owner: Option<Side>,
    holder: Option<String>,
    #[serde(default)]
    turns: u8,
}

/// Where the horses of a dismounted unit wait.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkerFile {
    unit: String,
    at: [f64; 2],
    degrees: f64,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct SideFile {
    army: Option<String>,
    period: Option<Period>,
    combativity: Option<i8>,
    #[serde(default)]
    bases_lost: u16,
    #[serde(default)]
    units_lost: u8,
    #[serde(default)]
    points_lost: u16,
    camp: Option<PlaceFile>,
    general: Option<PlaceFile>,
    general_with: Option<String>,
    /// Impulses begun in this turn.
    #[serde(default)]
    impulses: u8,
    /// Whether it has passed for good in this turn.
    #[serde(default)]
    passed: bool,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
struct PlaceFile {
    at: [f64; 2],
    degrees: Option<f64>,
    #[serde(default)]
    activated: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitFile {
    name: String,
    side: Side,
    arm: Arm,
    quality: Option<Quality>,
    #[serde(default = "standard")]
    weight: Weight,
    weapon: Option<Weapon>,
    #[serde(default)]
    horse: bool,
    #[serde(default)]
    multirank: bool,
    #[serde(default)]
    dismounts: bool,
    bases: u8,
    left: Option<u8>,
    files: Option<u8>,
    at: Option<[f64; 2]>,
    degrees: Option<f64>,
    /// Points of one base, where the formula does not say.
    points: Option<u8>,
    /// The turn in which it last moved; its place among units that rout together.
    #[serde(default)]
    moved_in: u8,
    #[serde(default)]
    flight: u8,
    #[serde(default)]
    status: Vec<Word>,
}

crate::data::schema::rule_choice! {
    /// What a file may say of a unit.
    pub enum Word {
        /// It has been activated in this turn.
        Activated = "activated",
        /// It is disordered.
        Disordered = "disordered",
        /// It is routing.
        Routing = "routing",
        /// It has attacked in this impulse.
        Charged = "charged",
        /// It attacked.
        Attacker = "attacker",
        /// It was attacked.
        Defender = "defender",
        /// It has fought in this turn.
        Fought = "fought",
        /// It is limbered.
        Limbered = "limbered",
        /// It has dismounted.
        Dismounted = "dismounted",
        /// An enemy has newly come into contact with it in this impulse.
        Fresh = "fresh",
        /// It is an elephant out of control.
        Rampant = "rampant",
    }
}

impl Word {
    fn bit(self) -> u16 {
        match self {
            Word::Activated => status::ACTIVATED,
            Word::Disordered => status::DISORDERED,
            Word::Routing => status::ROUTING | status::DISORDERED,
            Word::Charged => status::CHARGED | status::ATTACKER | status::FRESH,
            Word::Attacker => status::ATTACKER,
            Word::Defender => status::DEFENDER,
            Word::Fought => status::FOUGHT,
            Word::Limbered => status::LIMBERED,
            Word::Dismounted => status::DISMOUNTED,
            Word::Fresh => status::FRESH,
            Word::Rampant => status::RAMPANT,
        }
    }
}

fn published() -> String {
    super::rules::BASE.to_owned()
}

fn red() -> Side {
    Side::Red
}

fn one() -> u8 {
    1
}

fn standard() -> Weight {
    Weight::Standard
}

fn point([x, y]: [f64; 2]) -> Point {
    Point::new(centimetres(x), centimetres(y))
}

/// A heading from degrees clockwise from red's straight ahead; without any the one that looks at the enemy's edge.
fn heading(degrees: Option<f64>, side: Side) -> Heading {
    degrees.map_or(ahead_of(side), |degrees| Heading::NORTH.turned(((degrees % 360.0) * 4.0).round() as i16))
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
        state.deployed_first = file.deployed_first.unwrap_or(Side::Red);
        (state.pass_before, state.combats) = (file.pass_before, file.combats);
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

fn side_file(file: &PositionFile, side: Side) -> &SideFile {
    match side {
        Side::Red => &file.red,
        Side::Blue => &file.blue,
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

/// The units with their ids, in the order of the file.
fn ids(file: &PositionFile) -> Vec<UnitId> {
    let mut next = BySide::from_fn(|side| unit_ids(side).start);
    file.unit
        .iter()
        .map(|unit| {
            next[unit.side] += 1;
            next[unit.side] - 1
        })
        .collect()
}

fn place_units(engagement: &Engagement, state: &mut State, file: &PositionFile, faults: &mut Vec<Fault>) {
    for (index, (id, unit)) in ids(file).into_iter().zip(&file.unit).enumerate() {
        let mut fault = |key: &str, problem: &str| faults.push(Fault::new(entry("unit", index, key), Mark::Value, problem));
        let Some(at) = unit.at else {
            *state.unit_mut(id) = super::state::Unit::NONE;
            continue;
        };
        let bases = unit.left.unwrap_or(unit.bases);
        let files = unit.files.unwrap_or(bases);
        if bases == 0 || bases > unit.bases {
            fault("left", "a unit on the table has at least one base and no more than it began with");
            continue;
        }
        if files == 0 || files > bases {
            fault("files", "a unit has at least one file and no more than its bases (E2.34)");
            continue;
        }
        if unit.status.contains(&Word::Dismounted) && !unit.dismounts {
            fault("status", "this unit cannot dismount (E14.27)");
            continue;
        }
        let it = state.unit_mut(id);
        (it.front, it.heading, it.files, it.bases) = (point(at), heading(unit.degrees, unit.side), files, bases);
        it.status = unit.status.iter().fold(0, |bits, word| bits | word.bit());
        (it.moved_in, it.flight) = (unit.moved_in, unit.flight);
        let footprint = engagement.footprint(state, id);
        if !engagement.ground_allows(state, &footprint) {
            fault("at", "the unit stands off the table or on ground that nobody can enter (E7.12)");
        }
        let before: Vec<UnitId> = ids(file)[..index].to_vec();
        if engagement.overlapped_among(state, &footprint, |other| before.contains(&other)).is_some() {
            fault("at", "the unit overlaps one before it (E7.12)");
        }
    }
}

/// How many units each side has in the file.
fn counts(file: &PositionFile) -> BySide<usize> {
    BySide::from_fn(|side| file.unit.iter().filter(|unit| unit.side == side).count())
}

/// The horses of dismounted units.
fn place_markers(state: &mut State, file: &PositionFile, faults: &mut Vec<Fault>) {
    if file.marker.len() > MAX_MARKERS {
        faults.push(Fault::at("marker", format!("horses wait at {} places at most", MAX_MARKERS)));
    }
    for (index, (it, place)) in file.marker.iter().zip(&mut state.markers).enumerate() {
        let Some(unit) = write::named(counts(file), &it.unit) else {
            faults.push(
                Fault::new(entry("marker", index, "unit"), Mark::Value, format!("no unit \"{}\"", it.unit))
                    .expected("a short name such as R3"),
            );
            continue;
        };
        *place = Marker { unit, heading: heading(Some(it.degrees), Side::Red), front: point(it.at) };
    }
}

/// How the objectives of the game stand, where the file says so.
fn restore_objectives(engagement: &Engagement, state: &mut State, file: &PositionFile, faults: &mut Vec<Fault>) {
    let most = engagement.objectives.len();
    if file.objective.len() > most {
        faults.push(Fault::at("objective", format!("the game has {most} objectives")));
    }
    for (index, (it, objective)) in file.objective.iter().zip(&mut state.objectives).take(most).enumerate() {
        let holder = it.holder.as_ref().map_or(Some(NO_UNIT), |name| write::named(counts(file), name));
        let Some(holder) = holder else {
            faults.push(Fault::new(entry("objective", index, "holder"), Mark::Value, "no such unit").expected("a short name such as R3"));
            continue;
        };
        *objective = ObjectiveState { real: it.real, owner: it.owner, holder, turns: it.turns };
    }
}

/// What contacts found anew do not know: who attacked whom.
fn restore_attacks(state: &mut State, file: &PositionFile) {
    let kept = status::CHARGED | status::ATTACKER | status::DEFENDER | status::FRESH;
    for (id, unit) in ids(file).into_iter().zip(&file.unit) {
        let bits = unit.status.iter().fold(0, |bits, word| bits | word.bit()) & kept;
        let it = state.unit_mut(id);
        if it.has(status::ENGAGED) {
            it.set(bits, true);
        }
    }
}

fn place_side(engagement: &Engagement, state: &mut State, side: Side, file: &PositionFile, faults: &mut Vec<Fault>) {
    let it = side_file(file, side);
    let path = |key: &str| format!("{side}.{key}");
    let most = engagement.rules.combativity_max as i8;
    let combativity = it.combativity.unwrap_or(engagement.rules.combativity_start as i8);
    if !(1..=most).contains(&combativity) {
        faults.push(Fault::at(&path("combativity"), format!("combativity is 1 to {most} (E1.6)")));
    }
    let piece = |place: PlaceFile| Piece {
        front: point(place.at),
        heading: heading(place.degrees, side),
        present: true,
        activated: place.activated,
    };
    let with = it.general_with.as_ref().map(|name| {
        let units = || ids(file).into_iter().zip(&file.unit).filter(|(_, unit)| unit.side == side);
        let found = units().find(|(id, unit)| unit.name == *name || unit_id(*id) == *name);
        found.map(|(id, _)| id).ok_or_else(|| {
            let known: Vec<&str> = units().map(|(_, unit)| unit.name.as_str()).collect();
            Fault::at(&path("general_with"), format!("no unit \"{name}\"")).near(&known)
        })
    });
    let general_unit = match with {
        None => NO_UNIT,
        Some(Ok(unit)) => unit,
        Some(Err(fault)) => {
            faults.push(fault);
            NO_UNIT
        }
    };
    *state.side_mut(side) = SideState {
        combativity,
        general_lost: it.general.is_none() && general_unit == NO_UNIT,
        camp_lost: it.camp.is_none(),
        passed: it.passed,
        bases_lost: it.bases_lost,
        points_lost: it.points_lost,
        units_lost: it.units_lost,
        camp: it.camp.map_or_else(Piece::default, piece),
        general: it.general.map_or_else(Piece::default, piece),
        general_unit,
    };
}
