//! Animals in battle: which units have camels and elephants, which animals these frighten (J5.17, J5.18), and how high
//! elephants stand (J5.37).
//!
//! Rules J2.15, J2.17, J2.20, J5.17, J5.18, J5.37 with JI-26, JI-34, JI-35, JI-122. The effect of losses on elephants
//! is in `stampede.rs`, their numbers in `card.rs`.

use crate::jomini::army::unit::{Animals, Arms, Class, Profile, UnitLetters};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{NO_UNIT, State, Status, UnitId};

impl Board {
    /// The units next to a hex other than `unit` itself, of both sides.
    #[inline]
    pub(in crate::jomini) fn units_next_to(
        &self,
        state: &State,
        unit: UnitId,
        hex: HexId,
    ) -> impl Iterator<Item = UnitId> {
        let beside = self.neighbours(hex).iter().filter(|next| **next != NO_HEX).map(|next| state.unit_at(*next));
        beside.filter(move |other| *other != NO_UNIT && *other != unit)
    }
}

impl Forces {
    /// Whether any unit of this battle has animals that frighten others: the rules for them are skipped otherwise.
    pub(in crate::jomini) fn find_animals(profiles: &[Option<Profile>]) -> Animals {
        profiles.iter().flatten().map(|profile| profile.animals).collect()
    }

    /// Whether a unit has its elephants with it (J5.18): they have not run away (JI-31).
    #[inline]
    pub fn has_elephants(&self, state: &State, unit: UnitId) -> bool {
        self.profile(unit).has_elephants() && self.keeps_elephants(state, unit)
    }

    /// Whether the elephants of a unit, if it has any, are still with it: they have not run away, and infantry rides
    /// them (JI-31, JI-36).
    fn keeps_elephants(&self, state: &State, unit: UnitId) -> bool {
        !state.unit(unit).has(Status::ELEPHANT_GONE)
            && (self.profile(unit).class != Class::Infantry || state.is_riding(unit))
    }

    /// Whether a unit has camels that frighten animals next to it (J5.17).
    #[inline]
    pub fn has_camels(&self, unit: UnitId) -> bool {
        self.profile(unit).has_camels()
    }

    /// Whether a unit has animals that camels frighten (J5.17): elephants only as long as they are with it (JI-31).
    #[inline]
    fn has_animals_afraid_of_camels(&self, state: &State, unit: UnitId) -> bool {
        let it = self.profile(unit);
        it.animals.intersects(Animals::FEARS_CAMELS) && (!it.has_elephants() || self.keeps_elephants(state, unit))
    }

    /// Whether camels of a unit frighten the animals of another next to it (J5.17), of either side (JI-34).
    #[inline]
    pub fn frightens_by_camels(&self, state: &State, unit: UnitId, other: UnitId) -> bool {
        self.has_camels(unit) && self.has_animals_afraid_of_camels(state, other)
    }

    /// Whether elephants of a unit frighten the animals of another next to it (J5.18), of either side, of any kind
    /// (JI-35).
    #[inline]
    pub fn frightens_by_elephants(&self, state: &State, unit: UnitId, other: UnitId) -> bool {
        self.profile(other).animals.intersects(Animals::FEARS_ELEPHANTS) && self.has_elephants(state, unit)
    }

    /// Whether a unit stands high on elephants: it fires over troops and is fired at over them (J5.37, JI-122). Guns
    /// that elephants tow do not.
    #[inline]
    pub fn is_tall(&self, state: &State, unit: UnitId) -> bool {
        self.profile(unit).animals.intersects(Animals::TALL) && self.keeps_elephants(state, unit)
    }

    /// Whether a unit is one elephant, fighting or with guns on its back (JA3.49), and panics with the whole unit.
    pub fn is_one_elephant(&self, unit: UnitId) -> bool {
        let animals = self.profile(unit).animals;
        animals.contains(Animals::ELEPHANTS) && !animals.contains(Animals::PARTS_FROM_ELEPHANT)
    }

    /// Whether a unit never moves: by its letter (JA3.8), or guns whose elephants have run away (J5.95, JI-31).
    #[inline]
    pub(in crate::jomini) fn is_static(&self, state: &State, unit: UnitId) -> bool {
        self.profile(unit).has(UnitLetters::STATIC) || self.is_abandoned(state, unit)
    }

    /// Whether a unit is guns whose elephants have run away (J5.95, JI-31).
    #[inline]
    fn is_abandoned(&self, state: &State, unit: UnitId) -> bool {
        state.unit(unit).has(Status::ELEPHANT_GONE) && self.profile(unit).class == Class::Artillery
    }

    /// The activation groups of a unit (T16). Guns whose elephants have run away are foot artillery (J3.8, JI-31).
    #[inline]
    pub(in crate::jomini) fn groups(&self, state: &State, unit: UnitId) -> Arms {
        let groups = self.profile(unit).groups;
        if self.is_abandoned(state, unit) { groups.difference(Arms::MOUNTED) } else { groups }
    }
}

impl Positions<'_> {
    /// Whether the animals of the unit that rolls are frightened by camels: by those next to where it rolls (J5.17), or
    /// by those that shelter the infantry it fights (J4.19, J5.46).
    pub(super) fn fears_camels(self, state: &State, attack: &AttackRoll) -> bool {
        let sheltering = self.forces.has_animals_afraid_of_camels(state, attack.roller)
            && self.forces.shelters_behind_camels(state, attack);
        sheltering || self.is_next_to_camels(state, attack.roller, attack.from)
    }

    /// Whether the animals of a unit on a hex are frightened by camels next to it (J5.17).
    pub(in crate::jomini) fn is_next_to_camels(self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.board.units_next_to(state, unit, hex).any(|other| self.forces.frightens_by_camels(state, other, unit))
    }

    /// Whether the animals of a unit on a hex are frightened by elephants next to it (J5.18).
    pub(in crate::jomini) fn is_next_to_elephants(self, state: &State, unit: UnitId, hex: HexId) -> bool {
        self.board.units_next_to(state, unit, hex).any(|other| self.forces.frightens_by_elephants(state, other, unit))
    }
}
