//! Contact: which edges of two enemy units lie on each other, and which units are therefore engaged (EI-72). The status
//! in the state is updated here after every displacement.

use super::units::Units;
use super::{State, Status, UNITS_A_SIDE, Unit, UnitId, UnitSet, side_of};
use crate::en_avant::table::geometry::{Edge, Length, Point, QUARTER, Rectangle, SCALE_BITS, unscaled};
use arrayvec::ArrayVec;

/// An enemy unit that a unit touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The enemy.
    pub enemy: UnitId,
    /// The edge of the unit itself.
    pub own: Edge,
    /// The edge of the enemy.
    pub other: Edge,
    /// The length that the edges share.
    pub length: Length,
}

/// The length that an edge of one rectangle shares with an edge of another that faces the opposite way, to within
/// `angle` quarters of a degree and a gap of `touch`; 0 if they do not lie on each other. The result is symmetric.
pub fn shared(a: &Rectangle, own: Edge, b: &Rectangle, other: Edge, touch: Length, angle: u8) -> Length {
    match shared_as_seen(a, own, b, other, touch, angle) {
        0 => 0,
        length => length.min(shared_as_seen(b, other, a, own, touch, angle)),
    }
}

/// The length shared as seen from the first of two rectangles; not symmetric.
fn shared_as_seen(a: &Rectangle, own: Edge, b: &Rectangle, other: Edge, touch: Length, angle: u8) -> Length {
    let (out_a, out_b) = (a.heading.turned(own.turn()), b.heading.turned(other.turn()));
    if out_a.opposite().turn_to(out_b).unsigned_abs() > u16::from(angle) {
        return 0;
    }
    let (forward, right) = a.centre.seen_scaled(out_a, b.centre);
    let gap = forward - (i64::from(a.distance_of(own) + b.distance_of(other)) << SCALE_BITS);
    // Edges that are not quite parallel are apart at one end by the turn times their length.
    if gap.abs() > i64::from(2 * touch) << SCALE_BITS {
        return 0;
    }
    let (low, high) = overlap(a.length_of(own), b.length_of(other), unscaled(right));
    (high - low).max(0)
}

/// The part of an edge that lies opposite another edge whose middle is this far to the right of its own: from where to
/// where, to the right of its middle.
#[inline]
fn overlap(own: Length, other: Length, right: Length) -> (Length, Length) {
    let (own, other) = (own / 2, other / 2);
    ((-own).max(right - other), own.min(right + other))
}

/// The part of an edge of the first of two rectangles that lies opposite an edge of the second: from where to where, to
/// the right of its middle as seen outwards. It ends before it begins where there is none.
pub fn stretch(a: &Rectangle, own: Edge, b: &Rectangle, other: Edge) -> (Length, Length) {
    let (_, right) = a.centre.seen_scaled(a.heading.turned(own.turn()), b.centre);
    overlap(a.length_of(own), b.length_of(other), unscaled(right))
}

/// The outline of a unit, in table coordinates.
struct Outline {
    centre: Point,
    reach: (Length, Length),
}

/// The outlines of a side.
type Outlines = ArrayVec<(UnitId, Outline), UNITS_A_SIDE>;

impl Outline {
    fn of(whole: Rectangle) -> Outline {
        Outline { centre: whole.centre, reach: whole.reach() }
    }

    /// Whether the two may be close enough for contact.
    #[inline]
    fn may_touch(&self, other: &Outline, touch: Length) -> bool {
        let way = other.centre - self.centre;
        // Edges in contact may be up to twice the tolerance apart, and displaced sideways by as much.
        way.x.abs() <= self.reach.0 + other.reach.0 + 4 * touch
            && way.y.abs() <= self.reach.1 + other.reach.1 + 4 * touch
    }
}

impl State {
    /// Sets whether a unit is engaged. One that becomes so no longer holds an objective through the turn (EI-91).
    #[inline]
    fn set_engaged(&mut self, unit: UnitId, engaged: bool) {
        if engaged && !self.unit(unit).has(Status::ENGAGED) {
            self.objectives.iter_mut().for_each(|objective| objective.holders.remove(unit));
        }
        let it = self.unit_mut(unit);
        it.set(Status::ENGAGED, engaged);
        if !engaged {
            it.set(Status::CHARGED | Status::ATTACKER | Status::DEFENDER | Status::FRESH, false);
        }
    }
}

impl<'a> Units<'a> {
    /// The contact of a unit with an enemy, if a front takes part in it and it is long enough (EI-72): that of the
    /// longest shared edge, own front first.
    pub fn contact(self, state: &State, unit: UnitId, enemy: UnitId) -> Option<Contact> {
        self.contact_at(state, unit, state.unit(unit), enemy)
    }

    /// The contact that a unit would have with an enemy in another pose.
    pub(in crate::en_avant) fn contact_at(
        self,
        state: &State,
        unit: UnitId,
        pose: &Unit,
        enemy: UnitId,
    ) -> Option<Contact> {
        self.contact_of(state, &self.places().bounding_at(state, unit, pose), enemy)
    }

    /// The contact of a unit with this outline with an enemy.
    fn contact_of(self, state: &State, a: &Rectangle, enemy: UnitId) -> Option<Contact> {
        let b = self.places().bounding(state, enemy);
        let fronts = |own: Edge, other: Edge| own == Edge::Front || other == Edge::Front;
        let mut best: Option<Contact> = None;
        self.each_shared_edge(a, &b, fronts, |own, other, length| {
            if best.is_none_or(|it| length > it.length) {
                best = Some(Contact { enemy, own, other, length });
            }
        });
        best
    }

    /// Whether a unit touches an enemy, engaged with it or not: two flanks that lie on each other are a contact too
    /// (E6.4).
    pub fn touches_enemy(self, state: &State, unit: UnitId) -> bool {
        let own = self.places().bounding(state, unit);
        self.troops.on_table(state, side_of(unit).other()).any(|enemy| {
            let mut found = false;
            self.each_shared_edge(&own, &self.places().bounding(state, enemy), |_, _| true, |_, _, _| found = true);
            found
        })
    }

    /// The edges of two rectangles that lie on each other for long enough (EI-72), of those that count, own front
    /// first.
    #[inline]
    fn each_shared_edge(
        self,
        a: &Rectangle,
        b: &Rectangle,
        counts: impl Fn(Edge, Edge) -> bool,
        mut found: impl FnMut(Edge, Edge, Length),
    ) {
        let near = i64::from(a.radius() + b.radius() + 2 * self.measures.touch);
        if (a.centre - b.centre).square() > near * near {
            return;
        }
        // Only edges that are parallel to within the tolerance lie on each other.
        let askew = a.heading.turn_to(b.heading).rem_euclid(QUARTER);
        if askew.min(QUARTER - askew) > i16::from(self.rules.angle_epsilon) {
            return;
        }
        // With a tolerance of less than half a quarter-turn, each edge faces one edge of the other.
        let quarters = (a.heading.turn_to(b.heading) + QUARTER / 2).div_euclid(QUARTER);
        let faces = |own: Edge, other: Edge| {
            (own as i16 + 2 - quarters - other as i16).rem_euclid(4) == 0
                || i16::from(self.rules.angle_epsilon) >= QUARTER / 2
        };
        for own in Edge::ALL {
            for other in Edge::ALL {
                if !counts(own, other) || !faces(own, other) {
                    continue;
                }
                let length = shared(a, own, b, other, self.measures.touch, self.rules.angle_epsilon);
                if length >= self.measures.shared {
                    found(own, other, length);
                }
            }
        }
    }

    /// All enemies with which a unit is engaged.
    pub fn contacts(self, state: &'a State, unit: UnitId) -> impl Iterator<Item = Contact> + use<'a> {
        let engaged = state.unit(unit).has(Status::ENGAGED);
        let enemies = self.troops.on_table(state, side_of(unit).other()).filter(move |_| engaged);
        let own = engaged.then(|| self.places().bounding(state, unit));
        enemies.filter_map(move |enemy| self.contact_of(state, own.as_ref()?, enemy))
    }

    /// Recomputes which units are engaged. Units that are no longer engaged neither attack nor defend any more.
    pub fn refresh_contacts(self, state: &mut State) {
        use crate::game::Side;
        let mut engaged = UnitSet::default();
        let (mut reds, mut blues) = (Outlines::default(), Outlines::default());
        for (side, outlines) in [(Side::Red, &mut reds), (Side::Blue, &mut blues)] {
            self.troops
                .on_table(state, side)
                .for_each(|unit| outlines.push((unit, Outline::of(self.places().bounding(state, unit)))));
        }
        for (red, one) in &reds {
            for (blue, other) in &blues {
                if one.may_touch(other, self.measures.touch) && self.contact(state, *red, *blue).is_some() {
                    engaged.insert(*red);
                    engaged.insert(*blue);
                }
            }
        }
        for side in Side::BOTH {
            for unit in self.troops.units_of(side) {
                state.set_engaged(unit, engaged.has(unit));
            }
        }
        if self.troops.any_dismounts {
            self.drive_off_horses(state);
        }
    }

    /// Recomputes which units are engaged after the move of a unit that was in contact with none: no contacts of other
    /// units have ended.
    pub(in crate::en_avant) fn add_contacts(self, state: &mut State, unit: UnitId) {
        let whole = Outline::of(self.places().bounding(state, unit));
        let mut engaged = UnitSet::default();
        for enemy in self.troops.on_table(state, side_of(unit).other()) {
            let other = Outline::of(self.places().bounding(state, enemy));
            if whole.may_touch(&other, self.measures.touch) && self.contact(state, unit, enemy).is_some() {
                engaged.insert(enemy);
            }
        }
        engaged.iter().for_each(|enemy| state.set_engaged(enemy, true));
        state.set_engaged(unit, !engaged.is_empty());
        if self.troops.any_dismounts {
            self.drive_off_horses(state);
        }
    }

    /// The flanks and the rear of a unit that are touched by fronts of enemies (E11.27, EI-83): bits by
    /// `Edge as usize`.
    pub fn sides_taken(self, state: &State, unit: UnitId) -> u8 {
        let taken = self.contacts(state, unit).filter(|it| it.own != Edge::Front && it.other == Edge::Front);
        taken.fold(0, |bits, it| bits | 1 << it.own as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::en_avant::table::geometry::{CIRCLE, Heading, Point};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn two_fronts_on_each_other_share_what_lies_face_to_face(
            steps in 0..CIRCLE,
            x in -50_000..50_000,
            y in -50_000..50_000,
            shift in -9_000..9_000,
        ) {
            let heading = Heading::new(steps);
            let a = Rectangle::behind(Point::new(x, y), heading, 18_000, 3_000);
            let b =
                Rectangle::behind(a.middle_of(Edge::Front).moved(heading, 0, shift), heading.opposite(), 6_000, 4_000);
            let length = shared(&a, Edge::Front, &b, Edge::Front, 60, 4);
            let expected = (9_000.min(shift + 3_000) - (-9_000).max(shift - 3_000)).max(0);
            prop_assert!((length - expected).abs() <= 4, "{} for {}", length, expected);
            prop_assert_eq!(shared(&a, Edge::Front, &b, Edge::Rear, 60, 4), 0);
            prop_assert_eq!(shared(&a, Edge::Left, &b, Edge::Front, 60, 4), 0);
            let away = Rectangle { centre: b.centre.moved(heading, 200, 0), ..b };
            prop_assert_eq!(shared(&a, Edge::Front, &away, Edge::Front, 60, 4), 0);
        }
    }
}
