//! The names of sides and units in text.

use super::unit_id;
use crate::data::message::isolated;
use crate::en_avant::state::UnitId;
use crate::en_avant::state::engagement::Engagement;
use crate::game::{Side, army_words, side_words};

impl Engagement {
    /// A side by the name of its army, and also by its colour if both armies have the same name.
    pub fn side_words(&self, side: Side) -> String {
        side_words(&self.army_names, side)
    }

    /// A side as the subject of a sentence.
    pub fn army_words(&self, side: Side) -> String {
        army_words(&self.army_names, side)
    }

    /// A unit by its name and its short name.
    pub fn unit_words(&self, unit: UnitId) -> String {
        format!("{} ({})", isolated(&self.unit_names[usize::from(unit)]), unit_id(unit))
    }
}
