//! The steps at which the game waits for a decision or a roll.
//!
//! One table declares each step once: its data, its name in files, who decides or rolls, and the phase of the game. The
//! type, its serial form (`notation/step.rs`) and every list of steps are generated from it. A new step takes a line
//! here, its actions or dice in `turn/engine.rs`, and its effect there or, for fights, in `combat/flow.rs`.

use super::{UnitId, side_of};
use crate::game::{Side, Throw};
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

/// The side that decides or rolls at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The active side.
    Active,
    /// The side that is not active.
    Passive,
    /// The side that the step names, or that owns the unit that it names.
    Owner,
    /// The enemy of that side.
    Enemy,
    /// The side that rolls saves next: see [`super::Clash`].
    Saver,
    /// Red, for draws in which both sides roll.
    Red,
}

/// The purposes of dice, so that a changed decision shifts as few later dice as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Draws before the first turn.
    SetUp = Throw::SET_UP as isize,
    /// Who plays first.
    Initiative = 1,
    /// Reorganising, breaking off, contagion.
    Test = 2,
    /// Shots.
    Shot = 3,
    /// Saves.
    Save = 4,
    /// Melees.
    Melee = 5,
    /// Sixes rolled again.
    Six = 6,
}

/// What a step waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A decision of this side.
    Decision(Decider),
    /// Dice of this side, for this purpose.
    Roll(Decider, Purpose),
}

/// The kinds of resolution in which a step can occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fight {
    /// A shot.
    Shot,
    /// A melee.
    Melee,
    /// A shot or a melee.
    ShotOrMelee,
    /// A shot, a melee or a flight.
    Any,
}

/// The phase of the game in which a step occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Set-up.
    SetUp,
    /// Between the actions of a turn, or within the order for one.
    Turn,
    /// An order or an offer has been given and is not resolved yet; no fight is being resolved.
    Reaction,
    /// Dice of a fight are still to be rolled, so that it has caused no losses.
    Dice(Fight),
    /// The consequences of a fight.
    Results(Fight),
    /// The game is over.
    Over,
}

/// The table of steps: documentation, name and data, name in files, what it waits for, phase. It is passed to a macro
/// that generates code from it. Data are named by `unit`, `side`, `objective` and `what`.
macro_rules! step_table {
    ($generate:ident) => {
        $generate! {
                // Set-up: `turn/deployment.rs`, `turn/objectives.rs`.
                /// The die that determines who chooses his edge (E4.16).
                EdgeRoll = "edge_roll", Roll(Red, SetUp), SetUp,
                /// This side chooses its edge (E4.16).
                EdgeChoice(side) = "edge_choice", Decision(Owner), SetUp,
                /// The die of the next piece that may be an objective (E4.12).
                ObjectiveRoll(objective) = "objective_roll", Roll(Red, SetUp), SetUp,
                /// The dice that determine who sets up first (E4.18).
                DeployRoll = "deploy_roll", Roll(Red, SetUp), SetUp,
                /// This side chooses whether to set up first (E4.18).
                DeployOrder(side) = "deploy_order", Decision(Owner), SetUp,
                /// The active side chooses the unit that it sets up next.
                DeployUnit = "deploy_unit", Decision(Active), SetUp,
                /// The active side chooses place and formation of this unit.
                DeployAt(unit) = "deploy_at", Decision(Active), SetUp,
                /// The active side places its camp (E2.11).
                DeployCamp = "deploy_camp", Decision(Active), SetUp,
                /// The active side places its general, or chooses his unit (EI-28).
                DeployGeneral = "deploy_general", Decision(Active), SetUp,

                // The turn: `turn/impulses.rs`, `command/activation.rs`.
                /// The dice for who plays first (E4.19).
                InitiativeRoll = "initiative_roll", Roll(Red, Initiative), Turn,
                /// This side chooses whether to play first (E4.19).
                InitiativeChoice(side) = "initiative_choice", Decision(Owner), Turn,
                /// The active side activates a unit or ends its activations (E5.4).
                Impulse = "impulse", Decision(Active), Turn,
                /// The other side answers the offer of the active side to stop (E12.10).
                StopAnswer = "stop_answer", Decision(Passive), Reaction,
                /// The active side chooses the kind of action of the unit (E5.6).
                Act(unit) = "act", Decision(Active), Turn,
                /// The active side chooses the details: formation, move or target.
                Place(unit, what) = "place", Decision(Active), Turn,
                /// The active side moves its general (EI-28).
                MoveGeneral = "move_general", Decision(Active), Turn,
                /// The die of a reorganisation (E8.8).
                ReorganiseRoll(unit) = "reorganise_roll", Roll(Owner, Test), Reaction,
                /// A unit that has rallied may turn about (E8.12).
                RallyFacing(unit) = "rally_facing", Decision(Active), Reaction,
                /// The die of breaking off (E11.43).
                BreakOffRoll(unit) = "break_off_roll", Roll(Owner, Test), Reaction,

                // Shots: `combat/shooting.rs`.
                /// The die between targets that are equally near and dangerous (E9.11).
                TargetRoll(unit) = "target_roll", Roll(Owner, Shot), Reaction,
                /// The dice of the shot (E9.35).
                ShotRoll = "shot_roll", Roll(Active, Shot), Dice(Fight::Shot),
                /// The dice of saves (E9.38).
                SaveRoll = "save_roll", Roll(Saver, Save), Dice(Fight::ShotOrMelee),

                // Melees: `combat/melee.rs`.
                /// The active side chooses the melee that is fought next (E5.11).
                MeleeOrder = "melee_order", Decision(Active), Reaction,
                /// This side chooses its leading unit, among those with contacts of equal length (EI-77).
                Leader(side) = "leader", Decision(Owner), Dice(Fight::Melee),
                /// The active side chooses the enemy that the leading unit of this side strikes, among those with
                /// contacts of equal length (EI-76).
                Opponent(side) = "opponent", Decision(Active), Dice(Fight::Melee),
                /// The dice of one side of the melee (E11.37).
                MeleeRoll(side) = "melee_roll", Roll(Owner, Melee), Dice(Fight::Melee),

                // Shots and melees: `combat/sixes.rs`.
                /// This side may roll a six again (E9.37).
                Six(side) = "six", Decision(Owner), Dice(Fight::ShotOrMelee),
                /// The die that this side rolls again.
                SixRoll(side) = "six_roll", Roll(Owner, Six), Dice(Fight::ShotOrMelee),

                // Effects of impacts: `combat/aftermath.rs`, `combat/recoil.rs`, `combat/rout.rs`, `combat/pursuit.rs`.
                /// This side chooses which of its units in the melee suffers the impacts (EI-77).
                Struck(side) = "struck", Decision(Owner), Results(Fight::Melee),
                /// The owner of the unit chooses how its impacts are taken (E10.2).
                Results(unit) = "results", Decision(Owner), Results(Fight::ShotOrMelee),
                /// The owner chooses the end of the line that loses a base (EI-65).
                LossFrom(unit) = "loss_from", Decision(Owner), Results(Fight::ShotOrMelee),
                /// The owner chooses the direction of the recoil (EI-66).
                RecoilTo(unit) = "recoil_to", Decision(Owner), Results(Fight::Shot),
                /// The enemy of an uncontrollable elephant chooses its course (E14.5).
                Course(unit) = "course", Decision(Enemy), Results(Fight::ShotOrMelee),
                /// The other side chooses which of the equally near friends is tested (EI-71).
                ContagionChoice(unit) = "contagion_choice", Decision(Enemy), Results(Fight::Any),
                /// The die of a unit that sees a rout (E10.22).
                ContagionRoll(unit) = "contagion_roll", Roll(Owner, Test), Results(Fight::Any),
                /// The owner chooses the edge to which the unit flees (E10.18).
                FleeTo(unit) = "flee_to", Decision(Owner), Results(Fight::Any),
                /// The owner of the unit chooses whether it pursues (E11.41).
                Pursuit(unit) = "pursuit", Decision(Owner), Results(Fight::Melee),
                /// The owner of the unit chooses whether its general in contact goes along (EI-28).
                GeneralFollows(unit) = "general_follows", Decision(Owner), Results(Fight::Any),

                /// The game is over.
                Over = "over", Decision(Active), Over,
        }
    };
}
pub(in crate::en_avant) use step_table;

/// The type of the data of a step.
macro_rules! field_type {
    (unit) => {
        UnitId
    };
    (side) => {
        Side
    };
    (objective) => {
        u8
    };
    (what) => {
        Placing
    };
}

/// The unit, or the side, among the data of a step.
macro_rules! found_unit {
    () => {
        None
    };
    (unit: $value:ident $($more:tt)*) => {
        Some($value)
    };
    ($other:ident: $value:ident $($more:tt)*) => {
        None
    };
}
macro_rules! found_side {
    () => {
        None
    };
    (unit: $value:ident $($more:tt)*) => {
        Some(side_of($value))
    };
    (side: $value:ident $($more:tt)*) => {
        Some($value)
    };
    ($other:ident: $value:ident $($more:tt)*) => {
        None
    };
}

macro_rules! define_steps {
    ($( $(#[$meta:meta])* $step:ident $(($($field:ident),+))? = $name:literal, $wait:expr, $phase:expr, )+) => {
        /// The step at which the game waits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Step {
            $( $(#[$meta])* $step $(($(field_type!($field)),+))?, )+
        }

        impl Step {
            /// The names of all steps, in the order of the table.
            pub const NAMES: &[&str] = &[$($name),+];

            /// The name of the step in files and records.
            pub const fn name(self) -> &'static str {
                match self { $( Step::$step { .. } => $name, )+ }
            }

            /// What it waits for.
            #[inline]
            pub const fn wait(self) -> Wait {
                use {Decider::*, Purpose::*, Wait::*};
                match self { $( Step::$step { .. } => $wait, )+ }
            }

            /// The phase in which it occurs.
            pub const fn phase(self) -> Phase {
                use Phase::*;
                match self { $( Step::$step { .. } => $phase, )+ }
            }

            /// The unit that acts or is concerned, if there is one.
            #[allow(unused_variables, reason = "not all data are units")]
            pub const fn unit(self) -> Option<UnitId> {
                match self { $( Step::$step $(($($field),+))? => found_unit!($($($field: $field),+)?), )+ }
            }

            /// The side that the step names, or that owns its unit.
            #[allow(unused_variables, reason = "not all data name a side")]
            pub fn owner(self) -> Option<Side> {
                match self { $( Step::$step $(($($field),+))? => found_side!($($($field: $field),+)?), )+ }
            }
        }
    };
}

step_table!(define_steps);

impl Step {
    /// Whether no reaction is pending and no dice are to be rolled, or the game is over.
    pub const fn is_quiet(self) -> bool {
        matches!(self.phase(), Phase::SetUp | Phase::Turn | Phase::Over) && matches!(self.wait(), Wait::Decision(_))
    }
}
