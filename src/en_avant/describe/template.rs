//! Templates of the tables of steps and actions.

use super::{heading_words, place_words};
use crate::en_avant::state::action::Placement;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, UnitId};
use crate::en_avant::table::geometry::Heading;

/// The words for data of an action in a template.
pub(super) trait Word {
    fn word(self, game: &Engagement) -> String;
}

impl Word for UnitId {
    fn word(self, game: &Engagement) -> String {
        game.unit_words(self)
    }
}

impl Word for Heading {
    fn word(self, _game: &Engagement) -> String {
        heading_words(self).to_owned()
    }
}

impl Word for Placement {
    fn word(self, _game: &Engagement) -> String {
        format!("at {} facing {}", place_words(self.front), heading_words(self.heading))
    }
}

impl Engagement {
    /// A template with these words for its placeholders. `{unit}` is otherwise the acting unit, `{army}` that of the
    /// active side.
    ///
    /// # Panics
    /// If there are no words for a placeholder.
    pub(super) fn filled(&self, state: &State, template: &str, words: &[(&str, String)]) -> String {
        let mut text = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (placeholder, after) = after.split_once('}').expect("a placeholder ends");
            text.push_str(before);
            match words.iter().find(|(name, _)| *name == placeholder) {
                Some((_, word)) => text.push_str(word),
                None if placeholder == "unit" => text.push_str(&self.acting_words(state)),
                None if placeholder == "army" => text.push_str(&self.army_words(state.active)),
                None => panic!("{template:?} has only placeholders for which there are words"),
            }
            rest = after;
        }
        text + rest
    }
}
