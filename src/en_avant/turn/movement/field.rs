//! The surroundings of a unit that is about to move, computed once for all its moves: the bases near it, the zones in
//! which it begins, the bonus of a road.
//!
//! It implements no rules; zones E7.16 and EI-43, the limber EI-104, roads E3.21 and EI-17.

use crate::en_avant::rules::{BaseAxis, TerrainKind};
use crate::en_avant::state::arrival::Fault;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::swept::Swept;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, UNITS_A_SIDE, Unit, UnitId, UnitSet, side_of};
use crate::en_avant::table::geometry::{Length, Point, Rectangle};
use arrayvec::ArrayVec;
use std::cell::OnceCell;

/// A unit near one that moves.
pub(in crate::en_avant) struct Neighbour {
    /// Its id.
    pub unit: UnitId,
    /// Whether the moving unit cannot pass through it (E7.12, E7.13).
    pub solid: bool,
    /// Its footprint.
    pub footprint: Footprint,
    /// The minimum and maximum coordinates of its bounding rectangle.
    pub bounds: (Point, Point),
    /// Its zone of control, if it is an enemy and has one.
    pub zone: Option<Rectangle>,
    /// The minimum and maximum coordinates of its zone.
    pub zone_bounds: (Point, Point),
}

/// Storage for the units near one that moves. It is large: the field borrows it instead of moving it.
pub(in crate::en_avant) type Neighbours = ArrayVec<Neighbour, { 2 * UNITS_A_SIDE }>;

/// A unit about to move, and its surroundings.
pub(in crate::en_avant) struct Field<'a> {
    pub game: &'a Engagement,
    pub state: &'a State,
    pub unit: UnitId,
    /// The unit at the start of the move.
    pub start: Unit,
    pub(super) depth: Length,
    /// Whether its front stands on a road (EI-17).
    pub(super) on_road: bool,
    /// The bonus of a road if the unit follows one from its place.
    pub bonus: Length,
    pub(super) around: &'a [Neighbour],
    friends: usize,
    /// The enemies in whose zones it begins.
    pub(super) zones: UnitSet,
    /// The square of the distance to the nearest of them, and of a disordered unit to the nearest of all enemies.
    pub(super) to_owners: i64,
    pub(super) to_enemies: Option<i64>,
    /// The enemy's general and camp with their bounds, if they stand on the table.
    pub(super) prizes: [Option<(Rectangle, (Point, Point))>; 2],
    /// The friends in contact with it at the start, computed on first use.
    pub(super) beside: OnceCell<UnitSet>,
    /// Why it cannot move at all.
    fault: Option<Fault>,
}

impl<'a> Field<'a> {
    /// The surroundings of a unit; `room` is the storage for its neighbours.
    pub fn around(game: &'a Engagement, state: &'a State, unit: UnitId, room: &'a mut Neighbours) -> Field<'a> {
        let start = game.units().setting_out(state, unit);
        let depth = game.troops.profile(state, unit).depth;
        let on_road = game.is_on_road(state, state.unit(unit).front);
        let bonus = if on_road { game.road_bonus(state, unit) } else { 0 };
        let mut field = Field {
            game,
            state,
            unit,
            start,
            depth,
            on_road,
            bonus,
            around: &[],
            friends: 0,
            zones: UnitSet::default(),
            to_owners: 0,
            to_enemies: None,
            prizes: [None; 2],
            beside: OnceCell::new(),
            fault: None,
        };
        if !game.units().may_move(state, unit) {
            field.fault = Some(Fault("a unit in contact or in rout does not move (E7.1, EI-36)"));
            return field;
        }
        let reach = game.units().pace(state, unit).max(game.rules.widths(game.rules.backward_move)) + bonus;
        let (enemy, other) = (side_of(unit).other(), state.side(side_of(unit).other()));
        field.prizes = [
            other.general.present.then(|| game.measures.general_base(state, enemy)),
            other.camp.present.then(|| game.measures.camp(state, enemy)),
        ]
        .map(|prize| prize.map(|it| (it, it.bounds())));
        field.friends = field.gather(reach, room);
        field.around = room;
        let footprint = game.places().footprint_at(state, unit, &start);
        let inside = |it: &&Neighbour| {
            it.zone.is_some_and(|zone| footprint.rectangles().iter().any(|own| game.measures.collide(own, &zone)))
        };
        let mut nearest = i64::MAX;
        let mut zones = UnitSet::default();
        for enemy in field.enemies().iter().filter(inside) {
            zones.insert(enemy.unit);
            nearest = nearest.min(footprint.square_to(&enemy.footprint));
        }
        (field.zones, field.to_owners) = (zones, nearest);
        if start.has(Status::DISORDERED) {
            field.to_enemies = game.places().square_to_enemies(state, unit, &footprint);
        }
        // A gun that limbers up needs room for its horses.
        if start.status != state.unit(unit).status && !game.stands_free(state, unit, &start) {
            field.fault = Some(Fault("there is no room for the limber (EI-104)"));
        }
        field
    }

    /// The same with all units within a reach of the front that exceeds its allowance.
    pub(super) fn farther<'b>(&self, reach: Length, room: &'b mut Neighbours) -> Field<'b>
    where
        'a: 'b,
    {
        let friends = self.gather(reach, room);
        Field { around: room, friends, beside: OnceCell::new(), ..*self }
    }

    /// Collects the units within a reach of the front, friends first, and counts the friends; a wheel takes the rear
    /// farther, and once more its depth after a turn about, by which the rear is the front.
    fn gather(&self, reach: Length, room: &mut Neighbours) -> usize {
        room.clear();
        let mut friends = 0;
        let (game, state, unit) = (self.game, self.state, self.unit);
        let whole = game.places().bounding_at(state, unit, &self.start);
        let extent = Point::new(2 * whole.half_depth, whole.half_width).length() + 2 * whole.half_depth;
        let own = extent + 1 + reach + 4 * game.measures.touch;
        let side = side_of(unit);
        for of_side in [side, side.other()] {
            for other in game.troops.on_table(state, of_side).filter(|other| *other != unit) {
                let (pose, depth) = (state.unit(other), game.troops.profile(state, other).depth);
                let zone = depth * Length::from(game.rules.zoc_depth) / 100;
                // No part of a unit is farther from the middle of its front than its breadth and its depth.
                let whole = Length::from(pose.files) * game.measures.width + (Length::from(pose.ranks()) + 2) * depth;
                let far = i64::from(own + whole + zone);
                if (pose.front - self.start.front).square() > far * far {
                    continue;
                }
                let it = game.places().bounding(state, other);
                let distance = i64::from(own + it.radius() + zone);
                if (it.centre - self.start.front).square() > distance * distance {
                    continue;
                }
                let enemy = of_side != side;
                let zone = if enemy { game.units().zone(state, other) } else { None };
                room.push(Neighbour {
                    unit: other,
                    solid: enemy || !game.units().lets_through(state, unit, other),
                    footprint: game.places().footprint(state, other),
                    bounds: it.bounds(),
                    zone,
                    zone_bounds: zone.map_or((Point::ORIGIN, Point::ORIGIN), |zone| zone.bounds()),
                });
            }
            if of_side == side {
                friends = room.len();
            }
        }
        friends
    }

    /// The friends near the unit.
    #[inline]
    pub(super) fn friends(&self) -> &[Neighbour] {
        &self.around[..self.friends]
    }

    /// The enemies near it.
    #[inline]
    pub(super) fn enemies(&self) -> &[Neighbour] {
        &self.around[self.friends..]
    }

    /// The enemies near it, by their ids.
    pub fn enemy_ids(&self) -> impl Iterator<Item = UnitId> {
        self.enemies().iter().map(|it| it.unit)
    }

    /// The friends near it, by their ids.
    pub fn friend_ids(&self) -> impl Iterator<Item = UnitId> {
        self.friends().iter().map(|it| it.unit)
    }

    /// The fault of a unit that cannot move at all.
    pub(super) fn fault(&self) -> Result<(), Fault> {
        self.fault.map_or(Ok(()), Err)
    }

    /// Whether the unit begins in an enemy zone of control.
    #[inline]
    pub fn begins_in_zone(&self) -> bool {
        !self.zones.is_empty()
    }

    /// Whether the unit could stand in a pose that it can reach: on the table, on passable ground, without overlap
    /// (E7.12).
    pub(super) fn stands_free(&self, footprint: &Footprint) -> bool {
        let (touch, bounds) = (self.game.measures.touch, footprint.bounds());
        self.game.ground_allows(self.state, footprint)
            && !self.around.iter().any(|it| it.overlaps(footprint, &bounds, touch))
    }
}

impl Neighbour {
    /// Whether a sweep meets its bases.
    #[inline]
    pub fn is_met(&self, swept: &Swept) -> bool {
        swept.may_meet(self.bounds) && swept.meets_footprint(&self.footprint)
    }

    /// Whether it overlaps some bases, whose bounds are given too, by more than a tolerance.
    #[inline]
    pub fn overlaps(&self, footprint: &Footprint, bounds: &[(Point, Point)], touch: Length) -> bool {
        self.is_near(bounds, 0) && footprint.overlap(&self.footprint) > touch
    }

    /// Its zone of control, if it has one that a sweep meets.
    #[inline]
    pub fn zone_met(&self, swept: &Swept) -> Option<Rectangle> {
        self.zone.filter(|zone| swept.may_meet(self.zone_bounds) && swept.meets_near(zone))
    }

    /// Whether it lies within a distance of some bases, whose bounds are given too.
    #[inline]
    pub fn is_within(&self, footprint: &Footprint, bounds: &[(Point, Point)], distance: Length) -> bool {
        self.is_near(bounds, distance)
            && footprint.square_to(&self.footprint) <= i64::from(distance) * i64::from(distance)
    }

    /// Whether its bounds lie within a distance of one of some others.
    #[inline]
    fn is_near(&self, bounds: &[(Point, Point)], distance: Length) -> bool {
        let (low, high) = self.bounds;
        bounds.iter().any(|(from, to)| {
            to.x + distance >= low.x
                && from.x - distance <= high.x
                && to.y + distance >= low.y
                && from.y - distance <= high.y
        })
    }
}

impl Units<'_> {
    /// A unit at the start of its move: horse artillery limbers up as part of it (EI-104).
    fn setting_out(self, state: &State, unit: UnitId) -> Unit {
        let mut it = *state.unit(unit);
        if self.troops.profile(state, unit).troop.horse
            && self.rules.limber_is_free
            && self.rules.horse_artillery_unlimber_turns > 0
        {
            it.set(Status::LIMBERED, true);
        }
        it
    }
}

impl Engagement {
    /// The bonus of a road for a move along it (E3.21, EI-5, EI-17).
    fn road_bonus(&self, state: &State, unit: UnitId) -> Length {
        let base = match self.rules.unqualified_base_axis {
            BaseAxis::Depth => self.troops.profile(state, unit).depth,
            BaseAxis::Width => self.measures.width,
        };
        Length::from(self.rules.road_bonus_bases) * base
    }

    /// Whether a point lies on a road.
    pub(in crate::en_avant) fn is_on_road(&self, state: &State, point: Point) -> bool {
        self.ground(state).pieces.iter().any(|piece| piece.kind == TerrainKind::Road && piece.contains(point))
    }
}
