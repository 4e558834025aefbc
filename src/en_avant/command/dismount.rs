//! Cavalry of the Civil War dismounts and mounts again; a base marks the place of the horses.
//!
//! Rules E14.27, E14.28, E14.29, E14.30 with EI-105. The values of dismounted cavalry are in its second profile
//! (`setup/assemble.rs`).

use crate::en_avant::rules::Rules;
use crate::en_avant::state::action::Action;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint;
use crate::en_avant::state::horses::NO_MARKER;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{Marker, NO_UNIT, State, Status, Unit, UnitId};

impl Rules {
    /// The unit after dismounting or mounting again: its bases change arm and depth, its front stays (E14.28, EI-105).
    fn changed_mount(&self, state: &State, unit: UnitId, on_foot: bool) -> Unit {
        let it = state.unit(unit);
        let held = self.dismount_horse_holder_bases.min(it.bases.saturating_sub(1));
        let bases = if on_foot { it.bases - held } else { it.bases + self.dismount_horse_holder_bases };
        let mut changed = Unit { bases, files: it.files.min(bases), ..*it };
        changed.set(Status::DISMOUNTED, on_foot);
        changed
    }
}

impl Units<'_> {
    /// Dismounts the unit, which leaves its horses in place, or mounts it again (E14.28, E14.30).
    pub(in crate::en_avant) fn apply_mount(self, state: &mut State, unit: UnitId, on_foot: bool) {
        let changed = self.rules.changed_mount(state, unit, on_foot);
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
}

impl Engagement {
    /// Whether a unit can dismount, or mount again (E14.27, E14.30, EI-105): mounting requires horses in contact, and
    /// room where no obstacle cuts the unit (E3.24, EI-38).
    pub fn may_change_mount(&self, state: &State, unit: UnitId, on_foot: bool) -> bool {
        let it = state.unit(unit);
        if self.troops.dismounted[usize::from(unit)].is_none()
            || it.has(Status::DISMOUNTED) == on_foot
            || self.units().touches_enemy(state, unit)
        {
            return false;
        }
        let changed = self.rules.changed_mount(state, unit, on_foot);
        let profile = if on_foot { &self.troops.dismounted } else { &self.troops.profiles }[usize::from(unit)]
            .as_ref()
            .expect("it can dismount");
        let there = footprint::Footprint::of(&changed, self.measures.width, profile.depth);
        if !self.ground_allows(state, &there)
            || self.places().overlapped(state, unit, &there).is_some()
            || there.rectangles().iter().any(|it| self.is_cut_by_obstacle(state, it))
        {
            return false;
        }
        if on_foot {
            return state.markers.iter().any(|marker| marker.unit == NO_UNIT);
        }
        state.markers.iter().any(|marker| marker.unit == unit && self.units().reaches(state, unit, marker))
    }

    /// The changes between mounted and dismounted that are legal for a unit.
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
}

/// Removes the horses of a unit from the table.
fn free_markers(state: &mut State, unit: UnitId) {
    state.markers.iter_mut().filter(|marker| marker.unit == unit).for_each(|marker| *marker = NO_MARKER);
}
