//! Command of troops off the table (J4.25, J4.26, JI-105): the troops that wait at its edge, and the officers who can
//! activate them.

use crate::game::Side;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{Group, GroupKind, NO_OFFICER, OfficerId, State, UnitId, officer_ids, unit_ids};

impl Battle {
    /// The units of a side that can be activated, on the table or at its edge, in ascending order.
    pub(in crate::jomini) fn units_at_hand<'a>(
        &'a self,
        state: &'a State,
        side: Side,
    ) -> impl Iterator<Item = UnitId> + 'a {
        unit_ids(side)
            .limited(self.field.forces.unit_counts[side])
            .filter(move |unit| state.unit(*unit).hex != NO_HEX || self.may_come(state, *unit))
    }

    /// The officers of a side who can activate units, on the table or at its edge, in ascending order (J4.26).
    pub(in crate::jomini) fn officers_at_hand<'a>(
        &'a self,
        state: &'a State,
        side: Side,
    ) -> impl Iterator<Item = OfficerId> + 'a {
        officer_ids(side)
            .limited(self.field.forces.officer_counts[side])
            .filter(move |officer| state.officer(*officer).hex != NO_HEX || self.waits_off_table(state, *officer))
    }

    /// Whether an officer waits at the edge of the table with troops that may enter now.
    pub(in crate::jomini) fn waits_off_table(&self, state: &State, officer: OfficerId) -> bool {
        let it = state.officer(officer);
        it.in_play && it.hex == NO_HEX && self.reserves.has_officer(officer) && {
            let number = usize::from(self.reserves.of_officer[usize::from(officer)]);
            state.round() >= self.reserves.all[number - 1].round
        }
    }

    /// Whether an officer commands a unit off the table: he waits there with it, or is on the table within command
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
        let range = self.field.forces.officer_profile(officer).command_range;
        let (board, at) = (&self.field.board, self.field.board.place(hex));
        self.entries(state, unit).iter().any(|entry| {
            let entry = board.place(*entry);
            let outside = (0..6).map(|towards| entry.neighbour(towards)).filter(|place| board.hex(*place).is_none());
            outside.into_iter().any(|place| place.distance(at) <= u32::from(range))
        })
    }
}
