//! Troops held off the table by a scenario and their way on (J4.25, J4.26, JI-105): who waits where from which round,
//! which officers can activate them, who comes along. Where a unit can get to from beyond the edge is for
//! `reach/entry.rs`.
//!
//! A unit of a reserve has elements and stands nowhere until it enters. It counts among the units at the start
//! (JI-175), and an army with troops still to come is not destroyed.

use crate::game::Side;
use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::off_table::Reserve;
use crate::jomini::state::{
    Group, GroupKind, Mover, NO_OFFICER, NO_UNIT, OfficerId, State, Step, UnitId, officer_ids, side_of, unit_ids,
};

impl Battle {
    /// The reserve of a unit that is still off the table.
    fn reserve(&self, state: &State, unit: UnitId) -> Option<&Reserve> {
        let it = state.unit(unit);
        let waits = !self.reserves.all.is_empty() && it.hex == NO_HEX && it.elements > 0;
        let number = if waits { self.reserves.of_unit[usize::from(unit)] } else { 0 };
        (number > 0).then(|| &self.reserves.all[usize::from(number) - 1])
    }

    /// Whether a unit may come on to the table now (J4.25).
    pub(super) fn may_come(&self, state: &State, unit: UnitId) -> bool {
        self.reserve(state, unit).is_some_and(|reserve| state.round() >= reserve.round)
    }

    /// The hexes by which a unit that is off the table may enter.
    pub(in crate::jomini) fn entries(&self, state: &State, unit: UnitId) -> &[HexId] {
        self.reserve(state, unit).map_or(&[], |reserve| &reserve.entries)
    }

    /// The units of a side that can be activated, on the table or before its edge, in rising order.
    pub(in crate::jomini) fn units_at_hand<'a>(
        &'a self,
        state: &'a State,
        side: Side,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let first = unit_ids(side).start;
        (first..first + self.unit_counts[side])
            .filter(move |unit| state.unit(*unit).hex != NO_HEX || self.may_come(state, *unit))
    }

    /// The officers of a side who can activate units, on the table or before its edge, in rising order (J4.26).
    pub(in crate::jomini) fn officers_at_hand<'a>(
        &'a self,
        state: &'a State,
        side: Side,
    ) -> impl Iterator<Item = OfficerId> + 'a {
        let first = officer_ids(side).start;
        (first..first + self.officer_counts[side])
            .filter(move |officer| state.officer(*officer).hex != NO_HEX || self.waits_off_table(state, *officer))
    }

    /// Whether an officer waits before the edge of the table for troops that may come now.
    pub(super) fn waits_off_table(&self, state: &State, officer: OfficerId) -> bool {
        let it = state.officer(officer);
        it.in_play && it.hex == NO_HEX && self.reserves.has_officer(officer) && {
            let number = usize::from(self.reserves.of_officer[usize::from(officer)]);
            state.round() >= self.reserves.all[number - 1].round
        }
    }

    /// Whether an officer commands a unit off the table: he waits there with it, or stands on the table within command
    /// range of a hex just outside (J4.26, JI-105).
    pub(in crate::jomini) fn accompanies(&self, state: &State, group: &Group, unit: UnitId) -> bool {
        let officer = group.leader;
        if group.kind != GroupKind::Activation || officer == NO_OFFICER || !self.may_come(state, unit) {
            return false;
        }
        let hex = state.officer(officer).hex;
        if hex == NO_HEX {
            return self.reserves.of_officer[usize::from(officer)] == self.reserves.of_unit[usize::from(unit)];
        }
        let range = self.officer_profile(officer).command_range;
        self.entries(state, unit).iter().any(|entry| self.board.distance(hex, *entry) < range)
    }

    /// The activated units of the current group that wait before the edge and can enter.
    pub(super) fn units_to_enter<'a>(&'a self, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        let units = if self.reserves.all.is_empty() { 0 } else { self.unit_counts[state.active] };
        let first = unit_ids(state.active).start;
        (first..first + units).filter(move |unit| {
            state.unit(*unit).hex == NO_HEX && self.waits_to_move(state, *unit) && self.can_enter(state, *unit)
        })
    }

    /// Officers who wait off the table come on with a unit that has entered: whoever activated it must, unless he is a
    /// sub-general; others may (J4.26, JI-105).
    pub(super) fn offer_to_enter(&self, state: &mut State, unit: UnitId, above: OfficerId) {
        let reserve = self.reserves.of_unit[usize::from(unit)];
        let leader = state.turn.groups[usize::from(state.unit(unit).group) - 1].leader;
        let (side, hex) = (side_of(unit), state.unit(unit).hex);
        for officer in officer_ids(side).filter(|officer| *officer >= above) {
            if !self.waits_off_table(state, officer) || self.reserves.of_officer[usize::from(officer)] != reserve {
                continue;
            }
            if officer == leader && self.officer_profile(officer).rank != Rank::SubGeneral {
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

    /// Whether a side has a unit on the table or still to come.
    pub(super) fn has_troops(&self, state: &State, side: Side) -> bool {
        self.units_on_table(state, side).next().is_some()
            || self.units_of(side).any(|unit| self.reserve(state, unit).is_some())
    }

    /// Whether a unit could enter at all: by a free hex (JI-105).
    fn can_enter(&self, state: &State, unit: UnitId) -> bool {
        let mut any = false;
        self.each_destination(state, &Mover::plain(unit), |_| {
            any = true;
            false
        });
        any
    }

    /// Whether a hex by which troops enter is free.
    pub(super) fn is_free_entry(&self, state: &State, hex: HexId) -> bool {
        state.unit_at(hex) == NO_UNIT
    }
}
