//! `reglette bot`: a bot of the program plays through the protocol exactly as it does in the program, under every
//! rulebook and with files that only the other program has, and what it cannot play it refuses before the game.

use super::reglette;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The program under test.
const REGLETTE: &str = env!("CARGO_BIN_EXE_reglette");

/// A tournament, and files of its own in the folder where it is played.
struct Match {
    scenario: &'static str,
    armies: &'static [&'static str],
    bot: &'static str,
    games: u32,
    files: &'static [(&'static str, &'static str)],
    more: &'static [&'static str],
}

impl Match {
    /// Two armies led by greedy in the files of the program.
    const fn of(scenario: &'static str, armies: &'static [&'static str], games: u32) -> Match {
        Match { scenario, armies, bot: "greedy", games, files: &[], more: &[] }
    }

    /// The rows of the games of greedy against a bot of the file `copy.toml`, in a folder of its own.
    fn rows(&self, copy: &str) -> String {
        let folder = TempDir::new().expect("a folder for the test");
        for (path, text) in self.files.iter().chain(&[("bots/copy.toml", copy)]) {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be written");
            fs::write(path, text).expect("the folder can be written");
        }
        let mut run = assert_cmd::Command::new(REGLETTE);
        run.current_dir(folder.path()).args(["tournament", self.scenario, "--bots", "greedy,copy", "--threads", "2"]);
        if !self.armies.is_empty() {
            run.args(["--armies", &self.armies.join(",")]);
        }
        let run = run.args(["--games", &self.games.to_string(), "--out", "out"]).args(self.more).assert();
        let rendered = String::from_utf8_lossy(&run.get_output().stderr).to_string();
        assert_eq!(run.get_output().status.code(), Some(0), "{}: {rendered}", self.scenario);
        fs::read_to_string(folder.path().join("out/games.csv")).expect("the table is there")
    }

    /// Plays with the bot in the program and through the protocol.
    fn is_the_same_through_the_protocol(&self) {
        let Match { scenario, bot, .. } = self;
        let within = self.rows(&format!("extends = \"{bot}\"\n"));
        let command = format!("command = [{REGLETTE:?}, \"bot\", {bot:?}]\nseconds = 600.0\nstart_seconds = 600.0\n");
        let through = self.rows(&format!("kind = \"external\"\n{command}send_stream = true\n"));
        assert!(within.lines().count() > 1, "{scenario}: there are games");
        assert!(within == through, "{scenario}, {bot}:\n{within}\n{through}");
    }
}

#[test]
fn greedy_plays_the_same_games_through_the_protocol() {
    Match::of("sprint", &["hares", "tortoises"], 40).is_the_same_through_the_protocol();
    Match::of("plain", &["france", "prussia"], 2).is_the_same_through_the_protocol();
    Match::of("open-field", &["gauls", "republican-romans"], 2).is_the_same_through_the_protocol();
}

#[test]
fn bots_that_draw_search_and_run_scripts_play_the_same_games_through_the_protocol() {
    for bot in ["random", "mcts", "planner", "expectimax", "all-out-attack"] {
        Match { bot, ..Match::of("sprint", &["hares"], 4) }.is_the_same_through_the_protocol();
    }
    for scenario in ["cannae", "crossroads"] {
        let armies: &[&str] = if scenario == "cannae" { &[] } else { &["brigade"] };
        Match { bot: "random", ..Match::of(scenario, armies, 2) }.is_the_same_through_the_protocol();
    }
}

#[test]
fn a_deployment_that_is_hidden_is_the_same_through_the_protocol() {
    let files: &[(&str, &str)] = &[
        ("slips.toml", "extends = \"jomini-v2\"\ndeploy_method = \"slips\"\n"),
        ("hidden.toml", "extends = \"jomini-v2\"\ndeploy_method = \"hidden\"\n"),
        ("screen.toml", "extends = \"en-avant\"\ndeploy_method = \"hidden_screen\"\n"),
    ];
    for (rules, scenario, army) in [
        ("slips.toml", "plain", "brigade"),
        ("hidden.toml", "plain", "brigade"),
        ("screen.toml", "open-field", "gauls"),
    ] {
        let (armies, more) = (&[army][..], &["--rules", rules][..]);
        let (armies, more): (&'static [&str], &'static [&str]) = (armies.to_vec().leak(), more.to_vec().leak());
        let meeting = Match { bot: "random", files, more, ..Match::of(scenario, armies, 2) };
        meeting.is_the_same_through_the_protocol();
    }
}

/// The files lie in the folder of the run, the bot runs in the folder of its bot file.
#[test]
fn files_that_only_the_other_program_has_are_sent() {
    const TEAM: &str =
        "name = \"Snails\"\nrunners = [{ name = \"Slow\", dice = 1 }, { name = \"Slower\", dice = 1 }]\n";
    let files: &[(&str, &str)] = &[
        ("mine/base.toml", "rulebook = \"toy\"\nextends = \"toy\"\n"),
        ("mine/rules.toml", "extends = \"mine/base.toml\"\n"),
        ("mine/long.toml", "name = \"Long\"\nlength = 20\nrounds = 30\n"),
        ("armies/toy/snails.toml", TEAM),
    ];
    let more = &["--rules", "mine/rules.toml"];
    let meeting = Match { files, more, ..Match::of("mine/long.toml", &["hares", "snails"], 10) };
    meeting.is_the_same_through_the_protocol();
}

#[test]
fn check_bot_accepts_it_under_every_rulebook() {
    for scenario in ["sprint", "plain", "open-field"] {
        let run = reglette().args(["check-bot", "--scenario", scenario, "--", REGLETTE, "bot", "greedy"]).assert();
        let rendered = String::from_utf8_lossy(&run.get_output().stdout).to_string();
        assert_eq!(run.get_output().status.code(), Some(0), "{rendered}");
        assert!(rendered.contains("\nvalid: a whole game of "), "{rendered}");
        assert!(rendered.contains("\n< {\"type\":\"ready\"}\n"), "{rendered}");
    }
}

/// Sends lines to `reglette bot` and then closes its input: what it answers, the error stream and the exit code.
fn answers(folder: &Path, bot: &[&str], lines: &[Value]) -> (Vec<Value>, String, Option<i32>) {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let run = assert_cmd::Command::new(REGLETTE).current_dir(folder).arg("bot").args(bot).write_stdin(input).assert();
    let output = run.get_output();
    let answers = String::from_utf8_lossy(&output.stdout);
    let answers = answers.lines().map(|line| serde_json::from_str(line).expect("every line is a message")).collect();
    (answers, String::from_utf8_lossy(&output.stderr).to_string(), output.status.code())
}

fn hello(rulebook: &str) -> Value {
    json!({ "type": "hello", "protocol": 1, "rulebook": rulebook, "setup": true, "program": "other", "version": "9" })
}

/// A sprint of hares under these rules.
fn begin(rules: &str) -> Value {
    let shipped = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        fs::read_to_string(path).expect("the file is shipped")
    };
    let (scenario, army) = ("scenarios/toy/sprint.toml", "armies/toy/hares.toml");
    let texts = json!({ "rules/toy.toml": rules, scenario: shipped(scenario), army: shipped(army) });
    let setup = json!({
        "rules": "rules/toy.toml", "scenario": scenario, "armies": { "red": army, "blue": army }, "texts": texts
    });
    json!({ "type": "begin", "game": 1, "seed": 5, "setup": setup })
}

fn toy_rules() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/toy.toml")).expect("the file is shipped")
}

#[test]
fn it_ends_silently_with_its_input_and_at_quit() {
    let folder = TempDir::new().expect("a folder for the test");
    let (begin, quit, news) = (begin(&toy_rules()), json!({ "type": "quit" }), json!({ "type": "news", "x": [1] }));
    let endings: [(&[Value], &[&str]); 4] = [
        (&[], &[]),
        (&[hello("toy")], &["hello"]),
        (&[hello("toy"), news, begin], &["hello", "ready"]),
        (&[hello("toy"), quit], &["hello"]),
    ];
    for (lines, expected) in endings {
        let (answers, errors, code) = answers(folder.path(), &["greedy"], lines);
        assert_eq!((errors.as_str(), code), ("", Some(0)));
        let kinds: Vec<&str> = answers.iter().filter_map(|answer| answer["type"].as_str()).collect();
        assert_eq!(kinds, expected);
    }
}

/// What it cannot play is reported before the first decision: in one line as an error of the protocol, and in the same
/// words on the error stream, which is all that older programs show.
#[test]
fn what_it_cannot_play_it_refuses_in_one_line() {
    let folder = TempDir::new().expect("a folder for the test");
    fs::write(folder.path().join("nested.toml"), "kind = \"external\"\ncommand = [\"true\"]\n").expect("it is written");
    let old = json!({ "type": "begin", "game": 1, "seed": 5 });
    let rules = toy_rules();
    let unknown_key = format!("{rules}\nwind = 3\n");
    let mut without = begin(&rules);
    without["setup"]["texts"] = json!({ "rules/toy.toml": rules });
    let begun = json!({ "type": "choose", "id": 1, "side": "red", "position": {}, "actions": [] });
    let older = json!({ "type": "hello", "protocol": 1, "program": "other", "version": "8", "rulebook": "toy" });
    let cases: [(&[&str], Vec<Value>, &str); 11] = [
        (&["greedy"], vec![older], "the program that asks (other 8) does not send the files of a game (\"setup\")"),
        (&["gredy"], vec![], "no bot \"gredy\"; did you mean \"greedy\"?"),
        (&["greedy"], vec![hello("chess")], "no rulebook \"chess\"; this program has"),
        (&["greedy"], vec![old.clone()], "a request before \"hello\""),
        (&["greedy"], vec![hello("toy"), begun.clone()], "a decision before \"begin\""),
        (&["greedy"], vec![hello("toy"), old], "the program that asks (other 9) does not send the files of a game"),
        (&["greedy"], vec![hello("toy"), begin(&unknown_key)], "unknown key \"wind\""),
        (&["greedy"], vec![hello("toy"), without], "no scenario \"scenarios/toy/sprint.toml\""),
        (&["greedy"], vec![hello("toy"), begin(&rules), begun], "the position of decision 1 cannot be read"),
        (&["greedy"], vec![json!(7)], "a line is no message"),
        (&["./nested.toml"], vec![hello("toy")], "is an external program itself; name its command instead"),
    ];
    for (bot, lines, words) in cases {
        let (answers, errors, code) = answers(folder.path(), bot, &lines);
        let last = answers.last().unwrap_or_else(|| panic!("{words}: no answer"));
        let reason = last["reason"].as_str().unwrap_or_default();
        assert_eq!((&last["type"], code), (&json!("error"), Some(2)), "{words}: {last}");
        assert!(reason.contains(words) && !reason.contains('\n'), "{words}: {reason}");
        assert_eq!(errors, format!("error: {reason}\n"));
    }
}

/// A file of the name of a bot in the folder where the program is started does not take its place.
#[test]
fn a_bare_name_is_a_bot_of_the_program_and_a_path_a_file() {
    let folder = TempDir::new().expect("a folder for the test");
    fs::create_dir(folder.path().join("bots")).expect("the folder can be written");
    for path in ["greedy.toml", "bots/greedy.toml", "mine.toml"] {
        fs::write(folder.path().join(path), "kind = \"nonsense\"\n").expect("the folder can be written");
    }
    let answer = |bot: &str| answers(folder.path(), &[bot], &[hello("toy")]).0.remove(0);
    assert_eq!(answer("greedy"), json!({ "type": "hello", "protocol": 1, "name": "greedy", "setup": true }));
    for path in ["greedy.toml", "./greedy.toml", "bots/greedy.toml", "mine"] {
        let answer = answer(path);
        assert!(answer["reason"].as_str().is_some_and(|it| it.contains("unknown kind \"nonsense\"")), "{answer}");
    }
}

/// A position of the sprint as another program would send it, with a list that it did not find.
#[test]
fn another_list_of_actions_ends_the_game_unless_it_is_to_be_ignored() {
    let run = reglette()
        .args([
            "check-bot",
            "--scenario",
            "sprint",
            "--armies",
            "hares,hares",
            "--whole",
            "--",
            REGLETTE,
            "bot",
            "greedy",
        ])
        .assert()
        .success();
    let transcript = String::from_utf8_lossy(&run.get_output().stdout).to_string();
    let sent = |kind: &str| {
        let begins = format!("> {{\"type\":\"{kind}\"");
        let line = transcript.lines().find(|line| line.starts_with(&begins)).expect("the line was sent");
        serde_json::from_str::<Value>(&line[2..]).expect("it is a message")
    };
    let mut choose = sent("choose");
    let real = choose["actions"].as_array().expect("it is a list").len();
    choose["actions"] = json!([{ "kind": "fly" }]);
    let folder = TempDir::new().expect("a folder for the test");
    let lines = [sent("hello"), sent("begin"), choose];
    let (refused, errors, code) = answers(folder.path(), &["greedy"], &lines);
    let reason = refused.last().and_then(|it| it["reason"].as_str()).expect("an error with a reason");
    let start =
        "other legal actions at decision 1: action 0 is {\"kind\":\"fly\"} in the list of 1 that was sent, but ";
    assert!(
        reason.starts_with(start) && reason.contains(&format!("in the list of {real} of this program")),
        "{reason}"
    );
    assert_eq!((errors, code), (format!("error: {reason}\n"), Some(2)));
    let (own, errors, code) = answers(folder.path(), &["greedy", "--own-lists"], &lines);
    assert_eq!((errors.as_str(), code), ("", Some(0)));
    assert_eq!(own.last().map(|it| (&it["type"], it["action"].is_object())), Some((&json!("choice"), true)));
}
