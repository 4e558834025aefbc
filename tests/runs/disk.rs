//! A full disk ends a run with a clear message, and no recorded data are lost.

use crate::studies::files as all_files;
use crate::{said, text};
use assert_cmd::cargo::CommandCargoExt;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A run that outgrows its disk.
struct Crowded<'a> {
    words: &'a [&'a str],
    /// The size of the disk.
    kilobytes: u32,
    /// The command that resumes it, without the folder.
    resume: &'a [&'a str],
    /// The exit code of a run that is left alone.
    code: i32,
}

impl Crowded<'_> {
    /// Plays on a small file system and brings what is there to `save`; nothing where none can be mounted.
    fn on_small_disk(&self, disk: &Path, save: &Path) -> Option<(Option<i32>, String)> {
        let program = Command::cargo_bin("reglette").unwrap();
        let script = format!(
            "mount -t tmpfs -o size={kilobytes}k tmpfs {disk} || exit 99\n{program} {words} --out \
                {disk}/run\ncode=$?\ncp -a {disk}/run {save}\nexit $code",
            kilobytes = self.kilobytes,
            disk = disk.display(),
            words = self.words.join(" "),
            program = program.get_program().to_string_lossy(),
            save = save.display(),
        );
        with_mounts(&script)
    }

    fn loses_nothing(&self) {
        let folder = tempfile::tempdir().unwrap();
        let (disk, save, whole) =
            (folder.path().join("disk"), folder.path().join("saved"), folder.path().join("whole"));
        fs::create_dir(&disk).unwrap();
        let Some((code, rendered)) = self.on_small_disk(&disk, &save) else {
            eprintln!("no file system can be mounted here: the disk that fills up is not tested");
            return;
        };
        assert_eq!(code, Some(4), "{rendered}");
        assert!(
            rendered.contains("No space left on device") && rendered.contains("no recorded data are lost"),
            "{rendered}"
        );
        let resume = format!("reglette {} {}", self.resume.join(" "), disk.join("run").display());
        assert!(rendered.lines().any(|line| line.ends_with(&resume)), "{rendered}");
        assert!(all_files(&save).values().map(Vec::len).sum::<usize>() > 20_000, "games were recorded");
        said(&[self.resume, &[text(&save)]].concat(), self.code);
        said(&[self.words, &["--out", text(&whole)]].concat(), self.code);
        assert!(all_files(&save) == all_files(&whole), "what was saved goes on to the bytes of a run left alone");
    }
}

/// Runs a script that mounts file systems: its exit code and output; `None` where none can be mounted, which the script
/// reports by code 99.
pub fn with_mounts(script: &str) -> Option<(Option<i32>, String)> {
    // A mount in a namespace of its own is removed with the process; a user other than root becomes root in a user
    // namespace.
    for with in [&["--mount"][..], &["--mount", "--user", "--map-root-user"]] {
        let Ok(output) =
            Command::new("unshare").args(with).args(["sh", "-c", script]).current_dir(std::env::temp_dir()).output()
        else {
            return None;
        };
        let rendered =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        match output.status.code() {
            Some(99) => {}
            Some(1) if rendered.contains("unshare") => {}
            code => return Some((code, rendered)),
        }
    }
    None
}

#[test]
fn a_full_disk_is_reported_and_what_is_recorded_is_kept() {
    let words = ["tournament", "plain", "--armies", "france,prussia", "--bots", "random", "--games", "1500"];
    let more = ["--seed", "5", "--threads", "2", "--checkpoint", "0.02"];
    let words = &[&words[..], &more].concat();
    Crowded { words, kilobytes: 150, resume: &["tournament", "--resume"], code: 0 }.loses_nothing();
}

#[test]
fn a_metagame_outlives_a_full_disk() {
    let words = ["metagame", "plain", "--armies", "france,prussia,austria", "--bot", "random", "--games", "600"];
    let words = &[&words[..], &["--seed", "5", "--checkpoint", "0.02"]].concat();
    Crowded { words, kilobytes: 150, resume: &["tournament", "--resume"], code: 0 }.loses_nothing();
}

#[test]
fn a_ladder_outlives_a_full_disk() {
    // Scripts written for two armies know nothing of the toy and forfeit.
    let words = ["tournament", "sprint", "--bots", "ladder", "--games", "2", "--seed", "5", "--checkpoint", "0.02"];
    Crowded { words: &words, kilobytes: 120, resume: &["tournament", "--resume"], code: 3 }.loses_nothing();
}

/// A folder `results/latest` of the user's is left as it is, and a log that cannot be written leaves no begun run.
#[test]
fn what_is_in_the_way_of_a_run_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let latest = folder.path().join("results/latest");
    fs::create_dir_all(&latest).unwrap();
    let words = ["tournament", "sprint", "--bots", "random", "--armies", "hares,tortoises", "--games", "2", "--quiet"];
    let play = |more: &[&str]| {
        let mut command = Command::cargo_bin("reglette").unwrap();
        let output = command.current_dir(folder.path()).args(words).args(more).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(play(&[]), (Some(0), String::new()));
    assert!(latest.is_dir() && !latest.is_symlink());
    let (code, rendered) = play(&["--out", "other", "--log", "missing/log.txt"]);
    assert_eq!(code, Some(2), "{rendered}");
    assert!(!folder.path().join("other").exists());
}
