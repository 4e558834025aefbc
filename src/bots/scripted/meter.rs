//! Meters the resources of a script during one decision, and stops it: work, memory, and as a safeguard the clock.
//!
//! Work is counted where Luau interrupts itself (calls, returns, loop iterations, steps of pattern matching), so that
//! the same script does the same work on every machine. The garbage collector would pace itself by the clock; it is
//! switched off, and run when memory has grown by half of the remainder.

use super::settings::Limits;
use crate::game::rng::Stream;
use mlua::{Error, Lua};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Why a script was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It has used its work budget.
    Work,
    /// It ran for too long.
    Clock,
}

/// Maximum nesting of library calls within library calls: each uses the stack of the thread.
const DEEPEST: u64 = 40;
/// Steps of work between two checks of the clock.
const LOOK: u64 = 64;
/// The minimum growth of memory between two collections, in bytes.
const LEAST_GROWTH: u64 = 1 << 16;
/// Bytes that the collector processes in one step of work.
const COLLECTED_A_STEP: u64 = 1 << 10;

/// The part that is checked rarely.
struct Slow {
    deadline: Instant,
    stop: Option<Stop>,
    stream: Stream,
}

/// The remaining resources of a script.
pub struct Meter {
    limits: Limits,
    left: AtomicU64,
    depth: AtomicU64,
    collect_at: AtomicU64,
    slow: Mutex<Slow>,
}

impl Meter {
    /// A meter that counts nothing before [`Meter::begin`].
    pub fn new(limits: Limits, stream: &Stream) -> Meter {
        Meter {
            limits,
            left: AtomicU64::new(limits.interrupts),
            depth: AtomicU64::new(0),
            collect_at: AtomicU64::new(limits.memory / 2),
            slow: Mutex::new(Slow { deadline: Instant::now(), stop: None, stream: stream.clone() }),
        }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    fn slow(&self) -> MutexGuard<'_, Slow> {
        self.slow.lock().expect("no thread panics while holding the lock")
    }

    /// Begins a decision: resets the work, starts the clock, and lends the stream.
    pub fn begin(&self, stream: &Stream) {
        self.left.store(self.limits.interrupts, Relaxed);
        self.depth.store(0, Relaxed);
        let mut slow = self.slow();
        slow.deadline = Instant::now() + Duration::from_secs_f64(self.limits.seconds);
        slow.stop = None;
        slow.stream = stream.clone();
    }

    /// Ends the decision: returns the stream, and why the script was stopped, even if the script caught the error.
    pub fn end(&self, stream: &mut Stream) -> Option<Stop> {
        let slow = self.slow();
        *stream = slow.stream.clone();
        slow.stop
    }

    /// Draws from the bot's stream.
    pub fn draw<T>(&self, draw: impl FnOnce(&mut Stream) -> T) -> T {
        draw(&mut self.slow().stream)
    }

    /// Counts work.
    ///
    /// # Errors
    /// If the work or the time is used up.
    pub fn work(&self, lua: &Lua, steps: u64) -> mlua::Result<()> {
        let before = self.left.load(Relaxed);
        let left = before.saturating_sub(steps);
        self.left.store(left, Relaxed);
        let late = before / LOOK != left / LOOK && Instant::now() > self.slow().deadline;
        if left > 0 && !late {
            return Ok(());
        }
        let mut slow = self.slow();
        let stop = *slow.stop.get_or_insert(if late { Stop::Clock } else { Stop::Work });
        // Whatever the script catches, the next step stops it again.
        self.left.store(0, Relaxed);
        drop(slow);
        Err(match stop {
            Stop::Work => placed(lua, format!("more than {} interrupts in one decision", self.limits.interrupts)),
            Stop::Clock => placed(
                lua,
                format!("stopped by the clock after {} s, so this run is not repeatable", self.limits.seconds),
            ),
        })
    }

    /// Collects garbage if memory has grown enough; the collection is work.
    ///
    /// # Errors
    /// As [`Meter::work`].
    pub fn collect(&self, lua: &Lua) -> mlua::Result<()> {
        let used = lua.used_memory() as u64;
        if used <= self.collect_at.load(Relaxed) {
            return Ok(());
        }
        lua.gc_collect()?;
        lua.gc_stop();
        let kept = lua.used_memory() as u64;
        let growth = (self.limits.memory.saturating_sub(kept) / 2).max(LEAST_GROWTH);
        self.collect_at.store(kept + growth, Relaxed);
        self.work(lua, used / COLLECTED_A_STEP)
    }

    /// Runs a library function, which may call back into the script, unless such calls are nested too deeply.
    ///
    /// # Errors
    /// The errors of the function.
    pub fn nested<T>(&self, lua: &Lua, run: impl FnOnce() -> mlua::Result<T>) -> mlua::Result<T> {
        let depth = self.depth.load(Relaxed);
        if depth >= DEEPEST {
            return Err(placed(lua, "calls of the library nested too deeply".to_string()));
        }
        self.depth.store(depth + 1, Relaxed);
        let done = run();
        self.depth.store(depth, Relaxed);
        done
    }
}

/// An error with the file and line of the script that runs.
pub fn placed(lua: &Lua, problem: String) -> Error {
    const FARTHEST: usize = 100;
    let place = (0..FARTHEST).find_map(|level| {
        lua.inspect_stack(level, |debug| Some((debug.source().short_src?.into_owned(), debug.current_line()?)))
            .flatten()
    });
    Error::RuntimeError(match place {
        Some((file, line)) => format!("{file}:{line}: {problem}"),
        None => problem,
    })
}
