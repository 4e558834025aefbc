//! The decisions of a side and the results of dice.
//!
//! One table declares each action once: its kind, its data and its form in files. The type, the list of kinds and the
//! serial form (`notation/action.rs`) are generated from it. A new action takes a line here, its effect in
//! `turn/engine.rs` or, for fights, in `combat/flow.rs`, and its words in `describe/action.rs`.
//!
//! A unit's action is chosen in three steps: the unit, the kind of action, and its details. A move is its path: up to
//! four segments, each measured in whole numbers, so that [`crate::game::Game::check`] can verify any move exactly,
//! wherever it comes from.

use super::{NO_UNIT, UnitId};
use crate::en_avant::table::geometry::{Heading, Length, Point, TENTH};
use crate::game::{ActionKind, Side};
use serde::{Deserialize, Serialize};

/// Maximum number of segments of a move.
pub const MOST_SEGMENTS: usize = 4;

/// One part of a move (EI-11, EI-12, EI-13, EI-40). Lengths are in tenths of a millimetre, turns in quarters of a
/// degree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Segment {
    /// No further part.
    #[default]
    None,
    /// Straight ahead.
    Advance(u16),
    /// Forward about the front corner on the side to which it turns: to the right if positive, to the left if negative.
    Wheel(i16),
    /// Obliquely forward with the facing kept: forward, and to the right (to the left if negative).
    Slide(u16, i16),
    /// Straight to the right with the facing kept; to the left if negative.
    Lateral(i16),
    /// Straight to the rear with the facing kept.
    Back(u16),
    /// A turn about on the spot, with which a retreat begins (E7.10).
    About,
    /// A single base moves its centre forward and to the right (EI-13).
    Shift(i16, i16),
    /// A single base turns on its centre, which costs nothing (EI-13).
    Turn(i16),
    /// Across the linear obstacle that it touches (EI-18).
    Cross,
}

/// A move: its segments in order, and the enemy unit to bring into contact, [`NO_UNIT`] if none. The unit conforms to
/// it at the end (E11.4, E11.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// The segments; those after the last are [`Segment::None`].
    pub segments: [Segment; MOST_SEGMENTS],
    /// The enemy unit attacked.
    pub target: UnitId,
}

impl Path {
    /// A move without segments: the unit halts.
    pub const HALT: Path = Path { segments: [Segment::None; MOST_SEGMENTS], target: NO_UNIT };

    /// A move of these segments, without an attack.
    pub fn of(segments: &[Segment]) -> Path {
        let mut path = Path::HALT;
        path.segments[..segments.len()].copy_from_slice(segments);
        path
    }

    /// The same move as an attack on a unit.
    #[must_use]
    pub fn against(self, target: UnitId) -> Path {
        Path { target, ..self }
    }

    /// Its segments in order.
    pub fn iter(&self) -> impl Iterator<Item = Segment> + '_ {
        self.segments.iter().copied().take_while(|segment| *segment != Segment::None)
    }
}

/// The placement of a unit: the middle of its front edge, its heading, and its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The middle of its front edge.
    pub front: Point,
    /// Its heading.
    pub heading: Heading,
    /// Bases in its first rank.
    pub files: u8,
}

/// A turn on the spot as part of a change of formation (E6.2, EI-38).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    /// The facing is kept.
    Kept,
    /// A quarter-turn to the right.
    Right,
    /// A half-turn.
    About,
    /// A quarter-turn to the left.
    Left,
}

/// A change of formation (EI-38).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// Bases in the new first rank.
    pub files: u8,
    /// The turn that is part of it.
    pub facing: Facing,
    /// The base of the first rank that keeps its place, counted from the left.
    pub reference: u8,
    /// The file in which it stands afterwards, counted from the left of the new first rank.
    pub becomes: u8,
}

/// How impacts are taken (E10.2, E10.3, E10.4, E10.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Results {
    /// Bases lost.
    pub losses: u8,
    /// Recoils.
    pub recoils: u8,
    /// Whether the unit becomes disordered.
    pub disorder: bool,
}

/// The result of dice; equivalent results are merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roll {
    /// Dice that succeed: impacts other than sixes, saves, a test passed. In a draw between two sides: 0 red, 1 blue, 2
    /// neither.
    pub hits: u8,
    /// Sixes.
    pub sixes: u8,
}

impl Roll {
    /// Whether a die passes its test.
    pub const fn passes(self) -> bool {
        self.hits > 0
    }

    /// The side that such a draw favours; none if it is to be rolled again (EI-27).
    pub fn drawn(self) -> Option<Side> {
        (self.hits < 2).then(|| Side::from_index(usize::from(self.hits)))
    }
}

/// The table of actions: kinds in their order, each with its name in files, `idle` if it stops or passes (otherwise
/// `active`), the form of its data in files (`notation/action.rs`), and its actions. It is passed to a macro that
/// generates code from it.
macro_rules! action_table {
    ($generate:ident) => {
        $generate! {
            ChooseEdge = "choose_edge", active, EdgeForm {
                /// Keep the present edge of the table.
                KeepEdge,
                /// Take the other edge.
                TakeOtherEdge,
            }
            ChooseOrder = "choose_order", active, OrderForm {
                /// Set up, or play, before the other side.
                GoFirst,
                /// Set up, or play, after the other side.
                GoSecond,
            }
            DeployUnit = "deploy_unit", active, UnitForm {
                /// Set up this unit next.
                DeployUnit(UnitId),
            }
            DeployAt = "deploy_at", active, PlaceForm {
                /// Set up here: a unit, the camp or the general.
                DeployAt(Placement),
            }
            GeneralWith = "general_with", active, UnitForm {
                /// The general is a base of this unit.
                GeneralWith(UnitId),
            }
            Send = "send", active, HeadingForm {
                /// Send the enemy's elephant this way.
                Send(Heading),
            }
            Activate = "activate", active, ActivateForm {
                /// Activate this unit.
                Activate(UnitId),
                /// Activate the general alone.
                ActivateGeneral,
            }
            ChangeFormation = "change_formation", active, PlainForm {
                /// Change formation; which one is chosen next.
                ChangeFormation,
            }
            March = "march", active, PlainForm {
                /// Move; the path is chosen next.
                March,
            }
            Shoot = "shoot", active, PlainForm {
                /// Shoot; the target is chosen next.
                Shoot,
            }
            Reorganise = "reorganise", active, PlainForm {
                /// Reorganise.
                Reorganise,
            }
            BreakOff = "break_off", active, PlainForm {
                /// Break off.
                BreakOff,
            }
            Form = "form", active, ChangeForm {
                /// Change formation in this way.
                Form(Change),
            }
            Limber = "limber", active, LimberForm {
                /// Unlimber, or limber up as a change of formation (EI-104).
                Limber(bool),
            }
            Dismount = "dismount", active, DismountForm {
                /// Dismount, or mount again (EI-105).
                Dismount(bool),
            }
            Move = "move", active, MoveForm {
                /// Move along this path.
                MoveAlong(Path),
            }
            MoveGeneral = "move_general", active, GeneralForm {
                /// Move the general here.
                GeneralTo(Placement),
                /// The general goes with the unit that he touches.
                GeneralAlong,
            }
            ShootAt = "shoot_at", active, TargetForm {
                /// Shoot at this unit.
                ShootAt(UnitId),
            }
            TurnAbout = "turn_about", active, PlainForm {
                /// Turn about.
                TurnAbout,
            }
            RollAgain = "roll_again", active, PlainForm {
                /// Roll the six again.
                RollAgain,
            }
            Keep = "keep", active, PlainForm {
                /// Keep the six.
                Keep,
            }
            Take = "take", active, ResultsForm {
                /// Take the impacts in this way.
                Take(Results),
            }
            Lose = "lose", active, EndForm {
                /// Lose the base on the left end.
                LoseLeft,
                /// Lose the base on the right end.
                LoseRight,
            }
            RecoilTo = "recoil_to", active, HeadingForm {
                /// Recoil towards this heading.
                RecoilTo(Heading),
            }
            Tests = "tests", active, UnitForm {
                /// This unit takes the test.
                Tests(UnitId),
            }
            FleeTo = "flee_to", active, HeadingForm {
                /// Flee towards this heading.
                FleeTo(Heading),
            }
            Fight = "fight", active, UnitForm {
                /// Fight the melee of this unit next; or this unit leads its side in it.
                Fight(UnitId),
            }
            Pursue = "pursue", active, PlainForm {
                /// Pursue.
                Pursue,
            }
            Halt = "halt", idle, PlainForm {
                /// Do nothing.
                Halt,
            }
            Pass = "pass", idle, PlainForm {
                /// Decline what is offered.
                Pass,
            }
            Done = "done", idle, PlainForm {
                /// End the activations of this impulse.
                Done,
            }
            Suffer = "suffer", active, UnitForm {
                /// This unit suffers the impacts of the melee; or it is the one that the leading unit strikes.
                Suffer(UnitId),
            }
            DeployLimbered = "deploy_limbered", active, PlaceForm {
                /// Set up horse artillery here with its teams before the guns (EI-104).
                DeployLimbered(Placement),
            }
            OfferToStop = "offer_to_stop", idle, PlainForm {
                /// Offer to end the battle by agreement.
                OfferToStop,
            }
            Agree = "agree", idle, PlainForm {
                /// Agree to end the battle.
                Agree,
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
        $( $(#[$meta:meta])* $action:ident $(($data:ty))?, )+
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

/// A length of a segment as a length of the table.
#[inline]
pub fn tenths(length: u16) -> Length {
    Length::from(length) * TENTH
}

/// A length of a segment that may be negative as a length of the table.
#[inline]
pub fn signed_tenths(length: i16) -> Length {
    Length::from(length) * TENTH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_takes_no_more_than_32_bytes() {
        assert!(size_of::<Action>() <= 32, "{} bytes", size_of::<Action>());
    }
}
