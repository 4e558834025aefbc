//! End-to-end tests of `reglette compare`: changes with known effects, identical rules, chance alone, and invalid
//! comparisons.

use crate::broken_off::signalled_at;
use crate::empty_folder::folder_with;
use crate::resealed::{text_of, write_sealed};
use assert_cmd::Command;
use assert_cmd::cargo::CommandCargoExt;
use reglette::balance::{Comparing, SoFar, compare as play_compared};
use reglette::data::{Library, Unlogged};
use reglette::game::toy::ToyBook;
use reglette::report::comparison;
use reglette::tournament::{Request, load};
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The program in an empty folder, where only the built-in files are available.
fn compare(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder).arg("compare").args(arguments);
    command
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = compare(folder, arguments).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let before = fs::read_dir(folder).unwrap().count();
    let message = compare(folder, arguments).assert().code(2).get_output().stderr.clone();
    assert_eq!(fs::read_dir(folder).unwrap().count(), before, "bad input leaves nothing behind");
    String::from_utf8(message).unwrap()
}

/// The rows of a comparison by column.
fn rows(folder: &Path, out: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join(out).join("comparison.csv")).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

/// The row of a measure over all scenarios.
fn row<'a>(rows: &'a [BTreeMap<String, String>], measure: &str, of: &str) -> &'a BTreeMap<String, String> {
    rows.iter().find(|row| row["scenario"] == "all" && row["measure"] == measure && row["subject"] == of).unwrap()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

#[test]
fn doubled_points_double_what_is_lost_and_change_nothing_else() {
    let folder = folder_with(&[("dear.toml", "extends = \"toy\"\nprice = 4\n")]);
    let folder = folder.path();
    let screen = done(
        folder,
        &["sprint", "--rules", "toy", "--against", "dear.toml", "--bots", "random", "--out", "o", "--quiet"],
    );
    let rows = rows(folder, "o");
    let lost = row(&rows, "points_lost", "");
    assert!(
        number(lost, "without_change") > 0.1
            && (number(lost, "with_change") - 2.0 * number(lost, "without_change")).abs() < 2e-6,
        "{lost:?}"
    );
    assert_eq!(
        (lost["verdict"].as_str(), lost["verdict_adjusted"].as_str(), lost["correlation"].as_str()),
        ("higher", "higher", "1.0000")
    );
    // A comeback depends on points only through the leader, which doubling does not change.
    let others: Vec<&str> =
        rows.iter().filter(|row| row["measure"] != "points_lost").map(|row| row["verdict"].as_str()).collect();
    assert!(others.len() > 8 && others.iter().all(|verdict| *verdict == "alike"), "{others:?}");
    assert!(screen.contains("rules: dear against toy, 500 games each"), "{screen}");
}

#[test]
fn one_runner_instead_of_two_makes_a_shorter_race_and_a_sweep_finds_the_rules_themselves() {
    let folder = folder_with(&[]);
    let folder = folder.path();
    let how = ["sprint", "--sweep", "needed=1..2", "--games", "200", "--events", "--quiet"];
    let screen = done(folder, &[&how[..], &["--threads", "1", "--out", "one"]].concat());
    assert_eq!(
        screen.replace("Wrote one", "Wrote two"),
        done(folder, &[&how[..], &["--threads", "2", "--out", "two"]].concat())
    );
    for name in ["comparison.csv", "manifest.toml"] {
        assert_eq!(fs::read(folder.join("one").join(name)).unwrap(), fs::read(folder.join("two").join(name)).unwrap());
    }
    let rows = rows(folder, "one");
    let rounds = row(&rows, "rounds", "");
    assert_eq!((rounds["variant"].as_str(), rounds["verdict_adjusted"].as_str()), ("needed=1", "lower"));
    assert!(number(rounds, "difference_high") < -1.0 && number(rounds, "shared_dice_factor") > 1.0, "{rounds:?}");
    // Orders and rules are counted: fewer rounds have fewer of them.
    assert!(rows.iter().any(|row| row["measure"] == "events" && row["verdict_adjusted"] == "lower"));
    // The second value is that of the rules anyway.
    assert!(screen.contains("toy and needed=2 are the same rules, so every difference is exactly zero."), "{screen}");
    let same: Vec<_> = rows.iter().filter(|row| row["variant"] == "needed=2").collect();
    for row in &same {
        assert_eq!(
            ["difference", "difference_low", "difference_high"].map(|column| number(row, column)),
            [0.0; 3],
            "{row:?}"
        );
        assert_eq!([row["verdict"].as_str(), row["verdict_adjusted"].as_str()], ["same"; 2]);
    }
    assert!(same.len() > 8);

    // The manifest alone repeats it, and differences are detected.
    let again = done(folder, &["--again", "one", "--out", "three", "--quiet"]);
    assert!(again.contains("The same results as in one/manifest.toml."), "{again}");
    let onto_itself =
        compare(folder, &["--again", "one", "--out", "one", "--force"]).assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(onto_itself).unwrap().contains("must not be overwritten; give another --out"));
    let manifest = fs::read_to_string(folder.join("one/manifest.toml")).unwrap();
    let above = text_of(&folder.join("one/manifest.toml"));
    let hash = above.rsplit("blake3 = \"").next().unwrap()[..64].to_owned();
    let changed = |text: &str| text.replace(&hash, &"0".repeat(64));
    let other = folder.join("other.toml");
    let refused = |what: &str, words: &str| {
        let message = compare(folder, &["--again", what, "--out", "four", "--force"])
            .assert()
            .code(2)
            .get_output()
            .stderr
            .clone();
        assert!(String::from_utf8(message).unwrap().contains(words), "{words}");
    };
    fs::write(&other, changed(&manifest)).unwrap();
    refused("other.toml", "other.toml: it has changed since it was written");
    write_sealed(&other, &changed(&above));
    refused("other.toml", "the results differ from those in other.toml");
    fs::create_dir(folder.join("mixed")).unwrap();
    fs::write(folder.join("mixed/manifest.toml"), manifest).unwrap();
    assert!(done(folder, &["--again", "mixed", "--out", "five", "--quiet"]).contains("The same results"));
    fs::write(folder.join("mixed/comparison.csv"), "of another comparison\n").unwrap();
    refused("mixed", "mixed/comparison.csv: it does not match mixed/manifest.toml");
}

#[test]
fn an_unused_key_has_no_effect_and_the_detectable_one_is_reported() {
    // Above nine no runner is tripped: no die shows that many steps.
    let folder = folder_with(&[
        ("nine.toml", "extends = \"toy\"\ntrips_on = 9\n"),
        ("ten.toml", "extends = \"toy\"\ntrips_on = 10\n"),
    ]);
    let screen = done(
        folder.path(),
        &["sprint", "--rules", "nine.toml", "--against", "ten.toml", "--games", "100", "--out", "o", "--quiet"],
    );
    assert!(screen.contains("No detectable effect: none of 100 games had a different result"), "{screen}");
    // 1 - 0.05^(1/50)
    assert!(screen.contains("a change in more than 5.8 % would have been detected"), "{screen}");
}

#[test]
fn armies_scenarios_and_bots_are_compared_in_their_places() {
    let folder = folder_with(&[(
        "steady.toml",
        "name = \"Steady\"\nrunners = [{ name = \"A\", dice = 1 }, { name = \"B\", dice = 1 }, { name = \"C\", dice = \
            2 }]\n",
    )]);
    let folder = folder.path();
    // The same team under another name: bots and dice draw as for the first.
    let screen = done(
        folder,
        &[
            "sprint",
            "--army",
            "tortoises",
            "--against",
            "steady.toml",
            "--bots",
            "random",
            "--games",
            "60",
            "--out",
            "a",
            "--quiet",
        ],
    );
    assert!(screen.contains("none of 60 games had a different result"), "{screen}");
    assert!(rows(folder, "a").iter().any(|row| row["subject"] == "random/tortoises→random/steady v random/hares"));

    let longer = "name = \"Longer\"\nlength = 24\nrounds = 40\n";
    fs::write(folder.join("longer.toml"), longer).unwrap();
    done(
        folder,
        &[
            "--scenario",
            "sprint",
            "--against",
            "longer.toml",
            "--armies",
            "hares,tortoises",
            "--games",
            "1000",
            "--out",
            "b",
            "--quiet",
        ],
    );
    let scenario = rows(folder, "b");
    assert_eq!(row(&scenario, "rounds", "")["verdict_adjusted"], "higher");
    assert!(
        number(row(&scenario, "first_player_rate", ""), "correlation") > 0.0,
        "both scenarios have the dice of the first"
    );

    done(
        folder,
        &[
            "sprint",
            "--bot",
            "greedy",
            "--against",
            "random",
            "--rules",
            "toy",
            "--games",
            "200",
            "--out",
            "c",
            "--quiet",
        ],
    );
    assert_eq!(row(&rows(folder, "c"), "rounds", "")["verdict_adjusted"], "higher");
}

#[test]
fn only_the_listed_pairings_are_played_and_repeated() {
    let runners = "runners = [{ name = \"A\", dice = 1 }, { name = \"B\", dice = 1 }, { name = \"C\", dice = 2 }]\n";
    let folder = folder_with(&[
        ("steady.toml", &format!("name = \"Steady\"\n{runners}")),
        ("listed.csv", "# historical\nrandom/steady, random/hares\n"),
        ("unknown.csv", "random/steady,random/hare\n"),
        ("three.csv", "random/steady,random/hares,random/tortoises\n"),
    ]);
    let folder = folder.path();
    let how = |pairings: &'static str, games: &'static str, out: &'static str| {
        let armies = "hares,tortoises,steady.toml";
        let listed = ["--sweep", "needed=1", "--armies", armies, "--bots", "random", "--pairings", pairings];
        ["sprint"].into_iter().chain(listed).chain(["--games", games, "--out", out, "--quiet"]).collect::<Vec<_>>()
    };
    for (pairings, found) in [
        ("unknown.csv", "did you mean \"random/hares\"?"),
        ("three.csv", "three.csv:1: expected two entrants, found 3 values"),
        ("missing.csv", "missing.csv: "),
    ] {
        let message = refused(folder, &how(pairings, "40", "o"));
        assert!(message.contains(found), "{pairings}: {message}");
    }
    done(folder, &how("listed.csv", "40", "o"));
    let of_pairings = |out: &str| {
        let rows = rows(folder, out).into_iter().filter(|row| row["measure"] == "matchup_win_rate");
        rows.map(|row| (row["subject"].clone(), row["games"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(of_pairings("o"), [("random/steady v random/hares".to_owned(), "40".to_owned())]);

    // An interrupted comparison and a repeated one do not need the file again.
    let log = folder.join("killed/journal/log");
    let mut program = std::process::Command::cargo_bin("reglette").unwrap();
    program.current_dir(folder).arg("compare").args(how("listed.csv", "20000", "killed"));
    assert!(signalled_at(&mut program, Signal::KILL, &log, 100).1, "it was killed while it played");
    fs::remove_file(folder.join("listed.csv")).unwrap();
    done(folder, &["--resume", "killed", "--quiet"]);
    assert_eq!(of_pairings("killed"), [("random/steady v random/hares".to_owned(), "20000".to_owned())]);
    let screen = done(folder, &["--again", "o", "--out", "again", "--quiet"]);
    assert!(screen.contains("The same results as in"), "{screen}");
}

#[test]
fn invalid_comparisons_are_reported() {
    let folder = folder_with(&[]);
    let message = |arguments: &[&str]| refused(folder.path(), arguments);
    for (arguments, rendered) in [
        (&["sprint"][..], "nothing to compare with: --against"),
        (&["--rules", "toy", "--against", "jomini-v2"], "it is for the rulebook jomini, but rules/toy.toml is for toy"),
        (&["--rules", "toy", "--sweep", "neded=1..2"], "did you mean \"needed\"?"),
        (&["--rules", "toy", "--sweep", "needed=4..1"], "the first value, 4, is above the last, 1"),
        (&["--rules", "toy", "--against", "toi"], "no rules \"toi\""),
        (&["sprint", "--army", "hares", "--against", "tortoises"], "has no opponent: give one with --armies"),
        (&["sprint", "--army", "hares", "--against", "tortoises", "--armies", "hares"], "cannot be its own opponent"),
        (
            &["sprint", "--army", "hares", "--against", "tortoises", "--pairings", "some.csv"],
            "'--army <A>' cannot be used with '--pairings <FILE>'",
        ),
        (&["--scenario", "sprint", "--against", "classic"], "both scenarios must bring their armies, or neither"),
    ] {
        let message = message(arguments);
        assert!(message.contains(rendered), "{arguments:?}: {message}");
    }
}

#[test]
fn support_that_no_unit_ever_has_is_a_large_effect() {
    let folder = folder_with(&[]);
    let how = [
        "plain",
        "--rules",
        "jomini-v2",
        "--sweep",
        "support_neighbours=6,2",
        "--armies",
        "france,prussia",
        "--bots",
        "greedy",
        "--games",
        "600",
    ];
    let screen = done(folder.path(), &[&how[..], &["--out", "o", "--quiet"]].concat());
    let rows = rows(folder.path(), "o");
    let found: Vec<&str> = rows
        .iter()
        .filter(|row| ["higher", "lower"].contains(&row["verdict_adjusted"].as_str()))
        .map(|row| row["measure"].as_str())
        .collect();
    assert!(found.contains(&"units_lost") || found.contains(&"rounds"), "{found:?}\n{screen}");
    assert!(screen.contains("jomini-v2 and support_neighbours=2 are the same rules"), "{screen}");
}

/// How many verdicts of comparisons of the toy rules with themselves, each side with its own seed, report an effect.
fn false_verdicts(comparisons: u64, games: &str) -> (u64, u64) {
    let folder = folder_with(&[]);
    let (mut rendered, mut all) = (0, 0);
    for number in 0..comparisons {
        let (one, other) = ((2 * number + 1).to_string(), (2 * number + 2).to_string());
        let seeds = ["--seed", one.as_str(), "--seed-against", other.as_str()];
        let how = [
            "sprint",
            "--rules",
            "toy",
            "--against",
            "toy",
            "--bots",
            "random",
            "--games",
            games,
            "--out",
            "o",
            "--force",
            "--quiet",
        ];
        let screen = done(folder.path(), &[&how[..], &seeds].concat());
        assert!(screen.contains("toy and toy are the same rules, with other dice"), "{screen}");
        for row in rows(folder.path(), "o").iter().filter(|row| !row["p_value"].is_empty()) {
            all += 1;
            rendered += u64::from(["higher", "lower", "fairer", "less_fair"].contains(&row["verdict"].as_str()));
        }
    }
    (rendered, all)
}

#[test]
fn chance_alone_is_seldom_called_an_effect() {
    let (rendered, all) = false_verdicts(20, "200");
    // The verdicts of one comparison are dependent; a share far above one in twenty would be a fault.
    assert!(all > 100 && 100 * rendered < 15 * all, "{rendered} of {all}");
}

/// `cargo test --release --test commands compare -- --ignored --nocapture`
#[test]
#[ignore = "a study: 200 comparisons"]
fn one_in_twenty_verdicts_on_the_same_rules_reports_an_effect() {
    let (rendered, all) = false_verdicts(200, "2000");
    println!("{rendered} of {all} verdicts: {:.2} %", 100.0 * rendered as f64 / all as f64);
    assert!(all > 1_000 && (0.03..0.07).contains(&(rendered as f64 / all as f64)), "{rendered} of {all}");
}

/// What a comparison shows while it plays: the difference of the first variant so far, with an interval that holds
/// however often it is looked at, so that it is wider than that of the end.
#[test]
fn the_difference_so_far_leads_to_that_of_the_end() {
    let library = Library::built_in();
    let loaded = |rules: &str| {
        let library = library.and_keeping("three.toml", "extends = \"toy\"\nneeded = 3\n");
        let request = Request {
            rules: Some(rules.to_owned()),
            scenarios: vec!["sprint".to_owned()],
            armies: vec!["hares".to_owned(), "tortoises".to_owned()],
            bots: vec!["greedy".to_owned()],
            games: 2000,
            ..Request::default()
        };
        load::<ToyBook>(&library, &request).unwrap().tournament
    };
    let [base, variant] = ["toy", "three.toml"].map(loaded);
    let variants = [variant.clone(), base.clone()].map(|it| it.with_keys_of(&base));
    let mut seen = Vec::new();
    let mut progress = |so_far: SoFar<'_>| {
        let (key, difference) = so_far.difference().expect("clusters are complete");
        seen.push((so_far.games, comparison::so_far(key, &difference, Some("three")), key.clone(), difference));
    };
    let comparing = Comparing { events: false, log: &Unlogged, progress: &mut progress };
    let compared = play_compared(&base, &variants, comparing).unwrap();
    let (games, line, key, last) = seen.last().unwrap();
    assert!(seen.len() > 3 && *games > 2000, "{} times", seen.len());
    let (_, effect) = compared[0].effects.iter().find(|(other, _)| other == key).unwrap();
    // The last cluster is complete only at the end.
    assert!((last.point - effect.difference).abs() < 0.005, "{last:?} {effect:?}");
    let end = effect.interval.unwrap();
    assert!(last.low < end.low && last.high > end.high, "{last:?} {end:?}");
    assert!(seen[0].3.half_width() > last.half_width(), "{seen:?}");
    assert!(line.ends_with(" pp first player's rate with three") && line.starts_with(['+', '-']), "{line}");
}

/// The closing line of a sweep names the value with the clearest effect, also where several adjusted p-values are 0.
#[test]
fn the_answer_of_a_sweep_names_the_clearest_effect() {
    let folder = folder_with(&[]);
    let how = ["sprint", "--sweep", "needed=3,1", "--bots", "random", "--games", "400", "--out", "o", "--quiet"];
    let screen = done(folder.path(), &how);
    let rows = rows(folder.path(), "o");
    let shown: Vec<_> =
        rows.iter().filter(|row| ["higher", "lower"].contains(&row["verdict_adjusted"].as_str())).collect();
    assert!(shown.iter().filter(|row| number(row, "p_adjusted") < 1e-6).count() > 2, "{shown:?}");
    assert_eq!(shown[0]["variant"], "needed=3", "the first value has an effect too");
    let last = screen.lines().last().unwrap();
    assert!(last.starts_with("Of 2 values of needed: the clearest effect is rounds with needed=1 −"), "{last}");
    assert!(last.contains(" tested differences are shown as well."), "{last}");
}

/// Under several bots the closing line gives the share of the changed army under each of them.
#[test]
fn the_answer_of_a_changed_army_names_the_bots() {
    let folder = folder_with(&[(
        "steady.toml",
        "name = \"Steady\"\nrunners = [{ name = \"A\", dice = 2 }, { name = \"B\", dice = 2 }]\n",
    )]);
    let how = "sprint --army tortoises --against steady.toml --bots random,greedy --games 200 --out o --quiet";
    let screen = done(folder.path(), &how.split(' ').collect::<Vec<_>>());
    let rows = rows(folder.path(), "o");
    let difference =
        |bot: &str| number(row(&rows, "army_win_rate", &format!("{bot}/tortoises→{bot}/steady")), "difference");
    let mut bots = ["random", "greedy"];
    bots.sort_by(|one, other| difference(one).total_cmp(&difference(other)));
    let last = screen.lines().last().unwrap();
    let figures = bots.map(|bot| format!("{:+.1} pp (", 100.0 * difference(bot)).replace('-', "\u{2212}"));
    assert!(last.starts_with("The change from tortoises to steady moves its share of the points by "), "{last}");
    let found = figures.iter().map(|figure| last.find(figure.as_str()).unwrap_or_else(|| panic!("{figure}: {last}")));
    assert!(found.is_sorted(), "{last}");
    assert!(bots.iter().all(|bot| last.contains(&format!(" under {bot}"))), "{last}");
}

/// That a variant changes nothing is reported before anything is played, and is the answer.
#[test]
fn a_variant_that_changes_nothing_is_reported_before_play() {
    let folder = folder_with(&[("same.toml", "extends = \"toy\"\nneeded = 2\n")]);
    let how = ["sprint", "--rules", "toy", "--against", "same.toml", "--games", "4", "--out", "o"];
    let output = compare(folder.path(), &how).assert().code(0).get_output().clone();
    let (screen, said) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let note = "nothing is changed by same: it has the same contents as toy, so no result can differ";
    assert!(said.lines().any(|line| line == note), "{said}");
    assert!(screen.contains("Nothing is changed: toy and same are the same rules"), "{screen}");
    let last = screen.lines().last().unwrap();
    assert_eq!(last, "Nothing is changed by same: every difference is exactly zero.");
}

#[test]
fn forfeits_are_named_in_the_closing_line() {
    let script = "function choose(view)\n    error(\"no way home\")\nend\n";
    let folder = folder_with(&[
        ("fast.toml", "extends = \"toy\"\ntrips_on = 1\n"),
        ("lost.luau", script),
        ("lost.toml", "kind = \"scripted\"\nscript = \"lost.luau\"\n"),
    ]);
    let asked = "sprint --rules toy --against fast.toml --armies hares --bots greedy,./lost.toml --games 20 --quiet \
                 --out o";
    let arguments: Vec<&str> = asked.split_whitespace().collect();
    let output = compare(folder.path(), &arguments).assert().code(3).get_output().stdout.clone();
    let screen = String::from_utf8(output).unwrap();
    let rows = rows(folder.path(), "o");
    let rate = row(&rows, "bot_win_rate", "greedy");
    assert_eq!((number(rate, "games"), number(rate, "by_forfeit")), (20.0, 20.0), "{rate:?}");
    let closing = " Bots forfeited games.";
    assert!(screen.contains(closing), "{screen}");
}
