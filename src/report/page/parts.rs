//! The numbers of the rulebook's cost formula, on the page of a balance.

use super::folder::{PageError, ResultFolder};
use super::model::{Cell, Column, Section, Table};
use super::new_list::block;
use super::number::Unit;
use super::plot::intervals::{IntervalLine, intervals};
use super::sheet::{Row, Sheet};

/// The sections of all bots and budgets, by all games and by those of each bot on each scenario; none where costs follow
/// no formula.
pub fn sections(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let [whole, cells] = ["parts.csv", "cell_parts.csv"].map(|file| folder.sheet(file));
    let (whole, cells) = (whole?, cells?);
    let mut sections = Vec::new();
    sections.extend(whole.iter().filter_map(|sheet| section(sheet, "The parts of the formula")));
    sections.extend(cells.iter().filter_map(|sheet| section(sheet, "The parts of the formula by ground and player")));
    Ok(sections)
}

/// A section of the parts with a fair number of their own; none where the formula has a single part.
fn section(sheet: &Sheet, heading: &str) -> Option<Section> {
    let games = |row: Row<'_>| match row.text("scenario") {
        "" => block(row),
        scenario => format!("{}, {scenario}", block(row)),
    };
    let line = |row: Row<'_>| {
        let list = row.number("list_cost").filter(|list| *list > 0.0)?;
        let [low, high] = ["fair_low", "fair_high"].map(|column| Some(row.number(column)? / list));
        Some(IntervalLine {
            name: format!("{}: {}", row.text("name"), games(row)),
            point: row.number("fair_cost")? / list,
            bounds: low.zip(high),
            is_clear: matches!(row.text("verdict"), "underpriced" | "overpriced"),
        })
    };
    // The rows of a part below each other, so that they can be compared.
    let rows = || sheet.distinct("name").into_iter().flat_map(|name| sheet.with("name", name));
    let lines: Vec<IntervalLine> = rows().filter_map(line).collect();
    let words = ["part", "games of"].map(Column::words);
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
    let label = "Fair numbers of the parts as multiples of those of the rules.".to_owned();
    (!lines.is_empty()).then(|| Section {
        heading: heading.to_owned(),
        reading: "The rules price a troop as a sum of parts. Each dot is the fair number of a part as a multiple of \
            that of the rules, with its 95 % interval; filled dots depart from the dashed line beyond chance. Where \
            the games reject every formula of these parts, the intervals include what no such formula explains."
            .to_owned(),
        plots: vec![intervals(&lines, Unit::Number(2), Some(1.0), label)],
        tables: vec![Table::new("parts of the formula", columns.collect(), rows().map(cells).collect())],
        files: vec![sheet.file.clone()],
        command: None,
    })
}
