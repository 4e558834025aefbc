//! Sharpshooters (JA3.17, JI-158): if an officer is with the unit they strike, one of their dice is rolled separately.
//! It counts like any other die of the roll, and as this never harms the shooter it is always done; if it shows the
//! face of the target's arm, the shooter may take an officer instead of an element.

use super::flow::Stage;
use crate::game::Weighted;
use crate::game::rng::Stream;
use crate::game::sink::Sink;
use crate::jomini::army::unit::UnitLetters;
use crate::jomini::state::action::{Action, Roll};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::faces::{Effect, FaceEffects, MOST_DICE, draw_roll, each_roll, list_rolls, weight_of};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Units;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{Flight, NO_UNIT, State, side_of};

impl State {
    /// The bit of the current strike among the separate dice that hit: in a counter-charge there are two rolls.
    pub(super) fn apart_bit(&self) -> u8 {
        1 << self.combat.part_of_counter_charge()
    }

    /// Whether the shooter decides about the separate die: after any Dodge, before an officer is given up for a loss
    /// (table T15).
    pub(super) fn may_take_officer(&self) -> bool {
        let combat = &self.combat;
        combat.apart != 0 && combat.hits > 0 && combat.apart & self.apart_bit() != 0
    }

    pub(in crate::jomini) fn sharpshoot_actions(&self, sink: &mut impl Sink<Action>) {
        sink.push(Action::Pass);
        if self.combat.apart & self.apart_bit() != 0 {
            let attack = AttackRoll::running(self);
            for officer in self.officers_at(side_of(attack.target), attack.to) {
                sink.push(Action::TakeOfficer(officer));
            }
        }
    }
}

impl Forces {
    /// Whether one die of this attack is rolled separately, in an attack or in an answer.
    #[inline]
    pub fn has_die_apart(&self, state: &State, attack: &AttackRoll) -> bool {
        self.profile(attack.roller).has(UnitLetters::SHARPSHOOTER)
            && state.officers_at(side_of(attack.target), attack.to).next().is_some()
    }
}

impl Units<'_> {
    /// The faces of the die that are those of the target's arm: a tactical advantage that hits does not count.
    fn arm_faces(self, attack: &AttackRoll, effects: &FaceEffects) -> [bool; 6] {
        let arm = self.forces.hit_face(attack.target);
        std::array::from_fn(|face| self.rules.die_faces[face] == arm && effects[face] == Effect::Hit)
    }

    /// The officer is removed from the game without flight, or in a variant must flee (JI-158); one loss fewer is left.
    pub(in crate::jomini) fn apply_sharpshoot(self, state: &mut State, action: Action) -> Option<Stage> {
        let Action::TakeOfficer(officer) = action else { return Some(Stage::LeadAgainstLoss) };
        state.combat.apart &= !state.apart_bit();
        state.combat.hits -= 1;
        if self.rules.sharpshooter_kills {
            self.remove_officer(state, officer);
        } else {
            state.put_to_flight(Flight { officer, driver: NO_UNIT });
        }
        // The step stays, without a decision: an officer who flees does so first.
        None
    }
}

impl Battlefield {
    /// All results of the dice of an attack, each with its weight over 6^dice.
    pub(in crate::jomini) fn list_attack_roll(
        &self,
        state: &State,
        attack: &AttackRoll,
        dice: u8,
        rolls: &mut Vec<Weighted<Roll>>,
    ) {
        let effects = self.face_effects(state, attack);
        if !self.forces.has_die_apart(state, attack) {
            list_rolls(effects, dice, rolls);
            return;
        }
        rolls.clear();
        let arm = self.units().arm_faces(attack, &effects).iter().filter(|is_arm| **is_arm).count() as u64;
        let dice = dice.min(MOST_DICE);
        each_roll(&effects, dice, |roll, weight| {
            let others = Roll { hits: roll.hits.wrapping_sub(1), ..roll };
            let apart = if roll.hits == 0 { 0 } else { arm * weight_of(&effects, dice - 1, &others) };
            for (roll, weight) in [(Roll { apart: 1, ..roll }, apart), (roll, weight - apart)] {
                if weight > 0 {
                    rolls.push(Weighted { roll, weight });
                }
            }
        });
    }

    /// Rolls the dice of an attack; the first is the separate one.
    #[inline]
    pub(in crate::jomini) fn draw_attack_roll(
        &self,
        state: &State,
        attack: &AttackRoll,
        dice: u8,
        stream: &mut Stream,
    ) -> Roll {
        let effects = self.face_effects(state, attack);
        if !self.forces.has_die_apart(state, attack) {
            return draw_roll(effects, dice, stream);
        }
        let arm = self.units().arm_faces(attack, &effects);
        let mut first = None;
        let mut counts = [0u8; 5];
        stream.faces(u32::from(dice.min(MOST_DICE)), |face| {
            first.get_or_insert(arm[face as usize]);
            counts[effects[face as usize] as usize] += 1;
        });
        Roll {
            hits: counts[1],
            morale_hits: counts[2],
            letters: counts[3],
            tactical: counts[4],
            apart: u8::from(first == Some(true)),
        }
    }
}
