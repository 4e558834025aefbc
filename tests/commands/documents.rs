//! `--json` and `--markdown`: documents hold the rows of the CSV files, and nothing else is printed.

use clap::Parser;
use reglette::cli::Cli;
use reglette::data::Library;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// What a command prints, and whether it succeeded.
fn printed(arguments: &[&str]) -> (String, bool) {
    let cli = Cli::try_parse_from([&["reglette"], arguments].concat()).unwrap_or_else(|error| panic!("{error}"));
    let mut out = Vec::new();
    let succeeded = cli.run(&Library::built_in(), &mut "".as_bytes(), &mut out).is_ok();
    (String::from_utf8(out).unwrap(), succeeded)
}

fn document(arguments: &[&str]) -> Value {
    let (text, succeeded) = printed(&[arguments, &["--json"]].concat());
    let document: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!((&document["format"], document["error"].is_null()), (&1.into(), succeeded), "{text}");
    assert_eq!(document["command"], arguments[0]);
    document
}

fn rows(document: &Value, table: &str) -> Vec<Value> {
    document["tables"][table].as_array().unwrap_or_else(|| panic!("{table}: {document:#}")).clone()
}

/// Compares a table of a document with its file, cell by cell.
fn assert_same(document: &Value, folder: &Path, name: &str) {
    let file: Vec<BTreeMap<String, String>> =
        csv::Reader::from_path(folder.join(name)).unwrap().deserialize().map(Result::unwrap).collect();
    let rows = rows(document, name.trim_end_matches(".csv"));
    assert_eq!(rows.len(), file.len(), "{name}");
    for (row, expected) in rows.iter().zip(&file) {
        assert_eq!(row.as_object().unwrap().len(), expected.len(), "{name}");
        for (column, expected) in expected {
            let is_same = match &row[column] {
                Value::Null => expected.is_empty(),
                Value::String(text) => text == expected,
                Value::Bool(truth) => truth.to_string() == *expected,
                Value::Number(number) => number.as_f64() == expected.parse().ok(),
                _ => false,
            };
            assert!(is_same, "{name}, {column}: {} for {expected:?}", row[column]);
        }
    }
}

#[test]
fn the_document_of_a_tournament_holds_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("found");
    let out = at.to_str().unwrap();
    let document = document(&[
        "tournament",
        "sprint",
        "--armies",
        "hares,tortoises",
        "--bots",
        "greedy,random",
        "--games",
        "40",
        "--out",
        out,
    ]);
    assert_eq!((&document["exit"], &document["folder"]), (&0.into(), &out.into()));
    let names: Vec<&String> = document["tables"].as_object().unwrap().keys().collect();
    for name in ["matchups.csv", "bots.csv", "armies.csv", "seats.csv", "quality.csv", "ratings.csv"] {
        assert_same(&document, &at, name);
    }
    assert!(!names.iter().any(|name| *name == "games"), "{names:?}");
    assert!(rows(&document, "bots")[0]["rate"].is_number() && rows(&document, "bots")[0]["bot"].is_string());

    let (page, _) = printed(&[
        "tournament",
        "sprint",
        "--armies",
        "hares",
        "--bots",
        "greedy,random",
        "--games",
        "40",
        "--markdown",
        "--out",
        &format!("{out}-page"),
    ]);
    assert!(page.starts_with("## matchups\n\n| ") && page.contains("\n## seats\n\n| "), "{page}");
}

#[test]
fn a_comparison_and_odds_have_documents() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("found");
    let out = at.to_str().unwrap();
    let words = ["compare", "sprint", "--bot", "greedy", "--against", "random", "--games", "40", "--out", out];
    assert_same(&document(&words), &at, "comparison.csv");
    let odds = rows(&document(&["odds", "charge", "--attacker", "A", "--target", "B"]), "odds");
    assert!(odds.len() > 3, "{odds:?}");
}

#[test]
fn files_and_keys_have_documents() {
    let lists = rows(&document(&["list", "armies"]), "files");
    assert!(lists.iter().any(|row| row["name"] == "france" && row["built_in"] == true), "{lists:?}");
    let keys = rows(&document(&["keys", "jomini", "support"]), "keys");
    assert!(keys.iter().any(|row| row["key"] == "support_neighbours"), "{keys:?}");

    let folder = tempfile::tempdir().unwrap();
    let faulty = folder.path().join("faulty.toml");
    std::fs::write(&faulty, "rulebook = \"jomini\"\n[[units]]\n").unwrap();
    let (text, succeeded) = printed(&["check", faulty.to_str().unwrap(), "--json"]);
    let document: Value = serde_json::from_str(&text).unwrap();
    let file = &rows(&document, "files")[0];
    assert!(file["valid"] == false && file["remarks"][0].as_str().unwrap().contains("faulty.toml"), "{text}");
    assert!(!succeeded || document["exit"] != 0, "{text}");
}

#[test]
fn tuning_training_and_fitting_have_documents() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = ["--games", "80", "--runs", "1", "--play-off-games", "4", "--confirm-games", "8"];
    let tuned = document(&[&["tune", "greedy", "sprint", "--out", &at("bot.toml")], &games[..]].concat());
    assert_eq!(rows(&tuned, "play_off").len(), 2, "{tuned}");
    assert_eq!(rows(&tuned, "confirmation")[0]["second"], "greedy");
    assert!(rows(&tuned, "numbers").iter().any(|row| row["number"] == "at_stake" && row["was"] == -1.0), "{tuned}");

    let fitted = document(&["fit-value", "sprint", "--games", "200", "--bots", "greedy", "--out", &at("value.toml")]);
    let positions = rows(&fitted, "fit")[0]["positions"].as_u64().unwrap();
    let forecasts = rows(&fitted, "forecasts");
    assert!(positions > 100 && !forecasts.is_empty(), "{fitted}");

    let small = ["--games", "20", "--rounds", "1", "--fast-games", "16", "--search-games", "8"];
    let trained = document(&[&["train", "--out", &at("fast.toml"), "sprint"], &small[..]].concat());
    assert_eq!(rows(&trained, "rounds")[0]["round"], 1, "{trained}");
}

#[test]
fn an_explanation_has_a_document() {
    let explained = document(&["explain", "positions/jomini/crossing.toml"]);
    let actions = rows(&explained, "actions");
    assert!(actions.len() > 1 && actions[0]["place"] == 1, "{explained}");
    assert!(actions[0]["value"].as_f64() >= actions[1]["value"].as_f64(), "{explained}");
}

#[test]
fn a_game_has_a_document() {
    let words = ["play", "sprint", "--red", "greedy", "--blue", "random", "--seed", "7"];
    let played = document(&words);
    let game = &rows(&played, "game")[0];
    assert_eq!((&game["red_bot"], &game["seed"], &game["game"]), (&"greedy".into(), &7.into(), &Value::Null));
    assert!(game["rounds"].as_u64().unwrap() > 0 && game["rolls"].as_u64().unwrap() > 0, "{game}");
    let (screen, _) = printed(&words);
    let won = match game["winner"].as_str().unwrap() {
        "draw" => "a draw".to_owned(),
        side => format!("{side} wins"),
    };
    assert!(screen.contains(&format!("The end: {won}")), "{screen}");
    let (text, succeeded) = printed(&["play", "sprint", "--red", "human", "--json"]);
    let refused: Value = serde_json::from_str(&text).unwrap();
    assert!(!succeeded && refused["error"].as_str().unwrap().contains("a human plays on the screen"), "{text}");
}

/// A game that is replayed has the figures of its row; a sample that is verified has a row for each of its games.
#[test]
fn a_replay_and_a_verification_have_documents() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let at = run.to_str().unwrap();
    printed(&["tournament", "sprint", "--bots", "greedy,random", "--games", "8", "--out", at]);
    let file: Vec<BTreeMap<String, String>> =
        csv::Reader::from_path(run.join("games.csv")).unwrap().deserialize().map(Result::unwrap).collect();
    let replayed = document(&["replay", at, "--game", "3"]);
    let game = rows(&replayed, "game")[0].as_object().unwrap().clone();
    for (column, value) in game.iter().filter(|(column, _)| !["rules", "seed"].contains(&column.as_str())) {
        let value = value.as_str().map_or_else(|| value.to_string().replace("null", ""), str::to_owned);
        assert_eq!(value, file[3][column], "{column}");
    }

    let verified = rows(&document(&["replay", at, "--verify", "4"]), "verified");
    assert!(verified.len() == 4 && verified.iter().all(|row| row["same"] == true), "{verified:?}");
    let games = std::fs::read_to_string(run.join("games.csv")).unwrap();
    std::fs::write(run.join("games.csv"), games.replace(",red,", ",blue,")).unwrap();
    let faulty = document(&["replay", at, "--verify", "8"]);
    let verified = rows(&faulty, "verified");
    let other = verified.iter().find(|row| row["same"] == false).unwrap();
    assert_ne!(other["recorded"], other["now"]);
    assert!(faulty["exit"] == 2 && faulty["error"].as_str().unwrap().contains("differ"), "{faulty}");
}

#[test]
fn keys_and_files_that_are_shown_have_documents() {
    let shown = document(&["show", "turn_limit"]);
    let keys = rows(&shown, "keys");
    let of = |rulebook: &str| keys.iter().find(|row| row["rulebook"] == rulebook).unwrap();
    assert_eq!((&of("jomini")["value"], &of("jomini")["rules"]), (&"30".into(), &"JI-179".into()));
    assert!(keys.iter().any(|row| row["rulebook"] == "en-avant"), "{keys:?}");
    let others = rows(&shown, "other_rules");
    assert!(others.iter().any(|row| row["file"] == "rules/jomini-quick.toml" && row["value"] == "15"), "{others:?}");
    let file = &rows(&document(&["show", "france"]), "files")[0];
    assert_eq!(file["text"], Library::text_built_in("armies/jomini/france.toml").unwrap());
}

/// A page shows the columns of the screen, and no column of zeros; JSON and CSV have all.
#[test]
fn tables_in_markdown_are_those_of_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("found");
    let (page, _) = printed(&[
        "tournament",
        "sprint",
        "--bots",
        "greedy,random",
        "--games",
        "40",
        "--markdown",
        "--out",
        at.to_str().unwrap(),
    ]);
    let head = page.lines().find(|line| line.starts_with("| scenario | first_bot")).unwrap();
    for column in ["rate", "wins", "draws", "losses", "rounds_median", "verdict_adjusted"] {
        assert!(head.contains(&format!("| {column} |")), "{head}");
    }
    for column in ["wilson_low", "by_victory", "forfeited", "combats_mean", "pairs_of_2_points"] {
        assert!(!head.contains(column), "{head}");
    }
    let file = std::fs::read_to_string(at.join("matchups.csv")).unwrap();
    assert!(file.lines().next().unwrap().contains("wilson_low"));
    let most = page.lines().filter(|line| line.starts_with("| ")).map(|line| line.matches(" | ").count() + 1).max();
    assert!(most <= Some(16), "{page}");
}

#[test]
fn formats_of_documents_exclude_each_other() {
    for words in [
        &["reglette", "list", "armies", "--json", "--markdown"][..],
        &["reglette", "keys", "jomini", "--json", "--format", "csv"],
        &["reglette", "odds", "charge", "--attacker", "A", "--target", "B", "--json", "--format", "csv"],
    ] {
        assert!(Cli::try_parse_from(words).is_err(), "{words:?}");
    }
}
