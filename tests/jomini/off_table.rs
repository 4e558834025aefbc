//! Troops held off the table and their entry (J4.25, J4.26), and leaving it if a scenario allows this (J4.22, J4.23).

use crate::table::Table;
use reglette::data::{Kind, Library, Source};
use reglette::game::{BySide, Ending, Evaluate, Game, Rulebook, Side, Weights};
use reglette::jomini::army::Army;
use reglette::jomini::army::unit::{Class, Profile};
use reglette::jomini::map::hex::NO_HEX;
use reglette::jomini::rules::{Rules, VictoryCheck};
use reglette::jomini::setup::position::Position;
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::{NO_UNIT, OfficerId, Status, Step, UnitId, side_of};
use reglette::jomini::{Action, Battle, Jomini};

const POSITION: &str = r#"
scenario = "plain"
phase = "command"
active = "red"
player_turn = 7
[red]
tokens = 9
units_at_start = 12
[blue]
tokens = 9
units_at_start = 12
[terrain]
roads = []
[[reinforcement]]
side = "red"
round = 4
hexes = ["0300", "0400"]
units = ["N", "H"]
officers = ["Grouchy"]
[[unit]]
id = "A"
side = "red"
type = "line_infantry"
at = "0902"
[[unit]]
id = "N"
side = "red"
type = "light_infantry"
[[unit]]
id = "H"
side = "red"
type = "line_infantry"
[[unit]]
id = "D"
side = "blue"
type = "line_infantry"
at = "1008"
[[officer]]
name = "Chief"
side = "red"
rank = "commander_in_chief"
at = "0902"
[[officer]]
name = "Grouchy"
side = "red"
rank = "RANK"
"#;

fn table(rank: &str, change: &[(&str, &str)]) -> Table {
    let mut text = POSITION.replace("RANK", rank);
    for (from, to) in change {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    Table::read("off_table", &text)
}

/// The officer of this name.
fn officer(table: &Table, name: &str) -> OfficerId {
    let index = table.battle.field.forces.officer_names.iter().position(|own| own == name);
    OfficerId::new(index.expect("an officer") as u8)
}

/// Activates both units by their officer and proceeds to their moves.
fn come(table: &mut Table) {
    table.play(Action::Activate(officer(table, "Grouchy")));
    table.play(Action::Pick(table.unit("N")));
    table.play(Action::Pick(table.unit("H")));
    table.decline_picking();
    if table.state.step == Step::Command {
        table.play(Action::Done);
    }
}

/// J4.25, J4.26: from their round on, the officer who is off the table with them activates them there; no other officer
/// does, and he activates no others.
#[test]
fn troops_off_the_table_are_activated_by_the_officer_who_accompanies_them() {
    let table = table("sub_general", &[]);
    let chief = officer(&table, "Chief");
    let mut at_chief = Table { battle: table.battle.clone(), state: table.state };
    at_chief.play(Action::Activate(chief));
    assert!(at_chief.may(Action::Pick(table.unit("A"))) && !at_chief.may(Action::Pick(table.unit("N"))));
    let mut at_edge = Table { battle: table.battle.clone(), state: table.state };
    at_edge.play(Action::Activate(officer(&table, "Grouchy")));
    assert_eq!(at_edge.legal(), [Action::Pick(table.unit("N")), Action::Pick(table.unit("H"))]);
    let early = self::table("sub_general", &[("round = 4", "round = 5")]);
    assert!(!early.may(Action::Activate(officer(&early, "Grouchy"))), "not before their round");
}

/// JI-105: an officer on the table commands them if a hex just outside is within his range. Beside the entry it is as
/// far as the entry itself.
#[test]
fn an_officer_near_the_edge_commands_them_too() {
    for (place, near) in [("0702", true), ("0802", true), ("0902", false)] {
        let mut table = table(
            "sub_general",
            &[(
                "rank = \"commander_in_chief\"\nat = \"0902\"",
                &format!("rank = \"commander_in_chief\"\nat = \"{place}\""),
            )],
        );
        let chief = officer(&table, "Chief");
        table.play(Action::Activate(chief));
        assert_eq!(table.may(Action::Pick(table.unit("N"))), near, "{place}");
    }
}

/// J4.25: the first hex on the table is the first of the move; with combat light infantry goes two, line infantry one.
#[test]
fn the_first_hex_on_the_table_counts() {
    let mut table = table("sub_general", &[]);
    come(&mut table);
    table.play(Action::Move(table.unit("N")));
    let found = table.destinations();
    let hexes = |place: &str| found.iter().find(|(at, _)| at == place).map(|(_, to)| (to.hexes, to.may_attack));
    assert_eq!(hexes("0300"), Some((1, true)));
    assert_eq!(hexes("0301"), Some((2, true)));
    assert_eq!(hexes("0302"), None, "two hexes are all it has");
    assert_eq!(hexes("0600"), None);
    let (_, to) = found[0];
    table.play(Action::MoveTo(to));
    assert_eq!(table.state.step, Step::Accompany(table.unit("N"), officer(&table, "Grouchy")));
}

/// J4.25: the terrain of the first hex counts as in any move: forest stops, a road leads guns in.
#[test]
fn the_ground_of_the_first_hex_counts() {
    let reach = |terrain: &str, kind: &str| {
        let mut table = table(
            "sub_general",
            &[("roads = []", terrain), ("type = \"light_infantry\"", &format!("type = \"{kind}\""))],
        );
        table.play(Action::Activate(officer(&table, "Grouchy")));
        table.play(Action::Pick(table.unit("N")));
        table.decline_picking();
        if table.state.step == Step::Command {
            table.play(Action::Done);
        }
        if table.state.step == Step::Movement && table.may(Action::Move(table.unit("N"))) {
            table.play(Action::Move(table.unit("N")));
        }
        let mut places: Vec<String> = table.destinations().into_iter().map(|(place, _)| place).collect();
        places.sort();
        places
    };
    assert_eq!(reach("forest = [\"0300\", \"0400\"]", "light_infantry"), ["0300", "0400"]);
    assert_eq!(reach("forest = [\"0300\", \"0400\"]", "foot_artillery_very_light"), [""; 0]);
    assert!(
        reach("forest = [\"0300\", \"0400\"]\nroads = [[\"0300\", \"0301\"]]", "foot_artillery_very_light")
            .contains(&"0300".to_owned())
    );
    // JI-105: obstacles on all outer sides are in the way, one of two is not.
    let walled = |sides: &str| {
        let wall = |hex: &str| format!("[[edge]]\nhex = \"{hex}\"\nobstacle = \"wall\"\ndirections = [{sides}]\n");
        format!("roads = []\n{}{}", wall("0300"), wall("0400"))
    };
    assert_eq!(reach(&walled("\"SW\", \"SE\""), "foot_artillery_very_light"), [""; 0]);
    assert!(reach(&walled("\"SW\""), "foot_artillery_very_light").contains(&"0300".to_owned()));
}

/// JI-105: no entry through a hex that is occupied.
#[test]
fn nobody_enters_through_an_occupied_hex() {
    let mut table = table("sub_general", &[("at = \"0902\"", "at = \"0300\""), ("at = \"1008\"", "at = \"0400\"")]);
    come(&mut table);
    assert!(!table.may(Action::Move(table.unit("N"))) && !table.may(Action::Move(table.unit("H"))));
}

/// J4.26, JI-105: a sub-general may stay off the table; another officer comes on with the first unit.
#[test]
fn a_sub_general_need_not_enter() {
    for rank in ["sub_general", "senior_officer"] {
        let mut table = table(rank, &[]);
        come(&mut table);
        let general = officer(&table, "Grouchy");
        table.play(Action::Move(table.unit("N")));
        let (_, to) = table.destinations()[0];
        table.play(Action::MoveTo(to));
        if rank == "sub_general" {
            table.play(Action::StayBehind);
            assert!(table.state.officer(general).hex == NO_HEX && table.state.officer(general).in_play);
        } else {
            assert_eq!(table.state.officer(general).hex, table.state.unit(table.unit("N")).hex);
        }
        assert!(table.may(Action::Move(table.unit("H"))), "the other unit was activated with the first");
    }
}

/// JI-175: troops still to come count in the starting number, and an army without other units is not destroyed.
#[test]
fn an_army_with_troops_still_to_come_is_not_destroyed() {
    let position = |kept: &str| {
        let text = POSITION.replace("RANK", "sub_general").replace("units_at_start = 12", "units_at_start = 9");
        let text = text
            .replacen("at = \"0902\"", kept, 1)
            .replace("rank = \"commander_in_chief\"\nat = \"0902\"", "rank = \"commander_in_chief\"\nat = \"0702\"");
        Table::read("off_table", &text)
    };
    let mut table = position("elements = 0");
    table.battle.losses_decide = false;
    table.state.side_mut(Side::Red).units_lost = 7;
    while table.state.active == Side::Red && table.state.outcome.is_none() {
        table.play(Action::Done);
    }
    assert!(table.state.outcome.is_none_or(|outcome| outcome.ending == Ending::TurnLimit), "{:?}", table.state.outcome);
}

/// A position with reinforcements survives a round trip through its file, before and after they have entered.
#[test]
fn positions_with_troops_off_the_table_come_back() {
    let source = |text: String| Source::new(&Library::built_in(), Kind::Position, "off_table.toml", text);
    let read = Position::read(&source(POSITION.replace("RANK", "senior_officer")), None)
        .unwrap_or_else(|error| panic!("{error}"));
    let mut table = Table { battle: read.battle.clone(), state: read.battle.start };
    for entered in [false, true] {
        if entered {
            come(&mut table);
            table.play(Action::Move(table.unit("N")));
            let (_, to) = table.destinations()[0];
            table.play(Action::MoveTo(to));
        }
        let text = read.write(&table.state);
        let again = Position::read(&source(text), None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.battle.start, table.state);
        assert_eq!(again.battle.reserves, read.battle.reserves);
        assert_eq!(
            again.battle.position_of_data(&again.battle.field.positions().position_data(&table.state)).expect("data"),
            table.state
        );
    }
}

fn scenario(text: &str) -> Result<Scenario, String> {
    let source = Source::new(&Library::built_in(), Kind::Scenario, "off-table.toml", scenario_text(text));
    Scenario::read(&source).map_err(|error| error.to_string())
}

/// A plain of nine rows with these keys.
fn scenario_text(text: &str) -> String {
    let map = "[map]\ndrawing = \"\"\"\n. . . . . . . . . . . .\n . . . . . . . . . . . .\n. . . . . . . . . . . .\n . \
        . . . . . . . . . . .\n. . . . . . . . . . . .\n . . . . . . . . . . . .\n. . . . . . . . . . . .\n . . . . . \
        . . . . . . .\n. . . . . . . . . . . .\n\"\"\"\n";
    format!("{map}{text}")
}

fn battle(text: &str) -> Result<Battle, String> {
    let army = Army::read(&Library::built_in().find(Kind::Army, "france").expect("a shipped army"))
        .unwrap_or_else(|error| panic!("{error}"));
    prepare(&Rules::published(), &scenario(text)?, BySide::new(Some(&army), Some(&army)))
        .map_err(|error| error.faults.join("; "))
}

const LATE: &str =
    "[[reinforcement]]\nside = \"blue\"\nround = 3\nhexes = [\"0008\", \"0108\"]\nunits = 4\nofficers = 1\n";

/// J4.25: only a scenario holds troops back; they are not deployed, and count in the starting number (JI-175).
#[test]
fn a_scenario_holds_the_last_units_of_an_army_back() {
    let late = battle(LATE).unwrap();
    let plain = battle("").unwrap();
    let held: Vec<UnitId> = (0..64).map(UnitId::new).filter(|unit| late.reserves.has_unit(*unit)).collect();
    assert_eq!(held.len(), 4);
    assert!(held.iter().all(|unit| side_of(*unit) == Side::Blue));
    assert!((0..64).map(UnitId::new).all(|unit| !plain.reserves.has_unit(unit)));
    assert_eq!(late.start.side(Side::Blue).units_at_start, plain.start.side(Side::Blue).units_at_start);
    let mut stream = reglette::game::rng::Key::new(1).stream();
    let (mut state, mut scratch) = (late.initial(), Vec::new());
    while state.player_turn == 0 {
        match late.moment(&state) {
            reglette::game::Moment::Roll(_) => {
                let roll = late.sample(&state, &mut stream);
                late.apply_roll(&mut state, roll);
            }
            _ => {
                let action = late.random_action(&state, &mut stream, &mut scratch);
                late.apply(&mut state, action);
            }
        }
    }
    assert!(
        held.iter().all(|unit| state.unit(*unit).hex == NO_HEX && state.unit(*unit).elements > 0),
        "they are not deployed"
    );
}

#[test]
fn faulty_reinforcements_and_exits_are_refused() {
    let fault = |from: &str, to: &str| battle(&LATE.replace(from, to)).expect_err("a faulty scenario");
    assert!(fault("\"0108\"", "\"0107\"").contains("hex 0107 does not lie at the edge"));
    assert!(fault("round = 3", "round = 0").contains("rounds are counted from 1"));
    assert!(fault("units = 4", "units = [\"Nobody\"]").contains("none is called \"Nobody\""));
    assert!(fault("officers = 1", "officers = 0").contains("no officer accompanies them (J4.26)"));
    assert!(fault("units = 4", "units = 40").contains("has no 40 to hold back"));
    assert!(battle("symmetric = true").is_err() || scenario(&format!("symmetric = true\n{LATE}")).is_err());
}

const EXIT: &str = "[[exit]]\nside = \"red\"\nhexes = [\"1108\"]\npoints = 1\n[red]\npoints_to_win = 2\n";

/// Red's two units on an exit and beside it, both activated, at the start of the Movement phase.
fn leaving(exit: &str) -> Table {
    let mut battle = battle(exit).unwrap();
    let mut state = battle.start;
    for (unit, place) in [(0u8, "1108"), (1, "1008"), (32, "0103")] {
        let hex = battle.field.board.hex_named(place).unwrap();
        state.place(UnitId::new(unit), hex);
    }
    for unit in (2u8..32).chain(33..64) {
        state.units[usize::from(unit)].elements = 0;
    }
    for unit in [0, 1] {
        state.unit_mut(UnitId::new(unit)).group = 1;
    }
    for officer in 0..16 {
        state.officer_mut(OfficerId::new(officer)).in_play = officer == 0;
    }
    state.officer_mut(OfficerId::new(0)).hex = battle.field.board.hex_named("1108").unwrap();
    (state.step, state.active, state.player_turn) = (Step::Movement, Side::Red, 1);
    (state.turn.group_count, state.turn.current) = (1, 1);
    battle.start = state;
    Table { battle, state }
}

/// J4.22: without an exit no unit leaves; with one a unit that begins its move there may, and is neither destroyed nor
/// lost; it gives its points.
#[test]
fn a_unit_leaves_only_by_an_exit_of_the_scenario() {
    assert!(!leaving("").may(Action::Leave(UnitId::new(0))));
    let mut table = leaving(EXIT);
    assert!(
        table.may(Action::Leave(UnitId::new(0))) && !table.may(Action::Leave(UnitId::new(1))),
        "only from a hex of the exit"
    );
    table.play(Action::Leave(UnitId::new(0)));
    let red = *table.state.side(Side::Red);
    assert_eq!((red.units_left, red.units_lost, red.exit_points), (1, 0, 1));
    assert_eq!(table.state.unit_at(table.hex("1108")), reglette::jomini::state::NO_UNIT);
    let mut table = leaving(&EXIT.replace("points = 1\n[red]", "points = 1\nlost = true\n[red]"));
    table.play(Action::Leave(UnitId::new(0)));
    assert_eq!(table.state.side(Side::Red).units_lost, 1, "where the scenario says so it counts as lost");
}

/// J4.22, JI-105: nor does a unit leave across obstacles that it cannot cross; one free outer side is enough.
#[test]
fn a_unit_leaves_across_no_obstacle_that_is_closed_to_it() {
    let may_leave = |is_gun: bool, sides: &[&str]| {
        let wall = format!("edge = [{{ hex = \"1108\", obstacle = \"wall\", directions = {sides:?} }}]\n");
        let mut table = leaving(&format!("{wall}{EXIT}"));
        let profiles = &mut table.battle.field.forces.profiles;
        let kind = |of: &&Profile| (of.class == Class::Artillery) == is_gun && !of.is_elephant();
        profiles[0] = Some(*profiles.iter().flatten().find(kind).expect("such a unit"));
        table.may(Action::Leave(UnitId::new(0)))
    };
    let around = ["W", "NW", "NE", "E", "SE", "SW"];
    assert_eq!([false, true].map(|is_gun| may_leave(is_gun, &around)), [true, false]);
    assert!(may_leave(true, &["W", "NW", "NE", "SE", "SW"]));
}

/// J6.2, JI-177: a unit that counts as lost when it leaves ends the game before the next move, in which the enemy might
/// lose as many.
#[test]
fn a_unit_lost_by_leaving_ends_the_game_at_once() {
    let ended = |check| {
        let mut table = leaving(&EXIT.replace("points = 1\n[red]", "points = 1\nlost = true\n[red]"));
        table.battle.field.rules.victory_check = check;
        (table.state.side_mut(Side::Red).units_at_start, table.state.side_mut(Side::Red).units_lost) = (9, 2);
        table.play(Action::Leave(UnitId::new(0)));
        while table.state.flight_count > 0 || matches!(table.state.step, Step::Accompany(..)) {
            table.play(Action::StayBehind);
        }
        table.state.outcome.map(|outcome| (outcome.winner, outcome.ending))
    };
    assert_eq!(ended(VictoryCheck::Immediate), Some((Some(Side::Blue), Ending::Victory)));
    assert_eq!(ended(VictoryCheck::EndOfTurn), None);
}

/// J3.34, J4.25: Combined order may be given for an activation by officers who all wait off the table.
#[test]
fn combined_order_for_officers_off_the_table() {
    let mut table = table("sub_general", &[]);
    let chief = officer(&table, "Chief");
    assert!(table.may(Action::CombinedOrder));
    table.state.officer_mut(chief).hex = NO_HEX;
    table.state.officer_mut(chief).in_play = false;
    assert!(table.may(Action::Activate(officer(&table, "Grouchy"))) && table.may(Action::CombinedOrder));
}

/// JA2.9, JI-55: a unit that may only fall back leaves by an exit in its own edge row, not by one of the enemy's.
#[test]
fn a_unit_that_may_only_fall_back_leaves_by_its_own_edge() {
    let unit = UnitId::new(0);
    for (place, leaves) in [("1108", false), ("1100", true)] {
        let mut table = leaving(&EXIT.replace("1108", place));
        let hex = table.hex(place);
        table.state.relocate(unit, hex);
        assert!(table.may(Action::Leave(unit)), "{place}");
        table.state.unit_mut(unit).status |= Status::ONLY_BACK;
        assert_eq!(table.may(Action::Leave(unit)), leaves, "{place}");
    }
}

/// J3.36, JI-105: Forward march! helps units that enter, though none of its group is on the table.
#[test]
fn forward_march_helps_units_that_enter() {
    let mut table = table("senior_officer", &[]);
    come(&mut table);
    let hexes = |table: &Table| {
        let mut table = table.clone();
        table.play(Action::Move(table.unit("H")));
        table.destinations().iter().map(|(_, to)| to.hexes).max()
    };
    let before = hexes(&table).unwrap();
    table.play(Action::ForwardMarch);
    assert_eq!(hexes(&table), Some(before + 1));
}

/// JI-55: a sub-general who waits off the table is neither lost nor too far from his troops.
#[test]
fn a_sub_general_off_the_table_is_not_lost() {
    let change = [
        ("at = \"0902\"\n", "at = \"0902\"\ncontingent = \"Saxony\"\n"),
        ("rank = \"sub_general\"\n", "rank = \"sub_general\"\ncontingent = \"Saxony\"\n"),
    ];
    let commands = |table: &Table| {
        let mut table = table.clone();
        let chief = officer(&table, "Chief");
        table.may(Action::Activate(chief)) && {
            table.play(Action::Activate(chief));
            table.may(Action::Pick(table.unit("A")))
        }
    };
    let mut table = table("sub_general", &change);
    assert!(!commands(&table), "it obeys its sub-general");
    let lord = officer(&table, "Grouchy");
    table.state.officer_mut(lord).in_play = false;
    assert!(commands(&table), "he is lost: to fall back");
}

/// J6.3: leaving is scored as a victory only where its points win: from the round of the scenario on, with the points
/// of now; and as a defeat only where no troops are left, on the table or to come.
#[test]
fn leaving_is_scored_as_a_victory_or_a_defeat_where_it_is_one() {
    let scored = |table: &Table| {
        let appraisal = Battle::APPRAISALS.iter().map(|named| f32::from(u8::from(named.name == "victory"))).collect();
        let mut values = Vec::new();
        let weights = Weights { appraisal, features: Vec::new() };
        table.battle.score_actions(&table.state, &[Action::Leave(UnitId::new(0))], &weights, &mut values);
        values[0]
    };
    let wins = EXIT.replace("points_to_win = 2", "points_to_win = 1");
    let mut table = leaving(&wins);
    assert_eq!(scored(&table), 1.0);
    table.battle.objectives_from_round = 9;
    assert_eq!(scored(&table), 0.0, "too early");
    let mut table = leaving(&wins.replace("points = 1\n[red]", "points = 1\nlost = true\n[red]"));
    assert_eq!(scored(&table), 1.0);
    let red = table.state.side_mut(Side::Red);
    red.units_lost = table.battle.field.rules.units_to_lose(red.units_at_start) - 1;
    for (objectives, losses, value) in [
        (VictoryCheck::EndOfTurn, VictoryCheck::EndOfTurn, -1.0),
        (VictoryCheck::EndOfTurn, VictoryCheck::Immediate, -1.0),
        (VictoryCheck::Immediate, VictoryCheck::Immediate, -1.0),
        (VictoryCheck::Immediate, VictoryCheck::EndOfTurn, 1.0),
    ] {
        let rules = &mut table.battle.field.rules;
        (rules.objectives_check, rules.victory_check) = (objectives, losses);
        assert_eq!(scored(&table), value, "objectives {objectives:?}, losses {losses:?}");
    }
    let mut table = leaving(EXIT);
    assert_eq!(scored(&table), 0.0, "one point of two");
    // Points counted at the end of an earlier player-turn, of an objective that is no longer held.
    table.state.side_mut(Side::Red).objective_points = 1;
    assert_eq!(scored(&table), 0.0, "points of an earlier count");
    let late = format!("{EXIT}{}", LATE.replace("blue", "red").replace("0008\", \"0108", "0300\", \"0400"));
    for (exit, value) in [(EXIT, -1.0), (&late, 0.0)] {
        let mut table = leaving(exit);
        let other = UnitId::new(1);
        table.state.occupant[usize::from(table.state.unit(other).hex)] = NO_UNIT;
        table.state.unit_mut(other).elements = 0;
        table.state.unit_mut(other).hex = NO_HEX;
        for unit in (2..32).map(UnitId::new).filter(|unit| table.battle.reserves.has_unit(*unit)) {
            table.state.unit_mut(unit).elements = 3;
        }
        assert_eq!(scored(&table), value, "the last unit on the table");
    }
}

/// J4.23: an officer leaves with his unit or stays; a C-in-C who leaves costs no turn.
#[test]
fn an_officer_leaves_with_his_unit_or_stays() {
    for goes in [true, false] {
        let mut table = leaving(EXIT);
        table.play(Action::Leave(UnitId::new(0)));
        assert_eq!(table.state.step, Step::Accompany(UnitId::new(0), OfficerId::new(0)));
        let mut counts = vec![0; Battle::events().len()];
        let action = if goes { Action::Accompany } else { Action::StayBehind };
        table.battle.apply_counting(&mut table.state, action, &mut counts);
        assert_eq!(table.state.officer(OfficerId::new(0)).in_play, !goes);
        assert!(!table.state.side(Side::Red).cinc_to_place);
        let lost = ["officer lost", "loss of the commander-in-chief"];
        let counted =
            Battle::events().iter().zip(counts).any(|(event, count)| count > 0 && lost.contains(&event.name.as_str()));
        assert!(!counted, "who leaves is not lost");
    }
}

/// J4.23: the position in which an officer may follow a unit that has left comes back from its file.
#[test]
fn positions_in_which_an_officer_may_follow_come_back() {
    let mut table = leaving(EXIT);
    table.play(Action::Leave(UnitId::new(0)));
    assert!(matches!(table.state.step, Step::Accompany(..)));
    let library = Library::built_in().and_keeping("scenarios/leave.toml", scenario_text(EXIT));
    let text = Jomini::write_position(&table.battle, "scenarios/leave.toml", "jomini-v2", &table.state).unwrap();
    let read = |text: &str| {
        Position::read(&Source::new(&library, Kind::Position, "leave.toml", text), None).map_err(|it| it.to_string())
    };
    assert_eq!(read(&text).map(|read| read.battle.start), Ok(table.state));
    // No officer follows from elsewhere.
    let at = table.battle.field.board.hex_named("1108").unwrap();
    let mut elsewhere = table.state;
    elsewhere.officer_mut(OfficerId::new(0)).hex = table.battle.field.board.hex_named("1107").unwrap();
    assert_eq!(table.state.officer(OfficerId::new(0)).hex, at);
    let text = Jomini::write_position(&table.battle, "scenarios/leave.toml", "jomini-v2", &elsewhere).unwrap();
    assert!(read(&text).unwrap_err().contains("has left by an exit"));
}

/// J6.3: points of units that left win at the end of the player-turn; a side whose last unit has left without them
/// loses.
#[test]
fn who_leaves_wins_by_points_or_leaves_the_field() {
    for (needed, winner, ending) in [("2", Side::Red, Ending::Objective), ("3", Side::Blue, Ending::Victory)] {
        let mut table = leaving(
            &EXIT
                .replace("points_to_win = 2", &format!("points_to_win = {needed}"))
                .replace("\"1108\"", "\"1108\", \"1008\""),
        );
        table.play(Action::Leave(UnitId::new(0)));
        table.play(Action::Accompany);
        if table.state.outcome.is_none() {
            table.play(Action::Leave(UnitId::new(1)));
        }
        while table.state.outcome.is_none() {
            table.play(Action::Done);
        }
        let outcome = table.outcome();
        assert_eq!((outcome.winner, outcome.ending), (Some(winner), ending), "{needed} points");
    }
}
