//! Aligned text: columns as wide as their widest cell.

/// How a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left-aligned.
    Left,
    /// Right-aligned.
    Right,
}

/// Lays rows out in columns, two spaces between them; columns beyond those of `align` are left-aligned. No line has
/// trailing spaces.
pub fn aligned(rows: &[Vec<String>], align: &[Align]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            let cell = match align.get(column) {
                Some(Align::Right) => format!("{cell:>width$}"),
                _ => format!("{cell:<width$}"),
            };
            line.push_str(if column > 0 { "  " } else { "" });
            line.push_str(&cell);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let row = |cells: [&str; 3]| cells.map(str::to_string).to_vec();
        let rows = [row(["", "games", "rate"]), row(["greedy", "1,200", "± 3"]), row(["rän", "9", ""])];
        assert_eq!(
            aligned(&rows, &[Align::Left, Align::Right]),
            "        games  rate\ngreedy  1,200  ± 3\nrän         9\n"
        );
    }
}
