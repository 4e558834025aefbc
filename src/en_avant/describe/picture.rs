//! The table as a picture: ten units of the sheet per centimetre; the first rank of a unit is dark, the ranks behind it
//! pale.
//!
//! The symbols are explained by the titles of the shapes and by the caption.

use crate::en_avant::notation::unit_id;
use crate::en_avant::rules::TerrainKind;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{NO_UNIT, State, Status, UnitId, side_of};
use crate::en_avant::table::geometry::{CENTIMETRE, Edge, Heading, Length, Point, Rectangle};
use crate::en_avant::table::ground::{Piece, Shape as Outline};
use crate::game::Side;
use crate::game::picture::{Form, Ink, Picture, Shape, Spot};

/// A unit of the sheet.
const DOT: Length = CENTIMETRE / 10;
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
        let is_road = |piece: &&Piece| piece.kind == TerrainKind::Road;
        let (roads, others): (Vec<&Piece>, Vec<&Piece>) = ground.pieces.iter().partition(is_road);
        others.iter().chain(&roads).for_each(|piece| draw_piece(&mut picture, &sheet, piece));
        for (objective, it) in state.objectives.iter().zip(&self.objectives) {
            if objective.real {
                let piece = &ground.pieces[it.piece];
                let circle = Form::Circle { at: sheet.spot(piece.centre()), radius: SIGN };
                let owner = objective.owner.map_or_else(|| "neither side".to_owned(), |side| side.to_string());
                let title = format!("objective: {}, taken by {owner}", piece.name);
                let fill = objective.owner.map_or(Ink::WHITE, Ink::pale);
                picture.add(Shape::new(circle).filled(fill).lined(Ink::GOLD, 4).titled(title));
            }
        }
        for side in Side::BOTH {
            if state.side(side).camp.present {
                let camp = self.measures.camp(state, side);
                picture.add(
                    sheet
                        .rectangle(&camp)
                        .filled(Ink::WHITE)
                        .lined(Ink::of(side), 2)
                        .dashed(true)
                        .titled(format!("camp of {side}")),
                );
                picture.write(sheet.spot(camp.centre), 16, "camp", Ink::of(side));
            }
        }
        for marker in state.markers.iter().filter(|marker| marker.unit != NO_UNIT) {
            let title = format!("horses of {}", self.unit_words(marker.unit));
            let circle = Form::Circle { at: sheet.spot(marker.front), radius: 8 };
            picture.add(Shape::new(circle).filled(Ink::pale(side_of(marker.unit))).lined(Ink::BLACK, 1).titled(title));
        }
        self.troops.all_on_table(state).for_each(|unit| self.draw_unit(state, &mut picture, &sheet, unit));
        for side in Side::BOTH {
            if state.side(side).general.present {
                let base = self.measures.general_base(state, side);
                picture.add(
                    sheet
                        .rectangle(&base)
                        .filled(Ink::GOLD)
                        .lined(Ink::of(side), 3)
                        .titled(format!("general of {side}")),
                );
                picture.write(sheet.spot(base.centre), 20, "G", Ink::BLACK);
            }
        }
        picture.caption = self.caption(state);
        picture
    }

    /// A unit: its bases, its short name with a symbol of its state, a mark at its front.
    fn draw_unit(&self, state: &State, picture: &mut Picture, sheet: &Sheet, unit: UnitId) {
        let (it, side) = (state.unit(unit), side_of(unit));
        let broken = it.has(Status::DISORDERED | Status::ROUTING | Status::RAMPANT);
        for base in 0..it.bases {
            let fill = if base < it.files { Ink::of(side) } else { Ink::pale(side) };
            let shape = sheet
                .rectangle(&self.places().base(state, unit, base))
                .filled(fill)
                .lined(Ink::WHITE, 1)
                .dashed(broken);
            picture.add(shape);
        }
        if it.has(Status::LIMBERED) {
            self.places()
                .footprint(state, unit)
                .rectangles()
                .iter()
                .for_each(|it| picture.add(sheet.rectangle(it).lined(Ink::of(side), 1)));
        }
        let whole = self.places().bounding(state, unit);
        let condition = match () {
            () if it.has(Status::RAMPANT) => ", out of control",
            () if it.has(Status::ROUTING) => ", routing",
            () if it.has(Status::DISORDERED) => ", disordered",
            () => "",
        };
        let with_general = if state.side(side).general_unit == unit { ", with the general" } else { "" };
        let title = format!("{}: {} bases{condition}{with_general}", self.unit_words(unit), it.bases);
        // E8.6: disorder is visible.
        let edge = if broken { Ink::GOLD } else { Ink::BLACK };
        let is_activated = it.has(Status::ACTIVATED);
        picture.add(sheet.rectangle(&whole).lined(edge, if broken { 3 } else { 2 }).dashed(broken).titled(title));
        let (left, right) = whole.ends_of(Edge::Front);
        let tip = left.middle(right).moved(it.heading, self.measures.width / 6, 0);
        let near = |point: Point| {
            Point::new((point.x + 3 * left.middle(right).x) / 4, (point.y + 3 * left.middle(right).y) / 4)
        };
        picture.add(sheet.polygon(&[near(left), tip, near(right)]).filled(edge));
        let sign = match () {
            () if it.has(Status::RAMPANT) => "%",
            () if it.has(Status::ROUTING) => "!",
            () if it.has(Status::DISORDERED) => "?",
            () => "",
        };
        let general = if with_general.is_empty() { "" } else { " G" };
        let letters = if is_activated { Ink::BLACK } else { Ink::WHITE };
        picture.write(sheet.spot(whole.centre), 18, format!("{}{sign}{general}", unit_id(unit)), letters);
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
        let signs = "? disordered, ! routing, % out of control, G general; black letters: activated in this turn";
        vec![format!("{} · {when}", self.scenario_name), army(Side::Red), army(Side::Blue), signs.to_owned()]
    }
}

fn draw_piece(picture: &mut Picture, sheet: &Sheet, piece: &Piece) {
    let fill = ink(piece.kind);
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
