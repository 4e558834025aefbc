//! Fields that no ladder describes: which lists survive, the Nash mixture, cycles.

use crate::report::page::folder::{PageError, ResultFolder};
use crate::report::page::model::{Cell, Column, Section, Table};
use crate::report::page::number::{Unit, name};
use crate::report::page::plot::bars::{Bar, bars};
use crate::report::page::sheet::{Row, Sheet};

/// The lists of a metagame: which survive, and which are dominated by which.
pub fn metagame(folder: &ResultFolder) -> Result<Option<Section>, PageError> {
    let Some(sheet) = folder.sheet("metagame.csv")? else { return Ok(None) };
    let mut section = Section {
        heading: "Which lists survive".to_owned(),
        reading: "If players are free to choose and to answer each other's choices, they end at a mixture of lists \
            against which no other list gains (Nash). The bar of a list is its share of that mixture as \
            observed; the table says how sure that is: in how many of the resampled results the list belongs to the \
            mixture, and in how many some other list is at least as good against every opponent. A list survives or is \
            dominated where 95 % of them agree, is out where it belongs to the mixture in 5 % or fewer, and open \
            otherwise."
            .to_owned(),
        files: vec![sheet.file.clone()],
        ..Section::default()
    };
    for leader in sheet.distinct("led_by") {
        let rows: Vec<Row<'_>> = sheet.with("led_by", leader).collect();
        let share = |row: &Row<'_>| Bar {
            name: row.text("army").to_owned(),
            shares: vec![row.number("nash_share").unwrap_or(0.0)],
        };
        let caption = format!("Shares of the Nash mixture of lists led by {}", name(leader));
        section.plots.push(bars(&rows.iter().map(share).collect::<Vec<_>>(), &["share"], format!("{caption}.")));
        section.tables.push(of_lists(&rows, caption));
    }
    Ok(Some(section))
}

fn of_lists(rows: &[Row<'_>], caption: String) -> Table {
    let columns = vec![
        Column::words("list"),
        Column::words("verdict"),
        Column::numbers("share of the mixture"),
        Column::numbers("resamples in the mixture"),
        Column::numbers("resamples dominated"),
        Column::words("most often by"),
        Column::numbers("by it"),
        Column::numbers("rate"),
        Column::numbers("95 % interval"),
        Column::numbers("points"),
    ];
    let line = |row: &Row<'_>| {
        vec![
            Cell::name(row.text("army")),
            Cell::name(row.text("verdict")),
            Cell::number(*row, "nash_share", Unit::Percent),
            Cell::number(*row, "in_mixture_share", Unit::Percent),
            Cell::number(*row, "dominated_share", Unit::Percent),
            Cell::name(row.text("dominated_by")),
            Cell::number(*row, "dominated_by_it_share", Unit::Percent),
            Cell::number(*row, "rate", Unit::Percent),
            Cell::interval(*row, "rate_low", "rate_high", Unit::Percent),
            Cell::number(*row, "points", Unit::Count),
        ]
    };
    Table::new(caption, columns, rows.iter().map(line).collect())
}

/// The shape of larger fields: mixtures and cycles.
pub fn shape(folder: &ResultFolder) -> Result<Option<Section>, PageError> {
    let (shares, cycles) = (folder.sheet("field.csv")?, folder.sheet("cycles.csv")?);
    if shares.is_none() && cycles.is_none() {
        return Ok(None);
    }
    let files = [&shares, &cycles].into_iter().flatten().map(|sheet| sheet.file.clone()).collect();
    Ok(Some(Section {
        heading: "Is there a ladder at all?".to_owned(),
        reading: "A rating puts all entrants on one line. Where A beats B, B beats C and C beats A, no line is right: \
            the table of cycles has the share of the results that no ranking can express, and the chance of seeing as \
            much without any cycles. The other table has each one's share of a population in which winners spread \
            (alpha-rank) and its share of the Nash mixture."
            .to_owned(),
        tables: cycles.iter().map(of_cycles).chain(shares.iter().map(of_shares)).collect(),
        files,
        ..Section::default()
    }))
}

fn of_shares(sheet: &Sheet) -> Table {
    let words = ["field", "led by", "name"].map(Column::words);
    let numbers = ["alpha-rank", "Nash share", "resamples in the mixture", "gain against the mixture", "95 % interval"];
    let columns = words.into_iter().chain(numbers.map(Column::numbers)).collect();
    let line = |row: Row<'_>| {
        let mut cells = ["entity", "led_by", "name"].map(|column| Cell::name(row.text(column))).to_vec();
        cells.extend(
            ["alpha_rank", "nash_share", "in_mixture_share"].map(|column| Cell::number(row, column, Unit::Percent)),
        );
        cells.push(Cell::number(row, "nash_average", Unit::PercentagePoints));
        cells.push(Cell::interval(row, "nash_average_low", "nash_average_high", Unit::PercentagePoints));
        cells
    };
    Table::new("mixtures", columns, sheet.rows().map(line).collect())
}

fn of_cycles(sheet: &Sheet) -> Table {
    let words = ["field", "led by", "cycle"].map(Column::words);
    let numbers = ["Elo around it", "cyclic share", "beyond chance", "p", "adjusted p"];
    let columns = words.into_iter().chain(numbers.map(Column::numbers)).collect();
    let line = |row: Row<'_>| {
        let ring = match row.text("ring") {
            "" => Cell::words("the whole field"),
            _ => Cell::name(&["first", "second", "third"].map(|column| row.text(column)).join(" → ")),
        };
        vec![
            Cell::name(row.text("entity")),
            Cell::name(row.text("led_by")),
            ring,
            Cell::number(row, "ring_elo", Unit::Difference(1)),
            Cell::number(row, "cyclic_share", Unit::Percent),
            Cell::number(row, "cyclic_share_beyond_chance", Unit::Percent),
            Cell::number(row, "p_value", Unit::PValue),
            Cell::number(row, "p_adjusted", Unit::PValue),
        ]
    };
    Table::new("cycles", columns, sheet.rows().map(line).collect())
}
