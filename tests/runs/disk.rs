//! A full disk ends a run with a clear message, and no recorded data are lost.

use crate::{files, said, text};
use assert_cmd::cargo::CommandCargoExt;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Plays on a file system of this many kilobytes and copies its contents to `save`; `None` where none can be mounted.
fn on_small_disk(kilobytes: u32, disk: &Path, save: &Path) -> Option<(Option<i32>, String)> {
    let program = Command::cargo_bin("reglette").unwrap();
    let script = format!(
        "mount -t tmpfs -o size={kilobytes}k tmpfs {disk} || exit 99\n{program} tournament plain --armies \
            france,prussia --bots random --games 1500 --seed 5 --threads 2 --checkpoint 0.02 --out \
            {disk}/run\ncode=$?\ncp -a {disk}/run {save}\nexit $code",
        disk = disk.display(),
        program = program.get_program().to_string_lossy(),
        save = save.display(),
    );
    with_mounts(&script)
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
fn a_full_disk_is_told_and_what_is_recorded_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, save, whole) = (folder.path().join("disk"), folder.path().join("saved"), folder.path().join("whole"));
    fs::create_dir(&disk).unwrap();
    let Some((code, rendered)) = on_small_disk(150, &disk, &save) else {
        eprintln!("no file system can be mounted here: the disk that fills up is not tested");
        return;
    };
    assert_eq!(code, Some(4), "{rendered}");
    assert!(
        rendered.contains("No space left on device") && rendered.contains("nothing that was recorded is lost"),
        "{rendered}"
    );
    assert!(rendered.contains("reglette tournament --resume"), "{rendered}");
    let recorded = fs::metadata(save.join("journal/games.csv")).unwrap().len();
    assert!(recorded > 10_000, "games were on record: {recorded} bytes");
    said(&["tournament", "--resume", text(&save)], 0);
    said(
        &[
            "tournament",
            "plain",
            "--armies",
            "france,prussia",
            "--bots",
            "random",
            "--games",
            "1500",
            "--seed",
            "5",
            "--out",
            text(&whole),
        ],
        0,
    );
    assert!(files(&save) == files(&whole), "what was saved goes on to the bytes of a run left alone");
}

#[test]
fn a_folder_that_cannot_be_written_is_told_before_play() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let rendered = said(&["tournament", "--games", "2", "--out", text(&file.join("run"))], 2);
    assert!(rendered.contains("file/run"), "{rendered}");
}
