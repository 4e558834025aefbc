//! Comparisons and one step of a balance, split and merged, give the bytes of an unsplit one.

use crate::resealed::{text_of, write_sealed};
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

/// Runs a command in a folder, which must exit with this code; returns its output on both streams.
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

/// Checks that merging the parts of a folder gives the results of the whole.
fn come_to(study: &Study, whole: &Whole, folder: &Path, parts: &[&'static str]) {
    let (screen, _) = said(study, folder, &[&["merge"], parts, &["--out", "found"]].concat(), 0);
    let mut found = files(folder);
    found.retain(|path, _| !path.starts_with("parts"));
    // A part cannot know about the further file that the whole writes.
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
        // A part given twice, and one that is resumed though it is done.
        said(&study, folder.path(), &[study.words[0], "--resume", "parts/b"], 0);
        come_to(&study, &whole, folder.path(), &["parts/a", "./parts/b", "parts/b", "parts/c"]);
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
    assert!(notes.contains("this part is not finished; resume it: reglette compare --resume parts/b"), "{notes}");
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
    refused(&["parts/a", "parts/b"], "parts/b: it is not a part of the same study as parts/a");
    refused(&["parts/a", "parts/c"], "parts/c: it is part 2/3, but parts/a is part 1/2");
    refused(&["parts/a", "parts/d", "--partial"], "--partial: the results of a study need all of its games");
    refused(&["parts/a", "parts"], "parts");
    let log = folder.path().join("parts/d/journal/log");
    let mut bytes = fs::read(&log).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&log, bytes).unwrap();
    refused(&["parts/a", "parts/d"], "parts/d: this part is not finished");
}

#[test]
fn parts_of_another_program_are_refused_before_anything_is_written() {
    let folder = ground();
    part(&COMPARE, folder.path(), "1/1", "parts/a", &[]);
    let plan = folder.path().join("parts/a/journal/plan.toml");
    let was = text_of(&plan);
    let signature = was.lines().find(|line| line.starts_with("signature")).unwrap().to_owned();
    let version = was.lines().find(|line| line.starts_with("version")).unwrap().to_owned();
    for (line, other, reason) in [
        (version, "version = \"0.0.9\"", "another version (0.0.9)"),
        (signature, "signature = \"0123456789abcdef\"", "it was played by another engine"),
    ] {
        write_sealed(&plan, &was.replace(&line, other));
        let (_, notes) = said(&COMPARE, folder.path(), &["merge", "parts/a", "--out", "found"], 2);
        assert!(notes.contains("parts/a") && notes.contains(reason), "{notes}");
        assert!(!folder.path().join("found").exists());
    }
    fs::remove_file(&plan).unwrap();
    let (_, notes) = said(&COMPARE, folder.path(), &["merge", "parts/a", "--out", "found"], 2);
    assert!(notes.contains("parts/a/journal/plan.toml: it is missing"), "{notes}");
}

/// What a comparison repeats is stored with it, like the files that it reads.
#[test]
fn a_comparison_that_is_repeated_in_parts_needs_the_older_one_no_more() {
    let whole = COMPARE.left_alone();
    let folder = ground();
    said(&COMPARE, folder.path(), &[&words_of(&COMPARE, &[])[..], &["--out", "before"]].concat(), 0);
    for (shard, out) in [("1/2", "parts/a"), ("2/2", "parts/b")] {
        said(&COMPARE, folder.path(), &["compare", "--again", "before", "--shard", shard, "--out", out], 0);
    }
    fs::remove_dir_all(folder.path().join("before")).unwrap();
    let (screen, _) = said(&COMPARE, folder.path(), &["merge", "parts/a", "parts/b", "--out", "found"], 0);
    assert!(screen.contains("The same results as in before/manifest.toml."), "{screen}");
    let found = files(&folder.path().join("found"));
    let expected = |name: &str| whole.files[&Path::new("found").join(name)].clone();
    assert!(
        found.keys().all(|name| found[name] == expected(name.to_str().unwrap())) && found.len() == 4,
        "{:?}",
        found.keys()
    );
}

#[test]
fn nobody_plays_a_part_of_more_than_there_can_be() {
    let folder = ground();
    for shard in ["1/99999999999", "0/3", "4/3", "+1/3", "1/0"] {
        let words = [&words_of(&COMPARE, &[])[..], &["--out", "found", "--shard", shard]].concat();
        let (_, notes) = said(&COMPARE, folder.path(), &words, 2);
        assert!(notes.contains("expected a shard such as 1/4, from 1/N to N/N with N up to 100000"), "{notes}");
    }
    assert!(!folder.path().join("found").exists());
}

#[test]
fn what_cannot_be_written_is_said_before_play_and_what_is_no_journal_stays() {
    let folder = ground();
    fs::create_dir_all(folder.path().join("mine/journal")).unwrap();
    fs::write(folder.path().join("mine/journal/diary.txt"), "dear diary").unwrap();
    let base = words_of(&BALANCE, &[]);
    for (more, reason) in [
        (&["--out", "found", "--write", "mine", "--force"][..], "mine: it is a folder; expected the path of a file"),
        (&["--out", "found", "--write", "new/"], "new/: it is a folder; expected the path of a file"),
        (&["--out", "found", "--write", "slow.toml/fair.toml"], "slow.toml/fair.toml: its parent is not a folder"),
        (&["--out", "mine", "--force"], "mine/journal is not a journal of a run, and is not removed"),
    ] {
        let (_, notes) = said(&BALANCE, folder.path(), &[&base[..], more].concat(), 2);
        assert!(notes.contains(reason), "{notes}");
    }
    let (_, notes) =
        said(&BALANCE, folder.path(), &["tournament", "sprint", "--games", "4", "--out", "mine", "--force"], 2);
    assert!(notes.contains("mine/journal is not a journal of a run"), "{notes}");
    assert_eq!(fs::read_to_string(folder.path().join("mine/journal/diary.txt")).unwrap(), "dear diary");
    assert!(!folder.path().join("found").exists());
}
