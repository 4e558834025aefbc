//! Scores of the order Mount or dismount (J3.31): the gain of the best move that goes with it, with the unit in its new
//! state, and the value of its animals for the remaining distance. Elephants near friends, and wagons before ground
//! closed to them, score badly.

use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::action::{Action, Destination, Payment};
use crate::jomini::state::{Mounting, Mover, State, Status, UnitId};

/// The share of the hexes gained by later moves that counts: there is not a move in every turn.
const LATER: f32 = 0.8;
/// The number of moves looked ahead.
const MOVES_AHEAD: u8 = 3;

/// The position with a unit mounted instead of dismounted, or vice versa.
fn turned(state: &State, unit: UnitId) -> State {
    let mut imagined = *state;
    imagined.unit_mut(unit).status ^= Status::MOUNTED;
    imagined
}

impl Scene<'_> {
    /// The score of the order.
    pub fn mount(&self, unit: UnitId, payment: Payment) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let riding = state.is_riding(unit);
        let imagined = turned(state, unit);
        let mounting = if riding { Mounting::Dismounts } else { Mounting::Mounts };
        let mover = Mover { bonus: state.march_bonus(unit), mounting, ..Mover::plain(unit) };
        // It rides in either case: before it dismounts, or once it has mounted.
        let rider = if riding { state } else { &imagined };
        let after = self.in_position(&imagined);
        let here = self.stand(unit);
        let mut best = after.mounted_move(&mover, &here, None);
        let mut best_value = self.worth(&best);
        battle.each_destination(rider, &mover, |destination| {
            let numbers = after.mounted_move(&mover, &here, Some(&destination));
            let value = self.worth(&numbers);
            if value > best_value {
                (best, best_value) = (numbers, value);
            }
            true
        });
        best.add(numbers::RIDE, self.ride(unit, if riding { -LATER } else { LATER }));
        self.pay(&mut best, battle.field.manoeuvre_order_cost(state, unit, battle.field.rules.mount_cost), payment);
        best
    }

    /// The score of a destination of the move that goes with the order.
    pub fn mounting_destination(&self, mover: &Mover, action: &Action) -> Numbers {
        let here = self.stand(mover.unit);
        let destination = if let Action::MoveTo(destination) = action { Some(destination) } else { None };
        match mover.mounting {
            Mounting::Dismounts => {
                self.in_position(&turned(self.state, mover.unit)).mounted_move(mover, &here, destination)
            }
            Mounting::No | Mounting::Mounts => self.mounted_move(mover, &here, destination),
        }
    }

    /// The gain of a unit by a move, or by staying, with part of its movement used to mount or dismount.
    fn mounted_move(&self, mover: &Mover, here: &Numbers, destination: Option<&Destination>) -> Numbers {
        let (battle, state, unit) = (self.battle, self.state, mover.unit);
        if let Some(destination) = destination {
            return self.move_to(mover, here, destination);
        }
        let may_attack =
            battle.field.units().may_attack_after_mounting(state, mover) && battle.field.can_attack(state, unit);
        self.post_and_strike(unit, state.unit(unit).hex, 0, may_attack).less(here)
    }

    /// A share of the distance that a unit gains by its animals in later moves.
    fn ride(&self, unit: UnitId, share: f32) -> f32 {
        let (battle, state) = (self.battle, self.state);
        let (profile, hex) = (battle.field.forces.profile(unit), state.unit(unit).hex);
        let nearest = self.nearest_foe(hex);
        if self.is_barred(unit, hex) {
            return -share * self.way_won(unit, nearest, profile.move_max);
        }
        let bonus = battle.field.rules.mounted_infantry_bonus;
        let moves = (nearest.min(30) / (profile.move_max + bonus).max(1)).min(MOVES_AHEAD);
        share * self.way_won(unit, nearest, bonus * moves)
    }

    /// Whether the ground ahead is closed to the unit mounted and open to it on foot.
    fn is_barred(&self, unit: UnitId, hex: HexId) -> bool {
        let (board, profile) = (&self.battle.field.board, self.battle.field.forces.profile(unit));
        let [left, right, ..] = board.directions(self.side);
        let open = |class| {
            [left, right].into_iter().any(|towards| {
                board.neighbours(hex)[towards] != NO_HEX && board.step(class, hex, towards).is_possible()
            })
        };
        profile.mover != profile.mover_mounted && !open(profile.mover_mounted) && open(profile.mover)
    }
}
