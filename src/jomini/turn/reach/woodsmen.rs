//! Difficult hexes crossed as clear by Woodsmen (J3.33, JI-64, JI-65): only destinations that the order adds to the
//! plain ones are offered.

use super::walk::{FAR, Reach, Start, Walk};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, MAX_HEXES, NO_HEX};
use crate::jomini::map::hex_map::HexMap;
use crate::jomini::state::action::Destination;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::{NO_UNIT, side_of};
use arrayvec::ArrayVec;

/// The maximum number of difficult hexes that Woodsmen can pay for in one move.
const MOST_DIFFICULT: usize = 6;
/// One more than that.
const LEVELS: usize = MOST_DIFFICULT + 1;
/// The maximum number of steps in the queue of a search.
const MOST_QUEUED: usize = 8 * MAX_HEXES;
/// The maximum number of paths past lone officers that are followed.
const MOST_OPEN: usize = 64;

/// The end of a partial path, with the difficult hexes paid for.
#[derive(Clone, Copy)]
struct Paid {
    start: Start,
    /// Difficult hexes paid for.
    hexes: u8,
    /// Whether this hex is one of them, and so as clear to leave as it was to enter.
    clear: bool,
    /// Lone enemy officers driven out, as bits.
    driven: u8,
}

impl Paid {
    const NOTHING: Paid = Paid { start: Start::at(NO_HEX), hexes: 0, clear: false, driven: 0 };
}

/// The cheapest paths to one hex by difficult hexes paid for.
#[derive(Clone, Copy)]
struct Labels {
    /// Cost on arrival, and hexes of that path.
    arrive: [(u8, u8); LEVELS],
    /// The same on an arrival after which the move can continue, and whether it has been slowed: on ground not paid
    /// for, and on ground paid for.
    go_on: [[(u8, u8, bool); 2]; LEVELS],
}

impl Labels {
    const NONE: Labels = Labels { arrive: [(FAR, 0); LEVELS], go_on: [[(FAR, 0, false); 2]; LEVELS] };
}

/// The cheapest paths to all hexes.
type Ways = HexMap<Labels>;

impl Board {
    /// Whether difficult ground takes hexes off a move that leaves it: paying for it helps a unit that starts there.
    fn is_slow_to_leave(&self, walk: &Walk, hex: HexId) -> bool {
        (0..6)
            .map(|towards| self.step(walk.class, hex, towards))
            .any(|step| step.as_clear(true, false).extra() < step.extra())
    }
}

impl Battlefield {
    /// Offers only the destinations that difficult terrain taken as clear adds to the plain ones (J3.33, J3.58).
    pub(super) fn walk_free_as_woodsmen(&self, walk: &Walk, reach: &mut Reach) {
        let mut plain = reach.afresh(reach.lone);
        self.find_ways(walk, false, &mut plain);
        let mut cleared = reach.afresh(reach.lone);
        self.find_ways(walk, true, &mut cleared);
        for found in cleared.all(self.board.hexes()) {
            if plain.driving_out(found.hex, found.drives_out).is_none_or(|plain| found.may_attack && !plain.may_attack)
            {
                reach.add_extra(found);
            }
        }
        reach.offers_plain = false;
    }

    /// Offers the destinations added by paying for difficult hexes one by one: for each hex the fewest that open it,
    /// and the fewest that keep the right to attack (JI-64).
    pub(super) fn walk_paid_as_woodsmen(&self, walk: &Walk, reach: &mut Reach) {
        let tokens = walk.state.side(side_of(walk.unit)).tokens;
        let affordable =
            (1..=MOST_DIFFICULT).take_while(|n| self.woodsmen_cost(walk.state, walk.unit, *n as u8) <= tokens).count();
        // Each difficult hex is a hex of movement, except the one in which the move begins.
        let most_difficult = affordable.min(usize::from(walk.most) + 1);
        let mut plain = reach.afresh(reach.lone);
        self.find_ways(walk, false, &mut plain);
        let mut open = [Paid::NOTHING; MOST_OPEN];
        open[0].start = Start::at(reach.from);
        let mut count = 1;
        if most_difficult > 0 && self.board.is_slow_to_leave(walk, reach.from) {
            open[1] = Paid { start: Start::at(reach.from), hexes: 1, clear: true, driven: 0 };
            count = 2;
        }
        let mut head = 0;
        while head < count {
            let from = open[head];
            head += 1;
            let mut ways = Ways::empty();
            self.find_paying(walk, reach, from, most_difficult, &mut ways);
            for hex in self.board.hexes() {
                let Some(labels) = ways.get(hex).filter(|_| hex != reach.from && hex != from.start.hex) else {
                    continue;
                };
                for (paid, (cost, made)) in labels.arrive[..=most_difficult].iter().copied().enumerate().skip(1) {
                    if cost == FAR {
                        continue;
                    }
                    if let Some(found) = reach.destination(hex, cost, made, paid as u8, from.driven)
                        && plain
                            .driving_out(hex, found.drives_out)
                            .is_none_or(|plain| found.may_attack && !plain.may_attack)
                    {
                        reach.add_paid(found);
                    }
                }
            }
            for (hex, _) in reach.lone.places().filter(|(_, bit)| from.driven & bit == 0) {
                for (paid, level) in ways.get(hex).iter().flat_map(|labels| labels.go_on.iter().enumerate()) {
                    for (clear, (cost, hexes, slowed)) in [false, true].into_iter().zip(*level) {
                        if cost != FAR && count < MOST_OPEN {
                            let driven = from.driven | reach.lone.on(hex);
                            open[count] =
                                Paid { start: Start { hex, cost, hexes, slowed }, hexes: paid as u8, clear, driven };
                            count += 1;
                        }
                    }
                }
            }
        }
        reach.offers_plain = false;
    }

    /// Finds the cheapest paths from a start; hexes of lone officers not yet driven out end them.
    fn find_paying(&self, walk: &Walk, reach: &Reach, from: Paid, most_difficult: usize, ways: &mut Ways) {
        let Start { hex: origin, cost, hexes, slowed } = from.start;
        ways.get_or_insert_with(origin, || Labels::NONE).go_on[usize::from(from.hexes)][usize::from(from.clear)] =
            (cost, hexes, slowed);
        let lone = reach.lone.without(from.driven);
        let mut queue: ArrayVec<(HexId, u8, bool), MOST_QUEUED> = ArrayVec::new();
        queue.push((origin, from.hexes, from.clear));
        let mut head = 0;
        while let Some((hex, paid, clear)) = queue.get(head).copied() {
            head += 1;
            let (spent, made, slowed) =
                ways.get_or_insert_with(hex, || Labels::NONE).go_on[usize::from(paid)][usize::from(clear)];
            for (towards, next) in self.board.neighbours(hex).iter().enumerate() {
                if *next == NO_HEX || !self.may_enter(walk, hex, towards, *next) {
                    continue;
                }
                let step = self.board.step(walk.class, hex, towards);
                let occupant = walk.state.unit_at(*next);
                if !step.is_possible() || (occupant != NO_UNIT && !self.units().may_pass_through(walk, occupant)) {
                    continue;
                }
                for pays in [false, true] {
                    let paid = usize::from(paid) + usize::from(pays);
                    if (pays && !step.is_difficult()) || paid > most_difficult {
                        continue;
                    }
                    let step = step.as_clear(clear, pays);
                    let extra = self.rules.extra_of(step, slowed);
                    let total = spent + 1 + extra;
                    if !self.rules.affords(walk, total, made) {
                        continue;
                    }
                    let labels = ways.get_or_insert_with(*next, || Labels::NONE);
                    if occupant == NO_UNIT && (total, made + 1) < labels.arrive[paid] {
                        labels.arrive[paid] = (total, made + 1);
                    }
                    let known = &mut labels.go_on[paid][usize::from(pays)];
                    if !step.stops() && total < walk.most && total < known.0 && *next != origin {
                        *known = (total, made + 1, slowed || extra > 0);
                        if lone.on(*next) == 0 {
                            // Beyond the maximum they are left out.
                            let _ = queue.try_push((*next, paid as u8, pays));
                        }
                    }
                }
            }
        }
    }
}

impl Reach {
    /// Adds a path with payment, unless a known one is at least as good for the same or a lower price; known ones that
    /// are no better for the same or a higher price are removed.
    fn add_paid(&mut self, found: Destination) {
        let serves = |it: &Destination, other: &Destination| {
            it.hex == other.hex
                && it.drives_out == other.drives_out
                && it.difficult <= other.difficult
                && (it.may_attack || !other.may_attack)
        };
        if self.extras().iter().any(|known| serves(known, &found)) {
            return;
        }
        self.forget(|known| serves(&found, known));
        self.add_extra(found);
    }
}
