//! The visibility of targets: the field of fire of a unit, the corridor of sight, the rims of shelters, which of its
//! bases shoot, and at how many bases of the target.
//!
//! Rules E9.2, E9.3, E9.4, E9.12, E9.14, E9.15, E9.16, E9.17, E9.18 with EI-18, EI-19, EI-49, EI-51, EI-52, EI-53. The
//! choice of the target is in `shooting.rs`.

use crate::en_avant::rules::{AimedBases, Rules, Shelter, SightBlock};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint::{edge_shown, edges_at};
use crate::en_avant::state::places::Places;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, UnitId};
use crate::en_avant::table::geometry::{
    Convex, Edge, Length, Point, Rectangle, depth_of_overlap, square_to_stretch, stretches_meet,
};
use crate::en_avant::table::ground::Piece;

/// Overlaps no deeper than this are rounding errors.
const ROUNDING: Length = 2;

/// The square of the distance between two segments.
fn square_between_stretches(a: (Point, Point), b: (Point, Point)) -> i64 {
    if stretches_meet(a, b) {
        return 0;
    }
    let ends = [
        square_to_stretch(a.0, b.0, b.1),
        square_to_stretch(a.1, b.0, b.1),
        square_to_stretch(b.0, a.0, a.1),
        square_to_stretch(b.1, a.0, a.1),
    ];
    ends.into_iter().min().expect("four ends")
}

impl Rules {
    /// Whether an edge of a rectangle lies at the rim of a piece: some end of it, pushed out by the tolerance, lies
    /// outside (EI-53).
    fn is_at_rim(&self, piece: &Piece, rectangle: &Rectangle, edge: Edge) -> bool {
        let out = rectangle.heading.turned(edge.turn());
        let near = self.widths(u16::from(self.terrain_edge_tolerance));
        let (from, to) = rectangle.ends_of(edge);
        !piece.contains(from.moved(out, near, 0)) || !piece.contains(to.moved(out, near, 0))
    }
}

impl Places<'_> {
    /// Whether a unit lies at least partly in a field of fire (E9.14).
    pub fn is_in_field(self, state: &State, field: &Rectangle, target: UnitId) -> bool {
        // Most units are farther away than their extents.
        let whole = self.bounding(state, target);
        let near = i64::from(field.radius() + whole.radius());
        if (whole.centre - field.centre).square() > near * near {
            return false;
        }
        self.footprint(state, target).rectangles().iter().any(|it| depth_of_overlap(it, field) > ROUNDING)
    }

    /// The square of the distance from a unit's front edge to the part of the target in its field of fire (EI-50).
    pub(super) fn square_of_shot(self, state: &State, unit: UnitId, field: &Rectangle, target: UnitId) -> i64 {
        let edge = self.bounding(state, unit).ends_of(Edge::Front);
        let parts = self.footprint(state, target);
        let inside = parts.rectangles().iter().filter_map(|it| clipped_to(Convex::from(*it), field));
        let nearest = inside
            .map(|part| part.edges().map(|it| square_between_stretches(it, edge)).min().expect("at least three edges"))
            .min();
        // A part without an area lies at the far edge of the field.
        nearest.unwrap_or_else(|| self.square_between(state, unit, target))
    }

    /// Whether any base of a unit stands in a piece (EI-20).
    fn stands_partly_in(self, state: &State, unit: UnitId, piece: &Piece) -> bool {
        self.bases_in(state, unit, piece).next().is_some()
    }

    /// Whether any part of a rectangle lies in a piece, also of one that straddles its rim (EI-53).
    fn lies_partly_in(self, piece: &Piece, rectangle: &Rectangle) -> bool {
        piece.meets(&rectangle.shrunk(self.measures.touch))
    }

    /// Whether any part of a unit lies in a piece.
    fn reaches_into(self, state: &State, unit: UnitId, piece: &Piece) -> bool {
        self.footprint(state, unit).rectangles().iter().any(|it| self.lies_partly_in(piece, it))
    }

    /// Whether a unit lies wholly in a piece.
    fn lies_wholly_in(self, state: &State, unit: UnitId, piece: &Piece) -> bool {
        !piece.is_line() && self.footprint(state, unit).corners().all(|corner| piece.contains(corner))
    }

    /// Whether a unit is in contact with a linear obstacle (EI-18).
    pub(in crate::en_avant) fn touches_line(self, state: &State, unit: UnitId, line: &Piece) -> bool {
        let near = 2 * self.measures.touch;
        self.footprint(state, unit).rectangles().iter().any(|it| line.meets(&it.shrunk(-near)))
    }
}

impl Units<'_> {
    /// The field of fire of a unit (E9.15, E9.16, EI-49). Its far edge includes the tolerance of contact.
    pub fn field_of_fire(self, state: &State, unit: UnitId) -> Rectangle {
        let it = state.unit(unit);
        let range = self.troops.profile(state, unit).range + self.measures.touch;
        let width = Length::from(it.files) * self.measures.width + 2 * self.rules.widths(self.rules.field_side_margin);
        Rectangle::behind(it.front.moved(it.heading, range, 0), it.heading, width, range)
    }

    /// The number of bases of the target that are aimed at (E9.42, EI-52): one at least, since a shot at a limber alone
    /// is a shot at a base (EI-104).
    pub fn bases_aimed_at(self, state: &State, unit: UnitId, target: UnitId) -> u8 {
        let field = self.field_of_fire(state, unit);
        let aimed = (0..state.unit(target).bases).filter(|index| self.is_aimed_at(state, &field, target, *index));
        (aimed.count() as u8).max(1)
    }

    /// Whether a base of the target is aimed at.
    pub(super) fn is_aimed_at(self, state: &State, field: &Rectangle, target: UnitId, index: u8) -> bool {
        let in_field = || depth_of_overlap(&self.places().base(state, target, index), field) > ROUNDING;
        match self.rules.aimed_bases {
            AimedBases::WholeUnit => true,
            AimedBases::InField => in_field(),
            AimedBases::FrontRankInField => index < state.unit(target).files && in_field(),
        }
    }

    /// Whether enough bases of a unit for cover stand in a piece (EI-20).
    fn stands_inside(self, state: &State, unit: UnitId, piece: &Piece) -> bool {
        let inside = self.places().bases_in(state, unit, piece).count() as u32;
        self.rules.cover_fraction.is_reached_by(inside, u32::from(state.unit(unit).bases))
    }

    /// Whether two units stand inside one piece (EI-53): closer than a base depth with any base of each.
    fn stand_inside_together(self, state: &State, one: UnitId, other: UnitId, piece: &Piece) -> bool {
        let places = self.places();
        !piece.is_line()
            && (self.stands_inside(state, one, piece) && self.stands_inside(state, other, piece)
                || places.stands_partly_in(state, one, piece)
                    && places.stands_partly_in(state, other, piece)
                    && self.is_closer_than_a_base(state, one, other))
    }

    /// Whether two units are closer than the depth of a base, the deeper of the two, where they see each other inside
    /// any piece (EI-53).
    pub(super) fn is_closer_than_a_base(self, state: &State, one: UnitId, other: UnitId) -> bool {
        let [one_depth, other_depth] = [one, other].map(|unit| i64::from(self.troops.profile(state, unit).depth));
        let depth = one_depth.max(other_depth);
        self.places().square_between(state, one, other) < depth * depth
    }

    /// Whether a target touches the rim of a piece with any edge that faces the shooter (E9.18, EI-53).
    fn shows_at_rim(self, state: &State, unit: UnitId, target: UnitId, piece: &Piece) -> bool {
        let aimed = self.places().bounding(state, target);
        edges_at(&aimed, state.unit(unit).front).any(|edge| self.rules.is_at_rim(piece, &aimed, edge))
    }

    /// Whether a piece of terrain blocks the view through a corridor (E9.17, EI-18, EI-19, EI-51). Not if shooter or
    /// target stands at its rim, on it if it is a hill, or in contact with it if it is a line; a piece that holds both
    /// units is judged by [`Engagement::is_hidden`].
    fn piece_screens(self, state: &State, piece: &Piece, corridor: &Convex, unit: UnitId, target: UnitId) -> bool {
        if !piece.blocks_sight || !piece.meets_convex(corridor) {
            return false;
        }
        if piece.is_line() {
            return !self.places().touches_line(state, unit, piece)
                && !self.places().touches_line(state, target, piece);
        }
        let places = self.places();
        let is_on_hill = || [unit, target].into_iter().any(|it| places.stands_partly_in(state, it, piece));
        if (piece.level > 0 && is_on_hill()) || self.stand_inside_together(state, unit, target, piece) {
            return false;
        }
        let from_rim = || self.rules.is_at_rim(piece, &places.bounding(state, unit), Edge::Front);
        let is_seen_from_rim = places.reaches_into(state, unit, piece) && from_rim();
        let is_seen_at_rim = places.reaches_into(state, target, piece) && self.shows_at_rim(state, unit, target, piece);
        !is_seen_from_rim && !is_seen_at_rim
    }

    /// Whether all of a rectangle lies beside or behind a unit (E9.41, E11.8, EI-56).
    pub fn is_beside_or_behind(self, state: &State, target: UnitId, rectangle: &Rectangle) -> bool {
        use crate::en_avant::rules::FlankZone;
        let aimed = self.places().bounding(state, target);
        let ahead = |corner: &Point| aimed.centre.seen(aimed.heading, *corner).0;
        let corners = rectangle.corners();
        let behind_front = corners.iter().all(|corner| ahead(corner) <= aimed.half_depth + ROUNDING);
        match self.rules.flank_zone {
            FlankZone::BehindFrontLine => behind_front,
            FlankZone::Strict => {
                let behind_rear = |corner: &Point| ahead(corner) <= -aimed.half_depth + ROUNDING;
                let before_rear = |corner: &Point| ahead(corner) >= -aimed.half_depth - ROUNDING;
                behind_front && (corners.iter().all(behind_rear) || corners.iter().all(before_rear))
            }
        }
    }
}

impl Engagement {
    /// The number of bases of a unit that shoot at a target (E9.2, E9.3, E9.4, E9.12, EI-51, EI-52, EI-53).
    pub fn bases_shooting(&self, state: &State, unit: UnitId, target: UnitId) -> u8 {
        (0..state.unit(unit).bases).filter(|index| self.base_shoots(state, unit, *index, target)).count() as u8
    }

    /// Whether a base shoots: those of the first rank do, and each behind one that shoots if it stands higher (E9.2,
    /// E9.3), unless a shelter stops them.
    fn base_shoots(&self, state: &State, unit: UnitId, index: u8, target: UnitId) -> bool {
        let files = state.unit(unit).files;
        let rank = index / files;
        if rank >= self.rules.shooting_ranks {
            let higher = || {
                let ground = self.ground(state);
                let level = |index| ground.elevation(self.places().base(state, unit, index).centre);
                level(index) > level(index - files)
            };
            if !self.rules.higher_rear_ranks_shoot || !higher() || !self.base_shoots(state, unit, index - files, target)
            {
                return false;
            }
        }
        let base = self.places().base(state, unit, index);
        if self.is_deep_in_shelter(state, &base) && !self.share_shelter(state, unit, target) {
            return false;
        }
        self.rules.los_partial_block == SightBlock::WholeShot
            || self.corridor_is_clear(state, unit, base.ends_of(Edge::Front), target)
    }

    /// Whether a base cannot shoot out of a shelter: it stands there, or reaches into one that blocks sight, and does
    /// not touch the rim ahead of it (E9.4, EI-53).
    fn is_deep_in_shelter(&self, state: &State, base: &Rectangle) -> bool {
        let holds = |piece: &Piece| match piece.blocks_sight {
            true => self.places().lies_partly_in(piece, base),
            false => piece.contains(base.centre),
        };
        let sheltering = |piece: &&Piece| !piece.is_line() && piece.shelter != Shelter::None && holds(piece);
        self.ground(state).pieces.iter().filter(sheltering).any(|piece| !self.rules.is_at_rim(piece, base, Edge::Front))
    }

    /// Whether both units stand in one shelter (EI-53).
    fn share_shelter(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let holds_both = |piece: &Piece| self.units().stand_inside_together(state, unit, target, piece);
        self.ground(state).pieces.iter().any(|piece| piece.shelter != Shelter::None && holds_both(piece))
    }

    /// Whether the shelter in which a target stands hides it (E9.18, EI-53): it touches no rim on the shooter's side.
    /// Of two units in one piece that blocks sight each is hidden from the other unless they are closer than a base
    /// depth.
    pub(super) fn is_hidden(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        self.ground(state).pieces.iter().any(|piece| {
            if piece.is_line() {
                return false;
            }
            if self.units().stand_inside_together(state, unit, target, piece) {
                return piece.blocks_sight
                    && piece.level == 0
                    && !self.units().is_closer_than_a_base(state, unit, target);
            }
            piece.shelter != Shelter::None
                && self.places().lies_wholly_in(state, target, piece)
                && !self.units().shows_at_rim(state, unit, target, piece)
        })
    }

    /// Whether a unit sees a target from its whole front, or from that of any base where the rules count base by base
    /// (E9.17, EI-51).
    pub(in crate::en_avant) fn sees_target(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        self.edges_of_shot(state, unit).any(|edge| self.corridor_is_clear(state, unit, edge, target))
    }

    /// The edges of a unit from which it may see a target: its front, or that of each base of its front rank (EI-51).
    fn edges_of_shot(&self, state: &State, unit: UnitId) -> impl Iterator<Item = (Point, Point)> {
        let whole = self.rules.los_partial_block == SightBlock::WholeShot;
        (0..if whole { 1 } else { state.unit(unit).files }).map(move |file| {
            let from = if whole { self.places().bounding(state, unit) } else { self.places().base(state, unit, file) };
            from.ends_of(Edge::Front)
        })
    }

    /// Whether nothing blocks the view between an edge of a unit and the front of the target, or the edge that faces a
    /// shooter beside or behind it (E9.17, EI-51).
    fn corridor_is_clear(&self, state: &State, unit: UnitId, edge: (Point, Point), target: UnitId) -> bool {
        let Some(corridor) = self.corridor(state, unit, edge, target) else { return true };
        let touch = self.measures.touch;
        let screened = self.troops.all_on_table(state).any(|other| {
            other != unit
                && other != target
                && self.places().footprint(state, other).rectangles().iter().any(|it| corridor.meets(&it.shrunk(touch)))
                && !self.is_shot_over(state, unit, target, other)
        });
        !screened
            && !self
                .ground(state)
                .pieces
                .iter()
                .any(|piece| self.units().piece_screens(state, piece, &corridor, unit, target))
    }

    /// The area between an edge of a unit and the edge that the target shows, within the field of fire (E9.17, EI-51);
    /// `None` if no part of it lies there.
    fn corridor(&self, state: &State, unit: UnitId, edge: (Point, Point), target: UnitId) -> Option<Convex> {
        let aimed = self.places().bounding(state, target);
        let (from, to) = aimed.ends_of(edge_shown(&aimed, edge.0.middle(edge.1)));
        let field = self.units().field_of_fire(state, unit);
        Convex::hull(&[edge.0, edge.1, from, to]).and_then(|hull| clipped_to(hull, &field))
    }

    /// Passes each piece of terrain that blocks the view from an edge of a unit to a target (E9.17); shelter within a
    /// piece that holds both (E9.18) is not among them.
    pub(in crate::en_avant) fn each_screening_piece<'a>(
        &'a self,
        state: &State,
        unit: UnitId,
        target: UnitId,
        take: impl FnMut(&'a Piece),
    ) {
        let edges = self.edges_of_shot(state, unit);
        let corridors: Vec<Convex> = edges.filter_map(|edge| self.corridor(state, unit, edge, target)).collect();
        let screens = |piece: &&Piece| {
            corridors.iter().any(|corridor| self.units().piece_screens(state, piece, corridor, unit, target))
        };
        self.ground(state).pieces.iter().filter(screens).for_each(take);
    }

    /// Whether a unit in between stands lower than shooter and target, where the rules allow shooting over it (EI-19).
    fn is_shot_over(&self, state: &State, unit: UnitId, target: UnitId, between: UnitId) -> bool {
        let level = self.elevation(state, between);
        self.rules.shoot_over_lower_units
            && level < self.elevation(state, unit)
            && level < self.elevation(state, target)
    }

    /// The elevation of a unit: that of the middle of its first rank (EI-19).
    pub fn elevation(&self, state: &State, unit: UnitId) -> u8 {
        let it = state.unit(unit);
        self.ground(state).elevation(it.front.moved(it.heading, -self.troops.profile(state, unit).depth / 2, 0))
    }

    /// Whether every base that shoots lies beside or behind the target (E9.41, EI-56).
    pub fn is_enfilade(&self, state: &State, unit: UnitId, target: UnitId) -> bool {
        let shooting = |index: &u8| self.base_shoots(state, unit, *index, target);
        (0..state.unit(unit).bases)
            .filter(shooting)
            .all(|index| self.units().is_beside_or_behind(state, target, &self.places().base(state, unit, index)))
    }
}

/// The part of a polygon that lies in a rectangle; none if it has no area.
fn clipped_to(polygon: Convex, rectangle: &Rectangle) -> Option<Convex> {
    Edge::ALL.into_iter().try_fold(polygon, |polygon, edge| {
        let (from, to) = rectangle.ends_of(edge);
        polygon.clipped(from, to)
    })
}
