//! A cache of boards: a tournament of many armies, or a soak test, prepares the same map under the same rules
//! repeatedly, and most of the work is in the lines of sight.

use super::Board;
use crate::jomini::map::terrain::Map;
use crate::jomini::rules::Rules;
use std::sync::{Arc, Mutex, PoisonError};

/// Boards by map and rules, shared by all copies of a scenario.
#[derive(Clone, Debug, Default)]
pub struct KnownBoards(Arc<Mutex<Vec<(Rules, Board)>>>);

impl KnownBoards {
    /// The board of a map under these rules.
    pub fn of(&self, map: &Map, rules: &Rules) -> Board {
        let find = |known: &[(Rules, Board)]| {
            known.iter().find(|(its, board)| its == rules && board.map == *map).map(|(_, it)| it.clone())
        };
        // The list is never left partly modified.
        let locked = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(board) = find(&locked()) {
            return board;
        }
        let board = Board::new(map, rules);
        locked().push((rules.clone(), board.clone()));
        board
    }
}
