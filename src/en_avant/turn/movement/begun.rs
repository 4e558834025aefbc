//! The first segments of moves that attack no unit, walked once for all moves that begin with them.
//!
//! It implements no rules: what it shares is checked by `movement.rs`, and the same as if each move were walked alone.

use super::NO_ROOM;
use super::field::Field;
use super::segment::Legs;
use super::walk::Walk;
use crate::en_avant::state::Unit;
use crate::en_avant::state::action::{Path, Segment};
use crate::en_avant::state::arrival::{Arrival, Fault};
use crate::en_avant::state::units::ROUNDING;
use crate::en_avant::table::geometry::Length;

/// The first segments of some moves, walked once.
pub(in crate::en_avant::turn) struct Begun<'a> {
    walk: Walk<'a>,
    pose: Unit,
    path: Path,
    count: usize,
    cost: Length,
}

impl Begun<'_> {
    /// The end of the move with one more segment, or what forbids it.
    pub(in crate::en_avant::turn) fn end_with(&self, last: Segment) -> Result<Arrival, Fault> {
        let field = self.walk.field;
        let mut path = self.path;
        if self.count >= path.segments.len() {
            return Err(Fault("a move has at least one segment and at most as many as the rules allow (EI-11)"));
        }
        path.segments[self.count] = last;
        field.game.rules.check_segments(&field.start, &path)?;
        let cost = field.affordable(self.cost + field.game.units().cost(&field.start, last))?;
        // Most moves that are too long end on other bases, from which a unit that has wheeled steps aside at most by
        // what it may graze.
        let wheeled = self.walk.wheeled || matches!(last, Segment::Wheel(_));
        let aside = if wheeled { field.game.rules.graze() + ROUNDING } else { 0 };
        let end = field.game.measures.pose_after(&self.pose, last, field.depth);
        if field.overlaps_any(&end, field.game.measures.touch + aside) {
            return Err(NO_ROOM);
        }
        let mut walk = self.walk;
        let mut legs = Legs::from(field, &path.segments[self.count..=self.count], self.pose);
        for leg in legs.by_ref() {
            walk.leg(&leg)?;
        }
        field.arrive(walk, legs.pose, &path, cost)
    }
}

impl Field<'_> {
    /// Walks the common first segments of moves that attack no unit, so that they need not be walked for each of them.
    pub(in crate::en_avant::turn) fn begin(&self, segments: &[Segment]) -> Result<Begun<'_>, Fault> {
        let path = Path::of(segments);
        self.begin_with(path, self.walk(&path)?, Legs::of(self, &path))
    }

    /// Walks a turn as the first segment of moves, of which a shorter turn may have been walked before.
    pub(in crate::en_avant::turn) fn begin_turn(
        &self,
        turn: Segment,
        shorter: Option<&Begun<'_>>,
    ) -> Result<Begun<'_>, Fault> {
        let Some(shorter) = shorter.filter(|it| it.count == 1 && it.path.segments[0].begins(turn)) else {
            return self.begin(&[turn]);
        };
        let path = Path::of(&[turn]);
        self.game.rules.check_segments(&self.start, &path)?;
        let legs = Legs::after(self, &path.segments[..1], self.start, shorter.path.segments[0]);
        self.begin_with(path, Walk { field: self, ..shorter.walk }, legs)
    }

    /// Walks a turn both as a whole move, which returns its end, and as the first segment of longer moves.
    pub(in crate::en_avant::turn) fn begin_or_end(
        &self,
        turn: Segment,
    ) -> Result<(Arrival, Result<Begun<'_>, Fault>), Fault> {
        let path = Path::of(&[turn]);
        let mut walk = self.walk(&path)?;
        let cost = self.affordable(self.game.units().cost(&self.start, turn))?;
        let mut legs = Legs::of(self, &path);
        let mut begun = Ok(walk);
        for mut leg in legs.by_ref() {
            let before = walk;
            walk.leg(&leg)?;
            begun = Ok(walk);
            // Where a move may end, a longer one need not be allowed to continue.
            if walk.zones.halted {
                begun = Ok(before);
                leg.last = false;
                begun = begun.and_then(|mut walk| walk.leg(&leg).map(|()| walk));
            }
        }
        let pose = legs.pose;
        let arrival = self.arrive(walk, pose, &path, cost)?;
        Ok((arrival, begun.map(|walk| Begun { walk, pose, path, count: 1, cost })))
    }

    /// The start of a walk along a path.
    fn walk(&self, path: &Path) -> Result<Walk<'_>, Fault> {
        self.fault()?;
        self.game.rules.check_segments(&self.start, path)?;
        Walk::new(self, path)
    }

    /// Walks the remaining legs of the first segments of moves.
    fn begin_with<'b>(&'b self, path: Path, mut walk: Walk<'b>, mut legs: Legs) -> Result<Begun<'b>, Fault> {
        for mut leg in legs.by_ref() {
            leg.last = false;
            walk.leg(&leg)?;
        }
        let cost = path.iter().map(|segment| self.game.units().cost(&self.start, segment)).sum();
        Ok(Begun { walk, pose: legs.pose, path, count: path.iter().count(), cost })
    }
}
