//! Cavalry of the Civil War dismounts and mounts again; a base marks the place of the horses.
//!
//! Rules E14.27, E14.28, E14.29, E14.30 with EI-105. The values of dismounted cavalry are in its second profile
//! (`setup/assemble.rs`).

use crate::en_avant::rules::Rules;
use crate::en_avant::state::action::Action;
use crate::en_avant::state::arrival::Fault;
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
        let held = self.dismount_horse_holder_bases;
        let bases = if on_foot { it.bases - held } else { it.bases + held };
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
    /// Whether a unit can dismount, or mount again.
    pub fn may_change_mount(&self, state: &State, unit: UnitId, on_foot: bool) -> bool {
        self.check_mount(state, unit, on_foot).is_ok()
    }

    /// Whether a unit can dismount, or mount again (E14.27, E14.30, EI-105): dismounting requires more bases than stay
    /// with the horses; mounting requires horses in contact, and room where no obstacle cuts the unit and it comes
    /// no nearer to the enemy (E3.24, E6.7, EI-38).
    pub(in crate::en_avant) fn check_mount(&self, state: &State, unit: UnitId, on_foot: bool) -> Result<(), Fault> {
        let it = state.unit(unit);
        let fault = |words| Err(Fault(words));
        if self.troops.dismounted[usize::from(unit)].is_none() {
            return fault("only cavalry of the Civil War dismounts (E14.27)");
        }
        if it.has(Status::DISMOUNTED) == on_foot {
            return fault("the unit has done so already (E14.27, E14.30)");
        }
        if self.units().touches_enemy(state, unit) {
            return fault("a unit in contact with the enemy neither dismounts nor mounts (E6.4, EI-105)");
        }
        if on_foot && it.bases <= self.rules.dismount_horse_holder_bases {
            return fault("no base of the unit would be left beside those that hold the horses (EI-105)");
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
            return fault("there is no room for the unit (E3.24, E7.12)");
        }
        if self.advances_to(state, unit, &there) {
            return fault("the unit would come nearer to the enemy (E6.7)");
        }
        if on_foot && !state.markers.iter().any(|marker| marker.unit == NO_UNIT) {
            return fault("there is no place for more horses (E14.28)");
        }
        let reaches = |marker: &Marker| marker.unit == unit && self.units().reaches(state, unit, marker);
        if !on_foot && !state.markers.iter().any(reaches) {
            return fault("the unit does not touch its horses (EI-105)");
        }
        Ok(())
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
