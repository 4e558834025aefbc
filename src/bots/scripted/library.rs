//! The functions that a script may call: an allow-list; those that could run long without an interrupt are wrapped.
//!
//! Every string or table that a wrapped function takes or creates is bounded, and its work is counted beforehand.
//! Functions that would reveal an address or draw from another random stream are replaced; those whose last digit
//! depends on the machine are taken from `libm`.

use super::meter::{Meter, placed};
use super::settings::Limits;
use mlua::{Error, Function, Lua, LuaString, MultiValue, Table, Value};
use std::sync::Arc;

/// Globals that are left unchanged.
const PLAIN: &[&str] = &[
    "_G",
    "_VERSION",
    "assert",
    "bit32",
    "error",
    "getmetatable",
    "ipairs",
    "math",
    "next",
    "pairs",
    "pcall",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "string",
    "table",
    "tonumber",
    "tostring",
    "type",
    "typeof",
    "unpack",
    "xpcall",
];

/// Functions of the mathematical library that are left unchanged: exact on every machine.
const EXACT: &[&str] = &[
    "abs", "ceil", "clamp", "deg", "floor", "fmod", "huge", "max", "min", "modf", "pi", "rad", "round", "sign", "sqrt",
];

/// Names that the compiler must look up at run time, because its built-in assumptions about them no longer hold.
pub const REPLACED: &[&str] = &["math", "pcall", "print", "string", "table", "tostring", "unpack", "xpcall"];

/// The work of one call, from its arguments; or why the call is refused.
type Price = fn(&Call) -> Result<u64, String>;

const STRINGS: &[(&str, Price)] = &[
    ("byte", Call::strings),
    ("char", Call::strings),
    ("find", Call::find),
    ("format", Call::format),
    ("gmatch", Call::pattern),
    ("gsub", Call::pattern),
    ("len", Call::strings),
    ("lower", Call::strings),
    ("match", Call::pattern),
    ("rep", Call::repetition),
    ("reverse", Call::strings),
    ("split", Call::strings),
    ("sub", Call::strings),
    ("upper", Call::strings),
];

const TABLES: &[(&str, Price)] = &[
    ("clone", Call::table),
    ("concat", Call::concatenation),
    ("create", Call::creation),
    ("find", Call::table),
    ("freeze", Call::one),
    ("insert", Call::insertion),
    ("isfrozen", Call::one),
    ("move", Call::motion),
    ("pack", Call::one),
    ("remove", Call::insertion),
    ("sort", Call::sort),
    ("unpack", Call::table),
];

/// Bytes, or entries of tables, per step of work.
const A_STEP: u64 = 16;
/// The work of a protected call: catching an error takes about as much time.
const A_TRY: u64 = 32;

/// The work of formatting a field.
const A_FIELD: u64 = 16;

/// The arguments of a library call.
struct Call {
    limits: Limits,
    given: MultiValue,
}

impl Call {
    fn one(&self) -> Result<u64, String> {
        Ok(1)
    }

    /// All string arguments, which are bounded.
    fn strings(&self) -> Result<u64, String> {
        let longest = self.limits.longest_string;
        let lengths = self.given.iter().filter_map(Value::as_string).map(length);
        let total = lengths.map(|length| within(length, longest, "a string", "bytes")).sum::<Result<u64, String>>()?;
        Ok(1 + total / A_STEP)
    }

    /// A number may be formatted with hundreds of digits.
    fn format(&self) -> Result<u64, String> {
        let fields = self
            .given
            .front()
            .and_then(Value::as_string)
            .map_or(0, |it| it.as_bytes().iter().filter(|byte| **byte == b'%').count());
        Ok(self.strings()? + fields as u64 * A_FIELD)
    }

    /// A plain search compares at worst the whole pattern at every position.
    fn find(&self) -> Result<u64, String> {
        let length_of = |nth: usize| self.given.get(nth).and_then(Value::as_string).map_or(0, length);
        Ok(self.pattern()? + length_of(0) * length_of(1) / (A_STEP << 8))
    }

    /// Luau counts the steps of a pattern except for `%b`, which may scan the rest of the text at every position.
    fn pattern(&self) -> Result<u64, String> {
        let text = self.given.front().and_then(Value::as_string).map_or(0, length);
        let balances = self
            .given
            .get(1)
            .and_then(Value::as_string)
            .is_some_and(|it| it.as_bytes().windows(2).any(|two| two == b"%b"));
        Ok(self.strings()? + if balances { text * text / (A_STEP << 6) } else { 0 })
    }

    fn repetition(&self) -> Result<u64, String> {
        let each = self.given.front().and_then(Value::as_string).map_or(0, length);
        let total = self.number(1).map_or(0.0, |times| times.max(0.0) * each as f64);
        Ok(self.strings()? + self.bounded(total, self.limits.longest_string, "a string", "bytes")? / A_STEP)
    }

    /// The first argument, a table, which is bounded.
    fn entries(&self) -> Result<u64, String> {
        let entries = self.given.front().and_then(Value::as_table).map_or(0, Table::raw_len) as u64;
        within(entries, self.limits.longest_table, "a table", "entries")
    }

    fn table(&self) -> Result<u64, String> {
        Ok(1 + self.entries()? / A_STEP)
    }

    /// Insertion or removal at the end moves nothing.
    fn insertion(&self) -> Result<u64, String> {
        let (entries, at) = (self.entries()?, self.number(1));
        Ok(1 + if at.is_some() { entries / A_STEP } else { 0 })
    }

    fn sort(&self) -> Result<u64, String> {
        let entries = self.entries()?;
        Ok(1 + entries * u64::from(u64::BITS - entries.leading_zeros()) / A_STEP)
    }

    fn creation(&self) -> Result<u64, String> {
        let entries = self.number(0).unwrap_or(0.0);
        Ok(1 + self.bounded(entries, self.limits.longest_table, "a table", "entries")? / A_STEP)
    }

    /// Moves entries `given[1]` to `given[2]`.
    fn motion(&self) -> Result<u64, String> {
        self.entries()?;
        let entries = self.number(2).unwrap_or(0.0) - self.number(1).unwrap_or(0.0) + 1.0;
        Ok(1 + self.bounded(entries, self.limits.longest_table, "a table", "entries")? / A_STEP)
    }

    fn concatenation(&self) -> Result<u64, String> {
        let entries = self.entries()?;
        let (table, longest) = (self.given.front().and_then(Value::as_table), self.limits.longest_string);
        let separator = self.given.get(1).and_then(Value::as_string).map_or(0, length);
        let mut total = entries * separator;
        for entry in table.into_iter().flat_map(Table::sequence_values::<Value>) {
            total += entry.ok().as_ref().and_then(Value::as_string).map_or(A_STEP, length);
        }
        Ok(1 + entries + within(total, longest, "a string", "bytes")? / A_STEP)
    }

    /// A numeric argument, also one written as a string.
    fn number(&self, nth: usize) -> Option<f64> {
        match self.given.get(nth)? {
            Value::String(text) => text.to_str().ok()?.trim().parse().ok(),
            value => value.as_number().or(value.as_integer().map(|whole| whole as f64)),
        }
    }

    fn bounded(&self, number: f64, most: u64, what: &str, of: &str) -> Result<u64, String> {
        // NaN is left for the function itself to refuse.
        within(number.max(0.0) as u64, most, what, of)
    }
}

fn length(text: &LuaString) -> u64 {
    text.as_bytes().len() as u64
}

fn within(number: u64, most: u64, what: &str, of: &str) -> Result<u64, String> {
    if number > most { Err(format!("{what} of {number} {of} is longer than {most}")) } else { Ok(number) }
}

/// Removes what is not allowed and wraps the rest.
pub fn furnish(lua: &Lua, meter: &Arc<Meter>) -> mlua::Result<()> {
    let globals = lua.globals();
    let original: Function = globals.get("tostring")?;
    let print = lua.create_function(|_, _: MultiValue| Ok(()))?;
    let names: Vec<Value> = globals.pairs::<Value, Value>().map(|pair| Ok(pair?.0)).collect::<mlua::Result<_>>()?;
    for name in names {
        if !name.as_string().is_some_and(|name| PLAIN.iter().any(|plain| name == *plain)) {
            globals.raw_set(name, Value::Nil)?;
        }
    }
    globals.raw_set("print", print)?;
    let (tell, called) = (meter.clone(), original.clone());
    let tostring = lua.create_function(move |lua, value: Value| {
        meter_work(&tell, lua)?;
        plain(lua, &tell, &called, value)
    })?;
    globals.raw_set("tostring", tostring)?;
    let trying = meter.clone();
    let charge = lua.create_function(move |lua, ()| trying.work(lua, A_TRY))?;
    for name in ["pcall", "xpcall"] {
        let guard = lua
            .load("local original, charge = ... return function(...) charge() return original(...) end")
            .set_name(name);
        let original: Function = globals.get(name)?;
        globals.raw_set(name, guard.call::<Function>((original, charge.clone()))?)?;
    }
    let strings = wrapped(lua, meter, &globals.get("string")?, STRINGS)?;
    let format: Function = strings.get("format")?;
    let (tell, called) = (meter.clone(), original);
    let addressless = lua.create_function(move |lua, given: MultiValue| {
        let given =
            given.into_iter().map(|value| if is_plain(&value) { Ok(value) } else { plain(lua, &tell, &called, value) });
        format.call::<Value>(given.collect::<mlua::Result<MultiValue>>()?).map_err(|error| place(lua, error))
    })?;
    strings.raw_set("format", addressless)?;
    // Methods of strings are found through their common metatable, which scripts must not access.
    let methods = lua.create_table_from([("__index", strings.clone())])?;
    methods.raw_set("__metatable", "the metatable of strings")?;
    methods.set_readonly(true);
    lua.set_type_metatable::<LuaString>(Some(methods));
    globals.raw_set("string", strings)?;
    let tables = wrapped(lua, meter, &globals.get("table")?, TABLES)?;
    globals.raw_set("unpack", tables.get::<Function>("unpack")?)?;
    globals.raw_set("table", tables)?;
    globals.raw_set("math", mathematics(lua, meter, &globals.get("math")?)?)
}

fn meter_work(meter: &Meter, lua: &Lua) -> mlua::Result<()> {
    meter.work(lua, 1)
}

fn is_plain(value: &Value) -> bool {
    matches!(value, Value::Nil | Value::Boolean(_) | Value::Integer(_) | Value::Number(_) | Value::String(_))
}

/// A value as text, without any address.
fn plain(lua: &Lua, meter: &Meter, tostring: &Function, value: Value) -> mlua::Result<Value> {
    let tells_itself =
        value.as_table().and_then(Table::metatable).is_some_and(|own| own.contains_key("__tostring").unwrap_or(false));
    if tells_itself || is_plain(&value) {
        return meter.nested(lua, || tostring.call(value)).map_err(|error| place(lua, error));
    }
    Ok(Value::String(lua.create_string(match value {
        Value::Error(error) => root(&error).to_string(),
        other => other.type_name().to_string(),
    })?))
}

/// The root cause of an error that passed through calls.
pub fn root(error: &Error) -> &Error {
    match error {
        Error::CallbackError { cause, .. } => root(cause),
        other => other,
    }
}

/// The message of an error, without the stack trace.
pub fn words(error: &Error) -> String {
    let text = match root(error) {
        Error::RuntimeError(text) | Error::MemoryError(text) | Error::SyntaxError { message: text, .. } => text.clone(),
        other => other.to_string(),
    };
    let words = text.split("\nstack traceback:").next().unwrap_or_default().trim_end();
    match words.split_once(": 0x") {
        // A script may throw anything; a value that would be printed as an address is not printed.
        Some((kind, address)) if address.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
            format!("an error that is a {kind}")
        }
        _ => words.to_string(),
    }
}

/// An error of a wrapped function, with the script's file and line if it has none.
fn place(lua: &Lua, error: Error) -> Error {
    match root(&error) {
        Error::RuntimeError(_) if !names_a_line(&words(&error)) => placed(lua, words(&error)),
        Error::RuntimeError(_) | Error::MemoryError(_) => root(&error).clone(),
        _ => placed(lua, words(&error)),
    }
}

/// Whether a message begins with a file and a line.
pub fn names_a_line(message: &str) -> bool {
    let mut parts = message.split(": ").next().unwrap_or_default().rsplitn(2, ':');
    let line = parts.next().unwrap_or_default();
    parts.next().is_some() && !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
}

/// The allowed functions of a library, wrapped.
fn wrapped(lua: &Lua, meter: &Arc<Meter>, library: &Table, allowed: &[(&'static str, Price)]) -> mlua::Result<Table> {
    let own = lua.create_table()?;
    for (name, price) in allowed.iter().copied() {
        let original: Function = library.get(name)?;
        let meter = meter.clone();
        let function = lua.create_function(move |lua, given: MultiValue| {
            let call = Call { limits: *meter.limits(), given };
            let steps = price(&call).map_err(|problem| placed(lua, format!("{name}: {problem}")))?;
            meter.work(lua, steps)?;
            meter.nested(lua, || original.call::<MultiValue>(call.given)).map_err(|error| place(lua, error))
        })?;
        own.raw_set(name, function)?;
    }
    Ok(own)
}

fn mathematics(lua: &Lua, meter: &Arc<Meter>, library: &Table) -> mlua::Result<Table> {
    let own = lua.create_table()?;
    for name in EXACT {
        own.raw_set(*name, library.get::<Value>(*name)?)?;
    }
    own.raw_set("exp", lua.create_function(|_, x: f64| Ok(libm::exp(x)))?)?;
    own.raw_set("sin", lua.create_function(|_, x: f64| Ok(libm::sin(x)))?)?;
    own.raw_set("cos", lua.create_function(|_, x: f64| Ok(libm::cos(x)))?)?;
    own.raw_set("atan2", lua.create_function(|_, (y, x): (f64, f64)| Ok(libm::atan2(y, x)))?)?;
    own.raw_set("pow", lua.create_function(|_, (x, y): (f64, f64)| Ok(libm::pow(x, y)))?)?;
    let log =
        |_: &Lua, (x, base): (f64, Option<f64>)| Ok(base.map_or(libm::log(x), |base| libm::log(x) / libm::log(base)));
    own.raw_set("log", lua.create_function(log)?)?;
    let meter = meter.clone();
    let random = lua.create_function(move |lua, (low, high): (Option<f64>, Option<f64>)| {
        let Some(first) = low else { return Ok(meter.draw(|stream| stream.unit_interval())) };
        let (low, high) = high.map_or((1.0, first), |high| (first, high));
        let numbers = high - low + 1.0;
        if low.fract() != 0.0 || high.fract() != 0.0 || !(1.0..=f64::from(u32::MAX)).contains(&numbers) {
            return Err(placed(lua, format!("random: no whole numbers from {low} to {high}")));
        }
        Ok(low + f64::from(meter.draw(|stream| stream.below(numbers as u32))))
    })?;
    own.raw_set("random", random)?;
    Ok(own)
}
