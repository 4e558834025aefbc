//! Games worth seeing: the longest, the closest, those in which the lead changed most, and the luckiest. Each is linked
//! to its page, where `report --replays` has written it.

use crate::report::format::count;
use crate::report::page::folder::{PageError, ResultFolder};
use crate::report::page::model::{Cell, Column, Section, Table};
use crate::report::page::number::Unit;
use crate::report::page::sheet::{Row, Sheet};
use crate::report::{GamesFile, page::number::name};

use super::course::Walked;
use std::collections::BTreeSet;

/// The number of games of each kind.
const MANY: usize = 3;

/// Games that are remarkable in some way, each kind with the most remarkable first.
#[derive(Clone, Debug, Default)]
pub struct Notable {
    longest: Vec<Game>,
    lead_changes: Vec<Game>,
    closest: Vec<Game>,
}

/// A game.
#[derive(Clone, Debug)]
struct Game {
    number: String,
    scenario: String,
    red: String,
    blue: String,
    winner: String,
    rounds: String,
    /// The figure by which games are selected, the greatest first.
    rank: f64,
    why: String,
}

impl Notable {
    /// Considers a game of `games.csv`.
    pub fn add(&mut self, row: Row<'_>) {
        if row.text("ending") == "forfeit" {
            return;
        }
        if let Some(rounds) = row.number("rounds") {
            keep(&mut self.longest, row, rounds, || format!("it ended by {}", row.text("ending").replace('_', " ")));
        }
        if let Some(changes) = row.number("lead_changes").filter(|changes| *changes > 0.0) {
            keep(&mut self.lead_changes, row, changes, || {
                format!("the lead changed {}", count(changes as u64, "time"))
            });
        }
        let lost = row.number("red_points_lost").zip(row.number("blue_points_lost"));
        if let Some((red, blue)) = lost.filter(|(red, blue)| *red > 0.0 && *blue > 0.0) {
            let why = || format!("red lost {red} points, blue {blue}");
            keep(&mut self.closest, row, -(red - blue).abs(), why);
        }
    }
}

/// Keeps a game if it ranks among the first; of equal ones the earlier.
fn keep(games: &mut Vec<Game>, row: Row<'_>, rank: f64, why: impl Fn() -> String) {
    let place = games.iter().position(|game| game.rank < rank).unwrap_or(games.len());
    if place >= MANY {
        return;
    }
    let [red, blue] = ["red", "blue"].map(|side| super::matrix::entrant(row, side));
    let [number, scenario, winner, rounds] =
        ["game", "scenario", "winner", "rounds"].map(|column| row.text(column).to_owned());
    games.insert(place, Game { number, scenario, red, blue, winner, rounds, rank, why: why() });
    games.truncate(MANY);
}

/// The section of these games, each with the command that replays it.
pub fn worth_seeing(folder: &ResultFolder, walked: &Walked) -> Result<Option<Section>, PageError> {
    let Notable { longest, lead_changes, closest } = &walked.notable;
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut files = vec![GamesFile::NAME.to_owned()];
    if let Some(sheet) = folder.sheet("luckiest.csv")? {
        rows.extend(luckiest(folder, &sheet));
        files.push(sheet.file);
    }
    for (kind, games) in [("long", longest), ("many changes of the lead", lead_changes), ("close", closest)] {
        rows.extend(games.iter().map(|game| {
            vec![
                Cell::words(kind),
                Cell::name(&game.number),
                Cell::name(&game.scenario),
                Cell::name(&game.red),
                Cell::name(&game.blue),
                Cell::name(&game.winner),
                Cell::words(format!("{}; {}", game.why, count(game.rounds.parse().unwrap_or(0), "round"))),
                replay(folder, &game.number),
            ]
        }));
    }
    if rows.is_empty() {
        return Ok(None);
    }
    let columns = ["kind", "game", "scenario", "red", "blue", "winner", "why", "replay"].map(Column::words).to_vec();
    Ok(Some(Section {
        heading: "Games worth seeing".to_owned(),
        reading:
            "The longest games, those in which the lead changed most often, those with the most equal losses, and \
            with --luck those in which the dice favoured one side most. The command narrates the game turn by turn; \
            reglette report . --replays writes a page of each, to be watched in a browser."
                .to_owned(),
        tables: vec![Table::new("games worth seeing", columns, rows)],
        files,
        ..Section::default()
    }))
}

fn luckiest(folder: &ResultFolder, sheet: &Sheet) -> Vec<Vec<Cell>> {
    let line = |row: Row<'_>| {
        let ahead = row.number("luck_ahead").map(|ahead| Unit::Number(2).show(ahead)).unwrap_or_default();
        vec![
            Cell::words("luck"),
            Cell::name(row.text("game")),
            Cell::name(row.text("scenario")),
            Cell::name(row.text("red")),
            Cell::name(row.text("blue")),
            Cell::name(row.text("winner")),
            Cell::words(format!("{} was luckier by {ahead} games won", name(row.text("luckier_side")))),
            replay(folder, row.text("game")),
        ]
    };
    sheet.rows().take(MANY).map(line).collect()
}

/// The file of the page of a game, from the folder.
pub fn page_of(game: &str) -> String {
    format!("replays/game-{game}.html")
}

fn replay(folder: &ResultFolder, game: &str) -> Cell {
    let page = page_of(game);
    match folder.path.join(&page).is_file() {
        true => Cell::link(page, format!("watch game {game}")),
        false => Cell::command(format!("reglette replay . --game {game}")),
    }
}

/// The numbers of the games worth seeing, each once.
///
/// # Errors
/// If the tables cannot be read.
pub fn numbers(folder: &ResultFolder, walked: &Walked) -> Result<BTreeSet<String>, PageError> {
    let Notable { longest, lead_changes, closest } = &walked.notable;
    let of_rows = [longest, lead_changes, closest].into_iter().flatten().map(|game| game.number.clone());
    let mut numbers: BTreeSet<String> = of_rows.collect();
    if let Some(sheet) = folder.sheet("luckiest.csv")? {
        numbers.extend(sheet.rows().take(MANY).map(|row| row.text("game").to_owned()));
    }
    Ok(numbers)
}
