//! Proposals of attacks: paths that bring the front of a unit up to an enemy, straight on, obliquely, or after a wheel. The last turn that lines them up is free (E11.6), so that it is enough to touch.

use super::{Proposals, and};
use crate::en_avant::action::{Path, Segment, tenths};
use crate::en_avant::engagement::Engagement;
use crate::en_avant::footprint::Footprint;
use crate::en_avant::geometry::{Edge, Heading, Length, QUARTER, TENTH};
use crate::en_avant::sink::Sink;
use crate::en_avant::state::{Unit, UnitId};

/// Different ways to meet one enemy that are proposed.
const WAYS: usize = 4;
/// By how much a front must lie over an enemy for him to lie ahead of it.
const OVERLAP: Length = 50;

/// How far ahead of a front lies the nearest point of some bases, if they lie ahead of it at all. The front is that of a pose, shifted to the right by so much.
fn distance_ahead(pose: &Unit, half_width: Length, right: Length, footprint: &Footprint) -> Option<Length> {
    let wide = half_width - OVERLAP;
    let front = pose.front.moved(pose.heading, 0, right);
    let nearest = |rectangle: &crate::en_avant::geometry::Rectangle| {
        let corners = rectangle.corners().map(|corner| front.seen(pose.heading, corner));
        let mut least: Option<Length> = None;
        let mut take = |forward: Length| least = Some(least.map_or(forward, |least| least.min(forward)));
        for (index, from) in corners.iter().enumerate() {
            let to = corners[(index + 1) % 4];
            if from.1.abs() <= wide {
                take(from.0);
            }
            for side in [-wide, wide] {
                // Where an edge of the enemy runs over the side of the strip ahead.
                if (from.1 < side) != (to.1 < side) {
                    let share = i64::from(to.0 - from.0) * i64::from(side - from.1) / i64::from(to.1 - from.1);
                    take(from.0 + share as Length);
                }
            }
        }
        least
    };
    footprint.rectangles().iter().filter_map(nearest).min()
}

impl<S: Sink> Proposals<'_, S> {
    /// Proposes attacks on all enemies within reach.
    pub(super) fn attacks(&mut self) {
        let field = self.field;
        for enemy in field.enemy_ids() {
            self.attack(enemy);
        }
    }

    /// Proposes attacks on one enemy.
    pub(super) fn attack(&mut self, enemy: UnitId) {
        if self.game.may_attack(self.field.state, self.field.unit, enemy).is_err() {
            return;
        }
        let before = self.seen.len();
        if self.game.touches_obstacle(self.field.state, self.field.unit) {
            self.offer(Path::of(&[Segment::Cross]).against(enemy));
        }
        self.straight(enemy, &[], &self.start.clone());
        self.oblique(enemy);
        let start = self.start;
        let whole = self.game.bounding(self.field.state, enemy);
        let there = start.heading.turn_to(Heading::along(whole.centre - start.front));
        // Against each of its edges that looks at the unit, and towards its middle.
        let faces = Edge::ALL.map(|edge| {
            let outward = whole.heading.turned(edge.turn());
            let (forward, _) = whole.middle_of(edge).seen(outward, start.front);
            (forward > 0).then(|| start.heading.turn_to(outward.opposite()))
        });
        for turn in [Some(there), Some(there / 2)].into_iter().chain(faces).flatten() {
            if self.sink.is_full() || self.seen.len() >= before + WAYS {
                return;
            }
            if turn != 0 && (turn.abs() <= QUARTER || self.game.is_free_base(&start)) {
                let segment = self.turn(turn);
                if self.left(&[segment]) > 0 {
                    let depth = self.game.profile(self.field.state, self.field.unit).depth;
                    let turned = self.game.turned_by(&start, segment, depth, turn);
                    self.straight(enemy, &[segment], &turned);
                    self.behind_a_step(enemy, segment, turn);
                }
            }
        }
    }

    /// Straight on after some segments that end in a pose.
    fn straight(&mut self, enemy: UnitId, segments: &[Segment], pose: &Unit) {
        let half = Length::from(pose.files) * self.game.measures.width / 2;
        let footprint = self.game.footprint(self.field.state, enemy);
        let Some(ahead) = distance_ahead(pose, half, 0, &footprint).filter(|ahead| *ahead >= 0) else { return };
        if ahead <= tenths(self.left(segments))
            && let Some(path) = and(segments, Segment::Advance(((ahead / TENTH) as u16).max(1)))
        {
            self.offer(path.against(enemy));
        }
    }

    /// A step ahead first, out of the line of friends, then a wheel, then straight on.
    fn behind_a_step(&mut self, enemy: UnitId, segment: Segment, turn: i16) {
        let depth = self.game.profile(self.field.state, self.field.unit).depth;
        let step = Segment::Advance((depth / TENTH) as u16);
        if self.left(&[step, segment]) > 0 {
            let ahead = Unit { front: self.start.front.moved(self.start.heading, depth, 0), ..self.start };
            let turned = self.game.turned_by(&ahead, segment, depth, turn);
            self.straight(enemy, &[step, segment], &turned);
        }
    }

    /// Obliquely with the facing kept, so that the middles lie on each other, or the fronts overlap by a base.
    fn oblique(&mut self, enemy: UnitId) {
        let (game, start) = (self.game, self.start);
        let half = Length::from(start.files) * game.measures.width / 2;
        let whole = game.bounding(self.field.state, enemy);
        let footprint = game.footprint(self.field.state, enemy);
        let (_, right) = start.front.seen(start.heading, whole.centre);
        let reach = half + whole.half_width.max(whole.half_depth) - game.measures.width;
        let touching = right - reach * right.signum();
        for aside in [right, touching] {
            let aside = aside / TENTH * TENTH;
            let Some(ahead) = distance_ahead(&start, half, aside, &footprint).filter(|ahead| *ahead >= TENTH) else { continue };
            if aside == 0 || aside.signum() != right.signum() || aside.abs() > Length::from(i16::MAX) * TENTH {
                continue;
            }
            let slide = Segment::Slide((ahead / TENTH) as u16, (aside / TENTH) as i16);
            if game.cost(&start, slide) <= Length::from(self.pace) * TENTH {
                self.offer(Path::of(&[slide]).against(enemy));
            }
        }
    }
}

impl Engagement {
    /// Whether a unit could bring an enemy into contact now by one of the moves proposed; for appraisals and questions.
    pub fn can_charge(&self, state: &crate::en_avant::State, unit: UnitId, enemy: UnitId) -> bool {
        let mut first = crate::en_avant::sink::FirstOfTwo::default();
        Proposals::new(&super::Field::around(self, state, unit), &mut first).attack(enemy);
        first.first.is_some()
    }
}
