//! Leaving the table if a scenario allows it (J4.22, J4.23): a unit that begins its move on a hex of an exit may leave
//! instead of moving, an officer with it or alone.
//!
//! Pieces that have left are neither on the table nor destroyed: whether a unit counts as lost or gives points is set
//! by the scenario. No retreat or flight ever leads off the table (J4.24).

use crate::game::Side;
use crate::game::sink::Sink;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::mover::MoverClass;
use crate::jomini::state::action::Action;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::off_table::Exit;
use crate::jomini::state::{NO_UNIT, OfficerId, State, Status, Step, UnitId, side_of, side_of_officer};

impl State {
    /// Takes an officer off the table. He is not lost: even a C-in-C costs his side no turn.
    pub(super) fn officer_leaves(&mut self, officer: OfficerId) {
        debug_assert_eq!(side_of_officer(officer), self.active, "officers leave in their own Movement phase");
        let it = self.officer_mut(officer);
        it.hex = NO_HEX;
        it.in_play = false;
        it.has_moved = true;
    }

    pub(super) fn apply_leave_alone(&mut self, officer: OfficerId) {
        self.officer_leaves(officer);
        self.officer_mut(officer).group = 0;
        self.step = Step::Movement;
    }
}

impl Battle {
    /// The exit by which a side may leave from a hex.
    pub(in crate::jomini) fn exit(&self, side: Side, hex: HexId) -> Option<&Exit> {
        self.exits.iter().find(|exit| exit.side == side && exit.hexes.contains(&hex))
    }

    /// The actions of leaving: units of the current group that have yet to move, officers activated alone.
    pub(super) fn leave_actions(&self, state: &State, sink: &mut impl Sink<Action>) {
        let side = state.active;
        for unit in self.field.forces.units_on_table(state, side) {
            let it = state.unit(unit);
            // What may only fall back leaves by its own edge (JI-55).
            let is_way_back = !it.has(Status::ONLY_BACK) || self.field.board.rows_to_edge(side, it.hex) == 0;
            let is_open = || self.field.board.exit_step(self.field.forces.mover(state, unit), it.hex).is_possible();
            let waits = self.field.forces.waits_to_move(state, unit);
            if waits && self.exit(side, it.hex).is_some() && is_way_back && is_open() {
                sink.push(Action::Leave(unit));
            }
        }
        for officer in self.field.forces.officers_on_table(state, side) {
            let it = state.officer(officer);
            // As for his steps on the table, difficult terrain is clear to him (J4.13, J4.23).
            let is_open = || self.field.board.exit_step(MoverClass::TROOPS, it.hex).is_possible();
            let waits = it.group == state.turn.current && !it.has_moved;
            if waits && self.exit(side, it.hex).is_some() && is_open() {
                sink.push(Action::LeaveAlone(officer));
            }
        }
    }

    /// Takes a unit off the table for good; each officer in its hex may go along (J3.15, J4.23).
    pub(in crate::jomini) fn apply_leave(&self, state: &mut State, unit: UnitId) {
        let side = side_of(unit);
        let it = state.unit_mut(unit);
        let hex = it.hex;
        it.hex = NO_HEX;
        it.elements = 0;
        it.status |= Status::MOVED;
        state.occupant[usize::from(hex)] = NO_UNIT;
        let points = self.field.forces.profile(unit).points;
        let exit = self.exit(side, hex).expect("a unit leaves by an exit");
        let it = state.side_mut(side);
        it.units_left += 1;
        it.exit_points = it.exit_points.saturating_add(exit.points);
        if exit.lost {
            it.units_lost += 1;
            it.points_lost += points;
        }
        self.field.forces.offer_to_accompany(state, unit, hex, None);
    }
}
