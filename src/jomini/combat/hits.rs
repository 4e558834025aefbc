//! The effects of the faces of a roll: hits by arm (J5.48, J5.49, J5.50), flags (J5.52), letters (J5.54, J5.55), and
//! the table of tactical advantages T6 (J5.56 to J5.67).

use super::attack_roll::AttackRoll;
use crate::jomini::army::unit::{Class, Profile, UnitLetters};
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::rules::Rules;
use crate::jomini::rules::{ElephantsInRough, Face, RocketTactical, SappersScope, TacticalResult};
use crate::jomini::state::Benefits;
use crate::jomini::state::action::Roll;
use crate::jomini::state::faces::{Effect, FaceEffects};
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::field::Units;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{AttackKind, AttackOrder, NO_UNIT, State, UnitId, side_of};

/// The effect of each tactical advantage of an attack (T6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TacticalEffect {
    /// Nothing.
    Miss,
    /// A morale hit.
    MoraleHit,
    /// A hit.
    Hit,
    /// The morale hits into which Harassment turns a hit (JA3.14, JI-132).
    Harassment,
}

impl Rules {
    /// Hits and morale hits of this many tactical advantages with this effect (J5.56, JA3.14, JI-132).
    #[inline]
    pub fn tactical_hits(&self, effect: TacticalEffect, count: u8) -> (u8, u8) {
        match effect {
            TacticalEffect::Miss => (0, 0),
            TacticalEffect::MoraleHit => (0, count),
            TacticalEffect::Hit => (count, 0),
            TacticalEffect::Harassment => (0, count.saturating_mul(self.harassment_morale_hits)),
        }
    }
}

impl Forces {
    /// The face that hits a unit: that of its arm (J5.48, J5.49, J5.50).
    #[inline]
    pub fn hit_face(&self, unit: UnitId) -> Face {
        self.profile(unit).hit_face
    }

    /// The effect of a result of T6 for this roller, which Harassment changes (JA3.14, JI-132).
    pub fn tactical_effect(&self, roller: UnitId, result: TacticalResult) -> TacticalEffect {
        match result {
            TacticalResult::None => TacticalEffect::Miss,
            TacticalResult::MoraleHit => TacticalEffect::MoraleHit,
            TacticalResult::Hit if self.profile(roller).has(UnitLetters::HARASSING) => TacticalEffect::Harassment,
            TacticalResult::Hit => TacticalEffect::Hit,
        }
    }
}

impl Units<'_> {
    /// Hits and morale hits of a roll whose tactical advantages all have their own effect.
    #[inline]
    pub fn hits_of_roll(self, roller: UnitId, effect: TacticalEffect, roll: &Roll) -> (u8, u8) {
        let (hits, morale_hits) = self.rules.tactical_hits(effect, roll.tactical);
        (roll.hits + hits, roll.morale_hits + morale_hits + self.letters_as_flags(roller, roll.letters))
    }

    /// Letters of a roll that are flags and not tokens: the first of artillery (J5.55, JI-135).
    #[inline]
    pub fn letters_as_flags(self, roller: UnitId, letters: u8) -> u8 {
        match self.forces.profile(roller).class {
            Class::Artillery => letters.min(self.rules.artillery_letters_to_flags),
            Class::Infantry | Class::Mounted => 0,
        }
    }

    /// Tokens that the side of the roller gains by the letters of a roll (J5.54): none for an elephant in panic, whose
    /// roll gives neither side tokens (JI-136).
    #[inline]
    pub fn tokens_for_letters(self, roller: UnitId, letters: u8) -> u8 {
        if self.forces.is_panicked(roller) {
            return 0;
        }
        (letters - self.letters_as_flags(roller, letters)).saturating_mul(self.rules.tokens_per_letter)
    }

    /// A Panic die: the face of the unit's own arm (JA3.23, JI-144).
    pub(in crate::jomini) fn panic_sorting(self, state: &State) -> FaceEffects {
        let arm = self.forces.hit_face(AttackRoll::running(state).target);
        self.rules.die_faces.map(|face| if face == arm { Effect::Hit } else { Effect::Nothing })
    }
}

impl Positions<'_> {
    /// Whether the target stands next to a unit of the roller's side, other than the roller, for which `counts`
    /// holds (JI-129).
    fn has_neighbour_of(self, state: &State, attack: &AttackRoll, counts: impl Fn(&Profile) -> bool) -> bool {
        let side = side_of(attack.roller);
        self.board.neighbours(attack.to).iter().any(|hex| {
            if *hex == NO_HEX {
                return false;
            }
            let unit = state.unit_at(*hex);
            unit != NO_UNIT
                && unit != attack.roller
                && side_of(unit) == side
                && !self.forces.is_panicked(unit)
                && counts(self.forces.profile(unit))
        })
    }
}

impl Battlefield {
    /// The effect of a tactical advantage of this attack (J5.56), with Harassment but without Wind of the ball.
    pub fn advantage_effect(&self, state: &State, attack: &AttackRoll) -> TacticalEffect {
        // JI-75: in the riposte to Berserks the order's wording takes precedence over everything.
        if attack.is_answer() && attack.order == Some(AttackOrder::Berserk) {
            return TacticalEffect::Hit;
        }
        self.forces.tactical_effect(attack.roller, self.tactical_result(state, attack))
    }

    fn tactical_result(&self, state: &State, attack: &AttackRoll) -> TacticalResult {
        let rules = &self.rules;
        let target = self.forces.profile(attack.target);
        let fanatic = target.has(UnitLetters::FANATIC);
        if self.always_misses(state, attack) {
            // JI-125: the lines "always misses" and "no tactical advantage" take precedence, unless a variant applies
            // Fanatic and Elusive first.
            if rules.ta_always_miss_first {
                return TacticalResult::None;
            }
            return if fanatic {
                TacticalResult::Hit
            } else if target.has(UnitLetters::ELUSIVE) {
                TacticalResult::MoraleHit
            } else {
                TacticalResult::None
            };
        }
        let attacker = self.forces.profile(attack.roller).class;
        // JA3.13, J5.62, JI-126: against Fanatics every tactical advantage is a hit; T6 itself states this for infantry
        // only.
        if fanatic && (attacker == Class::Infantry || rules.fanatic_all_attackers) {
            return TacticalResult::Hit;
        }
        // JI-127: a result below a hit in T6 is at least the result that the rules set for Elusive troops.
        let at_least = |sure: TacticalResult, elusive: TacticalResult| {
            if target.has(UnitLetters::ELUSIVE) && elusive as u8 > sure as u8 { elusive } else { sure }
        };
        if self.forces.profile(attack.roller).is_elephant() {
            // J5.67: the row of elephants, panicked ones included (JI-130).
            return at_least(rules.elephant_ta, rules.elusive_ta_mounted);
        }
        match attacker {
            Class::Infantry => match target.class {
                // J5.61, and below J5.59 and J5.60.
                Class::Artillery => TacticalResult::Hit,
                Class::Infantry if self.infantry_finds_an_opening(state, attack) => TacticalResult::Hit,
                // J5.60, J5.62.
                Class::Mounted if self.is_roller_supported(state, attack) => {
                    at_least(TacticalResult::MoraleHit, rules.elusive_ta_infantry)
                }
                Class::Infantry | Class::Mounted => at_least(TacticalResult::None, rules.elusive_ta_infantry),
            },
            Class::Mounted => {
                // J5.63, J5.64.
                if target.class == Class::Artillery
                    || self.is_roller_supported(state, attack)
                    || self.positions().has_neighbour_of(state, attack, |profile| profile.class != Class::Mounted)
                {
                    TacticalResult::Hit
                } else {
                    at_least(TacticalResult::None, rules.elusive_ta_mounted)
                }
            }
            Class::Artillery => {
                // J5.66, and below J5.65.
                if self.forces.profile(attack.roller).has_rockets() && rules.rocket_ta == RocketTactical::MoraleHit {
                    TacticalResult::MoraleHit
                } else if self.board.distance(attack.from, attack.to) <= rules.artillery_ta_hit_range {
                    TacticalResult::Hit
                } else {
                    let sure = if self.forces.profile(attack.roller).elite {
                        TacticalResult::MoraleHit
                    } else {
                        TacticalResult::None
                    };
                    at_least(sure, rules.elusive_ta_artillery)
                }
            }
        }
    }

    /// The first test of T6: mounted troops in or against rough terrain (J5.57), small arms at range against cover
    /// (J5.58), obstacles that allow no tactical advantage (J7.19 to J7.22), wagons among them (J5.47). Sappers cancel
    /// the effect of the attacked ground (JI-73).
    fn always_misses(&self, state: &State, attack: &AttackRoll) -> bool {
        let ground = self.board.attack_terrain(attack.from, attack.to);
        let sappers = attack.has_sappers() && self.rules.sappers_scope == SappersScope::AllIntoEffects;
        // JI-128: elephants are mounted troops here too, except in a variant.
        let mounted = self.forces.is_mounted(attack.roller)
            && (self.rules.elephant_ta_in_rough == ElephantsInRough::Miss
                || !self.forces.profile(attack.roller).is_elephant());
        (ground.no_tactical && !sappers)
            || (mounted && (self.board.is_rough(attack.from) || (self.board.is_rough(attack.to) && !sappers)))
            || (!attack.melee && self.forces.profile(attack.roller).class != Class::Artillery && ground.into_covered)
            || self.units().wagons_protect(state, attack)
    }

    /// J5.59: the roller is supported and the target is not, or the latter stands next to a gun or cavalry of the
    /// roller's side.
    fn infantry_finds_an_opening(&self, state: &State, attack: &AttackRoll) -> bool {
        (self.is_roller_supported(state, attack) && !self.is_target_supported(state, attack))
            || self
                .positions()
                .has_neighbour_of(state, attack, |profile| profile.class == Class::Artillery || profile.is_cavalry())
    }

    /// The effect of each face in this attack. Tactical advantages are counted separately if each makes several morale
    /// hits, or if Wind of the ball may still convert them; otherwise they are merged into their effect.
    pub fn face_effects(&self, state: &State, attack: &AttackRoll) -> FaceEffects {
        let arm = self.forces.hit_face(attack.target);
        // JI-157: against a unit that breaks off only faces of its arm and letters count.
        let breaking_off = attack.kind == AttackKind::AgainstBreakOff;
        let tactical = if breaking_off {
            Effect::Nothing
        } else {
            match self.advantage_effect(state, attack) {
                meaning if meaning != TacticalEffect::MoraleHit && self.may_use_wind_of_ball(state, attack) => {
                    Effect::Tactical
                }
                TacticalEffect::Miss => Effect::Nothing,
                TacticalEffect::MoraleHit if !self.rules.flags_equal_morale_hits => Effect::Tactical,
                TacticalEffect::MoraleHit => Effect::MoraleHit,
                TacticalEffect::Hit => Effect::Hit,
                TacticalEffect::Harassment => Effect::Tactical,
            }
        };
        self.rules.die_faces.map(|symbol| match symbol {
            Face::Flag if breaking_off => Effect::Nothing,
            Face::Flag => Effect::MoraleHit,
            Face::Letter => Effect::Letter,
            Face::Tactical => tactical,
            symbol if symbol == arm => Effect::Hit,
            Face::Infantry | Face::Cavalry | Face::Artillery => Effect::Nothing,
        })
    }

    /// Whether Wind of the ball can be bought after this roll (J3.44, JI-76): in an artillery attack without an order
    /// so far, with tokens or a leader to pay for it. Letters of the roll itself can be used (JI-136).
    pub(in crate::jomini) fn may_use_wind_of_ball(&self, state: &State, attack: &AttackRoll) -> bool {
        attack.kind == AttackKind::Attack
            && self.forces.profile(attack.roller).class == Class::Artillery
            && self.rules.attack_orders_per_combat > 0
            && !state.combat.attack_order_given
            && (i32::from(state.side(side_of(attack.roller)).tokens)
                + i32::from(self.dice(state, attack, &mut ())) * i32::from(self.rules.tokens_per_letter)
                >= i32::from(self.attack_order_cost(state, attack.roller, self.rules.wind_of_ball_cost))
                || self.has_leader_for(state, attack.roller, Benefits::ORDER))
    }
}
