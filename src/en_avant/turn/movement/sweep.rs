//! The area that a unit sweeps over as it moves, and friends that may be passed through.
//!
//! Rules E7.11, E7.12, E7.13, E7.14 with EI-16, EI-41, EI-42.

use super::field::{Field, Neighbour};
use super::segment::{Leg, Legs};
use crate::en_avant::rules::Rules;
use crate::en_avant::state::action::Path;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::swept::Swept;
use crate::en_avant::state::{State, Unit, UnitSet};
use crate::en_avant::table::geometry::{Length, Rectangle};

/// Tolerance of rounding for two edges that lie on each other.
const ROUNDING: Length = 5;

impl Engagement {
    /// The slowing pieces that a sweep meets, one bit each; none if it meets impassable ground, or a line that stops it
    /// and that it is not crossing (E3.24, E7.12, EI-15, EI-16, EI-18).
    pub(super) fn ground_swept(&self, state: &State, swept: &Swept, crossed: Option<usize>) -> Option<u64> {
        let mut slowing = 0;
        for (index, piece) in self.ground(state).pieces.iter().enumerate().filter(|(index, _)| Some(*index) != crossed)
        {
            let bars = piece.bars(&self.rules);
            if !(bars || piece.slows(&self.rules)) || !swept.meets_piece(piece) {
                continue;
            }
            if bars {
                return None;
            }
            slowing |= 1 << index;
        }
        Some(slowing)
    }
}

impl Rules {
    /// The depth to which a wheeling unit may overlap friends beside it at the start (EI-42).
    pub(super) fn graze(&self) -> Length {
        self.widths(self.wheel_graze)
    }
}

impl Field<'_> {
    /// Whether a wheeling unit only grazes a friend in contact with it at the start: its bases without their rim do not
    /// meet it (EI-42).
    pub(super) fn only_grazes(&self, friend: &Neighbour, from: &Footprint, to: &Footprint) -> bool {
        self.game.rules.graze() > self.game.measures.touch
            && self.beside().has(friend.unit)
            && !friend.is_met(&Swept::between(from, to, self.game.rules.graze()))
    }

    /// The friends in contact with the unit at the start.
    fn beside(&self) -> &UnitSet {
        self.beside.get_or_init(|| {
            let start = self.game.places().footprint_at(self.state, self.unit, &self.start);
            let (bounds, apart) = (start.bounds(), 2 * self.game.measures.touch);
            let mut beside = UnitSet::default();
            let near = self.friends().iter().filter(|friend| friend.is_within(&start, &bounds, apart));
            near.for_each(|friend| beside.insert(friend.unit));
            beside
        })
    }

    /// Whether the unit overlaps a friend in a pose by more than a depth.
    pub(super) fn overlaps_friend(&self, pose: &Unit, depth: Length) -> bool {
        self.overlaps_among(self.friends(), pose, depth)
    }

    /// Whether it overlaps any unit in a pose by more than a depth.
    pub(super) fn overlaps_any(&self, pose: &Unit, depth: Length) -> bool {
        self.overlaps_among(self.around, pose, depth)
    }

    fn overlaps_among(&self, others: &[Neighbour], pose: &Unit, depth: Length) -> bool {
        let footprint = self.game.places().footprint_at(self.state, self.unit, pose);
        let bounds = footprint.bounds();
        others.iter().any(|other| other.overlaps(&footprint, &bounds, depth))
    }

    /// Whether a unit whose bases would pass through these friends can pass between two of them instead, through a gap
    /// of at least a base width: a strip of this width, centred on one of its files, meets no friend on the whole way
    /// (E7.14, EI-42).
    pub(super) fn squeezes(&self, path: &Path, blocked: UnitSet) -> bool {
        let (game, state, start) = (self.game, self.state, self.start);
        let gap = game.rules.widths(game.rules.min_gap_between_friends);
        let depth = 2 * game.places().bounding_at(state, self.unit, &start).half_depth;
        let end = path.iter().fold(start, |pose, segment| game.measures.pose_after(&pose, segment, self.depth));
        (0..start.files).any(|file| {
            let right = (2 * Length::from(file) + 1 - Length::from(start.files)) * game.measures.width / 2;
            let strip = |at: &Unit| {
                let front = at.front.moved(at.heading, 0, right);
                Rectangle::behind(front, at.heading, gap, depth).shrunk(ROUNDING)
            };
            let is_free = |leg: Leg| {
                let swept = Swept::of(&strip(&leg.from), &strip(&leg.to), 0);
                !self.friends().iter().any(|friend| friend.solid && friend.is_met(&swept))
            };
            self.is_between(&strip(&start), &strip(&end), blocked) && Legs::of(self, path).all(is_free)
        })
    }

    /// Whether the way of a strip leads between two friends, one of which the whole unit would have met, whose distance
    /// is at most the width of the unit.
    fn is_between(&self, from: &Rectangle, to: &Rectangle, blocked: UnitSet) -> bool {
        let way = to.centre - from.centre;
        let side = |it: &Neighbour| way.cross(it.bounds.0.middle(it.bounds.1) - from.centre).signum();
        let width = i64::from(self.start.files) * i64::from(self.game.measures.width);
        let partner = |one: &Neighbour, other: &Neighbour| {
            other.unit != one.unit
                && side(other) == -side(one)
                && one.footprint.square_to(&other.footprint) < width * width
        };
        let mut met = self.friends().iter().filter(|friend| blocked.has(friend.unit));
        met.all(|one| self.friends().iter().any(|other| partner(one, other)))
    }
}
