//! The results of a command as one document: JSON for programs, or Markdown for pages. Both hold the rows of the CSV
//! files under the same names of columns; `docs/output.md` describes the schema.

use super::columns;
use super::csv::Cell;
use super::format::fixed;
use super::page::sheet::{Row, each_row, each_row_of};
use super::shown;
use serde::Serialize;
use serde_json::{Map, Number, Value};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The version of the schema: raised where a key is renamed, removed or changes its meaning, not where one is added.
pub const FORMAT: u32 = 1;

/// Tables with a row for each game, which can be too large for a document.
const BY_GAME: [&str; 3] = ["games.csv", "schedule.csv", "meetings.csv"];

/// A table: its rows, each with its columns in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataTable {
    /// The name: that of the file without its ending.
    pub name: String,
    /// The rows.
    pub rows: Vec<Map<String, Value>>,
    /// The columns that Markdown shows, where the name of the table does not decide it.
    pub shown: Vec<String>,
}

impl DataTable {
    /// A table of these rows.
    ///
    /// # Errors
    /// If a row is not a struct of JSON values.
    pub fn of<R: Serialize>(name: &str, rows: impl IntoIterator<Item = R>) -> io::Result<DataTable> {
        let row = |row: R| match serde_json::to_value(row) {
            Ok(Value::Object(cells)) => Ok(cells),
            Ok(other) => Err(io::Error::other(format!("{name}: {other} is not a row"))),
            Err(error) => Err(error.into()),
        };
        Ok(DataTable {
            name: name.to_owned(),
            rows: rows.into_iter().map(row).collect::<io::Result<_>>()?,
            shown: Vec::new(),
        })
    }

    /// The table of a CSV file; `None` where there is no file. Cells of columns that are not documented are numbers
    /// where they can be read as such.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(path: &Path) -> io::Result<Option<DataTable>> {
        let (mut table, kinds) = DataTable::begin(path);
        let found = each_row(path, |row| table.push(&kinds, row))?;
        Ok(found.then_some(table))
    }

    /// The table of the text of a CSV file, which would have this path.
    ///
    /// # Errors
    /// If it is not a table.
    pub fn parse(path: &Path, text: impl Read) -> io::Result<DataTable> {
        let (mut table, kinds) = DataTable::begin(path);
        each_row_of(text, path, |row| table.push(&kinds, row))?;
        Ok(table)
    }

    /// A table without rows for a CSV file, and what its documented columns hold.
    fn begin(path: &Path) -> (DataTable, BTreeMap<String, Cell>) {
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let documented = columns::all().into_iter().find(|(known, _)| *known == file);
        let kinds = documented
            .into_iter()
            .flat_map(|(_, fields)| fields)
            .flat_map(|field| field.names.into_iter().map(move |name| (name, field.cell)))
            .collect();
        (DataTable { name: file.trim_end_matches(".csv").to_owned(), ..DataTable::default() }, kinds)
    }

    fn push(&mut self, kinds: &BTreeMap<String, Cell>, row: Row<'_>) {
        let cell = |name: &String| (name.clone(), value(row.text(name), kinds.get(name).copied()));
        self.rows.push(row.columns().iter().map(cell).collect());
    }

    /// All tables of a folder of results but those with a row for each game, in the order of the documentation.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn all_of(folder: &Path) -> io::Result<Vec<DataTable>> {
        let names = columns::all().into_iter().map(|(name, _)| name).filter(|name| !BY_GAME.contains(name));
        names.filter_map(|name| DataTable::read(&folder.join(name)).transpose()).collect()
    }

    /// The table in Markdown: of a wide one the columns that the screen shows, and no column that is empty in all rows.
    pub fn to_markdown(&self) -> String {
        let Some(first) = self.rows.first() else { return String::new() };
        // A table of another command may have the name of a documented one.
        let shown_of = shown::columns_of(&self.name).filter(|some| some.iter().all(|name| first.contains_key(*name)));
        let columns = match shown_of {
            _ if !self.shown.is_empty() => self.shown.iter().map(String::as_str).collect(),
            Some(some) => some.to_vec(),
            None => first.keys().map(String::as_str).collect::<Vec<&str>>(),
        };
        let is_used = |column: &&str| {
            let may_be_zero = shown_of.is_none() || !shown::UNLESS_ZERO.contains(column);
            let is_nothing = |value: &Value| value.is_null() || !may_be_zero && value.as_f64() == Some(0.0);
            self.rows.iter().any(|row| !row.get(*column).is_some_and(is_nothing))
        };
        let columns: Vec<&str> = columns.into_iter().filter(is_used).collect();
        let is_number = |column: &&str| {
            self.rows.iter().all(|row| matches!(row.get(*column), Some(Value::Number(_) | Value::Null) | None))
        };
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(columns.iter().map(|column| escaped(column)).collect());
        text += &line(columns.iter().map(|it| if is_number(it) { "--:" } else { "---" }.to_owned()).collect());
        for row in &self.rows {
            text += &line(columns.iter().map(|column| shown(row.get(*column))).collect());
        }
        text
    }
}

/// The value of a cell of a CSV file; without a kind, a number where it is one.
fn value(text: &str, cell: Option<Cell>) -> Value {
    let number = || {
        let whole = text.parse::<u64>().map(Number::from).or_else(|_| text.parse::<i64>().map(Number::from));
        whole.ok().or_else(|| Number::from_f64(text.parse().ok()?)).map(Value::Number)
    };
    match cell {
        _ if text.is_empty() => Value::Null,
        Some(Cell::Text) => Value::from(text),
        Some(Cell::Truth) => text.parse::<bool>().map_or_else(|_| Value::from(text), Value::from),
        // What JSON has no number for, such as infinity, remains a text.
        Some(Cell::Number) | None => number().unwrap_or_else(|| Value::from(text)),
    }
}

fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => escaped(text),
        Some(Value::Number(number)) => rounded(number),
        Some(Value::Array(items)) => items.iter().map(|item| shown(Some(item))).collect::<Vec<_>>().join("; "),
        Some(other) => escaped(&other.to_string()),
    }
}

/// The decimals of a number in Markdown; one closer to zero than that has two digits and an exponent.
const DECIMALS: usize = 4;

/// A number as a page shows it: JSON and CSV have all its digits.
fn rounded(number: &Number) -> String {
    match number.as_f64().filter(|_| number.is_f64()) {
        Some(value) if value == 0.0 || value.abs() >= 0.001 => {
            let text = fixed(value, DECIMALS);
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        Some(value) => format!("{value:.1e}"),
        None => number.to_string(),
    }
}

/// A text within a cell of Markdown.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// The results of a command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The command, such as `tournament`.
    pub command: String,
    /// The exit code.
    pub exit: u8,
    /// The message where the command failed.
    pub error: Option<String>,
    /// The folder of the results, where it wrote one.
    pub folder: Option<PathBuf>,
    /// The tables.
    pub tables: Vec<DataTable>,
}

impl Document {
    /// The document as JSON, on several lines.
    pub fn to_json(&self) -> String {
        let rows = |table: &DataTable| {
            let rows = table.rows.iter().cloned().map(Value::Object).collect();
            (table.name.clone(), Value::Array(rows))
        };
        let mut keys = Map::new();
        keys.insert("format".to_owned(), FORMAT.into());
        keys.insert("program".to_owned(), format!("reglette {}", super::manifest::VERSION).into());
        keys.insert("command".to_owned(), self.command.as_str().into());
        keys.insert("exit".to_owned(), self.exit.into());
        keys.insert("error".to_owned(), self.error.as_deref().into());
        keys.insert("folder".to_owned(), self.folder.as_ref().map(|path| path.display().to_string()).into());
        keys.insert("tables".to_owned(), Value::Object(self.tables.iter().map(rows).collect()));
        format!("{:#}\n", Value::Object(keys))
    }

    /// The tables in Markdown, each below its name.
    pub fn to_markdown(&self) -> String {
        let mut text = String::new();
        for table in self.tables.iter().filter(|table| !table.rows.is_empty()) {
            let gap = if text.is_empty() { "" } else { "\n" };
            write!(text, "{gap}## {}\n\n{}", table.name, table.to_markdown())
                .expect("writing to a string does not fail");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bots() -> DataTable {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("probes.csv");
        std::fs::write(&path, "bot,games,elo,note\n1815,12,-3.5,\n'=a|b,,inf,\n").unwrap();
        DataTable::read(&path).unwrap().unwrap()
    }

    #[test]
    fn cells_have_the_types_of_their_columns() {
        let table = bots();
        assert_eq!(table.name, "probes");
        let row = |at: usize| Value::Object(table.rows[at].clone()).to_string();
        // The name of a bot is a text even if it is written with digits; what is prefixed in the file is not here.
        assert_eq!(row(0), r#"{"bot":"1815","games":12,"elo":-3.5,"note":null}"#);
        assert_eq!(row(1), r#"{"bot":"=a|b","games":null,"elo":"inf","note":null}"#);
    }

    #[test]
    fn numbers_are_rounded_in_markdown() {
        let number = |value: f64| rounded(&Number::from_f64(value).unwrap());
        assert_eq!([0.25, 2.0, 1.0 / 3.0, -1.23456, 0.00001].map(number), ["0.25", "2", "0.3333", "-1.2346", "1.0e-5"]);
        assert_eq!(rounded(&Number::from(12_u64)), "12");
    }

    #[test]
    fn markdown_leaves_out_empty_columns_and_escapes_bars() {
        let document = Document { tables: vec![bots(), DataTable::default()], ..Document::default() };
        let table = "| bot | games | elo |\n| --- | --: | --- |\n| 1815 | 12 | -3.5 |\n| =a\\|b |  | inf |\n";
        assert_eq!(document.to_markdown(), format!("## probes\n\n{table}"));
    }

    #[test]
    fn markdown_shows_the_columns_of_the_screen() {
        let row = |left_out: u64| {
            let keys = ["scenario", "seat", "games", "rate", "rate_low", "rate_high", "wilson_low", "verdict_adjusted"];
            let mut row: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), Value::from(1))).collect();
            row.insert("left_out".to_owned(), left_out.into());
            row
        };
        let heads = |rows: Vec<Map<String, Value>>| {
            let text = DataTable { name: "seats".to_owned(), rows, ..DataTable::default() }.to_markdown();
            text.lines().next().unwrap().to_owned()
        };
        let head = "| scenario | seat | games | rate | rate_low | rate_high |";
        assert_eq!(heads(vec![row(0)]), format!("{head} verdict_adjusted |"));
        assert_eq!(heads(vec![row(0), row(3)]), format!("{head} left_out | verdict_adjusted |"));
        let other = [("seat".to_owned(), Value::from("red"))].into_iter().collect();
        assert_eq!(heads(vec![other]), "| seat |", "a table of this name with other columns");
    }

    #[test]
    fn a_document_names_its_format_and_the_error() {
        let document =
            Document { command: "check".into(), exit: 2, error: Some("faulty".into()), ..Document::default() };
        let value: Value = serde_json::from_str(&document.to_json()).unwrap();
        assert_eq!(value["format"], FORMAT);
        assert_eq!((&value["exit"], &value["error"], &value["folder"]), (&2.into(), &"faulty".into(), &Value::Null));
        assert_eq!(value["tables"], Value::Object(Map::new()));
    }

    #[test]
    fn only_tables_without_a_row_for_each_game_are_read() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["games.csv", "seats.csv", "other.csv"] {
            std::fs::write(folder.path().join(name), "a\n1\n").unwrap();
        }
        let names: Vec<String> = DataTable::all_of(folder.path()).unwrap().into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["seats"]);
    }
}
