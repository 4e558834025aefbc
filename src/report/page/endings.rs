//! How the games behind fair costs ended, on the page of a balance.

use super::facts::bot_and_budget;
use super::folder::{PageError, ResultFolder};
use super::model::{Cell, Column, Section, Table};
use super::number::Unit;
use super::sheet::Row;
use crate::report::endings::{ENDINGS, ending_column, ending_heading};

/// The section of all bots and budgets; none in a folder of an older version.
pub fn sections(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let Some(sheet) = folder.sheet("endings.csv")? else { return Ok(Vec::new()) };
    let games = |row: Row<'_>| match row.text("step") {
        "" => format!("held-out armies, {}", row.text("costs").replace('_', " ")),
        step if row.text("pooled") == "false" => format!("fit {step}, not in the last one"),
        step => format!("fit {step}"),
    };
    let mut columns = ["bot and budget", "games", "scenario"].map(Column::words).to_vec();
    columns.push(Column::numbers("number"));
    columns.extend(ENDINGS.map(|ending| Column::numbers(ending_heading(ending))));
    let cells = |row: Row<'_>| {
        let mut cells =
            vec![Cell::words(bot_and_budget(row)), Cell::words(games(row)), Cell::name(row.text("scenario"))];
        cells.push(Cell::number(row, "games", Unit::Count));
        cells.extend(ENDINGS.map(|ending| Cell::number(row, ending_column(ending), Unit::Count)));
        cells
    };
    Ok(vec![Section {
        heading: "How games ended".to_owned(),
        reading:
            "The games of each fit, and those of held-out armies, on each scenario: how many ended by the rulebook's \
            condition of victory, by an objective, at the turn limit, by agreement, or by the fault of a bot."
                .to_owned(),
        tables: vec![Table::new("endings of games", columns, sheet.rows().map(cells).collect())],
        files: vec![sheet.file.clone()],
        ..Section::default()
    }])
}
