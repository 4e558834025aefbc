//! Programs outside as bots: a sound one finishes its games, and whatever a broken one does forfeits its game, is counted, leaves nothing running, and ends no run.

mod left;

use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn reglette() -> Command {
    let mut command = Command::cargo_bin("reglette").expect("the program is built");
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// The ways to break down that only the clock can tell.
const LATE: [&str; 3] = ["hang", "slow", "deaf"];

/// A bot file for the program that breaks down in a certain way. Where the clock is not what is tested it leaves time enough for a machine under load.
fn broken(folder: &Path, way: &str, mark: &str) -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/external/broken.py");
    let path = folder.join(format!("{way}.toml"));
    let seconds = if LATE.contains(&way) { 0.8 } else { 60.0 };
    let command = format!("[\"python3\", {:?}, {way:?}, {mark:?}]", script.to_str().expect("the path is text"));
    fs::write(&path, format!("kind = \"external\"\ncommand = {command}\nseconds = {seconds}\nstart_seconds = 60.0\n"))
        .expect("the folder can be written");
    path
}

/// A cell of a table that the run wrote, from the row whose `key` column says `value`.
fn cell(folder: &Path, table: &str, (key, value): (&str, &str), column: &str) -> String {
    let mut reader = csv::Reader::from_path(folder.join(table)).expect("the table is there");
    let names = reader.headers().expect("the table has a heading").clone();
    let at = |name: &str| names.iter().position(|known| known == name).unwrap_or_else(|| panic!("{table} has no column {name}"));
    let row = reader.records().map(|row| row.expect("the row can be read")).find(|row| &row[at(key)] == value);
    row.unwrap_or_else(|| panic!("{table} has no row with {key} = {value}"))[at(column)].to_string()
}

/// Plays four games of the toy race against the greedy bot; the counts of each fault.
fn counts(way: &str, rounds: &str) -> Vec<String> {
    let folder = TempDir::new().expect("a folder for the test");
    let bot = broken(folder.path(), way, rounds);
    let out = folder.path().join("out");
    let run = reglette()
        .args(["tournament", "sprint", "--games", "2", "--threads", "2", "--bots"])
        .arg(format!("{},random", bot.display()))
        .args(["--armies", "hares,tortoises", "--out"])
        .arg(&out)
        .assert();
    let output = run.get_output();
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let column = |name| cell(&out, "bots.csv", ("bot", way), name);
    let counted: Vec<String> = ["illegal", "crashes", "time_outs", "garbage"].map(column).to_vec();
    assert_ne!(column("by_forfeit"), "0");
    let sum: u64 = counted.iter().map(|count| count.parse::<u64>().expect("a count")).sum();
    assert_eq!(sum.to_string(), column("by_forfeit"), "only the broken bot is at fault");
    counted.into_iter().map(|count| if count == "0" { "no" } else { "some" }.to_string()).collect()
}

#[test]
fn each_way_to_break_down_is_counted_as_what_it_is() {
    for (way, fault) in [
        ("illegal", "illegal"),
        ("malformed", "illegal"),
        ("crash", "crashes"),
        ("child", "crashes"),
        ("hang", "time_outs"),
        ("slow", "time_outs"),
        ("deaf", "time_outs"),
        ("garbage", "garbage"),
        ("no-text", "garbage"),
        ("flood", "garbage"),
        ("endless-line", "garbage"),
        ("chatter", "garbage"),
    ] {
        let expected: Vec<&str> =
            ["illegal", "crashes", "time_outs", "garbage"].iter().map(|name| if *name == fault { "some" } else { "no" }).collect();
        assert_eq!(counts(way, "reglette-test"), expected, "{way}");
    }
}

/// The processes on this machine whose command line holds a mark.
fn running(mark: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").expect("this test reads /proc");
    let line = |entry: std::io::Result<fs::DirEntry>| fs::read(entry.ok()?.path().join("cmdline")).ok();
    let lines = processes.filter_map(line).map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(mark)).collect()
}

#[test]
fn nothing_of_a_broken_program_is_left_running() {
    let mark = format!("reglette-left-behind-{}", std::process::id());
    for way in ["child", "hang", "flood"] {
        counts(way, &mark);
        // Whoever is killed is gone a moment later.
        let told = Instant::now();
        while !running(&mark).is_empty() && told.elapsed() < Duration::from_secs(20) {
            sleep(Duration::from_millis(20));
        }
        assert_eq!(running(&mark), Vec::<String>::new(), "{way}");
    }
}

#[test]
fn a_broken_greeting_is_told_before_the_first_game() {
    let folder = TempDir::new().expect("a folder for the test");
    for (way, words) in [("silent", "no answer in time"), ("old", "the program speaks protocol 99, not 1")] {
        let bot = broken(folder.path(), way, "");
        if way == "silent" {
            let text = fs::read_to_string(&bot).expect("the bot file is there").replace("start_seconds = 60.0", "start_seconds = 0.5");
            fs::write(&bot, text).expect("the folder can be written");
        }
        let run = reglette().args(["tournament", "sprint", "--games", "2", "--bots"]).arg(format!("{},random", bot.display())).assert();
        let told = String::from_utf8_lossy(&run.get_output().stderr).to_string();
        assert_eq!(run.get_output().status.code(), Some(2), "{told}");
        assert!(told.contains(words), "{told}");
    }
    let bot = folder.path().join("missing.toml");
    fs::write(&bot, "kind = \"external\"\ncommand = [\"reglette-no-such-program\"]\n").expect("the folder can be written");
    let run = reglette().args(["tournament", "sprint", "--games", "2", "--bots"]).arg(format!("{},random", bot.display())).assert();
    let told = String::from_utf8_lossy(&run.get_output().stderr).to_string();
    assert!(told.contains("cannot start \"reglette-no-such-program\""), "{told}");
    for program in ["reglette-no-such-program", "bots/no-such-program"] {
        let run = reglette().args(["check-bot", "--scenario", "sprint", program]).assert().code(2);
        let told = String::from_utf8_lossy(&run.get_output().stderr).to_string();
        assert!(told.contains(&format!("no program \"{program}\"")), "{told}");
    }
}

#[test]
fn the_reference_bot_finishes_games_of_every_rulebook_and_marks_the_run() {
    for (scenario, rows) in [("sprint", "10"), ("plain", "2"), ("open-field", "2")] {
        let folder = TempDir::new().expect("a folder for the test");
        let out = folder.path().join("out");
        let run = reglette()
            .args(["tournament", scenario, "--bots", "bots/examples/reference.toml,random", "--games", rows, "--out"])
            .arg(&out)
            .assert();
        let told = String::from_utf8_lossy(&run.get_output().stderr).to_string();
        assert_eq!(run.get_output().status.code(), Some(0), "{scenario}: {told}");
        let manifest = fs::read_to_string(out.join("manifest.toml")).expect("the manifest is there");
        assert!(manifest.contains("repeatable = false"), "{manifest}");
    }
}

#[test]
fn check_bot_shows_every_line_and_the_verdict() {
    let run = reglette().args(["check-bot", "--scenario", "sprint", "python3", "bots/examples/reference.py"]).assert().success();
    let told = String::from_utf8_lossy(&run.get_output().stdout).to_string();
    assert!(told.starts_with("> {\"type\":\"hello\",\"protocol\":1,"), "{told}");
    for line in [
        "\n< {\"type\": \"hello\"",
        "\n> {\"type\":\"begin\"",
        "\n> {\"type\":\"choose\",\"id\":1,",
        "\n< {\"type\": \"choice\", \"id\": 1,",
        "\n> {\"type\":\"end\",",
    ] {
        assert!(told.contains(line), "{line} is not in {told}");
    }
    assert!(told.contains("\nsound: a whole game of toy, "), "{told}");
    let run = reglette().args(["check-bot", "--scenario", "sprint", "python3", "tests/external/broken.py", "crash"]).assert().code(3);
    let told = String::from_utf8_lossy(&run.get_output().stdout).to_string();
    assert!(told.contains("(crash)") && told.contains("lost the thread"), "{told}");
}
