//! The page of a search for the strongest list.

use super::facts::facts;
use super::folder::{PageError, ResultFolder};
use super::forest::{Forest, how_to_read};
use super::model::{Cell, Column, Page, Section, Table};
use super::number::{Unit, name};
use super::plot::curves::{Curve, CurveStyle, Curves, Spot, curves};
use super::sheet::{Row, Sheet};
use crate::report::format::count;

/// The page of a finished search.
pub fn page(folder: &ResultFolder) -> Result<Page, PageError> {
    let question = ["question"];
    let mut page = Page {
        kind: "Strongest list".to_owned(),
        subject: super::facts::subject(folder, &question),
        facts: facts(folder, &question),
        files: folder.files(),
        command: super::question::command(folder, "breaker"),
        cards: super::cards::cards(folder)?,
        ..Page::default()
    };
    let lists = folder.sheet("lists.csv")?;
    if let Some(sheet) = folder.sheet("breaker.csv")? {
        page.answer = answer(&sheet, lists.as_ref());
        page.sections.push(confirmation(&sheet));
    }
    if let Some(sheet) = folder.sheet("generations.csv")? {
        page.sections.push(generations(&sheet));
    }
    page.sections.extend(lists.as_ref().map(last_generation));
    Ok(page)
}

fn answer(sheet: &Sheet, lists: Option<&Sheet>) -> String {
    let Some(row) = sheet.with("against", "all").next() else { return "No game was played.".to_owned() };
    let bounds = row.number("rate_low").zip(row.number("rate_high"));
    let rate = row.number("rate").map(|rate| Unit::Percent.with_interval(rate, bounds));
    let strongest = lists.and_then(|lists| lists.with("strongest", "1").next());
    let list = strongest.map(|row| format!(" ({})", name(row.text("list")))).unwrap_or_default();
    let verdict = match row.text("verdict") {
        "exploit" => "an exploit: it beats the field",
        "weaker" => "weaker than the field",
        "none" => "no exploit is shown",
        _ => "the games cannot decide",
    };
    let fields = sheet.rows().count().saturating_sub(1);
    let forfeited = match row.number("by_forfeit") {
        Some(games) if games > 0.0 => format!(", {} of which were forfeited", Unit::Count.show(games)),
        _ => String::new(),
    };
    format!(
        "The strongest list found{list} scores {} of the points against {} of the field, in a match of \
            its own of {} games{forfeited}: {verdict}.",
        rate.unwrap_or_else(|| "no share".to_owned()),
        count(fields as u64, "list"),
        Unit::Count.show(row.number("games").unwrap_or(0.0))
    )
}

fn confirmation(sheet: &Sheet) -> Section {
    let title = |row: Row<'_>| match row.text("against") {
        "all" => "all, on average".to_owned(),
        list => list.to_owned(),
    };
    let rows: Vec<(String, Row<'_>)> = sheet.rows().map(|row| (title(row), row)).collect();
    let forest = Forest {
        caption: "Share of the points of the strongest list against each list of the field",
        what: "against",
        point: "rate",
        bounds: ["rate_low", "rate_high"],
        unit: Unit::Percent,
        reference: Some(0.5),
        more: &[
            ("games", "games", Some(Unit::Count)),
            ("won", "won", Some(Unit::Count)),
            ("drawn", "drawn", Some(Unit::Count)),
            ("lost", "lost", Some(Unit::Count)),
            ("forfeited", "by_forfeit", Some(Unit::Count)),
            ("adjusted p", "p_adjusted", Some(Unit::PValue)),
            ("verdict", "verdict", None),
            ("in the search", "search_rate", Some(Unit::Percent)),
            ("in the play-off", "play_off_rate", Some(Unit::Percent)),
        ],
    };
    let (plot, table) = forest.of(&rows);
    Section {
        heading: "The confirmation match".to_owned(),
        reading: how_to_read("the share of the points of the strongest list against a list of the field", "50 %")
            + " The match is on dice of its own: the scores of search and play-off in the table are too high, since \
                the list was chosen by them.",
        plots: plot.into_iter().collect(),
        tables: vec![table],
        files: vec![sheet.file.clone()],
        command: None,
    }
}

fn generations(sheet: &Sheet) -> Section {
    let curve = |column: &str, title: &str| Curve {
        name: title.to_owned(),
        spots: sheet
            .rows()
            .filter_map(|row| Some(Spot { x: row.number("generation")?, y: row.number(column)?, bounds: None }))
            .collect(),
    };
    let all = [
        curve("best_estimate", "estimated strength of the best"),
        curve("best", "score of the best"),
        curve("mean", "mean score of the survivors"),
    ];
    let what = Curves {
        curves: &all,
        style: CurveStyle::Marked,
        across: (Unit::Count, "generation"),
        up: (Unit::Percent, "per cent of the points"),
        references: &[0.5],
    };
    let columns = ["generation", "tried", "new", "mean", "best", "games of the best", "its estimate", "games so far"]
        .map(Column::numbers)
        .into_iter()
        .chain([Column::words("best list")])
        .collect();
    let line = |row: Row<'_>| {
        vec![
            Cell::number(row, "generation", Unit::Count),
            Cell::number(row, "tried", Unit::Count),
            Cell::number(row, "new", Unit::Percent),
            Cell::number(row, "mean", Unit::Percent),
            Cell::number(row, "best", Unit::Percent),
            Cell::number(row, "best_games", Unit::Count),
            Cell::number(row, "best_estimate", Unit::Percent),
            Cell::number(row, "games", Unit::Count),
            Cell::name(row.text("best_list")),
        ]
    };
    Section {
        heading: "Generations of the search".to_owned(),
        reading:
            "Each generation keeps its better half and makes new lists from it. The estimated strength is the score \
            shrunk towards the mean, since the best score of many is partly luck; where it no longer rises, the search \
            has found what it can."
                .to_owned(),
        plots: vec![curves(what, "Scores over the generations.".to_owned())],
        tables: vec![Table::new("generations", columns, sheet.rows().map(line).collect())],
        files: vec![sheet.file.clone()],
        command: None,
    }
}

fn last_generation(sheet: &Sheet) -> Section {
    let columns = [Column::numbers("rank"), Column::words("list")]
        .into_iter()
        .chain(["points", "games", "score", "estimate", "play-off", "games of it"].map(Column::numbers))
        .chain(["origin", "strongest"].map(Column::words))
        .collect();
    let line = |row: Row<'_>| {
        vec![
            Cell::number(row, "rank", Unit::Count),
            Cell::name(row.text("list")),
            Cell::number(row, "points", Unit::Number(0)),
            Cell::number(row, "games", Unit::Count),
            Cell::number(row, "score", Unit::Percent),
            Cell::number(row, "estimate", Unit::Percent),
            Cell::number(row, "play_off", Unit::Percent),
            Cell::number(row, "play_off_games", Unit::Count),
            Cell::name(row.text("origin")),
            Cell::words(if row.text("strongest") == "1" { "yes" } else { "" }),
        ]
    };
    Section {
        heading: "The last generation".to_owned(),
        reading: "The lists that were left at the end, as the search ranks them. The play-off among the first of them \
            chose the strongest."
            .to_owned(),
        tables: vec![Table::new("lists of the last generation", columns, sheet.rows().map(line).collect())],
        files: vec![sheet.file.clone()],
        ..Section::default()
    }
}
