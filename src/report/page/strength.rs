//! How costs depend on the strength of the player, on the page of a balance; and other measures, on those of a
//! tournament and of a comparison.

use super::comparison::unit;
use super::folder::{PageError, ResultFolder};
use super::model::{Cell, Column, Section, Table};
use super::number::Unit;
use super::plot::intervals::{IntervalLine, intervals};
use super::sheet::{Row, Sheet};
use crate::report::strength::{RUNGS, TRENDS};

/// The sections of each budget; none without ratings of the bots.
pub fn sections(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let [slopes, rungs] = ["strength.csv", "rungs.csv"].map(|file| folder.sheet(file));
    let (Some(slopes), Some(rungs)) = (slopes?, rungs?) else { return Ok(Vec::new()) };
    let section = |budget: &&str| {
        let troops: Vec<Row<'_>> = slopes.with("budget", budget).collect();
        // The cost under each bot as a multiple of the list cost, weakest first.
        let mut lines = Vec::new();
        for troop in &troops {
            let Some(list) = troop.number("list_cost").filter(|list| *list > 0.0) else { continue };
            for rung in rungs.with("budget", budget).filter(|rung| rung.text("name") == troop.text("name")) {
                let [point, low, high] =
                    ["fair_cost", "fair_low", "fair_high"].map(|column| rung.number(column).map(|it| it / list));
                let Some(point) = point else { continue };
                let name = format!("{}: {}", troop.text("name"), rung.text("bot"));
                let is_clear = matches!(rung.text("verdict"), "overpriced" | "underpriced");
                lines.push(IntervalLine { name, point, bounds: low.zip(high), is_clear });
            }
        }
        let row = |row: &Row<'_>| {
            vec![
                Cell::name(row.text("name")),
                Cell::number(*row, "list_cost", Unit::Number(2)),
                Cell::number(*row, "points_a_100_elo", Unit::Number(2)),
                Cell::interval(*row, "points_a_100_elo_between_low", "points_a_100_elo_between_high", Unit::Number(2)),
                Cell::number(*row, "p_adjusted", Unit::PValue),
                Cell::name(row.text("verdict")),
            ]
        };
        let columns = vec![
            Column::words("troop"),
            Column::numbers("list cost"),
            Column::numbers("points a 100 Elo"),
            Column::numbers("95 % interval"),
            Column::numbers("adjusted p"),
            Column::words("verdict"),
        ];
        let of_rung = |row: &Row<'_>| {
            vec![
                Cell::name(row.text("name")),
                Cell::name(row.text("bot")),
                Cell::number(*row, "elo", Unit::Number(0)),
                Cell::number(*row, "fair_cost", Unit::Number(2)),
                Cell::interval(*row, "fair_low", "fair_high", Unit::Number(2)),
                Cell::name(row.text("verdict")),
            ]
        };
        let rung_columns = vec![
            Column::words("troop"),
            Column::words("bot"),
            Column::numbers("rating"),
            Column::numbers("fair cost"),
            Column::numbers("95 % interval"),
            Column::words("verdict"),
        ];
        let all: Vec<Row<'_>> = rungs.with("budget", budget).collect();
        Section {
            heading: format!("Strength of the player: {} points", budget.trim_end_matches('0').trim_end_matches('.')),
            reading: "The fair cost of a troop under each bot, weakest first, as a multiple of its list cost with its \
                95 % interval; a filled dot differs from the list. Dots that move from top to bottom within a troop \
                show a cost that depends on how well the game is played; the slope says by how many points for each \
                100 Elo, and p whether by more than chance."
                .to_owned(),
            plots: vec![intervals(
                &lines,
                Unit::Number(2),
                Some(1.0),
                "Fair cost by the strength of the player, as a multiple of the list cost.".to_owned(),
            )],
            tables: vec![
                Table::new("costs by strength", columns, troops.iter().map(row).collect()),
                Table::new("costs under each bot", rung_columns, all.iter().map(of_rung).collect()),
            ],
            files: vec![slopes.file.clone(), rungs.file.clone()],
            command: None,
        }
    };
    Ok(slopes.distinct("budget").iter().map(section).collect())
}

/// The sections of measures in a tournament, or of each variant of a comparison; none without ratings of the bots.
pub fn measures(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let [trends, rungs] = [TRENDS, RUNGS].map(|file| folder.sheet(file));
    let (Some(trends), Some(rungs)) = (trends?, rungs?) else { return Ok(Vec::new()) };
    Ok(trends.distinct("variant").iter().map(|variant| of_variant(&trends, &rungs, variant)).collect())
}

/// The unit of a measure: rates of a tournament, or differences that a change makes.
fn unit_of(row: &Row<'_>) -> Unit {
    if row.text("variant").is_empty() { Unit::Percent } else { unit(row.text("measure")) }
}

/// The unit of what 100 Elo points add to a measure.
fn unit_of_slope(row: &Row<'_>) -> Unit {
    match unit_of(row) {
        Unit::Percent => Unit::PercentagePoints,
        other => other,
    }
}

/// What a row measures, in words.
fn measured(row: &Row<'_>) -> String {
    let of = [row.text("measure").replace('_', " "), row.text("subject").to_owned(), row.text("scenario").to_owned()];
    of.into_iter().filter(|part| !part.is_empty() && part != "all").collect::<Vec<_>>().join(", ")
}

fn of_variant(trends: &Sheet, rungs: &Sheet, variant: &str) -> Section {
    let rows: Vec<Row<'_>> = trends.with("variant", variant).collect();
    let under: Vec<Row<'_>> = rungs.with("variant", variant).collect();
    let line = |row: &Row<'_>| {
        let bounds = row.number("value_low").zip(row.number("value_high"));
        let name = format!("{}: {}", measured(row), row.text("bot"));
        let zero = if variant.is_empty() { 0.5 } else { 0.0 };
        let is_clear = bounds.is_some_and(|(low, high)| low > zero || high < zero);
        Some(IntervalLine { name, point: row.number("value")?, bounds, is_clear })
    };
    let shared = unit_of_plot(&rows);
    let lines: Vec<IntervalLine> = under.iter().filter(|row| unit_of(row) == shared).filter_map(line).collect();
    let row = |row: &Row<'_>| {
        let unit = unit_of_slope(row);
        vec![
            Cell::name(&measured(row)),
            Cell::number(*row, "per_100_elo", unit),
            Cell::interval(*row, "per_100_elo_between_low", "per_100_elo_between_high", unit),
            Cell::number(*row, "p_adjusted", Unit::PValue),
            Cell::name(row.text("verdict")),
        ]
    };
    let columns = vec![
        Column::words("measure"),
        Column::numbers("per 100 Elo"),
        Column::numbers("95 % interval"),
        Column::numbers("adjusted p"),
        Column::words("verdict"),
    ];
    let of_rung = |row: &Row<'_>| {
        vec![
            Cell::name(&measured(row)),
            Cell::name(row.text("bot")),
            Cell::number(*row, "elo", Unit::Number(0)),
            Cell::number(*row, "value", unit_of(row)),
            Cell::interval(*row, "value_low", "value_high", unit_of(row)),
            Cell::name(row.text("verdict")),
        ]
    };
    let rung_columns = vec![
        Column::words("measure"),
        Column::words("bot"),
        Column::numbers("rating"),
        Column::numbers("value"),
        Column::numbers("95 % interval"),
        Column::words("verdict"),
    ];
    let of = if variant.is_empty() { String::new() } else { format!(": {variant}") };
    let what = if variant.is_empty() { "Each measure" } else { "The effect of the change on each measure" };
    Section {
        heading: format!("Strength of the player{of}"),
        reading: format!(
            "{what} under each bot, weakest first, in games in which it plays both sides, with its 95 % interval. The \
                slope says by how much a measure rises for each 100 Elo of the player, and p whether by more than \
                chance."
        ),
        plots: vec![intervals(
            &lines,
            shared,
            Some(if variant.is_empty() { 0.5 } else { 0.0 }),
            format!("{what} by the strength of the player."),
        )],
        tables: vec![
            Table::new("measures by strength", columns, rows.iter().map(row).collect()),
            Table::new("measures under each bot", rung_columns, under.iter().map(of_rung).collect()),
        ],
        files: vec![trends.file.clone(), rungs.file.clone()],
        command: None,
    }
}

/// The unit of the plot: shares where there are any, since amounts have no common scale with them.
fn unit_of_plot(rows: &[Row<'_>]) -> Unit {
    let all: Vec<Unit> = rows.iter().map(unit_of).collect();
    let share = all.iter().find(|unit| matches!(unit, Unit::Percent | Unit::PercentagePoints));
    share.or(all.first()).copied().unwrap_or(Unit::Percent)
}
