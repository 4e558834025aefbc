//! Shared by all long commands other than tournaments: they begin with a plan, report how to resume them when
//! interrupted, can be resumed, and end with all results in place. Here are their options and their resumption.

mod running;

pub(super) use self::running::{Asked, Done, Running};

use super::log::Log;
use super::note::note;
use super::plan_file::WRITE;
use super::play_options;
use super::printing::Printing;
use super::shard::shard_of;
use super::study_options::check_file;
use super::whole_number::whole_number;
use super::{Cli, CliError, Exit, rulebook_of};
use crate::catalog::{self, Task};
use crate::data::whole::hash_of_bytes;
use crate::data::{Library, quoted_path};
use crate::report::{Folder, Manifest, RunInfo, page};
use crate::study::{StudyError, StudyState, file_of, find};
use crate::tournament::Shard;
use clap::{Arg, Args, Command, Id};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The commands that are studies.
pub(super) const COMMANDS: [&str; 8] =
    ["balance", "breaker", "compare", "probe", "tune", "train", "fit-value", "make-decisions"];

/// The commands whose parts can be played separately.
const SPLIT: [&str; 2] = ["balance", "compare"];

/// How a study is played: none of it changes the results.
#[derive(Clone, Debug, Default, Args)]
pub struct Studying {
    /// Resume the interrupted study in this folder; no other option is needed
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
    /// Threads; results do not depend on them [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// No progress and no remarks on the error stream; warnings remain
    #[arg(long)]
    pub quiet: bool,
    /// The log
    #[command(flatten)]
    pub log: Log,
    /// Play only part I of N, from 1, or that of a batch job (auto); `reglette merge` merges the parts
    #[arg(long, value_name = "I/N|auto")]
    pub shard: Option<String>,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
    /// Whether it ends before the first game, with nothing written.
    #[arg(skip)]
    pub(super) only_checked: bool,
    /// The part that is resumed.
    #[arg(skip)]
    pub(super) part: Option<Shard>,
    /// The command, word for word, as far as it is known.
    #[arg(skip)]
    pub(super) words: Vec<String>,
    /// The journal that is resumed; `None` for a new study.
    #[arg(skip)]
    pub(super) journal: Option<PathBuf>,
}

/// Allows no option of the plan beside `--resume`.
pub(super) fn with_resume_alone(command: Command) -> Command {
    let is_anew = |option: &Arg| play_options::contains(option) && option.get_id() != WRITE;
    let of_plan = command.get_arguments().filter(|option| !is_anew(option));
    let others: Vec<Id> = of_plan.map(|option| option.get_id().clone()).collect();
    let is_split = SPLIT.contains(&command.get_name());
    command
        .mut_arg("resume", |resume| resume.conflicts_with_all(others))
        .mut_arg("shard", |shard| shard.hide(!is_split))
}

/// Notes that the information about a finished run or study, which no other file contains, is missing from its folder.
pub(super) fn note_missing_info(folder: &Path, of: &str) {
    if !folder.join(RunInfo::NAME).is_file() {
        note!("{} is missing: the command, the time and the machine of the {of} are lost", RunInfo::NAME);
    }
}

/// The command that resumes a study.
pub(super) fn resume_command(command: &str, at: &Path) -> String {
    format!("reglette {command} --resume {}", quoted_path(at))
}

/// The files that determine the rulebook of a study, by name or path.
pub(super) struct StudyFiles<'a> {
    pub(super) rules: &'a Option<String>,
    pub(super) scenarios: Vec<&'a String>,
    pub(super) armies: &'a [String],
}

/// Resumes the study that `--resume` names, or begins this one for the rulebook of its files.
pub(super) fn resume_or_begin<'a, T: Task<Output = Result<Exit, CliError>>>(
    command: &str,
    study: &Studying,
    library: &Library,
    files: StudyFiles<'_>,
    out: &'a mut dyn Write,
    task: impl FnOnce(&'a mut dyn Write) -> T,
) -> Result<Exit, CliError> {
    if let Some(at) = &study.resume {
        return resume(command, at, study, out);
    }
    let rulebook = rulebook_of(library, files.rules.as_deref(), files.scenarios, files.armies)?;
    catalog::with(rulebook, task(out)).expect("every rulebook is in the catalog")
}

/// Resumes an interrupted study: the same command again, with the files as they were, using the log.
pub(super) fn resume(command: &str, at: &Path, now: &Studying, out: &mut dyn Write) -> Result<Exit, CliError> {
    // The journal of a file named from within, as `.`, has no name, by which the file is known.
    let whole = at.canonicalize().ok().filter(|whole| at.file_name().is_none() && file_of(whole).is_some());
    let at = whole.as_deref().unwrap_or(at);
    let (journal, plan) = match find(at)? {
        StudyState::Begun { journal, plan } => (journal, plan),
        StudyState::Written(file) => {
            writeln!(out, "{} is written: there is nothing to resume", file.display())?;
            return Ok(Exit::Done);
        }
        StudyState::Finished(damaged) if damaged.is_empty() => {
            note_missing_info(at, "study");
            page::write(at)?;
            now.printing.wrote(at);
            writeln!(out, "{} contains finished results: there is nothing to resume", at.display())?;
            return Ok(Exit::Done);
        }
        StudyState::Finished(damaged) => {
            let why = format!(
                "it is finished, but these files are damaged or missing: {}; only a repetition of the same command \
                    restores them",
                damaged.join(", ")
            );
            return Err(StudyError::Foreign { at: at.to_path_buf(), why }.into());
        }
    };
    let foreign = |why: String| CliError::Study(StudyError::Foreign { at: at.to_path_buf(), why });
    match plan.name() {
        planned if planned == command => {}
        "" => return Err(foreign("its plan contains no command".to_owned())),
        planned => {
            return Err(foreign(format!(
                "it belongs to another command; resume it with: {}",
                resume_command(planned, at)
            )));
        }
    }
    let library = plan.library(at)?;
    let changed = plan.changed_files();
    if !changed.is_empty() {
        note!("changed since the study began; it is resumed with the original versions: {}", changed.join(", "));
    }
    let words = ["reglette"].into_iter().chain(plan.command.iter().map(String::as_str)).map(Into::into);
    let mut cli =
        Cli::read(words, &library).map_err(|error| foreign(format!("its command cannot be understood: {error}")))?;
    let then = cli.command.studying_mut().filter(|then| then.resume.is_none());
    let then = then.ok_or_else(|| foreign("its command is not that of a study".to_owned()))?;
    (then.threads, then.quiet, then.journal, then.part) = (now.threads, now.quiet, Some(journal), plan.shard);
    // The document is printed by the command that resumes.
    then.printing = now.printing.clone();
    then.log = now.log.clone();
    cli.command.run(&library, &mut io::empty(), out)
}

impl Studying {
    /// Whether it is resumed; then it may have written some of its results already.
    pub(super) fn is_resumed(&self) -> bool {
        self.journal.is_some()
    }

    /// Refuses a path at which a new study cannot write a file, or would replace one without --force.
    pub(super) fn check_new_file(&self, path: &Path, force: bool) -> Result<(), CliError> {
        check_file(path)?;
        if path.exists() && !force && !self.is_resumed() {
            let why = format!("{} exists; give another --out, or --force to replace it", path.display());
            return Err(CliError::Input(why));
        }
        Ok(())
    }

    /// The folder of the results that is resumed; `None` for a new study.
    pub(super) fn results(&self) -> Option<PathBuf> {
        self.journal.as_deref().and_then(Path::parent).map(Path::to_path_buf)
    }

    /// The file that it writes: when resumed from another folder than it was begun in, still the one next to its
    /// journal.
    pub(super) fn file(&self, named: &Path) -> PathBuf {
        self.journal.as_deref().and_then(file_of).unwrap_or_else(|| named.to_path_buf())
    }

    /// The part to be played: when resumed, the one that was begun.
    fn shard_of(&self, command: &str, steers: bool) -> Result<Option<Shard>, CliError> {
        if self.is_resumed() {
            return Ok(self.part);
        }
        let Some(asked) = &self.shard else { return Ok(None) };
        let why = match steers {
            true => "is adaptive: what it plays next depends on all previous games, so it cannot be split",
            false if SPLIT.contains(&command) => return shard_of(asked).map(Some),
            false => {
                "cannot be split over machines; a tournament, a metagame, a comparison and one step of a balance can"
            }
        };
        Err(CliError::Input(format!("--shard: this {command} {why}")))
    }
}

/// The line that names what was written.
pub(super) fn wrote(folder: &Folder, names: &[&str]) -> String {
    format!("Wrote {}: {}\n", folder.path().display(), names.join(", "))
}

/// The provenance of a file: the manifest of a folder.
pub(super) fn source_line(folder: &Folder, manifest: &str) -> String {
    format!("{}, BLAKE3 {}", source_of(folder.path()), hash_of_bytes(manifest.as_bytes()))
}

/// The beginning of the line of provenance of a folder of results: its name, however the path to it is spelled.
pub(super) fn source_of(results: &Path) -> String {
    let named = results.canonicalize().ok().and_then(|path| path.file_name().map(|name| name.display().to_string()));
    let named = named.unwrap_or_else(|| results.display().to_string());
    format!("Source: {} of {named}", Manifest::NAME)
}
