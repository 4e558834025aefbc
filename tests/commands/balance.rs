//! End-to-end tests of `reglette balance`: files that do not depend on threads, a usable rules file, and one message
//! for each kind of bad input.

use crate::empty_folder;
use assert_cmd::Command;
use assert_cmd::cargo::CommandCargoExt;
use rustix::process::Signal;
use std::fs;
use std::path::Path;

/// `reglette balance` in an empty folder.
fn balance(folder: &Path, arguments: &[&str]) -> Command {
    empty_folder::reglette(folder, &[&["balance"], arguments].concat())
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    empty_folder::done(folder, &[&["balance"], arguments].concat())
}

fn refused(arguments: &[&str]) -> String {
    empty_folder::refused(&[&["balance"], arguments].concat())
}

const BRIGADES: [&str; 11] =
    ["plain", "--armies", "brigade", "--budget", "130", "--games", "1000", "--held-out", "80", "--iterate", "2"];

#[test]
fn files_do_not_depend_on_threads_or_a_break_and_the_costs_can_be_used_as_rules() {
    let folder = tempfile::tempdir().unwrap();
    let mut runs = Vec::new();
    let log = folder.path().join("found/journal/log");
    for how in [&["--threads", "1"][..], &["--threads", "2"], &["--resume", "found", "--threads", "1", "--quiet"]] {
        let more = ["--out", "found", "--force", "--least-change", "--quiet", "--write", "rules/fair.toml"];
        let asked = [&BRIGADES[..], &more].concat();
        let screen = match how[0] {
            "--resume" => {
                let mut program = std::process::Command::cargo_bin("reglette").unwrap();
                program.current_dir(folder.path()).arg("balance").args(&asked);
                assert!(
                    crate::broken_off::signalled_at(&mut program, Signal::KILL, &log, 200).1,
                    "it was killed while it played"
                );
                // The costs of an older run may be the output file of this one.
                fs::write(folder.path().join("rules/fair.toml"), "").unwrap();
                let other = balance(folder.path(), &["--resume", "found", "--budget", "131"])
                    .assert()
                    .code(2)
                    .get_output()
                    .stderr
                    .clone();
                assert!(String::from_utf8(other).unwrap().contains("cannot be used with"));
                done(folder.path(), how)
            }
            _ => done(folder.path(), &[&asked, how].concat()),
        };
        assert!(screen.contains("Held-out armies of equal cost under the fitted costs"), "{screen}");
        let names = ["costs.csv", "fit.csv", "imbalance.csv", "steps.csv", "manifest.toml"];
        let files = names.map(|name| fs::read_to_string(folder.path().join("found").join(name)).unwrap());
        runs.push((files, fs::read_to_string(folder.path().join("rules/fair.toml")).unwrap(), screen));
        assert!(!folder.path().join("found/journal").exists());
    }
    assert!(runs[0] == runs[1] && runs[1] == runs[2], "{}\n{}\n{}", runs[0].2, runs[1].2, runs[2].2);
    let (files, rules, _) = &runs[0];
    assert!(files[0].contains("greedy,130.0000,troop,line_infantry,infantry,23.0000,"), "{}", files[0]);
    assert_eq!(
        files[2].lines().map(|line| line.split(',').nth(2).unwrap()).collect::<Vec<_>>(),
        ["costs", "list", "fitted", "least_change"]
    );
    assert!(
        rules.contains("extends = \"jomini-v2\"") && rules.contains("Source: manifest.toml of found, BLAKE3 "),
        "{rules}"
    );
    let mut check = Command::cargo_bin("reglette").unwrap();
    check.current_dir(folder.path()).args(["check", "rules/fair.toml"]).assert().code(0);
    assert_eq!(
        done(folder.path(), &["--resume", "found"]),
        "found contains finished results: there is nothing to resume\n"
    );
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
    said(&["sprint", "--armies", "hares,tortoises", "--troops", "stedy,brisk"], "did you mean \"steady\"?");
    said(
        &["sprint", "--armies", "hares,tortoises", "--budget", "3"],
        "no army of 2.4 to 3.6 points can be made of these troops",
    );
    said(&["sprint", "--armies", "one.toml"], "the pool has one troop, brisk");
    said(&["sprint", "--armies", "hares", "--troops", "brisk"], "the pool has one troop, brisk");
    said(&["sprint", "--armies", "hares", "--rules", "jomini-v1"], "it is for the rulebook");
    said(&["classic", "--armies", "hares"], "it brings its armies");
    said(
        &["sprint", "--armies", "hares", "--vary", "combativity"],
        "no parameter in this rulebook that could be varied",
    );
    said(&["open-field", "--armies", "gauls", "--vary", "combativty"], "did you mean \"combativity\"?");
    said(&["open-field", "--armies", "gauls,civil-war-texas-50"], "no army has troops of both (E13.13)");
    said(&["sprint", "--armies", "hares", "--limit", "brisk"], "expected TROOP=N");
    said(&["sprint", "--armies", "hares", "--budget", "10,12", "--write", "x.toml"], "one budget and one bot");
}

const NEW_LIST: [&str; 17] = [
    "--budget",
    "130",
    "--games",
    "400",
    "--held-out",
    "16",
    "--round",
    "0.5",
    "--unseen-scenarios",
    "crossroads",
    "--unseen-bots",
    "novice",
    "--unseen-games",
    "320",
    "--worst-armies",
    "8",
    "--quiet",
];

#[test]
fn what_a_new_list_leaves_does_not_depend_on_threads_or_a_break() {
    let folder = tempfile::tempdir().unwrap();
    let asked = [&["plain", "--armies", "brigade"][..], &NEW_LIST, &["--out", "found", "--force"]].concat();
    let mut runs = Vec::new();
    for threads in ["1", "2", "broken off"] {
        let screen = if threads == "broken off" {
            let mut program = std::process::Command::cargo_bin("reglette").unwrap();
            program.current_dir(folder.path()).arg("balance").args(&asked).args(["--threads", "1"]);
            // 200 meetings of the fit, 12 of held-out armies, 20 of the worst ones: the next are on unseen grounds.
            let log = folder.path().join("found/journal/log");
            let killed = crate::broken_off::signalled_at(&mut program, Signal::KILL, &log, 260).1;
            assert!(killed, "it was killed while it played");
            done(folder.path(), &["--resume", "found", "--threads", "2", "--quiet"])
        } else {
            done(folder.path(), &[&asked[..], &["--threads", threads]].concat())
        };
        let names = ["costs.csv", "unseen.csv", "worst_armies.csv", "manifest.toml"];
        let files = names.map(|name| fs::read_to_string(folder.path().join("found").join(name)).unwrap());
        runs.push((files, screen));
    }
    assert!(runs[0] == runs[1] && runs[1] == runs[2], "{}\n{}\n{}", runs[0].1, runs[1].1, runs[2].1);
    let (files, screen) = &runs[0];
    let found = folder.path().join("found");
    let rows = crate::tables::rows(&found, "unseen.csv");
    let place = |row: &crate::tables::Row| ["costs", "unseen", "led_by", "scenario", "games"].map(|it| row[it].clone());
    let wanted = |costs: &str| {
        [
            [costs, "scenario", "greedy", "crossroads", "320"],
            [costs, "bot", "novice", "plain", "320"],
            [costs, "both", "novice", "crossroads", "320"],
            [costs, "all", "", "", "960"],
        ]
        .map(|row| row.map(str::to_owned))
    };
    assert_eq!(rows.iter().map(place).collect::<Vec<_>>(), [wanted("list"), wanted("printable")].concat());
    for row in &rows {
        let [point, low, high] =
            ["absolute", "absolute_low", "absolute_high"].map(|it| row[it].parse::<f64>().unwrap());
        assert!(0.0 <= low && low <= point && point <= high && high <= 0.5, "{row:?}");
    }
    let worst = crate::tables::rows(&found, "worst_armies.csv");
    assert_eq!(worst.iter().map(|row| row["rank"].as_str()).collect::<Vec<_>>(), ["1", "2", "3", "4", "5"]);
    for row in &worst {
        let points: f64 = row["points"].parse().unwrap();
        assert!((128.7..=131.3).contains(&points) && row["games"] == "8" && row["costs"] == "printable", "{row:?}");
    }
    assert!(screen.contains("the worst armies still possible under the printable list"), "{screen}");
    assert!(screen.contains("held-out armies of equal cost where the costs were not fitted, 1,920 games"), "{screen}");
    // Joint intervals are wider than pointwise ones, and say whether they hold the printed cost.
    for cost in crate::tables::rows(&found, "costs.csv") {
        let value = |column: &str| cost[column].parse::<f64>().ok();
        if let (Some(low), Some(joint)) = (value("fair_low"), value("joint_low")) {
            assert!(joint < low && value("joint_high") > value("fair_high"), "{cost:?}");
            assert!(["true", "false"].contains(&cost["in_joint"].as_str()), "{cost:?}");
        }
    }
    assert!(files[3].contains("unseen_bots = [\"novice\"]") && files[3].contains("worst_armies = 8"), "{}", files[3]);
    let page = fs::read_to_string(found.join("report.html")).unwrap();
    assert!(page.contains("The worst armies still possible") && page.contains("Imbalance on unseen grounds"));
    assert!(page.contains("--unseen-scenarios crossroads --unseen-bots novice --unseen-games 320 --worst-armies 8"));
}

#[test]
fn a_price_planted_in_the_race_is_found_among_the_worst_armies() {
    let folder = tempfile::tempdir().unwrap();
    let race = "extends = \"toy\"\ntrips_on = 1\nneeded = 3\n\
        faces = { one = 0, two = 2, three = 2, four = 3, five = 3, six = 4 }\n";
    // Three dice for the price of one.
    fs::write(folder.path().join("planted.toml"), format!("{race}[troop_costs]\nreckless = 3\n")).unwrap();
    fs::write(folder.path().join("march.toml"), "name = \"March\"\nlength = 40\nrounds = 20\n").unwrap();
    let pool = ["march.toml", "--rules", "planted.toml", "--armies", "hares,tortoises", "--budget", "11"];
    // No cost is a multiple of 100 points that the games prefer, so that the list stays as it is.
    let how = ["--spread", "50", "--tolerance", "30", "--games", "4000", "--round", "100", "--worst-armies", "400"];
    let screen = done(folder.path(), &[&pool[..], &how, &["--out", "found", "--quiet"]].concat());
    let worst = crate::tables::rows(&folder.path().join("found"), "worst_armies.csv");
    let strong = worst.iter().find(|row| row["predicted"].parse::<f64>().unwrap() > 0.5).expect(&screen);
    assert!(strong["army"].contains("reckless") && strong["verdict"] == "confirmed", "{screen}");
    assert!(worst.iter().all(|row| row["search"] == "complete"), "{screen}");
}

#[test]
fn unseen_grounds_and_bots_that_do_not_serve_are_named() {
    let said = |arguments: &[&str], words: &str| {
        let message = refused(&[&["plain", "--armies", "brigade"][..], arguments].concat());
        assert!(message.starts_with("error: ") && message.contains(words), "{arguments:?}: {message}");
    };
    said(&["--unseen-scenarios", "plain"], "--unseen-scenarios plain: it has part in the fit");
    said(&["--unseen-scenarios", "river,river"], "--unseen-scenarios river: it is named twice");
    said(&["--unseen-scenarios", "crosroads"], "did you mean \"crossroads\"?");
    said(&["--unseen-scenarios", "sprint"], "rulebook");
    said(&["--unseen-bots", "greedy"], "--unseen-bots greedy: it has part in the fit");
    said(&["--unseen-bots", "novice,novice"], "--unseen-bots novice: it is named twice");
    said(&["--unseen-bots", "novise"], "did you mean \"novice\"?");
    said(&["--unseen-games", "64"], "--unseen-games needs --unseen-scenarios or --unseen-bots");
    said(&["--worst-armies", "3"], "4");
}

/// The ratings of a tournament of some bots, as a file.
fn ratings(folder: &Path) -> String {
    let bots = ["plain", "--armies", "brigade,france", "--bots", "artillery-first,novice,greedy", "--games", "16"];
    let bots = [&bots[..], &["--out", "met", "--quiet"]].concat();
    empty_folder::done(folder, &[&["tournament"][..], &bots].concat());
    "met/ratings.csv".to_owned()
}

#[test]
fn costs_by_strength_follow_from_the_ratings_of_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = ratings(folder.path());
    let pool = ["plain", "--armies", "brigade", "--budget", "130", "--games", "800", "--held-out", "16"];
    let bots = ["--bots", "greedy,artillery-first,novice", "--ratings", &file, "--round", "0.5", "--out", "found"];
    let screen = done(folder.path(), &[&pool[..], &bots].concat());
    let rows = crate::tables::rows(&folder.path().join("found"), "rungs.csv");
    let order: Vec<&str> = rows.iter().take(3).map(|row| row["bot"].as_str()).collect();
    let elo: Vec<f64> = rows.iter().take(3).map(|row| row["elo"].parse().unwrap()).collect();
    assert!(elo.is_sorted() && elo[0] < elo[2], "{order:?} {elo:?}");
    let slopes = crate::tables::rows(&folder.path().join("found"), "strength.csv");
    // The slope of least squares by hand, less the spread that the errors of three ratings make: twice their mean square.
    for slope in &slopes {
        let of: Vec<&_> = rows.iter().filter(|row| row["name"] == slope["name"]).collect();
        let value = |row: &crate::tables::Row, column: &str| row[column].parse::<f64>().unwrap();
        let middle = of.iter().map(|row| value(row, "elo")).sum::<f64>() / 3.0;
        let spread: f64 = of.iter().map(|row| (value(row, "elo") - middle).powi(2)).sum();
        let spread = spread - 2.0 * of.iter().map(|row| value(row, "elo_error").powi(2)).sum::<f64>() / 3.0;
        let product: f64 = of.iter().map(|row| (value(row, "elo") - middle) * value(row, "fair_cost")).sum();
        let found = value(slope, "points_a_100_elo");
        assert!((found - 100.0 * product / spread).abs() < 1e-3, "{slope:?}: {}", 100.0 * product / spread);
    }
    assert!(
        !slopes.is_empty() && screen.contains(&format!("by the strength of the player: {} (", order[0])),
        "{screen}"
    );
    let page = fs::read_to_string(folder.path().join("found/report.html")).unwrap();
    assert!(
        page.contains("Strength of the player") && page.contains("Scenario plain") && page.contains("Army brigade")
    );
    // The ratings are a file of another folder, whose text the manifest has.
    assert!(page.contains("All of it again: <code>reglette run .</code>"));
    // Changed costs of the printable list are multiples of its step.
    for cost in crate::tables::rows(&folder.path().join("found"), "costs.csv") {
        let [list, printed] = ["list_cost", "printable"].map(|column| cost[column].parse::<f64>().unwrap_or(0.0));
        assert!(printed == list || (2.0 * printed).fract() == 0.0, "{cost:?}");
    }
    // A repetition reads the ratings again.
    let manifest = fs::read_to_string(folder.path().join("found/manifest.toml")).unwrap();
    assert!(manifest.contains("ratings = \"met/ratings.csv\""), "{manifest}");
}

#[test]
fn endings_and_parts_of_the_formula_are_reported_by_ground() {
    let folder = tempfile::tempdir().unwrap();
    let asked = ["open-field", "wood", "--armies", "gauls", "--budget", "12", "--games", "400", "--held-out", "16"];
    let screen = done(folder.path(), &[&asked[..], &["--quiet", "--out", "found"]].concat());
    let found = folder.path().join("found");
    let number = |row: &crate::tables::Row, column: &str| row[column].parse::<u64>().unwrap();
    let endings = crate::tables::rows(&found, "endings.csv");
    let ways = ["by_victory", "by_objective", "by_turn_limit", "by_agreement", "by_forfeit"];
    for row in &endings {
        assert_eq!(ways.iter().map(|way| number(row, way)).sum::<u64>(), number(row, "games"), "{row:?}");
    }
    let games = |purpose: &str, costs: &str| -> u64 {
        let of = endings.iter().filter(|row| row["purpose"] == purpose && row["costs"] == costs);
        of.map(|row| number(row, "games")).sum()
    };
    assert_eq!([games("fit", "list"), games("held_out", "list"), games("held_out", "fitted")], [400, 16, 16]);
    let cells = crate::tables::rows(&found, "cells.csv");
    for row in endings.iter().filter(|row| row["purpose"] == "fit") {
        let of_cell: Vec<u64> =
            cells.iter().filter(|cell| cell["scenario"] == row["scenario"]).map(|cell| number(cell, "games")).collect();
        assert!(!of_cell.is_empty() && of_cell.iter().all(|games| *games == number(row, "games")), "{row:?}");
    }
    // The same parts on each ground as over both.
    let listed = |rows: &[crate::tables::Row]| -> Vec<[String; 2]> {
        rows.iter().map(|row| ["name", "list_cost"].map(|column| row[column].clone())).collect()
    };
    let whole = listed(&crate::tables::rows(&found, "parts.csv"));
    let by_ground = crate::tables::rows(&found, "cell_parts.csv");
    for ground in ["open-field", "wood"] {
        let here: Vec<_> = by_ground.iter().filter(|row| row["scenario"] == ground).cloned().collect();
        assert!(whole.len() > 1 && listed(&here) == whole, "{here:?}");
    }
    assert!(screen.contains("The games of the fit ended: "), "{screen}");
    assert!(screen.contains(" of 2 combinations reject every formula of these parts."), "{screen}");
    let page = fs::read_to_string(found.join("report.html")).unwrap();
    assert!(page.contains("How games ended") && page.contains("The parts of the formula by scenario and bot"));
}

#[test]
fn ratings_that_do_not_serve_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = ratings(folder.path());
    let refused = |more: &[&str]| {
        let pool = [&["balance", "plain", "--armies", "brigade", "--ratings"][..], more].concat();
        let output = empty_folder::reglette(folder.path(), &pool).assert().code(2).get_output().stderr.clone();
        String::from_utf8(output).unwrap()
    };
    let bots = |names: &'static str| [&[file.as_str(), "--bots", names][..]].concat();
    assert!(refused(&bots("novice,greedy")).contains("at least 3 bots"));
    assert!(refused(&bots("novice,greedy,mcts-fast")).contains("no rating of the bot \"mcts-fast\" in jomini"));
    assert!(refused(&["met/bots.csv", "--bots", "artillery-first,novice,greedy"]).contains("expected ratings.csv"));
    assert!(refused(&["no.csv", "--bots", "artillery-first,novice,greedy"]).contains("no.csv"));
}

#[test]
fn a_list_of_least_change_may_be_missing_or_unaffordable() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file("track40.toml", "name = \"March\"\nlength = 40\nrounds = 20\n");
    file("track30.toml", "name = \"March30\"\nlength = 30\nrounds = 20\n");
    let faces = "{ one = 0, two = 2, three = 2, four = 3, five = 3, six = 4 }";
    file("march.toml", &format!("extends = \"toy\"\ntrips_on = 1\nneeded = 3\nfaces = {faces}\n"));
    let studied = |tracks: &[&str], bot: &str, others: &[&str]| {
        let asked = ["--rules", "march.toml", "--armies", "hares,tortoises", "--budget", "14", "--spread", "50"];
        let more = ["--tolerance", "35", "--bots", bot, "--games", "3000", "--held-out", "400", "--least-change"];
        done(folder.path(), &[tracks, &asked, &more, others, &["--force", "--out", "found"]].concat())
    };
    // All costs but one change, and become so high that no army of the budget can be made.
    let screen = studied(
        &["track40.toml", "track30.toml"],
        "random",
        &["--unseen-scenarios", "sprint", "--unseen-games", "400"],
    );
    assert!(
        screen.contains("Not evaluated: at the costs of the fewest changes no army of 14 points can be made."),
        "{screen}"
    );
    let evaluated = crate::tables::rows(&folder.path().join("found"), "imbalance.csv");
    assert_eq!(evaluated.iter().map(|row| row["costs"].as_str()).collect::<Vec<_>>(), ["list", "fitted"]);
    // The cost that would remain is worth nothing to this bot.
    let screen = studied(&["track40.toml"], "greedy", &[]);
    assert!(screen.contains("There is no list with the fewest changes"), "{screen}");
}
