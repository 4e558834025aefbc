//! The steps at which the game waits for a decision or a roll; `turn/engine.rs` leads from one to the next.

use super::UnitId;
use crate::game::Side;
use serde::{Deserialize, Serialize};

/// The detail that is chosen after the kind of action of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    /// Its new formation (chapter 6).
    Formation,
    /// Its move (chapter 7).
    Move,
    /// Its target (chapter 9).
    Shot,
}

/// The step at which the game waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    // Set-up: `turn/deployment.rs`, `turn/objectives.rs`.
    /// The die that determines who chooses his edge (E4.16).
    EdgeRoll,
    /// This side chooses its edge (E4.16).
    EdgeChoice(Side),
    /// The die of the next piece that may be an objective (E4.12).
    ObjectiveRoll(u8),
    /// The dice that determine who sets up first (E4.18).
    DeployRoll,
    /// This side chooses whether to set up first (E4.18).
    DeployOrder(Side),
    /// The active side chooses the unit that it sets up next.
    DeployUnit,
    /// The active side chooses place and formation of this unit.
    DeployAt(UnitId),
    /// The active side places its camp (E2.11).
    DeployCamp,
    /// The active side places its general, or chooses his unit (EI-28).
    DeployGeneral,

    // The turn: `turn/impulses.rs`, `command/activation.rs`.
    /// The dice for who plays first (E4.19).
    InitiativeRoll,
    /// This side chooses whether to play first (E4.19).
    InitiativeChoice(Side),
    /// The active side chooses the course of the enemy's uncontrollable elephant (E14.5).
    Course(UnitId),
    /// The active side activates a unit or ends its activations (E5.4).
    Impulse,
    /// The other side answers the offer of the active side to stop (E12.10).
    StopAnswer,
    /// The active side chooses the kind of action of the unit (E5.6).
    Act(UnitId),
    /// The active side chooses the details: formation, move or target.
    Place(UnitId, Placing),
    /// The active side moves its general (EI-28).
    MoveGeneral,
    /// The die of a reorganisation (E8.8).
    ReorganiseRoll(UnitId),
    /// A unit that has rallied may turn about (E8.12).
    RallyFacing(UnitId),
    /// The die of breaking off (E11.43).
    BreakOffRoll(UnitId),

    // Shots: `combat/shooting.rs`.
    /// The die between targets that are equally near and dangerous (E9.11).
    TargetRoll(UnitId),
    /// The dice of the shot (E9.35).
    ShotRoll,
    /// The dice of saves (E9.38).
    SaveRoll,

    // Melees: `combat/melee.rs`.
    /// The active side chooses the melee that is fought next (E5.11).
    MeleeOrder,
    /// This side chooses its leading unit, among those with contacts of equal length (EI-77).
    Leader(Side),
    /// The active side chooses the enemy that the leading unit of this side strikes, among those with contacts of equal
    /// length (EI-76).
    Opponent(Side),
    /// The dice of one side of the melee (E11.37).
    MeleeRoll(Side),

    // Shots and melees: `combat/sixes.rs`.
    /// This side may roll a six again (E9.37).
    Six(Side),
    /// The die that this side rolls again.
    SixRoll(Side),

    /// This side chooses which of its units in the melee suffers the impacts (EI-77).
    Struck(Side),

    // Effects of impacts: `combat/aftermath.rs`, `combat/recoil.rs`, `combat/rout.rs`, `combat/pursuit.rs`.
    /// The owner of the unit chooses how its impacts are taken (E10.2).
    Results(UnitId),
    /// The owner chooses the end of the line that loses a base (EI-65).
    LossFrom(UnitId),
    /// The owner chooses the direction of the recoil (EI-66).
    RecoilTo(UnitId),
    /// The other side chooses which of the equally near friends is tested (EI-71).
    ContagionChoice(UnitId),
    /// The die of a unit that sees a rout (E10.22).
    ContagionRoll(UnitId),
    /// The owner chooses the edge to which the unit flees (E10.18).
    FleeTo(UnitId),
    /// The owner of the unit chooses whether it pursues (E11.41).
    Pursuit(UnitId),
    /// The owner of the unit chooses whether its general in contact goes along (EI-28).
    GeneralFollows(UnitId),

    /// The game is over.
    Over,
}
