//! Army lists, scenarios and position files: invalid ones are refused with the reason, positions survive a round trip
//! through files.

use reglette::data::{Kind, Library, Source};
use reglette::game::{Positioned, Rulebook, Show, Side};
use reglette::jomini::Jomini;
use reglette::jomini::army::Army;
use reglette::jomini::map::hex::NO_HEX;
use reglette::jomini::setup::position::Position;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::{OfficerId, UnitId};
use std::path::{Path, PathBuf};

fn text(kind: Kind, text: &str) -> Source {
    Source::new(&Library::built_in(), kind, "test.toml", text)
}

fn army_fault(lines: &str) -> String {
    Army::read(&text(Kind::Army, lines)).expect_err("a faulty army").to_string()
}

fn scenario_of(lines: &str) -> Result<Scenario, String> {
    Scenario::read(&text(Kind::Scenario, lines)).map_err(|error| error.to_string())
}

fn drawing(columns: usize, rows: usize) -> String {
    let row = |row: usize| format!("{}{}", if row.is_multiple_of(2) { "" } else { " " }, vec!["."; columns].join(" "));
    let rows: Vec<String> = (0..rows).rev().map(row).collect();
    format!("[map]\ndrawing = \"\"\"\n{}\n\"\"\"\n", rows.join("\n"))
}

/// JA2.2, JA2.9, JA3.36 and the limits of a side.
#[test]
fn faulty_armies_are_refused_with_the_reason() {
    let line = |extra: &str| format!("nation = \"X\"\n[[unit]]\nname = \"A\"\ntype = \"line_infantry\"\n{extra}\n");
    assert!(army_fault(&line("count = 25")).contains("25 units; a side has at most 24"));
    let officers = "[[officer]]\nname = \"O\"\nrank = \"senior_officer\"\n".repeat(9);
    assert!(army_fault(&(line("") + &officers)).contains("9 officers; a side has at most 8"));
    let chiefs = "[[officer]]\nname = \"O\"\nrank = \"commander_in_chief\"\n".repeat(2);
    assert!(army_fault(&(line("") + &chiefs)).contains("one commander-in-chief (JA2.2)"));
    assert!(army_fault(&line("orders = [\"feudal\"]")).contains("needs a contingent with a sub-general (JA3.36)"));
    assert!(army_fault(&line("contingent = \"Y\"")).contains("no sub-general of the contingent \"Y\""));
    let lord = |of: &str| line("contingent = \"Y\"") + "[[officer]]\nname = \"O\"\nrank = \"sub_general\"\n" + of;
    assert!(army_fault(&lord("")).contains("no sub-general of the contingent \"Y\""), "he commands another contingent");
    assert!(Army::read(&text(Kind::Army, &lord("contingent = \"Y\""))).is_ok(), "he commands their own");
    let ally = |of: &str| lord(&format!("letters = [\"allied\"]\n{of}"));
    assert!(army_fault(&ally("")).contains("an allied officer needs a contingent (JA2.9, JI-55)"));
    assert!(Army::read(&text(Kind::Army, &ally("contingent = \"Y\""))).is_ok());
    assert!(army_fault(&line("letters = [\"mobil\"]")).contains("did you mean \"mobile\"?"));
    assert!(
        army_fault(&line("letters = [\"break_off\"]"))
            .contains("only mounted troops and light infantry break off (JA3.16)")
    );
    assert!(army_fault(&line("letters = [\"static\"]")).contains("only artillery is static (JA3.8)"));
    assert!(
        army_fault("nation = \"X\"\n[[unit]]\nname = \"A\"\ntype = \"line_infantri\"\n")
            .contains("did you mean \"line_infantry\"?")
    );
    let panicked = army_fault("nation = \"X\"\n[[unit]]\nname = \"A\"\ntype = \"panicked_elephant\"\n");
    assert!(panicked.contains("unknown type \"panicked_elephant\""), "{panicked}");
}

/// J1.2: at least 9 by 12, in either orientation; this program takes up to 30 by 30.
#[test]
fn maps_are_9_by_12_at_least_and_30_by_30_at_most() {
    for (columns, rows, fits) in
        [(12, 9, true), (9, 12, true), (30, 30, true), (12, 8, false), (11, 9, false), (31, 12, false)]
    {
        let read = scenario_of(&drawing(columns, rows));
        assert_eq!(read.is_ok(), fits, "{columns} by {rows}");
        if let Err(error) = read {
            assert!(error.contains(&format!("{columns} columns and {rows} rows")) && error.contains("J1.2"), "{error}");
        }
    }
}

#[test]
fn faulty_maps_are_refused_with_the_reason() {
    let with = |lines: &str| scenario_of(&(drawing(12, 9) + lines)).expect_err("a faulty map");
    assert!(with("roads = [[\"0000\", \"0002\"]]").contains("0000 and 0002 are not adjacent"));
    assert!(with("roads = [[\"0000\", \"1300\"]]").contains("hex 1300 lies off the map"));
    assert!(
        with("edge = [{ hex = \"0101\", obstacle = \"wal\", directions = [\"E\"] }]")
            .contains("did you mean \"wall\"?")
    );
    assert!(
        with("edge = [{ hex = \"0101\", obstacle = \"wall\", directions = [\"N\"] }]")
            .contains("unknown direction \"N\"")
    );
    let crossed =
        "roads = [[\"0101\", \"0201\"]]\nedge = [{ hex = \"0101\", obstacle = \"wall\", directions = [\"E\"] }]";
    assert!(with(crossed).contains("leave a gap in the obstacle (JI-96)"));
    let drawn = |from: &str, to: &str, lines: &str| {
        scenario_of(&(drawing(12, 9).replacen(from, to, 1) + lines)).expect_err("a faulty map")
    };
    assert!(drawn(". .", "f .", "").contains("\"f\" in hex 0008 is not in the legend"));
    assert!(drawn(". .", "f .", "legend = { f = \"forrest\" }").contains("did you mean \"forest\"?"));
    assert!(drawn(". .", "f .", "legend = { f = \"bridge\" }").contains("a bridge needs a road across it"));
    assert!(
        drawn(". .", "f .", "legend = { f = \"large_river ford\" }").contains("a large river has no fords (J7.13)")
    );
    assert!(drawn(". .", "f .", "legend = { f = \"road_in_forest\" }").contains("no road of `roads` leads through it"));
    assert!(
        drawn("\n . .", "\n . f", "legend = { f = \"beach\" }")
            .contains("hex 0107: a beach lies at the table edge (J7.23)")
    );
    assert!(drawn(". .", ".", "").contains("row 8 has 11 hexes, row 0 has 12"));
    assert!(drawn("\n .", "\n.", "").contains("is not drawn shifted"));
}

fn position_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jomini/positions");
    let toml =
        |folder: PathBuf| std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = toml(folder.clone()).chain(toml(folder.join("odds"))).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files
}

fn position(text: &str) -> Result<Position, String> {
    let source = Source::new(&Library::built_in(), Kind::Position, "position.toml", text);
    Position::read(&source, None).map_err(|error| error.to_string())
}

#[test]
fn position_files_load_and_come_back_from_their_own_text() {
    for path in position_files() {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let read = position(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let written = read.write(&read.state);
        let again = position(&written).unwrap_or_else(|error| panic!("{}: {error}\n{written}", path.display()));
        assert_eq!(again.battle.start, read.battle.start, "{}", path.display());
        assert_eq!(again.battle.field.forces.profiles, read.battle.field.forces.profiles, "{}", path.display());
        assert_eq!(again.battle.field.forces.officers, read.battle.field.forces.officers, "{}", path.display());
        assert_eq!(again.battle.field.board.map(), read.battle.field.board.map(), "{}", path.display());
    }
}

/// A position with every key that a file can have.
const RICH: &str = r#"
scenario = "jomini/river"
phase = "combat"
active = "blue"
player_turn = 8
combats = 17
edge = [{ hex = "0302", obstacle = "wall", directions = ["NE"] }]

[terrain]
forest = ["1103"]

[red]
tokens = 3
units_at_start = 5
units_lost = 2

[blue]
tokens = 1
turns_to_skip = 1
cinc_to_place = true

[turn]
current = 2
manoeuvre_orders_given = 1
mixed_arms = true

[[turn.group]]
leader = 1
arms = 3
left = 2

[[turn.group]]
kind = "courier"
march_bonus = 1

[[unit]]
id = "A"
side = "blue"
type = "light_cavalry"
letters = ["hesitant", "elusive"]
orders = ["defence_good", "feudal"]
contingent = "Rumelia"
at = "0305"
elements = 2
hexes_moved = 3
group = 2
attacks = 1
pursuits = 1
status = ["moved", "no_attack", "supported_by_order"]

[[unit]]
id = "B"
side = "red"
type = "line_infantry"
elements = 0

[[unit]]
id = "C"
side = "red"
type = "foot_artillery_heavy"
morale = "solid"
western = false
at = "0501"

[[officer]]
side = "blue"
rank = "sub_general"
contingent = "Rumelia"
at = "0305"
status = ["activated", "moved"]

[[officer]]
name = "the lost one"
side = "blue"
rank = "senior_officer"
"#;

#[test]
fn a_rich_position_is_read_and_comes_back() {
    let read = position(RICH).unwrap_or_else(|error| panic!("{error}"));
    let state = &read.battle.start;
    assert_eq!((state.active, state.first, state.player_turn, state.combats), (Side::Blue, Side::Red, 8, 17));
    assert_eq!((state.side(Side::Red).units_lost, state.side(Side::Red).units_at_start), (2, 5));
    assert_eq!((state.turn.current, state.turn.group_count, state.turn.groups[0].leader), (2, 3, OfficerId::new(9)));
    assert_eq!(
        (state.unit(UnitId::new(32)).elements, state.unit(UnitId::new(32)).group, state.unit(UnitId::new(32)).pursuits),
        (2, 2, 1)
    );
    assert_eq!((state.unit(UnitId::new(0)).hex, state.unit(UnitId::new(1)).elements), (NO_HEX, 4));
    assert!(!state.officer(OfficerId::new(9)).in_play && state.officer(OfficerId::new(8)).has_moved);
    let written = read.write(state);
    assert!(!written.contains("command_level"), "a level that no file states follows from the rules");
    let again = position(&written).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.battle.start, *state);
    assert_eq!(again.battle.field.forces.profiles, read.battle.field.forces.profiles);
}

/// J1.11, JA1.6, JA3.3.
#[test]
fn faulty_positions_are_refused_with_line_and_reason() {
    let fault = |from: &str, to: &str| {
        assert!(RICH.contains(from), "{from}");
        position(&RICH.replacen(from, to, 1)).expect_err("a faulty position")
    };
    assert!(fault("at = \"0501\"", "at = \"0305\"").contains("stand on the same hex (J1.11)"));
    assert!(fault("at = \"0501\"", "at = \"1103\"").contains("the terrain is closed to \"C\" (JA1.6)"));
    assert!(fault("at = \"0501\"", "at = \"0004\"").contains("the terrain is closed to \"C\" (JA1.6)"));
    assert!(fault("at = \"0501\"", "at = \"1301\"").contains("hex 1301 lies off the map"));
    assert!(fault("at = \"0501\"\n", "").contains("\"C\" stands nowhere"));
    assert!(fault("elements = 2", "elements = 4").contains("4 elements; a unit of this morale has 3 (JA3.3)"));
    assert!(fault("id = \"C\"", "id = \"B\"").contains("two units of red are called \"B\""));
    let named =
        fault("contingent = \"Rumelia\"\nat = \"0305\"\nstatus", "name = \"the lost one\"\nat = \"0305\"\nstatus");
    assert!(named.contains("two officers of blue are called \"the lost one\""), "{named}");
    assert!(fault("phase = \"combat\"", "phase = \"combats\"").contains("did you mean \"combat\"?"));
    assert!(fault("scenario = \"jomini/river\"", "scenario = \"rivr\"").contains("did you mean \"river\"?"));
    assert!(fault("forest = ", "forrest = ").contains("did you mean \"forest\"?"));
    assert!(fault("leader = 1", "leader = 2").contains("blue has no such officer"));
    assert!(fault("group = 2", "group = 3").contains("a unit acts in group 3, but only 2 are listed"));
    let shown = fault("\"no_attack\"", "\"no_atack\"");
    assert!(shown.contains("position.toml:") && shown.contains("did you mean \"no_attack\"?"), "{shown}");
}

/// J4.8, J4.9, J5.21: a unit of a position has moved no farther than is possible with all aids, and does not fight
/// after more hexes than allow it.
#[test]
fn a_unit_of_a_position_has_moved_no_farther_than_it_may() {
    let moved = |kind: &str, hexes: u8| {
        position(&format!(
            "scenario = \"plain\"\nphase = \"combat\"\nactive = \"red\"\nplayer_turn = 5\n[[unit]]\nid = \"A\"\nside = \
                \"red\"\ntype = \"{kind}\"\nat = \"0503\"\nhexes_moved = {hexes}\nstatus = \
                [\"activated\"]\n[[unit]]\nid = \"D\"\nside = \"blue\"\ntype = \"line_infantry\"\nat = \"0504\"\n"
        ))
    };
    let fault = moved("foot_artillery_light", 9).expect_err("guns do not move nine hexes");
    assert!(fault.contains(":10:") && fault.contains("moved 9 hexes") && fault.contains("J4.8"), "{fault}");
    let attacks = |kind: &str, hexes: u8| {
        let battle = moved(kind, hexes).unwrap_or_else(|error| panic!("{error}")).battle;
        battle.field.can_attack(&battle.start, UnitId::new(0))
    };
    assert_eq!([0, 1].map(|hexes| attacks("foot_artillery_light", hexes)), [true, false], "1 hex without combat");
    // One hex with combat, one more by Forced march; the third by road.
    assert_eq!([1, 2, 3].map(|hexes| attacks("line_infantry", hexes)), [true, true, false]);
    assert!(moved("line_infantry", 4).is_ok() && moved("line_infantry", 5).is_err());
}

/// J5.97: an elephant in panic moves by its own dice; no position lets it follow up or pursue.
#[test]
fn no_position_lets_an_elephant_in_panic_follow_up() {
    let barred = include_str!("positions/jx-31-a.toml");
    let combat = "[combat]\nattacker = \"B4\"\ndefender = \"R1\"\nattacker_hex = \"0505\"\ndefender_hex = \
        \"0506\"\nmelee = true\nstrike = \"attack\"\n\n[red]";
    for step in ["follow_up", "pursuit", "pursuit_attack", "breakthrough_attack", "changeable_move"] {
        let text =
            barred.replace("phase = \"combat\"", &format!("step = {{ wait = \"{step}\" }}")).replace("[red]", combat);
        let fault = position(&text).err().unwrap_or_else(|| panic!("{step} is refused"));
        assert!(fault.contains("an elephant in panic runs on by its own dice"), "{step}: {fault}");
    }
}

/// Reading a position does not advance it, even if its decision leaves no choice; the reason why a side cannot act is
/// reported.
#[test]
fn a_position_that_leaves_no_choice_is_read_as_it_is_written() {
    let unit = |id: &str, side: &str, hex: &str, more: &str| {
        format!("[[unit]]\nid = \"{id}\"\nside = \"{side}\"\ntype = \"line_infantry\"\nat = \"{hex}\"\n{more}\n")
    };
    let rendered = |phase: &str, more: &str| {
        let text = format!("scenario = \"plain\"\nactive = \"red\"\nplayer_turn = 3\nphase = \"{phase}\"\n")
            + &unit("A", "red", "0503", more)
            + &unit("D", "blue", "0804", "");
        let source = self::text(Kind::Position, &text);
        let Positioned { game, state } = Jomini::read_position(&source, None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((state.player_turn, game.waits_for(&state)), (3, Some(phase)), "nothing is played");
        game.reason_for_idling(&state).unwrap_or_default()
    };
    assert_eq!(rendered("command", ""), "no officer on the table can activate a unit (J3.6)");
    assert_eq!(rendered("movement", ""), "no unit on the table is activated (J3.1)");
    assert_eq!(
        rendered("movement", "status = [\"activated\", \"moved\"]"),
        "none of the units that are activated can move (J4.1)"
    );
    assert_eq!(rendered("combat", ""), "no unit on the table is activated (J3.1)");
    let attacked = rendered("combat", "status = [\"activated\", \"attacked\"]");
    assert_eq!(attacked, "A (R1): the attacker has made its attack of this player-turn (J5.5)");
    assert!(rendered("combat", "status = [\"activated\"]").ends_with("no enemy in reach (J5.24, J5.25, J5.26)"));
}
