//! Exact odds over a sweep: one combat once for each value of an option, or of a property of the position, as a table
//! in CSV.
//!
//! A value without such a combat keeps its place in the table, with the reason; an invalid value is an error of the
//! query.

use super::layout::{json, quantities, roll_cells, roll_columns};
use crate::cli::CliError;
use crate::game::{CombatOdds, OddsFault, OddsOption, OddsQuery, OddsReport, OddsValues, Positioned, place_of};
use crate::report::csv::Sheet;
use crate::report::format::fixed;
use crate::report::table::{Align, aligned};
use serde_json::{Value, json};
use std::io::Write;

/// The maximum number of values of a sweep.
const MOST_VALUES: usize = 200;

/// The name that is varied, and its values.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The name.
    pub name: &'static str,
    /// Whether it is a property of the position, not an option.
    varies_position: bool,
    /// The values, validated.
    pub values: Vec<String>,
}

/// The odds for one value of a sweep, or why there are none.
pub type Swept = Result<OddsReport, String>;

impl Sweep {
    /// Parses `name=values`: values separated by commas, `1..5` for whole numbers from the first to the last.
    ///
    /// # Errors
    /// The names that can be varied, or the invalid value.
    pub fn of<G: CombatOdds>(asked: &str) -> Result<Sweep, OddsFault> {
        let question = |text: String| OddsFault::Question(text);
        let (name, listed) = asked
            .split_once('=')
            .ok_or_else(|| question(format!("a sweep is written NAME=VALUES, as in distance=1..5, not \"{asked}\"")))?;
        let known: Vec<OddsOption> = G::OPTIONS.iter().chain(G::VARIED).copied().collect();
        let place = place_of(name, &known, "sweep")?;
        let option = known[place];
        let mut values = Vec::new();
        for part in listed.split(',').map(str::trim) {
            match part.split_once("..") {
                Some((from, to)) if !matches!(option.values, OddsValues::Names(_) | OddsValues::Switch) => {
                    let number = |text: &str| {
                        let fault = || question(format!("\"{part}\" is not a range of whole numbers such as 1..5"));
                        text.trim_start_matches('=').parse::<u16>().map_err(|_| fault())
                    };
                    let (from, to) = (number(from)?, number(to)?);
                    let enough = (from..=to).take(MOST_VALUES + 1);
                    values
                        .extend(enough.map(|value| option.checked(&value.to_string())).collect::<Result<Vec<_>, _>>()?);
                }
                _ => values.push(option.checked(part)?),
            }
        }
        if values.is_empty() || values.len() > MOST_VALUES {
            return Err(question(format!("a sweep has 1 to {MOST_VALUES} values; \"{listed}\" has {}", values.len())));
        }
        Ok(Sweep { name: option.name, varies_position: place >= G::OPTIONS.len(), values })
    }

    /// Computes the odds for each value.
    ///
    /// # Errors
    /// A query that is invalid for every value.
    pub fn weigh<G: CombatOdds>(&self, positioned: &Positioned<G>, query: &OddsQuery) -> Result<Vec<Swept>, OddsFault> {
        self.values.iter().map(|value| self.odds_of_value(positioned, query, value)).collect()
    }

    fn odds_of_value<G: CombatOdds>(
        &self,
        Positioned { game, state }: &Positioned<G>,
        query: &OddsQuery,
        value: &str,
    ) -> Result<Swept, OddsFault> {
        let evaluated = if self.varies_position {
            let varied = game.varied(state, query, self.name, value);
            varied.and_then(|Positioned { game, state }| game.combat_odds(&state, query))
        } else {
            let mut query = query.clone();
            query.choices.push((self.name.to_owned(), value.to_owned()));
            game.combat_odds(state, &query)
        };
        match evaluated {
            Ok(report) => Ok(Ok(report)),
            Err(OddsFault::Refused(why)) => Ok(Err(why)),
            Err(fault) => Err(fault),
        }
    }
}

/// A sweep as aligned text: a line for each roll under each value, with the means of its quantities and the probability
/// that the first of them is zero; where there are no odds, the reason.
pub fn sweep_table(sweep: &Sweep, swept: &[Swept]) -> String {
    let reports = || swept.iter().flatten();
    let quantities = quantities(reports());
    let has_rolls = reports().any(|report| report.rolls.len() > 1);
    let mut head = vec![sweep.name.replace('_', " ")];
    head.extend(has_rolls.then(|| "roll".to_owned()));
    head.push("dice".to_owned());
    head.extend(quantities.iter().map(|name| format!("mean {name}")));
    head.extend(quantities.first().map(|name| format!("no {name}")));
    let has_notes = swept.iter().any(|report| report.as_ref().map_or(true, |report| !report.notes.is_empty()));
    head.extend(has_notes.then(|| "notes".to_owned()));
    let columns = head.len();
    let mut rows = vec![head];
    for (value, report) in sweep.values.iter().zip(swept) {
        let report = match report {
            Ok(report) => report,
            Err(why) => {
                let mut cells = vec![String::new(); columns];
                (cells[0], cells[columns - 1]) = (value.clone(), why.clone());
                rows.push(cells);
                continue;
            }
        };
        for roll in &report.rolls {
            let means = roll.means();
            let mean = |name: &&str| {
                let place = roll.columns.iter().position(|column| column == name);
                place.map_or(String::new(), |place| fixed(means[place], 3))
            };
            let mut cells = vec![value.clone()];
            cells.extend(has_rolls.then(|| roll.title.clone()));
            cells.push(roll.dice.to_string());
            cells.extend(quantities.iter().map(mean));
            cells.extend(quantities.first().map(|_| format!("{} %", fixed(100.0 * roll.none(), 1))));
            cells.extend(has_notes.then(|| report.notes.join("; ")));
            rows.push(cells);
        }
    }
    let mut sides = vec![Align::Right; columns];
    sides[0] = Align::Left;
    if has_notes {
        sides[columns - 1] = Align::Left;
    }
    if has_rolls {
        sides[1] = Align::Left;
    }
    let title = reports().next().map(|report| format!("{}\n\n", report.title)).unwrap_or_default();
    format!("{title}{}", aligned(&rows, &sides))
}

/// Writes a sweep as CSV: a line for each result of each roll under each value, with the means of the roll; one line
/// with the reason where there are no odds.
///
/// # Errors
/// If writing fails.
pub fn sweep_csv(sweep: &Sweep, swept: &[Swept], out: &mut dyn Write) -> Result<(), CliError> {
    let mut sheet = Sheet::behind(out);
    let quantities = quantities(swept.iter().flatten());
    let first = swept.iter().flatten().next();
    let choices: Vec<&str> = first.map_or(Vec::new(), |report| report.choices.iter().map(|(name, _)| *name).collect());
    let head = ["sweep", "value", "attacker", "target"].into_iter().chain(choices.iter().copied()).map(str::to_owned);
    let head = head.chain(roll_columns(quantities)).chain(quantities.iter().map(|name| format!("mean_{name}")));
    let head: Vec<String> = head.chain(["notes".to_owned(), "refused".to_owned()]).collect();
    sheet.record(head.clone()).map_err(CliError::Write)?;
    for (value, report) in sweep.values.iter().zip(swept) {
        let report = match report {
            Ok(report) => report,
            Err(why) => {
                let mut cells = vec![String::new(); head.len()];
                (cells[0], cells[1], cells[head.len() - 1]) = (sweep.name.to_owned(), value.clone(), why.clone());
                sheet.record(cells).map_err(CliError::Write)?;
                continue;
            }
        };
        for roll in &report.rolls {
            let means = roll.means();
            let mean = |name: &&str| {
                roll.columns.iter().position(|column| column == name).map_or(0.0, |place| means[place]).to_string()
            };
            for row in 0..roll.rows.len() {
                let asked = [sweep.name, value, &report.attacker, &report.target].map(str::to_owned).into_iter();
                let cells = asked
                    .chain(report.choices.iter().map(|(_, value)| value.clone()))
                    .chain(roll_cells(roll, row, quantities))
                    .chain(quantities.iter().map(mean))
                    .chain([report.notes.join("; "), String::new()]);
                sheet.record(cells).map_err(CliError::Write)?;
            }
        }
    }
    sheet.flush().map_err(CliError::Write)
}

/// A sweep as data: an object for each value.
pub fn sweep_json(sweep: &Sweep, swept: &[Swept]) -> Value {
    let one = |(value, report): (&String, &Swept)| match report {
        Ok(report) => json!({ "sweep": sweep.name, "value": value, "odds": json(report) }),
        Err(why) => json!({ "sweep": sweep.name, "value": value, "refused": why }),
    };
    sweep.values.iter().zip(swept).map(one).collect()
}
