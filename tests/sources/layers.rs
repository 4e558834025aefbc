//! The dependency rules between modules: reads every `crate::…` in `src` and checks the arrows of
//! `docs/architecture.md`, and within a rulebook the arrows between its rooms. Only paths are checked: what a method
//! does that another room adds to a type with `impl` is not visible here.

mod en_avant;
mod jomini;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each folder or file of `src`, and the modules of the crate that it may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("data", &[]),
    ("stats", &[]),
    ("game", &["data"]),
    ("jomini", &["game", "data"]),
    ("en_avant", &["game", "data"]),
    ("bots", &["game", "data"]),
    ("tournament", &["game", "bots", "data"]),
    ("problems", &["tournament", "game", "bots", "data"]),
    ("decisions", &["tournament", "game", "bots", "stats", "data"]),
    ("balance", &["tournament", "game", "stats", "data"]),
    // A report depends on no concrete rulebook, and on no bot.
    ("report", &["tournament", "problems", "decisions", "balance", "stats", "game", "data"]),
    ("run", &["tournament", "balance", "report", "stats", "game", "data"]),
    ("study", &["tournament", "report", "data"]),
    ("tune", &["tournament", "balance", "stats", "bots", "game", "data"]),
    ("train", &["tournament", "tune", "balance", "stats", "bots", "game", "data"]),
    ("catalog", &["game", "data", "jomini", "en_avant", "bots"]),
    (
        "cli",
        &[
            "data",
            "game",
            "jomini",
            "en_avant",
            "bots",
            "tournament",
            "problems",
            "decisions",
            "stats",
            "balance",
            "report",
            "run",
            "study",
            "tune",
            "train",
            "catalog",
        ],
    ),
];

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules of the crate that a text uses: every word after `crate::`, and after `crate::{`.
fn used(text: &str) -> BTreeSet<String> {
    words_after("crate::", &code(text))
}

/// A text without its comments.
fn code(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The words with which paths go on after a prefix, those of a list included.
fn words_after(prefix: &str, code: &str) -> BTreeSet<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut words = BTreeSet::new();
    for rest in code.split(prefix).skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => words.extend(items(list).iter().map(|item| word(item.trim()))),
            None => {
                words.insert(word(rest));
            }
        }
    }
    words.remove("");
    words
}

/// The items of a list after its opening brace, lists within them left whole.
fn items(list: &str) -> Vec<&str> {
    let (mut found, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                found.push(&list[from..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&list[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// The module of `src` that a file belongs to.
fn module(path: &Path) -> String {
    let first = path.components().next().unwrap();
    first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_string()
}

#[test]
fn a_module_uses_only_the_modules_to_its_left() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    let modules: BTreeSet<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    let mut faults = Vec::new();
    for path in files {
        let inside = path.strip_prefix(&src).unwrap();
        let module = module(inside);
        if ["lib", "main"].contains(&module.as_str()) {
            continue;
        }
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
            faults.push(format!("{module} has no line in MAY_USE"));
            continue;
        };
        for name in used(&fs::read_to_string(&path).unwrap()) {
            if name != module && modules.contains(name.as_str()) && !allowed.contains(&name.as_str()) {
                faults.push(format!("{} uses {name}", inside.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn uses_are_found_in_lists_and_paths_but_not_in_comments() {
    let text = "use crate::game::Side;\nuse crate::{data::Source, stats};\nlet x = crate::cli::run();\n// \
        crate::jomini\nuse std::fmt;";
    assert_eq!(used(text).into_iter().collect::<Vec<_>>(), ["cli", "data", "game", "stats"]);
}

/// The code of a file without its unit tests, which stand at its end.
fn code_in_use(text: &str) -> String {
    code(text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or(text))
}

/// The files below a folder that are compiled for tests only: modules declared under `#[cfg(test)]`.
fn test_files(files: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for path in files {
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]") {
            let name = pair[1].strip_suffix(';').and_then(|line| line.split_once("mod ")).map(|(_, name)| name);
            let folder = if path.ends_with("mod.rs") { path.parent().unwrap().into() } else { path.with_extension("") };
            found.extend(name.map(|name| folder.join(format!("{name}.rs"))));
        }
    }
    found
}

/// The names that the `mod.rs` of a rulebook takes from its rooms, each with its room: a use of such a name is a use of
/// the room.
fn taken_from_rooms(root: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for line in code(root).split(';').map(str::trim) {
        let Some((_, path)) = line.split_once("pub use ") else { continue };
        let path = path.trim_start_matches("self::");
        let (room, rest) = path.split_once("::").unwrap_or((path, ""));
        let list = rest.rsplit_once('{').map_or_else(|| vec![rest], |(_, list)| items(list));
        let last = |path: &str| path.rsplit("::").next().unwrap_or(path).trim().to_owned();
        found.extend(list.into_iter().map(last).filter(|name| !name.is_empty()).map(|name| (name, room.to_owned())));
    }
    found
}

/// What is wrong with the rooms of a rulebook by a table of the rooms that each may use: files outside of the rooms,
/// rooms that one of both does not know, uses that the table does not allow, `super::` that leaves a room. The `mod.rs`
/// of the rulebook may use every room; unit tests may too. Only paths are seen, not calls of methods.
fn faults_of_rooms(rulebook: &str, rooms: &[(&str, &[&str])]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(rulebook);
    let mut files = Vec::new();
    rust_files(&folder, &mut files);
    let for_tests = test_files(&files);
    let names = taken_from_rooms(&fs::read_to_string(folder.join("mod.rs")).unwrap());
    let mut faults = Vec::new();
    for (room, may_use) in rooms {
        if !folder.join(room).is_dir() {
            faults.push(format!("{rulebook}/{room} is no folder"));
        }
        let unknown = may_use.iter().filter(|other| !rooms.iter().any(|(name, _)| name == *other));
        faults.extend(unknown.map(|other| format!("{room} may use {other}, which has no line of its own")));
    }
    for path in files.iter().filter(|path| !for_tests.contains(*path)) {
        let inside = path.strip_prefix(&folder).unwrap();
        let parts: Vec<String> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if parts.len() == 1 {
            if parts[0] != "mod.rs" {
                faults.push(format!("{rulebook}/{} lies in no room", parts[0]));
            }
            continue;
        }
        let Some((room, may_use)) = rooms.iter().find(|(name, _)| *name == parts[0]) else {
            faults.push(format!("{rulebook}/{} has no line in the table of rooms", parts[0]));
            continue;
        };
        let code = code_in_use(&fs::read_to_string(path).unwrap());
        for word in words_after(&format!("crate::{rulebook}::"), &code) {
            let other = names.get(&word).unwrap_or(&word).as_str();
            if other != *room && !may_use.contains(&other) {
                faults.push(format!("{rulebook}/{} uses {word}, which {room} may not", inside.display()));
            }
        }
        // As many steps as there are modules around a file lead out of its room.
        let depth = parts.len() - usize::from(parts.last().is_some_and(|name| name == "mod.rs"));
        if code.contains(&"super::".repeat(depth)) {
            faults.push(format!("{rulebook}/{} leaves its room by super::", inside.display()));
        }
    }
    faults
}

/// The rooms of a table that use a room which stands after them, or themselves.
fn against_the_order(rooms: &[(&str, &[&str])]) -> Vec<String> {
    let place = |name: &str| rooms.iter().position(|(room, _)| *room == name);
    let uses = rooms.iter().flat_map(|(room, may_use)| may_use.iter().map(move |other| (*room, *other)));
    uses.filter(|(room, other)| place(other) >= place(room)).map(|(room, other)| format!("{room} → {other}")).collect()
}

#[test]
fn the_rooms_of_jomini_use_only_rooms_before_them() {
    let mut faults = faults_of_rooms("jomini", jomini::ROOMS);
    faults.extend(against_the_order(jomini::ROOMS));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_rooms_of_en_avant_use_only_rooms_before_them() {
    let mut faults = faults_of_rooms("en_avant", en_avant::ROOMS);
    faults.extend(against_the_order(en_avant::ROOMS));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn names_that_a_rulebook_takes_from_its_rooms_are_found() {
    let names =
        taken_from_rooms("pub mod state;\npub use self::state::{State, action::Action};\npub use setup::Jomini;");
    let rooms: Vec<(&str, &str)> = names.iter().map(|(name, room)| (name.as_str(), room.as_str())).collect();
    assert_eq!(rooms, [("Action", "state"), ("Jomini", "setup"), ("State", "state")]);
}

#[test]
fn lists_within_lists_are_taken_apart() {
    let words = words_after(
        "crate::jomini::",
        "use crate::jomini::{map::{hex, board}, State};\nlet x = crate::jomini::rules::BASE;",
    );
    assert_eq!(words.into_iter().collect::<Vec<_>>(), ["State", "map", "rules"]);
}
