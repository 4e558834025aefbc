//! Probes from the command line: the value of parts of a rulebook, the same on any number of threads; bots without some
//! parts in ordinary tournaments.

use clap::Parser;
use reglette::cli::Cli;
use reglette::data::Library;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

type Row = BTreeMap<String, String>;

fn run(arguments: &[&str]) -> Result<String, String> {
    let cli = Cli::try_parse_from([&["reglette"], arguments].concat()).unwrap();
    let mut out = Vec::new();
    cli.run(&Library::here(), &mut "".as_bytes(), &mut out).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(out).unwrap())
}

fn probe(out: &Path, arguments: &[&str]) -> Vec<Row> {
    run(&[&["probe", "--quiet", "--out", out.to_str().unwrap()], arguments].concat())
        .unwrap_or_else(|error| panic!("{error}"));
    csv::Reader::from_path(out.join("probes.csv")).unwrap().deserialize().map(Result::unwrap).collect()
}

#[test]
fn one_thread_and_two_find_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["1", "2"].map(|threads| {
        let out = folder.path().join(threads);
        let rows =
            probe(&out, &["--scenarios", "sprint", "--bots", "greedy,random", "--games", "60", "--threads", threads]);
        (fs::read(out.join("probes.csv")).unwrap(), rows)
    });
    assert_eq!(one.0, two.0);
    let rendered: Vec<(&str, &str, &str)> =
        one.1.iter().map(|row| (row["bot"].as_str(), row["part"].as_str(), row["games"].as_str())).collect();
    let of_bot = |bot| [(bot, "risk", "60"), (bot, "run", "0"), (bot, "push", "60"), (bot, "trip", "60")];
    assert_eq!(rendered, [of_bot("greedy"), of_bot("random")].concat());
    // A side that has to decide which runner runs has to choose one.
    assert!(
        one.1
            .iter()
            .filter(|row| row["part"] == "run")
            .all(|row| row["verdict"] == "never a choice" && row["rate"].is_empty())
    );
}

#[test]
fn parts_of_both_rulebooks_are_on_offer_and_are_kept_from_one_side() {
    let folder = tempfile::tempdir().unwrap();
    let battles =
        [("plain", "france", &["fire", "charge", "order"][..]), ("open-field", "carthaginians", &["fire", "charge"])];
    for (scenario, army, parts) in battles {
        let out = folder.path().join(scenario);
        let rows = probe(
            &out,
            &[
                "--scenarios",
                scenario,
                "--armies",
                army,
                "--bots",
                "greedy",
                "--forbid",
                &parts.join(","),
                "--games",
                "6",
            ],
        );
        assert_eq!(rows.len(), parts.len());
        for row in rows {
            let a_game = |column: &str| row[column].parse::<f64>().unwrap();
            assert!(
                a_game("offered_a_game") >= a_game("used_a_game")
                    && a_game("used_a_game") > 0.0
                    && a_game("kept_from_a_game") > 0.0,
                "{row:?}"
            );
            assert_eq!((row["games"].as_str(), row["by_forfeit"].as_str()), ("6", "0"));
        }
    }
}

#[test]
fn a_part_that_there_is_not_is_refused_with_the_nearest_name() {
    let error = run(&["probe", "--scenarios", "plain", "--forbid", "fire,chrage"]).unwrap_err();
    assert_eq!(error, "--forbid: no part \"chrage\" of jomini; did you mean \"charge\"?");
}

#[test]
fn a_bot_without_some_parts_plays_in_tournaments() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("careful.toml");
    let bots = format!("greedy,{}", bot.display());
    let games = ["[\"push\"]", "[]"].map(|forbidden| {
        fs::write(&bot, format!("extends = \"greedy\"\n[toy]\nforbid = {forbidden}\n")).unwrap();
        let out = folder.path().join(forbidden.len().to_string());
        run(&[
            "tournament",
            "sprint",
            "--quiet",
            "--bots",
            &bots,
            "--armies",
            "hares",
            "--games",
            "40",
            "--out",
            out.to_str().unwrap(),
        ])
        .unwrap();
        fs::read_to_string(out.join("games.csv")).unwrap()
    });
    assert!(games[0].contains(",careful,") && !games[0].contains("forfeit,"), "{}", games[0]);
    assert_ne!(games[0], games[1], "without pushing it plays otherwise");
}
