//! How many dice are rolled: the advantages of tables T5 and T6, row by row, with a trail of those that count.
//!
//! Each row is written once, in order. What depends on the places of the units is provided by the shot or the melee.
//! Table T5 is in this file, with EI-20, EI-56, EI-57, EI-58, EI-59, EI-106.
//!
//! | file | covers |
//! |---|---|
//! | `melee` | table T6 |
//! | `imagined` | shots and melees that could follow, for evaluation |

mod imagined;
mod melee;

use crate::en_avant::army::troop::{Arm, Period, Weight};
use crate::en_avant::combat::shelter::Threat;
use crate::en_avant::rules::{Quality, Rules, Shelter};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::troops::Troops;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, Unit, UnitId, side_of};
use crate::game::trail::{DiceCount, Trail};

/// The number of dice, raised to a minimum and at most what can be rolled.
#[inline]
fn at_least<T: Trail>(mut count: DiceCount<'_, T>, rule: &'static str, least: u8) -> u8 {
    count.raise(rule, i32::from(least));
    count.dice.min(i32::from(super::dice::MOST_DICE)) as u8
}

impl Rules {
    /// Whether a unit counts as a column, as a target and in attack (EI-9, EI-84): one base wide; a lone base only if
    /// the rules count it so.
    #[inline]
    pub(in crate::en_avant) fn counts_as_column(&self, unit: &Unit) -> bool {
        unit.is_column() || (self.lone_base_is_column && unit.bases == 1)
    }
}

impl Troops {
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
}

impl Units<'_> {
    /// Whether a target is bulky (E9.47, EI-9, EI-58).
    pub fn is_bulky(self, state: &State, unit: UnitId) -> bool {
        let it = state.unit(unit);
        match self.troops.arm(state, unit) {
            Arm::Cavalry => true,
            Arm::Infantry | Arm::Artillery => {
                self.rules.counts_as_column(it) || (self.rules.square_is_bulky && it.is_square())
            }
            // It is very large instead (E9.48).
            Arm::Elephant => false,
        }
    }

    /// The rows of table T5 for the shooter.
    pub(super) fn dice_of_shot<T: Trail>(self, state: &State, shot: &impl Shot, trail: &mut T) -> u8 {
        let rules = &self.rules;
        let (unit, target) = shot.units();
        let mut count = DiceCount::new(trail);
        count.add_if(shot.is_higher(), "E9.40", rules.adv_shoot_higher);
        count.add_if(rules.adv_shoot_enfilade > 0 && shot.is_enfilade(), "E9.41", rules.adv_shoot_enfilade);
        count.add("E9.42", shot.extra_bases().saturating_mul(rules.adv_shoot_extra_base));
        count.add_if(self.troops.is_of(state, target, Quality::Inferior), "E9.43", rules.adv_shoot_target_inferior);
        let counts_quality = self.troops.arm(state, unit) != Arm::Artillery || rules.artillery_quality_advantages;
        count.add_if(
            counts_quality && self.troops.is_of(state, unit, Quality::Superior),
            "E9.44",
            rules.adv_shoot_shooter_superior,
        );
        let aimed = state.unit(target);
        let routing = aimed.has(Status::ROUTING);
        let shaken = aimed.has(Status::DISORDERED) && (!routing || rules.routing_adds_to_disordered);
        count.add_if(shaken, "E9.45", rules.adv_shoot_target_disordered);
        count.add_if(routing, "E9.46", rules.adv_shoot_target_routing);
        if self.troops.arm(state, target) == Arm::Elephant {
            count.add("E9.48", rules.adv_shoot_very_large);
        } else {
            count.add_if(self.is_bulky(state, target), "E9.47", rules.adv_shoot_bulky);
        }
        count.add("E9.49", self.troops.profile(state, unit).weapon_bonus);
        at_least(count, "E9.35", rules.shooter_min_dice)
    }
}

impl Engagement {
    /// The dice of a shot (E9.35, E9.40, E9.41, E9.42, E9.43, E9.44, E9.45, E9.46, E9.47, E9.48, E9.49, E14.7).
    pub fn shot_dice<T: Trail>(&self, state: &State, unit: UnitId, target: UnitId, trail: &mut T) -> u8 {
        self.units().dice_of_shot(state, &Aimed { game: self, state, unit, target }, trail)
    }

    /// The dice of saves against a shot (E9.39, E9.50, E9.51, E9.52, E9.53, E9.54, E9.55, E9.56, E14.18, E14.31).
    pub fn save_dice<T: Trail>(&self, state: &State, unit: UnitId, target: UnitId, trail: &mut T) -> u8 {
        self.saves_against(state, &Aimed { game: self, state, unit, target }, trail)
    }

    /// The rows of table T5 for the target.
    pub(super) fn saves_against<T: Trail>(&self, state: &State, shot: &impl Shot, trail: &mut T) -> u8 {
        let rules = &self.rules;
        let (unit, target) = shot.units();
        let mut count = DiceCount::new(trail);
        count.add_if(shot.touches_general(), "E9.50", rules.adv_target_general);
        match shot.shelter() {
            Shelter::None => {}
            Shelter::Light => count.add("E9.51", rules.adv_target_light_cover),
            Shelter::Strong => count.add("E9.52", rules.adv_target_strong_cover),
        }
        count.add_if(self.troops.is_of(state, target, Quality::Superior), "E9.53", rules.adv_target_superior);
        let counts_quality = self.troops.arm(state, unit) != Arm::Artillery || rules.artillery_quality_advantages;
        count.add_if(
            counts_quality && self.troops.is_of(state, unit, Quality::Inferior),
            "E9.54",
            rules.adv_target_shooter_inferior,
        );
        count.add_if(self.troops.weighs(state, target, Weight::Light), "E9.55", rules.adv_target_light);
        count.add_if(self.troops.weighs(state, target, Weight::Heavy), "E9.56", rules.adv_target_heavy);
        let firearms = matches!(self.periods[side_of(unit)], Period::Napoleonic | Period::CivilWar);
        let from_the_saddle = firearms && self.troops.arm(state, unit) == Arm::Cavalry;
        count.add_if(from_the_saddle, "E14.18", rules.cavalry_shooting_target_bonus);
        at_least(count, "E9.39", rules.target_min_dice)
    }
}

/// The facts about a shot that depend on its places.
pub(super) trait Shot {
    /// The shooter and its target.
    fn units(&self) -> (UnitId, UnitId);
    /// Whether the shooter stands higher (E9.40, EI-19).
    fn is_higher(&self) -> bool;
    /// Whether it is an enfilade (E9.41).
    fn is_enfilade(&self) -> bool;
    /// The number of bases that shoot beyond the number of those that are aimed at (E9.42, EI-52).
    fn extra_bases(&self) -> u8;
    /// Whether the general touches the target (E9.50).
    fn touches_general(&self) -> bool;
    /// The shelter of the target (E9.51, E9.52).
    fn shelter(&self) -> Shelter;
}

/// A shot of one unit at another from their places.
struct Aimed<'a> {
    game: &'a Engagement,
    state: &'a State,
    unit: UnitId,
    target: UnitId,
}

impl Shot for Aimed<'_> {
    fn units(&self) -> (UnitId, UnitId) {
        (self.unit, self.target)
    }

    fn is_higher(&self) -> bool {
        self.game.elevation(self.state, self.unit) > self.game.elevation(self.state, self.target)
    }

    fn is_enfilade(&self) -> bool {
        self.game.is_enfilade(self.state, self.unit, self.target)
    }

    fn extra_bases(&self) -> u8 {
        let shooting = self.game.bases_shooting(self.state, self.unit, self.target);
        shooting.saturating_sub(self.game.units().bases_aimed_at(self.state, self.unit, self.target))
    }

    fn touches_general(&self) -> bool {
        self.game.places().general_touches(self.state, self.target)
    }

    fn shelter(&self) -> Shelter {
        let field = self.game.units().field_of_fire(self.state, self.unit);
        let aimed_at = |index| self.game.units().is_aimed_at(self.state, &field, self.target, index);
        // A shot at a limber alone is aimed at the unit as it stands (EI-104).
        let is_at_limber = !(0..self.state.unit(self.target).bases).any(aimed_at);
        self.game.shelter(
            self.state,
            self.target,
            |index| is_at_limber || aimed_at(index),
            Threat::Shot(self.state.unit(self.unit).front),
        )
    }
}
