//! How many dice are rolled: the advantages of tables T5 and T6, row by row, with a trail of those that count.
//!
//! The rows of T5 and T6 in order; each function names its rules. Also E11.13, and E14.31, with EI-20, EI-56, EI-57,
//! EI-58, EI-59, EI-77, EI-79, EI-80, EI-81, EI-82, EI-83, EI-84, EI-85, EI-86, EI-89, EI-106.

use crate::en_avant::army::troop::{Arm, Period, Weight};
use crate::en_avant::rules::{Quality, Shelter, SideProperty};
use crate::en_avant::state::contact::Contact;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Unit, UnitId, UnitSet, side_of, status};
use crate::en_avant::table::geometry::{Edge, Point};
use crate::game::Side;

/// Records each advantage: the rule, the dice before and after.
pub trait Trail {
    /// One row that counts.
    fn note(&mut self, rule: &'static str, before: i32, after: i32);
}

/// Play records nothing.
impl Trail for () {
    #[inline]
    fn note(&mut self, _rule: &'static str, _before: i32, _after: i32) {}
}

/// Advantages counted so far.
struct Count<'a, T> {
    dice: i32,
    trail: &'a mut T,
}

impl<T: Trail> Count<'_, T> {
    #[inline]
    fn add(&mut self, rule: &'static str, advantages: u8) {
        if advantages > 0 {
            self.trail.note(rule, self.dice, self.dice + i32::from(advantages));
            self.dice += i32::from(advantages);
        }
    }

    #[inline]
    fn add_if(&mut self, holds: bool, rule: &'static str, advantages: u8) {
        if holds {
            self.add(rule, advantages);
        }
    }

    /// Raises the dice to a minimum.
    #[inline]
    fn at_least(self, rule: &'static str, least: u8) -> u8 {
        if self.dice < i32::from(least) {
            self.trail.note(rule, self.dice, i32::from(least));
        }
        self.dice.clamp(i32::from(least), i32::from(super::dice::MOST_DICE)) as u8
    }
}

impl Engagement {
    /// Whether a unit is of this quality; elephants have none (EI-106).
    #[inline]
    fn is_of(&self, state: &State, unit: UnitId, quality: Quality) -> bool {
        let troop = &self.profile(state, unit).troop;
        troop.quality == quality && troop.arm != Arm::Elephant
    }

    /// Whether a unit has this weight; elephants have none (EI-106).
    #[inline]
    fn weighs(&self, state: &State, unit: UnitId, weight: Weight) -> bool {
        let troop = &self.profile(state, unit).troop;
        troop.weight == weight && troop.arm != Arm::Elephant
    }

    /// Whether a unit is infantry or cavalry of this weight: weights in the table of melee apply to no other troops
    /// (E11.19, E11.21, EI-106).
    #[inline]
    fn fights_as(&self, state: &State, unit: UnitId, weight: Weight) -> bool {
        let troop = &self.profile(state, unit).troop;
        troop.weight == weight && matches!(troop.arm, Arm::Infantry | Arm::Cavalry)
    }

    /// Whether a target is bulky (E9.47, EI-9, EI-58).
    pub fn is_bulky(&self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        match self.arm(state, unit) {
            Arm::Cavalry => true,
            Arm::Infantry | Arm::Artillery => {
                self.counts_as_column(it) || (self.rules.square_is_bulky && it.is_square())
            }
            // It is very large instead (E9.48).
            Arm::Elephant => false,
        }
    }

    /// Whether a unit counts as a column, as a target and in attack (EI-9, EI-84): one base wide; a lone base only if
    /// the rules count it so.
    #[inline]
    pub(in crate::en_avant) fn counts_as_column(&self, unit: &Unit) -> bool {
        unit.is_column() || (self.rules.lone_base_is_column && unit.bases == 1)
    }

    /// The dice of a shot (E9.35, E9.40, E9.41, E9.42, E9.43, E9.44, E9.45, E9.46, E9.47, E9.48, E9.49, E14.7).
    pub fn shot_dice<T: Trail>(&self, state: &State, unit: UnitId, target: UnitId, trail: &mut T) -> u8 {
        let rules = &self.rules;
        let mut count = Count { dice: 0, trail };
        count.add_if(self.elevation(state, unit) > self.elevation(state, target), "E9.40", rules.adv_shoot_higher);
        count.add_if(
            rules.adv_shoot_enfilade > 0 && self.is_enfilade(state, unit, target),
            "E9.41",
            rules.adv_shoot_enfilade,
        );
        let extra = self.bases_shooting(state, unit, target).saturating_sub(self.bases_aimed_at(state, unit, target));
        count.add("E9.42", extra.saturating_mul(rules.adv_shoot_extra_base));
        count.add_if(self.is_of(state, target, Quality::Inferior), "E9.43", rules.adv_shoot_target_inferior);
        let counts_quality = self.arm(state, unit) != Arm::Artillery || rules.artillery_quality_advantages;
        count.add_if(
            counts_quality && self.is_of(state, unit, Quality::Superior),
            "E9.44",
            rules.adv_shoot_shooter_superior,
        );
        let aimed = state.unit(target);
        let routing = aimed.has(status::ROUTING);
        let shaken = aimed.has(status::DISORDERED) && (!routing || rules.routing_adds_to_disordered);
        count.add_if(shaken, "E9.45", rules.adv_shoot_target_disordered);
        count.add_if(routing, "E9.46", rules.adv_shoot_target_routing);
        if self.arm(state, target) == Arm::Elephant {
            count.add("E9.48", rules.adv_shoot_very_large);
        } else {
            count.add_if(self.is_bulky(state, target), "E9.47", rules.adv_shoot_bulky);
        }
        count.add("E9.49", self.profile(state, unit).weapon_bonus);
        count.at_least("E9.35", rules.shooter_min_dice)
    }

    /// The dice of saves against a shot (E9.39, E9.50, E9.51, E9.52, E9.53, E9.54, E9.55, E9.56, E14.18, E14.31).
    pub fn save_dice<T: Trail>(&self, state: &State, unit: UnitId, target: UnitId, trail: &mut T) -> u8 {
        let rules = &self.rules;
        let mut count = Count { dice: 0, trail };
        count.add_if(self.general_touches(state, target), "E9.50", rules.adv_target_general);
        let field = self.field_of_fire(state, unit);
        let from = state.unit(unit).front;
        match self.shelter(state, target, |index| self.is_aimed_at(state, &field, target, index), from) {
            Shelter::None => {}
            Shelter::Light => count.add("E9.51", rules.adv_target_light_cover),
            Shelter::Strong => count.add("E9.52", rules.adv_target_strong_cover),
        }
        count.add_if(self.is_of(state, target, Quality::Superior), "E9.53", rules.adv_target_superior);
        let counts_quality = self.arm(state, unit) != Arm::Artillery || rules.artillery_quality_advantages;
        count.add_if(
            counts_quality && self.is_of(state, unit, Quality::Inferior),
            "E9.54",
            rules.adv_target_shooter_inferior,
        );
        count.add_if(self.weighs(state, target, Weight::Light), "E9.55", rules.adv_target_light);
        count.add_if(self.weighs(state, target, Weight::Heavy), "E9.56", rules.adv_target_heavy);
        let firearms = matches!(self.periods[side_of(unit)], Period::Napoleonic | Period::CivilWar);
        let from_the_saddle = firearms && self.arm(state, unit) == Arm::Cavalry;
        count.add_if(from_the_saddle, "E14.18", rules.cavalry_shooting_target_bonus);
        count.at_least("E9.39", rules.target_min_dice)
    }

    /// The dice of a side in the melee that is being resolved, where both roll all their advantages, at least one
    /// (E11.36, EI-78).
    pub fn melee_dice<T: Trail>(&self, state: &State, side: Side, trail: &mut T) -> u8 {
        self.melee_advantages(state, side, trail).at_least("E11.36", self.rules.melee_min_dice)
    }

    /// The dice of a side in the melee that is being resolved, where only the side with more advantages rolls the
    /// difference (EI-78). None if neither has more.
    pub fn melee_difference<T: Trail>(&self, state: &State, side: Side, trail: &mut T) -> u8 {
        let mut count = self.melee_advantages(state, side, trail);
        let theirs = self.melee_advantages(state, side.other(), &mut ()).dice;
        if theirs > 0 {
            count.trail.note("EI-78", count.dice, (count.dice - theirs).max(0));
            count.dice = (count.dice - theirs).max(0);
        }
        let least = if count.dice > 0 { self.rules.melee_min_dice } else { 0 };
        count.at_least("E11.36", least)
    }

    /// The dice of saves of a side in the melee that is being resolved, if the rules have saves: its advantages by the
    /// table of melee (E9.38, E9.39, EI-79).
    pub fn melee_saves<T: Trail>(&self, state: &State, side: Side, trail: &mut T) -> u8 {
        self.melee_advantages(state, side, trail).at_least("E9.39", self.rules.target_min_dice)
    }

    /// The advantages of a side in the melee that is being resolved (E11.14, E11.15, E11.16, E11.17, E11.18, E11.19,
    /// E11.20, E11.21, E11.22, E11.23, E11.24, E11.25, E11.26, E11.27, E11.28, E11.29, E11.30, E11.31, E11.32, E11.33,
    /// E11.34, E11.35, E14.2, E14.9). Each row counts once for a side, if any of its units earns it (EI-77).
    fn melee_advantages<'a, T: Trail>(&self, state: &State, side: Side, trail: &'a mut T) -> Count<'a, T> {
        let rules = &self.rules;
        let melee = Melee { game: self, state, side };
        let mut count = Count { dice: 0, trail };
        count.add_if(melee.own(|unit| state.unit(unit).has(status::CHARGED)), "E11.15", rules.adv_melee_attack);
        let attacks =
            !rules.cavalry_bonus_only_when_attacking || melee.own(|unit| state.unit(unit).has(status::ATTACKER));
        let enemy_is = |arm: Arm| melee.enemy(|unit| self.arm(state, unit) == arm);
        let own_is = |arm: Arm| melee.own(|unit| self.arm(state, unit) == arm);
        count.add_if(
            attacks && own_is(Arm::Cavalry) && enemy_is(Arm::Infantry),
            "E11.16",
            rules.adv_melee_cavalry_vs_infantry,
        );
        count.add_if(melee.bases(side) > melee.bases(side.other()), "E11.17", rules.adv_melee_more_bases);
        let movers = own_is(Arm::Cavalry) || own_is(Arm::Infantry);
        count.add_if(attacks && movers && enemy_is(Arm::Artillery), "E11.18", rules.adv_melee_vs_artillery);
        count.add_if(melee.own(|unit| self.fights_as(state, unit, Weight::Heavy)), "E11.19", rules.adv_melee_heavy);
        count.add_if(melee.own(|unit| self.is_of(state, unit, Quality::Superior)), "E11.20", rules.adv_melee_superior);
        count.add_if(
            melee.enemy(|unit| self.fights_as(state, unit, Weight::Light)),
            "E11.21",
            rules.adv_melee_enemy_light,
        );
        count.add_if(
            melee.enemy(|unit| self.is_of(state, unit, Quality::Inferior)),
            "E11.22",
            rules.adv_melee_enemy_inferior,
        );
        count.add_if(melee.own(|unit| melee.is_higher(unit)), "E11.23", rules.adv_melee_higher);
        match melee.shelter() {
            Shelter::None => {}
            Shelter::Light => count.add("E11.24", rules.adv_melee_light_cover),
            Shelter::Strong => count.add("E11.25", rules.adv_melee_strong_cover),
        }
        let rough = |unit| self.arm(state, unit) == Arm::Infantry && melee.is_in_rough(unit);
        count.add_if(enemy_is(Arm::Cavalry) && melee.own(rough), "E11.26", rules.adv_melee_rough_vs_cavalry);
        match melee.sides_taken() {
            0 => {}
            1 => count.add("E11.27", rules.adv_melee_flank_or_rear),
            2 => count.add("E11.29", rules.adv_melee_two_sides),
            _ => count.add("E11.30", rules.adv_melee_three_sides),
        }
        count.add_if(melee.front(side) > melee.front(side.other()), "E11.28", rules.adv_melee_longer_front);
        let in_column = |unit| {
            let it = state.unit(unit);
            let fresh = !rules.column_bonus_first_round_only || it.has(status::CHARGED);
            self.counts_as_column(it) && it.has(status::ATTACKER) && fresh
        };
        count.add_if(melee.own(in_column), "E11.31", rules.adv_melee_attacker_column);
        count.add_if(melee.own(|unit| self.general_touches(state, unit)), "E11.32", rules.adv_melee_general);
        count.add_if(
            melee.enemy(|unit| state.unit(unit).has(status::DISORDERED | status::ROUTING)),
            "E11.33",
            rules.adv_melee_enemy_disordered,
        );
        count.add_if(own_is(Arm::Elephant), "E14.2", rules.elephant_melee_bonus);
        count.add_if(melee.own(|unit| melee.fights_in_ranks(unit)), "E11.35", rules.multirank_bonus);
        count
    }
}

/// The melee that is being resolved, from the view of one side.
struct Melee<'a> {
    game: &'a Engagement,
    state: &'a State,
    side: Side,
}

impl Melee<'_> {
    /// The units of a side in the melee.
    fn units(&self, side: Side) -> impl Iterator<Item = UnitId> + use<'_> {
        let units: UnitSet = self.state.clash.units;
        units.iter().filter(move |unit| side_of(*unit) == side && self.state.unit(*unit).is_on_table())
    }

    /// Whether any unit of a side meets a condition; only its leading unit, where the rules say so (EI-77).
    fn any(&self, side: Side, holds: impl Fn(UnitId) -> bool) -> bool {
        match self.game.rules.side_property_rule {
            SideProperty::Any => self.units(side).any(holds),
            SideProperty::LeadingUnit => holds(self.state.clash.leaders[side.index()]),
        }
    }

    fn own(&self, holds: impl Fn(UnitId) -> bool) -> bool {
        self.any(self.side, holds)
    }

    fn enemy(&self, holds: impl Fn(UnitId) -> bool) -> bool {
        self.any(self.side.other(), holds)
    }

    /// All bases of a side, in every rank (EI-81).
    fn bases(&self, side: Side) -> u32 {
        self.units(side).map(|unit| u32::from(self.state.unit(unit).bases)).sum()
    }

    /// The files of the units of a side whose own front is in contact (EI-81).
    fn front(&self, side: Side) -> u32 {
        let fights_ahead = |unit: &UnitId| self.contacts(*unit).any(|it| it.own == Edge::Front);
        self.units(side).filter(fights_ahead).map(|unit| u32::from(self.state.unit(unit).files)).sum()
    }

    /// The contacts of a unit within the melee.
    fn contacts(&self, unit: UnitId) -> impl Iterator<Item = Contact> + use<'_> {
        self.game.contacts(self.state, unit).filter(|it| self.state.clash.units.has(it.enemy))
    }

    /// Whether a unit stands higher than an enemy that it touches (E11.23, EI-19).
    fn is_higher(&self, unit: UnitId) -> bool {
        let level = self.game.elevation(self.state, unit);
        level > 0 && self.contacts(unit).any(|it| level > self.game.elevation(self.state, it.enemy))
    }

    /// The best shelter of a unit that was attacked (E11.24, E11.25, EI-82).
    fn shelter(&self) -> Shelter {
        let leader = self.state.clash.leaders[self.side.index()];
        let alone = self.game.rules.side_property_rule == SideProperty::LeadingUnit;
        let defends =
            |unit: &UnitId| !self.game.rules.cover_for_defender_only || self.state.unit(*unit).has(status::DEFENDER);
        let counted = self.units(self.side).filter(|unit| (!alone || *unit == leader) && defends(unit));
        let best = |unit: UnitId| {
            self.contacts(unit).map(|it| self.game.shelter(self.state, unit, |_| true, self.middle(it.enemy))).max()
        };
        counted.filter_map(best).max().unwrap_or_default()
    }

    /// Whether a unit stands in rough ground against an enemy that it touches (E11.26).
    fn is_in_rough(&self, unit: UnitId) -> bool {
        self.contacts(unit).any(|it| self.game.is_in_rough(self.state, unit, self.middle(it.enemy)))
    }

    fn middle(&self, unit: UnitId) -> Point {
        self.game.bounding(self.state, unit).centre
    }

    /// The maximum number of flanks and rear of one enemy that the fronts of this side are in contact with (E11.27,
    /// E11.29, E11.30, EI-83).
    fn sides_taken(&self) -> u32 {
        let taken = |enemy: UnitId| {
            let edges = self.contacts(enemy).filter(|it| it.own != Edge::Front && it.other == Edge::Front);
            edges.fold(0u8, |bits, it| bits | 1 << it.own as u8).count_ones()
        };
        self.units(self.side.other()).map(taken).max().unwrap_or(0)
    }

    /// Whether a unit has the advantage of troops trained to fight in several ranks (E11.35, E14.9, EI-86).
    fn fights_in_ranks(&self, unit: UnitId) -> bool {
        let it = self.state.unit(unit);
        self.game.profile(self.state, unit).troop.multirank
            && it.bases / it.files >= self.game.rules.multirank_min_ranks
            && self.game.sides_taken(self.state, unit) == 0
    }
}
