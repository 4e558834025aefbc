//! The terminal on which results are shown: its width, to which tables, maps and sentences are fitted, and whether it
//! has colours. Both are set once, before the first output; without a terminal, lines have any length and no colour.

use crate::game::Side;
use anstyle::{AnsiColor, Style};
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static WIDTH: AtomicUsize = AtomicUsize::new(usize::MAX);
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

/// A line broken between words into lines of at most this width, those after the first indented. Words are not cut.
pub fn wrapped(line: &str, width: usize) -> Vec<String> {
    if columns(line) <= width {
        return vec![line.to_owned()];
    }
    let indent = line.chars().take_while(|letter| *letter == ' ').count().min(width / 4) + 4;
    let mut lines = Vec::new();
    let (mut current, mut taken) = (String::new(), 0);
    // The blanks that precede a word belong to it, so that columns keep their distance within a line.
    let mut rest = line;
    while !rest.is_empty() {
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let end = rest[blanks..].find(' ').map_or(rest.len(), |end| blanks + end);
        let (word, next) = rest.split_at(end);
        rest = next;
        let length = columns(word);
        if taken + length > width && !current.trim().is_empty() {
            lines.push(current);
            let word = &word[blanks..];
            current = format!("{:indent$}{word}", "");
            taken = indent + columns(word);
        } else {
            current.push_str(word);
            taken += length;
        }
    }
    if !current.trim().is_empty() {
        lines.push(current);
    }
    lines
}

/// A map for the terminal: where it is wider, its rows are cut into strips, one below the other. What follows the last
/// wide row is a legend and is left as it is.
pub fn map(text: &str) -> String {
    in_strips(text, width())
}

fn in_strips(text: &str, width: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let Some(last) = lines.iter().rposition(|line| line.chars().count() > width) else { return text.to_owned() };
    let (rows, legend) = lines.split_at(last + 1);
    let mut shown = String::new();
    for first in (0..widest).step_by(width) {
        let end = widest.min(first + width);
        shown += &format!("The map from column {} to {end} of {widest}:\n", first + 1);
        for row in rows {
            let part: String = row.chars().skip(first).take(width).collect();
            shown += &format!("{}\n", part.trim_end());
        }
    }
    shown + &legend.iter().map(|line| format!("{line}\n")).collect::<String>()
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
    fn wide_maps_are_cut_into_strips() {
        assert_eq!(in_strips("abc\ndef\n", 3), "abc\ndef\n");
        let strips = "The map from column 1 to 3 of 5:\nabc\nfgh\nThe map from column 4 to 5 of 5:\nde\nij\nC: x\n";
        assert_eq!(in_strips("abcde\nfghij\nC: x", 4).lines().count(), 7);
        assert_eq!(in_strips("abcde\nfghij\nC:\n", 3), strips.replace("C: x", "C:"));
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
