//! `reglette problems`: bots scored on stored positions with known best moves.

use super::printing::Printing;
use super::scored_bots::read_bots;
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit, progress, threads_or_all};
use crate::catalog::{self, Task};
use crate::data::message::suggestion;
use crate::data::{Kind, Library, Source};
use crate::game::Rulebook;
use crate::problems::{Entrant, Half, Problem, ProblemFile, score};
use crate::report::Target;
use crate::report::format::count;
use crate::report::problems::{NAMES, Scored, documented, write};
use crate::report::screen::{self, Tone};
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::thread_pool;
use clap::{Args, ValueEnum};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// Scores bots on problems: stored positions with the moves that a good player makes.
///
/// A problem is solved by any of its best moves. Each bot answers each problem several times with different random
/// streams; a problem solved in some of them counts in part. Half of the problems, by a hash of their names, are held
/// out: choose features, weights and settings of a bot with --half open.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette problems
  reglette problems jomini --bots greedy,mcts-fast --half open --list
  reglette problems bots/problems/jomini/fire-the-guns.toml mine/ --bots bots/mine.toml --out results/problems")]
pub struct Options {
    /// Problem files by name or path, folders of them, or rulebooks; by default all available files
    #[arg(value_name = "FILE|FOLDER|RULEBOOK")]
    pub what: Vec<String>,
    /// Bots, by name or path
    #[arg(long, value_delimiter = ',', default_value = "greedy", value_name = "A,B,…")]
    pub bots: Vec<String>,
    /// The half of the problems to be scored
    #[arg(long, value_enum, default_value_t = Halves::Both)]
    pub half: Halves,
    /// Answers of each bot to each problem
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = whole_number::<u64>(1..=1000))]
    pub attempts: u64,
    /// The master seed of the bots' random streams
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// Also list what each bot played in each problem; of the held-out half only where it is named by --half
    #[arg(long)]
    pub list: bool,
    /// Write the tables to this folder, which must be new or empty
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace tables in that folder
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
    /// Whether it ends before the first answer, with nothing written.
    #[arg(skip)]
    pub(super) only_checked: bool,
}

/// The halves that are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Halves {
    /// Problems that may be inspected while a bot is changed
    Open,
    /// Problems that only score
    HeldOut,
    /// Both, each with its own score
    Both,
}

impl Halves {
    fn scored(self) -> &'static [Half] {
        match self {
            Halves::Open => &[Half::Open],
            Halves::HeldOut => &[Half::HeldOut],
            Halves::Both => &Half::BOTH,
        }
    }

    /// Held-out problems are listed only on request, so that they are not read by accident.
    fn listed(self) -> &'static [Half] {
        match self {
            Halves::HeldOut => &[Half::HeldOut],
            Halves::Open | Halves::Both => &[Half::Open],
        }
    }
}

impl Options {
    /// Scores the bots, prints the tables and writes them if requested.
    ///
    /// # Errors
    /// Bad input, or a folder that cannot be written.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let target = self.out.as_ref().map(|path| Target::Given { path: path.clone(), force: self.force });
        target.as_ref().map_or(Ok(()), Target::check)?;
        let mut by_rulebook: BTreeMap<usize, Vec<Source>> = BTreeMap::new();
        for source in self.sources(library)? {
            let rulebook = rulebook_of(&source)?;
            let place = catalog::NAMES.iter().position(|name| *name == rulebook).expect("a rulebook of the catalog");
            by_rulebook.entry(place).or_default().push(source);
        }
        let pool = thread_pool(threads_or_all(self.threads))?;
        let mut all = Vec::new();
        for (place, sources) in &by_rulebook {
            let task = Play { options: self, library, sources, pool: &pool };
            let scored = match catalog::with(catalog::NAMES[*place], task).expect("the rulebook is in the catalog") {
                Err(CliError::OnlyChecked) => continue,
                scored => scored?,
            };
            self.print(&scored, out)?;
            all.push(scored);
        }
        if self.only_checked {
            return Err(CliError::OnlyChecked);
        }
        if self.printing.is_document() && target.is_none() {
            documented(&all)?.into_iter().for_each(|table| self.printing.add(table));
        }
        if let Some(target) = target {
            let folder = target.make(&NAMES)?;
            write(&folder, &all)?;
            self.printing.wrote(folder.path());
            writeln!(out, "Wrote {}: {}\n", folder.path().display(), NAMES.join(", "))?;
        }
        for scored in all.iter().filter(|scored| !scored.scores.is_empty()) {
            writeln!(out, "{}", screen::paint(Tone::Answer, scored.answer()))?;
        }
        Ok(Exit::Done)
    }

    fn print(&self, scored: &Scored, out: &mut dyn Write) -> Result<(), CliError> {
        let attempts = count(self.attempts, "attempt");
        writeln!(out, "{} · seed {} · {attempts} each\n\n{}", scored.rulebook, self.seed, scored.table())?;
        if self.list {
            writeln!(out, "{}", scored.list(self.half.listed()))?;
        }
        Ok(())
    }

    /// The files that were named, each once.
    fn sources(&self, library: &Library) -> Result<Vec<Source>, CliError> {
        let available = library.list(Kind::Problem);
        let mut paths: Vec<String> = Vec::new();
        let mut add = |path: &str| {
            if !paths.iter().any(|known| known == path) {
                paths.push(path.to_owned());
            }
        };
        if self.what.is_empty() {
            available.iter().for_each(|entry| add(&entry.path));
        }
        for what in &self.what {
            if catalog::NAMES.contains(&what.as_str()) {
                let of_rulebook = available.iter().filter(|entry| entry.rulebook.as_ref() == Some(what));
                of_rulebook.for_each(|entry| add(&entry.path));
            } else if let Some(files) = library.files_below(what) {
                if files.is_empty() {
                    return Err(CliError::Input(format!("{what}: the folder has no file .toml")));
                }
                files.iter().for_each(|path| add(path));
            } else {
                match library.find(Kind::Problem, what) {
                    Ok(source) => add(source.path()),
                    Err(error) => {
                        let meant = suggestion(what, catalog::NAMES);
                        return Err(if meant.is_empty() {
                            error.into()
                        } else {
                            CliError::Input(format!("no problem file or rulebook \"{what}\"{meant}"))
                        });
                    }
                }
            }
        }
        if paths.is_empty() {
            return Err(CliError::Input("there are no problems of this rulebook".to_owned()));
        }
        Ok(paths.iter().map(|path| library.find(Kind::Problem, path)).collect::<Result<_, _>>()?)
    }
}

/// The rulebook of a problem file: that of its folder, or of its first position.
pub(super) fn rulebook_of(source: &Source) -> Result<&'static str, CliError> {
    if let Some(rulebook) = catalog::of_source(source)? {
        return Ok(rulebook);
    }
    Ok(catalog::of_position(&ProblemFile::read(source)?.position(source, 0)?)?)
}

struct Play<'a> {
    options: &'a Options,
    library: &'a Library,
    sources: &'a [Source],
    pool: &'a rayon::ThreadPool,
}

impl Task for Play<'_> {
    type Output = Result<Scored, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Scored, CliError> {
        let Play { options, library, sources, pool } = self;
        let mut problems: Vec<Problem<R::Game>> = Vec::new();
        for source in sources {
            for problem in Problem::prepare_all::<R>(source)? {
                if let Some(other) = problems.iter().find(|other| other.name == problem.name) {
                    return Err(CliError::Input(format!(
                        "{}: the problem \"{}\" has the name of another in {}",
                        problem.path, problem.name, other.path
                    )));
                }
                problems.push(problem);
            }
        }
        problems.retain(|problem| options.half.scored().contains(&problem.half));
        let bots = read_bots::<R>(library, &options.bots)?;
        let bots: Vec<Entrant> = bots.into_iter().map(|(name, config)| Entrant { name, config }).collect();
        if options.only_checked {
            return Err(CliError::OnlyChecked);
        }
        let bar = progress::bar_of("problems", (problems.len() * bots.len()) as u64, 0, false);
        let scores = pool.install(|| score(&problems, &bots, options.seed, options.attempts, &|| bar.inc(1)));
        bar.finish_and_clear();
        Ok(Scored { rulebook: R::NAME, scores })
    }
}
