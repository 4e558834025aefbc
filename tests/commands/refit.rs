//! Costs can be fitted again from the files of a run: `docs/refit.py` gets the same numbers from `meetings.csv`, and
//! reports a changed file.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// A ground, with the armies whose troops are studied on it.
const BRIGADE: [&str; 5] = ["plain", "--armies", "brigade", "--budget", "130"];
const WITH_ELEPHANTS: [&str; 5] = ["open-field", "--armies", "carthaginians,republican-romans", "--budget", "35"];

/// Runs a study of troops, in a folder of its own.
fn balance(folder: &Path, ground: [&str; 5], further: &[&str]) {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder).arg("balance").args(ground).args(["--held-out", "16", "--out", "found", "--quiet"]);
    command.args(further).assert().code(0);
}

/// The output of the script for the run, and whether everything agrees.
fn refit(folder: &Path) -> (String, bool) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/refit.py");
    let mut command = Command::new("python3");
    let output = command
        .current_dir(folder)
        .arg(script)
        .args(["found", "--check"])
        .output()
        .expect("python3 runs, as for tests/play/external");
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (text, output.status.success())
}

/// Turns the first victory that entered the fit into a defeat.
fn falsify(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let won = |line: &&str| line.split(',').nth(5) == Some("true") && line.split(',').nth(9) == Some("1.0");
    let line = text.lines().find(won).expect("a game of the fit is won");
    fs::write(path, text.replacen(line, &line.replacen(",1.0,", ",0.0,", 1), 1)).unwrap();
}

#[test]
fn the_script_gets_the_costs_of_a_run_from_its_meetings() {
    let folder = tempfile::tempdir().unwrap();
    balance(folder.path(), BRIGADE, &["--games", "400", "--seed", "3", "--iterate", "3"]);
    let (text, agrees) = refit(folder.path());
    assert!(agrees && text.contains("are those of the run"), "{text}");
    let found = folder.path().join("found");
    // Every meeting of the fit has a row, and every game its score.
    let meetings = fs::read_to_string(found.join("meetings.csv")).unwrap();
    let steps = fs::read_to_string(found.join("steps.csv")).unwrap();
    let last = steps.lines().last().unwrap().split(',').nth(2).unwrap().parse::<usize>().unwrap();
    assert_eq!(meetings.lines().filter(|line| line.split(',').nth(2) == Some("fit")).count(), 200 * last, "{steps}");
    // A changed result is detected.
    falsify(&found.join("meetings.csv"));
    let (text, agrees) = refit(folder.path());
    assert!(!agrees && text.contains("here, ") && text.contains("in the run"), "{text}");
}

#[test]
fn the_script_knows_the_floor() {
    let folder = tempfile::tempdir().unwrap();
    balance(folder.path(), WITH_ELEPHANTS, &["--games", "1000", "--seed", "7"]);
    let costs = fs::read_to_string(folder.path().join("found/costs.csv")).unwrap();
    assert!(costs.lines().any(|line| line.contains(",0.60,true,")), "elephants are at the floor: {costs}");
    let (text, agrees) = refit(folder.path());
    assert!(agrees, "{text}");
}
