//! `reglette keys`: the keys of the rules files of a rulebook, each with its comment and its value, in the form of a
//! rules file or as data.

use super::printing::Printing;
use super::{CliError, Exit};
use crate::catalog::{self, Task};
use crate::data::message::{count, suggestion};
use crate::data::{DataError, Key, Kind, Layers, Library, Source};
use crate::game::{Roster, Rulebook};
use crate::report::document::DataTable;
use crate::report::screen::wrapped;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write;

/// Lists the keys of rules files, each with its rule IDs, its meaning, the values that it accepts, and its value, in
/// the order of the shipped file.
///
/// The list is itself part of a rules file: `extends` and a few of its lines are a variant.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette keys jomini support
  reglette keys en-avant combativity
  reglette keys jomini-quick turn limit
  reglette keys jomini --format csv > keys.csv")]
pub struct Options {
    /// A rulebook, or a rules file by name or path, whose values are listed
    #[arg(value_name = "RULEBOOK")]
    pub rulebook: String,
    /// Only keys with all these words in their name, chapter, rule IDs or meaning
    #[arg(value_name = "WORD")]
    pub words: Vec<String>,
    /// The format of the list
    #[arg(long, value_enum, default_value = "toml", conflicts_with_all = ["json", "markdown"])]
    pub format: Format,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
}

/// The output format of the list of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The lines of a rules file
    Toml,
    /// One line for each key
    Csv,
    /// A list of objects
    Json,
}

impl Options {
    /// Writes the list.
    ///
    /// # Errors
    /// An unknown rulebook or rules file, or words that no key has.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let valued = Valued::of_name(library, &self.rulebook)?;
        // Words may be quoted together.
        let words: Vec<String> =
            self.words.iter().flat_map(|words| words.split_whitespace()).map(str::to_lowercase).collect();
        let found: Vec<&Key> = valued.keys.iter().filter(|key| has_words(key, &words)).collect();
        if found.is_empty() {
            return Err(CliError::Input(valued.nothing_about(&words)));
        }
        self.printing.add(DataTable::of("keys", found.iter().map(|key| valued.row(key)))?);
        match self.format {
            Format::Toml => write!(out, "{}", valued.lines(&found))?,
            Format::Csv => {
                let mut table = csv::Writer::from_writer(out);
                for key in found {
                    table.serialize(valued.row(key)).map_err(std::io::Error::other)?;
                }
                table.flush()?;
            }
            Format::Json => {
                let rows: Vec<Row> = found.into_iter().map(|key| valued.row(key)).collect();
                writeln!(out, "{}", serde_json::to_string_pretty(&rows).map_err(std::io::Error::other)?)?;
            }
        }
        Ok(Exit::Done)
    }
}

/// The columns of a comment.
const WIDTH: usize = 78;

/// Whether a key has all these words, in lower case, in its name, chapter, rule IDs or meaning. The ID of a rule is
/// found as a whole, or as that of the rule to which another belongs: `j1.3` is not part of `j1.30`, `j1` has both.
fn has_words(key: &Key, words: &[String]) -> bool {
    let text = format!("{} {} {} {}", key.name, key.chapter, key.rules, key.meaning).to_lowercase();
    let ids = text.split(|letter: char| !(letter.is_alphanumeric() || ".-".contains(letter)));
    words.iter().all(|word| match is_id(word) {
        true => ids
            .clone()
            .any(|id| id.strip_prefix(word.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))),
        false => text.contains(word.as_str()),
    })
}

/// Whether a word has the form of the ID of a rule, in lower case: `j6.3`, `ji-9`, `ei-76`.
fn is_id(word: &str) -> bool {
    let letters = word.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let number = letters.strip_prefix('-').unwrap_or(letters);
    (1..=3).contains(&(word.len() - letters.len()))
        && number.starts_with(|letter: char| letter.is_ascii_digit())
        && number.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
}

/// The row of a key in CSV and JSON.
#[derive(Serialize)]
pub(super) struct Row {
    key: String,
    chapter: &'static str,
    rules: &'static str,
    meaning: String,
    accepts: String,
    value: String,
}

/// The keys of a rulebook with their values in a rules file.
pub(super) struct Valued {
    /// The rulebook.
    pub rulebook: &'static str,
    /// Its keys, in order.
    pub keys: &'static [Key],
    /// The rules file.
    pub source: Source,
    values: toml::Table,
}

impl Valued {
    /// The values in the default rules of a rulebook, or in a rules file.
    pub fn of_name(library: &Library, name: &str) -> Result<Valued, CliError> {
        if let Some(valued) = Valued::default_of(library, name) {
            return Ok(valued?);
        }
        let source = library.find(Kind::Rules, name).map_err(|error| match error {
            DataError::NotFound { .. } => {
                CliError::Input(format!("no rulebook or rules \"{name}\"{}", suggestion(name, catalog::NAMES)))
            }
            other => other.into(),
        })?;
        let rulebook = catalog::of_source(&source)?.unwrap_or(catalog::DEFAULT);
        Ok(catalog::with(rulebook, Values { source }).expect("the rulebook is in the catalog")?)
    }

    /// The values in the default rules of a rulebook; `None` if there is no rulebook of this name.
    pub fn default_of(library: &Library, rulebook: &str) -> Option<Result<Valued, DataError>> {
        let rules = catalog::with(rulebook, DefaultRules)?;
        let valued = library
            .find(Kind::Rules, rules)
            .and_then(|source| catalog::with(rulebook, Values { source }).expect("the rulebook is in the catalog"));
        Some(valued)
    }

    /// The values in another rules file of this rulebook.
    pub fn of_source(&self, source: Source) -> Result<Valued, DataError> {
        catalog::with(self.rulebook, Values { source }).expect("the rulebook is in the catalog")
    }

    /// The value of a key, as written in a rules file.
    pub fn value(&self, key: &Key) -> String {
        key.value_in(&self.values).map(ToString::to_string).unwrap_or_default()
    }

    /// The lines of a rules file with these keys: a heading for each chapter, a comment and a line for each key.
    pub fn lines(&self, keys: &[&Key]) -> String {
        let mut text = String::new();
        let mut chapter = "";
        for key in keys {
            if key.chapter != chapter {
                let gap = if chapter.is_empty() { "" } else { "\n" };
                chapter = key.chapter;
                writeln!(text, "{gap}# ---- {chapter} ----").expect("writing to a string does not fail");
            }
            for line in wrapped(&key.comment(), WIDTH) {
                writeln!(text, "# {line}").expect("writing to a string does not fail");
            }
            writeln!(text, "{} = {}", key.name, self.value(key)).expect("writing to a string does not fail");
        }
        text
    }

    /// The row of a key.
    pub fn row(&self, key: &Key) -> Row {
        Row {
            key: key.name.clone(),
            chapter: key.chapter,
            rules: key.rules,
            meaning: key.meaning.clone(),
            accepts: key.accepts.describe(),
            value: self.value(key),
        }
    }

    /// Why no key has all these words, in lower case: how many have each of several.
    fn nothing_about(&self, words: &[String]) -> String {
        let having = |word: &String| self.keys.iter().filter(|key| has_words(key, std::slice::from_ref(word))).count();
        let found: Vec<(&String, usize)> = words.iter().map(|word| (word, having(word))).collect();
        let asked = words.join(" ");
        if found.len() > 1 && found.iter().all(|(_, keys)| *keys > 0) {
            let each = found.iter().map(|(word, keys)| format!("{} with \"{word}\"", count(*keys, "key")));
            let each = each.collect::<Vec<_>>().join(", ");
            return format!("no key of {} has all the words of \"{asked}\"; there are {each}", self.rulebook);
        }
        let known: Vec<&str> =
            self.keys.iter().flat_map(|key| key.name.split(['_', '.']).chain(key.meaning.split(' '))).collect();
        let names: Vec<&str> = self.keys.iter().map(|key| key.name.as_str()).collect();
        let near = words.iter().map(|word| suggestion(word, &names)).find(|near| !near.is_empty());
        let unknown = found.iter().find(|(_, keys)| *keys == 0);
        let near = near.unwrap_or_else(|| unknown.map(|(word, _)| suggestion(word, &known)).unwrap_or_default());
        let which = unknown.map_or(&asked, |(word, _)| word);
        format!("no key of {} with \"{which}\"{near}", self.rulebook)
    }
}

/// The name of the default rules.
pub(super) struct DefaultRules;

impl Task for DefaultRules {
    type Output = &'static str;

    fn run<R: Roster + 'static>(self) -> &'static str {
        R::DEFAULT_RULES
    }
}

struct Values {
    source: Source,
}

impl Task for Values {
    type Output = Result<Valued, DataError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Valued, DataError> {
        let values = Layers::of(&self.source)?.merged(R::NAME, R::keys())?;
        Ok(Valued { rulebook: R::NAME, keys: R::keys(), source: self.source, values })
    }
}
