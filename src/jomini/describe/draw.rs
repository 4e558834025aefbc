//! The map in the terminal: rows from the north at the top to the south, odd rows shifted by half a hex (JI-5), three
//! lines per row.
//!
//! ```text
//!         00    01    02
//!         / \   / \   / \
//!       |R1i4 |  .  |B3c3 |      the unit: side, number, arm, elements left
//! 01    |f rC |     |    *|      the ground; an officer, alone or with the unit; an objective
//!      / \   / \   / \   /
//!    |  .  |  .  |  .  |
//! 00 |     |     |     |
//!     \   / \   / \   /
//! ```
//!
//! A side of a hex is a stroke; an obstacle on it, or a road across it, takes the place of the stroke. The terrain
//! itself is in `terrain.rs`.

use crate::game::Side;
use crate::jomini::army::unit::{Class, Rank};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX, direction};
use crate::jomini::map::terrain::Terrain;
use crate::jomini::notation::{side_letter, unit_id};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{NO_UNIT, State, UnitId, is_slip, side_of};

/// The number of characters from one hex to the next.
const WIDTH: usize = 6;
/// The number of characters left of the map, for the numbers of the rows.
const MARGIN: usize = 3;

/// Terrain by its sign, the most significant first.
const TERRAIN_SIGNS: &[(Terrain, char, &str)] = &[
    (Terrain::BUILDINGS, 'b', "buildings"),
    (Terrain::FOREST, 'f', "forest"),
    (Terrain::HILL, 'h', "hill"),
    (Terrain::ROCKS, 'k', "rocks"),
    (Terrain::MARSH, 'm', "marsh"),
    (Terrain::SAND, 's', "sand"),
    (Terrain::SNOW, 'n', "snow"),
    (Terrain::MOUNTAIN, '^', "mountain"),
    (Terrain::LAKE, 'o', "lake"),
    (Terrain::BRIDGE, '=', "bridge"),
    (Terrain::FORD, 'x', "ford"),
    (Terrain::RIVER, '~', "river"),
    (Terrain::LARGE_RIVER, 'w', "large river"),
    (Terrain::ROAD, ':', "road"),
];

/// Obstacles by their signs, the highest first.
const OBSTACLE_SIGNS: &[(Terrain, char, &str)] = &[
    (Terrain::RAMPART, '@', "rampart"),
    (Terrain::FORTIFICATION, '%', "fortification"),
    (Terrain::WALL, '#', "wall"),
    (Terrain::DITCH, 'v', "ditch"),
];

/// The sign of a road where it crosses the side of a hex.
const ROAD_SIGN: char = ':';
/// The sign of an objective.
const OBJECTIVE_SIGN: char = '*';

/// A drawing under construction: characters, each with the side whose colour it has.
struct Canvas {
    width: usize,
    cells: Vec<(char, Option<Side>)>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, cells: vec![(' ', None); width * height] }
    }

    fn put(&mut self, column: usize, line: usize, sign: char) {
        self.cells[line * self.width + column].0 = sign;
    }

    fn write(&mut self, column: usize, line: usize, text: &str, side: Option<Side>) {
        for (offset, sign) in text.chars().enumerate() {
            self.cells[line * self.width + column + offset] = (sign, side);
        }
    }

    /// The drawing as text, without spaces at the ends of lines.
    fn finish(&self, colour: bool) -> String {
        let mut text = String::new();
        for line in self.cells.chunks(self.width) {
            let used = line.iter().rposition(|cell| cell.0 != ' ').map_or(0, |last| last + 1);
            let mut painted = None;
            for (sign, side) in &line[..used] {
                if colour && *side != painted {
                    text.push_str(colour_code(*side));
                    painted = *side;
                }
                text.push(*sign);
            }
            if painted.is_some() {
                text.push_str(colour_code(None));
            }
            text.push('\n');
        }
        text
    }
}

/// The escape sequence that turns a side's colour on, or every colour off.
fn colour_code(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Red) => "\x1b[31m",
        Some(Side::Blue) => "\x1b[34m",
        None => "\x1b[0m",
    }
}

impl Board {
    /// The sign of the obstacle on a side of a hex, whichever of the two hexes owns it, or of the road that crosses the
    /// side.
    fn side_sign(&self, hex: HexId, towards: usize) -> Option<char> {
        let ground = self.ground(hex);
        let neighbour = self.neighbours(hex)[towards];
        let over = if neighbour == NO_HEX {
            Terrain::empty()
        } else {
            self.ground(neighbour).sides[direction::opposite(towards)]
        };
        let obstacles = ground.sides[towards] | over;
        if ground.roads >> towards & 1 == 1 {
            return Some(ROAD_SIGN);
        }
        OBSTACLE_SIGNS.iter().find(|(it, ..)| obstacles.contains(*it)).map(|(_, sign, _)| *sign)
    }
}

impl Forces {
    /// A unit in five characters: its short name, its arm, its elements.
    fn unit_sign(&self, state: &State, unit: UnitId) -> String {
        let arm = match self.profile(unit).class {
            Class::Infantry => 'i',
            Class::Mounted => 'c',
            Class::Artillery => 'a',
        };
        let elements = char::from_digit(u32::from(state.unit(unit).elements), 10).unwrap_or('+');
        format!("{}{arm}{elements}", unit_id(unit))
    }
}

impl Battle {
    /// The map with its units and officers, an empty line, and a legend. Colours are for terminals, not for pipes.
    pub fn draw_map(&self, state: &State, colour: bool) -> String {
        let (rows, columns) = (usize::from(self.field.board.rows()), usize::from(self.field.board.columns()));
        let width = MARGIN + (columns + 1) * WIDTH;
        // A line of numbers, three lines per row, the lowest sides, a line of numbers.
        let mut canvas = Canvas::new(width, 3 * rows + 3);
        for column in 0..columns {
            let name = format!("{column:02}");
            for (line, row) in [(0, rows - 1), (3 * rows + 2, 0)] {
                canvas.write(left(row, column) + 2, line, &name, None);
            }
        }
        for hex in self.field.board.hexes() {
            self.draw_hex(state, &mut canvas, hex);
        }
        for row in 0..rows {
            let line = 3 * (rows - 1 - row) + 3;
            canvas.write(0, line, &format!("{row:02}"), None);
        }
        format!("{}\n{}", canvas.finish(colour), self.legend())
    }

    fn draw_hex(&self, state: &State, canvas: &mut Canvas, hex: HexId) {
        let place = self.field.board.place(hex);
        let (row, column) = (place.row as usize, place.column as usize);
        let (x, y) = (left(row, column), 3 * (usize::from(self.field.board.rows()) - 1 - row) + 1);
        let side = |towards| self.field.board.side_sign(hex, towards);
        // The two sides above, the side at the left, and the sides that no neighbour draws: at the right and below.
        canvas.put(x + 2, y, side(direction::NORTH_WEST).unwrap_or('/'));
        canvas.put(x + 4, y, side(direction::NORTH_EAST).unwrap_or('\\'));
        let beyond = |towards| self.field.board.neighbours(hex)[towards] == NO_HEX;
        for line in [y + 1, y + 2] {
            canvas.put(x, line, side(direction::WEST).unwrap_or('|'));
            if beyond(direction::EAST) {
                canvas.put(x + WIDTH, line, side(direction::EAST).unwrap_or('|'));
            }
        }
        for (towards, at, stroke) in [(direction::SOUTH_WEST, x + 1, '\\'), (direction::SOUTH_EAST, x + 5, '/')] {
            if beyond(towards) {
                canvas.put(at, y + 3, side(towards).unwrap_or(stroke));
            }
        }
        let unit = state.unit_at(hex);
        if is_slip(unit) {
            canvas.write(x + 1, y + 1, &format!("{}?", side_letter(side_of(unit))), Some(side_of(unit)));
        } else if unit != NO_UNIT {
            canvas.write(x + 1, y + 1, &self.field.forces.unit_sign(state, unit), Some(side_of(unit)));
        }
        self.draw_ground(state, canvas, hex, (x + 1, y + 2), unit);
    }

    /// The second line of a hex: ground at the left, an officer and an objective at the right.
    fn draw_ground(&self, state: &State, canvas: &mut Canvas, hex: HexId, (x, y): (usize, usize), unit: UnitId) {
        let ground = self.field.board.ground(hex);
        let mut at = x;
        for (terrain, sign, _) in TERRAIN_SIGNS {
            if ground.has(*terrain) && at < x + 2 {
                let sign = if *terrain == Terrain::HILL && ground.level > 1 {
                    char::from(b'0' + ground.level.min(9))
                } else {
                    *sign
                };
                canvas.put(at, y, sign);
                at += 1;
            }
        }
        if at == x && unit == NO_UNIT && ground.terrain.is_empty() {
            canvas.put(x + 2, y - 1, '.');
        }
        // Officers of both sides never share a hex except during a flight.
        for side in Side::BOTH {
            let officers: Vec<Rank> = self
                .field
                .forces
                .officers_of(side)
                .filter(|officer| state.officer(*officer).hex == hex)
                .map(|officer| self.field.forces.officer_profile(officer).rank)
                .collect();
            let sign = match officers[..] {
                [] => continue,
                [Rank::CommanderInChief] => 'C',
                [Rank::SubGeneral] => 'G',
                [Rank::SeniorOfficer] => 'O',
                _ => char::from_digit(officers.len() as u32, 10).unwrap_or('+'),
            };
            let letter = side_letter(side).to_ascii_lowercase();
            canvas.write(x + 2, y, &format!("{letter}{sign}"), Some(side));
        }
        if self.objectives.iter().any(|objective| objective.hexes.contains(&hex)) {
            canvas.put(x + 4, y, OBJECTIVE_SIGN);
        }
    }

    /// The signs that this map uses.
    fn legend(&self) -> String {
        let hexes = || self.field.board.hexes();
        let terrain = TERRAIN_SIGNS.iter().filter(|(it, ..)| hexes().any(|hex| self.field.board.has(hex, *it)));
        let obstacles = OBSTACLE_SIGNS.iter().filter(|(it, ..)| {
            hexes().any(|hex| self.field.board.ground(hex).sides.iter().any(|side| side.contains(*it)))
        });
        let mut parts: Vec<String> = terrain.chain(obstacles).map(|(_, sign, name)| format!("{sign} {name}")).collect();
        if hexes().any(|hex| self.field.board.level(hex) > 1) {
            parts.push("2 and up: hills by level".to_owned());
        }
        if !self.objectives.is_empty() {
            parts.push(format!("{OBJECTIVE_SIGN} objective"));
        }
        let ground = if parts.is_empty() { String::new() } else { format!("\n{}", parts.join(", ")) };
        format!(
            "R1i4 red's unit 1, infantry (c cavalry, a artillery), 4 elements\nrC red's commander-in-chief (G \
                sub-general, O senior officer, 2 two of them){ground}"
        )
    }
}

/// Where a hex begins on its lines.
fn left(row: usize, column: usize) -> usize {
    MARGIN + column * WIDTH + (row % 2) * (WIDTH / 2)
}

#[cfg(test)]
mod tests;
