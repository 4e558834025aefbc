//! What a table is ordered by where opponents differ, and who begins: the stored rows beside a replay.

use crate::{rows, said, text};
use std::fs;
use std::path::Path;

/// Plays a field of the toy race and returns the screen.
fn played(bots: &[&str], more: &[&str], out: &Path, code: i32) -> String {
    let toy = ["tournament", "sprint", "--rules", "toy", "--armies", "hares,tortoises", "--bots", "greedy,random"];
    let bots: Vec<&str> = bots.iter().flat_map(|bot| ["--bots", bot]).collect();
    said(&[&toy[..], &bots[..], &["--games", "40", "--out", text(out)], more].concat(), code)
}

const UNLIKE: &str = "Ranked by rating: opponents differ between entrants, and a rate refers to the opponents played.";

#[test]
fn a_swiss_tournament_is_ranked_by_rating_and_a_round_robin_by_rate() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let swiss = played(&[], &["--swiss", "2"], &at("swiss"), 0);
    assert!(swiss.contains(UNLIKE) && swiss.contains(" Elo "), "{swiss}");
    let all = played(&[], &[], &at("all"), 0);
    assert!(!all.contains("Ranked by"), "{all}");
}

#[test]
fn where_a_quarantine_leaves_games_unplayed_rates_do_not_rank() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("bad.luau"), "function choose(view) error('no idea') end\n").unwrap();
    fs::write(at("bad.toml"), "kind = \"scripted\"\nscript = \"bad.luau\"\n").unwrap();
    let bad = at("bad.toml");
    let whole = played(&[text(&bad)], &[], &at("whole"), 3);
    assert!(!whole.contains("Ranked by"), "{whole}");
    let cut = played(&[text(&bad)], &["--quarantine", "4"], &at("cut"), 3);
    assert!(cut.contains("never played") && cut.contains(UNLIKE), "{cut}");
}

/// The side of the first player-turn in a transcript.
fn began(transcript: &str) -> &'static str {
    let turn = transcript.lines().find(|line| line.contains("Active: ") || line.contains("Round 1, "));
    let turn = turn.unwrap_or_else(|| panic!("no player-turn begins: {transcript}"));
    if turn.contains("(red)") { "red" } else { "blue" }
}

#[test]
fn who_begins_in_the_rows_of_a_run_begins_in_the_replay() {
    let folder = tempfile::tempdir().unwrap();
    for (scenario, army) in [("open-field", "republican-romans"), ("plain", "brigade")] {
        let run = folder.path().join(scenario);
        said(&["tournament", scenario, "--armies", army, "--bots", "greedy", "--games", "16", "--out", text(&run)], 0);
        let games = rows(&run, "games.csv");
        for row in &games {
            let transcript = said(&["replay", text(&run), "--game", &row["game"], "--map", "none"], 0);
            assert_eq!(row["first_side"], began(&transcript), "{scenario}, game {}", row["game"]);
        }
        assert!(["red", "blue"].iter().all(|side| games.iter().any(|row| row["first_side"] == *side)), "{scenario}");
        // The rate of the first player over all games is that of these rows.
        let won = games.iter().map(|row| match row["winner"].as_str() {
            "draw" => 0.5,
            winner => f64::from(u8::from(winner == row["first_side"])),
        });
        let rate = won.sum::<f64>() / games.len() as f64;
        let seats = rows(&run, "seats.csv");
        let first = seats.iter().find(|row| row["seat"] == "first").unwrap();
        assert!((first["rate"].parse::<f64>().unwrap() - rate).abs() < 1e-6, "{scenario}");
    }
}
