//! Comparisons and one step of a balance, split and joined, give the bytes of one that nobody split.

use crate::studies::{BALANCE, COMPARE, Study, Whole, files, ground, render};
use rustix::process::Signal;
use std::fs;
use std::path::Path;

/// The command without its `--out`, and for a part without the file that only the whole writes.
fn words_of(study: &Study, more: &[&'static str]) -> Vec<&'static str> {
    let mut words = study.words.to_vec();
    for option in ["--out", "--write"] {
        if let Some(place) = words.iter().position(|word| *word == option) {
            words.drain(place..place + 2);
        }
    }
    [&words, more].concat()
}

/// Does something in a folder, which must end with this code; what it said on both streams.
fn said(study: &Study, folder: &Path, words: &[&str], code: i32) -> (String, String) {
    let output = study.program(folder, words).output().unwrap();
    let rendered = render(&output);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {rendered:?}");
    rendered
}

fn part(study: &Study, folder: &Path, shard: &'static str, out: &'static str, more: &[&'static str]) {
    let words = [&words_of(study, more), &["--shard", shard, "--out", out][..]].concat();
    let (screen, _) = said(study, folder, &words, 0);
    assert!(
        screen.contains(&format!("part {shard}")) && screen.contains("`reglette merge` with the folders of all parts"),
        "{screen}"
    );
    assert!(!folder.join(out).join("manifest.toml").exists(), "a part writes no results");
}

/// That the parts of a folder come to what the whole did.
fn come_to(study: &Study, whole: &Whole, folder: &Path, parts: &[&'static str]) {
    let (screen, _) = said(study, folder, &[&["merge"], parts, &["--out", "found"]].concat(), 0);
    let mut found = files(folder);
    found.retain(|path, _| !path.starts_with("parts"));
    // A part cannot know of the file that the whole writes besides.
    let expected: Vec<_> = whole.files.iter().filter(|(path, _)| !path.ends_with("fair.toml")).collect();
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.iter().map(|(path, _)| *path).collect::<Vec<_>>());
    assert!(
        found.iter().zip(expected).all(|((_, found), (_, whole))| found == whole),
        "{}: other bytes",
        study.words[0]
    );
    assert_eq!(screen, whole.screen.replace("Wrote rules/fair.toml\n", ""));
    fs::remove_dir_all(folder.join("found")).unwrap();
}

#[test]
fn parts_of_a_study_come_to_the_bytes_of_the_whole() {
    for study in [COMPARE, BALANCE] {
        let whole = study.left_alone();
        let folder = ground();
        for (shard, out) in [("1/3", "parts/a"), ("2/3", "parts/b"), ("3/3", "parts/c")] {
            part(&study, folder.path(), shard, out, &[]);
        }
        come_to(&study, &whole, folder.path(), &["parts/b", "parts/c", "parts/a"]);
        // A part that is there twice, and one that is gone on with though it is done.
        said(&study, folder.path(), &[study.words[0], "--resume", "parts/b"], 0);
        come_to(&study, &whole, folder.path(), &["parts/a", "parts/b", "parts/b", "parts/c"]);
        // More parts than blocks of pairs: some have nothing to play.
        part(&study, folder.path(), "1/1", "parts/one", &[]);
        come_to(&study, &whole, folder.path(), &["parts/one"]);
    }
}

#[test]
fn a_part_that_was_killed_goes_on_as_that_part() {
    let whole = COMPARE.left_alone();
    let folder = ground();
    part(&COMPARE, folder.path(), "1/2", "parts/a", &[]);
    let killed = Study {
        words: &[
            "compare",
            "sprint",
            "--rules",
            "slow.toml",
            "--against",
            "toy",
            "--games",
            "400",
            "--events",
            "--out",
            "parts/b",
            "--shard",
            "2/2",
        ],
        at: "parts/b",
        journal: "parts/b/journal",
    };
    killed.broken_off(folder.path(), Signal::KILL, 10);
    let (_, notes) = said(&COMPARE, folder.path(), &["merge", "parts/a", "parts/b", "--out", "found"], 2);
    assert!(notes.contains("this part is not finished; go on with it: reglette compare --resume parts/b"), "{notes}");
    assert!(!folder.path().join("found").exists());
    said(&killed, folder.path(), &["compare", "--resume", "parts/b"], 0);
    come_to(&COMPARE, &whole, folder.path(), &["parts/a", "parts/b"]);
}

#[test]
fn parts_that_do_not_belong_together_or_are_damaged_are_refused() {
    let folder = ground();
    part(&COMPARE, folder.path(), "1/2", "parts/a", &[]);
    part(&COMPARE, folder.path(), "2/2", "parts/b", &["--seed", "5"]);
    part(&COMPARE, folder.path(), "2/3", "parts/c", &[]);
    part(&COMPARE, folder.path(), "2/2", "parts/d", &[]);
    let refused = |parts: &[&str], reason: &str| {
        let (_, notes) = said(&COMPARE, folder.path(), &[&["merge"], parts, &["--out", "found"]].concat(), 2);
        assert!(notes.contains(reason), "{notes}");
        assert!(!folder.path().join("found").exists(), "nothing is written before all parts are checked");
    };
    refused(&["parts/a"], "parts are missing: 2/2");
    refused(&["parts/a", "parts/b"], "parts/b: its command does not ask what it asked");
    refused(&["parts/a", "parts/c"], "parts/c: it is part 2/3, but parts/a is part 1/2");
    refused(&["parts/a", "parts/d", "--partial"], "--partial: a study is written from all of its games");
    refused(&["parts/a", "parts"], "parts");
    let log = folder.path().join("parts/d/journal/log");
    let mut bytes = fs::read(&log).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&log, bytes).unwrap();
    refused(&["parts/a", "parts/d"], "parts/d: this part is not finished");
}
