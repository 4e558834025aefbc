//! A prepared game: rules, table and armies combined, all constants computed once and shared by all games. Also the
//! queries on a position that all chapters use: the profile of a unit, its outline, distances and contacts.

use super::footprint::{self, Footprint};
use super::troops::Troops;
use super::ways::Ways;
use super::{State, Status, Unit, UnitId, side_of};
use crate::en_avant::army::troop::Period;
use crate::en_avant::rules::Rules;
use crate::en_avant::table::geometry::{Heading, Length, Rectangle, depth_of_overlap, gap_between};
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

impl Unit {
    /// The bases of a unit that do not fight and are not counted, behind its own: the limber of horse artillery that is
    /// limbered (EI-104).
    #[inline]
    fn limbers(&self) -> u8 {
        u8::from(self.has(Status::LIMBERED))
    }

    /// A unit with its limber as one more rank.
    #[inline]
    fn with_limber(&self) -> Unit {
        Unit { bases: self.bases + self.limbers() * self.files, ..*self }
    }

    /// The base of his unit that an embedded general is: the one in the middle of the first rank, the left of two. It
    /// is thus the last to be removed (EI-29).
    #[inline]
    pub fn base_of_general(&self) -> u8 {
        (self.files.max(1) - 1) / 2
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
    /// The table as it lies in this game.
    #[inline]
    pub fn ground(&self, state: &State) -> &Ground {
        &self.grounds[usize::from(state.turned)]
    }

    /// The footprint of a unit (EI-6).
    #[inline]
    pub fn footprint(&self, state: &State, unit: UnitId) -> Footprint {
        self.footprint_at(state, unit, state.unit(unit))
    }

    /// The footprint that a unit would have in another pose or shape.
    #[inline]
    pub fn footprint_at(&self, state: &State, unit: UnitId, pose: &Unit) -> Footprint {
        Footprint::of(&pose.with_limber(), self.measures.width, self.troops.profile(state, unit).depth)
    }

    /// The bounding rectangle of a unit, whose edges are its front, flanks and rear (EI-6).
    #[inline]
    pub fn bounding(&self, state: &State, unit: UnitId) -> Rectangle {
        self.bounding_at(state, unit, state.unit(unit))
    }

    /// The bounding rectangle that a unit would have in another pose or shape.
    #[inline]
    pub fn bounding_at(&self, state: &State, unit: UnitId, pose: &Unit) -> Rectangle {
        footprint::bounding(&pose.with_limber(), self.measures.width, self.troops.profile(state, unit).depth)
    }

    /// A base of a unit, counted rank by rank from the front and from the left.
    #[inline]
    pub fn base(&self, state: &State, unit: UnitId, index: u8) -> Rectangle {
        footprint::base(state.unit(unit), index, self.measures.width, self.troops.profile(state, unit).depth)
    }

    /// The zone of control of a unit, if it has one now (E7.16, EI-43): as wide as its front, as deep as a base.
    #[inline]
    pub fn zone(&self, state: &State, unit: UnitId) -> Option<Rectangle> {
        let it = state.unit(unit);
        let none = (it.has(Status::ROUTING) && !self.rules.routing_units_have_zoc)
            || (it.has(Status::DISORDERED) && !it.has(Status::ROUTING) && !self.rules.disordered_units_have_zoc)
            || it.has(Status::RAMPANT);
        let depth = self.troops.profile(state, unit).depth * Length::from(self.rules.zoc_depth) / 100;
        (!none && depth > 0).then(|| footprint::ahead(it, self.measures.width, depth))
    }

    /// Whether any part of a footprint of this side lies in an enemy zone of control, and its owner: the first of
    /// several.
    pub fn in_zone(&self, state: &State, side: Side, footprint: &Footprint) -> Option<UnitId> {
        let near =
            i64::from(footprint.rectangles().iter().map(Rectangle::radius).max().expect("a footprint has a rectangle"));
        self.troops.on_table(state, side.other()).find(|enemy| {
            let zone = self.zone(state, *enemy);
            let meets = |zone: &Rectangle| {
                let reach = near + i64::from(zone.radius());
                footprint.rectangles().iter().any(|it| (it.centre - zone.centre).square() <= reach * reach)
            };
            zone.filter(meets).is_some_and(|zone| {
                footprint.rectangles().iter().any(|it| depth_of_overlap(it, &zone) > self.measures.touch)
            })
        })
    }

    /// The square of the distance between two units.
    #[inline]
    pub fn square_between(&self, state: &State, a: UnitId, b: UnitId) -> i64 {
        self.footprint(state, a).square_to(&self.footprint(state, b))
    }

    /// Whether two units touch: they are no farther apart than the tolerance (EI-6).
    #[inline]
    pub fn touch(&self, state: &State, a: UnitId, b: UnitId) -> bool {
        let touch = i64::from(self.measures.touch);
        // Distant units need no footprints.
        let (one, other) = (self.bounding(state, a), self.bounding(state, b));
        let near = i64::from(one.radius() + other.radius()) + touch;
        (one.centre - other.centre).square() <= near * near && self.square_between(state, a, b) <= touch * touch
    }

    /// Whether the general of its side touches a unit (E8.10, E9.50, E11.32, EI-28).
    pub fn general_touches(&self, state: &State, unit: UnitId) -> bool {
        let side = state.side(side_of(unit));
        if side.general_lost {
            return false;
        }
        let touch = i64::from(self.measures.touch);
        if side.general.present {
            let base = self.measures.general_base(state, side_of(unit));
            return self.footprint(state, unit).rectangles().iter().any(|it| gap_between(it, &base) <= touch * touch);
        }
        match side.general_unit {
            super::NO_UNIT => false,
            with if with == unit => true,
            with if !state.unit(with).is_on_table() => false,
            with => {
                let base = self.base(state, with, state.unit(with).base_of_general());
                self.footprint(state, unit).rectangles().iter().any(|it| gap_between(it, &base) <= touch * touch)
            }
        }
    }
}
