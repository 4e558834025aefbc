use super::*;
use crate::en_avant::rules::{Rules, TerrainKind};
use crate::en_avant::table::geometry::Convex;
use crate::en_avant::table::ground::{Piece, Shape};
use crate::game::rng::Key;

const WIDTH: Length = 4 * CENTIMETRE;

fn at(x: i32, y: i32) -> Point {
    Point::new(x * CENTIMETRE, y * CENTIMETRE)
}

fn area(kind: TerrainKind, (left, right): (i32, i32), (low, high): (i32, i32)) -> Piece {
    let shape =
        Shape::Area(Convex::hull(&[at(left, low), at(right, low), at(right, high), at(left, high)]).expect("an area"));
    let mut row = Rules::published().terrain[kind as usize];
    if kind == TerrainKind::River {
        row.movement = Movement::Impassable;
    }
    Piece::new(kind.name().to_owned(), kind, &row, shape)
}

/// A square metre with a river from edge to edge except for a ford between these coordinates.
fn river(ford: Option<(i32, i32)>) -> Ground {
    let banks = ford.map_or(vec![(-50, 50)], |(left, right)| vec![(-50, left), (right, 50)]);
    let pieces = banks.into_iter().map(|bank| area(TerrainKind::River, bank, (-3, 3))).collect();
    Ground { half_width: 50 * CENTIMETRE, half_depth: 50 * CENTIMETRE, pieces }
}

impl Ways {
    fn between(&self, from: Point, to: Point, files: u8) -> Option<Length> {
        self.distance(self.index_at(from), self.index_at(to), files, 10 * CENTIMETRE)
    }
}

#[test]
fn where_everything_can_be_entered_no_way_is_looked_for() {
    let wood = area(TerrainKind::Wood, (-20, 20), (-10, 10));
    let open = Ground { half_width: 50 * CENTIMETRE, half_depth: 50 * CENTIMETRE, pieces: vec![wood] };
    assert!(Ways::of(&open, WIDTH).is_none());
    assert!(Ways::of(&river(None), WIDTH).is_some());
}

#[test]
fn the_way_over_a_river_leads_through_its_ford() {
    let ways = Ways::of(&river(Some((24, 40))), WIDTH).expect("a river bars the way");
    let (south, north) = (at(-30, -20), at(-30, 20));
    let far = ways.between(south, north, 1).expect("there is a ford");
    // From the ford's nearer bank: 54 cm and 20 cm aside, twice. The grid is coarse and its steps are eighths of a
    // circle.
    let least = 2 * at(54, 20).length();
    assert!((least..least * 125 / 100).contains(&far), "{far} for at least {least}");
    let beside = ways.between(at(32, -20), at(32, 20), 1).expect("straight through the ford");
    assert!((38 * CENTIMETRE..46 * CENTIMETRE).contains(&beside), "{beside}");
    let along = ways.between(south, at(30, -20), 1).expect("on this side of the river");
    assert!((58 * CENTIMETRE..64 * CENTIMETRE).contains(&along), "{along}");
}

#[test]
fn no_way_leads_over_a_river_without_a_ford() {
    let ways = Ways::of(&river(None), WIDTH).expect("a river bars the way");
    assert_eq!(ways.between(at(0, -20), at(0, 20), 1), None);
    assert!(ways.between(at(0, -20), at(30, -30), 3).is_some());
}

#[test]
fn a_broad_unit_forms_column_for_a_narrow_gap() {
    let ways = Ways::of(&river(Some((-3, 3))), WIDTH).expect("a river bars the way");
    let (south, north) = (at(0, -20), at(0, 20));
    let column = ways.between(south, north, 1).expect("a column goes through");
    assert_eq!(ways.between(south, north, 3), Some(column + 10 * CENTIMETRE), "a change of formation more");
    let wide = Ways::of(&river(Some((-15, 15))), WIDTH).expect("a river bars the way");
    assert_eq!(wide.between(south, north, 3), wide.between(south, north, 1));
}

#[test]
fn ways_are_as_long_back_as_there_and_never_longer_by_a_third_place() {
    let mut ground = river(Some((10, 24)));
    ground.pieces.push(area(TerrainKind::Wood, (-30, 10), (10, 30)));
    let ways = Ways::of(&ground, WIDTH).expect("a river bars the way");
    let mut stream = Key::new(3).stream();
    let far = |a: Point, b: Point| ways.between(a, b, 1).expect("there is a ford");
    for _ in 0..500 {
        let mut place = || loop {
            let point = at(stream.below(96) as i32 - 48, stream.below(96) as i32 - 48);
            if point.y.abs() > 8 * CENTIMETRE {
                return point;
            }
        };
        let (a, b, c) = (place(), place(), place());
        assert_eq!(far(a, b), far(b, a), "{a:?} {b:?}");
        assert!(far(a, c) <= far(a, b) + far(b, c), "{a:?} {b:?} {c:?}");
    }
}
