//! The serial form of a position: all plain data of the state, in the one form that records, bots and position files
//! share. The conversions are in `position.rs`, `clash.rs` and `step.rs`.

use super::names::{MaybeUnit, UnitName, centimetres, degrees, side_words, status_words, unit_set};
use super::step::StepForm;
use crate::en_avant::state::{ClashKind, MAX_MARKERS, MAX_OBJECTIVES, Status, UnitSet};
use crate::en_avant::table::geometry::{Heading, Point};
use crate::game::{Comfort, Outcome, Places, Side, is_default};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// The data of a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of State")]
pub struct StateForm {
    pub turn: u8,
    pub impulse: u16,
    pub active: Side,
    pub first: Side,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<Side>,
    #[serde(default = "red", skip_serializing_if = "is_red")]
    pub deployed_first: Side,
    pub step: StepForm,
    #[serde(default, skip_serializing_if = "is_default")]
    pub turned: bool,
    pub impulses_of_turn: Places<u8, 2>,
    pub cap: u8,
    pub activated: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub compelled: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub offered: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub pass_before: bool,
    pub sides: SidesForm,
    pub units: BTreeMap<UnitName, UnitForm>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub objectives: Objectives,
    #[serde(default, skip_serializing_if = "is_default")]
    pub markers: Places<MarkerForm, MAX_MARKERS>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub clash: ClashForm,
    pub combats: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

fn red() -> Side {
    Side::Red
}

fn is_red(side: &Side) -> bool {
    *side == Side::Red
}

/// Both sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are the sides")]
pub struct SidesForm {
    pub red: SideForm,
    pub blue: SideForm,
}

/// The data of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of SideState")]
pub struct SideForm {
    pub combativity: i8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub general_lost: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub camp_lost: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub passed: bool,
    pub bases_lost: u16,
    pub points_lost: u16,
    pub units_lost: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub camp: PieceForm,
    #[serde(default, skip_serializing_if = "is_default")]
    pub general: PieceForm,
    #[serde(default, skip_serializing_if = "is_default")]
    pub general_unit: MaybeUnit,
}

/// A camp, or a general on a base of his own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Piece")]
pub struct PieceForm {
    #[serde(with = "centimetres")]
    pub at: Point,
    #[serde(with = "degrees")]
    pub degrees: Heading,
    #[serde(default, skip_serializing_if = "is_default")]
    pub present: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub activated: bool,
}

/// A unit that is not lost. Its full name is for readability and is ignored when read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Unit")]
pub struct UnitForm {
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: Comfort,
    #[serde(with = "centimetres")]
    pub at: Point,
    #[serde(with = "degrees")]
    pub degrees: Heading,
    pub files: u8,
    pub bases: u8,
    #[serde(default, skip_serializing_if = "is_default", with = "status_words")]
    pub status: Status,
    #[serde(default, skip_serializing_if = "is_default")]
    pub flight: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub moved_in: u8,
}

/// An objective of the game. `holder` and `turns` are an older form of a single holder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of ObjectiveState")]
pub struct ObjectiveForm {
    #[serde(default, skip_serializing_if = "is_default")]
    pub real: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Side>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub holders: BTreeMap<UnitName, u8>,
    #[serde(default, skip_serializing)]
    pub holder: MaybeUnit,
    #[serde(default, skip_serializing)]
    pub turns: u8,
}

/// The objectives of the game in order, without trailing empty ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Objectives(pub Vec<ObjectiveForm>);

impl<'de> Deserialize<'de> for Objectives {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Objectives, D::Error> {
        let objectives = Vec::deserialize(deserializer)?;
        if objectives.len() > MAX_OBJECTIVES {
            return Err(D::Error::invalid_length(
                objectives.len(),
                &format!("a list of at most {MAX_OBJECTIVES}").as_str(),
            ));
        }
        Ok(Objectives(objectives))
    }
}

/// The place of the horses of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Marker")]
pub struct MarkerForm {
    #[serde(default)]
    pub unit: MaybeUnit,
    #[serde(with = "centimetres")]
    pub at: Point,
    #[serde(with = "degrees")]
    pub degrees: Heading,
}

/// The shot, melee or flight that is being resolved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Clash")]
pub struct ClashForm {
    pub kind: ClashKind,
    #[serde(default, skip_serializing_if = "is_default")]
    pub leaders: Places<MaybeUnit, 2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub struck: Places<MaybeUnit, 2>,
    #[serde(default, skip_serializing_if = "is_default", with = "unit_set")]
    pub units: UnitSet,
    #[serde(default, skip_serializing_if = "is_default")]
    pub asked: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub dice: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub impacts: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub sixes: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub chain: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub suffered: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub losses: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub recoils: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub disorder: bool,
    #[serde(default, skip_serializing_if = "is_default", with = "side_words")]
    pub settled: u8,
    #[serde(default, skip_serializing_if = "is_default", with = "side_words")]
    pub recoiled: u8,
    #[serde(default, skip_serializing_if = "is_default", with = "unit_set")]
    pub pursuers: UnitSet,
    #[serde(default, skip_serializing_if = "is_default")]
    pub after_pursuit: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub flights: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub saves: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_default", with = "side_words")]
    pub savers: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub settling: MaybeUnit,
    #[serde(default, skip_serializing_if = "is_default")]
    pub routs: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub fought: bool,
    #[serde(default, skip_serializing_if = "is_default", with = "unit_set")]
    pub attackers: UnitSet,
    #[serde(default, skip_serializing_if = "is_default", with = "unit_set")]
    pub defenders: UnitSet,
    #[serde(default, skip_serializing_if = "is_default", with = "unit_set")]
    pub flanked: UnitSet,
    #[serde(default, skip_serializing_if = "is_default")]
    pub followed: MaybeUnit,
    #[serde(default, skip_serializing_if = "is_default", with = "centimetres")]
    pub way: Point,
}
