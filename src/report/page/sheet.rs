//! A table of a result folder as read back from its CSV file: cells by the name of their column.

use ::csv::StringRecord;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// What precedes a text that a spreadsheet would take for a formula.
const GUARD: char = '\'';

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The name of its file.
    pub file: String,
    columns: Vec<String>,
    rows: Vec<StringRecord>,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    columns: &'a [String],
    cells: &'a StringRecord,
}

impl Sheet {
    /// Reads a table of a folder; `None` where the folder has none of this name.
    ///
    /// # Errors
    /// If it cannot be read or is not a table.
    pub fn read(folder: &Path, file: &str) -> io::Result<Option<Sheet>> {
        let mut sheet = Sheet { file: file.to_owned(), columns: Vec::new(), rows: Vec::new() };
        let found = each_row(&folder.join(file), |row| {
            if sheet.columns.is_empty() {
                sheet.columns = row.columns.to_vec();
            }
            sheet.rows.push(row.cells.clone());
        })?;
        Ok(found.then_some(sheet))
    }

    /// Its rows.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|cells| Row { columns: &self.columns, cells })
    }

    /// The rows with this text in a column.
    pub fn with<'a>(&'a self, column: &'a str, text: &'a str) -> impl Iterator<Item = Row<'a>> {
        self.rows().filter(move |row| row.text(column) == text)
    }

    /// The different texts of a column, in the order of their first rows.
    pub fn distinct(&self, column: &str) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for row in self.rows() {
            let text = row.text(column);
            if !found.contains(&text) {
                found.push(text);
            }
        }
        found
    }
}

impl<'a> Row<'a> {
    /// The names of the columns.
    pub fn columns(self) -> &'a [String] {
        self.columns
    }

    /// The text of a cell; empty where the table has no such column.
    pub fn text(self, column: &str) -> &'a str {
        let at = self.columns.iter().position(|known| known == column);
        at.and_then(|at| self.cells.get(at)).map_or("", without_guard)
    }

    /// The number of a cell.
    pub fn number(self, column: &str) -> Option<f64> {
        self.text(column).parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// The number of a cell that is a count, 0 where it is empty.
    pub fn count(self, column: &str) -> u64 {
        self.text(column).parse().unwrap_or(0)
    }
}

/// Reads the rows of a table one by one, so that large tables take no memory; false where there is no file.
///
/// # Errors
/// If it cannot be read or is not a table.
pub fn each_row(path: &Path, row: impl FnMut(Row<'_>)) -> io::Result<bool> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        opened => opened?,
    };
    each_row_of(BufReader::new(file), path, row)?;
    Ok(true)
}

/// Calls a function with each row of a table; `path` is for errors.
///
/// # Errors
/// If it cannot be read or is not a table.
pub fn each_row_of(table: impl Read, path: &Path, mut row: impl FnMut(Row<'_>)) -> io::Result<()> {
    let malformed = |error: ::csv::Error| {
        let text = format!("{}: {error}", path.display());
        match error.into_kind() {
            ::csv::ErrorKind::Io(error) => error,
            _ => io::Error::new(io::ErrorKind::InvalidData, text),
        }
    };
    let mut reader = ::csv::Reader::from_reader(table);
    let columns: Vec<String> = reader.headers().map_err(malformed)?.iter().map(str::to_owned).collect();
    let mut cells = StringRecord::new();
    while reader.read_record(&mut cells).map_err(malformed)? {
        row(Row { columns: &columns, cells: &cells });
    }
    Ok(())
}

/// A text as it was before it was guarded against spreadsheets.
fn without_guard(cell: &str) -> &str {
    match cell.strip_prefix(GUARD) {
        Some(rest) if rest.starts_with(['=', '+', '-', '@', '\t', '\r']) => rest,
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_name_and_guarded_texts_restored() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.csv"), "name,rate,games\n'=1+1,0.5,\n\"a, b\",,7\n").unwrap();
        let sheet = Sheet::read(folder.path(), "a.csv").unwrap().unwrap();
        let rows: Vec<_> = sheet.rows().map(|row| (row.text("name"), row.number("rate"), row.count("games"))).collect();
        assert_eq!(rows, [("=1+1", Some(0.5), 0), ("a, b", None, 7)]);
        assert_eq!(sheet.distinct("rate"), ["0.5", ""]);
        assert!(Sheet::read(folder.path(), "b.csv").unwrap().is_none());
        std::fs::write(folder.path().join("c.csv"), "a,b\n1\n").unwrap();
        assert!(Sheet::read(folder.path(), "c.csv").is_err());
    }
}
