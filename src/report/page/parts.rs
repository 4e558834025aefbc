//! The numbers of the rulebook's cost formula, on the page of a balance.

use super::facts::bot_and_budget;
use super::folder::{PageError, ResultFolder};
use super::model::{Cell, Column, Plot, Section, Table};
use super::number::{Unit, name};
use super::plot::intervals::{IntervalLine, intervals};
use super::sheet::{Row, Sheet};

/// The sections by all games, and by those of each bot on each scenario; none where costs follow no formula.
pub fn sections(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let [whole, cells] = ["parts.csv", "cell_parts.csv"].map(|file| folder.sheet(file));
    let (whole, cells) = (whole?, cells?);
    let mut sections = Vec::new();
    sections.extend(whole.iter().filter_map(|sheet| section(sheet, "The parts of the formula")));
    sections.extend(cells.iter().filter_map(|sheet| section(sheet, "The parts of the formula by scenario and bot")));
    Ok(sections)
}

/// The games behind a row.
fn games(row: Row<'_>) -> String {
    match row.text("scenario") {
        "" => bot_and_budget(row),
        scenario => format!("{}, {scenario}", bot_and_budget(row)),
    }
}

/// The fair numbers of a part as multiples of that of the rules; `None` where it has none.
fn plot(sheet: &Sheet, part: &str) -> Option<Plot> {
    let line = |row: Row<'_>| {
        let list = row.number("list_cost").filter(|list| *list > 0.0)?;
        let [low, high] = ["fair_low", "fair_high"].map(|column| Some(row.number(column)? / list));
        Some(IntervalLine {
            name: games(row),
            point: row.number("fair_cost")? / list,
            bounds: low.zip(high),
            is_clear: matches!(row.text("verdict"), "underpriced" | "overpriced"),
        })
    };
    let lines: Vec<IntervalLine> = sheet.with("name", part).filter_map(line).collect();
    let label = format!("The fair number of {} as a multiple of that of the rules.", name(part));
    (!lines.is_empty()).then(|| intervals(&lines, Unit::Number(2), Some(1.0), label))
}

/// The parts with a fair number; none where the formula has a single part.
fn section(sheet: &Sheet, heading: &str) -> Option<Section> {
    let parts = sheet.distinct("name");
    let plots: Vec<Plot> = parts.iter().filter_map(|part| plot(sheet, part)).collect();
    let words = ["part", "games"].map(Column::words);
    let numbers = ["in the rules", "fair", "95 % interval", "p of the formula"].map(Column::numbers);
    let columns = words.into_iter().chain(numbers).chain([Column::words("verdict"), Column::words("formula")]);
    let cells = |row: Row<'_>| {
        vec![
            Cell::name(row.text("name")),
            Cell::words(games(row)),
            Cell::number(row, "list_cost", Unit::Number(0)),
            Cell::number(row, "fair_cost", Unit::Number(2)),
            Cell::interval(row, "fair_low", "fair_high", Unit::Number(2)),
            Cell::number(row, "p_value", Unit::PValue),
            Cell::name(row.text("verdict")),
            Cell::name(row.text("formula")),
        ]
    };
    // The rows of a part below each other, so that they can be compared.
    let rows = parts.iter().flat_map(|part| sheet.with("name", part));
    (!plots.is_empty()).then(|| Section {
        heading: heading.to_owned(),
        reading: "The rules price a troop as a sum of parts. There is a plot for each part: each dot is its fair \
            number as a multiple of that of the rules, with its 95 % interval; filled dots are under- or overpriced. \
            Where the troops scatter around every formula of these parts by more than sampling error, the intervals \
            include it."
            .to_owned(),
        plots,
        tables: vec![Table::new(heading, columns.collect(), rows.map(cells).collect())],
        files: vec![sheet.file.clone()],
        command: None,
    })
}
