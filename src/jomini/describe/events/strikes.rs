//! Counting of dice: letters, types and terrain that affect the number of dice (T15), effects of the roll, flags
//! ignored (J5.53), retreats and those that are blocked (J5.70 to J5.76).

use super::names::{Counts, EventKind};
use crate::game::trail::Trail;
use crate::jomini::army::unit::UnitLetters;
use crate::jomini::combat::flow::Stage;
use crate::jomini::combat::hits::TacticalEffect;
use crate::jomini::combat::observer::Observer;
use crate::jomini::combat::resolution::IgnoredFor;
use crate::jomini::combat::retreat::length::shortening_letter;
use crate::jomini::map::hex::HexId;
use crate::jomini::state::action::Roll;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::{Battlefield, Positions, Units};
use crate::jomini::state::{AttackKind, Dice, State, UnitId, side_of};

/// Counts the rules that change a number of dice.
impl Trail for Counts<'_> {
    fn note(&mut self, rule: &'static str, _before: i32, _after: i32) {
        let kind = match rule {
            "J5.16" => EventKind::Lances,
            "JA3.9" => EventKind::Aggressive,
            "JA3.13" => EventKind::Fanatic,
            "JA3.18" => EventKind::Marksman,
            "J5.12" => EventKind::RiflesInMelee,
            "J5.20" | "J5.22" => EventKind::GunsMoved,
            "JA3.15" => EventKind::Irregular,
            "J5.15" => EventKind::VeryHeavyTarget,
            "JA4.13" => EventKind::GunsOfMake,
            "J5.17" => EventKind::CamelEffect,
            "J5.18" => EventKind::ElephantEffect,
            _ => {
                self.dice(rule);
                return;
            }
        };
        self.add(kind);
    }
}

/// Counts the effects of a strike at the stages at which they occur.
impl Observer for Counts<'_> {
    const WATCHES: bool = true;

    fn stage(&mut self, battle: &Battle, stage: Stage, before: &State, after: &State) {
        let combat = &before.combat;
        match stage {
            Stage::TacticalAdvantages => {
                let is_harassment = || {
                    battle.field.advantage_effect(before, &AttackRoll::running(before)) == TacticalEffect::Harassment
                };
                self.add_if(combat.tactical > 0 && is_harassment(), EventKind::Harassing);
            }
            Stage::Ignored(count) if count > 0 => {
                let by_order = before.holds_position(AttackRoll::running(before).target)
                    && after.combat.morale_hits < combat.morale_hits;
                self.add_if(by_order, EventKind::IgnoredByOrder);
                if !by_order || after.combat.firm_morale_hits < combat.firm_morale_hits {
                    battle.field.count_ignored(before, after, self);
                }
            }
            Stage::Retreat => {
                let morale_hits = combat.current_morale_hits();
                if morale_hits > 0 {
                    battle.field.units().count_retreat(AttackRoll::running(before).target, morale_hits, self);
                }
            }
            Stage::HexesMade(_) => {
                let target = AttackRoll::running(before).target;
                let lost = after.unit(target).elements < before.unit(target).elements;
                self.add_if(lost, EventKind::BlockedRetreat);
            }
            // The decisions and dice of the other stages are counted as such.
            _ => {}
        }
    }
}

impl Units<'_> {
    /// Counts a unit that morale hits drive back, and its letters that change the length of the retreat (J5.71): a
    /// retreat that a letter reduces to nothing is none (JA3.19, JA3.24).
    fn count_retreat(self, unit: UnitId, morale_hits: u8, counts: &mut Counts) {
        let profile = self.forces.profile(unit);
        if self.retreat_due(unit, morale_hits) > 0 {
            counts.add(EventKind::Retreat);
            counts.add_if(profile.has(UnitLetters::HESITANT), EventKind::Hesitant);
            counts.add_if(profile.has(UnitLetters::FLEEING), EventKind::Fleeing);
            counts.add_if(profile.has(UnitLetters::CHANGEABLE), EventKind::Changeable);
        }
        let shortening = shortening_letter(profile);
        counts.add_if(shortening == Some(UnitLetters::STUBBORN), EventKind::Stubborn);
        counts.add_if(shortening == Some(UnitLetters::TENACIOUS), EventKind::Tenacious);
        counts.add_if(profile.has(UnitLetters::STATIC), EventKind::Static);
    }
}

impl Positions<'_> {
    /// Counts a retreat by a path open to Elusive troops only (JA3.22).
    pub(super) fn count_way_of_retreat(self, before: &State, hex: HexId, counts: &mut Counts) {
        let unit = AttackRoll::running(before).target;
        let side = side_of(unit);
        let from = before.unit(unit).hex;
        let backwards = self.board.rows_to_edge(side, hex) < self.board.rows_to_edge(side, from);
        counts.add_if(!backwards && self.forces.profile(unit).has(UnitLetters::ELUSIVE), EventKind::Elusive);
    }
}

impl Battlefield {
    /// Counts a roll, and its effects outside a strike.
    pub(super) fn count_roll(&self, before: &State, roll: Roll, after: &State, counts: &mut Counts) {
        match before.step.dice().expect("dice are due") {
            Dice::Impetuous(_) => counts.add_if(roll.carries_away(), EventKind::Impetuous),
            Dice::Unreliable(unit) => counts.add_if(!after.unit(unit).pace().is_empty(), EventKind::Unreliable),
            Dice::Deficient(_) => counts.add_if(roll.loses_order(), EventKind::DeficientOfficer),
            Dice::Messengers(_) => counts.add_if(roll.sends_courier(), EventKind::MessengersOfficer),
            Dice::Panic(_) => {
                counts.add(EventKind::Panic);
                counts.add_if(roll.hits > 0, EventKind::PanicLoss);
            }
            Dice::Wound(_) => counts.add_if(roll.wounds(), EventKind::Wound),
            Dice::Strike => self.count_strike(before, roll, counts),
            Dice::FirstPlayer | Dice::Stampede => {}
        }
    }

    fn count_strike(&self, before: &State, roll: Roll, counts: &mut Counts) {
        let attack = AttackRoll::running(before);
        counts.add(match attack.kind {
            AttackKind::Attack if attack.melee => EventKind::Melee,
            AttackKind::Attack => EventKind::Fire,
            AttackKind::Riposte => EventKind::Riposte,
            AttackKind::Ambush => EventKind::AmbushRoll,
            AttackKind::AgainstBreakOff => EventKind::AgainstBreakOff,
            AttackKind::CounterChargeAttack | AttackKind::CounterChargeDefence => EventKind::CounterChargeRoll,
        });
        counts.troops(self.forces.profile(attack.roller).kind);
        counts.troops(self.forces.profile(attack.target).kind);
        counts.add_if(self.forces.shelters_in_wagons(before, &attack), EventKind::Wagons);
        counts.add_if(self.forces.shelters_behind_camels(before, &attack), EventKind::Camels);
        self.dice(before, &attack, counts);
        let meaning = self.advantage_effect(before, &attack);
        let elusive = self.forces.profile(attack.target).has(UnitLetters::ELUSIVE);
        counts.add_if(
            elusive && meaning == TacticalEffect::MoraleHit && roll.morale_hits + roll.tactical > 0,
            EventKind::Elusive,
        );
    }

    /// Counts the reasons for which the target ignores morale hits (J5.53).
    fn count_ignored(&self, before: &State, after: &State, counts: &mut Counts) {
        self.each_reason_to_ignore(before, &AttackRoll::running(before), |reason, count| {
            let kind = match reason {
                IgnoredFor::Support => EventKind::IgnoredBySupport,
                IgnoredFor::Officers => EventKind::IgnoredByOfficer,
                IgnoredFor::Artillery => EventKind::IgnoredByArtillery,
                IgnoredFor::Nuts => EventKind::IgnoredByOrder,
            };
            counts.add_if(count > 0, kind);
        });
        let flags = after.combat.morale_hits < before.combat.morale_hits;
        counts.add_if(flags && self.flags_ignored(before, &AttackRoll::running(before)) > 0, EventKind::IgnoredByWorks);
    }
}
