//! Scripts that try to run forever, to fill the memory, to escape, or to return invalid answers: each decision ends
//! soon after its limit, with the right fault.
//!
//! `cargo test --release --test play scripted::hostile -- --nocapture` prints each script with its result and its time.

use reglette::bots::scripted::{Limits, Script, Scripted, Settings};
use reglette::bots::{Bot, BotFault, FaultKind};
use reglette::game::rng::Key;
use reglette::game::tree::Tree;
use reglette::game::{Game, Side};
use std::time::{Duration, Instant};

/// The result of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Stopped at a limit: work, memory, depth, or the length of a string or table.
    Stopped,
    /// An error of its own, or a function that it may not call.
    Error,
    /// Its return value is not a choice.
    NoChoice,
    /// It chooses, without having gained anything.
    Chooses,
}

use Outcome::{Chooses, Error, NoChoice, Stopped};

/// The time limit of a decision in seconds.
const SECONDS: f64 = 1.0;
/// How long a decision may exceed its time limit; test builds are slow, and machines have other work.
const BEHIND: Duration = Duration::from_secs(if cfg!(debug_assertions) { 9 } else { 1 });

/// Bodies of `choose(view)`.
const SCRIPTS: &[(Outcome, &str)] = &[
    // Loops.
    (Stopped, "while true do end"),
    (Stopped, "repeat until false"),
    (Stopped, "for i = 1, 1e300 do end"),
    (Stopped, "for i = 0, 1, 0 do end while true do end"),
    (Stopped, "local function again() return again() end again()"),
    (Stopped, "while true do pcall(function() while true do end end) end"),
    (Stopped, "pcall(function() while true do end end) return 1"),
    (Stopped, "xpcall(function() while true do end end, function() while true do end end) return 1"),
    (Stopped, "while true do pcall(error, 'x') end"),
    (Stopped, "while true do pcall(error) end"),
    (Stopped, "while true do xpcall(error, print, 'x') end"),
    (Stopped, "local function down() pcall(down) pcall(down) end down()"),
    (Stopped, "for _ in function() return 1 end do end"),
    (Stopped, "for k in next, {1}, nil do while true do end end"),
    (Stopped, "while true do local _ = view.count end"),
    (Stopped, "while true do local _ = view.position end"),
    (Stopped, "while true do local _ = view.values end"),
    (Stopped, "while true do math.random() end"),
    (Stopped, "while true do tostring(1e300) end"),
    (Stopped, "while true do print('x') end"),
    (Stopped, "while true do select('#', table.unpack(table.create(5000, 1))) end"),
    (Stopped, "while true do bit32.band(1, 2) end"),
    // Memory.
    (Stopped, "local t = {} while true do t[#t + 1] = {1, 2, 3, 4, 5, 6, 7, 8} end"),
    (Stopped, "local s = 'x' while true do s = s .. s end"),
    (Stopped, "local t = {} for i = 1, 1e9 do t[i] = i end return 1"),
    (Stopped, "local s = string.rep('x', 60000) s:gsub('.', s) return 1"),
    (Stopped, "local t = {} while true do t = {t, t, t, t} end"),
    (Stopped, "local t = {} while true do t[{}] = {} end"),
    (Stopped, "local t = {} while true do t[#t + 1] = function() return t end end"),
    (Stopped, "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(60000) .. i end return 1"),
    (Stopped, "local t = {} while true do t[#t + 1] = table.create(60000, 1) end"),
    (
        Stopped,
        "local t = {} while true do pcall(function() while true do t[#t + 1] = ('y'):rep(60000) .. #t end end) end",
    ),
    (Stopped, "while true do local t = table.create(65536, 0) end"),
    (Stopped, "shared = shared or {} while true do shared[#shared + 1] = {} end"),
    // Strings.
    (Stopped, "string.rep('x', 1e9) return 1"),
    (Stopped, "local s = string.rep('a', 60000) while true do s:upper() end"),
    (Stopped, "local s = string.rep('a', 60000) while true do s:find(string.rep('a', 30000) .. 'b', 1, true) end"),
    (Stopped, "for _ in string.gmatch(string.rep('a', 60000), '.-.-.-.-b') do end return 1"),
    (Stopped, "(('('):rep(60000)):find('%b()') return 1"),
    (Stopped, "(('('):rep(60000)):gsub('%b()', '') return 1"),
    (Stopped, "for _ in (('('):rep(60000)):gmatch('%b()') do end return 1"),
    (Error, "(('a'):rep(60000)):match(('a?'):rep(200) .. ('a'):rep(200) .. 'b') return 1"),
    (Stopped, "(('a'):rep(60000)):match('(.-)%1(.-)%2b') return 1"),
    (Stopped, "(('a'):rep(60000)):find(('.*'):rep(30) .. 'b') return 1"),
    (Stopped, "while true do (('a'):rep(60000)):reverse() end"),
    (Stopped, "while true do (('a '):rep(30000)):split(' ') end"),
    (Stopped, "while true do string.format(('%s'):rep(100), table.unpack(table.create(100, 'x'))) end"),
    (Stopped, "while true do string.format('%99.99f', 1e300) end"),
    (Stopped, "while true do (('a'):rep(60000)):byte(1, 5000) end"),
    (Stopped, "(('x'):rep(60000)):gsub('x', function() while true do end end) return 1"),
    (Error, "string.format('%d', 'x') return 1"),
    (Error, "('x'):find('[') return 1"),
    (Error, "('x'):find(('('):rep(100)) return 1"),
    // Tables.
    (Stopped, "table.create(1e9, 0) return 1"),
    (Stopped, "table.move({}, 1, 1e9, 1) return 1"),
    (Stopped, "table.move({}, -1e300, 1e300, 1) return 1"),
    (Stopped, "local t = table.create(60000, 1) while true do table.sort(t) end"),
    (Stopped, "table.sort(table.create(60000, 1), function() while true do end end) return 1"),
    (Stopped, "local t = table.create(60000, 1) while true do table.insert(t, 1, 1) table.remove(t, 1) end"),
    (Stopped, "local t = table.create(3, string.rep('x', 60000)) table.concat(t) return 1"),
    (Stopped, "while true do table.concat(table.create(30000, 'x')) end"),
    (Stopped, "while true do table.clone(table.create(60000, 1)) end"),
    (Stopped, "while true do table.find(table.create(60000, 1), 2) end"),
    (Error, "local t = {} t[nil] = 1 return 1"),
    (Error, "local t = {} t[0 / 0] = 1 return 1"),
    (Error, "local t = {3, 2, 1} table.sort(t, function() return 'x' < 1 end) return 1"),
    (Error, "table.unpack({}, 1, 1e8) return 1"),
    // Calls within calls.
    (Stopped, "local function f() table.sort({2, 1}, f) end f() return 1"),
    (Stopped, "local function f() string.gsub('x', 'x', f) end f() return 1"),
    (Stopped, "local t = {} setmetatable(t, {__tostring = function() return tostring(t) end}) tostring(t) return 1"),
    (Stopped, "local t = {} setmetatable(t, {__index = function(t, k) return t[k] end}) local x = t.a return 1"),
    (Stopped, "local t = {} setmetatable(t, {__newindex = function(t, k, v) t[k] = v end}) t.a = 1 return 1"),
    (Stopped, "local t = {} setmetatable(t, {__call = function(t) return t() end}) t() return 1"),
    (
        Stopped,
        "local t = {} setmetatable(t, {__eq = function(a, b) return a == b end}) return if t == setmetatable({}, \
            getmetatable(t)) then 1 else 2",
    ),
    (Stopped, "local t = {} setmetatable(t, {__len = function(t) return #t end}) return #t"),
    (
        Stopped,
        "local t = setmetatable({}, {__index = function(t, k) table.sort({2, 1}, function() return t[1] end) end}) \
            local x = t[1] return 1",
    ),
    (Stopped, "local function f() return 1 + f() end return f()"),
    (
        Stopped,
        "local t = {} for i = 1, 1e5 do t = {t} end local function depth(t) return if t[1] then 1 + depth(t[1]) else 0 \
            end return depth(t)",
    ),
    // Escapes.
    (Error, "return os.execute('true')"),
    (Error, "return io.open('/etc/passwd')"),
    (Error, "return require('os')"),
    (Error, "return loadstring('return 1')()"),
    (Error, "return load('return 1')()"),
    (Error, "return dofile('/etc/passwd')"),
    (Error, "return debug.info(1, 's')"),
    (Error, "return getfenv(0)"),
    (Error, "return setfenv(1, {})"),
    (Error, "return newproxy(true)"),
    (Error, "return coroutine.wrap(function() return 1 end)()"),
    (Error, "return collectgarbage('count')"),
    (Error, "return string.dump(choose)"),
    (Error, "string.rep = nil return 1"),
    (Error, "math.random = function() return 1 end return 1"),
    (Error, "getmetatable('').__index = nil return 1"),
    (Error, "setmetatable(_G, {}) return 1"),
    (Error, "setmetatable(view, {}) return 1"),
    (Chooses, "view.count = 9 return 1"),
    (Error, "error()"),
    (Stopped, "error(setmetatable({}, {__tostring = function() while true do end end}))"),
    (Error, "error(nil)"),
    (Error, "assert(false)"),
    (Error, "local x <const> = nil + 1"),
    // Answers.
    (NoChoice, "return nil"),
    (NoChoice, "return"),
    (NoChoice, "return 0"),
    (NoChoice, "return -1"),
    (NoChoice, "return 5"),
    (NoChoice, "return 1.5"),
    (NoChoice, "return 1e300"),
    (NoChoice, "return 0 / 0"),
    (NoChoice, "return math.huge"),
    (NoChoice, "return true"),
    (NoChoice, "return 'attack'"),
    (NoChoice, "return '1'"),
    (NoChoice, "return {}"),
    (NoChoice, "return {1, 2, 3}"),
    (NoChoice, "return {1, 2, 3, 4, 5}"),
    (NoChoice, "return {1, 2, 3, 0 / 0}"),
    (NoChoice, "return {1, 2, 3, 'x'}"),
    (NoChoice, "return {1, nil, 3, 4}"),
    (NoChoice, "return choose"),
    (NoChoice, "return view"),
    (NoChoice, "return table.create(60000, 1)"),
    (NoChoice, "return setmetatable({}, {__index = function() while true do end end})"),
    (NoChoice, "return setmetatable({}, {__len = function() return 4 end, __index = function() return 1 end})"),
    (Chooses, "local t = {} setmetatable(t, {__gc = function() while true do end end, __mode = 'k'}) t = nil return 1"),
    (Chooses, "pcall(string.rep, 'x', 1e9) return 1"),
    (Error, "_G.choose = function() return 99 end return 1"),
    (Chooses, "return {math.huge, 1, 2, 3}"),
];

fn outcome(decided: &Result<(), BotFault>) -> Outcome {
    match decided {
        Ok(()) => Chooses,
        Err(fault) if fault.kind == FaultKind::TimeOut => Stopped,
        Err(fault) if fault.kind == FaultKind::Crash => {
            let limits = ["bytes of memory", "is longer than", "overflow", "nested too deeply"];
            if limits.iter().any(|words| fault.reason.contains(words)) { Stopped } else { Error }
        }
        Err(_) => NoChoice,
    }
}

#[test]
fn hostile_scripts_end_soon_after_their_limit() {
    let tree: Tree = "R(3:1 8:1 5:1 5:1)".parse().expect("it is a tree");
    let (mut wrong, mut slowest) = (Vec::new(), Duration::ZERO);
    for (expected, body) in SCRIPTS {
        let script = Script { path: "hostile.luau".into(), text: format!("function choose(view) {body} end") };
        let limits = Limits { seconds: SECONDS, ..Limits::default() };
        let mut bot = Scripted::<Tree>::new(Settings { script, limits, rulebook: "tree", weights: None });
        let begun = Instant::now();
        let decided = bot.choose(&tree, &tree.initial(), Side::Red, &mut Key::new(5).stream()).map(drop);
        let (taken, found) = (begun.elapsed(), outcome(&decided));
        slowest = slowest.max(taken);
        let reason = decided.as_ref().err().map_or_else(String::new, |fault| format!(" ({fault})"));
        println!("{found:?} after {} ms: {body}{reason}", taken.as_millis());
        let by_clock = decided.as_ref().is_err_and(|fault| fault.by_clock);
        if found != *expected
            || by_clock && !cfg!(debug_assertions)
            || taken > Duration::from_secs_f64(SECONDS) + BEHIND
        {
            wrong.push(format!("{body}: {found:?} after {taken:?}, expected {expected:?}{reason}"));
        }
    }
    println!("{} scripts, the slowest {} ms", SCRIPTS.len(), slowest.as_millis());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
