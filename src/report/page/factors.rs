//! How costs depend on the scenario and the bot, on the page of a balance.

use super::folder::{PageError, ResultFolder};
use super::model::{Cell, Column, Section, Table};
use super::number::Unit;
use super::plot::intervals::{IntervalLine, intervals};
use super::sheet::Row;

/// The sections of each budget; none where there was only one bot on one scenario.
pub fn sections(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let [cells, effects, tests] = ["cells.csv", "effects.csv", "heterogeneity.csv"].map(|file| folder.sheet(file));
    let (Some(cells), Some(effects), Some(tests)) = (cells?, effects?, tests?) else { return Ok(Vec::new()) };
    let section = |budget: &&str| {
        let means = of_budget(effects.with("factor", "mean"), budget);
        let list = |name: &str| cells.with("name", name).find_map(|row| row.number("list_cost"));
        // Every cell as a multiple of the list cost, below the mean of its troop.
        let mut lines = Vec::new();
        for mean in &means {
            let name = mean.text("name");
            let Some(list) = list(name).filter(|list| *list > 0.0) else { continue };
            let line = |row: &Row<'_>, columns: [&str; 3], name: String, is_clear: bool| {
                let [point, low, high] = columns.map(|column| row.number(column).map(|number| number / list));
                Some(IntervalLine { name, point: point?, bounds: low.zip(high), is_clear })
            };
            let columns = ["points", "points_between_low", "points_between_high"];
            lines.extend(line(mean, columns, format!("{name}: mean"), true));
            for cell in of_budget(cells.with("name", name), budget) {
                let which = format!("{}, {}", cell.text("bot"), cell.text("scenario"));
                lines.extend(line(&cell, ["fair_cost", "fair_low", "fair_high"], which, false));
            }
        }
        let verdicts = |row: &Row<'_>| {
            vec![
                Cell::name(row.text("name")),
                Cell::number(*row, "points", Unit::Number(2)),
                Cell::interval(*row, "points_between_low", "points_between_high", Unit::Number(2)),
                Cell::name(row.text("verdict")),
            ]
        };
        let test = |row: &Row<'_>| {
            vec![
                Cell::name(row.text("name")),
                Cell::name(row.text("factor")),
                Cell::number(*row, "chi_square", Unit::Number(1)),
                Cell::number(*row, "degrees", Unit::Count),
                Cell::number(*row, "p_value", Unit::PValue),
                Cell::number(*row, "p_adjusted", Unit::PValue),
                Cell::number(*row, "spread", Unit::Number(2)),
                Cell::number(*row, "share", Unit::Percent),
            ]
        };
        let mean_columns = vec![
            Column::words("troop"),
            Column::numbers("mean cost"),
            Column::numbers("95 % interval"),
            Column::words("verdict"),
        ];
        let test_columns = ["troop", "factor"].map(Column::words).into_iter().chain(
            ["chi-square", "degrees", "p", "adjusted p", "spread, points", "share of variance"].map(Column::numbers),
        );
        let tested = of_budget(tests.rows(), budget);
        Section {
            heading: format!("Ground and player: {} points", budget.trim_end_matches('0').trim_end_matches('.')),
            reading:
                "The filled dot is the mean fair cost of a troop over all scenarios and bots, as a multiple of its \
                list cost; below it is the cost by the games of each bot on each scenario alone, with 95 % intervals. \
                Dots far apart show a cost that depends on the ground or on the player; the tests say whether by more \
                than chance."
                    .to_owned(),
            plots: vec![intervals(
                &lines,
                Unit::Number(2),
                Some(1.0),
                "Fair cost by bot and scenario, as a multiple of the list cost.".to_owned(),
            )],
            tables: vec![
                Table::new("mean costs", mean_columns, means.iter().map(verdicts).collect()),
                Table::new("tests of heterogeneity", test_columns.collect(), tested.iter().map(test).collect()),
            ],
            files: vec![effects.file.clone(), cells.file.clone(), tests.file.clone()],
            command: None,
        }
    };
    Ok(effects.distinct("budget").iter().map(section).collect())
}

fn of_budget<'a>(rows: impl Iterator<Item = Row<'a>>, budget: &str) -> Vec<Row<'a>> {
    rows.filter(|row| row.text("budget") == budget).collect()
}
