//! The process of an external program: started under a [warden process](super::warden), communicating by lines, never
//! waited for beyond a deadline, and killed with all its descendants at the end.
//!
//! Dedicated threads write its input and read its output, so that a program that neither reads nor answers cannot block
//! a game. Excessive output is limited by the bound of a channel, a line without an end by [`LONGEST_LINE`].

use super::super::{BotFault, FaultKind};
use super::warden;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The maximum length of a line of output in bytes.
pub const LONGEST_LINE: u64 = 1 << 20;
/// The maximum number of output lines waiting to be read.
const LINES_WAITING: usize = 64;
/// The maximum number of bytes kept of the program's error stream.
const ERRORS_KEPT: usize = 2_000;

/// How long a program that closed its output, or was asked to exit, may take to exit.
const PATIENCE: Duration = Duration::from_millis(200);
/// How long the end of the error stream is waited for after a program has ended.
const ERRORS_PATIENCE: Duration = Duration::from_secs(1);

/// How long a warden may take to kill its processes.
const MOST_ENDING: Duration = Duration::from_secs(6);

/// The interval at which a silent program is checked to be running.
const LOOK_AROUND: Duration = Duration::from_millis(20);

/// The command of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name or path, and its arguments.
    pub command: Vec<String>,
    /// Its working directory; that of this process by default.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// The command as typed in a shell.
    pub fn typed(&self) -> String {
        self.command.join(" ")
    }
}

/// Messages of the reading thread.
enum Output {
    Line(String),
    /// A line longer than [`LONGEST_LINE`].
    TooLong,
    /// A line that is not valid UTF-8.
    NoText,
}

/// A running program.
pub struct Process {
    child: Child,
    /// Dropped to close the program's input.
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// Reads the error stream to its end.
    error_reader: JoinHandle<()>,
    is_killed: bool,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub fn start(program: &Program) -> Result<Process, BotFault> {
        let mut command = warden::starting(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let failed = |error| BotFault::new(FaultKind::Crash, format!("cannot start \"{}\": {error}", program.typed()));
        let mut child = command.spawn().map_err(failed)?;
        let stdin = child.stdin.take().expect("its input is piped");
        let stdout = child.stdout.take().expect("its output is piped");
        let stderr = child.stderr.take().expect("its error stream is piped");
        let (input, lines) = channel();
        let (found, output) = sync_channel(LINES_WAITING);
        let errors = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&errors);
        thread::spawn(move || write_lines(stdin, &lines));
        thread::spawn(move || read_lines(stdout, &found));
        let error_reader = thread::spawn(move || keep_errors(stderr, &kept));
        Ok(Process { child, input: Some(input), output, errors, error_reader, is_killed: false })
    }

    /// Sends a line. Whether the program still reads shows only at the next [`receive`](Self::receive).
    pub fn send(&self, line: String) {
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// Waits until `deadline` for the next line of output.
    ///
    /// # Errors
    /// If the program exceeds the deadline, has exited, or writes an invalid line.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, BotFault> {
        // A child may hold the output open after the program has exited, so the exit is polled as well.
        let mut has_ended = false;
        let output = loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(LOOK_AROUND)) {
                Err(RecvTimeoutError::Timeout) if has_ended => break Err(RecvTimeoutError::Disconnected),
                Err(RecvTimeoutError::Timeout) if left > LOOK_AROUND => {
                    has_ended = !matches!(self.child.try_wait(), Ok(None))
                }
                output => break output,
            }
        };
        match output {
            Ok(Output::Line(line)) => Ok(line),
            Ok(Output::TooLong) => {
                Err(BotFault::new(FaultKind::Garbage, format!("a line longer than {LONGEST_LINE} bytes")))
            }
            Ok(Output::NoText) => Err(BotFault::new(FaultKind::Garbage, "a line that is not UTF-8")),
            Err(RecvTimeoutError::Timeout) => Err(BotFault::new(FaultKind::TimeOut, "no answer in time")),
            Err(RecvTimeoutError::Disconnected) => Err(BotFault::new(FaultKind::Crash, self.obituary())),
        }
    }

    /// Kills the program, and returns the end of what it has written to its error stream.
    pub fn end_at_fault(&mut self) -> String {
        self.kill();
        self.wait_for_errors();
        self.errors()
    }

    /// What it wrote last may not have been read yet; a child of the program may hold the stream open.
    fn wait_for_errors(&self) {
        let ended = Instant::now();
        while !self.error_reader.is_finished() && ended.elapsed() < ERRORS_PATIENCE {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The end of what the program has written to its error stream so far.
    fn errors(&self) -> String {
        let errors = self.errors.lock().expect("no thread panics while holding the lock");
        String::from_utf8_lossy(&errors).trim_end().to_owned()
    }

    /// Closes the program's input and gives it a moment to exit by itself.
    pub fn take_leave(&mut self) {
        self.input = None;
        let closed = Instant::now();
        while closed.elapsed() < PATIENCE && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// How the program exited, with the end of its error stream.
    fn obituary(&mut self) -> String {
        let closed = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break format!("the program ended ({status})"),
                _ if closed.elapsed() > PATIENCE => break "the program closed its output".to_string(),
                _ => thread::sleep(Duration::from_millis(2)),
            }
        };
        self.wait_for_errors();
        match self.errors().trim().lines().last() {
            Some(last) => format!("{status}: {last}"),
            None => status,
        }
    }
}

impl Process {
    /// Kills the program with all its descendants, once.
    fn kill(&mut self) {
        if std::mem::replace(&mut self.is_killed, true) {
            return;
        }
        // Dropping the channel closes the program's input.
        self.input = None;
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let (true, Some(warden), Ok(None)) = (warden::is_appointed(), pid, self.child.try_wait()) {
            let _ = kill_process(warden, Signal::TERM);
            let asked = Instant::now();
            while asked.elapsed() < MOST_ENDING && matches!(self.child.try_wait(), Ok(None)) {
                thread::sleep(Duration::from_millis(1));
            }
        }
        // Without a warden, or if it does not respond: the process group survives the program if it left children, so
        // it is killed in any case.
        if let Some(group) = pid {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, found: &SyncSender<Output>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        match (&mut stdout).take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Err(_) | Ok(0) => return,
            Ok(_) => {}
        }
        let ended = bytes.last() == Some(&b'\n');
        let output = if !ended && bytes.len() as u64 == LONGEST_LINE {
            Output::TooLong
        } else {
            String::from_utf8(bytes).map_or(Output::NoText, Output::Line)
        };
        let is_sound = matches!(output, Output::Line(_));
        if found.send(output).is_err() || !is_sound {
            return;
        }
    }
}

fn keep_errors(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut bytes = [0; 512];
    while let Ok(read @ 1..) = stderr.read(&mut bytes) {
        let mut kept = kept.lock().expect("no thread panics while holding the lock");
        kept.extend_from_slice(&bytes[..read]);
        let surplus = kept.len().saturating_sub(ERRORS_KEPT);
        kept.drain(..surplus);
    }
}
