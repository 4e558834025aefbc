//! `reglette show`: the text of a file, or a key of rules with all that is known of it.

use super::check::As;
use super::keys::Valued;
use super::note::note;
use super::{CliError, Exit};
use crate::catalog;
use crate::data::message::{quoted_list, suggestion};
use crate::data::{DataError, Entry, Key, Kind, Library};
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::io::Write;
use strum::VariantArray;

/// Prints a file as it is, shipped or local, or a key of rules with its comment, its value and its value in other
/// rules.
///
/// The name is that of any file that `reglette list` shows, the path of any shipped file (a script, a README), its file
/// name if no other has it, or a key that `reglette keys` lists.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette show france
  reglette show support_neighbours
  reglette show bots/all-out-attack.luau
  reglette show jomini-quick > mine.toml")]
pub struct Options {
    /// The name or path of a file, or a key of rules
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The kind of the file
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub kind: Option<As>,
    /// Only files and keys of this rulebook
    #[arg(long, value_name = "RULEBOOK", value_parser = PossibleValuesParser::new(catalog::NAMES))]
    pub rulebook: Option<String>,
}

impl Options {
    /// Writes the file or the keys.
    ///
    /// # Errors
    /// A name that nothing has, or that several files have.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        if let Some((path, text)) = self.file(library)? {
            note!("{path}");
            write!(out, "{text}")?;
            return Ok(Exit::Done);
        }
        let mut shown = 0;
        for rulebook in self.rulebooks().filter(|_| self.kind.is_none()) {
            let rules = Valued::default_of(library, rulebook).expect("the rulebook is in the catalog")?;
            let keys = keys_of_name(&rules, &self.name);
            if keys.is_empty() {
                continue;
            }
            if shown > 0 {
                writeln!(out)?;
            }
            shown += keys.len();
            writeln!(out, "# Keys of {rulebook}, with their values in {}.", rules.source.path())?;
            write!(out, "{}", rules.lines(&keys))?;
            for line in differences(library, &rules, &keys)? {
                writeln!(out, "# {line}")?;
            }
        }
        if shown > 0 { Ok(Exit::Done) } else { Err(self.nothing(library)) }
    }

    fn rulebooks(&self) -> impl Iterator<Item = &'static str> {
        catalog::NAMES.iter().copied().filter(|name| self.rulebook.as_deref().is_none_or(|it| it == *name))
    }

    /// The path and text of the file of this name, if there is one.
    fn file(&self, library: &Library) -> Result<Option<(String, String)>, CliError> {
        let kinds: Vec<Kind> = match self.kind.map(As::kind).or(Kind::of_path(&self.name)) {
            Some(kind) => vec![kind],
            None => Kind::VARIANTS.to_vec(),
        };
        if self.kind.is_none()
            && let Some(text) = Library::text_built_in(&self.name).filter(|_| !self.name.ends_with(".toml"))
        {
            return Ok(Some((self.name.clone(), text.to_owned())));
        }
        let is_of_rulebook = |entry: &Entry| self.rulebook.is_none() || entry.rulebook == self.rulebook;
        let wanted = self.name.strip_suffix(".toml").unwrap_or(&self.name);
        let named: Vec<Entry> = kinds
            .iter()
            .flat_map(|kind| library.list(*kind))
            .filter(|entry| entry.name == wanted && is_of_rulebook(entry))
            .collect();
        match &named[..] {
            [] => {}
            [entry] => {
                let source = library.find(entry.kind, &entry.path)?;
                return Ok(Some((source.path().to_owned(), source.text().to_owned())));
            }
            several => {
                let paths: Vec<&str> = several.iter().map(|entry| entry.path.as_str()).collect();
                let list = quoted_list(&paths, "or");
                return Err(CliError::Input(format!("\"{}\" may be {list}; give the path", self.name)));
            }
        }
        if self.kind.is_none()
            && let [(path, text)] = &Library::files_built_in(&self.name)[..]
        {
            return Ok(Some((path.clone(), (*text).to_owned())));
        }
        for kind in kinds {
            match library.find(kind, &self.name) {
                Ok(source) => return Ok(Some((source.path().to_owned(), source.text().to_owned()))),
                Err(DataError::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    fn nothing(&self, library: &Library) -> CliError {
        let mut known: Vec<String> =
            Kind::VARIANTS.iter().flat_map(|kind| library.list(*kind)).map(|entry| entry.name).collect();
        for rulebook in self.rulebooks() {
            let rules = Valued::default_of(library, rulebook).and_then(Result::ok);
            known.extend(rules.into_iter().flat_map(|rules| rules.keys).map(|key| key.name.clone()));
        }
        let where_to_look = "`reglette list` shows the files, `reglette keys RULEBOOK` the keys of rules";
        CliError::Input(format!(
            "no file and no key of rules \"{}\"{}; {where_to_look}",
            self.name,
            suggestion(&self.name, &known)
        ))
    }
}

/// The key of this name, or all keys of the table of this name.
fn keys_of_name(rules: &Valued, name: &str) -> Vec<&'static Key> {
    let inside = format!("{name}.");
    rules.keys.iter().filter(|key| key.name == name || key.name.starts_with(&inside)).collect()
}

/// The values of keys in the other rules of the rulebook, where they differ: a line for each rules file and key.
fn differences(library: &Library, rules: &Valued, keys: &[&Key]) -> Result<Vec<String>, CliError> {
    let others = library
        .list(Kind::Rules)
        .into_iter()
        .filter(|entry| entry.rulebook.as_deref() == Some(rules.rulebook) && entry.path != rules.source.path());
    let mut lines = Vec::new();
    for entry in others {
        // A faulty file of the user is no reason to show nothing.
        let Ok(other) = library.find(Kind::Rules, &entry.path).and_then(|source| rules.of_source(source)) else {
            continue;
        };
        let differing = keys.iter().filter(|key| other.value(key) != rules.value(key));
        lines.extend(differing.map(|key| format!("{}: {} = {}", entry.path, key.name, other.value(key))));
    }
    Ok(lines)
}
