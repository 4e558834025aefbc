//! The terminal on which results are shown: its width, to which tables, maps and sentences are fitted, and whether it
//! has colours. Both are set once, before the first output; without a terminal, lines have any length and no colour.

use crate::game::Side;
use anstyle::{AnsiColor, Style};
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static WIDTH: AtomicUsize = AtomicUsize::new(usize::MAX);
static ERROR_WIDTH: AtomicUsize = AtomicUsize::new(usize::MAX);
static COLOURED: AtomicBool = AtomicBool::new(false);

/// The narrowest width to which anything is fitted: below it, lines are left to the terminal.
const NARROWEST: usize = 40;

/// Sets the number of columns of the terminal.
pub fn set_width(columns: usize) {
    WIDTH.store(columns.max(NARROWEST), Ordering::Relaxed);
}

/// The number of columns of the terminal; without one, there is no limit.
pub fn width() -> usize {
    WIDTH.load(Ordering::Relaxed)
}

/// Sets the number of columns of the terminal of the error stream.
pub fn set_error_width(columns: usize) {
    ERROR_WIDTH.store(columns.max(NARROWEST), Ordering::Relaxed);
}

/// Text for the error stream, its lines broken between words where its terminal is narrower.
pub fn for_errors(text: &str) -> String {
    let width = ERROR_WIDTH.load(Ordering::Relaxed);
    text.split('\n').flat_map(|line| wrapped(line, width)).collect::<Vec<_>>().join("\n")
}

/// Sets whether text has colours.
pub fn set_coloured(coloured: bool) {
    COLOURED.store(coloured, Ordering::Relaxed);
}

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A verdict for one side, or a file that can be used.
    Decided,
    /// A verdict that is open.
    Open,
    /// A fault.
    Fault,
    /// The answer.
    Answer,
    /// Text on the red side.
    Red,
    /// Text on the blue side.
    Blue,
}

impl From<Side> for Tone {
    fn from(side: Side) -> Tone {
        match side {
            Side::Red => Tone::Red,
            Side::Blue => Tone::Blue,
        }
    }
}

impl Tone {
    fn style(self) -> Style {
        let coloured = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        match self {
            Tone::Decided => coloured(AnsiColor::Green),
            Tone::Open => coloured(AnsiColor::Yellow),
            Tone::Fault => coloured(AnsiColor::Red).bold(),
            Tone::Answer => Style::new().bold(),
            Tone::Red => coloured(AnsiColor::Red),
            Tone::Blue => coloured(AnsiColor::Blue),
        }
    }
}

/// The text in the colour of its meaning, where the terminal has colours.
pub fn paint(tone: Tone, text: impl Display) -> String {
    if COLOURED.load(Ordering::Relaxed) { painted(tone, text) } else { text.to_string() }
}

/// The text in the colour of its meaning.
pub fn painted(tone: Tone, text: impl Display) -> String {
    let style = tone.style();
    format!("{style}{text}{style:#}")
}

/// The number of columns that a text takes: its characters without those that set colours.
pub fn columns(text: &str) -> usize {
    anstream::adapter::strip_str(text).map(|part| part.chars().count()).sum()
}

/// A line broken between words into lines of at most this width, those after the first indented. Words are not cut, and
/// what four blanks set apart stays together where it fits in a line.
pub fn wrapped(line: &str, width: usize) -> Vec<String> {
    if columns(line) <= width {
        return vec![line.to_owned()];
    }
    let indent = line.chars().take_while(|letter| *letter == ' ').count().min(width / 4) + 4;
    let room = width.saturating_sub(indent);
    let mut lines = Vec::new();
    let (mut current, mut taken) = (String::new(), 0);
    // The blanks that precede a word belong to it, so that columns keep their distance within a line.
    let mut rest = line;
    while !rest.is_empty() {
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let end = |apart: &str| rest[blanks..].find(apart).map_or(rest.len(), |end| blanks + end);
        let (word, next) = rest.split_at(end(" "));
        let length = columns(word);
        let group = match word.trim_start() {
            _ if blanks >= APART.len() => columns(&rest[..end(APART)]),
            COMMAND => columns(rest),
            QUOTED => columns(&rest[..rest[blanks + 1..].find('`').map_or(rest.len(), |end| blanks + end + 2)]),
            _ => length,
        };
        let is_over = |length: usize| taken + length > width && length - blanks <= room;
        if (is_over(length) || is_over(group)) && !current.trim().is_empty() {
            lines.push(current);
            let word = &word[blanks..];
            current = format!("{:indent$}{word}", "");
            taken = indent + columns(word);
        } else {
            current.push_str(word);
            taken += length;
        }
        rest = next;
    }
    if !current.trim().is_empty() {
        lines.push(current);
    }
    lines
}

/// The first word of a command, which is not broken where it fits in a line; quoted, it ends with the next quote.
const COMMAND: &str = "reglette";
const QUOTED: &str = "`reglette";

/// Blanks that set a group of words apart from others in its line.
const APART: &str = "    ";

/// A map for the terminal: where it is wider, its rows are cut into parts, one below the other, each with the numbers
/// of the rows at its left. What follows the last empty line is a legend, which is not cut.
pub fn map(text: &str) -> String {
    in_parts(text, width())
}

fn in_parts(text: &str, width: usize) -> String {
    let (map, legend) = text.rsplit_once("\n\n").unwrap_or((text, ""));
    let rows: Vec<Vec<char>> = map.lines().map(|line| line.chars().collect()).collect();
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    if widest <= width {
        return text.to_owned();
    }
    let margin = margin(&rows);
    let cuts = cuts(&rows, margin, width);
    let mut shown = String::new();
    for (part, ends) in cuts.windows(2).enumerate() {
        shown += &format!("The map, part {} of {}:\n", part + 1, cuts.len() - 1);
        for row in &rows {
            let names = row.iter().take(margin);
            let line: String = names.chain(row.iter().take(ends[1]).skip(ends[0])).collect();
            shown += &format!("{}\n", line.trim_end());
        }
    }
    format!("{shown}\n{legend}")
}

/// The columns at the left that contain only the numbers of rows, followed by a blank.
fn margin(rows: &[Vec<char>]) -> usize {
    let is_name = |column: usize| {
        rows.iter().all(|row| row.get(column).is_none_or(|letter| *letter == ' ' || letter.is_ascii_digit()))
    };
    let is_blank = |column: usize| rows.iter().all(|row| row.get(column).is_none_or(|letter| *letter == ' '));
    (0..WIDEST_MARGIN)
        .take_while(|column| is_name(*column))
        .filter(|column| is_blank(*column))
        .last()
        .map_or(0, |it| it + 1)
}

/// The maximum width of the margin of a map.
const WIDEST_MARGIN: usize = 4;

/// Where a map is cut: the first column after the margin, those of the cuts, and the end. A number in the first row is
/// not cut.
fn cuts(rows: &[Vec<char>], margin: usize, width: usize) -> Vec<usize> {
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_free = |column: usize| {
        let letter = |place: usize| rows.first().and_then(|row| row.get(place)).copied().unwrap_or(' ');
        letter(column - 1) == ' ' || letter(column) == ' '
    };
    let mut cuts = vec![margin];
    let mut next = margin;
    while next < widest {
        let last = next + width - margin;
        next = if last >= widest {
            widest
        } else {
            (last - WIDEST_MARGIN..=last).rev().find(|column| is_free(*column)).unwrap_or(last)
        };
        cuts.push(next);
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(wrapped("  one two three", 40), ["  one two three"]);
        assert_eq!(wrapped("  one two   three four", 12), ["  one two", "      three", "      four"]);
        assert_eq!(wrapped("averylongpathwithoutblanks and more", 10)[0], "averylongpathwithoutblanks");
    }

    #[test]
    fn colours_take_no_room() {
        let text = painted(Tone::Decided, "favours red");
        assert!(text.len() > 11 && columns(&text) == 11);
        assert_eq!(paint(Tone::Decided, "plain"), "plain", "without a terminal there are no colours");
    }

    #[test]
    fn groups_set_apart_are_kept_together() {
        assert_eq!(wrapped("  8 won  2 lost    6 rounds", 24), ["  8 won  2 lost", "      6 rounds"]);
    }

    #[test]
    fn commands_are_kept_whole() {
        let line = "interrupted; to resume: reglette run --resume it";
        assert_eq!(wrapped(line, 40), ["interrupted; to resume:", "    reglette run --resume it"]);
    }

    #[test]
    fn a_word_that_fits_in_no_line_stays_in_its_own() {
        assert_eq!(wrapped("> averylongwordwithoutblanks", 12), ["> averylongwordwithoutblanks"]);
    }

    #[test]
    fn wide_maps_are_cut_into_parts_with_the_legend_below() {
        assert_eq!(in_parts("abc\ndef\n\nC: camp", 9), "abc\ndef\n\nC: camp");
        let parts = "The map, part 1 of 2:\nabcdefgh\nklmnopqr\nThe map, part 2 of 2:\nij\nst\n\nC: the camp";
        assert_eq!(in_parts("abcdefghij\nklmnopqrst\n\nC: the camp", 8), parts);
        let named = "     00    01\n   |  .  |  .  |\n00 |     |     |\n\nC";
        let parts = "The map, part 1 of 2:\n     00\n   |  .  |\n00 |     |\n\
                     The map, part 2 of 2:\n    01\n     .  |\n00      |\n\nC";
        assert_eq!(in_parts(named, 10), parts);
    }

    proptest! {
        #[test]
        fn wrapping_loses_no_word(words in proptest::collection::vec("[a-zé]{1,9}", 1..30), width in 16_usize..60) {
            let line = words.join(" ");
            let lines = wrapped(&line, width);
            prop_assert!(lines.iter().all(|line| columns(line) <= width));
            let found: Vec<String> = lines.iter().flat_map(|line| line.split_whitespace()).map(str::to_owned).collect();
            prop_assert_eq!(found, words);
        }
    }
}
