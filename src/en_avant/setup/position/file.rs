//! The contents of a position file as it is read: the frame (rules, scenario, armies), and the position itself, either
//! in the form of all positions or in the short form that is convenient to write by hand.

use crate::en_avant::army::troop::{Arm, Period, Weight};
use crate::en_avant::notation::{ClashForm, MarkerForm, ObjectiveForm, StateForm, StepForm, unit_id};
use crate::en_avant::rules::{self, Quality, Weapon};
use crate::en_avant::setup::scenario::PieceFile;
use crate::en_avant::state::{NO_UNIT, Status, UnitId, unit_ids};
use crate::game::{BySide, Side};
use serde::Deserialize;

/// A whole position file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionFile {
    // The frame.
    pub scenario: Option<String>,
    #[serde(default = "published")]
    pub rules: String,
    pub turn_limit: Option<u8>,
    #[serde(default)]
    pub piece: Vec<PieceFile>,
    #[serde(default)]
    pub red: SideFile,
    #[serde(default)]
    pub blue: SideFile,
    #[serde(default)]
    pub unit: Vec<UnitFile>,
    /// The position in the form of all positions; all fields below are the short form.
    pub position: Option<StateForm>,

    pub active: Option<Side>,
    pub first: Option<Side>,
    pub turn: Option<u8>,
    /// Units activated in this impulse.
    pub activated: Option<u8>,
    /// The side that set up first; whether the table is turned; impulses begun in the game, and how many units may be
    /// activated in this one, if that does not follow; whether the impulse before was a pass; fights so far.
    pub deployed_first: Option<Side>,
    pub turned: Option<bool>,
    pub impulse: Option<u16>,
    pub cap: Option<u8>,
    /// The routing units among those activated in this impulse, which had to be.
    pub compelled: Option<u8>,
    /// Whether the active side has offered to stop in this impulse.
    pub offered: Option<bool>,
    pub pass_before: Option<bool>,
    pub combats: Option<u16>,
    /// The step at which the game waits, if not an activation; and the resolution.
    pub step: Option<StepForm>,
    pub clash: Option<ClashForm>,
    #[serde(default)]
    pub objective: Vec<ObjectiveForm>,
    #[serde(default)]
    pub marker: Vec<MarkerForm>,
}

/// The data of a side: its army, and the short form.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct SideFile {
    pub army: Option<String>,
    pub period: Option<Period>,

    pub combativity: Option<i8>,
    pub bases_lost: Option<u16>,
    pub units_lost: Option<u8>,
    pub points_lost: Option<u16>,
    pub camp: Option<PlaceFile>,
    pub general: Option<PlaceFile>,
    pub general_with: Option<String>,
    /// Impulses begun in this turn.
    pub impulses: Option<u8>,
    /// Whether it has passed for the rest of this turn.
    pub passed: Option<bool>,
}

/// The place of a camp or general.
#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceFile {
    pub at: [f64; 2],
    pub degrees: Option<f64>,
    #[serde(default)]
    pub activated: bool,
}

/// A unit: its troop, and in the short form its place if it is on the table.
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
    /// Points of one base, where the formula does not apply.
    pub points: Option<u8>,

    pub left: Option<u8>,
    pub files: Option<u8>,
    pub at: Option<[f64; 2]>,
    pub degrees: Option<f64>,
    /// The turn in which it last moved; its place among units that rout together.
    pub moved_in: Option<u8>,
    pub flight: Option<u8>,
    pub status: Option<Vec<Word>>,
}

crate::data::schema::rule_choice! {
    /// The status words of a unit in the short form.
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
        /// It is an uncontrollable elephant.
        Rampant = "rampant",
    }
}

impl Word {
    pub(super) fn facts(self) -> Status {
        match self {
            Word::Activated => Status::ACTIVATED,
            Word::Disordered => Status::DISORDERED,
            Word::Routing => Status::ROUTING | Status::DISORDERED,
            Word::Charged => Status::CHARGED | Status::ATTACKER | Status::FRESH,
            Word::Attacker => Status::ATTACKER,
            Word::Defender => Status::DEFENDER,
            Word::Fought => Status::FOUGHT,
            Word::Limbered => Status::LIMBERED,
            Word::Dismounted => Status::DISMOUNTED,
            Word::Fresh => Status::FRESH,
            Word::Rampant => Status::RAMPANT,
        }
    }
}

fn published() -> String {
    rules::BASE.to_owned()
}

fn standard() -> Weight {
    Weight::Standard
}

impl PositionFile {
    /// The data of a side in the file.
    pub fn side(&self, side: Side) -> &SideFile {
        match side {
            Side::Red => &self.red,
            Side::Blue => &self.blue,
        }
    }

    /// The units with their ids, in the order of the file.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &UnitFile)> {
        let mut ids = BySide::from_fn(unit_ids);
        // An army with more units than a side may have is rejected before their ids matter.
        self.unit.iter().map(move |unit| (ids[unit.side].next().unwrap_or(NO_UNIT), unit))
    }

    /// The unit of a side with this name, or with this short name.
    pub fn unit_named(&self, side: Side, name: &str) -> Option<UnitId> {
        let mut own = self.units().filter(|(_, unit)| unit.side == side);
        own.find(|(id, unit)| unit.name == *name || unit_id(*id) == *name).map(|(id, _)| id)
    }

    /// The paths of the keys of the short form in the file: none of them may be combined with the form of all
    /// positions.
    pub fn short_keys(&self) -> Vec<String> {
        let PositionFile {
            scenario: _,
            rules: _,
            turn_limit: _,
            piece: _,
            red,
            blue,
            unit,
            position: _,
            active,
            first,
            turn,
            activated,
            deployed_first,
            turned,
            impulse,
            cap,
            compelled,
            offered,
            pass_before,
            combats,
            step,
            clash,
            objective,
            marker,
        } = self;
        let of_the_moment = [
            ("active", active.is_some()),
            ("first", first.is_some()),
            ("turn", turn.is_some()),
            ("activated", activated.is_some()),
            ("deployed_first", deployed_first.is_some()),
            ("turned", turned.is_some()),
            ("impulse", impulse.is_some()),
            ("cap", cap.is_some()),
            ("compelled", compelled.is_some()),
            ("offered", offered.is_some()),
            ("pass_before", pass_before.is_some()),
            ("combats", combats.is_some()),
            ("step", step.is_some()),
            ("clash", clash.is_some()),
            ("objective", !objective.is_empty()),
            ("marker", !marker.is_empty()),
        ];
        let there = |keys: &[(&str, bool)], head: &str| -> Vec<String> {
            keys.iter().filter(|(_, there)| *there).map(|(key, _)| format!("{head}{key}")).collect()
        };
        let mut found = there(&of_the_moment, "");
        for (name, it) in [("red.", red), ("blue.", blue)] {
            let SideFile {
                army: _,
                period: _,
                combativity,
                bases_lost,
                units_lost,
                points_lost,
                camp,
                general,
                general_with,
                impulses,
                passed,
            } = it;
            let keys = [
                ("combativity", combativity.is_some()),
                ("bases_lost", bases_lost.is_some()),
                ("units_lost", units_lost.is_some()),
                ("points_lost", points_lost.is_some()),
                ("camp", camp.is_some()),
                ("general", general.is_some()),
                ("general_with", general_with.is_some()),
                ("impulses", impulses.is_some()),
                ("passed", passed.is_some()),
            ];
            found.extend(there(&keys, name));
        }
        for (index, it) in unit.iter().enumerate() {
            let keys = [
                ("left", it.left.is_some()),
                ("files", it.files.is_some()),
                ("at", it.at.is_some()),
                ("degrees", it.degrees.is_some()),
                ("moved_in", it.moved_in.is_some()),
                ("flight", it.flight.is_some()),
                ("status", it.status.is_some()),
            ];
            found.extend(there(&keys, &format!("unit[{index}].")));
        }
        found
    }
}
