//! Infantry on horses, camels and elephants and in wagons (J4.17 to J4.21, JA3.42), the order that mounts and dismounts
//! it (J3.31), and guns drawn by animals.

use crate::look_ahead::shipped_weights;
use crate::scene::{BLUE_FRIENDS, RED_FRIENDS, scene, scene_with};
use crate::table::Table;
use reglette::data::{Kind, Library, Source};
use reglette::game::{BySide, Evaluate, Game, Side};
use reglette::jomini::army::Army;
use reglette::jomini::army::unit::{Arms, Class, Profile};
use reglette::jomini::combat::hits::TacticalEffect;
use reglette::jomini::map::terrain::Map;
use reglette::jomini::rules::{Face, Rules, UnitKind};
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::action::{Action, Payment};
use reglette::jomini::state::{AttackOrder, Step, UnitId};
use std::collections::BTreeMap;

const CARRIERS: [&str; 4] = ["horses", "camels", "elephants", "wagons"];

/// The destinations of unit A: hexes moved, and whether it may attack from there.
fn reach_of(table: &Table, set_out: Action) -> BTreeMap<String, (u8, bool)> {
    let mut table = Table { battle: table.battle.clone(), state: table.state };
    table.play(set_out);
    table.destinations().into_iter().map(|(hex, to)| (hex, (to.hexes, to.may_attack))).collect()
}

fn reach(table: &Table) -> BTreeMap<String, (u8, bool)> {
    reach_of(table, Action::Move(table.unit("A")))
}

/// The longest move straight ahead of (5,2) and the longest after which it may attack.
fn farthest(reach: &BTreeMap<String, (u8, bool)>) -> (u8, u8) {
    let most =
        |fights: bool| reach.values().filter(|(_, may)| *may || !fights).map(|(hexes, _)| *hexes).max().unwrap_or(0);
    (most(false), most(true))
}

/// J4.17, J5.44, JI-36: one hex further than on foot, but without combat, with any carrier and however many hexes it
/// moves with combat.
#[test]
fn mounted_infantry_moves_a_hex_further_without_combat() {
    for carrier in CARRIERS {
        for (kind, on_foot, mounted) in
            [("line_infantry", (2, 1), (3, 1)), ("light_infantry", (2, 2), (3, 2)), ("archers_medium", (2, 1), (3, 1))]
        {
            let moves = |state: &str| {
                let table = scene(&format!("phase movement\nred A {kind} 0502 carried_by=\"{carrier}\" {state}"));
                farthest(&reach(&table))
            };
            assert_eq!((moves("on_foot"), moves("")), (on_foot, mounted), "{kind} on {carrier}");
        }
    }
    let variant = scene_with("phase movement\nred A line_infantry 0502 carried_by=\"horses\"", |rules| {
        rules.mounted_infantry_bonus = 2
    });
    assert_eq!(farthest(&reach(&variant)), (4, 1));
    // A march by order gives both allowances a hex.
    let table = scene("phase movement\ntokens red 4\nred A line_infantry 0502 carried_by=\"horses\"");
    assert_eq!(farthest(&reach_of(&table, Action::ForcedMarch(table.unit("A"), Payment::Tokens))), (4, 2));
}

/// J4.18: the hex of the animals and that of the road add up.
#[test]
fn the_mounted_bonus_and_the_road_bonus_add_up() {
    let along = |state: &str| {
        let lines = format!(
            "phase movement\nroad 0102 0202 0302 0402 0502 0602 0702\nred A light_infantry 0102 carried_by=\"horses\" \
                {state}"
        );
        let found = reach(&scene(&lines));
        ["0402", "0502", "0602"].map(|hex| found.get(hex).copied())
    };
    assert_eq!(along(""), [Some((3, false)), Some((4, false)), None]);
    assert_eq!(along("on_foot"), [Some((3, false)), None, None]);
}

/// JI-36: it starts mounted, and stays so from one player-turn to the next; J2.16, JA3.42: it is infantry of its own
/// type, not cavalry and not camelry.
#[test]
fn mounted_infantry_is_infantry_and_starts_mounted() {
    for carrier in CARRIERS {
        let unit = profile(&format!("type = \"light_infantry\"\ncarried_by = \"{carrier}\"")).unwrap();
        assert_eq!((unit.kind, unit.class, unit.groups), (UnitKind::LightInfantry, Class::Infantry, Arms::INFANTRY));
        assert_eq!((unit.retreat_hexes, unit.dice, unit.move_max), (1, 2, 2), "{carrier}");
        let mut table = scene(&format!(
            "red A light_infantry 0502 carried_by=\"{carrier}\"\nred B light_infantry 0302 carried_by=\"{carrier}\" \
                on_foot"
        ));
        let riding = |table: &Table| ["A", "B"].map(|name| table.state.is_riding(table.unit(name)));
        assert_eq!(riding(&table), [true, false]);
        table.play(Action::Done);
        assert!(table.turn_is_over());
        assert_eq!(riding(&table), [true, false], "{carrier}: the next player-turn changes nothing");
        let unit = table.unit("A");
        assert!(!table.battle.field.forces.is_mounted(unit));
    }
}

fn mount(table: &Table) -> Action {
    Action::Mount(table.unit("A"), Payment::Tokens)
}

/// J3.31, JI-36: the order costs a token and a hex of the movement; a unit that dismounts rides first, one that mounts
/// then rides.
#[test]
fn mounting_and_dismounting_cost_a_token_and_a_hex() {
    let lines =
        |state: &str| format!("phase movement\ntokens red 2\nred A light_infantry 0502 carried_by=\"horses\" {state}");
    for state in ["", "on_foot"] {
        let mut table = scene(&lines(state));
        let was_riding = table.state.is_riding(table.unit("A"));
        assert_eq!(farthest(&reach_of(&table, mount(&table))), (2, 1), "3 hexes mounted, less one");
        table.play(mount(&table));
        assert_eq!(table.tokens(Side::Red), 1);
        table.play(Action::Pass);
        assert_eq!(table.state.is_riding(table.unit("A")), !was_riding, "it may stay where it is");
        assert!(!table.may(Action::Move(table.unit("A"))), "that was its move");
        let mut table = scene(&lines(state));
        table.play(mount(&table));
        let (_, to) = table.destinations().into_iter().find(|(hex, _)| hex == "0504").expect("two hexes on");
        table.play(Action::MoveTo(to));
        assert_eq!((table.at("A").as_str(), table.state.is_riding(table.unit("A"))), ("0504", !was_riding));
    }
    let dear = scene_with(&lines("on_foot"), |rules| rules.mount_movement_cost = 2);
    assert_eq!(farthest(&reach_of(&dear, mount(&dear))), (1, 0));
}

/// J3.31, JI-62: it is a manoeuvre order to an activated unit that has animals; once in a player-turn, and only in its
/// owner's Movement phase.
#[test]
fn the_order_to_mount_is_a_manoeuvre_order() {
    let offers = |table: &Table| table.legal().iter().filter(|action| matches!(action, Action::Mount(..))).count();
    let count = |lines: &str, change: fn(&mut Rules)| offers(&scene_with(&format!("phase movement\n{lines}"), change));
    assert_eq!(count("tokens red 1\nred A line_infantry 0502 carried_by=\"camels\"", |_| ()), 1);
    assert_eq!(count("tokens red 0\nred A line_infantry 0502 carried_by=\"camels\"", |_| ()), 0, "no token");
    assert_eq!(count("tokens red 1\nred A line_infantry 0502", |_| ()), 0, "no animals");
    assert_eq!(count("tokens red 1\nred A line_infantry 0502 carried_by=\"camels\" idle", |_| ()), 0, "not activated");
    assert_eq!(
        count("tokens red 1\nred A line_infantry 0502 carried_by=\"camels\"", |rules| rules.mounted_infantry_state =
            false),
        0
    );
    assert_eq!(count("tokens red 1\nred A line_infantry 0502 carried_by=\"camels\"", |rules| rules.mount_cost = 2), 0);
    assert_eq!(
        count("tokens red 1\nred A line_infantry 0502 carried_by=\"elephants\" elephant_gone", |_| ()),
        0,
        "on foot for good"
    );
    let led = scene("phase movement\nred A line_infantry 0502 carried_by=\"camels\"\nofficer red sub_general 0502");
    assert_eq!(offers(&led), 1, "an officer who leads gives it free");
    let mut table = scene(
        "phase movement\ntokens red 9\nred A line_infantry 0502 carried_by=\"camels\"\nred B line_infantry 0302 \
            carried_by=\"camels\"",
    );
    table.play(mount(&table));
    table.play(Action::Pass);
    assert_eq!(offers(&table), 0, "one manoeuvre order in a player-turn");
}

/// J3.31, J4.9: a unit that uses more of its movement to mount than it may make before combat does not attack.
#[test]
fn whoever_mounts_beyond_its_movement_with_combat_does_not_attack() {
    let attacks = |letters: &str| {
        let mut table = scene(&format!(
            "phase movement\ntokens red 1\nred A line_infantry 0502 carried_by=\"horses\" on_foot {letters}\nblue D \
                line_infantry 0503"
        ));
        table.play(mount(&table));
        table.play(Action::Pass);
        table.battle.field.can_attack(&table.state, table.unit("A"))
    };
    assert!(attacks("") && !attacks("slow"), "a slow unit has no hex with combat");
}

/// J4.19, J5.46, JI-34: in melee the enemy's animals lose a die before the kneeling camels; others do not, and no unit
/// loses one against dismounted infantry.
#[test]
fn camels_shelter_their_infantry_in_melee() {
    let dice = |attacker: &str, state: &str| {
        let table = scene(&format!("red A {attacker} 0503\nblue D line_infantry 0504 carried_by=\"camels\" {state}"));
        (table.dice_of("A", "D"), table.trail("A", "D").iter().any(|(rule, _)| *rule == "J5.17"))
    };
    assert_eq!(
        [dice("light_cavalry", ""), dice("cuirassiers", ""), dice("elephant_medium", "")],
        [(1, true), (3, true), (4, true)]
    );
    assert_eq!(
        [dice("light_cavalry", "on_foot"), dice("line_infantry", ""), dice("light_camelry", "")],
        [(2, false), (3, false), (2, false)]
    );
    let table = scene("red A line_infantry 0503 carried_by=\"camels\"\nblue D heavy_cavalry 0504");
    assert_eq!(table.dice_of_answer("A", "D"), 2, "in a riposte too");
    let twice =
        scene("red A heavy_cavalry 0503\nblue D line_infantry 0504 carried_by=\"camels\"\nblue C light_camelry 0403");
    assert_eq!(twice.dice_of("A", "D"), 2, "several camels do not add up");
    let beside =
        scene("red A heavy_cavalry 0503\nblue D line_infantry 0504\nblue C line_infantry 0403 carried_by=\"camels\"");
    assert_eq!(beside.dice_of("A", "D"), 3, "they shelter nobody else");
}

/// J7.9: sand does not stop infantry on camels, but it stops dismounted infantry.
#[test]
fn infantry_on_camels_crosses_sand() {
    let crosses = |state: &str| {
        let found = reach(&scene(&format!(
            "phase movement\nsand 0403 0503 0603\nred A light_infantry 0502 carried_by=\"camels\" {state}"
        )));
        found.contains_key("0504")
    };
    assert!(crosses("") && !crosses("on_foot"));
}

/// J4.21, J5.47, JI-37: infantry that did not move shelters in its wagons in melee: two dice, no tactical advantage,
/// one flag ignored.
#[test]
fn wagons_are_a_palisade_in_melee() {
    let wagons = |state: &str| {
        scene(&format!("red A cuirassiers 0503\n{RED_FRIENDS}blue D line_infantry 0504 carried_by=\"wagons\" {state}"))
    };
    let facts = |table: &Table| (table.dice_of("A", "D"), table.tactical("A", "D"), table.ignored("A", "D"));
    assert_eq!(facts(&wagons("")), (2, TacticalEffect::Miss, 1));
    assert_eq!(wagons("").trail("A", "D").last(), Some(&("J5.47", 2)));
    for open in ["moved=1", "on_foot"] {
        assert_eq!(facts(&wagons(open)), (4, TacticalEffect::Hit, 0), "{open}");
    }
    let fire = scene("red A rifle_heavy_infantry 0503\nblue D line_infantry 0505 carried_by=\"wagons\"");
    assert_eq!((fire.dice_of("A", "D"), fire.ignored("A", "D")), (3, 0), "not against fire");
    let behind_a_wall =
        scene("red A cuirassiers 0503\nblue D line_infantry 0504 carried_by=\"wagons\"\nwall 0504 SW SE");
    assert_eq!(
        (behind_a_wall.dice_of("A", "D"), behind_a_wall.ignored("A", "D")),
        (2, 1),
        "two palisades are one (J7.2)"
    );
    let answer = scene("red A line_infantry 0503 carried_by=\"wagons\"\nblue D cuirassiers 0504");
    assert_eq!((answer.dice_of_answer("A", "D"), answer.ignored_in_answer("A", "D")), (2, 1), "against a riposte too");
    let variant = scene_with("red A cuirassiers 0503\nblue D line_infantry 0504 carried_by=\"wagons\"", |rules| {
        rules.wagon_dice_cap = 3;
        rules.wagon_flags_ignored = 2;
    });
    assert_eq!((variant.dice_of("A", "D"), variant.ignored("A", "D")), (3, 2));
}

/// J4.21, JI-37, JI-173: a skipped player-turn has no Movement phase: wagons that moved in the last one are open.
#[test]
fn wagons_are_not_drawn_up_in_a_skipped_turn() {
    for (skipped, dice) in [(0, 2), (1, 4)] {
        let mut table = scene(
            "red A cuirassiers 0503\nblue D line_infantry 0504 carried_by=\"wagons\" moved=1\nofficer red \
                sub_general 0502\nofficer blue sub_general 0505",
        );
        table.state.side_mut(Side::Blue).turns_to_skip = skipped;
        table.play(Action::Done);
        assert_eq!(table.state.active, if skipped == 1 { Side::Red } else { Side::Blue });
        assert_eq!(table.dice_of("A", "D"), dice, "{skipped} turns skipped");
    }
}

/// J3.42, JI-73: Sappers cancel the wagons' protection.
#[test]
fn sappers_deal_with_wagons() {
    let mut table = scene(&format!(
        "tokens red 4\nred A cuirassiers 0503\n{RED_FRIENDS}blue D line_infantry 0504 carried_by=\"wagons\""
    ));
    table.begin("A", "D");
    table.attack_order(AttackOrder::Sappers);
    table.go_to_dice();
    assert_eq!(table.dice(), 4);
    table.roll(&[Face::Tactical, Face::Flag]);
    table.retreat();
    assert_eq!((table.elements("D"), table.row("D")), (2, 5), "the tactical advantage hits, the flag is not ignored");
}

/// JI-37, J7.5, J7.6, J7.7, J7.8, J7.19, J4.4: in its wagons it is a vehicle: closed terrain, obstacles and friendly
/// guns bar its way; on foot they do not.
#[test]
fn infantry_in_wagons_moves_as_a_vehicle() {
    for ground in ["forest 0503", "rocks 0503", "marsh 0503", "buildings 0503", "wall 0503 SW SE W E NW NE"] {
        let enters = |state: &str| {
            reach(&scene(&format!("phase movement\n{ground}\nred A light_infantry 0502 carried_by=\"wagons\" {state}")))
                .contains_key("0503")
        };
        assert!(!enters("") && enters("on_foot"), "{ground}");
    }
    let passes = |carrier: &str| {
        let guns = "red G foot_artillery_light 0503\nred H foot_artillery_light 0403\nblue X line_infantry 0602\nblue \
            Y line_infantry 0402";
        let lines = format!("phase movement\n{guns}\nred A light_infantry 0502 carried_by=\"{carrier}\"");
        reach(&scene(&lines)).contains_key("0504")
    };
    assert!(!passes("wagons") && passes("horses") && passes("camels"), "JI-92: mounted infantry may, wagons may not");
    let in_a_wood =
        scene("phase movement\ntokens red 1\nforest 0502\nred A light_infantry 0502 carried_by=\"wagons\" on_foot");
    assert!(!in_a_wood.may(mount(&in_a_wood)), "wagons cannot stand there");
}

/// J1.8, JI-17, J7.14: on a road through rough terrain wagons neither have nor give support, whatever the buildings,
/// and do not fight.
#[test]
fn wagons_on_a_road_through_rough_terrain_are_helpless() {
    let town = |state: &str| {
        scene(&format!(
            "buildings 0504\nroad 0504 0505\nred A line_infantry 0503\nblue D line_infantry 0504 carried_by=\"wagons\" \
                {state}\n{BLUE_FRIENDS}"
        ))
    };
    assert!(town("on_foot").may_riposte("A", "D") && !town("").may_riposte("A", "D"));
    assert!(!town("").battle.field.can_attack(&town("").state, town("").unit("D")));
    let lends = |state: &str| {
        let lines = format!(
            "forest 0404\nroad 0404 0405\nred A line_infantry 0503\nblue D line_infantry 0504\nblue W line_infantry \
                0404 carried_by=\"wagons\" {state}\nblue G line_infantry 0505"
        );
        scene(&lines).may_riposte("A", "D")
    };
    assert!(lends("on_foot") && !lends(""));
}

/// J5.83, JI-37: wagons never follow up, not even Fanatics in them, and so break through nowhere.
#[test]
fn wagons_never_follow_up() {
    for (state, row) in [("", 3), ("on_foot", 4)] {
        let lines = format!(
            "tokens red 9\nred A line_infantry 0503 carried_by=\"wagons\" fanatic {state}\nblue D line_infantry \
                0504\nblue E line_infantry 0405"
        );
        let mut table = scene(&lines);
        table.attack("A", "D");
        table.roll(&[Face::Flag]);
        table.retreat();
        while matches!(table.state.step, Step::FollowUp) {
            table.play(table.legal()[0]);
        }
        assert_eq!(table.row("A"), row, "{state}");
    }
}

/// JI-141: wagons do not retreat into terrain closed to them.
#[test]
fn wagons_retreat_as_vehicles() {
    let retreats = |state: &str| {
        let mut table = scene(&format!(
            "forest 0405 0505\nred A line_infantry 0503\nblue D line_infantry 0504 carried_by=\"wagons\" moved=1 \
                {state}"
        ));
        table.attack("A", "D");
        table.roll(&[Face::Flag]);
        table.retreat();
        (table.row("D"), table.elements("D"))
    };
    assert_eq!((retreats(""), retreats("on_foot")), ((4, 2), (5, 3)));
}

/// The choice of the greedy bot for unit A.
fn greedy(lines: &str) -> Action {
    let table = scene(&format!("phase movement\n{lines}"));
    let unit = table.unit("A");
    let mut legal = table.legal();
    legal.retain(|action| match action {
        Action::Move(mover) | Action::ForcedMarch(mover, _) | Action::Mount(mover, _) => *mover == unit,
        _ => true,
    });
    let mut promises = Vec::new();
    table.battle.score_actions(&table.state, &legal, &shipped_weights(&Library::built_in()), &mut promises);
    let best = promises.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    legal[promises.iter().position(|promise| *promise == best).expect("something is best")]
}

/// A sensible bot mounts for a long way and not for a short one, and leaves its wagons before a wood.
#[test]
fn the_greedy_bot_mounts_for_long_ways_and_dismounts_where_animals_are_of_no_use() {
    let far = "tokens red 3\nred A light_infantry 0200 carried_by=\"horses\"";
    let enemy = "blue D line_infantry 0208";
    assert!(matches!(greedy(&format!("{far} on_foot\n{enemy}")), Action::Mount(..)));
    assert!(matches!(greedy(&format!("{far}\n{enemy}")), Action::Move(_)), "it rides on");
    let near = "tokens red 3\nred A light_infantry 0203 carried_by=\"horses\"";
    for state in ["", "on_foot"] {
        assert!(!matches!(greedy(&format!("{near} {state}\nblue D line_infantry 0204")), Action::Mount(..)), "{state}");
    }
    let wood = "forest 0001 0101 0201 0301 0401 0501 0601 0701 0801 0901 1001 1101";
    let wagons = format!("tokens red 3\n{wood}\nred A light_infantry 0000 carried_by=\"wagons\"");
    assert!(
        matches!(greedy(&format!("{wagons}\nblue D line_infantry 0206")), Action::Mount(..)),
        "it walks through the wood"
    );
}

fn profile(lines: &str) -> Result<Profile, String> {
    let text = format!("nation = \"X\"\n[[unit]]\nname = \"A\"\n{lines}\n");
    let army = Army::read(&Source::new(&Library::built_in(), Kind::Army, "x.toml", text))
        .map_err(|error| error.to_string())?;
    let battle =
        prepare(&Rules::published(), &Scenario::on("x", Map::plain(12, 9)), BySide::new(Some(&army), Some(&army)));
    battle.map(|battle| *battle.field.forces.profile(UnitId::new(0))).map_err(|error| error.to_string())
}

/// JA3.25, JA3.26, JA3.27, JA3.29: for foot artillery the symbol of slot 09 determines the guns of the table; wagons
/// and other troops have none.
#[test]
fn animals_draw_the_guns_of_the_table() {
    let drawn =
        |class: &str, carrier: &str| profile(&format!("type = \"foot_artillery_{class}\"\ncarried_by = \"{carrier}\""));
    let played = |kind: &str| profile(&format!("type = \"{kind}\""));
    for class in ["very_light", "light", "heavy"] {
        assert_eq!(drawn(class, "horses"), played(&format!("horse_artillery_{class}")));
    }
    assert_eq!(drawn("very_light", "camels"), played("zambourek"));
    assert_eq!(drawn("heavy", "elephants"), played("elephant_towed_artillery_heavy"));
    assert_eq!(drawn("very_heavy", "elephants"), played("elephant_towed_artillery_very_heavy"));
    for (class, carrier) in [("very_heavy", "horses"), ("light", "camels"), ("light", "elephants"), ("heavy", "wagons")]
    {
        assert!(drawn(class, carrier).unwrap_err().contains("no such guns"), "{class} with {carrier}");
    }
    for kind in ["light_cavalry", "elephant_medium", "horse_artillery_light", "rocket_artillery_light"] {
        assert!(profile(&format!("type = \"{kind}\"\ncarried_by = \"horses\"")).is_err(), "{kind}");
    }
}

/// JI-187: the hex of its animals is paid for as any other.
#[test]
fn the_mounted_hex_has_its_price() {
    let points = |lines: &str| profile(&format!("type = \"line_infantry\"\n{lines}")).unwrap().points;
    assert_eq!(points("carried_by = \"horses\""), points("") + 1);
}

/// Mounted, dismounted and sheltered states survive a round trip through data.
#[test]
fn being_mounted_is_part_of_a_position() {
    let table =
        scene("red A line_infantry 0502 carried_by=\"wagons\"\nred B line_infantry 0302 carried_by=\"wagons\" on_foot");
    let data = table.battle.field.positions().position_data(&table.state);
    assert_eq!(data["units"]["R1"]["status"], serde_json::json!(["mounted"]));
    assert_eq!(table.battle.position_of_data(&data).expect("what was written"), table.battle.initial());
}
