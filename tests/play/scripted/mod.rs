//! Scripts as bots through the command line: the shipped ones play both rulebooks, the same on any number of threads;
//! faults of a script are reported with file and line, and the manifest records when the clock stopped a bot.

mod hostile;

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const SHIPPED: [&str; 5] =
    ["hold-the-line", "all-out-attack", "refuse-a-flank", "artillery-first", "skirmish-and-withdraw"];

/// The program in a folder where only built-in files are available besides those that the test writes.
fn reglette(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("reglette").expect("the program is built");
    command.current_dir(folder);
    command
}

fn folder() -> TempDir {
    TempDir::new().expect("a folder for the test")
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::create_dir_all(folder.join("bots")).expect("the folder can be written");
    fs::write(folder.join("bots").join(name), text).expect("the folder can be written");
}

/// A tournament that writes to `out`; returns its exit code and standard error.
fn tournament(folder: &Path, scenario: &str, bots: &str, more: &[&str]) -> (Option<i32>, String) {
    let run =
        reglette(folder).args(["tournament", scenario, "--bots", bots, "--out", "out", "--force"]).args(more).assert();
    let output = run.get_output();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join("out").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Fifteen pairings of entrants, two games each, without a fault, and the same bytes from one thread and two.
fn plays_alike(scenario: &str, army: &str) {
    let folder = folder();
    let play = |threads: &str| {
        let bots = SHIPPED.join(",") + ",random";
        let (code, rendered) =
            tournament(folder.path(), scenario, &bots, &["--games", "2", "--threads", threads, "--armies", army]);
        assert_eq!(code, Some(0), "{rendered}");
        read(folder.path(), "games.csv")
    };
    let one = play("1");
    assert_eq!(one, play("2"));
    assert!(!one.contains("forfeit,") && one.lines().count() == 1 + 2 * 15, "{one}");
    let manifest = read(folder.path(), "manifest.toml");
    assert!(manifest.contains("repeatable = true"));
    for name in SHIPPED {
        let input = format!("path = \"bots/{name}.luau\"\nblake3 = ");
        assert!(manifest.contains(&input), "{name} is no input of {manifest}");
    }
}

#[test]
fn shipped_scripts_play_jomini_identically_on_any_number_of_threads() {
    plays_alike("plain", "france");
}

#[test]
fn shipped_scripts_play_en_avant_identically_on_any_number_of_threads() {
    plays_alike("open-field", "carthaginians");
}

const BOT: &str = "kind = \"scripted\"\nextends = \"greedy\"\nscript = \"mine.luau\"\n";

#[test]
fn faults_of_a_script_are_reported_before_the_first_game() {
    let folder = folder();
    write(folder.path(), "mine.toml", BOT);
    let rendered = || {
        let (code, rendered) = tournament(folder.path(), "sprint", "mine,random", &["--games", "2"]);
        assert_eq!(code, Some(2), "{rendered}");
        assert!(!folder.path().join("out").exists(), "nothing is written");
        rendered
    };
    let missing = rendered();
    assert!(missing.contains("bots/mine.toml:3: no script \"mine.luau\""), "{missing}");
    for (script, expected) in [
        ("function choose(view)\n    return view.values[\nend", "bots/mine.luau:3: "),
        ("function chose(view) return 1 end", "bots/mine.luau: no function choose(view)"),
        (
            "local a = {}\nlocal b = a.b.c\nfunction choose(view) return 1 end",
            "bots/mine.luau:2: attempt to index nil with 'c'",
        ),
        ("while true do end", "bots/mine.luau:1: more than 1000000 interrupts in one decision"),
    ] {
        write(folder.path(), "mine.luau", script);
        let rendered = rendered();
        assert!(rendered.contains(expected), "{expected}: {rendered}");
    }
}

#[test]
fn wrong_keys_are_reported_with_their_line() {
    let folder = folder();
    write(folder.path(), "mine.luau", "function choose(view) return 1 end");
    for (more, expected) in [
        ("[limits]\nmemory = 16777217\n", "bots/mine.toml:5: memory cannot be 16777217"),
        ("[limits]\ninterrupt = 5000\n", "bots/mine.toml:5: unknown key \"interrupt\""),
        ("budget = { iterations = 3 }\n", "bots/mine.toml:4: unknown key \"budget\""),
    ] {
        write(folder.path(), "mine.toml", &format!("{BOT}{more}"));
        let run = reglette(folder.path()).args(["check", "bots/mine.toml"]).assert().failure();
        let output = run.get_output();
        let rendered = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(rendered.contains(expected), "{expected}: {rendered}");
    }
    write(folder.path(), "mine.toml", "kind = \"scripted\"\nextends = \"greedy\"\n");
    let (_, rendered) = tournament(folder.path(), "sprint", "mine,random", &["--games", "2"]);
    assert!(rendered.contains("missing key \"script\""), "{rendered}");
}

#[test]
fn a_script_at_fault_forfeits_and_ends_no_run() {
    for (script, column, rendered) in [
        (
            "function choose(view)\n  local x = nil + 1\nend",
            "crashes",
            "bots/mine.luau:2: attempt to perform arithmetic",
        ),
        ("function choose(view) while true do end end", "time_outs", "bots/mine.luau:1: more than 1000000 interrupts"),
        ("function choose(view) local t = {} while true do t = {t, t, t, t} end end", "crashes", "bytes of memory"),
        ("function choose(view) return view.count + 1 end", "illegal", "bots/mine.luau: choose returned"),
        ("function choose(view) return 'attack' end", "garbage", "bots/mine.luau: choose returned \"attack\""),
    ] {
        let folder = folder();
        write(folder.path(), "mine.toml", BOT);
        write(folder.path(), "mine.luau", script);
        let (code, said) = tournament(folder.path(), "sprint", "mine,random", &["--games", "2", "--armies", "hares"]);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains(rendered), "{rendered}: {said}");
        let mut bots = csv::Reader::from_path(folder.path().join("out/bots.csv")).expect("the table is there");
        let names = bots.headers().expect("the table has a heading").clone();
        let at = |name: &str| names.iter().position(|known| known == name).expect("the column is there");
        let row = bots
            .records()
            .map(|row| row.expect("a row"))
            .find(|row| &row[at("bot")] == "mine")
            .expect("the bot has a row");
        assert_eq!((&row[at(column)], &row[at("by_forfeit")]), ("2", "2"), "{column}: {said}");
        assert!(read(folder.path(), "manifest.toml").contains("repeatable = true"));
    }
}

#[test]
fn a_run_stopped_by_the_clock_is_reported_as_not_repeatable() {
    let folder = folder();
    write(folder.path(), "mine.toml", &format!("{BOT}[limits]\ninterrupts = 1000000000\nseconds = 0.05\n"));
    write(folder.path(), "mine.luau", "function choose(view) while true do end end");
    let (code, rendered) = tournament(folder.path(), "sprint", "mine,random", &["--games", "2", "--armies", "hares"]);
    assert_eq!(code, Some(3), "{rendered}");
    assert!(rendered.contains("the clock stopped scripts in 2 games: this run is not repeatable"), "{rendered}");
    assert!(rendered.contains("bots/mine.luau:1: stopped by the clock after 0.05 s"), "{rendered}");
    assert!(read(folder.path(), "manifest.toml").contains("repeatable = false"));
}
