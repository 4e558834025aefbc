//! Descriptions of the actions of the Combat phase, those of a running elephant included.

use crate::data::message::count;
use crate::jomini::map::hex::HexId;
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::{Battlefield, Positions};
use crate::jomini::state::order_names::{attack_order_words, defence_order_words};
use crate::jomini::state::{State, UnitId, side_of};

impl Positions<'_> {
    fn displacement_words(self, state: &State, unit: Option<UnitId>, verb: &str, hex: HexId) -> String {
        let target = self.board.hex_name(hex);
        match unit {
            Some(unit) if state.unit(unit).hex == hex => {
                format!("{} stays at {target}.", self.forces.unit_words(unit))
            }
            Some(unit) => {
                format!(
                    "{} {verb} from {} to {target}.",
                    self.forces.unit_words(unit),
                    self.board.hex_name(state.unit(unit).hex)
                )
            }
            None => format!("The unit {verb} to {target}."),
        }
    }
}

impl Battlefield {
    pub(super) fn combat_words(&self, state: &State, action: &Action) -> String {
        let rules = &self.rules;
        let unit = state.acting_unit();
        let name = unit.map_or_else(|| "The unit".to_owned(), |unit| self.forces.unit_words(unit));
        let owner = self.forces.army_words(unit.map_or(state.active, side_of));
        match *action {
            Action::Attack(attacker, target) => self.attack_words(state, attacker, target, "attacks"),
            Action::AttackAgain(target) => match unit {
                Some(attacker) => self.attack_words(state, attacker, target, "attacks again:"),
                None => format!("{} is attacked again.", self.forces.unit_words(target)),
            },
            Action::OrderAttack(order, payment) => match unit {
                Some(unit) => self.forces.order_to_unit(
                    attack_order_words(order),
                    unit,
                    self.discounted_order_cost(state, unit, order),
                    payment,
                ),
                None => format!("{owner} orders {}.", attack_order_words(order)),
            },
            Action::OrderDefence(order, payment) => match unit {
                Some(unit) => self.forces.order_to_unit(
                    defence_order_words(order),
                    unit,
                    self.cost_of_defence_order(state, unit, order),
                    payment,
                ),
                None => format!("{owner} orders {}.", defence_order_words(order)),
            },
            Action::LeadForDice(officer) => {
                format!(
                    "{} leads {name} for {}.",
                    self.forces.officer_words(officer),
                    count(u32::from(rules.lead_dice), "more die").replace("dies", "dice")
                )
            }
            Action::WindOfBall(advantages, payment) => {
                let cost = unit.map_or(rules.wind_of_ball_cost, |unit| {
                    self.attack_order_cost(state, unit, rules.wind_of_ball_cost)
                });
                let order = unit.map_or_else(String::new, |unit| {
                    self.forces.order_to_unit("Wind of the ball", unit, cost, payment)
                });
                format!(
                    "{order} {} turned into morale hits.",
                    if advantages == 1 {
                        "1 tactical advantage is".to_owned()
                    } else {
                        format!("{advantages} tactical advantages are")
                    }
                )
            }
            Action::DodgeByOrder => {
                format!("{name} dodges a hit by order for {}.", count(u32::from(rules.dodge_morale_hits), "morale hit"))
            }
            Action::DodgeByTrait => {
                format!("{name} dodges a hit for {}.", count(u32::from(rules.dodge_trait_morale_hits), "morale hit"))
            }
            Action::LeadAgainstLoss(officer) => {
                format!(
                    "{} leads {name} and spares it {}.",
                    self.forces.officer_words(officer),
                    count(u32::from(rules.lead_ignored_losses), "loss").replace("losss", "losses")
                )
            }
            Action::Ignore(morale_hits) => format!("{name} ignores {}.", count(u32::from(morale_hits), "morale hit")),
            Action::Sacrifice(morale_hits) => {
                format!(
                    "{name} takes {} instead of as many morale hits.",
                    count(u32::from(morale_hits), "loss").replace("losss", "losses")
                )
            }
            Action::RetreatTo(hex) => self.positions().displacement_words(state, unit, "retreats", hex),
            Action::FallBackTo(hex) => self.positions().displacement_words(state, unit, "falls back", hex),
            Action::FollowUp => {
                format!("{name} follows up into {}.", self.board.hex_name(state.combat.defender_hex))
            }
            Action::PursueTo(hex) => match unit {
                Some(it) if state.unit(it).hex == hex => format!("{name} pursues from where it stands."),
                _ => format!("{name} pursues to {}.", self.board.hex_name(hex)),
            },
            Action::MoveOn(hex) => self.positions().displacement_words(state, unit, "moves on", hex),
            Action::Breakthrough(payment) => match unit {
                Some(unit) => {
                    let cost = self.attack_order_cost(state, unit, rules.breakthrough_cost);
                    let ground = self.board.hex_name(state.combat.defender_hex);
                    format!(
                        "{} It takes {ground} and attacks again.",
                        self.forces.order_to_unit("Breakthrough", unit, cost, payment)
                    )
                }
                None => format!("{owner} orders Breakthrough."),
            },
            Action::Trample(target) => {
                let whom = if side_of(target) == unit.map_or(state.active, side_of) { "its own side's " } else { "" };
                format!(
                    "{name} finds its way barred and tramples {whom}{}.",
                    self.positions().unit_in_full(state, target)
                )
            }
            _ => unreachable!("the table gives no other actions to this file"),
        }
    }

    /// "Old Guard (R1, 4 elements) at 0503 attacks Landwehr (B7, 3 elements) at 0504: melee, 4 dice."
    fn attack_words(&self, state: &State, attacker: UnitId, target: UnitId, verb: &str) -> String {
        let attack = AttackRoll::attack(&self.board, state, attacker, state.unit(attacker).hex, target);
        let dice = self.dice(state, &attack, &mut ());
        let dice = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
        let manner = if attack.melee {
            "melee".to_owned()
        } else {
            format!("fire at {} hexes", self.board.distance(attack.from, attack.to))
        };
        format!(
            "{} {verb} {}: {manner}, {dice}.",
            self.positions().unit_in_full(state, attacker),
            self.positions().unit_in_full(state, target)
        )
    }
}
