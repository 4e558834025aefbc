//! The dependency rules between modules: reads every `crate::…` in `src` and checks the arrows of
//! `docs/architecture.md`.

use std::collections::BTreeSet;
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
    ("balance", &["tournament", "game", "stats", "data"]),
    // Of `game` and `data` only sides and the list of inputs: a report depends neither on rules nor on bots.
    ("report", &["tournament", "balance", "stats", "game", "data"]),
    ("run", &["tournament", "balance", "report", "stats", "game", "data"]),
    ("study", &["tournament", "report", "data"]),
    ("tune", &["tournament", "balance", "stats", "bots", "game", "data"]),
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
            "stats",
            "balance",
            "report",
            "run",
            "study",
            "tune",
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
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut words = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => words.extend(list.split('}').next().unwrap_or("").split(',').map(|part| word(part.trim()))),
            None => {
                words.insert(word(rest));
            }
        }
    }
    words
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
