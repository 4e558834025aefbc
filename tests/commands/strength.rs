//! `--ratings` of `tournament`, `metagame` and `compare`: slopes of what one bot finds over the strength of several.

use crate::empty_folder::{done, folder_with, reglette};
use crate::tables::{Row, rows};
use std::fs;
use std::path::Path;

/// A bot that overlooks half of its actions: below `random` in the toy race, which ends before it should.
const MILD: &str = "kind = \"softmax\"\nextends = \"greedy\"\n\n[search]\ntemperature = 3.0\noverlook = 0.5\n";
/// Four rungs of the toy race.
const RUNGS: &str = "greedy,random,mild.toml,novice";

/// A folder with four bots and their ratings.
fn with_ratings(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = folder_with(&[files, &[("mild.toml", MILD)]].concat());
    let met = ["tournament", "sprint", "--armies", "hares,tortoises", "--bots", RUNGS, "--games", "120"];
    done(folder.path(), &[&met[..], &["--out", "met", "--quiet"]].concat());
    folder
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

/// Checks that each slope is that of least squares over the rungs, computed here by hand: with four rungs, over the
/// spread of the ratings less that of three errors.
fn check_slopes(folder: &Path) -> (Vec<Row>, Vec<Row>) {
    let (trends, rungs) = (rows(folder, "strength_trends.csv"), rows(folder, "strength_rungs.csv"));
    assert_eq!(rungs.len(), 4 * trends.len());
    for (trend, of) in trends.iter().zip(rungs.chunks(4)) {
        assert!(
            of.iter()
                .all(|rung| ["variant", "scenario", "measure", "subject"].iter().all(|it| rung[*it] == trend[*it]))
        );
        let elo: Vec<f64> = of.iter().map(|rung| number(rung, "elo")).collect();
        assert!(elo.is_sorted() && elo[3] - elo[0] > 100.0, "{elo:?}");
        let middle = elo.iter().sum::<f64>() / 4.0;
        let noise = of.iter().map(|rung| number(rung, "elo_error").powi(2)).sum::<f64>() / 4.0;
        let spread = elo.iter().map(|elo| (elo - middle).powi(2)).sum::<f64>() - 3.0 * noise;
        let product: f64 = of.iter().map(|rung| (number(rung, "elo") - middle) * number(rung, "value")).sum();
        let slope = number(trend, "per_100_elo");
        let written = 100.0 * product / spread;
        assert!((slope - written).abs() < 1e-3 * (1.0 + written.abs()), "{trend:?}: {written}");
        let [low, high] = ["low", "high"].map(|end| number(trend, &format!("per_100_elo_between_{end}")));
        assert!(low < slope && slope < high && number(trend, "p_adjusted") >= number(trend, "p_value"), "{trend:?}");
    }
    (trends, rungs)
}

#[test]
fn a_tournament_compares_the_first_move_of_its_bots_and_is_repeated_with_the_same_ratings() {
    let folder = with_ratings(&[]);
    let asked = ["tournament", "sprint", "--armies", "hares,tortoises", "--bots", RUNGS, "--games", "60"];
    let asked =
        [&asked[..], &["--ratings", "met/ratings.csv", "--quiet", "--games-csv", "none", "--seed", "5"]].concat();
    let screen = done(folder.path(), &[&asked[..], &["--out", "found"]].concat());
    assert!(screen.contains("By the strength of the player: mild ("), "{screen}");
    let at = |name: &str| folder.path().join(name);
    let (trends, rungs) = check_slopes(&at("found"));
    let of: Vec<[&str; 3]> =
        trends.iter().map(|row| ["scenario", "measure", "subject"].map(|column| row[column].as_str())).collect();
    assert_eq!(of, [["sprint", "first_player_rate", ""]]);
    // The figure of the only pairing of each bot.
    let quality = rows(&at("found"), "quality.csv");
    for rung in &rungs {
        let is_own = |row: &&Row| [&row["first_bot"], &row["second_bot"]] == [&rung["bot"]; 2];
        let own = quality.iter().filter(is_own).find(|row| row["measure"] == "first_player_rate").unwrap();
        assert_eq!(number(own, "value"), number(rung, "value"), "{rung:?}");
    }
    let manifest = fs::read_to_string(at("found/manifest.toml")).unwrap();
    for part in ["path = \"met/ratings.csv\"", "[plan.ratings]", "elo_error = ", "rulebook,entity"] {
        assert!(manifest.contains(part), "{part}: {manifest}");
    }
    let page = fs::read_to_string(at("found/report.html")).unwrap();
    assert!(page.contains("Strength of the player") && page.contains("measures under each bot"));

    // Repeated, restored and merged without the file.
    fs::rename(at("met"), at("gone")).unwrap();
    let again = done(folder.path(), &["run", "found", "--out", "again", "--quiet"]);
    assert!(again.contains("The same games as in found."), "{again}");
    fs::remove_file(at("found/strength_trends.csv")).unwrap();
    let restored = done(folder.path(), &["tournament", "--resume", "found"]);
    assert!(restored.contains("restored from its counts: strength_trends.csv"), "{restored}");
    fs::rename(at("gone"), at("met")).unwrap();
    for part in ["1/2", "2/2"] {
        done(folder.path(), &[&asked[..], &["--shard", part, "--out", &part[..1]]].concat());
    }
    fs::rename(at("met"), at("gone")).unwrap();
    let merged = done(folder.path(), &["merge", "1", "2", "--out", "merged"]);
    assert!(merged.contains("By the strength of the player"), "{merged}");
    for file in ["strength_trends.csv", "strength_rungs.csv", "tallies.json"] {
        let text = |run: &str| fs::read(at(run).join(file)).unwrap();
        assert!(text("found") == text("again"), "{file}");
        if file != "tallies.json" {
            assert!(text("found") == text("merged"), "{file}");
        }
    }
}

#[test]
fn a_metagame_of_several_bots_compares_the_points_of_its_lists() {
    let team = |dice: u8| {
        let runner = |n: u8| format!("{{ name = \"{n}\", dice = {dice} }}");
        format!("runners = [{}, {}, {}]\n", runner(1), runner(2), runner(3))
    };
    let teams = [1, 2, 3].map(|dice| format!("name = \"{dice}\"\n{}", team(dice)));
    let folder = with_ratings(&[("one.toml", &teams[0]), ("two.toml", &teams[1]), ("three.toml", &teams[2])]);
    let lists = ["metagame", "sprint", "--rules", "toy", "--armies", "one.toml,two.toml,three.toml"];
    let bots = ["--bots", RUNGS, "--ratings", "met/ratings.csv", "--games", "60", "--quiet", "--out", "found"];
    let screen = done(folder.path(), &[&lists[..], &bots].concat());
    assert!(screen.contains("points against the field of one") && screen.contains("under greedy"), "{screen}");
    let at = folder.path().join("found");
    let (trends, rungs) = check_slopes(&at);
    let measures: Vec<&str> = trends.iter().map(|row| row["measure"].as_str()).collect();
    assert_eq!(measures, ["first_player_rate", "field_rate", "field_rate", "field_rate"]);
    // Each bot plays the lists by itself, and no bot another.
    let met = rows(&at, "matchups.csv");
    assert!(met.len() == 12 && met.iter().all(|row| row["first_bot"] == row["second_bot"]), "{met:?}");
    // The mean of the row of the matrix, the list itself left out.
    let matrix = rows(&at, "matrix.csv");
    for rung in rungs.iter().filter(|rung| rung["measure"] == "field_rate") {
        let own = matrix.iter().find(|row| row["led_by"] == rung["bot"] && row["army"] == rung["subject"]).unwrap();
        let others = ["one", "two", "three"].into_iter().filter(|other| *other != rung["subject"]);
        let mean = others.map(|other| number(own, other)).sum::<f64>() / 2.0;
        assert!((mean - number(rung, "value")).abs() < 2e-6, "{rung:?}: {mean}");
    }
    // Three dice win under bots that overlook actions, and lose under greedy.
    let of = |list: &str| trends.iter().find(|row| row["subject"] == list).unwrap()["verdict"].clone();
    assert_eq!(of("three"), "beats the field for weak play, loses to the field for strong play", "{trends:?}");
    // The old name of the option, with one bot.
    done(folder.path(), &[&lists[..], &["--bot", "random", "--games", "4", "--quiet", "--out", "one"]].concat());
    assert!(!folder.path().join("one/strength_trends.csv").exists());
}

#[test]
fn a_planted_effect_is_found_on_every_rung_and_repeated_from_the_manifest() {
    let folder = with_ratings(&[("long.toml", "extends = \"toy\"\nneeded = 3\n")]);
    let asked = ["compare", "sprint", "--rules", "toy", "--against", "long.toml", "--armies", "hares,tortoises"];
    let bots = ["--bots", RUNGS, "--ratings", "met/ratings.csv", "--games", "220", "--quiet", "--out", "found"];
    let screen = done(folder.path(), &[&asked[..], &bots].concat());
    assert!(screen.contains("The effects of long by the strength of the player: mild ("), "{screen}");
    let at = |name: &str| folder.path().join(name);
    let (trends, rungs) = check_slopes(&at("found"));
    let of = |measure: &str| trends.iter().find(|row| row["measure"] == measure).unwrap();
    // Three runners take longer to get home than two.
    assert_eq!(of("rounds")["verdict"], "higher from mild to greedy");
    assert!(
        trends.iter().all(|row| row["variant"] == "long") && trends.iter().any(|row| row["measure"] == "army_win_rate")
    );
    // The same figures as of a comparison under that bot alone.
    let alone = ["--bots", "random", "--games", "220", "--quiet", "--out", "alone"];
    done(folder.path(), &[&asked[..], &alone].concat());
    for row in rows(&at("alone"), "comparison.csv") {
        let is_same = |rung: &&Row| {
            rung["bot"] == "random" && ["scenario", "measure", "subject"].iter().all(|it| rung[*it] == row[*it])
        };
        // Where no game differs, the interval is that of what might have been seen.
        let Some(rung) = rungs.iter().find(is_same).filter(|_| row["verdict"] != "alike") else { continue };
        for [ours, theirs] in
            [["value", "difference"], ["value_low", "difference_low"], ["value_high", "difference_high"]]
        {
            assert_eq!(rung[ours], row[theirs], "{ours} of {row:?}");
        }
    }
    let page = fs::read_to_string(at("found/report.html")).unwrap();
    assert!(page.contains("Strength of the player: long"));
    fs::rename(at("met"), at("gone")).unwrap();
    let again = done(folder.path(), &["compare", "--again", "found", "--out", "again", "--quiet"]);
    assert!(again.contains("The same results as in found"), "{again}");
    let text = |run: &str| fs::read(at(run).join("strength_trends.csv")).unwrap();
    assert!(text("found") == text("again"));
    let run = done(folder.path(), &["run", "found", "--out", "third", "--quiet"]);
    assert!(run.contains("The same results as in found"), "{run}");
}

#[test]
fn ratings_that_do_not_serve_are_refused_before_anything_is_played() {
    let folder = with_ratings(&[]);
    let refused = |arguments: &[&str]| {
        let more = ["--ratings", "met/ratings.csv", "--out", "none"];
        let output =
            reglette(folder.path(), &[arguments, &more[..]].concat()).assert().code(2).get_output().stderr.clone();
        assert!(!folder.path().join("none").exists());
        String::from_utf8(output).unwrap()
    };
    let armies = ["--armies", "hares,tortoises"];
    let on = |command: &'static str, bots: &'static str| [&[command, "sprint", "--bots", bots][..], &armies].concat();
    assert!(refused(&on("tournament", "random,greedy")).contains("at least 3 bots"));
    let unrated = refused(&on("tournament", "random,greedy,mcts-fast"));
    assert!(unrated.contains("met/ratings.csv: no rating of the bot \"mcts-fast\" in toy"), "{unrated}");
    fs::write(folder.path().join("mildd.toml"), MILD).unwrap();
    let near = refused(&on("tournament", "random,greedy,mildd.toml"));
    assert!(near.contains("no rating of the bot \"mildd\" in toy; did you mean \"mild\"?"), "{near}");
    // Bots that never play both sides.
    let alone = refused(&["tournament", "classic", "--bots", "random,greedy,novice"]);
    assert!(alone.contains("random plays none of them; name two armies or more, or each bot twice"), "{alone}");
    let ladder = refused(&["tournament", "--bots", "ladder"]);
    assert!(ladder.contains("the ladder rates them"), "{ladder}");
    assert!(refused(&[&on("tournament", RUNGS)[..], &["--swiss", "3"]].concat()).contains("cannot be used with"));
    let against = ["--rules", "toy", "--against", "toy"];
    let compare = |bots: &'static str| refused(&[&on("compare", bots)[..], &against].concat());
    assert!(compare("random,greedy").contains("at least 3 bots"));
    assert!(compare("random,greedy,mcts-fast").contains("no rating of the bot"));
    assert!(refused(&["compare", "sprint", "--bot", "random", "--against", "greedy"]).contains("cannot be used with"));
}
