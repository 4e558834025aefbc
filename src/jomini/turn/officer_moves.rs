//! Officers who accompany a unit or move alone (J3.15, J3.16, J4.12).

use crate::game::sink::Sink;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::hex_set::{HexSet, each_in_order, rows_around};
use crate::jomini::state::action::Action;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{NO_UNIT, OfficerId, State, Step, UnitId, side_of, side_of_officer};

pub(super) fn accompany_actions(sink: &mut impl Sink<Action>) {
    sink.push(Action::Accompany);
    sink.push(Action::StayBehind);
}

impl State {
    pub(super) fn apply_officer_destination(&mut self, officer: OfficerId, hex: HexId) {
        let it = self.officer_mut(officer);
        it.hex = hex;
        it.has_moved = true;
        self.step = Step::Movement;
    }
}

impl Forces {
    /// Offers the next officer in the hex that a unit has left to accompany it (J3.15, JI-54).
    pub(super) fn offer_to_accompany(&self, state: &mut State, unit: UnitId, from: HexId, above: Option<OfficerId>) {
        let next = self.officers_on_table(state, side_of(unit)).find(|officer| {
            Some(*officer) > above && state.officer(*officer).hex == from && !state.officer(*officer).has_moved
        });
        state.step = match next {
            Some(officer) => Step::Accompany(unit, officer),
            None => Step::Movement,
        };
    }
}

impl Positions<'_> {
    /// Whether an officer can make a step.
    pub(super) fn can_officer_move(self, state: &State, officer: OfficerId) -> bool {
        let side = side_of_officer(officer);
        let from = state.officer(officer).hex;
        self.forces.officer_profile(officer).movement > 0
            && self.board.neighbours(from).iter().enumerate().any(|(towards, next)| {
                *next != NO_HEX
                    && self.board.officer_step(from, towards).is_possible()
                    && (state.unit_at(*next) == NO_UNIT || side_of(state.unit_at(*next)) == side)
            })
    }
}

impl Battlefield {
    /// The destinations of an officer who moves alone, never off the table (J4.23): difficult terrain does not matter
    /// (J4.13), impassable terrain and enemy units block his path, friends do not (JI-52, JI-53).
    pub(super) fn officer_destination_actions(&self, state: &State, officer: OfficerId, sink: &mut impl Sink<Action>) {
        let side = side_of_officer(officer);
        let movement = self.forces.officer_profile(officer).movement;
        let start = self.board.row_and_column(state.officer(officer).hex);
        let mut closed = HexSet::EMPTY;
        for unit in self.forces.pieces_on_table(state, side.other()) {
            closed.insert(self.board.row_and_column(state.unit(unit).hex));
        }
        let mut ends_here = HexSet::EMPTY;
        if !self.rules.officer_passes_friends {
            for unit in self.forces.pieces_on_table(state, side) {
                ends_here.insert(self.board.row_and_column(state.unit(unit).hex));
            }
        }
        closed.insert(start);
        let rows = self.board.rows();
        let passage = self.board.officer_passage();
        let mut reached = HexSet::EMPTY;
        let mut front = HexSet::EMPTY;
        front.insert(start);
        for radius in 1..=movement {
            let mut next = HexSet::EMPTY;
            for row in rows_around(start.0, radius, rows) {
                let entered = passage.into_row(&front, row) & !closed.row(row);
                closed.set_row(row, closed.row(row) | entered);
                reached.set_row(row, reached.row(row) | entered);
                next.set_row(row, entered & !ends_here.row(row));
            }
            front = next;
        }
        each_in_order(
            side,
            (rows, self.board.columns()),
            rows_around(start.0, movement, rows),
            |row| reached.row(row),
            |hex, _, _| {
                sink.push(Action::OfficerTo(hex));
                !sink.is_full()
            },
        );
    }
}

impl Battle {
    pub(super) fn apply_accompany(&self, state: &mut State, unit: UnitId, officer: OfficerId, action: Action) {
        let from = state.officer(officer).hex;
        if action == Action::Accompany {
            let hex = state.unit(unit).hex;
            if hex == NO_HEX {
                state.officer_leaves(officer);
                self.field.forces.offer_to_accompany(state, unit, from, Some(officer));
                return;
            }
            let officer = state.officer_mut(officer);
            officer.hex = hex;
            officer.has_moved = true;
        }
        if from == NO_HEX {
            self.offer_to_enter(state, unit, Some(officer));
        } else {
            self.field.forces.offer_to_accompany(state, unit, from, Some(officer));
        }
    }
}
