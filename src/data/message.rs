//! Messages about faults in files: path and line, the line itself with the location underlined, what was expected, and
//! the nearest known name. The location is found by `document.rs`.

use super::limits::{MOST_FAULTS, printable};
use std::borrow::Cow;
use std::fmt;
use std::path::Path;

/// One step of the path to a value in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// Into a table, by key.
    Key(String),
    /// Into a list, by position from 0.
    Index(usize),
}

impl PathStep {
    /// The step into a table by this key.
    pub fn key(name: &str) -> PathStep {
        PathStep::Key(name.to_owned())
    }

    /// The key, unless the step is an index.
    pub fn as_key(&self) -> Option<&str> {
        match self {
            PathStep::Key(name) => Some(name),
            PathStep::Index(_) => None,
        }
    }

    /// The steps of a path in the form `units[3].kind`.
    pub fn path(text: &str) -> Vec<PathStep> {
        let mut steps = Vec::new();
        for part in text.split('.').filter(|part| !part.is_empty()) {
            let mut pieces = part.split('[');
            steps.extend(pieces.next().filter(|name| !name.is_empty()).map(PathStep::key));
            steps.extend(pieces.filter_map(|piece| piece.trim_end_matches(']').parse().ok()).map(PathStep::Index));
        }
        steps
    }
}

/// Which part of an entry a fault concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The key.
    Key,
    /// The value.
    Value,
}

/// How the problem of a key that is none of the known ones begins.
pub const UNKNOWN_KEY: &str = "unknown key";

/// One fault of a file, at a path in its tree of tables and lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The path to the entry; the nearest part of it that exists is shown.
    pub path: Vec<PathStep>,
    /// The part of the entry to underline.
    pub mark: Mark,
    /// What is wrong, as a fragment.
    pub problem: String,
    /// What was expected instead, as a fragment that follows "expected".
    pub expected: Option<String>,
    /// The known name nearest to the one found.
    pub near: Option<String>,
}

impl Fault {
    /// A fault without expectation or suggestion.
    pub fn new(path: Vec<PathStep>, mark: Mark, problem: impl Into<String>) -> Fault {
        Fault { path, mark, problem: problem.into(), expected: None, near: None }
    }

    /// A fault of the value at a path written as `units[3].kind`; an empty path is the whole file.
    pub fn at(path: &str, problem: impl Into<String>) -> Fault {
        Fault::new(PathStep::path(path), Mark::Value, problem)
    }

    /// Sets what was expected.
    pub fn expected(mut self, expected: impl Into<String>) -> Fault {
        self.expected = Some(expected.into());
        self
    }

    /// Suggests the known name nearest to the first quoted word of the problem.
    pub fn near<S: AsRef<str>>(mut self, known: &[S]) -> Fault {
        let found = self.problem.split('"').nth(1).unwrap_or_default();
        self.near = nearest(found, known);
        self
    }

    /// A fault for a key that is none of the known ones; the last step of the path is the key.
    pub fn unknown_key<S: AsRef<str>>(path: Vec<PathStep>, known: &[S]) -> Fault {
        let name = path.last().and_then(PathStep::as_key).unwrap_or_default();
        let problem = format!("{UNKNOWN_KEY} \"{name}\"");
        let fault = Fault::new(path, Mark::Key, problem).near(known);
        match (&fault.near, known.len()) {
            (None, 1..=9) => fault.expected(quoted_list(known, "or")),
            _ => fault,
        }
    }

    /// What was expected and what may have been meant, to follow the underlined part.
    pub fn hint(&self) -> String {
        let expected = self.expected.iter().map(|expected| format!("expected {expected}"));
        let near = self.near.iter().map(|near| format!("did you mean \"{near}\"?"));
        expected.chain(near).collect::<Vec<_>>().join("; ")
    }
}

/// The maximum number of characters of a problem or a hint that are shown.
const LONGEST: usize = 1_000;

/// A text cut where it is too long to be shown.
fn cut(text: Cow<'_, str>) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text,
    }
}

/// The number of characters by which a suggested name may differ at most, however long it is.
const MOST_DIFFERENT: usize = 3;

/// The known name nearest to the given one; `None` if none is near enough.
pub fn nearest<S: AsRef<str>>(name: &str, known: &[S]) -> Option<String> {
    let lowered = name.to_lowercase();
    let length = lowered.chars().count();
    let limit = |it: &str| (it.chars().count().max(length) / 3).clamp(1, MOST_DIFFERENT);
    known
        .iter()
        .map(AsRef::as_ref)
        // The distance is at least the difference in length, and takes time with the product of both lengths.
        .filter(|it| it.chars().count().abs_diff(length) <= limit(it))
        .map(|it| (strsim::damerau_levenshtein(&lowered, &it.to_lowercase()), it))
        .filter(|(distance, it)| *distance <= limit(it))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, it)| it.to_owned())
}

/// The end of a message with the nearest known name, if one is near.
pub fn suggestion<S: AsRef<str>>(name: &str, known: &[S]) -> String {
    nearest(name, known).map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default()
}

/// A number of things, with the plural where required: "1 base", "3 bases", "2 dice".
pub fn count(number: impl TryInto<u64>, thing: &str) -> String {
    match (number.try_into().unwrap_or(u64::MAX), thing) {
        (1, _) => format!("1 {thing}"),
        (number, "die") => format!("{number} dice"),
        (number, "six") => format!("{number} sixes"),
        (number, "army") => format!("{number} armies"),
        (number, _) => format!("{number} {thing}s"),
    }
}

/// A name for a sentence: set apart from the text around it where some of it is written from right to left.
pub fn isolated(name: &str) -> Cow<'_, str> {
    let turns = |letter: char| {
        matches!(letter,
            '\u{590}'..='\u{8ff}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}')
    };
    // First strong isolate … pop directional isolate: the second ends whatever the name has begun.
    if name.contains(turns) { Cow::Owned(format!("\u{2068}{name}\u{2069}")) } else { Cow::Borrowed(name) }
}

/// Several words as a list: `a, b and c`, or `nothing`.
pub fn listed(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// A word, quoted where a shell needs it; one that cannot be quoted as it is.
pub fn quoted_word(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Cow::into_owned)
}

/// A path as it is typed in a shell.
pub fn quoted_path(path: &Path) -> String {
    let text = path.display().to_string();
    quoted_word(&if text.starts_with('-') { format!("./{text}") } else { text })
}

/// Quoted names separated by commas and a last word: `"a", "b" or "c"`.
pub fn quoted_list<S: AsRef<str>>(names: &[S], last: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{}\"", name.as_ref())).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// The location of a fault in the text of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// The line, counted from 1.
    pub line: usize,
    /// The text of that line; for a long one the part around the location.
    pub text: String,
    /// The first underlined character of that text, counted from 0.
    pub column: usize,
    /// How many characters are underlined.
    pub width: usize,
}

/// A fault of a file with its location, if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The displayed path of the file.
    pub path: String,
    /// The location; `None` for a fault of the file as a whole.
    pub place: Option<TextPosition>,
    /// What is wrong.
    pub problem: String,
    /// What was expected and what may have been meant; may be empty.
    pub hint: String,
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, problem, hint) = (printable(&self.path), cut(printable(&self.problem)), cut(printable(&self.hint)));
        let Some(place) = &self.place else {
            write!(f, "{path}: {problem}")?;
            return if hint.is_empty() { Ok(()) } else { write!(f, "; {hint}") };
        };
        writeln!(f, "{path}:{}: {problem}", place.line)?;
        writeln!(f, "{:>5} | {}", place.line, printable(&place.text.replace('\t', " ")).trim_end())?;
        let carets = "^".repeat(place.width.max(1));
        write!(f, "      | {:indent$}{carets}", "", indent = place.column)?;
        if hint.is_empty() { Ok(()) } else { write!(f, " {hint}") }
    }
}

impl Located {
    /// The fault without the line itself.
    fn in_a_line(&self) -> String {
        let line = self.place.as_ref().map(|place| format!(":{}", place.line)).unwrap_or_default();
        Located { path: format!("{}{line}", self.path), place: None, ..self.clone() }.to_string()
    }
}

impl DataError {
    /// The error in a single line: of several faults the first.
    pub fn in_a_line(&self) -> String {
        match self {
            DataError::Faults(faults) => match &faults[..] {
                [] => self.to_string(),
                [only] => only.in_a_line(),
                [first, rest @ ..] => format!("{} (and {} more)", first.in_a_line(), rest.len()),
            },
            other => other.to_string(),
        }
    }
}

/// Sorts the faults of a file by their lines; those of the file as a whole come first.
pub(super) fn in_order(faults: &mut [Located]) {
    faults.sort_by_key(|fault| fault.place.as_ref().map_or((0, 0), |place| (place.line, place.column)));
}

/// The maximum number of faults of a file that are reported at once.
const MOST_REPORTED: usize = 20;

/// Why a file cannot be used. Printed after `error: `.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// The file cannot be read at all.
    #[error("{}: cannot be read: {reason}", printable(.path))]
    Unreadable {
        /// The file.
        path: String,
        /// The system's error.
        reason: String,
    },
    /// No file of that name is available.
    #[error(
        "no {kind} \"{}\"{}",
        printable(.name), .near.as_ref().map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default()
    )]
    NotFound {
        /// The kind of file, in the singular.
        kind: &'static str,
        /// The name or path given.
        name: String,
        /// The nearest available name.
        near: Option<String>,
    },
    /// Several files have that name.
    #[error("{kind} \"{name}\" may be {}; give the path", quoted_list(.paths, "or"))]
    Ambiguous {
        /// The kind of file, in the singular.
        kind: &'static str,
        /// The name given.
        name: String,
        /// The files of that name.
        paths: Vec<String>,
    },
    /// The file has faults, in the order of its lines.
    #[error("{}", render(.0))]
    Faults(Vec<Located>),
}

fn render(faults: &[Located]) -> String {
    let mut blocks: Vec<String> = faults.iter().take(MOST_REPORTED).map(Located::to_string).collect();
    if faults.len() > MOST_REPORTED {
        let more = if faults.len() >= MOST_FAULTS { "at least " } else { "" };
        blocks.push(format!("… and {more}{} more faults", faults.len() - MOST_REPORTED));
    }
    blocks.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_right_to_left_are_isolated() {
        assert_eq!([isolated("garde à pied"), isolated("Épée")], ["garde à pied", "Épée"]);
        assert_eq!(isolated("ar\u{202e}my"), "\u{2068}ar\u{202e}my\u{2069}");
        assert_eq!(isolated("\u{5d0}\u{5d1}"), "\u{2068}\u{5d0}\u{5d1}\u{2069}");
    }

    #[test]
    fn paths_are_read_as_they_are_written() {
        let steps = vec![PathStep::key("units"), PathStep::Index(3), PathStep::key("kind")];
        assert_eq!(PathStep::path("units[3].kind"), steps);
        assert_eq!(PathStep::path("a[0][1]"), vec![PathStep::key("a"), PathStep::Index(0), PathStep::Index(1)]);
        assert_eq!(PathStep::path(""), Vec::new());
    }

    #[test]
    fn the_nearest_name_is_suggested_only_if_it_may_be_meant() {
        let known = ["light_cavalry", "heavy_cavalry", "line_infantry"];
        assert_eq!(nearest("light_cavalery", &known).as_deref(), Some("light_cavalry"));
        assert_eq!(nearest("HEAVY_CAVALRY", &known).as_deref(), Some("heavy_cavalry"));
        assert_eq!(nearest("zeppelin", &known), None);
        assert_eq!(nearest("highlanders", &["light_lancers"]), None);
    }

    #[test]
    fn many_faults_are_cut_short() {
        let fault = Located { path: "a.toml".into(), place: None, problem: "odd".into(), hint: String::new() };
        let text = DataError::Faults(vec![fault; 23]).to_string();
        assert_eq!(text.lines().count(), 21);
        assert!(text.ends_with("… and 3 more faults"), "{text}");
    }

    #[test]
    fn long_names_are_compared_and_shown_in_part() {
        let name = "x".repeat(500_000);
        assert_eq!(nearest(&name, &["trips_on", "speed"]), None);
        let problem = format!("unknown key \"{name}\"");
        let shown = Located { path: "a.toml".into(), place: None, problem, hint: String::new() }.to_string();
        assert_eq!(shown.chars().count(), "a.toml: ".len() + LONGEST + 1);
    }
}
