//! The index beside each ledger in `docs/rules` (`jomini-index.md`, `en-avant-index.md`): for every rule,
//! interpretation and worked example its keys, the code that implements it and the tests that show it. It is generated
//! from the sources, and this test checks that it is up to date;
//! `REGLETTE_UPDATE=1 cargo test --test sources rule_index` regenerates it.

mod places;

use places::{Place, keys, places};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The heading of an index file.
const HEADING: &str = "# Index: where each rule stands\n\nGenerated from the sources by `REGLETTE_UPDATE=1 cargo test \
    --test sources rule_index`; the rules are in";

/// The maximum number of places named for one rule, of each kind: the nearest ones first.
const MOST_PLACES: usize = 3;

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The IDs that a ledger defines, in its order, and whether each requires code or tests. Two IDs with a dash between
/// them represent the whole range.
fn defined(ledger: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for line in ledger.lines() {
        let entry = line.strip_prefix("- **").or_else(|| line.strip_prefix("**EI-").map(|_| &line[2..]));
        let Some((name, _)) = entry.and_then(|entry| entry.split_once("**")) else { continue };
        let id = name.split(' ').next().unwrap_or(name);
        if !id.ends_with(|last: char| last.is_ascii_digit()) {
            continue;
        }
        let asks = !line.contains("(informative");
        match (name.split_once(" – "), id.split_once('.')) {
            (Some((_, last)), Some((chapter, first))) => {
                let number = |text: &str| text.parse::<u32>().expect("a range of rules ends in a number");
                let last = last.split_once('.').expect("a range lies in a chapter").1;
                found.extend((number(first)..=number(last)).map(|number| (format!("{chapter}.{number}"), asks)));
            }
            _ => found.push((id.to_owned(), asks)),
        }
    }
    found
}

fn listed(places: Option<&Vec<Place>>) -> String {
    let mut names: Vec<&Place> = places.into_iter().flatten().collect();
    names.sort();
    let mut seen = BTreeSet::new();
    names.retain(|place| seen.insert(&place.name));
    names.iter().take(MOST_PLACES).map(|place| format!("`{}`", place.name)).collect::<Vec<_>>().join(" ")
}

fn index(ledger: &str, rulebook: &str) -> String {
    let keys = keys(rulebook);
    let code = places("src", &["rs"], rulebook);
    let tests = places("tests", &["rs", "toml"], rulebook);
    let mut text =
        format!("{HEADING} [{rulebook}.md]({rulebook}.md).\n\n| rule | keys | code | tests |\n|---|---|---|---|\n");
    for (id, asks) in defined(ledger) {
        if !asks {
            writeln!(text, "| {id} | | informative | |").expect("text takes text");
            continue;
        }
        let named = |map: &BTreeMap<String, Vec<Place>>| listed(map.get(&id));
        let keys = keys
            .get(&id)
            .map_or(String::new(), |keys| keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(" "));
        writeln!(text, "| {id} | {keys} | {} | {} |", named(&code), named(&tests)).expect("text takes text");
    }
    text
}

fn is_true_of(rulebook: &str) {
    let read = |path: &Path| fs::read_to_string(path).expect("a file of docs/rules");
    let ledger = read(&root().join(format!("docs/rules/{rulebook}.md")));
    let name = format!("docs/rules/{rulebook}-index.md");
    let path = root().join(&name);
    let wanted = index(&ledger, rulebook);
    if std::env::var_os("REGLETTE_UPDATE").is_some() {
        fs::write(&path, wanted).expect("an index that can be written");
        return;
    }
    let found = read(&path);
    if let Some((number, (found, wanted))) =
        found.lines().zip(wanted.lines()).enumerate().find(|(_, (found, wanted))| found != wanted)
    {
        panic!(
            "{name}:{}: the index is not that of the sources (REGLETTE_UPDATE=1 writes it anew)\n   found {found}\n  \
                wanted {wanted}",
            number + 1
        );
    }
    assert_eq!(found.lines().count(), wanted.lines().count(), "{name} is not the index of the sources");
}

#[test]
fn the_index_of_jomini_is_that_of_the_sources() {
    is_true_of("jomini");
}

#[test]
fn the_index_of_en_avant_is_that_of_the_sources() {
    is_true_of("en-avant");
}
