//! What is said of runs: plans, reruns, replays, versions.

use crate::{files, said, text};
use std::fs;

#[test]
fn a_run_is_repeated_from_its_manifest_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // Files of one's own leave their text in the manifest, also those on which others lie.
    fs::create_dir_all(at("rules")).unwrap();
    fs::write(at("rules/base.toml"), "extends = \"jomini-v2\"\nsupport_neighbours = 3\n").unwrap();
    fs::write(at("rules/mine.toml"), "extends = \"base\"\n").unwrap();
    fs::write(at("bot.toml"), "extends = \"greedy\"\nkind = \"greedy\"\n").unwrap();
    let mut command = crate::reglette(&[
        "tournament",
        "plain",
        "--rules",
        "mine",
        "--armies",
        "france",
        "--bots",
        "bot.toml,random",
        "--games",
        "6",
        "--out",
        "first",
    ]);
    let output = command.current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::remove_dir_all(at("rules")).unwrap();
    fs::remove_file(at("bot.toml")).unwrap();
    fs::rename(at("first/manifest.toml"), at("manifest.toml")).unwrap();
    assert!(said(&["rerun", text(&at("manifest.toml")), "--out", text(&at("second"))], 0).contains("The same games as in"));
    fs::rename(at("manifest.toml"), at("first/manifest.toml")).unwrap();
    assert!(files(&at("first")) == files(&at("second")));
}

#[test]
fn a_plan_can_be_written_and_played_later() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let what = ["tournament", "plain", "--armies", "france,prussia", "--bots", "random", "--games", "4"];
    said(&[&what[..], &["--plan-only", "--out", text(&at("plan"))]].concat(), 0);
    said(&[&what[..], &["--out", text(&at("run"))]].concat(), 0);
    said(&["rerun", text(&at("plan/plan.toml")), "--out", text(&at("rerun"))], 0);
    assert!(files(&at("run")) == files(&at("rerun")));
    // What was planned is what was played.
    let columns = |path: &str, count: usize| -> Vec<String> {
        let text = fs::read_to_string(at(path)).unwrap();
        text.lines().map(|line| line.split(',').take(count).collect::<Vec<_>>().join(",")).collect()
    };
    assert_eq!(columns("plan/schedule.csv", 7), columns("run/games.csv", 7));
}

#[test]
fn a_game_is_told_from_its_number_and_a_sample_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    said(&["tournament", "plain", "--armies", "france,prussia", "--bots", "random,greedy", "--games", "4", "--out", text(&run)], 0);
    let games = fs::read_to_string(run.join("games.csv")).unwrap();
    let row: Vec<&str> = games.lines().nth(8).unwrap().split(',').collect();
    let told = said(&["replay", text(&run), "--game", "7", "--map", "none"], 0);
    let winner = if row[8] == "draw" { "a draw".to_owned() } else { format!("{} wins", row[8]) };
    assert!(told.contains(&format!("game 7 · pair {}", row[2])) && told.contains(&winner), "{told}");
    assert!(said(&["replay", text(&run), "--game", "999"], 2).contains("numbered from 0 to"));
    assert!(said(&["replay", text(&run), "--verify", "5"], 0).contains("5 games of "));
    fs::write(run.join("games.csv"), games.replace(",red,", ",blue,")).unwrap();
    assert!(said(&["replay", text(&run), "--verify"], 2).contains("came out differently"));
}

#[test]
fn the_version_tells_the_engine_signatures() {
    let told = said(&["--version"], 0);
    for name in reglette::catalog::NAMES {
        let signature = told.lines().find_map(|line| line.trim().strip_prefix(name)).unwrap_or_else(|| panic!("{told}"));
        assert_eq!(signature.trim().len(), 16, "{told}");
    }
}
