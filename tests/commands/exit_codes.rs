//! Every command ends with a code of the one table of exit codes (docs/runs.md): done, bad input, done with forfeits,
//! interrupted, an error of the system.

use assert_cmd::cargo::CommandCargoExt;
use reglette::cli::Exit;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn reglette(folder: &Path, line: &str) -> Command {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder).args(line.split_whitespace()).stdin(Stdio::null());
    command
}

fn code(folder: &Path, line: &str) -> (Option<i32>, String) {
    let output = reglette(folder, line).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Each command with arguments that are done, in an order in which later ones use what earlier ones wrote.
const DONE: &[&str] = &[
    "new army clan.toml --rulebook toy",
    "new position here.toml --rulebook jomini",
    "list",
    "show hares",
    "keys toy",
    "check hares clan.toml",
    "completions bash",
    "man pages",
    "tournament sprint --bots random --games 2 --out run",
    "tournament sprint --bots random --games 4 --shard 1/2 --out part-1",
    "tournament sprint --bots random --games 4 --shard 2/2 --out part-2",
    "merge part-1 part-2 --out merged",
    "run run --out again",
    "replay run --game 0",
    "report run",
    "tournament sprint --bots random --games 2 --write-plan plan.toml",
    "run plan.toml --out planned",
    "metagame --rules toy --armies hares,tortoises,clan.toml --bot random --games 4 --out metagame",
    "compare sprint --sweep needed=2..3 --games 4 --out compared",
    "tune greedy sprint --games 80 --runs 1 --play-off-games 2 --confirm-games 2 --out tuned.toml --keep-anyway",
    "train sprint --rounds 1 --games 10 --fast-games 16 --search-games 16 --decisions 0 --match-scenarios classic \
        --out trained.toml",
    "fit-value sprint --games 40 --out value.toml",
    "balance plain crossroads --armies france,prussia --games 600 --held-out 40 --out costs",
    "breaker --rules toy --population 2 --generations 1 --games 4 --confirm 4 --out broken",
    "probe --scenarios sprint --games 4 --forbid trip --out probed",
    "problems bots/problems/jomini/fire-the-guns.toml --bots random",
    "make-decisions sprint --decisions 4 --rollouts 2 --out decisions.jsonl",
    "decisions decisions.jsonl --bots random",
    "play sprint --map none",
    "odds assault --attacker A --target B",
    "legal here.toml",
    "explain here.toml",
    "check-bot --scenario sprint -- REGLETTE bot greedy",
    "check-bot --scenario sprint --games 4 -- REGLETTE bot greedy",
    "bot greedy",
];

/// Each command with input that is bad: a name, a number, an option or a folder.
const BAD: &[&str] = &[
    "new army clan.toml --rulebook toy",
    "list armees",
    "show nothing-of-this-name",
    "keys chess",
    "check nothing-of-this-name",
    "completions powerless",
    "man clan.toml",
    "tournament nowhere --out bad",
    "tournament sprint --games -1",
    "merge part-1 part-1 --out bad",
    "run nothing.toml",
    "run clan.toml",
    "replay run --game 99",
    "report pages",
    "metagame --rules chess --out bad",
    "compare sprint --sweep neded=2..3 --out bad",
    "tune nobody sprint --out bad.toml",
    "train nowhere --out bad.toml",
    "fit-value nowhere --out bad.toml",
    "balance --rules chess --out bad",
    "breaker --rules chess --out bad",
    "probe nowhere --out bad",
    "problems --bots nobody",
    "make-decisions nowhere --out bad.jsonl",
    "decisions nothing.jsonl",
    "play nowhere",
    "odds assault --attacker A --target Z",
    "legal clan.toml",
    "explain clan.toml",
    "check-bot no-such-program",
    "check-bot --seconds 1e300 -- REGLETTE bot greedy",
    "bot nobody",
    "nothing",
    "list --write-plan bad.toml",
];

/// A line with the path of the program in it.
fn with_program(line: &str) -> String {
    let program = Command::cargo_bin("reglette").unwrap().get_program().to_str().unwrap().to_owned();
    line.replace("REGLETTE", &program)
}

#[test]
fn the_table_is_that_of_the_program() {
    let page = include_str!("../../docs/runs.md");
    let table = page.split("## Exit codes").nth(1).unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| code")).collect();
    assert_eq!(rows, Exit::ALL.map(|exit| format!("| {} | {} |", exit.code(), exit.meaning())));
    assert_eq!(Exit::ALL.map(Exit::code), [0, 1, 2, 3, 4]);
    let help = Command::cargo_bin("reglette").unwrap().arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("Exit codes:\n  0  done\n"), "{help}");
    // Each command of the help has a line of both lists.
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    for command in commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()) {
        if command.is_empty() || command == "help" {
            continue;
        }
        for list in [DONE, BAD] {
            assert!(list.iter().any(|line| line.split(' ').next() == Some(command)), "{command} is in both lists");
        }
    }
}

#[test]
fn every_command_is_done_with_0_and_refuses_bad_input_with_2() {
    let folder = tempfile::tempdir().unwrap();
    for line in DONE {
        let (code, message) = code(folder.path(), &with_program(line));
        assert_eq!(code, Some(0), "{line}: {message}");
    }
    for line in BAD {
        let (code, message) = code(folder.path(), &with_program(line));
        assert_eq!(code, Some(2), "{line}: {message}");
        assert!(!message.contains("panicked") && !message.is_empty(), "{line}: {message}");
    }
    assert!(!folder.path().join("bad").exists() && !folder.path().join("bad.toml").exists());
}

#[test]
fn forfeits_end_with_3() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lost.toml"), "kind = \"scripted\"\nscript = \"lost.luau\"\n").unwrap();
    // It answers the first decision, as `check` and the trial before a run ask for one.
    let script = "local asked = 0\nfunction choose(position)\n  asked = asked + 1\n  if asked > 3 then error('lost') \
        end\n  \
                  return 1\nend\n";
    fs::write(folder.path().join("lost.luau"), script).unwrap();
    fs::write(folder.path().join("crash.sh"), "#!/bin/sh\nexit 1\n").unwrap();
    for line in [
        "tournament sprint --bots lost.toml,random --games 2 --out run",
        "run run --out again",
        "compare sprint --sweep needed=2..3 --bots lost.toml --games 4 --out compared",
        "play sprint --red lost.toml --map none",
        "check-bot --scenario sprint -- sh crash.sh",
        "check-bot --scenario sprint --games 2 -- sh crash.sh",
    ] {
        let (code, message) = code(folder.path(), line);
        assert_eq!(code, Some(3), "{line}: {message}");
    }
}

/// An interrupt ends a tournament and a study, once games are recorded; both can be resumed.
#[test]
#[cfg(unix)]
fn interrupts_end_with_4() {
    let folder = tempfile::tempdir().unwrap();
    for (line, out) in [
        ("tournament plain --bots random --games 1e6 --games-csv none --out run", "run"),
        ("compare plain --sweep turn_limit=9..10 --bots random --games 1e6 --out compared", "compared"),
    ] {
        let mut child = reglette(folder.path(), line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let (journal, begun) = (folder.path().join(out).join("journal"), Instant::now());
        while !journal.is_dir() && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(100));
        let process = rustix::process::Pid::from_raw(child.id() as i32).unwrap();
        rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(4), "{line}");
        assert!(journal.is_dir(), "{line}");
    }
}

/// A device without space is an error of the system where nothing can be resumed.
#[test]
#[cfg(target_os = "linux")]
fn errors_of_the_system_end_with_1() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["list", "keys toy", "show hares"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = reglette(folder.path(), line).stdout(full).stderr(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(1), "{line}");
    }
}
