//! The description of an action before it takes effect.

use super::{count, rank_words};
use crate::jomini::combat::blow::Blow;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::action::{Action, Destination, Payment};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::order_names::{attack_order_words, defence_order_words};
use crate::jomini::state::{NO_OFFICER, OfficerId, State, Step, UnitId, officer_ids, side_of};

impl State {
    /// The character who must flee next.
    pub(in crate::jomini) fn fleeing(&self) -> Option<OfficerId> {
        (self.flight_count > 0).then(|| self.flights[0].officer)
    }
}

impl Forces {
    /// The description of declining or ending a step.
    fn idle_words(&self, state: &State, action: &Action) -> String {
        let name = state.acting_unit().map(|unit| self.unit_words(unit));
        let side = self.side_words(state.active);
        match (state.step, name) {
            (Step::Command, _) => format!("{side} ends its Command phase."),
            (Step::Activation(_) | Step::Courier(_), _) => "Nobody else is activated.".to_owned(),
            (Step::Movement, _) => "The group has moved.".to_owned(),
            (Step::Combat, _) => "The group has fought.".to_owned(),
            (Step::Destination(_), Some(name)) => format!("{name} stays where it is."),
            (Step::LeadForDice, Some(name)) => format!("No officer leads {name}."),
            (Step::WindOfBall, _) => "The tactical advantages stay what they are.".to_owned(),
            (Step::Dodge, Some(name)) => format!("{name} does not dodge."),
            (Step::Sharpshoot, Some(name)) => format!("{name} spares the officer."),
            (Step::LeadAgainstLoss, Some(name)) => format!("No officer spares {name} the loss."),
            (Step::Sacrifice, Some(name)) => format!("{name} keeps its morale hits."),
            (Step::FollowUp, Some(name)) => format!("{name} does not follow up."),
            (Step::Pursuit | Step::PursuitAttack, Some(name)) => format!("{name} does not pursue."),
            (Step::BreakthroughAttack, Some(name)) => format!("{name} does not attack again."),
            (Step::ChangeableMove, Some(name)) => format!("{name} goes no further."),
            (Step::Riposte, Some(name)) => format!("{name} does not strike back."),
            _ if *action == Action::Done => format!("{side} goes on."),
            _ => format!("{side} declines."),
        }
    }

    /// "Élan to Old Guard (R1) for 2 order tokens." or with the officer who leads.
    fn order_to_unit(&self, order: &str, unit: UnitId, cost: u8, payment: Payment) -> String {
        let side = self.side_words(side_of(unit));
        let name = self.unit_words(unit);
        match payment {
            Payment::Tokens => format!("{side} orders {order} to {name}{}.", price(cost)),
            Payment::Lead(officer) => {
                format!("{side} orders {order} to {name}, led by {}.", self.officer_words(officer))
            }
        }
    }

    /// An officer with his rank.
    fn ranked(&self, officer: OfficerId) -> String {
        format!("{}, {},", self.officer_words(officer), rank_words(self.officer_profile(officer).rank))
    }
}

impl Positions<'_> {
    fn deployment_words(self, state: &State, action: &Action) -> String {
        let side = self.forces.side_words(state.active);
        match *action {
            Action::DeployUnit(unit) => format!("{side} is to deploy {}.", self.forces.unit_words(unit)),
            Action::ChooseEdge(true) => format!("{side} chooses the other side of the table."),
            Action::ChooseEdge(false) => format!("{side} stays on its side of the table."),
            Action::ChooseFirst(true) => format!("{side} chooses to play first."),
            Action::ChooseFirst(false) => format!("{side} lets the other side play first."),
            Action::Decoy => format!("{side} is to lay a slip that stands for no unit."),
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
            _ => unreachable!("set-up has no other actions"),
        }
    }

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
            words.push_str(&format!(", driving out {}", super::listed(&driven)));
        }
        if !may_attack && self.forces.profile(unit).move_fight > 0 {
            words.push_str(", too far to attack");
        }
        words + "."
    }

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
    /// The description of an action.
    pub fn action_words(&self, state: &State, action: &Action) -> String {
        match *action {
            Action::ChooseEdge(_)
            | Action::ChooseFirst(_)
            | Action::DeployUnit(_)
            | Action::Decoy
            | Action::DeployAt(_)
            | Action::DeployOfficerAt(_)
            | Action::PlaceCinc(..) => self.positions().deployment_words(state, action),
            Action::Activate(_)
            | Action::Pick(_)
            | Action::PickOfficer(_)
            | Action::Reconnaissance
            | Action::Courier
            | Action::StrategicMove(_)
            | Action::ExtraActivation
            | Action::CombinedOrder
            | Action::Messengers(_)
            | Action::LeadToActivate(..) => self.command_words(state, action),
            Action::Move(_)
            | Action::MoveImpetuously(_)
            | Action::ForcedMarch(..)
            | Action::Mount(..)
            | Action::Woodsmen(..)
            | Action::ForwardMarch
            | Action::Rally(..)
            | Action::LeadToRally(..)
            | Action::MoveOfficer(_)
            | Action::Leave(_)
            | Action::LeaveAlone(_)
            | Action::MoveTo(_)
            | Action::OfficerTo(_)
            | Action::Accompany
            | Action::StayBehind
            | Action::FleeTo(_) => self.movement_words(state, action),
            Action::Pass | Action::Done => self.forces.idle_words(state, action),
            _ => self.combat_words(state, action),
        }
    }

    fn command_words(&self, state: &State, action: &Action) -> String {
        let rules = &self.rules;
        let side = self.forces.side_words(state.active);
        let order = |name: &str, cost: u8, what: &str| {
            format!("{side} orders {name}{}: {what}.", price(self.rules.command_order_cost(cost)))
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
            Action::PickOfficer(officer) => format!("{} is activated alone.", self.forces.officer_words(officer)),
            Action::Reconnaissance => {
                let units = count(u32::from(rules.reconnaissance_units), "unit");
                order(
                    "Reconnaissance",
                    rules.reconnaissance_cost,
                    &format!("only {units} may act, and order tokens are gained"),
                )
            }
            Action::Courier => order("Courier", rules.courier_cost, "one more unit anywhere"),
            Action::StrategicMove(officer) => {
                let what =
                    format!("{} activates units far from the enemy, to move only", self.forces.officer_words(officer));
                order("Strategic move", rules.strategic_move_cost, &what)
            }
            Action::ExtraActivation => order("Extra activation", rules.extra_activation_cost, "one activation more"),
            Action::CombinedOrder => {
                let price = price(self.rules.group_order_cost(rules.combined_order_cost));
                format!("{side} orders Combined order{price}: units of different arms may be activated together.")
            }
            Action::Messengers(officer) => {
                let price = price(self.rules.group_order_cost(rules.messengers_cost));
                format!(
                    "{side} orders Messengers{price}: {} activates units anywhere.",
                    self.forces.officer_words(officer)
                )
            }
            Action::LeadToActivate(officer, unit) => {
                format!(
                    "{} puts himself at the head of {} to activate it.",
                    self.forces.officer_words(officer),
                    self.forces.unit_words(unit)
                )
            }
            _ => unreachable!("these are the actions of the Command phase"),
        }
    }

    fn movement_words(&self, state: &State, action: &Action) -> String {
        let rules = &self.rules;
        let side = self.forces.side_words(state.active);
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
                format!("{side} orders Woodsmen to {}{how}.", self.forces.unit_words(unit))
            }
            Action::ForwardMarch => {
                format!(
                    "{side} orders Forward march!{} to the whole group.",
                    price(self.rules.group_order_cost(rules.forward_march_cost))
                )
            }
            Action::Rally(unit, elements, payment) => {
                let cost = self.rally_cost(state, unit, elements);
                let order = self.forces.order_to_unit("Rally", unit, cost, payment);
                format!("{} {} to return.", order, count(u32::from(elements), "element"))
            }
            Action::LeadToRally(officer, unit) => {
                format!(
                    "{} puts himself at the head of {} and rallies it.",
                    self.forces.officer_words(officer),
                    self.forces.unit_words(unit)
                )
            }
            Action::MoveOfficer(officer) => format!("{} is to move alone.", self.forces.officer_words(officer)),
            Action::Leave(unit) => format!("{} leaves the table.", self.positions().unit_in_full(state, unit)),
            Action::LeaveAlone(officer) => format!("{} leaves the table.", self.forces.officer_words(officer)),
            Action::MoveTo(destination) => self.positions().move_words(state, destination),
            Action::OfficerTo(hex) => match state.step {
                Step::OfficerDestination(officer) => {
                    let from = self.board.hex_name(state.officer(officer).hex);
                    format!("{} moves from {from} to {}.", self.forces.officer_words(officer), self.board.hex_name(hex))
                }
                _ => format!("An officer moves to {}.", self.board.hex_name(hex)),
            },
            Action::Accompany | Action::StayBehind => {
                let name = match state.step {
                    Step::Accompany(_, officer) => self.forces.officer_words(officer),
                    _ => "The officer".to_owned(),
                };
                format!("{name} {}.", if *action == Action::Accompany { "goes along" } else { "stays behind" })
            }
            Action::FleeTo(hex) => match state.fleeing() {
                Some(officer) => {
                    let from = self.board.hex_name(state.officer(officer).hex);
                    format!("{} flees from {from} to {}.", self.forces.officer_words(officer), self.board.hex_name(hex))
                }
                None => format!("The officer flees to {}.", self.board.hex_name(hex)),
            },
            _ => unreachable!("these are the actions of movement"),
        }
    }

    fn combat_words(&self, state: &State, action: &Action) -> String {
        let rules = &self.rules;
        let unit = state.acting_unit();
        let name = unit.map_or_else(|| "The unit".to_owned(), |unit| self.forces.unit_words(unit));
        let owner = self.forces.side_words(unit.map_or(state.active, side_of));
        match *action {
            Action::Attack(attacker, target) => self.attack_words(state, attacker, target, "attacks"),
            Action::AttackAgain(target) => match unit {
                Some(attacker) => self.attack_words(state, attacker, target, "attacks again:"),
                None => format!("{} is attacked again.", self.forces.unit_words(target)),
            },
            Action::FrontRank(officer) => {
                format!("{} fights in the front rank.", self.forces.officer_words(officer))
            }
            Action::BreakOff => format!("{name} breaks off."),
            Action::Stand => format!("{name} stands."),
            Action::OrderAttack(order, payment) => match unit {
                Some(unit) => self.forces.order_to_unit(
                    attack_order_words(order),
                    unit,
                    self.cost_of_attack_order(state, unit, order),
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
            Action::NoOrder => format!("{owner} gives no order."),
            Action::WithdrawTo(hex) => format!("{name} withdraws to {}.", self.board.hex_name(hex)),
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
            Action::TakeOfficer(officer) => {
                format!("{name} picks off {} instead of an element.", self.forces.officer_words(officer))
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
            Action::Riposte => format!("{name} strikes back."),
            Action::StampedeTo(hex) => format!("{name} runs to {}.", self.board.hex_name(hex)),
            Action::Trample(target) => {
                let whom = if side_of(target) == unit.map_or(state.active, side_of) { "its own side's " } else { "" };
                format!(
                    "{name} finds its way barred and tramples {whom}{}.",
                    self.positions().unit_in_full(state, target)
                )
            }
            _ => unreachable!("these are the actions of combat"),
        }
    }

    /// "Old Guard (R1, 4 elements) at 0503 attacks Landwehr (B7, 3 elements) at 0504: melee, 4 dice."
    fn attack_words(&self, state: &State, attacker: UnitId, target: UnitId, verb: &str) -> String {
        let blow = Blow::attack(&self.board, state, attacker, state.unit(attacker).hex, target);
        let dice = self.dice(state, &blow, &mut ());
        let dice = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
        let manner = if blow.melee {
            "melee".to_owned()
        } else {
            format!("fire at {} hexes", self.board.distance(blow.from, blow.to))
        };
        format!(
            "{} {verb} {}: {manner}, {dice}.",
            self.positions().unit_in_full(state, attacker),
            self.positions().unit_in_full(state, target)
        )
    }
}

/// What an order costs, in words.
fn price(tokens: u8) -> String {
    format!(" for {}", count(u32::from(tokens), "order token"))
}
