//! The tutorials (docs/tutorials), command by command, from the program alone in an empty folder; each ends in a
//! picture. Only numbers of games are replaced by smaller ones.

use assert_cmd::cargo::CommandCargoExt;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The commands of a page: each block of the shell as one script, with at most a few games.
fn blocks(page: &str) -> Vec<String> {
    let blocks = page.split("```sh\n").skip(1).map(|rest| rest.split("\n```").next().unwrap());
    blocks.map(|block| block.split('\n').map(shortened).collect::<Vec<_>>().join("\n")).collect()
}

fn shortened(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for place in 1..words.len() {
        if words[place - 1] == "--games" {
            words[place] = "4";
        }
    }
    words.join(" ")
}

fn run(folder: &Path, script: &str) -> String {
    let program = Command::cargo_bin("reglette").unwrap().get_program().to_owned();
    let bin = Path::new(&program).parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([bin].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", script]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{script}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a page, and returns its folder with all that was printed.
fn followed(page: &str, least: usize) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let blocks = blocks(page);
    assert!(blocks.len() >= least, "{} blocks", blocks.len());
    let said = blocks.iter().map(|block| run(folder.path(), block)).collect();
    (folder, said)
}

/// The first picture of a folder of frames, and a page, are there and are what they are called.
fn has_pictures(folder: &Path, frames: Option<&str>, page: &str) {
    if let Some(frames) = frames {
        let mut pictures = fs::read_dir(folder.join(frames)).unwrap().map(|entry| entry.unwrap().path());
        let svg = pictures.find(|path| path.extension().is_some_and(|it| it == "svg")).unwrap();
        assert!(fs::read_to_string(svg).unwrap().contains("<svg"));
    }
    assert!(fs::read_to_string(folder.join(page)).unwrap().contains("<svg"), "{page} has a plot");
}

#[test]
fn an_author_of_an_army_list() {
    let (folder, said) = followed(include_str!("../../docs/tutorials/army-list.md"), 5);
    assert!(said.contains("clans.toml: valid\n") && said.contains("Armies, greedy on both sides"), "{said}");
    has_pictures(folder.path(), Some("battle"), "clans/report.html");
}

#[test]
fn a_designer_with_a_rule() {
    let (folder, said) = followed(include_str!("../../docs/tutorials/rule.md"), 7);
    assert!(said.contains("support_neighbours = 3; in jomini-v2 2"), "{said}");
    assert!(said.contains("The change to "), "the answer comes last: {said}");
    // The figures of the page are those that its commands print.
    for figures in ["0.81 losses on average", "probability 0.975", "1.32 losses on average", "probability 0.000"] {
        assert!(said.contains(figures), "{figures}: {said}");
    }
    has_pictures(folder.path(), None, "tight/report.html");
    has_pictures(folder.path(), None, "sweep.html");
    let planned = run(folder.path(), "reglette run question.toml --out asked");
    assert!(planned.contains("The change to tight"), "{planned}");
}

#[test]
fn a_programmer_of_a_bot() {
    let (folder, said) = followed(include_str!("../../docs/tutorials/bot.md"), 6);
    for line in ["Strength  ", "Speed     ", "Faults    0 of 4 games forfeited"] {
        assert!(said.contains(line), "{line}: {said}");
    }
    has_pictures(folder.path(), Some("battle"), "mine/report.html");
}
