//! Counts what a script uses up in one decision, and stops it: work, memory, and behind both the clock.
//!
//! Work is counted where Luau interrupts itself (calls, returns, turns of loops, steps of pattern matching), so that
//! the same script does the same work everywhere. The collector of garbage paces itself by the clock; it is switched
//! off, and runs where memory has grown by half of what is left.

use super::settings::Limits;
use crate::game::rng::Stream;
use mlua::{Error, Lua};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// What stopped a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It has done all the work that it may.
    Work,
    /// It ran for too long.
    Clock,
}

/// Calls of the library within calls of the library: each takes room on the stack of the thread.
const DEEPEST: u64 = 40;
/// Steps of work between two looks at the clock.
const LOOK: u64 = 64;
/// Bytes by which memory grows at least between two collections.
const LEAST_GROWTH: u64 = 1 << 16;
/// Bytes that the collector goes through in one step of work.
const COLLECTED_A_STEP: u64 = 1 << 10;

/// The part that is looked at rarely.
struct Slow {
    deadline: Instant,
    stop: Option<Stop>,
    stream: Stream,
}

/// What a script has left.
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
        self.slow.lock().expect("nobody panics while holding the meter")
    }

    /// A decision begins: fills up the work, sets the clock, and lends the stream.
    pub fn begin(&self, stream: &Stream) {
        self.left.store(self.limits.interrupts, Relaxed);
        self.depth.store(0, Relaxed);
        let mut slow = self.slow();
        slow.deadline = Instant::now() + Duration::from_secs_f64(self.limits.seconds);
        slow.stop = None;
        slow.stream = stream.clone();
    }

    /// The decision is over: gives the stream back, and says what stopped the script, even where the script would not
    /// be stopped.
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
    /// Where nothing is left: of the work, or of the time.
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
        // Whatever the script catches, the next step ends it again.
        self.left.store(0, Relaxed);
        drop(slow);
        Err(match stop {
            Stop::Work => placed(lua, format!("more than {} interrupts in one decision", self.limits.interrupts)),
            Stop::Clock => placed(
                lua,
                format!("stopped by the clock after {} s, so that this run cannot be repeated", self.limits.seconds),
            ),
        })
    }

    /// Collects garbage where memory has grown enough; the collection is work.
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

    /// Runs a function of the library, which may call the script back, unless such calls are nested too deeply.
    ///
    /// # Errors
    /// Those of the function.
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
