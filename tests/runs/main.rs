//! Runs that are killed, resumed, split and merged give the bytes of an uninterrupted one.

mod adaptive;
#[path = "../common/broken_off.rs"]
mod broken_off;
mod disk;
#[path = "../common/environment.rs"]
mod environment;
mod kill;
mod luck;
mod parts;
mod ranked;
#[path = "../common/resealed.rs"]
mod resealed;
mod shards;
mod studies;
mod words;

use assert_cmd::cargo::CommandCargoExt;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program in an empty folder, so that only built-in files are found.
fn reglette(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn output(arguments: &[&str]) -> Output {
    reglette(arguments).output().unwrap()
}

/// Runs the program, which must exit with this code, and returns its output on both streams.
fn said(arguments: &[&str], code: i32) -> String {
    let output = output(arguments);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{text}");
    text
}

/// All files of a run that must not depend on how it was played.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = entries.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path));
    named.filter(|(name, _)| name != "run.toml").map(|(name, path)| (name, fs::read(path).unwrap())).collect()
}

/// The rows of a table of a run.
fn rows(run: &Path, table: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_path(run.join(table)).unwrap().deserialize().map(Result::unwrap).collect()
}

/// The path as text.
fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
