//! End-to-end tests of `reglette tune`: a spoilt bot gets better, the file does not depend on threads, a bot without
//! improvement is not written, and bad input gets one message.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// The program in an empty folder, where only the built-in files are available.
fn tune(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder).arg("tune").args(arguments);
    command
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = tune(folder, arguments).assert().code(0).get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// The error message of bad input. Nothing is written to the folder.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let before = fs::read_dir(folder).unwrap().count();
    let message = tune(folder, arguments).assert().code(2).get_output().stderr.clone();
    assert_eq!(fs::read_dir(folder).unwrap().count(), before, "bad input leaves nothing behind");
    String::from_utf8(message).unwrap()
}

/// A bot that prefers not to run.
const SPOILT: &str = "kind = \"greedy\"\nextends = \"greedy\"\n[toy.appraisal]\nsteps = -1.0\n";

fn with_spoilt() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("spoilt.toml"), SPOILT).unwrap();
    folder
}

#[test]
fn where_all_games_are_drawn_nothing_could_be_learned() {
    let folder = with_spoilt();
    // Nobody moves or trips.
    let still =
        "extends = \"toy\"\nfaces = { one = 0, two = 0, three = 0, four = 0, five = 0, six = 0 }\ntrips_on = 10\n";
    fs::write(folder.path().join("still.toml"), still).unwrap();
    let how = ["spoilt.toml", "sprint", "--games", "320", "--play-off-games", "20", "--confirm-games", "40"];
    let screen = |rules: &str| done(folder.path(), &[&how[..], &["--rules", rules]].concat());
    let nothing = "All games of the search were drawn: nothing could be learned from them.";
    assert!(screen("still.toml").contains(nothing) && !screen("toy").contains(nothing));
}

#[test]
fn a_spoilt_bot_gets_better_and_its_file_does_not_depend_on_threads() {
    let folder = with_spoilt();
    let how = [
        "spoilt.toml",
        "sprint",
        "--games",
        "4000",
        "--runs",
        "2",
        "--play-off-games",
        "40",
        "--confirm-games",
        "1000",
    ];
    let mut files = Vec::new();
    for threads in ["1", "2"] {
        let screen =
            done(folder.path(), &[&how[..], &["--threads", threads, "--out", "new/better.toml", "--force"]].concat());
        assert!(screen.contains("An improvement: the whole interval against spoilt lies above 50 %: "), "{screen}");
        assert!(
            screen.contains("spoilt, original") && screen.ends_with("Wrote new/better.toml\nWrote new/better.html\n"),
            "{screen}"
        );
        let page = fs::read_to_string(folder.path().join("new/better.html")).unwrap();
        assert!(page.contains("reglette tune spoilt.toml") && page.contains(" --runs 2"), "{page}");
        assert!(page.contains("Confirmation match") && page.contains("An improvement: the whole interval"), "{page}");
        files.push((fs::read_to_string(folder.path().join("new/better.toml")).unwrap(), screen));
    }
    assert_eq!(files[0], files[1]);
    let (text, _) = &files[0];
    assert!(text.starts_with("# Numbers optimised from spoilt.toml by `reglette tune`, SPSA, seed 1.\n"), "{text}");
    assert!(
        text.contains("4000 games in 2 runs") && text.contains("# Confirmed with other dice on classic:\n"),
        "{text}"
    );
    assert!(text.contains("\nkind = \"greedy\"\nextends = \"../spoilt.toml\"\n\n[toy.appraisal]\nsteps = "), "{text}");

    // The file can be played, here by its strength against the spoilt one with another seed than the tuning's.
    let match_up = ["tournament", "classic", "--bots", "new/better.toml,spoilt.toml", "--games", "400", "--seed", "77"];
    let mut command = Command::cargo_bin("reglette").unwrap();
    let output = command.current_dir(folder.path()).args(match_up).assert().code(0).get_output().stdout.clone();
    let screen = String::from_utf8(output).unwrap();
    assert!(screen.contains("favours better"), "{screen}");
}

#[test]
fn a_bot_without_improvement_is_written_only_on_request() {
    let folder = with_spoilt();
    let how = ["greedy", "sprint", "--games", "160", "--runs", "2", "--play-off-games", "2", "--confirm-games", "20"];
    let screen = done(folder.path(), &how);
    assert!(
        screen.contains("No improvement is shown: the interval against greedy does not lie above 50 %: "),
        "{screen}"
    );
    assert!(screen.ends_with("Wrote bots/greedy-tuned.html\n"), "{screen}");
    assert!(
        screen.contains("\nNo bot file is written; --keep-anyway would write bots/greedy-tuned.toml\n"),
        "{screen}"
    );
    assert_eq!(fs::read_dir(folder.path().join("bots")).unwrap().count(), 1, "the page alone");
    done(folder.path(), &[&how[..], &["--keep-anyway"]].concat());
    let text = fs::read_to_string(folder.path().join("bots/greedy-tuned.toml")).unwrap();
    assert!(text.contains("\n# No improvement is shown: ") && text.contains("\nextends = \"greedy\"\n"), "{text}");
}

#[test]
fn searching_bots_are_tuned_against_others_in_the_numbers_that_are_named() {
    let folder = with_spoilt();
    let bots = [("expectimax", "home,scale"), ("planner", "features"), ("mcts", "search.explore")];
    for (bot, only) in bots {
        fs::write(folder.path().join("small.toml"), small(bot)).unwrap();
        let how = [
            "small.toml",
            "sprint",
            "--armies",
            "hares",
            "--only",
            only,
            "--games",
            "160",
            "--runs",
            "1",
            "--against",
            "greedy,random",
        ];
        let few = ["--play-off-games", "2", "--confirm-games", "2", "--out", "new.toml", "--force", "--keep-anyway"];
        let screen = done(folder.path(), &[&how[..], &few[..]].concat());
        for pairing in ["the tuned bot against small", "the tuned bot against random", "small against greedy"] {
            assert!(screen.contains(pairing), "{screen}");
        }
        let text = fs::read_to_string(folder.path().join("new.toml")).unwrap();
        assert!(
            text.contains(
                "Tuned against greedy, random under toy on sprint with hares: 160 games in 1 run of 10 steps"
            ),
            "{text}"
        );
        let names = ["appraisal.home", "features.home", "scale", "features.progress", "search.explore"];
        let searched: Vec<&str> = names.into_iter().filter(|name| screen.contains(&format!("\n{name} "))).collect();
        let wanted: &[&str] = match bot {
            "expectimax" => &names[..3],
            "planner" => &["features.home", "features.progress"],
            _ => &names[4..],
        };
        assert_eq!(searched, wanted, "{screen}");
    }
}

/// A search bot with a minimal budget.
fn small(bot: &str) -> String {
    let budget = if bot == "expectimax" { "" } else { "budget = { iterations = 4 }\n" };
    format!("kind = \"{bot}\"\nextends = \"{bot}\"\n{budget}[search]\nturns = 1\nactions = 2\n")
}

#[test]
fn who_forfeits_is_named_with_a_reason() {
    let folder = with_spoilt();
    fs::write(folder.path().join("lost.toml"), "kind = \"scripted\"\nscript = \"lost.luau\"\n").unwrap();
    fs::write(folder.path().join("lost.luau"), "function choose(view)\n    error(\"no way home\")\nend\n").unwrap();
    let how = [
        "greedy",
        "sprint",
        "--against",
        "lost.toml",
        "--games",
        "320",
        "--runs",
        "2",
        "--play-off-games",
        "2",
        "--confirm-games",
        "2",
    ];
    let screens = ["1", "2"].map(|threads| done(folder.path(), &[&how[..], &["--threads", threads]].concat()));
    assert_eq!(screens[0], screens[1]);
    let rendered =
        screens[0].lines().find(|line| line.contains(" forfeited ")).unwrap_or_else(|| panic!("{}", screens[0]));
    assert!(rendered.starts_with("lost forfeited ") && rendered.contains("lost.luau:2: no way home"), "{rendered}");
}

#[test]
fn bad_input_gets_one_message_and_leaves_nothing_behind() {
    let folder = with_spoilt();
    fs::write(folder.path().join("there.toml"), "").unwrap();
    let cases: [(&[&str], &str); 9] = [
        (&["greedi", "sprint"], "error: no bot \"greedi\"; did you mean \"greedy\"?"),
        (&["greedy", "sprint", "--only", "stepps"], "it has the table \"appraisal\"; did you mean \"steps\"?"),
        (
            &["greedy", "sprint", "--only", "features"],
            "error: --only names \"features\", which this bot of kind \"greedy\" does not use",
        ),
        (&["random", "sprint"], "error: bots/random.toml: a bot of kind \"random\" has no numbers"),
        (&["greedy", "sprint", "--games", "100"], "error: --games 100 are too few for 4 runs"),
        (
            &["greedy", "sprint", "--out", "there.toml"],
            "error: there.toml exists; give another --out, or --force to replace it",
        ),
        (
            &["spoilt.toml", "sprint", "--out", "./spoilt.toml", "--force"],
            "error: spoilt.toml: the new file would overwrite its base",
        ),
        (
            &["greedy", "sprint", "--confirm-scenarios", "sprint"],
            "error: --confirm-scenarios: scenarios/toy/sprint.toml is used for tuning",
        ),
        (&["greedy", "classic", "--armies", "hares"], "armies are named, but the scenario brings its own"),
    ];
    for (arguments, expected) in cases {
        let message = refused(folder.path(), arguments);
        assert!(message.contains(expected), "{message}");
    }
}
