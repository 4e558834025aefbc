//! Luck adjustment: a value function is fitted to games and used on others, with the same bytes however they are
//! played.

use crate::{files, said, text};
use std::fs;
use std::path::Path;

const TOY: [&str; 6] = ["--rules", "toy", "--armies", "hares,tortoises", "--bots", "greedy"];

fn tournament(more: &[&str], out: &Path) -> String {
    said(&[&["tournament"], &TOY[..], &["--games", "400", "--games-csv", "none", "--out", text(out)], more].concat(), 0)
}

/// A column of the row of luck.csv that is about the pairing.
fn figure(folder: &Path, column: &str) -> f64 {
    let mut reader = csv::Reader::from_path(folder.join("luck.csv")).unwrap();
    let place = reader.headers().unwrap().iter().position(|name| name == column).unwrap();
    let row = reader.records().map(Result::unwrap).find(|row| &row[1] == "pairing").unwrap();
    row[place].parse().unwrap()
}

#[test]
fn a_value_function_is_learned_and_narrows_the_interval_of_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let value = at("toy.toml");
    let rendered = said(
        &[&["fit-value"], &TOY[..], &["--games", "1000", "--plays-on", "none", "--out", text(&value)]].concat(),
        0,
    );
    assert!(rendered.contains("of 1,000 games") && rendered.contains("% of the variance"), "{rendered}");
    let luck = format!("--luck={}", text(&value));
    let rendered = tournament(&[&luck, "--threads", "1"], &at("one"));
    assert!(rendered.contains("Luck-adjusted") && rendered.contains("times the games, or"), "{rendered}");
    // The same games without luck: the same plain rate, and a wider interval.
    assert!(figure(&at("one"), "games_saved_factor") > 1.2, "{}", figure(&at("one"), "games_saved_factor"));
    assert!(figure(&at("one"), "luck_low") < 0.0 && figure(&at("one"), "luck_high") > 0.0);
    let plain = at("plain");
    tournament(&[], &plain);
    assert!(!plain.join("luck.csv").exists());
    assert_eq!(fs::read(plain.join("matchups.csv")).unwrap(), fs::read(at("one").join("matchups.csv")).unwrap());

    let expected = files(&at("one"));
    assert!(expected.contains_key("luckiest.csv"));
    tournament(&[&luck, "--threads", "2"], &at("two"));
    assert!(files(&at("two")) == expected, "on two threads");
    let parts = [1, 2, 3].map(|part| {
        let out = at(&format!("part-{part}"));
        tournament(&[&luck, "--shard", &format!("{part}/3")], &out);
        out
    });
    said(&["merge", text(&parts[2]), text(&parts[0]), text(&parts[1]), "--out", text(&at("joined"))], 0);
    let joined = files(&at("joined"));
    assert!(
        ["luck.csv", "luckiest.csv", "matchups.csv"].iter().all(|name| joined[*name] == expected[*name]),
        "joined from shards"
    );
    said(&["rerun", text(&at("one")), "--out", text(&at("again"))], 0);
    assert!(files(&at("again")) == expected, "from its manifest alone");
}

#[test]
fn a_value_function_does_not_judge_the_games_that_it_was_fitted_to() {
    let folder = tempfile::tempdir().unwrap();
    let value = folder.path().join("toy.toml");
    let write = |text: &str| fs::write(&value, text).unwrap();
    let fitted = "\n[fitted]\nversion = \"0\"\nseed = 9\ngames = 1\npositions = 1\nrules = \"toy\"\nscenarios = \
        []\narmies = []\nbots = []\nexplained = 0.0\n";
    let head = "rulebook = \"toy\"\nplayer_turns = 20.0\n[weights]\nhome = { now = 1.0, late = 0.0 }\n";
    write(&[head, fitted].concat());
    let luck = format!("--luck={}", text(&value));
    let with = |more: &[&str]| {
        said(&[&["tournament"], &TOY[..], &[&luck, "--out", text(&folder.path().join("out"))], more].concat(), 2)
    };
    assert!(with(&["--seed", "9"]).contains("it was fitted to games of seed 9"));
    write(&head.replace("home", "hom"));
    assert!(with(&[]).contains("did you mean \"home\"?"), "{}", with(&[]));
    write(&head.replace("\"toy\"", "\"jomini\""));
    assert!(with(&[]).contains("expected one for \"toy\""), "{}", with(&[]));
    let there = said(&[&["fit-value"], &TOY[..], &["--out", text(&value)]].concat(), 2);
    assert!(there.contains("or --force to replace it"), "{there}");
}
