//! A warden process: this program started again between a run and an external program, so that no descendant of the
//! external program outlives the run.
//!
//! The warden is the *subreaper* of its descendants (prctl(2), `PR_SET_CHILD_SUBREAPER`): a descendant that loses its
//! parent becomes its child, also after setsid or a double fork. It kills them all when the program exits, on SIGTERM,
//! and when the program's input closes, which happens however the run ends.

use super::process::Program;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, wait};
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The command of this program that makes it a warden.
pub const COMMAND: &str = "warden";
/// The exit code if a program cannot be started, as in a shell.
const NOT_STARTED: u8 = 127;
/// The polling interval of the warden.
const LOOK_AROUND: Timespec = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
/// How long a program may take to exit once its input is closed.
const GRACE: Duration = Duration::from_millis(200);
/// How long to keep killing processes that fork.
const MOST_KILLING: Duration = Duration::from_secs(5);

/// The executable used as warden.
static WARDEN: OnceLock<PathBuf> = OnceLock::new();
/// Whether a program was started.
static STARTED: AtomicBool = AtomicBool::new(false);
/// Whether this warden has been asked to end.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Runs external programs under wardens from now on. `program` must accept the command [`COMMAND`] and call
/// [`watch_over`]. Orphans that a warden has lost are reparented to this process.
pub fn appoint(program: PathBuf) {
    // Without subreapers a warden would be useless: programs then run in a process group of their own.
    if adopt_orphans().is_ok() {
        let _ = WARDEN.set(program);
    }
}

/// Whether programs run under wardens.
pub(super) fn is_appointed() -> bool {
    WARDEN.get().is_some()
}

/// The command that starts a program, under a warden if enabled.
pub(super) fn starting(program: &Program) -> Command {
    let (name, arguments) = program.command.split_first().expect("a bot file with an empty command is refused");
    let mut command = match WARDEN.get() {
        Some(warden) => {
            let mut command = Command::new(warden);
            command.args([COMMAND, "--", name]);
            command
        }
        None => Command::new(name),
    };
    STARTED.store(true, Ordering::Relaxed);
    // Terminal interrupts are for the run alone.
    command.args(arguments).process_group(0);
    command
}

/// Runs a program with the streams of this process until it exits, and leaves none of its descendants behind. Returns
/// its exit code; a signal that ended it ends this process too.
pub fn watch_over(command: &[String]) -> u8 {
    let (name, arguments) = command.split_first().expect("the command line asks for one");
    let handled = ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed)).map_err(io::Error::other);
    let started = handled
        .and_then(|()| adopt_orphans())
        .and_then(|()| Command::new(name).args(arguments).process_group(0).spawn());
    let child = match started {
        Ok(child) => child,
        Err(error) => {
            let _ = writeln!(io::stderr(), "cannot start \"{}\": {error}", command.join(" "));
            return NOT_STARTED;
        }
    };
    let program = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // Only the program holds its streams, so that their end is detected at once.
    if let Ok(nowhere) = OpenOptions::new().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(&nowhere);
        let _ = rustix::stdio::dup2_stderr(&nowhere);
    }
    let stdin = io::stdin();
    let mut closed: Option<Instant> = None;
    let mut ended = None;
    while ended.is_none() && !STOPPED.load(Ordering::Relaxed) && closed.is_none_or(|closed| closed.elapsed() < GRACE) {
        if closed.is_some() {
            sleep(Duration::from_millis(2));
        } else {
            let mut streams = [PollFd::new(&stdin, PollFlags::empty())];
            // An interrupted call is retried.
            if poll(&mut streams, Some(&LOOK_AROUND)).is_ok() && !streams[0].revents().is_empty() {
                closed = Some(Instant::now());
            }
        }
        ended = reap(program).0;
    }
    ended = kill_descendants(program).or(ended);
    match ended.map(|status| (status.exit_status(), status.terminating_signal())) {
        Some((Some(code), _)) => u8::try_from(code).unwrap_or(1),
        Some((_, Some(signal))) => {
            // As if the program had been started without a warden.
            if let Some(signal) = Signal::from_named_raw(signal) {
                let _ = kill_process(getpid(), signal);
            }
            u8::try_from(signal).map_or(128, |signal| 128 + signal)
        }
        _ => 1,
    }
}

/// Kills all running descendants of this process, wardens included.
pub fn end_all() {
    if is_appointed() && STARTED.load(Ordering::Relaxed) {
        kill_descendants(None);
    }
}

/// Reaps children that have exited: returns the status of `program`, if it is among them, and whether any child is
/// left.
fn reap(program: Option<Pid>) -> (Option<WaitStatus>, bool) {
    let mut ended = None;
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if Some(pid) == program => ended = Some(status),
            Ok(Some(_)) => {}
            Ok(None) => return (ended, true),
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return (ended, false),
        }
    }
}

/// Kills all descendants of this process: they are stopped first, until no new ones appear. Returns the status of
/// `program` if it exited now.
fn kill_descendants(program: Option<Pid>) -> Option<WaitStatus> {
    let begun = Instant::now();
    let mut known = BTreeSet::new();
    let mut ended = None;
    while begun.elapsed() < MOST_KILLING {
        let found = descendants();
        if found.iter().all(|pid| known.contains(pid)) {
            break;
        }
        send(&found, Signal::STOP);
        known.extend(found);
    }
    while begun.elapsed() < MOST_KILLING {
        send(&descendants(), Signal::KILL);
        let (now, any_left) = reap(program);
        ended = ended.or(now);
        if !any_left {
            break;
        }
        sleep(Duration::from_millis(1));
    }
    ended
}

fn send(processes: &BTreeSet<i32>, signal: Signal) {
    for pid in processes.iter().filter_map(|pid| Pid::from_raw(*pid)) {
        // It may have exited in the meantime.
        let _ = kill_process(pid, signal);
    }
}

/// The descendants of this process, from /proc.
fn descendants() -> BTreeSet<i32> {
    let parent_of = |entry: io::Result<fs::DirEntry>| -> Option<(i32, i32)> {
        let entry = entry.ok()?;
        let pid = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read(entry.path().join("stat")).ok()?;
        // The name of the program is in parentheses and may contain any character.
        let after = stat.iter().rposition(|byte| *byte == b')')?;
        let parent = std::str::from_utf8(&stat[after + 1..]).ok()?.split_whitespace().nth(1)?.parse().ok()?;
        Some((pid, parent))
    };
    let parents: Vec<(i32, i32)> = fs::read_dir("/proc").into_iter().flatten().filter_map(parent_of).collect();
    let mut found = BTreeSet::new();
    let mut open = vec![getpid().as_raw_nonzero().get()];
    while let Some(parent) = open.pop() {
        for (pid, _) in parents.iter().filter(|(_, its)| *its == parent) {
            if found.insert(*pid) {
                open.push(*pid);
            }
        }
    }
    found
}

/// Makes this process the subreaper of its descendants.
#[cfg(target_os = "linux")]
fn adopt_orphans() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(getpid()))?)
}

#[cfg(not(target_os = "linux"))]
fn adopt_orphans() -> io::Result<()> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}
