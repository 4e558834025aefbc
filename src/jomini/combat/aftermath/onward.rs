//! The hexes of a pursuit and of Changeable infantry, after the follow-up (J5.84, JA3.11, JI-154, JI-156).

use crate::jomini::combat::lone_officers::LoneOfficers;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::window::Window;
use crate::jomini::state::field::Positions;
use crate::jomini::state::{NO_UNIT, State, side_of};

impl Positions<'_> {
    /// Passes each free hex within `hexes` steps of the attacker's new hex to `take`.
    pub(super) fn each_onward_hex(self, state: &State, hexes: u8, obeys: bool, mut take: impl FnMut(HexId) -> bool) {
        let unit = state.combat.attacker;
        let from = state.unit(unit).hex;
        let found = self.march_on(state, hexes, obeys, LoneOfficers::NONE);
        let window = Window::around(self.board, from, hexes, side_of(unit));
        for hex in window.hexes(self.board) {
            if hex != from && found.at(hex).is_some() && !take(hex) {
                return;
            }
        }
    }

    /// Moves the unit on to this hex; lone enemy officers flee from it, and from hexes on the way if there is no other
    /// way (JI-104).
    pub(super) fn march_on_to(self, state: &mut State, hex: HexId, hexes: u8, obeys: bool) {
        let unit = state.combat.attacker;
        let lone = self.forces.officers_alone(state, side_of(unit).other());
        let past = |avoided| self.march_on(state, hexes, obeys, avoided).at(hex);
        let driven = past(lone).or_else(|| past(LoneOfficers::NONE)).unwrap_or(0);
        state.take_along(unit, hex, driven);
    }

    /// The paths of the attacker from its new hex. With `obeys` a path ends where a step stops, and no step that costs
    /// one more hex is made (JI-154); it also ends at the hex of an officer in `avoided`.
    fn march_on(self, state: &State, hexes: u8, obeys: bool, avoided: LoneOfficers) -> Onward {
        let combat = &state.combat;
        let unit = combat.attacker;
        let class = self.forces.mover(state, unit);
        let lone = self.forces.officers_alone(state, side_of(unit).other());
        let mut found = Onward::from(state.unit(unit).hex);
        let arrived = self.board.direction_to(combat.attacker_hex, found.ways[0].hex);
        if obeys && arrived.is_some_and(|towards| self.board.step(class, combat.attacker_hex, towards).stops()) {
            return found;
        }
        let mut head = 0;
        while head < found.count {
            let way = found.ways[head];
            head += 1;
            if way.made == hexes || !way.goes_on {
                continue;
            }
            for towards in self.board.directions(side_of(unit)) {
                let next = self.board.neighbours(way.hex)[towards];
                let step = self.board.step(class, way.hex, towards);
                if next == NO_HEX
                    || !step.is_possible()
                    || (obeys && step.extra() > 0)
                    || state.unit_at(next) != NO_UNIT
                {
                    continue;
                }
                // Only the side that is crossed counts.
                let goes_on = !(obeys && step.stops()) && avoided.on(next) == 0;
                found.add(Way { hex: next, made: way.made + 1, goes_on, driven: way.driven | lone.on(next) });
            }
        }
        found
    }
}

/// A hex of a march after a follow-up.
#[derive(Clone, Copy)]
struct Way {
    hex: HexId,
    /// Hexes made.
    made: u8,
    /// Whether the march can continue from here.
    goes_on: bool,
    /// Lone enemy officers driven out, as bits.
    driven: u8,
}

/// The maximum number of hexes stored for such a march.
const MOST_ONWARD: usize = 128;

/// The paths of a march after a follow-up, shorter ones first.
struct Onward {
    ways: [Way; MOST_ONWARD],
    count: usize,
}

impl Onward {
    fn from(hex: HexId) -> Onward {
        let start = Way { hex, made: 0, goes_on: true, driven: 0 };
        Onward { ways: [start; MOST_ONWARD], count: 1 }
    }

    /// Adds a path, unless one to the same hex is known that can continue as well.
    fn add(&mut self, way: Way) {
        let known = self.ways[..self.count].iter().any(|it| it.hex == way.hex && (it.goes_on || !way.goes_on));
        if !known && self.count < MOST_ONWARD {
            self.ways[self.count] = way;
            self.count += 1;
        }
    }

    /// The officers driven out on the path to a hex; `None` if there is no path.
    fn at(&self, hex: HexId) -> Option<u8> {
        self.ways[1..self.count].iter().find(|way| way.hex == hex).map(|way| way.driven)
    }
}
