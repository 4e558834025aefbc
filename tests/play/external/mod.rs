//! External programs as bots: a correct one finishes its games; whatever a broken one does forfeits its game, is
//! counted, leaves no process running, and ends no run.

mod bot_command;
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

/// The failures that only the clock can detect.
const LATE: [&str; 8] = ["hang", "slow", "deaf", "half-line", "drip", "stopped", "error-flood-hang", "old-id"];

/// A bot file for the program that fails in a certain way. Where the clock is not tested it allows enough time for a
/// machine under load.
fn broken(folder: &Path, way: &str, mark: &str) -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/external/broken.py");
    let path = folder.join(format!("{way}.toml"));
    let seconds = if LATE.contains(&way) { 0.8 } else { 60.0 };
    let command = format!("[\"python3\", {:?}, {way:?}, {mark:?}]", script.to_str().expect("the path is text"));
    fs::write(&path, format!("kind = \"external\"\ncommand = {command}\nseconds = {seconds}\nstart_seconds = 60.0\n"))
        .expect("the folder can be written");
    path
}

/// A cell of a table that the run wrote, from the row whose `key` column is `value`.
fn cell(folder: &Path, table: &str, (key, value): (&str, &str), column: &str) -> String {
    let mut reader = csv::Reader::from_path(folder.join(table)).expect("the table is there");
    let names = reader.headers().expect("the table has a heading").clone();
    let at = |name: &str| {
        names.iter().position(|known| known == name).unwrap_or_else(|| panic!("{table} has no column {name}"))
    };
    let row = reader.records().map(|row| row.expect("the row can be read")).find(|row| &row[at(key)] == value);
    row.unwrap_or_else(|| panic!("{table} has no row with {key} = {value}"))[at(column)].to_string()
}

/// Plays two games of the toy race against the random bot: the kinds of fault that were counted, and the exit code of
/// the run.
fn faults(way: &str, mark: &str) -> (Vec<&'static str>, Option<i32>) {
    let folder = TempDir::new().expect("a folder for the test");
    let bot = broken(folder.path(), way, mark);
    let out = folder.path().join("out");
    let run = reglette()
        .args(["tournament", "sprint", "--games", "2", "--threads", "2", "--bots"])
        .arg(format!("{},random", bot.display()))
        .args(["--armies", "hares", "--out"])
        .arg(&out)
        .assert();
    let column = |name| cell(&out, "bots.csv", ("bot", way), name).parse::<u64>().expect("a count");
    let kinds = ["illegal", "crashes", "time_outs", "garbage"];
    assert_eq!(kinds.map(column).iter().sum::<u64>(), column("by_forfeit"), "{way}: only the broken bot is at fault");
    (kinds.into_iter().filter(|kind| column(kind) > 0).collect(), run.get_output().status.code())
}

/// The failures, and the faults they count as.
const WAYS: &[(&str, &[&str])] = &[
    ("illegal", &["illegal"]),
    ("malformed", &["illegal"]),
    ("negative", &["illegal"]),
    ("fraction", &["illegal"]),
    ("huge", &["illegal"]),
    ("text", &["illegal"]),
    ("null", &["illegal"]),
    ("empty-list", &["illegal"]),
    ("number-in-list", &["illegal"]),
    ("true", &["illegal"]),
    ("crash", &["crashes"]),
    ("child", &["crashes"]),
    ("error", &["crashes"]),
    ("closed", &["crashes"]),
    ("segfault", &["crashes"]),
    ("abort", &["crashes"]),
    ("killed", &["crashes"]),
    ("exit-0", &["crashes"]),
    ("recursion", &["crashes"]),
    ("half-line-exit", &["garbage"]),
    ("hang", &["time_outs"]),
    ("slow", &["time_outs"]),
    ("deaf", &["time_outs"]),
    ("half-line", &["time_outs"]),
    ("drip", &["time_outs"]),
    ("stopped", &["time_outs"]),
    ("error-flood-hang", &["time_outs"]),
    ("old-id", &["time_outs"]),
    ("other-id", &["garbage"]),
    ("garbage", &["garbage"]),
    ("unready-later", &["garbage"]),
    ("no-text", &["garbage"]),
    ("flood", &["garbage"]),
    ("endless-line", &["garbage"]),
    ("chatter", &["garbage"]),
    ("old-ids", &["garbage"]),
    ("hello-forever", &["garbage"]),
    ("list", &["garbage"]),
    ("bare-number", &["garbage"]),
    ("bare-text", &["garbage"]),
    ("empty-line", &["garbage"]),
    ("no-action", &["garbage"]),
    ("no-type", &["garbage"]),
    ("type-number", &["garbage"]),
    ("id-text", &["garbage"]),
    ("id-negative", &["garbage"]),
    ("deep", &["garbage"]),
    ("byte-order-mark", &["garbage"]),
    ("nul", &["garbage"]),
    ("two-objects", &["garbage"]),
    ("not-a-number", &["garbage"]),
    ("infinite", &["garbage"]),
    ("single-quotes", &["garbage"]),
    ("lone-surrogate", &["garbage"]),
    ("hello-again", &[]),
    ("carriage-returns", &[]),
    ("asides", &[]),
    ("ready", &[]),
    ("twice", &[]),
    ("error-flood", &[]),
    ("deaf-to-signals", &[]),
];

#[test]
fn each_way_to_break_down_is_counted_as_what_it_is() {
    let mark = format!("reglette-way-{}", std::process::id());
    let mut wrong = Vec::new();
    for (way, expected) in WAYS {
        let begun = Instant::now();
        let (found, code) = faults(way, &mark);
        println!("{way}: {found:?}, exit code {code:?}, {} ms", begun.elapsed().as_millis());
        if found != *expected || code != Some(if expected.is_empty() { 0 } else { 3 }) {
            wrong.push(format!("{way}: {found:?}, {code:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    wait_until_nothing_runs(&mark);
}

/// The processes on this machine whose command line contains a mark.
fn running(mark: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").expect("this test reads /proc");
    let line = |entry: std::io::Result<fs::DirEntry>| fs::read(entry.ok()?.path().join("cmdline")).ok();
    let lines = processes.filter_map(line).map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(mark)).collect()
}

/// A killed process disappears a moment later.
fn wait_until_nothing_runs(mark: &str) {
    let begun = Instant::now();
    while !running(mark).is_empty() && begun.elapsed() < Duration::from_secs(20) {
        sleep(Duration::from_millis(20));
    }
    assert_eq!(running(mark), Vec::<String>::new());
}

#[test]
fn no_process_of_a_broken_program_is_left_running() {
    let mark = format!("reglette-left-behind-{}", std::process::id());
    for way in ["child", "hang", "flood"] {
        faults(way, &mark);
        wait_until_nothing_runs(&mark);
    }
}

#[test]
fn a_broken_greeting_is_reported_before_the_first_game() {
    let folder = TempDir::new().expect("a folder for the test");
    for (way, words) in [
        ("silent", "no answer to \"hello\" in time, within 0.5 s"),
        ("old", "the program speaks protocol 99, not 1"),
        ("refuses", "no such rules: rules/toy.toml"),
        ("unready", "no JSON (expected value at line 1 column 1) in the line \"ready\""),
    ] {
        let bot = broken(folder.path(), way, "");
        if way == "silent" {
            let text = fs::read_to_string(&bot)
                .expect("the bot file is there")
                .replace("start_seconds = 60.0", "start_seconds = 0.5");
            fs::write(&bot, text).expect("the folder can be written");
        }
        let run = reglette()
            .args(["tournament", "sprint", "--games", "2", "--bots"])
            .arg(format!("{},random", bot.display()))
            .assert();
        let rendered = String::from_utf8_lossy(&run.get_output().stderr).to_string();
        assert_eq!(run.get_output().status.code(), Some(2), "{rendered}");
        assert!(rendered.contains(words), "{rendered}");
    }
    let bot = folder.path().join("missing.toml");
    fs::write(&bot, "kind = \"external\"\ncommand = [\"reglette-no-such-program\"]\n")
        .expect("the folder can be written");
    let run = reglette()
        .args(["tournament", "sprint", "--games", "2", "--bots"])
        .arg(format!("{},random", bot.display()))
        .assert();
    let rendered = String::from_utf8_lossy(&run.get_output().stderr).to_string();
    assert!(rendered.contains("cannot start \"reglette-no-such-program\""), "{rendered}");
    for program in ["reglette-no-such-program", "bots/no-such-program"] {
        let run = reglette().args(["check-bot", "--scenario", "sprint", program]).assert().code(2);
        let rendered = String::from_utf8_lossy(&run.get_output().stderr).to_string();
        assert!(rendered.contains(&format!("no program \"{program}\"")), "{rendered}");
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
        let rendered = String::from_utf8_lossy(&run.get_output().stderr).to_string();
        assert_eq!(run.get_output().status.code(), Some(0), "{scenario}: {rendered}");
        let manifest = fs::read_to_string(out.join("manifest.toml")).expect("the manifest is there");
        assert!(manifest.contains("repeatable = false"), "{manifest}");
    }
}

#[test]
fn check_bot_shows_every_line_and_the_verdict() {
    let run = reglette()
        .args(["check-bot", "--scenario", "sprint", "python3", "bots/examples/reference.py"])
        .assert()
        .success();
    let rendered = String::from_utf8_lossy(&run.get_output().stdout).to_string();
    assert!(rendered.starts_with("> {\"type\":\"hello\",\"protocol\":1,"), "{rendered}");
    for line in [
        "\n< {\"type\": \"hello\"",
        "\n> {\"type\":\"begin\"",
        "\n> {\"type\":\"choose\",\"id\":1,",
        "\n< {\"type\": \"choice\", \"id\": 1,",
        "\n> {\"type\":\"end\",",
    ] {
        assert!(rendered.contains(line), "{line} is not in {rendered}");
    }
    assert!(rendered.contains("\nvalid: a whole game of toy, "), "{rendered}");
    let run = reglette()
        .args(["check-bot", "--scenario", "sprint", "python3", "tests/play/external/broken.py", "crash"])
        .assert()
        .code(3);
    let rendered = String::from_utf8_lossy(&run.get_output().stdout).to_string();
    assert!(rendered.contains("(crash)") && rendered.contains("lost the thread"), "{rendered}");
    // What a program that does not end has written to its error stream is shown too.
    let broken = ["check-bot", "--scenario", "sprint", "python3", "tests/play/external/broken.py", "other-id"];
    let run = reglette().args(broken).assert().code(3);
    let rendered = String::from_utf8_lossy(&run.get_output().stdout).to_string();
    for line in ["an answer with id 1003, where the last decision has id 3", "error stream:\n  I answer too early"] {
        assert!(rendered.contains(line), "{line} is not in {rendered}");
    }
}

#[test]
fn a_program_that_asks_for_files_is_not_scored_on_positions() {
    let folder = TempDir::new().expect("a folder for the test");
    let bot = folder.path().join("guest.toml");
    fs::write(
        &bot,
        format!("kind = \"external\"\ncommand = [{:?}, \"bot\", \"greedy\"]\n", env!("CARGO_BIN_EXE_reglette")),
    )
    .expect("the folder can be written");
    let run = reglette().args(["problems", "jomini", "--bots"]).arg(&bot).assert().code(2);
    let rendered = String::from_utf8_lossy(&run.get_output().stderr).to_string();
    assert!(rendered.contains("guest.toml: the program asks for the files of a game (\"setup\")"), "{rendered}");
}
