//! What is said about a fault in a file: where it is, the line itself, what was expected, and the
//! nearest known name.

use std::fmt;

/// One step of the way to a value in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into a table, by key.
    Key(String),
    /// Into a list, by position from 0.
    Index(usize),
}

impl Step {
    /// The step into a table by this key.
    pub fn key(name: &str) -> Step {
        Step::Key(name.to_owned())
    }

    /// The key, unless the step goes into a list.
    pub fn as_key(&self) -> Option<&str> {
        match self {
            Step::Key(name) => Some(name),
            Step::Index(_) => None,
        }
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

/// One fault of a file, found by its path in the tree of tables and lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The way to the entry.
    pub path: Vec<Step>,
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
    /// A fault with neither expectation nor suggestion yet.
    pub fn new(path: Vec<Step>, mark: Mark, problem: impl Into<String>) -> Fault {
        Fault { path, mark, problem: problem.into(), expected: None, near: None }
    }

    /// Says what was expected.
    pub fn expected(mut self, expected: impl Into<String>) -> Fault {
        self.expected = Some(expected.into());
        self
    }

    /// Suggests the known name nearest to the word that the problem quotes, if one is near.
    pub fn near<S: AsRef<str>>(mut self, known: &[S]) -> Fault {
        let found = self.problem.split('"').nth(1).unwrap_or_default();
        self.near = nearest(found, known);
        self
    }

    /// A fault for a key that is none of the known ones; the last step of the path is the key.
    pub fn unknown_key<S: AsRef<str>>(path: Vec<Step>, known: &[S]) -> Fault {
        let name = path.last().and_then(Step::as_key).unwrap_or_default();
        let problem = format!("unknown key \"{name}\"");
        Fault::new(path, Mark::Key, problem).near(known)
    }
}

/// The known name nearest to the given one, unless none is near enough to be meant.
pub fn nearest<S: AsRef<str>>(name: &str, known: &[S]) -> Option<String> {
    let lowered = name.to_lowercase();
    known
        .iter()
        .map(|it| (strsim::damerau_levenshtein(&lowered, &it.as_ref().to_lowercase()), it.as_ref()))
        .filter(|(distance, it)| *distance <= it.chars().count().max(lowered.chars().count()).div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, it)| it.to_owned())
}

/// Names in quotes with commas and a last word between: `"a", "b" or "c"`.
pub fn quoted_list<S: AsRef<str>>(names: &[S], last: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{}\"", name.as_ref())).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)?;
        if let Some(expected) = &self.expected {
            write!(f, "; expected {expected}")?;
        }
        if let Some(near) = &self.near {
            write!(f, "; did you mean \"{near}\"?")?;
        }
        Ok(())
    }
}
