//! Proposals of attacks: paths that bring the front of a unit up to an enemy, straight on, obliquely, or after a wheel.
//! The last turn that aligns them is free (E11.6), so that contact is sufficient.

use super::ahead::distance_ahead;
use super::{Field, Neighbours, Proposals, and, in_tenths};
use crate::en_avant::state::action::{Action, Path, Segment, tenths};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::places::Places;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::{State, Unit, UnitId};
use crate::en_avant::table::geometry::{Edge, Heading, Length, QUARTER, TENTH};

/// Maximum number of ways to contact one enemy that are proposed.
const WAYS: usize = 4;

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
        if self.game.units().may_attack(self.field.state, self.field.unit, enemy).is_err() {
            return;
        }
        let before = self.seen.len();
        if self.game.touches_obstacle(self.field.state, self.field.unit) {
            self.propose(Path::of(&[Segment::Cross]).against(enemy));
        }
        self.straight(enemy, &[], &self.start.clone());
        self.oblique(enemy);
        let start = self.start;
        let whole = self.game.places().bounding(self.field.state, enemy);
        let there = start.heading.turn_to(Heading::along(whole.centre - start.front));
        // Against each of its edges that faces the unit, and towards its middle.
        let faces = Edge::ALL.map(|edge| {
            let outward = whole.heading.turned(edge.turn());
            let (forward, _) = whole.middle_of(edge).seen(outward, start.front);
            (forward > 0).then(|| start.heading.turn_to(outward.opposite()))
        });
        for turn in [Some(there), Some(there / 2)].into_iter().chain(faces).flatten() {
            if self.sink.is_full() || self.seen.len() >= before + WAYS {
                return;
            }
            if turn != 0 && (turn.abs() <= QUARTER || self.game.rules.is_free_base(&start)) {
                let segment = self.turn(turn);
                if self.left(&[segment]) > 0 {
                    let depth = self.game.troops.profile(self.field.state, self.field.unit).depth;
                    let turned = self.game.measures.turned_by(&start, segment, depth, turn);
                    self.straight(enemy, &[segment], &turned);
                    self.behind_a_step(enemy, segment, turn);
                }
            }
        }
    }

    /// Proposes attacks straight ahead after some segments that end in a pose.
    fn straight(&mut self, enemy: UnitId, segments: &[Segment], pose: &Unit) {
        let half = Length::from(pose.files) * self.game.measures.width / 2;
        let footprint = self.game.places().footprint(self.field.state, enemy);
        let Some(ahead) = distance_ahead(pose, half, 0, &footprint).filter(|ahead| *ahead >= 0) else { return };
        if ahead <= tenths(self.left(segments))
            && let Some(path) = and(segments, Segment::Advance(((ahead / TENTH) as u16).max(1)))
        {
            self.propose(path.against(enemy));
        }
    }

    /// Proposes attacks by a step ahead out of the line of friends, then a wheel, then straight ahead.
    fn behind_a_step(&mut self, enemy: UnitId, segment: Segment, turn: i16) {
        let depth = self.game.troops.profile(self.field.state, self.field.unit).depth;
        let step = Segment::Advance((depth / TENTH) as u16);
        if self.left(&[step, segment]) > 0 {
            let ahead = Unit { front: self.start.front.moved(self.start.heading, depth, 0), ..self.start };
            let turned = self.game.measures.turned_by(&ahead, segment, depth, turn);
            self.straight(enemy, &[step, segment], &turned);
        }
    }

    /// Proposes oblique attacks with the facing kept, so that the middles coincide, or the fronts overlap by a base.
    fn oblique(&mut self, enemy: UnitId) {
        let (game, start) = (self.game, self.start);
        let half = Length::from(start.files) * game.measures.width / 2;
        let whole = game.places().bounding(self.field.state, enemy);
        let footprint = game.places().footprint(self.field.state, enemy);
        let (_, right) = start.front.seen(start.heading, whole.centre);
        let reach = half + whole.half_width.max(whole.half_depth) - game.measures.width;
        let touching = right - reach * right.signum();
        for aside in [right, touching] {
            let aside = aside / TENTH * TENTH;
            let Some(ahead) = distance_ahead(&start, half, aside, &footprint).filter(|ahead| *ahead >= TENTH) else {
                continue;
            };
            if aside == 0 || aside.signum() != right.signum() || aside.abs() > Length::from(i16::MAX) * TENTH {
                continue;
            }
            let slide = Segment::Slide((ahead / TENTH) as u16, (aside / TENTH) as i16);
            if game.units().cost(&start, slide) <= Length::from(self.pace) * TENTH {
                self.propose(Path::of(&[slide]).against(enemy));
            }
        }
    }
}

impl Places<'_> {
    /// The length of a segment straight ahead from a pose to an enemy, if it lies ahead and is not already in contact.
    pub(in crate::en_avant) fn distance_to(self, state: &State, pose: &Unit, enemy: UnitId) -> Option<u16> {
        let half = Length::from(pose.files) * self.measures.width / 2;
        let ahead = distance_ahead(pose, half, 0, &self.footprint(state, enemy))?;
        (ahead >= TENTH).then(|| in_tenths(ahead))
    }
}

impl Engagement {
    /// The ways into contact with an enemy that are proposed.
    pub(in crate::en_avant) fn charges(&self, state: &State, unit: UnitId, enemy: UnitId) -> Vec<Path> {
        let mut actions = Vec::new();
        let mut room = Neighbours::new();
        Proposals::new(&Field::around(self, state, unit, &mut room), &mut actions).attack(enemy);
        let paths =
            actions.iter().filter_map(|action| if let Action::MoveAlong(path) = action { Some(*path) } else { None });
        paths.collect()
    }
}
