//! A unit that turns on the spot: its new front, and the places of its bases (E6.2, E6.8, EI-38).

use super::action::{Change, Facing};
use super::places::Places;
use super::{State, Status, Unit, UnitId};
use crate::en_avant::table::geometry::{Edge, HALF, Length, QUARTER};

impl Facing {
    /// The turn in quarters of a degree.
    pub const fn turn(self) -> i16 {
        match self {
            Facing::Kept => 0,
            Facing::Right => QUARTER,
            Facing::About => HALF,
            Facing::Left => -QUARTER,
        }
    }

    /// The edge that becomes the front.
    pub const fn edge(self) -> Edge {
        match self {
            Facing::Kept => Edge::Front,
            Facing::Right => Edge::Right,
            Facing::About => Edge::Rear,
            Facing::Left => Edge::Left,
        }
    }
}

/// The offset of a file to the right of the middle of a rank.
#[inline]
pub(in crate::en_avant) fn offset(file: u8, files: u8, width: Length) -> Length {
    (2 * Length::from(file) + 1 - Length::from(files)) * width / 2
}

impl Unit {
    /// A pose after a turn about on the spot: the old rear edge, which may be that of a limber, becomes the front
    /// (E6.2, E7.10, EI-38, EI-104).
    pub(in crate::en_avant) fn about(&self, depth: Length) -> Unit {
        let ranks = Length::from(self.ranks()) + Length::from(self.has(Status::LIMBERED));
        Unit { front: self.front.moved(self.heading, -ranks * depth, 0), heading: self.heading.opposite(), ..*self }
    }
}

impl Unit {
    /// The rank and file of a base of the first rank after a quarter-turn, by which files and ranks swap (EI-38).
    fn place_after(&self, facing: Facing, reference: u8) -> (u8, u8) {
        let (files, ranks) = (self.files, self.ranks());
        let (rank, file) = if facing == Facing::Right { (files - 1 - reference, 0) } else { (reference, ranks - 1) };
        (rank.min(self.bases.div_ceil(ranks) - 1), file)
    }

    /// Whether a base stands where the reference base was, after a turn: its rank may not exist in another number of
    /// files, and a short last rank is filled from the left (E2.34, E6.8).
    pub(in crate::en_avant) fn keeps_reference(&self, change: &Change) -> bool {
        let rank = match change.facing {
            Facing::Kept => 0,
            Facing::About => self.ranks() - 1,
            Facing::Right | Facing::Left => self.place_after(change.facing, change.reference).0,
        };
        u16::from(rank) * u16::from(change.files) + u16::from(change.becomes) < u16::from(self.bases)
    }
}

impl Places<'_> {
    /// A unit turned about in place: its old rear edge is its front, a short rank moves to the new rear (E6.2, EI-38).
    pub(in crate::en_avant) fn turned_about(self, state: &State, unit: UnitId) -> Unit {
        self.turned(state, unit, Facing::About, 0).0
    }

    /// A unit after a turn on the spot, and the file in which the reference base then stands (E6.2, E6.8, EI-38).
    pub(in crate::en_avant) fn turned(self, state: &State, unit: UnitId, facing: Facing, reference: u8) -> (Unit, u8) {
        let it = *state.unit(unit);
        let (width, depth) = (self.measures.width, self.troops.profile(state, unit).depth);
        let (files, ranks) = (it.files, it.ranks());
        match facing {
            Facing::Kept => (it, reference),
            Facing::About => (it.about(depth), files - 1 - reference),
            Facing::Right | Facing::Left => {
                // Files and ranks swap; the reference base keeps its centre.
                let centre = it.front.moved(it.heading, -depth / 2, offset(reference, files, width));
                let heading = it.heading.turned(facing.turn());
                let turned = Unit { heading, files: ranks, ..it };
                let (rank, file) = it.place_after(facing, reference);
                let rank = Length::from(rank);
                let front = centre.moved(heading, (2 * rank + 1) * depth / 2, -offset(file, ranks, width));
                (Unit { front, ..turned }, file)
            }
        }
    }
}
