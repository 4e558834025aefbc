//! `reglette check`: validates files and reports their faults.

pub mod bot;

use super::printing::Printing;
use super::{CliError, Exit};
use crate::catalog::{self, Task};
use crate::data::differs::{self, Values};
use crate::data::extend::find_base;
use crate::data::message::quoted_list;
use crate::data::troop_costs::TROOP_COSTS;
use crate::data::{DataError, Document, Key, Kind, Layers, Library, MOST_LAYERS, Source};
use crate::game::{BySide, LoadError, Roster, Rulebook};
use crate::problems::Problem;
use crate::report::document::DataTable;
use crate::report::format::count;
use crate::report::screen::{self, Tone};
use crate::tournament::ValueFunction;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use strum::VariantArray;

/// Validates rules, armies, scenarios, positions, bots and problems, and reports every fault.
///
/// The kind of a file follows from its name among the available files, from its folder (rules, armies, scenarios,
/// positions, bots) or from its keys, or is given with --as; the rulebook follows from its folder or its keys, or from
/// --rules. Of an army the points are printed, and of every file what differs from the one that it extends. Scripts and
/// external programs are run: they are asked for the first decision of a game of each rulebook.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette check armies/jomini/*.toml
  reglette check my-army.toml my-bot.toml
  reglette check mine.toml --as army --rules jomini-lace-wars")]
pub struct Options {
    /// Files, by name or path
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// The kind of the files
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub kind: Option<As>,
    /// The rules under which armies, scenarios, positions and bots are checked
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
}

/// The kinds of file that can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum As {
    /// A rules file
    Rules,
    /// An army list
    Army,
    /// A scenario
    Scenario,
    /// A position
    Position,
    /// A bot
    Bot,
    /// A value function
    Value,
    /// Problems
    Problem,
}

impl As {
    /// The kind of file.
    pub fn kind(self) -> Kind {
        match self {
            As::Rules => Kind::Rules,
            As::Army => Kind::Army,
            As::Scenario => Kind::Scenario,
            As::Position => Kind::Position,
            As::Bot => Kind::Bot,
            As::Value => Kind::Value,
            As::Problem => Kind::Problem,
        }
    }
}

/// A file in a document.
#[derive(Serialize)]
struct FileRow<'a> {
    file: &'a str,
    valid: bool,
    /// What is wrong, or remarks on a valid file, a line each.
    remarks: Vec<String>,
}

impl Options {
    /// Writes a line for each valid file, and the faults of each other.
    ///
    /// # Errors
    /// If any file cannot be used.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let mut faulty = 0;
        let mut rows = Vec::new();
        for file in &self.files {
            match self.check(library, file) {
                Ok(remarks) => {
                    writeln!(out, "{file}: {}", screen::paint(Tone::Decided, "valid"))?;
                    for remark in &remarks {
                        writeln!(out, "   {remark}")?;
                    }
                    rows.push(FileRow { file, valid: true, remarks });
                }
                Err(error) => {
                    faulty += 1;
                    rows.push(FileRow { file, valid: false, remarks: vec![error.to_string()] });
                    writeln!(out, "{error}")?;
                }
            }
        }
        self.printing.add(DataTable::of("files", rows)?);
        if faulty > 0 { Err(CliError::Check(faulty)) } else { Ok(Exit::Done) }
    }

    fn check(&self, library: &Library, file: &str) -> Result<Vec<String>, CliError> {
        let Some(kind) = self
            .kind
            .map(As::kind)
            .or(Kind::of_path(file))
            .or_else(|| kind_of_name(library, file))
            .or_else(|| kind_of_keys(library, file))
        else {
            match library.find(Kind::Position, file) {
                Err(error @ DataError::Unreadable { .. }) => return Err(error.into()),
                Ok(source) => drop(Document::parse(&source)?),
                Err(_) => {}
            }
            let folders: Vec<&str> = Kind::VARIANTS.iter().map(|kind| kind.folder()).collect();
            let hint = format!(
                "its keys do not show it, and it is in none of the folders {}; give it with --as",
                quoted_list(&folders, "or")
            );
            return Err(CliError::Input(format!("{file}: unknown kind of file; {hint}")));
        };
        let source = library.find(kind, file)?;
        let rules = self.rules.as_deref();
        let stated = rules.map(|rules| catalog::choose(library, [(Kind::Rules, rules)])).transpose()?;
        if kind == Kind::Bot {
            return bot::check(library, &source, rules, stated);
        }
        let rulebook = match (stated, kind) {
            (Some(stated), Kind::Army | Kind::Scenario | Kind::Position) => stated,
            (_, Kind::Position) => catalog::of_position(&source)?,
            (_, Kind::Problem) => super::problems::rulebook_of(&source)?,
            _ => catalog::of_source(&source)?.unwrap_or(catalog::DEFAULT),
        };
        let task = Check { source: &source, rules };
        Ok(catalog::with(rulebook, task).expect("the rulebook is in the catalog")?)
    }
}

/// The kind of the available files with this name, if all are of one kind.
fn kind_of_name(library: &Library, name: &str) -> Option<Kind> {
    let mut kinds =
        Kind::VARIANTS.iter().copied().filter(|kind| library.list(*kind).iter().any(|entry| entry.name == name));
    kinds.next().filter(|_| kinds.next().is_none())
}

/// Keys at the top level of files that no other kind of file has.
const OWN_KEYS: [(Kind, &[&str]); 4] = [
    (Kind::Army, &["unit", "type", "troop", "regiment", "runners", "take", "times", "keep"]),
    (Kind::Bot, &["kind", "script", "command"]),
    (Kind::Value, &["weights"]),
    (
        Kind::Scenario,
        &["map", "deployment", "placement", "generator", "exit", "piece", "gain", "symmetric", "red", "blue", "length"],
    ),
];

/// The kind of a file in any folder, by keys that only one kind of file has: the units of a position have a side, those
/// of an army do not; rules name their rulebook or extend others.
fn kind_of_keys(library: &Library, file: &str) -> Option<Kind> {
    kind_of_source(library, &library.find(Kind::Position, file).ok()?, MOST_LAYERS)
}

/// The same; bases are followed through at most `bases` files.
fn kind_of_source(library: &Library, source: &Source, bases: usize) -> Option<Kind> {
    let table = Document::parse(source).ok()?.table();
    let has = |keys: &[&str]| keys.iter().any(|key| table.contains_key(*key));
    // Rules have a table of units, armies and positions a list.
    if table.get("unit").is_some_and(toml::Value::is_table) {
        return Some(Kind::Rules);
    }
    let units = table.get("unit").and_then(|units| units.as_array());
    if has(&["theme"]) {
        return Some(Kind::Problem);
    }
    if has(&["position"]) || units.is_some_and(|units| units.iter().any(|unit| unit.get("side").is_some())) {
        return Some(Kind::Position);
    }
    if let Some((kind, _)) = OWN_KEYS.iter().find(|(_, keys)| has(keys)) {
        return Some(*kind);
    }
    // What a file extends is of its kind.
    let base = table.get("extends").and_then(toml::Value::as_str);
    let of_base = base.and_then(|base| {
        let kind = Kind::of_path(base).or_else(|| kind_of_name(library, base));
        let follow = || kind_of_source(library, &find_base(source, base).ok()?, bases.checked_sub(1)?);
        kind.or_else(follow)
    });
    of_base.or_else(|| has(&["extends", "rulebook"]).then_some(Kind::Rules))
}

struct Check<'a> {
    source: &'a Source,
    rules: Option<&'a str>,
}

impl Check<'_> {
    /// The rules under which the file is checked.
    fn rules<R: Rulebook>(&self) -> Result<R::Rules, LoadError> {
        Ok(R::read_rules(&self.source.library().find(Kind::Rules, self.rules.unwrap_or(R::DEFAULT_RULES))?)?)
    }
}

impl Task for Check<'_> {
    type Output = Result<Vec<String>, LoadError>;

    fn run<R: Roster + 'static>(self) -> Result<Vec<String>, LoadError> {
        let source = self.source;
        match source.kind() {
            Kind::Rules => {
                R::read_rules(source)?;
                return Ok(changed_keys(source, R::NAME, R::keys())?);
            }
            Kind::Army => {
                let army = R::read_army(source)?;
                return Ok(R::army_remarks(&self.rules::<R>()?, &army));
            }
            Kind::Position => {
                let rules = self.rules.map(|_| self.rules::<R>()).transpose()?;
                drop(R::read_position(source, rules.as_ref())?);
            }
            Kind::Scenario => {
                let scenario = R::read_scenario(source)?;
                if R::brings_armies(&scenario) {
                    R::prepare(&self.rules::<R>()?, &scenario, BySide::default())?;
                }
                return Ok(R::remarks(&scenario));
            }
            Kind::Value => drop(ValueFunction::read::<R>(source)?),
            Kind::Problem => {
                let problems = Problem::prepare_all::<R>(source)?;
                return Ok(vec![count(problems.len() as u64, "problem")]);
            }
            Kind::Bot => unreachable!("a bot file is for all rulebooks"),
        }
        Ok(Vec::new())
    }
}

/// The keys of a rules file whose values differ from those of the file that it extends, one per line.
fn changed_keys(source: &Source, rulebook: &str, keys: &[Key]) -> Result<Vec<String>, DataError> {
    let layers = Layers::of(source)?;
    let [.., base, _] = layers.files() else { return Ok(Vec::new()) };
    let merged = |source: &Source| Layers::of(source)?.merged(rulebook, keys);
    let (own, below) = (merged(source)?, merged(base)?);
    let values = |table: &toml::Table| -> Values {
        keys.iter().filter_map(|key| Some((key.name.clone(), key.value_in(table)?.to_string()))).collect()
    };
    let mut lines = differs::in_values(base.name(), &values(&own), &values(&below));
    if own.get(TROOP_COSTS) != below.get(TROOP_COSTS) {
        lines.push(format!("costs of troops that {} does not have", base.name()));
    }
    if lines.is_empty() {
        lines.push(format!("no key differs from {}", base.name()));
    }
    Ok(lines)
}
