//! The units under the rules: all that an effect of combat or a change of formation depends on, if it depends neither
//! on the ground nor on objectives.

use super::engagement::Measures;
use super::footprint::{self, Footprint};
use super::places::Places;
use super::troops::Troops;
use super::{State, Status, UnitId};
use crate::en_avant::rules::Rules;
use crate::en_avant::table::geometry::{Length, Rectangle, depth_of_overlap};
use crate::game::Side;

/// Tolerance of rounding after a move.
pub(in crate::en_avant) const ROUNDING: Length = 4;

/// Whether a way, ahead and aside in a direction that leads away from the enemy, draws back: at least as far as aside
/// (E7.17, EI-43).
pub(in crate::en_avant) fn is_back((ahead, aside): (Length, Length)) -> bool {
    ahead > ROUNDING && ahead + ROUNDING >= aside.abs()
}

/// What the state of units depends on besides the position.
#[derive(Clone, Copy)]
pub struct Units<'a> {
    /// The numbers and switches.
    pub rules: &'a Rules,
    /// The units of both sides.
    pub troops: &'a Troops,
    /// Lengths of the rules in units of the table.
    pub measures: &'a Measures,
}

impl<'a> Units<'a> {
    /// The places of bases, without rules.
    #[inline]
    pub fn places(self) -> Places<'a> {
        Places { troops: self.troops, measures: self.measures }
    }

    /// The allowance of a unit without terrain (E7.3, E7.6).
    #[inline]
    pub fn pace(self, state: &State, unit: UnitId) -> Length {
        self.rules.allowance(self.troops.profile(state, unit).class)
    }

    /// The zone of control of a unit, if it has one now (E7.16, EI-43): as wide as its front, as deep as a base.
    #[inline]
    pub fn zone(self, state: &State, unit: UnitId) -> Option<Rectangle> {
        let it = state.unit(unit);
        let none = (it.has(Status::ROUTING) && !self.rules.routing_units_have_zoc)
            || (it.has(Status::DISORDERED) && !it.has(Status::ROUTING) && !self.rules.disordered_units_have_zoc)
            || it.has(Status::RAMPANT);
        let depth = self.troops.profile(state, unit).depth * Length::from(self.rules.zoc_depth) / 100;
        (!none && depth > 0).then(|| footprint::ahead(it, self.measures.width, depth))
    }

    /// Whether any part of a footprint of this side lies in an enemy zone of control, and its owner: the first of
    /// several.
    pub fn in_zone(self, state: &State, side: Side, footprint: &Footprint) -> Option<UnitId> {
        self.in_zone_of(state, side, footprint, |_| true)
    }

    /// Whether any part of a footprint of this side lies in the zone of control of an enemy that counts, and its owner.
    pub(in crate::en_avant) fn in_zone_of(
        self,
        state: &State,
        side: Side,
        footprint: &Footprint,
        counts: impl Fn(UnitId) -> bool,
    ) -> Option<UnitId> {
        let near =
            i64::from(footprint.rectangles().iter().map(Rectangle::radius).max().expect("a footprint has a rectangle"));
        self.troops.on_table(state, side.other()).find(|enemy| {
            // No point of a zone is farther from the middle of the front than the half of it and its depth.
            let it = state.unit(*enemy);
            let depth = self.troops.profile(state, *enemy).depth * Length::from(self.rules.zoc_depth) / 100;
            let far = near + i64::from(Length::from(it.files) * self.measures.width / 2 + 2 * depth + 8);
            if footprint.rectangles().iter().all(|own| (own.centre - it.front).square() > far * far) {
                return false;
            }
            let zone = self.zone(state, *enemy);
            let meets = |zone: &Rectangle| {
                let reach = near + i64::from(zone.radius());
                footprint.rectangles().iter().any(|it| (it.centre - zone.centre).square() <= reach * reach)
            };
            let lies_in = zone.filter(meets).is_some_and(|zone| {
                footprint.rectangles().iter().any(|it| depth_of_overlap(it, &zone) > self.measures.touch)
            });
            lies_in && counts(*enemy)
        })
    }
}
