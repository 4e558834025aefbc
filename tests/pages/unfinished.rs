//! The page of a folder whose games are not all played.

use super::broken_off::signalled_at;
use super::{between, done, page, reglette};
use rustix::process::Signal;
use std::fs;

#[test]
fn an_interrupted_tournament_has_a_page_of_what_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("run/journal/pairs-1.log");
    let asked = ["tournament", "sprint", "--bots", "greedy,random", "--games", "200000", "--out", "run"];
    let (_, was_running) = signalled_at(&mut reglette(folder.path(), &asked), Signal::INT, &log, 40);
    assert!(was_running, "it was interrupted while it played");
    done(folder.path(), &["report", "run"]);
    let text = page(&folder.path().join("run"));
    assert!(text.contains("Not finished") && text.contains("reglette tournament --resume ."));
    let rows = fs::read_to_string(folder.path().join("run/journal/games.csv")).unwrap();
    let whole = rows.matches('\n').count() - 1;
    let answer = between(&text, "id=\"answer\">", "</p>")[0];
    let shown: usize = answer.split_whitespace().find_map(|word| word.replace(',', "").parse().ok()).unwrap();
    assert!(shown == whole && whole > 0, "{answer}, of {whole} rows");
    assert!(!text.contains("<data ") && !text.contains("<svg"), "what is not finished has no rates");
}

#[test]
fn an_interrupted_study_has_a_page_with_the_command_that_resumes_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("run/journal/log");
    let asked = ["compare", "sprint", "--sweep", "price=1..9", "--games", "100000", "--out", "run"];
    let (_, was_running) = signalled_at(&mut reglette(folder.path(), &asked), Signal::KILL, &log, 40);
    assert!(was_running, "it was killed while it played");
    done(folder.path(), &["report", "run"]);
    let text = page(&folder.path().join("run"));
    assert!(text.contains("Not finished") && text.contains("reglette compare --resume ."));
    assert!(text.contains("price=1..9"));
    assert!(text.contains("1,000,000 games are planned in all"), "{}", between(&text, "Not finished.", "</div>")[0]);
}

#[test]
fn a_plan_has_a_page_of_what_is_to_be_played() {
    let folder = tempfile::tempdir().unwrap();
    done(folder.path(), &["tournament", "sprint", "--games", "20", "--plan-only", "--out", "plan"]);
    done(folder.path(), &["report", "plan"]);
    let text = page(&folder.path().join("plan"));
    assert!(text.contains("Planned tournament") && text.contains("is played.") && text.contains("reglette run ."));
    done(&folder.path().join("plan"), &["run", ".", "--quiet", "--out", "../played"]);
    assert!(folder.path().join("played/matchups.csv").is_file());
}
