//! Terrain and obstacles: their effects on steps, retreats and attacks (tables T4, T5 and T14), with the switches of
//! the rules.

use reglette::jomini::map::board::Board;
use reglette::jomini::map::board::attack_terrain::{AttackTerrain, Change, NO_CAP};
use reglette::jomini::map::board::step::HexStep;
use reglette::jomini::map::hex::{HexId, NO_HEX, Place};
use reglette::jomini::map::mover::MoverClass;
use reglette::jomini::map::terrain::{COMPOSITES, Map, Terrain, element_named};
use reglette::jomini::rules::{DitchRampartOut, Rules, TerrainSet, TerrainStack};

const TROOPS: MoverClass = MoverClass::TROOPS;
const GUNS: MoverClass = MoverClass::ARTILLERY;

/// A board on which the hex 0504 is between 0404 and 0604, with terrain on it.
struct Field {
    map: Map,
    rules: Rules,
}

impl Field {
    fn new() -> Field {
        Field { map: Map::plain(12, 9), rules: Rules::published() }
    }

    fn of(terrain: Terrain) -> Field {
        Field::new().with(terrain, "0504")
    }

    fn with(mut self, terrain: Terrain, place: &str) -> Field {
        self.map.add_terrain(hex(place), terrain);
        self
    }

    /// An obstacle of 0504 on the side towards 0404.
    fn walled(obstacle: Terrain) -> Field {
        let mut field = Field::new();
        field.map.ground[usize::from(hex("0504"))].sides[3] = obstacle;
        field
    }

    fn road(mut self, places: &[&str]) -> Field {
        for pair in places.windows(2) {
            assert!(self.map.add_road(hex(pair[0]), hex(pair[1])));
        }
        self
    }

    fn rules(mut self, change: impl Fn(&mut Rules)) -> Field {
        change(&mut self.rules);
        self
    }

    fn board(&self) -> Board {
        assert!(self.map.faults().is_empty(), "{:?}", self.map.faults());
        Board::new(&self.map, &self.rules)
    }

    fn step(&self, class: MoverClass, from: &str, to: &str) -> HexStep {
        let board = self.board();
        let towards = board.direction_to(hex(from), hex(to)).expect("adjacent hexes");
        assert_eq!(board.retreat_step(class, hex(from), towards), board.step(class, hex(from), towards).is_possible());
        board.step(class, hex(from), towards)
    }

    /// The step from 0404 into 0504, and the one from there on to 0604.
    fn through(&self, class: MoverClass) -> (HexStep, HexStep) {
        (self.step(class, "0404", "0504"), self.step(class, "0504", "0604"))
    }

    fn attack(&self, from: &str, to: &str) -> AttackTerrain {
        self.board().attack_terrain(hex(from), hex(to))
    }

    /// The attack into 0504, and the one out of it.
    fn attacks(&self) -> (AttackTerrain, AttackTerrain) {
        (self.attack("0404", "0504"), self.attack("0504", "0604"))
    }
}

/// A hex of a board with 12 columns.
fn hex(place: &str) -> HexId {
    Map::plain(12, 9).hex(Place::parse(place).expect("CCRR")).expect("on the board")
}

fn is_clear(step: HexStep) -> bool {
    step.is_possible() && step.cost() == 1 && !step.stops()
}

fn caps(attack: AttackTerrain) -> (u8, u8, i8) {
    (attack.out_cap, attack.into_cap, attack.into_dice)
}

/// J7.1, J7.3: forest J7.6, marsh J7.7, buildings J7.8, sand J7.9 and snow J7.17 stop units that enter, are left
/// freely, and limit attacks into and out of them to two dice.
#[test]
fn stopping_terrain_stops_on_entering_and_limits_attacks_both_ways() {
    for terrain in [Terrain::FOREST, Terrain::MARSH, Terrain::BUILDINGS, Terrain::SAND, Terrain::SNOW] {
        let field = Field::of(terrain);
        let (into, out) = field.through(TROOPS);
        assert!(into.stops() && into.cost() == 1, "{terrain:?}");
        assert!(is_clear(out), "{terrain:?}");
        let (into, out) = field.attacks();
        assert_eq!((caps(into), caps(out)), ((NO_CAP, 2, 0), (2, NO_CAP, 0)), "{terrain:?}");
    }
    assert_eq!(caps(Field::of(Terrain::FOREST).rules(|rules| rules.forest_dice_cap = 3).attacks().0).1, 3);
    assert_eq!(caps(Field::of(Terrain::MARSH).rules(|rules| rules.marsh_dice_cap = 3).attacks().0).1, 3);
    assert_eq!(caps(Field::of(Terrain::BUILDINGS).rules(|rules| rules.buildings_dice_cap = 3).attacks().1).0, 3);
    assert_eq!(caps(Field::of(Terrain::SAND).rules(|rules| rules.sand_dice_cap = 3).attacks().1).0, 3);
    assert_eq!(caps(Field::of(Terrain::SNOW).rules(|rules| rules.snow_dice_cap = 3).attacks().1).0, 3);
}

/// J7.5 with JI-94: rocks cost a hex to enter and a hex to leave, never two for one step; −1 die into, two dice out of
/// them.
#[test]
fn rocks_cost_a_hex_each_way() {
    let field = Field::of(Terrain::ROCKS);
    let (into, out) = field.through(TROOPS);
    assert_eq!((into.cost(), out.cost()), (2, 2));
    assert!(!into.stops());
    let (into, out) = field.attacks();
    assert_eq!((caps(into), caps(out)), ((NO_CAP, NO_CAP, -1), (2, NO_CAP, 0)));
    assert_eq!(
        Field::of(Terrain::ROCKS).with(Terrain::ROCKS, "0604").through(TROOPS).1.cost(),
        2,
        "the same effect twice counts once (J7.2)"
    );
    assert_eq!(Field::of(Terrain::ROCKS).rules(|rules| rules.rocks_move_penalty = 2).through(TROOPS).0.cost(), 3);
}

/// J7.4 with JI-111: uphill two dice, downhill three, neither on one level; no effect on movement.
#[test]
fn hills_limit_attacks_up_and_down() {
    let field = Field::of(Terrain::HILL);
    assert!(is_clear(field.through(TROOPS).0) && is_clear(field.through(GUNS).0));
    let (up, down) = field.attacks();
    assert_eq!((caps(up), caps(down)), ((NO_CAP, 2, 0), (3, NO_CAP, 0)));
    let plateau = Field::of(Terrain::HILL).with(Terrain::HILL, "0604");
    assert_eq!(caps(plateau.attacks().1), (NO_CAP, NO_CAP, 0));
    let mut terraces = Field::of(Terrain::HILL).with(Terrain::HILL, "0604");
    terraces.map.ground[usize::from(hex("0604"))].level = 2;
    assert_eq!(caps(terraces.attacks().1), (NO_CAP, 2, 0));
}

/// J7.10, J7.11, J7.12, J7.13: mountains, lakes and rivers are impassable, to officers too.
#[test]
fn impassable_terrain_lets_nobody_in() {
    for terrain in [Terrain::MOUNTAIN, Terrain::LAKE, Terrain::RIVER, Terrain::LARGE_RIVER] {
        let board = Field::of(terrain).board();
        for class in MoverClass::all() {
            assert!(!board.step(class, hex("0404"), 0).is_possible(), "{terrain:?}");
            assert!(!board.can_stand(class, hex("0504")));
        }
        assert!(!board.officer_step(hex("0404"), 0).is_possible() && !board.officer_can_stand(hex("0504")));
    }
}

/// J7.15 with JI-97: a bridge is entered and left only along its road, by any unit, and has no effect in combat.
#[test]
fn a_bridge_is_crossed_only_along_its_road() {
    let field = Field::of(Terrain::RIVER | Terrain::BRIDGE).road(&["0404", "0504", "0604"]);
    for class in [TROOPS, GUNS] {
        assert!(is_clear(field.step(class, "0404", "0504")) && is_clear(field.step(class, "0504", "0604")));
        assert!(!field.step(class, "0503", "0504").is_possible() && !field.step(class, "0504", "0505").is_possible());
    }
    let board = field.board();
    let from_the_side = board.direction_to(hex("0503"), hex("0504")).expect("adjacent");
    assert!(!board.officer_step(hex("0503"), from_the_side).is_possible());
    assert!(board.officer_step(hex("0404"), 0).is_possible());
    assert_eq!(field.attacks().0, AttackTerrain::NONE);
}

/// J7.16 with JI-98: a ford stops, limits attacks out of it, and interrupts the road.
#[test]
fn a_ford_stops_and_interrupts_the_road() {
    let field = Field::of(Terrain::RIVER | Terrain::FORD)
        .with(Terrain::FOREST, "0604")
        .road(&["0304", "0404", "0504", "0604", "0704"]);
    let (into, out) = field.through(TROOPS);
    assert!(into.stops() && !into.is_road() && out.stops() && !out.is_road());
    let (into, out) = field.through(GUNS);
    assert!(into.is_possible() && !out.is_possible(), "guns use fords, but cannot go straight from one into a wood");
    assert!(field.step(TROOPS, "0304", "0404").is_road());
    assert!(!field.board().is_road(hex("0504")));
    let field = Field::of(Terrain::RIVER | Terrain::FORD);
    assert_eq!(field.attacks().0, AttackTerrain::NONE);
    assert_eq!(caps(field.attacks().1), (2, NO_CAP, 0));
    assert_eq!(caps(field.rules(|rules| rules.ford_out_dice_cap = 3).attacks().1).0, 3);
}

/// J7.14 with JI-95, and J7.5, J7.6, J7.7, J7.8: rough terrain is closed to guns except by road; a road takes any unit
/// through without its effects.
#[test]
fn a_road_opens_closed_terrain_and_ignores_its_effects() {
    for terrain in [Terrain::FOREST, Terrain::ROCKS, Terrain::MARSH, Terrain::BUILDINGS] {
        assert!(!Field::of(terrain).step(GUNS, "0404", "0504").is_possible());
        assert!(!Field::of(terrain).board().can_stand(GUNS, hex("0504")), "JA1.6");
        let field = Field::of(terrain).road(&["0404", "0504", "0604"]);
        for class in [TROOPS, GUNS] {
            let (into, out) = field.through(class);
            assert!(is_clear(into) && into.is_road() && is_clear(out) && out.is_road());
        }
        assert!(field.board().can_stand(GUNS, hex("0504")));
        assert!(!field.step(GUNS, "0503", "0504").is_possible() && !field.step(GUNS, "0504", "0505").is_possible());
        assert!(!is_clear(field.step(TROOPS, "0503", "0504")), "off the road the terrain has its effects");
        assert_ne!(field.attacks().0, AttackTerrain::NONE, "for combat the hex stays what it is (JI-17)");
    }
    assert!(Field::of(Terrain::SAND).step(GUNS, "0404", "0504").is_possible());
}

/// J1.5 with JI-15: rough terrain is forest, buildings, marsh and rocks.
#[test]
fn rough_terrain_is_what_the_rules_list() {
    for name in ["forest", "buildings", "marsh", "rocks", "sand", "snow", "hill", "ford"] {
        let field = Field::of(Terrain::named(name).expect("a name"));
        let rough = ["forest", "buildings", "marsh", "rocks"].contains(&name);
        let board = field.board();
        assert_eq!(board.is_rough(hex("0504")), rough, "{name}");
        let (into, out) = field.attacks();
        assert_eq!((into.into_rough, into.from_rough, out.into_rough, out.from_rough), (rough, false, false, rough));
    }
    let sand = Field::of(Terrain::SAND).rules(|rules| rules.rough_terrain = TerrainSet::EMPTY.with(6));
    assert!(sand.board().is_rough(hex("0504")));
    let covered = |terrain| Field::of(terrain).attacks().0.into_covered;
    assert!(
        covered(Terrain::FOREST) && covered(Terrain::BUILDINGS) && !covered(Terrain::ROCKS) && !covered(Terrain::HILL),
        "JI-131"
    );
}

/// J7.18, J7.19, J7.20, J7.21, J7.22 with JI-96: each obstacle of table T5, into and out of the hex that owns it, and
/// only across its side.
#[test]
fn obstacles_act_across_their_side_only() {
    // Obstacle; cost and stop into; cost and stop out; dice cap into; dice into; flags ignored; support for the
    // riposte.
    let rows = [
        (Terrain::WALL, Some((2, false)), Some((1, true)), 2, 0, 1, false),
        (Terrain::DITCH, Some((2, false)), Some((2, false)), NO_CAP, -1, 1, true),
        (Terrain::FORTIFICATION, Some((2, false)), Some((1, true)), 2, 0, 2, true),
        (Terrain::RAMPART, None, None, 2, 0, 2, true),
    ];
    for (obstacle, into, out, cap, dice, flags, riposte) in rows {
        let field = Field::walled(obstacle);
        let effect = |step: HexStep| step.is_possible().then(|| (step.cost(), step.stops()));
        assert_eq!(effect(field.step(TROOPS, "0404", "0504")), into, "{obstacle:?}");
        assert_eq!(effect(field.step(TROOPS, "0504", "0404")), out, "{obstacle:?}");
        assert!(
            is_clear(field.step(TROOPS, "0604", "0504")) && is_clear(field.step(GUNS, "0504", "0604")),
            "another side"
        );
        assert!(!field.step(GUNS, "0404", "0504").is_possible() && !field.step(GUNS, "0504", "0404").is_possible());
        let attack = field.attack("0404", "0504");
        assert_eq!(
            (caps(attack), attack.no_tactical, attack.flags_ignored),
            ((NO_CAP, cap, dice), true, flags),
            "{obstacle:?}"
        );
        assert_eq!((attack.supported_for_riposte, attack.into_covered), (riposte, true));
        assert_eq!(field.attack("0504", "0404"), AttackTerrain::NONE, "attacks out of it are normal");
        assert_eq!(field.attack("0604", "0504"), AttackTerrain::NONE);
        assert_eq!(caps(field.attack("0304", "0504")), (NO_CAP, cap, dice), "fire that enters by that side (JI-110)");
    }
    let siege = Field::walled(Terrain::RAMPART);
    let siege = |from, to| siege.step(TROOPS.with_siege_equipment(), from, to);
    assert_eq!((siege("0404", "0504").cost(), siege("0504", "0404").cost()), (2, 2), "JI-100");
}

/// JI-96, JI-109, JI-110: the switches of obstacles and of adding terrain up.
#[test]
fn rules_change_what_obstacles_do() {
    let out =
        |obstacle, class, change: fn(&mut Rules)| Field::walled(obstacle).rules(change).step(class, "0504", "0404");
    let free: fn(&mut Rules) = |rules| rules.ditch_rampart_out = DitchRampartOut::Free;
    assert!(is_clear(out(Terrain::DITCH, TROOPS, free)) && is_clear(out(Terrain::RAMPART, TROOPS, free)));
    assert!(!out(Terrain::WALL, GUNS, free).is_possible());
    let open: fn(&mut Rules) = |rules| rules.linear_out_closed_to_artillery = false;
    assert!(out(Terrain::WALL, GUNS, open).stops() && !out(Terrain::DITCH, GUNS, open).is_possible());
    let rocks_behind_ditch = |change: fn(&mut Rules)| {
        Field::walled(Terrain::DITCH).with(Terrain::ROCKS, "0504").rules(change).attacks().0.into_dice
    };
    assert_eq!(rocks_behind_ditch(|_| ()), -1);
    assert_eq!(rocks_behind_ditch(|rules| rules.terrain_stack = TerrainStack::Sum), -2);
    let fire = |change: fn(&mut Rules)| Field::walled(Terrain::WALL).rules(change).attack("0304", "0504");
    let unlimited = fire(|rules| rules.ranged_fire_uses_terrain_caps = false);
    assert_eq!((caps(unlimited), unlimited.no_tactical, unlimited.flags_ignored), ((NO_CAP, NO_CAP, 0), true, 1));
    let walled = |change: fn(&mut Rules)| {
        Field::walled(Terrain::WALL | Terrain::FORTIFICATION | Terrain::RAMPART | Terrain::DITCH)
            .rules(change)
            .attack("0404", "0504")
    };
    assert_eq!(walled(|rules| rules.wall_dice_cap = 1).into_cap, 1);
    assert_eq!(walled(|rules| rules.fortification_flags_ignored = 3).flags_ignored, 3);
    assert_eq!(walled(|rules| rules.rampart_dice_cap = 1).into_cap, 1);
    assert_eq!(walled(|rules| rules.ditch_dice = -2).into_dice, -2);
}

/// J4.13 with JI-65: difficult terrain has no effect on an officer alone; ramparts stay closed.
#[test]
fn officers_alone_ignore_difficult_terrain() {
    for terrain in [
        Terrain::FOREST,
        Terrain::BUILDINGS,
        Terrain::MARSH,
        Terrain::ROCKS,
        Terrain::SAND,
        Terrain::SNOW,
        Terrain::RIVER | Terrain::FORD,
    ] {
        assert!(is_clear(Field::of(terrain).board().officer_step(hex("0404"), 0)), "{terrain:?}");
    }
    for obstacle in [Terrain::WALL, Terrain::DITCH, Terrain::FORTIFICATION] {
        let board = Field::walled(obstacle).board();
        assert!(
            is_clear(board.officer_step(hex("0404"), 0)) && is_clear(board.officer_step(hex("0504"), 3)),
            "{obstacle:?}"
        );
    }
    assert!(!Field::walled(Terrain::RAMPART).board().officer_step(hex("0404"), 0).is_possible());
    let nothing = Field::of(Terrain::FOREST).rules(|rules| rules.difficult_terrain = TerrainSet::EMPTY);
    assert!(nothing.board().officer_step(hex("0404"), 0).stops());
}

/// J3.33 with JI-65: to a unit with the order Woodsmen difficult hexes and obstacles are clear, and each is counted
/// once.
#[test]
fn the_order_woodsmen_clears_difficult_steps() {
    for field in [
        Field::of(Terrain::FOREST),
        Field::of(Terrain::ROCKS),
        Field::of(Terrain::SAND),
        Field::walled(Terrain::WALL),
        Field::walled(Terrain::DITCH),
    ] {
        let into = field.step(TROOPS, "0404", "0504");
        assert!(into.is_difficult() && !is_clear(into) && is_clear(into.cleared()));
    }
    assert!(!Field::new().step(TROOPS, "0404", "0504").is_difficult());
    let out_of_rocks = Field::of(Terrain::ROCKS).through(TROOPS).1;
    assert!(!out_of_rocks.is_difficult() && is_clear(out_of_rocks.cleared()), "leaving enters no difficult hex");
    let snowy =
        Field::of(Terrain::FOREST | Terrain::SNOW).rules(|rules| rules.difficult_terrain = TerrainSet::EMPTY.with(1));
    assert!(snowy.step(TROOPS, "0404", "0504").cleared().stops(), "the snow stays");
    assert!(!Field::walled(Terrain::RAMPART).step(TROOPS, "0404", "0504").cleared().is_possible());
}

/// JA3.28, and JI-24: forest is open ground to woodsmen, and to light infantry if the rules state this.
#[test]
fn forest_is_open_ground_to_woodsmen() {
    let (woodsmen, light) = (TROOPS.with_woodsmen(), TROOPS.of_light_infantry());
    let into = |terrain, class, change: fn(&mut Rules)| Field::of(terrain).rules(change).step(class, "0404", "0504");
    assert!(is_clear(into(Terrain::FOREST, woodsmen, |_| ())));
    assert!(!is_clear(into(Terrain::MARSH, woodsmen, |_| ())));
    assert!(is_clear(into(Terrain::MARSH, woodsmen, |rules| rules.woodsmen_terrain = rules.difficult_terrain)));
    assert!(!is_clear(into(Terrain::FOREST, light, |_| ())));
    assert!(is_clear(into(Terrain::FOREST, light, |rules| rules.light_infantry_ignores_forest = true)));
    assert!(!is_clear(into(Terrain::MARSH, light, |rules| rules.light_infantry_ignores_forest = true)));
}

/// J7.23, J7.24: every element of table T14 has the effects of its parts.
#[test]
fn named_elements_are_their_parts_together() {
    let parts = [
        ("huts", "buildings"),
        ("church", "buildings"),
        ("oasis", "forest"),
        ("beach", "large_river"),
        ("wooded_hill", "hill forest"),
        ("fortified_hill", "hill fortification"),
        ("dune", "hill sand"),
        ("snowy_forest", "forest snow"),
        ("walled_buildings", "buildings wall"),
        ("cemetery", "buildings wall"),
        ("road_on_hill", "hill road"),
        ("road_in_forest", "forest road"),
        ("frozen_lake", "ford snow"),
        ("fortress", "buildings rampart"),
        ("steep_hill", "hill rocks"),
        ("protected_huts", "buildings ditch"),
    ];
    assert_eq!(parts.len(), COMPOSITES.len());
    for (name, parts) in parts {
        let terrain: Terrain = parts.split(' ').map(|part| Terrain::named(part).expect("terrain")).collect();
        assert_eq!(element_named(name), Some(terrain), "{name}");
    }
    let steep = Field::of(element_named("steep_hill").expect("a name"));
    assert_eq!((caps(steep.attacks().0), steep.through(TROOPS).0.cost()), ((NO_CAP, 2, -1), 2));
    let cemetery = Field::of(element_named("cemetery").expect("a name"));
    let into = cemetery.step(TROOPS, "0404", "0504");
    assert!(into.stops() && into.cost() == 2 && cemetery.attacks().0.no_tactical, "walls all round");
}

/// J5.45: the effects listed one by one add up to the total, each with its rule.
#[test]
fn effects_are_told_with_their_rules() {
    let field =
        Field::walled(Terrain::DITCH).with(Terrain::HILL | Terrain::ROCKS, "0504").with(Terrain::FOREST, "0404");
    let rendered: Vec<(&str, bool, Change)> = field
        .board()
        .attack_effects(hex("0404"), hex("0504"))
        .iter()
        .map(|effect| (effect.rule, effect.into, effect.change))
        .collect();
    let expected = [
        ("J7.4", true, Change::Cap(2)),
        ("J7.6", false, Change::Cap(2)),
        ("J7.5", true, Change::Dice(-1)),
        ("J7.21", true, Change::Dice(-1)),
        ("J7.21", true, Change::NoTactical),
        ("J7.21", true, Change::FlagsIgnored(1)),
        ("J7.21", true, Change::SupportedForRiposte),
    ];
    assert_eq!(rendered, expected);
    assert_eq!(caps(field.attack("0404", "0504")), (2, 2, -1));
}

#[test]
fn nobody_steps_off_the_table() {
    let board = Field::new().board();
    for at in board.hexes() {
        for towards in 0..6 {
            let inside = board.neighbours(at)[towards] != NO_HEX;
            assert_eq!(board.step(TROOPS, at, towards).is_possible(), inside);
            assert_eq!(board.officer_step(at, towards).is_possible(), inside);
        }
    }
}
