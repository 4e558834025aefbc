//! Crossing a linear obstacle: a unit that begins its move in contact with it ends on the far side, still in contact.
//!
//! Rules E3.24, E3.25 with EI-18. That the obstacle stops whoever reaches it is found out while a move is walked.

use super::engagement::Engagement;
use super::footprint::Footprint;
use super::geometry::{Edge, Length, Point, Rectangle, SCALE, square_to_stretch, stretches_meet};
use super::movement::{Arrival, Fault, Swept};
use super::rules::Movement;
use super::state::{State, Unit, UnitId, side_of, status};

/// Whether a stretch comes as near to a rectangle as this.
fn comes_near(rectangle: &Rectangle, (from, to): (Point, Point), reach: Length) -> bool {
    let reach = i64::from(reach) * i64::from(reach);
    rectangle.square_to(from) <= reach
        || rectangle.square_to(to) <= reach
        || Edge::ALL.iter().any(|edge| {
            let (a, b) = rectangle.ends_of(*edge);
            stretches_meet((a, b), (from, to)) || square_to_stretch(a, from, to) <= reach
        })
}

impl Engagement {
    /// Whether a unit touches a linear obstacle (EI-18).
    pub fn touches_obstacle(&self, state: &State, unit: UnitId) -> bool {
        self.obstacles_touched(state, &self.footprint(state, unit)).next().is_some()
    }

    /// The stretches of passable obstacles that bases touch, each with the place of its piece.
    fn obstacles_touched<'a>(
        &'a self,
        state: &'a State,
        footprint: &'a Footprint,
    ) -> impl Iterator<Item = (usize, (Point, Point))> + use<'a> {
        let reach = 2 * self.measures.touch;
        let lines = self.ground(state).pieces.iter().enumerate();
        let lines = lines.filter(|(_, piece)| piece.is_line() && piece.movement != Movement::Impassable);
        let stretches = lines.flat_map(|(index, piece)| piece.stretches().map(move |stretch| (index, stretch)));
        stretches.filter(move |(_, stretch)| footprint.rectangles().iter().any(|it| comes_near(it, *stretch, reach)))
    }

    /// A unit crosses an obstacle that it touches (E3.25, EI-18): its whole move, whatever its allowance.
    pub(super) fn cross(&self, state: &State, unit: UnitId, start: &Unit) -> Result<Arrival, Fault> {
        let footprint = self.footprint_at(state, unit, start);
        if !self.rules.linear_obstacle_stops {
            return Err(Fault("obstacles stop nobody, so that nobody has to cross them (E3.24)"));
        }
        if self.in_zone(state, side_of(unit), &footprint).is_some() {
            return Err(Fault("in an enemy zone of control a unit only backs away, halts, or goes into contact with the owner (E7.17)"));
        }
        let mut fault = Fault("the unit touches no obstacle that it could cross (EI-18)");
        for (piece, stretch) in self.obstacles_touched(state, &footprint) {
            match self.across(state, unit, start, piece, stretch) {
                Ok(arrival) => return Ok(arrival),
                Err(other) => fault = other,
            }
        }
        Err(fault)
    }

    /// Where a unit stands that has crossed a stretch, if it can.
    fn across(&self, state: &State, unit: UnitId, start: &Unit, piece: usize, (from, to): (Point, Point)) -> Result<Arrival, Fault> {
        let before = self.footprint_at(state, unit, start);
        let (way, length) = (to - from, i64::from((to - from).length()).max(1));
        let near_side = way.cross(self.bounding_at(state, unit, start).centre - from).signum();
        // How far bases reach back from the line, and how fast each direction leads to its far side.
        let back = before.corners().map(|corner| near_side * way.cross(corner - from) / length).max().expect("bases have corners");
        let speed = |edge: &Edge| {
            let (x, y) = start.heading.turned(edge.turn()).direction();
            -near_side * (i64::from(way.x) * y - i64::from(way.y) * x) / length
        };
        let edge = Edge::ALL.into_iter().max_by_key(|edge| (speed(edge), *edge == Edge::Front)).expect("four edges");
        if speed(&edge) < SCALE / 2 {
            return Err(Fault("the unit lies along no side of the obstacle (EI-18)"));
        }
        let shift = (back * SCALE + speed(&edge) - 1) / speed(&edge);
        let end = Unit { front: start.front.moved(start.heading.turned(edge.turn()), shift as Length, 0), ..*start };
        let after = self.footprint_at(state, unit, &end);
        let swept = Swept::between(&before, &after, self.measures.touch);
        let ground = self.ground(state);
        let barred = |(index, other): (usize, &super::ground::Piece)| {
            index != piece && (other.is_line() || other.movement == Movement::Impassable) && swept.meets_piece(other)
        };
        let cut = after.rectangles().iter().any(|it| self.is_cut_by_obstacle(state, it));
        let met = |other: UnitId| {
            let friend = side_of(other) == side_of(unit);
            !(friend && self.lets_through(state, unit, other)) && swept.meets_footprint(&self.footprint(state, other))
        };
        if cut || ground.pieces.iter().enumerate().any(barred) || self.all_on_table(state).any(|other| other != unit && met(other)) {
            return Err(Fault("the way across the obstacle is not free (E7.12)"));
        }
        if !self.stands_free(state, unit, &end) {
            return Err(Fault("there is no room behind the obstacle (E7.12)"));
        }
        if self.in_zone(state, side_of(unit), &after).is_some() {
            return Err(Fault("the unit would enter an enemy zone of control while it crosses (E7.17)"));
        }
        let enemies = |footprint: &Footprint| self.square_to_enemies(state, unit, footprint).unwrap_or(i64::MAX);
        let apart = i64::from(2 * self.measures.touch);
        if enemies(&after) <= apart * apart || (start.has(status::DISORDERED) && enemies(&after) <= enemies(&before)) {
            return Err(Fault("the unit would come too near to the enemy (E8.3, EI-72)"));
        }
        let other = side_of(unit).other();
        let meets_general = state.side(other).general.present && swept.meets(&self.general_base(state, other));
        Ok(Arrival { unit: end, target: None, retreats: false, meets_general })
    }
}
