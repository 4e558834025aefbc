//! Activating a unit: whether it may be, what it may then do, and reorganising it.
//!
//! Rules E5.6, E5.7, E5.9, E5.10, E5.15, E8.1, E8.6, E8.7, E8.8, E8.9, E8.10, E8.11, E8.12, E8.13, E10.24, E10.25 with
//! EI-35, EI-36, EI-45, EI-47, EI-48. Formations, moves and shots are judged in files of their own.

use crate::en_avant::rules::Threshold;
use crate::en_avant::state::action::{Action, Roll};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::{Placing, State, Step, UnitId, side_of, status};
use crate::game::{Side, Weighted};

impl Threshold {
    /// Whether a die passes the test against a combativity.
    pub fn passes(self, die: i8, combativity: i8) -> bool {
        match self {
            Threshold::LessOrEqual => die <= combativity,
            Threshold::Less => die < combativity,
        }
    }
}

impl Engagement {
    /// Whether a unit on the table may still be activated in this turn (E5.9).
    #[inline]
    pub fn may_be_activated(&self, state: &State, unit: UnitId) -> bool {
        !state.unit(unit).has(status::ACTIVATED | status::RAMPANT)
    }

    /// Whether a side's general may still be moved in this turn (EI-28).
    #[inline]
    pub fn general_may_act(&self, state: &State, side: Side) -> bool {
        let general = state.side(side).general;
        general.present && !general.activated
    }

    /// A unit is activated (E5.9): a routing one tries to rally at once (E10.24, E10.25), any other says what it does.
    pub(in crate::en_avant) fn activate(&self, state: &mut State, unit: UnitId) {
        state.unit_mut(unit).set(status::ACTIVATED, true);
        let routing = state.unit(unit).has(status::ROUTING);
        if !routing || self.rules.routers_count_against_cap {
            state.activated = state.activated.saturating_add(1);
        }
        if routing { self.reorganise(state, unit) } else { state.step = Step::Act(unit) }
    }

    /// What an activated unit may do (E5.6, E5.7, EI-36).
    pub(in crate::en_avant) fn act_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        if self.may_change_formation(state, unit) {
            sink.push(Action::ChangeFormation);
        }
        if self.may_move(state, unit) {
            sink.push(Action::March);
        }
        // Whoever only asks whether there is a choice need not look for targets.
        if !sink.is_full() && self.has_target(state, unit) {
            sink.push(Action::Shoot);
        }
        if !sink.is_full() && self.may_break_off(state, unit) {
            sink.push(Action::BreakOff);
        }
        if self.may_reorganise(state, unit) {
            sink.push(Action::Reorganise);
        }
        sink.push(Action::Halt);
    }

    /// The kind of action is chosen (E5.6).
    pub(in crate::en_avant) fn apply_act(&self, state: &mut State, unit: UnitId, action: Action) {
        match action {
            Action::ChangeFormation => state.step = Step::Place(unit, Placing::Formation),
            Action::March => state.step = Step::Place(unit, Placing::Move),
            Action::Shoot => self.aim(state, unit),
            Action::Reorganise => self.reorganise(state, unit),
            Action::BreakOff => state.step = Step::BreakOffRoll(unit),
            Action::Halt => self.next_activation(state),
            action => panic!("{action:?} is nothing that a unit does: only legal actions are applied"),
        }
    }

    /// Whether a unit may try to reorganise (E8.13, EI-36).
    pub fn may_reorganise(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        it.has(status::DISORDERED) && (self.rules.reorganise_while_engaged || !it.has(status::ENGAGED))
    }

    /// A unit tries to reorganise; with its general in touch it succeeds without a die (E8.8, E8.10, EI-48).
    fn reorganise(&self, state: &mut State, unit: UnitId) {
        if self.rules.general_auto_reorganise && self.general_touches(state, unit) {
            self.reorganised(state, unit);
        } else {
            state.step = Step::ReorganiseRoll(unit);
        }
    }

    /// The faces of one die that pass a test, and those that do not.
    pub(in crate::en_avant) fn list_test(
        &self,
        state: &State,
        side: Side,
        test: Threshold,
        modifier: i8,
        rolls: &mut impl Extend<Weighted<Roll>>,
    ) {
        let passes = (1..=6).filter(|die| test.passes(die + modifier, state.combativity(side))).count() as u64;
        let results = [(1, passes), (0, 6 - passes)];
        rolls.extend(
            results
                .into_iter()
                .filter(|(_, weight)| *weight > 0)
                .map(|(hits, weight)| Weighted { roll: Roll { hits, sixes: 0 }, weight }),
        );
    }

    /// The die of a reorganisation has fallen (E8.8, E8.11, E10.24).
    pub(in crate::en_avant) fn apply_reorganise(&self, state: &mut State, unit: UnitId, roll: Roll) {
        if roll.hits > 0 {
            self.reorganised(state, unit);
        } else if state.unit(unit).has(status::ROUTING) {
            self.flee_on(state, unit);
        } else {
            self.next_activation(state);
        }
    }

    /// A unit is in order again; one that was routing may turn about (E8.9, E8.12).
    fn reorganised(&self, state: &mut State, unit: UnitId) {
        let it = state.unit_mut(unit);
        let routed = it.has(status::ROUTING);
        it.set(status::DISORDERED | status::ROUTING, false);
        if routed {
            state.step = Step::RallyFacing(unit);
        } else {
            self.next_activation(state);
        }
    }

    /// A unit that has rallied may turn about where it stands, if there is room for it (E8.12, EI-48).
    pub(in crate::en_avant) fn rally_facing_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        // A short last rank goes over to the new rear, where there may be no room for it (E7.12).
        if self.stands_free(state, unit, &self.turned_about(state, unit)) {
            sink.push(Action::TurnAbout);
        }
        sink.push(Action::Pass);
    }

    /// It turns about, or not.
    pub(in crate::en_avant) fn apply_rally_facing(&self, state: &mut State, unit: UnitId, action: Action) {
        if action == Action::TurnAbout {
            let turned = self.turned_about(state, unit);
            let it = state.unit_mut(unit);
            (it.front, it.heading) = (turned.front, turned.heading);
            self.refresh_contacts(state);
        }
        self.next_activation(state);
    }

    /// A unit becomes disordered (E8.1, E10.6, E10.7); a single base may be eliminated by it (E8.7, EI-47).
    pub(in crate::en_avant) fn disorder(&self, state: &mut State, unit: UnitId) {
        if state.unit(unit).bases == 1 && self.rules.disorder_eliminates_single_base {
            self.destroy(state, unit);
            self.refresh_contacts(state);
            return;
        }
        state.unit_mut(unit).set(status::DISORDERED, true);
    }

    /// The side whose test it is.
    #[inline]
    pub(in crate::en_avant) fn tester(unit: UnitId) -> Side {
        side_of(unit)
    }
}
