//! Messages about runs: plans, reruns, replays, versions.

use crate::resealed::write_sealed;
use crate::{files, rows, said, text};
use std::fs;

#[test]
fn a_run_is_repeated_from_its_manifest_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // The manifest contains the text of user files, including their bases.
    fs::create_dir_all(at("rules")).unwrap();
    fs::write(at("rules/base.toml"), "extends = \"jomini-v2\"\nsupport_neighbours = 3\n").unwrap();
    fs::write(at("rules/mine.toml"), "extends = \"base\"\n").unwrap();
    fs::write(at("bot.toml"), "extends = \"greedy\"\nkind = \"greedy\"\n").unwrap();
    let mut command = crate::reglette(&[
        "tournament",
        "plain",
        "--rules",
        "mine",
        "--armies",
        "france",
        "--bots",
        "bot.toml,random",
        "--games",
        "6",
        "--out",
        "first",
    ]);
    let output = command.current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::remove_dir_all(at("rules")).unwrap();
    fs::remove_file(at("bot.toml")).unwrap();
    fs::rename(at("first/manifest.toml"), at("manifest.toml")).unwrap();
    assert!(
        said(&["rerun", text(&at("manifest.toml")), "--out", text(&at("second"))], 0).contains("The same games as in")
    );
    fs::rename(at("manifest.toml"), at("first/manifest.toml")).unwrap();
    assert!(files(&at("first")) == files(&at("second")));
}

#[test]
fn a_plan_can_be_written_and_played_later() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let what = ["tournament", "plain", "--armies", "france,prussia", "--bots", "random", "--games", "4"];
    said(&[&what[..], &["--plan-only", "--out", text(&at("plan"))]].concat(), 0);
    said(&[&what[..], &["--out", text(&at("run"))]].concat(), 0);
    said(&["rerun", text(&at("plan/plan.toml")), "--out", text(&at("rerun"))], 0);
    assert!(files(&at("run")) == files(&at("rerun")));
    // The plan is what was played.
    let columns = |path: &str, count: usize| -> Vec<String> {
        let text = fs::read_to_string(at(path)).unwrap();
        text.lines().map(|line| line.split(',').take(count).collect::<Vec<_>>().join(",")).collect()
    };
    assert_eq!(columns("plan/schedule.csv", 7), columns("run/games.csv", 7));
}

/// The counts with those of two pairings exchanged that have as many games and different results.
fn exchanged(mut tallies: serde_json::Value) -> serde_json::Value {
    let counters = tallies.pointer_mut("/parts/0/counts/counters").unwrap().as_array_mut().unwrap();
    let results = |counter: &serde_json::Value| {
        ["wins", "draws", "losses"].map(|result| counter[result].as_u64().unwrap_or_default())
    };
    let games = |counter: &serde_json::Value| results(counter).iter().sum::<u64>();
    let of_two: Vec<usize> = (0..counters.len()).filter(|index| !counters[*index]["kinds"].is_null()).collect();
    let is_other = |index: &&usize| {
        let [first, other] = [&counters[of_two[0]], &counters[**index]];
        games(first) == games(other) && results(first) != results(other)
    };
    let other = *of_two.iter().find(is_other).expect("two pairings with different results");
    counters.swap(of_two[0], other);
    tallies
}

#[test]
fn a_game_is_told_from_its_number_and_a_sample_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    said(
        &[
            "tournament",
            "plain",
            "--armies",
            "france,prussia",
            "--bots",
            "random,greedy",
            "--games",
            "4",
            "--out",
            text(&run),
        ],
        0,
    );
    let games = fs::read_to_string(run.join("games.csv")).unwrap();
    let row: Vec<&str> = games.lines().nth(8).unwrap().split(',').collect();
    let rendered = said(&["replay", text(&run), "--game", "7", "--map", "none"], 0);
    let winner = if row[8] == "draw" { "a draw".to_owned() } else { format!("{} wins", row[8]) };
    assert!(rendered.contains(&format!("game 7 · pair {}", row[2])) && rendered.contains(&winner), "{rendered}");
    assert!(said(&["replay", text(&run), "--game", "999"], 2).contains("numbered from 0 to"));
    assert!(said(&["replay", text(&run), "--verify", "5"], 0).contains("5 games of "));
    // Counts that agree with each other but not with the rows, under hashes that are right.
    let (tallies, manifest) = (run.join("tallies.json"), run.join("manifest.toml"));
    let (counts, sealed) = (fs::read_to_string(&tallies).unwrap(), fs::read_to_string(&manifest).unwrap());
    let other: serde_json::Value = serde_json::from_str(&counts).unwrap();
    let other = exchanged(other).to_string();
    fs::write(&tallies, &other).unwrap();
    let hash = |text: &str| reglette::data::whole::hash_of_bytes(text.as_bytes());
    let body = reglette::data::sealed::unsealed(&sealed).unwrap().replace(&hash(&counts), &hash(&other));
    write_sealed(&manifest, &body);
    let rendered = said(&["replay", text(&run), "--verify"], 2);
    assert!(rendered.contains("in a pairing games.csv has"), "{rendered}");
    fs::write(&tallies, counts).unwrap();
    fs::write(&manifest, sealed).unwrap();

    fs::write(run.join("games.csv"), games.replace(",red,", ",blue,")).unwrap();
    assert!(said(&["replay", text(&run), "--verify"], 2).contains("differ"));
    let fewer: String =
        games.lines().enumerate().filter(|(line, _)| *line != 5).map(|(_, text)| format!("{text}\n")).collect();
    fs::write(run.join("games.csv"), fewer).unwrap();
    assert!(
        said(&["replay", text(&run), "--verify"], 2).contains("it has changed since the run wrote it"),
        "a row is gone"
    );
}

#[test]
fn the_version_tells_the_engine_signatures() {
    let rendered = said(&["--version"], 0);
    for name in reglette::catalog::NAMES {
        let signature =
            rendered.lines().find_map(|line| line.trim().strip_prefix(name)).unwrap_or_else(|| panic!("{rendered}"));
        assert_eq!(signature.trim().len(), 16, "{rendered}");
    }
}

#[test]
fn what_cannot_be_restored_or_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    said(&["tournament", "sprint", "--bots", "greedy,random", "--games", "4", "--out", text(&run)], 0);
    let resume = ["tournament", "--resume", text(&run)];
    fs::remove_file(run.join("run.toml")).unwrap();
    assert!(said(&resume, 0).contains("run.toml is missing: the command, the time and the machine"));
    fs::remove_file(run.join("bots.csv")).unwrap();
    fs::create_dir(run.join("bots.csv")).unwrap();
    let rendered = said(&resume, 4);
    assert!(rendered.contains(&format!("{}: ", run.join("bots.csv").display())), "{rendered}");
    fs::remove_dir(run.join("bots.csv")).unwrap();
    assert!(said(&resume, 0).contains("restored from its counts: bots.csv"));
}

/// The pairings of a run with the games of each, in the order of matchups.csv.
fn matchups(run: &std::path::Path) -> Vec<(String, u64)> {
    let mut reader = csv::Reader::from_path(run.join("matchups.csv")).unwrap();
    let rows: Vec<std::collections::BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let name = |row: &std::collections::BTreeMap<String, String>| {
        format!(
            "{} {}/{} {}/{}",
            row["scenario"], row["first_bot"], row["first_army"], row["second_bot"], row["second_army"]
        )
    };
    rows.iter().map(|row| (name(row), row["games"].parse().unwrap())).collect()
}

#[test]
fn a_gauntlet_a_list_ties_and_weights_arrange_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let toy = [
        "tournament",
        "sprint",
        "--rules",
        "toy",
        "--bots",
        "greedy,random",
        "--armies",
        "hares,tortoises",
        "--games",
        "4",
    ];
    let play = |name: &str, more: &[&str]| {
        said(&[&toy[..], more, &["--out", text(&at(name))]].concat(), 0);
        // Arrangements are also repeated from the manifest, and their games are found by number.
        said(&["rerun", text(&at(name)), "--out", text(&at(&format!("{name}-again")))], 0);
        said(&["replay", text(&at(name)), "--verify", "5"], 0);
        matchups(&at(name))
    };
    let names = |rows: &[(String, u64)]| rows.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(
        names(&play("gauntlet", &["--gauntlet", "greedy/hares"])),
        [
            "sprint greedy/hares greedy/tortoises",
            "sprint greedy/hares random/hares",
            "sprint greedy/hares random/tortoises"
        ]
    );
    assert_eq!(names(&play("army", &["--gauntlet", "tortoises"])).len(), 4);
    assert_eq!(names(&play("tied", &["--tied"])), ["sprint greedy/hares random/tortoises"]);
    fs::write(at("list.csv"), "# who meets whom\nrandom/hares, greedy/hares\nrandom/tortoises,random/tortoises\n")
        .unwrap();
    assert_eq!(
        play("list", &["--pairings", text(&at("list.csv"))]),
        [
            ("sprint random/hares greedy/hares".to_owned(), 4),
            ("sprint random/tortoises random/tortoises".to_owned(), 4)
        ]
    );
    let wrong = |more: &[&str], message: &str| {
        let rendered = said(&[&toy[..], more, &["--out", text(&at("wrong"))]].concat(), 2);
        assert!(rendered.contains(message), "{rendered}");
    };
    wrong(&["--gauntlet", "gredy/hares"], "no entrant \"gredy/hares\"; did you mean \"greedy/hares\"?");
    wrong(&["--weights", "1,2"], "2 weights for 1 scenario");
    wrong(&["--weights", "0"], "the weights: all are 0, so that no scenario has a game");
    fs::write(at("silent.toml"), "kind = \"external\"\ncommand = []\n").unwrap();
    wrong(&["--bots", text(&at("silent.toml"))], "silent.toml:2: command is an empty list");
    wrong(&["--pairings", text(&at("nothing.csv"))], "nothing.csv");
    fs::write(at("list.csv"), "random/hares\n").unwrap();
    wrong(&["--pairings", text(&at("list.csv"))], "list.csv:1: expected two entrants, found 1 value");

    let jomini = [
        "tournament",
        "plain",
        "river",
        "--armies",
        "france",
        "--bots",
        "random,greedy",
        "--games",
        "40",
        "--weights",
        "3,1",
    ];
    said(&[&jomini[..], &["--out", text(&at("weights"))]].concat(), 0);
    let games: Vec<u64> = matchups(&at("weights")).iter().map(|(_, games)| *games).collect();
    assert_eq!(games, [40, 30, 10], "all, plain, river");
}

#[test]
fn swiss_legs_pair_like_with_like_and_can_be_resumed_but_not_split() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let swiss = [
        "tournament",
        "plain",
        "--armies",
        "france,prussia,austria,russia,spain",
        "--bots",
        "random,greedy",
        "--games",
        "10",
        "--swiss",
        "4",
    ];
    said(&[&swiss[..], &["--out", text(&at("one")), "--threads", "1"]].concat(), 0);
    said(&[&swiss[..], &["--out", text(&at("two")), "--threads", "2"]].concat(), 0);
    assert!(files(&at("one")) == files(&at("two")), "pairings follow from whole legs, not from threads");
    let rows = matchups(&at("one"));
    assert_eq!(rows.iter().map(|(_, games)| games).sum::<u64>(), 4 * 5 * 10, "ten entrants, five pairings a leg");
    assert!(
        rows.len() == 20 && rows.iter().all(|(_, games)| *games == 10),
        "nobody meets twice in so few legs: {rows:?}"
    );
    // After the first leg its winners play each other.
    let last = &rows[rows.len() - 5..];
    let greedy = last.iter().filter(|(name, _)| name.matches("greedy").count() == 2).count();
    assert!(greedy >= 1, "{last:?}");
    assert!(said(&["replay", text(&at("one")), "--verify", "20"], 0).contains("all as recorded"));
    assert!(said(&["rerun", text(&at("one")), "--out", text(&at("again"))], 0).contains("The same games"));
    let rendered = said(&[&swiss[..], &["--out", text(&at("shard")), "--shard", "1/2"]].concat(), 2);
    assert!(rendered.contains("it excludes --shard"), "{rendered}");

    // Killed in every leg and resumed.
    let long = [&swiss[..7], &["300"], &swiss[8..]].concat();
    said(&[&long[..], &["--out", text(&at("long"))]].concat(), 0);
    let killed = at("killed");
    let mut child =
        crate::reglette(&[&long[..], &["--checkpoint", "0.02", "--out", text(&killed)]].concat()).spawn().unwrap();
    let mut kills = 0;
    loop {
        // Longer each time, so that it reaches its end on a busy machine.
        std::thread::sleep(std::time::Duration::from_millis(300 + 50 * kills));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        if killed.join("journal").exists() {
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            child =
                crate::reglette(&["tournament", "--resume", text(&killed), "--checkpoint", "0.02"]).spawn().unwrap();
        }
    }
    assert!(kills > 0 && files(&killed) == files(&at("long")), "{kills} kills");
}

#[test]
fn a_bot_in_quarantine_forfeits_what_is_left_whatever_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("bad.luau"), "function choose(view) error('no idea') end\n").unwrap();
    fs::write(at("bad.toml"), "kind = \"scripted\"\nscript = \"bad.luau\"\n").unwrap();
    let bad = at("bad.toml");
    let play = |name: &str, threads: &str, more: &[&str]| {
        let what = [
            "tournament",
            "plain",
            "--armies",
            "france",
            "--bots",
            text(&bad),
            "--bots",
            "random",
            "--games",
            "200",
            "--threads",
            threads,
        ];
        said(&[&what[..], more, &["--out", text(&at(name))]].concat(), 3)
    };
    play("one", "1", &["--quarantine", "10"]);
    play("two", "2", &["--quarantine", "10"]);
    assert!(files(&at("one")) == files(&at("two")));
    let games = fs::read_to_string(at("one/games.csv")).unwrap();
    let out = games.lines().filter(|line| line.ends_with("in quarantine after 10 faults")).count();
    // Faults are counted at the ends of blocks of sixteen games.
    assert_eq!(out, 200 - 16, "{out}");
    assert!(said(&["replay", text(&at("one")), "--game", "3", "--map", "none"], 3).contains("no idea"));
    // Games that were never played are not played again.
    let unplayed = said(&["replay", text(&at("one")), "--game", "100", "--map", "none"], 2);
    assert!(
        unplayed.contains("game 100 was never played: it was forfeited in quarantine after 10 faults"),
        "{unplayed}"
    );
    assert!(said(&["replay", text(&at("one")), "--verify", "200"], 0).contains("16 games of 200 played again"));
    play("never", "2", &[]);
    assert!(!fs::read_to_string(at("never/games.csv")).unwrap().contains("quarantine"));
}

#[test]
fn a_run_is_explained_turn_by_turn() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    said(
        &["tournament", "plain", "--armies", "france", "--bots", "greedy,random", "--games", "2", "--out", text(&run)],
        0,
    );
    let rendered = ["3", "4"].map(|turn| said(&["explain", text(&run), "--game", "0", "--turn", turn], 0)).concat();
    assert!(rendered.contains("red, greedy/france: ") && rendered.contains("features × weights"), "{rendered}");
    assert!(
        rendered.contains("blue, random/france: ") && rendered.contains("it does not evaluate actions"),
        "{rendered}"
    );
    assert!(said(&["explain", text(&run), "--game", "0", "--turn", "999"], 2).contains("player-turns"));
}

#[test]
fn the_time_left_is_reported_once_unless_quiet() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let program = fs::read_to_string("bots/examples/reference.py").unwrap();
    let begins = "self.random = random.Random(seed)";
    let slow = program.replace(begins, &format!("{begins}\n        __import__(\"time\").sleep(0.15)"));
    assert!(slow != program);
    fs::write(at("slow.py"), slow).unwrap();
    fs::write(at("slow.toml"), "kind = \"external\"\nextends = \"greedy\"\ncommand = [\"python3\", \"slow.py\"]\n")
        .unwrap();
    let slow = at("slow.toml");
    let bots = format!("{},random", text(&slow));
    let play = |name: &str, more: &[&str]| {
        let toy = ["tournament", "sprint", "--rules", "toy", "--bots", &bots, "--games", "14", "--threads", "1"];
        said(&[&toy[..], more, &["--out", text(&at(name))]].concat(), 0)
    };
    // The error stream of a test is no terminal.
    let rendered = play("run", &[]);
    assert_eq!(rendered.matches(" left, expected to take about ").count(), 1, "{rendered}");
    assert!(rendered.contains(" s on 1 thread\n"), "{rendered}");
    assert!(!play("quiet", &["--quiet"]).contains("expected to take"));
}

#[test]
fn a_log_tells_what_happened() {
    let folder = tempfile::tempdir().unwrap();
    let (run, log) = (folder.path().join("run"), folder.path().join("log.txt"));
    let logged = ["--quiet", "--log", text(&log), "--out", text(&run)];
    said(&[&["tournament", "sprint", "--rules", "toy", "--games", "4"][..], &logged].concat(), 0);
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("playing") && log.contains("finished"), "{log}");
}

#[test]
fn ground_is_drawn_from_many_seeds() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    for (scenarios, armies) in [("chance-field@3..5", "france"), ("chance-halves@3..5", "gauls")] {
        said(
            &[
                "tournament",
                scenarios,
                "--armies",
                armies,
                "--bots",
                "random",
                "--games",
                "12",
                "--force",
                "--out",
                text(&run),
            ],
            0,
        );
        let games = fs::read_to_string(run.join("games.csv")).unwrap();
        let base = scenarios.split('@').next().unwrap();
        assert!([3, 4, 5].iter().all(|seed| games.contains(&format!(",{base}@{seed},"))), "{games}");
        let again = folder.path().join(format!("again-{base}"));
        assert!(said(&["rerun", text(&run), "--out", text(&again)], 0).contains("The same games"));
    }
    assert!(
        said(&["tournament", "plain@3", "--out", text(&folder.path().join("no"))], 2)
            .contains("no [generator] with a seed")
    );
}

#[test]
fn a_sequential_test_stops_at_the_same_pair_whatever_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let how = [
        "--rules",
        "toy",
        "--armies",
        "hares,tortoises",
        "--bots",
        "greedy",
        "--games",
        "9000",
        "--sprt",
        "elo0=-40",
        "elo1=40",
    ];
    let test = [&["tournament", "sprint"], &how[..]].concat();
    let rendered = said(&[&test[..], &["--threads", "1", "--out", text(&at("one"))]].concat(), 0);
    let is_ahead =
        rendered.contains("for greedy/hares: 40 Elo points ahead of greedy/tortoises fit the results better than -40.");
    assert!(
        is_ahead
            || rendered
                .contains("greedy/hares: -40 Elo points ahead of greedy/tortoises fit the results better than 40."),
        "{rendered}"
    );
    assert!(rendered.contains("Corrected for optional stopping"), "{rendered}");
    // Only the corrected rate is reported: neither the screen nor another table has a second verdict.
    assert!(!rendered.contains("    rate ") && !rendered.contains("favours greedy"), "{rendered}");
    for (table, columns) in [
        ("matchups.csv", &["rate", "rate_low", "wilson_low", "p_value", "verdict", "verdict_adjusted"][..]),
        ("armies.csv", &["rate", "rate_low", "p_value", "verdict"]),
        ("ratings.csv", &["elo", "elo_low", "elo_high", "stronger_than_next"]),
    ] {
        let found = rows(&at("one"), table);
        assert!(
            !found.is_empty() && found.iter().all(|row| columns.iter().all(|column| row[*column].is_empty())),
            "{table}"
        );
    }
    assert!(rows(&at("one"), "seats.csv").iter().all(|row| !row["rate_low"].is_empty()));
    said(&[&test[..], &["--threads", "2", "--out", text(&at("two"))]].concat(), 0);
    assert!(files(&at("one")) == files(&at("two")));
    let games = fs::read_to_string(at("one/games.csv")).unwrap().lines().count() - 1;
    assert!((32..9000).contains(&games) && games % 16 == 0, "stopped at the end of a block: {games}");
    let decision = if is_ahead { "confirmed" } else { "refuted" };
    let row = format!("greedy/hares,greedy/tortoises,{},{decision},", games / 2);
    assert!(fs::read_to_string(at("one/sequential.csv")).unwrap().contains(&row), "{row}");
    let run = at("won");
    let won = ["--armies", "france", "--bots", "greedy,random", "--sprt", "elo0=0", "elo1=50", "--out", text(&run)];
    let rendered = said(&[&["tournament", "plain", "--games", "400"], &won[..]].concat(), 0);
    assert!(rendered.contains("50 Elo points ahead of random/france fit the results better than 0."), "{rendered}");
    assert!(said(&["replay", text(&at("one")), "--verify", "10"], 0).contains("all as recorded"));
    assert!(said(&["rerun", text(&at("one")), "--out", text(&at("again"))], 0).contains("The same games"));

    let wrong = |more: &[&str], message: &str| {
        let rendered =
            said(&[&["tournament", "plain", "--games", "4"], more, &["--out", text(&at("wrong"))]].concat(), 2);
        assert!(rendered.contains(message), "{rendered}");
    };
    wrong(&["--sprt", "elo0=5", "elo1=0", "--armies", "france"], "elo0 (5) must be less than elo1 (0)");
    wrong(&["--sprt", "elo0=0", "elo1=5"], "compares two entrants over pairs of games, but there are 3 pairings");
    wrong(&["--sprt", "elo0=0", "elo1=5", "--armies", "france", "--bots", "greedy"], "both are the same");
    wrong(&["--until", "half_width=0.01", "--shard", "1/2"], "it excludes --shard");
}

#[test]
fn a_run_ends_when_its_intervals_are_narrow_and_so_does_one_that_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let how = ["--armies", "france,prussia", "--bots", "greedy", "--games", "9000", "--until", "half_width=0.04"];
    let until = [&["tournament", "plain"], &how[..]].concat();
    said(&[&until[..], &["--threads", "1", "--out", text(&at("narrow"))]].concat(), 0);
    let mut child = crate::reglette(&[&until[..], &["--checkpoint", "0.02", "--out", text(&at("killed"))]].concat())
        .spawn()
        .unwrap();
    while !at("killed/journal/checkpoint").exists() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    child.kill().unwrap();
    child.wait().unwrap();
    said(&["tournament", "--resume", text(&at("killed"))], 0);
    assert!(files(&at("killed")) == files(&at("narrow")));
    // The rule counts pairs; clusters of the tables are blocks of pairs, whose interval may be a little wider.
    let mut table = csv::Reader::from_path(at("narrow/sequential.csv")).unwrap();
    let row: std::collections::BTreeMap<String, String> = table.deserialize().next().unwrap().unwrap();
    let share = |key: &str| row[key].parse::<f64>().unwrap();
    let half = (share("rate_high") - share("rate_low")) / 2.0;
    assert!((0.03..0.0401).contains(&half), "as narrow as was asked for, and not much more: {half}");
}
