//! En Avant ! is traceable: every rule of `docs/rules/en-avant.md` is named in the code that implements it and in a test that would fail without it.
//!
//! A rule counts as implemented where its ID stands written out in `src` before a file's first `#[cfg(test)]`, and as tested where it stands in `tests` or after that line. Rules of
//! later work are in [`NOT_IN_CODE`] and [`NOT_IN_TESTS`], which only shrink.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Rules that ask nothing of a program: guidance, names of things, real-world scales, what figures and models look like, conversions by hand.
const INFORMATIVE: &[&str] = &[
    "E1.14", "E2.12", "E2.13", "E2.14", "E2.16", "E2.20", "E2.22", "E2.23", "E2.24", "E2.25", "E2.35", "E2.38", "E2.40", "E3.28", "E4.1",
    "E4.6", "E4.15", "E4.21", "E13.12", "E14.20", "E14.25", "E14.26", "E14.33", "E14.34", "E14.35", "EX-5", "EX-16", "EX-19",
];

/// Rules that code does not name yet, as chapter and numbers.
const NOT_IN_CODE: &[(&str, &[u32])] = &[("E1", &[1, 4, 9, 10, 13]), ("E11", &[38]), ("E12", &[4])];

/// Rules and worked examples that tests do not name yet.
const NOT_IN_TESTS: &[(&str, &[u32])] = &[
    ("E1", &[1, 2, 3, 4, 7, 8, 9, 10, 11, 13]),
    ("E2", &[1, 2, 4, 5, 6, 7, 8, 10, 11, 15, 17, 18, 19, 21, 26, 27, 28, 31, 39]),
    ("E3", &[1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16, 17, 23, 26, 27]),
    ("E7", &[3, 4, 5, 22]),
    ("E8", &[4, 5, 6, 8, 9, 10, 13]),
    ("E9", &[1, 5, 6, 7, 8, 9, 12, 13, 20, 21, 24, 25, 27, 28, 29, 30, 31, 32, 48, 50, 51, 57]),
    ("E10", &[7, 10, 18, 21]),
    ("E11", &[1, 9, 13, 14, 23, 24, 32, 38]),
    ("E12", &[1, 4, 10, 12]),
    ("E14", &[1, 3, 4, 7, 8, 22, 24, 31, 32]),
    ("EX", &[18, 44]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn ledger() -> String {
    fs::read_to_string(root().join("docs/rules/en-avant.md")).expect("the ledger")
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The ID that begins here, if one does: `E5.13`, `EI-7`, `EX-14`.
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

/// All IDs written out in a text.
fn ids(text: &str) -> BTreeSet<String> {
    text.match_indices('E')
        .filter(|(at, _)| !text[..*at].ends_with(|before: char| before.is_ascii_alphanumeric() || before == '.' || before == '_'))
        .filter_map(|(at, _)| id_at(&text[at..]))
        .map(str::to_owned)
        .collect()
}

/// The rules, interpretations and examples that the ledger defines: those that open an entry in bold; two of them with a dash stand for all between.
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

/// What asks for code or tests: everything defined but interpretations and what is informative.
fn wanted() -> BTreeSet<String> {
    defined().into_iter().filter(|id| !id.starts_with("EI-") && !INFORMATIVE.contains(&id.as_str())).collect()
}

fn listed_out(list: &[(&str, &[u32])]) -> BTreeSet<String> {
    let joint = |chapter: &str| if chapter == "EX" { '-' } else { '.' };
    list.iter().flat_map(|(chapter, numbers)| numbers.iter().map(move |number| format!("{chapter}{}{number}", joint(chapter)))).collect()
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
        // Files of tests beside the code hold nothing else.
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

/// IDs by chapter, as the lists above are written.
fn as_list(ids: &BTreeSet<String>) -> String {
    let mut chapters: Vec<(String, Vec<u32>)> = Vec::new();
    let mut sorted: Vec<(String, u32)> = ids
        .iter()
        .map(|id| {
            let (chapter, number) = id.split_once(['.', '-']).expect("a chapter and a number");
            (chapter.to_owned(), number.parse().expect("a number"))
        })
        .collect();
    sorted.sort_by_key(|(chapter, number)| (chapter.trim_start_matches('E').parse::<u32>().unwrap_or(99), chapter.clone(), *number));
    for (chapter, number) in sorted {
        match chapters.last_mut() {
            Some((last, numbers)) if *last == chapter => numbers.push(number),
            _ => chapters.push((chapter, vec![number])),
        }
    }
    chapters.iter().map(|(chapter, numbers)| format!("\n    (\"{chapter}\", &{numbers:?}),")).collect()
}

fn check(what: &str, missing: BTreeSet<String>, later: BTreeSet<String>) {
    let new: BTreeSet<String> = missing.difference(&later).cloned().collect();
    assert!(new.is_empty(), "{} rules are not named in {what}:{}\nall of them:{}", new.len(), as_list(&new), as_list(&missing));
    let done: BTreeSet<String> = later.difference(&missing).cloned().collect();
    assert!(done.is_empty(), "named in {what} by now, so take them off the list:{}", as_list(&done));
}

#[test]
fn every_rule_that_is_due_is_named_in_code() {
    let (code, _) = named();
    let missing = wanted().into_iter().filter(|id| !id.starts_with("EX-") && !code.contains(id)).collect();
    check("src/en_avant", missing, listed_out(NOT_IN_CODE));
}

#[test]
fn every_rule_and_example_that_is_due_is_named_in_a_test() {
    let (_, tests) = named();
    let missing = wanted().into_iter().filter(|id| !tests.contains(id)).collect();
    check("tests", missing, listed_out(NOT_IN_TESTS));
}

#[test]
fn every_id_that_is_mentioned_is_defined() {
    let known = defined();
    assert!(known.len() > 400, "{} entries", known.len());
    let (code, tests) = named();
    let unknown: Vec<&String> = code.union(&tests).filter(|id| !known.contains(*id)).collect();
    assert!(unknown.is_empty(), "mentioned but not defined: {unknown:?}");
    let strange: Vec<&&str> = INFORMATIVE.iter().filter(|id| !known.contains(**id)).collect();
    assert!(strange.is_empty(), "no such rules: {strange:?}");
}
