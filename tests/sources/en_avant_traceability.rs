//! Traceability of En Avant !: every rule of `docs/rules/en-avant.md` is named in the code that implements it and in a
//! test that would fail without it.
//!
//! A rule counts as implemented where its ID occurs in full in `src` before a file's first `#[cfg(test)]`, and as
//! tested where it occurs in `tests` or after that line. Rules that the ledger marks `(informative: …)` require
//! nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn ledger() -> String {
    fs::read_to_string(root().join("docs/rules/en-avant.md")).expect("the ledger")
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The ID at the beginning, if there is one: `E5.13`, `EI-7`, `EX-14`.
fn id_at(text: &str) -> Option<&str> {
    let after = text.strip_prefix('E')?;
    let head = if after.starts_with("I-") || after.starts_with("X-") {
        3
    } else {
        let chapter = digits(after);
        if chapter == 0 || !after[chapter..].starts_with('.') {
            return None;
        }
        1 + chapter + 1
    };
    let number = digits(&text[head..]);
    let end = head + number;
    let rest = &text[end..];
    let goes_on = rest.starts_with(|next: char| next.is_ascii_digit())
        || (rest.starts_with('.') && rest[1..].starts_with(|next: char| next.is_ascii_digit()));
    (number > 0 && !goes_on).then(|| &text[..end])
}

/// All IDs that occur in full in a text.
fn ids(text: &str) -> BTreeSet<String> {
    text.match_indices('E')
        .filter(|(at, _)| {
            !text[..*at].ends_with(|before: char| before.is_ascii_alphanumeric() || before == '.' || before == '_')
        })
        .filter_map(|(at, _)| id_at(&text[at..]))
        .map(str::to_owned)
        .collect()
}

/// The rules, interpretations and examples that the ledger defines: those that open an entry in bold; two of them with
/// a dash represent the whole range.
fn defined() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in ledger().lines() {
        let entry = line.strip_prefix("- **").or_else(|| line.strip_prefix("**"));
        let Some((name, _)) = entry.and_then(|entry| entry.split_once("**")) else { continue };
        let Some(first) = id_at(name) else { continue };
        found.insert(first.to_owned());
        if let Some(last) = name.split(" – ").nth(1).and_then(id_at) {
            let (chapter, low) = first.split_once('.').expect("a range lies in a chapter");
            let (_, high) = last.split_once('.').expect("a range lies in a chapter");
            let number = |text: &str| text.parse::<u32>().expect("a number");
            found.extend((number(low)..=number(high)).map(|number| format!("{chapter}.{number}")));
        }
    }
    found
}

/// The IDs that the ledger marks as informative.
fn informative() -> BTreeSet<String> {
    ledger()
        .lines()
        .filter(|line| line.contains("(informative"))
        .filter_map(|line| id_at(line.strip_prefix("- **")?))
        .map(str::to_owned)
        .collect()
}

/// The IDs that require code or tests: all but the informative ones.
fn wanted() -> BTreeSet<String> {
    defined().difference(&informative()).cloned().collect()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ["rs", "toml"].iter().any(|it| ending == *it)) {
                found.push(path);
            }
        }
    }
    found
}

/// IDs named in code, and IDs named in tests.
fn named() -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut code, mut tests) = (BTreeSet::new(), BTreeSet::new());
    for path in files("src/en_avant") {
        let text = fs::read_to_string(path).expect("a readable file");
        let (before, after) = text.split_at(text.find("#[cfg(test)]").unwrap_or(text.len()));
        // Test files next to the code contain nothing else.
        let whole = !text.contains("#[cfg(test)]") && text.contains("#[test]");
        if whole {
            tests.extend(ids(before))
        } else {
            code.extend(ids(before))
        }
        tests.extend(ids(after));
    }
    for path in files("tests/en_avant") {
        tests.extend(ids(&fs::read_to_string(path).expect("a readable file")));
    }
    (code, tests)
}

#[test]
fn every_rule_and_interpretation_is_named_in_code() {
    let (code, _) = named();
    let missing: Vec<String> = wanted().into_iter().filter(|id| !id.starts_with("EX-") && !code.contains(id)).collect();
    assert!(missing.is_empty(), "{} rules are not named in src/en_avant: {missing:?}", missing.len());
}

/// Interpretations too: each entry needs a test, in `tests/en_avant`, which is where the index looks for them.
#[test]
fn every_rule_interpretation_and_example_is_named_in_a_test() {
    let mut tests = BTreeSet::new();
    for path in files("tests/en_avant") {
        tests.extend(ids(&fs::read_to_string(path).expect("a readable file")));
    }
    let missing: Vec<String> = wanted().into_iter().filter(|id| !tests.contains(id)).collect();
    assert!(missing.is_empty(), "{} rules are not named in tests: {missing:?}", missing.len());
}

#[test]
fn every_id_that_is_mentioned_is_defined() {
    let known = defined();
    assert!(known.len() > 400, "{} entries", known.len());
    let (code, tests) = named();
    let unknown: Vec<&String> = code.union(&tests).filter(|id| !known.contains(*id)).collect();
    assert!(unknown.is_empty(), "mentioned but not defined: {unknown:?}");
}
