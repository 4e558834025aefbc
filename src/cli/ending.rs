//! The end of a game that was played or replayed: in words, and as the row of a document.

use crate::game::Side;
use crate::report::document::DataTable;
use crate::report::format::count;
use crate::report::screen;
use crate::tournament::{Finished, GameRow, Header};
use serde::Serialize;
use std::io;

/// A game in a document: the columns have the names of those of `games.csv`.
#[derive(Serialize)]
struct EndRow<'a> {
    /// The number of the game in its run, where it is of one.
    game: Option<u64>,
    rules: &'a str,
    scenario: &'a str,
    seed: u64,
    pair: u64,
    red_bot: &'a str,
    red_army: Option<&'a str>,
    blue_bot: &'a str,
    blue_army: Option<&'a str>,
    winner: String,
    grade: &'static str,
    ending: &'static str,
    rounds: u32,
    player_turns: u32,
    combats: u32,
    red_decisions: u32,
    blue_decisions: u32,
    rolls: u32,
    red_units_lost: u32,
    blue_units_lost: u32,
    red_points_lost: u32,
    blue_points_lost: u32,
    forfeit_reason: Option<&'a str>,
}

/// The table `game` of a document: one row.
///
/// # Errors
/// If it cannot be written as JSON.
pub(super) fn table(header: &Header, game: Option<u64>, finished: &Finished) -> io::Result<DataTable> {
    let Finished { outcome, decisions, rolls, tally, forfeit, .. } = finished;
    let seats = &header.seats;
    let row = EndRow {
        game,
        rules: &header.rules,
        scenario: &header.scenario,
        seed: header.seed,
        pair: header.pair,
        red_bot: &seats.red.bot,
        red_army: seats.red.army.as_deref(),
        blue_bot: &seats.blue.bot,
        blue_army: seats.blue.army.as_deref(),
        winner: outcome.winner.map_or_else(|| "draw".to_owned(), |side| side.to_string()),
        grade: outcome.grade.name(),
        ending: outcome.ending.name(),
        rounds: tally.rounds,
        player_turns: tally.player_turns,
        combats: tally.combats,
        red_decisions: decisions.red,
        blue_decisions: decisions.blue,
        rolls: *rolls,
        red_units_lost: tally.units_lost.red,
        blue_units_lost: tally.units_lost.blue,
        red_points_lost: tally.points_lost.red,
        blue_points_lost: tally.points_lost.blue,
        forfeit_reason: forfeit.as_ref().map(|forfeit| forfeit.reason.as_str()),
    };
    DataTable::of("game", [row])
}

/// The end of a game of a tournament.
pub(super) fn finished_of(row: &GameRow) -> Finished {
    let GameRow { outcome, decisions, rolls, set_up_draws, tally, forfeit, .. } = row.clone();
    Finished { outcome, decisions, rolls, set_up_draws, tally, forfeit }
}

/// The end of a game in half a sentence.
pub(super) fn ending_words(finished: &Finished) -> String {
    let Finished { outcome, tally, .. } = finished;
    let winner = match outcome.winner {
        Some(winner) => format!("{winner} wins"),
        None => "a draw".to_string(),
    };
    let grade = if outcome.grade.name().is_empty() { String::new() } else { format!(", {}", outcome.grade.name()) };
    let ending = outcome.ending.name().replace('_', " ");
    format!("{winner} ({ending}{grade}) after {}", count(tally.rounds.into(), "round"))
}

/// The end of a game in a few lines.
pub(super) fn format_end(finished: &Finished) -> String {
    let Finished { outcome, decisions, rolls, tally, forfeit, .. } = finished;
    let mut ending = ending_words(finished);
    if let Some(winner) = outcome.winner {
        let words = format!("{winner} wins");
        ending = ending.replacen(&words, &screen::paint(winner.into(), &words), 1);
    }
    let mut text = format!("\nThe end: {ending}.\n");
    for side in Side::BOTH {
        let (units, points) = (u64::from(tally.units_lost[side]), u64::from(tally.points_lost[side]));
        let taken = count(decisions[side].into(), "decision");
        text.push_str(&format!(
            "{side:>6} lost {} and {}, and took {taken}\n",
            count(units, "unit"),
            count(points, "point")
        ));
    }
    text.push_str(&format!(
        "       {} and {} in all",
        count(tally.combats.into(), "combat"),
        count((*rolls).into(), "roll")
    ));
    if let Some(forfeit) = forfeit {
        text.push_str(&format!("\n{}'s bot is at fault: {}", forfeit.side, forfeit.reason));
    }
    text
}
