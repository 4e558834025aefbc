//! Traceability of the rulebook: every rule and interpretation of `docs/rules/jomini.md` is named in the code that
//! implements it and in a test that would fail without it.
//!
//! A rule counts as implemented where its ID occurs in full in `src` before a file's first `#[cfg(test)]`, and as
//! tested where it occurs in `tests` or after that line. Rules of later work are in [`NOT_YET_DUE`], which only
//! shrinks; rules marked `(informative: …)` require nothing. The ledger itself is checked too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Rules of chapters and troops that are still to come, as chapter and numbers. Take a number out as soon as code and
/// tests name its rule.
const NOT_YET_DUE: &[(&str, &[u32])] = &[];

/// The length of the list when it was last cut: it only shrinks.
const MOST_NOT_YET_DUE: usize = 0;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn ledger() -> String {
    read("docs/rules/jomini.md")
}

/// The number of bytes of the digits at the beginning.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The ID at the beginning, if there is one: `J5.13`, `JA3.2`, `JI-7`, `JX-14`.
fn id_at(text: &str) -> Option<&str> {
    let after_j = text.strip_prefix('J')?;
    let head = match after_j.as_bytes().first()? {
        b'I' | b'X' if after_j[1..].starts_with('-') => 3,
        b'A' => {
            let chapter = digits(&after_j[1..]);
            if chapter == 0 || !after_j[1 + chapter..].starts_with('.') {
                return None;
            }
            2 + chapter + 1
        }
        _ => {
            let chapter = digits(after_j);
            if chapter == 0 || !after_j[chapter..].starts_with('.') {
                return None;
            }
            1 + chapter + 1
        }
    };
    let number = digits(&text[head..]);
    let end = head + number;
    let rest = &text[end..];
    let goes_on = rest.starts_with(|next: char| next.is_ascii_alphanumeric())
        || (rest.starts_with('.') && rest[1..].starts_with(|next: char| next.is_ascii_digit()));
    (number > 0 && !goes_on).then(|| &text[..end])
}

/// All IDs that occur in full in a text.
fn ids(text: &str) -> BTreeSet<String> {
    text.match_indices('J')
        .filter(|(at, _)| !text[..*at].ends_with(|before: char| before.is_ascii_alphanumeric() || before == '.'))
        .filter_map(|(at, _)| id_at(&text[at..]))
        .map(str::to_owned)
        .collect()
}

/// The rules, interpretations and examples that the ledger defines, in its order: those that begin a list entry in
/// bold.
fn definitions(ledger: &str) -> Vec<(String, &str)> {
    ledger
        .lines()
        .filter_map(|line| {
            let (id, _) = line.strip_prefix("- **")?.split_once("**")?;
            (id_at(id) == Some(id)).then(|| (id.to_owned(), line))
        })
        .collect()
}

/// The IDs that require code or tests: all but the informative ones.
fn wanted(ledger: &str) -> BTreeSet<String> {
    definitions(ledger).into_iter().filter(|(_, line)| !line.contains("(informative")).map(|(id, _)| id).collect()
}

fn not_yet_due() -> Vec<String> {
    let joint = |chapter: &str| if chapter == "JX" { '-' } else { '.' };
    NOT_YET_DUE
        .iter()
        .flat_map(|(chapter, numbers)| numbers.iter().map(move |number| format!("{chapter}{}{number}", joint(chapter))))
        .collect()
}

/// All files below a folder with one of these extensions.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| endings.iter().any(|one| ending == *one)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// IDs named in code, and IDs named in tests.
fn named() -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut code, mut tests) = (BTreeSet::new(), BTreeSet::new());
    for path in files("src", &["rs"]) {
        let text = fs::read_to_string(path).expect("a readable file");
        let (before, after) = text.split_at(text.find("#[cfg(test)]").unwrap_or(text.len()));
        code.extend(ids(before));
        tests.extend(ids(after));
    }
    for path in files("tests", &["rs", "toml", "jsonl", "snap", "txt", "csv"]) {
        if !path.ends_with("tests/sources/traceability.rs") {
            tests.extend(ids(&fs::read_to_string(path).expect("a readable file")));
        }
    }
    (code, tests)
}

/// IDs in the order of chapters and numbers.
fn listed<'a>(ids: impl Iterator<Item = &'a String>) -> String {
    let mut sorted: Vec<&String> = ids.collect();
    sorted.sort_by_key(|id| {
        let (chapter, number) = id.split_once(['.', '-']).expect("a chapter and a number");
        (chapter.to_owned(), number.parse::<u32>().unwrap_or(0))
    });
    sorted.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}

#[test]

fn every_rule_that_is_due_is_named_in_code() {
    let (code, _) = named();
    let later: BTreeSet<String> = not_yet_due().into_iter().collect();
    let wanted = wanted(&ledger());
    let missing: Vec<&String> =
        wanted.iter().filter(|id| !id.starts_with("JX") && !later.contains(*id) && !code.contains(*id)).collect();
    assert!(missing.is_empty(), "{} rules are not named in src: {}", missing.len(), listed(missing.iter().copied()));
}

#[test]
fn every_rule_and_example_that_is_due_is_named_in_a_test() {
    let (_, tests) = named();
    let later: BTreeSet<String> = not_yet_due().into_iter().collect();
    let wanted = wanted(&ledger());
    let missing: Vec<&String> = wanted.iter().filter(|id| !later.contains(*id) && !tests.contains(*id)).collect();
    assert!(missing.is_empty(), "{} rules are not named in tests: {}", missing.len(), listed(missing.iter().copied()));
}

#[test]

fn the_list_of_later_rules_only_shrinks() {
    let later = not_yet_due();
    assert!(
        later.len() == MOST_NOT_YET_DUE,
        "{} rules are put off, more than the {MOST_NOT_YET_DUE} of before",
        later.len()
    );
    let known = wanted(&ledger());
    let unknown: Vec<&String> = later.iter().filter(|id| !known.contains(*id)).collect();
    assert!(unknown.is_empty(), "no rules of the ledger that ask for anything: {}", listed(unknown.into_iter()));
    let once: BTreeSet<&String> = later.iter().collect();
    assert_eq!(once.len(), later.len(), "a rule is put off twice");
    let (code, tests) = named();
    let done: Vec<&String> =
        later.iter().filter(|id| tests.contains(*id) && (id.starts_with("JX") || code.contains(*id))).collect();
    assert!(done.is_empty(), "named in code and tests by now, so take them off the list: {}", listed(done.into_iter()));
}

#[test]
fn every_id_of_the_ledger_is_defined_once() {
    let ledger = ledger();
    let mut seen = BTreeSet::new();
    for (id, _) in definitions(&ledger) {
        assert!(seen.insert(id.clone()), "{id} is defined twice");
    }
    let unknown: Vec<String> = ids(&ledger).into_iter().filter(|id| !seen.contains(id)).collect();
    assert!(unknown.is_empty(), "mentioned but not defined: {unknown:?}");
}

#[test]
fn the_numbers_of_a_chapter_leave_no_gap() {
    let ledger = ledger();
    let mut chapters: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (id, _) in definitions(&ledger) {
        let (chapter, number) = id.split_once(['.', '-']).expect("a chapter and a number");
        chapters.entry(chapter.to_owned()).or_default().push(number.parse().expect("a number"));
    }
    for (chapter, numbers) in chapters {
        assert!(numbers.iter().copied().eq(1..=numbers.len() as u32), "{chapter} is numbered {numbers:?}");
    }
}

/// The cells of a table row.
fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// The rows of the first table after a heading, without its head.
fn rows<'a>(text: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let start = text.find(heading).unwrap_or_else(|| panic!("no heading {heading}"));
    text[start..]
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(cells)
        .collect()
}

#[test]
fn each_parameter_is_listed_once_and_where_it_is_defined() {
    let ledger = ledger();
    let defined: BTreeMap<String, &str> = definitions(&ledger).into_iter().collect();
    let mut seen = BTreeSet::new();
    for row in rows(&ledger, "## Appendix B.") {
        let [name, default, place] = row[..] else { panic!("a row of another width: {row:?}") };
        assert!(seen.insert(name), "{name} is listed twice");
        if place == "section 7" {
            continue;
        }
        let line = defined.get(place).unwrap_or_else(|| panic!("{name} is said to be defined in {place}"));
        let (name, default) = (name.trim_matches('`'), default.trim_matches('`'));
        assert!(line.contains(name), "{place} does not name {name}");
        assert!(
            line.contains(&format!("{name} = {default}")) || !line.contains(&format!("`{name} =")),
            "{place} gives {name} another default than {default}"
        );
    }
    assert!(seen.len() > 200, "the table of parameters is there");
}

#[test]
fn the_example_units_of_the_csv_are_those_of_the_ledger() {
    let (ledger, csv) = (ledger(), read("docs/rules/jomini-units.csv"));
    let types: BTreeSet<&str> =
        rows(&ledger, "### T2. Unit types").iter().map(|row| row[1].trim_matches('`')).collect();
    let table = rows(&ledger, "## 8. Example units");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("a well-formed file");
    assert_eq!(records.len(), table.len());
    let spaced = |cell: &str| cell.replace(';', ", ");
    // The ledger prints letters with their names: "H Hesitant, I Elusive".
    let codes =
        |cell: &str| cell.split(", ").filter_map(|letter| letter.split(' ').next()).collect::<Vec<_>>().join(", ");
    for (record, row) in records.iter().zip(&table) {
        assert!(types.contains(&record[3]), "{} is of no type of table T2", &record[2]);
        assert_eq!([&record[0], &record[2], &record[1]], [row[1], row[2], row[3]]);
        assert_eq!([&record[3], &record[4], &record[5]], [row[4].trim_matches('`'), row[5], row[6]]);
        assert_eq!(
            [spaced(&record[6]), spaced(&record[7]), spaced(&record[8])],
            [codes(row[7]), codes(row[8]), codes(row[9])],
            "letters of {}",
            &record[2]
        );
        assert_eq!(
            [spaced(&record[9]), spaced(&record[10])],
            [row[10].to_owned(), row[11].to_owned()],
            "{}",
            &record[2]
        );
    }
}
