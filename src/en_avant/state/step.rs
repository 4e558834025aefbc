//! The steps at which the game waits for a decision or a roll.
//!
//! One table declares each step once, with columns that `step/columns.rs` explains. The type, its serial form
//! (`notation/step.rs`), every list of steps, words and counted events are generated from it. A new step takes a line
//! here, and one in `turn/engine.rs` or, for fights, in `combat/flow.rs` (dice: `combat/rolls.rs`): what proposes,
//! checks and carries out its actions or dice.

mod columns;

pub use columns::{Choice, Decider, Dice, Fight, Phase, Placing, Purpose, Wait};

use super::{UnitId, side_of};
use crate::game::Side;
use crate::game::columns::optional;

/// The table of steps: documentation, name and data, name in files, what it waits for, phase; then, if it has them:
///
/// - `says`: the description of its roll, after `else` that of a test that fails; for a decision, that of the actions
///   whose row in the table of actions says `by_step`, or `own` in part. Placeholders of rolls are explained in
///   `describe/roll.rs`, those of actions in `state/action.rs`.
/// - `counts`: the event (`describe/events/names.rs`) that its roll, or every decision but declining, counts as.
/// - `declined`: the description of declining, and the event that this counts as.
///
/// It is passed to macros that generate code from it. Data are named by `unit`, `side`, `objective` and `what`.
macro_rules! step_table {
    ($generate:ident) => {
        $generate! {
                // Set-up: `turn/deployment.rs`, `turn/objectives.rs`.
                /// The die that determines who chooses his edge (E4.16).
                EdgeRoll = "edge_roll": Roll(Red, SetUp, Draw), SetUp,
                    says "The dice let {side} choose the edge.", counts EdgeDie;
                /// This side chooses its edge (E4.16).
                EdgeChoice(side) = "edge_choice": Decision(Owner, Order), SetUp;
                /// The die of the next piece that may be an objective (E4.12).
                ObjectiveRoll(objective) = "objective_roll": Roll(Red, SetUp, Objective), SetUp, counts ObjectiveDie;
                /// The dice that determine who sets up first (E4.18).
                DeployRoll = "deploy_roll": Roll(Red, SetUp, Draw), SetUp,
                    says "The dice for setting up are won by {side}.", counts DeployDice;
                /// This side chooses whether to set up first (E4.18).
                DeployOrder(side) = "deploy_order": Decision(Owner, Order), SetUp, counts DeployChoice;
                /// The active side chooses the unit that it sets up next.
                DeployUnit = "deploy_unit": Decision(Active, NextUnit), SetUp;
                /// The active side chooses place and formation of this unit.
                DeployAt(unit) = "deploy_at": Decision(Active, Place), SetUp,
                    declined "There is no room: it stays away." counts NoRoom;
                /// The active side places its camp (E2.11).
                DeployCamp = "deploy_camp": Decision(Active, Place), SetUp, says "The camp stands {at}.", counts Camp,
                    declined "There is no room: it stays away.";
                /// The active side places its general, or chooses his unit (EI-28).
                DeployGeneral = "deploy_general": Decision(Active, Place), SetUp, says "The general stands {at}.",
                    declined "There is no room: it stays away.";

                // The turn: `turn/impulses.rs`, `command/activation.rs`.
                /// The dice for who plays first (E4.19).
                InitiativeRoll = "initiative_roll": Roll(Red, Initiative, Draw), Turn,
                    says "The dice let {side} choose to play first or second.", counts InitiativeDice;
                /// This side chooses whether to play first (E4.19).
                InitiativeChoice(side) = "initiative_choice": Decision(Owner, Order), Turn, counts InitiativeChoice;
                /// The active side activates a unit or ends its activations (E5.4).
                Impulse = "impulse": Decision(Active, Activation), Turn;
                /// The other side answers the offer of the active side to stop (E12.10).
                StopAnswer = "stop_answer": Decision(Passive, Effect), Reaction, declined "The battle goes on.";
                /// The active side chooses the kind of action of the unit (E5.6).
                Act(unit) = "act": Decision(Active, Act), Turn;
                /// The active side chooses the details: formation, move or target.
                Place(unit, what) = "place": Decision(Active, Details), Turn;
                /// The active side moves its general (EI-28).
                MoveGeneral = "move_general": Decision(Active, GeneralMove), Turn;
                /// The die of a reorganisation (E8.8).
                ReorganiseRoll(unit) = "reorganise_roll": Roll(Owner, Test, Test), Reaction,
                    says "{unit} rallies." else "{unit} does not rally.";
                /// A unit that has rallied may turn about (E8.12).
                RallyFacing(unit) = "rally_facing": Decision(Active, Facing), Reaction,
                    declined "{unit} keeps its facing.";
                /// The die of breaking off (E11.43).
                BreakOffRoll(unit) = "break_off_roll": Roll(Owner, Test, Test), Reaction,
                    says "{unit} breaks off." else "{unit} cannot break off.";

                // Shots: `combat/shooting.rs`.
                /// The die between targets that are equally near and dangerous (E9.11).
                TargetRoll(unit) = "target_roll": Roll(Owner, Shot, Lot), Reaction,
                    says "{unit}: a die decides between targets.", counts TargetDie;
                /// The dice of the shot (E9.35).
                ShotRoll = "shot_roll": Roll(Active, Shot, Strike), Dice(Fight::Shot),
                    says "{army} rolls {dice} for the shot: {impacts}.", counts Shot;
                /// The dice of saves (E9.38).
                SaveRoll = "save_roll": Roll(Saver, Save, Saves), Dice(Fight::ShotOrMelee),
                    says "{army} rolls {dice} for saves: {saves}.", counts SaveRoll;

                // Melees: `combat/melee.rs`.
                /// The active side chooses the melee that is fought next (E5.11).
                MeleeOrder = "melee_order": Decision(Active, Melee), Reaction,
                    says "The melee of {unit} is fought next.";
                /// This side chooses its leading unit, among those with contacts of equal length (EI-77).
                Leader(side) = "leader": Decision(Owner, Effect), Dice(Fight::Melee),
                    says "{unit} leads in the melee.";
                /// The active side chooses the enemy that the leading unit of this side strikes, among those with
                /// contacts of equal length (EI-76).
                Opponent(side) = "opponent": Decision(Active, Effect), Dice(Fight::Melee),
                    says "{unit} is the principal opponent.";
                /// The dice of one side of the melee (E11.37).
                MeleeRoll(side) = "melee_roll": Roll(Owner, Melee, Strike), Dice(Fight::Melee),
                    says "{army} rolls {dice} in melee: {impacts}.";

                // Shots and melees: `combat/sixes.rs`.
                /// This side may roll a six again (E9.37).
                Six(side) = "six": Decision(Owner, Six), Dice(Fight::ShotOrMelee);
                /// The die that this side rolls again.
                SixRoll(side) = "six_roll": Roll(Owner, Six, Six), Dice(Fight::ShotOrMelee);

                // Effects of impacts: `combat/aftermath.rs`, `combat/recoil.rs`, `combat/rout.rs`, `combat/pursuit.rs`.
                /// This side chooses which of its units in the melee suffers the impacts (EI-77).
                Struck(side) = "struck": Decision(Owner, Impacts), Results(Fight::Melee),
                    says "{unit} takes the impacts.", counts StruckChosen;
                /// The owner of the unit chooses how its impacts are taken (E10.2).
                Results(unit) = "results": Decision(Owner, Impacts), Results(Fight::ShotOrMelee);
                /// The owner chooses the end of the line that loses a base (EI-65).
                LossFrom(unit) = "loss_from": Decision(Owner, Result), Results(Fight::ShotOrMelee), counts LossAtEnd;
                /// The owner chooses the direction of the recoil (EI-66).
                RecoilTo(unit) = "recoil_to": Decision(Owner, Result), Results(Fight::Shot), counts RecoilWay;
                /// The enemy of an uncontrollable elephant chooses its course (E14.5).
                Course(unit) = "course": Decision(Enemy, Effect), Results(Fight::ShotOrMelee);
                /// The other side chooses which of the equally near friends is tested (EI-71).
                ContagionChoice(unit) = "contagion_choice": Decision(Enemy, Contagion), Results(Fight::Any),
                    counts ContagionChosen;
                /// The die of a unit that sees a rout (E10.22).
                ContagionRoll(unit) = "contagion_roll": Roll(Owner, Test, Test), Results(Fight::Any),
                    says "{unit} stands fast." else "{unit} takes to its heels too.";
                /// The owner chooses the edge to which the unit flees (E10.18).
                FleeTo(unit) = "flee_to": Decision(Owner, Effect), Results(Fight::Any);
                /// The owner of the unit chooses whether it pursues (E11.41).
                Pursuit(unit) = "pursuit": Decision(Owner, Effect), Results(Fight::Melee),
                    declined "{unit} does not pursue." counts Declines;
                /// The owner of the unit chooses whether its general in contact goes along (EI-28).
                GeneralFollows(unit) = "general_follows": Decision(Owner, Effect), Results(Fight::Any),
                    declined "The general does not go along with {unit}." counts StaysBehind;

                /// The game is over.
                Over = "over": Nothing, Over;
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

/// What a step waits for.
macro_rules! wait {
    (Decision $who:ident $choice:ident) => {
        Wait::Decision(Decider::$who, Choice::$choice)
    };
    (Roll $who:ident $purpose:ident $dice:ident) => {
        Wait::Roll(Decider::$who, Purpose::$purpose, Dice::$dice)
    };
    (Nothing) => {
        Wait::Nothing
    };
}

macro_rules! define_steps {
    ($(
        $(#[$meta:meta])*
        $step:ident $(($($field:ident),+))? = $name:literal: $wait:ident $(($who:ident $(, $what:ident)+))?, $phase:expr
            $(, says $words:literal $(else $failed:literal)?)?
            $(, counts $event:ident)?
            $(, declined $declined:literal $(counts $refusal:ident)?)?;
    )+) => {
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
                match self { $( Step::$step { .. } => wait!($wait $($who $($what)+)?), )+ }
            }

            /// The phase in which it occurs.
            pub const fn phase(self) -> Phase {
                use Phase::*;
                match self { $( Step::$step { .. } => $phase, )+ }
            }

            /// The description of its roll, or of the actions that it describes, with placeholders.
            pub const fn words(self) -> Option<&'static str> {
                match self { $( Step::$step { .. } => optional!($($words)?), )+ }
            }

            /// The description of a test that fails, with placeholders.
            pub const fn failed(self) -> Option<&'static str> {
                match self { $( Step::$step { .. } => optional!($($($failed)?)?), )+ }
            }

            /// The description of declining, with placeholders.
            pub const fn declined(self) -> Option<&'static str> {
                match self { $( Step::$step { .. } => optional!($($declined)?), )+ }
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
    /// What its decision is about, if it waits for one.
    #[inline]
    pub const fn choice(self) -> Option<Choice> {
        match self.wait() {
            Wait::Decision(_, choice) => Some(choice),
            Wait::Roll(..) | Wait::Nothing => None,
        }
    }

    /// The dice for which it waits, if it does.
    #[inline]
    pub const fn dice(self) -> Option<Dice> {
        match self.wait() {
            Wait::Roll(_, _, dice) => Some(dice),
            Wait::Decision(..) | Wait::Nothing => None,
        }
    }

    /// Whether no reaction is pending and no dice are to be rolled, or the game is over.
    pub const fn is_quiet(self) -> bool {
        matches!(self.phase(), Phase::SetUp | Phase::Turn | Phase::Over) && !matches!(self.wait(), Wait::Roll(..))
    }
}
