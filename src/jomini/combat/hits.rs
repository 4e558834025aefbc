//! The effects of the faces of a roll: hits by arm (J5.48, J5.49, J5.50), flags (J5.52), letters (J5.54, J5.55), and
//! the table of tactical advantages T6 (J5.56 to J5.67).

use crate::jomini::army::unit::{Class, Profile, UnitLetters};
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::rules::Rules;
use crate::jomini::rules::{ElephantsInRough, Face, RocketTactical, SappersScope, TacticalResult};
use crate::jomini::state::Benefits;
use crate::jomini::state::action::Roll;
use crate::jomini::state::attack_roll::AttackRoll;
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

/// What T6 asks beside the two units.
pub trait TacticalSituation {
    /// Whether the roller is supported.
    fn roller_supported(&self) -> bool;
    /// Whether the target is supported.
    fn target_supported(&self) -> bool;
    /// Whether the target stands next to a gun or cavalry of the roller's side.
    fn beside_guns_or_cavalry(&self) -> bool;
    /// Whether the target stands next to a unit of the roller's side that is not mounted.
    fn beside_unmounted(&self) -> bool;
    /// The distance of the attack in hexes.
    fn distance(&self) -> u8;
}

/// An attack that is made.
struct Fought<'a> {
    game: &'a Battlefield,
    state: &'a State,
    attack: &'a AttackRoll,
}

impl TacticalSituation for Fought<'_> {
    fn roller_supported(&self) -> bool {
        self.game.is_roller_supported(self.state, self.attack)
    }

    fn target_supported(&self) -> bool {
        self.game.is_target_supported(self.state, self.attack)
    }

    fn beside_guns_or_cavalry(&self) -> bool {
        let counts = |profile: &Profile| profile.class == Class::Artillery || profile.is_cavalry();
        self.game.positions().has_neighbour_of(self.state, self.attack, counts)
    }

    fn beside_unmounted(&self) -> bool {
        let counts = |profile: &Profile| profile.class != Class::Mounted;
        self.game.positions().has_neighbour_of(self.state, self.attack, counts)
    }

    fn distance(&self) -> u8 {
        self.game.board.distance(self.attack.from, self.attack.to)
    }
}

impl Rules {
    /// T6 after its first test: the result of a tactical advantage of one unit against another.
    pub fn tactical_result_of_units(
        &self,
        roller: &Profile,
        target: &Profile,
        situation: &impl TacticalSituation,
    ) -> TacticalResult {
        // JA3.13, J5.62, JI-126: against Fanatics every tactical advantage is a hit; T6 itself states this for infantry
        // only.
        if target.has(UnitLetters::FANATIC) && (roller.class == Class::Infantry || self.fanatic_all_attackers) {
            return TacticalResult::Hit;
        }
        // JI-127: a result below a hit in T6 is at least the result that the rules set for Elusive troops.
        let at_least = |sure: TacticalResult, elusive: TacticalResult| {
            if target.has(UnitLetters::ELUSIVE) && elusive as u8 > sure as u8 { elusive } else { sure }
        };
        if roller.is_elephant() {
            // J5.67: the row of elephants, panicked ones included (JI-130).
            return at_least(self.elephant_ta, self.elusive_ta_mounted);
        }
        match (roller.class, target.class) {
            // J5.61.
            (Class::Infantry, Class::Artillery) => TacticalResult::Hit,
            // J5.59.
            (Class::Infantry, Class::Infantry)
                if (situation.roller_supported() && !situation.target_supported())
                    || situation.beside_guns_or_cavalry() =>
            {
                TacticalResult::Hit
            }
            // J5.60, J5.62.
            (Class::Infantry, Class::Mounted) if situation.roller_supported() => {
                at_least(TacticalResult::MoraleHit, self.elusive_ta_infantry)
            }
            (Class::Infantry, Class::Infantry | Class::Mounted) => {
                at_least(TacticalResult::None, self.elusive_ta_infantry)
            }
            // J5.63, J5.64.
            (Class::Mounted, Class::Artillery) => TacticalResult::Hit,
            (Class::Mounted, _) if situation.roller_supported() || situation.beside_unmounted() => TacticalResult::Hit,
            (Class::Mounted, _) => at_least(TacticalResult::None, self.elusive_ta_mounted),
            // J5.66, and below J5.65.
            (Class::Artillery, _) if roller.has_rockets() && self.rocket_ta == RocketTactical::MoraleHit => {
                TacticalResult::MoraleHit
            }
            (Class::Artillery, _) if situation.distance() <= self.artillery_ta_hit_range => TacticalResult::Hit,
            (Class::Artillery, _) => {
                let sure = if roller.elite { TacticalResult::MoraleHit } else { TacticalResult::None };
                at_least(sure, self.elusive_ta_artillery)
            }
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
    /// Whether Wind of the ball exists for the attacks of a unit: for artillery, where attack orders are given (J3.44).
    pub(super) fn is_for_wind_of_ball(self, roller: UnitId) -> bool {
        self.forces.profile(roller).class == Class::Artillery && self.rules.attack_orders_per_combat > 0
    }

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
    pub(in crate::jomini) fn panic_face_effects(self, state: &State) -> FaceEffects {
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
        let roller = self.forces.profile(attack.roller);
        self.rules.tactical_result_of_units(roller, target, &Fought { game: self, state, attack })
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

    /// The effect of each face in this attack. Tactical advantages are counted separately if each makes several morale
    /// hits, or if Wind of the ball may still convert them; otherwise they are merged into their effect.
    pub fn face_effects(&self, state: &State, attack: &AttackRoll) -> FaceEffects {
        let arm = self.forces.hit_face(attack.target);
        let breaking_off = attack.only_arm_counts();
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
            && self.units().is_for_wind_of_ball(attack.roller)
            && !state.combat.attack_order_given
            && (i32::from(state.side(side_of(attack.roller)).tokens)
                + i32::from(self.dice(state, attack, &mut ())) * i32::from(self.rules.tokens_per_letter)
                >= i32::from(self.attack_order_cost(state, attack.roller, self.rules.wind_of_ball_cost))
                || self.has_leader_for(state, attack.roller, Benefits::ORDER))
    }
}
