//! The pages in headless Chromium, driven by `browser.py`: no fault on the console, no request but for the page itself,
//! sorting and keys, contrast and labels. Where there is no Chromium the test says so and passes.

use super::folders::{KINDS, prepare, write};
use super::{done, hostile};
use std::path::Path;
use std::process::Command;

/// The names under which Chromium is installed.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Has pages checked by a script; without Chromium or Python it says so and does nothing.
pub fn check_in_browser(script: &str, pages: &[String], what: &str) {
    let browser = BROWSERS.into_iter().find(|browser| is_there(browser));
    let (Some(browser), true) = (browser, is_there("python3")) else {
        eprintln!("skipped: there is no Chromium, or no Python, to open pages with");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages").join(script);
    let mut command = Command::new("python3");
    command.arg(&script).arg(browser);
    // The rules of axe-core, where its script is at hand.
    if let (Ok(axe), true) = (std::env::var("REGLETTE_AXE"), script.ends_with("battle.py")) {
        command.args(["--axe", &axe]);
    }
    let output = command.args(pages).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}");
    assert!(said.contains(&format!("{} {what} without a fault", pages.len())), "{said}");
}

#[test]
fn pages_work_in_a_browser() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let mut pages: Vec<String> = Vec::new();
    for (kind, _) in KINDS {
        pages.push(write(folder.path(), kind).join("report.html").to_string_lossy().into_owned());
    }
    pages.push(write_hostile(folder.path()));
    check_in_browser("browser.py", &pages, "pages");
}

/// The page of a tournament whose names would do harm.
fn write_hostile(folder: &Path) -> String {
    let arguments = [KINDS[0].1, &["--out", "hostile", "--quiet"]].concat();
    done(folder, &arguments);
    hostile::rename(&folder.join("hostile"));
    done(folder, &["report", "hostile"]);
    folder.join("hostile/report.html").to_string_lossy().into_owned()
}
