//! The pages of folders of results: numbers as in the tables, the same bytes again, names that do no harm, pages of
//! what is not finished, and all of them in a browser where there is one.

mod battles;
#[path = "../common/broken_off.rs"]
mod broken_off;
mod browser;
mod changes;
mod folders;
mod hostile;
mod unfinished;
mod values;

use assert_cmd::cargo::CommandCargoExt;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The program in a folder, where only built-in files and those of the folder are found.
fn reglette(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("reglette").unwrap();
    command.current_dir(folder).args(arguments);
    command
}

/// Runs the program to its end and returns its screen.
fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = reglette(folder, arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{arguments:?}\n{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// The page of a folder of results.
fn page(folder: &Path) -> String {
    fs::read_to_string(folder.join("report.html")).unwrap()
}

/// A text of a page without the escapes of HTML.
fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// What stands between two marks, each time.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split(after).next()).collect()
}
