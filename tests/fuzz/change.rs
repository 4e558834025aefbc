//! Mutations of texts that consist of lines, words and numbers: changes made by editors, tools and disks, and extreme
//! values.

use reglette::game::rng::Stream;

/// Replacement values for numbers.
const NUMBERS: [&str; 22] = [
    "0",
    "-1",
    "1",
    "2",
    "7",
    "255",
    "256",
    "-128",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "0.5",
    "-0.0",
    "1e308",
    "-1e308",
    "1e-320",
    "nan",
    "inf",
];
/// Replacement values for texts.
const WORDS: [&str; 12] =
    ["", "red", "blue", "none", "é𝄞", "\\u0000", "\\u001b[31m", "../../etc/passwd", "=1+1", "a,b", "A1", "jomini"];
/// Texts to insert between any two characters.
const PIECES: [&str; 20] = [
    "\n",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "[[",
    "]]",
    ",",
    "=",
    ".",
    "-",
    "#",
    "\t",
    "\u{0}",
    "\u{feff}",
    "true",
    "[[unit]]\n",
    "\n[position]\n",
];
/// The maximum number of changes of one text.
const MOST_CHANGES: u32 = 6;
/// A text grows once in this many changes.
const ONE_GROWS_IN: u32 = 400;
/// The maximum size in bytes to which one grows: a little more than the limit of reading.
const MOST_GROWN: usize = (512 << 10) + 64;

fn below(stream: &mut Stream, end: usize) -> usize {
    stream.below(u32::try_from(end.max(1)).expect("texts are short")) as usize
}

fn one<'a>(stream: &mut Stream, all: &[&'a str]) -> &'a str {
    all[below(stream, all.len())]
}

/// A random boundary between characters, the end included.
fn place(stream: &mut Stream, text: &str) -> usize {
    let mut at = below(stream, text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The lines with their ends, and the index of a random one.
fn line<'a>(stream: &mut Stream, text: &'a str) -> (usize, &'a str) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let number = below(stream, lines.len());
    let at = lines.iter().take(number).map(|line| line.len()).sum();
    (at, lines.get(number).copied().unwrap_or_default())
}

/// A run of bytes for which a predicate holds, near a random place.
fn stretch(stream: &mut Stream, text: &str, holds: fn(u8) -> bool) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let from = place(stream, text);
    let begin = (from..bytes.len()).chain(0..from).find(|at| holds(bytes[*at]))?;
    let end = (begin..bytes.len()).find(|at| !holds(bytes[*at])).unwrap_or(bytes.len());
    Some((begin, end))
}

/// Changes a text once.
fn change(text: &mut String, corpus: &[String], stream: &mut Stream) {
    let is_number = |byte: u8| byte.is_ascii_digit() || byte == b'-';
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    match stream.below(12) {
        0 => {
            let (at, line) = line(stream, text);
            let end = at + line.len();
            text.replace_range(at..end, "");
        }
        1 => {
            let (at, line) = line(stream, text);
            let line = line.to_owned();
            text.insert_str(at, &line);
        }
        2 => {
            let other = &corpus[below(stream, corpus.len())];
            let (_, line) = line(stream, other);
            let at = place(stream, text);
            text.insert_str(at, line);
        }
        3..=5 => {
            if let Some((begin, end)) = stretch(stream, text, is_number) {
                text.replace_range(begin..end, one(stream, &NUMBERS));
            }
        }
        6 => {
            if let Some((begin, end)) = stretch(stream, text, is_word) {
                text.replace_range(begin..end, one(stream, &WORDS));
            }
        }
        7 => {
            // A word of another file: a key or a value that is known somewhere.
            let other = &corpus[below(stream, corpus.len())];
            let word = stretch(stream, other, is_word).map(|(begin, end)| other[begin..end].to_owned());
            if let (Some(word), Some((begin, end))) = (word, stretch(stream, text, is_word)) {
                text.replace_range(begin..end, &word);
            }
        }
        8 => {
            let at = place(stream, text);
            text.insert_str(at, one(stream, &PIECES));
        }
        9 => {
            let (begin, end) = (place(stream, text), place(stream, text));
            let end = begin.max(end).min(begin.min(end) + 40);
            let begin = begin.min(end);
            if text.is_char_boundary(end) {
                text.replace_range(begin..end, "");
            }
        }
        10 => {
            let at = place(stream, text);
            text.truncate(at);
        }
        _ => {
            // Lists in lists, tables in tables.
            let depth = 1 << stream.below(10);
            let (open, close) = if stream.below(2) == 0 { ("[", "]") } else { ("{a=", "}") };
            if let Some((begin, end)) = stretch(stream, text, is_number) {
                let inner = text[begin..end].to_owned();
                text.replace_range(begin..end, &format!("{}{inner}{}", open.repeat(depth), close.repeat(depth)));
            }
        }
    }
}

/// A text of the corpus, changed.
pub fn changed(corpus: &[String], stream: &mut Stream) -> String {
    let mut text = corpus[below(stream, corpus.len())].clone();
    for _ in 0..=stream.below(MOST_CHANGES) {
        change(&mut text, corpus, stream);
    }
    if stream.below(ONE_GROWS_IN) == 0 {
        let (at, line) = line(stream, &text);
        if !line.is_empty() {
            let times = 1 + below(stream, MOST_GROWN.saturating_sub(text.len()) / line.len() + 1);
            let more = line.repeat(times);
            text.insert_str(at, &more);
        }
    }
    text
}
