//! The score of the front rank (JA4.4): the combat with one more die, and the probability that the officer is wounded.

use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::faces::Effect;
use crate::jomini::state::{AttackKind, UnitId};

impl Scene<'_> {
    /// The score of an officer's fighting in the front rank of a unit, or of declining it.
    pub fn front_rank(&self, unit: UnitId, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        let mut imagined = *self.state;
        let attack = AttackRoll::running(&imagined);
        if let Action::FrontRank(officer) = *action {
            imagined.combat.front_rank[usize::from(unit != imagined.combat.attacker)] = officer;
            let suffered = if attack.target == unit { attack } else { attack.answer(&imagined, AttackKind::Riposte) };
            let losses = self.verdict(&imagined, &suffered).losses;
            let wounding = self.battle.field.rules.wound_face_effects().iter().filter(|it| **it == Effect::Hit).count();
            let wound = losses * wounding as f32 / 6.0;
            numbers.add(numbers::OFFICERS, wound * self.battle.field.forces.officer_worth(officer));
        }
        self.exchange(&imagined, &attack, 1.0, &mut numbers);
        numbers
    }
}
