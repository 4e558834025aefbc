//! The reason why a position leaves its side no decision, for its author.

use crate::jomini::state::field::Units;
use crate::jomini::state::{State, Step, UnitId};

impl Units<'_> {
    /// The reason why a side cannot act; `None` if it follows from the rules of the decision itself.
    pub(in crate::jomini) fn reason_for_idling(self, state: &State) -> Option<String> {
        let acting: Vec<UnitId> = self
            .forces
            .units_on_table(state, state.active)
            .filter(|unit| state.unit(*unit).group == state.turn.current)
            .collect();
        match state.step {
            Step::Command if state.turn.activations_left == 0 => Some("no activation is left (J3.1, J3.5)".to_owned()),
            Step::Command => Some("no officer on the table can activate a unit (J3.6)".to_owned()),
            Step::Movement | Step::Combat if acting.is_empty() => {
                Some("no unit on the table is activated (J3.1)".to_owned())
            }
            Step::Movement => Some("none of the units that are activated can move (J4.1)".to_owned()),
            Step::Combat => {
                let why = |unit: &UnitId| {
                    let fault = self
                        .rules
                        .acted_fault(state, *unit)
                        .unwrap_or("the attacker has no enemy in reach (J5.24, J5.25, J5.26)");
                    format!("{}: {fault}", self.forces.unit_words(*unit))
                };
                Some(acting.iter().map(why).collect::<Vec<_>>().join(", "))
            }
            // The rules of these decisions give the reason.
            _ => None,
        }
    }
}
