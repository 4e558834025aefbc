//! The data of actions: moves, places, changes of formation, results; and the results of dice.
//!
//! A move is its path: up to four segments, each measured in whole numbers, so that [`crate::game::Game::check`] can
//! verify any move exactly, wherever it comes from.

use crate::en_avant::state::{NO_UNIT, UnitId};
use crate::en_avant::table::geometry::{Heading, Length, Point, TENTH};
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
