//! The win rates of all entrants against each other, as a heat map.

use super::without_bot;
use crate::report::page::folder::{PageError, ResultFolder};
use crate::report::page::model::{Cell, CellPart, Column, Section, Table};
use crate::report::page::number::{Unit, name};
use crate::report::page::sheet::{Row, Sheet};

/// The maximum number of entrants of a matrix on a page.
const MOST: usize = 40;

/// The name of an entrant of a pairing.
pub fn entrant(row: Row<'_>, which: &str) -> String {
    entrant_of(["bot", "army"].map(|part| row.text(&format!("{which}_{part}"))))
}

/// The name of an entrant: its bot, and its army, where the scenario does not bring it.
pub fn entrant_of([bot, army]: [&str; 2]) -> String {
    if army.is_empty() { bot.to_owned() } else { format!("{bot}/{army}") }
}

/// The matrix, and all pairings as a table.
pub fn matrices(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let Some(sheet) = folder.sheet("matchups.csv")? else { return Ok(Vec::new()) };
    let scenario = sheet.distinct("scenario").first().copied().unwrap_or_default();
    let rows: Vec<Row<'_>> = sheet.with("scenario", scenario).collect();
    let entrants = ranked(&rows);
    let mut section = Section {
        heading: "Who beats whom".to_owned(),
        files: vec![sheet.file.clone()],
        reading: "Each cell is the share of the points that the entrant of its row won against that of its column: \
            above 50 % shaded in one colour, below in the other, the more the deeper. ▲ and ▼ mark verdicts, adjusted \
            for the number of pairings; cells without a mark may be chance. Point at a cell, or reach it with the \
            arrow keys, for its games, interval and verdict; click on a heading to sort."
            .to_owned(),
        ..Section::default()
    };
    if (3..=MOST).contains(&entrants.len()) {
        section.tables.push(matrix(folder, &rows, &entrants, scenario));
    } else {
        section.reading = "Each row is a pairing, from the view of its first entrant: its share of the points, with \
            the 95 % interval on which the verdict depends."
            .to_owned();
        if entrants.len() > MOST {
            section.reading += &format!(" A matrix of {} entrants does not fit on a page.", entrants.len());
        }
    }
    section.tables.push(pairings(&sheet));
    Ok(vec![section])
}

/// All entrants, by their mean rate over their pairings, best first.
fn ranked(rows: &[Row<'_>]) -> Vec<String> {
    let mut found: Vec<(String, f64, f64)> = Vec::new();
    for row in rows {
        let rate = rate_of(*row).unwrap_or(0.5);
        for (which, rate) in [("first", rate), ("second", 1.0 - rate)] {
            let name = entrant(*row, which);
            match found.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, sum, count)) => (*sum, *count) = (*sum + rate, *count + 1.0),
                None => found.push((name, rate, 1.0)),
            }
        }
    }
    found.sort_by(|(_, one, of_one), (_, other, of_other)| (other / of_other).total_cmp(&(one / of_one)));
    found.into_iter().map(|(name, ..)| name).collect()
}

/// Points per game; where the table has no rate, from its counts.
fn rate_of(row: Row<'_>) -> Option<f64> {
    let games = row.count("games");
    let counted = || (games > 0).then(|| (row.count("wins") as f64 + row.count("draws") as f64 / 2.0) / games as f64);
    row.number("rate").or_else(counted)
}

fn matrix(folder: &ResultFolder, rows: &[Row<'_>], entrants: &[String], scenario: &str) -> Table {
    let mut columns = vec![Column::words("against")];
    columns.extend(entrants.iter().map(|name| Column::numbers(without_bot(folder, name))));
    let find = |first: &str, second: &str| {
        rows.iter().find(|row| entrant(**row, "first") == first && entrant(**row, "second") == second).copied()
    };
    let line = |first: &String| {
        let mut cells = vec![Cell::name(without_bot(folder, first))];
        cells.extend(entrants.iter().map(|second| match (find(first, second), find(second, first)) {
            (Some(row), _) => cell(row, false, [first, second]),
            (None, Some(row)) => cell(row, true, [first, second]),
            (None, None) => Cell::default(),
        }));
        cells
    };
    let on = if scenario == "all" { "all scenarios".to_owned() } else { name(scenario) };
    Table {
        caption: format!("Share of the points of the row against the column, on {on}"),
        columns,
        rows: entrants.iter().map(line).collect(),
        left_out: 0,
        is_heat_map: true,
    }
}

/// A cell from the row of its pairing, which may be written from the view of the other one.
fn cell(row: Row<'_>, is_turned: bool, [first, second]: [&String; 2]) -> Cell {
    let Some(rate) = rate_of(row) else { return Cell::default() };
    let turn = |rate: f64| if is_turned { 1.0 - rate } else { rate };
    let seen = turn(rate);
    let favoured = row.text("verdict_adjusted").strip_prefix("favours ");
    let ahead = favoured.map(|party| party == first);
    let mark = match ahead {
        Some(true) => " ▲",
        Some(false) => " ▼",
        None => "",
    };
    let (low, high) = match (row.number("rate_low").map(turn), row.number("rate_high").map(turn)) {
        (Some(low), Some(high)) => (low.min(high), low.max(high)),
        _ => (f64::NAN, f64::NAN),
    };
    let interval = if low.is_nan() {
        "no interval".to_owned()
    } else {
        format!("95 % interval {} to {}", Unit::Percent.bare(low), Unit::Percent.show(high))
    };
    let verdict = match row.text("verdict_adjusted") {
        "" => String::new(),
        verdict => format!("; {}", name(verdict)),
    };
    let tip = format!(
        "{} against {}: {} of the points in {} games; {interval}{verdict}",
        name(first),
        name(second),
        Unit::Percent.show(seen),
        Unit::Count.show(row.number("games").unwrap_or(0.0))
    );
    // What the file has is the view of its first entrant.
    let exact = match (is_turned, row.text("rate")) {
        (false, text) if !text.is_empty() => text.to_owned(),
        _ => format!("{seen:.6}"),
    };
    let parts = vec![CellPart::Number { exact, shown: Unit::Percent.bare(seen) }, CellPart::Words(mark.to_owned())];
    Cell { parts, tip: Some(tip), shade: Some((10.0 * (seen - 0.5)).round().clamp(-5.0, 5.0) as i8) }
}

fn pairings(sheet: &Sheet) -> Table {
    let words = ["scenario", "first", "second"].map(Column::words);
    let numbers = ["games", "won", "drawn", "lost", "rate", "95 % interval", "adjusted p"].map(Column::numbers);
    let columns = words.into_iter().chain(numbers).chain([Column::words("adjusted verdict")]).collect();
    let line = |row: Row<'_>| {
        let mut cells = vec![
            Cell::name(row.text("scenario")),
            Cell::name(&entrant(row, "first")),
            Cell::name(&entrant(row, "second")),
        ];
        cells.extend(["games", "wins", "draws", "losses"].map(|column| Cell::number(row, column, Unit::Count)));
        cells.push(Cell::number(row, "rate", Unit::Percent));
        cells.push(Cell::interval(row, "rate_low", "rate_high", Unit::Percent));
        cells.push(Cell::number(row, "p_adjusted", Unit::PValue));
        cells.push(Cell::name(row.text("verdict_adjusted")));
        cells
    };
    Table::new("all pairings", columns, sheet.rows().map(line).collect())
}
