//! The folders that are damaged, the commands that read them, and their results.

use crate::damage::Damage;
use assert_cmd::cargo::CommandCargoExt;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The kind of folder that is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A run that was killed.
    Unfinished,
    /// A run that is finished.
    Finished,
    /// One of two parts that are finished.
    Part,
    /// A comparison that was killed.
    UnfinishedStudy,
    /// A comparison that is finished.
    FinishedStudy,
    /// One of two parts of a comparison that are played.
    PartOfStudy,
}

/// The result of a command on a damaged file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The right bytes, and no message: the damaged file was not used.
    Right,
    /// The right bytes, and a message about the damage.
    Healed,
    /// A refusal of bad input.
    Refused,
    /// Anything else.
    Wrong,
}

impl Subject {
    fn is_study(self) -> bool {
        matches!(self, Subject::UnfinishedStudy | Subject::FinishedStudy | Subject::PartOfStudy)
    }
}

/// Runs or studies of the toy rulebook, undamaged, and the results of their commands.
pub struct Ground {
    folder: tempfile::TempDir,
    whole: BTreeMap<String, Vec<u8>>,
    game: String,
}

/// All files of a run that do not depend on how it was played.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    names(folder)
        .into_iter()
        .filter(|name| name != "run.toml")
        .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap()))
        .collect()
}

/// The files of a folder and its subfolders, except the lock, which is empty.
fn names(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            found.extend(names(&entry.path()).into_iter().map(|inner| format!("{name}/{inner}")));
        } else if entry.metadata().unwrap().len() > 0 {
            found.push(name);
        }
    }
    found.sort();
    found
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let into = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &into);
        } else {
            fs::copy(entry.path(), into).unwrap();
        }
    }
}

/// The maximum number of attempts to kill a run when its journal contains everything that is to be damaged.
const MOST_ATTEMPTS: u32 = 500;

/// The games of a run, and the seed.
const PLAN: [&str; 9] = [
    "tournament",
    "sprint",
    "--armies",
    "hares,tortoises",
    "--bots",
    "greedy,random",
    "--games",
    "2000",
    "--checkpoint=0.005",
];

/// The games of a comparison.
const STUDY: [&str; 8] = ["compare", "sprint", "--bot", "greedy", "--against", "random", "--games", "400"];

impl Ground {
    /// Plays the runs, or the studies, one of which is to be damaged.
    pub fn of(subject: Subject) -> Ground {
        let folder = tempfile::tempdir().unwrap();
        let mut ground = Ground { folder, whole: BTreeMap::new(), game: String::new() };
        let plan = if subject.is_study() { &STUDY[..] } else { &PLAN };
        for (prefix, seed) in [("", "5"), ("other-", "6")] {
            let at = |name: &str| ground.at(&format!("{prefix}{name}"));
            ground.done(&[plan, &["--seed", seed, "--out", &at("finished")]].concat());
            for part in ["1", "2"] {
                let out = at(&format!("part-{part}"));
                ground.done(&[plan, &["--seed", seed, "--shard", &format!("{part}/2"), "--out", &out]].concat());
            }
            let out = at("unfinished");
            ground.kill(&[plan, &["--seed", seed, "--threads", "1", "--out", &out]].concat(), &out, subject.is_study());
        }
        ground.whole = contents(Path::new(&ground.at("finished")));
        if !subject.is_study() {
            ground.game = ground.done(&["replay", &ground.at("finished"), "--game", "7"]);
        }
        ground
    }

    fn at(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn place(&self, subject: Subject) -> PathBuf {
        PathBuf::from(self.at(match subject {
            Subject::Unfinished | Subject::UnfinishedStudy => "unfinished",
            Subject::Finished | Subject::FinishedStudy => "finished",
            Subject::Part | Subject::PartOfStudy => "part-1",
        }))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("reglette").unwrap();
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// The output of a command on both streams, and its exit code.
    fn said(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.command(arguments).output().unwrap();
        (
            output.status.code(),
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)),
        )
    }

    fn done(&self, arguments: &[&str]) -> String {
        let (code, said) = self.said(arguments);
        assert_eq!(code, Some(0), "{arguments:?}\n{said}");
        said
    }

    /// Kills a run when its journal contains a checkpoint, a log and rows; a study when its log has lines.
    fn kill(&self, arguments: &[&str], out: &str, is_study: bool) {
        let journal = Path::new(out).join("journal");
        let is_merged = || match is_study {
            true => fs::read_to_string(journal.join("log")).is_ok_and(|text| text.lines().count() >= 20),
            false => fs::read_to_string(journal.join("checkpoint")).is_ok_and(|text| !text.contains("\"pairs\":0,")),
        };
        for _ in 0..MOST_ATTEMPTS {
            let _ = fs::remove_dir_all(out);
            let mut child = self.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            while child.try_wait().unwrap().is_none() && !is_merged() {
                sleep(Duration::from_micros(200));
            }
            if !is_study {
                sleep(Duration::from_millis(5));
            }
            child.kill().unwrap();
            child.wait().unwrap();
            let has_log = journal.exists() && (is_study || names(&journal).iter().any(|name| name.ends_with(".log")));
            if has_log && is_merged() {
                return;
            }
        }
        panic!("no run could be killed while its journal held what is damaged");
    }

    /// The files that are damaged.
    pub fn files(&self, subject: Subject) -> Vec<String> {
        names(&self.place(subject))
    }

    /// The contents of one of them.
    pub fn bytes(&self, subject: Subject, file: &str) -> Vec<u8> {
        fs::read(self.place(subject).join(file)).unwrap()
    }

    /// The contents of the file of the same name of a run with another seed.
    pub fn of_another(&self, subject: Subject, file: &str) -> Vec<u8> {
        let place = self.place(subject);
        let other = place.with_file_name(format!("other-{}", place.file_name().unwrap().to_str().unwrap()));
        // The numbers of logs depend on timing.
        let like = |name: &String| name == file || (name.ends_with(".log") && file.ends_with(".log"));
        let name = names(&other).into_iter().find(like).unwrap_or_else(|| panic!("{file} in {}", other.display()));
        fs::read(other.join(name)).unwrap()
    }

    /// Damages a copy of the folder for each command that reads it: the command, the result, and the output.
    pub fn tried(&self, subject: Subject, damage: &Damage) -> Vec<(&'static str, Outcome, String)> {
        let commands: &[&'static str] = match subject {
            Subject::Unfinished => &["resume"],
            Subject::Finished => &["resume", "verify", "replay", "rerun"],
            Subject::Part | Subject::PartOfStudy => &["merge"],
            Subject::UnfinishedStudy => &["resume study"],
            Subject::FinishedStudy => &["resume study", "again"],
        };
        let (copied, out) = (self.at("copy"), self.at("out"));
        let mut found = Vec::new();
        for command in commands {
            for old in [&copied, &out] {
                let _ = fs::remove_dir_all(old);
            }
            copy(&self.place(subject), Path::new(&copied));
            damage.strike(Path::new(&copied));
            let other = self.at("part-2");
            let (code, said) = self.said(&match *command {
                "resume" => vec!["tournament", "--resume", &copied],
                "verify" => vec!["replay", &copied, "--verify", "5"],
                "replay" => vec!["replay", &copied, "--game", "7"],
                "resume study" => vec!["compare", "--resume", &copied],
                "again" => vec!["compare", "--again", &copied, "--out", &out],
                "rerun" => vec!["rerun", &copied, "--out", &out],
                _ => vec!["merge", &copied, &other, "--out", &out],
            });
            let is_right = match *command {
                "resume" | "resume study" => contents(Path::new(&copied)) == self.whole,
                // --verify must detect every change except to the information on how it was played.
                "verify" => damage.is_of_no_account(),
                "replay" => said == self.game,
                _ => Path::new(&out).exists() && contents(Path::new(&out)) == self.whole,
            };
            let outcome = match code {
                Some(0)
                    if is_right
                        && (said.contains("damaged") || said.contains("played again with the same results")) =>
                {
                    Outcome::Healed
                }
                Some(0) if is_right => Outcome::Right,
                Some(2) if !said.trim().is_empty() => Outcome::Refused,
                _ => Outcome::Wrong,
            };
            found.push((*command, outcome, format!("exit {code:?}\n{said}")));
        }
        found
    }
}
