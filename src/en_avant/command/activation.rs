//! Activation of a unit: whether it is allowed, the actions that it allows, and reorganisation.
//!
//! Rules E5.6, E5.7, E5.9, E5.10, E5.15, E8.1, E8.6, E8.7, E8.8, E8.9, E8.10, E8.11, E8.12, E8.13, E10.24, E10.25 with
//! EI-35, EI-36, EI-45, EI-47, EI-48. Formations, moves and shots are checked in their own files.

use crate::en_avant::combat::flow::Stage;
use crate::en_avant::rules::Rules;
use crate::en_avant::state::action::{Action, Roll};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, Step, UnitId, side_of};
use crate::game::Side;

impl State {
    /// Whether a unit on the table may still be activated in this turn (E5.9).
    #[inline]
    pub fn may_be_activated(&self, unit: UnitId) -> bool {
        !self.unit(unit).has(Status::ACTIVATED | Status::RAMPANT)
    }

    /// Whether a side's general may still be moved in this turn (EI-28).
    #[inline]
    pub fn general_may_act(&self, side: Side) -> bool {
        let general = self.side(side).general;
        general.present && !general.activated
    }
}

impl Rules {
    /// Whether a unit may try to reorganise (E8.13, EI-36).
    pub fn may_reorganise(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        it.has(Status::DISORDERED) && (self.reorganise_while_engaged || !it.has(Status::ENGAGED))
    }
}

impl Units<'_> {
    /// Activates a unit (E5.9): a routing one tries to rally at once (E10.24, E10.25), any other chooses an action.
    pub(in crate::en_avant) fn activate(self, state: &mut State, unit: UnitId) {
        state.unit_mut(unit).set(Status::ACTIVATED, true);
        let routing = state.unit(unit).has(Status::ROUTING);
        if !routing || self.rules.routers_count_against_cap {
            state.activated = state.activated.saturating_add(1);
            state.compelled = state.compelled.saturating_add(u8::from(routing && self.rules.routers_first));
        }
        if routing { self.reorganise(state, unit) } else { state.step = Step::Act(unit) }
    }

    /// Whether a unit reorganises without a die: its general is in contact (E8.10, EI-48).
    pub(in crate::en_avant) fn reorganises_without_die(self, state: &State, unit: UnitId) -> bool {
        self.rules.general_auto_reorganise && self.places().general_touches(state, unit)
    }

    /// Tries to reorganise a unit (E8.8).
    pub(in crate::en_avant) fn reorganise(self, state: &mut State, unit: UnitId) {
        if self.reorganises_without_die(state, unit) {
            self.reorganised(state, unit);
        } else {
            state.step = Step::ReorganiseRoll(unit);
        }
    }

    /// Restores the order of a unit; one that was routing may turn about (E8.9, E8.12).
    fn reorganised(self, state: &mut State, unit: UnitId) {
        let it = state.unit_mut(unit);
        let routed = it.has(Status::ROUTING);
        it.set(Status::DISORDERED | Status::ROUTING, false);
        if routed {
            state.step = Step::RallyFacing(unit);
        } else {
            self.next_activation(state);
        }
    }

    /// Applies that choice.
    pub(in crate::en_avant) fn apply_rally_facing(self, state: &mut State, unit: UnitId, action: Action) {
        if action == Action::TurnAbout {
            let turned = self.places().turned_about(state, unit);
            let it = state.unit_mut(unit);
            (it.front, it.heading) = (turned.front, turned.heading);
            self.refresh_contacts(state);
        }
        self.next_activation(state);
    }

    /// Whether a unit may move at all when it is activated (E7.1, E7.19, E11.43, EI-36, EI-44, EI-104).
    pub fn may_move(self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        if it.has(Status::ENGAGED | Status::ROUTING | Status::RAMPANT) {
            return false;
        }
        if self.troops.profile(state, unit).troop.horse
            && !self.rules.limber_is_free
            && self.rules.horse_artillery_unlimber_turns > 0
            && !it.has(Status::LIMBERED)
        {
            return false;
        }
        let banned = || {
            it.has(Status::DISORDERED)
                || self.in_zone(state, side_of(unit), &self.places().footprint(state, unit)).is_some()
        };
        !(self.rules.strict_zoc_move_ban && banned())
    }

    /// Applies the die of a reorganisation (E8.8, E8.11, E10.24); returns the stage that follows if the unit flees on.
    pub(in crate::en_avant) fn apply_reorganise(self, state: &mut State, unit: UnitId, roll: Roll) -> Option<Stage> {
        if roll.passes() {
            self.reorganised(state, unit);
        } else if state.unit(unit).has(Status::ROUTING) {
            return Some(Stage::FurtherFlight(unit));
        } else {
            self.next_activation(state);
        }
        None
    }
}

impl Engagement {
    /// The actions of an activated unit (E5.6, E5.7, EI-36).
    pub(in crate::en_avant) fn act_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        // Halting is always possible, so that one other action makes a choice: quick checks come first.
        if sink.takes_any() {
            sink.push(Action::Halt);
            let choices: [(Action, &dyn Fn() -> bool); 5] = [
                (Action::March, &|| self.units().may_move(state, unit)),
                (Action::Reorganise, &|| self.rules.may_reorganise(state, unit)),
                (Action::ChangeFormation, &|| self.units().may_change_formation(state, unit)),
                (Action::BreakOff, &|| self.may_break_off(state, unit)),
                (Action::Shoot, &|| self.has_target(state, unit)),
            ];
            let choice = choices.into_iter().find(|(_, is_open)| is_open());
            return choice.into_iter().for_each(|(action, _)| sink.push(action));
        }
        if self.units().may_change_formation(state, unit) {
            sink.push(Action::ChangeFormation);
        }
        if self.units().may_move(state, unit) {
            sink.push(Action::March);
        }
        if !sink.is_full() && self.has_target(state, unit) {
            sink.push(Action::Shoot);
        }
        if !sink.is_full() && self.may_break_off(state, unit) {
            sink.push(Action::BreakOff);
        }
        if self.rules.may_reorganise(state, unit) {
            sink.push(Action::Reorganise);
        }
        sink.push(Action::Halt);
    }

    /// A unit that has rallied may turn about in place, if there is room (E8.12, EI-48).
    pub(in crate::en_avant) fn rally_facing_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        // A short last rank moves to the new rear, where there may be no room for it (E7.12).
        if self.stands_free(state, unit, &self.places().turned_about(state, unit)) {
            sink.push(Action::TurnAbout);
        }
        sink.push(Action::Pass);
    }
}
