//! How long the way is from one hex to another around what cannot be crossed, for judging positions: no rule of its own, and units do not count. What a step costs is in `step.rs`.

use super::step::Step;
use crate::jomini::hex::{HexId, NO_HEX};

/// A way that does not exist, or is longer than any that matters.
const NO_WAY: u8 = 60;

/// The length of the shortest way between any two hexes for one class of units.
#[derive(Clone, Debug)]
pub struct Travel {
    hexes: usize,
    /// By first and second hex; empty where every way is as long as the distance.
    ways: Vec<u8>,
}

impl Travel {
    /// Works out all ways over these steps, by hex and direction.
    pub fn new(neighbours: &[[HexId; 6]], steps: &[[Step; 6]]) -> Travel {
        let hexes = neighbours.len();
        let is_open = |(next, step): (&HexId, &Step)| *next == NO_HEX || cost(*step) == Some(1);
        if neighbours.iter().zip(steps).all(|(next, steps)| next.iter().zip(steps).all(is_open)) {
            return Travel { hexes, ways: Vec::new() };
        }
        let mut ways = vec![NO_WAY; hexes * hexes];
        for from in 0..hexes {
            fill(neighbours, steps, from, &mut ways[from * hexes..(from + 1) * hexes]);
        }
        // Nobody need enter a hex to strike into it: a neighbour is one hex away whatever lies there.
        for from in 0..hexes {
            for next in neighbours[from].iter().filter(|next| **next != NO_HEX) {
                ways[from * hexes + usize::from(*next)] = 1;
            }
        }
        Travel { hexes, ways }
    }

    /// The length of the way from one hex to another, if it differs from the distance.
    #[inline]
    pub fn between(&self, from: HexId, to: HexId) -> Option<u8> {
        if self.ways.is_empty() { None } else { Some(self.ways[usize::from(from) * self.hexes + usize::from(to)]) }
    }
}

/// What a step takes: its hexes, and one more where the move ends with it.
fn cost(step: Step) -> Option<u8> {
    step.is_possible().then(|| step.cost() + u8::from(step.stops()))
}

/// The ways from one hex, in rings of rising length.
fn fill(neighbours: &[[HexId; 6]], steps: &[[Step; 6]], from: usize, ways: &mut [u8]) {
    ways[from] = 0;
    let mut rings: Vec<Vec<usize>> = vec![Vec::new(); usize::from(NO_WAY)];
    rings[0].push(from);
    for length in 0..rings.len() {
        for hex in std::mem::take(&mut rings[length]) {
            if usize::from(ways[hex]) < length {
                continue;
            }
            for (next, step) in neighbours[hex].iter().zip(&steps[hex]) {
                let Some(cost) = cost(*step).filter(|_| *next != NO_HEX) else { continue };
                let (next, total) = (usize::from(*next), length + usize::from(cost));
                if total < rings.len() && total < usize::from(ways[next]) {
                    ways[next] = total as u8;
                    rings[total].push(next);
                }
            }
        }
    }
}
