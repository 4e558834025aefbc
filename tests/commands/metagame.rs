//! `reglette metagame`: which lists take part, that its files equal those of a tournament, and that they do not depend
//! on threads, shards or repetition.

use assert_cmd::Command;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn reglette(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder).args(arguments);
    command
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    String::from_utf8(reglette(folder, arguments).assert().code(0).get_output().stdout.clone()).unwrap()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    String::from_utf8(reglette(folder, arguments).assert().code(2).get_output().stderr.clone()).unwrap()
}

/// A folder with teams of its own beside the hares (14 points) and the tortoises (8): for each its runners by their
/// dice.
fn with_teams(teams: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("armies/toy")).unwrap();
    for (name, dice) in teams {
        let runners: Vec<String> =
            dice.iter().enumerate().map(|(n, dice)| format!("{{ name = \"{n}\", dice = {dice} }}")).collect();
        let text = format!("name = \"{name}\"\nrunners = [{}]\n", runners.join(", "));
        fs::write(folder.path().join(format!("armies/toy/{name}.toml")), text).unwrap();
    }
    folder
}

fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(path).unwrap().deserialize().map(Result::unwrap).collect()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files =
        entries.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()));
    files.filter(|(name, _)| name != "run.toml").collect()
}

const TEAMS: &[(&str, &[u8])] =
    &[("foxes", &[2, 2, 2]), ("snails", &[1, 1, 1]), ("storks", &[3, 3, 3]), ("alone", &[1])];

#[test]
fn all_compatible_lists_play_and_the_worst_are_dominated() {
    let folder = with_teams(TEAMS);
    let screen = done(folder.path(), &["metagame", "sprint", "--games", "400", "--quiet"]);
    assert!(
        screen.contains(
            "Omitted (red has 1 runners but needs 2): alone\n5 lists of 6 to 18 points, all played by greedy\n"
        ),
        "{screen}"
    );
    assert!(screen.contains("Note: the costs of these lists differ"), "{screen}");
    let rendered: Vec<&str> =
        screen.lines().skip_while(|line| !line.starts_with("The metagame of 5 lists")).take(5).collect();
    assert!(rendered[2].starts_with("  dominated  2 lists: ") && rendered[2].contains("storks by "), "{rendered:?}");

    let run = folder.path().join("results/001-metagame");
    let metagame = rows(&run.join("metagame.csv"));
    let names: Vec<&str> = metagame.iter().map(|row| row["army"].as_str()).collect();
    let verdict = |name: &str| metagame.iter().find(|row| row["army"] == name).unwrap()["verdict"].as_str();
    assert_eq!((verdict("storks"), verdict("hares")), ("dominated", "dominated"));
    assert!(
        metagame.iter().filter(|row| row["verdict"] == "open").count() >= 2,
        "the two slow ones are all but equal: {metagame:?}"
    );
    let armies = rows(&run.join("armies.csv"));
    for row in &metagame {
        let army = armies.iter().find(|army| army["army"] == row["army"]).unwrap();
        for [ours, theirs] in [
            ["points", "points"],
            ["games", "games"],
            ["rate", "rate"],
            ["rate_low", "rate_low"],
            ["rate_high", "rate_high"],
        ] {
            assert_eq!(row[ours], army[theirs], "{ours} of {}", row["army"]);
        }
        // No list dominates in more replicates than any list does.
        if !row["dominated_by"].is_empty() {
            let share = |column: &str| row[column].parse::<f64>().unwrap();
            assert!(share("dominated_by_it_share") <= share("dominated_share") && share("dominated_by_it_share") > 0.0);
        }
    }

    let matrix: Vec<Vec<String>> = fs::read_to_string(run.join("matrix.csv"))
        .unwrap()
        .lines()
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect();
    assert_eq!(matrix[0][..2], ["led_by", "army"]);
    assert!(
        matrix[1..].iter().map(|row| &row[1]).eq(&names) && matrix[1..].iter().all(|row| row[0] == "greedy"),
        "in the order of metagame.csv"
    );
    let mut columns = matrix[0][2..].to_vec();
    columns.sort();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(columns, sorted);
    let superiority = rows(&run.join("superiority.csv"));
    for row in superiority.iter().filter(|row| row["entity"] == "army") {
        let line = |name: &str| names.iter().position(|known| *known == name).unwrap() + 1;
        let column = |name: &str| matrix[0].iter().position(|known| known == name).unwrap();
        let rate: f64 = row["rate"].parse().unwrap();
        let cell: f64 = matrix[line(&row["first"])][column(&row["second"])].parse().unwrap();
        assert!((cell - rate).abs() < 1e-6, "a share like any other: {row:?} {cell}");
        assert_eq!(matrix[line(&row["first"])][column(&row["first"])], "0.500000");
    }
}

#[test]
fn a_metagame_is_a_tournament_on_any_threads_in_shards_and_again() {
    let folder = with_teams(TEAMS);
    let path = |name: &str| folder.path().join(name);
    let lists = ["--armies", "foxes,hares,snails,storks,tortoises"];
    for (command, out, threads) in [("metagame", "one", "1"), ("metagame", "two", "2"), ("tournament", "other", "2")] {
        let bot = if command == "metagame" { ["--bot", "random"] } else { ["--bots", "random"] };
        done(
            folder.path(),
            &[&[command, "sprint", "--games", "60", "--threads", threads, "--out", out, "--quiet"], &lists[..], &bot]
                .concat(),
        );
    }
    let one = files(&path("one"));
    assert!(one.contains_key("matrix.csv") && one.contains_key("metagame.csv"));
    assert!(one == files(&path("two")) && one == files(&path("other")));
    done(folder.path(), &["rerun", "one", "--out", "again", "--quiet"]);
    assert!(one == files(&path("again")));
    for shard in ["1/2", "2/2"] {
        let out = format!("part-{}", &shard[..1]);
        let how =
            ["metagame", "sprint", "--games", "60", "--bot", "random", "--shard", shard, "--out", &out, "--quiet"];
        done(folder.path(), &[&how[..], &lists].concat());
    }
    let merged = done(folder.path(), &["merge", "part-1", "part-2", "--out", "whole"]);
    assert!(merged.contains("The metagame of 5 lists"), "{merged}");
    assert!(one == files(&path("whole")));
    assert!(done(folder.path(), &["metagame", "--resume", "one"]).contains("is finished"));
}

#[test]
fn a_budget_leaves_out_what_costs_another_sum() {
    let folder = with_teams(&[("geese", &[2, 1, 1]), ("ducks", &[2, 2]), ("storks", &[3, 3, 3])]);
    let how = ["--games", "2", "--plan-only", "--out", "plan", "--force"];
    let screen = done(folder.path(), &[&["metagame", "sprint", "--budget", "8"], &how[..]].concat());
    let left_out = "Omitted (it costs 14 points): hares\nOmitted (it costs 18 points): storks\n3 lists of 8 points, \
        all played by greedy\n";
    assert!(screen.contains(left_out) && !screen.contains("Note:"), "{screen}");
    let screen = done(folder.path(), &[&["metagame", "sprint", "--budget", "8..14.5"], &how[..]].concat());
    assert!(screen.contains("4 lists of 8 to 14 points") && !screen.contains("Note:"), "{screen}");
    // The prices of the rules are the ones that count.
    fs::create_dir(folder.path().join("rules")).unwrap();
    fs::write(folder.path().join("rules/dear.toml"), "extends = \"toy\"\nprice = 3\n").unwrap();
    let screen =
        done(folder.path(), &[&["metagame", "sprint", "--budget", "12", "--rules", "dear"], &how[..]].concat());
    assert!(screen.contains("3 lists of 12 points"), "{screen}");
}

#[test]
fn lists_of_periods_that_never_meet_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let screen = done(folder.path(), &["metagame", "open-field", "--games", "2", "--plan-only", "--out", "plan"]);
    assert!(screen.contains("and 18 more") && screen.contains("(it cannot play caesarian-romans"), "{screen}");
    let plan = fs::read_to_string(folder.path().join("plan/plan.toml")).unwrap();
    assert!(plan.contains("name = \"gauls\"") && !plan.contains("napoleonic") && !plan.contains("civil-war"));
}

#[test]
fn an_invalid_metagame_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let rendered = |arguments: &[&str]| refused(folder.path(), &[&["metagame"], arguments].concat());
    assert!(rendered(&["cannae"]).contains("it brings its armies; a metagame needs a scenario that accepts any lists"));
    assert!(
        rendered(&["open-field", "--armies", "gauls,germans"])
            .contains("--armies names 2 lists, but a metagame needs 3 or more")
    );
    assert!(rendered(&["open-field", "--budget", "3"]).contains("0 lists left that can play each other"));
    assert!(rendered(&["open-field", "--budget", "many"]).contains("expected points, such as 35, or 33..37"));
    assert!(
        rendered(&["open-field", "--budget", "35", "--armies", "gauls,germans,picts"]).contains("cannot be used with")
    );
    assert!(rendered(&["open-field", "--bot", "greddy"]).contains("greedy"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "bad input leaves nothing behind");
}
