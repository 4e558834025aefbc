//! Zones of control during a move, and moves that may only lead away from the enemy.
//!
//! Rules E7.16, E7.17, E7.20, E8.3 with EI-43, EI-44, EI-45. A unit that enters a zone may only halt there, directly at
//! its edge, or continue into contact with the owner of the zone.

use super::field::Field;
use super::segment::{Leg, PARTS};
use crate::en_avant::state::arrival::Fault;
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::places::Places;
use crate::en_avant::state::space::Circle;
use crate::en_avant::state::swept::Swept;
use crate::en_avant::state::units::is_back;
use crate::en_avant::state::{NO_UNIT, State, UNITS_A_SIDE, Unit, UnitId, UnitSet, side_of};
use crate::en_avant::table::geometry::Rectangle;
use arrayvec::ArrayVec;

/// The checks of zones of control during one move.
#[derive(Clone, Copy)]
pub(super) struct ZoneWatch {
    /// The enemy with which the unit is to come into contact.
    target: UnitId,
    /// Whether it has entered the zone of that enemy, or begins in it, and continues into contact.
    claimed: bool,
    /// The enemies in whose zones it continues without contact: up to an obstacle that separates it from one of them,
    /// which it must reach before it can cross and attack (EI-18).
    continued: UnitSet,
    /// Whether a leg was allowed only because the move ended with it.
    pub halted: bool,
}

impl ZoneWatch {
    /// The checks for a unit that starts to move, with or without an enemy to attack. A unit that begins in zones only
    /// moves away, or into contact with the owner of one (E7.17, EI-43).
    pub fn new(field: &Field, target: UnitId, backs: bool) -> Result<ZoneWatch, Fault> {
        let claimed = target != NO_UNIT && field.zones.has(target);
        let mut watch = ZoneWatch { target, claimed, continued: UnitSet::default(), halted: false };
        if field.begins_in_zone() && !backs && !claimed {
            watch.continue_in_zones(field, field.zones, ONLY_AWAY)?;
        }
        Ok(watch)
    }

    /// Lets the unit continue in zones: only up to an obstacle on its way into contact, if there is one (E3.24, EI-18).
    pub fn continue_in_zones(&mut self, field: &Field, owners: UnitSet, fault: Fault) -> Result<(), Fault> {
        let lines = || field.game.ground(field.state).pieces.iter().any(|piece| piece.stops(&field.game.rules));
        // A unit that is disordered or has left an enemy's zone does not continue.
        if self.target != NO_UNIT || fault != ONLY_AWAY || !lines() {
            return Err(fault);
        }
        owners.iter().for_each(|owner| self.continued.insert(owner));
        Ok(())
    }

    /// Whether the unit continues in zones up to an obstacle.
    pub fn continues(&self) -> bool {
        !self.continued.is_empty()
    }

    /// Whether a unit that has continued in zones has reached the obstacle that separates it from their owners.
    pub fn finish(&self, field: &Field, end: &Unit) -> Result<(), Fault> {
        if self.continued.is_empty() || field.game.stops_before(field.state, field.unit, end, self.continued) {
            Ok(())
        } else {
            Err(ONLY_AWAY)
        }
    }

    /// Checks one leg (E7.17, EI-43). A unit that crosses an obstacle halts at the end of the crossing (EI-18).
    pub fn leg(&mut self, field: &Field, leg: &Leg, swept: &Swept, crosses: bool) -> Result<(), Fault> {
        if self.claimed || (crosses && self.target == NO_UNIT) {
            return Ok(());
        }
        let zones = || {
            let entered = field.enemies().iter().filter(|enemy| !field.zones.has(enemy.unit));
            entered.filter_map(|enemy| enemy.zone_met(swept).map(|zone| (enemy.unit, zone)))
        };
        if zones().next().is_none() {
            return Ok(());
        }
        if self.target != NO_UNIT {
            let Some((_, own)) = zones().find(|(enemy, _)| *enemy == self.target) else { return Err(OTHER_ZONE) };
            // Of several zones entered in the same leg, that of the target must be entered first.
            let entry = |zone: &Rectangle| field.first_part(leg, zone);
            let reached = if zones().nth(1).is_some() { entry(&own) } else { 0 };
            if zones().any(|(enemy, zone)| enemy != self.target && entry(&zone) < reached) {
                return Err(OTHER_ZONE);
            }
            self.claimed = true;
            return Ok(());
        }
        let on_the_edge = || {
            let hair = 2 * field.game.measures.touch;
            leg.short_of_end(field.game, field.depth, hair).is_none_or(|short| {
                let swept = field.swept(&leg.from, &short);
                !zones().any(|(_, zone)| swept.meets(&zone))
            })
        };
        if leg.last && on_the_edge() {
            self.halted = true;
            return Ok(());
        }
        // The zone entered first decides: it is towards its owner that the unit continues.
        let mut owners = self.continued;
        if owners.is_empty() {
            let entry = |zone: &Rectangle| if zones().nth(1).is_some() { field.first_part(leg, zone) } else { 0 };
            let first = zones().map(|(_, zone)| entry(&zone)).min();
            zones().filter(|(_, zone)| Some(entry(zone)) == first).for_each(|(enemy, _)| owners.insert(enemy));
        }
        self.continue_in_zones(field, owners, ONLY_AWAY)
    }
}

/// The fault of other moves in a zone.
pub(super) const ONLY_AWAY: Fault =
    Fault("in an enemy zone of control a unit only backs away, halts, or goes into contact with the owner (E7.17)");
/// The fault of an attack through another zone.
const OTHER_ZONE: Fault = Fault("the unit enters the zone of control of another enemy first (E7.17)");

impl Field<'_> {
    /// The area that the unit sweeps over between two poses.
    pub(super) fn swept(&self, from: &Unit, to: &Unit) -> Swept {
        let footprint = |pose: &Unit| self.game.places().footprint_at(self.state, self.unit, pose);
        Swept::between(&footprint(from), &footprint(to), self.game.measures.touch)
    }

    /// The first part of a leg in which the unit enters a zone.
    fn first_part(&self, leg: &Leg, zone: &Rectangle) -> i32 {
        let meets = |part: i32| self.swept(&leg.from, &leg.part(self.game, self.depth, part)).meets(zone);
        let (mut low, mut high) = (0, PARTS);
        while low < high {
            let middle = (low + high) / 2;
            if meets(middle) { high = middle } else { low = middle + 1 }
        }
        low
    }

    /// Whether a unit that may only move away from enemies does so during a whole leg (E7.17, E7.20, EI-43, EI-45).
    pub(super) fn keeps_away(&self, leg: &Leg, from_owners: bool) -> Result<(), Fault> {
        if self.to_enemies.is_none() && !from_owners {
            return Ok(());
        }
        let (places, to_enemies) = (self.game.places(), self.to_enemies.map(no_nearer_than));
        let to_owners = no_nearer_than(self.to_owners);
        let near = to_enemies.map_or(ArrayVec::new(), |least| self.enemies_near(leg, least));
        for part in 1..=8 {
            let pose = leg.part(self.game, self.depth, part * PARTS / 8);
            let footprint = places.footprint_at(self.state, self.unit, &pose);
            if to_enemies.is_some_and(|least| places.is_any_within(self.state, &footprint, near.iter().copied(), least))
            {
                return Err(Fault("a disordered unit moves only to get away from the enemy (E8.3)"));
            }
            let mut owners = self.enemies().iter().filter(|enemy| from_owners && self.zones.has(enemy.unit));
            if owners.any(|enemy| footprint.comes_within(&enemy.footprint, to_owners)) {
                return Err(ONLY_AWAY);
            }
        }
        Ok(())
    }

    /// Whether a unit that began in zones of control has drawn back at the end of its move: to its own rear, or away
    /// from the fronts of all owners, by at least as much as sideways (E7.17, EI-43).
    pub(super) fn draws_back(&self, end: &Unit) -> bool {
        let middle = |pose: &Unit| self.game.places().bounding_at(self.state, self.unit, pose).centre;
        let (before, after) = (middle(&self.start), middle(end));
        let to_rear = before.seen(self.start.heading.opposite(), after);
        let mut owners =
            self.enemies().iter().filter(|enemy| self.zones.has(enemy.unit)).filter_map(|enemy| enemy.zone);
        is_back(to_rear) || owners.all(|zone| is_back(before.seen(zone.heading, after)))
    }

    /// The enemies that may come within a distance of the unit on a leg: there are few.
    fn enemies_near(&self, leg: &Leg, distance: i64) -> ArrayVec<Circle, UNITS_A_SIDE> {
        let places = self.game.places();
        let from = places.footprint_at(self.state, self.unit, &leg.from);
        // Its front covers this way, and a turn takes the rest of the unit no farther than its whole extent.
        let way = (leg.to.front - leg.from.front).length() + 1;
        let turn = if leg.turns() { 4 * from.rectangles()[0].radius() } else { 0 };
        let distance = distance + i64::from(way + turn);
        let enemies = self.game.troops.on_table(self.state, side_of(self.unit).other());
        let circles = enemies.map(|enemy| Circle::around(enemy, &places.bounding(self.state, enemy)));
        circles.filter(|circle| !circle.is_beyond(&from, distance)).collect()
    }
}

/// The distance below which a unit has come nearer than one whose square is given, except by rounding (EI-43, EI-45).
fn no_nearer_than(before: i64) -> i64 {
    (before.isqrt() - 4).max(0)
}

impl Places<'_> {
    /// The square of the distance from a footprint to the nearest enemy unit (EI-45).
    pub(in crate::en_avant) fn square_to_enemies(
        self,
        state: &State,
        unit: UnitId,
        footprint: &Footprint,
    ) -> Option<i64> {
        self.nearest_square(state, footprint, self.troops.on_table(state, side_of(unit).other()))
    }
}
