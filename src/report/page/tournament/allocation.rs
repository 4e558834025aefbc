//! How adaptive allocation distributed the games, and the resulting estimates of the pairings.

use super::without_bot;
use crate::report::page::folder::{PageError, ResultFolder};
use crate::report::page::forest::Forest;
use crate::report::page::model::Section;
use crate::report::page::number::{Unit, clearness, name};
use crate::report::page::sheet::Row;

/// The name of the file.
const FILE: &str = "allocation.csv";

/// A pairing, short enough to stand beside a plot.
fn title(folder: &ResultFolder, row: Row<'_>) -> String {
    let [first, second] = ["first", "second"].map(|column| without_bot(folder, row.text(column)));
    format!("{first} – {second}")
}

/// The pairings, and the pairs that each of them got.
pub fn allocation(folder: &ResultFolder) -> Result<Option<Section>, PageError> {
    let Some(sheet) = folder.sheet(FILE)? else { return Ok(None) };
    let rows: Vec<(String, Row<'_>)> = sheet.rows().map(|row| (title(folder, row), row)).collect();
    let forest = Forest {
        caption: "Share of the points of the first entrant of each pairing",
        what: "pairing",
        point: "rate",
        bounds: ["watched_low", "watched_high"],
        unit: Unit::Percent,
        reference: Some(0.5),
        more: &[
            ("pairs", "pairs", Some(Unit::Count)),
            ("Elo", "elo", Some(Unit::Difference(1))),
            ("verdict", "watched_verdict", None),
        ],
    };
    let (plot, table) = forest.of(&rows);
    Ok(Some(Section {
        heading: "Where the games went".to_owned(),
        reading: "Each dot is a pairing. With --for verdicts the bar is a 95 % confidence sequence, valid at any \
            time: blocks of games went to the pairing nearest to a verdict until each had one, or the games ran out. \
            Where games went to what most improves the ranking, there is no bar: results decided how many games a \
            pairing got, and no interval of a single one would hold."
            .to_owned(),
        plots: plot.into_iter().collect(),
        tables: vec![table],
        files: vec![sheet.file.clone()],
        command: None,
    }))
}

/// The verdicts in a sentence, with the interval of the first; `None` where games were not allocated for verdicts.
pub fn answer(folder: &ResultFolder) -> Result<Option<String>, PageError> {
    let Some(sheet) = folder.sheet(FILE)? else { return Ok(None) };
    let rows: Vec<Row<'_>> = sheet.rows().filter(|row| !row.text("watched_verdict").is_empty()).collect();
    let decided: Vec<Row<'_>> =
        rows.iter().copied().filter(|row| row.text("watched_verdict").starts_with("favours")).collect();
    let words = |row: Row<'_>| {
        let bounds = row.number("watched_low").zip(row.number("watched_high"));
        let rate = Unit::Percent.with_interval(row.number("rate")?, bounds);
        let [first, second] = ["first", "second"].map(|column| name(row.text(column)));
        Some(format!("{first} scores {rate} of the points against {second}"))
    };
    Ok(match (rows.len(), decided.first().copied().and_then(words)) {
        (0, _) => None,
        (all, Some(first)) => Some(format!("{} of {all} pairings have a verdict; the first: {first}.", decided.len())),
        (all, None) => {
            let bounds = |row: &Row<'_>| row.number("watched_low").zip(row.number("watched_high"));
            let off = |bounds: (f64, f64)| (bounds.0 - 0.5, bounds.1 - 0.5);
            let clear = |row: &Row<'_>| clearness(row.number("rate").unwrap_or(0.5) - 0.5, bounds(row).map(off));
            let nearest = rows.iter().copied().max_by(|one, other| clear(one).total_cmp(&clear(other)));
            let nearest = nearest.and_then(words).unwrap_or_default();
            Some(format!("None of {all} pairings has a verdict; the nearest to one: {nearest}."))
        }
    })
}
