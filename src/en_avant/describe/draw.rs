//! The table as text for the terminal, seen from red's edge: one character per centimetre across and per two up, fewer
//! on a large table.
//!
//! A unit is drawn with the letters of its side, lower case behind and upper case in its first rank, with its number in
//! the middle. Camps, generals and objectives have their own symbols.

use crate::en_avant::notation::{side_letter, unit_id};
use crate::en_avant::rules::TerrainKind;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{NO_UNIT, State, Status, side_of};
use crate::en_avant::table::geometry::{CENTIMETRE, Length, Point, Rectangle};
use crate::game::Side;

/// Maximum number of characters across.
const MOST_COLUMNS: Length = 100;

/// The symbols of kinds of terrain.
const SIGNS: &[(TerrainKind, char, &str)] = &[
    (TerrainKind::Road, ':', "road"),
    (TerrainKind::PloughedOrMud, ',', "ploughed field or mud"),
    (TerrainKind::TallCropsOrScrub, '"', "tall crops or scrub"),
    (TerrainKind::Wood, 'f', "wood"),
    (TerrainKind::Marsh, 'm', "marsh"),
    (TerrainKind::River, '~', "river"),
    (TerrainKind::Ford, 'x', "ford"),
    (TerrainKind::LargeRiver, 'w', "large river"),
    (TerrainKind::GentleHill, 'h', "gentle hill"),
    (TerrainKind::BuiltUp, 'v', "village"),
    (TerrainKind::Rocks, 'k', "rocks"),
    (TerrainKind::HedgeWallPalisade, '#', "hedge or wall"),
    (TerrainKind::DitchTrench, '=', "ditch"),
    (TerrainKind::SteepHill, '^', "steep hill"),
    (TerrainKind::Lake, 'o', "lake"),
    (TerrainKind::Sand, 's', "sand"),
];

/// The drawing under construction.
struct Canvas {
    columns: usize,
    rows: usize,
    cell: Length,
    half: (Length, Length),
    cells: Vec<char>,
}

impl Canvas {
    fn new(half: (Length, Length)) -> Canvas {
        let cell = (2 * half.0 / MOST_COLUMNS).max(CENTIMETRE);
        let (columns, rows) = ((2 * half.0).div_euclid(cell) as usize, (2 * half.1).div_euclid(2 * cell) as usize);
        Canvas { columns, rows, cell, half, cells: vec!['.'; columns * rows] }
    }

    /// The middle of a cell.
    fn centre(&self, column: usize, row: usize) -> Point {
        let x = -self.half.0 + self.cell / 2 + column as Length * self.cell;
        Point::new(x, self.half.1 - self.cell - 2 * row as Length * self.cell)
    }

    /// Draws a symbol in each cell whose centre meets a condition.
    fn fill(&mut self, sign: char, fits: impl Fn(Point) -> bool) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                if fits(self.centre(column, row)) {
                    self.cells[row * self.columns + column] = sign;
                }
            }
        }
    }

    /// Draws a symbol over a rectangle, in at least one cell.
    fn cover(&mut self, sign: char, it: &Rectangle) {
        self.fill(sign, |point| it.contains(point));
        self.write(it.centre, &sign.to_string());
    }

    /// Writes a text centred at a point.
    fn write(&mut self, point: Point, text: &str) {
        let column = ((point.x + self.half.0) / self.cell).clamp(0, self.columns as Length - 1) as usize;
        let row = ((self.half.1 - point.y) / (2 * self.cell)).clamp(0, self.rows as Length - 1) as usize;
        let first = column.saturating_sub(text.chars().count() / 2);
        for (offset, sign) in text.chars().enumerate().filter(|(offset, _)| first + offset < self.columns) {
            self.cells[row * self.columns + first + offset] = sign;
        }
    }
}

impl Engagement {
    /// The table with its pieces and units, an empty line, and a legend.
    pub fn draw_map(&self, state: &State) -> String {
        let ground = self.ground(state);
        let mut canvas = Canvas::new((ground.half_width, ground.half_depth));
        for piece in &ground.pieces {
            let Some((_, sign, _)) = SIGNS.iter().find(|(kind, ..)| *kind == piece.kind) else { continue };
            let near = i64::from(canvas.cell) * i64::from(canvas.cell);
            canvas.fill(*sign, |point| {
                piece.contains(point) || (piece.is_line() && piece.square_to_outline(point) <= near)
            });
        }
        for (objective, it) in state.objectives.iter().zip(&self.objectives) {
            if objective.real {
                canvas.write(ground.pieces[it.piece].centre(), "*");
            }
        }
        for side in Side::BOTH {
            if state.side(side).camp.present {
                canvas.cover('C', &self.measures.camp(state, side));
            }
        }
        for marker in state.markers.iter().filter(|marker| marker.unit != NO_UNIT) {
            canvas.write(marker.front, "+");
        }
        for unit in self.troops.all_on_table(state) {
            let letter = side_letter(side_of(unit));
            let it = state.unit(unit);
            for rectangle in self.places().footprint(state, unit).rectangles() {
                canvas.cover(letter.to_ascii_lowercase(), rectangle);
            }
            (0..it.files).for_each(|file| canvas.cover(letter, &self.places().base(state, unit, file)));
            let sign = match () {
                () if it.has(Status::RAMPANT) => "%",
                () if it.has(Status::ROUTING) => "!",
                () if it.has(Status::DISORDERED) => "?",
                () => "",
            };
            canvas.write(self.places().bounding(state, unit).centre, &format!("{}{sign}", unit_id(unit)));
        }
        for side in Side::BOTH {
            if state.side(side).general.present {
                canvas.write(self.measures.general_base(state, side).centre, &format!("{}G", side_letter(side)));
            }
        }
        let lines: Vec<String> = canvas.cells.chunks(canvas.columns).map(|line| line.iter().collect()).collect();
        format!("{}\n\n{}", lines.join("\n"), self.legend(state, canvas.cell))
    }

    /// The legend: the symbols, and the state of both armies.
    fn legend(&self, state: &State, cell: Length) -> String {
        let ground = self.ground(state);
        let shown = SIGNS.iter().filter(|(kind, ..)| ground.pieces.iter().any(|piece| piece.kind == *kind));
        let mut parts: Vec<String> = shown.map(|(_, sign, name)| format!("{sign} {name}")).collect();
        if state.objectives.iter().any(|objective| objective.real) {
            parts.push("* objective".to_owned());
        }
        let army = |side: Side| {
            let it = state.side(side);
            let bases = self.troops.bases[side];
            format!("{} combativity {}, bases lost {} of {bases}", self.side_words(side), it.combativity, it.bases_lost)
        };
        let ground = if parts.is_empty() { String::new() } else { format!("\n{}", parts.join(", ")) };
        format!(
            "a sign is {} cm wide; ? disordered, ! routing, % out of control, C camp, G general, + horses without \
                riders{ground}\n{}",
            super::length_words(cell),
            Side::BOTH.map(army).join("; ")
        )
    }
}
