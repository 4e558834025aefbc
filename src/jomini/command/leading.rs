//! The benefits of an officer's leading (J3.56 to J3.61, JI-86): in the published rules one benefit, after which he is
//! removed; in a variant all five, each once, for the unit that he leads until the player-turn ends.

use crate::jomini::rules::LeadEffects;
use crate::jomini::state::field::Units;
use crate::jomini::state::{Benefits, OfficerId, State, UnitId, officer_ids, side_of};

impl Units<'_> {
    /// Officers who have put themselves at the head of this unit in this player-turn and still have this benefit.
    pub(super) fn leading_already<'a>(
        self,
        state: &'a State,
        unit: UnitId,
        benefit: Benefits,
    ) -> impl Iterator<Item = OfficerId> + 'a {
        let side = side_of(unit);
        let count = if self.rules.lead_effects == LeadEffects::All { self.forces.officer_counts[side] } else { 0 };
        officer_ids(side).limited(count).filter(move |officer| {
            let it = state.officer(*officer);
            it.leads == unit && it.benefits.intersects(benefit)
        })
    }

    /// An officer puts himself at the head of a unit and leaves the game (J3.56), or gives a further benefit after
    /// having done so.
    pub(in crate::jomini) fn put_at_head(self, state: &mut State, officer: OfficerId, unit: UnitId, benefit: Benefits) {
        if state.officer(officer).leads == unit {
            state.officer_mut(officer).benefits -= benefit;
            return;
        }
        self.remove_officer(state, officer);
        if self.rules.lead_effects == LeadEffects::All {
            let it = state.officer_mut(officer);
            it.leads = unit;
            it.benefits = Benefits::all() - benefit;
        }
    }
}
