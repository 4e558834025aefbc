//! The complete state of a Jomini game, flat and `Copy`.
//!
//! The current step is in [`Step`], a combat being resolved in [`Combat`]. Flights of characters interrupt all other
//! steps and are kept on a small separate stack.
//!
//! | file | covers |
//! |---|---|
//! | `mod` | units, officers, sides, the state |
//! | `ids`, `status` | ids of units and officers; statuses of a unit as bits |
//! | `step`, `mover` | the steps of a game, and a unit that is about to move |
//! | `attack_roll` | one roll of one unit against another, actual or hypothetical |
//! | `combat`, `stampede` | a combat that is being resolved (J5.41), elephants in flight (J5.96) |
//! | `action` | the decisions of a side, and the results of dice |
//! | `order_names` | the names of attack and defence orders (T7) |
//! | `faces` | dice with faces grouped by effect (J1.13) |
//! | `single_dice` | the meaning of rolls outside a strike |
//! | `benefits` | what an officer who leads gives (J3.56) |
//! | `lookup`, `riding` | positions of pieces, mounted infantry (JI-36) |
//! | `battle` | a prepared game: the data common to all its states |
//! | `field` | part of that: rules, map and forces, and the narrower contexts of functions |
//! | `forces` | part of that: units and officers as they are prepared |
//! | `off_table` | part of that: reserves and exits (J4.22, J4.25) |
//! | `stampede_pool` | part of that: slots for elephants in panic (JA3.52) |

pub mod action;
pub mod attack_roll;
pub mod battle;
mod benefits;
mod combat;
pub mod faces;
pub mod field;
pub mod forces;
mod ids;
mod lookup;
mod mover;
pub mod off_table;
pub(super) mod order_names;
mod riding;
pub mod single_dice;
mod stampede;
pub mod stampede_pool;
mod status;
mod step;

pub use benefits::Benefits;
pub use combat::{AttackKind, AttackOrder, Combat, CounterCharge, DefenceOrder};
pub use ids::*;
pub use mover::{Mounting, Mover, Woodsmen};
pub use stampede::{MAX_STAMPEDES, Resume, Stampede};
pub use status::Status;
pub(in crate::jomini) use step::step_table;
pub use step::{Choice, CombatPart, Concern, Dice, Phase, Quiet, Step, Wait};

use crate::game::{Outcome, Side, is_default};
use crate::jomini::army::unit::Arms;
use crate::jomini::map::hex::{HexId, MAX_HEXES, NO_HEX};
use serde::{Deserialize, Serialize};

/// The variable data of a unit. It has no facing (J1.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its hex; [`NO_HEX`] before deployment and once lost.
    pub hex: HexId,
    /// Elements left; 0 once lost.
    pub elements: u8,
    /// The group with which it acts in this player-turn, counted from 1; 0 if not activated.
    pub group: u8,
    /// What applies to it.
    pub status: Status,
    /// Hexes moved in its owner's last Movement phase.
    pub hexes_moved: u8,
    /// Attacks begun in this player-turn, excluding pursuit and Breakthrough (J5.5).
    pub attacks: u8,
    /// Pursuits begun in this player-turn (J5.86).
    pub pursuits: u8,
}

impl Unit {
    /// An empty slot for a unit.
    pub const NONE: Unit =
        Unit { hex: NO_HEX, elements: 0, group: 0, status: Status::empty(), hexes_moved: 0, attacks: 0, pursuits: 0 };

    /// Whether one of these statuses applies.
    #[inline]
    pub fn has(&self, any: Status) -> bool {
        self.status.intersects(any)
    }

    /// The effect of dice after its activation on its move: a value of [`Status::PACE`], empty for its usual one.
    #[inline]
    pub fn pace(&self) -> Status {
        self.status & Status::PACE
    }
}

/// The variable data of an officer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Officer {
    /// His hex; [`NO_HEX`] before deployment and once lost.
    pub hex: HexId,
    /// The group with which he moves alone, counted from 1; 0 if not activated alone.
    pub group: u8,
    /// He has moved in this player-turn, alone or with a unit.
    pub has_moved: bool,
    /// He is in the game: deployed or to be deployed, not lost.
    pub in_play: bool,
    /// The unit at whose head he left the game in this player-turn, in a variant that gives it all benefits (JI-86).
    pub leads: UnitId,
    /// The benefits that he can still give.
    pub benefits: Benefits,
}

impl Officer {
    /// An empty slot for an officer.
    pub const NONE: Officer = Officer {
        hex: NO_HEX,
        group: 0,
        has_moved: false,
        in_play: false,
        leads: NO_UNIT,
        benefits: Benefits::empty(),
    };
}

/// The variable data of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideState {
    /// Order tokens held (J3.17).
    pub tokens: u8,
    /// Units at the start, reinforcements included (JI-175).
    pub units_at_start: u8,
    /// Units lost.
    pub units_lost: u8,
    /// Points of the units lost.
    pub points_lost: u16,
    /// Player-turns still to be skipped after the loss of the C-in-C (J5.108).
    #[serde(default, skip_serializing_if = "is_default")]
    pub turns_to_skip: u8,
    /// The C-in-C was lost and is to be put back in the skipped player-turn (JI-172).
    #[serde(default, skip_serializing_if = "is_default")]
    pub cinc_to_place: bool,
    /// Units that have left the table by an exit (J4.22).
    #[serde(default, skip_serializing_if = "is_default")]
    pub units_left: u8,
    /// Objective points gained by them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exit_points: u8,
    /// Victory points of objectives held, as the scenario counts them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub objective_points: u8,
}

impl SideState {
    /// The units of the start that are not lost; more may be lost than a position states for the start.
    pub fn units_not_lost(&self) -> u8 {
        self.units_at_start.saturating_sub(self.units_lost)
    }
}

/// The cause for which a group acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GroupKind {
    /// An ordinary activation by an officer (J3.6).
    #[default]
    Activation,
    /// An extra activation that may only move (J3.28).
    StrategicMove,
    /// The one unit of a Courier (J3.27).
    Courier,
    /// The one unit of an officer who leads it (J3.57).
    Led,
}

/// Units that act together in a player-turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The cause for which it acts.
    pub kind: GroupKind,
    /// The activating officer, or [`NO_OFFICER`].
    pub leader: OfficerId,
    /// Units and lone officers it may still take in.
    pub left: u8,
    /// The activation groups (table T16) still possible for a further unit.
    pub arms: Arms,
    /// Units may be anywhere on the table (J3.35).
    pub anywhere: bool,
    /// Hexes added to each move by Forward march! (J3.36).
    pub march_bonus: u8,
}

impl Group {
    /// Counts a unit of these activation groups as one of its members.
    pub(in crate::jomini) fn take(&mut self, groups: Arms) {
        self.arms &= groups;
        self.left = self.left.saturating_sub(1);
    }
}

impl Default for Group {
    fn default() -> Self {
        Group {
            kind: GroupKind::Activation,
            leader: NO_OFFICER,
            left: 0,
            arms: Arms::empty(),
            anywhere: false,
            march_bonus: 0,
        }
    }
}

/// The data of a player-turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnState {
    /// The groups in the order in which they act.
    pub groups: [Group; MAX_GROUPS],
    /// The number of groups.
    pub group_count: u8,
    /// The group that moves or fights now, counted from 1.
    pub current: u8,
    /// Activations still to be made.
    pub activations_left: u8,
    /// Command orders given (J3.22).
    pub command_orders_given: u8,
    /// Reconnaissance was given (J3.26).
    pub reconnaissance: bool,
    /// Manoeuvre orders given (J1.17).
    pub manoeuvre_orders_given: u8,
    /// Combined order was given: activations may mix arms (J3.34).
    pub mixed_arms: bool,
    /// Extra activation was given (J3.29).
    pub extra_activation: bool,
}

/// A character who must flee (J5.103, J5.104).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The character.
    pub officer: OfficerId,
    /// The unit that drove him out and is still moving: it does not bar his flight. [`NO_UNIT`] if none.
    pub driver: UnitId,
}

impl Flight {
    /// No flight.
    pub const NONE: Flight = Flight { officer: NO_OFFICER, driver: NO_UNIT };
}

/// The maximum number of characters in flight at once.
pub const MAX_FLIGHTS: usize = OFFICERS_A_SIDE;

/// A state of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// The unit on each hex.
    pub occupant: [UnitId; MAX_HEXES],
    /// The units of both sides.
    pub units: [Unit; 2 * UNITS_A_SIDE],
    /// The officers of both sides.
    pub officers: [Officer; 2 * OFFICERS_A_SIDE],
    /// The data of each side.
    pub sides: [SideState; 2],
    /// The current step.
    pub step: Step,
    /// The side whose player-turn it is; during deployment, the side that deploys.
    pub active: Side,
    /// The first player.
    pub first: Side,
    /// The sides have been exchanged: the map and all that belongs to its edges is exchanged (JA1.4).
    pub turned: bool,
    /// Player-turns begun, from 1; 0 during set-up.
    pub player_turn: u16,
    /// Units still to be placed in the current batch of the deployment (JA1.8).
    pub batch_left: u8,
    /// The data of the player-turn.
    pub turn: TurnState,
    /// The combat that is being resolved.
    pub combat: Combat,
    /// Characters who must flee before anything else happens.
    pub flights: [Flight; MAX_FLIGHTS],
    /// Their number.
    pub flight_count: u8,
    /// Elephants in flight, each interrupting the entry below it.
    pub stampedes: [Stampede; MAX_STAMPEDES],
    /// Their number.
    pub stampede_count: u8,
    /// Combats resolved.
    pub combats: u16,
    /// The outcome, once the game has ended.
    pub outcome: Option<Outcome>,
}

impl State {
    /// The state of a side.
    #[inline]
    pub fn side(&self, side: Side) -> &SideState {
        &self.sides[side.index()]
    }

    /// The state of a side, mutably.
    #[inline]
    pub fn side_mut(&mut self, side: Side) -> &mut SideState {
        &mut self.sides[side.index()]
    }

    /// A unit by its id.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[usize::from(unit)]
    }

    /// A unit by its id, mutably.
    #[inline]
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[usize::from(unit)]
    }

    /// An officer by his id.
    #[inline]
    pub fn officer(&self, officer: OfficerId) -> &Officer {
        &self.officers[usize::from(officer)]
    }

    /// An officer by his id, mutably.
    #[inline]
    pub fn officer_mut(&mut self, officer: OfficerId) -> &mut Officer {
        &mut self.officers[usize::from(officer)]
    }

    /// The unit on a hex, or [`NO_UNIT`].
    #[inline]
    pub fn unit_at(&self, hex: HexId) -> UnitId {
        self.occupant[usize::from(hex)]
    }

    /// The round: a player-turn of each side, counted from 1; 0 during set-up (JI-1).
    #[inline]
    pub fn round(&self) -> u16 {
        self.player_turn.div_ceil(2)
    }

    /// Puts a unit on a hex that holds none.
    pub fn place(&mut self, unit: UnitId, hex: HexId) {
        debug_assert_eq!(self.unit_at(hex), NO_UNIT, "a hex holds at most one unit (J1.11)");
        self.occupant[usize::from(hex)] = unit;
        self.unit_mut(unit).hex = hex;
    }

    /// Moves a unit from its hex to one that holds none.
    pub fn relocate(&mut self, unit: UnitId, hex: HexId) {
        let from = self.unit(unit).hex;
        if from == hex {
            return;
        }
        self.occupant[usize::from(from)] = NO_UNIT;
        self.place(unit, hex);
    }

    /// The officers of a side on a hex.
    pub fn officers_at(&self, side: Side, hex: HexId) -> impl Iterator<Item = OfficerId> + '_ {
        officer_ids(side).filter(move |officer| self.officer(*officer).hex == hex)
    }
}

/// An empty table.
pub(in crate::jomini) fn empty_state() -> State {
    State {
        occupant: [NO_UNIT; MAX_HEXES],
        units: [Unit::NONE; 2 * UNITS_A_SIDE],
        officers: [Officer::NONE; 2 * OFFICERS_A_SIDE],
        sides: [SideState::default(); 2],
        step: Step::FirstPlayer,
        active: Side::Red,
        first: Side::Red,
        turned: false,
        player_turn: 0,
        batch_left: 0,
        turn: TurnState::default(),
        combat: Combat::NONE,
        flights: [Flight::NONE; MAX_FLIGHTS],
        flight_count: 0,
        stampedes: [Stampede::NONE; MAX_STAMPEDES],
        stampede_count: 0,
        combats: 0,
        outcome: None,
    }
}
