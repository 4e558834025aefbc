//! Random tables: each method of chapter 4, sizes and places of the pieces, and the choice of edges afterwards.

use reglette::data::{Kind, Library, Source};
use reglette::en_avant::rules::{Movement, Rules, TerrainKind, TerrainMethod};
use reglette::en_avant::setup::scenario::Scenario;
use reglette::en_avant::state::Step;
use reglette::en_avant::table::geometry::{Heading, Rectangle};
use reglette::en_avant::table::ground::{Ground, Piece, Shape};
use reglette::game::{BySide, Side};

/// Whether every piece has an equal at the place rotated by half a circle.
fn favours_nobody(ground: &Ground) -> bool {
    let twin =
        |piece: &Piece, other: &Piece| piece.kind == other.kind && piece.bounds == (-other.bounds.1, -other.bounds.0);
    ground.pieces.iter().all(|piece| ground.pieces.iter().any(|other| twin(piece, other)))
}

fn scenario(text: &str) -> Result<Scenario, String> {
    let source = Source::new(&Library::built_in(), Kind::Scenario, "scenarios/en-avant/mine.toml", text);
    Scenario::read(&source).map_err(|error| error.to_string())
}

fn laid(method: &str, seed: u64, more: &str) -> Ground {
    let text = format!("[generator]\nseed = {seed}\nmethod = \"{method}\"\n{more}");
    scenario(&text).unwrap_or_else(|error| panic!("{error}")).ground(&Rules::published()).expect("a sound table")
}

/// The number of pieces, a river with its fords as one.
fn count(ground: &Ground) -> usize {
    let parts = |kind: TerrainKind| ground.pieces.iter().filter(|piece| piece.kind == kind).count();
    ground.pieces.len() - parts(TerrainKind::Ford) - parts(TerrainKind::River) + parts(TerrainKind::Ford) / 2
}

/// E4.7, E4.8, E4.9, E4.10, EI-25: whatever the method, pieces lie on the table and clear of each other, areas hold a
/// unit (E3.22), and water is outside the deployment bands.
#[test]
fn every_method_lays_a_sound_table() {
    let rules = Rules::published();
    for method in TerrainMethod::NAMES {
        for seed in 0..60 {
            let ground = laid(method, seed, "");
            assert_eq!(ground, laid(method, seed, ""), "the same seed gives the same table");
            for (index, piece) in ground.pieces.iter().enumerate() {
                let (low, high) = piece.bounds;
                if !matches!(piece.shape, Shape::Strip(_)) {
                    assert!(
                        low.x >= -ground.half_width
                            && high.x <= ground.half_width
                            && low.y >= -ground.half_depth
                            && high.y <= ground.half_depth
                    );
                }
                if piece.movement == Movement::Impassable {
                    let band = rules.rulers(rules.deployment_depth);
                    assert!(
                        (-low.y).max(high.y) <= ground.half_depth - band,
                        "{} lies where armies are set up",
                        piece.name
                    );
                }
                if let Shape::Area(area) = &piece.shape {
                    let (deep, wide) = (rules.widths(50), rules.width());
                    let holds = (0..360).any(|turn| {
                        let unit = Rectangle {
                            centre: area.centre(),
                            heading: Heading::new(turn * 4),
                            half_depth: deep / 2,
                            half_width: wide / 2,
                        };
                        unit.corners().iter().all(|corner| area.contains(*corner))
                    });
                    assert!(holds, "{method} {seed}: {} is too small for a unit", piece.name);
                }
                let road = |piece: &Piece| piece.kind == TerrainKind::Road;
                for other in ground.pieces[..index].iter().filter(|other| !road(other) && !road(piece)) {
                    assert!(
                        !piece.areas().iter().any(|area| other.meets_convex(area)),
                        "{method} {seed}: {} on {}",
                        piece.name,
                        other.name
                    );
                }
            }
        }
    }
}

/// E4.10: one to six pieces on each half, none across the middle.
#[test]
fn by_halves_each_player_lays_one_to_six_pieces_on_his_half() {
    let mut seen = [false; 7];
    for seed in 0..120 {
        let ground = laid("half_table_d6", seed, "kinds = { wood = 1 }");
        for below in [true, false] {
            let on_half = ground.pieces.iter().filter(|piece| (piece.centre().y < 0) == below);
            let pieces: Vec<_> = on_half.collect();
            assert!(pieces.iter().all(|piece| if below { piece.bounds.1.y <= 0 } else { piece.bounds.0.y >= 0 }));
            seen[pieces.len()] = true;
        }
    }
    assert_eq!(seen, [false, true, true, true, true, true, true]);
}

/// E4.7, E4.8: one die for the whole table; E4.9: that number of pieces, or one more or less.
#[test]
fn the_number_of_pieces_is_rolled() {
    let numbers = |method: &str| {
        let mut seen = [false; 9];
        (0..150).for_each(|seed| seen[count(&laid(method, seed, ""))] = true);
        (0..9).filter(|number| seen[*number]).collect::<Vec<usize>>()
    };
    assert_eq!(numbers("alternate"), [1, 2, 3, 4, 5, 6]);
    assert_eq!(numbers("place_and_edit"), [0, 1, 2, 3, 4, 5, 6, 7]);
    let most = numbers("choose_and_place");
    assert_eq!(most.last(), Some(&6));
    for seed in 0..20 {
        assert_eq!(count(&laid("alternate", seed, "pieces = 3\nkinds = { wood = 1 }")), 3);
    }
    let mut edited = [0; 6];
    (0..60).for_each(|seed| edited[count(&laid("place_and_edit", seed, "pieces = 3\nkinds = { wood = 1 }"))] += 1);
    assert!(edited[2] > 0 && edited[3] > 0 && edited[4] > 0 && edited[0] + edited[1] + edited[5] == 0, "{edited:?}");
}

/// E4.8: the players alternately place one piece, on either half of the table or over its middle.
#[test]
fn in_turn_pieces_are_placed_anywhere() {
    let (mut orders, mut over) = (std::collections::BTreeSet::new(), 0);
    for seed in 0..20 {
        let ground = laid("alternate", seed, "pieces = 5\nkinds = { wood = 1 }");
        orders.insert(ground.pieces.iter().map(|piece| piece.centre().y < 0).collect::<Vec<bool>>());
        over += ground.pieces.iter().filter(|piece| piece.bounds.0.y < 0 && piece.bounds.1.y > 0).count();
    }
    assert!(orders.len() > 5 && over > 0, "{orders:?}, {over} over the middle");
}

/// EI-25: areas and obstacles have the lengths of the keys, at most five base widths and, except for their oval
/// outline, at least two.
#[test]
fn pieces_are_two_to_five_base_widths_long() {
    let sized = |least: u16, most: u16, seed: u64, kind: &str| {
        let mut rules = Rules::published();
        (rules.terrain_piece_min_size, rules.terrain_piece_max_size) = (least, most);
        let text = format!("[generator]\nseed = {seed}\nmethod = \"half_table_d6\"\nkinds = {{ {kind} = 1 }}");
        scenario(&text).expect("sound").ground(&rules).expect("a sound table")
    };
    let longest = |piece: &Piece| {
        let points = match &piece.shape {
            Shape::Area(area) => area.corners().to_vec(),
            Shape::Line(points) => points.clone(),
            Shape::Strip(_) => panic!("no strips were asked for"),
        };
        let lengths = points.iter().flat_map(|a| points.iter().map(|b| (*a - *b).length()));
        lengths.max().expect("corners") * 100 / Rules::published().width()
    };
    for seed in 0..40 {
        for piece in &sized(200, 500, seed, "wood").pieces {
            assert!((170..=500).contains(&longest(piece)), "{seed}: {}", longest(piece));
        }
        for piece in &sized(200, 500, seed, "hedge_wall_palisade").pieces {
            assert!((199..=500).contains(&longest(piece)), "{seed}: {}", longest(piece));
        }
        for piece in &sized(300, 300, seed, "hedge_wall_palisade").pieces {
            assert!((299..=300).contains(&longest(piece)), "{seed}: {}", longest(piece));
        }
    }
}

/// E3.22: however small the rules let pieces be, an area holds a unit of one base.
#[test]
fn the_smallest_area_holds_a_unit() {
    let mut rules = Rules::published();
    (rules.terrain_piece_min_size, rules.terrain_piece_max_size) = (100, 180);
    let mut areas = 0;
    for seed in 0..30 {
        let text = format!("[generator]\nseed = {seed}\nmethod = \"choose_and_place\"\nkinds = {{ wood = 1 }}");
        for piece in scenario(&text).expect("sound").ground(&rules).expect("a sound table").pieces {
            let Shape::Area(area) = &piece.shape else { panic!("a wood is an area") };
            let base = |heading| Rectangle { centre: area.centre(), heading, half_depth: 1_500, half_width: 3_000 };
            let holds = |turn| base(Heading::new(turn)).corners().iter().all(|corner| area.contains(*corner));
            assert!(holds(0) || holds(360), "{seed}");
            areas += 1;
        }
    }
    assert!(areas > 20, "{areas}");
}

/// E3.7, EI-15, EI-23: a ford can be held as an objective, a river cannot.
#[test]
fn a_ford_is_an_objective_and_a_river_is_none() {
    let piece = |kind: &str| {
        let text = format!(
            "[[piece]]\nkind = \"{kind}\"\nobjective = true\nstrip = {{ points = [[-10, 0], [10, 0]], width = 12 }}"
        );
        scenario(&text).and_then(|it| it.ground(&Rules::published()).map_err(|errors| format!("{errors:?}")))
    };
    assert!(piece("ford").expect("sound").pieces[0].can_be_objective());
    assert!(piece("river").is_err_and(|words| words.contains("EI-23")));
    // However they are drawn, roads and rivers are none.
    let area = |kind: &str| {
        let text = format!(
            "[[piece]]\nkind = \"{kind}\"\nmovement = \"slows\"\nrectangle = {{ at = [0, 0], size = [20, 20] }}"
        );
        scenario(&text).expect("sound").ground(&Rules::published()).expect("sound").pieces[0].can_be_objective()
    };
    assert_eq!(["wood", "road", "river", "lake"].map(area), [true, false, false, false]);
    let ground = laid("choose_and_place", 3, "pieces = 1\nkinds = { river = 1 }");
    let can: Vec<bool> =
        ground.pieces.iter().map(|it| it.can_be_objective() == (it.kind == TerrainKind::Ford)).collect();
    assert!(can.len() == 5 && can.iter().all(|it| *it));
}

/// E4.5: a table that favours neither side.
#[test]
fn who_agrees_lays_a_table_that_looks_the_same_from_both_edges() {
    for seed in 0..30 {
        let ground = laid("agreed_symmetric", seed, "");
        assert!(favours_nobody(&ground) && !ground.pieces.is_empty());
    }
}

/// E4.5, EI-25: the images of pieces keep clear of what the scenario draws on the other half.
#[test]
fn images_keep_clear_of_drawn_pieces() {
    let drawn = "[[piece]]\nkind = \"wood\"\nrectangle = { at = [0, 15], size = [40, 20] }";
    let overlaps = (0..40).filter(|seed| {
        let ground = laid("agreed_symmetric", *seed, &format!("kinds = {{ ploughed_or_mud = 1 }}\n{drawn}"));
        let (fixed, random): (Vec<_>, Vec<_>) = ground.pieces.iter().partition(|piece| piece.kind == TerrainKind::Wood);
        assert!(fixed.len() == 1 && random.len().is_multiple_of(2));
        random.iter().flat_map(|piece| piece.areas()).any(|area| fixed[0].meets_convex(area))
    });
    assert_eq!(overlaps.count(), 0);
}

/// E4.7, E4.9, E4.16: the player who has placed the pieces does not choose his edge, if the other does.
#[test]
fn who_did_not_lay_the_terrain_chooses_his_edge() {
    let chooser = |method: &str, begins: &str, side_method: &str| {
        let text = format!(
            "side_method = \"{side_method}\"\nrandom_objectives = false\n[red]\narmy = \"gauls\"\ncombativity = \
                5\n[blue]\narmy = \"germans\"\n[[piece]]\nkind = \"wood\"\ncircle = {{ at = [20, 4], radius = 8 \
                }}\n[generator]\nseed = 3\nmethod = \"{method}\"\nbegins = \"{begins}\"\npieces = 2"
        );
        let scenario = scenario(&text).unwrap_or_else(|error| panic!("{error}"));
        scenario.prepare(&Rules::published(), BySide::default()).expect("a sound game").start.step
    };
    assert_eq!(
        chooser("choose_and_place", "red", "not_terrain_placer"),
        Step::EdgeChoice(Side::Red),
        "red chose the pieces, blue placed them"
    );
    assert_eq!(chooser("choose_and_place", "blue", "not_terrain_placer"), Step::EdgeChoice(Side::Blue));
    assert_eq!(chooser("choose_and_place", "higher_combativity", "not_terrain_placer"), Step::EdgeChoice(Side::Red));
    assert_eq!(
        chooser("place_and_edit", "red", "not_terrain_placer"),
        Step::EdgeChoice(Side::Blue),
        "red placed the pieces"
    );
    assert_eq!(chooser("alternate", "red", "not_terrain_placer"), Step::EdgeRoll, "both have laid terrain");
    assert_eq!(chooser("alternate", "red", "higher_combativity"), Step::EdgeChoice(Side::Red));
    assert_eq!(chooser("alternate", "red", "scenario"), Step::DeployRoll);
}

#[test]
fn faults_of_the_generator_are_told() {
    let fault = |more: &str| scenario(&format!("[generator]\nseed = 1\n{more}")).unwrap_err();
    assert!(fault("kinds = { wod = 1 }").contains("mine.toml:3: unknown terrain \"wod\""));
    assert!(fault("kinds = { wod = 1 }").contains("did you mean \"wood\"?"));
    assert!(fault("kinds = { large_river = 1 }").contains("part the armies"));
    assert!(fault("kinds = { wood = 0 }").contains("ever taken"));
    assert!(fault("pieces = 13").contains("at most 12"));
    assert!(fault("method = \"half_tabel\"").contains("half_table_d6"));
}
