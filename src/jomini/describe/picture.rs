//! The map as a picture: pointy-topped hexes, obstacles as strokes on their sides, units as blocks with the symbol of
//! their arm, a mark for each element, filled while it is left, and their short name.
//!
//! The map for the terminal is in `draw.rs`.

use crate::data::message::isolated;
use crate::game::Side;
use crate::game::picture::{Arrow, Condition, Form, Ink, Key, Picture, Piece, PieceKind, Shape, Spot, Strike, Symbol};
use crate::jomini::army::unit::{Class, Profile};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::{HexId, NO_HEX, direction};
use crate::jomini::map::terrain::Terrain;
use crate::jomini::notation::{officer_id, unit_id};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Positions;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{NO_UNIT, State, Status, UnitId, is_slip, side_of};
use strum::VariantArray;

/// From the middle of a hex to its sides, to its point, to the ends of its vertical sides; and from row to row.
const HALF: i32 = 36;
const POINT: i32 = 42;
const SIDE: i32 = 21;
const ROW: i32 = 63;

/// The corners of the block of a unit, from the middle of its hex: front left, front right, back right, back left.
const BLOCK: [Spot; 4] = [(-23, -25), (23, -25), (23, -4), (-23, -4)];
/// The maximum number of elements that have a mark each.
const MOST_MARKS: u8 = 7;
/// The colour of roads.
const ROAD: Ink = Ink("#a5793f");

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

/// The names of terrain.
fn words(terrain: Terrain) -> String {
    terrain.names().map(|name| name.replace('_', " ")).collect::<Vec<_>>().join(", ")
}

/// The symbol of a unit's arm.
fn symbol(profile: &Profile) -> Symbol {
    match profile.class {
        _ if profile.is_elephant() => Symbol::Elephants,
        Class::Infantry => Symbol::Infantry,
        Class::Mounted => Symbol::Cavalry,
        Class::Artillery => Symbol::Artillery,
    }
}

/// What a player may want to know of the status of a unit.
fn status_words(status: Status) -> String {
    const SHOWN: &[(Status, &str)] = &[
        (Status::MOUNTED, "mounted"),
        (Status::MOVED, "has moved"),
        (Status::NO_ATTACK, "may not attack"),
        (Status::SUPPORTED_BY_ORDER, "supported by order"),
        (Status::NUTS, "ignores one more morale hit"),
        (Status::HOLD_POSITION, "holds its position"),
        (Status::BROKEN_THROUGH, "has broken through"),
    ];
    let held = SHOWN.iter().filter(|(bit, _)| status.contains(*bit));
    held.map(|(_, words)| format!(", {words}")).collect()
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
        let shown = COLOURS.iter().find(|(terrain, _)| ground.has(*terrain));
        let fill = shown.map_or(Ink::GROUND, |(_, ink)| *ink);
        picture.explain(Key::area(fill, shown.map_or("open ground".to_owned(), |(terrain, _)| words(*terrain))));
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
                picture.add(Shape::new(Form::Line(vec![middle, shifted(middle, edge)])).lined(ROAD, 5));
                picture.explain(Key::line(ROAD, 5, "road"));
            }
            if let Some((obstacle, ink)) =
                OBSTACLES.iter().find(|(obstacle, _)| ground.sides[towards].contains(*obstacle))
            {
                // Slightly inside, as the obstacle belongs to this hex.
                let inside = |(x, y): Spot| shifted(middle, (x * 9 / 10, y * 9 / 10));
                picture.add(Shape::new(Form::Line(vec![inside(from), inside(to)])).lined(*ink, 5));
                picture.explain(Key::line(*ink, 5, words(*obstacle)));
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
        let signs = "R1 4: red's unit 1, 4 elements, a filled mark each; discs are officers, rings objectives";
        vec![when, army(Side::Red), army(Side::Blue), signs.to_owned()]
    }
}

impl Positions<'_> {
    fn draw_unit_of(self, state: &State, picture: &mut Picture, hex: HexId) {
        let (unit, middle) = (state.unit_at(hex), self.board.middle(hex));
        if unit == NO_UNIT {
            return;
        }
        let side = side_of(unit);
        let corners = BLOCK.map(|corner| shifted(middle, corner));
        let block = Shape::new(Form::Polygon(corners.to_vec())).filled(Ink::of(side)).lined(Ink::WHITE, 1);
        let piece = |name: String, title: String| Piece {
            name,
            kind: PieceKind::Unit,
            side: Some(side),
            at: middle,
            condition: Condition::Steady,
            title,
        };
        if is_slip(unit) {
            let sign = Shape::text(shifted(middle, (0, -14)), 16, "?", Ink::WHITE);
            let (name, title) = (format!("slip {}", self.board.hex_name(hex)), "a slip of paper".to_owned());
            return picture.add_piece(piece(name, title.clone()), [block.titled(title), sign]);
        }
        let (profile, it) = (self.forces.profile(unit), state.unit(unit));
        let title = format!(
            "{}: {} of {} elements{}",
            isolated(&self.forces.unit_names[usize::from(unit)]),
            it.elements,
            profile.elements,
            status_words(it.status)
        );
        let mut shapes = vec![block.titled(title.clone())];
        shapes.extend(symbol(profile).shapes(corners, Ink::WHITE));
        shapes.extend(marks(middle, side, it.elements, profile.elements));
        let label = format!("{} {}", unit_id(unit), it.elements);
        shapes.push(Shape::text(shifted(middle, (-13, 14)), 13, label, Ink::BLACK));
        picture.add_piece(piece(unit_id(unit), title), shapes);
    }

    fn draw_officers_of(self, state: &State, picture: &mut Picture, hex: HexId) {
        let middle = self.board.middle(hex);
        let officers =
            Side::BOTH.into_iter().flat_map(|side| self.forces.officers_of(side).map(move |officer| (side, officer)));
        let here = officers.filter(|(_, officer)| {
            hex != NO_HEX && state.officer(*officer).in_play && state.officer(*officer).hex == hex
        });
        for (place, (side, officer)) in here.enumerate() {
            let at = shifted(middle, (22 - 18 * place as i32, SIDE));
            let title =
                format!("{} {}", officer_id(officer), isolated(&self.forces.officer_names[usize::from(officer)]));
            let disc = Shape::new(Form::Circle { at, radius: 9 }).filled(Ink::GOLD).lined(Ink::of(side), 3);
            let piece = Piece {
                name: officer_id(officer),
                kind: PieceKind::Officer,
                side: Some(side),
                at,
                condition: Condition::Steady,
                title: title.clone(),
            };
            picture.add_piece(piece, [disc.titled(title)]);
        }
    }

    /// The attack that is being resolved.
    fn arrow(self, state: &State) -> Option<Arrow> {
        let is_pending = state.step.is_of_combat() && state.combat.attacker != NO_UNIT;
        let attack = is_pending.then(|| AttackRoll::running(state))?;
        let is_shown = |unit: UnitId, hex: HexId| unit != NO_UNIT && hex != NO_HEX;
        (is_shown(attack.roller, attack.from) && is_shown(attack.target, attack.to)).then(|| Arrow {
            from: self.board.middle(attack.from),
            to: self.board.middle(attack.to),
            strike: if attack.melee { Strike::Melee } else { Strike::Shot },
            side: side_of(attack.roller),
        })
    }
}

/// A mark for each element that a unit had at the start, filled for those that are left; none where they are too many.
fn marks(middle: Spot, side: Side, left: u8, at_start: u8) -> impl Iterator<Item = Shape> {
    let most = left.max(at_start);
    let shown = if most <= MOST_MARKS { i32::from(most) } else { 0 };
    (0..shown).map(move |place| {
        let circle = Form::Circle { at: shifted(middle, (7 * place - 7 * (shown - 1) / 2, 2)), radius: 3 };
        let fill = if place < i32::from(left) { Ink::of(side) } else { Ink::WHITE };
        Shape::new(circle).filled(fill).lined(Ink::of(side), 1)
    })
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
        let positions = self.field.positions();
        hexes().for_each(|hex| positions.draw_unit_of(state, &mut picture, hex));
        hexes().for_each(|hex| positions.draw_officers_of(state, &mut picture, hex));
        picture.arrows.extend(positions.arrow(state));
        self.explain_troops(&mut picture);
        picture.caption = self.field.forces.picture_caption(state);
        picture
    }

    /// The symbols of the troops that take part.
    fn explain_troops(&self, picture: &mut Picture) {
        if !self.objectives.is_empty() {
            picture.explain(Key::circle(None, (Ink::GOLD, 4), "objective"));
        }
        let forces = &self.field.forces;
        for &known in Symbol::VARIANTS {
            if forces.profiles.iter().flatten().any(|profile| symbol(profile) == known) {
                picture.explain(Key::block(known));
            }
        }
        picture.explain(Key::circle(Some(Ink::GOLD), (Ink::BLACK, 3), "officer"));
        for side in Side::BOTH {
            picture.explain(Key::area(Ink::of(side), format!("{side}: {}", forces.army_names[side])));
        }
    }
}
