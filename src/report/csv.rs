//! CSV files. The row type of a table is declared by `row!`: a field for each column, with a doc comment that describes
//! the column. Names and order of the columns, the header, and the table of columns in `docs/output.md` follow from
//! this declaration.

mod cells;

pub use cells::{
    Bounds, Cell, Decimal, Elo, Interval, IntervalAndHalfWidth, PValue, PointAndBounds, PointBoundsAndHalfWidth,
    Scientific, Share, Text, text,
};

use super::folder::Folder;
use crate::data::whole::PartialFile;
use serde::Serialize;
use std::io::{self, Write};

/// The columns that a field of a row fills, in the order of the file, and what they hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The names of the columns: several where the field is an estimate with its interval.
    pub names: Vec<String>,
    /// The doc comment of the field.
    pub meaning: &'static str,
    /// What the cells hold.
    pub cell: Cell,
}

/// What a field of a row can be: a cell, several neighbouring cells, or a row within the row, whose columns several
/// tables share. Only such types are accepted, so that text reaches a file only as a [`Text`].
pub trait Columns: Serialize {
    /// The columns of a field with this name and this doc comment; a row has its own, whatever its name.
    fn columns(name: &'static str, meaning: &'static str) -> Vec<Field>;
}

/// A row of a documented table; `columns.rs` lists them.
pub trait Row: Columns {
    /// The name of the file.
    const FILE: &'static str;

    /// The fields of the row.
    fn fields() -> Vec<Field> {
        Self::columns("", "")
    }
}

/// Declares a row type: a struct with a doc comment for every field.
macro_rules! row {
    (
        $(#[doc = $about:literal])+
        $(#[derive($derived:ident)])?
        $visibility:vis struct $row:ident $(<$life:lifetime>)? {
            $($(#[doc = $meaning:literal])+ $column:ident: $type:ty,)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(::serde::Serialize $(, $derived)?)]
        $visibility struct $row $(<$life>)? {
            $($(#[doc = $meaning])+ $column: $type,)+
        }

        impl $(<$life>)? $crate::report::csv::Columns for $row $(<$life>)? {
            fn columns(_: &'static str, _: &'static str) -> ::std::vec::Vec<$crate::report::csv::Field> {
                let fields = [
                    $(<$type as $crate::report::csv::Columns>::columns(
                        stringify!($column),
                        concat!($($meaning),+).trim_ascii(),
                    ),)+
                ];
                fields.concat()
            }
        }
    };
}

pub(crate) use row;

/// A table of a folder of results while it is written.
pub type Table = Sheet<PartialFile>;

impl Table {
    /// Begins the table of rows of type `R` in a folder.
    ///
    /// # Errors
    /// If it cannot be created, or its header cannot be written.
    pub fn of<R: Row>(folder: &Folder) -> io::Result<Table> {
        Sheet::begin::<R>(folder.part(R::FILE)?)
    }

    /// The same, with further columns whose names are known only at run time.
    ///
    /// # Errors
    /// If it cannot be created, or its header cannot be written.
    pub fn of_with_more_columns<R: Row>(folder: &Folder, more: impl IntoIterator<Item = String>) -> io::Result<Table> {
        Sheet::with_more_columns::<R>(folder.part(R::FILE)?, more)
    }

    /// Completes the file, which gets its name now.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub fn complete(self) -> io::Result<()> {
        self.finish()?.finish()
    }
}

/// A CSV file; its header is written at once, so that a file without rows still names its columns.
pub struct Sheet<W: Write> {
    writer: ::csv::Writer<W>,
}

impl<W: Write> Sheet<W> {
    /// Begins a file of rows of type `R`.
    ///
    /// # Errors
    /// If the header cannot be written.
    pub fn begin<R: Row>(to: W) -> io::Result<Sheet<W>> {
        Sheet::with_more_columns::<R>(to, [])
    }

    /// Begins a file of rows of type `R`, each followed by values under names that are known only at run time.
    ///
    /// # Errors
    /// If the header cannot be written.
    pub fn with_more_columns<R: Row>(to: W, more: impl IntoIterator<Item = String>) -> io::Result<Sheet<W>> {
        let mut sheet = Sheet::behind(to);
        sheet.record(R::fields().into_iter().flat_map(|field| field.names).chain(more))?;
        Ok(sheet)
    }

    /// A sheet that appends to existing rows, without a header.
    pub fn behind(to: W) -> Sheet<W> {
        Sheet { writer: ::csv::WriterBuilder::new().has_headers(false).from_writer(to) }
    }

    /// Writes a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn row<R: Row>(&mut self, row: &R) -> io::Result<()> {
        Ok(self.writer.serialize(row)?)
    }

    /// Writes a row and the values of the columns that are known only at run time.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn row_with_more<R: Row>(&mut self, row: &R, more: &[impl Columns]) -> io::Result<()> {
        Ok(self.writer.serialize((row, more))?)
    }

    /// Writes a row of texts.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn record(&mut self, values: impl IntoIterator<Item = String>) -> io::Result<()> {
        let values: Vec<Text<'_>> = values.into_iter().map(text).collect();
        Ok(self.writer.serialize(values)?)
    }

    /// Flushes all rows so far.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }

    /// The underlying writer.
    pub fn get_ref(&self) -> &W {
        self.writer.get_ref()
    }

    /// Flushes the file and returns the writer.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(|error| error.into_error())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Estimate;

    row! {
        /// A row with a cell of every kind.
        struct Mixed<'a> {
            /// A number.
            number: u32,
            /// A name,
            /// or none.
            name: Option<Text<'a>>,
            /// A rate.
            rate: IntervalAndHalfWidth<2>,
            /// What others have too.
            shared: Shared,
        }
    }

    row! {
        /// Columns of several tables.
        struct Shared {
            /// Whether it is.
            holds: bool,
            /// A rating.
            elo: Interval<1>,
        }
    }

    impl Row for Mixed<'_> {
        const FILE: &'static str = "mixed.csv";
    }

    fn mixed(number: u32, name: Option<&str>, estimate: Option<Estimate>) -> Mixed<'_> {
        let shared = Shared { holds: true, elo: Interval(estimate) };
        Mixed { number, name: name.map(text), rate: IntervalAndHalfWidth(estimate), shared }
    }

    fn written(rows: &[Mixed<'_>]) -> String {
        let mut sheet = Sheet::begin::<Mixed<'_>>(Vec::new()).unwrap();
        rows.iter().for_each(|row| sheet.row(row).unwrap());
        String::from_utf8(sheet.finish().unwrap()).unwrap()
    }

    const HEADER: &str = "number,name,rate,rate_low,rate_high,rate_half_width,holds,elo,elo_low,elo_high\n";

    #[test]
    fn rows_follow_their_columns_and_are_quoted_where_needed() {
        let estimate = Estimate { point: 0.5, low: -0.001, high: 1.0, level: 0.95 };
        let rows = [mixed(1, Some("a, b"), Some(estimate)), mixed(2, None, None)];
        let lines = "1,\"a, b\",0.50,0.00,1.00,0.50,true,0.5,0.0,1.0\n2,,,,,,true,,,\n";
        assert_eq!(written(&rows), format!("{HEADER}{lines}"));
    }

    #[test]
    fn nothing_is_written_that_a_spreadsheet_would_compute() {
        for (name, cell) in
            [("=1+1", "'=1+1"), ("+a", "'+a"), ("@cmd", "'@cmd"), ("-x", "'-x"), ("-1.5", "-1.5"), ("a=b", "a=b")]
        {
            assert_eq!(written(&[mixed(1, Some(name), None)]), format!("{HEADER}1,{cell},,,,,true,,,\n"));
        }
    }

    #[test]
    fn the_doc_comment_of_a_field_is_its_meaning() {
        let fields = Mixed::fields();
        let known: Vec<(&str, &str)> = fields.iter().map(|field| (field.names[0].as_str(), field.meaning)).collect();
        assert_eq!(known[..2], [("number", "A number."), ("name", "A name, or none.")]);
        assert_eq!(known[3..], [("holds", "Whether it is."), ("elo", "A rating.")]);
    }
}
