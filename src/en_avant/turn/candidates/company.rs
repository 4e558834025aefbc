//! Moves relative to other units: into line with a friend, side by side with it, past one that blocks the way, opposite
//! an enemy, turned to face one at the end.

use super::ahead::{PARALLEL, distance_ahead};
use super::{Proposals, in_tenths};
use crate::en_avant::state::action::{Path, Segment, tenths};
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::{HALF, Heading, Length, Point, QUARTER, TENTH};
use arrayvec::ArrayVec;

/// Number of nearest friends that are considered.
const MOST_FRIENDS: usize = 4;
/// Number of nearest enemies that are considered.
const MOST_ENEMIES: usize = 2;
/// Iterations of the search for a turn towards a point; each makes the error several times smaller.
const ROUNDS: u32 = 4;

/// The way of a unit into line with another: the turn that makes it face the same way, and the relative place of the
/// other's front afterwards.
pub(in crate::en_avant) struct Alignment {
    /// The turn, unless it already faces the same way.
    pub turn: Option<Segment>,
    /// The distance ahead of the other's front; negative if behind.
    pub ahead: Length,
    /// The distance to the right.
    pub right: Length,
}

impl Units<'_> {
    /// The way of a unit in a pose into line with another.
    pub(in crate::en_avant) fn line_up(self, state: &State, unit: UnitId, pose: &Unit, other: UnitId) -> Alignment {
        let other = state.unit(other);
        let turn = pose.heading.turn_to(other.heading);
        let segment =
            (turn != 0).then(|| if self.rules.is_free_base(pose) { Segment::Turn(turn) } else { Segment::Wheel(turn) });
        let turned = segment
            .map_or(*pose, |segment| self.measures.pose_after(pose, segment, self.troops.profile(state, unit).depth));
        let (ahead, right) = turned.front.seen(turned.heading, other.front);
        Alignment { turn: segment, ahead, right }
    }
}

/// The few nearest of a sequence of units, with the squares of their distances.
struct Nearest<const MOST: usize>(ArrayVec<(i64, UnitId), MOST>);

impl<const MOST: usize> Nearest<MOST> {
    fn of(units: impl Iterator<Item = (i64, UnitId)>) -> Nearest<MOST> {
        let mut nearest = Nearest(ArrayVec::new());
        for it in units {
            let place = nearest.0.iter().position(|other| *other > it).unwrap_or(nearest.0.len());
            if nearest.0.is_full() {
                if place == MOST {
                    continue;
                }
                nearest.0.pop();
            }
            nearest.0.insert(place, it);
        }
        nearest
    }
}

impl<S: Sink> Proposals<'_, S> {
    /// A step without turning, forward and to the right: a single base moves freely, others straight ahead, obliquely
    /// or sideways. None if it leads back.
    fn step(&self, ahead: Length, right: Length) -> Option<Segment> {
        let part = |length: Length| i16::try_from(length / TENTH).ok();
        let (ahead, right) = (part(ahead)?, part(right)?);
        match (ahead, right) {
            (0, 0) => None,
            _ if self.game.rules.is_free_base(&self.start) => Some(Segment::Shift(ahead, right)),
            (0, _) => Some(Segment::Lateral(right)),
            (1.., 0) => Some(Segment::Advance(ahead as u16)),
            (1.., _) => Some(Segment::Slide(ahead as u16, right)),
            _ => None,
        }
    }

    /// Proposes moves relative to the nearest friends.
    pub(super) fn company(&mut self) {
        let (game, state) = (self.game, self.field.state);
        let here = game.places().bounding(state, self.field.unit).centre;
        let friends = self.field.friend_ids().filter(|friend| !state.unit(*friend).has(Status::ROUTING));
        let friends = Nearest::<MOST_FRIENDS>::of(
            friends.map(|it| ((game.places().bounding(state, it).centre - here).square(), it)),
        );
        for (_, friend) in &friends.0 {
            self.join(*friend);
        }
        self.past_friend();
    }

    /// Proposes moves into line with a friend, at its place or one that it can still reach: turned like it, at its
    /// side, or wherever the unit is.
    fn join(&mut self, friend: UnitId) {
        let (game, state, start) = (self.game, self.field.state, self.start);
        let other = state.unit(friend);
        let turn = start.heading.turn_to(other.heading);
        if turn.abs() > QUARTER {
            return;
        }
        let Alignment { turn: segment, ahead, right } = game.units().line_up(state, self.field.unit, &start, friend);
        if segment.is_some_and(|segment| game.units().cost(&start, segment) > tenths(self.pace)) {
            return;
        }
        let mut segments: ArrayVec<Segment, 2> = segment.into_iter().collect();
        let clear = right.abs() - self.half_width() - Length::from(other.files) * game.measures.width / 2;
        let beside = clear.max(0) / TENTH * TENTH * right.signum();
        let go = self.still_to_go(friend);
        let levels = [ahead, ahead + go];
        for (index, level) in levels.into_iter().enumerate() {
            if index > 0 && go == 0 {
                break;
            }
            let level = (level + TENTH / 2).div_euclid(TENTH) * TENTH;
            if turn != 0 {
                self.in_line(&segments, level);
                self.in_line_by_wheeling_last(other, &segments, level);
            }
            if beside != 0
                && let Some(step) = self.step(level, beside)
            {
                segments.push(step);
                self.propose(Path::of(&segments));
                segments.pop();
            }
        }
        // A unit that is already ahead closes up to the flank.
        let overlaps = ahead < 0 && -ahead < 2 * game.places().bounding(state, friend).half_depth;
        if overlaps && beside != 0 && turn.abs() <= PARALLEL {
            self.propose(Path::of(&[self.step(0, beside).expect("a step to the side")]));
        }
    }

    /// Proposes a turn, then an advance up to the line.
    fn in_line(&mut self, segments: &[Segment], level: Length) {
        match level {
            0 => self.propose(Path::of(segments)),
            1.. => super::and(segments, Segment::Advance(in_tenths(level))).is_some_and(|path| self.propose(path)),
            _ => false,
        };
    }

    /// Proposes an advance, then a wheel into the line.
    fn in_line_by_wheeling_last(&mut self, other: &Unit, segments: &[Segment], level: Length) {
        const FAR: Length = 10_000;
        let (gained, _) = Point::ORIGIN.seen(other.heading, Point::ORIGIN.moved(self.start.heading, FAR, 0));
        if level > 0 && gained > FAR / 4 {
            let way = i64::from(level) * i64::from(FAR) / i64::from(gained);
            self.propose(Path::of(&[Segment::Advance(in_tenths(way as Length + TENTH / 2).max(1)), segments[0]]));
        }
    }

    /// Proposes moves sideways, far enough to clear the nearest friend ahead.
    fn past_friend(&mut self) {
        let (game, state, start) = (self.game, self.field.state, self.start);
        let half = self.half_width();
        let ahead = |friend: UnitId| {
            distance_ahead(&start, half, 0, &game.places().footprint(state, friend)).filter(|ahead| *ahead >= 0)
        };
        let near = self.field.friend_ids().filter_map(|friend| Some((ahead(friend)?, friend))).min();
        let Some((_, friend)) = near.filter(|(ahead, _)| *ahead <= tenths(self.pace)) else { return };
        let corners =
            game.places().bounding(state, friend).corners().map(|corner| start.front.seen(start.heading, corner).1);
        let (left, right) =
            corners.into_iter().fold((Length::MAX, Length::MIN), |(low, high), it| (low.min(it), high.max(it)));
        for aside in [left - half, right + half] {
            if aside.abs() <= tenths(self.pace)
                && let Some(step) = self.step(0, aside)
            {
                self.propose(Path::of(&[step]));
            }
        }
    }

    /// Proposes moves relative to the nearest enemies: opposite one, and turned to face one at the end of an advance.
    pub(super) fn opposite(&mut self) {
        let (game, state, start) = (self.game, self.field.state, self.start);
        let enemies = game.troops.on_table(state, side_of(self.field.unit).other());
        let distance = |enemy: UnitId| (game.places().bounding(state, enemy).centre - start.front).square();
        let enemies = Nearest::<MOST_ENEMIES>::of(enemies.map(|enemy| (distance(enemy), enemy)));
        for (_, enemy) in &enemies.0 {
            let centre = game.places().bounding(state, *enemy).centre;
            let (_, right) = start.front.seen(start.heading, centre);
            if right.abs() <= tenths(self.pace)
                && let Some(step) = self.step(0, right)
            {
                self.propose(Path::of(&[step]));
            }
            self.advance_and_face(centre);
        }
    }

    /// Proposes an advance by the remaining allowance, or half of it, and then a turn towards a point.
    fn advance_and_face(&mut self, goal: Point) {
        let (game, start) = (self.game, self.start);
        let mut way = self.pace;
        for _ in 0..ROUNDS {
            let turn = self.facing(&self.moved_ahead(way), goal);
            let cost = if turn == 0 { 0 } else { game.units().cost(&start, self.turn(turn)) };
            let left = self.pace.saturating_sub(in_tenths(cost + TENTH - 1));
            if left >= way {
                break;
            }
            way = left;
        }
        for way in [way, way / 2] {
            let turn = if way > 0 { self.facing(&self.moved_ahead(way), goal) } else { 0 };
            if turn != 0 {
                self.propose(Path::of(&[Segment::Advance(way), self.turn(turn)]));
            }
        }
    }

    /// The pose straight ahead of the start.
    fn moved_ahead(&self, length: u16) -> Unit {
        Unit { front: self.start.front.moved(self.start.heading, tenths(length), 0), ..self.start }
    }

    /// The turn in a pose after which a point lies straight ahead of the middle of the front.
    pub(super) fn facing(&self, pose: &Unit, goal: Point) -> i16 {
        let depth = self.game.troops.profile(self.field.state, self.field.unit).depth;
        let mut turn = 0;
        for _ in 0..ROUNDS {
            let turned =
                if turn == 0 { *pose } else { self.game.measures.turned_by(pose, self.turn(turn), depth, turn) };
            let more = turned.heading.turn_to(Heading::along(goal - turned.front));
            if more == 0 {
                break;
            }
            turn = (turn + more).clamp(-HALF, HALF);
        }
        turn
    }
}
