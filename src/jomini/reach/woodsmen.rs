//! Difficult hexes crossed as clear by Woodsmen (J3.33, JI-64, JI-65): only what the order adds to the plain ways is offered.

use super::walk::{FAR, Reach, Walk};
use crate::jomini::battle::Battle;
use crate::jomini::hex::{HexId, MAX_HEXES, NO_HEX};
use crate::jomini::state::{NO_UNIT, side_of};

/// Most difficult hexes that Woodsmen can pay for in one move.
const MOST_DIFFICULT: usize = 6;

impl Battle {
    /// Offers only what difficult terrain taken as clear adds to the plain ways (J3.33, J3.58).
    pub(super) fn walk_free_as_woodsmen(&self, walk: &Walk, from: HexId, reach: &mut Reach) {
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
    pub(super) fn walk_paid_as_woodsmen(&self, walk: &Walk, from: HexId, reach: &mut Reach) {
        let tokens = walk.state.side(side_of(walk.unit)).tokens;
        let affordable = (1..=MOST_DIFFICULT).take_while(|n| self.woodsmen_cost(walk.state, walk.unit, *n as u8) <= tokens).count();
        // Each difficult hex is a hex of movement.
        let most_difficult = affordable.min(usize::from(walk.most));
        // Who moves two hexes at most needs little room, and clearing room is most of the work.
        if walk.most <= 2 {
            self.walk_paying::<3, 256>(walk, from, reach, most_difficult);
        } else {
            self.walk_paying::<{ MOST_DIFFICULT + 1 }, { 4 * MAX_HEXES }>(walk, from, reach, most_difficult);
        }
    }

    /// The search itself: `LEVELS` is one more than the most difficult hexes paid for, `ROOM` the most steps remembered.
    fn walk_paying<const LEVELS: usize, const ROOM: usize>(&self, walk: &Walk, from: HexId, reach: &mut Reach, most_difficult: usize) {
        let mut arrive = [[FAR; MAX_HEXES]; LEVELS];
        let mut go_on = [[FAR; MAX_HEXES]; LEVELS];
        let mut made_by = [[0u8; MAX_HEXES]; LEVELS];
        let mut queue = [(NO_HEX, 0u8); ROOM];
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
