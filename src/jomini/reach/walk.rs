//! The thorough way of finding destinations: hex by hex, with every rule of movement.

use super::{Allowance, Window};
use crate::jomini::action::Destination;
use crate::jomini::battle::Battle;
use crate::jomini::board::Board;
use crate::jomini::hex::{HexId, MAX_HEXES, NO_HEX, direction};
use crate::jomini::rules::MinusHexMode;
use crate::jomini::state::{Mover, NO_UNIT, OFFICERS_A_SIDE, State, UnitId, Woodsmen, officer_ids, side_of, status};
use crate::jomini::unit::{Class, MoverClass};

/// Not reached.
pub(super) const FAR: u8 = u8::MAX;
/// Most hexes waiting to be looked at.
const MOST_QUEUED: usize = 1024;
/// Most destinations kept beside the cheapest way to each hex.
const MOST_EXTRAS: usize = 256;

/// The cheapest way to each hex from one starting point.
struct Ways {
    /// Cost on arrival, whether or not the move can go on.
    arrive: [u8; MAX_HEXES],
    /// Hexes of that way.
    hexes: [u8; MAX_HEXES],
    /// Cost on an arrival after which the move can go on.
    go_on: [u8; MAX_HEXES],
    /// Whether that way has already suffered a "−1 hex" (for variants that count it once).
    slowed: [bool; MAX_HEXES],
}

/// Everything found for one unit.
pub struct Reach {
    ways: Ways,
    pub(super) allowance: Allowance,
    pub(super) from: HexId,
    /// Whether the cheapest ways are offered as destinations themselves.
    pub(super) offers_plain: bool,
    extras: [Destination; MOST_EXTRAS],
    extra_count: usize,
    /// Officers standing alone, by hex: only the few bits that matter.
    pub(super) lone: [(HexId, u8); OFFICERS_A_SIDE],
    pub(super) lone_count: usize,
    contact: [bool; MAX_HEXES],
}

impl Reach {
    /// Nothing found yet.
    pub fn new() -> Reach {
        let nowhere = Destination { hex: NO_HEX, hexes: 0, may_attack: false, difficult: 0, drives_out: 0 };
        Reach {
            ways: Ways { arrive: [FAR; MAX_HEXES], hexes: [0; MAX_HEXES], go_on: [FAR; MAX_HEXES], slowed: [false; MAX_HEXES] },
            allowance: Allowance { fight: 0, most: 0, contact: 0, cap: 0 },
            from: NO_HEX,
            offers_plain: true,
            extras: [nowhere; MOST_EXTRAS],
            extra_count: 0,
            lone: [(NO_HEX, 0); OFFICERS_A_SIDE],
            lone_count: 0,
            contact: [false; MAX_HEXES],
        }
    }

    /// How many rows and columns away the farthest destination may lie.
    pub fn radius(&self) -> u8 {
        self.allowance.most + self.allowance.contact + 8
    }

    /// A hex is reached at this cost by a first step.
    pub(super) fn arrive(&mut self, hex: HexId, cost: u8) {
        self.ways.arrive[usize::from(hex)] = cost;
        self.ways.hexes[usize::from(hex)] = 1;
    }

    /// Whether Woodsmen would open a hex, or the right to attack from one.
    pub fn gains_by_woodsmen(&self) -> bool {
        self.extra_count > 0
    }

    pub(super) fn officers_on(&self, hex: HexId) -> u8 {
        self.lone[..self.lone_count].iter().filter(|(at, _)| *at == hex).fold(0, |bits, (_, bit)| bits | bit)
    }

    pub(super) fn add_extra(&mut self, destination: Destination) {
        if self.extra_count < MOST_EXTRAS {
            self.extras[self.extra_count] = destination;
            self.extra_count += 1;
        }
    }

    /// The plain destination at a hex: its cheapest way without driving anybody out before its end.
    pub(super) fn plain(&self, hex: HexId) -> Option<Destination> {
        let cost = self.ways.arrive[usize::from(hex)];
        if cost == FAR || hex == self.from {
            return None;
        }
        self.destination(hex, cost, self.ways.hexes[usize::from(hex)], 0, 0)
    }

    /// A destination with this cost, if the allowance covers it.
    pub(super) fn destination(&self, hex: HexId, cost: u8, hexes: u8, difficult: u8, drives_out: u8) -> Option<Destination> {
        let contact = if self.contact[usize::from(hex)] { self.allowance.contact } else { 0 };
        // A cost above the allowance is a single slowed hex, which is always open without combat (JI-94), or a road march (J4.16).
        Some(Destination {
            hex,
            hexes,
            may_attack: cost <= self.allowance.fight + contact,
            difficult,
            drives_out: drives_out | self.officers_on(hex),
        })
        .filter(|_| contact > 0 || cost <= self.allowance.most || cost >= ROAD_MARCH || hexes == 1)
    }

    /// Hands each destination to `take` until it says stop: hexes in the order of the window, for each its plain way first.
    pub(super) fn each(&self, board: &Board, window: &Window, take: &mut impl FnMut(Destination) -> bool) {
        for hex in window.hexes(board) {
            if self.offers_plain
                && let Some(destination) = self.plain(hex)
                && !take(destination)
            {
                return;
            }
            for destination in self.extras[..self.extra_count].iter().filter(|extra| extra.hex == hex) {
                if !take(*destination) {
                    return;
                }
            }
        }
    }
}

impl Default for Reach {
    fn default() -> Self {
        Reach::new()
    }
}

/// Costs from here on mark a road march beyond the plain allowance: the unit gets there, but may not attack (J4.16).
const ROAD_MARCH: u8 = 100;

impl Battle {
    /// Finds where a unit can get to.
    pub fn find_reach(&self, state: &State, mover: &Mover, reach: &mut Reach) {
        let unit = mover.unit;
        let from = state.unit(unit).hex;
        reach.from = from;
        reach.allowance = self.allowance(state, mover);
        self.find_lone_officers(state, unit, reach);
        if mover.impetuous {
            self.mark_contact(state, unit, reach);
        }
        let walk = Walk { state, unit, class: self.mover(state, unit), most: reach.allowance.most + reach.allowance.contact };
        self.walk(&walk, false, from, 0, 0, reach);
        self.march_along_roads(&walk, from, reach);
        match mover.woodsmen {
            Woodsmen::No if reach.lone_count > 0 => self.drive_out(&walk, from, reach),
            Woodsmen::No => {}
            Woodsmen::Free => self.walk_free_as_woodsmen(&walk, from, reach),
            Woodsmen::Paid => self.walk_paid_as_woodsmen(&walk, from, reach),
        }
    }

    pub(super) fn find_lone_officers(&self, state: &State, unit: UnitId, reach: &mut Reach) {
        let enemy = side_of(unit).other();
        let first = officer_ids(enemy).start;
        for officer in self.officers_on_table(state, enemy) {
            let hex = state.officer(officer).hex;
            if state.unit_at(hex) == NO_UNIT {
                reach.lone[reach.lone_count] = (hex, 1 << (officer - first));
                reach.lone_count += 1;
            }
        }
    }

    fn mark_contact(&self, state: &State, unit: UnitId, reach: &mut Reach) {
        for enemy in self.pieces_on_table(state, side_of(unit).other()) {
            for hex in self.board.neighbours(state.unit(enemy).hex) {
                if *hex != NO_HEX {
                    reach.contact[usize::from(*hex)] = true;
                }
            }
        }
    }

    /// Whether the move may enter this hex at all, occupied or not.
    pub(super) fn may_enter(&self, walk: &Walk, from: HexId, towards: usize, to: HexId) -> bool {
        let it = walk.state.unit(walk.unit);
        let side = side_of(walk.unit);
        (!it.has(status::ONLY_BACK) || self.board.rear(side).contains(&towards))
            && (!it.has(status::MOVE_ONLY) || self.is_far_from_enemies(walk.state, walk.unit, to))
            && from != to
    }

    /// Whether a unit may pass through the friendly unit on a hex: artillery only, and not for artillery (J4.3, J4.4, JI-92).
    pub(super) fn may_pass_through(&self, walk: &Walk, occupant: UnitId) -> bool {
        side_of(occupant) == side_of(walk.unit)
            && self.profile(occupant).class == Class::Artillery
            && self.passes_guns(walk.state, walk.unit)
    }

    /// Finds the cheapest ways from a hex, with what the way to it has already cost. Hexes of lone enemy officers can be entered but end the way here; ways through
    /// them are for [`Battle::drive_out`].
    pub(super) fn walk(&self, walk: &Walk, as_woodsmen: bool, from: HexId, cost: u8, hexes: u8, reach: &mut Reach) {
        let lone = (reach.lone, reach.lone_count);
        let is_lone = |hex: HexId| lone.0[..lone.1].iter().any(|(at, _)| *at == hex);
        let mut queue = [NO_HEX; MOST_QUEUED];
        let (mut head, mut tail) = (0, 1);
        queue[0] = from;
        let ways = &mut reach.ways;
        ways.go_on[usize::from(from)] = cost;
        ways.hexes[usize::from(from)] = hexes;
        while head < tail {
            let hex = queue[head];
            head += 1;
            let at = usize::from(hex);
            let (spent, made, slowed) = (ways.go_on[at], ways.hexes[at], ways.slowed[at]);
            for (towards, next) in self.board.neighbours(hex).iter().enumerate() {
                if *next == NO_HEX {
                    continue;
                }
                let mut step = self.board.step(walk.class, hex, towards);
                if as_woodsmen {
                    step = step.cleared();
                }
                if !step.is_possible() || !self.may_enter(walk, hex, towards, *next) {
                    continue;
                }
                let extra = match self.rules.minus_hex_mode {
                    MinusHexMode::OncePerMove if slowed => 0,
                    _ => step.extra(),
                };
                let total = spent + 1 + extra;
                // JI-94: a single hex is always open, without combat.
                let single = made == 0 && self.rules.min_one_hex_move && walk.most > 0;
                if total > walk.most && !single {
                    continue;
                }
                let to = usize::from(*next);
                let occupant = walk.state.unit_at(*next);
                let passes = occupant != NO_UNIT;
                if passes && !self.may_pass_through(walk, occupant) {
                    continue;
                }
                if !passes && (total, made + 1) < (ways.arrive[to], ways.hexes[to]) {
                    ways.arrive[to] = total;
                    ways.hexes[to] = made + 1;
                }
                if !step.stops() && total < walk.most && total < ways.go_on[to] && *next != from && !is_lone(*next) {
                    ways.go_on[to] = total;
                    ways.slowed[to] = slowed || extra > 0;
                    if passes {
                        ways.hexes[to] = made + 1;
                    }
                    if tail < queue.len() {
                        queue[tail] = *next;
                        tail += 1;
                    }
                }
            }
        }
    }

    /// Adds the hexes that only a move wholly along roads reaches, after which there is no attack (J4.15, J4.16, J5.43).
    fn march_along_roads(&self, walk: &Walk, from: HexId, reach: &mut Reach) {
        let most = (walk.most - reach.allowance.contact).saturating_add(self.rules.road_bonus).min(reach.allowance.cap);
        if self.rules.road_bonus == 0 || most == 0 || !self.board.is_road(from) {
            return;
        }
        let mut steps = [FAR; MAX_HEXES];
        let mut queue = [NO_HEX; MAX_HEXES];
        let (mut head, mut tail) = (0, 1);
        queue[0] = from;
        steps[usize::from(from)] = 0;
        while head < tail {
            let hex = queue[head];
            head += 1;
            let made = steps[usize::from(hex)];
            if made == most || (hex != from && reach.officers_on(hex) != 0) {
                continue;
            }
            for (towards, next) in self.board.neighbours(hex).iter().enumerate() {
                if *next == NO_HEX
                    || steps[usize::from(*next)] != FAR
                    || !self.board.step(walk.class, hex, towards).is_road()
                    || !self.may_enter(walk, hex, towards, *next)
                {
                    continue;
                }
                let occupant = walk.state.unit_at(*next);
                if occupant != NO_UNIT && !self.may_pass_through(walk, occupant) {
                    continue;
                }
                let to = usize::from(*next);
                steps[to] = made + 1;
                queue[tail] = *next;
                tail += 1;
                if occupant == NO_UNIT && reach.ways.arrive[to] == FAR {
                    reach.ways.arrive[to] = ROAD_MARCH + made + 1;
                    reach.ways.hexes[to] = made + 1;
                }
            }
        }
    }

    /// Adds ways that drive out lone enemy officers before their end (J5.104, JI-104): through one such hex, and from there through further ones.
    pub(super) fn drive_out(&self, walk: &Walk, from: HexId, reach: &mut Reach) {
        let mut open = [(NO_HEX, 0u8, 0u8, 0u8); MOST_EXTRAS];
        let mut count = 0;
        let pass = |cost: u8, hexes: u8, hex: HexId| -> bool {
            // The step onto the hex must not have ended the move: the ground of an officer's hex stops as any other.
            cost < walk.most && hexes > 0 && hex != from
        };
        for (hex, bits) in reach.lone.into_iter().take(reach.lone_count) {
            let at = usize::from(hex);
            let (cost, hexes) = (reach.ways.arrive[at], reach.ways.hexes[at]);
            if cost < ROAD_MARCH && pass(cost, hexes, hex) && !self.stops_everyone(walk, hex) && count < open.len() {
                open[count] = (hex, bits, cost, hexes);
                count += 1;
            }
        }
        let mut head = 0;
        while head < count {
            let (start, driven, cost, hexes) = open[head];
            head += 1;
            let mut onward = Reach::new();
            onward.from = from;
            onward.allowance = reach.allowance;
            onward.contact = reach.contact;
            for (hex, bit) in &reach.lone[..reach.lone_count] {
                if driven & bit == 0 {
                    onward.lone[onward.lone_count] = (*hex, *bit);
                    onward.lone_count += 1;
                }
            }
            self.walk(walk, false, start, cost, hexes, &mut onward);
            for hex in 0..self.board.hexes() {
                let at = usize::from(hex);
                let total = onward.ways.arrive[at];
                if total == FAR || hex == from || hex == start {
                    continue;
                }
                if let Some(destination) = onward.destination(hex, total, onward.ways.hexes[at], 0, driven) {
                    let known = reach.extras[..reach.extra_count]
                        .iter()
                        .any(|extra| extra.hex == hex && extra.drives_out == destination.drives_out);
                    if !known {
                        reach.add_extra(destination);
                    }
                }
                let beyond = onward.officers_on(hex);
                if beyond != 0
                    && pass(total, onward.ways.hexes[at], hex)
                    && !self.stops_everyone(walk, hex)
                    && count < open.len()
                    && !open[..count].iter().any(|(_, bits, ..)| *bits == driven | beyond)
                {
                    open[count] = (hex, driven | beyond, total, onward.ways.hexes[at]);
                    count += 1;
                }
            }
        }
    }

    /// Whether every way into a hex ends the move there.
    fn stops_everyone(&self, walk: &Walk, hex: HexId) -> bool {
        (0..6).all(|towards| {
            let before = self.board.neighbours(hex)[towards];
            before == NO_HEX || {
                let step = self.board.step(walk.class, before, direction::opposite(towards));
                !step.is_possible() || step.stops()
            }
        })
    }
}

/// Who walks, and how far.
pub(super) struct Walk<'a> {
    pub(super) state: &'a State,
    pub(super) unit: UnitId,
    pub(super) class: MoverClass,
    pub(super) most: u8,
}
