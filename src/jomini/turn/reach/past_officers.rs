//! Paths that drive lone enemy officers out of their hexes and continue past them (J5.104, JI-104).

use super::walk::{FAR, Reach, Start, Walk};
use crate::jomini::map::hex::{MAX_HEXES, NO_HEX};
use crate::jomini::state::action::Destination;
use crate::jomini::state::field::Battlefield;

/// The maximum number of paths past lone officers that are followed.
const MOST_OPEN: usize = 64;

/// A path that continues past officers whom it has driven out.
#[derive(Clone, Copy)]
struct Past {
    start: Start,
    /// Steps of the march along roads to this hex, or [`FAR`].
    by_road: u8,
    /// The officers, as bits.
    driven: u8,
}

impl Past {
    const NONE: Past = Past { start: Start::at(NO_HEX), by_road: FAR, driven: 0 };
}

/// Stores a path to be continued, unless an equal one is known.
fn push(open: &mut [Past; MOST_OPEN], count: &mut usize, past: Past) {
    let known = open[..*count].iter().any(|it| {
        it.start.hex == past.start.hex
            && it.driven == past.driven
            && it.start.cost <= past.start.cost
            && it.by_road <= past.by_road
    });
    if !known && *count < MOST_OPEN {
        open[*count] = past;
        *count += 1;
    }
}

impl Battlefield {
    /// Adds paths that drive out lone enemy officers before their end (J5.104, JI-104): through one such hex, and from
    /// there through further ones. `by_road` holds the steps to each hex by a march along roads, which continues past
    /// an officer as any other move.
    pub(super) fn drive_out(&self, walk: &Walk, as_woodsmen: bool, by_road: &[u8; MAX_HEXES], reach: &mut Reach) {
        let mut open = [Past::NONE; MOST_OPEN];
        let mut count = 0;
        reach.each_past(by_road, 0, |past| push(&mut open, &mut count, past));
        let mut head = 0;
        while head < count {
            let Past { start, by_road, driven } = open[head];
            head += 1;
            let mut onward = reach.afresh(reach.lone.without(driven));
            if start.cost != FAR {
                self.walk(walk, as_woodsmen, start, &mut onward);
            }
            let steps = if by_road == FAR {
                [FAR; MAX_HEXES]
            } else {
                self.march_along_roads(walk, (start.hex, by_road), &mut onward)
            };
            for found in self.board.hexes().filter(|hex| *hex != start.hex).filter_map(|hex| onward.plain(hex)) {
                reach.add_driving(Destination { drives_out: found.drives_out | driven, ..found });
            }
            onward.each_past(&steps, driven, |past| push(&mut open, &mut count, past));
        }
    }
}

impl Reach {
    /// Passes each path that can continue past a lone officer to `take`.
    fn each_past(&self, by_road: &[u8; MAX_HEXES], driven: u8, mut take: impl FnMut(Past)) {
        for (hex, _) in self.lone.places() {
            let at = usize::from(hex);
            let ways = &self.ways;
            let start = Start { hex, cost: ways.go_on[at], hexes: ways.made[at], slowed: ways.slowed[at] };
            if start.cost != FAR || by_road[at] != FAR {
                take(Past { start, by_road: by_road[at], driven: driven | self.lone.on(hex) });
            }
        }
    }
}
