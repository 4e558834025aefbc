//! Lines of sight: the worked examples, the shadows of hills, obstacles, and two checks of the whole table: it is the
//! same from both ends, and it agrees with lines drawn by sampling.

use proptest::prelude::*;
use reglette::game::Side;
use reglette::jomini::map::board::Board;
use reglette::jomini::map::hex::{HexId, Place};
use reglette::jomini::map::terrain::{Map, Terrain};
use reglette::jomini::rules::{FootOfHill, LowerHillMask, Rules};

/// A board of 12 columns and 9 rows with some terrain, and units on it.
struct Field {
    map: Map,
    rules: Rules,
    units: Vec<(HexId, Side)>,
}

impl Field {
    fn new() -> Field {
        Field { map: Map::plain(12, 9), rules: Rules::published(), units: Vec::new() }
    }

    fn hex(&self, place: &str) -> HexId {
        self.map.hex(Place::parse(place).expect("CCRR")).expect("on the map")
    }

    fn with(mut self, terrain: Terrain, places: &[&str]) -> Field {
        for place in places {
            let hex = self.hex(place);
            self.map.add_terrain(hex, terrain);
        }
        self
    }

    fn at_level(mut self, level: u8, places: &[&str]) -> Field {
        self = self.with(Terrain::HILL, places);
        for place in places {
            let hex = self.hex(place);
            self.map.ground[usize::from(hex)].level = level;
        }
        self
    }

    /// An obstacle on one side of a hex.
    fn with_obstacle(mut self, obstacle: Terrain, place: &str, towards: &str) -> Field {
        let (owner, other) = (self.hex(place), Place::parse(towards).expect("CCRR"));
        let side = (0..6).find(|side| self.map.place(owner).neighbour(*side) == other).expect("adjacent hexes");
        self.map.ground[usize::from(owner)].sides[side] |= obstacle;
        self
    }

    fn units(mut self, side: Side, places: &[&str]) -> Field {
        for place in places {
            self.units.push((self.hex(place), side));
        }
        self
    }

    fn red(self, places: &[&str]) -> Field {
        self.units(Side::Red, places)
    }

    fn rules(mut self, change: impl Fn(&mut Rules)) -> Field {
        change(&mut self.rules);
        self
    }

    /// Whether red's gun sees, and whether its target sees it back.
    fn gun(&self, from: &str, to: &str) -> bool {
        self.sees(from, to, true)
    }

    fn rifle(&self, from: &str, to: &str) -> bool {
        self.sees(from, to, false)
    }

    fn sees(&self, from: &str, to: &str, guns: bool) -> bool {
        assert!(self.map.faults().is_empty(), "{:?}", self.map.faults());
        let board = Board::new(&self.map, &self.rules);
        let (from, to) = (self.hex(from), self.hex(to));
        let occupant = |hex| self.units.iter().find(|(it, _)| *it == hex).map(|(_, side)| *side);
        let there = board.sees(from, to, guns, Side::Red, occupant);
        assert_eq!(there, board.sees(to, from, guns, Side::Blue, occupant), "sight is the same from both ends");
        there
    }
}

/// JX-5: J5.26 a mask on the line blocks it, J5.28 a line along the edge of hexes is blocked only from both sides.
#[test]
fn jx_5_a_wood_blocks_the_line_through_it_but_not_the_line_along_its_edge() {
    let field = Field::new().with(Terrain::FOREST, &["0503"]);
    assert!(field.gun("0502", "0802"));
    assert!(!field.gun("0502", "0604"));
    assert!(field.gun("0502", "0504"));
    let both = field.with(Terrain::FOREST, &["0403"]);
    assert!(!both.gun("0502", "0504"), "masked on both sides");
}

/// JX-6: J5.29 units mask, J5.28 a line along edges is blocked on both sides even at different places.
#[test]
fn jx_6_units_on_both_sides_of_a_line_block_it_at_different_places() {
    let field = Field::new().red(&["0702", "0503", "0703"]);
    assert!(!field.gun("0502", "0802"));
    assert!(field.gun("0502", "0504"));
    assert!(!field.gun("0502", "0804"));
    let one_side = Field::new().red(&["0503"]);
    assert!(one_side.gun("0502", "0804"));
}

/// JX-7: J5.30, J5.31 guns on a hill see over troops, J5.32 but for the hex behind a unit, J5.33 unless it stands at
/// the foot of the hill.
#[test]
fn jx_7_from_a_hill_a_unit_hides_one_hex_but_none_at_the_foot_of_the_hill() {
    let field = Field::new().with(Terrain::HILL, &["0502"]).red(&["0602", "0604", "0404"]);
    assert!(field.gun("0502", "0702"));
    assert!(!field.gun("0502", "0605"));
    assert!(field.gun("0502", "0306"));
    let flat = Field::new().red(&["0602", "0604", "0404"]);
    assert!(!flat.gun("0502", "0702"), "at equal height nobody fires over a unit (J5.36)");
    assert!(!field.rifle("0502", "0702"), "small arms do not fire over units (J5.31)");
}

/// JX-8: J5.34 a wood hides as many hexes as it is away from the gun on the hill; a hill of the same level blocks.
#[test]
fn jx_8_from_a_hill_a_wood_hides_as_many_hexes_as_it_is_away() {
    let field = Field::new().with(Terrain::HILL, &["0502", "0404"]).with(Terrain::FOREST, &["0602", "0604"]);
    assert!(field.gun("0502", "0802"));
    assert!(!field.gun("0502", "0702"));
    assert!(!field.gun("0502", "0706"));
    assert!(!field.gun("0502", "0305"));
}

/// JX-9: J5.35 a gun sees units on a hill that could see it from there.
#[test]
fn jx_9_fire_at_a_hill_is_judged_from_the_hill() {
    let hill = || Field::new().with(Terrain::HILL, &["0502"]).units(Side::Blue, &["0502"]);
    assert!(hill().red(&["0602"]).gun("0702", "0502"));
    assert!(!hill().with(Terrain::FOREST, &["0604"]).gun("0706", "0502"));
    assert!(hill().with(Terrain::FOREST, &["0403"]).gun("0305", "0502"));
}

/// J5.27: the target's own terrain never hides it, nor does the firer's.
#[test]
fn the_terrain_of_both_ends_does_not_mask() {
    let field = Field::new().with(Terrain::FOREST, &["0502", "0504"]).with(Terrain::MOUNTAIN, &["0905"]);
    assert!(field.gun("0502", "0504"));
}

/// J5.29 with tables T4 and T5: forest, buildings, hills and mountains mask; rocks, marsh, sand, snow, water, roads and
/// fords do not.
#[test]
fn the_masks_are_those_of_the_table() {
    let through = |terrain| Field::new().with(terrain, &["0602"]).gun("0502", "0702");
    for mask in [Terrain::FOREST, Terrain::BUILDINGS, Terrain::HILL, Terrain::MOUNTAIN] {
        assert!(!through(mask), "{mask:?}");
    }
    for open in [
        Terrain::ROCKS,
        Terrain::MARSH,
        Terrain::SAND,
        Terrain::SNOW,
        Terrain::RIVER,
        Terrain::LARGE_RIVER,
        Terrain::FORD,
        Terrain::LAKE,
    ] {
        assert!(through(open), "{open:?}");
    }
}

/// J5.25: nothing is seen beyond the longest range of the rules; within it distance does not matter.
#[test]
fn sight_reaches_as_far_as_the_longest_range() {
    let field = Field::new();
    assert!(field.gun("0002", "0502"));
    assert!(!field.gun("0002", "0602"));
    let longer = Field::new().rules(|rules| rules.units.iter_mut().flatten().for_each(|unit| unit.range += 1));
    assert!(longer.gun("0002", "0602"));
}

/// JI-115, JI-116, JI-117: the numbers and switches of shadows.
#[test]
fn rules_change_the_shadows_seen_from_a_hill() {
    let behind_unit = |change: fn(&mut Rules), to| {
        Field::new().with(Terrain::HILL, &["0502"]).red(&["0702"]).rules(change).gun("0502", to)
    };
    assert!(!behind_unit(|_| (), "0802"));
    assert!(behind_unit(|_| (), "0902"));
    assert!(behind_unit(|rules| rules.unit_shadow = 0, "0802"));
    assert!(!behind_unit(|rules| rules.unit_shadow = 2, "0902"));
    let behind_wood = |change: fn(&mut Rules)| {
        Field::new().with(Terrain::HILL, &["0502"]).with(Terrain::FOREST, &["0702"]).rules(change)
    };
    assert!(!behind_wood(|_| ()).gun("0502", "0902"));
    assert!(behind_wood(|rules| rules.mask_shadow = Some(1)).gun("0502", "0902"));
    let at_foot =
        |side, change: fn(&mut Rules)| Field::new().with(Terrain::HILL, &["0502"]).units(side, &["0602"]).rules(change);
    assert!(at_foot(Side::Blue, |_| ()).gun("0502", "0702"));
    let friendly: fn(&mut Rules) = |rules| rules.foot_of_hill_exempt = FootOfHill::Friendly;
    assert!(at_foot(Side::Red, friendly).gun("0502", "0702"));
    assert!(!at_foot(Side::Blue, friendly).gun("0502", "0702"));
    assert!(
        !at_foot(Side::Red, friendly).gun("0702", "0502"),
        "a friend of the one below is no friend of the one on the hill"
    );
    assert!(at_foot(Side::Blue, friendly).gun("0702", "0502"));
    assert!(at_foot(Side::Red, |rules| rules.small_arms_fire_over_units_from_hill = true).rifle("0502", "0702"));
}

/// JI-119: on one plateau hill hexes do not mask, units, woods and buildings on them do.
#[test]
fn a_plateau_does_not_mask_itself() {
    let plateau = || Field::new().with(Terrain::HILL, &["0502", "0602", "0702", "0802"]);
    assert!(plateau().gun("0502", "0802") && plateau().rifle("0502", "0802"));
    assert!(!plateau().with(Terrain::FOREST, &["0602"]).gun("0502", "0802"));
    assert!(!plateau().red(&["0602"]).gun("0502", "0802"));
    assert!(!plateau().rules(|rules| rules.plateau_clear = false).gun("0502", "0802"));
    let to_the_plain = plateau();
    assert!(!to_the_plain.gun("0502", "0902"), "seen from one end the rest of the hill masks");
}

/// JI-120: between two hills nothing on lower ground masks for guns, small arms are masked as on level ground.
#[test]
fn guns_fire_from_hill_to_hill_over_everything_lower() {
    let valley = || Field::new().with(Terrain::HILL, &["0502", "0802"]).with(Terrain::FOREST, &["0602"]).red(&["0702"]);
    assert!(valley().gun("0502", "0802"));
    assert!(!valley().rifle("0502", "0802"));
    assert!(!valley().with(Terrain::HILL, &["0702"]).gun("0502", "0802"));
    assert!(
        !Field::new().with(Terrain::HILL, &["0502", "0802"]).with(Terrain::MOUNTAIN, &["0602"]).gun("0502", "0802")
    );
    assert!(!valley().rules(|rules| rules.hill_to_hill_ignores_low_masks = false).gun("0502", "0802"));
}

/// JI-115: a hill between the two levels masks like a wood, or always.
#[test]
fn a_lower_hill_hides_like_a_wood() {
    let spur = || Field::new().at_level(2, &["0502"]).with(Terrain::HILL, &["0602"]);
    assert!(!spur().gun("0502", "0702"));
    assert!(spur().gun("0502", "0802"));
    assert!(!spur().rules(|rules| rules.lower_hill_mask = LowerHillMask::Always).gun("0502", "0802"));
    assert!(
        spur().with(Terrain::HILL, &["0802"]).red(&["0702"]).gun("0502", "0802"),
        "units lower than both ends do not mask"
    );
}

/// JI-121: obstacles mask but on the sides of the two ends; from a hill only ramparts do on lower ground.
#[test]
fn obstacles_mask_except_at_the_ends() {
    for obstacle in [Terrain::WALL, Terrain::DITCH, Terrain::FORTIFICATION, Terrain::RAMPART] {
        for (owner, other) in [("0702", "0602"), ("0602", "0702")] {
            let field = || Field::new().with_obstacle(obstacle, owner, other);
            assert!(!field().gun("0502", "0802"), "{obstacle:?} between two hexes of the line");
            assert!(field().gun("0602", "0802") && field().gun("0502", "0702"), "on a side of an end");
            assert_eq!(field().with(Terrain::HILL, &["0502"]).gun("0502", "0802"), obstacle != Terrain::RAMPART);
        }
    }
    let ditch = Field::new().with_obstacle(Terrain::DITCH, "0702", "0602").rules(|rules| rules.ditch_masks = false);
    assert!(ditch.gun("0502", "0802"));
}

/// JI-112: fire through a corner meets an obstacle only if both sides have one.
#[test]
fn fire_through_a_corner_meets_an_obstacle_only_on_both_sides() {
    let one = Field::new().with_obstacle(Terrain::WALL, "0504", "0403");
    let cap = |field: &Field, from| {
        Board::new(&field.map, &field.rules).attack_terrain(field.hex(from), field.hex("0504")).into_cap
    };
    assert_eq!(cap(&one, "0502"), u8::MAX);
    assert_eq!(cap(&one, "0402"), 2, "this line enters by the walled side");
    assert_eq!(cap(&one.rules(|rules| rules.linear_edge_both = false), "0502"), 2);
    let both = Field::new().with_obstacle(Terrain::WALL, "0504", "0403").with_obstacle(Terrain::WALL, "0504", "0503");
    assert_eq!(cap(&both, "0502"), 2);
}

/// What a line from the first to the second place meets, found by walking along it in small steps, shifted a little to
/// one side.
fn sampled(from: Place, to: Place, hand: f64) -> Vec<Place> {
    let centre = |place: Place| {
        let shift = if place.row % 2 == 0 { 0.0 } else { 0.5 };
        (f64::from(place.column) + shift, f64::from(place.row) * 0.75f64.sqrt())
    };
    let ((x1, y1), (x2, y2)) = (centre(from), centre(to));
    let length = ((x2 - x1).powi(2) + (y2 - y1).powi(2)).sqrt();
    let (shift_x, shift_y) = (-(y2 - y1) / length * hand, (x2 - x1) / length * hand);
    let mut met = Vec::new();
    for step in 0..=20_000 {
        let part = f64::from(step) / 20_000.0;
        let (x, y) = (x1 + (x2 - x1) * part + shift_x, y1 + (y2 - y1) * part + shift_y);
        // Hexes are the sets of points nearest to a centre.
        let row = (y / 0.75f64.sqrt()).round() as i32;
        let near = (row - 1..=row + 1)
            .flat_map(|row| (x as i32 - 2..=x as i32 + 2).map(move |column| Place::new(column, row)));
        let distance = |place: &Place| {
            let (cx, cy) = centre(*place);
            (cx - x).powi(2) + (cy - y).powi(2)
        };
        let nearest = near.min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("some hex is near");
        if met.last() != Some(&nearest) {
            met.push(nearest);
        }
    }
    met
}

/// J5.26, J5.28, JI-113: for every hex in range of one in the middle, two units block exactly the lines that pass
/// through them in a sampled drawing on both sides.
#[test]
fn crossed_hexes_agree_with_sampled_lines() {
    let board = Board::new(&Map::plain(14, 14), &Rules::published());
    let hex = |place: Place| board.hex(place).expect("on the map");
    for from in [Place::new(6, 6), Place::new(6, 7)] {
        for to in board.hexes().map(|hex| board.place(hex)).filter(|to| (2..=5).contains(&from.distance(*to))) {
            let [left, right] = [1e-4, -1e-4].map(|hand| sampled(from, to, hand));
            let met: Vec<Place> = left.iter().chain(&right).copied().filter(|hex| *hex != from && *hex != to).collect();
            let sees = |masks: &dyn Fn(HexId) -> bool| {
                board.sees(hex(from), hex(to), true, Side::Red, |hex| masks(hex).then_some(Side::Blue))
            };
            for one in &met {
                for other in &met {
                    let blocked = [&left, &right].iter().all(|line| line.contains(one) || line.contains(other));
                    assert_eq!(
                        sees(&|it| it == hex(*one) || it == hex(*other)),
                        !blocked,
                        "{from} to {to}, units on {one} and {other}"
                    );
                }
            }
            assert!(sees(&|it| !met.contains(&board.place(it))), "{from} to {to}, units everywhere else");
        }
    }
}

/// A map with terrain, levels and obstacles scattered over it, and units.
fn strewn() -> impl Strategy<Value = (Map, Vec<Option<Side>>)> {
    let terrain = prop_oneof![
        6 => Just(Terrain::empty()),
        1 => Just(Terrain::FOREST),
        1 => Just(Terrain::BUILDINGS),
        1 => Just(Terrain::ROCKS),
        1 => Just(Terrain::MOUNTAIN),
    ];
    let side = prop_oneof![
        8 => Just(Terrain::empty()),
        1 => Just(Terrain::WALL),
        1 => Just(Terrain::DITCH),
        1 => Just(Terrain::RAMPART),
    ];
    let hex = (terrain, prop_oneof![3 => Just(0u8), 1 => 1..=2u8], prop::array::uniform6(side));
    let unit = prop_oneof![4 => Just(None), 1 => Just(Some(Side::Red)), 1 => Just(Some(Side::Blue))];
    let rows = prop_oneof![Just(7u8), Just(8u8)];
    rows.prop_flat_map(move |rows| {
        let count = usize::from(rows) * 8;
        let hexes = prop::collection::vec(hex.clone(), count);
        (hexes, prop::collection::vec(unit.clone(), count)).prop_map(move |(hexes, units)| {
            let mut map = Map::plain(8, rows);
            for (ground, (terrain, level, sides)) in map.ground.iter_mut().zip(hexes) {
                ground.terrain = terrain | if level > 0 { Terrain::HILL } else { Terrain::empty() };
                ground.level = level;
                ground.sides = sides;
            }
            (map, units)
        })
    })
}

fn rules() -> impl Strategy<Value = Rules> {
    (any::<[bool; 6]>(), 0..3u8, prop_oneof![Just(None), (0..3u8).prop_map(Some)]).prop_map(|(switches, unit, mask)| {
        let mut rules = Rules::published();
        rules.unit_shadow = unit;
        rules.mask_shadow = mask;
        [rules.plateau_clear, rules.hill_to_hill_ignores_low_masks, rules.ditch_masks, rules.linear_edge_both, _, _] =
            switches;
        rules.foot_of_hill_exempt = if switches[4] { FootOfHill::Any } else { FootOfHill::Friendly };
        rules.lower_hill_mask = if switches[5] { LowerHillMask::Shadow } else { LowerHillMask::Always };
        rules
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// J5.35: if A sees B, B sees A; and exchanging the sides changes neither sight nor terrain in combat.
    #[test]
    fn sight_is_the_same_from_both_ends_and_for_both_sides((map, units) in strewn(), rules in rules()) {
        let board = Board::new(&map, &rules);
        let exchanged = Board::new(&map.exchanged(), &rules);
        let occupant = |hex: HexId| units[usize::from(hex)];
        let image_occupant = |hex: HexId| units[usize::from(board.image(hex))].map(Side::other);
        for from in board.hexes() {
            for to in board.hexes().filter(|to| *to != from && board.distance(from, *to) <= 5) {
                for guns in [false, true] {
                    let seen = board.sees(from, to, guns, Side::Red, occupant);
                    prop_assert_eq!(seen, board.sees(to, from, guns, Side::Blue, occupant));
                    let (image_from, image_to) = (board.image(from), board.image(to));
                    prop_assert_eq!(seen, exchanged.sees(image_from, image_to, guns, Side::Blue, image_occupant));
                    prop_assert_eq!(board.attack_terrain(from, to), exchanged.attack_terrain(image_from, image_to));
                }
            }
        }
    }
}
