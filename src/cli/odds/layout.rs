//! Odds as aligned text, as CSV and as JSON.

use crate::cli::CliError;
use crate::game::{DiceStep, OddsFact, OddsReport, RollOdds};
use crate::report::csv::Sheet;
use crate::report::format::fixed;
use crate::report::table::{Align, aligned};
use serde_json::{Value, json};
use std::io::Write;

/// The odds as aligned text.
pub fn table(report: &OddsReport) -> String {
    let chosen: Vec<String> =
        report.choices.iter().map(|(name, value)| format!("{} {value}", name.replace('_', " "))).collect();
    let mut text = format!("{}\nchoices: {}\n", report.title, chosen.join(", "));
    if !report.always.is_empty() {
        text.push_str(&format!("always: {}\n", report.always));
    }
    for note in &report.notes {
        text.push_str(&format!("note: {note}\n"));
    }
    for roll in &report.rolls {
        text.push_str(&format!("\n{}", roll.title));
        if roll.rolled.count != roll.rolled.total {
            text.push_str(&format!(", rolled with probability {:.15}", roll.rolled.value()));
        }
        text.push_str(&format!("\n\ndice {}: {}\n", roll.dice, trail(&roll.trail, " → ", ", ")));
        for (name, fact) in &roll.facts {
            text.push_str(&format!("{}: {}\n", name.replace('_', " "), fact_words(fact)));
        }
        let head = roll.columns.iter().copied().chain(["probability", "count"]).map(str::to_string).collect();
        let mut rows: Vec<Vec<String>> = vec![head];
        for (values, count) in &roll.rows {
            let probability = format!("{:.15}", roll.probability(*count));
            rows.push(values.iter().map(u32::to_string).chain([probability, count.to_string()]).collect());
        }
        let sums = [format!("{:.15}", 1.0), roll.total.to_string()];
        rows.push(roll.columns.iter().map(|_| String::new()).chain(sums).collect());
        text.push('\n');
        text.push_str(&aligned(&rows, &vec![Align::Right; roll.columns.len() + 2]));
        let means: Vec<String> =
            roll.columns.iter().zip(roll.means()).map(|(name, mean)| format!("{name} {mean:.12}")).collect();
        text.push_str(&format!("mean {}\n", means.join(", ")));
    }
    for share in &report.shares {
        text.push_str(&format!("\n{} with probability {:.15}\n", share.words, share.value.value()));
    }
    text
}

/// The first quantity of the first roll in a sentence: its mean, and how often it is zero.
pub fn answer(report: &OddsReport) -> Option<String> {
    let roll = report.rolls.first()?;
    let (name, mean) = (roll.columns.first()?, *roll.means().first()?);
    let title = roll.title.get(..1).map_or(String::new(), str::to_uppercase) + roll.title.get(1..)?;
    let none = fixed(100.0 * roll.none(), 1);
    Some(format!("{title}: {} {name} on average, none in {none} % of the rolls.", fixed(mean, 2)))
}

fn fact_words(fact: &OddsFact) -> String {
    match fact {
        OddsFact::Word(word) => word.replace('_', " "),
        OddsFact::Number(number) => number.to_string(),
        OddsFact::Share(share) => format!("{:.15}", share.value()),
        OddsFact::Steps(steps) if steps.is_empty() => "nothing".to_owned(),
        OddsFact::Steps(steps) => trail(steps, " → ", ", "),
    }
}

fn trail(steps: &[DiceStep], arrow: &str, comma: &str) -> String {
    let steps: Vec<String> =
        steps.iter().map(|step| format!("{} {}{arrow}{}", step.rule, step.before, step.after)).collect();
    steps.join(comma)
}

/// The quantities of all rolls of some reports: those of the roll that has most.
pub(super) fn quantities<'a>(reports: impl Iterator<Item = &'a OddsReport>) -> &'static [&'static str] {
    reports.flat_map(|report| &report.rolls).map(|roll| roll.columns).max_by_key(|columns| columns.len()).unwrap_or(&[])
}

/// The columns that are shown on the screen: of a sweep also the value, and of several rolls which it is.
pub(super) fn shown<'a>(reports: impl Iterator<Item = &'a OddsReport> + Clone, is_swept: bool) -> Vec<String> {
    let mut names = Vec::new();
    if is_swept {
        names.push("value");
    }
    if reports.clone().any(|report| report.rolls.len() > 1) {
        names.extend(["roll", "rolled"]);
    }
    names.extend(["dice"].iter().chain(quantities(reports)));
    names.extend(["probability", "count"]);
    if is_swept {
        names.push("refused");
    }
    names.into_iter().map(str::to_owned).collect()
}

/// The names of the columns of a roll, after those of the choices.
pub(super) fn roll_columns(quantities: &[&'static str]) -> Vec<String> {
    let own = ["roll", "rolled", "dice", "trail"].into_iter().chain(quantities.iter().copied());
    own.chain(["probability", "count", "total"]).map(str::to_owned).collect()
}

/// The cells of a result under those columns; a quantity that the roll does not have is 0.
pub(super) fn roll_cells(roll: &RollOdds, row: usize, quantities: &[&'static str]) -> Vec<String> {
    let (values, count) = &roll.rows[row];
    let own =
        [roll.kind.to_owned(), roll.rolled.value().to_string(), roll.dice.to_string(), trail(&roll.trail, ">", " ")];
    let value = |name: &&str| {
        roll.columns.iter().position(|column| column == name).map_or(0, |place| values[place]).to_string()
    };
    let chance = [roll.probability(*count).to_string(), count.to_string(), roll.total.to_string()];
    own.into_iter().chain(quantities.iter().map(value)).chain(chance).collect()
}

/// Writes the odds as CSV: a line for each result of each roll, with everything it depends on.
///
/// # Errors
/// If writing fails.
pub fn csv(report: &OddsReport, out: &mut dyn Write) -> Result<(), CliError> {
    let mut sheet = Sheet::behind(out);
    let quantities = quantities(std::iter::once(report));
    let names =
        ["attacker", "target"].into_iter().chain(report.choices.iter().map(|(name, _)| *name)).map(str::to_owned);
    sheet.record(names.chain(roll_columns(quantities)).chain(["notes".to_owned()])).map_err(CliError::Write)?;
    for roll in &report.rolls {
        for row in 0..roll.rows.len() {
            let asked = [report.attacker.clone(), report.target.clone()].into_iter();
            let chosen = report.choices.iter().map(|(_, value)| value.clone());
            let cells = asked.chain(chosen).chain(roll_cells(roll, row, quantities)).chain([report.notes.join("; ")]);
            sheet.record(cells).map_err(CliError::Write)?;
        }
    }
    sheet.flush().map_err(CliError::Write)
}

/// The odds as data. Counts are text, since they can exceed the integers that a JSON number represents exactly.
pub fn json(report: &OddsReport) -> Value {
    let steps = |steps: &[DiceStep]| {
        steps
            .iter()
            .map(|step| json!({"rule": step.rule, "before": step.before, "after": step.after}))
            .collect::<Vec<_>>()
    };
    let fact = |fact: &OddsFact| match fact {
        OddsFact::Word(word) => json!(word),
        OddsFact::Number(number) => json!(number),
        OddsFact::Share(share) => json!(share.value()),
        OddsFact::Steps(of) => json!(steps(of)),
    };
    let rolls = report.rolls.iter().map(|roll| {
        let rows = roll.rows.iter().map(|(values, count)| {
            let mut row: Value =
                roll.columns.iter().zip(values).map(|(name, value)| (name.to_string(), json!(value))).collect();
            row["probability"] = json!(roll.probability(*count));
            row["count"] = json!(count.to_string());
            row
        });
        json!({
            "roll": roll.kind,
            "title": roll.title,
            "rolled": roll.rolled.value(),
            "dice": roll.dice,
            "trail": steps(&roll.trail),
            "facts": roll.facts.iter().map(|(name, it)| (name.to_string(), fact(it))).collect::<Value>(),
            "means": roll.columns.iter().zip(roll.means())
                    .map(|(name, mean)| (name.to_string(), json!(mean))).collect::<Value>(),
            "total": roll.total.to_string(),
            "rows": rows.collect::<Vec<_>>(),
        })
    });
    let mut data = json!({
        "attacker": report.attacker,
        "target": report.target,
        "choices": report.choices.iter().map(|(name, value)| (name.to_string(), json!(value))).collect::<Value>(),
        "notes": report.notes,
        "rolls": rolls.collect::<Vec<_>>(),
    });
    for share in &report.shares {
        data[share.name] = json!(share.value.value());
    }
    data
}
