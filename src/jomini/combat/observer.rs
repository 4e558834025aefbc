//! The observer of a strike: in play there is none; the counters of events are one (`describe/events/strikes.rs`).

use super::flow::Stage;
use crate::jomini::state::State;
use crate::jomini::state::battle::Battle;

/// Follows a strike, stage by stage.
pub(in crate::jomini) trait Observer {
    /// Whether stages are shown; if not, no copy of the position is made.
    const WATCHES: bool;

    /// A stage has taken effect, or waits for a decision or for dice.
    fn stage(&mut self, battle: &Battle, stage: Stage, before: &State, after: &State);
}

/// In play nothing is observed.
pub(in crate::jomini) struct NoObserver;

impl Observer for NoObserver {
    const WATCHES: bool = false;

    #[inline(always)]
    fn stage(&mut self, _battle: &Battle, _stage: Stage, _before: &State, _after: &State) {}
}
