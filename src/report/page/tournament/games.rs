//! How games ended, how long they took, and what the first move is worth.

use crate::report::endings::{ENDINGS, ending_column, ending_heading};
use crate::report::page::folder::{PageError, ResultFolder};
use crate::report::page::forest::{Forest, how_to_read};
use crate::report::page::model::{Cell, Column, Section, Table};
use crate::report::page::number::Unit;
use crate::report::page::plot::bars::{Bar, bars};
use crate::report::page::sheet::{Row, Sheet};

/// Further figures of the games on a scenario.
const FIGURES: [(&str, &str, Unit); 12] = [
    ("drawn_share", "drawn games", Unit::Percent),
    ("marginal_share", "marginal victories", Unit::Percent),
    ("medium_share", "medium victories", Unit::Percent),
    ("decisive_share", "decisive victories", Unit::Percent),
    ("lead_changes", "changes of the lead per game", Unit::Number(2)),
    ("decided_after_share_median", "share of the game after which half of the victories were decided", Unit::Percent),
    ("won_without_lead_share", "games won without the lead", Unit::Percent),
    ("winner_points_lost_share", "points lost by the winner", Unit::Percent),
    ("loser_points_lost_share", "points lost by the loser", Unit::Percent),
    ("combats_a_round", "combats per round", Unit::Number(2)),
    ("decisions_a_player_turn", "decisions per player-turn", Unit::Number(1)),
    ("meaningless_share", "meaningless choices", Unit::Percent),
];

/// A figure of all games on a scenario.
fn figure<'a>(sheet: &'a Sheet, scenario: &str, measure: &str) -> Option<Row<'a>> {
    sheet.rows().find(|row| {
        row.text("scenario") == scenario && row.text("first_bot").is_empty() && row.text("measure") == measure
    })
}

/// How games ended and how long they took.
pub fn endings(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let Some(sheet) = folder.sheet("quality.csv")? else { return Ok(Vec::new()) };
    let scenarios = sheet.distinct("scenario");
    let value = |scenario: &str, measure: &str| figure(&sheet, scenario, measure).and_then(|row| row.number("value"));
    let bar = |scenario: &&str| {
        let games = value(scenario, "games").unwrap_or(0.0).max(1.0);
        let shares = ENDINGS.map(|ending| value(scenario, ending_column(ending)).unwrap_or(0.0) / games).to_vec();
        Bar { name: (*scenario).to_owned(), shares }
    };
    let plot = bars(
        &scenarios.iter().map(bar).collect::<Vec<_>>(),
        &ENDINGS.map(ending_heading),
        "How games ended, as shares of all games on each scenario.".to_owned(),
    );
    let mut columns = vec![Column::words("scenario"), Column::numbers("games")];
    columns.extend(ENDINGS.map(|ending| Column::numbers(ending_heading(ending))));
    columns.extend(["median rounds", "95th percentile"].map(Column::numbers));
    let cell = |scenario: &str, measure: &str, unit: Unit| {
        figure(&sheet, scenario, measure).map_or_else(Cell::default, |row| Cell::number(row, "value", unit))
    };
    let rows = scenarios.iter().map(|scenario| {
        let mut cells = vec![Cell::name(scenario), cell(scenario, "games", Unit::Count)];
        cells.extend(ENDINGS.map(|ending| cell(scenario, ending_column(ending), Unit::Count)));
        cells.extend(["rounds_median", "rounds_p95"].map(|measure| cell(scenario, measure, Unit::Number(0))));
        cells
    });
    let mut tables = vec![Table::new("endings and length of games", columns, rows.collect())];
    tables.extend(figures(&sheet, &scenarios));
    let lengths = scenarios.first().and_then(|scenario| {
        let median = value(scenario, "rounds_median")?;
        let long = value(scenario, "rounds_p95")?;
        Some(format!(" Half of the games took {median} rounds or fewer, 19 of 20 took {long} or fewer."))
    });
    Ok(vec![Section {
        heading: "How games ended, and how long they took".to_owned(),
        reading: "Each bar is all games of a scenario, divided by how they ended: by the rulebook's victory, by an \
            objective, at the turn limit, by agreement, or by the fault of a bot."
            .to_owned()
            + &lengths.unwrap_or_default(),
        plots: vec![plot],
        tables,
        files: vec![sheet.file.clone()],
        command: None,
    }])
}

fn figures(sheet: &Sheet, scenarios: &[&str]) -> Option<Table> {
    let mut rows = Vec::new();
    for (measure, words, unit) in FIGURES {
        for scenario in scenarios {
            let Some(row) = figure(sheet, scenario, measure) else { continue };
            rows.push(vec![
                Cell::words(words),
                Cell::name(scenario),
                Cell::number(row, "value", unit),
                Cell::interval(row, "low", "high", unit),
            ]);
        }
    }
    let columns = vec![
        Column::words("figure"),
        Column::words("scenario"),
        Column::numbers("value"),
        Column::numbers("95 % interval"),
    ];
    (!rows.is_empty()).then(|| Table::new("what the games were like", columns, rows))
}

/// What it is worth to begin, and to have the red side, on each scenario.
pub fn first_move(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let Some(sheet) = folder.sheet("seats.csv")? else { return Ok(Vec::new()) };
    let rows = |seat: &str| -> Vec<(String, Row<'_>)> {
        sheet.rows().filter(|row| row.text("seat") == seat).map(|row| (row.text("scenario").to_owned(), row)).collect()
    };
    let mut section = Section {
        heading: "First move and seats".to_owned(),
        reading: how_to_read("the share of the points of the side that begins, or of red, on a scenario", "50 %: fair"),
        files: vec![sheet.file.clone()],
        ..Section::default()
    };
    for (seat, caption) in [("first", "The side that begins"), ("red", "Red")] {
        let caption = format!("{caption}: share of the points, by scenario");
        let forest = Forest {
            caption: &caption,
            what: "scenario",
            point: "rate",
            bounds: ["rate_low", "rate_high"],
            unit: Unit::Percent,
            reference: Some(0.5),
            more: &[
                ("games", "games", Some(Unit::Count)),
                ("verdict", "verdict", None),
                ("adjusted verdict", "verdict_adjusted", None),
            ],
        };
        let (plot, table) = forest.of(&rows(seat));
        if plot.is_some() {
            section.plots.extend(plot);
            section.tables.push(table);
        }
    }
    Ok((!section.plots.is_empty()).then_some(section).into_iter().collect())
}
