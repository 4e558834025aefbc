//! A piece of terrain in a scenario: its kind, its shape, and its differences from the row of its kind in table T1.
//!
//! Rules E3.22, E3.23, E3.24, E3.26, E3.27 with EI-15, EI-18, EI-25. An area is an outline, a circle or a rectangle; a
//! road or river is a strip along some points; a linear obstacle is a line along some points.

use super::centimetres;
use crate::en_avant::rules::{Movement, Rules, Shelter, TerrainKind};
use crate::en_avant::table::geometry::{Convex, Heading, Length, MOST_CORNERS, Point, Rectangle};
use crate::en_avant::table::ground::{Piece, Shape};
use serde::Deserialize;

/// A piece of terrain in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceFile {
    kind: TerrainKind,
    name: Option<String>,
    outline: Option<Vec<[f64; 2]>>,
    circle: Option<Circle>,
    rectangle: Option<Oblong>,
    strip: Option<Strip>,
    line: Option<Vec<[f64; 2]>>,
    movement: Option<Movement>,
    blocks_sight: Option<bool>,
    shelter: Option<Shelter>,
    rough: Option<bool>,
    level: Option<u8>,
    /// Whether it is an objective (E4.11).
    #[serde(default)]
    pub objective: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Circle {
    at: [f64; 2],
    radius: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Oblong {
    at: [f64; 2],
    size: [f64; 2],
    #[serde(default)]
    degrees: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strip {
    points: Vec<[f64; 2]>,
    width: f64,
}

/// Number of corners of a circle.
const CIRCLE_CORNERS: u16 = 12;

/// The fault of a piece: the key and the message.
type Wrong = (&'static str, String);

impl PieceFile {
    /// A piece by its kind and outline, for random tables.
    pub fn area(kind: TerrainKind, outline: Vec<[f64; 2]>) -> PieceFile {
        PieceFile {
            kind,
            name: None,
            outline: Some(outline),
            circle: None,
            rectangle: None,
            strip: None,
            line: None,
            movement: None,
            blocks_sight: None,
            shelter: None,
            rough: None,
            level: None,
            objective: false,
        }
    }

    /// A linear obstacle along some points.
    pub fn obstacle(kind: TerrainKind, points: Vec<[f64; 2]>) -> PieceFile {
        PieceFile { outline: None, line: Some(points), ..PieceFile::area(kind, Vec::new()) }
    }

    /// Its kind.
    pub fn kind(&self) -> TerrainKind {
        self.kind
    }

    /// The piece, its lengths scaled by a percentage, on a table of this half width and depth.
    ///
    /// # Errors
    /// Returns the key at fault and the message.
    pub fn piece(
        &self,
        rules: &Rules,
        percent: i64,
        (half_width, half_depth): (Length, Length),
    ) -> Result<Piece, Wrong> {
        let length = |number: f64| (i64::from(centimetres(number)) * percent / 100) as Length;
        let point = |[x, y]: [f64; 2]| Point::new(length(x), length(y));
        let shapes = [
            self.outline.is_some(),
            self.circle.is_some(),
            self.rectangle.is_some(),
            self.strip.is_some(),
            self.line.is_some(),
        ];
        if shapes.into_iter().filter(|it| *it).count() != 1 {
            return Err(("kind", "a piece has one shape: outline, circle, rectangle, strip or line".to_owned()));
        }
        let hull = |key: &'static str, points: Vec<Point>| -> Result<Convex, Wrong> {
            let count = points.len();
            if !(3..=MOST_CORNERS).contains(&count) {
                return Err((key, format!("an outline has 3 to {MOST_CORNERS} corners")));
            }
            let area = Convex::hull(&points).ok_or_else(|| (key, "the outline has no area".to_owned()))?;
            if area.corners().len() < count {
                return Err((key, "the outline has a corner that points inwards (EI-25)".to_owned()));
            }
            Ok(area)
        };
        let shape = if let Some(points) = &self.outline {
            Shape::Area(hull("outline", points.iter().copied().map(point).collect())?)
        } else if let Some(Circle { at, radius }) = &self.circle {
            let area = Convex::round(point(*at), length(*radius), CIRCLE_CORNERS).filter(|_| *radius > 0.0);
            Shape::Area(area.ok_or_else(|| ("circle", "a circle has a radius above 0".to_owned()))?)
        } else if let Some(Oblong { at, size: [width, depth], degrees }) = &self.rectangle {
            if *width <= 0.0 || *depth <= 0.0 || !degrees.is_finite() {
                return Err(("rectangle", "a rectangle has a width and a depth above 0".to_owned()));
            }
            let heading = Heading::NORTH.turned(((degrees % 360.0) * 4.0).round() as i16);
            let whole = Rectangle {
                centre: point(*at),
                heading,
                half_depth: length(*depth) / 2,
                half_width: length(*width) / 2,
            };
            Shape::Area(hull("rectangle", whole.corners().to_vec())?)
        } else if let Some(Strip { points, width }) = &self.strip {
            let points: Vec<Point> = points.iter().copied().map(point).collect();
            if points.len() < 2 || *width <= 0.0 {
                return Err(("strip", "a strip has at least two points and a width above 0".to_owned()));
            }
            let half = length(*width) / 2;
            let part = |pair: &[Point]| {
                let heading = Heading::along(pair[1] - pair[0]);
                let sides =
                    [-half, half].map(|right| [pair[0].moved(heading, 0, right), pair[1].moved(heading, 0, right)]);
                Convex::hull(&sides.concat())
                    .ok_or_else(|| ("strip", "two points of the strip are the same".to_owned()))
            };
            Shape::Strip(points.windows(2).map(part).collect::<Result<_, _>>()?)
        } else {
            let points: Vec<Point> = self.line.iter().flatten().copied().map(point).collect();
            if points.len() < 2 || points.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(("line", "a line has at least two points, each different from the one before".to_owned()));
            }
            Shape::Line(points)
        };
        if self.kind.is_linear() != matches!(shape, Shape::Line(_)) {
            let problem = if self.kind.is_linear() {
                "a linear obstacle is drawn as a line (E3.24)"
            } else {
                "only linear obstacles are lines (E3.24)"
            };
            return Err(("kind", problem.to_owned()));
        }
        if self.objective && !matches!(shape, Shape::Area(_)) && self.kind != TerrainKind::Ford {
            return Err(("objective", "an objective is an area or a ford (EI-23)".to_owned()));
        }
        if self.objective && self.movement.unwrap_or(rules.terrain[self.kind as usize].movement) == Movement::Impassable
        {
            return Err(("objective", "no unit can enter this piece (EI-23)".to_owned()));
        }
        let row = &rules.terrain[self.kind as usize];
        let mut piece =
            Piece::new(self.name.clone().unwrap_or_else(|| self.kind.name().replace('_', " ")), self.kind, row, shape);
        piece.movement = self.movement.unwrap_or(piece.movement);
        piece.blocks_sight = self.blocks_sight.unwrap_or(piece.blocks_sight);
        piece.shelter = self.shelter.unwrap_or(piece.shelter);
        piece.rough = self.rough.unwrap_or(piece.rough);
        piece.level = self.level.unwrap_or(piece.level);
        let (low, high) = piece.bounds;
        if low.x < -half_width || high.x > half_width || low.y < -half_depth || high.y > half_depth {
            // Roads and rivers cross the whole table; overhanging parts do no harm.
            if !matches!(piece.shape, Shape::Strip(_)) {
                return Err(("kind", "the piece does not lie wholly on the table (EI-25)".to_owned()));
            }
        }
        Ok(piece)
    }
}
