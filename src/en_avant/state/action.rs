//! The decisions of a side and the results of dice.
//!
//! One table declares each action once: its kind, its data, its form in files, its words, and its event. A new action
//! takes a line here, and one with its effect at its step in `turn/engine.rs` or, for fights, in `combat/flow.rs`.
//!
//! A unit's action is chosen in three steps: the unit, the kind of action, and its details (`action/data.rs`).

mod data;

pub use data::{Change, Facing, MOST_SEGMENTS, Path, Placement, Results, Roll, Segment, signed_tenths, tenths};

use super::UnitId;
use crate::en_avant::table::geometry::Heading;
use crate::game::ActionKind;

/// The table of actions: kinds in their order, each with its name in files, `idle` if it stops or passes (otherwise
/// `active`), the form of its data in files (`notation/action.rs`), and its actions.
///
/// An action `says` its description, and `counts` as an event (`describe/events/names.rs`), if it always does. The
/// description is a template, whose placeholders are the data of the action, `{unit}` for the acting unit unless it is
/// among them, and `{army}` for the active side; or `by_step`, the template of the step; `declined`, that of declining
/// at this step; `own`, if `describe/action.rs` has more to say than a template can.
///
/// The table is passed to macros that generate code from it: the type here, the serial form in `notation/action.rs`,
/// descriptions in `describe/action.rs`, counting in `describe/events/decisions.rs`.
macro_rules! action_table {
    ($generate:ident) => {
        $generate! {
            ChooseEdge = "choose_edge", active, EdgeForm {
                /// Keep the present edge of the table.
                KeepEdge says "Keep this edge of the table." counts KeepsEdge,
                /// Take the other edge.
                TakeOtherEdge says "Take the other edge: the table is turned." counts OtherEdge,
            }
            ChooseOrder = "choose_order", active, OrderForm {
                /// Set up, or play, before the other side.
                GoFirst says own,
                /// Set up, or play, after the other side.
                GoSecond says own,
            }
            DeployUnit = "deploy_unit", active, UnitForm {
                /// Set up this unit next.
                DeployUnit(unit: UnitId) says "{unit} is set up next.",
            }
            DeployAt = "deploy_at", active, PlaceForm {
                /// Set up here: a unit, the camp or the general.
                DeployAt(at: Placement) says own,
            }
            GeneralWith = "general_with", active, UnitForm {
                /// The general is a base of this unit.
                GeneralWith(unit: UnitId) says "The general fights with {unit}." counts GeneralEmbedded,
            }
            Send = "send", active, HeadingForm {
                /// Send the enemy's elephant this way.
                Send(course: Heading) says "{unit} is sent {course}.",
            }
            Activate = "activate", active, ActivateForm {
                /// Activate this unit.
                Activate(unit: UnitId) says "{unit} is activated.",
                /// Activate the general alone.
                ActivateGeneral says "The general is activated.",
            }
            ChangeFormation = "change_formation", active, PlainForm {
                /// Change formation; which one is chosen next.
                ChangeFormation says "{unit} changes formation.",
            }
            March = "march", active, PlainForm {
                /// Move; the path is chosen next.
                March says "{unit} moves.",
            }
            Shoot = "shoot", active, PlainForm {
                /// Shoot; the target is chosen next.
                Shoot says "{unit} shoots.",
            }
            Reorganise = "reorganise", active, PlainForm {
                /// Reorganise.
                Reorganise says "{unit} reorganises." counts Reorganise,
            }
            BreakOff = "break_off", active, PlainForm {
                /// Break off.
                BreakOff says "{unit} tries to break off." counts BreakOff,
            }
            Form = "form", active, ChangeForm {
                /// Change formation in this way.
                Form(change: Change) says own,
            }
            Limber = "limber", active, LimberForm {
                /// Unlimber, or limber up as a change of formation (EI-104).
                Limber(limbers: bool) says own,
            }
            Dismount = "dismount", active, DismountForm {
                /// Dismount, or mount again (EI-105).
                Dismount(on_foot: bool) says own,
            }
            Move = "move", active, MoveForm {
                /// Move along this path.
                MoveAlong(path: Path) says own,
            }
            MoveGeneral = "move_general", active, GeneralForm {
                /// Move the general here.
                GeneralTo(at: Placement) says "The general rides {at}." counts General,
                /// The general goes with the unit that he touches.
                GeneralAlong says "The general goes along with {unit}." counts GoesAlong,
            }
            ShootAt = "shoot_at", active, TargetForm {
                /// Shoot at this unit.
                ShootAt(target: UnitId) says "{unit} shoots at {target}.",
            }
            TurnAbout = "turn_about", active, PlainForm {
                /// Turn about.
                TurnAbout says "{unit} turns about." counts TurnsAbout,
            }
            RollAgain = "roll_again", active, PlainForm {
                /// Roll the six again.
                RollAgain says "The six is rolled again." counts RolledAgain,
            }
            Keep = "keep", active, PlainForm {
                /// Keep the six.
                Keep says "The six is kept." counts Kept,
            }
            Take = "take", active, ResultsForm {
                /// Take the impacts in this way.
                Take(results: Results) says own,
            }
            Lose = "lose", active, EndForm {
                /// Lose the base on the left end.
                LoseLeft says "{unit} loses its base on the left.",
                /// Lose the base on the right end.
                LoseRight says "{unit} loses its base on the right.",
            }
            RecoilTo = "recoil_to", active, HeadingForm {
                /// Recoil towards this heading.
                RecoilTo(way: Heading) says "{unit} recoils {way}.",
            }
            Tests = "tests", active, UnitForm {
                /// This unit takes the test.
                Tests(unit: UnitId) says "{unit} is tested.",
            }
            FleeTo = "flee_to", active, HeadingForm {
                /// Flee towards this heading.
                FleeTo(way: Heading) says "{unit} flees {way}.",
            }
            Fight = "fight", active, UnitForm {
                /// Fight the melee of this unit next; or this unit leads its side in it.
                Fight(unit: UnitId) says by_step,
            }
            Pursue = "pursue", active, PlainForm {
                /// Pursue.
                Pursue says "{unit} pursues." counts Pursues,
            }
            Halt = "halt", idle, PlainForm {
                /// Do nothing.
                Halt says "{unit} halts.",
            }
            Pass = "pass", idle, PlainForm {
                /// Decline what is offered.
                Pass says declined,
            }
            Done = "done", idle, PlainForm {
                /// End the activations of this impulse.
                Done says "No further unit is activated.",
            }
            Suffer = "suffer", active, UnitForm {
                /// This unit suffers the impacts of the melee; or it is the one that the leading unit strikes.
                Suffer(unit: UnitId) says by_step,
            }
            DeployLimbered = "deploy_limbered", active, PlaceForm {
                /// Set up horse artillery here with its teams before the guns (EI-104).
                DeployLimbered(at: Placement) says own,
            }
            OfferToStop = "offer_to_stop", idle, PlainForm {
                /// Offer to end the battle by agreement.
                OfferToStop says "{army} offers to end the battle.",
            }
            Agree = "agree", idle, PlainForm {
                /// Agree to end the battle.
                Agree says "Both sides agree to end the battle.",
            }
        }
    };
}
pub(in crate::en_avant) use action_table;

macro_rules! is_idle {
    (active) => {
        false
    };
    (idle) => {
        true
    };
}

macro_rules! define_actions {
    ($( $kind:ident = $name:literal, $idle:ident, $form:ident {
        $(
            $(#[$meta:meta])*
            $action:ident $(($field:ident: $data:ty))? says $words:tt $(counts $event:ident)?,
        )+
    } )+) => {
        /// One decision of one side.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $( $( $(#[$meta])* $action $(($data))?, )+ )+
        }

        /// The kinds of action, in the order of [`Action::kind`].
        pub const KINDS: &[ActionKind] = &[$( ActionKind { name: $name, idle: is_idle!($idle) } ),+];

        /// The index of each kind in [`KINDS`].
        #[derive(Clone, Copy)]
        enum Index {
            $($kind),+
        }

        impl Action {
            /// The index of this action's kind in [`KINDS`].
            pub const fn kind(&self) -> usize {
                match self { $( $( Action::$action { .. } )|+ => Index::$kind as usize, )+ }
            }
        }
    };
}

action_table!(define_actions);

impl Action {
    /// Ends the program with a message: only legal actions are applied.
    ///
    /// # Panics
    /// Always.
    #[cold]
    pub(in crate::en_avant) fn not_offered(self) -> ! {
        panic!("{self:?} is not offered here: only legal actions are applied")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_takes_no_more_than_32_bytes() {
        assert!(size_of::<Action>() <= 32, "{} bytes", size_of::<Action>());
    }
}
