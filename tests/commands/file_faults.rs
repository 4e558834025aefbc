//! `check` reports every fault of a list and of a position at once, in the order of lines, and none that only follows
//! from another; a list may extend others through any number of files.

use super::empty_folder::{ended, folder_with};
use std::fs;
use std::path::Path;

/// What is printed of a file with faults.
fn faulty(folder: &Path, arguments: &str) -> String {
    let (code, printed, said) = ended(folder, ["check"].into_iter().chain(arguments.split(' ')));
    assert_eq!(code, Some(2), "{arguments}: {printed}{said}");
    printed
}

fn valid(folder: &Path, arguments: &str) -> String {
    let (code, printed, _) = ended(folder, ["check"].into_iter().chain(arguments.split(' ')));
    assert_eq!(code, Some(0), "{arguments}: {printed}");
    printed
}

/// The lines of a report that name a fault, each as `LINE: problem`.
fn problems(report: &str, file: &str) -> Vec<String> {
    let head = format!("{file}:");
    report.lines().filter_map(|line| line.strip_prefix(&head)).map(|line| line.trim_start().to_owned()).collect()
}

const UNIT: &str = "[[unit]]\nname = \"A\"\ntype = \"line_infantry\"\n";

/// JI-187: a letter that is listed twice would count twice in the cost of a unit.
#[test]
fn a_repeated_letter_of_a_list_is_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let file = "clan.toml";
    let check = |text: &str| {
        fs::write(folder.path().join(file), format!("nation = \"X\"\n{text}")).unwrap();
        problems(&faulty(folder.path(), "clan.toml"), file)
    };
    let once = "a card has each letter once";
    let found = check(&format!("{UNIT}letters = [\"stubborn\", \"stubborn\"]\n"));
    assert_eq!(found, [format!("5: \"stubborn\" is listed twice; {once}")]);
    let found =
        check(&format!("{UNIT}orders = [\"attack_good\", \"defence_good\", \"attack_good\", \"attack_good\"]\n"));
    assert_eq!(found[0], format!("5: \"attack_good\" is listed 3 times; {once}"));
    let own = "[[type]]\nname = \"clansmen\"\nlike = \"line_infantry\"\nletters = [\"panic\", \"panic\"]\n";
    let of_type = UNIT.replace("line_infantry", "clansmen");
    assert_eq!(check(&format!("{own}{of_type}")), [format!("5: \"panic\" is listed twice; {once}")]);
    let officer = "[[officer]]\nname = \"O\"\nrank = \"sub_general\"\nletters = [\"bad\", \"bad\"]\n";
    assert_eq!(check(&format!("{UNIT}{officer}")), [format!("8: \"bad\" is listed twice; {once}")]);
    // A letter of the type may be stated again by the unit.
    let own = own.replace(", \"panic\"", "");
    fs::write(folder.path().join(file), format!("nation = \"X\"\n{own}{of_type}letters = [\"panic\"]\n")).unwrap();
    valid(folder.path(), file);
}

/// JA2.6, JA2.7, JA3.6, JA3.7, JA3.8, JA3.30 to JA3.35.
#[test]
fn letters_that_exclude_each_other_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    for (key, one, other, rules) in [
        ("orders", "defence_good", "defence_weak", "JA3.34, JA3.35"),
        ("orders", "attack_weak", "attack_good", "JA3.32, JA3.33"),
        ("orders", "manoeuvre_good", "manoeuvre_weak", "JA3.30, JA3.31"),
        ("letters", "slow", "mobile", "JA3.6, JA3.7"),
        ("letters", "regular", "militia", "JI-190"),
    ] {
        let text = format!("nation = \"X\"\n{UNIT}{key} = [\"{one}\", \"{other}\"]\n");
        fs::write(folder.path().join("clan.toml"), text).unwrap();
        let found = problems(&faulty(folder.path(), "clan.toml"), "clan.toml");
        assert_eq!(found, [format!("5: \"{one}\" and \"{other}\" exclude each other ({rules})")]);
    }
    // One of the type, the other of the unit.
    let own = "[[type]]\nname = \"clansmen\"\nlike = \"line_infantry\"\norders = [\"defence_good\"]\n";
    let unit = UNIT.replace("line_infantry", "clansmen");
    fs::write(folder.path().join("clan.toml"), format!("nation = \"X\"\n{own}{unit}orders = [\"defence_weak\"]\n"))
        .unwrap();
    assert!(faulty(folder.path(), "clan.toml").contains("exclude each other"));
}

/// Options of En Avant ! that name a line twice would count its bases twice.
#[test]
fn an_option_names_each_line_once() {
    let troop =
        "period = \"antiquity\"\n[[troop]]\nname = \"a\"\narm = \"infantry\"\nquality = \"normal\"\nbases = 8\n";
    let option = |lists: &str| format!("{troop}[[option]]\nname = \"o\"\n{lists}\n");
    let removed = "{ name = \"a\", bases = 1 }";
    let added = "{ name = \"b\", arm = \"infantry\", quality = \"normal\", bases = 1 }";
    let folder = tempfile::tempdir().unwrap();
    for (lists, problem) in [
        (format!("remove = [{removed}, {removed}]"), "9: \"a\" is listed twice"),
        (format!("add = [{added}, {added}]"), "9: \"b\" is listed twice"),
        (format!("remove = [{removed}]\n[[option]]\nname = \"o\""), "11: two options are called \"o\""),
    ] {
        fs::write(folder.path().join("mine.toml"), option(&lists)).unwrap();
        assert_eq!(problems(&faulty(folder.path(), "mine.toml"), "mine.toml"), [problem], "{lists}");
    }
}

const MANY: &str = "nation = \"X\"
[[type]]
name = \"clansmen\"
like = \"line_infantri\"
training = \"elit\"
letters = [\"stubborn\", \"stubborn\"]
[[type]]
name = \"gunners\"
class = \"artillery\"
elements = 9
morale = \"odd\"
[[unit]]
name = \"A\"
type = \"clansmen\"
letters = [\"mobil\", \"slo\"]
count = 0
[[unit]]
name = \"B\"
type = \"line_infantry\"
training = \"elit\"
morale = \"odd\"
orders = [\"attack_good\", \"attack_good\"]
letters = [\"static\"]
[[unit]]
name = \"B\"
type = \"zouaves\"
contingent = \"Y\"
[[unit]]
type = 3
letters = [\"break_off\"]
count = 300
[[officer]]
name = \"O\"
rank = \"general\"
letters = [\"good\", \"weak\"]
";

#[test]
fn every_fault_of_a_list_is_reported_at_once() {
    let folder = folder_with(&[("clan.toml", MANY)]);
    let found = problems(&faulty(folder.path(), "clan.toml"), "clan.toml");
    let begins = [
        "4: unknown like \"line_infantri\"",
        "5: unknown training \"elit\"",
        "6: \"stubborn\" is listed twice",
        "10: 9 elements",
        "11: unknown morale \"odd\"",
        "15: unknown letters \"mobil\"",
        "15: unknown letters \"slo\"",
        "16: a line stands for at least one unit",
        "20: unknown training \"elit\"",
        "21: unknown morale \"odd\"",
        "22: \"attack_good\" is listed twice",
        "23: only artillery is static",
        "25: two lines are called \"B\"",
        "26: unknown type \"zouaves\"",
        "28: missing key \"name\"",
        "29: type cannot be 3",
        "31: count cannot be 300",
        "34: unknown rank \"general\"",
        "35: \"good\" and \"weak\" exclude each other",
    ];
    assert_eq!(found.len(), begins.len(), "{found:#?}");
    for (found, begin) in found.iter().zip(begins) {
        assert!(found.starts_with(begin), "{found}: {begin}");
    }
}

/// What only follows from another fault is not reported.
#[test]
fn faults_that_follow_from_another_are_not_reported() {
    let folder = tempfile::tempdir().unwrap();
    for (text, problem) in [
        ("extends = \"nowhere\"\n[[unit]]\nname = \"A\"\ntype = \"clansmen\"\n", "1: no army \"nowhere\""),
        (
            "nation = \"X\"\n[[type]]\nname = \"c\"\nlike = \"odd\"\n[[unit]]\nname = \"A\"\ntype = \"c\"\n",
            "4: unknown like \"odd\"",
        ),
        ("nation = 3\n[[unit]]\nname = \"A\"\ntype = \"line_infantry\"\n", "1: nation cannot be 3"),
        (
            "nation = \"X\"\n[[type]]\nnane = \"c\"\nlike = \"line_infantry\"\n[[unit]]\nname = \"A\"\ntype = \"c\"\n",
            "3: unknown key \"nane\"",
        ),
        (
            "nation = \"X\"\n[[unit]]\nname = \"A\"\ntype = \"line_infantry\"\ncontingent = \"Y\"\n[[officer]]\nname = \
             \"O\"\nrank = \"sub\"\ncontingent = \"Y\"\n",
            "8: unknown rank \"sub\"",
        ),
        ("nation = \"X\"\nunit = 3\n", "2: unit cannot be 3"),
    ] {
        fs::write(folder.path().join("clan.toml"), text).unwrap();
        let report = faulty(folder.path(), "clan.toml --as army --rules jomini-v2");
        let found = problems(&report, "clan.toml");
        assert!(found.len() == 1 && found[0].starts_with(problem), "{report}");
    }
}

/// Lines of En Avant ! are checked beside others that cannot be read.
#[test]
fn every_fault_of_a_list_of_en_avant_is_reported_at_once() {
    let text = "period = \"antiquity\"\ncombativity = 9\ntake = [\"none\"]\n[[troop]]\nname = \"a\"\narm = \
                \"infantri\"\nquality = \"odd\"\nbases = 3\n[[troop]]\nname = \"b\"\narm = \"infantry\"\nbases = \
                    0\n[[troop]]\nname = \
                \"b\"\narm = \"artillery\"\nquality = \"normal\"\nbases = 1\nweapn = \"bow\"\n";
    let folder = folder_with(&[("mine.toml", text)]);
    let found = problems(&faulty(folder.path(), "mine.toml"), "mine.toml");
    let begins = [
        "2: combativity is 2 to 5",
        "3: unknown option \"none\"",
        "6: unknown arm \"infantri\"",
        "7: unknown quality \"odd\"",
        "9: every base has a quality",
        "12: a line stands for at least one base",
        "14: two lines are called \"b\"",
        "18: unknown key \"weapn\"",
    ];
    assert_eq!(found.len(), begins.len(), "{found:#?}");
    for (found, begin) in found.iter().zip(begins) {
        assert!(found.starts_with(begin), "{found}: {begin}");
    }
}

const POSITION: &str = "scenario = \"plian\"
phase = \"combat\"
active = \"green\"
[[unit]]
id = \"A\"
side = \"red\"
type = \"line_infantry\"
letters = [\"stubborn\", \"stubborn\"]
at = \"0303\"
[[unit]]
id = \"B\"
side = \"red\"
type = \"line_infantry\"
training = \"elit\"
morale = \"odd\"
at = \"0303\"
[[unit]]
id = \"B\"
side = \"red\"
type = \"line_infantry\"
at = \"9999\"
elements = 7
[[officer]]
side = \"red\"
rank = \"sub_general\"
letters = [\"good\", \"weak\"]
at = \"0404\"
";

fn assert_begin(found: &[String], begins: &[&str]) {
    assert_eq!(found.len(), begins.len(), "{found:#?}");
    for (found, begin) in found.iter().zip(begins) {
        assert!(found.starts_with(begin), "{found}: {begin}");
    }
}

#[test]
fn every_fault_of_a_position_is_reported_at_once() {
    let folder = folder_with(&[("here.toml", POSITION)]);
    let report = faulty(folder.path(), "here.toml");
    assert!(report.contains("did you mean \"plain\"?"), "{report}");
    let of_cards = [
        "1: no scenario \"plian\"",
        "3: unknown active \"green\"",
        "8: \"stubborn\" is listed twice",
        "14: unknown training \"elit\"",
        "15: unknown morale \"odd\"",
        "18: two units of red are called \"B\"",
        "26: \"good\" and \"weak\" exclude each other",
    ];
    assert_begin(&problems(&report, "here.toml"), &of_cards);
    // Where the table is known, the places are checked too.
    let known = POSITION.replace("plian", "plain").replace("green", "red");
    fs::write(folder.path().join("here.toml"), known).unwrap();
    let of_places = [
        "8: \"stubborn\" is listed twice",
        "14: unknown training \"elit\"",
        "15: unknown morale \"odd\"",
        "16: hex 0303: \"A\" and \"B\" stand on the same hex (J1.11)",
        "18: two units of red are called \"B\"",
        "21: hex 9999 lies off the map",
        "22: 7 elements; a unit of this morale has 3 (JA3.3)",
        "26: \"good\" and \"weak\" exclude each other",
    ];
    assert_begin(&problems(&faulty(folder.path(), "here.toml"), "here.toml"), &of_places);
}

#[test]
fn every_fault_of_a_position_of_en_avant_is_reported_at_once() {
    let unit = |name: &str, rest: &str| {
        format!("[[unit]]\nname = \"{name}\"\nside = \"red\"\narm = \"infantry\"\nbases = 2\n{rest}\n")
    };
    let text = format!(
        "scenario = \"nowhere\"\nrules = \"en-avnat\"\n{}{}",
        unit("a", "quality = \"odd\"\nweight = \"odd\""),
        unit("b", "at = [1, \"x\"]")
    );
    let folder = folder_with(&[("here.toml", text.as_str())]);
    let found = problems(&faulty(folder.path(), "here.toml"), "here.toml");
    let begins = [
        "1: no scenario \"nowhere\"",
        "2: no rules \"en-avnat\"",
        "8: unknown quality \"odd\"",
        "9: unknown weight \"odd\"",
        "15: at cannot be \"x\"",
    ];
    assert_begin(&found, &begins);
    // Where the table is known, the places are checked too.
    let text = format!(
        "turn_limit = 9\n[red]\ngeneral_with = \"z\"\n{}{}{}",
        unit("a", "files = 9\nat = [30, 30]"),
        unit("b", "left = 5\nat = [900, 900]"),
        unit("c", "at = [20, 30]").replace("red", "blue")
    );
    fs::write(folder.path().join("here.toml"), text).unwrap();
    let found = problems(&faulty(folder.path(), "here.toml --rules en-avant"), "here.toml");
    assert_begin(&found, &["3: no unit \"z\"", "9: files is 9", "16: bases is 5"]);
}

/// Lists extend each other through any number of files, by path or name, but not in a circle.
#[test]
fn a_list_extends_others_through_any_number_of_files() {
    let unit = |name: &str, kind: &str| format!("[[unit]]\nname = \"{name}\"\ntype = \"{kind}\"\ncount = 4\n");
    let class = "nation = \"Scotland\"\n[[type]]\nname = \"clansmen\"\nclass = \"infantry\"\nmorale = \"iron\"\n";
    let like = "extends = \"class.toml\"\n[[type]]\nname = \"gunners\"\nlike = \"foot_artillery_light\"\n";
    let units = format!("extends = \"types/like.toml\"\n{}{}", unit("A", "clansmen"), unit("B", "gunners"));
    let folder = folder_with(&[
        ("types/class.toml", class),
        ("types/like.toml", like),
        ("units.toml", units.as_str()),
        ("again.toml", "extends = \"units.toml\"\nnation = \"Wales\"\n"),
        ("shipped.toml", "extends = \"brigade\"\nnation = \"Wales\"\n"),
        ("further.toml", "extends = \"shipped.toml\"\n[[officer]]\nname = \"O\"\nrank = \"sub_general\"\n"),
        ("round.toml", &format!("extends = \"about.toml\"\n{}", unit("A", "line_infantry"))),
        ("about.toml", "extends = \"round.toml\"\nnation = \"Wales\"\n"),
    ]);
    let usual = "   clansmen is like line_infantry, the usual type of its class\n";
    let said = valid(folder.path(), "units.toml");
    assert!(said.contains("8 units of 32 elements") && said.ends_with(usual), "{said}");
    let said = valid(folder.path(), "again.toml");
    assert!(said.contains("8 units of 32 elements") && said.contains("no unit differs from units"), "{said}");
    assert!(said.ends_with(usual), "{said}");
    let said = valid(folder.path(), "further.toml");
    assert!(said.contains("8 units") && said.contains("1 officer"), "{said}");
    let said = faulty(folder.path(), "round.toml");
    assert!(said.contains("about.toml:1: ") && said.contains("extends itself through \"round.toml\""), "{said}");
    // A fault of a list on the way is reported where it is, with those of the list itself.
    fs::write(folder.path().join("types/class.toml"), class.replace("infantry", "cavalry")).unwrap();
    fs::write(folder.path().join("units.toml"), units.replacen("count = 4", "count = 0", 1)).unwrap();
    let said = faulty(folder.path(), "units.toml");
    assert!(said.contains("types/class.toml:4: unknown class \"cavalry\""), "{said}");
    assert_eq!(problems(&said, "units.toml"), ["5: a line stands for at least one unit"]);
}

/// E13.16, E13.19, EI-100: options and multiples of a list add up from file to file.
#[test]
fn a_list_of_en_avant_extends_others_through_any_number_of_files() {
    let folder = folder_with(&[
        ("lists/one.toml", "extends = \"late-romans\"\ntake = [\"literal\"]\n"),
        ("two.toml", "extends = \"lists/one.toml\"\ntimes = 2\n"),
        ("four.toml", "extends = \"two.toml\"\ntimes = 2\nname = \"Mine\"\n"),
        ("twice.toml", "extends = \"two.toml\"\ntake = [\"literal\"]\n"),
        ("round.toml", "extends = \"about.toml\"\n"),
        ("about.toml", "extends = \"round.toml\"\n"),
    ]);
    let points = |name: &str| -> u32 {
        let said = valid(folder.path(), name);
        said.lines().nth(1).and_then(|line| line.trim_start().split(' ').next()?.parse().ok()).expect("points")
    };
    let one = points("lists/one.toml");
    assert_eq!([points("two.toml"), points("four.toml")], [2 * one, 4 * one]);
    assert_eq!(
        problems(&faulty(folder.path(), "twice.toml"), "twice.toml"),
        ["2: the option \"literal\" is taken twice (EI-100)"]
    );
    let said = faulty(folder.path(), "round.toml --as army --rules en-avant");
    assert!(said.contains("extends itself through"), "{said}");
}

/// A new unit is made of a troop; of the name of an army the message says so.
#[test]
fn a_new_unit_is_not_made_of_an_army() {
    let refused = |arguments: &str| {
        let folder = tempfile::tempdir().unwrap();
        let (code, _, said) = ended(folder.path(), ["new", "unit"].into_iter().chain(arguments.split(' ')));
        assert_eq!(code, Some(2), "{said}");
        said
    };
    let said = refused("--from gauls");
    assert!(
        said.contains("\"gauls\" is an army, no unit; --from expects a troop of the army lists of jomini"),
        "{said}"
    );
    let said = refused("--from gauls --rulebook en-avant");
    assert!(said.contains("it has \"") && said.contains("army lists of en-avant"), "{said}");
    let said = refused("--from infantry");
    assert!(said.contains("no troop \"infantry\": --from expects") && said.contains("_infantry"), "{said}");
}

/// Files of editors that end lines with CR LF, or begin with a byte order mark, are read like others.
#[test]
fn line_ends_and_marks_of_editors_are_no_faults() {
    let folder = tempfile::tempdir().unwrap();
    let rows: String = (0..9).map(|row| format!("{}{}\n", " ".repeat(row % 2), ". ".repeat(12).trim())).collect();
    let map = format!("[map]\ndrawing = \"\"\"\n{rows}\"\"\"\n");
    for (name, text) in
        [("plain.toml", map.clone()), ("windows.toml", format!("\u{feff}{}", map.replace('\n', "\r\n")))]
    {
        fs::write(folder.path().join(name), text).unwrap();
        valid(folder.path(), name);
    }
    fs::write(folder.path().join("odd.toml"), map.replace(". . .", "\u{7} . .")).unwrap();
    assert!(faulty(folder.path(), "odd.toml").contains("odd.toml"));
    let plan =
        "command = \"tournament\"\nscenarios = [\"plain\"]\narmies = [\"france\"]\nbots = [\"greedy\"]\ngames = 4\n";
    fs::write(folder.path().join("plan.toml"), format!("\u{feff}{plan}")).unwrap();
    valid(folder.path(), "plan.toml");
}

/// Pairings share their dice: one that is listed twice, in either order, would count the same games again.
#[test]
fn a_repeated_pairing_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for again in ["greedy/france,novice/france", "novice/france,greedy/france"] {
        fs::write(folder.path().join("p.csv"), format!("greedy/france,novice/france\n{again}\n")).unwrap();
        let asked = "tournament plain --armies france --bots greedy,novice --pairings p.csv --games 2";
        let (code, _, said) = ended(folder.path(), asked.split(' '));
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("p.csv:2:") && said.contains("listed twice"), "{said}");
    }
}
