//! Counting of decisions: orders of T7 with the letters that change their cost, leading (J3.56 to J3.61), activations,
//! reactions within a combat.

use super::names::{Counts, EventKind};
use crate::game::columns::optional;
use crate::jomini::army::unit::{OfficerLetters, UnitLetters};
use crate::jomini::combat::aftermath::FollowUp;
use crate::jomini::combat::opening::breaks_off_by_letter;
use crate::jomini::state::action::{Action, Payment, action_table};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{AttackOrder, DefenceOrder, OfficerId, State, Status, Step, UnitId, side_of};

macro_rules! define_counting {
    ($(
        $kind:ident = $name:literal, $nature:ident $(, by $tag:literal)? {
            $(
                $(#[$doc:meta])*
                $action:ident $(($($field:ident: $data:ty),+))? as $($word:literal)? $form:ident,
                    says $words:tt $(counts $event:ident)?,
            )+
        }
    )+) => {
        /// The event that an action always counts as.
        const fn kind_of(action: &Action) -> Option<EventKind> {
            match action {
                $($( Action::$action { .. } => optional!($(EventKind::$event)?), )+)+
            }
        }
    };
}

action_table!(define_counting);

impl Forces {
    /// Counts the letters of the officer who activates (T9).
    fn count_activation(&self, officer: OfficerId, counts: &mut Counts) {
        let profile = self.officer_profile(officer);
        counts.add_if(profile.has(OfficerLetters::GOOD), EventKind::GoodOfficer);
        counts.add_if(profile.has(OfficerLetters::WEAK), EventKind::WeakOfficer);
        counts.add_if(profile.has(OfficerLetters::BAD), EventKind::BadOfficer);
        counts.add_if(profile.has(OfficerLetters::ALLIED), EventKind::AlliedOfficer);
    }

    fn count_pick(&self, after: &State, unit: UnitId, counts: &mut Counts) {
        let profile = self.profile(unit);
        counts.add_if(profile.contingent != 0, EventKind::Contingent);
        counts.add_if(after.unit(unit).has(Status::ONLY_BACK), EventKind::CutOff);
        counts.add_if(profile.has(UnitLetters::STATIC), EventKind::Static);
    }
}

impl Battlefield {
    /// Counts a decision, taken by a side or without a choice.
    pub(super) fn count_decision(&self, before: &State, action: Action, after: &State, counts: &mut Counts) {
        if before.step == Step::AttackOrder {
            self.count_barred_order(before, counts);
        }
        if let Some(kind) = kind_of(&action) {
            counts.add(kind);
        }
        match action {
            Action::Activate(officer) => self.forces.count_activation(officer, counts),
            Action::Pick(unit) => self.forces.count_pick(after, unit, counts),
            Action::ForcedMarch(unit, payment) => {
                self.count_manoeuvre(before, unit, payment, EventKind::ForcedMarch, counts)
            }
            Action::Woodsmen(unit, payment) => {
                self.count_manoeuvre(before, unit, payment, EventKind::WoodsmenOrder, counts)
            }
            Action::Mount(unit, payment) => self.count_manoeuvre(before, unit, payment, EventKind::Mount, counts),
            Action::Rally(unit, _, payment) => self.count_manoeuvre(before, unit, payment, EventKind::Rally, counts),
            Action::Move(unit) => self.positions().count_bars(before, unit, counts),
            Action::MoveTo(destination) => {
                if let Step::Destination(mover) = before.step {
                    self.count_move(before, &mover, destination, counts);
                }
                counts.add_if(destination.drives_out != 0, EventKind::DrivenOut);
            }
            Action::Trample(target) => {
                let elephant = before.running_elephant();
                counts.add_if(
                    elephant.is_some_and(|elephant| side_of(elephant) == side_of(target)),
                    EventKind::TramplesFriend,
                );
            }
            Action::Attack(attacker, target) => self.positions().count_masks(before, attacker, target, counts),
            Action::BreakOff => {
                let by_letter = breaks_off_by_letter(self.forces.profile(before.combat.defender));
                counts.add(if by_letter { EventKind::BreakOff } else { EventKind::BreakOffByOfficer });
            }
            Action::OrderAttack(order, payment) => {
                let order = match order {
                    AttackOrder::Elan => EventKind::Elan,
                    AttackOrder::Charge => EventKind::Charge,
                    AttackOrder::Berserk => EventKind::Berserk,
                    AttackOrder::Sappers => EventKind::Sappers,
                };
                self.count_attack_order(before, payment, order, counts);
            }
            Action::OrderDefence(order, payment) => self.count_defence_order(before, order, payment, counts),
            Action::WindOfBall(_, payment) => {
                self.count_attack_order(before, payment, EventKind::WindOfBall, counts);
            }
            Action::DodgeByTrait => counts.add(EventKind::Dodging),
            Action::RetreatTo(hex) => self.positions().count_way_of_retreat(before, hex, counts),
            Action::FollowUp => self.count_follow_up(before, counts),
            Action::Breakthrough(payment) => {
                self.count_attack_order(before, payment, EventKind::Breakthrough, counts);
            }
            Action::AttackAgain(_) => {
                let by_order = before.step == Step::BreakthroughAttack;
                counts.add(if by_order { EventKind::BreakthroughAttack } else { EventKind::PursuitAttack });
            }
            // What the others count as, if anything, is in the table.
            _ => {}
        }
    }

    /// Counts an attack order that the attacker could pay for and may not give (T7).
    fn count_barred_order(&self, before: &State, counts: &mut Counts) {
        let attacker = before.combat.attacker;
        let affords =
            before.side(side_of(attacker)).tokens >= self.discounted_order_cost(before, attacker, AttackOrder::Elan);
        let barred = self.positions().attack_order_fault(before, AttackOrder::Elan).is_some();
        counts.add_if(affords && barred, EventKind::Basic);
    }

    /// Counts a follow-up, and the letters that make it mandatory (J5.79).
    fn count_follow_up(&self, before: &State, counts: &mut Counts) {
        let mandatory = self.positions().follow_up(before) == FollowUp::Mandatory;
        counts.add(if mandatory { EventKind::MandatoryFollowUp } else { EventKind::FollowUp });
        let profile = self.forces.profile(before.combat.attacker);
        counts.add_if(mandatory && profile.has(UnitLetters::AGGRESSIVE), EventKind::Aggressive);
        counts.add_if(mandatory && profile.has(UnitLetters::FANATIC), EventKind::Fanatic);
        counts.add_if(mandatory && profile.has(UnitLetters::CHANGEABLE), EventKind::Changeable);
    }

    fn count_manoeuvre(&self, before: &State, unit: UnitId, payment: Payment, order: EventKind, counts: &mut Counts) {
        counts.add(order);
        let by_trait = self.forces.profile(unit).manoeuvre_cost;
        self.count_payment(
            before,
            unit,
            payment,
            by_trait,
            [EventKind::ManoeuvreGood, EventKind::ManoeuvreWeak],
            counts,
        );
    }

    /// Counts the components of the cost of an order: an officer who led, the discount of his influence, the unit's
    /// framed letter (T9, slot 10).
    fn count_payment(
        &self,
        before: &State,
        unit: UnitId,
        payment: Payment,
        by_trait: i8,
        [good, weak]: [EventKind; 2],
        counts: &mut Counts,
    ) {
        if payment != Payment::Tokens {
            counts.add(EventKind::LeadToOrder);
            return;
        }
        counts.add_if(
            self.rules.officer_order_discount > 0 && self.positions().is_influenced(before, unit),
            EventKind::Discount,
        );
        counts.add_if(by_trait < 0, good);
        counts.add_if(by_trait > 0, weak);
    }

    fn count_attack_order(&self, before: &State, payment: Payment, order: EventKind, counts: &mut Counts) {
        counts.add(order);
        let unit = before.combat.attacker;
        let by_trait = self.forces.profile(unit).attack_cost;
        self.count_payment(before, unit, payment, by_trait, [EventKind::AttackGood, EventKind::AttackWeak], counts);
    }

    fn count_defence_order(&self, before: &State, order: DefenceOrder, payment: Payment, counts: &mut Counts) {
        counts.add(match order {
            DefenceOrder::Sacrifice => EventKind::SacrificeOrder,
            DefenceOrder::LikeARock => EventKind::LikeARock,
            DefenceOrder::Dodge => EventKind::DodgeOrder,
            DefenceOrder::HoldPosition => EventKind::HoldPosition,
            DefenceOrder::Nuts => EventKind::Nuts,
            DefenceOrder::CounterCharge => EventKind::CounterCharge,
            DefenceOrder::Withdrawal => EventKind::Withdrawal,
            DefenceOrder::Ambush => EventKind::Ambush,
        });
        let unit = before.combat.defender;
        let by_trait = self.forces.profile(unit).defence_cost;
        self.count_payment(before, unit, payment, by_trait, [EventKind::DefenceGood, EventKind::DefenceWeak], counts);
    }
}
