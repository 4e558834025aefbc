//! Same input, same bytes: the files of a run do not depend on the number of threads, and `play` plays exactly the game
//! of a tournament.

use clap::Parser;
use reglette::catalog::{self, Task};
use reglette::cli::{Cli, Exit};
use reglette::data::{Kind, Library};
use reglette::en_avant::EnAvant;
use reglette::game::Rulebook;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The rules, scenario and armies that select a rulebook on the command line.
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
    tournament_over(rules, &[scenario], threads, games)
}

fn tournament_over(rules: &str, scenarios: &[&str], threads: &str, games: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let how = ["--rules", rules, "--threads", threads, "--games", games, "--seed", "9", "--out", out.to_str().unwrap()];
    run(&[&["tournament"], scenarios, &how[..]].concat());
    files(&out)
}

/// The scenarios of En Avant ! that bring their armies.
fn historical_pairs() -> Vec<String> {
    let library = Library::built_in();
    let entries =
        library.list(Kind::Scenario).into_iter().filter(|entry| entry.rulebook.as_deref() == Some(EnAvant::NAME));
    let brings = |path: &str| {
        EnAvant::brings_armies(&EnAvant::read_scenario(&library.find(Kind::Scenario, path).unwrap()).unwrap())
    };
    entries.filter(|entry| brings(&entry.path)).map(|entry| entry.name).collect()
}

#[test]
fn historical_pairs_give_the_same_bytes_on_one_thread_on_two_and_in_a_second_run() {
    let pairs = historical_pairs();
    assert!(pairs.len() >= 10, "{pairs:?}");
    let scenarios: Vec<&str> = pairs.iter().map(String::as_str).collect();
    let [one, two, again] = ["1", "2", "1"].map(|threads| {
        let mut files = tournament_over("en-avant", &scenarios, threads, "36");
        files.remove("run.toml");
        files
    });
    assert!(one == two, "all files but the report of the run are the same for any number of threads");
    assert!(one == again, "two runs write the same files");
    let games = String::from_utf8(one["games.csv"].clone()).unwrap();
    assert!(pairs.iter().all(|scenario| games.contains(&format!(",{scenario},"))), "each pair has played");
}

#[test]
fn one_thread_and_two_write_the_same_bytes() {
    for rulebook in catalog::NAMES {
        let [rules, scenario] = catalog::with(rulebook, Defaults).unwrap();
        let (mut one, mut two) = (tournament(&rules, &scenario, "1", "24"), tournament(&rules, &scenario, "2", "24"));
        let mut always: Vec<&str> =
            ["games.csv", "manifest.toml", "quality.csv", "ratings.csv", "report.html", "run.toml", "tallies.json"]
                .to_vec();
        always.extend(["armies.csv", "bots.csv", "matchups.csv", "seats.csv", "setup.json"]);
        // A field large enough to have a shape has these as well.
        let of_fields = ["cycles.csv", "field.csv", "superiority.csv"];
        assert!(always.iter().all(|name| one.contains_key(*name)), "{:?}", one.keys());
        assert!(
            one.keys().all(|name| always.contains(&name.as_str()) || of_fields.contains(&name.as_str())),
            "{:?}",
            one.keys()
        );
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
            for (column, rendered) in
                [("rounds", &end["rounds"]), ("rolls", &end["rolls"]), ("red_decisions", &end["decisions"]["red"])]
            {
                assert_eq!(row[column], rendered.to_string(), "{column} of game {}", row["game"]);
            }
            assert_eq!(row["ending"], end["outcome"]["ending"].as_str().unwrap());
        }
    }
}
