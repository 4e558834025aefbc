//! Table T1: the effects of each kind of terrain on moves, sight, shots and melees, measured in play; pieces as
//! scenarios draw them (chapter 3).

use crate::movement::refusal_of;
use crate::scene::{Scene, foot, horse, with_weapon};
use crate::terrain::{area, line};
use reglette::data::{Kind, Library, Source};
use reglette::en_avant::combat::odds::OddsOptions;
use reglette::en_avant::rules::{FigureScale, Movement, Rules, Shelter, TerrainKind, Weapon};
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::state::action::{Path, Segment};
use reglette::en_avant::table::geometry::CENTIMETRE;
use reglette::en_avant::table::ground::{Piece, Shape};
use reglette::game::Side;

/// A piece of a kind between two depths of the table, across its whole width; a line lies at the nearer depth.
fn across(kind: TerrainKind, near: i32, far: i32) -> Piece {
    if kind.is_linear() {
        line(kind, &[(-30, near), (30, near)])
    } else {
        area(kind, &[(-30, near), (30, near), (30, far), (-30, far)])
    }
}

fn with(piece: Piece) -> Scene {
    let mut scene = Scene::new();
    scene.pieces = vec![piece];
    scene
}

/// The effects of a kind of terrain in play.
#[derive(Debug, PartialEq)]
struct Effect {
    /// The longest advance of infantry towards a piece 5 cm ahead, in tenths of a millimetre.
    advance: u16,
    /// Whether archers see through it.
    open: bool,
    /// The dice of saves of a target at its rim.
    saves: u8,
    /// Whether infantry in it has the advantage of rough ground against cavalry.
    rough: bool,
    /// The elevation of a unit in it.
    level: u8,
}

fn effect(kind: TerrainKind) -> Effect {
    let scene = with(across(kind, -15, -10)).stand(Side::Red, foot(), (0, -2000), 0, 2, 2);
    let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 4500), 180, 1, 1).build();
    let legal = |length: &u16| refusal_of(&game, &state, ids[0], Path::of(&[Segment::Advance(*length)])).is_none();
    let advance = (1..1_000).filter(legal).max().unwrap_or(0);

    let archers = with_weapon(Weapon::Longbow, foot());
    let scene = with(across(kind, -15, -12)).stand(Side::Red, archers, (0, -2000), 0, 2, 2);
    let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, -900), 180, 2, 2).build();
    let open = !game.targets(&state, ids[0]).is_empty();

    let scene = with(across(kind, -10, 0)).stand(Side::Red, archers, (0, -2000), 0, 2, 2);
    let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, -1000), 180, 2, 2).build();
    let saves = game.odds(&state, ids[0], ids[1], &OddsOptions::default()).expect("a shot at its rim").strikes[0].saves;
    let level = game.elevation(&state, ids[1]);

    let scene = with(across(kind, 0, 10)).stand(Side::Red, horse(), (0, 0), 0, 2, 2);
    let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 0), 180, 2, 2).build();
    let melee = game.odds(&state, ids[0], ids[1], &OddsOptions::default()).expect("a melee");
    let rough = melee.strikes[1].trail.iter().any(|it| it.rule == "E11.26");
    Effect { advance, open, saves, rough, level }
}

/// E3.1, E3.2, E3.3, E3.4, E3.5, E3.6, E3.7, E3.8, E3.9, E3.10, E3.11, E3.12, E3.13, E3.14, E3.15, E3.16, E3.17, E3.24,
/// E9.51, E9.52, E11.26, EI-14, EI-15, EI-19, EI-21: each row of table T1. Slowing terrain leaves infantry 6 of 9 cm;
/// impassable terrain and obstacles leave the 5 cm before them.
#[test]
fn every_kind_of_terrain_does_what_its_row_says() {
    const FREE: u16 = 900;
    const SLOWED: u16 = 600;
    const STOPPED: u16 = 506;
    use TerrainKind::*;
    for (kind, advance, open, saves, rough, level) in [
        (Plain, FREE, true, 0, false, 0),
        (Road, FREE, true, 0, false, 0),
        (PloughedOrMud, SLOWED, true, 0, false, 0),
        (TallCropsOrScrub, SLOWED, false, 1, true, 0),
        (Wood, SLOWED, false, 2, true, 0),
        (Marsh, SLOWED, false, 1, true, 0),
        (River, STOPPED, true, 0, false, 0),
        (Ford, SLOWED, true, 0, true, 0),
        (LargeRiver, STOPPED, true, 0, false, 0),
        (GentleHill, SLOWED, false, 0, false, 1),
        (BuiltUp, SLOWED, false, 2, true, 0),
        (Rocks, SLOWED, false, 2, true, 0),
        (HedgeWallPalisade, STOPPED, false, 1, false, 0),
        (DitchTrench, STOPPED, true, 2, true, 0),
        (SteepHill, SLOWED, false, 0, true, 2),
        (Lake, STOPPED, true, 0, false, 0),
        (Sand, SLOWED, true, 0, false, 0),
    ] {
        assert_eq!(effect(kind), Effect { advance, open, saves, rough, level }, "{kind:?}");
    }
}

fn scenario(text: &str) -> Result<Scenario, String> {
    let source = Source::new(&Library::built_in(), Kind::Scenario, "scenarios/en-avant/mine.toml", text);
    Scenario::read(&source).map_err(|error| error.to_string())
}

fn piece_of(text: &str) -> Piece {
    let scenario = scenario(&format!("[[piece]]\n{text}")).unwrap_or_else(|error| panic!("{error}"));
    scenario.ground(&Rules::published()).expect("a sound table").pieces.remove(0)
}

/// E3.23, E3.27, EI-15: a piece may override its effects: an impassable marsh, hill or rocks, a wood that does not
/// block sight.
#[test]
fn a_piece_says_for_itself_what_it_does() {
    let circle = "circle = { at = [0, 0], radius = 8 }";
    for kind in ["marsh", "rocks", "gentle_hill", "steep_hill"] {
        let plain = piece_of(&format!("kind = \"{kind}\"\n{circle}"));
        assert_eq!(plain.movement, Movement::Slows);
        let barred = piece_of(&format!("kind = \"{kind}\"\nmovement = \"impassable\"\n{circle}"));
        assert_eq!(barred, Piece { movement: Movement::Impassable, ..plain });
    }
    let thin = piece_of(&format!(
        "kind = \"wood\"\nblocks_sight = false\nshelter = \"light\"\nrough = false\nlevel = 1\n{circle}"
    ));
    assert_eq!((thin.blocks_sight, thin.shelter, thin.rough, thin.level), (false, Shelter::Light, false, 1));
}

/// E3.26, EI-20: the whole outlined area is wood, up to its outline: a base is in it if its centre is.
#[test]
fn the_outline_is_the_edge_of_the_wood() {
    // Bases 3 cm deep whose front lies at the middle of the table: their centres are 1.5 cm behind it.
    for (rim, saves) in [(1, 2), (2, 0)] {
        let scene = with(area(TerrainKind::Wood, &[(-30, rim), (30, rim), (30, 20), (-30, 20)]));
        let scene = scene.stand(Side::Red, with_weapon(Weapon::Longbow, foot()), (0, -900), 0, 2, 2);
        let (game, state, ids) = scene.stand(Side::Blue, foot(), (0, 0), 180, 2, 2).build();
        let odds = game.odds(&state, ids[0], ids[1], &OddsOptions::default()).expect("a shot");
        assert_eq!(odds.strikes[0].saves, saves, "a rim {rim} cm behind the front");
    }
}

/// E3.27: rivers and roads are strips, straight or bent.
#[test]
fn strips_bend() {
    let strip = |points: &str| piece_of(&format!("kind = \"river\"\nstrip = {{ points = {points}, width = 4 }}"));
    let (straight, bent) = (strip("[[-50, 0], [50, 0]]"), strip("[[-50, 0], [0, 0], [50, 30]]"));
    assert!(matches!(
        (&straight.shape, &bent.shape),
        (Shape::Strip(one), Shape::Strip(two)) if one.len() == 1 && two.len() == 2
    ));
    let at = |x: i32, y: i32| reglette::en_avant::table::geometry::Point::new(x * CENTIMETRE, y * CENTIMETRE);
    assert!(straight.contains(at(30, 0)) && !straight.contains(at(30, 18)));
    assert!(!bent.contains(at(30, 0)) && bent.contains(at(30, 18)) && bent.contains(at(-30, 1)));
}

/// E3.22, EI-25: a piece holds at least one unit of one base, or `check` reports it; in the shipped scenarios every one
/// does, and a hamlet is about 10 cm long and deep.
#[test]
fn pieces_hold_a_unit() {
    let remarks = |radius: u8| {
        scenario(&format!("[[piece]]\nkind = \"wood\"\ncircle = {{ at = [0, 0], radius = {radius} }}"))
            .expect("sound")
            .remarks(&Rules::published())
    };
    let too_small = |remarks: &[String]| remarks.iter().any(|it| it.contains("E3.22"));
    assert!(too_small(&remarks(2)) && !too_small(&remarks(4)));
    let library = Library::built_in();
    let entries =
        library.list(Kind::Scenario).into_iter().filter(|entry| entry.rulebook.as_deref() == Some("en-avant"));
    let mut hamlets = 0;
    for entry in entries {
        let scenario = Scenario::read(&library.find(Kind::Scenario, &entry.path).expect("a shipped file"))
            .expect("a sound scenario");
        assert!(!too_small(&scenario.remarks(&Rules::published())), "{}", scenario.name);
        assert_eq!(Rules::published().figure_scale, FigureScale::Twenty);
        for piece in scenario.ground(&Rules::published()).expect("a sound table").pieces {
            if piece.kind == TerrainKind::BuiltUp {
                let (low, high) = piece.bounds;
                assert!(
                    high.x - low.x >= 8 * CENTIMETRE && high.y - low.y >= 8 * CENTIMETRE,
                    "{}: {}",
                    scenario.name,
                    piece.name
                );
                hamlets += 1;
            }
        }
    }
    assert!(hamlets > 0);
}
