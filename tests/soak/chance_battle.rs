//! Random battles of En Avant !: armies of any troops with any weapon of their period, and tables with pieces of every
//! kind of terrain, or covered with works and fords.

use reglette::en_avant::Engagement;
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::army::{Force, Muster};
use reglette::en_avant::rules::{Quality, Rules, TerrainKind, Weapon};
use reglette::en_avant::setup::{Terms, assemble};
use reglette::en_avant::table::geometry::{CENTIMETRE, Convex, Heading, Length, Point};
use reglette::en_avant::table::ground::{Ground, Piece, Shape};
use reglette::game::rng::{Key, Stream};
use reglette::game::{BySide, Side};

fn one_of<T: Copy>(all: &[T], stream: &mut Stream) -> T {
    all[stream.below(all.len() as u32) as usize]
}

fn centimetres(least: i32, most: i32, stream: &mut Stream) -> Length {
    (least + stream.below((most - least + 1) as u32) as i32) * CENTIMETRE
}

/// An army of five to nine units, with many riders if requested.
fn force(period: Period, riders: bool, stream: &mut Stream) -> Force {
    let later = matches!(period, Period::Napoleonic | Period::CivilWar);
    let units = (0..5 + stream.below(5)).map(|number| {
        let arms = if riders {
            [Arm::Infantry, Arm::Cavalry, Arm::Cavalry, Arm::Artillery]
        } else if later {
            [Arm::Infantry, Arm::Infantry, Arm::Cavalry, Arm::Artillery]
        } else {
            [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Elephant]
        };
        let arm = if number < 2 { Arm::Infantry } else { one_of(&arms, stream) };
        let armed = arm == Arm::Artillery || stream.below(2) == 0;
        let elephant = arm == Arm::Elephant;
        let troop = Troop {
            arm,
            quality: if elephant { Quality::Normal } else { one_of(Quality::ALL, stream) },
            weight: if matches!(arm, Arm::Infantry | Arm::Cavalry) {
                one_of(Weight::ALL, stream)
            } else {
                Weight::Standard
            },
            weapon: armed.then(|| one_of(Weapon::ALL, stream)),
            horse: arm == Arm::Artillery && later && stream.below(2) == 0,
            multirank: arm == Arm::Infantry && stream.below(3) == 0,
        };
        let bases = if matches!(arm, Arm::Artillery | Arm::Elephant) { 1 } else { 1 + stream.below(6) as u8 };
        Muster {
            name: format!("{} {number}", arm.name()),
            troop,
            bases,
            dismounts: arm == Arm::Cavalry && period == Period::CivilWar,
            points: None,
        }
    });
    let units = units.collect();
    Force { name: period.name().to_owned(), period, combativity: 2 + stream.below(4) as u8, units }
}

/// A polygon around a point.
fn area(at: Point, reach: Length, corners: u16) -> Shape {
    let step = 1_440 / corners;
    let points: Vec<Point> = (0..corners).map(|corner| at.moved(Heading::new(corner * step), reach, 0)).collect();
    Shape::Area(Convex::hull(&points).expect("a polygon"))
}

/// A band between two points.
fn band(from: Point, to: Point, half: Length) -> Convex {
    let heading = Heading::along(to - from);
    let corners = [
        from.moved(heading, 0, -half),
        from.moved(heading, 0, half),
        to.moved(heading, 0, half),
        to.moved(heading, 0, -half),
    ];
    Convex::hull(&corners).expect("a band")
}

/// Pieces of some kinds; a river with a ford across the table in some battles.
fn pieces(half: Length, rules: &Rules, stream: &mut Stream) -> Vec<Piece> {
    let piece = |kind: TerrainKind, shape: Shape| {
        Piece::new(kind.name().to_owned(), kind, &rules.terrain[kind as usize], shape)
    };
    let mut pieces = Vec::new();
    let reach = half / CENTIMETRE - 8;
    for _ in 0..2 + stream.below(6) {
        let kind = one_of(TerrainKind::ALL, stream);
        let at = Point::new(centimetres(-reach, reach, stream), centimetres(-reach, reach, stream));
        match kind {
            TerrainKind::Plain | TerrainKind::Ford | TerrainKind::River | TerrainKind::LargeRiver => {}
            TerrainKind::Road => {
                let to = Point::new(centimetres(-reach, reach, stream), half);
                pieces.push(piece(kind, Shape::Strip(vec![band(Point::new(to.x / 2, -half), to, 2 * CENTIMETRE)])));
            }
            TerrainKind::HedgeWallPalisade | TerrainKind::DitchTrench => {
                let end = at.moved(Heading::new(stream.below(1_440) as u16), centimetres(6, 16, stream), 0);
                pieces.push(piece(kind, Shape::Line(vec![at, end])));
            }
            _ => {
                let corners = one_of(&[3, 4, 5, 6, 8], stream);
                pieces.push(piece(kind, area(at, centimetres(4, 10, stream), corners)));
            }
        }
    }
    if stream.below(3) == 0 {
        let kind = one_of(&[TerrainKind::River, TerrainKind::River, TerrainKind::LargeRiver], stream);
        let (ford, wide) = (centimetres(-reach, reach, stream), 6 * CENTIMETRE);
        let on = |x: Length| Point::new(x, 0);
        let water =
            vec![band(on(-half), on(ford - wide), 3 * CENTIMETRE), band(on(ford + wide), on(half), 3 * CENTIMETRE)];
        pieces.push(piece(kind, Shape::Strip(water)));
        pieces
            .push(piece(TerrainKind::Ford, Shape::Strip(vec![band(on(ford - wide), on(ford + wide), 3 * CENTIMETRE)])));
    }
    pieces
}

/// Works everywhere: lines of trenches and walls, and fords and rocks between them.
fn works(half: Length, rules: &Rules, stream: &mut Stream) -> Vec<Piece> {
    let piece = |kind: TerrainKind, shape: Shape| {
        Piece::new(kind.name().to_owned(), kind, &rules.terrain[kind as usize], shape)
    };
    let mut pieces = Vec::new();
    let reach = half / CENTIMETRE - 4;
    for _ in 0..20 + stream.below(12) {
        let kinds = [TerrainKind::DitchTrench, TerrainKind::DitchTrench, TerrainKind::HedgeWallPalisade];
        let at = Point::new(centimetres(-reach, reach, stream), centimetres(-reach, reach, stream));
        let end = at.moved(Heading::new(stream.below(1_440) as u16), centimetres(4, 14, stream), 0);
        pieces.push(piece(one_of(&kinds, stream), Shape::Line(vec![at, end])));
    }
    for _ in 0..2 + stream.below(2) {
        let at = Point::new(centimetres(-reach, reach, stream), centimetres(-reach, reach, stream));
        let kind = one_of(&[TerrainKind::Ford, TerrainKind::Ford, TerrainKind::Rocks], stream);
        pieces.push(piece(kind, area(at, centimetres(6, 14, stream), 6)));
    }
    pieces
}

/// The battle of a seed, on a table covered with works if requested; `None` where the rules do not allow these armies
/// to meet.
pub fn chance_battle(rules: &Rules, seed: u64, with_works: bool) -> Option<Engagement> {
    let mut stream = Key::new(seed).with_name("made up").stream();
    let mut period = one_of(Period::ALL, &mut stream);
    let mut half = centimetres(30, 45, &mut stream);
    let pieces = if with_works {
        // Riders who dismount are of one period.
        period = one_of(&[period, Period::CivilWar], &mut stream);
        half = centimetres(24, 30, &mut stream);
        works(half, rules, &mut stream)
    } else {
        pieces(half, rules, &mut stream)
    };
    let ground = Ground { half_width: half, half_depth: half, pieces };
    let objectives = (0..ground.pieces.len()).filter(|_| stream.below(4) == 0).collect();
    let placer = one_of(&[None, Some(Side::Red), Some(Side::Blue)], &mut stream);
    let terms = Terms { name: "made up".to_owned(), turn_limit: 12 + stream.below(12) as u8, objectives, placer };
    assemble(rules, ground, BySide::from_fn(|_| force(period, with_works, &mut stream)), terms).ok()
}
