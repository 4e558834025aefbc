//! A prepared game: rules, map and armies combined, with all constant data computed once and shared by all games.

use super::field::Battlefield;
use super::off_table::{Exit, Reserves};
use crate::game::{BySide, Identity, Side};
use crate::jomini::army::unit::{OfficerProfile, Profile};
use crate::jomini::map::hex::HexId;
use crate::jomini::rules::FirstPlayer;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{OfficerId, State, UnitId};

/// An objective of a scenario (J6.3): holding its hexes is worth victory points, or the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// Its hexes; a side holds it if it has a unit on one of them and the enemy has none on any.
    pub hexes: Vec<HexId>,
    /// Objective points it gives to each side while held.
    pub points: BySide<u8>,
}

/// A prepared game of Jomini.
#[derive(Clone, Debug)]
pub struct Battle {
    /// Its identity, under which results are kept.
    pub identity: Identity,
    /// Rules, map and forces.
    pub field: Battlefield,
    /// The name of the scenario: part of the dice key.
    pub scenario_name: String,
    /// The hexes where each side deploys (JA1.5, JI-183), in the order in which it sees the map.
    pub zones: BySide<Vec<HexId>>,
    /// The rest of each side's half of the map, for units that find no place in the zone (JI-183).
    pub spare_zones: BySide<Vec<HexId>>,
    /// Whether the hexes open to guns may run short in the set-up, so that the last are kept for the guns.
    pub has_few_gun_hexes: BySide<bool>,
    /// The troops held off the table at the start (J4.25).
    pub reserves: Reserves,
    /// The exits from the table (J4.22).
    pub exits: Vec<Exit>,
    /// Objectives, if the scenario has any.
    pub objectives: Vec<Objective>,
    /// Objective points with which a side wins at the end of its player-turn; 0 if the scenario does not state it
    /// (J6.3).
    pub objective_points_to_win: BySide<u8>,
    /// The first round in which they win: 1 if the scenario does not state one (J6.3).
    pub objectives_from_round: u8,
    /// Whether losses decide the game as well (J6.4); a scenario may switch it off.
    pub losses_decide: bool,
    /// The winner at the turn limit, if the scenario states it (J6.3).
    pub winner_at_limit: Option<Side>,
    /// Rounds after which the game is adjudicated (JI-179).
    pub turn_limit: u16,
    /// The first player: by the scenario, otherwise by the rules (JA1.11, JI-186).
    pub first_player: FirstPlayer,
    /// Activations of each side in a player-turn (J3.5).
    pub activations: BySide<u8>,
    /// Whether the scenario states them, so that losses do not change them (JI-45).
    pub states_activations: BySide<bool>,
    /// The same battle with the sides exchanged on the table, if a player may choose this (JA1.4).
    pub turned: Option<Box<Battle>>,
    /// The position before the first decision or roll.
    pub start: State,
}

impl Forces {
    /// The profile of a unit in the game.
    #[inline]
    pub fn profile(&self, unit: UnitId) -> &Profile {
        self.profiles[usize::from(unit)].as_ref().expect("a unit in play has a profile")
    }

    /// The profile of an officer in the game.
    #[inline]
    pub fn officer_profile(&self, officer: OfficerId) -> &OfficerProfile {
        self.officers[usize::from(officer)].as_ref().expect("an officer in play has a profile")
    }
}

impl Battle {
    /// The battle as it lies on the table: exchanged if the sides have been exchanged.
    #[inline]
    pub(in crate::jomini) fn as_on_table(&self, state: &State) -> &Battle {
        match &self.turned {
            Some(turned) if state.turned => turned,
            _ => self,
        }
    }
}
