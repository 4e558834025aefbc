//! The page of a probe: what each part of a rulebook is worth to a bot.

use super::facts::facts;
use super::folder::{PageError, ResultFolder};
use super::forest::{Forest, how_to_read};
use super::model::{Page, Section};
use super::number::{Unit, are, name};
use super::sheet::{Row, Sheet};
use crate::report::format::count;
use crate::report::probes;

/// The page of a finished probe.
pub fn page(folder: &ResultFolder) -> Result<Page, PageError> {
    let question = ["question"];
    let mut page = Page {
        kind: "Value of the parts of a rulebook".to_owned(),
        subject: super::facts::subject(folder, &question),
        facts: facts(folder, &question),
        files: folder.files(),
        command: super::question::command(folder, "probe"),
        cards: super::cards::cards(folder)?,
        ..Page::default()
    };
    let Some(sheet) = folder.sheet(probes::NAME)? else {
        page.answer = "There are no values of parts.".to_owned();
        return Ok(page);
    };
    let bots = sheet.distinct("bot");
    let mut answers = bots.iter().map(|bot| answer(&sheet, bot));
    page.answer = answers.next().unwrap_or_default();
    page.notes.extend(answers);
    page.sections.extend(bots.iter().map(|bot| parts(&sheet, bot)));
    Ok(page)
}

/// The parts of a bot, the most valuable first; those that were never a choice last.
fn ranked<'a>(sheet: &'a Sheet, bot: &'a str) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'_>> = sheet.with("bot", bot).collect();
    let rate = |row: &Row<'_>| row.number("rate").unwrap_or(-1.0);
    rows.sort_by(|one, other| rate(other).total_cmp(&rate(one)));
    rows
}

fn answer(sheet: &Sheet, bot: &str) -> String {
    let rows = ranked(sheet, bot);
    let of = |verdict: &str| rows.iter().filter(|row| row.text("verdict") == verdict).count();
    let best = rows.first().and_then(|row| {
        let bounds = row.number("rate_low").zip(row.number("rate_high"));
        let rate = Unit::Percent.with_interval(row.number("rate")?, bounds);
        let level = rows.iter().filter(|other| other.number("rate") == row.number("rate")).count();
        let further = if level > 1 { format!(" (and {} more at the same rate)", level - 1) } else { String::new() };
        let part = format!(
            "{}{further}: {} with it scores {rate} against itself without it",
            name(row.text("part")),
            name(bot)
        );
        Some(match row.text("verdict") {
            "worth having" => format!(" The most valuable is {part}."),
            _ => format!(" The highest rate, which may be chance, is that of {part}."),
        })
    });
    format!(
        "Of {}, {} worth having to {}, {} better left, {} undecided or even, {} never a choice.{}",
        count(rows.len() as u64, "part"),
        are(of("worth having")),
        name(bot),
        of("better left"),
        of("undecided") + of("even"),
        of("never a choice"),
        best.unwrap_or_default()
    )
}

fn parts(sheet: &Sheet, bot: &str) -> Section {
    let rows: Vec<(String, Row<'_>)> =
        ranked(sheet, bot).into_iter().map(|row| (row.text("part").replace('_', " "), row)).collect();
    let caption = format!("{}: share of the points with a part, against itself without it", name(bot));
    let forest = Forest {
        caption: &caption,
        what: "part",
        point: "rate",
        bounds: ["rate_low", "rate_high"],
        unit: Unit::Percent,
        reference: Some(0.5),
        more: &[
            ("verdict", "verdict", None),
            ("games", "games", Some(Unit::Count)),
            ("Elo", "elo", Some(Unit::Difference(0))),
            ("from", "elo_low", Some(Unit::Difference(0))),
            ("to", "elo_high", Some(Unit::Difference(0))),
            ("offered a game", "offered_a_game", Some(Unit::Number(1))),
            ("used a game", "used_a_game", Some(Unit::Number(1))),
            ("kept from a game", "kept_from_a_game", Some(Unit::Number(1))),
        ],
    };
    let (plot, table) = forest.of(&rows);
    Section {
        heading: format!("What each part is worth to {}", name(bot)),
        reading: how_to_read(
            "the share of the points of the side that may use a part, against a side that may not",
            "50 %",
        ) + " Verdicts are not adjusted for the number of parts: of twenty parts of no value one seems to have some.",
        plots: plot.into_iter().collect(),
        tables: vec![table],
        files: vec![sheet.file.clone()],
        command: None,
    }
}
