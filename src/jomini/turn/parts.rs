//! Parts of the rulebook across kinds of action, to measure the value of each: fire, cavalry charges, orders, falling
//! back. Legality is determined elsewhere.

use crate::game::RulePart;
use crate::jomini::map::board::Board;
use crate::jomini::state::action::Action;
use crate::jomini::state::field::Positions;
use crate::jomini::state::{DefenceOrder, State, UnitId};

/// The parts, in the order of [`Positions::holds`].
pub const PARTS: &[RulePart] = &[
    RulePart { name: "fire", meaning: "attacks from a distance" },
    RulePart { name: "charge", meaning: "attacks by cavalry on a hex beside it, pursuit included" },
    RulePart {
        name: "order",
        meaning: "whatever is paid with order tokens or by leading: command, manoeuvre, attack and defence orders",
    },
    RulePart { name: "retreat", meaning: "breaking off and the order Withdrawal" },
];

impl Board {
    fn is_beside(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        self.distance(state.unit(unit).hex, state.unit(target).hex) == 1
    }
}

impl Positions<'_> {
    /// Whether an action belongs to a part, by its index in [`PARTS`].
    pub(in crate::jomini) fn holds(self, state: &State, action: &Action, part: usize) -> bool {
        match part {
            0 => matches!(action, Action::Attack(unit, target) if !self.board.is_beside(state, *unit, *target)),
            1 => match action {
                Action::Attack(unit, target) => {
                    self.forces.profile(*unit).is_cavalry() && self.board.is_beside(state, *unit, *target)
                }
                Action::AttackAgain(_) => self.forces.profile(state.combat.attacker).is_cavalry(),
                // No other action attacks.
                _ => false,
            },
            2 => is_order(action),
            _ => matches!(action, Action::BreakOff | Action::OrderDefence(DefenceOrder::Withdrawal, _)),
        }
    }
}

/// Whether an action gives an order of any kind, or uses one that was given.
fn is_order(action: &Action) -> bool {
    match action {
        Action::DodgeByOrder => true,
        Action::Sacrifice(hits) => *hits > 0,
        other => other.is_of_order_kind(),
    }
}
