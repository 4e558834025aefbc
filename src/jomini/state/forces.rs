//! What is constant about the troops of both sides: the profiles of units and officers, their names and how many there
//! are. Also the queries on a position that need nothing else: the pieces on the table, riding, losses.

use super::stampede_pool::StampedePool;
use crate::game::BySide;
use crate::jomini::army::card::UnitCard;
use crate::jomini::army::unit::{Animals, OfficerProfile, Profile, UnitLetters};

/// The units and officers of both sides, as they are prepared.
#[derive(Clone, Debug)]
pub struct Forces {
    /// The profile of each unit by its id; [`None`] if there is no unit.
    pub profiles: Vec<Option<Profile>>,
    /// The profile of each officer by his id.
    pub officers: Vec<Option<OfficerProfile>>,
    /// The letters that any unit of a side has: rules for letters that no unit has are skipped.
    pub letters: BySide<UnitLetters>,
    /// How many units each side has; their ids are the first of the side.
    pub unit_counts: BySide<u8>,
    /// Slots for elephants in panic.
    pub stampede_pool: StampedePool,
    /// The animals of all units together: rules for animals not present are skipped.
    pub animals: Animals,
    /// The cards of each side's units, as army lists and position files state them.
    pub cards: BySide<Vec<UnitCard>>,
    /// How many officers each side has; their ids are the first of the side.
    pub officer_counts: BySide<u8>,
    /// The name of each unit by its id; empty if there is none.
    pub unit_names: Vec<String>,
    /// The name of each officer by his id.
    pub officer_names: Vec<String>,
    /// The names of the two armies.
    pub army_names: BySide<String>,
    /// Whether the scenario states the number of units in an activation, so that losses do not change it (J3.5, JI-45).
    pub states_activation_size: BySide<bool>,
}
