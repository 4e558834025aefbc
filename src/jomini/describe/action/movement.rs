//! Descriptions of the actions of the Movement phase, and of the flight of officers.

use super::price;
use crate::data::message::count;
use crate::data::message::listed;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::action::{Action, Destination, Payment};
use crate::jomini::state::field::{Battlefield, Positions};
use crate::jomini::state::{State, Step, officer_ids, side_of};

impl Positions<'_> {
    fn move_words(self, state: &State, destination: Destination) -> String {
        let Destination { hex, hexes, may_attack, difficult, drives_out } = destination;
        let Some(unit) = state.acting_unit() else {
            return format!("The unit moves to {}.", self.board.hex_name(hex));
        };
        let mut words = if state.unit(unit).hex == NO_HEX {
            format!("{} enters the table and moves to {}", self.forces.unit_words(unit), self.board.hex_name(hex))
        } else {
            format!(
                "{} moves from {} to {}",
                self.forces.unit_words(unit),
                self.board.hex_name(state.unit(unit).hex),
                self.board.hex_name(hex)
            )
        };
        if hexes > 1 {
            words.push_str(&format!(", {hexes} hexes"));
        }
        if difficult > 0 {
            words.push_str(if difficult == 1 { ", through 1 difficult hex" } else { ", through difficult hexes" });
        }
        let driven: Vec<String> = officer_ids(side_of(unit).other())
            .filter(|officer| drives_out >> officer.place() & 1 == 1)
            .map(|officer| self.forces.officer_words(officer))
            .collect();
        if !driven.is_empty() {
            words.push_str(&format!(", driving out {}", listed(&driven)));
        }
        if !may_attack && self.forces.profile(unit).move_fight > 0 {
            words.push_str(", too far to attack");
        }
        words + "."
    }
}

impl Battlefield {
    pub(super) fn movement_words(&self, state: &State, action: &Action) -> String {
        let rules = &self.rules;
        let army = self.forces.army_words(state.active);
        match *action {
            Action::Move(unit) => format!("{} is to move.", self.positions().unit_in_full(state, unit)),
            Action::MoveImpetuously(unit) => {
                format!("{} rolls for its impetuous move.", self.positions().unit_in_full(state, unit))
            }
            Action::ForcedMarch(unit, payment) => {
                let cost = self.manoeuvre_order_cost(state, unit, rules.forced_march_cost);
                self.forces.order_to_unit("Forced march", unit, cost, payment)
            }
            Action::Mount(unit, payment) => {
                let name = if state.is_riding(unit) { "Dismount" } else { "Mount" };
                self.forces.order_to_unit(name, unit, self.manoeuvre_order_cost(state, unit, rules.mount_cost), payment)
            }
            Action::Woodsmen(unit, payment) => {
                let how = match payment {
                    Payment::Tokens => {
                        let each = self.manoeuvre_order_cost(state, unit, rules.woodsmen_cost_per_hex);
                        format!(", {} for the first difficult hex", count(u32::from(each), "order token"))
                    }
                    Payment::Lead(officer) => format!(", led by {}", self.forces.officer_words(officer)),
                };
                format!("{army} orders Woodsmen to {}{how}.", self.forces.unit_words(unit))
            }
            Action::ForwardMarch => {
                format!(
                    "{army} orders Forward march!{} to the whole group.",
                    price(self.rules.group_order_cost(rules.forward_march_cost))
                )
            }
            Action::Rally(unit, elements, payment) => {
                let cost = self.rally_cost(state, unit, elements);
                let order = self.forces.order_to_unit("Rally", unit, cost, payment);
                format!("{} {} to return.", order, count(u32::from(elements), "element"))
            }
            Action::Leave(unit) => format!("{} leaves the table.", self.positions().unit_in_full(state, unit)),
            Action::MoveTo(destination) => self.positions().move_words(state, destination),
            Action::OfficerTo(hex) => match state.step {
                Step::OfficerDestination(officer) => {
                    let from = self.board.hex_name(state.officer(officer).hex);
                    format!("{} moves from {from} to {}.", self.forces.officer_words(officer), self.board.hex_name(hex))
                }
                _ => format!("An officer moves to {}.", self.board.hex_name(hex)),
            },
            Action::Accompany | Action::StayBehind => {
                let (name, unit) = match state.step {
                    Step::Accompany(unit, officer) => {
                        (self.forces.officer_words(officer), self.forces.unit_words(unit))
                    }
                    _ => ("The officer".to_owned(), "the unit".to_owned()),
                };
                let goes = if *action == Action::Accompany { "goes" } else { "does not go" };
                format!("{name} {goes} along with {unit}.")
            }
            Action::FleeTo(hex) => match state.fleeing() {
                Some(officer) => {
                    let from = self.board.hex_name(state.officer(officer).hex);
                    format!("{} flees from {from} to {}.", self.forces.officer_words(officer), self.board.hex_name(hex))
                }
                None => format!("The officer flees to {}.", self.board.hex_name(hex)),
            },
            _ => unreachable!("the table gives no other actions to this file"),
        }
    }
}
