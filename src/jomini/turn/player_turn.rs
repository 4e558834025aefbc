//! Player-turns (J1.15 to J1.19): their beginning, the one skipped after the loss of the C-in-C (J5.108), the combats
//! of one group after another, their end.

use crate::game::Side;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{Benefits, NO_UNIT, State, Status, Step, TurnState, officer_ids};

impl Forces {
    /// Ends what lasts for a player-turn: activations, statuses, attacks and leading of both sides.
    fn reset_for_turn(&self, state: &mut State) {
        for other in Side::BOTH {
            for unit in self.pieces(other) {
                let unit = state.unit_mut(unit);
                unit.group = 0;
                unit.status &= Status::LASTING;
                unit.attacks = 0;
                unit.pursuits = 0;
            }
            for officer in officer_ids(other) {
                let officer = state.officer_mut(officer);
                officer.group = 0;
                officer.has_moved = false;
                (officer.leads, officer.benefits) = (NO_UNIT, Benefits::empty());
            }
        }
        state.turn = TurnState::default();
    }

    /// Ends the last Movement phase of a side. Its moves count until its elephants in panic have run: they meet wagons
    /// that are drawn up or not (J4.21, JI-37).
    fn reset_moves(&self, state: &mut State, side: Side) {
        for unit in self.pieces(side) {
            state.unit_mut(unit).hexes_moved = 0;
        }
    }

    /// Resets a position for a player-turn of this side, as it is when no elephant runs.
    pub(in crate::jomini) fn rest(&self, state: &mut State, side: Side) {
        self.reset_for_turn(state);
        self.reset_moves(state, side);
    }
}

impl Battle {
    /// Begins a player-turn, with all counters of the last one reset (JI-1), or adjudicates the game at its turn limit
    /// (JI-179).
    pub(in crate::jomini) fn start_turn(&self, state: &mut State, side: Side) {
        if state.player_turn >= 2 * self.turn_limit {
            self.end_by_turn_limit(state);
            return;
        }
        state.player_turn += 1;
        state.active = side;
        self.field.forces.reset_for_turn(state);
        if !self.field.runs_elephant(state) {
            self.open_turn(state);
        }
    }

    /// Continues a player-turn once the panicked elephants have run (JI-161).
    pub(super) fn open_turn(&self, state: &mut State) {
        if state.side(state.active).cinc_to_place {
            state.step = Step::PlaceCinc;
        } else {
            self.after_placing(state);
        }
    }

    /// The Command phase, or nothing in a skipped player-turn (JI-173), which has no Movement phase: wagons that moved
    /// in the one before are not drawn up by it (JI-37).
    pub(super) fn after_placing(&self, state: &mut State) {
        let side = state.active;
        if state.side(side).turns_to_skip > 0 {
            state.side_mut(side).turns_to_skip -= 1;
            self.end_turn(state);
        } else {
            self.field.forces.reset_moves(state, side);
            state.turn.activations_left = self.activations_now(state, state.active);
            state.step = Step::Command;
        }
    }

    /// Opens the Combat phase with the group that acts first (J3.12).
    pub(super) fn begin_combats(&self, state: &mut State) {
        state.turn.current = 0;
        self.next_fighting_group(state);
    }

    /// Proceeds to the combats of the next group, or ends the player-turn when all have fought.
    pub(super) fn next_fighting_group(&self, state: &mut State) {
        state.turn.current += 1;
        if state.turn.current <= state.turn.group_count {
            state.step = Step::Combat;
        } else {
            self.end_turn(state);
        }
    }

    /// J1.19: victory is checked, then the other player's turn begins.
    fn end_turn(&self, state: &mut State) {
        if self.check_losses(state) || self.check_objectives(state) {
            return;
        }
        self.start_turn(state, state.active.other());
    }
}
