//! Move proposals for a unit: a finite list out of the continuum, each checked exactly. Any other legal move is
//! accepted too.
//!
//! Straight ahead by steps and to significant places (`candidates/ahead.rs`), sideways, wheels with the remaining
//! allowance, steps back, a retreat, towards goals, across an obstacle; relative to friends and enemies
//! (`candidates/company.rs`); attacks (`candidates/attack.rs`). A random move is sampled and checked without the list.
//! It implements no rules; those of chapter 7 are enforced by `movement.rs`.

mod ahead;
mod attack;
mod company;
mod stretch;

use super::movement::{Field, Neighbours, arc};
use crate::en_avant::rules::Shelter;
use crate::en_avant::state::action::{Action, MOST_SEGMENTS, Path, Segment};
use crate::en_avant::state::arrival::Arrival;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::{HALF, Heading, Length, Point, QUARTER, TENTH};
use crate::en_avant::table::ground::Piece;
use crate::game::rng::Stream;
use arrayvec::ArrayVec;

/// Attempts at a random move before the unit halts.
const TRIES: u32 = 12;

/// Maximum number of stops on an oblique way towards a goal.
const MOST_STOPS_ASKEW: usize = 2;

/// Maximum number of points worth moving to.
const MOST_GOALS: usize = 9;

/// Maximum number of moves that are proposed for a unit.
const MOST_MOVES: usize = 250;

/// The moves proposed so far, with their ends.
struct Proposals<'a, S: Sink> {
    game: &'a Engagement,
    field: &'a Field<'a>,
    start: Unit,
    /// The allowance on open ground, in tenths of a millimetre.
    pace: u16,
    sink: &'a mut S,
    seen: ArrayVec<(Unit, Option<Unit>), MOST_MOVES>,
}

/// A length in tenths of a millimetre, as segments count.
fn in_tenths(length: Length) -> u16 {
    (length / TENTH).clamp(0, Length::from(u16::MAX)) as u16
}

/// A path of some segments and one more; none if it would be too long.
fn and(segments: &[Segment], last: Segment) -> Option<Path> {
    (segments.len() < MOST_SEGMENTS).then(|| {
        let mut path = Path::of(segments);
        path.segments[segments.len()] = last;
        path
    })
}

impl<'a, S: Sink> Proposals<'a, S> {
    fn new(field: &'a Field<'a>, sink: &'a mut S) -> Proposals<'a, S> {
        let pace = in_tenths(field.game.units().pace(field.state, field.unit));
        Proposals { game: field.game, field, start: field.start, pace, sink, seen: ArrayVec::new() }
    }

    /// Proposes a move if it is legal and its end is new.
    fn propose(&mut self, path: Path) -> bool {
        !self.sink.is_full() && self.field.march(&path).is_ok_and(|arrival| self.take(path, &arrival))
    }

    /// Proposes a legal move if its end is new.
    fn take(&mut self, path: Path, arrival: &Arrival) -> bool {
        let end = (arrival.unit, arrival.target);
        if self.seen.is_full() || self.seen.contains(&end) {
            return false;
        }
        self.seen.push(end);
        self.sink.arrive(path, arrival);
        true
    }

    /// The allowance left after some segments, in tenths of a millimetre.
    fn left(&self, segments: &[Segment]) -> u16 {
        let spent: Length = segments.iter().map(|segment| self.game.units().cost(&self.start, *segment)).sum();
        self.pace.saturating_sub(in_tenths(spent + TENTH - 1))
    }

    /// A turn in the way of this unit: a single base on its centre, others by a wheel.
    fn turn(&self, turn: i16) -> Segment {
        if self.game.rules.is_free_base(&self.start) { Segment::Turn(turn) } else { Segment::Wheel(turn) }
    }

    /// Proposes moves ahead and sideways, with the facing kept or after a wheel.
    fn plain(&mut self) {
        let pace = self.pace;
        // Along a road, one base farther (E3.21).
        self.stretch(&[], pace + in_tenths(self.field.bonus), 12, Segment::Advance);
        if self.sink.is_full() {
            return;
        }
        let mut stops = self.stops_before_enemies(&self.start, pace);
        self.stops_in_line(&self.start, pace, &mut stops);
        self.stops_at_ground(&self.start, pace, &mut stops);
        for length in stops {
            self.propose(Path::of(&[Segment::Advance(length)]));
        }
        for quarter in [3, 2, 1] {
            self.propose(Path::of(&[Segment::Advance((u32::from(pace) * quarter / 4) as u16)]));
        }
        // To either side, with what has been walked of the turn so far.
        let mut begun = [Some(None), Some(None)];
        for turn in [60, -60, 120, -120, 180, -180] {
            let shorter = &mut begun[usize::from(turn < 0)];
            let turn = self.turn(turn);
            let left = self.left(&[turn]);
            if left == 0 || self.sink.is_full() {
                continue;
            }
            // Where there is no room for a turn, there is none for a longer one.
            *shorter = shorter.take().and_then(|shorter| self.field.begin_turn(turn, shorter.as_ref()).ok().map(Some));
            if let Some(Some(begun)) = shorter {
                self.stretch_on(begun, turn, left, 5);
            }
        }
        let width = in_tenths(self.game.measures.width).min(pace) as i16;
        for aside in [width, -width, width / 2, -width / 2] {
            self.propose(Path::of(&[Segment::Lateral(aside)]));
        }
        for (ahead, aside) in [(707, 707), (707, -707), (894, 447), (894, -447)] {
            let part = |share: i32| (i32::from(pace) * share / 1_000) as i16;
            self.propose(Path::of(&[Segment::Slide(part(ahead) as u16, part(aside))]));
        }
    }

    /// Proposes moves away from the enemy.
    fn away(&mut self) {
        let back = in_tenths(self.game.rules.widths(self.game.rules.backward_move)).min(self.pace);
        self.stretch(&[], back, 6, Segment::Back);
        self.stretch(&[Segment::About], self.pace, 6, Segment::Advance);
        for turn in [QUARTER / 3, -QUARTER / 3] {
            let left = self.left(&[Segment::Wheel(turn)]);
            self.stretch(&[Segment::About, Segment::Wheel(turn)], left, 4, Segment::Advance);
        }
    }

    /// Proposes moves of a single base in any direction (EI-13).
    fn free(&mut self) {
        for step in 0..12 {
            let way = Point::ORIGIN.moved(Heading::new(step * 120), Length::from(self.pace), 0);
            let shift = |length: u16| {
                let share = |way: Length| (i64::from(way) * i64::from(length) / i64::from(self.pace.max(1))) as i16;
                Segment::Shift(share(way.y), share(way.x))
            };
            let (pace, half) = (self.pace.saturating_sub(1), self.pace / 2);
            let (most, middle) = (shift(pace), shift(half));
            self.propose(Path::of(&[most]));
            self.propose(Path::of(&[middle]));
        }
    }

    /// Proposes moves towards a point: a turn towards it, then straight ahead as far as possible, but not beyond it.
    /// Another point that needs the same turn would end it where an earlier one has.
    fn towards(&mut self, goal: Point, turns: &mut ArrayVec<i16, MOST_GOALS>) {
        let start = self.start;
        let mut turn = self.facing(&start, goal);
        if turn == 0 {
            return;
        }
        if !self.game.rules.is_free_base(&start) {
            // No farther than the allowance permits wheeling.
            let front = Length::from(start.files) * self.game.measures.width;
            let (mut most, mut beyond) = (0, HALF + 1);
            while beyond - most > 1 {
                let middle = (most + beyond) / 2;
                if arc(front, middle) <= Length::from(self.pace) * TENTH { most = middle } else { beyond = middle }
            }
            turn = turn.clamp(-most, most);
            if turn == 0 {
                return;
            }
        }
        if turns.contains(&turn) {
            return;
        }
        turns.push(turn);
        let segment = self.turn(turn);
        let distance = in_tenths((goal - start.front).length());
        let left = self.left(&[segment]).min(distance);
        // A unit without room for the wheel has none for what follows it.
        if self.sink.is_full() {
            return;
        }
        let Ok((arrival, begun)) = self.field.begin_or_end(segment) else { return };
        if !self.take(Path::of(&[segment]), &arrival) {
            return;
        }
        let Ok(begun) = begun else { return };
        self.stretch_on(&begun, segment, left, 6);
        let depth = self.game.troops.profile(self.field.state, self.field.unit).depth;
        let turned = self.game.measures.turned_by(&start, segment, depth, turn);
        for length in self.stops_before_enemies(&turned, left).into_iter().take(MOST_STOPS_ASKEW) {
            let advance = Segment::Advance(length);
            if !self.sink.is_full()
                && let Ok(arrival) = begun.end_with(advance)
            {
                self.take(Path::of(&[segment, advance]), &arrival);
            }
        }
    }
}

impl Units<'_> {
    /// A random path that costs no more than the allowance on open ground.
    fn random_path(self, start: &Unit, pace: u16, stream: &mut Stream) -> Path {
        let length = |stream: &mut Stream| 1 + stream.below(u32::from(pace)) as u16;
        let sign = |stream: &mut Stream| if stream.below(2) == 0 { 1 } else { -1 };
        let free = self.rules.is_free_base(start);
        let wheel = |stream: &mut Stream| {
            let most = if free { HALF } else { QUARTER / 2 };
            let turn = (1 + stream.below(most as u32) as i16) * sign(stream);
            if free { Segment::Turn(turn) } else { Segment::Wheel(turn) }
        };
        let rest = |segment: Segment, stream: &mut Stream| {
            let left = pace.saturating_sub(in_tenths(self.cost(start, segment) + TENTH - 1));
            if left == 0 { Segment::None } else { Segment::Advance(1 + stream.below(u32::from(left)) as u16) }
        };
        match stream.below(if free { 10 } else { 8 }) {
            0..=2 => Path::of(&[Segment::Advance(length(stream))]),
            3 | 4 => {
                let turn = wheel(stream);
                Path::of(&[turn, rest(turn, stream)])
            }
            5 => {
                let aside = (length(stream) / 2).max(1) as i16 * sign(stream);
                Path::of(&[Segment::Slide((length(stream) / 2).max(1), aside)])
            }
            6 => match stream.below(3) {
                0 => Path::of(&[Segment::Cross]),
                1 => Path::of(&[Segment::Back(
                    1 + stream.below(u32::from(in_tenths(self.measures.width).min(pace))) as u16,
                )]),
                _ => Path::of(&[Segment::About, Segment::Advance(length(stream))]),
            },
            7 => Path::of(&[Segment::Lateral(length(stream) as i16 * sign(stream))]),
            _ => {
                let shift = |stream: &mut Stream| (length(stream) / 2) as i16 * sign(stream);
                let (ahead, aside) = (shift(stream), shift(stream));
                Path::of(&[Segment::Shift(ahead, aside), wheel(stream)])
            }
        }
    }
}

impl Engagement {
    /// The moves that are proposed for a unit.
    pub(super) fn move_actions(&self, state: &State, unit: UnitId, sink: &mut impl Sink) {
        // Halting is always possible: with any move there is a choice.
        let takes_any = sink.takes_any();
        if takes_any {
            sink.push(Action::Halt);
        }
        let mut room = Neighbours::new();
        let field = Field::around(self, state, unit, &mut room);
        let mut it = Proposals::new(&field, sink);
        let free = self.rules.is_free_base(&field.start);
        // A unit that may only get away from the enemy finds no other move.
        if takes_any && field.start.has(Status::DISORDERED) {
            it.away();
        }
        if !field.begins_in_zone() && !it.sink.is_full() {
            it.plain();
        }
        if it.sink.is_full() {
            return;
        }
        it.away();
        if free {
            it.free();
        }
        if it.sink.is_full() {
            return;
        }
        if !field.begins_in_zone() {
            let mut turns = ArrayVec::new();
            for goal in self.goals(state, unit) {
                it.towards(goal, &mut turns);
            }
            it.company();
            it.opposite();
        }
        if let Some(length) = field.advance_to_obstacle() {
            it.propose(Path::of(&[Segment::Advance(length)]));
        }
        if self.touches_obstacle(state, unit) {
            it.propose(Path::of(&[Segment::Cross]));
        }
        it.attacks();
        if !takes_any {
            sink.push(Action::Halt);
        }
    }

    /// Points worth moving to: the nearest enemies, objectives, the enemy's camp and general, the nearest shelter, the
    /// own camp.
    fn goals(&self, state: &State, unit: UnitId) -> impl Iterator<Item = Point> {
        let (side, here) = (side_of(unit), state.unit(unit).front);
        let nearest = |points: &mut dyn Iterator<Item = Point>| points.min_by_key(|point| (*point - here).square());
        let centre = |enemy: UnitId| self.places().bounding(state, enemy).centre;
        let first = nearest(&mut self.troops.on_table(state, side.other()).map(centre));
        let second =
            nearest(&mut self.troops.on_table(state, side.other()).map(centre).filter(|point| Some(*point) != first));
        let objectives =
            state.objectives.iter().zip(&self.objectives).filter(|(it, _)| it.real && it.owner != Some(side));
        let objective =
            nearest(&mut objectives.map(|(_, objective)| self.ground(state).pieces[objective.piece].centre()));
        let enemy = state.side(side.other());
        let camp = enemy.camp.present.then(|| self.measures.camp(state, side.other()).centre);
        let general = enemy.general.present.then_some(enemy.general.front);
        let own = state.side(side).camp;
        let home = own.present.then_some(own.front);
        let shelters =
            self.ground(state).pieces.iter().filter(|piece| piece.shelter != Shelter::None && !piece.is_line());
        let shelter = nearest(&mut shelters.map(Piece::centre));
        let detours = [first, objective].map(|goal| goal.and_then(|goal| self.first_leg(state, here, goal)));
        detours.into_iter().chain([first, second, objective, camp, general, shelter, home]).flatten()
    }

    /// A random move, sampled and checked: an attack on an enemy within reach, or a path of random segments; the unit
    /// halts if no sample is legal.
    pub(super) fn random_move(
        &self,
        state: &State,
        unit: UnitId,
        stream: &mut Stream,
        scratch: &mut Vec<Action>,
    ) -> Action {
        let mut room = Neighbours::new();
        let field = Field::around(self, state, unit, &mut room);
        let pace = in_tenths(self.units().pace(state, unit) + field.bonus).max(1);
        let enemies = field.enemy_ids().count();
        if enemies > 0 && stream.below(2) == 0 {
            let enemy = field
                .enemy_ids()
                .nth(stream.below(enemies as u32) as usize)
                .expect("the index is below the number of enemies");
            scratch.clear();
            Proposals::new(&field, scratch).attack(enemy);
            if !scratch.is_empty() {
                return scratch[stream.below(scratch.len() as u32) as usize];
            }
        }
        for _ in 0..TRIES {
            let path = self.units().random_path(&field.start, pace, stream);
            if field.march(&path).is_ok() {
                return Action::MoveAlong(path);
            }
        }
        Action::Halt
    }
}
