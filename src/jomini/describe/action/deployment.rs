//! Descriptions of the actions of the set-up, and of a commander-in-chief put back on the table.

use crate::jomini::state::action::Action;
use crate::jomini::state::field::Positions;
use crate::jomini::state::{NO_OFFICER, State, Step};

impl Positions<'_> {
    pub(super) fn deployment_words(self, state: &State, action: &Action) -> String {
        let army = self.forces.army_words(state.active);
        match *action {
            Action::ChooseEdge(true) => format!("{army} chooses the other side of the table."),
            Action::ChooseEdge(false) => format!("{army} stays on its side of the table."),
            Action::ChooseFirst(true) => format!("{army} chooses to play first."),
            Action::ChooseFirst(false) => format!("{army} lets the other side play first."),
            Action::DeployAt(hex) if state.step == Step::LayDecoy => {
                format!("{army} lays an empty slip at {}.", self.board.hex_name(hex))
            }
            Action::DeployAt(hex) => {
                let unit = state.acting_unit().map(|unit| self.forces.unit_words(unit)).unwrap_or_default();
                format!("{army} deploys {unit} at {}.", self.board.hex_name(hex))
            }
            Action::DeployOfficerAt(hex) => match state.step {
                Step::DeployOfficer(officer) => {
                    format!("{} takes his place at {}.", self.forces.ranked(officer), self.board.hex_name(hex))
                }
                _ => format!("{army} places an officer at {}.", self.board.hex_name(hex)),
            },
            Action::PlaceCinc(hex, replaced) => {
                let instead = if replaced == NO_OFFICER {
                    String::new()
                } else {
                    format!(", in place of {}", self.forces.ranked(replaced))
                };
                format!(
                    "{army} puts its commander-in-chief back on the table at {}{instead}.",
                    self.board.hex_name(hex)
                )
            }
            _ => unreachable!("the table gives no other actions to this file"),
        }
    }
}
