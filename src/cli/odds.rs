//! `reglette odds`: the exact odds of one combat, as a table, as CSV or as JSON. The rulebook weighs; here it is only laid out.

use super::legal::Where;
use super::{CliError, Exit};
use crate::catalog::{self, Task};
use crate::data::Library;
use crate::game::{OddsQuery, OddsReport, Positioned, RollOdds, Rulebook, Show};
use crate::report::table::{Align, aligned};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::Write;

/// Weighs one combat exactly: how many dice and why, and the probability of each result of the roll before any follow-up.
///
/// The attacker strikes from where it stands, whoever's turn it is. Unless options say otherwise no order is given, no officer leads, the target stands,
/// and nobody dodges or sacrifices; all morale hits that may be ignored are, the retreat goes as far as it can, no officer is given up for a loss. An order is
/// weighed whether or not the side holds the tokens for it.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette odds mine.toml --attacker R1 --target B2
  reglette odds mine.toml --attacker \"Old Guard\" --target B2 --order elan --riposte
  reglette odds mine.toml --attacker R1 --target B2 --defence-order dodge --dodge-order --format csv")]
pub struct Options {
    /// The position and its rules
    #[command(flatten)]
    pub position: Where,
    /// The unit that attacks: its name in the file, or R1, B1 …
    #[arg(long, value_name = "ID")]
    pub attacker: String,
    /// The unit attacked
    #[arg(long, value_name = "ID")]
    pub target: String,
    /// The attack order
    #[arg(long, value_name = "NAME", default_value = "none")]
    pub order: String,
    /// The defence order
    #[arg(long, value_name = "NAME", default_value = "none")]
    pub defence_order: String,
    /// Guns turn every tactical advantage into a morale hit (Wind of the ball)
    #[arg(long)]
    pub wind_of_ball: bool,
    /// The target breaks off, where it may
    #[arg(long)]
    pub break_off: bool,
    /// Officers who lead the attacker for more dice
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub leaders: u8,
    /// Units with the letter Dodge turn a hit into morale hits
    #[arg(long)]
    pub dodge_trait: bool,
    /// The target under the order Dodge turns a hit into morale hits
    #[arg(long)]
    pub dodge_order: bool,
    /// Sharpshooters take an officer instead of an element
    #[arg(long)]
    pub sharpshoot: bool,
    /// Most morale hits that a target under the order Sacrifice turns into losses
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub sacrifice: u8,
    /// Weigh the riposte too, in a table of its own
    #[arg(long)]
    pub riposte: bool,
    /// En Avant !: which sixes are rolled again: never, when_it_pays or always
    #[arg(long, value_name = "NAME")]
    pub reroll: Option<String>,
    /// En Avant !: how often a die is rolled again at most
    #[arg(long, value_name = "NUMBER")]
    pub most_rerolls: Option<u8>,
    /// How the odds are written
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// How odds are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Aligned text
    Table,
    /// One line for each result, choices repeated
    Csv,
    /// One object
    Json,
}

impl Options {
    /// Writes the odds.
    ///
    /// # Errors
    /// Bad input, or a combat that cannot be weighed.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let rulebook = self.position.rulebook(library)?;
        catalog::with(rulebook, Odds { options: self, library, out }).expect("the catalog knows the rulebook that it chose")
    }

    fn query(&self) -> OddsQuery {
        let switch = |on: bool| if on { "yes" } else { "no" }.to_string();
        let reroll = self.reroll.clone().map(|value| ("reroll", value));
        let most = self.most_rerolls.map(|value| ("most_rerolls", value.to_string()));
        OddsQuery {
            attacker: self.attacker.clone(),
            target: self.target.clone(),
            choices: vec![
                ("order", self.order.clone()),
                ("defence_order", self.defence_order.clone()),
                ("wind_of_ball", switch(self.wind_of_ball)),
                ("break_off", switch(self.break_off)),
                ("leaders", self.leaders.to_string()),
                ("dodge_trait", switch(self.dodge_trait)),
                ("dodge_order", switch(self.dodge_order)),
                ("sharpshoot", switch(self.sharpshoot)),
                ("sacrifice", self.sacrifice.to_string()),
            ]
            .into_iter()
            .chain(reroll)
            .chain(most)
            .collect(),
            riposte: self.riposte,
        }
    }
}

struct Odds<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for Odds<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let position = &self.options.position;
        let Positioned { game, state } = position.read::<R>(self.library)?;
        let report = game.weigh_combat(&state, &self.options.query());
        let report = report.map_err(|error| CliError::Input(format!("{}: {error}", position.position)))?;
        match self.options.format {
            Format::Table => write!(self.out, "{}", table(&report))?,
            Format::Csv => csv(&report, self.out)?,
            Format::Json => writeln!(self.out, "{:#}", json(&report))?,
        }
        Ok(Exit::Done)
    }
}

/// The odds as aligned text.
pub fn table(report: &OddsReport) -> String {
    let chosen: Vec<String> = report.choices.iter().map(|(name, value)| format!("{} {value}", name.replace('_', " "))).collect();
    let mut text = format!("{} attacks {}\nchoices: {}\n", report.attacker, report.target, chosen.join(", "));
    text.push_str("always: morale hits ignored where allowed, the longest retreat, no officer given up for a loss\n");
    for roll in &report.rolls {
        text.push_str(&format!("\n{}", roll.title));
        if roll.rolled.count != roll.rolled.total {
            text.push_str(&format!(", rolled with probability {:.15}", roll.rolled.value()));
        }
        text.push_str(&format!("\n\ndice {}: {}\n", roll.dice, trail(roll, " → ", ", ")));
        for (name, value) in &roll.facts {
            text.push_str(&format!("{}: {}\n", name.replace('_', " "), value.replace('_', " ")));
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
        let means: Vec<String> = roll.columns.iter().zip(roll.means()).map(|(name, mean)| format!("{name} {mean:.12}")).collect();
        text.push_str(&format!("mean {}\n", means.join(", ")));
    }
    let share = report.may_riposte;
    text.push_str(&format!("\nthe target may strike back with probability {:.15}\n", share.value()));
    text
}

fn trail(roll: &RollOdds, arrow: &str, comma: &str) -> String {
    let steps: Vec<String> = roll.trail.iter().map(|step| format!("{} {}{arrow}{}", step.rule, step.before, step.after)).collect();
    steps.join(comma)
}

/// Writes the odds as CSV: a line for each result of each roll, with all that it depends on.
fn csv(report: &OddsReport, out: &mut dyn Write) -> Result<(), CliError> {
    let failed = |error: ::csv::Error| CliError::Write(error.into());
    let mut writer = ::csv::Writer::from_writer(out);
    let quantities = report.rolls.first().map_or(&[][..], |roll| roll.columns);
    let head = ["attacker", "target"].into_iter().chain(report.choices.iter().map(|(name, _)| *name));
    let head = head.chain(["roll", "rolled", "dice", "trail"]).chain(quantities.iter().copied()).chain(["probability", "count", "total"]);
    writer.write_record(head).map_err(failed)?;
    for roll in &report.rolls {
        for (values, count) in &roll.rows {
            let mut record = vec![report.attacker.clone(), report.target.clone()];
            record.extend(report.choices.iter().map(|(_, value)| value.clone()));
            record.extend([roll.kind.to_string(), roll.rolled.value().to_string(), roll.dice.to_string(), trail(roll, ">", " ")]);
            record.extend(values.iter().map(u32::to_string));
            record.extend([roll.probability(*count).to_string(), count.to_string(), roll.total.to_string()]);
            writer.write_record(&record).map_err(failed)?;
        }
    }
    writer.flush().map_err(CliError::Write)
}

/// The odds as data. Counts are text, as they can pass what a number in JSON holds exactly.
pub fn json(report: &OddsReport) -> Value {
    let named = |pairs: &[(&'static str, String)]| pairs.iter().map(|(name, value)| (name.to_string(), json!(value))).collect::<Value>();
    let rolls = report.rolls.iter().map(|roll| {
        let rows = roll.rows.iter().map(|(values, count)| {
            let mut row: Value = roll.columns.iter().zip(values).map(|(name, value)| (name.to_string(), json!(value))).collect();
            row["probability"] = json!(roll.probability(*count));
            row["count"] = json!(count.to_string());
            row
        });
        json!({
            "roll": roll.kind,
            "title": roll.title,
            "rolled": roll.rolled.value(),
            "dice": roll.dice,
            "trail": roll.trail.iter().map(|step| json!({"rule": step.rule, "before": step.before, "after": step.after})).collect::<Vec<_>>(),
            "facts": named(&roll.facts),
            "means": roll.columns.iter().zip(roll.means()).map(|(name, mean)| (name.to_string(), json!(mean))).collect::<Value>(),
            "total": roll.total.to_string(),
            "rows": rows.collect::<Vec<_>>(),
        })
    });
    json!({
        "attacker": report.attacker,
        "target": report.target,
        "choices": named(&report.choices),
        "may_riposte": report.may_riposte.value(),
        "rolls": rolls.collect::<Vec<_>>(),
    })
}
