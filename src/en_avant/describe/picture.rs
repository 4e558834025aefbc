//! The table as a picture: ten units of the sheet per centimetre; the first rank of a unit is dark and has the symbol
//! of its arm, the ranks behind it are pale.
//!
//! The symbols are explained by the titles of the shapes and by the caption.

use crate::en_avant::army::troop::Arm;
use crate::en_avant::notation::unit_id;
use crate::en_avant::rules::TerrainKind;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{ClashKind, NO_UNIT, State, Status, UnitId, side_of};
use crate::en_avant::table::geometry::{CENTIMETRE, Edge, Heading, Length, Point, Rectangle};
use crate::en_avant::table::ground::{Piece as TerrainPiece, Shape as Outline};
use crate::game::Side;
use crate::game::picture::{Arrow, Condition, Form, Ink, Key, Picture, Piece, PieceKind, Shape, Spot, Strike, Symbol};
use strum::VariantArray;

/// A unit of the sheet.
const DOT: Length = CENTIMETRE / 10;
/// The letters of a unit that has been activated in this turn.
const ACTIVATED: Ink = Ink("#ffdf80");
/// Radius of the symbol of an objective.
const SIGN: i32 = 14;

/// The colour of a kind of terrain.
fn ink(kind: TerrainKind) -> Ink {
    Ink(match kind {
        TerrainKind::Plain => "#dfe3bf",
        TerrainKind::Road => "#d9c7a0",
        TerrainKind::PloughedOrMud => "#c9ab7c",
        TerrainKind::TallCropsOrScrub => "#d6cf72",
        TerrainKind::Wood => "#7fa563",
        TerrainKind::Marsh => "#9db8a0",
        TerrainKind::River | TerrainKind::LargeRiver | TerrainKind::Lake => "#8fb9d6",
        TerrainKind::Ford => "#c4dbe6",
        TerrainKind::GentleHill => "#cdb98f",
        TerrainKind::SteepHill => "#a98f66",
        TerrainKind::BuiltUp => "#b9a9a3",
        TerrainKind::Rocks => "#a6a6a6",
        TerrainKind::HedgeWallPalisade => "#4f6b3a",
        TerrainKind::DitchTrench => "#7a5c3a",
        TerrainKind::Sand => "#eadfae",
    })
}

/// The words of a kind of terrain.
fn words(kind: TerrainKind) -> &'static str {
    match kind {
        TerrainKind::Plain => "open ground",
        TerrainKind::Road => "road",
        TerrainKind::PloughedOrMud => "ploughed field or mud",
        TerrainKind::TallCropsOrScrub => "tall crops or scrub",
        TerrainKind::Wood => "wood",
        TerrainKind::Marsh => "marsh",
        TerrainKind::River => "river",
        TerrainKind::LargeRiver => "large river",
        TerrainKind::Lake => "lake",
        TerrainKind::Ford => "ford",
        TerrainKind::GentleHill => "gentle hill",
        TerrainKind::SteepHill => "steep hill",
        TerrainKind::BuiltUp => "buildings",
        TerrainKind::Rocks => "rocks",
        TerrainKind::HedgeWallPalisade => "hedge, wall or palisade",
        TerrainKind::DitchTrench => "ditch or trench",
        TerrainKind::Sand => "sand",
    }
}

/// The symbol of an arm.
fn symbol(arm: Arm) -> Symbol {
    match arm {
        Arm::Infantry => Symbol::Infantry,
        Arm::Cavalry => Symbol::Cavalry,
        Arm::Artillery => Symbol::Artillery,
        Arm::Elephant => Symbol::Elephants,
    }
}

/// A piece that is always in order, as a marker.
fn marker(name: String, side: Option<Side>, at: Spot, title: String) -> Piece {
    Piece { name, kind: PieceKind::Marker, side, at, condition: Condition::Steady, title }
}

/// The transformation from the table to the sheet.
struct Sheet {
    half: (Length, Length),
}

impl Sheet {
    fn spot(&self, point: Point) -> Spot {
        ((point.x + self.half.0) / DOT, (self.half.1 - point.y) / DOT)
    }

    fn polygon(&self, corners: &[Point]) -> Shape {
        Shape::new(Form::Polygon(corners.iter().map(|corner| self.spot(*corner)).collect()))
    }

    fn rectangle(&self, it: &Rectangle) -> Shape {
        self.polygon(&it.corners())
    }
}

impl Engagement {
    /// The table with its pieces and units.
    pub(super) fn draw_picture(&self, state: &State) -> Picture {
        let ground = self.ground(state);
        let sheet = Sheet { half: (ground.half_width, ground.half_depth) };
        let mut picture = Picture::new(2 * ground.half_width / DOT, 2 * ground.half_depth / DOT);
        let corner = Point::new(ground.half_width, ground.half_depth);
        let whole =
            Rectangle { centre: Point::ORIGIN, heading: Heading::NORTH, half_depth: corner.y, half_width: corner.x };
        picture.add(sheet.rectangle(&whole).filled(Ink::GROUND).lined(Ink::BLACK, 1));
        // Roads are drawn over the terrain that they cross.
        let is_road = |piece: &&TerrainPiece| piece.kind == TerrainKind::Road;
        let (roads, others): (Vec<&TerrainPiece>, Vec<&TerrainPiece>) = ground.pieces.iter().partition(is_road);
        others.iter().chain(&roads).for_each(|piece| draw_piece(&mut picture, &sheet, piece));
        for (objective, it) in state.objectives.iter().zip(&self.objectives) {
            if objective.real {
                let piece = &ground.pieces[it.piece];
                let circle = Form::Circle { at: sheet.spot(piece.centre()), radius: SIGN };
                let owner = objective.owner.map_or_else(|| "neither side".to_owned(), |side| side.to_string());
                let title = format!("objective: {}, taken by {owner}", piece.name);
                let fill = objective.owner.map_or(Ink::WHITE, Ink::pale);
                let shape = Shape::new(circle).filled(fill).lined(Ink::GOLD, 4).titled(title.clone());
                let name = format!("objective {}", it.piece);
                let at = sheet.spot(piece.centre());
                picture.add_piece(marker(name, objective.owner, at, title), [shape]);
                picture.explain(Key::circle(Some(Ink::WHITE), (Ink::GOLD, 4), "objective"));
            }
        }
        for side in Side::BOTH {
            if state.side(side).camp.present {
                let camp = self.measures.camp(state, side);
                let title = format!("camp of {side}");
                let tents = sheet.rectangle(&camp).filled(Ink::WHITE).lined(Ink::of(side), 2).dashed(true);
                let at = sheet.spot(camp.centre);
                let word = Shape::text(at, 16, "camp", Ink::of(side));
                picture.add_piece(marker(title.clone(), Some(side), at, title.clone()), [tents.titled(title), word]);
            }
        }
        for horses in state.markers.iter().filter(|horses| horses.unit != NO_UNIT) {
            let (title, at) = (format!("horses of {}", self.unit_words(horses.unit)), sheet.spot(horses.front));
            let side = side_of(horses.unit);
            let circle = Shape::new(Form::Circle { at, radius: 8 }).filled(Ink::pale(side)).lined(Ink::BLACK, 1);
            let name = format!("horses {}", unit_id(horses.unit));
            picture.add_piece(marker(name, Some(side), at, title.clone()), [circle.titled(title)]);
        }
        self.troops.all_on_table(state).for_each(|unit| self.draw_unit(state, &mut picture, &sheet, unit));
        for side in Side::BOTH {
            if state.side(side).general.present {
                let base = self.measures.general_base(state, side);
                let title = format!("general of {side}");
                let stand = sheet.rectangle(&base).filled(Ink::GOLD).lined(Ink::of(side), 3);
                let at = sheet.spot(base.centre);
                let piece = Piece { kind: PieceKind::Officer, ..marker(title.clone(), Some(side), at, title.clone()) };
                picture.add_piece(piece, [stand.titled(title), Shape::text(at, 20, "G", Ink::BLACK)]);
            }
        }
        picture.arrows = self.arrows(state, &sheet);
        self.explain_troops(&mut picture);
        picture.caption = self.caption(state);
        picture
    }

    /// A unit: its bases, its short name with a symbol of its state, a mark at its front.
    fn draw_unit(&self, state: &State, picture: &mut Picture, sheet: &Sheet, unit: UnitId) {
        let (it, side) = (state.unit(unit), side_of(unit));
        let broken = it.has(Status::DISORDERED | Status::ROUTING | Status::RAMPANT);
        let symbol = symbol(self.troops.arm(state, unit));
        let mut shapes = Vec::new();
        for base in 0..it.bases {
            let fill = if base < it.files { Ink::of(side) } else { Ink::pale(side) };
            let stand = self.places().base(state, unit, base);
            shapes.push(sheet.rectangle(&stand).filled(fill).lined(Ink::WHITE, 1).dashed(broken));
            if base < it.files {
                let corners = stand.corners().map(|corner| sheet.spot(corner));
                shapes.extend(symbol.shapes(corners, Ink::pale(side)));
            }
        }
        if it.has(Status::LIMBERED) {
            self.places()
                .footprint(state, unit)
                .rectangles()
                .iter()
                .for_each(|it| shapes.push(sheet.rectangle(it).lined(Ink::of(side), 1)));
        }
        let whole = self.places().bounding(state, unit);
        let condition = match () {
            () if it.has(Status::RAMPANT) => ", out of control",
            () if it.has(Status::ROUTING) => ", routing",
            () if it.has(Status::DISORDERED) => ", disordered",
            () => "",
        };
        let with_general = if state.side(side).general_unit == unit { ", with the general" } else { "" };
        let at_start = self.troops.profile(state, unit).bases;
        let title = format!("{}: {} of {at_start} bases{condition}{with_general}", self.unit_words(unit), it.bases);
        // E8.6: disorder is visible.
        let edge = if broken { Ink::GOLD } else { Ink::BLACK };
        let is_activated = it.has(Status::ACTIVATED);
        let width = if broken { 3 } else { 2 };
        shapes.push(sheet.rectangle(&whole).lined(edge, width).dashed(broken).titled(title.clone()));
        let (left, right) = whole.ends_of(Edge::Front);
        let tip = left.middle(right).moved(it.heading, self.measures.width / 6, 0);
        let near = |point: Point| {
            Point::new((point.x + 3 * left.middle(right).x) / 4, (point.y + 3 * left.middle(right).y) / 4)
        };
        shapes.push(sheet.polygon(&[near(left), tip, near(right)]).filled(edge));
        let sign = match () {
            () if it.has(Status::RAMPANT) => "%",
            () if it.has(Status::ROUTING) => "!",
            () if it.has(Status::DISORDERED) => "?",
            () => "",
        };
        let general = if with_general.is_empty() { "" } else { " G" };
        let letters = if is_activated { ACTIVATED } else { Ink::WHITE };
        let at = sheet.spot(whole.centre);
        shapes.push(Shape::text(at, 18, format!("{}{sign}{general}", unit_id(unit)), letters));
        let condition = match () {
            () if it.has(Status::ROUTING | Status::RAMPANT) => Condition::Routing,
            () if it.has(Status::DISORDERED) => Condition::Disordered,
            () => Condition::Steady,
        };
        let piece = Piece { kind: PieceKind::Unit, condition, ..marker(unit_id(unit), Some(side), at, title) };
        picture.add_piece(piece, shapes);
    }

    /// The shot or the melee that is being resolved: both sides strike in a melee.
    fn arrows(&self, state: &State, sheet: &Sheet) -> Vec<Arrow> {
        let leaders = state.clash.leaders;
        let (strike, sides): (Strike, &[Side]) = match state.clash.kind {
            ClashKind::Shot => (Strike::Shot, &[state.active]),
            ClashKind::Melee => (Strike::Melee, &Side::BOTH),
            ClashKind::None | ClashKind::Rout => return Vec::new(),
        };
        if leaders.into_iter().any(|unit| unit == NO_UNIT || !state.unit(unit).is_on_table()) {
            return Vec::new();
        }
        let at = |side: Side| sheet.spot(self.places().bounding(state, leaders[side.index()]).centre);
        sides.iter().map(|side| Arrow { from: at(*side), to: at(side.other()), strike, side: *side }).collect()
    }

    /// The symbols of the troops that take part.
    fn explain_troops(&self, picture: &mut Picture) {
        let profiles = || self.troops.profiles.iter().flatten();
        for &known in Symbol::VARIANTS {
            if profiles().any(|profile| symbol(profile.troop.arm) == known) {
                picture.explain(Key::block(known));
            }
        }
        picture.explain(Key::circle(Some(Ink::GOLD), (Ink::BLACK, 3), "general"));
        for side in Side::BOTH {
            picture.explain(Key::area(Ink::of(side), format!("{side}: {}", self.side_words(side))));
        }
    }

    /// The turn, and the state of both armies.
    fn caption(&self, state: &State) -> Vec<String> {
        let when = if state.turn == 0 {
            "setting up".to_owned()
        } else {
            format!(
                "turn {} of {}, impulse {} of the game: {}",
                state.turn, self.turn_limit, state.impulse, state.active
            )
        };
        let army = |side: Side| {
            let it = state.side(side);
            format!(
                "{}: combativity {}, bases lost {} of {}",
                self.side_words(side),
                it.combativity,
                it.bases_lost,
                self.troops.bases[side]
            )
        };
        let signs = "? disordered, ! routing, % out of control, G general; yellow letters: activated in this turn";
        vec![format!("{} · {when}", self.scenario_name), army(Side::Red), army(Side::Blue), signs.to_owned()]
    }
}

fn draw_piece(picture: &mut Picture, sheet: &Sheet, piece: &TerrainPiece) {
    let fill = ink(piece.kind);
    match piece.shape {
        Outline::Line(_) => picture.explain(Key::line(fill, 6, words(piece.kind))),
        Outline::Area(_) | Outline::Strip(_) => picture.explain(Key::area(fill, words(piece.kind))),
    }
    match &piece.shape {
        Outline::Line(points) => {
            let line = Form::Line(points.iter().map(|point| sheet.spot(*point)).collect());
            picture.add(Shape::new(line).lined(fill, 6).titled(piece.name.clone()));
        }
        Outline::Area(_) | Outline::Strip(_) => {
            for area in piece.areas() {
                picture.add(sheet.polygon(area.corners()).filled(fill).lined(Ink::FAINT, 1).titled(piece.name.clone()));
            }
        }
    }
}
