//! The full search for destinations: hex by hex, with every rule of movement.

use super::Allowance;
use crate::jomini::army::unit::Class;
use crate::jomini::combat::lone_officers::LoneOfficers;
use crate::jomini::map::board::Board;
use crate::jomini::map::board::step::HexStep;
use crate::jomini::map::hex::{HexId, HexIds, MAX_HEXES, NO_HEX};
use crate::jomini::map::mover::MoverClass;
use crate::jomini::map::window::Window;
use crate::jomini::rules::MinusHexMode;
use crate::jomini::rules::Rules;
use crate::jomini::state::action::Destination;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::field::Units;
use crate::jomini::state::{Mover, NO_UNIT, State, Status, UnitId, Woodsmen, side_of};
use arrayvec::ArrayVec;

/// Not reached.
pub(super) const FAR: u8 = u8::MAX;
/// The maximum number of hexes in the queue.
const MOST_QUEUED: usize = 1024;
/// The maximum number of destinations stored besides the cheapest path to each hex.
const MOST_EXTRAS: usize = 256;

/// The cheapest path to each hex from one starting point.
pub(super) struct Ways {
    /// Cost on arrival, whether or not the move can continue.
    pub(super) arrive: [u8; MAX_HEXES],
    /// Hexes of that path.
    pub(super) hexes: [u8; MAX_HEXES],
    /// Cost on an arrival after which the move can continue.
    pub(super) go_on: [u8; MAX_HEXES],
    /// Hexes of that path.
    pub(super) made: [u8; MAX_HEXES],
    /// Whether that path has already suffered a "−1 hex" (for variants that count it once).
    pub(super) slowed: [bool; MAX_HEXES],
}

/// The end of a partial path, with its cost.
#[derive(Clone, Copy)]
pub(super) struct Start {
    pub(super) hex: HexId,
    pub(super) cost: u8,
    pub(super) hexes: u8,
    pub(super) slowed: bool,
}

impl Start {
    /// A move that begins on a hex.
    pub(super) const fn at(hex: HexId) -> Start {
        Start { hex, cost: 0, hexes: 0, slowed: false }
    }
}

/// The results for one unit.
pub struct Reach {
    pub(super) ways: Ways,
    pub(super) allowance: Allowance,
    pub(super) from: HexId,
    /// Whether the cheapest paths are offered as destinations themselves.
    pub(super) offers_plain: bool,
    extras: ArrayVec<Destination, MOST_EXTRAS>,
    /// Enemy officers alone in their hexes and not driven out on the path.
    pub(super) lone: LoneOfficers,
    contact: [bool; MAX_HEXES],
}

impl Reach {
    /// An empty result.
    pub fn new() -> Reach {
        Reach {
            ways: Ways {
                arrive: [FAR; MAX_HEXES],
                hexes: [0; MAX_HEXES],
                go_on: [FAR; MAX_HEXES],
                made: [0; MAX_HEXES],
                slowed: [false; MAX_HEXES],
            },
            allowance: Allowance { fight: 0, most: 0, contact: 0, contact_fight: 0, cap: 0 },
            from: NO_HEX,
            offers_plain: true,
            extras: ArrayVec::new(),
            lone: LoneOfficers::NONE,
            contact: [false; MAX_HEXES],
        }
    }

    /// The maximum distance of a destination in rows and columns.
    pub fn radius(&self) -> u8 {
        self.allowance.most + self.allowance.contact + 8
    }

    /// An empty result for the same unit, with these officers still in their hexes.
    pub(super) fn afresh(&self, lone: LoneOfficers) -> Reach {
        Reach { allowance: self.allowance, from: self.from, lone, contact: self.contact, ..Reach::new() }
    }

    /// Records a hex reached at this cost by a first step, after which the move may or may not continue.
    pub(super) fn arrive(&mut self, hex: HexId, cost: u8, goes_on: bool) {
        let at = usize::from(hex);
        self.ways.arrive[at] = cost;
        self.ways.hexes[at] = 1;
        if goes_on {
            (self.ways.go_on[at], self.ways.made[at]) = (cost, 1);
        }
    }

    /// Whether Woodsmen would open a hex, or the right to attack from one.
    pub fn gains_by_woodsmen(&self) -> bool {
        !self.extras.is_empty()
    }

    pub(super) fn add_extra(&mut self, destination: Destination) {
        // Beyond the maximum they are left out.
        let _ = self.extras.try_push(destination);
    }

    /// The destinations besides the cheapest paths.
    pub(super) fn extras(&self) -> &[Destination] {
        &self.extras
    }

    /// Removes some of those.
    pub(super) fn forget(&mut self, which: impl Fn(&Destination) -> bool) {
        self.extras.retain(|it| !which(it));
    }

    /// Adds a path that drives officers out before its end; of two to the same hex that drive out the same officers,
    /// one after which the unit may still attack is preferred, otherwise the first.
    pub(super) fn add_driving(&mut self, found: Destination) {
        let alike = |it: &&mut Destination| it.hex == found.hex && it.drives_out == found.drives_out;
        match self.extras.iter_mut().find(alike) {
            Some(known) if found.may_attack && !known.may_attack => *known = found,
            Some(_) => {}
            None => self.add_extra(found),
        }
    }

    /// The destination at a hex that drives out exactly these officers, if there is one.
    pub(super) fn driving_out(&self, hex: HexId, officers: u8) -> Option<Destination> {
        let plain = self.plain(hex).filter(|it| it.drives_out == officers);
        plain.or_else(|| self.extras().iter().find(|it| it.hex == hex && it.drives_out == officers).copied())
    }

    /// All destinations, in no particular order.
    pub(super) fn all(&self, hexes: HexIds) -> impl Iterator<Item = Destination> + '_ {
        hexes.filter_map(|hex| self.plain(hex)).chain(self.extras().iter().copied())
    }

    /// The plain destination at a hex: its cheapest path that drives no officer out before its end.
    pub(super) fn plain(&self, hex: HexId) -> Option<Destination> {
        let cost = self.ways.arrive[usize::from(hex)];
        if cost == FAR || hex == self.from {
            return None;
        }
        self.destination(hex, cost, self.ways.hexes[usize::from(hex)], 0, 0)
    }

    /// A destination with this cost, if the allowance covers it.
    pub(super) fn destination(
        &self,
        hex: HexId,
        cost: u8,
        hexes: u8,
        difficult: u8,
        drives_out: u8,
    ) -> Option<Destination> {
        let Allowance { contact, contact_fight, .. } = self.allowance;
        let (contact, contact_fight) = if self.contact[usize::from(hex)] { (contact, contact_fight) } else { (0, 0) };
        // A cost above the allowance is a single slowed hex, which is always open without combat (JI-94), or a road
        // march (J4.16).
        Some(Destination {
            hex,
            hexes,
            may_attack: cost <= self.allowance.fight + contact_fight,
            difficult,
            drives_out: drives_out | self.lone.on(hex),
        })
        .filter(|_| contact > 0 || cost <= self.allowance.most || cost >= ROAD_MARCH || hexes == 1)
    }

    /// Passes each destination to `take` until it requests a stop: hexes in the order of the window, for each its plain
    /// path first.
    pub(super) fn each(&self, board: &Board, window: &Window, take: &mut impl FnMut(Destination) -> bool) {
        for hex in window.hexes(board) {
            if self.offers_plain
                && let Some(destination) = self.plain(hex)
                && !take(destination)
            {
                return;
            }
            for destination in self.extras().iter().filter(|extra| extra.hex == hex) {
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

/// Costs from here on mark a road march beyond the plain allowance: the unit can reach the hex, but may not attack
/// (J4.16).
pub(super) const ROAD_MARCH: u8 = 100;

impl Rules {
    /// Hexes that a step takes off the move besides its own, depending on whether an earlier one has done so already
    /// (JI-94).
    pub(super) fn extra_of(&self, step: HexStep, slowed: bool) -> u8 {
        match self.minus_hex_mode {
            MinusHexMode::OncePerMove if slowed => 0,
            _ => step.extra(),
        }
    }

    /// Whether a move with a given number of hexes may have this total cost with its next step. A single hex is always
    /// open, without combat (JI-94).
    pub(super) fn affords(&self, walk: &Walk, total: u8, made: u8) -> bool {
        total <= walk.most || (made == 0 && self.min_one_hex_move && walk.most > 0)
    }
}

impl Units<'_> {
    /// Whether a unit may pass through the friendly unit on a hex: artillery only, and not for artillery (J4.3, J4.4,
    /// JI-92).
    pub(super) fn may_pass_through(self, walk: &Walk, occupant: UnitId) -> bool {
        side_of(occupant) == side_of(walk.unit)
            && self.forces.profile(occupant).class == Class::Artillery
            && self.passes_guns(walk.state, walk.unit)
    }
}

impl Positions<'_> {
    fn mark_contact(self, state: &State, unit: UnitId, reach: &mut Reach) {
        for enemy in self.forces.pieces_on_table(state, side_of(unit).other()) {
            for hex in self.board.neighbours(state.unit(enemy).hex) {
                if *hex != NO_HEX {
                    reach.contact[usize::from(*hex)] = true;
                }
            }
        }
    }
}

impl Battlefield {
    /// Finds the hexes that a unit can reach.
    pub fn find_reach(&self, state: &State, mover: &Mover, reach: &mut Reach) {
        let unit = mover.unit;
        let from = state.unit(unit).hex;
        reach.from = from;
        reach.allowance = self.units().allowance(state, mover);
        reach.lone = self.forces.officers_alone(state, side_of(unit).other());
        if mover.impetuous {
            self.positions().mark_contact(state, unit, reach);
        }
        let walk = Walk {
            state,
            unit,
            class: self.forces.mover(state, unit),
            most: reach.allowance.most + reach.allowance.contact,
        };
        match mover.woodsmen {
            Woodsmen::No => self.find_ways(&walk, false, reach),
            Woodsmen::Free => self.walk_free_as_woodsmen(&walk, reach),
            Woodsmen::Paid => self.walk_paid_as_woodsmen(&walk, reach),
        }
    }

    /// Finds all paths from the hex of a unit, with difficult terrain as it is or taken as clear.
    pub(super) fn find_ways(&self, walk: &Walk, as_woodsmen: bool, reach: &mut Reach) {
        self.walk(walk, as_woodsmen, Start::at(reach.from), reach);
        let by_road = if as_woodsmen { [FAR; MAX_HEXES] } else { self.march_along_roads(walk, (reach.from, 0), reach) };
        if !reach.lone.is_empty() {
            self.drive_out(walk, as_woodsmen, &by_road, reach);
        }
    }

    /// Whether the move may enter this hex, occupied or not.
    pub(super) fn may_enter(&self, walk: &Walk, from: HexId, towards: usize, to: HexId) -> bool {
        let it = walk.state.unit(walk.unit);
        let side = side_of(walk.unit);
        (!it.has(Status::ONLY_BACK) || self.board.rear(side).contains(&towards))
            && (!it.has(Status::MOVE_ONLY) || self.is_far_from_enemies(walk.state, walk.unit, to))
            && from != to
    }

    /// Finds the cheapest paths from a start, by any chain of hexes (JI-106). Hexes of lone enemy officers can be
    /// entered but end the path here; paths through them are found by [`Battlefield::drive_out`].
    pub(super) fn walk(&self, walk: &Walk, as_woodsmen: bool, start: Start, reach: &mut Reach) {
        let mut queue: ArrayVec<HexId, MOST_QUEUED> = ArrayVec::new();
        let mut head = 0;
        let from = start.hex;
        queue.push(from);
        let lone = reach.lone;
        let ways = &mut reach.ways;
        ways.go_on[usize::from(from)] = start.cost;
        ways.made[usize::from(from)] = start.hexes;
        ways.slowed[usize::from(from)] = start.slowed;
        while let Some(hex) = queue.get(head).copied() {
            head += 1;
            let at = usize::from(hex);
            let (spent, made, slowed) = (ways.go_on[at], ways.made[at], ways.slowed[at]);
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
                let extra = self.rules.extra_of(step, slowed);
                let total = spent + 1 + extra;
                if !self.rules.affords(walk, total, made) {
                    continue;
                }
                let to = usize::from(*next);
                let occupant = walk.state.unit_at(*next);
                let passes = occupant != NO_UNIT;
                if passes && !self.units().may_pass_through(walk, occupant) {
                    continue;
                }
                if !passes && (total, made + 1) < (ways.arrive[to], ways.hexes[to]) {
                    ways.arrive[to] = total;
                    ways.hexes[to] = made + 1;
                }
                if !step.stops() && total < walk.most && total < ways.go_on[to] && *next != from {
                    ways.go_on[to] = total;
                    ways.made[to] = made + 1;
                    ways.slowed[to] = slowed || extra > 0;
                    if lone.on(*next) == 0 {
                        // Beyond the maximum they are left out.
                        let _ = queue.try_push(*next);
                    }
                }
            }
        }
    }
}

/// The unit that moves, and its allowance.
pub(super) struct Walk<'a> {
    pub(super) state: &'a State,
    pub(super) unit: UnitId,
    pub(super) class: MoverClass,
    pub(super) most: u8,
}
