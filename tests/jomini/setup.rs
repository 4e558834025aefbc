//! Setting up: deployment zones, placements, who plays first, tokens and activations, objectives, and what is refused.

use reglette::data::{Kind, Library, Source};
use reglette::game::rng::Key;
use reglette::game::{BySide, Game, Side};
use reglette::jomini::army::Army;
use reglette::jomini::map::hex::{HexId, NO_HEX, Place};
use reglette::jomini::map::terrain::Terrain;
use reglette::jomini::rules::{DeployMethod, FirstPlayer, Rules};
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::{Step, UnitId, unit_ids};
use reglette::jomini::{Battle, State};

fn army(units: usize, kind: &str) -> Army {
    let lines = format!("nation = \"X\"\n[[unit]]\nname = \"U\"\ntype = \"{kind}\"\ncount = {units}\n");
    Army::read(&Source::new(&Library::built_in(), Kind::Army, "x.toml", lines))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn scenario(lines: &str) -> Result<Scenario, String> {
    let row = |row: usize| format!("{}{}", if row.is_multiple_of(2) { "" } else { " " }, [". "; 12].concat());
    let drawing: Vec<String> = (0..9).rev().map(row).collect();
    let text = format!("{lines}\n[map]\ndrawing = \"\"\"\n{}\n\"\"\"\n", drawing.join("\n"));
    Scenario::read(&Source::new(&Library::built_in(), Kind::Scenario, "x.toml", text))
        .map_err(|error| error.to_string())
}

/// A battle on an open map with these further lines, both sides with this many units of line infantry.
fn battle(lines: &str, units: usize) -> Result<Battle, String> {
    under(lines, &army(units, "line_infantry"), |_| ())
}

fn under(lines: &str, army: &Army, change: impl Fn(&mut Rules)) -> Result<Battle, String> {
    let mut rules = Rules::published();
    change(&mut rules);
    let scenario = scenario(lines)?;
    prepare(&rules, &scenario, BySide::new(Some(army), Some(army))).map_err(|error| error.to_string())
}

fn hex(place: &str) -> HexId {
    let place = Place::parse(place).expect("CCRR");
    HexId::at(place.row as u16, place.column as u16, 12)
}

fn rows(battle: &Battle, side: Side) -> Vec<u8> {
    let mut rows: Vec<u8> = battle.zones[side].iter().map(|hex| battle.field.board.rows_to_edge(side, *hex)).collect();
    rows.dedup();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// JA1.5 with JI-183: the first two rows, as many more as the units need; a scenario may state otherwise.
#[test]
fn units_deploy_in_the_first_two_rows() {
    for side in Side::BOTH {
        assert_eq!(rows(&battle("", 12).expect("a battle"), side), [0, 1]);
        assert_eq!(
            rows(&under("", &army(12, "line_infantry"), |rules| rules.deploy_rows = 3).expect("a battle"), side),
            [0, 1, 2]
        );
        assert_eq!(rows(&battle("deployment = { rows = 1 }", 12).expect("a battle"), side), [0]);
        assert_eq!(
            rows(&battle("deployment = { rows = 1 }", 13).expect("a battle"), side),
            [0, 1],
            "further rows as needed"
        );
    }
    let zones = |red: &str| {
        let row = |row: usize| {
            format!(
                "{}{}",
                if row.is_multiple_of(2) { "" } else { " " },
                if row == 0 { red } else { ". . . . . . . . . . . ." }
            )
        };
        let rows: Vec<String> = (1..9).rev().map(row).chain([row(0)]).collect();
        format!("[deployment]\nzones = \"\"\"\n{}\n\"\"\"", rows.join("\n").replacen(". . .", "b b b", 1))
    };
    let drawn = battle(&zones("r r r . . . . . . . . ."), 3).expect("a battle");
    assert_eq!(drawn.zones.red, ["0000", "0100", "0200"].map(hex));
    assert_eq!(drawn.zones.blue, ["0008", "0108", "0208"].map(hex));
    let narrow = battle(&zones("r r . . . . . . . . . ."), 3).expect_err("too small a zone");
    assert!(narrow.contains("red's deployment zone has no room for 3 units"), "{narrow}");
    assert!(
        battle(&zones("r r x . . . . . . . . ."), 3)
            .expect_err("a wrong sign")
            .contains("zones are drawn with r, b and .")
    );
}

/// JA1.6: terrain closed to a unit does not count as room for it.
#[test]
fn closed_terrain_is_no_room_for_guns() {
    let mut wooded = scenario("").expect("an open map");
    wooded.map.hexes().for_each(|hex| wooded.map.add_terrain(hex, Terrain::FOREST));
    let armies = |army: &Army| {
        prepare(&Rules::published(), &wooded, BySide::new(Some(army), Some(army))).map_err(|error| error.to_string())
    };
    assert!(armies(&army(12, "line_infantry")).is_ok());
    let guns = armies(&army(12, "foot_artillery_light")).expect_err("no room");
    assert!(guns.contains("no room for 12 units, 12 of them artillery"), "{guns}");
}

/// JA1.6, JA1.7, JA1.10: the last hexes of a zone that are open to guns are kept for the guns that wait, also from
/// decoys, and in what the other side sees.
#[test]
fn hexes_open_to_guns_are_kept_for_them() {
    let lines = |kind: &str, count: usize| format!("[[unit]]\nname = \"{kind}\"\ntype = \"{kind}\"\ncount = {count}\n");
    let text = format!("nation = \"X\"\n{}{}", lines("line_infantry", 10), lines("foot_artillery_light", 2));
    let army = Army::read(&Source::new(&Library::built_in(), Kind::Army, "x.toml", text)).expect("an army");
    let (mut stream, mut scratch) = (Key::new(20_261_128).stream(), Vec::new());
    let deploys = |state: &State| state.player_turn == 0;
    let mut place = |battle: &Battle, state: &mut State| {
        let action = battle.random_action(state, &mut stream, &mut scratch);
        battle.apply(state, action);
    };
    let open = ["0000", "0600", "0408", "0908", "0900", "0008"].map(hex);
    for method in [DeployMethod::Alternate, DeployMethod::Hidden, DeployMethod::Slips] {
        for open in [&open[..4], &open] {
            let mut wooded = scenario("").expect("an open map");
            let closed: Vec<HexId> = wooded.map.hexes().filter(|hex| !open.contains(hex)).collect();
            closed.into_iter().for_each(|hex| wooded.map.add_terrain(hex, Terrain::FOREST));
            let rules = Rules { deploy_method: method, first_player: FirstPlayer::Red, ..Rules::published() };
            let battle = prepare(&rules, &wooded, BySide::new(Some(&army), Some(&army))).expect("a battle");
            for _ in 0..20 {
                let mut state = battle.initial();
                while deploys(&state) {
                    let mut view = battle.seen_by(&state, state.active.other());
                    while deploys(&view) {
                        place(&battle, &mut view);
                    }
                    place(&battle, &mut state);
                }
                let waits = |unit: &UnitId| state.unit(*unit).elements > 0 && state.unit(*unit).hex == NO_HEX;
                assert!(!Side::BOTH.into_iter().flat_map(unit_ids).any(|unit| waits(&unit)), "{method:?}");
            }
        }
    }
}

/// JI-182: officers who are to be deployed need a hex in the zone of their side.
#[test]
fn officers_need_a_zone() {
    let row = |row: usize| format!("{}. . . . . . . . . . . .", if row.is_multiple_of(2) { "" } else { " " });
    let faults = |last: &str| {
        let rows: Vec<String> = (1..9).rev().map(row).chain([last.to_owned()]).collect();
        let placed = "placement = [{ side = \"red\", name = \"U\", at = \"0503\" }]";
        battle(&format!("{placed}\n[deployment]\nzones = \"\"\"\n{}\n\"\"\"", rows.join("\n")), 1).err()
    };
    let fault = faults("b b b . . . . . . . . .").expect("no zone");
    assert!(fault.contains("red's deployment zone has no hex for its officers (JI-182)"), "{fault}");
    assert_eq!(faults("b b b r . . . . . . . ."), None);
}

/// JA1.7, JA1.11: all units wait to be deployed before play starts, and the first player is drawn, unless rules or
/// scenario set it.
#[test]
fn the_first_player_is_drawn_unless_named() {
    let step =
        |lines: &str, change: fn(&mut Rules)| under(lines, &army(3, "line_infantry"), change).expect("a battle").start;
    let drawn: State = step("", |_| ());
    assert_eq!(drawn.step, Step::FirstPlayer);
    let by_rules = step("", |rules| rules.first_player = FirstPlayer::Blue);
    // Of three units alike there is nothing to choose, so the first choice is where the first of them goes.
    assert_eq!(
        (by_rules.step, by_rules.first, by_rules.active),
        (Step::DeployAt(UnitId::new(32)), Side::Blue, Side::Blue)
    );
    let by_scenario = step("first_player = \"red\"", |rules| rules.first_player = FirstPlayer::Blue);
    assert_eq!((by_scenario.step, by_scenario.first), (Step::DeployAt(UnitId::new(0)), Side::Red));
    assert_eq!(
        step("first_player = \"random\"", |rules| rules.first_player = FirstPlayer::Blue).step,
        Step::FirstPlayer
    );
    let last = step("first_player = \"red\"", |rules| rules.first_player_deploys_first = false);
    assert_eq!((last.first, last.active), (Side::Red, Side::Blue));
    assert!(unit_ids(Side::Red).all(|unit| drawn.unit(unit).hex == NO_HEX));
}

/// J1.11, JA1.6 with JI-52: units that a scenario places stand on a free hex open to them.
#[test]
fn placements_obey_terrain_and_occupancy() {
    let placed = |lines: &[(&str, &str, &str)]| {
        let lines: Vec<String> = lines
            .iter()
            .map(|(side, name, at)| format!("{{ side = \"{side}\", name = \"{name}\", at = \"{at}\" }}"))
            .collect();
        battle(&format!("placement = [{}]", lines.join(", ")), 3)
    };
    let start = placed(&[("red", "U 2", "0503"), ("blue", "Senior officer", "0307")]).expect("a battle").start;
    assert_eq!((start.unit(UnitId::new(1)).hex, start.unit_at(hex("0503"))), (hex("0503"), UnitId::new(1)));
    assert!(start.officers.iter().any(|officer| officer.hex == hex("0307")));
    let fault = |lines: &[(&str, &str, &str)]| placed(lines).expect_err("a fault");
    assert!(fault(&[("red", "U 2", "0503"), ("blue", "U 1", "0503")]).contains("stand on the same hex (J1.11)"));
    assert!(fault(&[("red", "U 2", "0503"), ("red", "U 2", "0504")]).contains("\"U 2\" is placed already"));
    assert!(fault(&[("red", "U 22", "0503")]).contains("did you mean \"U 2\"?"));
    assert!(
        fault(&[("red", "U 2", "0503"), ("blue", "Senior officer", "0503")])
            .contains("stands with an enemy unit (JI-52)")
    );
    let both = fault(&[("red", "U 9", "0503"), ("red", "U 1", "0603"), ("blue", "U 1", "0603")]);
    assert!(both.contains("\"U 9\"") && both.contains("hex 0603"), "every fault at once: {both}");
}

/// J3.5, J3.17 with JI-42: activations and tokens follow from the size of the army, unless the scenario sets others.
#[test]
fn tokens_and_activations_follow_from_size_or_scenario() {
    let granted = |lines: &str, units: usize| {
        let battle = battle(lines, units).expect("a battle");
        let size = battle.field.forces.officers.iter().flatten().next().expect("an officer").activation_size;
        let stated = (battle.states_activations.red, battle.field.forces.states_activation_size.red);
        assert_eq!(stated, (lines.contains("activations ="), lines.contains("activation_size =")));
        (battle.activations.red, size, battle.start.side(Side::Red).tokens)
    };
    assert_eq!(granted("", 9), (1, 3, 3));
    assert_eq!(granted("", 12), (1, 4, 4));
    assert_eq!(granted("", 16), (2, 3, 3));
    assert_eq!(granted("red = { tokens = 7, activations = 3, activation_size = 2 }", 12), (3, 2, 7));
    assert_eq!(granted("red = { activation_size = 2 }", 12), (1, 2, 2), "the level follows the size of an activation");
    let stated = under("", &army(12, "line_infantry"), |rules| {
        rules.command_level_default = Some(6);
        rules.starting_order_tokens = Some(1);
    });
    let stated = stated.expect("a battle");
    assert_eq!(stated.start.side(Side::Red).tokens, 1);
    assert_eq!(stated.field.forces.officers.iter().flatten().next().expect("an officer").command_level, 6);
}

/// J6.1, J6.3: a scenario sets its conditions: objectives, whether losses decide, the limit.
#[test]
fn a_scenario_sets_its_conditions() {
    let objective = "[[objective]]\nname = \"the ford\"\nhexes = [\"0504\", \"0604\"]\nblue = 2\n";
    let set = battle(&format!("turn_limit = 12\nlosses_decide = false\nred = {{ points_to_win = 1 }}\n{objective}"), 3)
        .expect("a battle");
    assert_eq!((set.turn_limit, set.losses_decide, set.objective_points_to_win), (12, false, BySide::new(1, 0)));
    assert_eq!(set.objectives_from_round, 1);
    let from = |round: u8| {
        battle(
            &format!("turn_limit = 12\nobjectives_from_round = {round}\nred = {{ points_to_win = 1 }}\n{objective}"),
            3,
        )
    };
    assert_eq!(from(12).unwrap().objectives_from_round, 12);
    assert!(from(0).expect_err("no round").contains("rounds are counted from 1"));
    assert!(from(13).expect_err("after the end").contains("the game ends after round 12"));
    assert_eq!(
        (&set.objectives[0].hexes, set.objectives[0].points),
        (&vec![hex("0504"), hex("0604")], BySide::new(1, 2))
    );
    let plain = battle("", 3).expect("a battle");
    assert_eq!((plain.turn_limit, plain.losses_decide, plain.objectives.len()), (30, true, 0));
    assert!(battle("losses_decide = false", 3).expect_err("no end").contains("nothing decides this game"));
    assert!(battle("red = { points_to_win = 1 }", 3).expect_err("out of reach").contains("1 points cannot be reached"));
    assert!(
        battle(&format!("symmetric = true\n{objective}"), 3)
            .expect_err("lopsided")
            .contains("the objective \"the ford\" has no image")
    );
}

/// JA1.2: armies come from the scenario or from the player who sets up the game; a missing one is a fault.
#[test]
fn a_scenario_may_bring_the_armies() {
    let rules = Rules::published();
    let brought =
        scenario("red = { army = \"jomini/france\" }\nblue = { army = \"jomini/russia\" }").expect("a scenario");
    assert!(brought.brings_armies());
    assert_eq!(brought.sources.iter().map(Source::name).collect::<Vec<_>>(), ["france", "russia"]);
    let set = prepare(&rules, &brought, BySide::new(None, Some(&army(3, "line_infantry")))).expect("a battle");
    assert_eq!(
        (set.field.forces.army_names.red.as_str(), set.field.forces.army_names.blue.as_str()),
        ("france", "russia")
    );
    let none = prepare(&rules, &scenario("").expect("a scenario"), BySide::new(None, None)).expect_err("no armies");
    assert_eq!(none.faults.len(), 2);
    assert!(scenario("red = { army = \"francia\" }").expect_err("no such army").contains("did you mean \"france\"?"));
}
