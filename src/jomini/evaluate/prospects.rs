//! A cache of the prospect of each unit, the value of what its activation would let it do, for all decisions of a
//! Command phase: no unit moves in it, and a prospect does not depend on which units have been activated.

use super::numbers::{ActionWeights, Numbers};
use super::scene::Scene;
use crate::game::Side;
use crate::jomini::state::{Combat, OFFICERS_A_SIDE, Officer, SideState, State, Status, UNITS_A_SIDE, Unit, UnitId};
use std::cell::RefCell;

/// Everything on which prospects depend in a Command phase: equal for positions that differ in activations only.
#[derive(Clone, Copy, PartialEq)]
struct Standing {
    units: [Unit; 2 * UNITS_A_SIDE],
    officers: [Officer; 2 * OFFICERS_A_SIDE],
    sides: [SideState; 2],
    combat: Combat,
    player_turn: u16,
}

impl Standing {
    fn of(state: &State) -> Standing {
        let State { mut units, mut officers, sides, combat, player_turn, .. } = *state;
        for unit in units.iter_mut().filter(|unit| unit.group != 0) {
            unit.group = 0;
            // Joining a group adds these, which limit the unit itself only.
            unit.status.remove(Status::MOVE_ONLY | Status::ONLY_BACK);
        }
        officers.iter_mut().for_each(|officer| officer.group = 0);
        Standing { units, officers, sides, combat, player_turn }
    }
}

/// The prospects of one side in one position.
struct Kept {
    /// The identity of the game.
    battle: u64,
    side: Side,
    weights: ActionWeights,
    standing: Standing,
    /// The units whose prospect is known, one bit each.
    known: u32,
    numbers: [Numbers; UNITS_A_SIDE],
}

thread_local! {
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

impl Scene<'_> {
    /// Discards the cached prospects of another position.
    pub fn open_prospects(&self) {
        let (battle, side, standing) = (self.battle.identity.number(), self.side, Standing::of(self.state));
        KEPT.with_borrow_mut(|kept| {
            let is_same = kept.as_ref().is_some_and(|kept| {
                kept.battle == battle
                    && kept.side == side
                    && kept.weights == *self.weights()
                    && kept.standing == standing
            });
            if !is_same {
                let numbers = [Numbers::NONE; UNITS_A_SIDE];
                *kept = Some(Kept { battle, side, weights: *self.weights(), standing, known: 0, numbers });
            }
        });
    }

    /// The prospect of an own unit, computed if it is not known yet since [`Scene::open_prospects`].
    pub fn kept_prospect(&self, unit: UnitId, compute: impl FnOnce() -> Numbers) -> Numbers {
        let place = usize::from(unit) % UNITS_A_SIDE;
        let known = KEPT.with_borrow(|kept| {
            kept.as_ref().and_then(|kept| (kept.known >> place & 1 == 1).then_some(kept.numbers[place]))
        });
        known.unwrap_or_else(|| {
            let numbers = compute();
            KEPT.with_borrow_mut(|kept| {
                let kept = kept.as_mut().expect("the position was opened");
                kept.known |= 1 << place;
                kept.numbers[place] = numbers;
            });
            numbers
        })
    }
}
