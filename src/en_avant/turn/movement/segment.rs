//! The segments of a move: their costs, their ends, and the short legs into which they are cut so that the swept area
//! can be checked.
//!
//! Rules E7.2, E7.8, E7.9, E7.10, E7.18 with EI-11, EI-12, EI-13, EI-40. A straight segment is one leg; a turn is cut
//! into legs of at most five degrees, so that the hull of the two ends of a leg misses less than the contact tolerance
//! of what lies between them.

use super::field::Field;
use crate::en_avant::rules::{Rules, WheelMeasure};
use crate::en_avant::state::action::{Path, Segment, signed_tenths, tenths};
use crate::en_avant::state::engagement::{Engagement, Measures};
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{Status, Unit};
use crate::en_avant::table::geometry::{HALF, Heading, Length, Point};

/// Maximum turn of one leg, in quarters of a degree.
const LEG_TURN: i16 = 20;
/// Number of parts into which a leg is divided where order matters.
pub(super) const PARTS: i32 = 64;

/// Part of a segment: the unit moves from one pose to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    /// Where it begins.
    pub from: Unit,
    /// Where it ends.
    pub to: Unit,
    /// Whether it is the last of the move.
    pub last: bool,
    segment: Segment,
    /// The pose in which the segment began, and the turns since then at both ends of the leg.
    start: Unit,
    turns: (i16, i16),
}

impl Leg {
    /// The single leg of a straight way from one pose to another.
    pub fn straight(from: Unit, to: Unit) -> Leg {
        Leg { from, to, last: true, segment: Segment::None, start: from, turns: (0, 0) }
    }

    /// Whether it is part of a wheel.
    pub fn is_wheel(&self) -> bool {
        matches!(self.segment, Segment::Wheel(_))
    }

    /// Whether the unit turns in this leg.
    #[inline]
    pub fn turns(&self) -> bool {
        self.turns.0 != self.turns.1
    }

    /// The pose after a number of [`PARTS`] parts of the leg.
    pub fn part(&self, game: &Engagement, depth: Length, part: i32) -> Unit {
        if self.turns() {
            let turn = i32::from(self.turns.0) + i32::from(self.turns.1 - self.turns.0) * part / PARTS;
            return game.measures.turned_by(&self.start, self.segment, depth, turn as i16);
        }
        let share =
            |from: Length, to: Length| from + ((i64::from(to - from) * i64::from(part)) / i64::from(PARTS)) as Length;
        let front = Point::new(share(self.from.front.x, self.to.front.x), share(self.from.front.y, self.to.front.y));
        Unit { front, ..self.from }
    }

    /// The pose slightly before the end of the leg; none if the leg is shorter than that.
    pub fn short_of_end(&self, game: &Engagement, depth: Length, hair: Length) -> Option<Unit> {
        if self.turns() {
            let turn = self.turns.1 - self.turns.1.signum();
            return (turn != self.turns.0).then(|| game.measures.turned_by(&self.start, self.segment, depth, turn));
        }
        let length = (self.to.front - self.from.front).length();
        let share =
            |from: Length, to: Length| to - (i64::from(to - from) * i64::from(hair) / i64::from(length)) as Length;
        (length > hair).then(|| {
            let front =
                Point::new(share(self.from.front.x, self.to.front.x), share(self.from.front.y, self.to.front.y));
            Unit { front, ..self.to }
        })
    }
}

/// The legs of a path, in order.
pub(super) struct Legs<'a> {
    game: &'a Engagement,
    depth: Length,
    segments: &'a [Segment],
    /// The pose in which the present segment begins; after the last leg, where the path ends.
    pub pose: Unit,
    /// The legs of the present turn that are done, and the pose after them.
    done: i16,
    reached: Option<Unit>,
}

impl<'a> Legs<'a> {
    /// The legs of a path of a unit.
    pub fn of(field: &Field<'a>, path: &'a Path) -> Legs<'a> {
        let count = path.iter().count();
        Legs::from(field, &path.segments[..count], field.start)
    }

    /// The legs of some segments from a pose.
    pub fn from(field: &Field<'a>, segments: &'a [Segment], pose: Unit) -> Legs<'a> {
        Legs { game: field.game, depth: field.depth, segments, pose, done: 0, reached: None }
    }

    /// The legs of a turn from a pose, without those of a shorter one to the same side that has the same legs.
    pub fn after(field: &Field<'a>, segments: &'a [Segment], pose: Unit, shorter: Segment) -> Legs<'a> {
        Legs { done: shorter.turn().abs() / LEG_TURN, ..Legs::from(field, segments, pose) }
    }
}

impl Iterator for Legs<'_> {
    type Item = Leg;

    fn next(&mut self) -> Option<Leg> {
        while let [Segment::About, rest @ ..] = self.segments {
            self.pose = self.pose.about(self.depth);
            self.segments = rest;
        }
        let [segment, rest @ ..] = self.segments else { return None };
        let whole = segment.turn();
        if whole == 0 {
            let to = self.pose.shifted_by(*segment);
            let leg =
                Leg { from: self.pose, to, last: rest.is_empty(), segment: *segment, start: self.pose, turns: (0, 0) };
            (self.pose, self.segments) = (to, rest);
            return Some(leg);
        }
        let count = (whole.abs() + LEG_TURN - 1) / LEG_TURN;
        let turn = |leg: i16| (i32::from(whole) * i32::from(leg) / i32::from(count)) as i16;
        let turns = (turn(self.done), turn(self.done + 1));
        let at = |turn: i16| {
            if turn == 0 { self.pose } else { self.game.measures.turned_by(&self.pose, *segment, self.depth, turn) }
        };
        let (from, to) = (self.reached.take().unwrap_or_else(|| at(turns.0)), at(turns.1));
        self.done += 1;
        let ends = self.done == count;
        let leg = Leg { from, to, last: ends && rest.is_empty(), segment: *segment, start: self.pose, turns };
        if ends {
            (self.pose, self.segments, self.done) = (to, rest, 0);
        } else {
            self.reached = Some(to);
        }
        Some(leg)
    }
}

impl Segment {
    /// The turn of a wheel or of a single base; 0 for other segments.
    #[inline]
    fn turn(self) -> i16 {
        match self {
            Segment::Wheel(turn) | Segment::Turn(turn) => turn,
            _ => 0,
        }
    }

    /// Whether the legs of this turn are the first legs of another turn.
    pub(super) fn begins(self, other: Segment) -> bool {
        let same =
            matches!((self, other), (Segment::Wheel(_), Segment::Wheel(_)) | (Segment::Turn(_), Segment::Turn(_)));
        let (own, whole) = (self.turn(), other.turn());
        same && own.signum() == whole.signum()
            && own % LEG_TURN == 0
            && whole % LEG_TURN == 0
            && own.abs() < whole.abs()
    }

    /// Whether it has a valid length: a segment of length 0 is invalid.
    pub(super) fn is_sound(self) -> bool {
        match self {
            Segment::Advance(length) | Segment::Back(length) => length > 0,
            Segment::Wheel(turn) | Segment::Turn(turn) => turn != 0 && turn.abs() <= HALF,
            // Between straight ahead and straight sideways (EI-12).
            Segment::Slide(ahead, aside) => ahead > 0 && aside != 0,
            Segment::Lateral(aside) => aside != 0,
            Segment::Shift(ahead, aside) => (ahead, aside) != (0, 0),
            Segment::About | Segment::Cross => true,
            Segment::None => false,
        }
    }
}

impl Unit {
    /// A pose after a segment without a turn.
    fn shifted_by(&self, segment: Segment) -> Unit {
        let (ahead, aside) = match segment {
            Segment::Advance(length) => (tenths(length), 0),
            Segment::Back(length) => (-tenths(length), 0),
            Segment::Slide(ahead, aside) => (tenths(ahead), signed_tenths(aside)),
            Segment::Lateral(aside) => (0, signed_tenths(aside)),
            Segment::Shift(ahead, aside) => (signed_tenths(ahead), signed_tenths(aside)),
            _ => (0, 0),
        };
        Unit { front: self.front.moved(self.heading, ahead, aside), ..*self }
    }
}

impl Rules {
    /// Whether a unit is a single base that moves and turns freely (E7.8, EI-13). Limbered artillery is as long as two.
    #[inline]
    pub fn is_free_base(&self, unit: &Unit) -> bool {
        self.single_base_free_facing && unit.bases == 1 && !unit.has(Status::LIMBERED)
    }
}

impl Measures {
    /// A pose after a segment, legal or not.
    pub(in crate::en_avant) fn pose_after(&self, pose: &Unit, segment: Segment, depth: Length) -> Unit {
        match segment {
            Segment::About => pose.about(depth),
            Segment::Wheel(turn) | Segment::Turn(turn) => self.turned_by(pose, segment, depth, turn),
            _ => pose.shifted_by(segment),
        }
    }

    /// A pose after part of a turn: a wheel about the front corner on its side (EI-11), that of a single base about its
    /// centre (EI-13).
    pub(in crate::en_avant) fn turned_by(&self, pose: &Unit, segment: Segment, depth: Length, turn: i16) -> Unit {
        let heading = pose.heading.turned(turn);
        let front = match segment {
            Segment::Wheel(whole) => {
                let half = Length::from(pose.files) * self.width / 2 * Length::from(whole.signum());
                pose.front.moved(pose.heading, 0, half).moved(heading, 0, -half)
            }
            _ => pose.front.moved(pose.heading, -depth / 2, 0).moved(heading, depth / 2, 0),
        };
        Unit { front, heading, ..*pose }
    }
}

impl Units<'_> {
    /// The cost of a segment in allowance (E7.2, E7.8, E7.18, EI-11, EI-12, EI-13, EI-40).
    pub(in crate::en_avant) fn cost(self, unit: &Unit, segment: Segment) -> Length {
        let percent = |length: Length, factor: u16| (i64::from(length) * i64::from(factor) / 100) as Length;
        match segment {
            Segment::None | Segment::About | Segment::Turn(_) | Segment::Cross => 0,
            Segment::Advance(length) | Segment::Back(length) => tenths(length),
            Segment::Wheel(turn) => {
                let front = Length::from(unit.files) * self.measures.width;
                match self.rules.wheel_measure {
                    WheelMeasure::Arc => arc(front, turn),
                    WheelMeasure::Chord => {
                        let heading = Heading::NORTH;
                        let (from, to) = (
                            Point::ORIGIN.moved(heading, front, 0),
                            Point::ORIGIN.moved(heading.turned(turn), front, 0),
                        );
                        (to - from).length()
                    }
                }
            }
            Segment::Slide(ahead, aside) => {
                percent(Point::new(tenths(ahead), signed_tenths(aside)).length(), self.rules.slide_move_factor)
            }
            Segment::Lateral(aside) => percent(signed_tenths(aside).abs(), self.rules.lateral_move_factor),
            Segment::Shift(ahead, aside) => Point::new(signed_tenths(ahead), signed_tenths(aside)).length(),
        }
    }
}

/// The arc of a point that turns at this distance, rounded: `turn` is in quarters of a degree (EI-11).
pub fn arc(radius: Length, turn: i16) -> Length {
    const PI: i64 = 31_415_927;
    const HALF_CIRCLE: i64 = 720 * 10_000_000;
    ((i64::from(radius) * i64::from(turn.unsigned_abs()) * PI + HALF_CIRCLE / 2) / HALF_CIRCLE) as Length
}
