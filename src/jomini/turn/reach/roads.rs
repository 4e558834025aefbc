//! Marches along roads (J4.15, J4.16, J5.43, JI-95).

use super::walk::{FAR, ROAD_MARCH, Reach, Walk};
use crate::jomini::map::hex::{HexId, MAX_HEXES, NO_HEX};
use crate::jomini::state::NO_UNIT;
use crate::jomini::state::field::Battlefield;

impl Battlefield {
    /// Adds the hexes that only a move wholly along roads reaches, after which there is no attack (J4.15, J4.16,
    /// J5.43), continuing from a hex reached by this many steps along roads. Returns the steps to each hex.
    pub(super) fn march_along_roads(
        &self,
        walk: &Walk,
        (from, before): (HexId, u8),
        reach: &mut Reach,
    ) -> [u8; MAX_HEXES] {
        let mut steps = [FAR; MAX_HEXES];
        let most = (walk.most - reach.allowance.contact).saturating_add(self.rules.road_bonus).min(reach.allowance.cap);
        if self.rules.road_bonus == 0 || most == 0 || !self.board.is_road(from) {
            return steps;
        }
        let mut queue = [NO_HEX; MAX_HEXES];
        let (mut head, mut tail) = (0, 1);
        queue[0] = from;
        steps[usize::from(from)] = before;
        while head < tail {
            let hex = queue[head];
            head += 1;
            let made = steps[usize::from(hex)];
            // Paths past a lone officer are among those that drive him out.
            if made == most || (hex != from && reach.lone.on(hex) != 0) {
                continue;
            }
            for (towards, next) in self.board.neighbours(hex).iter().enumerate() {
                if *next == NO_HEX
                    || *next == reach.from
                    || steps[usize::from(*next)] != FAR
                    || !self.board.step(walk.class, hex, towards).is_road()
                    || !self.may_enter(walk, hex, towards, *next)
                {
                    continue;
                }
                let occupant = walk.state.unit_at(*next);
                if occupant != NO_UNIT && !self.units().may_pass_through(walk, occupant) {
                    continue;
                }
                let to = usize::from(*next);
                steps[to] = made + 1;
                queue[tail] = *next;
                tail += 1;
                // What the free march of Impetuous troops reaches without contact is no destination (J4.15).
                if occupant == NO_UNIT && reach.plain(*next).is_none() {
                    reach.ways.arrive[to] = ROAD_MARCH + made + 1;
                    reach.ways.hexes[to] = made + 1;
                }
            }
        }
        steps
    }
}
