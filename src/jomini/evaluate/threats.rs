//! The attacks that enemies could make on a hex next, by the rules of hits and arms alone.

use super::foes::Foe;
use super::scene::Scene;
use crate::jomini::combat::hits::{TacticalEffect, TacticalSituation};
use crate::jomini::rules::Face;
use crate::jomini::state::UnitId;

/// An attack that an enemy could make next: with support, and with no other unit of its side beside the target.
pub(super) struct Threat {
    /// Whether the target is supported.
    pub supported: bool,
    /// The distance in hexes.
    pub distance: u8,
}

impl TacticalSituation for Threat {
    fn roller_supported(&self) -> bool {
        true
    }

    fn target_supported(&self) -> bool {
        self.supported
    }

    fn beside_guns_or_cavalry(&self) -> bool {
        false
    }

    fn beside_unmounted(&self) -> bool {
        false
    }

    fn distance(&self) -> u8 {
        self.distance
    }
}

/// The strongest attacks on a hex.
#[derive(Default)]
pub(super) struct Threats {
    melee: [f32; 3],
    /// The expected losses by guns at a distance.
    pub ranged: f32,
}

impl Threats {
    /// Adds an enemy that could strike with this many mean hits.
    #[inline]
    pub fn add(&mut self, foe: &Foe, distance: u8, mean: f32) {
        if foe.fires_at(distance) {
            self.ranged += 0.5 * mean;
            return;
        }
        if mean <= self.melee[2] {
            return;
        }
        let mut mean = mean;
        for known in &mut self.melee {
            if mean > *known {
                std::mem::swap(&mut mean, known);
            }
        }
    }

    /// The expected losses, if this many sides of the hex are open to them.
    pub fn sum(&self, open: u8) -> f32 {
        self.melee[..usize::from(open.min(3))].iter().sum::<f32>() + self.ranged
    }
}

impl Scene<'_> {
    /// The faces of a die with which an enemy hits a unit by arms alone, wherever either is.
    pub(super) fn hitting_faces(&self, foe: &Foe, unit: UnitId, threat: &Threat) -> f32 {
        let field = &self.battle.field;
        let result =
            field.rules.tactical_result_of_units(field.forces.profile(foe.unit), field.forces.profile(unit), threat);
        let tactical = field.forces.tactical_effect(foe.unit, result) == TacticalEffect::Hit;
        let hits = self.faces[field.forces.hit_face(unit) as usize];
        f32::from(hits + if tactical { self.faces[Face::Tactical as usize] } else { 0 })
    }
}
