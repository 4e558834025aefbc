//! Crossing a linear obstacle: a unit that begins its move in contact with it ends on the far side, still in contact.
//!
//! Rules E3.24, E3.25, E7.17 with EI-18, EI-43. That the obstacle stops a unit is checked while a move is walked.

use super::{Field, Neighbours, Walk, segment::Leg, zones::ONLY_AWAY};
use crate::en_avant::rules::Movement;
use crate::en_avant::state::action::Path;
use crate::en_avant::state::arrival::{Arrival, Fault};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::space::comes_near;
use crate::en_avant::state::{NO_UNIT, State, Unit, UnitId, UnitSet};
use crate::en_avant::table::crossing::{Crossing, WayOver};
use crate::en_avant::table::geometry::{Edge, Length, Point, TENTH};
use crate::en_avant::table::ground::Piece;

const NO_ROOM_BEHIND: Fault = Fault("there is no room behind the obstacle (E7.12)");

impl Engagement {
    /// Whether bases touch an obstacle that separates them from an enemy that they may attack: with their front, so
    /// that they have come to cross it (E3.24, E7.17, EI-18).
    pub(super) fn stops_before(&self, state: &State, unit: UnitId, end: &Unit, enemies: UnitSet) -> bool {
        if !self.rules.linear_obstacle_stops || enemies.is_empty() {
            return false;
        }
        let (footprint, front) = (self.places().footprint_at(state, unit, end), self.measures.front_edge(end));
        let centre = self.places().bounding_at(state, unit, end).centre;
        let parts = |(from, to): (Point, Point), enemy: UnitId| {
            let side = |point: Point| (to - from).cross(point - from).signum();
            side(centre) * side(self.places().bounding(state, enemy).centre) < 0
        };
        self.stretches_touched(state, footprint.rectangles()).any(|(_, stretch)| {
            comes_near(&front, stretch, 2 * self.measures.touch)
                && enemies
                    .iter()
                    .any(|enemy| parts(stretch, enemy) && self.units().may_attack(state, unit, enemy).is_ok())
        })
    }
}

impl Field<'_> {
    /// A unit crosses an obstacle that it touches (E3.25, EI-18): its whole move, whatever its allowance. It may end in
    /// an enemy zone of control; with a target, it continues into contact with an enemy that leaves no room behind the
    /// obstacle (E7.17).
    pub(super) fn cross(&self, path: &Path) -> Result<Arrival, Fault> {
        let (game, state, unit) = (self.game, self.state, self.unit);
        if !game.rules.linear_obstacle_stops {
            return Err(Fault("obstacles stop no unit, so that none has to cross them (E3.24)"));
        }
        if path.target != NO_UNIT {
            game.units().may_attack(state, unit, path.target)?;
        }
        let footprint = game.places().footprint_at(state, unit, &self.start);
        let bounding = game.places().bounding_at(state, unit, &self.start);
        // A unit moves sideways by at most its breadth, and an oblique way over one stretch is at most twice as long.
        let most = 4 * bounding.radius();
        let mut room = Neighbours::new();
        let field = self.farther(most, &mut room);
        let crossing = Crossing { bases: footprint.rectangles(), touch: game.measures.touch, most };
        let mut fault = Fault("the unit touches no obstacle that it could cross (EI-18)");
        for (piece, stretch) in game.stretches_touched(state, footprint.rectangles()) {
            for side in crossing.sides_left(bounding.centre, stretch).into_iter().filter(|side| *side != 0) {
                match field.across(path, crossing, piece, stretch, side) {
                    Ok(arrival) => return Ok(arrival),
                    Err(other) => fault = other,
                }
            }
        }
        Err(fault)
    }

    /// The unit after crossing a segment from one side, if it can.
    fn across(
        &self,
        path: &Path,
        crossing: Crossing<'_>,
        piece: usize,
        stretch: (Point, Point),
        near_side: i64,
    ) -> Result<Arrival, Fault> {
        let (game, state, unit, start) = (self.game, self.state, self.unit, &self.start);
        let stretches = || game.ground(state).pieces[piece].stretches();
        let Some(WayOver { edge, first, whole }) = crossing.over(stretches, stretch, near_side) else {
            return Err(Fault("the unit lies along no side of the obstacle (EI-18)"));
        };
        let shift = match path.target {
            NO_UNIT => whole.ok_or(NO_ROOM_BEHIND)?,
            target => self.way_to(target, edge, whole.unwrap_or(first))?,
        };
        let end = Unit { front: start.front.moved(start.heading.turned(edge.turn()), shift, 0), ..*start };
        let is_back = edge == Edge::Rear || (game.rules.is_free_base(start) && self.draws_back(&end));
        if self.begins_in_zone() && path.target == NO_UNIT && !is_back {
            return Err(ONLY_AWAY);
        }
        let mut walk = Walk::new(self, path)?;
        walk.crossing = Some(piece);
        walk.leg(&Leg::straight(*start, end))?;
        // A crossing is a whole move: no obstacle is left to which the unit could continue in a zone.
        if walk.zones.continues() {
            return Err(ONLY_AWAY);
        }
        if !walk.blocked.is_empty() {
            return Err(Fault("the way across the obstacle is not free (E7.12)"));
        }
        if path.target != NO_UNIT {
            return walk.contact(&end, path.target);
        }
        let after = game.places().footprint_at(state, unit, &end);
        if after.rectangles().iter().any(|it| game.is_cut_by_obstacle(state, it)) || !self.stands_free(&after) {
            return Err(NO_ROOM_BEHIND);
        }
        self.keeps_apart(&after)?;
        if self
            .to_enemies
            .is_some_and(|before| game.places().square_to_enemies(state, unit, &after).is_some_and(|now| now <= before))
        {
            return Err(Fault("a disordered unit moves only to get away from the enemy (E8.3)"));
        }
        Ok(Arrival {
            unit: end,
            target: None,
            retreats: false,
            meets_general: walk.meets_general,
            meets_camp: walk.meets_camp,
        })
    }

    /// The distance straight ahead, in tenths of a millimetre, to an obstacle within the allowance that stops the unit
    /// (E3.24).
    pub(in crate::en_avant) fn advance_to_obstacle(&self) -> Option<u16> {
        let ground = self.game.ground(self.state);
        let stops = |piece: &&Piece| piece.stops(&self.game.rules) && piece.movement != Movement::Impassable;
        if !ground.pieces.iter().any(|piece| stops(&piece)) {
            return None;
        }
        let meets = |length: Length| {
            let end = Unit { front: self.start.front.moved(self.start.heading, length, 0), ..self.start };
            let swept = self.swept(&self.start, &end);
            ground.pieces.iter().filter(stops).any(|piece| swept.meets_piece(piece))
        };
        let (mut low, mut high) = (1, self.game.units().pace(self.state, self.unit));
        if meets(low) || !meets(high) {
            return None;
        }
        while low < high {
            let middle = (low + high) / 2;
            if meets(middle) { high = middle } else { low = middle + 1 }
        }
        Some(((low - 1) / TENTH) as u16).filter(|length| *length > 0)
    }

    /// The distance straight ahead until the front of a unit meets an enemy, if that is within a limit.
    fn way_to(&self, target: UnitId, edge: Edge, most: Length) -> Result<Length, Fault> {
        const TOO_FAR: Fault =
            Fault("the front of the unit does not reach the enemy across the obstacle (EI-18, EI-72)");
        if edge != Edge::Front {
            return Err(TOO_FAR);
        }
        let touch = self.game.measures.touch;
        let theirs = self.game.places().footprint(self.state, target);
        let meets = |length: Length| {
            let end = Unit { front: self.start.front.moved(self.start.heading, length, 0), ..self.start };
            self.swept(&self.start, &end).meets_footprint(&theirs)
        };
        let (mut low, mut high) = (0, most + 3 * touch);
        if !meets(high) {
            return Err(TOO_FAR);
        }
        while low < high {
            let middle = (low + high) / 2;
            if meets(middle) { high = middle } else { low = middle + 1 }
        }
        // The swept area is smaller than the bases by the tolerance.
        Ok((low - touch - 1).clamp(0, most))
    }
}
