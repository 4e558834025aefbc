//! Results with and without luck, of a run with a value function.

use crate::report::page::folder::{PageError, ResultFolder};
use crate::report::page::forest::Forest;
use crate::report::page::model::Section;
use crate::report::page::number::{Unit, name};
use crate::report::page::sheet::Row;

/// The entities of `luck.csv` with the words for them.
const ENTITIES: [(&str, &str); 5] =
    [("bot", "Bots"), ("army", "Armies"), ("entrant", "Entrants"), ("pairing", "Pairings"), ("seat", "Seats")];

/// The section on luck.
pub fn luck(folder: &ResultFolder) -> Result<Option<Section>, PageError> {
    let Some(sheet) = folder.sheet("luck.csv")? else { return Ok(None) };
    let scenario = sheet.distinct("scenario").first().copied().unwrap_or_default();
    let mut section = Section {
        heading: "Luck".to_owned(),
        reading: "Rates with the luck of the dice taken out: an estimate of the same quantity as the plain rate, and \
            where the value function is good, with a narrower interval. As an estimate it may lie below 0 % or \
            above 100 % where a party wins nearly all or nothing; \
            the truth does not. It is missing where forfeited games are left out, since luck has no mean of 0 in those \
            that remain. The table has both, the mean luck of the party (its true mean is 0), and how many times more \
            games the plain rate would need for the same interval; below 1 the value function does harm."
            .to_owned(),
        files: vec![sheet.file.clone()],
        ..Section::default()
    };
    for (entity, words) in ENTITIES {
        let rows = sheet.with("entity", entity).filter(|row| row.text("scenario") == scenario);
        let title = |row: &Row<'_>| match (row.text("party"), row.text("against")) {
            (party, "") => party.to_owned(),
            (party, against) => format!("{party} against {against}"),
        };
        let rows: Vec<(String, Row<'_>)> = rows.map(|row| (title(&row), row)).collect();
        let caption = format!("{words} on {}: luck-adjusted share of the points", name(scenario));
        let forest = Forest {
            caption: &caption,
            what: entity,
            point: "rate_less_luck",
            bounds: ["rate_less_luck_low", "rate_less_luck_high"],
            unit: Unit::Percent,
            reference: Some(0.5),
            more: &[
                ("games", "games", Some(Unit::Count)),
                ("plain rate", "rate", Some(Unit::Percent)),
                ("from", "rate_low", Some(Unit::Percent)),
                ("to", "rate_high", Some(Unit::Percent)),
                ("mean luck", "luck", Some(Unit::PercentagePoints)),
                ("games saved", "games_saved_factor", Some(Unit::Number(2))),
            ],
        };
        let (plot, table) = forest.of(&rows);
        if plot.is_some() {
            section.plots.extend(plot);
            section.tables.push(table);
        }
    }
    Ok((!section.plots.is_empty()).then_some(section))
}
