//! The score of the choice of the side of the table and of the first player (JA1.4, JA1.11).

use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::game::Side;
use crate::jomini::map::terrain::Terrain;
use crate::jomini::state::action::Action;

impl Scene<'_> {
    /// The score of a choice of ground: the stronger half of the map, and the first move.
    pub(super) fn choice_of_ground(&self, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        match *action {
            Action::ChooseEdge(true) => {
                let gain = self.strength_of_half(self.side.other()) - self.strength_of_half(self.side);
                numbers.0[numbers::COVER] = gain;
            }
            Action::ChooseFirst(true) => numbers.0[numbers::TURN] = 1.0,
            Action::ChooseEdge(false) | Action::ChooseFirst(false) => {}
            action => action.not_offered(),
        }
        numbers
    }

    /// The value of the ground on a side's half of the map to its defender: cover and heights.
    fn strength_of_half(&self, side: Side) -> f32 {
        let board = &self.battle.field.board;
        let hexes = board.hexes().filter(|hex| board.rows_to_edge(side, *hex) < board.rows() / 2);
        let strong = hexes.filter(|hex| board.has(*hex, Terrain::HILL | Terrain::BUILDINGS | Terrain::FOREST));
        strong.count() as f32
    }
}
