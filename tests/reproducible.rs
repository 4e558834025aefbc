//! Same input, same bytes: the files of a run do not depend on the number of threads, and `play` plays the very game of a tournament.

use clap::Parser;
use reglette::catalog::{self, Task};
use reglette::cli::{Cli, Exit};
use reglette::data::Library;
use reglette::game::Rulebook;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The rules, scenario, armies by which a rulebook is named on the command line.
struct Defaults;

impl Task for Defaults {
    type Output = [String; 2];

    fn run<R: Rulebook + 'static>(self) -> [String; 2] {
        [R::DEFAULT_RULES.to_string(), R::DEFAULT_SCENARIOS[0].to_string()]
    }
}

fn run(arguments: &[&str]) -> String {
    let cli = Cli::try_parse_from([&["reglette"], arguments].concat()).unwrap();
    let mut out = Vec::new();
    let exit = cli.run(&Library::built_in(), &mut "".as_bytes(), &mut out).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(exit, Exit::Done);
    String::from_utf8(out).unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())).collect()
}

fn tournament(rules: &str, scenario: &str, threads: &str, games: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    run(&["tournament", scenario, "--rules", rules, "--threads", threads, "--games", games, "--seed", "9", "--out", out.to_str().unwrap()]);
    files(&out)
}

#[test]
fn one_thread_and_two_write_the_same_bytes() {
    for rulebook in catalog::NAMES {
        let [rules, scenario] = catalog::with(rulebook, Defaults).unwrap();
        let (mut one, mut two) = (tournament(&rules, &scenario, "1", "24"), tournament(&rules, &scenario, "2", "24"));
        let names: Vec<&str> = one.keys().map(String::as_str).collect();
        assert_eq!(names, ["armies.csv", "bots.csv", "games.csv", "manifest.toml", "matchups.csv", "run.toml", "seats.csv"]);
        assert_ne!(one.remove("run.toml"), two.remove("run.toml"));
        assert!(one == two, "{rulebook}: all other files are the same for any number of threads");
        let other = tournament(&rules, &scenario, "2", "26");
        assert_ne!(other["games.csv"], one["games.csv"]);
    }
}

#[test]
fn both_editions_of_jomini_are_played_and_their_tables_differ() {
    let [first, second] = ["jomini-v1", "jomini-v2"].map(|rules| tournament(rules, "plain", "2", "24"));
    assert_ne!(first["games.csv"], second["games.csv"]);
    assert_ne!(first["matchups.csv"], second["matchups.csv"]);
}

#[test]
fn play_repeats_the_game_of_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    for rulebook in catalog::NAMES {
        let [rules, scenario] = catalog::with(rulebook, Defaults).unwrap();
        let games = String::from_utf8(tournament(&rules, &scenario, "2", "4")["games.csv"].clone()).unwrap();
        let mut rows = csv::Reader::from_reader(games.as_bytes());
        for row in rows.deserialize::<BTreeMap<String, String>>().step_by(5) {
            let row = row.unwrap();
            let armies = format!("{},{}", row["red_army"], row["blue_army"]);
            let record = folder.path().join("game.jsonl");
            let (red, blue, pair) = (&row["red_bot"], &row["blue_bot"], &row["pair"]);
            let whose = ["--red", red, "--blue", blue, "--armies", &armies, "--pair", pair, "--seed", "9"];
            let how = ["--rules", &rules, "--record", record.to_str().unwrap(), "--map", "none"];
            run(&[&["play", scenario.as_str()], &whose[..], &how[..]].concat());
            let record = fs::read_to_string(&record).unwrap();
            let end: serde_json::Value = serde_json::from_str(record.lines().last().unwrap()).unwrap();
            for (column, told) in [("rounds", &end["rounds"]), ("rolls", &end["rolls"]), ("red_decisions", &end["decisions"]["red"])] {
                assert_eq!(row[column], told.to_string(), "{column} of game {}", row["game"]);
            }
            assert_eq!(row["ending"], end["outcome"]["ending"].as_str().unwrap());
        }
    }
}
