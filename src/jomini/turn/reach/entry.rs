//! The hexes that a unit from off the table can reach (J4.25): it starts from an imaginary hex of open ground just
//! outside, and the first hex on the table is the first of its move.

use super::Allowance;
use super::walk::{FAR, Reach, Start, Walk};
use crate::jomini::map::hex::MAX_HEXES;
use crate::jomini::map::window::Window;
use crate::jomini::state::action::Destination;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{Mover, State, side_of};

impl Battle {
    /// Passes each destination of a unit that enters to `take`: by any free hex of its entry, never through one that is
    /// occupied (JI-105).
    pub(super) fn each_entry(
        &self,
        state: &State,
        mover: &Mover,
        allowance: Allowance,
        mut take: impl FnMut(Destination) -> bool,
    ) {
        let unit = mover.unit;
        let mut reach = Reach::new();
        reach.allowance = allowance;
        reach.lone = self.field.forces.officers_alone(state, side_of(unit).other());
        let walk = Walk { state, unit, class: self.field.forces.mover(state, unit), most: allowance.most };
        if walk.most == 0 {
            return;
        }
        let entries = self.entries(state, unit);
        for hex in entries.iter().filter(|hex| state.is_free_entry(**hex)) {
            let step = self.field.board.entry_step(walk.class, *hex);
            // JI-94: a single hex is always open, without combat.
            if step.is_possible() && (step.cost() <= walk.most || self.field.rules.min_one_hex_move) {
                reach.arrive(*hex, step.cost(), !step.stops() && step.cost() < walk.most);
            }
        }
        for hex in entries.iter().filter(|hex| state.is_free_entry(**hex)) {
            let step = self.field.board.entry_step(walk.class, *hex);
            if step.is_possible() && !step.stops() && step.cost() < walk.most && reach.lone.on(*hex) == 0 {
                let start = Start { hex: *hex, cost: step.cost(), hexes: 1, slowed: step.extra() > 0 };
                self.field.walk(&walk, false, start, &mut reach);
            }
        }
        if !reach.lone.is_empty() {
            self.field.drive_out(&walk, false, &[FAR; MAX_HEXES], &mut reach);
        }
        let Some(centre) = entries.first() else { return };
        let window = Window::around(&self.field.board, *centre, u8::MAX, side_of(unit));
        reach.each(&self.field.board, &window, &mut take);
    }
}
