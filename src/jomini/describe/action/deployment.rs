//! Descriptions of the actions of the set-up, and of a commander-in-chief put back on the table.

use crate::jomini::state::action::Action;
use crate::jomini::state::field::Positions;
use crate::jomini::state::{NO_OFFICER, State, Step};

impl Positions<'_> {
    pub(super) fn deployment_words(self, state: &State, action: &Action) -> String {
        let side = self.forces.side_words(state.active);
        match *action {
            Action::ChooseEdge(true) => format!("{side} chooses the other side of the table."),
            Action::ChooseEdge(false) => format!("{side} stays on its side of the table."),
            Action::ChooseFirst(true) => format!("{side} chooses to play first."),
            Action::ChooseFirst(false) => format!("{side} lets the other side play first."),
            Action::DeployAt(hex) if state.step == Step::LayDecoy => {
                format!("{side} lays an empty slip at {}.", self.board.hex_name(hex))
            }
            Action::DeployAt(hex) => {
                let unit = state.acting_unit().map(|unit| self.forces.unit_words(unit)).unwrap_or_default();
                format!("{side} deploys {unit} at {}.", self.board.hex_name(hex))
            }
            Action::DeployOfficerAt(hex) => match state.step {
                Step::DeployOfficer(officer) => {
                    format!("{} takes his place at {}.", self.forces.ranked(officer), self.board.hex_name(hex))
                }
                _ => format!("{side} places an officer at {}.", self.board.hex_name(hex)),
            },
            Action::PlaceCinc(hex, replaced) => {
                let instead = if replaced == NO_OFFICER {
                    String::new()
                } else {
                    format!(", in place of {}", self.forces.ranked(replaced))
                };
                format!(
                    "{side} puts its commander-in-chief back on the table at {}{instead}.",
                    self.board.hex_name(hex)
                )
            }
            _ => unreachable!("the table gives no other actions to this file"),
        }
    }
}
