//! Troops held off the table enter (J4.25, J4.26, JI-105): the units, and the officers who accompany them. Their
//! activation is in `command/reserves.rs`, the hexes that they can reach in `reach/entry.rs`.
//!
//! A unit of a reserve has elements and is on no hex until it enters. It counts among the units at the start (JI-175),
//! and an army with troops still to come is not destroyed.

use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{Mover, NO_UNIT, OfficerId, State, Step, UnitId, officer_ids, side_of, unit_ids};

impl State {
    /// Whether a hex by which troops enter is free.
    pub(super) fn is_free_entry(&self, hex: HexId) -> bool {
        self.unit_at(hex) == NO_UNIT
    }
}

impl Battle {
    /// The activated units of the current group that wait at the edge and can enter.
    pub(in crate::jomini) fn units_to_enter<'a>(&'a self, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        let units = if self.reserves.all.is_empty() { 0 } else { self.field.forces.unit_counts[state.active] };
        unit_ids(state.active).limited(units).filter(move |unit| {
            state.unit(*unit).hex == NO_HEX
                && self.field.forces.waits_to_move(state, *unit)
                && self.can_enter(state, *unit)
        })
    }

    /// Offers officers who wait off the table to enter with a unit that has entered: the officer who activated it must,
    /// unless he is a sub-general; others may (J4.26, JI-105).
    pub(super) fn offer_to_enter(&self, state: &mut State, unit: UnitId, above: Option<OfficerId>) {
        let reserve = self.reserves.of_unit[usize::from(unit)];
        let leader = state.turn.groups[usize::from(state.unit(unit).group) - 1].leader;
        let (side, hex) = (side_of(unit), state.unit(unit).hex);
        for officer in officer_ids(side).filter(|officer| Some(*officer) > above) {
            if !self.waits_off_table(state, officer) || self.reserves.of_officer[usize::from(officer)] != reserve {
                continue;
            }
            if officer == leader && self.field.forces.officer_profile(officer).rank != Rank::SubGeneral {
                let it = state.officer_mut(officer);
                it.hex = hex;
                it.has_moved = true;
                continue;
            }
            state.step = Step::Accompany(unit, officer);
            return;
        }
        state.step = Step::Movement;
    }

    /// Whether a unit could enter by a free hex (JI-105).
    fn can_enter(&self, state: &State, unit: UnitId) -> bool {
        let mut any = false;
        self.each_destination(state, &Mover::plain(unit), |_| {
            any = true;
            false
        });
        any
    }
}
