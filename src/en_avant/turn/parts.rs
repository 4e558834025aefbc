//! Parts of the rulebook across kinds of action, for measuring the value of each: shooting, cavalry charges, falling
//! back. Legality is checked by the chapters.

use crate::en_avant::army::troop::Arm;
use crate::en_avant::state::action::{Action, Segment};
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::{NO_UNIT, Placing, State, Step};
use crate::game::RulePart;

/// The parts, in the order of [`Troops::holds`].
pub const PARTS: &[RulePart] = &[
    RulePart { name: "fire", meaning: "shooting" },
    RulePart { name: "charge", meaning: "moves of cavalry into contact" },
    RulePart { name: "retreat", meaning: "breaking off, and moves that begin with a turn about" },
];

impl Troops {
    /// Whether an action belongs to a part, by its index in [`PARTS`].
    pub(in crate::en_avant) fn holds(&self, state: &State, action: &Action, part: usize) -> bool {
        match (part, action) {
            (0, Action::Shoot | Action::ShootAt(_)) => true,
            (1, Action::MoveAlong(path)) => {
                let Step::Place(unit, Placing::Move) = state.step else { return false };
                path.target != NO_UNIT && self.arm(state, unit) == Arm::Cavalry
            }
            (2, Action::BreakOff) => true,
            (2, Action::MoveAlong(path)) => path.segments[0] == Segment::About,
            _ => false,
        }
    }
}
