//! The page of results that are in no folder: those of `tune`, `train`, `fit-value` and `check-bot`, from the tables of
//! their document.

use super::html;
use super::model::{Cell, CellPart, Column, Page, Plot, Section, Table};
use super::number::{Unit, shortened};
use super::plot::curves::{Curve, CurveStyle, Curves, Spot, curves};
use super::plot::intervals::{IntervalLine, intervals};
use crate::report::document::DataTable;
use serde_json::{Map, Value};

/// The rate of equal parties, beside which rates are drawn.
const HALF: f64 = 0.5;
/// The longest parameter of what was played, in characters.
const LONGEST_FACT: usize = 600;

/// What a page is made of.
#[derive(Clone, Debug, Default)]
pub struct TablesPage {
    /// The kind of study: `Tuning`.
    pub kind: String,
    /// Its subject: the bot, the rules and the scenarios.
    pub subject: String,
    /// The answer in one sentence, with its interval.
    pub answer: String,
    /// What else must be known to read the answer.
    pub notes: Vec<String>,
    /// The command that repeats all of it, as far as it is known.
    pub command: Option<String>,
    /// What was played: name and value.
    pub facts: Vec<(&'static str, String)>,
    /// The tables.
    pub tables: Vec<DataTable>,
}

/// How the rows of a table are drawn.
#[derive(Clone, Copy)]
enum Drawn {
    /// Not at all.
    Not,
    /// Shares with the ends of their intervals, by these columns, beside one half.
    Intervals([&'static str; 3]),
    /// What was forecast against what was observed, by these columns, beside the diagonal.
    Calibration([&'static str; 2]),
}

/// How a table is shown.
struct Shape {
    /// Its name.
    table: &'static str,
    heading: &'static str,
    reading: &'static str,
    /// The columns that name a row.
    names: &'static [&'static str],
    drawn: Drawn,
}

const SHAPES: [Shape; 9] = [
    Shape {
        table: "trial",
        heading: "Strength and speed",
        reading: "Its share of the points, over pairs of games with sides swapped and the same dice, and the time of \
            its answers in seconds. An interval wholly to the right of the line shows that it is the stronger.",
        names: &["against"],
        drawn: Drawn::Intervals(["rate", "rate_low", "rate_high"]),
    },
    Shape {
        table: "faults",
        heading: "Faults",
        reading: "Each game that it forfeited: after how many of its decisions, how long the answer at fault took in \
            seconds, what was wrong with it, and the position in which it was asked. The command plays the game again \
            and shows every message.",
        names: &["game"],
        drawn: Drawn::Not,
    },
    Shape {
        table: "play_off",
        heading: "Play-off",
        reading: "The share of the points of each run of the search, and of the bot as it was, in games of all against \
            all on the grounds of the search. It chooses the run that goes to the confirmation match, and says nothing \
            about its strength elsewhere.",
        names: &["first"],
        drawn: Drawn::Intervals(["rate", "rate_low", "rate_high"]),
    },
    Shape {
        table: "confirmation",
        heading: "Confirmation match",
        reading: "The share of the points of the first against the second, on grounds and dice that the search did not \
            use. An interval wholly to the right of the line shows that the first is stronger there.",
        names: &["first", "second"],
        drawn: Drawn::Intervals(["rate", "rate_low", "rate_high"]),
    },
    Shape {
        table: "numbers",
        heading: "Numbers of the bot",
        reading: "Each number of the bot file before and after.",
        names: &["table", "number"],
        drawn: Drawn::Not,
    },
    Shape {
        table: "rounds",
        heading: "Rounds",
        reading: "What each round of the training learned from: its games of self-play and how many of them were \
            decided, the positions to which features were fitted with the share of the results of held-out games that \
            they explain, and the actions that search evaluated for the fast bot.",
        names: &["round"],
        drawn: Drawn::Not,
    },
    Shape {
        table: "matches",
        heading: "Matches",
        reading: "The share of the points of the new weights against those before, on grounds that are not trained on. \
            Weights of the fast bot are accepted only where the whole interval lies to the right of the line and \
            self-play is still decided; those of features and of search, which need not be better to be used, where \
            the share is at least one half. The last match has no such decision.",
        names: &["round", "of"],
        drawn: Drawn::Intervals(["rate", "rate_low", "rate_high"]),
    },
    Shape {
        table: "fit",
        heading: "The fit",
        reading: "What the value function was fitted to, and the share of the variance of results at positions of \
            held-out games that it explains.",
        names: &[],
        drawn: Drawn::Not,
    },
    Shape {
        table: "forecasts",
        heading: "Forecasts",
        reading: "Positions of held-out games in classes by the forecast chance of red to win, with the share of the \
            points that red scored from them: a good function forecasts what is then observed, and its points lie on \
            the dashed line.",
        names: &["forecast"],
        drawn: Drawn::Calibration(["forecast", "observed"]),
    },
];

/// The page as HTML.
pub fn render(of: TablesPage) -> String {
    let page = Page {
        kind: of.kind,
        subject: of.subject,
        answer: of.answer,
        notes: of.notes,
        sections: of.tables.iter().filter(|table| !table.rows.is_empty()).map(section).collect(),
        command: of.command,
        facts: of.facts.into_iter().map(|(name, value)| (name.to_owned(), shortened(&value, LONGEST_FACT))).collect(),
        ..Page::default()
    };
    html::html(&page)
}

fn section(table: &DataTable) -> Section {
    let shape = SHAPES.iter().find(|shape| shape.table == table.name);
    let plot = shape.and_then(|shape| drawing(shape, table));
    let heading = shape.map_or_else(|| words(&table.name), |shape| shape.heading.to_owned());
    Section {
        reading: shape.map_or("", |shape| shape.reading).to_owned(),
        plots: plot.into_iter().collect(),
        tables: vec![shown(&heading, table)],
        heading,
        ..Section::default()
    }
}

/// The plot of a table.
fn drawing(shape: &Shape, table: &DataTable) -> Option<Plot> {
    let number = |row: &Map<String, Value>, column: &str| row.get(column).and_then(Value::as_f64);
    match shape.drawn {
        Drawn::Not => None,
        Drawn::Intervals([point, low, high]) => {
            let line = |row: &Map<String, Value>| {
                let bounds = number(row, low).zip(number(row, high));
                let is_clear = bounds.is_some_and(|(low, high)| low > HALF || high < HALF);
                Some(IntervalLine { name: name_of(row, shape.names), point: number(row, point)?, bounds, is_clear })
            };
            let lines: Vec<IntervalLine> = table.rows.iter().filter_map(line).collect();
            let label = format!("{}: shares of the points with their 95 % intervals.", shape.heading);
            Some(intervals(&lines, Unit::Percent, Some(HALF), label))
        }
        Drawn::Calibration([forecast, observed]) => {
            let spot = |row: &Map<String, Value>| {
                Some(Spot { x: number(row, forecast)?, y: number(row, observed)?, bounds: None })
            };
            let spots = table.rows.iter().filter_map(spot).collect();
            let what = Curves {
                curves: &[Curve { name: shape.heading.to_owned(), spots }],
                style: CurveStyle::Diagonal,
                across: (Unit::Percent, "chance of red to win by forecast, per cent"),
                up: (Unit::Percent, "share of the points of red, per cent"),
                references: &[],
            };
            Some(curves(what, "Forecast chances to win against what was then observed.".to_owned()))
        }
    }
}

/// The name of a row: the values of these columns that it has.
fn name_of(row: &Map<String, Value>, columns: &[&str]) -> String {
    let value = |column: &&str| match row.get(*column)? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(format!("{} {other}", words(column))),
    };
    columns.iter().filter_map(value).collect::<Vec<_>>().join(", ")
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

fn shown(caption: &str, table: &DataTable) -> Table {
    let names: Vec<&String> = table.rows.first().map(|row| row.keys().collect()).unwrap_or_default();
    let is_numeric =
        |name: &str| table.rows.iter().all(|row| matches!(row.get(name), Some(Value::Number(_) | Value::Null)));
    let column = |name: &&String| Column { heading: words(name), is_numeric: is_numeric(name) };
    let rows = table.rows.iter().map(|row| names.iter().map(|name| cell(name, row.get(*name))).collect());
    Table::new(caption, names.iter().map(column).collect(), rows.collect())
}

/// The columns of shares, shown in per cent.
const SHARES: [&str; 6] = ["rate", "rate_low", "rate_high", "explained", "forecast", "observed"];
/// The column of commands.
const COMMAND: &str = "replay";

fn cell(column: &str, value: Option<&Value>) -> Cell {
    match value {
        None | Some(Value::Null) => Cell::default(),
        Some(Value::String(text)) if column == COMMAND => Cell::command(text),
        Some(Value::String(text)) if text.contains('\n') => {
            Cell { parts: vec![CellPart::Text(text.clone())], ..Cell::default() }
        }
        Some(Value::String(text)) => Cell::name(text),
        Some(Value::Bool(holds)) => Cell::words(if *holds { "yes" } else { "no" }),
        Some(Value::Number(number)) => {
            let exact = number.to_string();
            let is_fraction = exact.contains(['.', 'e']);
            let unit = if SHARES.contains(&column) { Unit::Percent } else { Unit::Number(3) };
            let shown = number.as_f64().filter(|_| is_fraction).map_or_else(|| exact.clone(), |it| unit.show(it));
            Cell { parts: vec![CellPart::Number { exact, shown }], ..Cell::default() }
        }
        Some(other) => Cell::words(other.to_string()),
    }
}
