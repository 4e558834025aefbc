//! The places where a unit that moves straight ahead has a reason to stop: out of reach of a charge, within range or
//! out of it, at an edge of ground or on a hill, level with a friend.
//!
//! By geometry alone, without walking: whether a way is free is checked when the move is proposed. The lengths are
//! based on the allowance E7.6, the field of fire E9.15, elevation EI-19.

use super::{Proposals, in_tenths};
use crate::en_avant::rules::{Movement, Shelter};
use crate::en_avant::state::action::tenths;
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::{Status, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::{Edge, Heading, Length, Point, Rectangle, TENTH, depth_of_overlap, gap_between};
use crate::en_avant::table::ground::Piece;
use arrayvec::ArrayVec;

/// Maximum number of stops on one way.
const MOST_STOPS: usize = 14;
/// Maximum number of stops for one reason.
const MOST_OF_A_SORT: usize = 3;
/// Stops closer to each other than this are merged, in tenths of a millimetre.
const SAME: u16 = 6;
/// The distance outside an enemy's reach, or inside an edge, at which a unit stops.
const CLEAR: Length = 10 * TENTH;
/// The difference between the half widths of the front and of a strip ahead, so that objects beside it do not count.
const OVERLAP: Length = 50;
/// Directions that differ by no more than this count as parallel, in quarters of a degree.
pub(super) const PARALLEL: i16 = 8;

/// Lengths at which to stop, in tenths of a millimetre.
pub(super) type Stops = ArrayVec<u16, MOST_STOPS>;

/// The nearest and the farthest point of some edges that lie ahead of a point, or behind it, in a strip of a
/// half-width.
pub(super) fn extent_ahead(
    front: Point,
    heading: Heading,
    wide: Length,
    edges: impl Iterator<Item = (Point, Point)>,
) -> Option<(Length, Length)> {
    let mut extent: Option<(Length, Length)> = None;
    let mut take = |forward: Length| {
        extent = Some(extent.map_or((forward, forward), |(least, most)| (least.min(forward), most.max(forward))));
    };
    for (from, to) in edges {
        let (from, to) = (front.seen(heading, from), front.seen(heading, to));
        for end in [from, to] {
            if end.1.abs() <= wide {
                take(end.0);
            }
        }
        for side in [-wide, wide] {
            // Where an edge crosses the side of the strip.
            if (from.1 < side) != (to.1 < side) {
                let share = i64::from(to.0 - from.0) * i64::from(side - from.1) / i64::from(to.1 - from.1);
                take(from.0 + share as Length);
            }
        }
    }
    extent
}

/// The distance from a front to the nearest point of some bases ahead of it, if any. The front is that of a pose,
/// shifted to the right by an offset.
pub(super) fn distance_ahead(pose: &Unit, half_width: Length, right: Length, footprint: &Footprint) -> Option<Length> {
    let front = pose.front.moved(pose.heading, 0, right);
    let edges = footprint.rectangles().iter().flat_map(|it| Edge::ALL.map(|edge| it.ends_of(edge)));
    extent_ahead(front, pose.heading, half_width - OVERLAP, edges).map(|(nearest, _)| nearest)
}

/// The greatest length before a condition becomes true that holds at the end of a way and not at its beginning.
fn last_before(most: u16, holds: impl Fn(u16) -> bool) -> Option<u16> {
    if holds(0) || !holds(most) {
        return None;
    }
    let (mut low, mut high) = (0, most);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle }
    }
    (low > 0).then_some(low)
}

/// The few shortest of a sequence of lengths.
#[derive(Default)]
struct Shortest(ArrayVec<u16, { MOST_OF_A_SORT + 1 }>);

impl Shortest {
    fn take(&mut self, length: u16) {
        let place = self.0.iter().position(|it| *it >= length).unwrap_or(self.0.len());
        if self.0.get(place) != Some(&length) && place < MOST_OF_A_SORT {
            self.0.insert(place, length);
            self.0.truncate(MOST_OF_A_SORT);
        }
    }

    fn add_to(self, stops: &mut Stops) {
        self.0.into_iter().for_each(|length| add(stops, length));
    }
}

/// Adds a stop, unless an existing one is equivalent.
fn add(stops: &mut Stops, length: u16) {
    if !stops.is_full() && stops.iter().all(|it| it.abs_diff(length) >= SAME) {
        stops.push(length);
    }
}

impl<S: Sink> Proposals<'_, S> {
    /// Half of the unit's front.
    pub(super) fn half_width(&self) -> Length {
        Length::from(self.start.files) * self.game.measures.width / 2
    }

    /// Adds stops relative to enemies, on a way straight ahead of a pose of at most `most`.
    pub(super) fn stops_before_enemies(&self, pose: &Unit, most: u16) -> Stops {
        let mut stops = Stops::new();
        let (game, state, unit) = (self.game, self.field.state, self.field.unit);
        let whole = game.places().bounding_at(state, unit, pose);
        let at = |length: u16| Rectangle { centre: whole.centre.moved(pose.heading, tenths(length), 0), ..whole };
        let range = game.troops.profile(state, unit).range;
        let field_half = self.half_width() + game.rules.widths(game.rules.field_side_margin);
        let (mut charges, mut shots, mut fires) = (Shortest::default(), Shortest::default(), Shortest::default());
        for enemy in game.troops.on_table(state, side_of(unit).other()) {
            let (it, profile) = (state.unit(enemy), game.troops.profile(state, enemy));
            let pace = game.units().pace(state, enemy);
            let theirs = game.places().bounding(state, enemy);
            let far = i64::from(pace.max(range).max(profile.range) + tenths(most) + whole.radius() + theirs.radius());
            if (theirs.centre - whole.centre).square() > far * far {
                continue;
            }
            let idle = it.has(Status::ENGAGED | Status::ROUTING | Status::RAMPANT | Status::DISORDERED);
            let looks = it.front.seen(it.heading, whole.centre).0 > 0;
            if !idle && looks && game.units().may_attack(state, enemy, unit).is_ok() {
                let (edge, reach) = (game.measures.front_edge(it), i64::from(pace + CLEAR));
                if let Some(length) = last_before(most, |length| gap_between(&at(length), &edge) <= reach * reach) {
                    charges.take(length);
                }
            }
            if range > 0
                && let Some(ahead) = distance_ahead(pose, field_half, 0, &game.places().footprint(state, enemy))
                && ahead > range
                && ahead - range <= tenths(most)
            {
                shots.take(in_tenths(ahead - range + TENTH - 1));
            }
            if profile.range > 0 && !idle && looks {
                let field = game.units().field_of_fire(state, enemy);
                if let Some(length) = last_before(most, |length| depth_of_overlap(&at(length), &field) > -CLEAR) {
                    fires.take(length);
                }
            }
        }
        [charges, shots, fires].into_iter().for_each(|lengths| lengths.add_to(&mut stops));
        stops
    }

    /// Adds stops relative to ground: before its edge, just inside, at its far edge, where a hill raises the unit.
    pub(super) fn stops_at_ground(&self, pose: &Unit, most: u16, stops: &mut Stops) {
        let (game, state, unit) = (self.game, self.field.state, self.field.unit);
        let whole = game.places().bounding_at(state, unit, pose);
        let (half, deep) = (self.half_width(), 2 * whole.half_depth);
        let reach = tenths(most) + deep;
        let ground = game.ground(state);
        let level = game.elevation(state, unit);
        for piece in &ground.pieces {
            let matters = piece.level > 0
                || piece.shelter != Shelter::None
                || piece.movement != Movement::Free
                || piece.blocks_sight;
            if !matters || !is_near(piece, &whole, reach) {
                continue;
            }
            let edges = || piece.areas().iter().flat_map(|area| area.edges()).chain(piece.stretches());
            let Some((nearest, _)) = extent_ahead(pose.front, pose.heading, half, edges()) else { continue };
            let mut lengths = ArrayVec::<Length, 4>::new();
            lengths.push(nearest / TENTH * TENTH);
            let holds = !piece.is_line() && piece.movement != Movement::Impassable;
            if holds && (piece.level > 0 || piece.shelter != Shelter::None || piece.blocks_sight) {
                let ray =
                    |right: Length| extent_ahead(pose.front.moved(pose.heading, 0, right), pose.heading, 0, edges());
                if let (Some(left), Some(middle), Some(right)) = (ray(OVERLAP - half), ray(0), ray(half - OVERLAP)) {
                    lengths.push(left.1.min(middle.1).min(right.1) / TENTH * TENTH);
                    lengths.push(left.0.max(middle.0).max(right.0) + deep + CLEAR);
                    if piece.level > level {
                        lengths.push(middle.0 + game.troops.profile(state, unit).depth / 2 + CLEAR);
                    }
                }
            }
            for length in lengths {
                if length > 0 && length <= tenths(most) {
                    add(stops, in_tenths(length));
                }
            }
        }
    }

    /// Adds stops in line with friends, at their present places or those that they can reach: the faster waits for the
    /// slower.
    pub(super) fn stops_in_line(&self, pose: &Unit, most: u16, stops: &mut Stops) {
        let state = self.field.state;
        for friend in self.field.friend_ids() {
            let other = state.unit(friend);
            if pose.heading.turn_to(other.heading).abs() > PARALLEL || other.has(Status::ROUTING) {
                continue;
            }
            let (ahead, _) = pose.front.seen(pose.heading, other.front);
            for level in [ahead + self.still_to_go(friend), ahead] {
                if level > 0 && level <= tenths(most) {
                    add(stops, in_tenths(level + TENTH / 2));
                }
            }
        }
    }

    /// The distance that a friend can still advance in this turn.
    pub(super) fn still_to_go(&self, friend: UnitId) -> Length {
        let (game, state) = (self.game, self.field.state);
        if state.may_be_activated(friend) && game.units().may_move(state, friend) {
            game.units().pace(state, friend)
        } else {
            0
        }
    }
}

/// Whether a piece is within reach of a rectangle.
fn is_near(piece: &Piece, whole: &Rectangle, reach: Length) -> bool {
    let (low, high) = piece.bounds;
    let reach = reach + whole.radius();
    let centre = whole.centre;
    centre.x + reach >= low.x && centre.x - reach <= high.x && centre.y + reach >= low.y && centre.y - reach <= high.y
}
