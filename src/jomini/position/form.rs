//! The form of a position file, as it is read and written, and the words for what a unit has done in the running player-turn.

use crate::game::Side;
use crate::jomini::card::{Kind, Letter, Morale, OrderLetter, Training};
use crate::jomini::carrier::Carrier;
use crate::jomini::drawing::{EdgeFile, MapFile, Overlay};
use crate::jomini::officer::{OfficerLetter, RankName};
use crate::jomini::scenario::ReinforcementFile;
use crate::jomini::state::{GroupKind, SideState, TurnState, status};
use serde::{Deserialize, Serialize};

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A position file.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    #[serde(default = "base_rules")]
    pub rules: String,
    pub phase: Phase,
    pub active: Side,
    #[serde(default = "first")]
    pub player_turn: u16,
    #[serde(default, skip_serializing_if = "is_default")]
    pub combats: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terrain: Option<Overlay>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edge: Vec<EdgeFile>,
    #[serde(default)]
    pub red: SideFile,
    #[serde(default)]
    pub blue: SideFile,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnFile>,
    /// Who is held off the table: these, not those of the scenario.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reinforcement: Vec<ReinforcementFile>,
    #[serde(default)]
    pub unit: Vec<UnitFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub officer: Vec<OfficerFile>,
}

fn base_rules() -> String {
    crate::jomini::rules::BASE.to_owned()
}

fn first() -> u16 {
    1
}

/// The phase that a position is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    Command,
    Movement,
    Combat,
}

/// What belongs to a side.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SideFile {
    pub army: Option<String>,
    pub tokens: Option<u8>,
    pub units_at_start: Option<u8>,
    pub units_lost: Option<u8>,
    pub points_lost: Option<u16>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub turns_to_skip: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub cinc_to_place: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub units_left: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub exit_points: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub objective_points: u8,
}

impl SideFile {
    pub fn of(state: &SideState, army: &str) -> SideFile {
        SideFile {
            army: (!army.is_empty()).then(|| army.to_owned()),
            tokens: Some(state.tokens),
            units_at_start: Some(state.units_at_start),
            units_lost: Some(state.units_lost),
            points_lost: Some(state.points_lost),
            turns_to_skip: state.turns_to_skip,
            cinc_to_place: state.cinc_to_place,
            units_left: state.units_left,
            exit_points: state.exit_points,
            objective_points: state.objective_points,
        }
    }
}

/// A unit.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitFile {
    pub id: String,
    pub side: Side,
    #[serde(rename = "type")]
    pub kind: Kind,
    #[serde(default)]
    pub training: Training,
    #[serde(default)]
    pub morale: Morale,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<Letter>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<OrderLetter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub western: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contingent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carried_by: Option<Carrier>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub carronade: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elements: Option<u8>,
    /// Where its elephants run about in panic.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub panicked_at: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub hexes_moved: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacks: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pursuits: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<Done>,
}

/// An officer.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfficerFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub side: Side,
    pub rank: RankName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contingent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_level: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<OfficerLetter>,
    /// None for an officer who is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<OfficerDone>,
    /// The unit that he leads, where a variant gives it all benefits of that (JI-86), and those that are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leads: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub benefits: u8,
}

/// What is remembered of the running player-turn.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activations_left: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub command_orders_given: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub manoeuvre_orders_given: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub reconnaissance: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub mixed_arms: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub extra_activation: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub group: Vec<GroupFile>,
}

impl TurnFile {
    /// The player-turn without its groups, the current group and the activations left.
    pub fn bare(&self) -> TurnState {
        TurnState {
            command_orders_given: self.command_orders_given,
            manoeuvre_orders_given: self.manoeuvre_orders_given,
            reconnaissance: self.reconnaissance,
            mixed_arms: self.mixed_arms,
            extra_activation: self.extra_activation,
            ..TurnState::default()
        }
    }
}

/// A group of units that act together.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupFile {
    #[serde(default)]
    pub kind: GroupName,
    /// The leader's place among the officers of his side in the file, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: u8,
    /// The arms still possible for a further unit, bits as in `unit::group_bits`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub arms: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub anywhere: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub march_bonus: u8,
}

/// How a group came to act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GroupName {
    #[default]
    Activation,
    StrategicMove,
    Courier,
    Led,
}

const GROUPS: [(GroupName, GroupKind); 4] = [
    (GroupName::Activation, GroupKind::Activation),
    (GroupName::StrategicMove, GroupKind::StrategicMove),
    (GroupName::Courier, GroupKind::Courier),
    (GroupName::Led, GroupKind::Led),
];

impl From<GroupName> for GroupKind {
    fn from(name: GroupName) -> GroupKind {
        GROUPS.iter().find(|(it, _)| *it == name).expect("every kind of group has a name").1
    }
}

impl From<GroupKind> for GroupName {
    fn from(kind: GroupKind) -> GroupName {
        GROUPS.iter().find(|(_, it)| *it == kind).expect("every kind of group has a name").0
    }
}

/// What a unit has done, or what holds for it, in the running player-turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Done {
    Activated,
    Moved,
    /// It has fought: one attack begun.
    Attacked,
    NoAttack,
    SupportedByOrder,
    Nuts,
    HoldPosition,
    Sacrifice,
    MoveOnly,
    OnlyBack,
    ImpetuousRolled,
    BrokenThrough,
    Halted,
    Doubled,
    Confined,
    /// Mounted infantry has dismounted.
    OnFoot,
    /// The elephants that carried or towed it have run away.
    ElephantGone,
}

impl Done {
    /// The words for bits of a unit's status.
    pub const BITS: [(Done, u16); 11] = [
        (Done::Moved, status::MOVED),
        (Done::NoAttack, status::NO_ATTACK),
        (Done::SupportedByOrder, status::SUPPORTED_BY_ORDER),
        (Done::Nuts, status::NUTS),
        (Done::HoldPosition, status::HOLD_POSITION),
        (Done::Sacrifice, status::SACRIFICE),
        (Done::MoveOnly, status::MOVE_ONLY),
        (Done::OnlyBack, status::ONLY_BACK),
        (Done::ImpetuousRolled, status::IMPETUOUS_ROLLED),
        (Done::BrokenThrough, status::BROKEN_THROUGH),
        (Done::ElephantGone, status::ELEPHANT_GONE),
    ];

    /// The words for the values of a unit's pace.
    pub const PACES: [(Done, u16); 3] =
        [(Done::Halted, status::HALTED), (Done::Doubled, status::DOUBLED), (Done::Confined, status::CONFINED)];
}

/// What an officer has done in the running player-turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OfficerDone {
    /// He has made an activation.
    Activated,
    Moved,
    /// He was to come on to the table and is lost, or has left it.
    Lost,
}
