//! What a caller sees of a run while it is played.

use crate::tournament::{GameRow, Standings};

/// Watches a run.
pub trait RunWatcher {
    /// Games were played and recorded, in any order; those that an earlier session recorded are not among them.
    fn played(&mut self, games: u64);

    /// A block was merged, in the order of the schedule: `standings` hold all merged games, the last of which are
    /// `rows`.
    fn merged(&mut self, standings: &Standings, rows: &[GameRow]);
}
