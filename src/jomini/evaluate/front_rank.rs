//! The score of the front rank (JA4.4): the combat with one more die, and the probability that the officer is wounded.

use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::army::unit::Rank;
use crate::jomini::rules::Face;
use crate::jomini::state::action::Action;
use crate::jomini::state::attack_roll::AttackRoll;
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
            let wound = losses * f32::from(self.faces[Face::Tactical as usize]) / 6.0;
            let commander = self.battle.field.forces.officer_profile(officer).rank == Rank::CommanderInChief;
            numbers.add(numbers::OFFICERS, if commander { 2.0 * wound } else { wound });
        }
        self.exchange(&imagined, &attack, 1.0, &mut numbers);
        numbers
    }
}
