//! The trait [`Steer`]: decides after each finished block of pairs, in schedule order, whether to continue.

use super::standings::Standings;

/// The decision after a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steering {
    /// Continue.
    GoOn,
    /// Stop here. Games of later blocks that were already begun are discarded, so that the result does not depend on
    /// the number of threads.
    Stop,
}

/// Decides after each finished block, from the tallies so far.
pub trait Steer {
    /// `standings` holds all games up to the end of this block in schedule order; `pairs` is the number of their pairs.
    fn after_block(&mut self, standings: &Standings, pairs: u64) -> Steering;
}

/// Plays the whole schedule.
pub struct ToTheEnd;

impl Steer for ToTheEnd {
    fn after_block(&mut self, _standings: &Standings, _pairs: u64) -> Steering {
        Steering::GoOn
    }
}
