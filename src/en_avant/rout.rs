//! Rout: flight, contagion, flight that goes on (E10.16 to E10.26).

use super::engagement::Engagement;
use super::state::{State, UnitId};

impl Engagement {
    /// A routing unit that has not rallied flees on (E8.11, E10.24).
    pub(super) fn flee_on(&self, state: &mut State, unit: UnitId) {
        // Written with the consequences of shots and melees.
        self.destroy(state, unit);
        self.next_activation(state);
    }
}
