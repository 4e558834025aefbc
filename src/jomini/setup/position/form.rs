//! The form of a position file: the serial form of the state (`notation/form.rs`) in a frame of scenario, rules,
//! terrain, and the cards of units and officers. Data that follow from the cards, and defaults, may be omitted.

use crate::game::{Outcome, Side, is_default};
use crate::jomini::army::card::KindName;
use crate::jomini::army::letters::{Letter, Morale, OrderLetter, Training};
use crate::jomini::army::officer::{OfficerLetter, RankName};
use crate::jomini::army::transport::Carrier;
use crate::jomini::map::map_file::{EdgeFile, MapFile, Overlay};
use crate::jomini::notation::{CombatForm, FlightForm, StampedeForm, StepForm, TurnForm, UnitForm, by_name};
use crate::jomini::rules::BASE;
use crate::jomini::setup::scenario::ReinforcementFile;
use crate::jomini::state::{SideState, Status};
use serde::{Deserialize, Serialize};

/// A position file.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    #[serde(default = "base_rules")]
    pub rules: String,
    /// An abbreviation for the step at the beginning of a phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// A file without it is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<Side>,
    /// The first player; by default the side with the odd player-turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub turned: bool,
    /// 0 during set-up.
    #[serde(default = "one")]
    pub player_turn: u16,
    #[serde(default, skip_serializing_if = "is_default")]
    pub batch_left: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub red_slips: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub blue_slips: Vec<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub combats: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flight_count: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stampede_count: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
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
    pub turn: Option<TurnForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combat: Option<CombatForm>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub flights: Vec<FlightForm>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub stampedes: Vec<StampedeForm>,
    /// The troops held off the table, in place of those of the scenario.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reinforcement: Vec<ReinforcementFile>,
    #[serde(default)]
    pub unit: Vec<UnitFile>,
    /// Elephants in panic, by the short names after those of their side's units.
    #[serde(default, with = "by_name", skip_serializing_if = "Vec::is_empty")]
    pub elephants: Vec<(String, UnitForm)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub officer: Vec<OfficerFile>,
}

impl PositionFile {
    /// The side whose player-turn it is.
    pub fn active(&self) -> Side {
        self.active.unwrap_or(Side::Red)
    }
}

fn base_rules() -> String {
    BASE.to_owned()
}

fn one() -> u16 {
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

/// The data of a side.
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
    pub kind: KindName,
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
    /// An abbreviation for elephants in panic with no data but their hexes.
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
    /// `None` for an officer who is lost or has not entered yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Whether he is in the game, if this does not follow: by default an officer is if he is on a hex, held off the
    /// table or still to be deployed, and not marked as lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_play: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<OfficerDone>,
    /// The unit that he leads, in a variant that gives it all benefits (JI-86), and the remaining benefits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leads: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub benefits: u8,
}

/// An action or status of a unit in the current player-turn.
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
    /// It has left its hex in the current combat.
    LeftHex,
}

impl Done {
    /// The words for bits of a unit's status.
    pub const BITS: [(Done, Status); 12] = [
        (Done::Moved, Status::MOVED),
        (Done::NoAttack, Status::NO_ATTACK),
        (Done::SupportedByOrder, Status::SUPPORTED_BY_ORDER),
        (Done::Nuts, Status::NUTS),
        (Done::HoldPosition, Status::HOLD_POSITION),
        (Done::Sacrifice, Status::SACRIFICE),
        (Done::MoveOnly, Status::MOVE_ONLY),
        (Done::OnlyBack, Status::ONLY_BACK),
        (Done::ImpetuousRolled, Status::IMPETUOUS_ROLLED),
        (Done::BrokenThrough, Status::BROKEN_THROUGH),
        (Done::ElephantGone, Status::ELEPHANT_GONE),
        (Done::LeftHex, Status::LEFT_HEX),
    ];

    /// The words for the values of a unit's pace.
    pub const PACES: [(Done, Status); 3] =
        [(Done::Halted, Status::HALTED), (Done::Doubled, Status::DOUBLED), (Done::Confined, Status::CONFINED)];
}

/// An action of an officer in the current player-turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OfficerDone {
    /// He has made an activation.
    Activated,
    Moved,
    /// He was to enter the table and is lost, or has left it.
    Lost,
}
