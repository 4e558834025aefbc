//! A run that is killed at any moment can be resumed to the same bytes.

use crate::resealed::{text_of, write_sealed};
use crate::studies::files as all_files;
use crate::{files, reglette, said, text};
use reglette::data::sealed::sealed_line;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A tournament that takes a second or two, with checkpoints as often as possible.
fn arguments(out: &Path) -> [&str; 15] {
    let out = text(out);
    [
        "tournament",
        "plain",
        "river",
        "--armies",
        "france,prussia",
        "--bots",
        "random,greedy",
        "--games",
        "220",
        "--seed",
        "5",
        "--checkpoint",
        "0.05",
        "--out",
        out,
    ]
}

/// Kills a run at many moments of its life, each time in a folder of its own, repeatedly until it is finished: the
/// bytes must be those of an uninterrupted run. `plans` are the plans of what it plays, below its folder: before all of
/// them are written it has not begun.
fn is_killed(begin: &dyn Fn(&Path) -> Vec<String>, more: &[&str], plans: &[&str], code: i32, moments: u32) {
    let folder = tempfile::tempdir().unwrap();
    let run_by = |words: &[String]| reglette(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let ended = |words: &[String]| assert_eq!(run_by(words).output().unwrap().status.code(), Some(code), "{words:?}");
    let whole = folder.path().join("whole");
    let clock = Instant::now();
    ended(&begin(&whole));
    let time = clock.elapsed();
    let expected = all_files(&whole);
    assert!(
        expected.len() >= 8 && expected.keys().all(|path| !path.components().any(|part| part.as_os_str() == "journal"))
    );

    let mut killed = 0;
    for moment in 1..=moments {
        let run = folder.path().join(format!("killed-{moment}"));
        let resume: Vec<String> =
            [&["tournament", "--resume", text(&run)], more].concat().iter().map(|word| (*word).to_owned()).collect();
        let mut first = true;
        loop {
            let mut child = run_by(if first { begin(&run) } else { resume.clone() }.as_slice()).spawn().unwrap();
            let patience = time.mul_f64(f64::from(moment) / f64::from(moments + 1));
            let begun = Instant::now();
            while begun.elapsed() < patience && child.try_wait().unwrap().is_none() {
                sleep(Duration::from_millis(2));
            }
            if let Some(status) = child.try_wait().unwrap() {
                assert_eq!(status.code(), Some(code), "killed at moment {moment}");
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            killed += 1;
            first = !plans.iter().all(|plan| {
                run.join(plan).join("journal/plan.toml").exists() || run.join(plan).join("manifest.toml").exists()
            });
            if first && run.exists() {
                fs::remove_dir_all(&run).unwrap();
            }
            if killed > 20 * moment {
                ended(&if first { begin(&run) } else { resume.clone() });
                break;
            }
        }
        assert!(
            all_files(&run) == expected,
            "killed at moment {moment}: the files are not those of the run left alone"
        );
    }
    assert!(killed >= moments, "{killed} kills");
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn a_run_killed_at_twenty_moments_ends_with_the_bytes_of_one_left_alone() {
    is_killed(&|out| owned(&arguments(out)), &["--checkpoint", "0.05"], &[""], 0, 20);
}

#[test]
fn a_metagame_killed_at_ten_moments_ends_with_the_bytes_of_one_left_alone() {
    let words =
        ["metagame", "plain", "--armies", "france,prussia,austria", "--games", "60", "--checkpoint", "0.05", "--out"];
    is_killed(&|out| owned(&[&words[..], &[text(out)]].concat()), &["--checkpoint", "0.05"], &[""], 0, 10);
}

#[test]
fn a_ladder_killed_at_ten_moments_ends_with_the_bytes_of_one_left_alone() {
    // Scripts written for two armies do not support the toy and forfeit.
    let words = ["tournament", "sprint", "--bots", "ladder", "--games", "2", "--checkpoint", "0.05", "--out"];
    is_killed(&|out| owned(&[&words[..], &[text(out)]].concat()), &["--checkpoint", "0.05"], &["toy"], 3, 10);
}

#[test]
fn an_interrupt_leaves_a_run_that_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, run) = (folder.path().join("whole"), folder.path().join("run"));
    said(&arguments(&whole), 0);
    let child = reglette(&arguments(&run)).spawn().unwrap();
    let merged = || {
        let checkpoint = fs::read_to_string(run.join("journal/checkpoint")).ok()?;
        serde_json::from_str::<serde_json::Value>(checkpoint.split_once(' ')?.1).ok()?["pairs"].as_u64()
    };
    while merged().unwrap_or(0) == 0 {
        sleep(Duration::from_millis(2));
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let (out, notes) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(4), "{out}{notes}");
    assert!(out.contains("So far, after ") && out.contains("against"), "{out}");
    assert!(notes.contains(&format!("reglette tournament --resume {}", run.display())), "{notes}");
    // A log that cannot be written leaves the run as it is, with what a kill during the removal of a journal has left.
    fs::create_dir(run.join(".journal.left")).unwrap();
    fs::write(run.join(".journal.left/plan.toml"), "").unwrap();
    let left = all_files(&run);
    said(&["tournament", "--resume", text(&run), "--log", text(folder.path())], 2);
    assert!(all_files(&run) == left);
    said(&["tournament", "--resume", text(&run)], 0);
    assert!(files(&run) == files(&whole));
    assert!(said(&["tournament", "--resume", text(&run)], 0).contains("is finished"));
}

#[test]
fn a_run_is_not_resumed_twice_at_once_nor_under_another_plan() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut long = arguments(&run).to_vec();
    long[8] = "100000";
    let mut child = reglette(&long).spawn().unwrap();
    while !run.join("journal/checkpoint").exists() {
        sleep(Duration::from_millis(2));
    }
    assert!(said(&["tournament", "--resume", text(&run)], 2).contains("is being played by another process"));
    // Nor is it replaced while it is played.
    let plan = fs::read(run.join("journal/plan.toml")).unwrap();
    let other = [&arguments(&run)[..], &["--force"]].concat();
    assert!(said(&other, 2).contains("is being played by another process"));
    assert_eq!(fs::read(run.join("journal/plan.toml")).unwrap(), plan);
    child.kill().unwrap();
    child.wait().unwrap();
    let plan = run.join("journal/plan.toml");
    let (sealed, planned) = (fs::read_to_string(&plan).unwrap(), text_of(&plan));
    let signature = planned.lines().find(|line| line.starts_with("signature")).unwrap();
    fs::write(&plan, sealed.replace("seed = 5", "seed = 6")).unwrap();
    assert!(
        said(&["tournament", "--resume", text(&run)], 2).contains("plan.toml: it has changed since it was written")
    );
    write_sealed(&plan, &planned.replace(signature, "signature = \"0123456789abcdef\""));
    let rendered = said(&["tournament", "--resume", text(&run)], 2);
    assert!(rendered.contains("another engine signature (0123456789abcdef)"), "{rendered}");
    write_sealed(&plan, &planned.replace("seed = 5", "seed = 6"));
    assert!(said(&["tournament", "--resume", text(&run)], 2).contains("the journal is not one of this plan"));
}

/// A run with damaged or missing journal files produces the bytes of an uninterrupted one, and reports what it plays
/// again.
#[test]
fn a_damaged_journal_is_healed() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, run) = (folder.path().join("whole"), folder.path().join("run"));
    said(&arguments(&whole), 0);
    let expected = files(&whole);
    let damage = |name: &str, how: fn(Vec<u8>) -> Option<Vec<u8>>| {
        let _ = fs::remove_dir_all(&run);
        let mut child = reglette(&arguments(&run)).spawn().unwrap();
        let checkpoint = run.join("journal/checkpoint");
        let grown = || fs::metadata(run.join("journal/games.csv")).map_or(0, |it| it.len()) > 2_000;
        while !(checkpoint.exists() && grown()) {
            assert!(child.try_wait().unwrap().is_none(), "it is still played");
            sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let path = run.join("journal").join(name);
        match how(fs::read(&path).unwrap()) {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let output = reglette(&["tournament", "--resume", text(&run)]).output().unwrap();
        let notes = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {notes}");
        assert!(files(&run) == expected, "{name}: other bytes");
        notes
    };
    // "wins":0 changed to "wins":9, as an editor or a bad disk might.
    let digit = |bytes: Vec<u8>| Some(String::from_utf8(bytes).unwrap().replacen(":0,", ":9,", 1).into_bytes());
    let half = |bytes: Vec<u8>| Some(bytes[..bytes.len() / 2].to_vec());
    for notes in [damage("checkpoint", digit), damage("checkpoint", half)] {
        assert!(notes.contains("checkpoint is damaged") && notes.contains("are played again"), "{notes}");
    }
    // A win too many, under a hash that is right.
    let forged = |bytes: Vec<u8>| {
        let line = String::from_utf8(bytes).unwrap();
        let mut checkpoint: serde_json::Value = serde_json::from_str(line.split_once(' ').unwrap().1).unwrap();
        let wins = checkpoint.pointer_mut("/counts/counters/0/wins").unwrap();
        *wins = (wins.as_u64().unwrap() + 1).into();
        Some(sealed_line("", &checkpoint.to_string()).into_bytes())
    };
    let notes = damage("checkpoint", forged);
    assert!(notes.contains("counts that contradict each other") && notes.contains("are played again"), "{notes}");
    let notes = damage("checkpoint", |_| None);
    assert!(notes.contains("checkpoint is missing"), "{notes}");
    for how in [half as fn(Vec<u8>) -> Option<Vec<u8>>, |_| None] {
        let notes = damage("games.csv", how);
        // Of a short file no part may have been in the checkpoint yet.
        assert!(!notes.contains("note:") || notes.contains("games.csv is damaged or missing"), "{notes}");
    }
}

/// A ladder plays everything that it began with: a damaged or missing run is reported, not omitted.
#[test]
fn a_ladder_that_is_damaged_is_not_gone_on_with_in_part() {
    let folder = tempfile::tempdir().unwrap();
    let ladder = folder.path().join("ladder");
    let words = ["tournament", "sprint", "--bots", "ladder", "--games", "2", "--out", text(&ladder)];
    let mut child = reglette(&words).spawn().unwrap();
    while !ladder.join("ladder.toml").exists() {
        sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let plan = ladder.join("toy/journal/plan.toml");
    let sealed = fs::read(&plan).unwrap();
    let mut bytes = sealed.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&plan, bytes).unwrap();
    let resume = ["tournament", "--resume", text(&ladder)];
    assert!(said(&resume, 2).contains("toy/journal/plan.toml: it has changed since it was written"));
    fs::write(&plan, sealed).unwrap();
    fs::remove_file(ladder.join("ladder.toml")).unwrap();
    assert!(
        said(&resume, 2).contains("ladder.toml is missing: the ladder was interrupted before all of its runs began")
    );
}

/// The counts of a finished run of a ladder are those that its manifest names, or the ladder is not rated.
#[test]
fn a_ladder_rates_no_counts_of_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let play = |seed: &str| {
        let ladder = folder.path().join(seed);
        let words = ["tournament", "sprint", "--bots", "ladder,greedy,random", "--games", "4", "--seed", seed];
        said(&[&words[..], &["--out", text(&ladder)]].concat(), 0);
        ladder
    };
    let (one, two) = (play("1"), play("2"));
    let ratings = fs::read(one.join("ratings.csv")).unwrap();
    fs::copy(two.join("toy/tallies.json"), one.join("toy/tallies.json")).unwrap();
    assert!(said(&["tournament", "--resume", text(&one)], 2).contains("damaged or missing: tallies.json"));
    assert_eq!(fs::read(one.join("ratings.csv")).unwrap(), ratings);
}
