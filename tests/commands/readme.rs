//! The commands of README.md and docs/odds.md, word for word, one after the other, from the program alone in an empty
//! folder. Only their size is changed: numbers of games are replaced, studies are given options for fewer games, and
//! search bots are replaced by cheap ones of the same name while their command runs.

use assert_cmd::cargo::CommandCargoExt;
use std::path::Path;
use std::process::{Command, Stdio};

const PAGES: [&str; 2] = [include_str!("../../README.md"), include_str!("../../docs/odds.md")];

/// The commands of the shell blocks: lines of `reglette`, and those that write files for it.
fn commands() -> Vec<String> {
    let blocks = PAGES.iter().flat_map(|page| page.split("```sh\n").skip(1));
    let blocks = blocks.filter_map(|rest| rest.split("\n```").next());
    let lines = blocks.flat_map(str::lines).map(|line| line.split(" #").next().unwrap().trim());
    lines.filter(|line| !line.is_empty() && !line.starts_with(['#'])).map(str::to_owned).collect()
}

/// The same command with a smaller number of games, and further options for what plays much even then.
fn shortened(command: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    for (option, value) in [("--games", "2"), ("--game", "1")] {
        if let Some(at) = words.iter().position(|word| *word == option) {
            words[at + 1] = value;
        }
    }
    let more: &[&str] = match words[..] {
        ["reglette", "tune", ..] => {
            let games = words.iter().position(|word| *word == "2").expect("tune has a number of games");
            words[games] = "80";
            &["--runs", "1", "--play-off-games", "2", "--confirm-games", "2", "--only", "tokens", "--keep-anyway"]
        }
        ["reglette", "balance", ..] => &["--games", "2000", "--held-out", "20", "--bots", "random"],
        ["reglette", "breaker", ..] => &["--population", "2", "--generations", "1", "--games", "4", "--confirm", "4"],
        ["reglette", "metagame", ..] => &["--games", "2", "--bot", "random"],
        ["reglette", "tournament", "--resume", ..] => &[],
        ["reglette", "tournament" | "compare" | "probe", ..] if !words.contains(&"--games") => &["--games", "2"],
        _ => &[],
    };
    words.extend(more);
    words.join(" ")
}

/// Cheap search bots of the same names as the shipped ones, which local files replace.
const CHEAP: [(&str, &str); 2] = [
    ("bots/expectimax.toml", "kind = \"expectimax\"\nextends = \"greedy\"\n[search]\nturns = 0\nactions = 1\n"),
    (
        "bots/mcts-fast.toml",
        "kind = \"mcts\"\nextends = \"greedy\"\nbudget = { iterations = 1 }\n[search]\nturns = 0\n",
    ),
];

/// Runs a command line in a shell that finds the program.
fn run(folder: &Path, command: &str) {
    let program = Command::cargo_bin("reglette").unwrap().get_program().to_owned();
    let bin = Path::new(&program).parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([bin].into_iter().chain(std::env::split_paths(&path))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    let output = shell.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command}\n{message}");
}

#[test]
fn every_command_works_from_an_empty_folder() {
    let folder = tempfile::tempdir().unwrap();
    let commands = commands();
    let (cargo, ours): (Vec<_>, Vec<_>) = commands.into_iter().partition(|command| command.starts_with("cargo "));
    assert_eq!(cargo.len(), 2, "the first tournament and the tests: {cargo:?}");
    assert!(ours.len() >= 30, "{} commands", ours.len());
    for command in ours {
        let begun = std::time::Instant::now();
        let bots = folder.path().join("bots");
        let is_searching = command.contains("mcts-fast");
        if is_searching {
            std::fs::create_dir(&bots).unwrap();
            CHEAP.iter().for_each(|(path, text)| std::fs::write(folder.path().join(path), text).unwrap());
        }
        run(folder.path(), &shortened(&command));
        if is_searching {
            std::fs::remove_dir_all(&bots).unwrap();
        }
        eprintln!("{:6.1} s  {command}", begun.elapsed().as_secs_f64());
    }
}
