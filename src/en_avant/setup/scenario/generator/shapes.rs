//! The pieces of a random table: areas with an irregular outline, linear obstacles, roads and rivers from edge to edge,
//! and whether there is room for them.
//!
//! Rules E3.22, E3.27 with EI-15, EI-25: areas and obstacles are two to five base widths long and do not overlap; a
//! river can be crossed at fords. Impassable pieces keep clear of the bands along the edges, so that the armies can be
//! set up.

use super::TablePart;
use crate::en_avant::rules::{Movement, Rules, TerrainKind};
use crate::en_avant::table::geometry::{CIRCLE, Convex, Heading, Length, Point, Rectangle, unscaled};
use crate::en_avant::table::ground::{Piece, Shape};
use crate::game::Side;
use crate::game::rng::Stream;

/// Number of parts of a river with its fords.
pub const MOST_PARTS: usize = 2 * FORDS as usize + 1;
/// Number of fords of a river.
const FORDS: Length = 2;
/// Number of corners of the outline of an area.
const CORNERS: u16 = 10;
/// Width of a road, of a river and of a ford, in hundredths of a base width.
const ROAD_WIDTH: u16 = 67;
const RIVER_WIDTH: u16 = 100;
const FORD_WIDTH: u16 = 200;

/// A table on which pieces are laid.
pub struct Site<'a> {
    rules: &'a Rules,
    half: (Length, Length),
    /// The pieces that the scenario draws itself.
    fixed: Vec<Piece>,
    /// The pieces laid, each a list of parts.
    laid: Vec<Vec<Piece>>,
    /// Whether each piece gets an image, which needs room as well (E4.5).
    mirrored: bool,
    stream: Stream,
}

impl<'a> Site<'a> {
    /// A table with the pieces that the scenario draws itself.
    pub fn new(rules: &'a Rules, half: (Length, Length), fixed: Vec<Piece>, stream: Stream) -> Site<'a> {
        Site { rules, half, fixed, laid: Vec::new(), mirrored: false, stream }
    }

    /// Keeps room for the image of each piece that is laid from now on.
    pub fn mirror(&mut self) {
        self.mirrored = true;
    }

    /// The number of pieces, parts of rivers included.
    pub fn count(&self) -> usize {
        self.fixed.len() + self.laid.iter().map(Vec::len).sum::<usize>()
    }

    /// The pieces laid.
    pub fn laid(self) -> Vec<Piece> {
        self.laid.into_iter().flatten().collect()
    }

    /// Removes a random piece.
    pub fn take_away(&mut self) {
        if !self.laid.is_empty() {
            let any = self.stream.below(self.laid.len() as u32) as usize;
            self.laid.remove(any);
        }
    }

    /// Adds the image of each piece, rotated by half a circle about the centre.
    pub fn reflect(&mut self) {
        let images: Vec<Vec<Piece>> = self.laid.iter().map(|parts| parts.iter().map(image).collect()).collect();
        self.laid.extend(images);
    }

    /// Lays a piece of a kind in a part of the table, if there is room.
    pub fn lay(&mut self, kind: TerrainKind, part: TablePart, attempts: u32) -> bool {
        for _ in 0..attempts {
            let drawn = match kind {
                TerrainKind::Road => self.road(part),
                TerrainKind::River => self.river(part),
                _ if kind.is_linear() => Some(vec![self.obstacle(kind, part)]),
                _ => self.area(kind, part).map(|area| vec![area]),
            };
            if let Some(parts) = drawn.filter(|parts| self.has_room(parts, part)) {
                self.laid.push(parts);
                return true;
            }
        }
        false
    }

    fn piece(&self, kind: TerrainKind, shape: Shape) -> Piece {
        Piece::new(kind.name().replace('_', " "), kind, &self.rules.terrain[kind as usize], shape)
    }

    /// A random length between two bounds.
    fn between(&mut self, low: Length, high: Length) -> Length {
        low + self.stream.below((high - low).max(0) as u32 + 1) as Length
    }

    /// A random length of a piece (EI-25).
    fn size(&mut self) -> Length {
        let (least, most) = (
            self.rules.widths(self.rules.terrain_piece_min_size),
            self.rules.widths(self.rules.terrain_piece_max_size),
        );
        self.between(least, most.max(least))
    }

    /// A random place in a part of the table, at least `reach` from its edges, if possible.
    fn place(&mut self, part: TablePart, reach: Length) -> Point {
        let x = self.half.0 - reach;
        let (low, high) = match part {
            TablePart::Whole => (-self.half.1, self.half.1),
            TablePart::Half(Side::Red) => (-self.half.1, 0),
            TablePart::Half(Side::Blue) => (0, self.half.1),
        };
        let x = self.between(-x, x);
        Point::new(x, self.between(low + reach, high - reach))
    }

    /// A convex outline: an oval with irregular corners that holds at least a base of infantry (E3.22).
    fn area(&mut self, kind: TerrainKind, part: TablePart) -> Option<Piece> {
        let (long, short) = (self.size(), self.size());
        let centre = self.place(part, long.max(short) / 2);
        let lean = Heading::new(self.stream.below(CIRCLE.into()) as u16);
        let corners: Vec<Point> = (0..CORNERS)
            .map(|corner| {
                let (x, y) = Heading::new(corner * (CIRCLE / CORNERS)).direction();
                let out = i64::from(self.between(85, 100));
                let along = |size: Length, part: i64| unscaled(i64::from(size / 2) * part) as i64 * out / 100;
                centre.moved(lean, along(long, y) as Length, along(short, x) as Length)
            })
            .collect();
        let piece = self.piece(kind, Shape::Area(Convex::hull(&corners)?));
        Some(piece).filter(|piece| piece.holds_a_unit(self.rules))
    }

    fn obstacle(&mut self, kind: TerrainKind, part: TablePart) -> Piece {
        let half = self.size() / 2;
        let middle = self.place(part, half);
        let way = Heading::new(self.stream.below(CIRCLE.into()) as u16);
        let ends = vec![middle.moved(way, half, 0), middle.moved(way, -half, 0)];
        self.piece(kind, Shape::Line(ends))
    }

    /// A road from the left edge to the right one, or over the whole table also from edge to edge of the players.
    fn road(&mut self, part: TablePart) -> Option<Vec<Piece>> {
        let half_width = self.rules.widths(ROAD_WIDTH) / 2;
        let across = part == TablePart::Whole && self.stream.below(2) == 0;
        let (from, to) = if across {
            let (x, other) = (self.place(part, half_width).x, self.place(part, half_width).x);
            (Point::new(x, -self.half.1), Point::new(other, self.half.1))
        } else {
            let (y, other) = (self.place(part, half_width).y, self.place(part, half_width).y);
            (Point::new(-self.half.0, y), Point::new(self.half.0, other))
        };
        let way = Heading::along(to - from);
        let sides = [-half_width, half_width].map(|right| [from.moved(way, 0, right), to.moved(way, 0, right)]);
        Some(vec![self.piece(TerrainKind::Road, Shape::Strip(vec![Convex::hull(&sides.concat())?]))])
    }

    /// A river from the left edge to the right one, with its fords (EI-15).
    fn river(&mut self, part: TablePart) -> Option<Vec<Piece>> {
        let half_depth = self.rules.widths(RIVER_WIDTH) / 2;
        let ford = self.rules.widths(FORD_WIDTH);
        let y = self.place(part, half_depth).y;
        let reach = |left: Length, right: Length| {
            let centre = Point::new((left + right) / 2, y);
            let whole = Rectangle { centre, heading: Heading::NORTH, half_depth, half_width: (right - left) / 2 };
            Convex::hull(&whole.corners())
        };
        let stretch = 2 * self.half.0 / FORDS;
        let mut parts = Vec::new();
        let mut left = -self.half.0;
        for index in 0..FORDS {
            let start = -self.half.0 + index * stretch;
            // A ford lies away from the ends of its segment of the river.
            let at = self.between(start + ford / 2, start + stretch - ford - ford / 2);
            parts.push(self.piece(TerrainKind::River, Shape::Strip(vec![reach(left, at)?])));
            parts.push(self.piece(TerrainKind::Ford, Shape::Area(reach(at, at + ford)?)));
            left = at + ford;
        }
        parts.push(self.piece(TerrainKind::River, Shape::Strip(vec![reach(left, self.half.0)?])));
        Some(parts)
    }

    /// Whether a piece lies on its part of the table, clear of other pieces, and if it is impassable of the bands where
    /// armies are set up.
    fn has_room(&self, parts: &[Piece], part: TablePart) -> bool {
        let band = self.rules.rulers(self.rules.deployment_depth);
        parts.iter().all(|piece| {
            let (low, high) = piece.bounds;
            let on_half = match part {
                TablePart::Whole => true,
                TablePart::Half(Side::Red) => high.y <= 0,
                TablePart::Half(Side::Blue) => low.y >= 0,
            };
            let is_strip = matches!(piece.shape, Shape::Strip(_));
            let on_table = is_strip || (-low.x).max(high.x) <= self.half.0;
            let barred = piece.movement == Movement::Impassable;
            let reach = if barred { self.half.1 - band } else { self.half.1 };
            let clear = is_strip && !barred || (-low.y).max(high.y) <= reach;
            let image = self.mirrored.then(|| image(piece));
            on_half
                && on_table
                && clear
                && !image.is_some_and(|image| self.fixed.iter().any(|other| overlap(&image, other)))
                && !self.laid.iter().flatten().chain(&self.fixed).any(|other| overlap(piece, other))
        })
    }
}

/// Whether two pieces conflict: roads cross everything but water.
fn overlap(one: &Piece, other: &Piece) -> bool {
    let water = |piece: &Piece| piece.movement == Movement::Impassable || piece.kind == TerrainKind::Ford;
    if (one.kind == TerrainKind::Road && !water(other)) || (other.kind == TerrainKind::Road && !water(one)) {
        return false;
    }
    one.areas().iter().any(|area| other.meets_convex(area))
        || other.areas().iter().any(|area| one.meets_convex(area))
        || one.stretches().any(|(from, to)| other.meets_stretch(from, to))
}

/// A piece rotated by half a circle about the centre of the table.
fn image(piece: &Piece) -> Piece {
    piece.with_shape(piece.shape.turned())
}
