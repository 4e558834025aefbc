//! The loss of an officer, in combat, in flight or at the head of a unit (J3.56, J5.107, J5.108).

use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::field::Units;
use crate::jomini::state::{OfficerId, State, side_of_officer};

impl Units<'_> {
    /// Takes an officer off the table for good; he does not count for victory (JI-174). Without its C-in-C an army
    /// skips its next player-turn (J5.108, JI-173).
    pub(in crate::jomini) fn remove_officer(self, state: &mut State, officer: OfficerId) {
        let side = side_of_officer(officer);
        let it = state.officer_mut(officer);
        it.hex = NO_HEX;
        it.in_play = false;
        it.group = 0;
        if self.rules.officers_count_for_victory {
            state.side_mut(side).units_lost += 1;
        }
        if self.forces.officer_profile(officer).rank == Rank::CommanderInChief {
            let skipped = self.rules.cinc_loss_skipped_turns;
            let it = state.side_mut(side);
            it.turns_to_skip = skipped;
            it.cinc_to_place = true;
        }
    }
}
