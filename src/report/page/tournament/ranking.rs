//! Results of bots and armies by rate, and all rated fields by Elo.

use crate::report::page::folder::{PageError, ResultFolder};
use crate::report::page::forest::{Forest, how_to_read};
use crate::report::page::model::{Plot, Section};
use crate::report::page::number::{Unit, name};
use crate::report::page::sheet::{Row, Sheet};

const FIGURES: [(&str, &str, Option<Unit>); 9] = [
    ("games", "games", Some(Unit::Count)),
    ("won", "wins", Some(Unit::Count)),
    ("drawn", "draws", Some(Unit::Count)),
    ("lost", "losses", Some(Unit::Count)),
    ("ended by forfeit", "by_forfeit", Some(Unit::Count)),
    ("forfeited itself", "forfeited", Some(Unit::Count)),
    ("verdict", "verdict", None),
    ("adjusted verdict", "verdict_adjusted", None),
    ("adjusted p", "p_adjusted", Some(Unit::PValue)),
];

/// Bots and armies by their share of the points, best first.
pub fn standings(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let mut section = Section {
        heading: "Ranking".to_owned(),
        reading: how_to_read("the share of the points of a bot or an army, draws counting half", "50 %")
            + " The adjusted verdict allows for the number of rows, so that few favoured ones are so by chance.",
        ..Section::default()
    };
    if let Some(bots) = folder.sheet("bots.csv")? {
        add(&mut section, &bots, "Bots against other bots", "bot", "");
    }
    if let Some(armies) = folder.sheet("armies.csv")? {
        for leader in armies.distinct("led_by") {
            let caption = format!("Armies led by {}", name(leader));
            add(&mut section, &armies, &caption, "army", leader);
        }
    }
    Ok((!section.plots.is_empty()).then_some(section).into_iter().collect())
}

fn add(section: &mut Section, sheet: &Sheet, caption: &str, column: &str, leader: &str) {
    let scenario = sheet.distinct("scenario").first().copied().unwrap_or_default();
    let rows = sheet.with("scenario", scenario).filter(|row| row.text("led_by") == leader);
    let mut rows: Vec<(String, Row<'_>)> = rows.map(|row| (row.text(column).to_owned(), row)).collect();
    if rows.len() < 2 {
        return;
    }
    let rate = |row: &Row<'_>| row.number("rate").unwrap_or(-1.0);
    rows.sort_by(|(_, one), (_, other)| rate(other).total_cmp(&rate(one)));
    let caption = match scenario {
        "all" => format!("{caption}: share of the points, over all scenarios"),
        scenario => format!("{caption}: share of the points on {}", name(scenario)),
    };
    let forest = Forest {
        caption: &caption,
        what: column,
        point: "rate",
        bounds: ["rate_low", "rate_high"],
        unit: Unit::Percent,
        reference: Some(0.5),
        more: &FIGURES,
    };
    let (plot, table) = forest.of(&rows);
    if plot.is_some() {
        section.plots.extend(plot);
        section.tables.push(table);
        section.files.push(sheet.file.clone());
        section.files.dedup();
    }
}

/// All rated fields.
pub fn ratings(folder: &ResultFolder) -> Result<Vec<Section>, PageError> {
    let Some(sheet) = folder.sheet("ratings.csv")? else { return Ok(Vec::new()) };
    Ok(vec![of_ratings(&sheet)])
}

/// The section of a file of ratings.
pub fn of_ratings(sheet: &Sheet) -> Section {
    let mut section = Section {
        heading: "Ratings".to_owned(),
        reading: how_to_read("the Elo rating of one of a field", "the mean of the field")
            + " A difference of 100 points is odds of 1.78 to 1, of 400 points odds of 10 to 1.",
        files: vec![sheet.file.clone()],
        ..Section::default()
    };
    let fields: Vec<[&str; 3]> = sheet.rows().fold(Vec::new(), |mut fields, row| {
        let field = ["rulebook", "entity", "led_by"].map(|column| row.text(column));
        if !fields.contains(&field) {
            fields.push(field);
        }
        fields
    });
    for field @ [rulebook, entity, leader] in fields {
        let rows: Vec<(String, Row<'_>)> = sheet
            .rows()
            .filter(|row| ["rulebook", "entity", "led_by"].map(|column| row.text(column)) == field)
            .map(|row| (row.text("name").to_owned(), row))
            .collect();
        let under = if rulebook == "all" { "all rulebooks" } else { rulebook };
        let by = if leader.is_empty() { String::new() } else { format!(" led by {}", name(leader)) };
        let plural = match entity {
            "army" => "Armies",
            "bot" => "Bots",
            _ => "Entrants",
        };
        let caption = format!("{plural}{by}, {under}: Elo rating");
        let forest = Forest {
            caption: &caption,
            what: entity,
            point: "elo",
            bounds: ["elo_low", "elo_high"],
            unit: Unit::Difference(1),
            reference: Some(0.0),
            more: &[
                ("games", "games", Some(Unit::Count)),
                ("stronger than the next", "stronger_than_next", Some(Unit::Percent)),
            ],
        };
        let (plot, table) = forest.of(&rows);
        section.plots.extend::<Option<Plot>>(plot);
        section.tables.push(table);
    }
    if section.plots.is_empty() {
        section.reading = "These games give no ratings: all were won by the same side or all were drawn, or a \
            sequential test decided when they ended."
            .to_owned();
    }
    section
}
