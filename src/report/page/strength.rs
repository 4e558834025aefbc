//! How costs depend on the strength of the player, on the page of a balance.

use super::folder::{PageError, ResultFolder};
use super::model::{Cell, Column, Section, Table};
use super::number::Unit;
use super::plot::intervals::{IntervalLine, intervals};
use super::sheet::Row;

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
