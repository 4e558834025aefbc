//! The horses of dismounted cavalry: their places, and when they are driven off (E14.28, EI-105).

use super::units::Units;
use super::{Marker, NO_UNIT, State, UnitId, side_of};
use crate::en_avant::table::geometry::{Heading, Length, Point, Rectangle, TENTH};

/// An empty entry of the list of horses.
pub(in crate::en_avant) const NO_MARKER: Marker =
    Marker { unit: NO_UNIT, heading: Heading::NORTH, front: Point::ORIGIN };

impl Units<'_> {
    /// The base that marks the place of the horses of a unit (E14.28), of the size of a cavalry base.
    fn marker_base(self, marker: &Marker) -> Rectangle {
        let depth = Length::from(self.rules.depth_cavalry.of(self.rules.figure_scale)) * TENTH;
        Rectangle::behind(marker.front, marker.heading, self.measures.width, depth)
    }

    /// Whether a unit touches its horses, or stands on their place.
    pub(in crate::en_avant) fn reaches(self, state: &State, unit: UnitId, marker: &Marker) -> bool {
        self.places().touches(state, unit, &self.marker_base(marker))
    }

    /// Removes unattended horses that an enemy touches, and those of lost units (EI-105).
    pub(in crate::en_avant) fn drive_off_horses(self, state: &mut State) {
        for index in 0..state.markers.len() {
            let marker = state.markers[index];
            if marker.unit == NO_UNIT {
                continue;
            }
            let owner = marker.unit;
            let gone = !state.unit(owner).is_on_table();
            let attended = !gone && self.reaches(state, owner, &marker);
            let touched =
                || self.troops.on_table(state, side_of(owner).other()).any(|enemy| self.reaches(state, enemy, &marker));
            if gone || (!attended && touched()) {
                state.markers[index] = NO_MARKER;
            }
        }
    }
}
