//! Captures by units that move or pursue: the enemy's camp and general.
//!
//! Rules E2.15, E12.7, E12.8 with EI-28, EI-29, EI-30. Moves of a general on his own base are in `command/general.rs`.

use crate::en_avant::army::troop::Arm;
use crate::en_avant::rules::{CampCapture, Rules};
use crate::en_avant::state::places::Places;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, UnitId, side_of};
use crate::en_avant::table::geometry::{Length, gap_between};
use crate::game::Side;

impl Rules {
    /// Whether a camp can be taken at all (EI-30).
    pub(in crate::en_avant) fn camp_can_be_taken(&self) -> bool {
        self.camp_capture != CampCapture::Never
    }

    /// Whether units beside a camp protect it (EI-30).
    pub(in crate::en_avant) fn camp_can_be_guarded(&self) -> bool {
        self.camp_capture == CampCapture::ContactWhenUnguarded
    }
}

impl Troops {
    /// Whether a unit can take a camp (EI-30): neither artillery nor in rout, disorder or out of control.
    fn may_take_camp(&self, state: &State, unit: UnitId) -> bool {
        !state.unit(unit).has(Status::ROUTING | Status::DISORDERED | Status::RAMPANT)
            && self.could_take_camp(state, unit)
    }

    /// Whether a unit could take a camp in order: it is no artillery (EI-30).
    pub(in crate::en_avant) fn could_take_camp(&self, state: &State, unit: UnitId) -> bool {
        self.arm(state, unit) != Arm::Artillery
    }
}

impl Places<'_> {
    /// Whether the general of a unit's side has a base of his own and touches it, so that he may go along with it
    /// (EI-28). Must be called before the unit is displaced.
    pub fn general_goes_along(self, state: &State, unit: UnitId) -> bool {
        state.side(side_of(unit)).general.present && self.general_touches(state, unit)
    }
}

impl Units<'_> {
    /// Whether a general on a base of his own is lost if this unit is destroyed now (EI-29): he touches it while it is
    /// engaged, or takes the results of a melee in which it was.
    pub(in crate::en_avant) fn general_falls_with(self, state: &State, unit: UnitId) -> bool {
        self.rules.general_capture
            && (state.unit(unit).has(Status::ENGAGED) || state.clash.is_fighting(unit))
            && self.places().general_goes_along(state, unit)
    }

    /// Resolves the captures of a unit that has just moved or pursued: the enemy's camp, over which it has gone (E12.7,
    /// EI-30), and the enemy's general, if it met him on its way or touches him now (E12.8, EI-29). Camps on which it
    /// stands are resolved by [`Units::settle_camps`].
    pub(in crate::en_avant) fn settle_captures(
        self,
        state: &mut State,
        unit: UnitId,
        met_general: bool,
        met_camp: bool,
    ) {
        if !state.unit(unit).is_on_table() {
            return;
        }
        let enemy = side_of(unit).other();
        if met_camp
            && state.side(enemy).camp.present
            && self.troops.may_take_camp(state, unit)
            && !self.is_camp_held(state, enemy)
        {
            self.rules.lose_camp(state, enemy);
        }
        if state.side(enemy).general.present && self.rules.general_capture {
            let met = met_general || self.places().touches(state, unit, &self.measures.general_base(state, enemy));
            let guarded = self.troops.on_table(state, enemy).any(|friend| self.places().general_touches(state, friend));
            if met && !guarded {
                self.rules.lose_general(state, enemy);
            }
        }
    }

    /// Resolves the capture of camps (E12.7, EI-30): an unguarded camp is lost as soon as an enemy unit that can take
    /// it stands on it or touches it with its front.
    pub(in crate::en_avant) fn settle_camps(self, state: &mut State) {
        for owner in Side::BOTH {
            if !state.side(owner).camp.present || !self.rules.camp_can_be_taken() {
                continue;
            }
            let (camp, touch) = (self.measures.camp(state, owner), self.measures.touch);
            let square = i64::from(touch) * i64::from(touch);
            let stands_on = |unit: UnitId| {
                // No part of a unit is farther from the middle of its front than this.
                let it = state.unit(unit);
                let deep = (Length::from(it.ranks()) + 1) * self.troops.profile(state, unit).depth;
                let far = i64::from(Length::from(it.files) * self.measures.width + deep + camp.radius() + 2 * touch);
                if (it.front - camp.centre).square() > far * far {
                    return false;
                }
                let whole = self.places().bounding(state, unit);
                let near = i64::from(whole.radius() + camp.radius() + touch);
                (whole.centre - camp.centre).square() <= near * near
                    && (gap_between(&self.measures.front_edge(it), &camp) <= square
                        || self
                            .places()
                            .footprint(state, unit)
                            .rectangles()
                            .iter()
                            .any(|base| self.measures.collide(base, &camp)))
            };
            let takes = |unit: UnitId| stands_on(unit) && self.troops.may_take_camp(state, unit);
            let taken = self.troops.on_table(state, owner.other()).any(takes) && !self.is_camp_held(state, owner);
            if taken {
                self.rules.lose_camp(state, owner);
            }
        }
    }

    /// Whether the camp of a side is guarded (EI-30): units of that side that are neither in rout nor out of control
    /// guard it, as far as the rules allow.
    fn is_camp_held(self, state: &State, owner: Side) -> bool {
        let camp = self.measures.camp(state, owner);
        let guards = |friend: UnitId| {
            !state.unit(friend).has(Status::ROUTING | Status::RAMPANT) && self.places().touches(state, friend, &camp)
        };
        !self.rules.camp_can_be_taken()
            || (self.rules.camp_can_be_guarded() && self.troops.on_table(state, owner).any(guards))
    }
}
