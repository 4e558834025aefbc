//! The enemy units as one side sees them: how near they are to a hex, and which of them could strike there in their
//! next player-turn.

use super::memo::{Memo, next_number};
use crate::game::Side;
use crate::jomini::army::unit::{Class, Profile};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{NO_UNIT, State, UNITS_A_SIDE, UnitId};
use std::cell::RefCell;

/// An enemy unit that may strike.
#[derive(Clone, Copy, PartialEq)]
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
pub struct View {
    /// The distance to the nearest, [`u8::MAX`] if there is none.
    pub nearest: u8,
    /// Those within whose reach the hex lies, one bit each.
    in_reach: u32,
}

thread_local! {
    static VIEWS: Memo<(u64, HexId), View, 512> = const { Memo::new() };
    /// The enemies of each side in the last position that it saw, with the identity of the game: as long as none of
    /// them moves, the views are valid.
    static LAST: RefCell<[Option<(u64, Foes)>; 2]> = const { RefCell::new([None, None]) };
}

/// The enemy units on the table. Several units are evaluated on the same hexes, so that the view from each is cached.
#[derive(Clone, Copy)]
pub struct Foes {
    /// Equal numbers are of equal enemies in the same game.
    number: u64,
    side: Side,
    all: [Foe; UNITS_A_SIDE],
    count: usize,
}

impl Foes {
    /// The units of a side, its enemies.
    pub fn of(battle: &Battle, state: &State, side: Side) -> Foes {
        let none = Foe { unit: NO_UNIT, hex: NO_HEX, reach: 0, dice: 0, class: Class::Infantry };
        let mut foes = Foes { number: 0, side, all: [none; UNITS_A_SIDE], count: 0 };
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
        foes.number = LAST.with_borrow_mut(|last| {
            let (game, last) = (battle.identity.number(), &mut last[side.index()]);
            match last {
                Some((of, known)) if *of == game && known.all() == foes.all() => known.number,
                _ => {
                    foes.number = next_number();
                    *last = Some((game, foes));
                    foes.number
                }
            }
        });
        foes
    }

    /// Those on the table.
    fn all(&self) -> &[Foe] {
        &self.all[..self.count]
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

    /// Those that could strike on a hex, of which this is the view, with their distances.
    #[inline]
    pub fn each_in_reach(&self, view: View, board: &Board, hex: HexId, mut take: impl FnMut(&Foe, u8)) {
        let mut left = view.in_reach;
        while left != 0 {
            let foe = &self.all[left.trailing_zeros() as usize];
            take(foe, board.distance(foe.hex, hex));
            left &= left - 1;
        }
    }

    /// The enemies as seen from a hex.
    #[inline]
    pub fn view(&self, board: &Board, hex: HexId) -> View {
        let view = || {
            let mut view = View { nearest: u8::MAX, in_reach: 0 };
            for (index, foe) in self.all().iter().enumerate() {
                let distance = board.distance(foe.hex, hex);
                view.nearest = view.nearest.min(distance);
                view.in_reach |= u32::from(distance <= foe.reach) << index;
            }
            view
        };
        let hash = 2 * usize::from(hex) + self.side.index();
        VIEWS.with(|views| views.get((self.number, hex), hash, view))
    }
}

/// The distance in hexes within which a unit may strike in its next player-turn.
pub fn strike_reach(profile: &Profile) -> u8 {
    profile.move_fight + profile.range
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jomini::notation::sample;

    #[test]
    fn views_are_kept_as_long_as_no_enemy_moves_and_never_for_another_game() {
        let battle = sample::in_contact();
        let mut state = battle.start;
        let number = |battle: &Battle, state: &State| Foes::of(battle, state, Side::Blue).number;
        let first = number(&battle, &state);
        let mine = battle.field.forces.units_on_table(&state, Side::Red).next().unwrap();
        let free = |state: &State| battle.field.board.hexes().find(|hex| state.unit_at(*hex) == NO_UNIT).unwrap();
        state.relocate(mine, free(&state));
        assert_eq!(number(&battle, &state), first);
        assert_ne!(Foes::of(&battle, &state, Side::Red).number, first);
        assert_eq!(number(&battle, &state), first, "each side has its own");
        assert_ne!(number(&battle.clone(), &state), first, "another game");
        let theirs = battle.field.forces.units_on_table(&state, Side::Blue).next().unwrap();
        let second = number(&battle, &state);
        state.relocate(theirs, free(&state));
        assert_ne!(number(&battle, &state), second);
    }
}
