//! Turns and impulses: the active side, the number of its units, and when a turn ends.
//!
//! Rules E4.19, E4.20, E5.1, E5.2, E5.3, E5.4, E5.5, E5.8, E5.11, E5.12, E5.13, E5.14 with EI-24, EI-27, EI-32, EI-33,
//! EI-34.

use crate::en_avant::combat::observer::{Effect, NoObserver, Observer};
use crate::en_avant::rules::{DeployMethod, FirstPlayerMethod, TurnOrder};
use crate::en_avant::state::action::{Action, Roll};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{NO_CAP, State, Status, Step, UnitId};
use crate::game::{Side, Weighted};

impl State {
    /// The draw in which each side adds its combativity to a die (E4.18, E4.19): the number of the 36 results in which
    /// red is higher, blue is higher, neither.
    pub(super) fn list_draw(&self, with_combativity: bool, rolls: &mut impl Extend<Weighted<Roll>>) {
        let mut counts = [0u64; 3];
        let edge = if with_combativity { self.combativity(Side::Red) - self.combativity(Side::Blue) } else { 0 };
        for red in 1..=6i8 {
            for blue in 1..=6i8 {
                counts[match (red + edge).cmp(&blue) {
                    std::cmp::Ordering::Greater => 0,
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Equal => 2,
                }] += 1;
            }
        }
        let possible = counts.into_iter().zip(0..).filter(|(weight, _)| *weight > 0);
        rolls.extend(possible.map(|(weight, hits)| Weighted { roll: Roll { hits, sixes: 0 }, weight }));
    }

    /// Applies the dice for the first player (E4.19, EI-27).
    pub(super) fn apply_initiative(&mut self, roll: Roll) {
        if let Some(side) = roll.drawn() {
            self.step = Step::InitiativeChoice(side);
        }
    }

    /// Whether the active side passes if it ends its impulse now (E5.14, EI-33): it has activated only routing units
    /// that it had to, and could have activated others.
    pub(in crate::en_avant) fn passes(&self) -> bool {
        self.activated == self.compelled && (self.activated == 0 || self.activated < self.cap)
    }
}

impl Troops {
    /// Whether a side has anything left to activate in this turn (E5.9, E5.13, EI-34).
    pub fn has_left(&self, state: &State, side: Side) -> bool {
        !state.side(side).passed
            && (self.on_table(state, side).any(|unit| state.may_be_activated(unit)) || state.general_may_act(side))
    }
}

impl Units<'_> {
    /// Whether a side has something left to activate, so that the cap of the other side applies (E5.13, EI-34): also
    /// its general, if moving him is an activation.
    fn holds_to_cap(self, state: &State, side: Side) -> bool {
        let general = self.rules.general_needs_activation && state.general_may_act(side);
        !state.side(side).passed
            && (general || self.troops.on_table(state, side).any(|unit| state.may_be_activated(unit)))
    }

    /// How many activations the active side has in an impulse that it began with this combativity: as many, or
    /// [`NO_CAP`] where the other side does not hold it to that (E5.4, E5.13, EI-32, EI-34).
    pub(in crate::en_avant) fn cap_of_impulse(self, state: &State, combativity: i8) -> u8 {
        match self.rules.final_impulse_uncapped && !self.holds_to_cap(state, state.active.other()) {
            true => NO_CAP,
            false => self.rules.activation_cap.unwrap_or(combativity.max(0) as u8),
        }
    }

    /// The units that may be activated now: routing ones before all others (E5.4, E5.5, E5.8, E5.10, EI-35).
    pub(super) fn impulse_actions(self, state: &State, sink: &mut impl Sink) {
        let side = state.active;
        let open = || self.troops.on_table(state, side).filter(|unit| state.may_be_activated(*unit));
        let routing = |unit: &UnitId| state.unit(*unit).has(Status::ROUTING);
        let full = state.activated >= state.cap;
        if self.rules.routers_first
            && open().any(|unit| routing(&unit))
            && (!full || !self.rules.routers_count_against_cap)
        {
            return open().filter(routing).for_each(|unit| sink.push(Action::Activate(unit)));
        }
        if !full && !state.side(side).passed {
            open().for_each(|unit| sink.push(Action::Activate(unit)));
        }
        if state.general_may_act(side) && (!full || !self.rules.general_needs_activation) {
            sink.push(Action::ActivateGeneral);
        }
        sink.push(Action::Done);
    }
}

impl Engagement {
    /// Starts a turn: fatigue, grants of the scenario, then the draw for the first player (E4.20, E5.2, E12.4, E12.9).
    fn start_turn(&self, state: &mut State, observer: &mut dyn Observer) {
        state.turn += 1;
        self.rules.tire(state);
        // An army that fatigue has beaten gets no reinforcement (E12.9, EI-94).
        if self.units().check_defeat(state) {
            return;
        }
        let turn = state.turn;
        for gain in self.gains.iter().filter(|gain| gain.turn == turn) {
            if self.rules.change_combativity(state, gain.side, gain.combativity) {
                observer.observe(state, Effect::Overflow);
            }
        }
        if self.units().check_defeat(state) {
            return;
        }
        for side in Side::BOTH {
            for unit in self.troops.units_of(side) {
                state.unit_mut(unit).set(Status::OF_A_TURN, false);
            }
            let it = state.side_mut(side);
            it.passed = false;
            it.general.activated = false;
        }
        state.impulses_of_turn = [0; 2];
        state.pass_before = false;
        if state.turn > 1 && self.rules.turn_order == TurnOrder::FixedAlternation {
            return self.start_impulse(state, state.first, observer);
        }
        // If both have set up simultaneously neither was first, so that the dice decide (EI-27).
        let at_once = self.rules.deploy_method == DeployMethod::HiddenScreen;
        match self.rules.first_player_method {
            FirstPlayerMethod::D6PlusCombativity => state.step = Step::InitiativeRoll,
            FirstPlayerMethod::FirstDeployedPlaysSecond if at_once => state.step = Step::InitiativeRoll,
            FirstPlayerMethod::FirstDeployedPlaysSecond => {
                self.play_first(state, state.deployed_first.other(), observer)
            }
            FirstPlayerMethod::Red => self.play_first(state, Side::Red, observer),
            FirstPlayerMethod::Blue => self.play_first(state, Side::Blue, observer),
        }
    }

    /// Starts the first turn after the set-up, in which there is nothing to observe: no fight is under way and no
    /// elephant is uncontrollable.
    pub(super) fn start_first_turn(&self, state: &mut State) {
        self.start_turn(state, &mut NoObserver);
    }

    /// Lets this side play first in this turn.
    fn play_first(&self, state: &mut State, side: Side, observer: &mut dyn Observer) {
        state.first = side;
        if state.turn == 1 {
            state.opened = Some(side);
        }
        self.start_impulse(state, side, observer);
    }

    /// Applies the choice of the winner of the draw to play first or second (E4.19).
    pub(super) fn apply_initiative_choice(
        &self,
        state: &mut State,
        side: Side,
        action: Action,
        observer: &mut dyn Observer,
    ) {
        self.play_first(state, if action == Action::GoFirst { side } else { side.other() }, observer);
    }

    /// Starts an impulse of this side (E5.3, E5.4, E5.12, E5.13, EI-32).
    fn start_impulse(&self, state: &mut State, side: Side, observer: &mut dyn Observer) {
        state.active = side;
        state.impulse += 1;
        state.impulses_of_turn[side.index()] += 1;
        (state.activated, state.compelled) = (0, 0);
        state.offered = false;
        let combativity = state.combativity(side);
        self.wild_elephants_run(state, side, observer);
        self.units().settle_camps(state);
        if self.units().check_defeat(state) {
            return;
        }
        // The last unit that would have held it to a cap may just have been run over (E5.13).
        state.cap = self.units().cap_of_impulse(state, combativity);
        state.step = Step::Impulse;
    }

    /// Ends the impulse, its melees included (E5.12, E5.13, E5.14, EI-33, EI-34).
    pub(super) fn end_impulse(&self, state: &mut State, observer: &mut dyn Observer) {
        if self.units().check_defeat(state) {
            return;
        }
        for side in Side::BOTH {
            for unit in self.troops.units_of(side) {
                state.unit_mut(unit).set(Status::CHARGED | Status::FRESH, false);
            }
        }
        let (side, pass) = (state.active, state.passes());
        if pass && self.rules.pass_is_final {
            state.side_mut(side).passed = true;
        }
        let (own, theirs) = (self.troops.has_left(state, side), self.troops.has_left(state, side.other()));
        // The impulse without a cap is the last: its side has activated all that it wished to (EI-34). Two consecutive
        // passes end the turn too.
        let last = state.cap == NO_CAP && !self.units().holds_to_cap(state, side.other());
        let over = last || (!own && !theirs) || (pass && (state.pass_before || !theirs));
        state.pass_before = pass;
        match (over, theirs) {
            (true, _) => self.end_turn(state, observer),
            (false, true) => self.start_impulse(state, side.other(), observer),
            (false, false) => self.start_impulse(state, side, observer),
        }
    }

    /// Ends the turn: objectives, then the next turn or the end of the game (E5.1, E5.14, E12.3, E12.11).
    fn end_turn(&self, state: &mut State, observer: &mut dyn Observer) {
        self.count_objectives(state, observer);
        if self.units().check_defeat(state) {
            return;
        }
        if state.turn >= self.turn_limit {
            return self.units().adjudicate(state);
        }
        self.start_turn(state, observer);
    }
}
