//! `reglette show`: the text of a file or of a page of the documentation, or a key of rules with all that is known of
//! it.

use super::check::As;
use super::keys::{Row, Valued};
use super::note::note;
use super::pages::{self, Page};
use super::printing::Printing;
use super::{CliError, Exit, rule};
use crate::catalog::{self, Task};
use crate::data::message::{quoted_list, suggestion};
use crate::data::{DataError, Entry, Key, Kind, Library};
use crate::game::Roster;
use crate::report::document::DataTable;
use crate::report::screen::{self, wrapped};
use crate::report::table::aligned;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::io::Write;
use strum::VariantArray;

/// Prints a file as it is, shipped or local, a key of rules with its comment, its value and its value in other rules,
/// a rule of the ledgers by its ID, or a page of the documentation; without a name the list of pages.
///
/// The name is that of any file that `reglette list` shows, the path of any shipped file (a script, a README), its file
/// name if no other has it, a key that `reglette keys` lists, the name or path of a page, that of a folder of pages, or
/// the ID of a rule, an interpretation or a table. Files and pages are printed as they are, with lines of up to 120
/// columns.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette show france
  reglette show support_neighbours
  reglette show J1.3
  reglette show bots/all-out-attack.luau
  reglette show jomini-quick > mine.toml
  reglette show docs/statistics.md
  reglette show tutorials
  reglette show")]
pub struct Options {
    /// The name or path of a file, a page or a folder of pages, a key of rules, or the ID of a rule
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// The kind of the file
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub kind: Option<As>,
    /// Only files and keys of this rulebook
    #[arg(long, value_name = "RULEBOOK", value_parser = PossibleValuesParser::new(catalog::NAMES))]
    pub rulebook: Option<String>,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
}

/// A file or a page in a document.
#[derive(Serialize)]
struct FileRow<'a> {
    path: &'a str,
    text: &'a str,
}

/// A page in a list of all.
#[derive(Serialize)]
struct PageRow<'a> {
    path: &'a str,
    title: &'a str,
}

/// A key with its value.
#[derive(Serialize)]
struct KeyRow<'a> {
    rulebook: &'a str,
    file: &'a str,
    #[serde(flatten)]
    row: Row,
}

/// A key with its value in other rules.
#[derive(Serialize)]
struct OtherRow {
    rulebook: &'static str,
    file: String,
    key: String,
    value: String,
}

impl Options {
    /// Writes the file, the page or the keys.
    ///
    /// # Errors
    /// A name that nothing has, or that several files have.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let Some(name) = self.name.as_deref() else { return self.list_pages(out) };
        if let Some((path, text)) = self.file(library, name)? {
            return self.print(&path, &text, out);
        }
        let (mut keys, mut others) = (Vec::new(), Vec::new());
        for rulebook in self.rulebooks().filter(|_| self.kind.is_none()) {
            let rules = Valued::default_of(library, rulebook).expect("the rulebook is in the catalog")?;
            let found = keys_of_name(&rules, name);
            if found.is_empty() {
                continue;
            }
            if !keys.is_empty() {
                writeln!(out)?;
            }
            let file = rules.source.path();
            writeln!(out, "# Keys of {rulebook}, with their values in {file}.")?;
            write!(out, "{}", rules.lines(&found))?;
            let rows = found.iter().map(|key| KeyRow { rulebook, file, row: rules.row(key) });
            keys.extend(DataTable::of("keys", rows)?.rows);
            for other in differences(library, &rules, &found)? {
                writeln!(out, "# {}: {} = {}", other.file, other.key, other.value)?;
                others.push(other);
            }
        }
        if keys.is_empty() {
            return self.show_documentation(library, name, out);
        }
        self.printing.add(DataTable { name: "keys".to_owned(), rows: keys, ..DataTable::default() });
        self.printing.add(DataTable::of("other_rules", others)?);
        Ok(Exit::Done)
    }

    /// Prints a page, the pages of a folder, or a rule of the ledgers.
    fn show_documentation(&self, library: &Library, name: &str, out: &mut dyn Write) -> Result<Exit, CliError> {
        if self.kind.is_some() || self.rulebook.is_some() {
            return Err(self.nothing(library, name));
        }
        if let Some(page) = pages::find(name) {
            return self.print(&page.path, page.text, out);
        }
        let pages = pages::of_folder(name);
        if !pages.is_empty() {
            return self.print_list(&pages, out);
        }
        let rules = rule::entries(name);
        if rules.is_empty() {
            return Err(self.nothing(library, name));
        }
        for (at, rule) in rules.iter().enumerate() {
            let gap = if at > 0 { "\n" } else { "" };
            writeln!(out, "{gap}{}:", rule.path)?;
            // Lines of the ledgers are whole paragraphs.
            for line in rule.text.lines().flat_map(|line| wrapped(line, screen::width())) {
                writeln!(out, "{line}")?;
            }
        }
        let keys: Vec<&str> = self.rulebooks().flat_map(|rulebook| keys_of_rule(rulebook, name)).collect();
        if !keys.is_empty() {
            writeln!(out, "\nkeys of rules, each shown by `reglette show KEY`: {}", keys.join(", "))?;
        }
        let rows = rules.iter().map(|rule| FileRow { path: &rule.path, text: &rule.text });
        self.printing.add(DataTable::of("rules", rows)?);
        Ok(Exit::Done)
    }

    fn print(&self, path: &str, text: &str, out: &mut dyn Write) -> Result<Exit, CliError> {
        note!("{path}");
        self.printing.add(DataTable::of("files", [FileRow { path, text }])?);
        write!(out, "{text}")?;
        Ok(Exit::Done)
    }

    fn list_pages(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        if self.kind.is_some() || self.rulebook.is_some() {
            return Err(CliError::Input("show: name a file or a key; `reglette list` shows the files".to_owned()));
        }
        self.print_list(&pages::all(), out)
    }

    fn print_list(&self, pages: &[Page], out: &mut dyn Write) -> Result<Exit, CliError> {
        let rows: Vec<Vec<String>> =
            pages.iter().map(|page| vec![format!("  {}", page.path), page.title().to_owned()]).collect();
        self.printing
            .add(DataTable::of("pages", pages.iter().map(|page| PageRow { path: &page.path, title: page.title() }))?);
        writeln!(out, "pages, each printed by `reglette show PAGE`; `reglette list` shows the files:")?;
        write!(out, "{}", aligned(&rows, &[]))?;
        Ok(Exit::Done)
    }

    fn rulebooks(&self) -> impl Iterator<Item = &'static str> {
        catalog::NAMES.iter().copied().filter(|name| self.rulebook.as_deref().is_none_or(|it| it == *name))
    }

    /// The path and text of the file of this name, if there is one.
    fn file(&self, library: &Library, name: &str) -> Result<Option<(String, String)>, CliError> {
        let kinds: Vec<Kind> = match self.kind.map(As::kind).or(Kind::of_path(name)) {
            Some(kind) => vec![kind],
            None => Kind::VARIANTS.to_vec(),
        };
        if self.kind.is_none()
            && let Some(text) = Library::text_built_in(name).filter(|_| !name.ends_with(".toml"))
        {
            return Ok(Some((name.to_owned(), text.to_owned())));
        }
        let is_of_rulebook = |entry: &Entry| self.rulebook.is_none() || entry.rulebook == self.rulebook;
        let wanted = name.strip_suffix(".toml").unwrap_or(name);
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
                return Err(CliError::Input(format!("\"{}\" may be {list}; give the path", name)));
            }
        }
        if self.kind.is_none()
            && let [(path, text)] = &Library::files_built_in(name)[..]
        {
            return Ok(Some((path.clone(), (*text).to_owned())));
        }
        for kind in kinds {
            match library.find(kind, name) {
                Ok(source) => return Ok(Some((source.path().to_owned(), source.text().to_owned()))),
                Err(DataError::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    fn nothing(&self, library: &Library, name: &str) -> CliError {
        let mut known: Vec<String> =
            Kind::VARIANTS.iter().flat_map(|kind| library.list(*kind)).map(|entry| entry.name).collect();
        for rulebook in self.rulebooks() {
            let rules = Valued::default_of(library, rulebook).and_then(Result::ok);
            known.extend(rules.into_iter().flat_map(|rules| rules.keys).map(|key| key.name.clone()));
        }
        known.extend(pages::all().iter().map(|page| page.name().to_owned()));
        let where_to_look =
            "`reglette list` shows the files, `reglette keys RULEBOOK` the keys of rules, `reglette show` the pages";
        CliError::Input(format!(
            "no file, no page, no rule and no key of rules \"{}\"{}; {where_to_look}",
            name,
            suggestion(name, &known)
        ))
    }
}

/// The keys of a rulebook that concern the rule of an ID.
fn keys_of_rule(rulebook: &str, id: &str) -> Vec<&'static str> {
    let is_of_rule = |key: &&Key| key.rules.split(',').any(|rule| rule.trim().eq_ignore_ascii_case(id));
    let keys = catalog::with(rulebook, AllKeys).unwrap_or_default();
    keys.iter().filter(is_of_rule).map(|key| key.name.as_str()).collect()
}

/// The keys of a rulebook.
struct AllKeys;

impl Task for AllKeys {
    type Output = &'static [Key];

    fn run<R: Roster + 'static>(self) -> &'static [Key] {
        R::keys()
    }
}

/// The key of this name, or all keys of the table of this name.
fn keys_of_name(rules: &Valued, name: &str) -> Vec<&'static Key> {
    let inside = format!("{name}.");
    rules.keys.iter().filter(|key| key.name == name || key.name.starts_with(&inside)).collect()
}

/// The values of keys in the other rules of the rulebook, where they differ: one for each rules file and key.
fn differences(library: &Library, rules: &Valued, keys: &[&Key]) -> Result<Vec<OtherRow>, CliError> {
    let others = library
        .list(Kind::Rules)
        .into_iter()
        .filter(|entry| entry.rulebook.as_deref() == Some(rules.rulebook) && entry.path != rules.source.path());
    let mut rows = Vec::new();
    for entry in others {
        // A faulty file of the user is no reason to show nothing.
        let Ok(other) = library.find(Kind::Rules, &entry.path).and_then(|source| rules.of_source(source)) else {
            continue;
        };
        let differing = keys.iter().filter(|key| other.value(key) != rules.value(key));
        rows.extend(differing.map(|key| OtherRow {
            rulebook: rules.rulebook,
            file: entry.path.clone(),
            key: key.name.clone(),
            value: other.value(key),
        }));
    }
    Ok(rows)
}
