//! The rows of table T6: the dice of a side in melee.
//!
//! Rules E11.13 to E11.36, E14.2, E14.9 with EI-77, EI-78, EI-79, EI-80, EI-81, EI-82, EI-83, EI-84, EI-85, EI-86,
//! EI-89.

use super::at_least;
use crate::en_avant::army::troop::{Arm, Weight};
use crate::en_avant::combat::shelter::Threat;
use crate::en_avant::rules::{MeleeRoll, Quality, Shelter, SideProperty};
use crate::en_avant::state::contact::Contact;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, UnitId, UnitSet, side_of};
use crate::en_avant::table::geometry::Edge;
use crate::game::Side;
use crate::game::trail::{DiceCount, Trail};

impl<'a> Units<'a> {
    /// The dice that a side rolls in a melee, as both sides see it (E11.36, EI-78): all its advantages; or only the
    /// difference, if it has more.
    pub(super) fn dice_of_melee<T: Trail, M: Melee>(self, state: &State, own: &M, theirs: &M, trail: &mut T) -> u8 {
        let mut count = self.advantages(state, own, trail);
        let mut least = self.rules.melee_min_dice;
        if self.rules.melee_roll == MeleeRoll::Difference {
            let theirs = self.advantages(state, theirs, &mut ()).dice;
            if theirs > 0 {
                count.trail.note("EI-78", count.dice, (count.dice - theirs).max(0));
                count.dice = (count.dice - theirs).max(0);
            }
            if count.dice <= 0 {
                least = 0;
            }
        }
        at_least(count, "E11.36", least)
    }

    /// The rows of table T6: the advantages of a side in a melee (E11.14, E11.15, E11.16, E11.17, E11.18, E11.19,
    /// E11.20, E11.21, E11.22, E11.23, E11.24, E11.25, E11.26, E11.27, E11.28, E11.29, E11.30, E11.31, E11.32, E11.33,
    /// E11.34, E11.35, E14.2, E14.9). Each row counts once for a side, if any of its units earns it (EI-77).
    fn advantages<T: Trail>(self, state: &State, melee: &impl Melee, trail: &'a mut T) -> DiceCount<'a, T> {
        let rules = &self.rules;
        let mut count = DiceCount::new(trail);
        count.add_if(melee.own(|unit| melee.has(unit, Status::CHARGED)), "E11.15", rules.adv_melee_attack);
        let attacks = !rules.cavalry_bonus_only_when_attacking || melee.own(|unit| melee.has(unit, Status::ATTACKER));
        let enemy_is = |arm: Arm| melee.enemy(|unit| self.troops.arm(state, unit) == arm);
        let own_is = |arm: Arm| melee.own(|unit| self.troops.arm(state, unit) == arm);
        count.add_if(
            attacks && own_is(Arm::Cavalry) && enemy_is(Arm::Infantry),
            "E11.16",
            rules.adv_melee_cavalry_vs_infantry,
        );
        count.add_if(melee.has_more_bases(), "E11.17", rules.adv_melee_more_bases);
        let movers = own_is(Arm::Cavalry) || own_is(Arm::Infantry);
        count.add_if(attacks && movers && enemy_is(Arm::Artillery), "E11.18", rules.adv_melee_vs_artillery);
        count.add_if(
            melee.own(|unit| self.troops.fights_as(state, unit, Weight::Heavy)),
            "E11.19",
            rules.adv_melee_heavy,
        );
        count.add_if(
            melee.own(|unit| self.troops.is_of(state, unit, Quality::Superior)),
            "E11.20",
            rules.adv_melee_superior,
        );
        count.add_if(
            melee.enemy(|unit| self.troops.fights_as(state, unit, Weight::Light)),
            "E11.21",
            rules.adv_melee_enemy_light,
        );
        count.add_if(
            melee.enemy(|unit| self.troops.is_of(state, unit, Quality::Inferior)),
            "E11.22",
            rules.adv_melee_enemy_inferior,
        );
        count.add_if(melee.own(|unit| melee.is_higher(unit)), "E11.23", rules.adv_melee_higher);
        match melee.shelter() {
            Shelter::None => {}
            Shelter::Light => count.add("E11.24", rules.adv_melee_light_cover),
            Shelter::Strong => count.add("E11.25", rules.adv_melee_strong_cover),
        }
        let rough = |unit| self.troops.arm(state, unit) == Arm::Infantry && melee.is_in_rough(unit);
        count.add_if(enemy_is(Arm::Cavalry) && melee.own(rough), "E11.26", rules.adv_melee_rough_vs_cavalry);
        match melee.sides_taken() {
            0 => {}
            1 => count.add("E11.27", rules.adv_melee_flank_or_rear),
            2 => count.add("E11.29", rules.adv_melee_two_sides),
            _ => count.add("E11.30", rules.adv_melee_three_sides),
        }
        count.add_if(melee.has_longer_front(), "E11.28", rules.adv_melee_longer_front);
        let in_column = |unit| {
            let it = state.unit(unit);
            let fresh = !rules.column_bonus_first_round_only || melee.has(unit, Status::CHARGED);
            self.rules.counts_as_column(it) && melee.has(unit, Status::ATTACKER) && fresh
        };
        count.add_if(melee.own(in_column), "E11.31", rules.adv_melee_attacker_column);
        count.add_if(melee.own(|unit| melee.touches_general(unit)), "E11.32", rules.adv_melee_general);
        count.add_if(
            melee.enemy(|unit| state.unit(unit).has(Status::DISORDERED | Status::ROUTING)),
            "E11.33",
            rules.adv_melee_enemy_disordered,
        );
        count.add_if(own_is(Arm::Elephant), "E14.2", rules.elephant_melee_bonus);
        count.add_if(melee.own(|unit| self.fights_in_ranks(state, melee, unit)), "E11.35", rules.multirank_bonus);
        count
    }

    /// Whether a unit has the advantage of troops trained to fight in several ranks (E11.35, E14.9, EI-86).
    fn fights_in_ranks(self, state: &State, melee: &impl Melee, unit: UnitId) -> bool {
        let it = state.unit(unit);
        self.troops.profile(state, unit).troop.multirank
            && it.bases / it.files >= self.rules.multirank_min_ranks
            && !melee.is_taken(unit)
    }
}

impl Engagement {
    /// The dice that a side rolls in the melee that is being resolved, if it rolls (E11.36, EI-78).
    pub(in crate::en_avant) fn dice_in_melee<T: Trail>(&self, state: &State, side: Side, trail: &mut T) -> u8 {
        let [own, theirs] = [side, side.other()].map(|side| Fought { game: self, state, side });
        self.units().dice_of_melee(state, &own, &theirs, trail)
    }

    /// The dice of saves of a side in the melee that is being resolved, if the rules have saves: its advantages by the
    /// table of melee (E9.38, E9.39, EI-79).
    pub(in crate::en_avant) fn melee_saves<T: Trail>(&self, state: &State, side: Side, trail: &mut T) -> u8 {
        let melee = Fought { game: self, state, side };
        at_least(self.units().advantages(state, &melee, trail), "E9.39", self.rules.target_min_dice)
    }
}

/// The facts about a melee that depend on its units and their places, as one side sees them.
pub(super) trait Melee {
    /// Whether any unit of the side meets a condition; only its leading unit, where the rules say so (EI-77).
    fn own(&self, holds: impl Fn(UnitId) -> bool) -> bool;
    /// The same for the enemy.
    fn enemy(&self, holds: impl Fn(UnitId) -> bool) -> bool;
    /// Whether one of these facts holds of a unit in the melee.
    fn has(&self, unit: UnitId, facts: Status) -> bool;
    /// Whether the side has more bases than the enemy, in all ranks (E11.17, EI-81).
    fn has_more_bases(&self) -> bool;
    /// Whether more files of the side than of the enemy are in contact with their front (E11.28, EI-81).
    fn has_longer_front(&self) -> bool;
    /// Whether a unit stands higher than an enemy that it touches (E11.23, EI-19).
    fn is_higher(&self, unit: UnitId) -> bool;
    /// The best shelter of a unit that was attacked (E11.24, E11.25, EI-82).
    fn shelter(&self) -> Shelter;
    /// Whether a unit stands in rough ground against an enemy that it touches (E11.26).
    fn is_in_rough(&self, unit: UnitId) -> bool;
    /// The maximum number of flanks and rear of one enemy that the fronts of this side are in contact with (E11.27,
    /// E11.29, E11.30, EI-83).
    fn sides_taken(&self) -> u32;
    /// Whether the general touches a unit (E11.32).
    fn touches_general(&self, unit: UnitId) -> bool;
    /// Whether an enemy is in contact with the flank or rear of a unit.
    fn is_taken(&self, unit: UnitId) -> bool;
}

/// The melee that is being resolved, from the view of one side.
struct Fought<'a> {
    game: &'a Engagement,
    state: &'a State,
    side: Side,
}

impl Fought<'_> {
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
        self.game.units().contacts(self.state, unit).filter(|it| self.state.clash.units.has(it.enemy))
    }

    fn threat(&self, unit: UnitId, contact: &Contact) -> Threat {
        self.game.units().threat(self.state, unit, contact)
    }
}

impl Melee for Fought<'_> {
    fn own(&self, holds: impl Fn(UnitId) -> bool) -> bool {
        self.any(self.side, holds)
    }

    fn enemy(&self, holds: impl Fn(UnitId) -> bool) -> bool {
        self.any(self.side.other(), holds)
    }

    fn has(&self, unit: UnitId, facts: Status) -> bool {
        self.state.unit(unit).has(facts)
    }

    fn has_more_bases(&self) -> bool {
        self.bases(self.side) > self.bases(self.side.other())
    }

    fn has_longer_front(&self) -> bool {
        self.front(self.side) > self.front(self.side.other())
    }

    fn is_higher(&self, unit: UnitId) -> bool {
        let level = self.game.elevation(self.state, unit);
        level > 0 && self.contacts(unit).any(|it| level > self.game.elevation(self.state, it.enemy))
    }

    fn shelter(&self) -> Shelter {
        let leader = self.state.clash.leaders[self.side.index()];
        let alone = self.game.rules.side_property_rule == SideProperty::LeadingUnit;
        let defends =
            |unit: &UnitId| !self.game.rules.cover_for_defender_only || self.state.unit(*unit).has(Status::DEFENDER);
        let counted = self.units(self.side).filter(|unit| (!alone || *unit == leader) && defends(unit));
        let best = |unit: UnitId| {
            self.contacts(unit).map(|it| self.game.shelter(self.state, unit, |_| true, self.threat(unit, &it))).max()
        };
        counted.filter_map(best).max().unwrap_or_default()
    }

    fn is_in_rough(&self, unit: UnitId) -> bool {
        self.contacts(unit).any(|it| self.game.is_in_rough(self.state, unit, self.threat(unit, &it)))
    }

    fn sides_taken(&self) -> u32 {
        let taken = |enemy: UnitId| {
            let edges = self.contacts(enemy).filter(|it| it.own != Edge::Front && it.other == Edge::Front);
            edges.fold(0u8, |bits, it| bits | 1 << it.own as u8).count_ones()
        };
        self.units(self.side.other()).map(taken).max().unwrap_or(0)
    }

    fn touches_general(&self, unit: UnitId) -> bool {
        self.game.places().general_touches(self.state, unit)
    }

    fn is_taken(&self, unit: UnitId) -> bool {
        self.game.units().sides_taken(self.state, unit) != 0
    }
}
