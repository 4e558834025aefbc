//! Aligned text: columns as wide as their widest cell, and tables as wide as the screen.

use super::screen::{self, columns};

/// How a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left-aligned.
    Left,
    /// Right-aligned.
    Right,
}

/// The blanks between two columns.
const GAP: &str = "  ";

/// Lays rows out in columns, two spaces between them; columns beyond those of `align` are left-aligned. No line has
/// trailing spaces. Where the table is wider than the screen, its last columns follow below, with its first ones again.
pub fn aligned(rows: &[Vec<String>], align: &[Align]) -> String {
    fitted(rows, align, screen::width())
}

fn fitted(rows: &[Vec<String>], align: &[Align], screen: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| columns(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    // A column of ranks alone does not name its rows.
    let names = if widths.first().is_some_and(|width| *width <= 3) { 2 } else { 1 }.min(count);
    let mut text = String::new();
    let mut next = names;
    loop {
        let mut total: usize = widths[..names].iter().map(|width| width + GAP.len()).sum::<usize>();
        let first = next;
        while next < count && (next == first || total + widths[next] <= screen) {
            total += widths[next] + GAP.len();
            next += 1;
        }
        let shown: Vec<usize> = (0..names).chain(first..next).collect();
        rows.iter().for_each(|row| text.push_str(&line(row, &shown, &widths, align)));
        if next >= count {
            return text;
        }
        text.push('\n');
    }
}

fn line(row: &[String], shown: &[usize], widths: &[usize], align: &[Align]) -> String {
    let mut line = String::new();
    for (place, column) in shown.iter().enumerate() {
        let Some(cell) = row.get(*column) else { break };
        let blanks = " ".repeat(widths[*column] - columns(cell));
        line.push_str(if place > 0 { GAP } else { "" });
        match align.get(*column) {
            Some(Align::Right) => line.extend([blanks.as_str(), cell]),
            _ => line.extend([cell, blanks.as_str()]),
        }
    }
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
        cells.map(str::to_string).to_vec()
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [row(["", "games", "rate"]), row(["greedy", "1,200", "± 3"]), row(["rän", "9", ""])];
        assert_eq!(
            aligned(&rows, &[Align::Left, Align::Right]),
            "        games  rate\ngreedy  1,200  ± 3\nrän         9\n"
        );
    }

    #[test]
    fn columns_without_room_follow_below_with_the_names_of_the_rows() {
        let rows = [row(["1", "greedy", "100", "won", "lost"]), row(["2", "random", "9", "2", "7"])];
        let align = [Align::Left, Align::Left, Align::Right];
        assert_eq!(
            fitted(&rows, &align, 19),
            "1  greedy  100  won\n2  random    9  2\n\n1  greedy  lost\n2  random  7\n"
        );
        assert_eq!(fitted(&rows, &align, 25), "1  greedy  100  won  lost\n2  random    9  2    7\n");
        assert_eq!(fitted(&[row(["greedy"])], &align, 3), "greedy\n", "one column is not cut");
    }
}
