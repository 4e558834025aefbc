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
/// The minimum width to which a column of text is broken.
const NARROW: usize = 20;

/// Lays rows out in columns, two spaces between them; columns beyond those of `align` are left-aligned. No line has
/// trailing spaces. Where the table is wider than the screen, long text is broken between words, and its last columns
/// follow below, with its first ones again.
pub fn aligned(rows: &[Vec<String>], align: &[Align]) -> String {
    fitted(rows, align, screen::width())
}

fn fitted(rows: &[Vec<String>], align: &[Align], screen: usize) -> String {
    let filled = |column: usize| rows.iter().any(|row| row.get(column).is_some_and(|cell| !cell.is_empty()));
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let count = (0..count).rev().find(|column| filled(*column)).map_or(0, |last| last + 1);
    let mut widths: Vec<usize> = (0..count).map(|column| width(rows, column)).collect();
    // A column of ranks alone does not name its rows.
    let names = if widths.first().is_some_and(|width| *width <= 3) { 2 } else { 1 }.min(count);
    let is_text = |column: usize| align.get(column) != Some(&Align::Right);
    let total =
        |widths: &[usize]| widths.iter().map(|width| width + GAP.len()).sum::<usize>().saturating_sub(GAP.len());
    let mut rows = rows.to_vec();
    if total(&widths) > screen && names > 0 && is_text(names - 1) && widths[names - 1] > screen * 2 / 5 {
        widths[names - 1] = broken(&mut rows, names - 1, screen * 2 / 5);
    }
    let mut text = String::new();
    let mut next = names;
    loop {
        let mut taken = total(&widths[..names]);
        let first = next;
        while next < count {
            let room = screen.saturating_sub(taken + GAP.len());
            if widths[next] > room && is_text(next) && (next == first || (next + 1 == count && room >= NARROW)) {
                widths[next] = broken(&mut rows, next, room.max(NARROW));
            }
            if widths[next] > room && next > first {
                break;
            }
            taken += GAP.len() + widths[next];
            next += 1;
        }
        let shown: Vec<usize> = (0..names).chain(first..next).collect();
        rows.iter().for_each(|row| text.push_str(&lines(row, &shown, &widths, align)));
        if next >= count {
            return text;
        }
        text.push('\n');
    }
}

/// The width of a column: that of its widest line.
fn width(rows: &[Vec<String>], column: usize) -> usize {
    let lines = rows.iter().filter_map(|row| row.get(column)).flat_map(|cell| cell.lines());
    lines.map(columns).max().unwrap_or(0)
}

/// Breaks the cells of a column between words into lines of at most this width, where no word is longer. The new width.
fn broken(rows: &mut [Vec<String>], column: usize, width: usize) -> usize {
    for cell in rows.iter_mut().filter_map(|row| row.get_mut(column)) {
        // The colour of a cell is that of each of its lines.
        let plain = anstream::adapter::strip_str(cell).to_string();
        let (before, after) = cell.split_once(&plain).unwrap_or_default();
        let lines = screen::wrapped(&plain, width).into_iter().map(|line| format!("{before}{line}{after}"));
        *cell = lines.collect::<Vec<_>>().join("\n");
    }
    self::width(rows, column)
}

/// A row: as many lines as its cells have at most.
fn lines(row: &[String], shown: &[usize], widths: &[usize], align: &[Align]) -> String {
    let cells: Vec<Vec<&str>> =
        shown.iter().map(|column| row.get(*column).map_or(Vec::new(), |cell| cell.lines().collect())).collect();
    let mut text = String::new();
    for number in 0..cells.iter().map(Vec::len).max().unwrap_or(0).max(1) {
        let mut line = String::new();
        for (place, column) in shown.iter().enumerate() {
            let cell = cells[place].get(number).copied().unwrap_or_default();
            let blanks = " ".repeat(widths[*column].saturating_sub(columns(cell)));
            line.push_str(if place > 0 { GAP } else { "" });
            match align.get(*column) {
                Some(Align::Right) => line.extend([blanks.as_str(), cell]),
                _ => line.extend([cell, blanks.as_str()]),
            }
        }
        text += &format!("{}\n", line.trim_end());
    }
    text
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

    #[test]
    fn long_text_is_broken_between_words_in_its_column() {
        let rows = [
            row(["", "games", "verdict"]),
            row(["rate of red against blue and green", "100", "lower, but not significant among all verdicts"]),
        ];
        let shown = [
            "                     games  verdict",
            "rate of red against    100  lower, but not",
            "    blue and green              significant among",
            "                                all verdicts",
            "",
        ];
        assert_eq!(fitted(&rows, &[Align::Left, Align::Right], 50), shown.join("\n"));
        assert_eq!(fitted(&[row(["a", "", ""])], &[], 9), "a\n", "empty columns are left out");
    }
}
