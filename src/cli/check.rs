//! `reglette check`: validates files and reports their faults.

pub mod bot;
mod kind;
mod results;

use super::plan_file::{self, PlanFile};
use super::printing::Printing;
use super::{Cli, CliError, Exit};
use crate::catalog::{self, Task};
use crate::data::differs::{self, Values};
use crate::data::troop_costs::TROOP_COSTS;
use crate::data::{DataError, Key, Kind, Layers, Library, Source};
use crate::game::{BySide, LoadError, Roster, Rulebook};
use crate::problems::Problem;
use crate::report::document::DataTable;
use crate::report::format::count;
use crate::report::screen::{self, Tone};
use crate::tournament::ValueFunction;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Validates rules, armies, scenarios, positions, bots, problems, plans and results, and reports their faults.
///
/// The kind of a file follows from its name among the available files, from its folder (rules, armies, scenarios,
/// positions, bots) or from its keys, or is given with --as; the rulebook follows from its folder or its keys, or from
/// --rules. Of an army the points are printed, and of every file what differs from the one that it extends. Scripts and
/// external programs are run: they are asked for the first decisions of a game of each rulebook. Of a plan the options
/// are checked, the files that it names, and all else that its command refuses before the first game. Of a folder of
/// results, or its manifest, the tables are compared with what was written.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette check france gauls
  reglette check my-army.toml my-bot.toml
  reglette check mine.toml --as army --rules jomini-lace-wars
  reglette check night.toml
  reglette check results/001-plain")]
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
    /// All that is wrong, or remarks on a valid file, one each.
    remarks: Vec<String>,
}

/// What is known of a file that can be used.
struct Checked {
    /// For what alone it can be used, to follow "valid"; empty for a file that can always be used.
    only_for: String,
    /// Remarks, a line each.
    remarks: Vec<String>,
}

impl Checked {
    fn whole(remarks: Vec<String>) -> Checked {
        Checked { only_for: String::new(), remarks }
    }
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
                Ok(Checked { only_for, remarks }) => {
                    writeln!(out, "{file}: {}{}", screen::paint(Tone::Decided, "valid"), only_for)?;
                    for remark in &remarks {
                        writeln!(out, "   {remark}")?;
                    }
                    rows.push(FileRow { file, valid: true, remarks });
                }
                Err(error) => {
                    faulty += 1;
                    rows.push(FileRow { file, valid: false, remarks: all_faults(&error) });
                    writeln!(out, "{error}")?;
                }
            }
        }
        self.printing.add(DataTable::of("files", rows)?);
        if faulty > 0 { Err(CliError::Check(faulty)) } else { Ok(Exit::Done) }
    }

    fn check(&self, library: &Library, file: &str) -> Result<Checked, CliError> {
        if self.kind.is_none()
            && let Some(folder) = results::folder_of(Path::new(file))
        {
            return results::check(&folder).map(Checked::whole);
        }
        if self.kind.is_none()
            && let Some((plan, cli)) = plan_file::parsed(Path::new(file), library)?
        {
            return self.check_plan(library, file, &plan, cli).map(Checked::whole);
        }
        let kind = match self.kind.map(As::kind) {
            Some(kind) => kind,
            None => kind::of_file(library, file)?,
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
        Ok(Checked::whole(catalog::with(rulebook, task).expect("the rulebook is in the catalog")?))
    }

    /// Checks the files that a plan names, each as itself, and then the plan as far as its first game.
    fn check_plan(&self, library: &Library, file: &str, plan: &PlanFile, cli: Cli) -> Result<Vec<String>, CliError> {
        let (mut files, mut faults) = (Vec::new(), Vec::new());
        for (_, kind, name) in plan.files() {
            let alone = Options { files: Vec::new(), kind: Some(kind), ..self.clone() };
            match alone.check(library, &name) {
                Ok(_) if files.contains(&name) => {}
                Ok(_) => files.push(name),
                Err(error) => faults.push(error.to_string()),
            }
        }
        if !faults.is_empty() {
            return Err(CliError::Input(faults.join("\n")));
        }
        cli.check(library).map_err(|error| {
            let why = error.message().unwrap_or_else(|| error.to_string());
            CliError::Input(if why.starts_with(file) { why } else { format!("{file}: {why}") })
        })?;
        let names = if files.is_empty() { String::new() } else { format!(", with {}", files.join(", ")) };
        Ok(vec![format!("a plan of `reglette {}`{names}", plan.command)])
    }
}

/// All faults, one by one: the text of the error has the first of many.
fn all_faults(error: &CliError) -> Vec<String> {
    match error {
        CliError::Load(LoadError::Data(DataError::Faults(faults))) => faults.iter().map(ToString::to_string).collect(),
        other => vec![other.to_string()],
    }
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
                return Ok(R::army_remarks(&self.rules::<R>()?, &army)?);
            }
            Kind::Position => {
                let rules = self.rules.map(|_| self.rules::<R>()).transpose()?;
                drop(R::read_position(source, rules.as_ref())?);
            }
            Kind::Scenario => {
                let scenario = R::read_scenario(source)?;
                let rules = self.rules::<R>()?;
                if R::brings_armies(&scenario) {
                    R::prepare(&rules, &scenario, BySide::default())?;
                }
                return Ok(R::remarks(&rules, &scenario));
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
