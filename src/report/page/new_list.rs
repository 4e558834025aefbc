//! What a new list leaves, on the page of a balance: the imbalance where it was not fitted, and the worst armies that it
//! allows.

use super::facts::bot_and_budget;
use super::folder::{PageError, ResultFolder};
use super::model::{Cell, Column, Section, Table};
use super::number::Unit;
use super::plot::intervals::{IntervalLine, intervals};
use super::sheet::{Row, Sheet};

/// The sections of all bots and budgets; none where neither was asked for.
pub fn sections(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let [unseen, worst] = ["unseen.csv", "worst_armies.csv"].map(|file| folder.sheet(file));
    let (unseen, worst) = (unseen?, worst?);
    let mut sections = Vec::new();
    sections.extend(unseen.iter().map(of_unseen));
    sections.extend(worst.iter().map(of_worst));
    Ok(sections)
}

fn line(row: Row<'_>, what: String, column: &str, is_clear: bool) -> Option<IntervalLine> {
    let [low, high] = ["low", "high"].map(|end| row.number(&format!("{column}_{end}")));
    Some(IntervalLine { name: what, point: row.number(column)?, bounds: low.zip(high), is_clear })
}

fn of_unseen(sheet: &Sheet) -> Section {
    let of_line = |row: Row<'_>| {
        let place = match row.text("unseen") {
            "all" => "all together".to_owned(),
            _ => format!("{}, {}", row.text("scenario"), row.text("led_by")),
        };
        let what = format!("{}: {}, {place}", bot_and_budget(row), row.text("costs").replace('_', " "));
        line(row, what, "absolute", row.number("absolute_low").is_some_and(|low| low > 0.0))
    };
    let lines: Vec<IntervalLine> = sheet.rows().filter_map(of_line).collect();
    let words = ["fit", "costs", "new to the fit", "led by", "scenario"].map(Column::words);
    let numbers = ["meetings", "games", "forfeited", "mean distance", "95 % interval", "spread", "95 % interval"]
        .map(Column::numbers);
    let cells = |row: Row<'_>| {
        vec![
            Cell::words(bot_and_budget(row)),
            Cell::name(row.text("costs")),
            Cell::name(row.text("unseen")),
            Cell::name(row.text("led_by")),
            Cell::name(row.text("scenario")),
            Cell::number(row, "meetings", Unit::Count),
            Cell::number(row, "games", Unit::Count),
            Cell::number(row, "forfeits", Unit::Count),
            Cell::number(row, "absolute", Unit::Percent),
            Cell::interval(row, "absolute_low", "absolute_high", Unit::Percent),
            Cell::number(row, "spread", Unit::Percent),
            Cell::interval(row, "spread_low", "spread_high", Unit::Percent),
        ]
    };
    let label = "Mean distance of true win rates from one half where the costs were not fitted.".to_owned();
    Section {
        heading: "Imbalance on unseen grounds and under unseen bots".to_owned(),
        reading: "Armies that had no part in any fit meet at equal cost, on scenarios or under bots that had none \
            either. The dot is how far their true win rates are from one half on average, by the list and by the new \
            costs; 0 would be perfect balance. Each scenario under each bot has its own row before all are taken \
            together. The intervals hold whatever the distribution of true win rates; filled dots show an imbalance \
            beyond chance."
            .to_owned(),
        plots: if lines.is_empty() { Vec::new() } else { vec![intervals(&lines, Unit::Percent, Some(0.0), label)] },
        tables: vec![Table::new(
            "imbalance where costs were not fitted",
            words.into_iter().chain(numbers).collect(),
            sheet.rows().map(cells).collect(),
        )],
        files: vec![sheet.file.clone()],
        command: None,
    }
}

fn of_worst(sheet: &Sheet) -> Section {
    let of_line = |row: Row<'_>| {
        let what = format!("{}: {}", bot_and_budget(row), row.text("army"));
        line(row, what, "rate", row.text("verdict") == "confirmed")
    };
    let lines: Vec<IntervalLine> = sheet.rows().filter_map(of_line).collect();
    let words = ["fit", "costs", "army"].map(Column::words);
    let numbers =
        ["points", "by the list", "predicted", "95 % interval", "games", "forfeited", "rate", "95 % interval"]
            .map(Column::numbers);
    let last = ["verdict", "search"].map(Column::words);
    let cells = |row: Row<'_>| {
        vec![
            Cell::words(bot_and_budget(row)),
            Cell::name(row.text("costs")),
            Cell::words(row.text("army")),
            Cell::number(row, "points", Unit::Number(2)),
            Cell::number(row, "list_points", Unit::Number(2)),
            Cell::number(row, "predicted", Unit::Percent),
            Cell::interval(row, "predicted_low", "predicted_high", Unit::Percent),
            Cell::number(row, "games", Unit::Count),
            Cell::number(row, "forfeits", Unit::Count),
            Cell::number(row, "rate", Unit::Percent),
            Cell::interval(row, "rate_low", "rate_high", Unit::Percent),
            Cell::name(row.text("verdict")),
            Cell::name(row.text("search")),
        ]
    };
    let label = "Points per game of the worst armies in games of their own.".to_owned();
    Section {
        heading: "The worst armies still possible".to_owned(),
        reading: "Of all armies that the pool and its limits allow at the budget, the five whose predicted chance to \
            win against the mean opponent of the same cost is farthest from one half under the new costs: too strong, \
            or too weak. The prediction chose them, and is therefore too extreme on average; the dots are their points \
            per game in games of their own. A filled dot is confirmed: its whole interval is on the predicted side of \
            the dashed line."
            .to_owned(),
        plots: if lines.is_empty() { Vec::new() } else { vec![intervals(&lines, Unit::Percent, Some(0.5), label)] },
        tables: vec![Table::new(
            "the worst armies",
            words.into_iter().chain(numbers).chain(last).collect(),
            sheet.rows().map(cells).collect(),
        )],
        files: vec![sheet.file.clone()],
        command: None,
    }
}
