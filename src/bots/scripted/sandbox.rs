//! A Luau state in which a script can access nothing but its own tables and its arguments. Each game has a fresh one,
//! so that a game depends on nothing but its seed and its script.

use super::super::{BotFault, FaultKind};
use super::library::{REPLACED, furnish, names_a_line, root, words};
use super::meter::{Meter, Stop};
use super::settings::{Limits, Script};
use crate::data::printable;
use crate::game::rng::Stream;
use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Error, Function, Lua, LuaOptions, StdLib, Value, VmState};
use std::sync::Arc;

/// The function that a script must define.
pub const CHOOSE: &str = "choose";

/// A script that has been loaded.
pub struct Sandbox {
    lua: Lua,
    meter: Arc<Meter>,
    choose: Function,
    path: String,
}

impl Sandbox {
    /// Loads a script: runs its top-level code.
    ///
    /// # Errors
    /// The fault of the script, with its file and line.
    pub fn load(script: &Script, limits: &Limits, stream: &mut Stream) -> Result<Sandbox, BotFault> {
        let meter = Arc::new(Meter::new(*limits, stream));
        let bare = bare(&meter).map_err(|error| fault(&script.path, None, limits, &error))?;
        meter.begin(stream);
        let loaded = run(&bare, script);
        let stop = meter.end(stream);
        match loaded {
            Ok(Value::Function(choose)) if stop.is_none() => {
                Ok(Sandbox { lua: bare, meter, choose, path: script.path.clone() })
            }
            Ok(other) => {
                let reason = format!("{}: no function {CHOOSE}(view), but {}", script.path, other.type_name());
                Err(stop
                    .map_or(BotFault::new(FaultKind::Crash, reason), |stop| stopped(&script.path, stop, limits, None)))
            }
            Err(error) => Err(fault(&script.path, stop, limits, &error)),
        }
    }

    /// Runs the script for one decision.
    ///
    /// # Errors
    /// The fault of the script, with its file and line.
    pub fn decide<T>(
        &self,
        stream: &mut Stream,
        decide: impl FnOnce(&Lua, &Arc<Meter>, &Function) -> mlua::Result<T>,
    ) -> Result<T, BotFault> {
        self.meter.begin(stream);
        let decided = decide(&self.lua, &self.meter, &self.choose);
        let stop = self.meter.end(stream);
        match (decided, stop) {
            (Ok(decided), None) => Ok(decided),
            // The script caught the error that should have stopped it.
            (Ok(_), Some(stop)) => Err(stopped(&self.path, stop, self.meter.limits(), None)),
            (Err(error), stop) => Err(fault(&self.path, stop, self.meter.limits(), &error)),
        }
    }
}

/// A state without a script.
fn bare(meter: &Arc<Meter>) -> mlua::Result<Lua> {
    let lua = Lua::new_with(StdLib::TABLE | StdLib::STRING | StdLib::BIT | StdLib::MATH, LuaOptions::default())?;
    lua.gc_stop();
    furnish(&lua, meter)?;
    lua.sandbox(true)?;
    lua.gc_stop();
    lua.set_memory_limit(meter.limits().memory as usize)?;
    let counting = meter.clone();
    lua.set_interrupt(move |lua| {
        counting.work(lua, 1)?;
        counting.collect(lua)?;
        Ok(VmState::Continue)
    });
    Ok(lua)
}

fn run(lua: &Lua, script: &Script) -> mlua::Result<Value> {
    let compiler =
        Compiler::new().set_optimization_level(1).set_debug_level(1).set_mutable_globals(REPLACED.iter().copied());
    let chunk = lua.load(script.text.as_str()).set_name(format!("@{}", script.path)).set_mode(ChunkMode::Text);
    chunk.set_compiler(compiler).exec()?;
    lua.globals().get(CHOOSE)
}

fn stopped(path: &str, stop: Stop, limits: &Limits, message: Option<String>) -> BotFault {
    match stop {
        Stop::Work => {
            let reason = message
                .unwrap_or_else(|| format!("{path}: more than {} interrupts in one decision", limits.interrupts));
            BotFault::new(FaultKind::TimeOut, reason)
        }
        Stop::Clock => BotFault::by_clock(
            message.unwrap_or_else(|| format!("{path}: stopped by the clock after {} s", limits.seconds)),
        ),
    }
}

/// The fault that corresponds to an error of a script.
fn fault(path: &str, stop: Option<Stop>, limits: &Limits, error: &Error) -> BotFault {
    let words = printable(&words(error)).into_owned();
    if let Some(stop) = stop {
        return stopped(path, stop, limits, names_a_line(&words).then_some(words));
    }
    let reason = match root(error) {
        Error::MemoryError(_) => format!("{path}: more than {} bytes of memory", limits.memory),
        _ if words.starts_with("not enough memory") => format!("{path}: more than {} bytes of memory", limits.memory),
        _ if names_a_line(&words) => words,
        _ => format!("{path}: {words}"),
    };
    BotFault::new(FaultKind::Crash, reason)
}
