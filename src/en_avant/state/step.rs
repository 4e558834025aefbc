//! What the game waits for. Each step says who decides or which dice are owed; `turn/engine.rs` leads from one to the
//! next.

use super::UnitId;
use crate::game::Side;
use serde::{Deserialize, Serialize};

/// What is placed when a kind of action has been chosen for a unit.
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

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    // Set-up: `turn/deployment.rs`, `turn/objectives.rs`.
    /// The die that says who chooses his edge (E4.16).
    EdgeRoll,
    /// This side chooses its edge (E4.16).
    EdgeChoice(Side),
    /// The die of the next piece that may be an objective (E4.12).
    ObjectiveRoll(u8),
    /// The dice that say who sets up first (E4.18).
    DeployRoll,
    /// This side chooses whether to set up first (E4.18).
    DeployOrder(Side),
    /// The active side sets up a unit next: which one.
    DeployUnit,
    /// The active side sets up this unit: where, and in which formation.
    DeployAt(UnitId),
    /// The active side places its camp (E2.11).
    DeployCamp,
    /// The active side places its general, or says which unit he is with (EI-28).
    DeployGeneral,

    // The turn: `turn/impulses.rs`, `command/activation.rs`.
    /// The dice for who plays first (E4.19).
    InitiativeRoll,
    /// This side chooses whether to play first (E4.19).
    InitiativeChoice(Side),
    /// The active side says where the enemy's uncontrollable elephant runs (E14.5).
    Course(UnitId),
    /// The active side activates a unit or ends its activations (E5.4).
    Impulse,
    /// The other side answers the offer of the active side to stop (E12.10).
    StopAnswer,
    /// The active side says what the unit does (E5.6).
    Act(UnitId),
    /// The active side says how exactly: formation, move or target.
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
    /// The active side says which melee is fought next (E5.11).
    MeleeOrder,
    /// This side says which of its units leads it, of those equally long in contact (EI-77).
    Leader(Side),
    /// The active side says which enemy the leading unit of this side strikes, of those equally long in contact
    /// (EI-76).
    Opponent(Side),
    /// The dice of one side of the melee (E11.37).
    MeleeRoll(Side),

    // Shots and melees: `combat/sixes.rs`.
    /// This side may roll a six again (E9.37).
    Six(Side),
    /// The die that this side rolls again.
    SixRoll(Side),

    /// This side says which of its units in the melee suffers the impacts (EI-77).
    Struck(Side),

    // What impacts do: `combat/aftermath.rs`, `combat/recoil.rs`, `combat/rout.rs`, `combat/pursuit.rs`.
    /// The owner of the unit says how its impacts are taken (E10.2).
    Results(UnitId),
    /// The owner says which end of the line loses a base (EI-65).
    LossFrom(UnitId),
    /// The owner says where the unit recoils to (EI-66).
    RecoilTo(UnitId),
    /// The other side says which of the friends equally near is tested (EI-71).
    ContagionChoice(UnitId),
    /// The die of a unit that sees a rout (E10.22).
    ContagionRoll(UnitId),
    /// The owner says to which edge the unit flees (E10.18).
    FleeTo(UnitId),
    /// The owner of the unit says whether it pursues (E11.41).
    Pursuit(UnitId),
    /// The owner of the unit says whether its general, who touched it, goes along (EI-28).
    GeneralFollows(UnitId),

    /// The game is over.
    Over,
}
