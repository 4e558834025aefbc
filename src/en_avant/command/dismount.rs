//! Cavalry of the Civil War dismounts and mounts again; a base marks where the horses wait.
//!
//! Rules E14.27, E14.28, E14.29, E14.30 with EI-105. What dismounted cavalry is stands in its second profile
//! (`setup/assemble.rs`).

use crate::en_avant::state::action::Action;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::{Marker, NO_UNIT, State, Unit, UnitId, side_of, status};
use crate::en_avant::table::geometry::{Heading, Length, Point, TENTH, gap_between};

/// A place for horses that is free.
const NO_MARKER: Marker = Marker { unit: NO_UNIT, heading: Heading::NORTH, front: Point::ORIGIN };

impl Engagement {
    /// The base that marks where the horses of a unit wait (E14.28): as large as one of cavalry.
    fn marker_base(&self, marker: &Marker) -> crate::en_avant::table::geometry::Rectangle {
        let depth = Length::from(self.rules.depth_cavalry.of(self.rules.figure_scale)) * TENTH;
        crate::en_avant::table::geometry::Rectangle::behind(marker.front, marker.heading, self.measures.width, depth)
    }

    /// Whether a unit touches its horses, or stands on their place.
    fn reaches(&self, state: &State, unit: UnitId, marker: &Marker) -> bool {
        let (base, touch) = (self.marker_base(marker), i64::from(self.measures.touch));
        self.footprint(state, unit).rectangles().iter().any(|it| gap_between(it, &base) <= touch * touch)
    }

    /// The unit as it would stand on foot, or on horseback again: its bases change arm and depth, its front stays
    /// (E14.28, EI-105).
    fn changed_mount(&self, state: &State, unit: UnitId, on_foot: bool) -> Unit {
        let it = state.unit(unit);
        let held = self.rules.dismount_horse_holder_bases.min(it.bases.saturating_sub(1));
        let bases = if on_foot { it.bases - held } else { it.bases + self.rules.dismount_horse_holder_bases };
        let mut changed = Unit { bases, files: it.files.min(bases), ..*it };
        changed.set(status::DISMOUNTED, on_foot);
        changed
    }

    /// Whether a unit can dismount, or mount again (E14.27, E14.30, EI-105): mounting asks for horses in touch and for
    /// room.
    pub fn may_change_mount(&self, state: &State, unit: UnitId, on_foot: bool) -> bool {
        let it = state.unit(unit);
        if self.dismounted[usize::from(unit)].is_none()
            || it.has(status::DISMOUNTED) == on_foot
            || it.has(status::ENGAGED)
        {
            return false;
        }
        let changed = self.changed_mount(state, unit, on_foot);
        let profile = if on_foot { &self.dismounted } else { &self.profiles }[usize::from(unit)]
            .as_ref()
            .expect("it can dismount");
        let there = footprint::Footprint::of(&changed, self.measures.width, profile.depth);
        if !self.ground_allows(state, &there) || self.overlapped(state, unit, &there).is_some() {
            return false;
        }
        if on_foot {
            return state.markers.iter().any(|marker| marker.unit == NO_UNIT);
        }
        state.markers.iter().any(|marker| marker.unit == unit && self.reaches(state, unit, marker))
    }

    /// The changes between mounted and on foot that a unit has.
    pub(super) fn mount_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) -> bool {
        let mut found = false;
        for on_foot in [true, false] {
            if self.may_change_mount(state, unit, on_foot) {
                sink.push(Action::Dismount(on_foot));
                found = true;
            }
        }
        found
    }

    /// The unit dismounts and leaves its horses where it stands, or mounts them again (E14.28, E14.30).
    pub(in crate::en_avant) fn apply_mount(&self, state: &mut State, unit: UnitId, on_foot: bool) {
        let changed = self.changed_mount(state, unit, on_foot);
        let marker = Marker { unit, heading: changed.heading, front: changed.front };
        if on_foot {
            let free = state.markers.iter_mut().find(|marker| marker.unit == NO_UNIT);
            *free.expect("a unit dismounts only with a place for its horses") = marker;
        } else {
            free_markers(state, unit);
        }
        *state.unit_mut(unit) = changed;
        self.refresh_contacts(state);
        self.next_activation(state);
    }

    /// Horses that nobody attends are driven off by an enemy who touches them; those of lost units too (EI-105).
    pub(in crate::en_avant) fn drive_off_horses(&self, state: &mut State) {
        for index in 0..state.markers.len() {
            let marker = state.markers[index];
            if marker.unit == NO_UNIT {
                continue;
            }
            let owner = marker.unit;
            let gone = !state.unit(owner).is_on_table();
            let attended = !gone && self.reaches(state, owner, &marker);
            let touched =
                || self.on_table(state, side_of(owner).other()).any(|enemy| self.reaches(state, enemy, &marker));
            if gone || (!attended && touched()) {
                state.markers[index] = NO_MARKER;
            }
        }
    }
}

/// Takes the horses of a unit off the table.
fn free_markers(state: &mut State, unit: UnitId) {
    state.markers.iter_mut().filter(|marker| marker.unit == unit).for_each(|marker| *marker = NO_MARKER);
}
