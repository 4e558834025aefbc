//! Shots and melees that could follow, for evaluation: their dice by the same rows as in play.
//!
//! Both units are as they are now. What only the places of a real shot or melee would show does not count: elevation,
//! shelter, rough ground, the general, other units.

use super::Shot;
use super::melee::Melee;
use crate::en_avant::rules::Shelter;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, UnitId};

/// A shot with the whole front of one unit at all bases of another.
struct ImaginedShot<'a> {
    state: &'a State,
    unit: UnitId,
    target: UnitId,
}

impl Shot for ImaginedShot<'_> {
    fn units(&self) -> (UnitId, UnitId) {
        (self.unit, self.target)
    }

    fn is_higher(&self) -> bool {
        false
    }

    fn is_enfilade(&self) -> bool {
        false
    }

    fn extra_bases(&self) -> u8 {
        self.state.unit(self.unit).files.saturating_sub(self.state.unit(self.target).bases)
    }

    fn touches_general(&self) -> bool {
        false
    }

    fn shelter(&self) -> Shelter {
        Shelter::None
    }
}

/// The first round of a melee of two units, as one of them sees it.
struct ImaginedMelee<'a> {
    state: &'a State,
    unit: UnitId,
    enemy: UnitId,
    attacker: UnitId,
    /// Whether the attacker reaches a flank or the rear.
    on_flank: bool,
}

impl Melee for ImaginedMelee<'_> {
    fn own(&self, holds: impl Fn(UnitId) -> bool) -> bool {
        holds(self.unit)
    }

    fn enemy(&self, holds: impl Fn(UnitId) -> bool) -> bool {
        holds(self.enemy)
    }

    fn has(&self, unit: UnitId, facts: Status) -> bool {
        let part = if unit == self.attacker { Status::CHARGED | Status::ATTACKER } else { Status::DEFENDER };
        (self.state.unit(unit).status | part).intersects(facts)
    }

    fn has_more_bases(&self) -> bool {
        self.state.unit(self.unit).bases > self.state.unit(self.enemy).bases
    }

    fn has_longer_front(&self) -> bool {
        self.state.unit(self.unit).files > self.state.unit(self.enemy).files
    }

    fn is_higher(&self, _unit: UnitId) -> bool {
        false
    }

    fn shelter(&self) -> Shelter {
        Shelter::None
    }

    fn is_in_rough(&self, _unit: UnitId) -> bool {
        false
    }

    fn sides_taken(&self) -> u32 {
        u32::from(self.on_flank && self.unit == self.attacker)
    }

    fn touches_general(&self, _unit: UnitId) -> bool {
        false
    }

    fn is_taken(&self, unit: UnitId) -> bool {
        self.on_flank && unit != self.attacker
    }
}

impl Units<'_> {
    /// The dice of the attacker and of the defender if one unit attacked another now, at its front or not.
    pub(in crate::en_avant) fn imagined_melee(
        self,
        state: &State,
        attacker: UnitId,
        defender: UnitId,
        on_flank: bool,
    ) -> (u8, u8) {
        let seen_by = |unit, enemy| ImaginedMelee { state, unit, enemy, attacker, on_flank };
        let (attack, defence) = (seen_by(attacker, defender), seen_by(defender, attacker));
        let attacks = self.dice_of_melee(state, &attack, &defence, &mut ());
        (attacks, self.dice_of_melee(state, &defence, &attack, &mut ()))
    }
}

impl Engagement {
    /// The dice of a shot of a unit at another if it could make it now, and those of the saves.
    pub(in crate::en_avant) fn imagined_shot(&self, state: &State, unit: UnitId, target: UnitId) -> (u8, u8) {
        let shot = ImaginedShot { state, unit, target };
        (self.units().dice_of_shot(state, &shot, &mut ()), self.saves_against(state, &shot, &mut ()))
    }
}
