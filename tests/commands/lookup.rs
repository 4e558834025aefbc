//! `show` and `keys` find rules by their IDs, folders of pages, and keys by words.

use super::empty_folder::{done, refused, reglette};

#[test]
fn a_rule_is_shown_by_its_id() {
    let folder = tempfile::tempdir().unwrap();
    let shown = done(folder.path(), &["show", "J1.3"]);
    assert!(shown.starts_with("docs/rules/jomini.md:\n- **J1.3** Support"), "{shown}");
    assert!(shown.contains("keys of rules, each shown by `reglette show KEY`: support_neighbours"), "{shown}");
    assert_eq!(done(folder.path(), &["show", "j1.3"]), shown);
    assert!(done(folder.path(), &["show", "EI-76"]).starts_with("docs/rules/en-avant.md:\n**EI-76 — Melees"));
    // Both rulebooks have a table of this number.
    let tables = done(folder.path(), &["show", "T6"]);
    assert!(tables.contains("### T6. Tactical advantage") && tables.contains("### T6 — Melee advantages"), "{tables}");
    let said = refused(&["show", "J99.9"]);
    assert!(said.contains("no rule and no key of rules \"J99.9\""), "{said}");
}

#[test]
fn the_pages_of_a_folder_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let list = done(folder.path(), &["show", "tutorials"]);
    assert!(list.contains("docs/tutorials/rule.md") && list.contains("What does my rule change?"), "{list}");
    assert!(!list.contains("docs/runs.md"), "{list}");
    assert_eq!(done(folder.path(), &["show", "docs/tutorials/"]), list);
}

#[test]
fn several_words_are_searched_each_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let apart = done(folder.path(), &["keys", "jomini", "limit", "turn"]);
    assert!(apart.contains("\nturn_limit = 30\n"), "{apart}");
    assert_eq!(done(folder.path(), &["keys", "jomini", "limit turn"]), apart);
    let said = refused(&["keys", "jomini", "cavalry", "turn_limit"]);
    assert!(said.contains("no key of jomini has all the words of \"cavalry turn_limit\"; there are "), "{said}");
    assert!(said.contains(" keys with \"cavalry\"") && said.contains(" with \"turn_limit\""), "{said}");
}

/// The ID of a rule is found as a whole, that of a chapter with all its rules.
#[test]
fn the_id_of_a_rule_is_no_part_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let ids = |word: &str| -> Vec<String> {
        let table = done(folder.path(), &["keys", "jomini", word, "--format", "csv"]);
        let mut rows = csv::Reader::from_reader(table.as_bytes());
        rows.records().map(|row| row.unwrap()[2].to_owned()).collect()
    };
    assert!(ids("JI-9").iter().all(|rules| rules.split(", ").any(|rule| rule == "JI-9")), "{:?}", ids("JI-9"));
    assert!(ids("J1").iter().any(|rules| rules.contains("J1.3")));
    assert!(ids("J1").iter().all(|rules| !rules.is_empty()));
}

#[test]
fn the_texts_of_the_package_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        let text = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
        assert_eq!(done(folder.path(), &["show", name]), text);
    }
}

#[test]
fn legal_actions_are_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let lines = done(folder.path(), &["legal", "crossing"]);
    let document: serde_json::Value =
        serde_json::from_str(&done(folder.path(), &["legal", "crossing", "--json"])).unwrap();
    let rows = document["tables"]["actions"].as_array().unwrap();
    let data: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!data.is_empty());
    assert_eq!(rows.iter().map(|row| row["data"].clone()).collect::<Vec<_>>(), data);
    let page = done(folder.path(), &["legal", "crossing", "--markdown"]);
    assert!(page.contains("| number | action |"), "{page}");
}

/// `--color` holds for help and for errors, before the command line is understood; CLICOLOR_FORCE=0 forces nothing.
#[test]
fn colours_are_chosen_before_the_command_line_is_read() {
    let has_colours = |words: &[&str], force: Option<&str>| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_reglette"));
        command.args(words).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
        force.map(|value| command.env("CLICOLOR_FORCE", value));
        let output = command.output().unwrap();
        output.stdout.contains(&0x1b) || output.stderr.contains(&0x1b)
    };
    for words in [&["list", "--help"][..], &["lisst"], &["run", "no-such-plan.toml"]] {
        assert!(!has_colours(words, None) && has_colours(words, Some("1")), "{words:?}");
        assert!(!has_colours(words, Some("0")), "{words:?}");
        assert!(!has_colours(&[words, &["--color", "never"]].concat(), Some("1")), "{words:?}");
        assert!(has_colours(&[words, &["--color=always"]].concat(), None), "{words:?}");
    }
}

/// The option that writes a plan is in the help of the commands that have plans.
#[test]
fn only_commands_with_plans_show_the_option_that_writes_one() {
    let folder = tempfile::tempdir().unwrap();
    let help = |command: &str| {
        let output = reglette(folder.path(), &[command, "--help"]).assert().code(0).get_output().stdout.clone();
        String::from_utf8(output).unwrap().contains("--write-plan <FILE>")
    };
    for command in ["tournament", "compare", "odds", "run"] {
        assert!(help(command), "{command}");
    }
    for command in ["show", "list", "check", "play", "new", "merge"] {
        assert!(!help(command), "{command}");
    }
}

/// A full device is an error with one message.
#[test]
#[cfg(target_os = "linux")]
fn a_full_device_is_reported_once() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let program = std::env::current_dir().unwrap();
    let path = assert_cmd::Command::cargo_bin("reglette").unwrap().get_program().to_owned();
    let output = std::process::Command::new(path).current_dir(program).arg("list").stdout(full).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.matches("No space left").count()), (Some(1), 1), "{said}");
}
