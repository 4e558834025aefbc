//! The effects of the faces of a roll: hits by arm (J5.48, J5.49, J5.50), flags (J5.52), letters (J5.54, J5.55), and
//! the table of tactical advantages T6 (J5.56 to J5.67).

use super::blow::Blow;
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
use crate::jomini::state::{AttackOrder, NO_UNIT, State, Strike, UnitId, side_of};

/// The effect of each tactical advantage of a blow (T6).
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

    /// The effect of a result of T6 for this striker, which Harassment changes (JA3.14, JI-132).
    pub fn tactical_effect(&self, striker: UnitId, result: TacticalResult) -> TacticalEffect {
        match result {
            TacticalResult::None => TacticalEffect::Miss,
            TacticalResult::MoraleHit => TacticalEffect::MoraleHit,
            TacticalResult::Hit if self.profile(striker).has(UnitLetters::HARASSING) => TacticalEffect::Harassment,
            TacticalResult::Hit => TacticalEffect::Hit,
        }
    }
}

impl Units<'_> {
    /// Hits and morale hits of a roll whose tactical advantages all have their own effect.
    #[inline]
    pub fn hits_of_roll(self, striker: UnitId, effect: TacticalEffect, roll: &Roll) -> (u8, u8) {
        let (hits, morale_hits) = self.rules.tactical_hits(effect, roll.tactical);
        (roll.hits + hits, roll.morale_hits + morale_hits + self.letters_as_flags(striker, roll.letters))
    }

    /// Letters of a roll that are flags and not tokens: the first of artillery (J5.55, JI-135).
    #[inline]
    pub fn letters_as_flags(self, striker: UnitId, letters: u8) -> u8 {
        match self.forces.profile(striker).class {
            Class::Artillery => letters.min(self.rules.artillery_letters_to_flags),
            Class::Infantry | Class::Mounted => 0,
        }
    }

    /// Tokens that the side of the striker gains by the letters of a roll (J5.54): none for an elephant in panic, whose
    /// roll gives neither side tokens (JI-136).
    #[inline]
    pub fn tokens_for_letters(self, striker: UnitId, letters: u8) -> u8 {
        if self.forces.is_panicked(striker) {
            return 0;
        }
        (letters - self.letters_as_flags(striker, letters)).saturating_mul(self.rules.tokens_per_letter)
    }

    /// A Panic die: the face of the unit's own arm (JA3.23, JI-144).
    pub(in crate::jomini) fn panic_sorting(self, state: &State) -> FaceEffects {
        let arm = self.forces.hit_face(Blow::running(state).struck);
        self.rules.die_faces.map(|face| if face == arm { Effect::Hit } else { Effect::Nothing })
    }
}

impl Positions<'_> {
    /// Whether the struck unit stands next to a unit of the striker's side, other than the striker, for which `counts`
    /// holds (JI-129).
    fn has_neighbour_of(self, state: &State, blow: &Blow, counts: impl Fn(&Profile) -> bool) -> bool {
        let side = side_of(blow.striker);
        self.board.neighbours(blow.to).iter().any(|hex| {
            if *hex == NO_HEX {
                return false;
            }
            let unit = state.unit_at(*hex);
            unit != NO_UNIT
                && unit != blow.striker
                && side_of(unit) == side
                && !self.forces.is_panicked(unit)
                && counts(self.forces.profile(unit))
        })
    }
}

impl Battlefield {
    /// The effect of a tactical advantage of this blow (J5.56), with Harassment but without Wind of the ball.
    pub fn meaning(&self, state: &State, blow: &Blow) -> TacticalEffect {
        // JI-75: in the riposte to Berserks the order's wording takes precedence over everything.
        if blow.is_answer() && blow.order == Some(AttackOrder::Berserk) {
            return TacticalEffect::Hit;
        }
        self.forces.tactical_effect(blow.striker, self.tactical_result(state, blow))
    }

    fn tactical_result(&self, state: &State, blow: &Blow) -> TacticalResult {
        let rules = &self.rules;
        let struck = self.forces.profile(blow.struck);
        let fanatic = struck.has(UnitLetters::FANATIC);
        if self.always_misses(state, blow) {
            // JI-125: the lines "always misses" and "no tactical advantage" take precedence, unless a variant applies
            // Fanatic and Elusive first.
            if rules.ta_always_miss_first {
                return TacticalResult::None;
            }
            return if fanatic {
                TacticalResult::Hit
            } else if struck.has(UnitLetters::ELUSIVE) {
                TacticalResult::MoraleHit
            } else {
                TacticalResult::None
            };
        }
        let attacker = self.forces.profile(blow.striker).class;
        // JA3.13, J5.62, JI-126: against Fanatics every tactical advantage is a hit; T6 itself states this for infantry
        // only.
        if fanatic && (attacker == Class::Infantry || rules.fanatic_all_attackers) {
            return TacticalResult::Hit;
        }
        // JI-127: a result below a hit in T6 is at least the result that the rules set for Elusive troops.
        let at_least = |sure: TacticalResult, elusive: TacticalResult| {
            if struck.has(UnitLetters::ELUSIVE) && elusive as u8 > sure as u8 { elusive } else { sure }
        };
        if self.forces.profile(blow.striker).is_elephant() {
            // J5.67: the row of elephants, panicked ones included (JI-130).
            return at_least(rules.elephant_ta, rules.elusive_ta_mounted);
        }
        match attacker {
            Class::Infantry => match struck.class {
                // J5.61, and below J5.59 and J5.60.
                Class::Artillery => TacticalResult::Hit,
                Class::Infantry if self.infantry_finds_an_opening(state, blow) => TacticalResult::Hit,
                // J5.60, J5.62.
                Class::Mounted if self.is_striker_supported(state, blow) => {
                    at_least(TacticalResult::MoraleHit, rules.elusive_ta_infantry)
                }
                Class::Infantry | Class::Mounted => at_least(TacticalResult::None, rules.elusive_ta_infantry),
            },
            Class::Mounted => {
                // J5.63, J5.64.
                if struck.class == Class::Artillery
                    || self.is_striker_supported(state, blow)
                    || self.positions().has_neighbour_of(state, blow, |profile| profile.class != Class::Mounted)
                {
                    TacticalResult::Hit
                } else {
                    at_least(TacticalResult::None, rules.elusive_ta_mounted)
                }
            }
            Class::Artillery => {
                // J5.66, and below J5.65.
                if self.forces.profile(blow.striker).has_rockets() && rules.rocket_ta == RocketTactical::MoraleHit {
                    TacticalResult::MoraleHit
                } else if self.board.distance(blow.from, blow.to) <= rules.artillery_ta_hit_range {
                    TacticalResult::Hit
                } else {
                    let sure = if self.forces.profile(blow.striker).elite {
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
    fn always_misses(&self, state: &State, blow: &Blow) -> bool {
        let ground = self.board.attack_terrain(blow.from, blow.to);
        let sappers = blow.has_sappers() && self.rules.sappers_scope == SappersScope::AllIntoEffects;
        // JI-128: elephants are mounted troops here too, except in a variant.
        let mounted = self.forces.is_mounted(blow.striker)
            && (self.rules.elephant_ta_in_rough == ElephantsInRough::Miss
                || !self.forces.profile(blow.striker).is_elephant());
        (ground.no_tactical && !sappers)
            || (mounted && (self.board.is_rough(blow.from) || (self.board.is_rough(blow.to) && !sappers)))
            || (!blow.melee && self.forces.profile(blow.striker).class != Class::Artillery && ground.into_covered)
            || self.units().wagons_protect(state, blow)
    }

    /// J5.59: the striker is supported and the struck unit is not, or the latter stands next to a gun or cavalry of the
    /// striker's side.
    fn infantry_finds_an_opening(&self, state: &State, blow: &Blow) -> bool {
        (self.is_striker_supported(state, blow) && !self.is_struck_supported(state, blow))
            || self
                .positions()
                .has_neighbour_of(state, blow, |profile| profile.class == Class::Artillery || profile.is_cavalry())
    }

    /// The effect of each face in this blow. Tactical advantages are counted separately if each makes several morale
    /// hits, or if Wind of the ball may still convert them; otherwise they are merged into their effect.
    pub fn sorting(&self, state: &State, blow: &Blow) -> FaceEffects {
        let arm = self.forces.hit_face(blow.struck);
        // JI-157: against a unit that breaks off only faces of its arm and letters count.
        let breaking_off = blow.strike == Strike::AgainstBreakOff;
        let tactical = if breaking_off {
            Effect::Nothing
        } else {
            match self.meaning(state, blow) {
                meaning if meaning != TacticalEffect::MoraleHit && self.may_use_wind_of_ball(state, blow) => {
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
    pub(in crate::jomini) fn may_use_wind_of_ball(&self, state: &State, blow: &Blow) -> bool {
        blow.strike == Strike::Attack
            && self.forces.profile(blow.striker).class == Class::Artillery
            && self.rules.attack_orders_per_combat > 0
            && !state.combat.attack_order_given
            && (i32::from(state.side(side_of(blow.striker)).tokens)
                + i32::from(self.dice(state, blow, &mut ())) * i32::from(self.rules.tokens_per_letter)
                >= i32::from(self.attack_order_cost(state, blow.striker, self.rules.wind_of_ball_cost))
                || self.has_leader_for(state, blow.striker, Benefits::ORDER))
    }
}
