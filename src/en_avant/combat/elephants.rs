//! Elephants out of control: the enemy chooses their course, and units in their way are destroyed.
//!
//! Rules E14.4, E14.5, E14.6 with EI-107. The impacts that make an elephant uncontrollable are resolved in
//! `aftermath.rs`.

use super::observer::{Effect, Observer};
use crate::en_avant::rules::PathDestroys;
use crate::en_avant::state::action::Action;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::swept::Swept;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, UNITS_A_SIDE, Unit, UnitId, UnitSet, side_of};
use crate::en_avant::table::geometry::{CENTIMETRE, CIRCLE, Heading, Length};
use crate::game::{IllegalAction, Side};
use arrayvec::ArrayVec;

/// An elephant may be sent in any direction (E14.5), whether it is proposed or not.
pub(super) const ANY_COURSE: Result<(), IllegalAction> = Ok(());

/// Number of headings around the circle that are proposed for a course.
const COURSES: u16 = 16;

impl Units<'_> {
    /// The courses that are proposed: around the circle, and straight at each unit of its owner within reach.
    pub(super) fn course_actions(self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        let step = CIRCLE / COURSES;
        let mut courses: ArrayVec<Heading, { COURSES as usize + UNITS_A_SIDE }> =
            (0..COURSES).map(|index| state.unit(unit).heading.turned((index * step) as i16)).collect();
        let centre = self.places().bounding(state, unit).centre;
        let reach = i64::from(2 * self.pace(state, unit));
        for friend in self.troops.on_table(state, side_of(unit)).filter(|friend| *friend != unit) {
            let way = self.places().bounding(state, friend).centre - centre;
            let course = Heading::along(way);
            if way.square() <= reach * reach && !courses.contains(&course) {
                courses.push(course);
            }
        }
        courses.into_iter().for_each(|course| sink.push(Action::Send(course)));
    }

    /// Removes what a unit loses in the way of an elephant (E14.6): all of it, or the bases that are hit and those that
    /// they separate from the rest (E2.36).
    fn overrun(self, state: &mut State, unit: UnitId, meets: impl Fn(&Footprint) -> bool) {
        if self.rules.elephant_path_destroys == PathDestroys::WholeUnit {
            return self.destroy(state, unit);
        }
        let lost = self.places().cut_out(state, unit, meets);
        self.lose_bases(state, unit, lost);
    }
}

impl Engagement {
    /// Applies the chosen course (E14.5). The elephant counts as lost from now on (EI-92, EI-107), and so does a
    /// general on it (EI-29). Returns the units destroyed.
    pub(super) fn send(&self, state: &mut State, unit: UnitId, course: Heading) -> UnitSet {
        let bases = state.unit(unit).bases;
        self.units().count_losses(state, unit, bases);
        self.rules.lose_general_in(state, unit);
        let depth = self.troops.profile(state, unit).depth;
        let it = state.unit_mut(unit);
        // It turns about its centre.
        let centre = it.front.moved(it.heading, -depth / 2, 0);
        (it.front, it.heading) = (centre.moved(course, depth / 2, 0), course);
        self.stampede(state, unit)
    }

    /// Moves the elephants that a side made uncontrollable in earlier turns, at the start of the first impulse of a
    /// turn (EI-107).
    pub(in crate::en_avant) fn wild_elephants_run(&self, state: &mut State, side: Side, observer: &mut dyn Observer) {
        if !self.troops.any_elephant || state.impulses_of_turn[side.index()] != 1 {
            return;
        }
        for unit in self.troops.units_of(side.other()) {
            let it = state.unit(unit);
            if it.is_on_table() && it.has(Status::RAMPANT) && it.moved_in < state.turn {
                let destroyed = self.stampede(state, unit);
                observer.observe(state, Effect::Stampede { elephant: unit, again: true, destroyed });
            }
        }
    }

    /// Moves an elephant its whole allowance straight ahead: units and generals in its way are destroyed; at the edge
    /// of the table or at impassable ground it is removed (E14.6, EI-107). Returns the units that are destroyed.
    fn stampede(&self, state: &mut State, unit: UnitId) -> UnitSet {
        let before = *state.unit(unit);
        let whole = self.units().pace(state, unit);
        let at = |way: Length| Unit { front: before.front.moved(before.heading, way, 0), ..before };
        // Its turn on the spot is no part of its way, which begins at its middle.
        let (width, depth) = (self.measures.width, self.troops.profile(state, unit).depth);
        let half = depth / 2;
        let open = |way: Length| self.ground_allows(state, &Footprint::of(&at(way), width, depth.min(half + way)));
        let mut way = 0;
        while way < whole && open((way + CENTIMETRE).min(whole)) {
            way = (way + CENTIMETRE).min(whole);
        }
        let (from, end) = if way < half {
            let ahead = Footprint::of(&at(way), width, half + way);
            (ahead, ahead)
        } else {
            (self.places().footprint_at(state, unit, &at(half)), self.places().footprint_at(state, unit, &at(way)))
        };
        let (swept, touch) = (Swept::between(&from, &end, self.measures.touch), self.measures.touch);
        // An oblique corner may reach deeper into the end than into the swept area, of which the rim is excluded.
        let meets = |footprint: &Footprint| swept.meets_footprint(footprint) || end.overlap(footprint) > touch;
        let mut met = UnitSet::default();
        for other in self
            .troops
            .all_on_table(state)
            .filter(|other| *other != unit && meets(&self.places().footprint(state, *other)))
        {
            met.insert(other);
        }
        for side in Side::BOTH {
            if state.side(side).general.present && swept.meets(&self.measures.general_base(state, side)) {
                self.rules.lose_general(state, side);
            }
        }
        for other in met.iter() {
            self.units().overrun(state, other, meets);
        }
        let turn = state.turn;
        *state.unit_mut(unit) = Unit { moved_in: turn, ..at(way) };
        if way < whole {
            self.units().destroy(state, unit);
        }
        self.units().refresh_contacts(state);
        let mut destroyed = UnitSet::default();
        for it in met.iter().chain([unit]).filter(|it| !state.unit(*it).is_on_table()) {
            destroyed.insert(it);
        }
        destroyed
    }
}
