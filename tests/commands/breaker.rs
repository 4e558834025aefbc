//! End-to-end tests of `reglette breaker`: files that depend neither on threads nor on an interruption, an army file
//! accepted by other commands, and one message for each kind of bad input.

use crate::empty_folder::{self, done, reglette};
use assert_cmd::cargo::CommandCargoExt;
use rustix::process::Signal;
use std::fs;

fn refused(arguments: &[&str]) -> String {
    empty_folder::refused(&[&["breaker"], arguments].concat())
}

const FILES: [&str; 5] = ["breaker.csv", "generations.csv", "lists.csv", "strongest.toml", "manifest.toml"];
const SMALL: [&str; 10] =
    ["--population", "4", "--generations", "3", "--games", "4", "--confirm", "40", "--out", "found"];

/// The cells of a column.
fn column(text: &str, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let at = reader.headers().unwrap().iter().position(|column| column == name).unwrap();
    reader.records().map(|record| record.unwrap()[at].to_owned()).collect()
}

#[test]
fn files_do_not_depend_on_threads_or_a_break_and_the_army_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut runs = Vec::new();
    let log = folder.path().join("found/journal/log");
    for how in [&["--threads", "1"][..], &["--threads", "2"], &["breaker", "--resume", "found", "--threads", "1"]] {
        let asked = [
            "breaker",
            "--armies",
            "carthaginians,republican-romans",
            "--budget",
            "35",
            "--force",
            "--write",
            "army.toml",
        ];
        let screen = match how[0] {
            "breaker" => {
                let mut program = std::process::Command::cargo_bin("reglette").unwrap();
                program.current_dir(folder.path()).args(asked).args(SMALL);
                assert!(
                    crate::broken_off::signalled_at(&mut program, Signal::KILL, &log, 20).1,
                    "it was killed while it played"
                );
                let other = reglette(folder.path(), &["balance", "--resume", "found"])
                    .assert()
                    .code(2)
                    .get_output()
                    .stderr
                    .clone();
                let other = String::from_utf8(other).unwrap();
                assert!(
                    other.contains("it belongs to another command; resume it with: reglette breaker --resume found"),
                    "{other}"
                );
                done(folder.path(), how)
            }
            _ => done(folder.path(), &[&asked[..], &SMALL, how].concat()),
        };
        runs.push((FILES.map(|name| fs::read_to_string(folder.path().join("found").join(name)).unwrap()), screen));
        assert!(!folder.path().join("found/journal").exists());
    }
    assert!(runs[0] == runs[1] && runs[1] == runs[2], "{}\n{}\n{}", runs[0].1, runs[1].1, runs[2].1);
    let ([breaker, generations, lists, strongest, manifest], screen) = &runs[0];

    assert!(
        screen.contains("8 troops of carthaginians, republican-romans against carthaginians, republican-romans"),
        "{screen}"
    );
    assert!(screen.contains("trongest list found") && screen.contains("Its games ended"), "{screen}");
    assert_eq!(column(breaker, "against"), ["carthaginians", "republican-romans", "all"]);
    assert_eq!(column(breaker, "games"), ["20", "20", "40"]);
    assert_eq!(column(breaker, "points"), ["34.00", "35.00", ""]);
    assert_eq!(column(generations, "tried"), ["8", "4", "4"]);
    // Each of the four games of a generation, eight lists at a time.
    assert_eq!(column(generations, "games"), ["32", "64", "96"]);
    assert_eq!(column(lists, "strongest").iter().filter(|cell| *cell == "1").count(), 1);
    let points: Vec<f64> = column(lists, "points").iter().map(|cell| cell.parse().unwrap()).collect();
    assert!(points.len() == 4 && points.iter().all(|points| (33.0..=35.0).contains(points)), "{points:?}");
    assert!(manifest.contains("budget = 35.0") && manifest.contains("path = \"strongest.toml\""), "{manifest}");

    // The written army states its provenance, and is otherwise that of the folder.
    let army = fs::read_to_string(folder.path().join("army.toml")).unwrap();
    assert!(
        army.contains("# Source: manifest.toml of found, BLAKE3 ") && army.contains("period = \"antiquity\""),
        "{army}"
    );
    let without_comments =
        |text: &str| text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    assert_eq!(without_comments(&army), without_comments(strongest));
    let checked = done(folder.path(), &["check", "army.toml", "found/strongest.toml"]);
    assert!(checked.contains("35 points") || checked.contains("34 points"), "{checked}");
    let fought = [
        "tournament",
        "open-field",
        "--armies",
        "army.toml,carthaginians",
        "--bots",
        "random",
        "--games",
        "2",
        "--out",
        "fought",
    ];
    done(folder.path(), &fought);
    assert_eq!(
        done(folder.path(), &["breaker", "--resume", "found"]),
        "found contains finished results: there is nothing to resume\n"
    );
}

#[test]
fn a_field_of_other_lists_is_met_without_lending_its_troops() {
    let folder = tempfile::tempdir().unwrap();
    let asked =
        ["breaker", "sprint", "--armies", "hares", "--against", "tortoises", "--limit", "reckless=1", "--budget", "14"];
    let screen = done(folder.path(), &[&asked[..], &SMALL].concat());
    assert!(screen.contains("of hares against tortoises"), "{screen}");
    let lists = fs::read_to_string(folder.path().join("found/lists.csv")).unwrap();
    let named = column(&lists, "list");
    assert!(
        !named.is_empty() && named.iter().all(|list| !list.contains("steady") && !list.contains("2 reckless")),
        "{named:?}"
    );
    done(folder.path(), &["check", "found/strongest.toml"]);
}

#[test]
fn jomini_and_the_civil_war_write_armies_that_pass_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let tiny =
        ["--population", "2", "--generations", "1", "--games", "2", "--confirm", "4", "--out", "found", "--force"];
    for asked in [
        &["plain", "--armies", "brigade", "--budget", "130"][..],
        &["open-field", "--armies", "civil-war-texas-50", "--against", "civil-war-potomac-50", "--budget", "50"],
    ] {
        done(folder.path(), &[&["breaker"], asked, &tiny].concat());
        done(folder.path(), &["check", "found/strongest.toml"]);
    }
}

#[test]
fn bad_input_gets_one_message() {
    let said = |arguments: &[&str], words: &str| {
        let message = refused(arguments);
        assert!(message.starts_with("error: ") && message.contains(words), "{arguments:?}: {message}");
    };
    said(
        &["sprint", "--armies", "hares", "--troops", "stedy,brisk"],
        "no troop \"stedy\"; there are \"brisk\" and \"reckless\"",
    );
    // A troop that is only in the field cannot be drawn.
    said(&["sprint", "--armies", "hares", "--against", "tortoises", "--troops", "steady,brisk"], "no troop \"steady\"");
    said(
        &["sprint", "--armies", "hares,tortoises", "--budget", "1"],
        "no army of 1 to 1 points can be made of these troops",
    );
    said(&["sprint", "--armies", "hares", "--budget", "nan"], "expected points above 0");
    said(&["sprint", "--armies", "one.toml"], "the pool has one troop, brisk: a pool of one troop has a single list");
    said(&["sprint", "--armies", "hares", "--rules", "jomini-v1"], "it is for the rulebook");
    said(&["open-field", "--armies", "gauls", "--against", "france"], "it is for the rulebook");
    said(
        &["open-field", "--armies", "gauls", "--against", "civil-war-texas-50"],
        "no army has troops of both (E13.13)",
    );
    said(&["open-field", "--armies", "gauls", "--against", "galls"], "did you mean \"gauls\"?");
    said(&["classic", "--armies", "hares"], "it brings its armies");
    said(
        &["sprint", "--armies", "hares,tortoises", "--write", "one.toml"],
        "--write one.toml: it exists; give another",
    );
    said(&["sprint", "--armies", "hares", "--limit", "brisk"], "expected TROOP=N");
}
