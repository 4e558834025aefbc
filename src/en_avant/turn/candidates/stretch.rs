//! Moves whose last segment is as long as possible, found by bisection.

use super::{Proposals, and};
use crate::en_avant::state::action::{Path, Segment};
use crate::en_avant::state::arrival::Arrival;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::turn::movement::Begun;

impl<S: Sink> Proposals<'_, S> {
    /// Proposes the longest move of some segments and one of variable length, found by bisection with a number of
    /// steps.
    pub(super) fn stretch(&mut self, segments: &[Segment], most: u16, halvings: u32, last: impl Fn(u16) -> Segment) {
        if self.sink.is_full() || most == 0 {
            return;
        }
        let field = self.field;
        if segments.is_empty() {
            let arrive = |length: u16| field.march(&Path::of(&[last(length)])).ok();
            return self.longest(segments, most, halvings, &last, arrive);
        }
        if let Ok(begun) = field.begin(segments) {
            self.longest(segments, most, halvings, &last, |length| begun.end_with(last(length)).ok());
        }
    }

    /// The same after a turn that has been walked.
    pub(super) fn stretch_on(&mut self, begun: &Begun, turn: Segment, most: u16, halvings: u32) {
        if !self.sink.is_full() && most > 0 {
            let arrive = |length: u16| begun.end_with(Segment::Advance(length)).ok();
            self.longest(&[turn], most, halvings, &Segment::Advance, arrive);
        }
    }

    /// Proposes the longest move of some segments and one of variable length; `arrive` finds its end, if it is legal.
    fn longest(
        &mut self,
        segments: &[Segment],
        most: u16,
        halvings: u32,
        last: &impl Fn(u16) -> Segment,
        arrive: impl Fn(u16) -> Option<Arrival>,
    ) {
        let mut best = None;
        if self.sink.takes_any() {
            // Any of the lengths that halving would try until one is legal; the shortest is legal most often.
            let tried = (0..=halvings).map(|halving| most >> halving).filter(|length| *length > 0);
            best = tried.rev().find_map(|length| arrive(length).map(|arrival| (length, arrival)));
        } else if let Some(arrival) = arrive(most) {
            best = Some((most, arrival));
        } else {
            let (mut low, mut high) = (0, most);
            for _ in 0..halvings {
                let middle = low + (high - low) / 2;
                if middle == low {
                    break;
                }
                match arrive(middle) {
                    Some(arrival) => (low, best) = (middle, Some((middle, arrival))),
                    None => high = middle,
                }
            }
        }
        if let Some((length, arrival)) = best
            && let Some(path) = and(segments, last(length))
        {
            self.take(path, &arrival);
        }
    }
}
