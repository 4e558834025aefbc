//! A bot on trial: the page of its faults, each game again, and the transcript; and where programs of bots are found.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use std::process::Output;

/// A program that plays its first action, but in every second game gives an illegal answer to its third question.
const GUEST: &str = r#"import json, sys
game = asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1}
    elif message["type"] == "begin":
        game, asked = game + 1, 0
        continue
    elif message["type"] == "choose":
        asked += 1
        wrong = message["side"] == "blue" and asked == 3
        answer = {"type": "choice", "id": message["id"], "action": 9999 if wrong else 0}
    else:
        continue
    print(json.dumps(answer), flush=True)
"#;

fn run(folder: &Path, line: &str) -> Output {
    let words = shlex::split(line).unwrap();
    Command::cargo_bin("reglette").unwrap().current_dir(folder).args(words).output().unwrap()
}

/// What a command prints that ends with this code.
fn printed(folder: &Path, line: &str, code: i32) -> String {
    let output = run(folder, line);
    assert_eq!(output.status.code(), Some(code), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("guests")).unwrap();
    fs::write(folder.path().join("guests/guest.py"), GUEST).unwrap();
    let file = "kind = \"external\"\ncommand = [\"python3\", \"guest.py\"]\n";
    fs::write(folder.path().join("guests/guest.toml"), file).unwrap();
    folder
}

/// Every fault is on the page with its position, its time and the command that plays the game again.
#[test]
fn a_trial_writes_a_page_of_its_faults() {
    let folder = folder();
    let trial = "check-bot --scenario sprint --games 6 --html faults.html guests/guest.toml";
    let screen = printed(folder.path(), trial, 3);
    assert!(screen.contains("Faults    3 of 6 games forfeited") && screen.ends_with("Wrote faults.html\n"), "{screen}");
    let page = fs::read_to_string(folder.path().join("faults.html")).unwrap();
    assert!(page.contains("It forfeited 3 of 6 games."), "{page}");
    let replays: Vec<String> = page
        .split("<code>")
        .skip(1)
        .map(|rest| rest.split("</code>").next().unwrap().to_owned())
        .filter(|command| command.contains("--game "))
        .collect();
    assert_eq!(replays.len(), 3, "{replays:?}");
    assert_eq!(replays[0], "reglette check-bot --game 2 --scenario sprint guests/guest.toml");
    assert_eq!(page.matches("scenario = &quot;sprint&quot;").count(), 3, "a position file for each fault");
    // The game again: the same fault after the same decisions.
    let again = printed(folder.path(), replays[0].strip_prefix("reglette ").unwrap(), 3);
    assert!(again.contains("\"side\":\"blue\"") && again.contains("forfeit after 2 decisions: "), "{again}");
    let said = String::from_utf8(run(folder.path(), "check-bot --html x.html guests/guest.toml").stderr).unwrap();
    assert!(said.contains("--games"), "{said}");
}

#[test]
fn documents_of_a_trial_have_the_figures_of_the_screen() {
    let folder = folder();
    let document = |format: &str| {
        printed(folder.path(), &format!("check-bot --scenario sprint --games 6 {format} guests/guest.toml"), 3)
    };
    let page = document("--markdown");
    let head = page.lines().find(|line| line.starts_with("| against")).unwrap();
    assert!(head.matches('|').count() <= 12 && head.contains("| faults |"), "{page}");
    let has_long_number = |word: &str| word.split('.').nth(1).is_some_and(|decimals| decimals.len() > 4);
    assert!(!page.split(' ').any(|word| word.parse::<f64>().is_ok() && has_long_number(word)), "{page}");
    let json: serde_json::Value = serde_json::from_str(&document("--json")).unwrap();
    let fault = &json["tables"]["faults"][0];
    assert_eq!((fault["game"].as_u64(), fault["side"].as_str()), (Some(2), Some("blue")));
    assert!(fault["position"].as_str().unwrap().contains("scenario = \"sprint\"") && fault["seconds"].is_number());
}

/// A game that its opponent forfeits is no result of the program.
#[test]
fn games_that_the_opponent_forfeits_are_left_out() {
    let folder = folder();
    fs::write(folder.path().join("bad.luau"), "function choose(view) return 0 end\n").unwrap();
    let bad = "kind = \"scripted\"\nextends = \"greedy\"\nscript = \"bad.luau\"\n";
    fs::write(folder.path().join("bad.toml"), bad).unwrap();
    // The program itself is never at fault here.
    fs::write(folder.path().join("guests/guest.py"), GUEST.replace("asked == 3", "asked == 0")).unwrap();
    let how = "check-bot --scenario sprint --against bad.toml";
    let game = printed(folder.path(), &format!("{how} guests/guest.toml"), 3);
    assert!(
        game.contains("\nno whole game: bad.toml forfeited after 0 decisions: ") && !game.contains("valid:"),
        "{game}"
    );
    let json = printed(folder.path(), &format!("{how} --games 4 --json guests/guest.toml"), 3);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let row = &json["tables"]["trial"][0];
    assert_eq!((row["won"].as_u64(), row["against_forfeited"].as_u64()), (Some(0), Some(4)), "{row}");
    assert!(row["rate"].is_null(), "{row}");
    let trial = printed(folder.path(), &format!("{how} --games 4 guests/guest.toml"), 3);
    assert!(trial.contains("Left out  4 games forfeited by bad.toml\n"), "{trial}");
}

/// A request for a decision is shown with the beginning of its list of actions.
#[test]
fn the_transcript_shows_the_actions() {
    let folder = folder();
    let screen = printed(folder.path(), "check-bot guests/guest.toml", 0);
    let requests: Vec<&str> = screen.lines().filter(|line| line.contains("\"type\":\"choose\"")).collect();
    assert!(requests.len() > 3 && requests.iter().all(|line| line.contains("\"actions\":[")), "{requests:?}");
    assert!(requests.iter().all(|line| line.chars().count() <= 160 + 22), "{requests:?}");
}

/// The program of a bot runs in the folder of its file, from wherever its run is replayed or repeated.
#[test]
fn a_run_is_replayed_from_any_folder() {
    let folder = folder();
    let games = "tournament sprint --bots guests/guest.toml,random --games 2 --out results/run";
    printed(folder.path(), games, 3);
    fs::create_dir(folder.path().join("elsewhere")).unwrap();
    let elsewhere = folder.path().join("elsewhere");
    let replayed = printed(&elsewhere, "replay ../results/run --game 0 --map none", 3);
    assert!(replayed.contains("blue's bot is at fault: action 9999 of a list of"), "{replayed}");
    assert!(printed(&elsewhere, "replay ../results/run --verify 2", 0).contains("all as recorded"));
    let again = printed(&elsewhere, "run ../results/run/manifest.toml --out again", 3);
    assert!(again.contains("The same games as in"), "{again}");
    assert!(printed(&folder.path().join("results/run"), "replay . --game 1 --map none", 3).contains("action 9999"));
}

/// Odds and games in Markdown have the columns that the screen shows, rounded.
#[test]
fn odds_and_games_in_markdown_fit_a_page() {
    let folder = folder();
    let page = printed(folder.path(), "odds assault --attacker A --target B --markdown", 0);
    assert_eq!(page.lines().nth(2), Some("| dice | losses | retreat | tokens | probability | count |"), "{page}");
    assert!(page.contains("| 0.4167 | 15 |"), "{page}");
    let page = printed(folder.path(), "odds charge --attacker A --target B --sweep order=none,elan --markdown", 0);
    assert_eq!(page.lines().nth(2), Some("| value | dice | losses | retreat | tokens | probability | count |"));
    let page = printed(folder.path(), "play sprint --map none --markdown", 0);
    let head = page.lines().find(|line| line.starts_with("| red_bot")).unwrap();
    assert!(head.matches('|').count() <= 17 && head.contains("| winner |"), "{head}");
}
