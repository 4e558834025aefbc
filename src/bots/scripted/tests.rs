//! Tests of what scripts can and cannot do, on a small game.

use super::{Limits, Script, Scripted, Settings, try_out};
use crate::bots::{Bot, BotFault, FaultKind, weighing_stream};
use crate::game::rng::{Key, Stream};
use crate::game::tree::{Branch, Tree};
use crate::game::{Game, Side, Weights};

fn settings(text: &str) -> Settings {
    let script = Script { path: "bots/test.luau".into(), text: text.into() };
    let weights = Some(Weights { appraisal: vec![1.0], features: vec![] });
    Settings { script, limits: Limits { interrupts: 100_000, ..Limits::default() }, rulebook: "tree", weights }
}

fn decide(settings: Settings, stream: &mut Stream) -> Result<usize, BotFault> {
    let tree: Tree = "R(3:1 8:1 5:1 5:1)".parse().unwrap();
    let Branch(branch) = Scripted::new(settings).choose(&tree, &tree.initial(), Side::Red, stream)?;
    Ok(branch)
}

/// The branch chosen by a script.
fn choice(text: &str) -> Result<usize, BotFault> {
    decide(settings(text), &mut Key::new(5).stream())
}

/// The branch chosen by a script whose `choose` has this body.
fn body(text: &str) -> Result<usize, BotFault> {
    choice(&format!("function choose(view) {text} end"))
}

/// Whether an expression is true in a script.
fn holds(expression: &str) -> bool {
    body(&format!("return if {expression} then 1 else 2")).unwrap_or_else(|fault| panic!("{expression}: {fault}")) == 0
}

/// The fault of a script whose `choose` has this body.
fn wrong(text: &str) -> (FaultKind, String) {
    let fault = body(text).expect_err(text);
    assert!(!fault.by_clock, "{text}: {fault}");
    (fault.kind, fault.reason)
}

#[test]
fn a_number_names_an_action_and_the_greatest_score_wins_the_first_among_equals() {
    assert_eq!(body("return 3"), Ok(2));
    assert_eq!(body("return view.values"), Ok(1));
    assert_eq!(body("return {1, 0, 7, 7}"), Ok(2));
}

#[test]
fn a_wrong_answer_is_a_fault_of_its_kind() {
    let fault_of = |text: &str, kind: FaultKind, reason: &str| {
        assert_eq!(wrong(text), (kind, format!("bots/test.luau: choose returned {reason}")));
    };
    fault_of("return 5", FaultKind::Illegal, "5; there are 4 actions");
    fault_of("return 0", FaultKind::Illegal, "0; there are 4 actions");
    fault_of("return -1", FaultKind::Illegal, "-1; there are 4 actions");
    fault_of("return 1.5", FaultKind::Garbage, "1.5, which is not a whole number");
    fault_of("return", FaultKind::Garbage, "nil, neither a number nor a list of scores");
    fault_of("return '1'", FaultKind::Garbage, "\"1\", neither a number nor a list of scores");
    fault_of("return {1, 2}", FaultKind::Garbage, "2 scores for 4 actions");
    fault_of("return {1, 2, 0/0, 4}", FaultKind::Garbage, "NaN as score 3");
    fault_of("return {1, 2, 'x', 4}", FaultKind::Garbage, "\"x\" as score 3");
}

#[test]
fn a_script_sees_the_decision_in_arrays_and_words() {
    assert!(holds("view.side == 'red' and view.count == 4 and view.rulebook == 'tree'"));
    assert!(holds("#view.kinds == 4 and #view.values == 4 and view.values[2] == 8"));
    assert!(holds("view.kinds == view.kinds and type(view.action(2)) == 'table' and type(view.tell(2)) == 'string'"));
    assert!(holds("next(view.numbers(2)) ~= nil"));
    let (kind, reason) = wrong("return view.value");
    assert_eq!(
        (kind, reason.as_str()),
        (FaultKind::Crash, "bots/test.luau:1: a view has no \"value\"; did you mean \"values\"?")
    );
    assert_eq!(wrong("\n\nreturn view.numbers(7)").1, "bots/test.luau:3: there is no action 7; there are 4");
    assert!(wrong("view.ask('weather')").1.starts_with("bots/test.luau:1: "));
}

#[test]
fn only_the_allow_list_can_be_reached() {
    let forbidden = [
        "os",
        "debug",
        "io",
        "getfenv",
        "setfenv",
        "newproxy",
        "collectgarbage",
        "gcinfo",
        "loadstring",
        "load",
        "dofile",
        "require",
        "coroutine",
        "buffer",
        "math.randomseed",
        "math.noise",
        "table.foreach",
        "string.pack",
        "package",
        "_G.os",
        "_G.collectgarbage",
        "getmetatable(_G or {}).__index.os",
    ];
    for name in forbidden {
        let is_nil = body(&format!("local found = {name} return if found == nil then 1 else 2"));
        assert!(
            is_nil == Ok(0) || is_nil.is_err_and(|fault| fault.reason.contains("attempt to index")),
            "{name} can be reached"
        );
    }
    assert!(holds("print('heard by nobody', {}) == nil"));
}

#[test]
fn what_is_shared_cannot_be_changed() {
    for attempt in [
        "string.upper = nil",
        "math.random = function() return 1 end",
        "table.sort = nil",
        "_G.print = nil",
        "setmetatable(_G, {})",
        "setmetatable(string, {})",
        "rawset(math, 'pi', 3)",
        "getmetatable('').__index = nil",
        "setmetatable('', {})",
        "setmetatable(view, {})",
        "rawset(getmetatable(''), '__index', nil)",
    ] {
        assert_eq!(wrong(attempt).0, FaultKind::Crash, "{attempt}");
    }
    assert!(holds("getmetatable('') == 'the metatable of strings' and ('x'):upper() == 'X'"));
    assert!(holds("type(getmetatable(view)) == 'string'"));
}

#[test]
fn an_address_is_never_revealed() {
    for text in [
        "tostring({})",
        "tostring(print)",
        "string.format('%s %s', {}, print)",
        "`{ {} } {print}`",
        "('%*'):format({})",
    ] {
        assert!(holds(&format!("not string.find({text}, '0x', 1, true)")), "{text}");
    }
    assert!(holds(
        "tostring({}) == 'table' and tostring(setmetatable({}, {__tostring = function() return 'me' end})) == 'me'"
    ));
    assert!(holds("`{12.5} {true} {nil}` == '12.5 true nil'"));
    let (_, reason) = wrong("error({})");
    assert!(!reason.contains("0x"), "{reason}");
    assert!(holds("not string.find(tostring(select(2, pcall(string.rep, {}))), '0x')"));
}

#[test]
fn an_endless_loop_is_stopped_whatever_it_catches() {
    for text in [
        "while true do end",
        "local function again() return again() end again()",
        "while true do pcall(function() while true do end end) end",
        "pcall(function() while true do end end) return 1",
        "local function down() pcall(down) pcall(down) end down()",
        "for _ in string.gmatch(string.rep('a', 60000), '.-.-.-.-b') do end",
        "local t = table.create(60000, 1) while true do table.sort(t) end",
        "local s = string.rep('a', 60000) while true do s:find(string.rep('a', 30000) .. 'b', 1, true) end",
        "local s = string.rep('a', 60000) while true do s:upper() end",
        "setmetatable({}, {__index = function(t, k) return t[k] end}).x()",
    ] {
        let fault = body(text).expect_err(text);
        let deep = fault.reason.contains("overflow");
        assert!(fault.kind == FaultKind::TimeOut || deep && fault.kind == FaultKind::Crash, "{text}: {fault}");
        assert!(deep || fault.reason.ends_with("more than 100000 interrupts in one decision"), "{text}: {fault}");
    }
    assert_eq!(
        wrong("local n = 0\nwhile true do n += 1 end").1,
        "bots/test.luau:2: more than 100000 interrupts in one decision"
    );
}

/// Catching an error takes far more time than the interrupts that Luau counts for it.
#[test]
fn caught_errors_are_work() {
    let often = |times: u32| body(&format!("for i = 1, {times} do pcall(error, 'x') end return 1"));
    assert_eq!(often(2_000), Ok(0));
    assert_eq!(wrong("for i = 1, 4000 do pcall(error, 'x') end return 1").0, FaultKind::TimeOut);
    assert_eq!(wrong("for i = 1, 4000 do xpcall(error, print, 'x') end return 1").0, FaultKind::TimeOut);
    assert!(holds(
        "not pcall(error, 'x') and select(2, pcall(error, 'x')) == 'x' and select(2, pcall(function(a) return a + 1 \
            end, 2)) == 3"
    ));
}

#[test]
fn fields_of_a_format_are_work() {
    assert_eq!(wrong("for i = 1, 7000 do string.format('%99.99f', 1e300) end return 1").0, FaultKind::TimeOut);
    assert!(holds("string.format('%d %s %.1f', 3, 'x', 0.25) == '3 x 0.2'"));
}

/// `%b` is the one part of a pattern whose steps Luau does not count.
#[test]
fn balanced_patterns_are_work() {
    assert_eq!(wrong("return #(('('):rep(60000):find('%b()') or '')").0, FaultKind::TimeOut);
    assert_eq!(wrong("('('):rep(60000):gsub('%b()', '') return 1").0, FaultKind::TimeOut);
    assert!(holds("('a(b)c'):match('%b()') == '(b)' and ('('):rep(60):find('%b()') == nil"));
}

#[test]
fn a_memory_hog_is_stopped() {
    for text in [
        "local t = {} while true do t[#t + 1] = {1, 2, 3, 4, 5, 6, 7, 8} end",
        "local s = 'x' while true do s = s .. s end",
        "local t = {} for i = 1, 1e9 do t[i] = i end",
        "local s = string.rep('x', 60000) s:gsub('.', s)",
    ] {
        let limits = Limits { interrupts: 10_000_000, ..Limits::default() };
        let text = format!("function choose(view) {text} end");
        let fault = decide(Settings { limits, ..settings(&text) }, &mut Key::new(5).stream()).expect_err(&text);
        assert_eq!(
            (fault.kind, fault.reason.contains("more than 16777216 bytes of memory")),
            (FaultKind::Crash, true),
            "{text}: {fault}"
        );
    }
}

#[test]
fn garbage_is_collected_and_is_no_hog() {
    let limits = Limits { memory: 1 << 20, interrupts: 10_000_000, ..Limits::default() };
    let text = "function choose(view) for i = 1, 200000 do local t = {i, i, i} end return 2 end";
    assert_eq!(decide(Settings { limits, ..settings(text) }, &mut Key::new(5).stream()), Ok(1));
}

#[test]
fn the_library_takes_and_makes_nothing_too_long() {
    for (text, problem) in [
        ("string.rep('x', 1e9)", "rep: a string of 1000000000 bytes is longer than 65536"),
        ("('xy'):rep('1e8')", "rep: a string of 200000000 bytes is longer than 65536"),
        ("table.create(1e9, 0)", "create: a table of 1000000000 entries is longer than 65536"),
        ("table.move({}, 1, 1e9, 1)", "move: a table of 1000000000 entries is longer than 65536"),
        ("table.move({}, -1e300, 1e300, 1)", "is longer than 65536"),
        (
            "local s = string.rep('x', 60000) s = s .. s return s:len()",
            "len: a string of 120000 bytes is longer than 65536",
        ),
        (
            "local t = table.create(3, string.rep('x', 60000)) table.concat(t)",
            "concat: a string of 180000 bytes is longer than 65536",
        ),
        (
            "local t = {} for i = 1, 70000 do t[i] = i end table.sort(t)",
            "sort: a table of 70000 entries is longer than 65536",
        ),
    ] {
        let (kind, reason) = wrong(text);
        assert!(
            kind == FaultKind::Crash && reason.starts_with("bots/test.luau:1: ") && reason.ends_with(problem),
            "{text}: {reason}"
        );
    }
    // What fits is allowed.
    assert!(holds(
        "string.rep('ab', 3) == 'ababab' and table.concat({1, 'b', 3}, ', ') == '1, b, 3' and #table.create(9, 0) == 9"
    ));
    assert!(holds(
        "#table.move({1, 2, 3}, 2, 3, 1) == 3 and table.find({4, 5}, 5) == 2 and select('#', table.unpack({1, 2}, 1, \
            4)) == 4"
    ));
}

#[test]
fn an_error_names_its_file_and_line() {
    for (text, reason) in [
        ("\nerror('lost')", "bots/test.luau:2: lost"),
        ("\n\nlocal x = nil + 1", "bots/test.luau:3: attempt to perform arithmetic (add) on nil and number"),
        ("\nstring.rep()", "bots/test.luau:2: missing argument #1 to 'rep' (string expected)"),
        (
            "table.sort({3, 1, 2}, function(a, b)\n return a.x < b.x end)",
            "bots/test.luau:2: attempt to index number with 'x'",
        ),
        ("\ntable.sort({3, 'x', 2})", "bots/test.luau:2: attempt to compare number < string"),
        ("table.sort({3, 1, 2}, function(a, b)\n error('no order') end)", "bots/test.luau:2: no order"),
        ("\nmath.random(0)", "bots/test.luau:2: random: no whole numbers from 1 to 0"),
    ] {
        let fault_of = wrong(text);
        // Luau reports whichever of the two it meets first in a sort; both are correct.
        let fault_of = fault_of.1.replace("string < number", "number < string");
        assert_eq!(fault_of, reason, "{text}");
    }
}

#[test]
fn load_errors_are_reported_before_the_first_game() {
    let fault_of = |text: &str| try_out(&settings(text)).expect_err(text).reason;
    assert!(
        fault_of("function choose(view)\n return )\nend").starts_with("bots/test.luau:2: "),
        "{}",
        fault_of("function choose(view)\n return )\nend")
    );
    assert_eq!(fault_of("local x = 1"), "bots/test.luau: no function choose(view), but nil");
    assert_eq!(fault_of("choose = 7"), "bots/test.luau: no function choose(view), but integer");
    assert_eq!(fault_of("\nerror('no mood')"), "bots/test.luau:2: no mood");
    assert_eq!(fault_of("while true do end"), "bots/test.luau:1: more than 100000 interrupts in one decision");
    assert_eq!(try_out(&settings("function choose(view) return 1 end")), Ok(()));
}

#[test]
fn calls_nested_without_end_are_stopped() {
    for text in [
        "local function f() table.sort({2, 1}, f) end f()",
        "local function f() string.gsub('x', 'x', f) end f()",
        "local t = {} setmetatable(t, {__tostring = function() return tostring(t) end}) tostring(t)",
        "local t = {} setmetatable(t, {__tostring = function() return `{t}` end}) tostring(t)",
        "local function f() pcall(f) f() end f()",
        "local function f() xpcall(error, f) end f()",
        "local t = setmetatable({}, {__index = function(t, k) table.sort({2, 1}, function() return t[1] end) end}) \
            local x = t[1]",
    ] {
        let fault = body(text).expect_err(text);
        // Only termination counts; a script may catch its own stack overflow.
        assert!(fault.kind != FaultKind::Illegal && !fault.by_clock, "{text}: {fault}");
    }
}

#[test]
fn random_numbers_come_from_the_stream_of_the_bot() {
    let drawn = |seed: u64| {
        let mut stream = Key::new(seed).stream();
        let text = "function choose(view) return {math.random(), math.random(), math.random(), math.random()} end";
        let chosen: Vec<usize> = (0..40).map(|_| decide(settings(text), &mut stream).unwrap()).collect();
        chosen
    };
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
    assert!((0..4).all(|branch| drawn(1).contains(&branch)), "the stream goes on from decision to decision");
    assert!(holds("math.random(3, 3) == 3 and math.random(1) == 1"));
    let text = "local seen = {} for i = 1, 200 do seen[math.random(-1, 2)] = true end return if seen[-1] and seen[0] \
        and seen[1] and seen[2] then 1 else 2";
    assert_eq!(body(text), Ok(0));
}

#[test]
fn each_game_has_a_fresh_state() {
    let tree: Tree = "R(3:1 8:1 5:1 5:1)".parse().unwrap();
    let mut bot = Scripted::<Tree>::new(settings(
        "local asked = 0\nfunction choose(view) asked += 1; shared = (shared or 0) + 1; return shared end",
    ));
    let mut stream = Key::new(5).stream();
    let mut choices = |bot: &mut Scripted<Tree>, decisions| -> Vec<usize> {
        (0..decisions).map(|_| bot.choose(&tree, &tree.initial(), Side::Red, &mut stream).unwrap().0).collect()
    };
    assert_eq!(choices(&mut bot, 3), [0, 1, 2], "a script remembers within a game");
    bot.begin();
    assert_eq!(choices(&mut bot, 2), [0, 1]);
}

#[test]
fn the_clock_is_a_safeguard_and_is_reported() {
    let limits = Limits { interrupts: 1_000_000_000, seconds: 0.05, ..Limits::default() };
    let fault = decide(
        Settings { limits, ..settings("function choose(view) while true do end end") },
        &mut Key::new(5).stream(),
    )
    .unwrap_err();
    assert_eq!((fault.kind, fault.by_clock), (FaultKind::TimeOut, true));
    assert_eq!(fault.reason, "bots/test.luau:1: stopped by the clock after 0.05 s, so this run is not repeatable");
}

#[test]
fn scores_are_the_bot_s_weighted_scores() {
    let tree: Tree = "R(3:1 8:1 5:1 5:1)".parse().unwrap();
    let weighed = |text: &str| {
        let mut bot = Scripted::<Tree>::new(settings(text));
        bot.evaluate_actions(&tree, &tree.initial(), Side::Red, &mut weighing_stream())
    };
    let values: Vec<f64> =
        weighed("function choose(view) return view.values end").unwrap().into_iter().map(|(_, value)| value).collect();
    assert_eq!(values, [3.0, 8.0, 5.0, 5.0]);
    assert_eq!(weighed("function choose(view) return 2 end"), None);
}
