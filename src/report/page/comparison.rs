//! The page of a comparison: what a change does, and the curves of a sweep.

mod changed;

use self::changed::{is_of_the_changed, moves, unchanged_and_bot};
use super::facts::facts;
use super::folder::{PageError, ResultFolder};
use super::forest::how_to_read;
use super::model::{Cell, Column, Page, Plot, Section, Table};
use super::number::{Unit, clearness, name, shortened};
use super::plot::curves::{Curve, CurveStyle, Curves, Spot, curves};
use super::plot::intervals::{IntervalLine, intervals};
use super::sheet::{Row, Sheet};
use crate::report::comparison;
use crate::report::format::count;

/// The measures that are shares of 1; all others are numbers per game.
const SHARES: [&str; 8] = [
    "first_player_rate",
    "draws",
    "comebacks",
    "decisive_victories",
    "marginal_victories",
    "army_win_rate",
    "bot_win_rate",
    "matchup_win_rate",
];
/// The share that is a distance.
const UNFAIRNESS: &str = "matchup_unfairness";
/// The longest list of variants, in characters.
const LONGEST_LIST: usize = 600;
/// The maximum number of curves of a sweep.
const MOST_CURVES: usize = 12;

/// The page of a finished comparison.
pub fn page(folder: &ResultFolder) -> Result<Page, PageError> {
    let base = ["base"];
    let changed = folder.manifest.get("changed").and_then(|changed| changed.as_str()).unwrap_or("rules").to_owned();
    let mut page = Page {
        kind: "Comparison".to_owned(),
        subject: super::facts::subject(folder, &base),
        facts: facts(folder, &base),
        files: folder.files(),
        command: Some("reglette compare --again .".to_owned()),
        cards: super::cards::cards(folder)?,
        ..Page::default()
    };
    page.facts.insert(0, ("What is changed".to_owned(), changed));
    let Some(sheet) = folder.sheet(comparison::NAME)? else {
        page.answer = "The comparison has no rows.".to_owned();
        return Ok(page);
    };
    let variants = sheet.distinct("variant");
    page.facts.insert(1, ("Changed to".to_owned(), shortened(&variants.join(", "), LONGEST_LIST)));
    page.subject = format!("{} · {}", title_of(&variants), page.subject);
    page.answer = answer(&sheet, &variants);
    page.sections.extend(sweep(&sheet, &variants));
    page.sections.extend(variants.iter().map(|variant| effects(&sheet, variant)));
    page.sections.extend(super::strength::measures(folder)?);
    Ok(page)
}

/// The variants in a title: of a sweep the key and its values.
fn title_of(variants: &[&str]) -> String {
    match swept_key(variants) {
        Some(key) if variants.len() > 1 => {
            let values = variants.iter().filter_map(|variant| variant.split_once('=')).map(|(_, value)| value);
            shortened(&format!("{key} = {}", values.collect::<Vec<_>>().join(", ")), 120)
        }
        _ => shortened(&variants.join(", "), 120),
    }
}

/// Whether a row shows a difference, allowing for the number of rows.
fn is_shown(row: Row<'_>) -> bool {
    matches!(row.text("verdict_adjusted"), "higher" | "lower" | "less_fair" | "fairer")
}

pub(super) fn unit(measure: &str) -> Unit {
    if SHARES.contains(&measure) || measure == UNFAIRNESS { Unit::PercentagePoints } else { Unit::Difference(2) }
}

fn bounds(row: Row<'_>) -> Option<(f64, f64)> {
    row.number("difference_low").zip(row.number("difference_high"))
}

/// What a row measures, in words.
fn title(row: Row<'_>) -> String {
    match (measure_words(row.text("measure")), row.text("subject")) {
        (measure, "") => measure,
        (measure, subject) => format!("{measure}: {subject}"),
    }
}

/// A measure in words.
fn measure_words(measure: &str) -> String {
    match measure {
        "comebacks" => "wins from behind".to_owned(),
        _ => measure.replace('_', " "),
    }
}

/// The clearest effect, and whether bots forfeited games.
fn answer(sheet: &Sheet, variants: &[&str]) -> String {
    let mut rows = sheet.with("scenario", first_scenario(sheet));
    let forfeited = |row: Row<'_>| ["left_out", "by_forfeit"].iter().any(|name| row.number(name).unwrap_or(0.0) > 0.0);
    let note = if rows.any(forfeited) { " Bots forfeited games." } else { "" };
    clearest_effect(sheet, variants) + note
}

fn clearest_effect(sheet: &Sheet, variants: &[&str]) -> String {
    let all = first_scenario(sheet);
    let mut rows: Vec<Row<'_>> = sheet.with("scenario", all).collect();
    let had_rows = !rows.is_empty();
    rows.retain(|row| row.text("verdict_adjusted") != "same");
    if had_rows && rows.is_empty() {
        let names = variants.iter().map(|variant| name(variant)).collect::<Vec<_>>().join(", ");
        return format!("Nothing is changed by {names}: every difference is exactly zero.");
    }
    let mut shown: Vec<Row<'_>> = rows.iter().copied().filter(|row| is_shown(*row)).collect();
    // Adjusted p-values are often equal: then the difference that is most half-widths from zero comes first.
    let p_value = |row: &Row<'_>| row.number("p_adjusted").unwrap_or(1.0);
    shown.sort_by(|one, other| {
        p_value(one).total_cmp(&p_value(other)).then_with(|| clarity(*other).total_cmp(&clarity(*one)))
    });
    let words = |row: Row<'_>| {
        let figure = unit(row.text("measure")).with_interval(row.number("difference").unwrap_or(0.0), bounds(row));
        let variant = if variants.len() > 1 { format!(" with {}", name(row.text("variant"))) } else { String::new() };
        format!("{}{variant} {figure}", name(&title(row)))
    };
    // Under several bots a changed army has a row for each.
    let is_known = |row: &Row<'_>| bounds(*row).is_some() || row.text("verdict") == "alike";
    let of_the_changed = |row: &Row<'_>| variants.len() == 1 && is_of_the_changed(*row) && is_known(row);
    let owns: Vec<Row<'_>> = rows.iter().copied().filter(of_the_changed).collect();
    let change = match (variants, &owns[..]) {
        ([one], [first, ..]) => {
            let (from, _) = unchanged_and_bot(first.text("subject"));
            format!("The change{from} to {} moves its share of the points by {}", name(one), moves(&owns))
        }
        ([one], []) => format!("The change to {}", name(one)),
        (several, _) => match swept_key(several) {
            Some(key) => format!("Of {} values of {key}", several.len()),
            None => format!("Of {} variants", several.len()),
        },
    };
    let Some(clearest) = shown.first() else {
        let rates = rows.iter().filter(|row| owns.is_empty() && row.text("measure") == "first_player_rate");
        let power = rates.max_by(|one, other| clarity(**one).total_cmp(&clarity(**other)));
        let power = power.and_then(|row| {
            let difference = bounds(*row).map(|_| *row)?;
            let figure = Unit::PercentagePoints.with_interval(difference.number("difference")?, bounds(difference));
            let variant = name(row.text("variant"));
            Some(format!("; with {variant} the rate of the first player changes by {figure}, which may be chance"))
        });
        let tested = match rows.iter().any(|row| row.number("p_adjusted").is_some()) {
            true => format!("no effect is shown in {}", differences(&rows)),
            false if rows.iter().all(|row| row.text("verdict") == "alike") => {
                "every measure is alike in every cluster of games".to_owned()
            }
            false => "too few games to test any difference".to_owned(),
        };
        return format!("{change}: {tested}{}.", power.unwrap_or_default());
    };
    let further = match shown.len() - 1 {
        0 => String::new(),
        1 => format!("; 1 more of {} is shown as well", differences(&rows)),
        more => format!("; {more} more of {} are shown as well", differences(&rows)),
    };
    format!("{change}: the clearest effect is {}{further}.", words(*clearest))
}

/// The number of differences that can be tested: of several variants each has its own for every measure.
fn differences(rows: &[Row<'_>]) -> String {
    let tested = rows.iter().filter(|row| row.number("p_adjusted").is_some()).count();
    count(tested as u64, "tested difference")
}

/// The key of which all variants are values.
fn swept_key<'a>(variants: &[&'a str]) -> Option<&'a str> {
    let key = |variant: &&'a str| variant.split_once('=').map(|(key, _)| key);
    let first = variants.first().and_then(key)?;
    variants.iter().all(|variant| key(variant) == Some(first)).then_some(first)
}

fn clarity(row: Row<'_>) -> f64 {
    clearness(row.number("difference").unwrap_or(0.0), bounds(row))
}

/// `all`, or the only scenario.
fn first_scenario(sheet: &Sheet) -> &str {
    sheet.distinct("scenario").first().copied().unwrap_or_default()
}

fn effects(sheet: &Sheet, variant: &str) -> Section {
    let scenario = first_scenario(sheet);
    let rows: Vec<Row<'_>> = sheet.with("variant", variant).collect();
    let on = |row: &&Row<'_>| row.text("scenario") == scenario;
    let line = |row: &Row<'_>, by: f64| {
        let bounds = bounds(*row).map(|(low, high)| (low / by, high / by));
        Some(IntervalLine {
            name: title(*row),
            point: row.number("difference")? / by,
            bounds,
            is_clear: is_shown(*row),
        })
    };
    let shares: Vec<IntervalLine> = rows
        .iter()
        .filter(on)
        .filter(|row| unit(row.text("measure")) == Unit::PercentagePoints)
        .filter_map(|row| line(row, 1.0))
        .collect();
    let numbers: Vec<IntervalLine> = rows
        .iter()
        .filter(on)
        .filter(|row| unit(row.text("measure")) != Unit::PercentagePoints && row.text("measure") != "events")
        .filter_map(|row| line(row, row.number("without_change").filter(|without| *without > 0.0)?))
        .collect();
    let mut plots: Vec<Plot> = Vec::new();
    if !shares.is_empty() {
        let label = format!("With {}: change of shares, in percentage points.", name(variant));
        plots.push(intervals(&shares, Unit::PercentagePoints, Some(0.0), label));
    }
    if !numbers.is_empty() {
        let label = format!("With {}: change of lengths and losses, in per cent of what they were.", name(variant));
        plots.push(intervals(&numbers, Unit::Change, Some(0.0), label));
    }
    Section {
        heading: format!("What changes with {}", name(variant)),
        reading: how_to_read("the change of a measure", "no change").replace(
            "has the whole bar on one side of the dashed line (no change)",
            "differs also when the number of measures is allowed for",
        ),
        plots,
        tables: vec![table(&rows, variant)],
        files: vec![sheet.file.clone()],
        command: None,
    }
}

fn table(rows: &[Row<'_>], variant: &str) -> Table {
    let words = ["measure", "scenario"].map(Column::words);
    let numbers = ["without", "with", "difference", "95 % interval", "games", "adjusted p", "detectable"];
    let columns = words.into_iter().chain(numbers.map(Column::numbers)).chain([Column::words("verdict")]).collect();
    let line = |row: &Row<'_>| {
        let difference = unit(row.text("measure"));
        let plain = if difference == Unit::PercentagePoints { Unit::Percent } else { Unit::Number(2) };
        vec![
            Cell::name(&title(*row)),
            Cell::name(row.text("scenario")),
            Cell::number(*row, "without_change", plain),
            Cell::number(*row, "with_change", plain),
            Cell::number(*row, "difference", difference),
            Cell::interval(*row, "difference_low", "difference_high", difference),
            Cell::number(*row, "games", Unit::Count),
            Cell::number(*row, "p_adjusted", Unit::PValue),
            Cell::number(*row, "detectable_difference", difference),
            Cell::name(row.text("verdict_adjusted")),
        ]
    };
    Table::new(format!("all effects of {}", name(variant)), columns, rows.iter().map(line).collect())
}

/// The curves of a sweep: each measure over the values of the key.
fn sweep(sheet: &Sheet, variants: &[&str]) -> Option<Section> {
    let (key, _) = variants.first()?.split_once('=')?;
    let value = |variant: &str| {
        let (own, value) = variant.split_once('=')?;
        (own == key).then(|| value.parse::<f64>().ok())?
    };
    let values: Option<Vec<f64>> = variants.iter().map(|variant| value(variant)).collect();
    let values = values.filter(|values| values.len() > 1)?;
    let are_whole = values.iter().all(|value| *value >= 0.0 && value.fract() == 0.0);
    let scenario = first_scenario(sheet);
    let rows: Vec<Row<'_>> = sheet.with("scenario", scenario).filter(|row| row.text("measure") != "events").collect();
    let mut measures: Vec<[&str; 2]> = Vec::new();
    for row in &rows {
        let measure = [row.text("measure"), row.text("subject")];
        if !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    let mut plots = Vec::new();
    let (mut level, mut left_out) = (0, 0);
    for measure in measures {
        let of = rows.iter().filter(|row| [row.text("measure"), row.text("subject")] == measure);
        let mut spots: Vec<Spot> = of
            .filter_map(|row| {
                Some(Spot { x: value(row.text("variant"))?, y: row.number("difference")?, bounds: bounds(*row) })
            })
            .collect();
        spots.sort_by(|one, other| one.x.total_cmp(&other.x));
        if spots.iter().all(|spot| spot.y == 0.0) {
            level += 1;
            continue;
        }
        if plots.len() == MOST_CURVES {
            left_out += 1;
            continue;
        }
        let title = match measure {
            [measure, ""] => measure_words(measure),
            [measure, subject] => format!("{}: {}", measure_words(measure), name(subject)),
        };
        let unit = unit(measure[0]);
        let what = Curves {
            curves: &[Curve { name: title.clone(), spots }],
            style: CurveStyle::Marked,
            across: (if are_whole { Unit::Count } else { Unit::Number(2) }, key),
            up: (unit, if unit == Unit::PercentagePoints { "change, percentage points" } else { "change" }),
            references: &[0.0],
        };
        plots.push(curves(what, format!("Change of {title} over {}.", name(key))));
    }
    let mut reading = match plots.is_empty() {
        true => "No measure changes at any value of the key: no curve is drawn.".to_owned(),
        false => "Each plot is one measure: its change against the rules as they are (the dashed line) for each value \
            of the key, with its 95 % interval. All values share their dice, so that neighbouring points move together."
            .to_owned(),
    };
    if !plots.is_empty() {
        reading += &without_intervals(&rows);
        for (number, what) in [(level, "that never change"), (left_out, "for which there is no room")] {
            if number > 0 {
                reading += &format!(" Not drawn: {} {what}; the table has them.", count(number, "measure"));
            }
        }
    }
    Some(Section {
        heading: format!("Curves of {}", name(key)),
        reading,
        plots,
        tables: vec![points(&rows, key)],
        files: vec![sheet.file.clone()],
        command: None,
    })
}

/// How many points of curves have no interval, and why; nothing where all have one.
fn without_intervals(rows: &[Row<'_>]) -> String {
    let (mut too_few, mut other) = (0, 0);
    for row in rows.iter().filter(|row| row.number("difference").is_some() && bounds(**row).is_none()) {
        if row.text("verdict") == "too_few" { too_few += 1 } else { other += 1 }
    }
    let mut words = String::new();
    if too_few > 0 {
        let points = count(too_few, "point");
        words += &format!(" Too few games for an interval, which is therefore not drawn: {points}.");
    }
    if other > 0 {
        words += &format!(" Without an interval for the reason in the column verdict: {}.", count(other, "point"));
    }
    words
}

/// The points of all curves.
fn points(rows: &[Row<'_>], key: &str) -> Table {
    let words = ["measure", key].map(Column::words).into_iter();
    let numbers = ["change", "95 % interval", "adjusted p"].map(Column::numbers);
    let columns = words.chain(numbers).chain([Column::words("verdict")]).collect();
    let line = |row: &Row<'_>| {
        let unit = unit(row.text("measure"));
        vec![
            Cell::name(&title(*row)),
            Cell::name(row.text("variant").split_once('=').map_or("", |(_, value)| value)),
            Cell::number(*row, "difference", unit),
            Cell::interval(*row, "difference_low", "difference_high", unit),
            Cell::number(*row, "p_adjusted", Unit::PValue),
            Cell::name(row.text("verdict_adjusted")),
        ]
    };
    let mut lines: Vec<Row<'_>> = rows.to_vec();
    lines.sort_by_key(|row| (row.text("measure").to_owned(), row.text("subject").to_owned()));
    Table::new("the points of the curves", columns, lines.iter().map(line).collect())
}
