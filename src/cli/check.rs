//! `reglette check`: validates files and reports their faults.

use super::{CliError, Exit};
use crate::bots::BotFile;
use crate::catalog::{self, Task};
use crate::data::message::quoted_list;
use crate::data::{DataError, Document, Fault, Kind, Library, Mark, Source, Step};
use crate::game::{BySide, LoadError, Rulebook};
use crate::problems::Problem;
use crate::report::format::count;
use crate::tournament::ValueFunction;
use clap::{Args, ValueEnum};
use std::io::Write;

/// Validates rules, armies, scenarios, positions, bots and problems, and reports every fault.
///
/// The kind of a file follows from its name among the available files, from its folder (rules, armies, scenarios,
/// positions, bots) or from its keys (rules, armies, positions), or is given with --as.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette check armies/jomini/*.toml
  reglette check mine.toml --as army")]
pub struct Options {
    /// Files, by name or path
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// The kind of the files
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub kind: Option<As>,
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

impl Options {
    /// Writes a line for each valid file, and the faults of each other.
    ///
    /// # Errors
    /// If any file cannot be used.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let mut faulty = 0;
        for file in &self.files {
            match self.check(library, file) {
                Ok(remarks) => {
                    writeln!(out, "{file}: valid")?;
                    for remark in remarks {
                        writeln!(out, "   {remark}")?;
                    }
                }
                Err(error) => {
                    faulty += 1;
                    writeln!(out, "{error}")?;
                }
            }
        }
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
            if let Err(error @ DataError::Unreadable { .. }) = library.find(Kind::Position, file) {
                return Err(error.into());
            }
            let folders = Kind::ALL.map(Kind::folder);
            let hint = format!(
                "its keys do not show it, and it is in none of the folders {}; give it with --as",
                quoted_list(&folders, "or")
            );
            return Err(CliError::Input(format!("{file}: unknown kind of file; {hint}")));
        };
        let source = library.find(kind, file)?;
        if kind == Kind::Bot {
            return Ok(check_bot(&source)?);
        }
        let rulebook = match kind {
            Kind::Position => catalog::of_position(&source)?,
            Kind::Problem => super::problems::rulebook_of(&source)?,
            _ => catalog::of_source(&source)?.unwrap_or(catalog::DEFAULT),
        };
        let task = Check { source: &source };
        Ok(catalog::with(rulebook, task).expect("the rulebook is in the catalog")?)
    }
}

/// The kind of the available files with this name, if all are of one kind.
fn kind_of_name(library: &Library, name: &str) -> Option<Kind> {
    let mut kinds = Kind::ALL.into_iter().filter(|kind| library.list(*kind).iter().any(|entry| entry.name == name));
    kinds.next().filter(|_| kinds.next().is_none())
}

/// Keys at the top level of files that no other kind of file has.
const OWN_KEYS: [(Kind, &[&str]); 4] = [
    (Kind::Army, &["unit", "troop", "regiment", "runners", "take", "times", "keep"]),
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
    let table = Document::parse(&library.find(Kind::Position, file).ok()?).ok()?.table();
    let has = |keys: &[&str]| keys.iter().any(|key| table.contains_key(*key));
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
    let kinds: Vec<Kind> = [Kind::Rules, Kind::Army, Kind::Bot]
        .into_iter()
        .filter(|kind| base.is_some_and(|base| library.find(*kind, base).is_ok()))
        .collect();
    match kinds[..] {
        [kind] => Some(kind),
        _ => has(&["extends", "rulebook"]).then_some(Kind::Rules),
    }
}

struct Check<'a> {
    source: &'a Source,
}

impl Task for Check<'_> {
    type Output = Result<Vec<String>, LoadError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Vec<String>, LoadError> {
        let source = self.source;
        match source.kind() {
            Kind::Rules => drop(R::read_rules(source)?),
            Kind::Army => return Ok(R::army_remarks(&R::read_army(source)?)),
            Kind::Position => drop(R::read_position(source, None)?),
            Kind::Scenario => {
                let scenario = R::read_scenario(source)?;
                if R::brings_armies(&scenario) {
                    let rules = R::read_rules(&source.library().find(Kind::Rules, R::DEFAULT_RULES)?)?;
                    R::prepare(&rules, &scenario, BySide::default())?;
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

struct CheckSection<'a>(&'a BotFile);

impl Task for CheckSection<'_> {
    type Output = Result<(), LoadError>;

    fn run<R: Rulebook + 'static>(self) -> Result<(), LoadError> {
        if self.0.sections().any(|section| section == R::SECTION) {
            self.0.config::<R>()?;
        }
        Ok(())
    }
}

/// Checks every section of a bot file under its rulebook.
fn check_bot(source: &Source) -> Result<Vec<String>, LoadError> {
    let file = BotFile::read(source)?;
    let sections = catalog::SECTIONS;
    let unknown = file.sections().filter(|section| !sections.contains(section));
    let fault = |section: &str| {
        Fault::new(vec![Step::key(section)], Mark::Key, format!("no rulebook \"{section}\"")).near(sections)
    };
    let faults: Vec<Fault> = unknown.map(|section| fault(section).expected(quoted_list(sections, "or"))).collect();
    if !faults.is_empty() {
        return Err(source.error(faults).into());
    }
    for name in catalog::NAMES {
        catalog::with(name, CheckSection(&file)).expect("every rulebook is in the catalog")?;
    }
    Ok(Vec::new())
}
