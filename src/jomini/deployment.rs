//! Deployment: who plays first (JA1.11), units placed by turns in batches (JA1.5 to JA1.8), then officers (JI-182).

use super::action::{Action, Roll};
use super::battle::Battle;
use super::hex::NO_HEX;
use super::rules::FirstPlayer;
use super::sink::Sink;
use super::state::{NO_UNIT, OfficerId, State, Step, UnitId, officer_ids, unit_ids};
use crate::game::{Side, Weighted};

impl Battle {
    /// Sets the first step of a game from whatever the scenario has already placed, and goes on to the first choice or roll.
    pub fn begin(&self, state: &mut State) {
        match self.first_player {
            FirstPlayer::Random => state.step = Step::FirstPlayer,
            FirstPlayer::Red => self.begin_deployment(state, Side::Red),
            FirstPlayer::Blue => self.begin_deployment(state, Side::Blue),
        }
        self.run_on(state);
    }

    /// The draw of the first player (JA1.11, JI-186): one die, half of its faces for each side.
    pub(super) fn list_first_player(rolls: &mut Vec<Weighted<Roll>>) {
        rolls.clear();
        for hits in 0..2 {
            rolls.push(Weighted { roll: Roll { hits, ..Roll::default() }, weight: 3 });
        }
    }

    pub(super) fn apply_first_player(&self, state: &mut State, roll: Roll) {
        self.begin_deployment(state, if roll.hits == 0 { Side::Red } else { Side::Blue });
    }

    fn begin_deployment(&self, state: &mut State, first: Side) {
        state.first = first;
        state.active = if self.rules.first_player_deploys_first { first } else { first.other() };
        state.batch_left = self.rules.deploy_batch;
        self.next_deployment(state);
    }

    /// What is deployed next: a unit of the side whose batch it is, of the other if that side has run out, then officers, first player first; then the first player-turn.
    fn next_deployment(&self, state: &mut State) {
        for side in [state.active, state.active.other()] {
            if self.undeployed_units(state, side).next().is_some() {
                if side != state.active {
                    state.batch_left = self.rules.deploy_batch;
                }
                state.active = side;
                state.step = Step::DeployUnit;
                return;
            }
        }
        for side in [state.first, state.first.other()] {
            let ids = officer_ids(side);
            let waiting = ids.into_iter().find(|officer| state.officer(*officer).in_play && state.officer(*officer).hex == NO_HEX);
            if let Some(officer) = waiting {
                state.active = side;
                state.step = Step::DeployOfficer(officer);
                return;
            }
        }
        self.start_turn(state, state.first);
    }

    fn undeployed_units<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        let first = unit_ids(side).start;
        (first..first + self.unit_counts[side]).filter(move |unit| state.unit(*unit).elements > 0 && state.unit(*unit).hex == NO_HEX)
    }

    /// Units still to be placed; of units that are alike only the first, since placing one or the other comes to the same.
    pub(super) fn deploy_unit_actions(&self, state: &State, sink: &mut impl Sink) {
        let alike = |a: UnitId, b: UnitId| self.profile(a) == self.profile(b) && state.unit(a).elements == state.unit(b).elements;
        for unit in self.undeployed_units(state, state.active) {
            if sink.is_full() {
                return;
            }
            if !self.undeployed_units(state, state.active).take_while(|other| *other < unit).any(|other| alike(other, unit)) {
                sink.push(Action::DeployUnit(unit));
            }
        }
    }

    /// Free hexes of the own zone that are open to the unit (JA1.5, JA1.6, J1.11); if there is none, of the whole own half (JI-183).
    pub(super) fn deploy_at_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        let side = state.active;
        let mover = self.profile(unit).mover;
        let free = |hex: &&u16| state.unit_at(**hex) == NO_UNIT && self.board.can_stand(mover, **hex);
        let mut any = false;
        for hex in self.zones[side].iter().filter(free) {
            any = true;
            sink.push(Action::DeployAt(*hex));
            if sink.is_full() {
                return;
            }
        }
        if !any {
            for hex in self.spare_zones[side].iter().filter(free) {
                sink.push(Action::DeployAt(*hex));
                if sink.is_full() {
                    return;
                }
            }
        }
    }

    /// Hexes of the own zone where an officer can stand, alone or with a unit of his side (JI-182, JI-52).
    pub(super) fn deploy_officer_actions(&self, state: &State, sink: &mut impl Sink) {
        for hex in &self.zones[state.active] {
            let unit = state.unit_at(*hex);
            if self.board.officer_can_stand(*hex) && (unit == NO_UNIT || super::state::side_of(unit) == state.active) {
                sink.push(Action::DeployOfficerAt(*hex));
                if sink.is_full() {
                    return;
                }
            }
        }
    }

    pub(super) fn deploy_unit_at(&self, state: &mut State, unit: UnitId, hex: u16) {
        state.place(unit, hex);
        state.batch_left -= 1;
        if state.batch_left == 0 {
            state.batch_left = self.rules.deploy_batch;
            if self.undeployed_units(state, state.active.other()).next().is_some() {
                state.active = state.active.other();
            }
        }
        self.next_deployment(state);
    }

    pub(super) fn deploy_officer_at(&self, state: &mut State, officer: OfficerId, hex: u16) {
        state.officer_mut(officer).hex = hex;
        self.next_deployment(state);
    }
}
