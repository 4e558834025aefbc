//! Runs with adaptive schedules: the same on any number of threads, after kills, and from the manifest.

use crate::{files, reglette, rows, said, text};
use std::collections::BTreeMap;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// Four entrants on two scenarios, three times as many games on the first.
const FIELD: [&str; 13] = [
    "tournament",
    "plain",
    "river",
    "--weights",
    "3,1",
    "--armies",
    "france,prussia",
    "--bots",
    "random,greedy",
    "--allocate",
    "adaptive",
    "--games",
    "100",
];

#[test]
fn games_go_where_the_order_is_open_whatever_the_threads_and_the_kills() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    said(&[&FIELD[..], &["--out", text(&at("one")), "--threads", "1"]].concat(), 0);
    let rendered = said(&[&FIELD[..], &["--out", text(&at("two")), "--threads", "2"]].concat(), 0);
    assert!(rendered.contains("Ratings account for unequal opponents"), "{rendered}");
    let expected = files(&at("one"));
    assert!(files(&at("two")) == expected, "where the next games go does not depend on threads");

    let pairings = rows(&at("one"), "allocation.csv");
    let pairs: Vec<u64> = pairings.iter().map(|row| row["pairs"].parse().unwrap()).collect();
    // 75 games on one scenario and 25 on the other are 38 and 13 pairs.
    assert_eq!((pairs.len(), pairs.iter().sum::<u64>()), (6, 6 * 51), "{pairs:?}");
    assert!(pairs.iter().all(|pairs| *pairs >= 8) && pairs.iter().max() > pairs.iter().min(), "{pairs:?}");
    let on = |scenario: &str| -> u64 {
        rows(&at("one"), "matchups.csv")
            .iter()
            .filter(|row| row["scenario"] == scenario)
            .map(|row| row["games"].parse::<u64>().unwrap())
            .sum()
    };
    let share = on("plain") as f64 / (6.0 * 102.0);
    assert!((0.72..0.78).contains(&share), "{share}");

    assert!(said(&["replay", text(&at("one")), "--verify", "10"], 0).contains("all as recorded"));
    assert!(said(&["rerun", text(&at("one")), "--out", text(&at("again"))], 0).contains("The same games"));
    assert!(files(&at("again")) == expected);

    let killed = at("killed");
    let mut child =
        reglette(&[&FIELD[..], &["--checkpoint", "0.02", "--out", text(&killed)]].concat()).spawn().unwrap();
    let mut kills = 0;
    loop {
        // Longer each time, so that it reaches its end on a busy machine.
        sleep(Duration::from_millis(100 + 50 * kills));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        if killed.join("journal").exists() {
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            child = reglette(&["tournament", "--resume", text(&killed), "--checkpoint", "0.02"]).spawn().unwrap();
        }
    }
    assert!(kills > 0 && files(&killed) == expected, "{kills} kills");
}

#[test]
fn a_run_for_verdicts_ends_when_none_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let toy = [
        "tournament",
        "sprint",
        "--rules",
        "toy",
        "--armies",
        "hares,tortoises",
        "--bots",
        "greedy,random",
        "--games",
        "20000",
    ];
    let rendered =
        said(&[&toy[..], &["--allocate", "adaptive", "--for", "verdicts", "--out", text(&at("run"))]].concat(), 0);
    let pairings = rows(&at("run"), "allocation.csv");
    let open = pairings.iter().filter(|row| row["watched_verdict"] == "undecided").count();
    let pairs: u64 = pairings.iter().map(|row| row["pairs"].parse::<u64>().unwrap()).sum();
    assert!(open == 0 && pairs < 6 * 10_000, "{open} open after {pairs} pairs: {rendered}");
    assert!(rendered.contains("Of 6 pairings 0 have no verdict"), "{rendered}");
    // The table of match-ups and the screen give the interval and the verdict that decided.
    for (allocated, matchup) in pairings.iter().zip(rows(&at("run"), "matchups.csv")) {
        let entrants = ["first", "second"].map(|place| ["bot", "army"].map(|of| &matchup[&format!("{place}_{of}")]));
        assert_eq!(
            entrants.map(|[bot, army]| format!("{bot}/{army}")),
            [&allocated["first"], &allocated["second"]].map(String::clone)
        );
        let same =
            [("watched_low", "rate_low"), ("watched_high", "rate_high"), ("watched_verdict", "verdict_adjusted")];
        same.iter().for_each(|(one, other)| assert_eq!(allocated[*one], matchup[*other], "{one}"));
        assert!(matchup["p_value"].is_empty() && matchup["p_adjusted"].is_empty());
        assert!(rendered.contains(&format!("    {}\n", matchup["verdict"])), "{rendered}");
    }
}

#[test]
fn what_cannot_be_allocated_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let refused = |more: &[&str], message: &str| {
        let toy = ["tournament", "sprint", "--rules", "toy", "--games", "20", "--out", text(&out)];
        let rendered = said(&[&toy[..], more].concat(), 2);
        assert!(rendered.contains(message) && !out.exists(), "{rendered}");
    };
    refused(
        &["--allocate", "adaptive", "--shard", "1/2"],
        "the games of --allocate adaptive depend on all previous games",
    );
    refused(&["--allocate", "adaptive", "--swiss", "3"], "cannot be used with");
    refused(&["--allocate", "even", "--for", "verdicts"], "--for needs --allocate adaptive");
    refused(&["--allocate", "adaptive", "--bots", "random,random"], "plays itself");
}

/// The lines of a table on the screen, from its header with this title on.
fn table<'a>(screen: &'a str, title: &str) -> Vec<&'a str> {
    let lines = screen.lines().skip_while(|line| !line.trim_start().starts_with(title));
    lines.take_while(|line| !line.is_empty() && !line.starts_with("On sprint")).collect()
}

#[test]
fn rates_over_allocated_pairings_are_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let played = |more: &[&str], out: &Path| {
        let toy = ["tournament", "sprint", "--rules", "toy", "--armies", "hares,tortoises", "--bots", "greedy,random"];
        said(&[&toy[..], &["--games", "100", "--out", text(out)], more].concat(), 0)
    };
    let (even, adaptive) = (played(&[], &at("even")), played(&["--allocate", "adaptive"], &at("adaptive")));
    for (title, file) in [("Bots ", "bots.csv"), ("Armies, greedy on both sides ", "armies.csv")] {
        let (rates, none) = (table(&even, title), table(&adaptive, title));
        assert!(rates.len() == 3 && rates[0].contains(" rate ") && rates[1].contains('%'), "{even}");
        assert!(none.len() >= 3 && !none[0].contains(" rate "), "{adaptive}");
        assert!(rows(&at("even"), file).iter().all(|row| !row["rate"].is_empty()));
        assert!(rows(&at("adaptive"), file).iter().all(|row| row["rate"].is_empty()));
    }
    // Armies have a rating each, by which they are ranked; bots over several armies have none, and no rank.
    let (bots, armies) = (table(&adaptive, "Bots "), table(&adaptive, "Armies, greedy on both sides "));
    assert!(armies[0].contains(" Elo ") && armies[1].trim_start().starts_with("1 ") && !armies[1].contains('±'));
    assert!(armies.last().unwrap().starts_with("Ranked by rating"), "{adaptive}");
    assert!(!bots[0].contains(" Elo ") && !bots[1].contains('%') && bots[1].trim_start().starts_with("greedy"));
    assert!(bots.last().unwrap().starts_with("Not ranked"), "{adaptive}");
    // An entrant played its opponents in the proportions of the allocation, too.
    let entrants = table(&adaptive, "Ranking ");
    assert!(!entrants[0].contains(" rate ") && entrants[0].contains(" Elo "), "{adaptive}");
    // Ratings and their differences are too far apart where games were allocated by them: they have no intervals.
    for file in ["ratings.csv", "superiority.csv"] {
        let has = |run: &str| {
            let low = |row: &BTreeMap<String, String>| (!row["elo"].is_empty(), !row["elo_low"].is_empty());
            rows(&at(run), file).iter().map(low).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!((has("even"), has("adaptive")), ([(true, true)].into(), [(true, false)].into()), "{file}");
    }
    assert!(rows(&at("adaptive"), "ratings.csv").iter().all(|row| !row["first_player_elo_low"].is_empty()));
    // Neither tests nor resamples of results that decided which pairings got most games.
    for (file, column) in [("field.csv", "in_mixture_share"), ("cycles.csv", "p_value")] {
        let has = |run: &str| rows(&at(run), file).iter().map(|row| !row[column].is_empty()).collect::<Vec<_>>();
        let (even, adaptive) = (has("even"), has("adaptive"));
        assert!(even.iter().all(|it| *it) && !adaptive.is_empty() && adaptive.iter().all(|it| !*it), "{file}");
    }
    assert!(even.contains("significant cycles") && even.contains("of bootstrap resamples"), "{even}");
    assert!(!adaptive.contains("significant cycles") && !adaptive.contains("resamples"), "{adaptive}");
}
