//! What a page holds, before it is written as HTML: an answer, and sections of a plot with its table.

use super::number::Unit;
use super::sheet::Row;
use std::path::Path;

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The kind of run: `Tournament`, `Comparison`.
    pub kind: String,
    /// Its subject: rules and scenarios.
    pub subject: String,
    /// The answer in one sentence, with its interval.
    pub answer: String,
    /// What is still open; empty where all games are played.
    pub open: Vec<String>,
    /// What else must be known to read the answer.
    pub notes: Vec<String>,
    /// The parameters: name and value.
    pub facts: Vec<(String, String)>,
    /// The scenarios and armies that were played.
    pub cards: Vec<Card>,
    /// The sections.
    pub sections: Vec<Section>,
    /// All files of the folder: name and what it holds.
    pub files: Vec<String>,
    /// The command that repeats all of it, from within the folder.
    pub command: Option<String>,
    /// The way from the page to the folder; empty where the page lies in it.
    pub folder: String,
}

impl Page {
    /// The same page in a file from which this way leads to the folder: its links go that way.
    pub fn seen_from(mut self, way: &Path) -> Page {
        if way.as_os_str().is_empty() {
            return self;
        }
        let moved = |file: &mut String| *file = way.join(&*file).to_string_lossy().replace('\\', "/");
        self.files.iter_mut().for_each(moved);
        for section in &mut self.sections {
            section.files.iter_mut().for_each(moved);
            let cells = section.tables.iter_mut().flat_map(|table| table.rows.iter_mut().flatten());
            for part in cells.flat_map(|cell| &mut cell.parts) {
                if let CellPart::Link { file, .. } = part {
                    moved(file);
                }
            }
        }
        self.folder = way.display().to_string();
        self
    }
}

/// A scenario or an army at a glance.
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// Its kind and name.
    pub heading: String,
    /// Its picture as SVG, which is shown as an image, and what it shows.
    pub picture: Option<(String, String)>,
    /// Further lines.
    pub lines: Vec<String>,
}

/// A plot, how to read it, and the table behind it.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// How to read the plot, in plain words.
    pub reading: String,
    /// The plots as SVG, each with a label for those who do not see it.
    pub plots: Vec<Plot>,
    /// The tables behind them.
    pub tables: Vec<Table>,
    /// The CSV files of the numbers.
    pub files: Vec<String>,
    /// The command that repeats the numbers, where it is not that of the page.
    pub command: Option<String>,
}

/// A plot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plot {
    /// The SVG element.
    pub svg: String,
    /// What it shows, in a sentence.
    pub label: String,
    /// The series in it, where there are several: the class of their colour and the name.
    pub legend: Vec<(usize, String)>,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The caption.
    pub caption: String,
    /// The headings of its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
    /// How many further rows the CSV file has.
    pub left_out: usize,
    /// Whether it is a heat map, which is shown at once; other tables stand folded below their plot.
    pub is_heat_map: bool,
}

/// The heading of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The words.
    pub heading: String,
    /// Whether its cells are numbers.
    pub is_numeric: bool,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Its parts in order: words, or a number with the text of the CSV file that it shows.
    pub parts: Vec<CellPart>,
    /// What is shown when it is pointed at.
    pub tip: Option<String>,
    /// Its shade in a heat map: from −5 to 5.
    pub shade: Option<i8>,
}

/// A part of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum CellPart {
    /// Words of this program.
    Words(String),
    /// A name from a file.
    Name(String),
    /// A number.
    Number {
        /// The text of the CSV file.
        exact: String,
        /// What is shown.
        shown: String,
    },
    /// A command.
    Command(String),
    /// A text of several lines, which is folded.
    Text(String),
    /// A link to a file of the folder.
    Link {
        /// The path from the folder.
        file: String,
        /// The words of the link.
        words: String,
    },
}

impl Cell {
    /// A name.
    pub fn name(text: &str) -> Cell {
        Cell { parts: vec![CellPart::Name(text.to_owned())], ..Cell::default() }
    }

    /// Words.
    pub fn words(text: impl Into<String>) -> Cell {
        Cell { parts: vec![CellPart::Words(text.into())], ..Cell::default() }
    }

    /// A command.
    pub fn command(text: impl Into<String>) -> Cell {
        Cell { parts: vec![CellPart::Command(text.into())], ..Cell::default() }
    }

    /// A link to a file of the folder.
    pub fn link(file: impl Into<String>, words: impl Into<String>) -> Cell {
        Cell { parts: vec![CellPart::Link { file: file.into(), words: words.into() }], ..Cell::default() }
    }

    /// The number of a column; empty where there is none.
    pub fn number(row: Row<'_>, column: &str, unit: Unit) -> Cell {
        Cell { parts: number(row, column, |value| unit.show(value)).into_iter().collect(), ..Cell::default() }
    }

    /// An interval from two columns; empty where there is none.
    pub fn interval(row: Row<'_>, low: &str, high: &str, unit: Unit) -> Cell {
        let parts = number(row, low, |value| unit.bare(value)).zip(number(row, high, |value| unit.show(value)));
        let parts = parts.map(|(low, high)| vec![low, CellPart::Words(" to ".to_owned()), high]);
        Cell { parts: parts.unwrap_or_default(), ..Cell::default() }
    }

    /// The exact number that a cell begins with, by which rows are sorted; `None` where it begins with words.
    pub fn key(&self) -> Option<&str> {
        match self.parts.first() {
            Some(CellPart::Number { exact, .. }) => Some(exact),
            _ => None,
        }
    }
}

fn number(row: Row<'_>, column: &str, show: impl Fn(f64) -> String) -> Option<CellPart> {
    let shown = show(row.number(column)?);
    Some(CellPart::Number { exact: row.text(column).to_owned(), shown })
}

impl Column {
    /// A column of words.
    pub fn words(heading: &str) -> Column {
        Column { heading: heading.to_owned(), is_numeric: false }
    }

    /// A column of numbers.
    pub fn numbers(heading: &str) -> Column {
        Column { heading: heading.to_owned(), is_numeric: true }
    }
}

/// The maximum number of rows of a table on a page; the CSV file has all of them.
const MOST_ROWS: usize = 120;

impl Table {
    /// A table of at most as many rows as a page shows.
    pub fn new(caption: impl Into<String>, columns: Vec<Column>, rows: Vec<Vec<Cell>>) -> Table {
        let left_out = rows.len().saturating_sub(MOST_ROWS);
        let rows = rows.into_iter().take(MOST_ROWS).collect();
        Table { caption: caption.into(), columns, rows, left_out, is_heat_map: false }
    }
}
