//! No descendant of an external program survives the run, however the run ends and whatever the program does to escape.

use super::{broken, running};
use assert_cmd::cargo::CommandCargoExt;
use rustix::process::{Pid, Signal, kill_process};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WayOut {
    /// All games are played.
    Done,
    /// An interrupt, after which the games in play are finished.
    Interrupt,
    /// Two interrupts.
    TwoInterrupts,
    /// SIGKILL.
    Killed,
}

/// The time limit for operations that take a moment, on a machine under load.
const PATIENCE: Duration = Duration::from_secs(60);

fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(10));
    }
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("the run goes on");
}

/// Plays with a program that does something of `way` at its third decision, ends the run, and returns its exit code.
fn ended(way: &str, out: WayOut) -> Option<i32> {
    let mark = format!("reglette-{way}-{out:?}-{}", std::process::id());
    let folder = tempfile::tempdir().expect("a folder for the test");
    let bot = broken(folder.path(), way, &mark);
    let games = if out == WayOut::Done { "2" } else { "100000" };
    let mut command = Command::cargo_bin("reglette").expect("the program is built");
    command.args(["tournament", "sprint", "--armies", "hares,tortoises", "--threads", "1", "--games", games, "--bots"]);
    command.arg(format!("{},random", bot.display())).arg("--out").arg(folder.path().join("out"));
    let mut run = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    if out != WayOut::Done {
        let is_sleeper = |line: &String| line.contains("time.sleep");
        wait_for("the program never started its family", || {
            running(&mark).iter().filter(|line| is_sleeper(line)).count() >= 3
        });
    }
    match out {
        WayOut::Done => {}
        WayOut::Interrupt => signal(&run, Signal::INT),
        WayOut::TwoInterrupts => {
            signal(&run, Signal::INT);
            sleep(Duration::from_millis(300));
            signal(&run, Signal::INT);
        }
        WayOut::Killed => signal(&run, Signal::KILL),
    }
    wait_for("the run does not end", || run.try_wait().expect("it can be waited for").is_some());
    wait_for("something is left running", || running(&mark).is_empty());
    let status = run.wait().expect("it has ended");
    assert_eq!(
        std::os::unix::process::ExitStatusExt::signal(&status).filter(|_| out != WayOut::Killed),
        None,
        "it was not killed"
    );
    status.code()
}

#[test]
fn no_process_is_left_when_a_run_is_done() {
    assert_eq!(ended("family", WayOut::Done), Some(0));
    // It kills its warden, which counts as a crash, and its descendants are reparented to the run itself.
    assert_eq!(ended("regicide", WayOut::Done), Some(3));
}

#[test]
fn no_process_is_left_after_interrupts() {
    assert_eq!(ended("family", WayOut::Interrupt), Some(4));
    assert_eq!(ended("stuck-family", WayOut::TwoInterrupts), Some(4));
}

#[test]
fn no_process_is_left_when_a_run_is_killed() {
    assert_eq!(ended("family", WayOut::Killed), None);
    assert_eq!(ended("stuck-family", WayOut::Killed), None);
}
