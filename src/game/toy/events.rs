//! The countable events of the race: a small example of [`Game::events`](crate::game::Game::events).

use super::{Phase, State};
use crate::game::Event;
use std::sync::LazyLock;

const NAMES: [&str; 3] = ["stumble", "push", "trip"];

static EVENTS: LazyLock<Vec<Event>> =
    LazyLock::new(|| NAMES.iter().map(|name| Event { group: "runner", name: (*name).to_owned() }).collect());

/// The events in the order of their counters.
pub(super) fn events() -> &'static [Event] {
    &EVENTS
}

/// Counts the effects of a roll of this many steps in this position.
pub(super) fn count_roll(before: &State, steps: u8, counts: &mut [u64]) {
    match before.phase {
        Phase::Run { .. } if steps == 0 => counts[0] += 1,
        Phase::Trip { .. } => counts[2] += 1,
        _ => {}
    }
}

/// Counts a push.
pub(super) fn count_push(counts: &mut [u64]) {
    counts[1] += 1;
}
