//! Descriptions of the actions of the Command phase (J3.3 to J3.37).

use super::price;
use crate::data::message::count;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::State;
use crate::jomini::state::action::Action;
use crate::jomini::state::field::Battlefield;

impl Battlefield {
    pub(super) fn command_words(&self, state: &State, action: &Action) -> String {
        let rules = &self.rules;
        let army = self.forces.army_words(state.active);
        let order = |name: &str, cost: u8, what: &str| {
            format!("{army} orders {name}{}: {what}.", price(self.rules.command_order_cost(cost)))
        };
        match *action {
            Action::Activate(officer) if state.officer(officer).hex == NO_HEX => {
                format!("{} activates units off the table.", self.forces.ranked(officer))
            }
            Action::Activate(officer) => {
                format!(
                    "{} activates from {}.",
                    self.forces.ranked(officer),
                    self.board.hex_name(state.officer(officer).hex)
                )
            }
            Action::Pick(unit) => format!("{} is activated.", self.positions().unit_in_full(state, unit)),
            Action::Reconnaissance => {
                let units = count(u32::from(rules.reconnaissance_units), "unit");
                order(
                    "Reconnaissance",
                    rules.reconnaissance_cost,
                    &format!("only {units} may act, and order tokens are gained"),
                )
            }
            Action::Courier => {
                let units = match rules.courier_units {
                    1 => "one more unit".to_owned(),
                    units => format!("{units} more units"),
                };
                order("Courier", rules.courier_cost, &format!("{units} anywhere"))
            }
            Action::StrategicMove(officer) => {
                let what =
                    format!("{} activates units far from the enemy, to move only", self.forces.officer_words(officer));
                order("Strategic move", rules.strategic_move_cost, &what)
            }
            Action::ExtraActivation => {
                let what = match rules.extra_activation_is_phase {
                    true => "a second Command phase",
                    false => "one activation more",
                };
                order("Extra activation", rules.extra_activation_cost, what)
            }
            Action::CombinedOrder => {
                let price = price(self.rules.group_order_cost(rules.combined_order_cost));
                let who = if rules.combined_order_one_officer { " by the officer who activates first" } else { "" };
                format!("{army} orders Combined order{price}: units of different arms may be activated together{who}.")
            }
            Action::Messengers(officer) => {
                let price = price(self.rules.group_order_cost(rules.messengers_cost));
                format!(
                    "{army} orders Messengers{price}: {} activates units anywhere.",
                    self.forces.officer_words(officer)
                )
            }
            _ => unreachable!("the table gives no other actions to this file"),
        }
    }
}
