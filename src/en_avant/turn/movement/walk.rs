//! A move while it is walked, leg by leg: what it meets, what forbids it, and its end.

use super::conform::{self, Conformed};
use super::segment::{Leg, PARTS};
use super::zones::{ONLY_AWAY, ZoneWatch};
use super::{Field, NO_ROOM};
use crate::en_avant::rules::TerrainKind;
use crate::en_avant::state::action::{Path, Segment};
use crate::en_avant::state::arrival::{Arrival, Fault};
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::swept::Swept;
use crate::en_avant::state::units::ROUNDING;
use crate::en_avant::state::{NO_UNIT, Unit, UnitId, UnitSet};
use crate::en_avant::table::geometry::{Convex, Length, Rectangle, TENTH};

/// A move while it is walked.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a> {
    pub(super) field: &'a Field<'a>,
    pub(super) zones: ZoneWatch,
    /// The slowing pieces met so far, one bit each.
    pub(super) slowing: u64,
    /// Friends in the way of the bases that cannot be passed through.
    pub(super) blocked: UnitSet,
    /// The enemy attacked, as a rectangle, and the sides of it beside which the unit has been during the whole move
    /// (EI-56).
    pub(super) target: Option<Rectangle>,
    pub(super) beside: u8,
    /// Whether the front has been on a road during the whole move (EI-17).
    pub(super) on_road: bool,
    pub(super) meets_general: bool,
    pub(super) meets_camp: bool,
    /// Whether it may only move away from the owners of zones in which it began (EI-43).
    pub(super) leaves: bool,
    /// The obstacle that it crosses in this move (EI-18).
    pub(super) crossing: Option<usize>,
    /// Whether it has begun to wheel, and the friends beside it at the start that it has grazed since then (EI-42).
    pub(super) wheeled: bool,
    pub(super) grazed: UnitSet,
}

impl<'a> Walk<'a> {
    pub(super) fn new(field: &'a Field<'a>, path: &Path) -> Result<Walk<'a>, Fault> {
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
            on_road: field.on_road,
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
    pub(super) fn leg(&mut self, leg: &Leg) -> Result<(), Fault> {
        let field = self.field;
        let (game, state, unit) = (field.game, field.state, field.unit);
        let (from, to) =
            (game.places().footprint_at(state, unit, &leg.from), game.places().footprint_at(state, unit, &leg.to));
        let ground = game.ground(state);
        if !to.rectangles().iter().all(|it| ground.holds(it)) {
            return Err(Fault("no base may leave the table in a voluntary move (EI-46)"));
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
            self.zones.continue_in_zones(field, field.zones, fault)?;
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
    pub(super) fn step_clear(&mut self, end: &mut Unit) -> Result<(), Fault> {
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
            // It stands at a slight angle to the direction of the step.
            aside += push * (depth - touch + 1);
        }
        None
    }

    /// Checks that need the whole way: gaps, allowance, whether a disordered unit has moved away.
    pub(super) fn finish(&self, pose: &Unit, end: &Footprint, path: &Path, cost: Length) -> Result<(), Fault> {
        let field = self.field;
        self.zones.finish(field, pose)?;
        if self.leaves && !self.zones.continues() && !field.draws_back(pose) {
            return Err(ONLY_AWAY);
        }
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
    pub(super) fn contact(&self, end: &Unit, target: UnitId) -> Result<Arrival, Fault> {
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
