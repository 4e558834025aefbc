//! What a new user does first, from the program alone in an empty folder: look at shipped files and keys, write files
//! to begin with, check them and use them.

use assert_cmd::Command;
use reglette::catalog::NAMES;
use reglette::data::{Kind, Library};
use std::fs;
use std::path::Path;
use std::process::Output;
use strum::VariantArray;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::cargo_bin("reglette").unwrap().current_dir(folder).args(arguments).output().unwrap()
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

/// The error message of bad input.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn every_shipped_file_is_shown_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::built_in();
    for &kind in Kind::VARIANTS {
        let entry = &library.list(kind)[0];
        let text = Library::text_built_in(&entry.path).unwrap();
        assert_eq!(done(folder.path(), &["show", &entry.path]), text);
    }
    let script = Library::text_built_in("bots/all-out-attack.luau").unwrap();
    assert_eq!(done(folder.path(), &["show", "bots/all-out-attack.luau"]), script);
    assert_eq!(done(folder.path(), &["show", "france"]), Library::text_built_in("armies/jomini/france.toml").unwrap());
    let message = refused(folder.path(), &["show", "en-avant"]);
    assert!(message.contains("may be \"rules/en-avant.toml\" or \"values/en-avant.toml\"; give the path"), "{message}");
    let message = refused(folder.path(), &["show", "fance"]);
    assert!(message.contains("did you mean \"france\"?") && message.contains("reglette list"), "{message}");
}

#[test]
fn a_local_file_is_shown_in_place_of_the_shipped_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("armies/toy")).unwrap();
    fs::write(folder.path().join("armies/toy/hares.toml"), "name = \"Mine\"\nrunners = []\n").unwrap();
    assert!(done(folder.path(), &["show", "hares"]).starts_with("name = \"Mine\""));
}

#[test]
fn a_key_is_shown_with_its_rules_its_meaning_and_its_values_in_all_rules() {
    let folder = tempfile::tempdir().unwrap();
    let shown = done(folder.path(), &["show", "turn_limit", "--rulebook", "jomini"]);
    assert_eq!(
        shown,
        "# Keys of jomini, with their values in rules/jomini-v2.toml.\n# ---- Chapter 6: victory ----\n# JI-179: \
            rounds \
         after which a game ends (a whole number from 1 to 250)\nturn_limit = 30\n# rules/jomini-quick.toml: turn_limit \
         = 15\n"
    );
    let both = done(folder.path(), &["show", "turn_limit"]);
    assert!(both.starts_with(&shown) && both.contains("# Keys of en-avant"), "{both}");
    let table = done(folder.path(), &["show", "unit.cuirassiers"]);
    assert!(table.contains("\nunit.cuirassiers.dice = 4\n"), "{table}");
    let message = refused(folder.path(), &["show", "turn_limits"]);
    assert!(message.contains("did you mean \"turn_limit\"?") && message.contains("reglette keys"), "{message}");
}

/// The list of keys is itself a rules file, once it extends one.
#[test]
fn the_keys_of_each_rulebook_read_back_as_a_rules_file() {
    let folder = tempfile::tempdir().unwrap();
    for rulebook in NAMES {
        let lines = done(folder.path(), &["keys", rulebook]);
        let file = format!("{rulebook}.toml");
        fs::write(folder.path().join(&file), format!("rulebook = \"{rulebook}\"\n{lines}")).unwrap();
        let checked = done(folder.path(), &["check", &file, "--as", "rules"]);
        assert!(checked.starts_with(&format!("{file}: valid")), "{checked}");
        let rows = done(folder.path(), &["keys", rulebook, "--format", "csv"]);
        let keys: Vec<String> = csv::Reader::from_reader(rows.as_bytes())
            .records()
            .map(|row| row.unwrap().get(0).unwrap().to_owned())
            .collect();
        let lines: Vec<&str> = lines.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
        assert_eq!(keys, lines.iter().map(|line| line.split(" = ").next().unwrap()).collect::<Vec<_>>());
        let rows = done(folder.path(), &["keys", rulebook, "--format", "json"]);
        let rows: Vec<serde_json::Value> = serde_json::from_str(&rows).unwrap();
        assert_eq!(rows.len(), keys.len());
    }
}

#[test]
fn keys_are_found_by_words_of_name_meaning_chapter_and_rule() {
    let folder = tempfile::tempdir().unwrap();
    let keys = |words: &[&str]| -> Vec<String> {
        let text = done(folder.path(), &[&["keys", "jomini", "--format", "csv"], words].concat());
        text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
    };
    assert!(keys(&["neighbours", "supported"]).contains(&"support_neighbours".to_owned()));
    assert_eq!(keys(&["JI-179"]), ["turn_limit"]);
    assert_eq!(keys(&["VICTORY", "turn", "rounds"]), ["turn_limit"]);
    let message = refused(folder.path(), &["keys", "jomini", "suport"]);
    assert!(message.contains("did you mean \"support\"?"), "{message}");
    assert!(refused(folder.path(), &["keys", "jomni"]).contains("did you mean \"jomini\"?"));
    let quick = done(folder.path(), &["keys", "jomini-quick", "JI-179"]);
    assert!(quick.ends_with("\nturn_limit = 15\n"), "{quick}");
}

/// Messages about an unknown key name the command that lists the known ones.
#[test]
fn an_unknown_key_leads_to_the_list_of_keys() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.toml"), "extends = \"jomini-v2\"\nspeed_of_sound = 3\n").unwrap();
    let list = "expected a key of `reglette keys jomini`";
    let output = run(folder.path(), &["check", "a.toml"]);
    assert!(String::from_utf8(output.stdout).unwrap().contains(list));
    let message = refused(folder.path(), &["compare", "plain", "--sweep", "suport_neighbours=1..2"]);
    assert!(message.contains(list) && message.contains("did you mean \"support_neighbours\"?"), "{message}");
}

const KINDS: [&str; 6] = ["army", "rules", "scenario", "bot", "position", "unit"];

/// A new file of each kind and rulebook is valid, and the command that is printed with it works.
#[test]
fn a_new_file_is_valid_and_can_be_used() {
    let folder = tempfile::tempdir().unwrap();
    for rulebook in NAMES {
        for kind in KINDS {
            let file = format!("{rulebook}-{kind}.toml");
            let screen = done(folder.path(), &["new", kind, &file, "--rulebook", rulebook]);
            let line = |head: &str| screen.lines().find_map(|line| line.strip_prefix(head)).unwrap().trim().to_owned();
            let checked = done(folder.path(), &line("check it: reglette").split(' ').collect::<Vec<_>>());
            assert!(checked.starts_with(&format!("{file}: valid")), "{checked}");
            let command = line("use it:   reglette");
            let mut words: Vec<&str> = command.split(' ').collect();
            if ["tournament", "compare"].contains(&words[0]) {
                words.extend(["--games", "2"]);
            }
            done(folder.path(), &words);
        }
    }
}

#[test]
fn a_new_file_is_commented() {
    let folder = tempfile::tempdir().unwrap();
    let written = |arguments: &[&str]| {
        done(folder.path(), &[&["new"], arguments].concat());
        fs::read_to_string(folder.path().join(arguments[1])).unwrap()
    };
    let army = written(&["army", "a.toml", "--from", "brigade"]);
    assert!(army.starts_with(Library::text_built_in("armies/jomini/brigade.toml").unwrap().trim_end()));
    assert!(army.contains("\n# ---- All keys of such a file") && army.contains("\n# letters = "), "{army}");
    let rules = written(&["rules", "b.toml", "--from", "jomini-quick"]);
    assert!(rules.contains("\nextends = \"jomini-quick\"\n") && rules.contains("\n#turn_limit = 15\n"), "{rules}");
    let loose = rules.replace("#support_neighbours = 2", "support_neighbours = 3");
    fs::write(folder.path().join("b.toml"), loose).unwrap();
    assert!(done(folder.path(), &["keys", "b.toml", "support_neighbours"]).contains("\nsupport_neighbours = 3\n"));
}

/// A script and the program of a bot are copied with it, the script under the name of the copy.
#[test]
fn a_new_bot_brings_what_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), &["new", "bot", "deep/mine.toml", "--from", "hold-the-line"]);
    let text = fs::read_to_string(folder.path().join("deep/mine.toml")).unwrap();
    assert!(text.contains("script = \"mine.luau\""), "{text}");
    let script = fs::read_to_string(folder.path().join("deep/mine.luau")).unwrap();
    assert_eq!(script, Library::text_built_in("bots/hold-the-line.luau").unwrap());
    done(folder.path(), &["new", "bot", "guest", "--from", "reference"]);
    assert!(folder.path().join("guest.toml").is_file() && folder.path().join("reference.py").is_file());
    let screen = done(folder.path(), &["check-bot", "--scenario", "sprint", "--games", "2", "guest.toml"]);
    assert!(screen.contains("2 games"), "{screen}");
    let message = refused(folder.path(), &["check-bot", "guest.toml", "--games", "2"]);
    assert!(message.contains("expected: reglette check-bot --games 2 guest.toml"), "{message}");
    let message = refused(folder.path(), &["check-bot", "deep/mine.toml"]);
    assert!(message.contains("deep/mine.toml: it is not of the kind external"), "{message}");
    let message = refused(folder.path(), &["new", "bot", "other", "--from", "reference"]);
    assert!(message.contains("reference.py exists"), "{message}");
    assert!(!folder.path().join("other.toml").exists(), "nothing is written where a part would be replaced");
}

#[test]
fn no_file_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my-army.toml"), "mine").unwrap();
    let message = refused(folder.path(), &["new", "army"]);
    assert!(message.contains("my-army.toml exists; no file is replaced"), "{message}");
    assert_eq!(fs::read_to_string(folder.path().join("my-army.toml")).unwrap(), "mine");
    let message = refused(folder.path(), &["new", "army", "b.toml", "--from", "gauls", "--rulebook", "jomini"]);
    assert!(message.contains("is for the rulebook en-avant, not jomini"), "{message}");
    assert!(refused(folder.path(), &["new", "army", "b.toml", "--from", "gaul"]).contains("did you mean \"gauls\"?"));
}

/// The commands in the comments of the shipped positions work.
#[test]
fn the_commands_in_example_positions_work() {
    let folder = tempfile::tempdir().unwrap();
    let mut commands = 0;
    for entry in Library::built_in().list(Kind::Position) {
        let text = Library::text_built_in(&entry.path).unwrap();
        assert!(done(folder.path(), &["check", &entry.path]).starts_with(&format!("{}: valid", entry.path)));
        for command in text.lines().filter_map(|line| line.strip_prefix("#   reglette ")) {
            done(folder.path(), &command.split(' ').collect::<Vec<_>>());
            commands += 1;
        }
    }
    assert!(commands >= 6, "{commands} commands");
}

/// What `check` prints about a file that it accepts, and about one that it does not.
fn checked(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(folder, &[&["check"], arguments].concat());
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// An army list in any folder is checked under its own rulebook, also where it has a fault.
#[test]
fn the_rulebook_of_a_list_is_known_by_its_keys() {
    let folder = tempfile::tempdir().unwrap();
    let gauls = Library::text_built_in("armies/en-avant/gauls.toml").unwrap();
    fs::write(folder.path().join("clan.toml"), gauls).unwrap();
    fs::write(folder.path().join("faulty.toml"), gauls.replace("arm = \"cavalry\"", "arm = \"cavalery\"")).unwrap();
    let (code, said) = checked(folder.path(), &["clan.toml", "--as", "army"]);
    assert_eq!((code, said.as_str()), (Some(0), "clan.toml: valid\n   35 points: 17 bases in 5 units, antiquity\n"));
    let (code, said) = checked(folder.path(), &["faulty.toml"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("did you mean \"cavalry\"?") && !said.contains("nation"), "{said}");
    let (code, said) = checked(folder.path(), &["clan.toml", "--rules", "jomini-v2"]);
    assert!(code == Some(2) && said.contains("unknown key \"troop\""), "{said}");
}

/// Points follow the rules under which a list is checked (JI-187).
#[test]
fn check_shows_points_units_and_budget_under_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let (_, said) = checked(folder.path(), &["brigade"]);
    assert!(said.starts_with("brigade: valid\n   ") && said.contains(" points: 8 units of "), "{said}");
    assert!(said.contains("officers by its size (JI-44)"), "{said}");
    let points = |said: &str| -> u32 {
        said.lines().nth(1).unwrap().trim().split(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("{said}"))
    };
    let rules = "extends = \"jomini-v2\"\ncost_per_element = 10\narmy_method = \"budget\"\narmy_budget = 100\n";
    fs::write(folder.path().join("dear.toml"), rules).unwrap();
    let (_, dear) = checked(folder.path(), &["brigade", "--rules", "dear.toml"]);
    assert!(points(&dear) > points(&said) && dear.contains("more than the budget of 100 points"), "{dear}");
    let (_, rules) = checked(folder.path(), &["dear.toml"]);
    assert!(rules.contains("   army_budget = 100; in jomini-v2 "), "{rules}");
    assert_eq!(rules.lines().count(), 4, "only keys that differ are listed: {rules}");
}

/// Lists extend by path, like rules, and say what differs.
#[test]
fn an_army_extends_another_by_path() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("clans")).unwrap();
    let gauls = Library::text_built_in("armies/en-avant/gauls.toml").unwrap();
    fs::write(folder.path().join("clans/clan.toml"), gauls).unwrap();
    let valid = ": valid\n   70 points: 34 bases in 7 units, antiquity\n   differs from clan in +2 noble horsemen, +2 \
                 bodyguards, +10 warriors, +3 javelinmen\n";
    for (file, base) in [("clans/two.toml", "clan.toml"), ("clans/three.toml", "clan"), ("four.toml", "clans/clan")] {
        fs::write(folder.path().join(file), format!("extends = \"{base}\"\ntimes = 2\n")).unwrap();
        assert_eq!(checked(folder.path(), &[file]), (Some(0), format!("{file}{valid}")));
    }
    fs::write(folder.path().join("clans/five.toml"), "extends = \"clam.toml\"\ntimes = 2\n").unwrap();
    let (code, said) = checked(folder.path(), &["clans/five.toml", "--as", "army"]);
    assert!(code == Some(2) && said.starts_with("clans/five.toml:1: no army \"clam.toml\""), "{said}");
}

/// A script that cannot be loaded or that gives no answer is not accepted.
#[test]
fn check_calls_a_script() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let cases = [
        ("function choose(", "mine.luau:"),
        ("local x = 1", "choose"),
        ("while true do end", "mine.luau"),
        ("function choose() error('lost') end", "no answer to the first decision"),
        ("function choose() return 'left' end", "neither a number nor a list of scores"),
    ];
    write("mine.toml", "kind = \"scripted\"\nscript = \"mine.luau\"\n");
    for (script, problem) in cases {
        write("mine.luau", script);
        let (code, said) = checked(folder.path(), &["mine.toml", "--rules", "toy"]);
        assert!(code == Some(2) && said.contains(problem), "{script}: {said}");
    }
    write("mine.luau", "function choose() return 1 end");
    let (code, said) = checked(folder.path(), &["mine.toml"]);
    let answers = ["jomini", "en-avant", "toy"].iter().all(|name| said.contains(&format!("   {name}: it answers ")));
    assert!(code == Some(0) && answers, "{said}");
    let (_, said) = checked(folder.path(), &["mine.toml", "--rules", "toy"]);
    assert_eq!(said, "mine.toml: valid\n   toy: it answers the first 20 decisions of sprint\n");
}

/// Of a bot, as of rules and armies, what differs from the file that it extends is shown.
#[test]
fn check_shows_how_a_bot_differs_from_its_base() {
    let folder = tempfile::tempdir().unwrap();
    let write = |text: &str| fs::write(folder.path().join("mine.toml"), text).unwrap();
    write("extends = \"greedy\"\n[jomini.appraisal]\nlosses_dealt = 9.5\n");
    let (code, said) = checked(folder.path(), &["mine.toml"]);
    let line = said.lines().nth(1).unwrap_or_default();
    assert!(line.starts_with("   jomini.appraisal.losses_dealt = 9.5; in greedy "), "{said}");
    assert_eq!((code, said.lines().count()), (Some(0), 2), "{said}");
    write("extends = \"greedy\"\nkind = \"mcts\"\nbudget = { iterations = 7 }\n");
    let (_, said) = checked(folder.path(), &["mine.toml"]);
    assert!(said.contains("kind = \"mcts\"; in greedy \"greedy\""), "{said}");
    assert!(said.contains("budget.iterations = 7; not in greedy"), "{said}");
    write("extends = \"greedy\"\n");
    assert!(checked(folder.path(), &["mine.toml"]).1.contains("nothing differs from greedy"));
}

/// A program that cannot be started, or speaks another protocol, is not accepted.
#[test]
fn check_starts_and_greets_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("guest.toml", "kind = \"external\"\ncommand = [\"python3\", \"guest.py\"]\n");
    let (code, said) = checked(folder.path(), &["guest.toml", "--rules", "toy"]);
    assert_eq!(code, Some(2), "{said}");
    write("guest.py", "import sys\nsys.stdin.readline()\nprint('{\"type\":\"hello\",\"protocol\":99}', flush=True)\n");
    let (code, said) = checked(folder.path(), &["guest.toml", "--rules", "toy"]);
    assert!(code == Some(2) && said.contains("protocol 99"), "{said}");
    done(folder.path(), &["new", "bot", "other.toml", "--from", "reference"]);
    let (code, said) = checked(folder.path(), &["other.toml", "--rules", "toy"]);
    assert!(code == Some(0) && said.contains("\n   kind = \"external\"; in greedy \"greedy\"\n"), "{said}");
    assert!(said.ends_with("\n   toy: it answers the first decision of sprint\n"), "{said}");
}

#[test]
fn a_comparison_of_armies_shows_what_they_cost() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("foxes.toml"),
        "name = \"Foxes\"\nrunners = [{ name = \"a\", dice = 3 }, { name = \
        \"b\", dice = 2 }]\n",
    )
    .unwrap();
    let screen = done(
        folder.path(),
        &["compare", "sprint", "--army", "hares", "--against", "foxes.toml", "--armies", "tortoises", "--games", "2"],
    );
    assert!(screen.contains("The armies cost: hares ") && screen.contains("foxes 10 points."), "{screen}");
}

/// The scripts of shells know every command, and every command has a manual page with its examples.
#[test]
fn shells_and_the_manual_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let commands = ["tournament", "compare", "odds", "check-bot", "show", "keys", "new"];
    for shell in ["bash", "zsh", "fish"] {
        let script = done(folder.path(), &["completions", shell]);
        for command in commands {
            assert!(script.contains(command), "{shell} knows {command}");
        }
        assert!(script.contains("rulebook") && !script.contains("warden"), "{shell}");
    }
    done(folder.path(), &["man", "pages"]);
    let page = |name: &str| fs::read_to_string(folder.path().join("pages").join(name)).unwrap();
    assert!(page("reglette.1").contains("reglette\\-compare(1)"));
    for command in commands {
        assert!(page(&format!("reglette-{command}.1")).contains("Examples:"), "{command}");
    }
    fs::write(folder.path().join("file"), "").unwrap();
    assert!(refused(folder.path(), &["man", "file"]).contains("file: manual pages cannot be written"));
}

/// An army list may define types of its own: of each the card is that of the type that it is like, with training,
/// morale and letters of the definition where the line states nothing else (JA3.1).
#[test]
fn an_army_defines_types_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let army = |types: &str, kind: &str, more: &str| {
        format!("nation = \"Scotland\"\n{types}[[unit]]\nname = \"Gordons\"\ntype = \"{kind}\"\ncount = 4\n{more}")
    };
    let own = "[[type]]\nname = \"highlanders\"\nlike = \"line_infantry\"\ntraining = \"elite\"\nletters = \
               [\"stubborn\"]\n\n";
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    write("own.toml", army(own, "highlanders", ""));
    write("usual.toml", army("", "line_infantry", "training = \"elite\"\nletters = [\"stubborn\"]\n"));
    write("recruits.toml", army(own, "highlanders", "training = \"recruits\"\n"));
    let valued = |name: &str| checked(folder.path(), &[name]).1.replace(name, "");
    assert_eq!(valued("own.toml"), valued("usual.toml"));
    assert_ne!(valued("own.toml"), valued("recruits.toml"), "a line states its own training");
    done(
        folder.path(),
        &["tournament", "plain", "--armies", "own.toml,usual.toml", "--bots", "greedy", "--games", "2"],
    );

    for (types, kind, problem) in [
        ("", "highlanders", "unknown type \"highlanders\""),
        ("", "highlanders", "expected a type of the rules, such as line_infantry, or one that this file defines"),
        ("", "line_infntry", "did you mean \"line_infantry\"?"),
        (own, "highlander", "did you mean \"highlanders\"?"),
        (&own.replace("highlanders", "cuirassiers"), "cuirassiers", "\"cuirassiers\" is a type of the rules"),
        (&format!("{own}{own}"), "highlanders", "two types are called \"highlanders\""),
        (&own.replace("line_infantry", "foot"), "highlanders", "unknown like \"foot\""),
    ] {
        write("faulty.toml", army(types, kind, ""));
        let (code, said) = checked(folder.path(), &["faulty.toml"]);
        assert!(code == Some(2) && said.contains(problem), "{kind}: {said}");
        assert!(!said.contains("did you mean \"light_lancers\""), "{said}");
    }
}

/// A list that extends another takes over its nation and types, not its units; a run records both files.
#[test]
fn an_army_takes_over_the_types_of_the_list_that_it_extends() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let line = "[[unit]]\nname = \"Gordons\"\ntype = \"highlanders\"\ncount = 4\n";
    let types =
        "nation = \"Scotland\"\n[[type]]\nname = \"highlanders\"\nlike = \"line_infantry\"\ntraining = \"elite\"\n";
    fs::create_dir(folder.path().join("lists")).unwrap();
    write("lists/clan.toml", &format!("{types}{line}[[unit]]\nname = \"Guns\"\ntype = \"foot_artillery_heavy\"\n"));
    write("lists/own.toml", &format!("{types}{line}"));
    write("lists/small.toml", &format!("extends = \"clan.toml\"\n{line}"));
    let valued = |name: &str| checked(folder.path(), &[&format!("lists/{name}.toml")]).1.replace(name, "");
    let (small, own) = (valued("small"), valued("own"));
    let changes = small.strip_prefix(&own).unwrap_or_else(|| panic!("no guns: {small}"));
    assert!(
        changes.starts_with("   differs from clan in -1 ") && changes.contains("foot_artillery_heavy"),
        "{changes}"
    );
    let armies = "lists/small.toml,lists/own.toml";
    let run = ["tournament", "plain", "--armies", armies, "--bots", "greedy", "--games", "2", "--out", "run"];
    done(folder.path(), &run);
    fs::remove_dir_all(folder.path().join("lists")).unwrap();
    done(folder.path(), &["rerun", "run/manifest.toml", "--out", "again"]);
    let games = |run: &str| fs::read(folder.path().join(run).join("games.csv")).unwrap();
    assert_eq!(games("run"), games("again"));

    write("near.toml", &format!("extends = \"brigade\"\n{line}"));
    write("nowhere.toml", line);
    for (name, problem) in [("near.toml", "unknown type \"highlanders\""), ("nowhere.toml", "missing key \"nation\"")] {
        let (code, said) = checked(folder.path(), &[name]);
        assert!(code == Some(2) && said.contains(problem), "{name}: {said}");
    }
}

/// Types may lie in a file beside the army, which has no units and cannot play.
#[test]
fn types_of_unit_may_lie_in_a_file_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("types.toml", "[[type]]\nname = \"highlanders\"\nlike = \"line_infantry\"\ntraining = \"elite\"\n");
    let line = "[[unit]]\nname = \"Gordons\"\ntype = \"highlanders\"\ncount = 4\n";
    write("clan.toml", &format!("extends = \"types.toml\"\nnation = \"Scotland\"\n{line}"));
    let (code, said) = checked(folder.path(), &["types.toml"]);
    assert!(code == Some(0) && said.contains("no units: types for the lists that extend it"), "{said}");
    let (code, said) = checked(folder.path(), &["clan.toml"]);
    assert!(code == Some(0) && said.contains("4 units"), "{said}");
    let said = refused(
        folder.path(),
        &["tournament", "plain", "--armies", "types.toml,brigade", "--bots", "greedy", "--games", "2"],
    );
    assert!(said.contains("types has no units"), "{said}");
}

/// However many faults a list has, it belongs to the rulebook of the list that it extends, and its keys are named.
#[test]
fn a_list_with_faults_belongs_to_the_rulebook_of_its_base() {
    let folder = tempfile::tempdir().unwrap();
    let text = "extends = \"france\"\n[[type]]\nname = \"X\"\nlike = \"line_infantry\"\nrange = 2\ndice = 4\n";
    fs::write(folder.path().join("own.toml"), text).unwrap();
    let (code, said) = checked(folder.path(), &["own.toml"]);
    assert_eq!(code, Some(2), "{said}");
    for key in ["range", "dice"] {
        assert!(said.contains(&format!("unknown key \"{key}\"")), "{said}");
    }
    assert!(said.contains("\"like\", \"class\", \"training\""), "{said}");
}

/// A program of a shipped bot is shown by its file name, and where it is missing the command that writes it is named.
#[test]
fn the_program_of_a_shipped_bot_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let match_of = ["tournament", "plain", "--armies", "brigade", "--bots", "reference,random", "--games", "2"];
    let said = refused(folder.path(), &match_of);
    assert!(said.contains("`reglette show bots/examples/reference.py > reference.py`"), "{said}");
    fs::write(folder.path().join("reference.py"), done(folder.path(), &["show", "reference.py"])).unwrap();
    done(folder.path(), &match_of);
}

/// Comments of keys fit on a terminal of 80 columns.
#[test]
fn comments_of_keys_are_no_wider_than_a_terminal() {
    for rulebook in ["jomini", "en-avant"] {
        let text = done(Path::new("."), &["keys", rulebook]);
        let wide: Vec<&str> = text.lines().filter(|it| it.starts_with('#') && it.chars().count() > 80).collect();
        assert!(wide.is_empty() && text.lines().count() > 100, "{wide:?}");
    }
}

/// The kind of a file follows from what it extends, by name or path; a file that is not TOML shows the line.
#[test]
fn check_follows_bases_and_shows_the_line_of_a_syntax_error() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("base.toml", "nation = \"X\"\n[[unit]]\nname = \"A\"\ntype = \"line_infantry\"\n");
    write("army.toml", "extends = \"base.toml\"\n[[officer]]\nname = \"B\"\nrank = \"general\"\n");
    write("broken.toml", "nation = \"X\"\n[[unit]\nname = \"A\"\n");
    let (code, said) = checked(folder.path(), &["army.toml"]);
    assert!(code == Some(2) && said.contains("unknown rank \"general\""), "as an army: {said}");
    let (code, said) = checked(folder.path(), &["broken.toml"]);
    assert!(code == Some(2) && said.contains("broken.toml:2: not valid TOML"), "{said}");
}

/// Rules of one's own that change the numbers of a unit are not taken for an army.
#[test]
fn check_tells_units_of_rules_from_those_of_armies() {
    let folder = tempfile::tempdir().unwrap();
    let text = "extends = \"jomini-v2\"\n[unit.cuirassiers]\ndice = 5\n";
    fs::write(folder.path().join("heavy.toml"), text).unwrap();
    let (code, said) = checked(folder.path(), &["heavy.toml"]);
    assert_eq!((code, said.as_str()), (Some(0), "heavy.toml: valid\n   unit.cuirassiers.dice = 5; in jomini-v2 4\n"));
}

/// A bot of another version is asked in a game with its files, as in a tournament.
#[test]
fn check_accepts_a_bot_of_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let command =
        format!("kind = \"external\"\ncommand = [{:?}, \"bot\", \"greedy\"]\n", env!("CARGO_BIN_EXE_reglette"));
    fs::write(folder.path().join("old.toml"), command).unwrap();
    let (code, said) = checked(folder.path(), &["old.toml"]);
    assert!(code == Some(0) && said.contains("it answers the first decision of"), "{said}");
}

/// A unit to begin with may be made of any troop of the shipped lists of a rulebook.
#[test]
fn a_new_unit_is_like_a_troop() {
    let folder = tempfile::tempdir().unwrap();
    let written = |arguments: &[&str]| {
        done(folder.path(), &[&["new", "unit"], arguments].concat());
        fs::read_to_string(folder.path().join(arguments[0])).unwrap()
    };
    let unit = written(&["a.toml", "--from", "cuirassiers"]);
    assert!(unit.contains("[[type]]\nname = \"my_unit\"\nlike = \"cuirassiers\"\n"), "{unit}");
    assert!(unit.contains("[[unit]]\nname = \"My unit\"\ntype = \"my_unit\"\n"), "{unit}");
    let unit = written(&["b.toml", "--from", "elephant", "--rulebook", "en-avant"]);
    assert!(unit.contains("arm = \"elephant\""), "{unit}");
    let message = refused(folder.path(), &["new", "unit", "c.toml", "--from", "cuirasiers"]);
    assert!(
        message.contains("no troop \"cuirasiers\"") && message.contains("did you mean \"cuirassiers\"?"),
        "{message}"
    );
}

/// The page of a run shows its scenarios and armies, and links the games worth seeing once they have pages.
#[test]
fn the_page_of_a_run_shows_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["tournament", "plain", "--armies", "brigade,france", "--bots", "random", "--games", "2", "--out", "run"];
    done(folder.path(), &run);
    let page = || fs::read_to_string(folder.path().join("run/report.html")).unwrap();
    let first = page();
    assert_eq!(first.matches("src=\"data:image/svg+xml,").count(), 1, "one scenario");
    for card in ["Scenario plain", "Army brigade", "Army france"] {
        assert!(first.contains(&format!("<bdi>{card}</bdi>")), "{card}");
    }
    let setup: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("run/setup.json")).unwrap()).unwrap();
    let units = |army: usize| {
        let units = setup["armies"][army]["units"].as_array().unwrap();
        units.iter().map(|unit| unit[1].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!([units(0), units(1)], [8, 12], "the brigade has 8 units, France 12");
    assert!(first.contains("reglette replay . --game ") && !first.contains("href=\"replays/"), "no replay yet");

    let screen = done(folder.path(), &["report", "run", "--replays"]);
    assert!(screen.contains("run/replays/game-"), "{screen}");
    let second = page();
    assert!(!second.contains("reglette replay . --game "));
    for link in second.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let is_local = !link.starts_with(['#', 'd']);
        assert!(!is_local || folder.path().join("run").join(link).is_file(), "{link}");
    }
    done(folder.path(), &["replay", "run", "--verify", "2"]);
}
