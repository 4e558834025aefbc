//! The map as a picture: pointy-topped hexes, obstacles as strokes on their sides, units as cards with short name, arm
//! and remaining elements.
//!
//! The map for the terminal is in `draw.rs`.

use crate::game::Side;
use crate::game::picture::{Form, Ink, Picture, Shape, Spot};
use crate::jomini::army::unit::Class;
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX, direction};
use crate::jomini::map::terrain::Terrain;
use crate::jomini::notation::{officer_id, unit_id};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{NO_UNIT, State, is_slip, side_of};

/// From the middle of a hex to its sides, to its point, to the ends of its vertical sides; and from row to row.
const HALF: i32 = 36;
const POINT: i32 = 42;
const SIDE: i32 = 21;
const ROW: i32 = 63;

/// Terrain by its colour, the most significant first.
const COLOURS: &[(Terrain, Ink)] = &[
    (Terrain::BUILDINGS, Ink("#b9a9a3")),
    (Terrain::BRIDGE, Ink("#b39a72")),
    (Terrain::FORD, Ink("#c4dbe6")),
    (Terrain::WATER.union(Terrain::LAKE), Ink("#8fb9d6")),
    (Terrain::MOUNTAIN, Ink("#8a7a66")),
    (Terrain::FOREST, Ink("#7fa563")),
    (Terrain::ROCKS, Ink("#a6a6a6")),
    (Terrain::MARSH, Ink("#9db8a0")),
    (Terrain::HILL, Ink("#cdb98f")),
    (Terrain::SAND, Ink("#eadfae")),
    (Terrain::SNOW, Ink("#f4f6f8")),
];

/// Obstacles by their colour, the highest first.
const OBSTACLES: &[(Terrain, Ink)] = &[
    (Terrain::RAMPART, Ink("#3a3a3a")),
    (Terrain::FORTIFICATION, Ink("#6b4a2b")),
    (Terrain::WALL, Ink("#7d7d7d")),
    (Terrain::DITCH, Ink("#7a5c3a")),
];

/// The ends of each side of a hex, seen from its middle, by direction.
fn ends(towards: usize) -> (Spot, Spot) {
    match towards {
        direction::EAST => ((HALF, -SIDE), (HALF, SIDE)),
        direction::NORTH_EAST => ((0, -POINT), (HALF, -SIDE)),
        direction::NORTH_WEST => ((-HALF, -SIDE), (0, -POINT)),
        direction::WEST => ((-HALF, -SIDE), (-HALF, SIDE)),
        direction::SOUTH_WEST => ((-HALF, SIDE), (0, POINT)),
        _ => ((0, POINT), (HALF, SIDE)),
    }
}

fn shifted((x, y): Spot, (right, down): Spot) -> Spot {
    (x + right, y + down)
}

impl Board {
    /// The middle of a hex on the sheet.
    fn middle(&self, hex: HexId) -> Spot {
        let place = self.place(hex);
        let shift = if place.row % 2 == 1 { HALF } else { 0 };
        (HALF + 2 * HALF * place.column + shift, POINT + (i32::from(self.rows()) - 1 - place.row) * ROW)
    }

    fn draw_ground_of(&self, picture: &mut Picture, hex: HexId) {
        let (middle, ground) = (self.middle(hex), self.ground(hex));
        let corners = [(0, -POINT), (HALF, -SIDE), (HALF, SIDE), (0, POINT), (-HALF, SIDE), (-HALF, -SIDE)];
        let fill = COLOURS.iter().find(|(terrain, _)| ground.has(*terrain)).map_or(Ink::GROUND, |(_, ink)| *ink);
        let mut names: Vec<String> = ground.terrain.names().map(|name| name.replace('_', " ")).collect();
        if ground.level > 1 {
            names.push(format!("level {}", ground.level));
        }
        let title = format!("{} {}", self.hex_name(hex), names.join(", "));
        let outline = Form::Polygon(corners.map(|corner| shifted(middle, corner)).to_vec());
        picture.add(Shape::new(outline).filled(fill).lined(Ink::FAINT, 1).titled(title.trim_end()));
        picture.write(shifted(middle, (0, SIDE + 8)), 9, self.hex_name(hex), Ink::BLACK);
    }

    /// Roads to the neighbours, and the obstacles that the hex owns.
    fn draw_lines_of(&self, picture: &mut Picture, hex: HexId) {
        let (middle, ground) = (self.middle(hex), self.ground(hex));
        for towards in 0..6 {
            let (from, to) = ends(towards);
            if ground.roads >> towards & 1 == 1 {
                let edge = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
                picture.add(Shape::new(Form::Line(vec![middle, shifted(middle, edge)])).lined(Ink("#a5793f"), 5));
            }
            if let Some((_, ink)) = OBSTACLES.iter().find(|(obstacle, _)| ground.sides[towards].contains(*obstacle)) {
                // Slightly inside, as the obstacle belongs to this hex.
                let inside = |(x, y): Spot| shifted(middle, (x * 9 / 10, y * 9 / 10));
                picture.add(Shape::new(Form::Line(vec![inside(from), inside(to)])).lined(*ink, 5));
            }
        }
    }
}

impl Forces {
    fn picture_caption(&self, state: &State) -> Vec<String> {
        let army = |side: Side| {
            let it = state.side(side);
            format!("{side}: {}; {} units lost, {} order tokens", self.army_names[side], it.units_lost, it.tokens)
        };
        let when = if state.player_turn == 0 {
            "setting up".to_owned()
        } else {
            format!("player-turn {}: {}", state.player_turn, state.active)
        };
        let signs =
            "R1i4: red's unit 1, infantry (c cavalry, a artillery), 4 elements; discs are officers, rings objectives";
        vec![when, army(Side::Red), army(Side::Blue), signs.to_owned()]
    }
}

impl Positions<'_> {
    fn draw_troops_of(self, state: &State, picture: &mut Picture, hex: HexId) {
        let middle = self.board.middle(hex);
        let unit = state.unit_at(hex);
        let card = |text: String, side: Side, title: String, picture: &mut Picture| {
            let corners = [(-28, -16), (28, -16), (28, 12), (-28, 12)].map(|corner| shifted(middle, corner));
            picture.add(
                Shape::new(Form::Polygon(corners.to_vec())).filled(Ink::of(side)).lined(Ink::WHITE, 1).titled(title),
            );
            picture.write(shifted(middle, (0, -2)), 16, text, Ink::WHITE);
        };
        if is_slip(unit) {
            card("?".to_owned(), side_of(unit), "a slip of paper".to_owned(), picture);
        } else if unit != NO_UNIT {
            let arm = match self.forces.profile(unit).class {
                Class::Infantry => 'i',
                Class::Mounted => 'c',
                Class::Artillery => 'a',
            };
            let elements = state.unit(unit).elements;
            let title = format!("{}: {elements} elements", self.forces.unit_names[usize::from(unit)]);
            card(format!("{}{arm}{elements}", unit_id(unit)), side_of(unit), title, picture);
        }
        let officers =
            Side::BOTH.into_iter().flat_map(|side| self.forces.officers_of(side).map(move |officer| (side, officer)));
        let here = officers.filter(|(_, officer)| {
            hex != NO_HEX && state.officer(*officer).in_play && state.officer(*officer).hex == hex
        });
        for (place, (side, officer)) in here.enumerate() {
            let at = shifted(middle, (22 - 18 * place as i32, SIDE));
            let title = format!("{} {}", officer_id(officer), self.forces.officer_names[usize::from(officer)]);
            picture.add(
                Shape::new(Form::Circle { at, radius: 9 }).filled(Ink::GOLD).lined(Ink::of(side), 3).titled(title),
            );
        }
    }
}

impl Battle {
    /// The map with its units and officers.
    pub(super) fn draw_picture(&self, state: &State) -> Picture {
        let (rows, columns) = (i32::from(self.field.board.rows()), i32::from(self.field.board.columns()));
        let mut picture = Picture::new((2 * columns + 1) * HALF, (rows - 1) * ROW + 2 * POINT);
        let hexes = || self.field.board.hexes();
        hexes().for_each(|hex| self.field.board.draw_ground_of(&mut picture, hex));
        hexes().for_each(|hex| self.field.board.draw_lines_of(&mut picture, hex));
        for objective in &self.objectives {
            for hex in &objective.hexes {
                let circle = Form::Circle { at: self.field.board.middle(*hex), radius: SIDE + 6 };
                picture.add(Shape::new(circle).lined(Ink::GOLD, 4).titled(format!("objective: {}", objective.name)));
            }
        }
        hexes().for_each(|hex| self.field.positions().draw_troops_of(state, &mut picture, hex));
        picture.caption = self.field.forces.picture_caption(state);
        picture
    }
}
