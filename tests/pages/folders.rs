//! Small folders of every kind, on the toy game as far as it allows them.

use super::{done, page};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// Commands that each write a folder of their own name.
pub const KINDS: [(&str, &[&str]); 12] = [
    (
        "tournament",
        &["tournament", "sprint", "--bots", "greedy,random", "--armies", "hares,tortoises", "--games", "20"],
    ),
    ("swiss", &["tournament", "sprint", "--bots", "greedy,random", "--armies", "hares,tortoises", "--swiss", "2"]),
    ("gauntlet", &["tournament", "classic", "--bots", "greedy,random", "--gauntlet", "greedy", "--games", "20"]),
    ("test", &["tournament", "classic", "--bots", "greedy,random", "--games", "400", "--sprt", "elo0=0", "elo1=60"]),
    ("until", &["tournament", "classic", "--bots", "greedy,random", "--games", "400", "--until", "half_width=0.1"]),
    (
        "adaptive",
        &[
            "tournament",
            "sprint",
            "--bots",
            "greedy",
            "--armies",
            "hares,tortoises,harriers.toml",
            "--games",
            "60",
            "--allocate",
            "adaptive",
            "--for",
            "verdicts",
        ],
    ),
    ("comparison", &["compare", "sprint", "--rules", "toy", "--against", "dear.toml", "--games", "40"]),
    ("sweep", &["compare", "sprint", "--rules", "toy", "--sweep", "price=1..3", "--games", "40"]),
    ("metagame", &["metagame", "sprint", "--armies", "hares,tortoises,harriers.toml", "--games", "20"]),
    (
        "balance",
        &[
            "balance",
            "plain",
            "--armies",
            "brigade",
            "--budget",
            "130",
            "--games",
            "1000",
            "--held-out",
            "80",
            "--iterate",
            "2",
        ],
    ),
    (
        "breaker",
        &[
            "breaker",
            "sprint",
            "--armies",
            "hares,tortoises",
            "--population",
            "4",
            "--generations",
            "3",
            "--games",
            "4",
            "--confirm",
            "40",
        ],
    ),
    ("probe", &["probe", "--scenarios", "sprint", "--games", "20"]),
];

/// Writes the files that some commands read: rules with another price, and a third army.
pub fn prepare(folder: &Path) {
    fs::write(folder.join("dear.toml"), "extends = \"toy\"\nprice = 4\n").unwrap();
    let army = "name = \"Harriers\"\nrunners = [{ name = \"a\", dice = 2 }, { name = \"b\", dice = 1 }]\n";
    fs::write(folder.join("harriers.toml"), army).unwrap();
}

/// The folders that are written already, each once for all tests.
static WRITTEN: Mutex<BTreeMap<String, TempDir>> = Mutex::new(BTreeMap::new());

/// Writes the folder of a kind into another folder, and returns its path.
pub fn write(folder: &Path, kind: &str) -> PathBuf {
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    let own = written.entry(kind.to_owned()).or_insert_with(|| {
        let place = tempfile::tempdir().unwrap();
        prepare(place.path());
        let (_, arguments) = KINDS.iter().find(|(name, _)| *name == kind).unwrap();
        done(place.path(), &[arguments, &["--out", kind, "--quiet", "--threads", "2"][..]].concat());
        place
    });
    let to = folder.join(kind);
    fs::create_dir_all(&to).unwrap();
    for entry in fs::read_dir(own.path().join(kind)).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
    to
}

#[test]
fn every_command_writes_a_page_that_can_be_written_again() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    for (kind, _) in KINDS {
        let own = write(folder.path(), kind);
        let written = page(&own);
        assert!(written.contains("id=\"answer\""), "{kind}");
        assert!(written.len() < 1_000_000, "{kind} takes {} bytes", written.len());
        assert!(!written.contains("Not finished"), "{kind}");
        let wrote = done(folder.path(), &["report", kind, "--out", "again.html"]);
        assert_eq!(wrote, "Wrote again.html\n");
        assert_eq!(fs::read_to_string(folder.path().join("again.html")).unwrap(), written, "{kind}");
        // One file that loads nothing: no address but those of its own folder, and the name of the format of its maps.
        let written = written.replace("http://www.w3.org/2000/svg", "");
        assert!(!written.contains("http://") && !written.contains("https://"), "{kind}");
        for link in super::between(&written, "<a href=\"", "\"") {
            let exists = link.starts_with('#') || own.join(link).is_file();
            assert!(exists, "{kind} links to {link}");
        }
    }
}

#[test]
fn a_page_does_not_depend_on_threads_or_shards() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let whole = page(&write(folder.path(), "tournament"));
    let (_, arguments) = KINDS[0];
    let play = |more: &[&str]| done(folder.path(), &[arguments, &["--quiet"], more].concat());
    play(&["--threads", "1", "--out", "one"]);
    assert_eq!(page(&folder.path().join("one")), whole);
    play(&["--shard", "1/2", "--out", "p1"]);
    play(&["--shard", "2/2", "--out", "p2"]);
    let part = page(&folder.path().join("p1"));
    assert!(part.contains("Not finished") && part.contains("Still to be played: 2/2"));
    done(folder.path(), &["merge", "p1", "p2", "--out", "merged"]);
    assert_eq!(page(&folder.path().join("merged")), whole);
}

#[test]
fn the_command_on_the_page_of_a_study_repeats_it() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    for (kind, table) in [("probe", "probes.csv"), ("breaker", "breaker.csv")] {
        let own = write(folder.path(), kind);
        let page = page(&own);
        let command = super::between(&page, "All of it again: <code>", "</code>")[0];
        let words = shlex::split(&super::plain(command)).unwrap();
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        done(folder.path(), &[&words[..], &["--out", "repeated", "--force", "--quiet"]].concat());
        let [first, second] = [own, folder.path().join("repeated")].map(|run| fs::read(run.join(table)).unwrap());
        assert_eq!(first, second, "{command}");
    }
}

#[test]
fn a_folder_without_results_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = super::reglette(folder.path(), &["report", "."]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("not a folder of results: it has neither manifest.toml nor journal"), "{text}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
