//! When a unit counts as supported (J1.3 to J1.9, JI-9 to JI-17). It is tested at each use (JI-11), in the position at
//! that time.

use crate::jomini::army::unit::Class;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::map::terrain::Terrain;
use crate::jomini::rules::{Rules, SappersScope};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{AttackKind, AttackOrder, State, Status, UnitId, side_of, unit_ids};

impl Forces {
    /// Whether a unit is mounted troops (JI-26).
    #[inline]
    pub fn is_mounted(&self, unit: UnitId) -> bool {
        self.profile(unit).class == Class::Mounted
    }
}

impl Rules {
    /// Whether this number of friends next to a unit supports it (J1.3, JI-9).
    #[inline]
    pub fn support_by(&self, friends: u8) -> bool {
        friends >= self.support_neighbours
    }
}

impl Positions<'_> {
    /// Whether a gun or a wagon stands on terrain closed to it, where only a road brought it: it cannot fight (J5.42,
    /// J7.14).
    #[inline]
    pub fn stands_by_road_on_closed(self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.board.has(hex, Terrain::CLOSED_TO_ARTILLERY) && self.forces.mover(state, unit).is_artillery()
    }

    /// Whether the roller of an answer is infantry or artillery behind a ditch, fortification or rampart on the side
    /// it answers across (J7.20, J7.21, J7.22, JI-148).
    fn has_works(self, answer: &AttackRoll) -> bool {
        self.forces.profile(answer.roller).class != Class::Mounted
            && self.board.attack_terrain(answer.to, answer.from).supported_for_riposte
    }
}

impl Battlefield {
    /// The number of friendly units that `unit` has, or would have, next to `hex` (J1.3, JI-9, JI-10): units of any arm
    /// and strength, without `unit` itself and without guns that stand by road on rough terrain (J1.8). Mounted troops
    /// give support on any terrain (J1.6).
    #[inline]
    pub fn friends_next_to(&self, state: &State, unit: UnitId, hex: HexId) -> u8 {
        let units = unit_ids(side_of(unit)).limited(self.forces.unit_counts[side_of(unit)]);
        let mut friends = 0;
        for neighbour in self.board.neighbours(hex) {
            if *neighbour == NO_HEX {
                continue;
            }
            let other = state.unit_at(*neighbour);
            // Only units of the side count: no enemy, no elephant in panic (JI-9), whose ids come after those of units,
            // and no empty hex.
            if units.contains(&other) && other != unit && !self.is_road_bound(state, other, *neighbour) {
                friends += 1;
            }
        }
        friends
    }

    /// Whether a unit is by road on rough terrain that is closed to it, and therefore neither has nor gives support
    /// (J1.8, JI-17).
    #[inline]
    pub fn is_road_bound(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.rules.road_in_rough_no_support && self.positions().stands_by_road_on_closed(state, unit, hex)
    }

    /// Whether a unit has enough adjacent friends, or an order that replaces them (J1.3, J1.9), whatever the combat.
    pub fn is_supported_at_rest(&self, state: &State, unit: UnitId) -> bool {
        let hex = state.unit(unit).hex;
        state.unit(unit).has(Status::SUPPORTED_BY_ORDER)
            || (!self.is_road_bound(state, unit, hex) && self.rules.support_by(self.friends_next_to(state, unit, hex)))
    }

    /// Whether the roller of an attack counts as supported for that roll (J5.59, J5.60, J5.63).
    pub fn is_roller_supported(&self, state: &State, attack: &AttackRoll) -> bool {
        let sappers = attack.has_sappers() && self.rules.sappers_scope == SappersScope::AllIntoEffects;
        // J1.5: mounted troops that stand in rough terrain or strike into it; Sappers cancel the latter (JI-73).
        let denied = self.forces.is_mounted(attack.roller)
            && (self.board.is_rough(attack.from) || (self.board.is_rough(attack.to) && !sappers));
        let granted = attack.is_answer()
            && (self.is_sheltered(attack.roller, attack.target, attack.from) || self.positions().has_works(attack));
        self.decide(state, attack.roller, attack.from, denied, granted)
    }

    /// Whether the target of an attack counts as supported against it: for tactical advantages and for ignoring
    /// morale hits (J5.53, J5.59).
    pub fn is_target_supported(&self, state: &State, attack: &AttackRoll) -> bool {
        let sappers = attack.has_sappers() && self.rules.sappers_scope == SappersScope::AllIntoEffects;
        // J1.5, JI-12: the mounted target stands in rough terrain, which Sappers cancel (JI-73), or it is the attacker
        // that attacked a rough hex and is attacked from there in return.
        let is_answer = attack.is_answer() || attack.kind == AttackKind::CounterChargeDefence;
        let denied = self.forces.is_mounted(attack.target)
            && ((self.board.is_rough(attack.to) && !sappers) || (is_answer && self.board.is_rough(attack.from)));
        let granted = !sappers && self.is_sheltered(attack.target, attack.roller, attack.to);
        self.decide(state, attack.target, attack.to, denied, granted)
    }

    /// Whether the defender of an attack has the right to riposte to it (J5.87).
    #[inline]
    pub fn may_riposte(&self, state: &State, attack: &AttackRoll) -> bool {
        self.riposte_fault(state, attack).is_none()
    }

    /// The reason why the defender of an attack has no right to riposte to it (J5.87): it must be supported in its hex,
    /// by its ground or by works across the attacked side (JI-148).
    pub fn riposte_fault(&self, state: &State, attack: &AttackRoll) -> Option<&'static str> {
        // JI-167: an elephant in panic never strikes back.
        if self.forces.is_panicked(attack.target) {
            return Some("an elephant in panic never strikes back (JI-167)");
        }
        // J5.42, JI-146: a gun on a road through rough terrain cannot fight at all.
        if self.positions().stands_by_road_on_closed(state, attack.target, attack.to) {
            return Some("it stands by road on ground closed to it and cannot fight (J5.42)");
        }
        let sappers =
            attack.order == Some(AttackOrder::Sappers) && self.rules.sappers_scope == SappersScope::AllIntoEffects;
        let denied = self.forces.is_mounted(attack.target) && self.board.is_rough(attack.to) && !sappers;
        let granted = !sappers
            && (self.is_sheltered(attack.target, attack.roller, attack.to)
                || self.positions().has_works(&attack.answer(state, AttackKind::Riposte)));
        if self.decide(state, attack.target, attack.to, denied, granted) {
            return None;
        }
        Some(if denied && !self.rules.mounted_rough_supported {
            "mounted troops in rough terrain do not count as supported (J1.5, J5.87)"
        } else {
            "it is not supported (J5.87)"
        })
    }

    /// Combines the conditions: an order, whose wording takes precedence (J1.9, J3.23, JI-16), the bans of J1.5 and
    /// J1.8, the support granted by J1.4, J1.7 and works, or adjacent friends (J1.3).
    fn decide(&self, state: &State, unit: UnitId, hex: HexId, denied: bool, granted: bool) -> bool {
        if self.forces.is_panicked(unit) {
            return false;
        }
        let denied = (denied && !self.rules.mounted_rough_supported) || self.is_road_bound(state, unit, hex);
        if state.unit(unit).has(Status::SUPPORTED_BY_ORDER) && (self.rules.order_overrides_rough_support || !denied) {
            return true;
        }
        !denied && (granted || self.rules.support_by(self.friends_next_to(state, unit, hex)))
    }

    /// Whether infantry at `hex` is sheltered against `opponent`: in buildings against any unit (J1.4, JI-14), in rough
    /// terrain against mounted troops (J1.7, JI-13).
    fn is_sheltered(&self, unit: UnitId, opponent: UnitId, hex: HexId) -> bool {
        self.forces.profile(unit).class == Class::Infantry
            && ((self.rules.town_infantry_supported && self.board.is_buildings(hex))
                || (self.rules.rough_infantry_supported_vs_mounted
                    && self.board.is_rough(hex)
                    && self.forces.is_mounted(opponent)))
    }
}
