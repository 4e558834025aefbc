//! Where a unit can get to (J4.3 to J4.18): allowances (JI-90), what each step costs (JI-94), stops (JI-93), roads (JI-95), passing through artillery (J4.4), lone enemy
//! officers on the way (J5.104), and difficult hexes crossed as clear by Woodsmen (J3.33).
//!
//! Paths of equal effect are one destination: for each hex the cheapest way counts, since a dearer one only takes away the right to attack or costs a gun dice.

use super::action::Destination;
use super::battle::Battle;
use super::board::Board;
use super::dice::family;
use super::hex::{HexId, MAX_HEXES, NO_HEX};
use super::rules::MinusHexMode;
use super::state::{Mover, NO_UNIT, OFFICERS_A_SIDE, State, UnitId, Woodsmen, officer_ids, side_of, status};
use super::unit::Class;
use crate::game::Side;

/// Not reached.
const FAR: u8 = u8::MAX;
/// Most destinations kept beside the cheapest way to each hex.
const MOST_EXTRAS: usize = 256;
/// Most difficult hexes that Woodsmen can pay for in one move.
const MOST_DIFFICULT: usize = 6;

/// The hexes around one, in the order in which a side sees them.
pub struct Window {
    side: Side,
    columns: (i32, i32),
    rows: (i32, i32),
}

impl Window {
    /// The hexes within `radius` rows and columns of `hex`.
    pub fn around(board: &Board, hex: HexId, radius: u8, side: Side) -> Window {
        let centre = board.place(if side == Side::Red { hex } else { board.image(hex) });
        let radius = i32::from(radius);
        let clip = |at: i32, size: u8| ((at - radius).max(0), (at + radius).min(i32::from(size) - 1));
        Window { side, columns: clip(centre.column, board.columns()), rows: clip(centre.row, board.rows()) }
    }

    /// These hexes in order.
    pub fn hexes<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = HexId> + 'a {
        let width = u16::from(board.columns());
        (self.rows.0..=self.rows.1).flat_map(move |row| {
            (self.columns.0..=self.columns.1).map(move |column| board.ranked(self.side, row as u16 * width + column as u16))
        })
    }
}

/// How far a unit may go.
#[derive(Clone, Copy)]
struct Allowance {
    /// Most hexes after which it may attack.
    fight: u8,
    /// Most hexes at all.
    most: u8,
    /// One more hex for a move that ends next to an enemy (JA3.5).
    contact: u8,
}

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
    allowance: Allowance,
    from: HexId,
    /// Whether the cheapest ways are offered as destinations themselves.
    offers_plain: bool,
    extras: [Destination; MOST_EXTRAS],
    extra_count: usize,
    /// Officers standing alone, by hex: only the few bits that matter.
    lone: [(HexId, u8); OFFICERS_A_SIDE],
    lone_count: usize,
    contact: [bool; MAX_HEXES],
}

impl Reach {
    /// Nothing found yet.
    pub fn new() -> Reach {
        let nowhere = Destination { hex: NO_HEX, hexes: 0, may_attack: false, difficult: 0, drives_out: 0 };
        Reach {
            ways: Ways { arrive: [FAR; MAX_HEXES], hexes: [0; MAX_HEXES], go_on: [FAR; MAX_HEXES], slowed: [false; MAX_HEXES] },
            allowance: Allowance { fight: 0, most: 0, contact: 0 },
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

    /// Whether Woodsmen would open a hex, or the right to attack from one.
    pub fn gains_by_woodsmen(&self) -> bool {
        self.extra_count > 0
    }

    fn officers_on(&self, hex: HexId) -> u8 {
        self.lone[..self.lone_count].iter().filter(|(at, _)| *at == hex).fold(0, |bits, (_, bit)| bits | bit)
    }

    fn add_extra(&mut self, destination: Destination) {
        if self.extra_count < MOST_EXTRAS {
            self.extras[self.extra_count] = destination;
            self.extra_count += 1;
        }
    }

    /// The plain destination at a hex: its cheapest way without driving anybody out before its end.
    fn plain(&self, hex: HexId) -> Option<Destination> {
        let cost = self.ways.arrive[usize::from(hex)];
        if cost == FAR || hex == self.from {
            return None;
        }
        self.destination(hex, cost, self.ways.hexes[usize::from(hex)], 0, 0)
    }

    /// A destination with this cost, if the allowance covers it.
    fn destination(&self, hex: HexId, cost: u8, hexes: u8, difficult: u8, drives_out: u8) -> Option<Destination> {
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
    pub fn each(&self, board: &Board, window: &Window, mut take: impl FnMut(Destination) -> bool) {
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
    /// Whether a unit has anywhere to move to.
    pub(super) fn can_move(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        let class = self.profile(unit).mover;
        let plain = !it.has(status::ONLY_BACK | status::MOVE_ONLY) && self.rules.min_one_hex_move && self.profile(unit).move_max > 0;
        let mut beside_guns = false;
        for (towards, next) in self.board.neighbours(it.hex).iter().enumerate() {
            if *next == NO_HEX || !self.board.step(class, it.hex, towards).is_possible() {
                continue;
            }
            if plain && state.unit_at(*next) == NO_UNIT {
                return true;
            }
            beside_guns |= state.unit_at(*next) != NO_UNIT;
        }
        if plain && !beside_guns {
            return false;
        }
        let mut reach = Reach::new();
        self.find_reach(state, &Mover { unit, bonus: 0, impetuous: false, woodsmen: Woodsmen::No }, &mut reach);
        let window = Window::around(&self.board, it.hex, reach.radius(), side_of(unit));
        let mut any = false;
        reach.each(&self.board, &window, |_| {
            any = true;
            false
        });
        any
    }

    /// How far a unit may go with the help it has (JI-63, JI-90, JI-91): guns that cannot fire after moving gain no combat by marching.
    fn allowance(&self, mover: &Mover) -> Allowance {
        let profile = self.profile(mover.unit);
        let capped = |hexes: u8| hexes.min(profile.move_cap);
        let fight = if profile.move_fight == 0 { 0 } else { capped(profile.move_fight + mover.bonus) };
        Allowance { fight, most: capped(profile.move_max + mover.bonus), contact: u8::from(mover.impetuous) }
    }

    /// Finds where a unit can get to.
    pub fn find_reach(&self, state: &State, mover: &Mover, reach: &mut Reach) {
        let unit = mover.unit;
        let from = state.unit(unit).hex;
        reach.from = from;
        reach.allowance = self.allowance(mover);
        self.find_lone_officers(state, unit, reach);
        if mover.impetuous {
            self.mark_contact(state, unit, reach);
        }
        let walk = Walk { state, unit, class: self.profile(unit).mover, most: reach.allowance.most + reach.allowance.contact };
        self.walk(&walk, false, from, 0, 0, reach);
        self.march_along_roads(&walk, from, reach);
        match mover.woodsmen {
            Woodsmen::No if reach.lone_count > 0 => self.drive_out(&walk, from, reach),
            Woodsmen::No => {}
            Woodsmen::Free => self.walk_free_as_woodsmen(&walk, from, reach),
            Woodsmen::Paid => self.walk_paid_as_woodsmen(&walk, from, reach),
        }
    }

    fn find_lone_officers(&self, state: &State, unit: UnitId, reach: &mut Reach) {
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
        for enemy in self.units_on_table(state, side_of(unit).other()) {
            for hex in self.board.neighbours(state.unit(enemy).hex) {
                if *hex != NO_HEX {
                    reach.contact[usize::from(*hex)] = true;
                }
            }
        }
    }

    /// Whether the move may enter this hex at all, occupied or not.
    fn may_enter(&self, walk: &Walk, from: HexId, towards: usize, to: HexId) -> bool {
        let it = walk.state.unit(walk.unit);
        let side = side_of(walk.unit);
        (!it.has(status::ONLY_BACK) || self.board.rear(side).contains(&towards))
            && (!it.has(status::MOVE_ONLY) || self.is_far_from_enemies(walk.state, walk.unit, to))
            && from != to
    }

    /// Whether a unit may pass through the friendly unit on a hex: artillery only, and not for artillery (J4.3, J4.4, JI-92).
    fn may_pass_through(&self, walk: &Walk, occupant: UnitId) -> bool {
        side_of(occupant) == side_of(walk.unit)
            && self.profile(occupant).class == Class::Artillery
            && !self.rules.pass_artillery_exclusions.contains(family(self.profile(walk.unit)))
    }

    /// Finds the cheapest ways from a hex, with what the way to it has already cost. Hexes of lone enemy officers can be entered but end the way here; ways through
    /// them are for [`Battle::drive_out`].
    fn walk(&self, walk: &Walk, as_woodsmen: bool, from: HexId, cost: u8, hexes: u8, reach: &mut Reach) {
        let lone = (reach.lone, reach.lone_count);
        let is_lone = |hex: HexId| lone.0[..lone.1].iter().any(|(at, _)| *at == hex);
        let mut queue = [NO_HEX; 4 * MAX_HEXES];
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

    /// Adds the hexes that only a move wholly along roads reaches (J4.15, J4.16).
    fn march_along_roads(&self, walk: &Walk, from: HexId, reach: &mut Reach) {
        let profile = self.profile(walk.unit);
        let most = (walk.most - reach.allowance.contact).saturating_add(self.rules.road_bonus).min(profile.move_cap);
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
    fn drive_out(&self, walk: &Walk, from: HexId, reach: &mut Reach) {
        let mut open = [(NO_HEX, 0u8, 0u8, 0u8); MOST_EXTRAS];
        let mut count = 0;
        let pass = |cost: u8, hexes: u8, hex: HexId| -> bool {
            // The step onto the hex must not have ended the move: the ground of an officer's hex stops as any other.
            cost < walk.most && hexes > 0 && hex != from
        };
        for (hex, bits) in reach.lone[..reach.lone_count].to_owned() {
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
                let step = self.board.step(walk.class, before, super::hex::direction::opposite(towards));
                !step.is_possible() || step.stops()
            }
        })
    }

    /// Offers only what difficult terrain taken as clear adds to the plain ways (J3.33, J3.58).
    fn walk_free_as_woodsmen(&self, walk: &Walk, from: HexId, reach: &mut Reach) {
        let mut cleared = Reach::new();
        cleared.from = from;
        cleared.allowance = reach.allowance;
        cleared.lone = reach.lone;
        cleared.lone_count = reach.lone_count;
        self.walk(walk, true, from, 0, 0, &mut cleared);
        for hex in 0..self.board.hexes() {
            if let Some(destination) = cleared.plain(hex)
                && reach.plain(hex).is_none_or(|plain| destination.may_attack && !plain.may_attack)
            {
                reach.add_extra(destination);
            }
        }
        reach.offers_plain = false;
    }

    /// Offers what paying for difficult hexes one by one adds: for each hex the fewest that open it, and the fewest that keep the right to attack (JI-64).
    fn walk_paid_as_woodsmen(&self, walk: &Walk, from: HexId, reach: &mut Reach) {
        let tokens = walk.state.side(side_of(walk.unit)).tokens;
        let most_difficult = (1..=MOST_DIFFICULT).take_while(|n| self.woodsmen_cost(walk.state, walk.unit, *n as u8) <= tokens).count();
        let mut arrive = [[FAR; MAX_HEXES]; MOST_DIFFICULT + 1];
        let mut go_on = [[FAR; MAX_HEXES]; MOST_DIFFICULT + 1];
        let mut made_by = [[0u8; MAX_HEXES]; MOST_DIFFICULT + 1];
        let mut queue = [(NO_HEX, 0u8); 4 * MAX_HEXES];
        let (mut head, mut tail) = (0, 1);
        queue[0] = (from, 0);
        go_on[0][usize::from(from)] = 0;
        while head < tail {
            let (hex, paid) = queue[head];
            head += 1;
            let spent = go_on[usize::from(paid)][usize::from(hex)];
            let made = made_by[usize::from(paid)][usize::from(hex)];
            for (towards, next) in self.board.neighbours(hex).iter().enumerate() {
                if *next == NO_HEX || !self.may_enter(walk, hex, towards, *next) {
                    continue;
                }
                let plain = self.board.step(walk.class, hex, towards);
                let ways = [Some((plain, 0)), plain.is_difficult().then(|| (plain.cleared(), 1))];
                for (step, difficult) in ways.into_iter().flatten() {
                    let paid = usize::from(paid) + difficult;
                    if !step.is_possible() || paid > most_difficult {
                        continue;
                    }
                    let total = spent + 1 + step.extra();
                    if total > walk.most && !(made == 0 && self.rules.min_one_hex_move && walk.most > 0) {
                        continue;
                    }
                    let to = usize::from(*next);
                    let occupant = walk.state.unit_at(*next);
                    if occupant != NO_UNIT && !self.may_pass_through(walk, occupant) {
                        continue;
                    }
                    if occupant == NO_UNIT && total < arrive[paid][to] {
                        arrive[paid][to] = total;
                        made_by[paid][to] = made + 1;
                    }
                    let lone = reach.officers_on(*next) != 0;
                    if !step.stops() && total < walk.most && total < go_on[paid][to] && !lone && tail < queue.len() {
                        go_on[paid][to] = total;
                        made_by[paid][to] = made + 1;
                        queue[tail] = (*next, paid as u8);
                        tail += 1;
                    }
                }
            }
        }
        for hex in 0..self.board.hexes() {
            let mut best = reach.plain(hex);
            for paid in 1..=most_difficult {
                let cost = arrive[paid][usize::from(hex)];
                if cost == FAR || hex == from {
                    continue;
                }
                let hexes = made_by[paid][usize::from(hex)];
                if let Some(destination) = reach.destination(hex, cost, hexes, paid as u8, 0)
                    && best.is_none_or(|best| destination.may_attack && !best.may_attack)
                {
                    best = Some(destination);
                    reach.add_extra(destination);
                }
            }
        }
        reach.offers_plain = false;
    }
}

/// Who walks, and how far.
struct Walk<'a> {
    state: &'a State,
    unit: UnitId,
    class: super::unit::MoverClass,
    most: u8,
}
