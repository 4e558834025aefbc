//! A prepared game: rules, table and armies combined, all constants computed once and shared by all games. Methods that
//! need only a part of it belong to that part: the rules, the measures, the troops, or the contexts [`Places`] and
//! [`Units`].

use super::places::Places;
use super::troops::Troops;
use super::units::Units;
use super::ways::Ways;
use super::{State, UnitId};
use crate::en_avant::army::troop::Period;
use crate::en_avant::rules::Rules;
use crate::en_avant::table::geometry::{Heading, Length, Rectangle};
use crate::en_avant::table::ground::Ground;
use crate::game::{BySide, Side};
use std::sync::{Arc, OnceLock};

/// An objective of the game: a piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The piece, by its index in the list of the table.
    pub piece: usize,
    /// The minimum die that makes it an objective (E4.12); 1 if it always is one.
    pub target: u8,
    /// The first objective whose piece is equally near: those of a tie are rolled for in random order (EI-23).
    pub tie: u8,
}

/// Combativity that a scenario grants or takes at the start of a turn (E12.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// The turn at whose start it is granted.
    pub turn: u8,
    /// The side that gains it.
    pub side: Side,
    /// The amount; negative for a loss.
    pub combativity: i8,
}

/// Lengths of the rules that are used frequently, in units of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measures {
    /// The width of every base (E2.17).
    pub width: Length,
    /// The ruler (E2.26).
    pub ruler: Length,
    /// The gap at which bases still touch, and the depth to which they may overlap (EI-6).
    pub touch: Length,
    /// The edge that two units must share to be engaged (EI-72).
    pub shared: Length,
    /// The depth of the deployment band (E4.17).
    pub band: Length,
    /// The side of the camp along the edge, and across it (EI-30).
    pub camp: (Length, Length),
    /// The depth of a separate general's base (EI-28).
    pub general_depth: Length,
}

/// A prepared game of En Avant !: two armies on a table (E1.1).
#[derive(Clone, Debug)]
pub struct Engagement {
    /// The numbers and switches.
    pub rules: Rules,
    /// Lengths of the rules in units of the table.
    pub measures: Measures,
    /// The table as the scenario draws it, and turned by half a circle.
    pub grounds: [Ground; 2],
    /// The units of both sides.
    pub troops: Troops,
    /// The name of each unit by its id; empty where there is none.
    pub unit_names: Vec<String>,
    /// The period of each army.
    pub periods: BySide<Period>,
    /// Whether the general of each side has a base of his own (EI-28).
    pub separate_general: BySide<bool>,
    /// The names of the two armies.
    pub army_names: BySide<String>,
    /// The name of the scenario: part of the dice key.
    pub scenario_name: String,
    /// The side that alone has laid the terrain, if one has (E4.16).
    pub placer: Option<Side>,
    /// The objectives, the most central first (EI-23).
    pub objectives: Vec<Objective>,
    /// What the scenario grants besides (E12.4).
    pub gains: Vec<Gain>,
    /// The number of objectives with which a side wins, if the scenario sets one (E1.5, E12.10).
    pub objectives_to_win: BySide<Option<u8>>,
    /// Turns after which the game is adjudicated (E5.1).
    pub turn_limit: u8,
    /// Whether the table looks the same from both edges.
    pub symmetric: bool,
    /// Distances around impassable ground, computed on first use; clones share them.
    pub ways: Arc<OnceLock<Option<Ways>>>,
    /// The position before the first decision or roll.
    pub start: State,
}

/// The heading of a side towards the enemy's edge.
#[inline]
pub fn ahead_of(side: Side) -> Heading {
    match side {
        Side::Red => Heading::NORTH,
        Side::Blue => Heading::NORTH.opposite(),
    }
}

impl State {
    /// The unit that the pending decision or roll concerns, if there is one and the actions do not name it.
    pub fn acting_unit(&self) -> Option<UnitId> {
        self.step.unit()
    }
}

impl Measures {
    /// The base of a separate general (EI-28).
    #[inline]
    pub fn general_base(&self, state: &State, side: Side) -> Rectangle {
        let general = state.side(side).general;
        Rectangle::behind(general.front, general.heading, self.width, self.general_depth)
    }

    /// The camp of a side (EI-30).
    #[inline]
    pub fn camp(&self, state: &State, side: Side) -> Rectangle {
        let camp = state.side(side).camp;
        Rectangle::behind(camp.front, camp.heading, self.camp.0, self.camp.1)
    }
}

impl Engagement {
    /// The units under the rules, without ground, objectives and names.
    #[inline]
    pub fn units(&self) -> Units<'_> {
        Units { rules: &self.rules, troops: &self.troops, measures: &self.measures }
    }

    /// The places of bases, without rules and ground.
    #[inline]
    pub fn places(&self) -> Places<'_> {
        Places { troops: &self.troops, measures: &self.measures }
    }

    /// The table as it lies in this game.
    #[inline]
    pub fn ground(&self, state: &State) -> &Ground {
        &self.grounds[usize::from(state.turned)]
    }
}
