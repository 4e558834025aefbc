//! The enemy units as one side sees them: how near they are to a hex, and which of them could strike there in their
//! next player-turn.

use super::memo::{Memo, next_number};
use crate::game::Side;
use crate::jomini::army::unit::{Class, Profile};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{NO_UNIT, State, UNITS_A_SIDE, UnitId};

/// An enemy unit that may strike.
#[derive(Clone, Copy)]
pub struct Foe {
    /// The unit.
    pub unit: UnitId,
    /// Where it is.
    pub hex: HexId,
    /// The distance in hexes within which it may strike in its next player-turn.
    reach: u8,
    /// The dice that it rolls without modifiers.
    pub dice: u8,
    /// Its arm.
    pub class: Class,
}

impl Foe {
    /// Whether it fires at this distance, where others would come to melee.
    #[inline]
    pub fn fires_at(&self, distance: u8) -> bool {
        self.class == Class::Artillery && distance > 1
    }
}

/// The enemy units seen from a hex.
#[derive(Clone, Copy)]
struct View {
    nearest: u8,
    /// Those within whose reach the hex lies, one bit each.
    in_reach: u32,
}

thread_local! {
    static VIEWS: Memo<(u64, HexId), View, 256> = const { Memo::new() };
}

/// The enemy units on the table. Several units are evaluated on the same hexes, so that the view from each is cached.
#[derive(Clone, Copy)]
pub struct Foes {
    number: u64,
    all: [Foe; UNITS_A_SIDE],
    count: usize,
}

impl Foes {
    /// The units of a side, its enemies.
    pub fn of(battle: &Battle, state: &State, side: Side) -> Foes {
        let none = Foe { unit: NO_UNIT, hex: NO_HEX, reach: 0, dice: 0, class: Class::Infantry };
        let mut foes = Foes { number: next_number(), all: [none; UNITS_A_SIDE], count: 0 };
        for unit in battle.field.forces.units_on_table(state, side) {
            let profile = battle.field.forces.profile(unit);
            foes.all[foes.count] = Foe {
                unit,
                hex: state.unit(unit).hex,
                reach: strike_reach(profile),
                dice: battle.field.rules.unmodified_dice(profile, state.unit(unit).elements),
                class: profile.class,
            };
            foes.count += 1;
        }
        foes
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The distance from a hex to the nearest, [`u8::MAX`] if there is none.
    #[inline]
    pub fn nearest(&self, board: &Board, hex: HexId) -> u8 {
        self.view(board, hex).nearest
    }

    /// Those that could strike on a hex, with their distances.
    #[inline]
    pub fn each_in_reach(&self, board: &Board, hex: HexId, mut take: impl FnMut(&Foe, u8)) {
        let mut left = self.view(board, hex).in_reach;
        while left != 0 {
            let foe = &self.all[left.trailing_zeros() as usize];
            take(foe, board.distance(foe.hex, hex));
            left &= left - 1;
        }
    }

    #[inline]
    fn view(&self, board: &Board, hex: HexId) -> View {
        let view = || {
            let mut view = View { nearest: u8::MAX, in_reach: 0 };
            for (index, foe) in self.all[..self.count].iter().enumerate() {
                let distance = board.distance(foe.hex, hex);
                view.nearest = view.nearest.min(distance);
                view.in_reach |= u32::from(distance <= foe.reach) << index;
            }
            view
        };
        VIEWS.with(|views| views.get((self.number, hex), usize::from(hex), view))
    }
}

/// The distance in hexes within which a unit may strike in its next player-turn.
pub fn strike_reach(profile: &Profile) -> u8 {
    profile.move_fight + profile.range
}
