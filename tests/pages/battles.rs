//! Pages of battles: they hold the record of their game, from which play goes on exactly, and names do no harm.

use super::browser::check_in_browser;
use super::{between, done, reglette};
use std::fs;
use std::path::Path;

/// Battles of both rulebooks and of the toy game, each with what is played.
const BATTLES: [(&str, &[&str]); 3] = [
    ("jomini", &["plain", "--armies", "france,austria", "--red", "greedy", "--blue", "random"]),
    ("en-avant", &["chance-halves", "--armies", "gauls,germans", "--red", "random", "--blue", "greedy"]),
    ("toy", &["sprint", "--armies", "hares,tortoises", "--red", "greedy", "--blue", "greedy"]),
];

/// Plays a battle with its page and its record, and returns both.
fn play(folder: &Path, name: &str, what: &[&str]) -> (String, String) {
    let (page, record) = (format!("{name}.html"), format!("{name}.jsonl"));
    let outputs = ["--seed", "5", "--map", "none", "--html", &page, "--record", &record];
    done(folder, &[&["play"], what, &outputs].concat());
    (read(folder, &page), read(folder, &record))
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

fn steps(record: &str) -> usize {
    record.lines().count() - 2
}

#[test]
fn a_page_holds_its_record_and_loads_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for (name, what) in BATTLES {
        let (page, record) = play(folder.path(), name, what);
        assert!(page.len() < 1_000_000, "{name} takes {} bytes", page.len());
        let held = between(&page, "id=\"record\">", "</script>");
        assert_eq!(held, [record.replace('<', "\\u003c")], "{name}");
        let entries = page.matches("<li id=\"s").count();
        assert_eq!(entries, steps(&record), "{name}: an entry of the log for each step");
        for address in ["src=\"http", "href=\"http", "url(", "@import"] {
            assert!(!page.contains(address), "{name}: {address}");
        }
    }
}

#[test]
fn play_goes_on_from_a_page_or_a_record_as_it_would_have() {
    let folder = tempfile::tempdir().unwrap();
    for (name, what) in BATTLES {
        let (_, record) = play(folder.path(), name, what);
        let middle = (steps(&record) / 2).to_string();
        for from in [format!("{name}.html"), format!("{name}.jsonl")] {
            let again = ["play", "--from", &from, "--step", &middle, "--record", "again.jsonl", "--map", "none"];
            let screen = done(folder.path(), &again);
            assert!(screen.contains(&format!("after {middle} step")), "{screen}");
            assert_eq!(read(folder.path(), "again.jsonl"), record, "{from} from step {middle}");
        }
        // The page of the whole record is the page of the game.
        let page = format!("{name}.html");
        done(folder.path(), &["play", "--from", &format!("{name}.jsonl"), "--html", "same.html", "--map", "none"]);
        assert_eq!(read(folder.path(), "same.html"), read(folder.path(), &page), "{name}");
    }
}

#[test]
fn another_bot_takes_over_at_a_step() {
    let folder = tempfile::tempdir().unwrap();
    let (name, what) = BATTLES[0];
    let (_, record) = play(folder.path(), name, what);
    let step = steps(&record) / 3;
    let from = ["play", "--from", "jomini.html", "--step", &step.to_string(), "--red", "random"];
    done(folder.path(), &[&from[..], &["--record", "other.jsonl", "--map", "none"]].concat());
    let other = read(folder.path(), "other.jsonl");
    let lines = |text: &str| text.lines().skip(1).take(step).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&other), lines(&record), "everything before the step is as it was");
    assert_ne!(other.lines().nth(step + 1), None);
    assert!(other.lines().next().unwrap().contains("\"bot\":\"random\""));
}

#[test]
fn a_record_brings_the_files_that_are_not_built_in() {
    let folder = tempfile::tempdir().unwrap();
    let army = "name = \"Harriers\"\nrunners = [{ name = \"a\", dice = 2 }, { name = \"b\", dice = 1 }]\n";
    fs::write(folder.path().join("harriers.toml"), army).unwrap();
    let (_, record) = play(folder.path(), "toy", &["sprint", "--armies", "hares,harriers.toml"]);
    fs::remove_file(folder.path().join("harriers.toml")).unwrap();
    done(folder.path(), &["play", "--from", "toy.html", "--step", "2", "--record", "again.jsonl"]);
    assert_eq!(read(folder.path(), "again.jsonl"), record);
}

#[test]
fn what_cannot_be_gone_on_with_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (_, record) = play(folder.path(), "toy", BATTLES[2].1);
    let refused = |file: &str, text: &str, more: &[&str]| {
        fs::write(folder.path().join(file), text).unwrap();
        let output = reglette(folder.path(), &[&["play", "--from", file], more].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{file}");
        String::from_utf8(output.stderr).unwrap()
    };
    let last = steps(&record);
    let beyond = refused("beyond.jsonl", &record, &["--step", &(last + 1).to_string()]);
    assert!(beyond.contains(&format!("there is no step {}: the record has {last}", last + 1)), "{beyond}");
    assert!(refused("foreign.html", "<p>", &[]).contains("neither a record of `--record` nor a page"));
    // Another seed: other dice.
    let other = record.replacen("\"seed\":5", "\"seed\":6", 1);
    assert!(refused("other.jsonl", &other, &[]).contains("cannot be played again"));
}

#[test]
fn a_game_of_a_run_becomes_a_page_from_which_play_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let bots = "greedy,random";
    done(folder.path(), &["tournament", "sprint", "--bots", bots, "--games", "6", "--out", "run", "--quiet"]);
    let replay = ["replay", "run", "--game", "3", "--html", "game.html", "--map", "none"];
    assert!(done(folder.path(), &replay).contains("Wrote game.html"));
    let page = read(folder.path(), "game.html");
    let record = between(&page, "id=\"record\">", "</script>")[0].to_owned();
    done(folder.path(), &["play", "--from", "game.html", "--step", "3", "--record", "again.jsonl", "--map", "none"]);
    let plain = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(plain(&read(folder.path(), "again.jsonl")), plain(&record));
}

/// Writes an army of Jomini whose units have names that would do harm.
fn write_hostile(folder: &Path) {
    let long = "W".repeat(300);
    let [script, image, foreign, _] = super::hostile::NAMES;
    let mut army = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("armies/jomini/france.toml")).unwrap();
    let names = [
        ("Old Guard Grenadiers", script),
        ("Line infantry", image),
        ("Light infantry", foreign),
        ("French dragoons", long.as_str()),
    ];
    for (old, new) in names {
        let (old, new) = (format!("name = \"{old}\""), format!("name = {}", toml::Value::from(new)));
        assert!(army.contains(&old), "{old}");
        army = army.replace(&old, &new);
    }
    fs::write(folder.join("hostile.toml"), army).unwrap();
}

#[test]
fn hostile_names_are_text_in_a_battle() {
    let folder = tempfile::tempdir().unwrap();
    write_hostile(folder.path());
    let (page, _) = play(folder.path(), "hostile", &["plain", "--armies", "hostile.toml,austria"]);
    // The film, the record, and the page's own script.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("<style").count(), 2);
    assert!(!page.contains("<img") && !page.contains("<!--"));
    assert!(page.contains(&"W".repeat(300)));
}

#[test]
fn battles_work_in_a_browser() {
    let folder = tempfile::tempdir().unwrap();
    write_hostile(folder.path());
    let hostile: (&str, &[&str]) = ("hostile", &["plain", "--armies", "hostile.toml,austria"]);
    let mut pages: Vec<String> = Vec::new();
    for (name, what) in BATTLES.into_iter().chain([hostile]) {
        play(folder.path(), name, what);
        pages.push(folder.path().join(format!("{name}.html")).to_string_lossy().into_owned());
    }
    check_in_browser("battle.py", &pages, "battles");
}

#[test]
fn the_modules_of_the_script_pass_their_tests() {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages/modules.mjs");
    let Ok(output) = std::process::Command::new("node").arg("--test").arg(modules).output() else {
        eprintln!("skipped: there is no node to run modules with");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("# fail 0"), "{said}");
}
