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
    play(folder, &["sprint", "classic", "--games", "140"]);
}

fn play(folder: &Path, arguments: &[&str]) {
    let arguments = [&["reglette", "tournament", "--threads", "2", "--out", folder.to_str().unwrap()], arguments].concat();
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

/// Checks a line of `quality.csv` against the games that it counts.
fn check_quality(line: &Row, games: &[&Row]) {
    let number = |game: &Row, column: &str| game[column].parse::<f64>().unwrap();
    let near = |column: &str, expected: f64| {
        // Where nobody won, there is nothing to tell of winners.
        let told: f64 = if expected.is_nan() && line[column].is_empty() { return } else { line[column].parse().unwrap() };
        assert!((told - expected).abs() < 1e-6, "{column}: {told} for {expected} in {line:?}");
    };
    let sum = |of: &dyn Fn(&Row) -> f64| games.iter().map(|game| of(game)).sum::<f64>();
    let all = games.len() as f64;
    assert_eq!(line["games"], games.len().to_string());
    let is = |game: &Row, column: &str, word: &str| f64::from(u8::from(game[column] == word));
    near("turn_limit", sum(&|game| is(game, "ending", "turn_limit")) / all);
    near("draws", sum(&|game| is(game, "winner", "draw")) / all);
    near("decisive", sum(&|game| is(game, "grade", "decisive")) / all);
    near("first_player", sum(&|game| if game["winner"] == "draw" { 0.5 } else { is(game, "winner", &game["first_side"]) }) / all);
    near("lead_changes", sum(&|game| number(game, "lead_changes")) / all);
    near("combats", sum(&|game| number(game, "combats")) / sum(&|game| number(game, "rounds")));
    let decisions = sum(&|game| number(game, "red_decisions") + number(game, "blue_decisions"));
    near("decisions", decisions / sum(&|game| number(game, "player_turns")));

    let won: Vec<&Row> = games.iter().copied().filter(|game| game["winner"] != "draw").collect();
    let lost = |game: &Row, seat: &str| number(game, &format!("{seat}_units_lost"));
    near("winner_units_lost", won.iter().map(|game| lost(game, &game["winner"])).sum::<f64>() / won.len() as f64);
    near("loser_units_lost", won.iter().map(|game| lost(game, other(&game["winner"]))).sum::<f64>() / won.len() as f64);
    near("without_lead", won.iter().filter(|game| game["decided_at"].is_empty()).count() as f64 / won.len() as f64);
    let share = |game: &&Row| if game["decided_at"].is_empty() { 1.0 } else { number(game, "decided_at") / number(game, "player_turns") };
    let mut decided: Vec<u32> = won.iter().map(|game| (100.0 * share(game)).ceil() as u32).collect();
    decided.sort_unstable();
    near("decided_median", decided.get(decided.len().div_ceil(2).wrapping_sub(1)).map_or(f64::NAN, |percent| f64::from(*percent) / 100.0));

    let mut clusters: BTreeMap<(&str, &str), (f64, f64)> = BTreeMap::new();
    for game in games {
        let cluster = clusters.entry((&game["scenario"], &game["pair"])).or_default();
        *cluster = (cluster.0 + 1.0, cluster.1 + number(game, "lead_changes"));
    }
    let (n, mean) = (clusters.len() as f64, sum(&|game| number(game, "lead_changes")) / all);
    let scatter: f64 = clusters.values().map(|(games, part)| (part - mean * games).powi(2)).sum();
    let error = (scatter * n / (n - 1.0)).sqrt() / all;
    let half = line["lead_changes_high"].parse::<f64>().unwrap() - mean;
    // Student's quantile with three degrees of freedom is 3.18.
    assert!(half >= 1.959 * error && half <= 3.19 * error, "{half} for an error of {error}");
}

#[test]
fn what_the_games_were_like_agrees_with_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let [races, battles] = ["races", "battles"].map(|name| folder.path().join(name));
    run(&races);
    assert_eq!(check_qualities(&races).len(), 3 + 2 * 6 + 2, "both scenarios and all, and the pairings of each");
    play(&battles, &["plain", "--bots", "greedy,random", "--armies", "france,austria", "--games", "8"]);
    let lines = check_qualities(&battles);
    assert_eq!(lines.len(), 1 + 6);
    let share = |column: &str| lines[0][column].parse::<f64>().unwrap();
    assert!(share("lead_changes") > 0.0, "the lead changes now and then");
    assert!(share("winner_points_lost") < share("loser_points_lost") && share("loser_points_lost") <= 1.0, "{:?}", lines[0]);
}

/// Checks every line of `quality.csv`, and gives them.
fn check_qualities(folder: &Path) -> Vec<Row> {
    let (games, lines) = (rows(folder, "games.csv"), rows(folder, "quality.csv"));
    for line in &lines {
        let sits = |game: &Row, seat: &str, place: &str| {
            game[&format!("{seat}_bot")] == line[&format!("{place}_bot")] && game[&format!("{seat}_army")] == line[&format!("{place}_army")]
        };
        let meets = |game: &Row| ["red", "blue"].iter().any(|seat| sits(game, seat, "first") && sits(game, other(seat), "second"));
        let counted = games.iter().filter(|game| line["scenario"] == "all" || game["scenario"] == line["scenario"]);
        let counted: Vec<&Row> = counted.filter(|game| line["first_bot"].is_empty() || meets(game)).collect();
        check_quality(line, &counted);
    }
    lines
}
