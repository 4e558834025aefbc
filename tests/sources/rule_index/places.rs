//! The places that name rules in the sources: items of the code, tests, position files; and the keys of the rules file
//! that concern them.

use super::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A place that names a rule. The nearer it is to what it names, the earlier it sorts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// 0 for the documentation of an item, 1 for the inside of one, 2 for a whole file.
    distance: u8,
    /// The file and the item.
    pub name: String,
}

/// All files below a folder with one of these extensions, in order.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The letters before the numbers of a rulebook's rules.
fn prefix(rulebook: &str) -> char {
    if rulebook == "jomini" { 'J' } else { 'E' }
}

/// The IDs written out in full in a text.
fn ids(text: &str, prefix: char) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(prefix) {
        if text[..at].ends_with(|before: char| before.is_ascii_alphanumeric() || before == '.') {
            continue;
        }
        let rest = &text[at..];
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let body = &rest[1..];
        let (head, number) = if let Some(after) = body.strip_prefix("I-").or_else(|| body.strip_prefix("X-")) {
            (3, digits(after))
        } else {
            let annex = usize::from(body.starts_with('A'));
            let chapter = digits(&body[annex..]);
            if chapter == 0 || !body[annex + chapter..].starts_with('.') {
                continue;
            }
            (1 + annex + chapter + 1, digits(&body[annex + chapter + 1..]))
        };
        if number > 0 {
            found.push(&rest[..head + number]);
        }
    }
    found
}

/// The name of the item that a line declares: a function, a type, a constant, a field or a variant.
fn declared(line: &str) -> Option<&str> {
    let scope = line.strip_prefix("pub(in ").and_then(|rest| rest.find(')')).map_or(0, |end| "pub(in ".len() + end);
    let mut words = line[scope..].split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    let mut word = words.next()?;
    let mut is_item = false;
    while matches!(
        word,
        "pub"
            | "crate"
            | "super"
            | "in"
            | "const"
            | "fn"
            | "struct"
            | "enum"
            | "trait"
            | "type"
            | "static"
            | "mod"
            | "async"
    ) {
        is_item |= matches!(word, "const" | "fn" | "struct" | "enum" | "trait" | "type" | "static" | "mod");
        word = words.next()?;
    }
    // A row of a table of steps or actions names the thing in files and may end with a semicolon.
    let is_row = line.contains(" = \"") && line.starts_with(|first: char| first.is_ascii_uppercase());
    let is_member = line.ends_with([',', '(', '{'])
        && !line.starts_with(['#', '}', '/', '"', '|', '.'])
        && !line.contains("=>")
        && !line.contains(';');
    (is_item || is_member || is_row).then_some(word)
}

/// Where each rule is named below a folder.
pub fn places(folder: &str, endings: &[&str], rulebook: &str) -> BTreeMap<String, Vec<Place>> {
    let mut named: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for path in files(&root().join(folder), endings) {
        let file = path.strip_prefix(root()).expect("a file of the project").to_string_lossy().into_owned();
        if file.starts_with("tests/sources") {
            continue;
        }
        if file.ends_with("/rules/keys.rs") {
            // The list of keys has a column of its own.
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable file");
        let text = if folder == "src" { text.split("#[cfg(test)]").next().unwrap_or(&text) } else { &text };
        for (id, distance, item) in named_in(text, prefix(rulebook)) {
            let name = item.map_or(file.clone(), |item| format!("{file}: {item}"));
            named.entry(id.to_owned()).or_default().push(Place { distance, name });
        }
    }
    named
}

/// The IDs of one file, each with its distance and the item that names it.
fn named_in(text: &str, prefix: char) -> Vec<(&str, u8, Option<&str>)> {
    let mut found = Vec::new();
    let mut waiting: Vec<&str> = Vec::new();
    let mut function = None;
    let mut in_attribute = false;
    for line in text.lines().map(str::trim) {
        let is_attribute = in_attribute || line.starts_with("#[");
        in_attribute = is_attribute && !line.ends_with(']');
        if line.starts_with("//!") {
            found.extend(ids(line, prefix).into_iter().map(|id| (id, 2, None)));
        } else if line.starts_with("///") {
            waiting.extend(ids(line, prefix));
        } else if is_attribute || line.is_empty() {
            found.extend(ids(line, prefix).into_iter().map(|id| (id, 1, function)));
        } else {
            let item = declared(line);
            if line.contains("fn ") && item.is_some() {
                function = item;
            }
            if !waiting.is_empty() {
                found.extend(waiting.drain(..).map(|id| (id, 0, item.or(function))));
            }
            found.extend(ids(line, prefix).into_iter().map(|id| (id, 1, function)));
        }
    }
    found
}

/// The keys that concern each rule, from the list of a rulebook's keys.
pub fn keys(rulebook: &str) -> BTreeMap<String, Vec<String>> {
    let folder = rulebook.replace('-', "_");
    let lists = ["rules/keys.rs", "rules/mod.rs"].map(|file| root().join(format!("src/{folder}/{file}")));
    let list = lists.iter().find(|path| path.exists()).expect("the list of keys");
    let text = fs::read_to_string(list).expect("a readable list of keys");
    let mut concerned: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in text.lines().map(str::trim) {
        let Some((key, rest)) = line.split_once(": ") else { continue };
        let Some((_, quoted)) = rest.split_once(", \"") else { continue };
        if !key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
            continue;
        }
        let quoted = quoted.split('"').next().unwrap_or(quoted);
        for id in ids(quoted, prefix(rulebook)) {
            concerned.entry(id.to_owned()).or_default().push(key.to_owned());
        }
    }
    concerned
}
