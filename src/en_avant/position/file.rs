//! What a position file states, as it is read: the moment, both sides, objectives, horses that wait, units with place and shape.

use crate::en_avant::rules::{self, Quality, Weapon};
use crate::en_avant::scenario::PieceFile;
use crate::en_avant::state::{UnitId, status, unit_ids};
use crate::en_avant::troop::{Arm, Period, Weight};
use crate::game::{BySide, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A whole position file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionFile {
    pub scenario: Option<String>,
    #[serde(default = "published")]
    pub rules: String,
    #[serde(default = "red")]
    pub active: Side,
    pub first: Option<Side>,
    #[serde(default = "one")]
    pub turn: u8,
    /// Units activated in this impulse.
    #[serde(default)]
    pub activated: u8,
    pub turn_limit: Option<u8>,
    /// Which side set up first; whether the table is turned; impulses begun in the game, and how many units may be activated in this one, if that does not follow; whether the impulse
    /// before was a pass; fights so far.
    pub deployed_first: Option<Side>,
    #[serde(default)]
    pub turned: bool,
    pub impulse: Option<u16>,
    pub cap: Option<u8>,
    /// Whether the active side has offered to stop in this impulse.
    #[serde(default)]
    pub offered: bool,
    #[serde(default)]
    pub pass_before: bool,
    #[serde(default)]
    pub combats: u16,
    #[serde(default)]
    pub objective: Vec<ObjectiveFile>,
    #[serde(default)]
    pub marker: Vec<MarkerFile>,
    #[serde(default)]
    pub piece: Vec<PieceFile>,
    #[serde(default)]
    pub red: SideFile,
    #[serde(default)]
    pub blue: SideFile,
    pub unit: Vec<UnitFile>,
}

/// How an objective stands, in the order of the game's objectives.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ObjectiveFile {
    pub real: bool,
    pub owner: Option<Side>,
    /// The units that hold it, with the turns for which each has.
    #[serde(default)]
    pub holders: BTreeMap<String, u8>,
}

/// Where the horses of a dismounted unit wait.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkerFile {
    pub unit: String,
    pub at: [f64; 2],
    pub degrees: f64,
}

/// What belongs to a side.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct SideFile {
    pub army: Option<String>,
    pub period: Option<Period>,
    pub combativity: Option<i8>,
    #[serde(default)]
    pub bases_lost: u16,
    #[serde(default)]
    pub units_lost: u8,
    #[serde(default)]
    pub points_lost: u16,
    pub camp: Option<PlaceFile>,
    pub general: Option<PlaceFile>,
    pub general_with: Option<String>,
    /// Impulses begun in this turn.
    #[serde(default)]
    pub impulses: u8,
    /// Whether it has passed for good in this turn.
    #[serde(default)]
    pub passed: bool,
}

/// Where a camp or general stands.
#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceFile {
    pub at: [f64; 2],
    pub degrees: Option<f64>,
    #[serde(default)]
    pub activated: bool,
}

/// A unit: its troop, and where it stands if it does.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitFile {
    pub name: String,
    pub side: Side,
    pub arm: Arm,
    pub quality: Option<Quality>,
    #[serde(default = "standard")]
    pub weight: Weight,
    pub weapon: Option<Weapon>,
    #[serde(default)]
    pub horse: bool,
    #[serde(default)]
    pub multirank: bool,
    #[serde(default)]
    pub dismounts: bool,
    pub bases: u8,
    pub left: Option<u8>,
    pub files: Option<u8>,
    pub at: Option<[f64; 2]>,
    pub degrees: Option<f64>,
    /// Points of one base, where the formula does not say.
    pub points: Option<u8>,
    /// The turn in which it last moved; its place among units that rout together.
    #[serde(default)]
    pub moved_in: u8,
    #[serde(default)]
    pub flight: u8,
    #[serde(default)]
    pub status: Vec<Word>,
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
    pub(super) fn bit(self) -> u16 {
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
    rules::BASE.to_owned()
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

/// What the file states of a side.
pub(super) fn side_file(file: &PositionFile, side: Side) -> &SideFile {
    match side {
        Side::Red => &file.red,
        Side::Blue => &file.blue,
    }
}

/// The units with their ids, in the order of the file.
pub(super) fn ids(file: &PositionFile) -> Vec<UnitId> {
    let mut next = BySide::from_fn(|side| unit_ids(side).start);
    file.unit
        .iter()
        .map(|unit| {
            next[unit.side] += 1;
            next[unit.side] - 1
        })
        .collect()
}

/// How many units each side has in the file.
pub(super) fn counts(file: &PositionFile) -> BySide<usize> {
    BySide::from_fn(|side| file.unit.iter().filter(|unit| unit.side == side).count())
}
