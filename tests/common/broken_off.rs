//! Programs that are broken off while they play: by SIGKILL or SIGINT, once their log holds so many lines.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// How many whole lines a file has; none where there is no file.
pub fn lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count())
}

/// Runs a program and sends it a signal once this log has at least so many lines; what it said, and whether it was
/// still running then.
pub fn signalled_at(command: &mut Command, signal: Signal, log: &Path, least: usize) -> (Output, bool) {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while lines(log) < least && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    let is_running = child.try_wait().unwrap().is_none();
    if is_running {
        kill_process(Pid::from_child(&child), signal).unwrap();
    }
    (child.wait_with_output().unwrap(), is_running)
}
