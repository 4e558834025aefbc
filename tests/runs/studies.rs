//! Studies that are killed, interrupted, damaged or out of disk space resume to the bytes of an uninterrupted one.

use crate::broken_off::{lines, signalled_at};
use crate::environment::number;
use assert_cmd::cargo::CommandCargoExt;
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A command, and its folder while it is played.
pub(crate) struct Study {
    pub(crate) words: &'static [&'static str],
    /// The argument of `--resume`.
    pub(crate) at: &'static str,
    /// The folder of the journal.
    pub(crate) journal: &'static str,
}

pub(crate) const BALANCE: Study = Study {
    words: &[
        "balance",
        "plain",
        "--armies",
        "brigade",
        "--budget",
        "130",
        "--games",
        "400",
        "--held-out",
        "40",
        "--spread",
        "60",
        "--out",
        "found",
        "--write",
        "rules/fair.toml",
    ],
    at: "found",
    journal: "found/journal",
};
const BREAKER: Study = Study {
    words: &[
        "breaker",
        "sprint",
        "--armies",
        "hares",
        "--against",
        "tortoises",
        "--budget",
        "14",
        "--population",
        "4",
        "--generations",
        "6",
        "--games",
        "80",
        "--confirm",
        "800",
        "--out",
        "found",
        "--write",
        "army.toml",
    ],
    at: "found",
    journal: "found/journal",
};
pub(crate) const COMPARE: Study = Study {
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
        "found",
    ],
    at: "found",
    journal: "found/journal",
};
const PROBE: Study = Study {
    words: &["probe", "--scenarios", "sprint", "--bots", "greedy,random", "--games", "300", "--out", "found"],
    at: "found",
    journal: "found/journal",
};
const TUNE: Study = Study {
    words: &[
        "tune",
        "spoilt.toml",
        "sprint",
        "--games",
        "1600",
        "--runs",
        "2",
        "--play-off-games",
        "100",
        "--confirm-games",
        "600",
        "--out",
        "new/better.toml",
    ],
    at: "new/better.toml.journal",
    journal: "new/better.toml.journal",
};
const TRAIN: Study = Study {
    words: &[
        "train",
        "sprint",
        "--armies",
        "hares,tortoises",
        "--rules",
        "slow.toml",
        "--fast",
        "spoilt.toml",
        "--rounds",
        "2",
        "--games",
        "600",
        "--fast-games",
        "200",
        "--search-games",
        "20",
        "--out",
        "new/trained.toml",
    ],
    at: "new/trained.toml.journal",
    journal: "new/trained.toml.journal",
};
const FIT_VALUE: Study = Study {
    words: &["fit-value", "sprint", "--bots", "greedy,random", "--games", "1000", "--out", "new/value.toml"],
    at: "new/value.toml.journal",
    journal: "new/value.toml.journal",
};

const MAKE_DECISIONS: Study = Study {
    words: &["make-decisions", "sprint", "--decisions", "300", "--games", "60", "--out", "new/decisions.jsonl"],
    at: "new/decisions.jsonl.journal",
    journal: "new/decisions.jsonl.journal",
};

/// A folder with files that some of the commands read.
pub(crate) fn ground() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("spoilt.toml"),
        "kind = \"greedy\"\nextends = \"greedy\"\n[toy.appraisal]\nsteps = -1.0\n",
    )
    .unwrap();
    fs::write(folder.path().join("slow.toml"), "extends = \"toy\"\ntrips_on = 3\n").unwrap();
    folder
}

/// All files below a folder that must not depend on how they were produced.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.to_path_buf()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.ends_with("run.toml") => {}
                false => drop(found.insert(path.strip_prefix(folder).unwrap().to_path_buf(), fs::read(&path).unwrap())),
            }
        }
    }
    found
}

fn copy(from: &Path) -> tempfile::TempDir {
    let to = tempfile::tempdir().unwrap();
    assert!(Command::new("cp").arg("-a").arg(from.join(".")).arg(to.path()).status().unwrap().success());
    to
}

pub(crate) fn render(output: &Output) -> (String, String) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

impl Study {
    fn name(&self) -> &'static str {
        self.words[0]
    }

    pub(crate) fn program(&self, folder: &Path, words: &[&str]) -> Command {
        let mut command = Command::cargo_bin("reglette").unwrap();
        command.current_dir(folder).args(words).stdin(Stdio::null());
        command
    }

    fn resumed(&self, folder: &Path) -> Command {
        self.program(folder, &[self.name(), "--resume", self.at, "--threads", "2"])
    }

    /// Resumes to the end; returns the output on both streams.
    fn finished(&self, folder: &Path) -> (String, String) {
        let output = self.resumed(folder).output().unwrap();
        let rendered = render(&output);
        assert_eq!(output.status.code(), Some(0), "{}: {rendered:?}", self.name());
        rendered
    }

    fn log(&self, folder: &Path) -> PathBuf {
        folder.join(self.journal).join("log")
    }

    /// Begins, and interrupts it by a signal when its log has this many lines.
    pub(crate) fn broken_off(&self, folder: &Path, signal: Signal, least: usize) -> Output {
        let (output, was_running) =
            signalled_at(&mut self.program(folder, self.words), signal, &self.log(folder), least);
        assert!(was_running, "{} ended before line {least}: {:?}", self.name(), render(&output));
        output
    }

    /// Plays it to its end without interruption.
    pub(crate) fn left_alone(&self) -> Whole {
        let folder = ground();
        let mut command = self.program(folder.path(), self.words);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut units = 0;
        while child.try_wait().unwrap().is_none() {
            units = units.max(lines(&self.log(folder.path())));
            sleep(Duration::from_millis(1));
        }
        let output = child.wait_with_output().unwrap();
        let (screen, notes) = render(&output);
        assert_eq!(output.status.code(), Some(0), "{}: {notes}", self.name());
        assert!(!folder.path().join(self.journal).exists());
        Whole { files: files(folder.path()), screen, units }
    }

    /// Checks that a folder and the last output are what they would be without an interruption.
    pub(crate) fn check(&self, whole: &Whole, folder: &Path, screen: &str) {
        let found = files(folder);
        assert_eq!(found.keys().collect::<Vec<_>>(), whole.files.keys().collect::<Vec<_>>(), "{}", self.name());
        assert!(found == whole.files, "{}: other bytes", self.name());
        assert_eq!(screen, whole.screen, "{}", self.name());
    }

    /// Kills it at many moments of its life, resuming each time; returns how many kills took effect before its end.
    fn is_killed(&self, whole: &Whole, kills: usize) -> usize {
        let folder = ground();
        let mut killed = 0;
        for moment in 1..=kills {
            let least = whole.units * moment / (kills + 1);
            let mut command = match moment {
                1 => self.program(folder.path(), self.words),
                _ => self.resumed(folder.path()),
            };
            let log = self.log(folder.path());
            let (output, was_running) = signalled_at(&mut command, Signal::KILL, &log, least.max(lines(&log) + 1));
            if !was_running {
                assert_eq!(output.status.code(), Some(0), "{}: {:?}", self.name(), render(&output));
                break;
            }
            killed += 1;
        }
        assert!(killed >= kills.min(2), "{} was killed {killed} times of {kills}", self.name());
        let (screen, notes) = self.finished(folder.path());
        // A kill tears the last line at most, which is not reported.
        assert!(!notes.contains("damaged"), "{notes}");
        if !screen.contains("there is nothing to resume") {
            self.check(whole, folder.path(), &screen);
        }
        self.check(whole, folder.path(), &whole.screen);
        killed
    }

    /// An interrupt reports how to resume; damage to the remaining files is detected.
    fn is_interrupted_and_damaged(&self, whole: &Whole) {
        let folder = ground();
        let output = self.broken_off(folder.path(), Signal::INT, whole.units / 4);
        let (_, notes) = render(&output);
        assert_eq!(output.status.code(), Some(4), "{}: {notes}", self.name());
        let words =
            format!("interrupted; played games are recorded. To resume: reglette {} --resume {}", self.name(), self.at);
        assert!(notes.contains(&words), "{notes}");

        // Resuming it as a tournament reports what it is.
        let taken = self.program(folder.path(), &["tournament", "--resume", "found"]).output().unwrap();
        let is_here = folder.path().join("found").exists();
        assert!(
            !is_here || render(&taken).1.contains(&words[words.find("reglette").unwrap()..]),
            "{:?}",
            render(&taken)
        );

        let log = fs::read(self.log(folder.path())).unwrap();
        assert!(log.iter().filter(|byte| **byte == b'\n').count() >= 4, "{}: a log", self.name());
        let damaged = copy(folder.path());
        let mut flipped = log.clone();
        flipped[log.len() / 2] ^= 1;
        fs::write(self.log(damaged.path()), &flipped).unwrap();
        let (screen, notes) = self.finished(damaged.path());
        assert!(
            notes.contains("/log is damaged from line ") && notes.contains("are played again with the same results"),
            "{notes}"
        );
        self.check(whole, damaged.path(), &screen);

        let damaged = copy(folder.path());
        let plan = damaged.path().join(self.journal).join("plan.toml");
        let mut bytes = fs::read(&plan).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&plan, bytes).unwrap();
        let output = self.resumed(damaged.path()).output().unwrap();
        let (_, notes) = render(&output);
        assert_eq!(output.status.code(), Some(2), "{notes}");
        assert!(notes.contains("plan.toml: it has changed since it was written"), "{notes}");

        // Files that it read may be missing or changed: it resumes with their original contents.
        fs::remove_file(folder.path().join("slow.toml")).unwrap();
        fs::write(folder.path().join("spoilt.toml"), "kind = \"random\"\n").unwrap();
        let (screen, notes) = self.finished(folder.path());
        let reads_the_bot = ["train", "tune"].contains(&self.name());
        assert_eq!(notes.contains("changed since the study began"), reads_the_bot, "{notes}");
        for own in ["slow.toml", "spoilt.toml"] {
            fs::write(folder.path().join(own), &whole.files[Path::new(own)]).unwrap();
        }
        self.check(whole, folder.path(), &screen);
        let (screen, _) = self.finished(folder.path());
        assert!(screen.contains("there is nothing to resume"), "{screen}");
    }

    /// A full disk: what is logged can be resumed elsewhere.
    fn is_out_of_room(&self, whole: &Whole) {
        let folder = ground();
        let (disk, saved) = (folder.path().join("disk"), ground());
        fs::create_dir(&disk).unwrap();
        let program = Command::cargo_bin("reglette").unwrap();
        let script = format!(
            "mount -t tmpfs -o size=64k tmpfs {disk} || exit 99\ncp {own}/*.toml {disk} && cd {disk}\n{program} \
                {words}\ncode=$?\ncp -a {disk}/. {saved}\nexit $code",
            disk = disk.display(),
            own = folder.path().display(),
            program = program.get_program().to_string_lossy(),
            words = self.words.join(" "),
            saved = saved.path().display(),
        );
        let Some((code, rendered)) = crate::disk::with_mounts(&script) else {
            eprintln!("no file system can be mounted here: the disk that fills up is not tested");
            return;
        };
        assert_eq!(code, Some(4), "{}: {rendered}", self.name());
        assert!(rendered.contains("No space left on device"), "{rendered}");
        let words = format!(
            "When there is space on the disk again, resume with: reglette {} --resume {}",
            self.name(),
            self.at
        );
        assert!(rendered.contains("no recorded data are lost") && rendered.contains(&words), "{rendered}");
        assert!(lines(&self.log(saved.path())) >= 4, "{}: games were recorded", self.name());
        let (screen, notes) = self.finished(saved.path());
        assert!(!notes.contains("damaged"), "{notes}");
        self.check(whole, saved.path(), &screen);
    }

    fn survives_all(&self) {
        let whole = self.left_alone();
        self.is_killed(&whole, 2);
        self.is_interrupted_and_damaged(&whole);
        self.is_out_of_room(&whole);
    }
}

/// The results of an uninterrupted study.
pub(crate) struct Whole {
    pub(crate) files: BTreeMap<PathBuf, Vec<u8>>,
    pub(crate) screen: String,
    /// The approximate number of its units of work.
    units: usize,
}

#[test]
fn balance_goes_on_after_a_break() {
    BALANCE.survives_all();
}

#[test]
fn breaker_goes_on_after_a_break() {
    BREAKER.survives_all();
}

#[test]
fn compare_goes_on_after_a_break() {
    COMPARE.survives_all();
}

#[test]
fn probe_goes_on_after_a_break() {
    PROBE.survives_all();
}

#[test]
fn tune_goes_on_after_a_break() {
    TUNE.survives_all();
}

#[test]
fn train_goes_on_after_a_break() {
    TRAIN.survives_all();
}

#[test]
fn fit_value_goes_on_after_a_break() {
    FIT_VALUE.survives_all();
}

#[test]
fn a_set_of_decisions_goes_on_after_a_break() {
    MAKE_DECISIONS.survives_all();
}

#[test]
fn a_study_is_not_played_twice_at_once_and_nothing_else_is_said_to_go_on() {
    let folder = ground();
    let long: Vec<&str> = TUNE.words.iter().map(|word| if *word == "1600" { "400000" } else { *word }).collect();
    let mut child = TUNE.program(folder.path(), &long).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    while lines(&TUNE.log(folder.path())) < 4 {
        assert!(child.try_wait().unwrap().is_none(), "it is still played");
        sleep(Duration::from_millis(1));
    }
    let refused = |words: &[&str]| {
        let output = TUNE.program(folder.path(), words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{:?}", render(&output));
        render(&output).1
    };
    let twice = refused(&["tune", "--resume", TUNE.at]);
    assert!(twice.contains("is being played by another process"), "{twice}");
    let forced = refused(&[TUNE.words, &["--force"]].concat());
    assert!(forced.contains("is being played by another process"), "{forced}");
    child.kill().unwrap();
    child.wait().unwrap();
    let anew = refused(TUNE.words);
    assert!(anew.contains("an interrupted study exists; --resume new/better.toml.journal resumes it"), "{anew}");
    assert!(refused(&["tune", "--resume", TUNE.at, "--games", "5000"]).contains("cannot be used with"));
    assert!(refused(&["tune", "greedy", "--resume", TUNE.at]).contains("cannot be used with"));
    let other = refused(&["fit-value", "--resume", TUNE.at]);
    assert!(other.contains("it belongs to another command; resume it with: reglette tune --resume"), "{other}");
}

#[test]
fn what_steers_itself_refuses_to_be_split_with_the_reason() {
    let folder = ground();
    for (study, more, reason) in [
        (TUNE, &[][..], "this tune is adaptive: what it plays next depends on all previous games"),
        (BREAKER, &[], "this breaker is adaptive"),
        (BALANCE, &["--iterate"], "this balance is adaptive"),
        (
            PROBE,
            &[],
            "this probe cannot be split over machines; a tournament, a metagame, a comparison and one step of a \
                balance can",
        ),
        (FIT_VALUE, &[], "this fit-value cannot be split"),
    ] {
        let output = study.program(folder.path(), &[study.words, &["--shard", "1/2"], more].concat()).output().unwrap();
        let (_, notes) = render(&output);
        assert!(output.status.code() == Some(2) && notes.contains(reason), "{notes}");
    }
    assert_eq!(files(folder.path()).len(), 2, "nothing is written");
}

#[test]
#[ignore = "long: STUDY_KILLS kills of each command"]
fn every_study_survives_many_kills() {
    let kills = number("STUDY_KILLS").unwrap_or(10) as usize;
    for study in [BALANCE, BREAKER, COMPARE, PROBE, TUNE, TRAIN, FIT_VALUE, MAKE_DECISIONS] {
        let whole = study.left_alone();
        let killed = study.is_killed(&whole, kills);
        println!("{}: {} units, {killed} kills", study.name(), whole.units);
        assert!(killed + 1 >= kills, "{}: {killed} kills of {kills}", study.name());
    }
}

#[test]
fn a_file_lies_beside_its_journal_wherever_it_is_gone_on_with_from() {
    let (folder, elsewhere) = (ground(), tempfile::tempdir().unwrap());
    FIT_VALUE.broken_off(folder.path(), Signal::KILL, 20);
    let (at, other) = (folder.path().join(FIT_VALUE.at), elsewhere.path().join("new/value.toml"));
    fs::create_dir(elsewhere.path().join("new")).unwrap();
    fs::write(&other, "mine").unwrap();
    let output =
        FIT_VALUE.program(elsewhere.path(), &["fit-value", "--resume", at.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{:?}", render(&output));
    assert!(folder.path().join("new/value.toml").is_file() && !at.exists());
    assert_eq!(fs::read_to_string(other).unwrap(), "mine");

    // From within the journal itself, which is removed at the end.
    let folder = ground();
    FIT_VALUE.broken_off(folder.path(), Signal::KILL, 20);
    let at = folder.path().join(FIT_VALUE.at);
    let output = FIT_VALUE.program(&at, &["fit-value", "--resume", "."]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{:?}", render(&output));
    assert!(folder.path().join("new/value.toml").is_file() && !at.exists());
}

/// The file of `--write` is neither one of the results nor one that something else wrote while the study was
/// interrupted; the latter is found before anything is played, and nothing is lost.
#[test]
fn the_file_of_write_replaces_no_other() {
    let whole = BREAKER.left_alone();
    let folder = ground();
    let within: Vec<&str> =
        BREAKER.words.iter().map(|word| if *word == "army.toml" { "./found/a.toml" } else { *word }).collect();
    let output = BREAKER.program(folder.path(), &within).output().unwrap();
    let (_, notes) = render(&output);
    let is_outside = notes.contains("it is in the folder of the results") && !folder.path().join("found").exists();
    assert!(output.status.code() == Some(2) && is_outside, "{notes}");

    BREAKER.broken_off(folder.path(), Signal::KILL, whole.units / 2);
    let (file, mine) = (folder.path().join("army.toml"), folder.path().join("mine.toml"));
    fs::write(&file, "name = \"Mine\"\n").unwrap();
    let output = BREAKER.resumed(folder.path()).output().unwrap();
    let (_, notes) = render(&output);
    assert_eq!(output.status.code(), Some(2), "{notes}");
    assert!(notes.contains("--write army.toml: it was written by something else since the study began"), "{notes}");
    fs::rename(&file, &mine).unwrap();
    assert_eq!(fs::read_to_string(&mine).unwrap(), "name = \"Mine\"\n");

    // A link to nothing is not replaced either, and a path is outside or inside wherever the command is given.
    std::os::unix::fs::symlink("nowhere.toml", &file).unwrap();
    assert_eq!(BREAKER.resumed(folder.path()).output().unwrap().status.code(), Some(2));
    assert!(file.is_symlink());
    fs::remove_file(&file).unwrap();
    let here = ["breaker", "--resume", ".", "--threads", "2"];
    let output = BREAKER.program(&folder.path().join("found"), &here).output().unwrap();
    let (_, notes) = render(&output);
    assert!(notes.contains("it is in the folder of the results"), "{notes}");
    assert!(output.status.code() == Some(2) && !folder.path().join("found/army.toml").exists(), "{notes}");

    // Written by something else while the study is played: it remains open.
    let log = folder.path().join("found/journal/log");
    let known = lines(&log);
    let child = BREAKER.resumed(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while lines(&log) <= known {
        sleep(Duration::from_millis(1));
    }
    fs::write(&file, "name = \"Mine\"\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let (_, notes) = render(&output);
    let says = "army.toml: it was written by something else and is not replaced; move it, then resume: reglette \
        breaker --resume found";
    assert!(output.status.code() == Some(2) && notes.contains(says), "{notes}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "name = \"Mine\"\n");

    // Written by the study itself before it was killed a second time; resumed by another spelling of the folder.
    fs::write(&file, &whole.files[Path::new("army.toml")]).unwrap();
    let resume = ["breaker", "--resume", "./found/.", "--threads", "2"];
    let output = BREAKER.program(folder.path(), &resume).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{:?}", render(&output));
    fs::remove_file(&mine).unwrap();
    assert!(files(folder.path()) == whole.files, "other bytes");
}

/// The same for commands that write a single file.
#[test]
fn a_single_file_replaces_no_other() {
    let whole = FIT_VALUE.left_alone();
    let folder = ground();
    FIT_VALUE.broken_off(folder.path(), Signal::KILL, whole.units / 2);
    let file = folder.path().join("new/value.toml");
    fs::write(&file, "mine = true\n").unwrap();
    let output = FIT_VALUE.resumed(folder.path()).output().unwrap();
    let (_, notes) = render(&output);
    assert!(output.status.code() == Some(2) && notes.contains("it was written by something else"), "{notes}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine = true\n");
    fs::remove_file(&file).unwrap();
    let (screen, _) = FIT_VALUE.finished(folder.path());
    FIT_VALUE.check(&whole, folder.path(), &screen);
}
