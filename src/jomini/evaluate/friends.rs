//! The support that the units of one side lend to the hexes around them (J1.3), for all hexes at once.

use crate::game::Side;
use crate::jomini::map::hex::{HexId, MAX_HEXES, NO_HEX};
use crate::jomini::state::State;
use crate::jomini::state::battle::Battle;

/// The number of friends beside each hex, as [`crate::jomini::state::field::Battlefield::friends_next_to`] counts them
/// for a unit that is not one of them.
#[derive(Clone)]
pub struct Friends {
    beside: [u8; MAX_HEXES],
}

impl Friends {
    /// The units of a side.
    pub fn of(battle: &Battle, state: &State, side: Side) -> Friends {
        let mut friends = Friends { beside: [0; MAX_HEXES] };
        for unit in battle.field.forces.units_on_table(state, side) {
            let hex = state.unit(unit).hex;
            if !battle.field.is_road_bound(state, unit, hex) {
                for next in battle.field.board.neighbours(hex).iter().filter(|next| **next != NO_HEX) {
                    friends.beside[usize::from(*next)] += 1;
                }
            }
        }
        friends
    }

    /// Those beside a hex.
    #[inline]
    pub fn beside(&self, hex: HexId) -> u8 {
        self.beside[usize::from(hex)]
    }
}
