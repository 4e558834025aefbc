//! Slots for elephants in panic: each unit with elephants has some after the units of its side (J5.19, J5.95).
//!
//! Rules JA3.52 with JI-164, JI-169. The behaviour of such elephants is in `combat/stampede.rs`.

use super::{NO_UNIT, State, UNITS_A_SIDE, UnitId, UnitIds, side_of, unit_ids};
use crate::game::{BySide, Side};
use crate::jomini::army::animals::animals_of;
use crate::jomini::army::unit::{Animals, Arms, Class, Profile, UnitLetters};
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::map::mover::MoverClass;
use crate::jomini::rules::{Face, PanickedElephants, Rules, UnitKind};
use crate::jomini::state::forces::Forces;

/// The slots for the elephants of each unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StampedePool {
    /// By unit: the first slot for its elephants, and the number of slots; 0 if it has no elephants.
    places: Vec<(UnitId, u8)>,
    /// By slot: the unit whose elephant it is for; [`NO_UNIT`] elsewhere.
    owners: Vec<UnitId>,
    /// The number of slots for units and elephants of each side.
    pieces: BySide<u8>,
}

impl StampedePool {
    /// Gives every unit with elephants its slots after the units of its side, with their profiles and names.
    ///
    /// # Errors
    /// If a side has too few slots; the error names the side.
    pub(in crate::jomini) fn muster(
        rules: &Rules,
        unit_counts: &BySide<u8>,
        profiles: &mut [Option<Profile>],
        names: &mut [String],
    ) -> Result<StampedePool, Vec<String>> {
        let mut pool = StampedePool {
            places: vec![(NO_UNIT, 0); profiles.len()],
            owners: vec![NO_UNIT; profiles.len()],
            pieces: *unit_counts,
        };
        let mut faults = Vec::new();
        for side in Side::BOTH {
            for unit in unit_ids(side).limited(unit_counts[side]) {
                let Some(profile) = profiles[usize::from(unit)].filter(Profile::has_elephants) else { continue };
                let count = match rules.panicked_elephants_per_unit {
                    PanickedElephants::PerLossOfFirstRoll
                        if profile.animals.intersects(Animals::PARTS_FROM_ELEPHANT) =>
                    {
                        profile.elements
                    }
                    _ => 1,
                };
                if usize::from(pool.pieces[side] + count) > UNITS_A_SIDE {
                    faults.push(format!(
                        "{side} has too many elephants: units and elephants together are at most {UNITS_A_SIDE}"
                    ));
                    break;
                }
                let place = UnitId::new(unit_ids(side).first().index() + pool.pieces[side]);
                pool.places[usize::from(unit)] = (place, count);
                pool.pieces[side] += count;
                for elephant in UnitIds::starting(place, count) {
                    pool.owners[usize::from(elephant)] = unit;
                    profiles[usize::from(elephant)] = Some(panicked(rules));
                    names[usize::from(elephant)] = format!("Elephant of {}", names[usize::from(unit)]);
                }
            }
        }
        if faults.is_empty() { Ok(pool) } else { Err(faults) }
    }

    /// The first slot for the elephants of a unit, and the number of slots.
    pub fn of_unit(&self, unit: UnitId) -> (UnitId, u8) {
        self.places[usize::from(unit)]
    }

    /// The same with the sides exchanged.
    #[must_use]
    pub fn exchanged(&self) -> StampedePool {
        let turned =
            |unit: UnitId| if unit == NO_UNIT { NO_UNIT } else { UnitId::new(unit.index() ^ UNITS_A_SIDE as u8) };
        let halves = |at: usize| at ^ UNITS_A_SIDE;
        let places =
            (0..self.places.len()).map(|at| self.places[halves(at)]).map(|(place, count)| (turned(place), count));
        let owners = (0..self.owners.len()).map(|at| turned(self.owners[halves(at)]));
        StampedePool { places: places.collect(), owners: owners.collect(), pieces: self.pieces.swapped() }
    }
}

/// How an elephant that runs on its own moves (J5.96).
pub const ELEPHANT_MOVER: MoverClass = MoverClass::TROOPS;

/// The profile of a panicked elephant (JA3.52): elephants frighten others in panic too (JI-169).
fn panicked(rules: &Rules) -> Profile {
    let kind = UnitKind::PanickedElephant;
    Profile {
        kind,
        class: Class::Mounted,
        hit_face: Face::Cavalry,
        animals: animals_of(rules, kind, Class::Mounted),
        mover: ELEPHANT_MOVER,
        mover_mounted: ELEPHANT_MOVER,
        groups: Arms::empty(),
        letters: UnitLetters::empty(),
        elite: false,
        western: false,
        elements: 1,
        dice: rules.panic_attack_dice,
        training_dice: 0,
        range: 1,
        move_fight: 0,
        move_max: 0,
        move_cap: u8::MAX,
        gun_dice: 0,
        dice_lost_per_hex: 0,
        dice_lost_by_moving: 0,
        retreat_hexes: rules.panic_hexes_per_result,
        manoeuvre_cost: 0,
        attack_cost: 0,
        defence_cost: 0,
        contingent: 0,
        points: 0,
    }
}

impl Forces {
    /// Whether a piece is a panicked elephant and not a unit.
    #[inline]
    pub fn is_panicked(&self, piece: UnitId) -> bool {
        piece.place() >= self.unit_counts[side_of(piece)]
    }

    /// The unit to which this elephant belongs.
    pub fn owner_of_elephant(&self, elephant: UnitId) -> UnitId {
        self.stampede_pool.owners[usize::from(elephant)]
    }

    /// The slots for the elephants of a unit, none if it has no elephants.
    pub fn elephants_of(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + use<> {
        let (first, count) = self.stampede_pool.of_unit(unit);
        UnitIds::starting(first, count)
    }

    /// The units and panicked elephants of a side on the table, in ascending order: all pieces that block movement and
    /// can be attacked (JI-169).
    pub fn pieces_on_table<'a>(&self, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        self.pieces(side).filter(move |piece| state.unit(*piece).hex != NO_HEX)
    }

    /// The number of slots for units and panicked elephants of a side.
    pub(in crate::jomini) fn pieces(&self, side: Side) -> UnitIds {
        unit_ids(side).limited(self.stampede_pool.pieces[side])
    }
}
