//! Programs interrupted during play: by SIGKILL or SIGINT, once their log has a number of lines.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The number of complete lines in a file; 0 if it does not exist.
pub fn lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count())
}

/// Runs a program and sends it a signal once this log has at least this many lines; returns its output, and whether it
/// was still running then.
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
