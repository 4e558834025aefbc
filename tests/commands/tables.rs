//! The tables of a run agree with its rows: everything is counted again from `games.csv`, in the plainest way.

use crate::empty_folder::{done, folder_with};
use clap::Parser;
use reglette::cli::Cli;
use reglette::data::Library;
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) type Row = BTreeMap<String, String>;

pub(crate) fn rows(folder: &Path, name: &str) -> Vec<Row> {
    csv::Reader::from_path(folder.join(name)).unwrap().deserialize().map(Result::unwrap).collect()
}

/// A run with two bots and two armies on a scenario without armies and one that brings them.
fn run(folder: &Path) {
    play(folder, &["sprint", "classic", "--bots", "greedy,random", "--games", "140"]);
}

fn play(folder: &Path, arguments: &[&str]) {
    let arguments =
        [&["reglette", "tournament", "--threads", "2", "--out", folder.to_str().unwrap()], arguments].concat();
    let cli = Cli::try_parse_from(arguments).unwrap();
    cli.run(&Library::built_in(), &mut "".as_bytes(), &mut Vec::new()).unwrap_or_else(|error| panic!("{error}"));
}

/// The columns of `matchups.csv` that count pairs, without their common prefix.
const PAIR_SCORES: [&str; 5] = ["0_points", "half_a_point", "1_point", "one_and_a_half", "2_points"];

/// The lines of `quality.csv`, with a column for each measure.
fn qualities(folder: &Path) -> Vec<Row> {
    let whose = ["scenario", "first_bot", "first_army", "second_bot", "second_army"];
    let mut lines: Vec<Row> = Vec::new();
    for row in rows(folder, "quality.csv") {
        if lines.last().is_none_or(|line| whose.iter().any(|column| line[*column] != row[*column])) {
            lines.push(whose.iter().map(|column| ((*column).to_owned(), row[*column].clone())).collect());
        }
        let line = lines.last_mut().unwrap();
        line.insert(row["measure"].clone(), row["value"].clone());
        for end in ["low", "high", "half_width"] {
            line.insert(format!("{}_{end}", row["measure"]), row[end].clone());
        }
    }
    lines
}

/// The seat from whose perspective a line sees a game; `None` if it does not count the game.
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
    for (ending, column) in [
        ("victory", "victory"),
        ("objective", "objective"),
        ("turn_limit", "turn_limit"),
        ("agreed", "agreement"),
        ("forfeit", "forfeit"),
    ] {
        assert_eq!(
            line[&format!("by_{column}")],
            seen.iter().filter(|(game, _)| game["ending"] == ending).count().to_string()
        );
    }
    let mut rounds: Vec<u32> = seen.iter().map(|(game, _)| game["rounds"].parse().unwrap()).collect();
    rounds.sort_unstable();
    let percentile = |percent: usize| rounds[(rounds.len() * percent).div_ceil(100) - 1].to_string();
    assert_eq!((&line["rounds_median"], &line["rounds_p95"]), (&percentile(50), &percentile(95)));
    let lost = |whose: &dyn Fn(&str) -> &'static str| {
        let sum: u32 =
            seen.iter().map(|(game, seat)| game[&format!("{}_points_lost", whose(seat))].parse::<u32>().unwrap()).sum();
        format!("{:.3}", f64::from(sum) / seen.len() as f64)
    };
    let own = |seat: &str| other(other(seat));
    assert_eq!((&line["points_lost_mean"], &line["points_taken_mean"]), (&lost(&own), &lost(&other)));

    // Games of one scenario with one pair number share their dice and are one observation; where set-ups are drawn,
    // four pairs whose draws are balanced are, if there are enough of them.
    let cluster = |blocks: bool| {
        let mut clusters: BTreeMap<(&str, u64), (f64, f64)> = BTreeMap::new();
        for game in &seen {
            let pair: u64 = game.0["pair"].parse().unwrap();
            let unit = if blocks && game.0["set_up_draws"] != "0" { pair / 4 } else { pair };
            let cluster = clusters.entry((&game.0["scenario"], unit)).or_default();
            *cluster = (cluster.0 + 1.0, cluster.1 + points(game));
        }
        clusters
    };
    let clusters = Some(cluster(true)).filter(|blocks| blocks.len() >= 30).unwrap_or_else(|| cluster(false));
    let (n, all) = (clusters.len() as f64, seen.len() as f64);
    let rate = seen.iter().map(points).sum::<f64>() / all;
    let scatter: f64 = clusters.values().map(|(games, points)| (points - rate * games).powi(2)).sum();
    let error = (scatter * n / (n - 1.0)).sqrt() / all;
    assert_eq!(line["clusters"], clusters.len().to_string());
    assert_eq!(line["rate"], format!("{rate:.6}"));
    // The score interval contains every rate whose distance from the observed one is at most Student's quantile times
    // the standard error at that rate, with the effective sample size given by the scatter between clusters.
    let size = all / n;
    let variance = (error * error * (n - 1.0) / n * n * n + ((rate - 0.5).powi(2) + 0.0625) / size) / (n - 1.0) / n;
    let trials = rate * (1.0 - rate) / variance;
    let off = |name: &str| {
        let end: f64 = line[name].parse().unwrap();
        (rate - end).abs() / (end * (1.0 - end) / trials).sqrt()
    };
    // Student's quantile lies between 1.96 and 2.04 from 30 clusters on.
    assert!((1.955..2.045).contains(&off("rate_low")) && (1.955..2.045).contains(&off("rate_high")), "{line:?}");
    let [low, high, half] = ["rate_low", "rate_high", "rate_half_width"].map(|name| line[name].parse::<f64>().unwrap());
    assert!(((high - low) / 2.0 - half).abs() < 2e-6, "{line:?}");
    let p: f64 = line["p_value"].parse().unwrap();
    let excluded = low > 0.5 || high < 0.5;
    assert_eq!(p < 0.05, excluded, "{line:?}");
}

/// Checks the adjusted p-values of the lines of one level: the least false discovery rate at which the line is
/// significant.
fn check_adjusted(lines: &[&Row]) {
    let p: Vec<f64> = lines.iter().map(|line| line["p_value"].parse().unwrap()).collect();
    for (line, own) in lines.iter().zip(&p) {
        let rate_at = |bound: &f64| bound * p.len() as f64 / p.iter().filter(|other| *other <= bound).count() as f64;
        let expected = p.iter().filter(|bound| *bound >= own).map(rate_at).fold(1.0, f64::min);
        let rendered: f64 = line["p_adjusted"].parse().unwrap();
        assert!((rendered - expected).abs() < 1e-5, "{rendered} is not {expected}");
        let is_kept = rendered <= 0.05 || !line["verdict"].starts_with("favours");
        assert_eq!(line["verdict_adjusted"], if is_kept { line["verdict"].as_str() } else { "undecided" });
    }
}

/// E12.10 of En Avant !: games that end by agreement are counted as such wherever endings are reported.
#[test]
fn agreed_games_are_counted_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let bots = ["first", "second"].map(|name| {
        let path = folder.path().join(format!("{name}.toml"));
        std::fs::write(&path, "kind = \"random\"\nagreement = { offers = \"always\", accepts = \"always\" }\n")
            .unwrap();
        path.to_str().unwrap().to_owned()
    });
    let run = folder.path().join("run");
    let arguments = [
        "reglette",
        "tournament",
        "gaul",
        "--games",
        "4",
        "--bots",
        &bots.join(","),
        "--threads",
        "2",
        "--out",
        run.to_str().unwrap(),
    ];
    let mut screen = Vec::new();
    Cli::try_parse_from(arguments)
        .unwrap()
        .run(&Library::at(folder.path()), &mut "".as_bytes(), &mut screen)
        .unwrap_or_else(|error| panic!("{error}"));
    let games = rows(&run, "games.csv");
    assert!(games.len() >= 4 && games.iter().all(|game| game["ending"] == "agreed"), "{games:?}");
    assert!(!run.join("armies.csv").exists(), "the scenario brings its armies");
    for table in ["matchups.csv", "bots.csv", "seats.csv", "quality.csv"] {
        for line in if table == "quality.csv" { qualities(&run) } else { rows(&run, table) } {
            assert_eq!((&line["by_agreement"], line["by_turn_limit"].as_str()), (&line["games"], "0"), "{table}");
        }
    }
    let screen = String::from_utf8(screen).unwrap();
    assert!(screen.contains("ended by agreement"), "{screen}");
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
            game[&format!("{seat}_bot")] == line[&format!("{place}_bot")]
                && game[&format!("{seat}_army")] == line[&format!("{place}_army")]
        };
        check(line, &games, &|game| {
            ["red", "blue"].into_iter().find(|seat| sits(game, seat, "first") && sits(game, other(seat), "second"))
        });
        let pairs: u32 =
            PAIR_SCORES.iter().map(|score| line[&format!("pairs_of_{score}")].parse::<u32>().unwrap()).sum();
        assert_eq!((pairs * 2).to_string(), line["games"]);
    }
    let bots = rows(folder.path(), "bots.csv");
    assert_eq!(bots.len(), 2 * 3);
    for line in &bots {
        check(line, &games, &|game| on_seat(game, &|seat| game[&format!("{seat}_bot")] == line["bot"]));
    }
    // For armies only games count in which the same bot plays both.
    let armies = rows(folder.path(), "armies.csv");
    let led: Vec<[&str; 3]> =
        armies.iter().map(|line| ["scenario", "led_by", "army"].map(|column| line[column].as_str())).collect();
    let twos = [["greedy", "hares"], ["greedy", "tortoises"], ["random", "hares"], ["random", "tortoises"]];
    assert!(led.iter().map(|[_, rest @ ..]| *rest).eq(twos.into_iter().chain(twos)), "{led:?}");
    for line in &armies {
        let is_led = |game: &Row| ["red_bot", "blue_bot"].iter().all(|bot| game[*bot] == line["led_by"]);
        check(line, &games, &|game| {
            on_seat(game, &|seat| game[&format!("{seat}_army")] == line["army"]).filter(|_| is_led(game))
        });
    }
    for table in ["matchups.csv", "bots.csv", "armies.csv", "seats.csv"] {
        let lines = rows(folder.path(), table);
        let (overall, single): (Vec<&Row>, Vec<&Row>) = lines.iter().partition(|line| line["scenario"] == "all");
        check_adjusted(&overall);
        check_adjusted(&single);
    }
    let seats = rows(folder.path(), "seats.csv");
    assert_eq!(seats.len(), 5, "no games of one bot against itself on the scenario with armies of its own");
    for line in &seats {
        check(line, &games, &|game| match line["seat"].as_str() {
            "red" => Some("red"),
            _ => ["red", "blue"]
                .into_iter()
                .find(|seat| game["first_side"] == *seat && game["red_bot"] == game["blue_bot"]),
        });
    }
}

/// On the long race greedy beats random nearly always, on the short one in six games of ten.
#[test]
fn the_correlation_of_pairs_over_several_scenarios_is_that_within_them() {
    let folder = folder_with(&[("long.toml", "name = \"Long\"\nlength = 150\nrounds = 999\n")]);
    let asked = ["tournament", "sprint", "long.toml", "--rules", "toy", "--bots", "greedy,random", "--armies", "hares"];
    done(folder.path(), &[&asked[..], &["--games", "120", "--quiet", "--out", "found"]].concat());
    let matchups = rows(&folder.path().join("found"), "matchups.csv");
    let number = |line: &Row, column: &str| line[column].parse::<f64>().unwrap();
    // The number of scores, and the sum of their squares about the mean.
    let scatter = |scores: &[f64]| {
        let (count, sum) =
            (scores.iter().sum::<f64>(), (0..).zip(scores).map(|(it, n)| f64::from(it) * n).sum::<f64>());
        [count, (0..).zip(scores).map(|(it, n)| n * (f64::from(it) - sum / count).powi(2)).sum::<f64>()]
    };
    let correlation = |lines: &[&Row]| {
        let variance = |columns: &[String]| {
            let of = |line: &&Row| scatter(&columns.iter().map(|it| number(line, it)).collect::<Vec<_>>());
            let all: Vec<[f64; 2]> = lines.iter().map(of).collect();
            all.iter().map(|it| it[1]).sum::<f64>() / all.iter().map(|it| it[0]).sum::<f64>()
        };
        let pairs = variance(&PAIR_SCORES.map(|score| format!("pairs_of_{score}")));
        pairs / (2.0 * variance(&["losses", "draws", "wins"].map(str::to_owned))) - 1.0
    };
    let (all, each): (Vec<&Row>, Vec<&Row>) = matchups.iter().partition(|line| line["scenario"] == "all");
    assert_eq!((all.len(), each.len()), (1, 2), "{matchups:?}");
    let found = number(all[0], "pair_correlation");
    let [within, as_one] = [correlation(&each), correlation(&all)];
    assert!((found - within).abs() < 1e-4 && (found - as_one).abs() > 0.1, "{found} {within} {as_one}");
    for line in each {
        assert!((number(line, "pair_correlation") - correlation(&[line])).abs() < 1e-4, "{line:?}");
    }
}

/// Checks a line of `quality.csv` against the games that it counts.
fn check_quality(line: &Row, games: &[&Row]) {
    let number = |game: &Row, column: &str| game[column].parse::<f64>().unwrap();
    let near = |column: &str, expected: f64| {
        // Draws say nothing about winners.
        let rendered: f64 =
            if expected.is_nan() && !line.contains_key(column) { return } else { line[column].parse().unwrap() };
        assert!((rendered - expected).abs() < 1e-6, "{column}: {rendered} for {expected} in {line:?}");
    };
    let sum = |of: &dyn Fn(&Row) -> f64| games.iter().map(|game| of(game)).sum::<f64>();
    let all = games.len() as f64;
    assert_eq!(line["games"], games.len().to_string());
    let is = |game: &Row, column: &str, word: &str| f64::from(u8::from(game[column] == word));
    near("turn_limit_share", sum(&|game| is(game, "ending", "turn_limit")) / all);
    near("drawn_share", sum(&|game| is(game, "winner", "draw")) / all);
    near("decisive_share", sum(&|game| is(game, "grade", "decisive")) / all);
    // Under different bots the strength of a bot would count as an advantage of beginning.
    let under_one = |game: &Row| f64::from(u8::from(game["red_bot"] == game["blue_bot"]));
    let first = |game: &Row| if game["winner"] == "draw" { 0.5 } else { is(game, "winner", &game["first_side"]) };
    near("first_player_rate", sum(&|game| under_one(game) * first(game)) / sum(&under_one));
    near("lead_changes", sum(&|game| number(game, "lead_changes")) / all);
    near("combats_a_round", sum(&|game| number(game, "combats")) / sum(&|game| number(game, "rounds")));
    let decisions = sum(&|game| number(game, "red_decisions") + number(game, "blue_decisions"));
    near("decisions_a_player_turn", decisions / sum(&|game| number(game, "player_turns")));

    let won: Vec<&Row> = games.iter().copied().filter(|game| game["winner"] != "draw").collect();
    let lost = |game: &Row, seat: &str| number(game, &format!("{seat}_units_lost"));
    near("winner_units_lost", won.iter().map(|game| lost(game, &game["winner"])).sum::<f64>() / won.len() as f64);
    near("loser_units_lost", won.iter().map(|game| lost(game, other(&game["winner"]))).sum::<f64>() / won.len() as f64);
    near(
        "won_without_lead_share",
        won.iter().filter(|game| game["decided_at"].is_empty()).count() as f64 / won.len() as f64,
    );
    let share = |game: &&Row| {
        if game["decided_at"].is_empty() { 1.0 } else { number(game, "decided_at") / number(game, "player_turns") }
    };
    let mut decided: Vec<u32> = won.iter().map(|game| (100.0 * share(game)).ceil() as u32).collect();
    decided.sort_unstable();
    near(
        "decided_after_share_median",
        decided.get(decided.len().div_ceil(2).wrapping_sub(1)).map_or(f64::NAN, |percent| f64::from(*percent) / 100.0),
    );

    let mut clusters: BTreeMap<(&str, &str), (f64, f64)> = BTreeMap::new();
    for game in games {
        let cluster = clusters.entry((&game["scenario"], &game["pair"])).or_default();
        *cluster = (cluster.0 + 1.0, cluster.1 + number(game, "lead_changes"));
    }
    let (n, mean) = (clusters.len() as f64, sum(&|game| number(game, "lead_changes")) / all);
    let scatter: f64 = clusters.values().map(|(games, part)| (part - mean * games).powi(2)).sum();
    let error = (scatter * n / (n - 1.0)).sqrt() / all;
    // What is due to few of the clusters has no interval: an effective number of contributions by Kish.
    let squares: f64 = clusters.values().map(|(_, part)| part * part).sum();
    let contributions = (mean * all) * (mean * all) / squares;
    let is_rare = mean == 0.0 || contributions < (n / 2.0).min(30.0);
    assert_eq!(line["lead_changes_high"].is_empty(), is_rare, "{line:?}");
    if !is_rare {
        let half = line["lead_changes_high"].parse::<f64>().unwrap() - mean;
        // Student's quantile with three degrees of freedom is 3.18.
        assert!(half >= 1.959 * error && half <= 3.19 * error, "{half} for an error of {error}");
    }
}

#[test]
fn statistics_of_games_agree_with_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let [races, battles] = ["races", "battles"].map(|name| folder.path().join(name));
    run(&races);
    assert_eq!(check_qualities(&races).len(), 3 + 2 * 6 + 2, "both scenarios and all, and the pairings of each");
    play(&battles, &["plain", "--bots", "greedy,random", "--armies", "france,austria", "--games", "8"]);
    let lines = check_qualities(&battles);
    assert_eq!(lines.len(), 1 + 6);
    let share = |column: &str| lines[0][column].parse::<f64>().unwrap();
    assert!(share("lead_changes") > 0.0, "the lead changes now and then");
    assert!(
        share("winner_points_lost_share") < share("loser_points_lost_share") && share("loser_points_lost_share") <= 1.0,
        "{:?}",
        lines[0]
    );
}

/// Checks every line of `quality.csv`, and returns them.
fn check_qualities(folder: &Path) -> Vec<Row> {
    let (games, lines) = (rows(folder, "games.csv"), qualities(folder));
    for line in &lines {
        let sits = |game: &Row, seat: &str, place: &str| {
            game[&format!("{seat}_bot")] == line[&format!("{place}_bot")]
                && game[&format!("{seat}_army")] == line[&format!("{place}_army")]
        };
        let meets = |game: &Row| {
            ["red", "blue"].iter().any(|seat| sits(game, seat, "first") && sits(game, other(seat), "second"))
        };
        let counted = games.iter().filter(|game| line["scenario"] == "all" || game["scenario"] == line["scenario"]);
        let counted: Vec<&Row> = counted.filter(|game| line["first_bot"].is_empty() || meets(game)).collect();
        check_quality(line, &counted);
    }
    lines
}

#[test]
fn the_report_of_a_field_agrees_with_its_games() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &["sprint", "--bots", "greedy,random", "--games", "140"]);
    let games = rows(folder.path(), "games.csv");
    let ratings = rows(folder.path(), "ratings.csv");
    let of = |table: &[Row], of: &str| table.iter().filter(|row| row["entity"] == of).count();
    // Two bots, two armies under each, and four of them together.
    assert_eq!([of(&ratings, "bot"), of(&ratings, "army"), of(&ratings, "entrant")], [2, 4, 4]);
    let end = |row: &Row, end: &str| row[&format!("first_player_elo_{end}")].parse::<f64>().unwrap();
    assert!(ratings.iter().all(|row| end(row, "low") < end(row, "high")));

    let superiority = rows(folder.path(), "superiority.csv");
    assert_eq!((of(&superiority, "bot"), of(&superiority, "entrant")), (0, 4 * 3), "two bots are no field");
    for row in &superiority {
        let name = |game: &Row, seat: &str| match game[&format!("{seat}_army")].as_str() {
            "" => game[&format!("{seat}_bot")].clone(),
            army => format!("{}/{army}", game[&format!("{seat}_bot")]),
        };
        let meets = |game: &&Row| {
            let seats = [name(game, "red"), name(game, "blue")];
            seats == [row["first"].clone(), row["second"].clone()]
                || seats == [row["second"].clone(), row["first"].clone()]
        };
        let met: Vec<&Row> = games.iter().filter(meets).collect();
        let won =
            met.iter().filter(|game| game["winner"] != "draw" && name(game, &game["winner"]) == row["first"]).count();
        assert_eq!(row["games"], met.len().to_string());
        if !met.is_empty() {
            let drawn = met.iter().filter(|game| game["winner"] == "draw").count();
            assert_eq!(row["rate"], format!("{:.6}", (won as f64 + drawn as f64 / 2.0) / met.len() as f64));
            assert_eq!(row["clusters"], (met.len() / 2).to_string());
        }
        let likelihood: f64 = row["first_stronger"].parse().unwrap();
        assert_eq!(likelihood > 0.5, row["elo"].parse::<f64>().unwrap() > 0.0, "{row:?}");
    }
}

#[test]
fn entrants_that_no_chain_of_games_joins_are_not_on_one_scale() {
    // Where the scenario brings the armies, bots play without armies of their own: they never meet those with armies.
    let folder = tempfile::tempdir().unwrap();
    run(folder.path());
    let ratings = rows(folder.path(), "ratings.csv");
    assert!(ratings.iter().any(|row| row["entity"] == "army") && ratings.iter().all(|row| row["entity"] != "entrant"));
    assert!(["superiority.csv", "field.csv"].iter().all(|name| !folder.path().join(name).exists()));
}

/// Without options the tournament compares the armies, and greedy with random: no game of random against itself is
/// played.
#[test]
fn a_tournament_of_no_options_compares_armies_under_greedy_and_greedy_with_chance() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &["sprint", "--games", "40"]);
    let sides = |row: &Row| ["first_bot", "first_army", "second_bot", "second_army"].map(|column| row[column].clone());
    let pairings: Vec<[String; 4]> = rows(folder.path(), "matchups.csv").iter().map(sides).collect();
    let wanted = [
        ["greedy", "hares", "greedy", "tortoises"],
        ["greedy", "hares", "random", "hares"],
        ["greedy", "tortoises", "random", "tortoises"],
    ];
    assert_eq!(pairings, wanted);
    assert_eq!(rows(folder.path(), "games.csv").len(), 3 * 40);
    let armies = rows(folder.path(), "armies.csv");
    assert!(
        armies.len() == 2 && armies.iter().all(|row| row["led_by"] == "greedy" && row["games"] == "40"),
        "{armies:?}"
    );
    let bots = rows(folder.path(), "bots.csv");
    assert!(bots.len() == 2 && bots.iter().all(|row| row["games"] == "80"), "{bots:?}");
}

/// A scripted bot that crashes in every game.
const LOST: &str = "function choose(view)\n    error(\"no way home\")\nend\n";

fn with_lost(more: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lost.luau"), LOST).unwrap();
    std::fs::write(folder.path().join("lost.toml"), format!("kind = \"scripted\"\nscript = \"lost.luau\"\n{more}"))
        .unwrap();
    folder
}

fn shown(folder: &Path, bots: &str, arguments: &[&str]) -> String {
    let out = folder.join("run");
    let lost = folder.join("lost.toml");
    let bots = bots.replace("lost", lost.to_str().unwrap());
    let how = ["reglette", "tournament", "sprint", "--bots", &bots, "--threads", "2", "--out", out.to_str().unwrap()];
    let mut screen = Vec::new();
    let cli = Cli::try_parse_from([&how[..], arguments].concat()).unwrap();
    cli.run(&Library::here(), &mut "".as_bytes(), &mut screen).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(screen).unwrap()
}

#[test]
fn games_that_were_never_played_count_for_nothing() {
    let folder = with_lost("");
    let screen = shown(folder.path(), "greedy,lost", &["--armies", "hares", "--games", "100", "--quarantine", "3"]);
    let run = folder.path().join("run");
    let games = rows(&run, "games.csv");
    let unplayed = games.iter().filter(|game| game["forfeit_reason"].contains("quarantine")).count();
    assert!(games.len() == 100 && unplayed >= 50, "{unplayed} of {}", games.len());
    let matchup = &rows(&run, "matchups.csv")[0];
    assert_eq!((&matchup["games"], &matchup["never_played"]), (&(100 - unplayed).to_string(), &unplayed.to_string()));
    assert_eq!(matchup["by_forfeit"], matchup["games"]);
    assert!(screen.contains(&format!("never played: {unplayed}")) && screen.contains("forfeited"), "{screen}");
}

/// A bot that plays better may also begin more often: its games against others do not show what beginning is worth.
#[test]
fn the_rate_of_the_side_that_begins_is_of_games_under_one_bot() {
    let folder = tempfile::tempdir().unwrap();
    shown(folder.path(), "greedy,random", &["--armies", "hares,tortoises", "--games", "60"]);
    let run = folder.path().join("run");
    let games = rows(&run, "games.csv");
    let under_one: Vec<_> = games.iter().filter(|game| game["red_bot"] == game["blue_bot"]).collect();
    let won = under_one.iter().filter(|game| game["winner"] == game["first_side"]).count();
    let seats = rows(&run, "seats.csv");
    let first = seats.iter().find(|row| row["seat"] == "first").unwrap();
    assert_eq!((&first["games"], &first["wins"]), (&under_one.len().to_string(), &won.to_string()));
    assert!(!under_one.is_empty() && under_one.len() < games.len());
}

#[test]
fn forfeits_of_a_bot_do_not_count_for_armies_and_first_moves() {
    let folder = with_lost("");
    let screen = shown(folder.path(), "greedy,lost", &["--armies", "hares,tortoises", "--games", "60"]);
    let run = folder.path().join("run");
    let games = rows(&run, "games.csv");
    let forfeited = games.iter().filter(|game| game["ending"] == "forfeit").count();
    assert!(forfeited > 0 && forfeited < games.len());
    let seats = rows(&run, "seats.csv");
    for seat in &seats {
        assert_eq!((seat["by_forfeit"].as_str(), seat["forfeited"].as_str()), ("0", "0"), "{seat:?}");
    }
    let red = seats.iter().find(|row| row["seat"] == "red").unwrap();
    assert_eq!((&red["games"], &red["left_out"]), (&(games.len() - forfeited).to_string(), &forfeited.to_string()));
    // All games in which greedy played both sides were played to their end; the games of the other bot are left out.
    for army in rows(&run, "armies.csv") {
        let [counted, left] = ["games", "left_out"].map(|column| army[column].parse::<u32>().unwrap());
        assert_eq!((counted, left), if army["led_by"] == "greedy" { (60, 0) } else { (0, 60) }, "{army:?}");
    }
    // The results left out may have been anything: the interval of so small a part of all games excludes nothing.
    assert_eq!(red["verdict"], "undecided", "{red:?}");
    for text in ["left out", "forfeited", "A forfeited game counts as lost for the side that forfeits"] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
}

#[test]
fn a_run_until_intervals_are_narrow_states_whether_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let met = |name: &str, half_width: &str, games: &str| {
        let run = folder.path().join(name);
        let bots = ["sprint", "--bots", "greedy", "--armies", "hares,tortoises"];
        play(&run, &[&bots[..], &["--until", half_width, "--games", games]].concat());
        let decision = rows(&run, "sequential.csv")[0]["decision"].clone();
        let widths: Vec<f64> =
            rows(&run, "matchups.csv").iter().filter_map(|row| row["rate_half_width"].parse().ok()).collect();
        assert!(!widths.is_empty());
        (decision, widths)
    };
    let (decision, widths) = met("open", "half_width=0.01", "100");
    assert_eq!(decision, "undecided");
    assert!(widths.iter().all(|width| *width > 0.01), "{widths:?}");
    let (decision, widths) = met("narrow", "half_width=0.04", "6000");
    assert_eq!(decision, "narrow");
    assert!(widths.iter().all(|width| *width <= 0.04), "{widths:?}");
}

/// Games that a bot forfeited might have had any result: no list of a metagame has a verdict then.
#[test]
fn a_metagame_with_forfeits_decides_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("flaky.luau", "function choose()\n  if math.random() < 0.04 then error(\"oops\") end\n  return 1\nend\n");
    write("flaky.toml", "kind = \"scripted\"\nscript = \"flaky.luau\"\n");
    write(
        "snails.toml",
        "name = \"Snails\"\nrunners = [{ name = \"Slow\", dice = 1 }, { name = \"Slower\", dice = 1 }, { name = \
            \"Slowest\", dice = 1 }]\n",
    );
    let how =
        "tournament sprint --armies hares,tortoises,snails.toml --bots flaky.toml --games 200 --seed 6 --out found";
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_reglette"))
        .args(how.split(' '))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(screen.contains("open       3 lists") && screen.contains("so that no list has a verdict"), "{screen}");
    let mut lists = csv::Reader::from_path(folder.path().join("found/metagame.csv")).unwrap();
    let place = lists.headers().unwrap().iter().position(|name| name == "verdict").unwrap();
    assert!(lists.records().all(|row| &row.unwrap()[place] == "open"));
}
