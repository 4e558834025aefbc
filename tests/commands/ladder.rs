//! The ladder: all available repeatable bots, on a suite, rated on one scale.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn ladder(out: &Path) -> String {
    let mut command = assert_cmd::Command::cargo_bin("reglette").unwrap();
    let arguments = ["tournament", "sprint", "--bots", "ladder", "--games", "2", "--out"];
    // Scripts written for two armies do not support the toy and forfeit.
    let done = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).arg(out).assert().code(3);
    String::from_utf8_lossy(&done.get_output().stderr).into_owned()
}

#[test]
fn every_repeatable_bot_is_rated_and_the_hash_of_the_games_is_in_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let one = folder.path().join("one");
    let rendered = ladder(&one);
    assert!(
        rendered.contains("bots/examples/reference.toml is omitted: external programs are not repeatable"),
        "{rendered}"
    );
    assert_eq!(
        fs::read(one.join("ratings.csv")).unwrap(),
        fs::read(one.join("toy/ratings.csv")).unwrap(),
        "there is but one rulebook"
    );

    let mut reader = csv::Reader::from_path(one.join("ratings.csv")).unwrap();
    let mut rows: Vec<BTreeMap<String, String>> = reader.deserialize().collect::<Result<_, _>>().unwrap();
    rows.retain(|row| row["entity"] == "bot");
    let bots: Vec<&str> = rows.iter().map(|row| row["name"].as_str()).collect();
    for bot in ["random", "greedy", "expectimax", "mcts", "planner", "hold-the-line"] {
        assert!(bots.contains(&bot), "{bots:?}");
    }
    let numbers = |name: &str| -> Vec<f64> {
        rows.iter().map(|row| &row[name]).filter(|cell| !cell.is_empty()).map(|cell| cell.parse().unwrap()).collect()
    };
    let elo = numbers("elo");
    assert!(elo.is_sorted_by(|better, worse| better >= worse), "{elo:?}");
    assert!(elo.iter().sum::<f64>().abs() < 0.1 * elo.len() as f64, "the mean of the field is 0: {elo:?}");
    // Two games a pairing hardly restrict a rating: then it has no interval.
    assert_eq!(numbers("elo_low").len(), numbers("elo_high").len());
    assert!(numbers("elo_low").iter().zip(numbers("elo_high")).all(|(low, high)| *low < high));
    assert!(numbers("games").iter().all(|games| *games == 2.0 * (bots.len() - 1) as f64));

    let manifest: toml::Table = fs::read_to_string(one.join("toy/manifest.toml")).unwrap().parse().unwrap();
    let output = &manifest["outputs"].as_array().unwrap()[0];
    let hash = blake3::hash(&fs::read(one.join("toy/games.csv")).unwrap());
    assert_eq!((output["path"].as_str(), output["blake3"].as_str()), (Some("games.csv"), Some(hash.to_hex().as_str())));
}

#[test]
fn a_ladder_of_named_bots_has_these_only() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("some");
    let mut command = assert_cmd::Command::cargo_bin("reglette").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    let words = ["tournament", "sprint", "--bots", "ladder,random,greedy", "--games", "2", "--out"];
    command.args(words).arg(&out).assert().success();
    let mut reader = csv::Reader::from_path(out.join("ratings.csv")).unwrap();
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().collect::<Result<_, _>>().unwrap();
    let names: Vec<&str> = rows.iter().filter(|row| row["entity"] == "bot").map(|row| row["name"].as_str()).collect();
    assert_eq!(names, ["greedy", "random"]);

    let mut unknown = assert_cmd::Command::cargo_bin("reglette").unwrap();
    let words = ["tournament", "sprint", "--bots", "ladder,random,gredy", "--out"];
    let done = unknown.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).arg(folder.path().join("none")).assert();
    assert!(String::from_utf8_lossy(&done.code(2).get_output().stderr).contains("greedy"));
}
