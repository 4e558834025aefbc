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
        let wrote = done(folder.path(), &["report", kind]);
        assert_eq!(wrote, format!("Wrote {kind}/report.html\n"));
        assert_eq!(page(&own), written, "{kind}");
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
fn a_page_elsewhere_leads_to_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let own = write(folder.path(), "tournament");
    let place = folder.path().join("my pages");
    fs::create_dir(&place).unwrap();
    done(folder.path(), &["report", "tournament", "--out", "my pages/again.html"]);
    let written = fs::read_to_string(place.join("again.html")).unwrap();
    let links: Vec<&str> = super::between(&written, "<a href=\"", "\"");
    assert!(links.contains(&"../tournament/matchups.csv"), "{links:?}");
    for link in links {
        assert!(link.starts_with('#') || place.join(link).is_file(), "{link}");
    }
    assert!(written.contains("meant for the folder <bdi>../tournament</bdi>"));
    assert!(!page(&own).contains("../tournament"));
}

#[test]
fn a_study_of_own_files_is_repeated_by_its_manifest() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    fs::create_dir(folder.path().join("mine")).unwrap();
    fs::rename(folder.path().join("harriers.toml"), folder.path().join("mine/harriers.toml")).unwrap();
    let words = ["probe", "--scenarios", "sprint", "--armies", "hares,mine/harriers.toml", "--games", "4", "--quiet"];
    done(folder.path(), &[&words[..], &["--out", "probe"]].concat());
    let own = folder.path().join("probe");
    let command = super::between(&page(&own), "All of it again: <code>", "</code>")[0].to_owned();
    assert_eq!(command, "reglette run .");
    done(&own, &["run", ".", "--out", "../repeated"]);
    let [first, second] =
        ["probe", "repeated"].map(|run| fs::read(folder.path().join(run).join("probes.csv")).unwrap());
    assert_eq!(first, second);
}

#[test]
fn a_missing_table_is_named() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    for (kind, table) in [("balance", "costs.csv"), ("probe", "probes.csv"), ("tournament", "games.csv")] {
        let own = write(folder.path(), kind);
        fs::remove_file(own.join(table)).unwrap();
        done(folder.path(), &["report", kind]);
        assert!(page(&own).contains(&format!("Not as they were written, or missing: {table}.")), "{kind}");
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
