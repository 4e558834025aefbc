//! CSV files: a row type for each, with its columns in one place.

use super::format::fixed;
use crate::stats::Estimate;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// A row of a file.
pub trait Row {
    /// The names of the columns.
    const COLUMNS: &'static [&'static str];

    /// Writes the row's values in the order of the columns.
    fn write(&self, cells: &mut Cells);
}

/// The first characters by which a spreadsheet recognises a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// The values of one row.
#[derive(Default)]
pub struct Cells {
    record: ::csv::StringRecord,
    text: String,
}

impl Cells {
    /// Adds a value. Text that a spreadsheet would take for a formula is prefixed with an apostrophe, as the Open
    /// Worldwide Application Security Project advises ("CSV injection"); negative numbers are left alone.
    pub fn put(&mut self, value: impl Display) {
        self.text.clear();
        write!(self.text, "{value}").expect("writing to a string does not fail");
        if self.text.starts_with(FORMULA) && self.text.parse::<f64>().is_err() {
            self.text.insert(0, '\'');
        }
        self.record.push_field(&self.text);
    }

    /// Adds a value, or an empty cell for `None`.
    pub fn put_option(&mut self, value: Option<impl Display>) {
        match value {
            Some(value) => self.put(value),
            None => self.record.push_field(""),
        }
    }
}

impl Cells {
    /// Adds a point estimate and both bounds of its interval with this many decimals, or three empty cells for `None`.
    pub fn put_interval(&mut self, estimate: Option<Estimate>, decimals: usize) {
        for value in [estimate.map(|it| it.point), estimate.map(|it| it.low), estimate.map(|it| it.high)] {
            self.put_option(value.map(|value| fixed(value, decimals)));
        }
    }

    /// The same, and the half-width of the interval, which the screen shows after ±.
    pub fn put_interval_and_half_width(&mut self, estimate: Option<Estimate>, decimals: usize) {
        self.put_interval(estimate, decimals);
        self.put_option(estimate.map(|it| fixed(it.half_width(), decimals)));
    }
}

/// A CSV file; its header is written at once, so that a file without rows still names its columns.
pub struct Sheet<W: Write> {
    writer: ::csv::Writer<W>,
    cells: Cells,
}

impl<W: Write> Sheet<W> {
    /// Begins a file of rows of type `R`.
    ///
    /// # Errors
    /// If the header cannot be written.
    pub fn begin<R: Row>(to: W) -> io::Result<Sheet<W>> {
        let mut writer = ::csv::Writer::from_writer(to);
        writer.write_record(R::COLUMNS)?;
        Ok(Sheet { writer, cells: Cells::default() })
    }

    /// Begins a file whose columns are known only at run time: some with fixed names, followed by others.
    ///
    /// # Errors
    /// If the header cannot be written.
    pub fn with_columns<const N: usize>(
        to: W,
        fixed: [&str; N],
        more: impl Iterator<Item = impl Display>,
    ) -> io::Result<Sheet<W>> {
        let mut sheet = Sheet::behind(to);
        sheet.record(fixed.map(str::to_owned).into_iter().chain(more.map(|name| name.to_string())))?;
        Ok(sheet)
    }

    /// An empty row, to be filled and passed to [`Self::end_row`].
    pub fn begin_row(&mut self) -> &mut Cells {
        self.cells.record.clear();
        &mut self.cells
    }

    /// Writes the current row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end_row(&mut self) -> io::Result<()> {
        Ok(self.writer.write_record(&self.cells.record)?)
    }

    /// Writes a row of these values.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn record(&mut self, values: impl IntoIterator<Item = impl Display>) -> io::Result<()> {
        let cells = self.begin_row();
        values.into_iter().for_each(|value| cells.put(value));
        self.end_row()
    }

    /// A sheet that appends to existing rows, without a header.
    pub fn behind(to: W) -> Sheet<W> {
        Sheet { writer: ::csv::Writer::from_writer(to), cells: Cells::default() }
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

    /// Writes a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn row<R: Row>(&mut self, row: &R) -> io::Result<()> {
        row.write(self.begin_row());
        assert_eq!(self.cells.record.len(), R::COLUMNS.len(), "a row has a value for every column");
        self.end_row()
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

    struct Pair(u32, Option<&'static str>);

    impl Row for Pair {
        const COLUMNS: &'static [&'static str] = &["number", "name"];
        fn write(&self, cells: &mut Cells) {
            cells.put(self.0);
            cells.put_option(self.1);
        }
    }

    #[test]
    fn rows_follow_their_columns_and_are_quoted_where_needed() {
        let mut sheet = Sheet::begin::<Pair>(Vec::new()).unwrap();
        sheet.row(&Pair(1, Some("a, b"))).unwrap();
        sheet.row(&Pair(2, None)).unwrap();
        assert_eq!(String::from_utf8(sheet.finish().unwrap()).unwrap(), "number,name\n1,\"a, b\"\n2,\n");
    }

    #[test]
    fn nothing_is_written_that_a_spreadsheet_would_compute() {
        let mut sheet = Sheet::begin::<Pair>(Vec::new()).unwrap();
        for name in ["=1+1", "+a", "@cmd", "-x", "-1.5", "a=b"] {
            sheet.row(&Pair(1, Some(name))).unwrap();
        }
        let written = String::from_utf8(sheet.finish().unwrap()).unwrap();
        assert_eq!(written, "number,name\n1,'=1+1\n1,'+a\n1,'@cmd\n1,'-x\n1,-1.5\n1,a=b\n");
    }
}
