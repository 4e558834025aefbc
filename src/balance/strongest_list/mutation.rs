//! New compositions: drawn at random, or derived from existing ones by replacing a share of one, by exchanging some of
//! one troop for another, or by crossing two. Each is filled up to the budget and legal.

use crate::balance::draw::{Draw, Range, Unaffordable};
use crate::game::Composition;
use crate::game::rng::Stream;

/// The number of attempts at each kind of child.
const ATTEMPTS: usize = 50;
/// The least share of a parent that is replaced.
const LEAST_SHARE: f64 = 0.1;
/// The greatest share of a parent that is replaced.
const MOST_SHARE: f64 = 0.5;
/// The maximum number of a troop exchanged at once.
const MOST_SWAPPED: u32 = 4;

/// The origin of a composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Origin {
    /// One of the lists given.
    List,
    /// Drawn at random.
    Drawn,
    /// A share of another composition was replaced.
    Replaced,
    /// Some of one troop were exchanged for another.
    Swapped,
    /// Two others were crossed.
    Crossed,
}

impl Origin {
    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Creates compositions within a range of points.
pub(super) struct Mutator<'a, 'd> {
    draw: &'a Draw<'d>,
    range: Range,
    takeable: Vec<usize>,
}

impl<'a, 'd> Mutator<'a, 'd> {
    pub(super) fn new(draw: &'a Draw<'d>, range: Range) -> Mutator<'a, 'd> {
        Mutator { draw, range, takeable: draw.takeable() }
    }

    /// A random composition.
    pub(super) fn drawn(&self, stream: &mut Stream) -> Result<Composition, Unaffordable> {
        self.draw.random(self.range, stream)
    }

    /// A child of ranked parents, best first: each parent is the better of two random ones (tournament selection).
    /// `None` where no attempt succeeds.
    pub(super) fn child(&self, parents: &[&Composition], stream: &mut Stream) -> Option<(Composition, Origin)> {
        let mut parent =
            || parents[stream.below(parents.len() as u32).min(stream.below(parents.len() as u32)) as usize];
        let (one, other) = (parent(), parent());
        let origin = [Origin::Replaced, Origin::Swapped, Origin::Crossed][stream.below(3) as usize];
        let child = (0..ATTEMPTS).find_map(|_| match origin {
            Origin::Swapped => self.swapped(one, stream),
            Origin::Crossed => self.crossed(one, other, stream),
            _ => self.replaced(one, stream),
        });
        child.map(|child| (child, origin))
    }

    fn replaced(&self, one: &Composition, stream: &mut Stream) -> Option<Composition> {
        let share = LEAST_SHARE + (MOST_SHARE - LEAST_SHARE) * stream.unit_interval();
        self.draw.clone().around(vec![one.clone()], share).random(self.range, stream).ok()
    }

    fn swapped(&self, one: &Composition, stream: &mut Stream) -> Option<Composition> {
        let present: Vec<usize> = (0..one.counts.len()).filter(|troop| one.counts[*troop] > 0).collect();
        let from = present[stream.below(present.len() as u32) as usize];
        let to = self.takeable[stream.below(self.takeable.len() as u32) as usize];
        if from == to {
            return None;
        }
        let leave = 1 + stream.below(one.counts[from].min(MOST_SWAPPED));
        let mut counts = one.counts.clone();
        counts[from] -= leave;
        let costs = self.draw.costs();
        let left = self.range.most - Composition { counts: counts.clone(), parameters: Vec::new() }.cost(costs);
        // The points set free go to the other troop; where they are not enough for one, more are removed.
        let more = ((left + 1e-6) / costs[to]) as u32;
        counts[to] = (counts[to] + more.max(1)).min(self.draw.most(to));
        self.draw.completed(counts, self.range, stream)
    }

    fn crossed(&self, one: &Composition, other: &Composition, stream: &mut Stream) -> Option<Composition> {
        let counts = one
            .counts
            .iter()
            .zip(&other.counts)
            .map(|(one, other)| if stream.below(2) == 0 { *one } else { *other })
            .collect();
        self.draw.completed(counts, self.range, stream)
    }
}
