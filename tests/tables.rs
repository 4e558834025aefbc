//! The tables of a run say what its rows say: everything is counted again from `games.csv`, in the plainest way.

use clap::Parser;
use reglette::cli::Cli;
use reglette::data::Library;
use std::collections::BTreeMap;
use std::path::Path;

type Row = BTreeMap<String, String>;

fn rows(folder: &Path, name: &str) -> Vec<Row> {
    csv::Reader::from_path(folder.join(name)).unwrap().deserialize().map(Result::unwrap).collect()
}

/// A run with two bots and two armies on a scenario without armies and one that brings them.
fn run(folder: &Path) {
    let out = folder.to_str().unwrap();
    let arguments = ["reglette", "tournament", "sprint", "classic", "--games", "140", "--threads", "2", "--out", out];
    let cli = Cli::try_parse_from(arguments).unwrap();
    cli.run(&Library::built_in(), &mut "".as_bytes(), &mut Vec::new()).unwrap_or_else(|error| panic!("{error}"));
}

/// The seat from which a line sees a game; none if it does not count the game.
type Seat<'a> = &'a dyn Fn(&Row) -> Option<&'static str>;

fn other(seat: &str) -> &'static str {
    if seat == "red" { "blue" } else { "red" }
}

/// Checks a line of a table against the games that it counts.
fn check(line: &Row, games: &[Row], seat: Seat<'_>) {
    let scenario = &line["scenario"];
    let seen: Vec<(&Row, &str)> = games
        .iter()
        .filter(|game| scenario == "all" || game["scenario"] == *scenario)
        .filter_map(|game| Some((game, seat(game)?)))
        .collect();
    let points = |(game, seat): &(&Row, &str)| match game["winner"].as_str() {
        "draw" => 0.5,
        winner if winner == *seat => 1.0,
        _ => 0.0,
    };
    let count = |wanted: f64| seen.iter().filter(|game| points(game) == wanted).count().to_string();
    assert_eq!((&line["wins"], &line["draws"], &line["losses"]), (&count(1.0), &count(0.5), &count(0.0)), "{line:?}");
    assert_eq!(line["games"], seen.len().to_string());
    for ending in ["victory", "objective", "turn_limit", "forfeit"] {
        assert_eq!(line[&format!("by_{ending}")], seen.iter().filter(|(game, _)| game["ending"] == ending).count().to_string());
    }
    let mut rounds: Vec<u32> = seen.iter().map(|(game, _)| game["rounds"].parse().unwrap()).collect();
    rounds.sort_unstable();
    let percentile = |percent: usize| rounds[(rounds.len() * percent).div_ceil(100) - 1].to_string();
    assert_eq!((&line["rounds_median"], &line["rounds_p95"]), (&percentile(50), &percentile(95)));
    let lost = |whose: &dyn Fn(&str) -> &'static str| {
        let sum: u32 = seen.iter().map(|(game, seat)| game[&format!("{}_points_lost", whose(seat))].parse::<u32>().unwrap()).sum();
        format!("{:.3}", f64::from(sum) / seen.len() as f64)
    };
    let own = |seat: &str| other(other(seat));
    assert_eq!((&line["points_lost_mean"], &line["points_taken_mean"]), (&lost(&own), &lost(&other)));

    // Games of one scenario with one pair number share their dice and are one observation.
    let mut clusters: BTreeMap<(&str, &str), (f64, f64)> = BTreeMap::new();
    for game in &seen {
        let cluster = clusters.entry((&game.0["scenario"], &game.0["pair"])).or_default();
        *cluster = (cluster.0 + 1.0, cluster.1 + points(game));
    }
    let (n, all) = (clusters.len() as f64, seen.len() as f64);
    let rate = seen.iter().map(points).sum::<f64>() / all;
    let scatter: f64 = clusters.values().map(|(games, points)| (points - rate * games).powi(2)).sum();
    let error = (scatter * n / (n - 1.0)).sqrt() / all;
    assert_eq!(line["clusters"], clusters.len().to_string());
    assert_eq!(line["rate"], format!("{rate:.6}"));
    let half = (line["pairs_high"].parse::<f64>().unwrap() - line["pairs_low"].parse::<f64>().unwrap()) / 2.0;
    // Student's quantile lies between 1.96 and 2.04 from 30 clusters on.
    assert!(half >= 1.959 * error && half <= 2.04 * error, "{half} for an error of {error}");
}

#[test]
fn tables_agree_with_the_games() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path());
    let games = rows(folder.path(), "games.csv");
    let on_seat = |game: &Row, of: &dyn Fn(&str) -> bool| {
        ["red", "blue"].into_iter().find(|seat| of(seat) && !of(other(seat))).filter(|_| !game.is_empty())
    };

    let matchups = rows(folder.path(), "matchups.csv");
    assert_eq!(matchups.len(), 2 * 6 + 2, "six pairings with armies, one without, each on its scenario and overall");
    for line in &matchups {
        let sits = |game: &Row, seat: &str, place: &str| {
            game[&format!("{seat}_bot")] == line[&format!("{place}_bot")] && game[&format!("{seat}_army")] == line[&format!("{place}_army")]
        };
        check(line, &games, &|game| {
            ["red", "blue"].into_iter().find(|seat| sits(game, seat, "first") && sits(game, other(seat), "second"))
        });
        let pairs: u32 =
            ["0", "half", "1", "one_and_half", "2"].iter().map(|score| line[&format!("pairs_{score}")].parse::<u32>().unwrap()).sum();
        assert_eq!((pairs * 2).to_string(), line["games"]);
    }
    for (table, named) in [("bots.csv", "bot"), ("armies.csv", "army")] {
        let lines = rows(folder.path(), table);
        assert!(lines.len() >= 4, "{table}");
        for line in &lines {
            check(line, &games, &|game| on_seat(game, &|seat| game[&format!("{seat}_{named}")] == line[named]));
        }
    }
    let seats = rows(folder.path(), "seats.csv");
    assert_eq!(seats.len(), 6);
    for line in &seats {
        check(line, &games, &|game| match line["seat"].as_str() {
            "red" => Some("red"),
            _ => ["red", "blue"].into_iter().find(|seat| game["first_side"] == *seat),
        });
    }
}
