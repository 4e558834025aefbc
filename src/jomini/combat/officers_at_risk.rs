//! Flight of characters (J5.99 to J5.107): which must flee, and where to; and the C-in-C who is put back on the table
//! (J5.108). What the loss of an officer costs is in `command/lost_officer.rs`.

use crate::game::sink::Sink;
use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::{HexId, MAX_HEXES, NO_HEX};
use crate::jomini::map::window::Window;
use crate::jomini::state::action::Action;
use crate::jomini::state::field::Positions;
use crate::jomini::state::field::Units;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{Flight, NO_OFFICER, NO_UNIT, OfficerId, State, officer_ids, side_of, side_of_officer};

impl State {
    /// A character must flee before anything else happens (J5.103, J5.104).
    pub(in crate::jomini) fn put_to_flight(&mut self, flight: Flight) {
        let count = usize::from(self.flight_count);
        if self.flights[..count].iter().any(|it| it.officer == flight.officer) {
            return;
        }
        self.flights[count] = flight;
        self.flight_count += 1;
    }
}

impl Forces {
    /// The officers in whose place a new C-in-C can come: sub-generals, else senior officers (JI-172).
    fn successors<'a>(&'a self, state: &'a State) -> impl Iterator<Item = OfficerId> + 'a {
        let best = self.officers_on_table(state, state.active).map(|officer| self.officer_profile(officer).rank).min();
        self.officers_on_table(state, state.active)
            .filter(move |officer| Some(self.officer_profile(*officer).rank) == best)
    }
}

impl Units<'_> {
    /// The character reaches his refuge, or without one is removed from the game (J5.107).
    pub(in crate::jomini) fn apply_flight(self, state: &mut State, refuge: Option<HexId>) {
        let officer = state.flights[0].officer;
        let count = usize::from(state.flight_count);
        state.flights.copy_within(1..count, 0);
        state.flights[count - 1] = Flight::NONE;
        state.flight_count -= 1;
        match refuge {
            Some(hex) => state.officer_mut(officer).hex = hex,
            None => self.remove_officer(state, officer),
        }
    }
}

impl Positions<'_> {
    /// The refuges of the character who flees next: hexes of friendly units within his flight (J5.105, J5.106, JI-170).
    pub(in crate::jomini) fn flight_actions(self, state: &State, sink: &mut impl Sink<Action>) {
        let Flight { officer, driver } = state.flights[0];
        let side = side_of_officer(officer);
        let from = state.officer(officer).hex;
        let most = self.forces.officer_profile(officer).flight;
        let mut steps = [u8::MAX; MAX_HEXES];
        let mut queue = [NO_HEX; MAX_HEXES];
        let (mut head, mut tail) = (0, 1);
        queue[0] = from;
        steps[usize::from(from)] = 0;
        while head < tail {
            let hex = queue[head];
            head += 1;
            let made = steps[usize::from(hex)];
            if made == most {
                continue;
            }
            for towards in self.board.directions(side) {
                let next = self.board.neighbours(hex)[towards];
                if next == NO_HEX
                    || steps[usize::from(next)] != u8::MAX
                    || !self.board.officer_step(hex, towards).is_possible()
                {
                    continue;
                }
                let unit = state.unit_at(next);
                if unit != NO_UNIT && side_of(unit) != side && unit != driver {
                    continue;
                }
                steps[usize::from(next)] = made + 1;
                queue[tail] = next;
                tail += 1;
            }
        }
        let window = Window::around(self.board, from, most, side);
        for hex in window.hexes(self.board) {
            let unit = state.unit_at(hex);
            let refuge = unit != NO_UNIT && side_of(unit) == side && !self.forces.is_panicked(unit);
            if hex != from && steps[usize::from(hex)] != u8::MAX && refuge {
                sink.push(Action::FleeTo(hex));
                if sink.is_full() {
                    return;
                }
            }
        }
    }

    /// Where the C-in-C can be put back on the table, and in whose place (J5.108, JI-172).
    pub(in crate::jomini) fn place_cinc_actions(self, state: &State, sink: &mut impl Sink<Action>) {
        let mut any = false;
        for officer in self.forces.successors(state) {
            any = true;
            sink.push(Action::PlaceCinc(state.officer(officer).hex, officer));
        }
        if any {
            return;
        }
        for hex in self.board.hexes_in_order(state.active) {
            let unit = state.unit_at(hex);
            if self.board.officer_can_stand(hex) && (unit == NO_UNIT || side_of(unit) == state.active) {
                sink.push(Action::PlaceCinc(hex, NO_OFFICER));
                if sink.is_full() {
                    return;
                }
            }
        }
    }
}

impl Forces {
    /// Puts the C-in-C back on the table, in place of another officer or of none (JI-172).
    pub(in crate::jomini) fn place_cinc(&self, state: &mut State, hex: HexId, replaced: OfficerId) {
        let side = state.active;
        if replaced != NO_OFFICER {
            let it = state.officer_mut(replaced);
            it.hex = NO_HEX;
            it.in_play = false;
        }
        let cinc = officer_ids(side)
            .limited(self.officer_counts[side])
            .find(|officer| self.officer_profile(*officer).rank == Rank::CommanderInChief)
            .expect("a side that lost its C-in-C had one");
        let it = state.officer_mut(cinc);
        it.hex = hex;
        it.in_play = true;
        state.side_mut(side).cinc_to_place = false;
    }
}
