//! Moves: a path of segments is walked, checked on every leg, and executed (chapter 7).
//!
//! Rules E3.18, E3.19, E3.20, E3.21, E7.1, E7.2, E7.6, E7.7, E7.8, E7.9, E7.10, E7.11, E7.12, E7.19, E7.20, E7.21 with
//! EI-11, EI-13, EI-16, EI-17, EI-40, EI-44, EI-45, EI-46, EI-72. Costs of segments are in `movement/segment.rs`, swept
//! areas in `sweep.rs`, zones of control in `zones.rs`, contact in `conform.rs`; proposals in `candidates.rs`.

mod begun;
mod conform;
mod field;
mod obstacle;
mod segment;
mod sweep;
mod zones;

use crate::en_avant::rules::{Rules, TerrainKind};
use crate::en_avant::state::action::{Path, Segment};
use crate::en_avant::state::arrival::{Arrival, Fault};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::swept::Swept;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{NO_UNIT, State, Status, Unit, UnitId, UnitSet};
use crate::en_avant::table::geometry::{Convex, Length, Rectangle, TENTH};
use crate::game::IllegalAction;
pub(super) use begun::Begun;
use conform::Conformed;
pub(in crate::en_avant) use field::{Field, Neighbours};
pub(super) use segment::arc;
use segment::{Leg, Legs, PARTS};
use zones::ZoneWatch;

impl Rules {
    /// Whether the segments of a path may follow one another (E7.8, E7.9, E7.10, EI-11, EI-13, EI-40).
    fn check_segments(&self, start: &Unit, path: &Path) -> Result<usize, Fault> {
        let count = path.iter().count();
        if count == 0 || count > usize::from(self.max_move_segments) {
            return Err(Fault("a move has at least one segment and at most as many as the rules allow (EI-11)"));
        }
        let segments = &path.segments[..count];
        if path.segments[count..].iter().any(|it| *it != Segment::None) || !segments.iter().all(|it| it.is_sound()) {
            return Err(Fault("a segment leads nowhere (EI-11)"));
        }
        let backs = segments.iter().any(|it| matches!(it, Segment::Back(_)));
        if (count > 1 && (backs || segments.contains(&Segment::Cross))) || (backs && path.target != NO_UNIT) {
            return Err(Fault("stepping back and crossing an obstacle are whole moves (E7.9, EI-18, EI-40)"));
        }
        if segments[1..].contains(&Segment::About) || (segments[0] == Segment::About && path.target != NO_UNIT) {
            return Err(Fault("a retreat begins with a turn about and ends in contact with no enemy (E7.10)"));
        }
        let free = segments.iter().any(|it| matches!(it, Segment::Shift(..) | Segment::Turn(_)));
        if free && !self.is_free_base(start) {
            return Err(Fault("only a single base moves and faces as it likes (E7.8)"));
        }
        Ok(count)
    }
}

impl Units<'_> {
    /// Places a unit at the end of its move.
    pub(in crate::en_avant) fn arrive(self, state: &mut State, unit: UnitId, path: &Path, arrival: &Arrival) {
        let turn = state.turn;
        *state.unit_mut(unit) = Unit { moved_in: turn, ..arrival.unit };
        if let Some(turned) = arrival.target {
            *state.unit_mut(path.target) = turned;
        }
        // A unit that moves was in contact with none before; a unit that is attacked may be turned, and if it was
        // engaged it stays in place.
        if arrival.target.is_some() {
            self.refresh_contacts(state)
        } else {
            self.add_contacts(state, unit)
        }
        if path.target != NO_UNIT {
            self.mark_attack(state, unit);
        }
        if arrival.retreats && self.rules.retreat_causes_disorder {
            self.disorder(state, unit);
        }
        self.settle_captures(state, unit, arrival.meets_general, arrival.meets_camp);
    }

    /// Marks a unit that has moved to attack, and all enemies in contact with its front (E11.15, EI-37, EI-72, EI-82,
    /// EI-84).
    fn mark_attack(self, state: &mut State, unit: UnitId) {
        let mut touched = UnitSet::default();
        for contact in self.contacts(state, unit) {
            touched.insert(contact.enemy);
        }
        state.unit_mut(unit).set(Status::CHARGED | Status::ATTACKER | Status::FRESH, true);
        for enemy in touched.iter() {
            let it = state.unit_mut(enemy);
            it.set(Status::FRESH, true);
            // A unit that has attacked in the same melee does not become its defender.
            it.set(Status::DEFENDER, !it.has(Status::ATTACKER));
        }
    }
}

impl Engagement {
    /// Walks a path: returns its end, or what forbids it.
    pub(in crate::en_avant) fn march(&self, state: &State, unit: UnitId, path: &Path) -> Result<Arrival, Fault> {
        Field::around(self, state, unit, &mut Neighbours::new()).march(path)
    }

    /// Whether a move is legal.
    pub(super) fn check_move(&self, state: &State, unit: UnitId, path: &Path) -> Result<(), IllegalAction> {
        self.march(state, unit, path).map(|_| ()).map_err(IllegalAction::from)
    }

    /// Executes a move: the unit and its enemy conform, contacts and captures are resolved (E11.4, E11.15, EI-29,
    /// EI-30, EI-37).
    pub(super) fn apply_move(&self, state: &mut State, unit: UnitId, path: &Path) {
        match self.march(state, unit, path) {
            Ok(arrival) => self.units().arrive(state, unit, path, &arrival),
            Err(Fault(words)) => panic!("{path:?} of unit {unit}: {words}: only legal moves are applied"),
        }
        self.units().next_activation(state);
    }
}

impl Field<'_> {
    /// Walks a path: returns its end, or what forbids it.
    pub(in crate::en_avant) fn march(&self, path: &Path) -> Result<Arrival, Fault> {
        let (game, state, unit) = (self.game, self.state, self.unit);
        self.fault()?;
        let count = game.rules.check_segments(&self.start, path)?;
        let segments = &path.segments[..count];
        if segments == [Segment::Cross] {
            return self.cross(path);
        }
        let attacks = path.target != NO_UNIT;
        if attacks {
            game.units().may_attack(state, unit, path.target)?;
        }
        let cost = self.affordable(segments.iter().map(|segment| game.units().cost(&self.start, *segment)).sum())?;
        if matches!(segments[0], Segment::Back(_)) && cost > game.rules.widths(game.rules.backward_move) {
            return Err(Fault("a unit that keeps its facing steps back by a base width at most (E7.9)"));
        }
        let mut walk = Walk::new(self, path)?;
        let mut legs = Legs::of(self, path);
        for leg in legs.by_ref() {
            walk.leg(&leg)?;
        }
        self.arrive(walk, legs.pose, path, cost)
    }

    /// A cost, if the allowance on open ground with the bonus of a road permits it (E7.6).
    fn affordable(&self, cost: Length) -> Result<Length, Fault> {
        if cost > self.game.units().pace(self.state, self.unit) + self.bonus {
            return Err(Fault("the move is longer than the allowance (E7.6)"));
        }
        Ok(cost)
    }

    /// The end of a path that has been walked to its last leg (E7.6, E7.12, EI-72).
    fn arrive(&self, mut walk: Walk, mut end: Unit, path: &Path, cost: Length) -> Result<Arrival, Fault> {
        let (game, state, unit) = (self.game, self.state, self.unit);
        let segments = &path.segments;
        let attacks = path.target != NO_UNIT;
        if !attacks && !walk.grazed.is_empty() {
            walk.step_clear(&mut end)?;
        }
        let footprint = game.places().footprint_at(state, unit, &end);
        walk.finish(&end, &footprint, path, cost)?;
        if attacks {
            return walk.contact(&end, path.target);
        }
        if !self.stands_free(&footprint) {
            return Err(NO_ROOM);
        }
        self.keeps_apart(&footprint)?;
        let retreats = segments[0] == Segment::About;
        Ok(Arrival {
            unit: end,
            target: None,
            retreats,
            meets_general: walk.meets_general,
            meets_camp: walk.meets_camp,
        })
    }
}

impl Field<'_> {
    /// Whether bases end clear of every enemy, as required of a unit that does not attack (EI-72).
    fn keeps_apart(&self, footprint: &Footprint) -> Result<(), Fault> {
        let (apart, bounds) = (2 * self.game.measures.touch, footprint.bounds());
        if self.enemies().iter().any(|enemy| enemy.is_within(footprint, &bounds, apart)) {
            return Err(Fault("a unit that does not attack stops short of the enemy (EI-72)"));
        }
        Ok(())
    }
}

/// The fault of a move whose end is taken.
const NO_ROOM: Fault = Fault("a move ends clear of every base (E7.12)");
/// Tolerance of rounding for overlaps after a step.
const ROUNDING: Length = 4;

/// A move while it is walked.
#[derive(Clone, Copy)]
struct Walk<'a> {
    field: &'a Field<'a>,
    zones: ZoneWatch,
    /// The slowing pieces met so far, one bit each.
    slowing: u64,
    /// Friends in the way of the bases that cannot be passed through.
    blocked: UnitSet,
    /// The enemy attacked, as a rectangle, and the sides of it beside which the unit has been during the whole move
    /// (EI-56).
    target: Option<Rectangle>,
    beside: u8,
    /// Whether the front has been on a road during the whole move (EI-17).
    on_road: bool,
    meets_general: bool,
    meets_camp: bool,
    /// Whether it may only move away from the owners of zones in which it began (EI-43).
    leaves: bool,
    /// The obstacle that it crosses in this move (EI-18).
    crossing: Option<usize>,
    /// Whether it has begun to wheel, and the friends beside it at the start that it has grazed since then (EI-42).
    wheeled: bool,
    grazed: UnitSet,
}

impl<'a> Walk<'a> {
    fn new(field: &'a Field<'a>, path: &Path) -> Result<Walk<'a>, Fault> {
        let (game, state) = (field.game, field.state);
        let attacks = path.target != NO_UNIT;
        let backs = matches!(path.segments[0], Segment::Back(_) | Segment::About | Segment::Cross)
            || game.rules.is_free_base(&field.start);
        let zones = ZoneWatch::new(field, path.target, backs && !attacks)?;
        let target = attacks.then(|| game.places().bounding(state, path.target));
        let beside = target.map_or(0, |it| {
            game.rules.sides_beside(&it, game.places().bounding_at(state, field.unit, &field.start).corners())
        });
        Ok(Walk {
            leaves: field.begins_in_zone() && !attacks,
            on_road: field.bonus > 0,
            field,
            zones,
            slowing: 0,
            blocked: UnitSet::default(),
            target,
            beside,
            meets_general: false,
            meets_camp: false,
            crossing: None,
            wheeled: false,
            grazed: UnitSet::default(),
        })
    }

    /// Checks one leg.
    fn leg(&mut self, leg: &Leg) -> Result<(), Fault> {
        let field = self.field;
        let (game, state, unit) = (field.game, field.state, field.unit);
        let (from, to) =
            (game.places().footprint_at(state, unit, &leg.from), game.places().footprint_at(state, unit, &leg.to));
        let ground = game.ground(state);
        if !to.rectangles().iter().all(|it| ground.holds(it)) {
            return Err(Fault("no base leaves the table of its own accord (EI-46)"));
        }
        let swept = Swept::between(&from, &to, game.measures.touch);
        if field.enemies().iter().any(|enemy| enemy.is_met(&swept)) {
            return Err(Fault("enemy bases cannot be passed through (E7.12)"));
        }
        if !ground.pieces.is_empty() {
            let slowing = game.ground_swept(state, &swept, self.crossing);
            self.slowing |=
                slowing.ok_or(Fault("the ground cannot be entered, or an obstacle stops the unit (E3.24, E7.12)"))?;
        }
        self.wheeled |= leg.is_wheel();
        for friend in field.friends().iter().filter(|friend| friend.solid && friend.is_met(&swept)) {
            let grazes = self.wheeled && field.only_grazes(friend, &from, &to);
            if grazes { self.grazed.insert(friend.unit) } else { self.blocked.insert(friend.unit) }
        }
        self.zones.leg(field, leg, &swept, self.crossing.is_some())?;
        if let Err(fault) = field.keeps_away(leg, self.leaves) {
            self.zones.press(field, field.zones, fault)?;
        }
        self.on_road = self.on_road
            && (0..=16).all(|part| game.is_on_road(state, leg.part(game, field.depth, part * PARTS / 16).front));
        if let Some(target) = &self.target {
            self.beside &= game.rules.sides_beside(target, game.places().bounding_at(state, unit, &leg.to).corners());
        }
        let [general, camp] = field
            .prizes
            .map(|prize| prize.is_some_and(|(prize, bounds)| swept.may_meet(bounds) && swept.meets_near(&prize)));
        self.meets_general |= general;
        self.meets_camp |= camp;
        Ok(())
    }

    /// Steps aside from friends that the unit still overlaps after grazing them in a wheel, by the smallest distance
    /// that clears them, and forward out of the row as required by those on the other side (EI-42).
    fn step_clear(&mut self, end: &mut Unit) -> Result<(), Fault> {
        const STEP: Length = 5 * TENTH;
        let (field, wheeled) = (self.field, *end);
        let graze = field.game.rules.graze();
        // A step makes no overlap smaller by more than its length.
        if field.overlaps_friend(end, field.game.measures.touch + graze + ROUNDING) {
            return Err(NO_ROOM);
        }
        for ahead in (0..=graze / STEP).map(|steps| steps * STEP) {
            let from = Unit { front: wheeled.front.moved(field.start.heading, ahead, 0), ..wheeled };
            let Some(to) = self.aside(&from) else { continue };
            if (to.front - wheeled.front).square() > i64::from(graze) * i64::from(graze) {
                break;
            }
            if field.overlaps_friend(&to, field.game.measures.touch) {
                continue;
            }
            *end = to;
            return if to.front == wheeled.front { Ok(()) } else { self.leg(&Leg::straight(wheeled, to)) };
        }
        Err(NO_ROOM)
    }

    /// The nearest pose to the right or to the left in which a unit is clear of the friends that it has grazed.
    fn aside(&self, from: &Unit) -> Option<Unit> {
        let (field, touch) = (self.field, self.field.game.measures.touch);
        let (mut aside, mut way): (Length, Length) = (0, 0);
        while aside.abs() <= field.game.rules.graze() {
            let to = Unit { front: from.front.moved(from.heading, 0, aside), ..*from };
            let grazed = field.friends().iter().filter(|friend| self.grazed.has(friend.unit));
            let footprint = field.game.places().footprint_at(field.state, field.unit, &to);
            let (depth, friend) =
                grazed.map(|friend| (footprint.overlap(&friend.footprint), friend)).max_by_key(|(depth, _)| *depth)?;
            if depth <= touch {
                return Some(to);
            }
            let (_, right) = from.front.seen(from.heading, friend.bounds.0.middle(friend.bounds.1));
            // Between friends on both sides there is no room: alternating would never end.
            let push = -right.signum();
            if push == 0 || push == -way {
                break;
            }
            way = push;
            // He stands at a slight angle to the direction of the step.
            aside += push * (depth - touch + 1);
        }
        None
    }

    /// Checks that need the whole way: gaps, allowance, whether a disordered unit has moved away.
    fn finish(&self, pose: &Unit, end: &Footprint, path: &Path, cost: Length) -> Result<(), Fault> {
        let field = self.field;
        self.zones.finish(field, pose)?;
        if !self.blocked.is_empty() && !field.squeezes(path, self.blocked) {
            return Err(Fault("friends cannot be passed through (E7.12, E7.14)"));
        }
        if cost > self.allowance() + if self.on_road { field.bonus } else { 0 } {
            return Err(Fault("the move is longer than the allowance (E7.6, E7.11)"));
        }
        let now = || field.game.places().square_to_enemies(field.state, field.unit, end);
        if field.to_enemies.is_some_and(|before| now().is_some_and(|now| now <= before)) {
            return Err(Fault("a disordered unit moves only to get away from the enemy (E8.3)"));
        }
        Ok(())
    }

    /// The allowance on the ground that the unit has met, without the bonus of a road (E3.18, E7.11, EI-16, EI-17).
    fn allowance(&self) -> Length {
        let (game, state, start) = (self.field.game, self.field.state, self.field.start);
        let ground = game.ground(state);
        let mut met = self.slowing;
        if self.on_road && start.files == 1 && game.rules.road_cancels_slowing_for_columns {
            let crossed = |index: usize| {
                let roads =
                    ground.pieces.iter().filter(|piece| piece.kind == TerrainKind::Road && piece.contains(start.front));
                let mut parts = roads.flat_map(|road| road.areas());
                parts.any(|part: &Convex| ground.pieces[index].meets_convex(part))
            };
            for index in 0..ground.pieces.len() {
                if met & (1 << index) != 0 && crossed(index) {
                    met &= !(1 << index);
                }
            }
        }
        let class = game.troops.profile(state, self.field.unit).class;
        game.rules.allowance(game.rules.slowed(class, met.count_ones() as u8))
    }

    /// Brings the unit into contact at the end of its way (E11.1, E11.7, EI-72).
    fn contact(&self, end: &Unit, target: UnitId) -> Result<Arrival, Fault> {
        let (game, state, unit) = (self.field.game, self.field.state, self.field.unit);
        if !game.places().front_reaches(state, end, target) {
            return Err(Fault("the front of the unit does not reach the enemy (EI-72)"));
        }
        if game.units().engages_steady_cavalry(state, unit, end, target) {
            return Err(conform::STEADY_CAVALRY);
        }
        let aspect = game.places().aspect(state, end, target, self.beside);
        let conformed = game.conform(state, unit, end, target, aspect, self.crossing);
        let conformed = conformed.ok_or(Fault("there is no room to line up with the enemy (E11.7)"))?;
        let Conformed { unit, target } = conformed;
        Ok(Arrival { unit, target, retreats: false, meets_general: self.meets_general, meets_camp: self.meets_camp })
    }
}

#[cfg(test)]
mod tests;
