//! The names of sides and units in text.

use super::unit_id;
use crate::data::message::isolated;
use crate::en_avant::state::UnitId;
use crate::en_avant::state::engagement::Engagement;
use crate::game::Side;

impl Engagement {
    /// A side by the name of its army, and also by its colour if both armies have the same name.
    pub fn side_words(&self, side: Side) -> String {
        // Armies are named by their files: "late-romans" are the Late romans.
        let mut letters = self.army_names[side].chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let name: String =
            first.chain(letters.map(|letter| if matches!(letter, '-' | '_') { ' ' } else { letter })).collect();
        match name.as_str() {
            "" => side.to_string(),
            _ if self.army_names[side] == self.army_names[side.other()] => format!("{} ({side})", isolated(&name)),
            _ => isolated(&name).into_owned(),
        }
    }

    /// A unit by its name and its short name.
    pub fn unit_words(&self, unit: UnitId) -> String {
        format!("{} ({})", isolated(&self.unit_names[usize::from(unit)]), unit_id(unit))
    }
}
