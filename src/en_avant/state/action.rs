//! The decisions of a side, one variant per kind of decision, and the results of dice.
//!
//! A unit's action is chosen in three steps: the unit, the kind of action, and its details. A move is its path: up to
//! four segments, each measured in whole numbers, so that [`crate::game::Game::check`] can verify any move exactly,
//! wherever it comes from.

use super::{NO_UNIT, UnitId};
use crate::en_avant::table::geometry::{Heading, Length, Point, TENTH};
use crate::game::Kind;
use crate::game::Side;
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

/// One decision of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Keep the present edge of the table.
    KeepEdge,
    /// Take the other edge.
    TakeOtherEdge,
    /// Set up, or play, before the other side.
    GoFirst,
    /// Set up, or play, after the other side.
    GoSecond,
    /// Set up this unit next.
    DeployUnit(UnitId),
    /// Set up here: a unit, the camp or the general.
    DeployAt(Placement),
    /// Set up horse artillery here with its teams before the guns (EI-104).
    DeployLimbered(Placement),
    /// The general is a base of this unit.
    GeneralWith(UnitId),

    /// Send the enemy's elephant this way.
    Send(Heading),
    /// Activate this unit.
    Activate(UnitId),
    /// Activate the general alone.
    ActivateGeneral,
    /// Change formation; which one is chosen next.
    ChangeFormation,
    /// Move; the path is chosen next.
    March,
    /// Shoot; the target is chosen next.
    Shoot,
    /// Reorganise.
    Reorganise,
    /// Break off.
    BreakOff,
    /// Do nothing.
    Halt,
    /// Change formation in this way.
    Form(Change),
    /// Unlimber, or limber up as a change of formation (EI-104).
    Limber(bool),
    /// Dismount, or mount again (EI-105).
    Dismount(bool),
    /// Move along this path.
    MoveAlong(Path),
    /// Move the general here.
    GeneralTo(Placement),
    /// The general goes with the unit that he touches.
    GeneralAlong,
    /// Shoot at this unit.
    ShootAt(UnitId),
    /// Turn about.
    TurnAbout,

    /// Roll the six again.
    RollAgain,
    /// Keep the six.
    Keep,
    /// This unit suffers the impacts of the melee; or it is the one that the leading unit strikes.
    Suffer(UnitId),
    /// Take the impacts in this way.
    Take(Results),
    /// Lose the base on the left end.
    LoseLeft,
    /// Lose the base on the right end.
    LoseRight,
    /// Recoil towards this heading.
    RecoilTo(Heading),
    /// This unit takes the test.
    Tests(UnitId),
    /// Flee towards this heading.
    FleeTo(Heading),
    /// Fight the melee of this unit next; or this unit leads its side in it.
    Fight(UnitId),
    /// Pursue.
    Pursue,

    /// Offer to end the battle by agreement.
    OfferToStop,
    /// Agree to end the battle.
    Agree,

    /// Decline what is offered.
    Pass,
    /// End the activations of this impulse.
    Done,
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
    /// The side that such a draw favours; none if it is to be rolled again (EI-27).
    pub fn drawn(self) -> Option<Side> {
        (self.hits < 2).then(|| Side::from_index(usize::from(self.hits)))
    }
}

/// The kinds of action, in the order of [`Action::kind`].
pub const KINDS: &[Kind] = &[
    kind("choose_edge"),
    kind("choose_order"),
    kind("deploy_unit"),
    kind("deploy_at"),
    kind("general_with"),
    kind("send"),
    kind("activate"),
    kind("change_formation"),
    kind("march"),
    kind("shoot"),
    kind("reorganise"),
    kind("break_off"),
    kind("form"),
    kind("limber"),
    kind("dismount"),
    kind("move"),
    kind("move_general"),
    kind("shoot_at"),
    kind("turn_about"),
    kind("roll_again"),
    kind("keep"),
    kind("take"),
    kind("lose"),
    kind("recoil_to"),
    kind("tests"),
    kind("flee_to"),
    kind("fight"),
    kind("pursue"),
    Kind { name: "halt", idle: true },
    Kind { name: "pass", idle: true },
    Kind { name: "done", idle: true },
    kind("suffer"),
    kind("deploy_limbered"),
    Kind { name: "offer_to_stop", idle: true },
    Kind { name: "agree", idle: true },
];

const fn kind(name: &'static str) -> Kind {
    Kind { name, idle: false }
}

impl Action {
    /// The index of this action's kind in [`KINDS`].
    pub fn kind(&self) -> usize {
        match self {
            Action::KeepEdge | Action::TakeOtherEdge => 0,
            Action::GoFirst | Action::GoSecond => 1,
            Action::DeployUnit(_) => 2,
            Action::DeployAt(_) => 3,
            Action::GeneralWith(_) => 4,
            Action::Send(_) => 5,
            Action::Activate(_) | Action::ActivateGeneral => 6,
            Action::ChangeFormation => 7,
            Action::March => 8,
            Action::Shoot => 9,
            Action::Reorganise => 10,
            Action::BreakOff => 11,
            Action::Form(_) => 12,
            Action::Limber(_) => 13,
            Action::Dismount(_) => 14,
            Action::MoveAlong(_) => 15,
            Action::GeneralTo(_) | Action::GeneralAlong => 16,
            Action::ShootAt(_) => 17,
            Action::TurnAbout => 18,
            Action::RollAgain => 19,
            Action::Keep => 20,
            Action::Take(_) => 21,
            Action::LoseLeft | Action::LoseRight => 22,
            Action::RecoilTo(_) => 23,
            Action::Tests(_) => 24,
            Action::FleeTo(_) => 25,
            Action::Fight(_) => 26,
            Action::Pursue => 27,
            Action::Halt => 28,
            Action::Pass => 29,
            Action::Done => 30,
            Action::Suffer(_) => 31,
            Action::DeployLimbered(_) => 32,
            Action::OfferToStop => 33,
            Action::Agree => 34,
        }
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
