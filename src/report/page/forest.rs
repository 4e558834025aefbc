//! A section of points with intervals, one for each of some rows of a table: the plot and the table behind it.

use super::model::{Cell, Column, Plot, Table};
use super::number::Unit;
use super::plot::intervals::{IntervalLine, MOST_LINES, intervals};
use super::sheet::Row;

/// The columns and words of such a section.
#[derive(Clone, Copy)]
pub struct Forest<'a> {
    /// The caption of plot and table.
    pub caption: &'a str,
    /// The heading of the names.
    pub what: &'a str,
    /// The column of the point; its interval is in the columns `…_low` and `…_high`, unless `bounds` names others.
    pub point: &'a str,
    /// The columns of the interval.
    pub bounds: [&'a str; 2],
    /// The unit of point and interval.
    pub unit: Unit,
    /// The value to compare with.
    pub reference: Option<f64>,
    /// Further columns of the table: heading, column, unit; without a unit words.
    pub more: &'a [(&'a str, &'a str, Option<Unit>)],
}

impl Forest<'_> {
    /// Plot and table of rows, each with its name.
    pub fn of(&self, rows: &[(String, Row<'_>)]) -> (Option<Plot>, Table) {
        let lines: Vec<IntervalLine> = rows.iter().filter_map(|(name, row)| self.line(name, *row)).collect();
        let plot = (!lines.is_empty()).then(|| {
            let more = match lines.len() {
                count if count > MOST_LINES => format!("; the first {MOST_LINES} of {count}"),
                _ => String::new(),
            };
            intervals(&lines, self.unit, self.reference, format!("{}{more}.", self.caption))
        });
        (plot, self.table(rows))
    }

    fn line(&self, name: &str, row: Row<'_>) -> Option<IntervalLine> {
        let point = row.number(self.point)?;
        let bounds = row.number(self.bounds[0]).zip(row.number(self.bounds[1]));
        let is_clear = bounds.zip(self.reference).is_some_and(|((low, high), at)| low > at || high < at);
        Some(IntervalLine { name: name.to_owned(), point, bounds, is_clear })
    }

    fn table(&self, rows: &[(String, Row<'_>)]) -> Table {
        let mut columns = vec![Column::words(self.what), Column::numbers("estimate"), Column::numbers("95 % interval")];
        columns.extend(self.more.iter().map(|(heading, _, unit)| match unit {
            Some(_) => Column::numbers(heading),
            None => Column::words(heading),
        }));
        let row = |(name, row): &(String, Row<'_>)| {
            let mut cells = vec![
                Cell::name(name),
                Cell::number(*row, self.point, self.unit),
                Cell::interval(*row, self.bounds[0], self.bounds[1], self.unit),
            ];
            cells.extend(self.more.iter().map(|(_, column, unit)| match unit {
                Some(unit) => Cell::number(*row, column, *unit),
                None => Cell::name(row.text(column)),
            }));
            cells
        };
        Table::new(self.caption, columns, rows.iter().map(row).collect())
    }
}

/// How to read such a plot, in plain words.
pub fn how_to_read(what: &str, line: &str) -> String {
    format!(
        "Each dot is {what}, the bar its 95 % interval: the true value lies in it in 19 of 20 such runs. A filled dot \
            has the whole bar on one side of the dashed line ({line}); a hollow one does not, so that chance alone \
            could explain it."
    )
}
