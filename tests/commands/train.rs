//! End-to-end tests of `reglette train`: bots gain under changed rules, their files do not depend on threads and state
//! their origin, a bot without improvement is not written, and bad input gets one message.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// The program in a folder, where else only the built-in files are available.
fn reglette(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder).args(words);
    command
}

fn done(folder: &Path, words: &[&str]) -> String {
    let output = reglette(folder, words).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// A fast bot that prefers not to run, and rules under which runners trip more rarely.
fn ground() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let spoilt = "kind = \"greedy\"\nextends = \"greedy\"\n[toy.appraisal]\nsteps = -1.0\n";
    fs::write(folder.path().join("spoilt.toml"), spoilt).unwrap();
    fs::write(folder.path().join("changed.toml"), "extends = \"toy\"\ntrips_on = 5\n").unwrap();
    folder
}

const GROUND: [&str; 4] = ["train", "sprint", "--armies", "hares,tortoises"];

#[test]
fn bots_gain_under_changed_rules_and_their_files_do_not_depend_on_threads() {
    let folder = ground();
    let how = ["--rules", "changed.toml", "--fast", "spoilt.toml", "--rounds", "2", "--games", "400"];
    let matches = ["--fast-games", "200", "--search-games", "20", "--out", "new/mine.toml", "--force"];
    let mut files = Vec::new();
    for threads in ["1", "2"] {
        let screen = done(folder.path(), &[&GROUND[..], &how, &matches, &["--threads", threads]].concat());
        assert!(screen.contains("Round 1: ") && screen.contains("Round 2: "), "{screen}");
        assert!(screen.contains("Against the original spoilt: "), "{screen}");
        let read = |name: &str| fs::read_to_string(folder.path().join("new").join(name)).unwrap();
        files.push((read("mine.toml"), read("mine-search.toml"), read("mine.html"), screen));
    }
    let (fast, search, page, _) = &files[0];
    assert!(files[0].0 == files[1].0 && files[0].1 == files[1].1 && files[0].3 == files[1].3);
    let origin = "# 2 rounds of 200 games of self-play under changed on sprint with hares, tortoises; ";
    for (file, from) in [(fast, "spoilt.toml"), (search, "bots/expectimax.toml")] {
        assert!(file.starts_with(&format!("# Weights trained from {from} by `reglette train`, seed 1.\n")), "{file}");
        assert!(file.contains(origin) && file.contains("# Matches on classic:\n"), "{file}");
    }
    assert!(fast.contains("\nkind = \"greedy\"\nextends = \"../spoilt.toml\"\n\n[toy.appraisal]\nsteps = "), "{fast}");
    assert!(page.contains("Scenarios of the matches") && page.contains("reglette train sprint"), "{page}");

    // The gain is shown by games that the training did not see.
    let met = ["tournament", "sprint", "--rules", "changed.toml", "--armies", "hares,tortoises"];
    let bots = ["--bots", "new/mine.toml,spoilt.toml", "--games", "400", "--seed", "77"];
    let screen = done(folder.path(), &[&met[..], &bots].concat());
    assert!(screen.contains("the most points: mine, "), "{screen}");
}

#[test]
fn bots_without_improvement_are_not_written() {
    let folder = ground();
    let how = ["--rounds", "1", "--games", "40", "--fast-games", "16", "--search-games", "0", "--out", "new.toml"];
    let screen = done(folder.path(), &[&GROUND[..], &how].concat());
    for bot in ["greedy", "expectimax"] {
        assert!(screen.contains(&format!("No weights better than those of {bot} were found.")), "{screen}");
    }
    assert!(folder.path().join("new.html").exists());
    assert!(!folder.path().join("new.toml").exists() && !folder.path().join("new-search.toml").exists());
}

#[test]
fn bad_input_is_refused_before_play() {
    let folder = ground();
    let how = ["--rounds", "1", "--fast-games", "16", "--search-games", "0", "--out", "new.toml"];
    let before = fs::read_dir(folder.path()).unwrap().count();
    for (words, message) in [
        (
            ["--without", "progess"],
            "--without names \"progess\", which is no feature of toy; did you mean \"progress\"?",
        ),
        (["--without", "x"], "--without names \"x\", which is no feature of toy; its features: "),
        (["--noise", "2"], "--noise 2 is not a probability"),
        (["--spread", "-1"], "--spread -1 is not a share from 0 to 1"),
        (["--hours", "0"], "--hours 0 is not a number of hours above 0"),
        (["--fast", "random"], "--fast: bots/random.toml is not a bot of kind \"greedy\""),
        (["--search", "greedy"], "--search: bots/greedy.toml is not a bot that searches: it has no key \"scale\""),
        (["--search", "planner"], "--search: bots/planner.toml does not compare the actions of a decision; expected "),
        (["--match-scenarios", "sprint"], "scenarios/toy/sprint.toml is used for self-play; name others"),
    ] {
        let output = reglette(folder.path(), &[&GROUND[..], &how, &words].concat()).assert().code(2);
        let error = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(error.contains(message), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before, "bad input leaves nothing behind");
    }
}
