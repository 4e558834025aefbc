//! Straight displacements with the facing kept: the swept area, the units in it, and whether the ground allows it. Used
//! for recoil, rout, pursuit and breaking off (E10.9, E10.19, E11.41, E11.44).

use crate::en_avant::rules::{BaseAxis, Movement};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::places::Places;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::{Convex, Heading, Length, Point};
use crate::en_avant::table::ground::Piece;

/// The area that a unit sweeps over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    parts: [Convex; 2],
    count: usize,
    /// The final footprint, and the tolerated overlap with it (EI-6).
    end: Footprint,
    touch: Length,
}

impl Sweep {
    /// The convex parts of which it consists.
    #[inline]
    pub(super) fn parts(&self) -> &[Convex] {
        &self.parts[..self.count]
    }

    /// Whether it crosses a footprint, or overlaps it at the end: an oblique corner may reach deeper into the end than
    /// into the swept area, of which the rim is excluded.
    pub(super) fn meets(&self, footprint: &Footprint) -> bool {
        footprint.rectangles().iter().any(|it| self.parts().iter().any(|part| part.meets(it)))
            || self.end.overlap(footprint) > self.touch
    }
}

/// A unit shifted along a heading, its facing kept.
#[inline]
pub(in crate::en_avant) fn shifted(unit: &Unit, way: Heading, distance: Length) -> Unit {
    Unit { front: unit.front.moved(way, distance, 0), ..*unit }
}

impl Places<'_> {
    /// Converts hundredths of a base of a unit to a length, along its depth or its width.
    pub(super) fn bases_long(self, state: &State, unit: UnitId, hundredths: u16, axis: BaseAxis) -> Length {
        let base = match axis {
            BaseAxis::Depth => self.troops.profile(state, unit).depth,
            BaseAxis::Width => self.measures.width,
        };
        base * Length::from(hundredths) / 100
    }

    /// The area that a unit sweeps over between two poses of one heading. Overlaps within the tolerance are excluded
    /// (EI-6).
    pub(super) fn sweep(self, state: &State, unit: UnitId, from: &Unit, to: &Unit) -> Sweep {
        let (before, after) = (self.footprint_at(state, unit, from), self.footprint_at(state, unit, to));
        let touch = self.measures.touch;
        let part = |index: usize| {
            let (a, b) = (before.rectangles()[index].shrunk(touch), after.rectangles()[index].shrunk(touch));
            Convex::swept(&a, &b)
        };
        let count = before.rectangles().len();
        Sweep { parts: [part(0), part(count - 1)], count, end: after, touch }
    }

    /// The first unit in the swept area, among those that count.
    pub(super) fn first_in_sweep(
        self,
        state: &State,
        unit: UnitId,
        sweep: &Sweep,
        counts: impl Fn(UnitId) -> bool,
    ) -> Option<UnitId> {
        self.troops
            .all_on_table(state)
            .find(|other| *other != unit && counts(*other) && sweep.meets(&self.footprint(state, *other)))
    }
}

impl Units<'_> {
    /// Whether a unit may pass through another: a friend, if one of both is light (E7.13, EI-41).
    pub(super) fn may_pass_through(self, state: &State, unit: UnitId, other: UnitId) -> bool {
        side_of(unit) == side_of(other) && self.lets_through(state, unit, other)
    }

    /// Sets the pose of a unit that has been shifted or turned. A separate general in contact with it may go along
    /// (EI-28).
    pub(super) fn displace(self, state: &mut State, unit: UnitId, to: Unit) {
        let with_general = self.places().general_goes_along(state, unit);
        let before = self.places().bounding(state, unit).centre;
        let it = state.unit_mut(unit);
        (it.front, it.heading) = (to.front, to.heading);
        let way = self.places().bounding(state, unit).centre - before;
        if with_general && way != Point::ORIGIN {
            state.clash.followed = unit;
            state.clash.way = way;
        }
        self.refresh_contacts(state);
    }
}

impl Engagement {
    /// Whether impassable ground lies in the swept area, or too deep in its end.
    pub(super) fn sweep_is_barred(&self, state: &State, sweep: &Sweep) -> bool {
        let ground = self.ground(state);
        let on_the_way = || {
            let mut barred = ground.pieces.iter().filter(|piece| piece.movement == Movement::Impassable);
            barred.any(|piece| sweep.parts().iter().any(|part| piece.meets_convex(part)))
        };
        on_the_way() || sweep.end.rectangles().iter().any(|it| ground.bars(it, sweep.touch))
    }

    /// The number of slowing pieces in the swept area, without linear obstacles (EI-16).
    pub(super) fn slowing_in_sweep(&self, state: &State, sweep: &Sweep) -> u8 {
        let slows = |piece: &&Piece| {
            piece.movement == Movement::Slows
                && !piece.is_line()
                && sweep.parts().iter().any(|part| piece.meets_convex(part))
        };
        self.ground(state).pieces.iter().filter(slows).count() as u8
    }

    /// Whether the pose of a unit lies wholly on the table (EI-6).
    pub(super) fn lies_on_table(&self, state: &State, unit: UnitId, pose: &Unit) -> bool {
        let ground = self.ground(state);
        self.places().footprint_at(state, unit, pose).rectangles().iter().all(|it| ground.holds(it))
    }
}
