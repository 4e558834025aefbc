//! The table: its size and its pieces of terrain, with their effects (chapter 3, table T1), and queries on them.
//!
//! Every piece carries its own attributes (E3.23, EI-15). An area is one convex outline; a strip (road, river) is a
//! chain of quadrilaterals; a linear obstacle is a chain of segments (EI-18). Where a river is crossed by a ford or a
//! road, its strip is interrupted and the ford lies in between.

use super::geometry::{Convex, Heading, Length, Point, QUARTER, Rectangle, TENTH, square_to_stretch, stretches_meet};
use crate::en_avant::rules::{Movement, Rules, Shelter, TerrainKind, TerrainRow};

/// Maximum number of pieces of terrain on a table.
pub const MOST_PIECES: usize = 64;

/// The shape of a piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A convex outline (E3.26).
    Area(Convex),
    /// A chain of quadrilaterals (E3.27).
    Strip(Vec<Convex>),
    /// A chain of points (E3.24).
    Line(Vec<Point>),
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name; that of its kind where the scenario gives none.
    pub name: String,
    /// Its kind.
    pub kind: TerrainKind,
    /// Its shape.
    pub shape: Shape,
    /// Its effect on movement.
    pub movement: Movement,
    /// Whether it blocks sight.
    pub blocks_sight: bool,
    /// The shelter that it gives.
    pub shelter: Shelter,
    /// Whether it is rough ground (EI-21).
    pub rough: bool,
    /// The level of a hill (EI-19).
    pub level: u8,
    /// The minimum and maximum coordinates of its shape.
    pub bounds: (Point, Point),
    /// The middle of its shape, stored because it is often needed.
    pub centre: Point,
}

impl Shape {
    /// The minimum and maximum coordinates.
    pub fn bounds(&self) -> (Point, Point) {
        let corners: Vec<Point> = match self {
            Shape::Area(area) => area.corners().to_vec(),
            Shape::Strip(parts) => parts.iter().flat_map(|part| part.corners().to_vec()).collect(),
            Shape::Line(points) => points.clone(),
        };
        let extreme = |pick: fn(i32, i32) -> i32| {
            let join = |a: Point, b: &Point| Point::new(pick(a.x, b.x), pick(a.y, b.y));
            corners.iter().skip(1).fold(corners[0], join)
        };
        (extreme(i32::min), extreme(i32::max))
    }

    /// The middle: the centroid of an area, of the middle part of a strip (EI-23); the middle point of a line.
    pub fn centre(&self) -> Point {
        match self {
            Shape::Area(area) => area.centre(),
            Shape::Strip(parts) => parts[parts.len() / 2].centre(),
            Shape::Line(points) => points[points.len() / 2],
        }
    }

    /// The same shape rotated about the centre of the table by half a circle.
    pub fn turned(&self) -> Shape {
        match self {
            Shape::Area(area) => Shape::Area(area.turned()),
            Shape::Strip(parts) => Shape::Strip(parts.iter().map(Convex::turned).collect()),
            Shape::Line(points) => Shape::Line(points.iter().map(|point| -*point).collect()),
        }
    }
}

impl Piece {
    /// A piece of a kind, with the attributes of a row of table T1.
    pub fn new(name: String, kind: TerrainKind, row: &TerrainRow, shape: Shape) -> Piece {
        let (bounds, centre) = (shape.bounds(), shape.centre());
        Piece {
            name,
            kind,
            shape,
            movement: row.movement,
            blocks_sight: row.blocks_sight,
            shelter: row.shelter,
            rough: row.rough,
            level: row.level,
            bounds,
            centre,
        }
    }

    /// The same piece with another shape.
    pub fn with_shape(&self, shape: Shape) -> Piece {
        Piece { bounds: shape.bounds(), centre: shape.centre(), shape, ..self.clone() }
    }

    /// Whether it is a linear obstacle at which units stop before they cross it (E3.24).
    #[inline]
    pub fn stops(&self, rules: &Rules) -> bool {
        self.is_line() && rules.linear_obstacle_stops
    }

    /// Whether it slows units that move across it (E7.12).
    #[inline]
    pub fn slows(&self, rules: &Rules) -> bool {
        self.movement == Movement::Slows && !self.stops(rules)
    }

    /// Whether a move across it ends before it: at an obstacle, or at impassable ground (E3.24, E7.12).
    #[inline]
    pub fn bars(&self, rules: &Rules) -> bool {
        self.movement == Movement::Impassable || self.stops(rules)
    }

    /// Its parts that have an area.
    pub fn areas(&self) -> &[Convex] {
        match &self.shape {
            Shape::Area(area) => std::slice::from_ref(area),
            Shape::Strip(parts) => parts,
            Shape::Line(_) => &[],
        }
    }

    /// The segments of a linear obstacle.
    pub fn stretches(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let points: &[Point] = if let Shape::Line(points) = &self.shape { points } else { &[] };
        points.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// Whether it is a line that is crossed (EI-18).
    #[inline]
    pub fn is_line(&self) -> bool {
        matches!(self.shape, Shape::Line(_))
    }

    /// Whether the bounds of the piece and those of a rectangle have a point in common.
    #[inline]
    fn may_meet(&self, centre: Point, reach: (Length, Length)) -> bool {
        let (low, high) = self.bounds;
        centre.x + reach.0 >= low.x
            && centre.x - reach.0 <= high.x
            && centre.y + reach.1 >= low.y
            && centre.y - reach.1 <= high.y
    }

    /// Whether the inside of a rectangle meets the piece; for a line, whether the line runs through the inside of the
    /// rectangle.
    pub fn meets(&self, rectangle: &Rectangle) -> bool {
        self.may_meet(rectangle.centre, rectangle.reach())
            && match &self.shape {
                Shape::Area(area) => area.meets(rectangle),
                Shape::Strip(parts) => parts.iter().any(|part| part.meets(rectangle)),
                Shape::Line(_) => self.stretches().any(|stretch| runs_through(rectangle, stretch)),
            }
    }

    /// Whether the inside of a polygon meets the piece; for a line, whether the line runs through the inside of the
    /// polygon.
    pub fn meets_convex(&self, convex: &Convex) -> bool {
        match &self.shape {
            Shape::Area(area) => area.meets_convex(convex),
            Shape::Strip(parts) => parts.iter().any(|part| part.meets_convex(convex)),
            Shape::Line(_) => self.stretches().any(|(from, to)| {
                // A line crosses the inside if no edge separates it from the polygon and the polygon does not lie on
                // one side of it.
                let parted = |(a, b): (Point, Point)| (b - a).cross(from - a) >= 0 && (b - a).cross(to - a) >= 0;
                let sides = || convex.corners().iter().map(|corner| (to - from).cross(*corner - from));
                !convex.edges().any(parted) && sides().any(|side| side > 0) && sides().any(|side| side < 0)
            }),
        }
    }

    /// Whether a point lies in the piece (EI-20).
    pub fn contains(&self, point: Point) -> bool {
        self.may_meet(point, (0, 0)) && self.areas().iter().any(|area| area.contains(point))
    }

    /// The square of the distance of a point from the outline of the piece, or from the line.
    pub fn square_to_outline(&self, point: Point) -> i64 {
        let areas = self.areas().iter().map(|area| area.square_to_outline(point)).min();
        let lines = self.stretches().map(|(from, to)| square_to_stretch(point, from, to)).min();
        areas.into_iter().chain(lines).min().expect("a piece has a shape")
    }

    /// Whether a segment meets the piece.
    pub fn meets_stretch(&self, from: Point, to: Point) -> bool {
        self.areas().iter().any(|area| area.contains(from) || area.edges().any(|edge| stretches_meet(edge, (from, to))))
            || self.stretches().any(|stretch| stretches_meet(stretch, (from, to)))
    }

    /// The middle of the piece ([`Shape::centre`]).
    #[inline]
    pub fn centre(&self) -> Point {
        self.centre
    }

    /// Whether a base of normal infantry fits in the middle of an area, along or across the table (E3.22); always true
    /// of strips and lines.
    pub fn holds_a_unit(&self, rules: &Rules) -> bool {
        let Shape::Area(area) = &self.shape else { return true };
        let depth = Length::from(rules.depth_normal_infantry.of(rules.figure_scale)) * TENTH;
        let width = rules.width();
        let fits = |heading| {
            let base = Rectangle { centre: self.centre(), heading, half_depth: depth / 2, half_width: width / 2 };
            base.corners().iter().all(|corner| area.contains(*corner))
        };
        fits(Heading::NORTH) || fits(Heading::NORTH.turned(QUARTER))
    }

    /// Whether a die may make it an objective (EI-23): an area that is no road and no water, or a ford drawn as a
    /// strip, that can be entered.
    pub fn can_be_objective(&self) -> bool {
        let held = matches!(self.shape, Shape::Area(_)) || (self.kind == TerrainKind::Ford && !self.is_line());
        held && !self.kind.is_road_or_water() && self.movement != Movement::Impassable
    }
}

/// Whether a segment crosses the inside of a rectangle.
pub fn runs_through(rectangle: &Rectangle, (from, to): (Point, Point)) -> bool {
    let (deep, wide) = (i64::from(rectangle.half_depth), i64::from(rectangle.half_width));
    let bits = super::geometry::SCALE_BITS;
    let (a, b) =
        (rectangle.centre.seen_scaled(rectangle.heading, from), rectangle.centre.seen_scaled(rectangle.heading, to));
    let beyond = |a: i64, b: i64, half: i64| {
        (a >= half << bits && b >= half << bits) || (a <= -half << bits && b <= -half << bits)
    };
    if beyond(a.0, b.0, deep) || beyond(a.1, b.1, wide) {
        return false;
    }
    // On the normal of the segment.
    let way = to - from;
    let (x, y) = rectangle.heading.direction();
    let (way_x, way_y) = (i64::from(way.x), i64::from(way.y));
    let radius = deep * (way_x * y - way_y * x).abs() + wide * (way_x * x + way_y * y).abs();
    i128::from(way.cross(rectangle.centre - from).abs()) << bits < i128::from(radius)
}

/// The table in one orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Half of its width, from left to right of red.
    pub half_width: Length,
    /// Half of its depth, from red's edge to blue's.
    pub half_depth: Length,
    /// Its pieces of terrain.
    pub pieces: Vec<Piece>,
}

impl Ground {
    /// The table rotated by half a circle.
    pub fn turned(&self) -> Ground {
        let piece = |piece: &Piece| piece.with_shape(piece.shape.turned());
        Ground { pieces: self.pieces.iter().map(piece).collect(), ..*self }
    }

    /// Whether a rectangle lies wholly on the table (EI-6).
    #[inline]
    pub fn holds(&self, rectangle: &Rectangle) -> bool {
        let (x, y) = rectangle.reach();
        // Reach is rounded up by less than one unit.
        rectangle.centre.x.abs() + x <= self.half_width + 1 && rectangle.centre.y.abs() + y <= self.half_depth + 1
    }

    /// Whether a rectangle meets impassable ground, by more than a slack (E3.8, E3.15, EI-15).
    pub fn bars(&self, rectangle: &Rectangle, slack: Length) -> bool {
        let inner = rectangle.shrunk(slack);
        self.pieces.iter().any(|piece| piece.movement == Movement::Impassable && piece.meets(&inner))
    }

    /// The number of slowing pieces that a rectangle meets, without linear obstacles (EI-16).
    pub fn slowing(&self, rectangle: &Rectangle) -> u8 {
        let slows = |piece: &&Piece| piece.movement == Movement::Slows && !piece.is_line() && piece.meets(rectangle);
        self.pieces.iter().filter(slows).count() as u8
    }

    /// The elevation of a point: the highest level of a hill on which it lies (EI-19).
    pub fn elevation(&self, point: Point) -> u8 {
        self.pieces
            .iter()
            .filter(|piece| piece.level > 0 && piece.contains(point))
            .map(|piece| piece.level)
            .max()
            .unwrap_or(0)
    }
}
