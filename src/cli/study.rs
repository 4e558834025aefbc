//! Shared by all long commands other than tournaments: they begin with a plan, report how to resume them when
//! interrupted, can be resumed, and end with all results in place.

use super::halt::on_interrupt;
use super::log::{Heartbeat, Log};
use super::note::note;
use super::printing::Printing;
use super::run_tournament::conclude;
use super::shard::shard_of;
use super::study_options::is_taken;
use super::whole_number::whole_number;
use super::{Cli, CliError, Exit, progress, rulebook_of, threads_or_all};
use crate::catalog::{self, Task};
use crate::data::whole::{hash_of_bytes, write_whole};
use crate::data::{Input, Library, WorkLog};
use crate::game::Rulebook;
use crate::report::format::{count, duration};
use crate::report::{Folder, Manifest, RunInfo, page};
use crate::study::{Plan, ResultsPlace, Study, StudyError, StudyState, file_of, find};
use crate::tournament::{Shard, TournamentError, signature, thread_pool};
use clap::{Args, Command, Id};
use indicatif::ProgressBar;
use rayon::ThreadPool;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The commands that are studies.
pub(super) const COMMANDS: [&str; 7] = ["balance", "breaker", "compare", "probe", "tune", "train", "fit-value"];

/// The commands whose parts can be played separately.
const SPLIT: [&str; 2] = ["balance", "compare"];

/// The options allowed when a study is resumed.
const SAID_ANEW: [&str; 8] = ["resume", "threads", "quiet", "json", "markdown", "log", "log_json", "help"];

/// How a study is played: none of it changes the results.
#[derive(Clone, Debug, Default, Args)]
pub struct Studying {
    /// Resume the interrupted study in this folder; no other option is needed
    #[arg(long, value_name = "DIR")]
    pub resume: Option<PathBuf>,
    /// Threads; results do not depend on them [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=1024))]
    pub threads: Option<u16>,
    /// No progress and no notes on the error stream
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
    let ids = command.get_arguments().map(|argument| argument.get_id().clone());
    let others: Vec<Id> = ids.filter(|id| !SAID_ANEW.contains(&id.as_str())).collect();
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
    format!("reglette {command} --resume {}", quoted(at))
}

/// A path quoted for a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let text = if text.starts_with('-') { format!("./{text}") } else { text };
    shlex::try_quote(&text).map_or_else(|_| text.clone(), std::borrow::Cow::into_owned)
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
    cli.perform(&library, &mut io::empty(), out)
}

/// A study to be played, all files read.
pub(super) struct Asked<'a> {
    /// The command.
    pub command: &'static str,
    /// Whether it is adaptive: what it plays next depends on the results of earlier games.
    pub steers: bool,
    /// Where the results go.
    pub place: ResultsPlace<'a>,
    /// The files.
    pub inputs: Vec<Input>,
    /// The parameters, every default written out.
    pub question: &'a str,
    /// The line printed before it begins.
    pub headline: String,
    /// The number of games, or other units, for the progress bar.
    pub units: u64,
}

/// The results of a study once they are written.
pub(super) struct Done {
    /// The exit code.
    pub exit: Exit,
    /// The number of games played, those of earlier processes included.
    pub games: u64,
    /// The text for the screen.
    pub screen: String,
}

/// A study in progress.
pub(super) struct Running {
    study: Study,
    command: &'static str,
    threads: usize,
    quiet: bool,
    words: Vec<String>,
    /// Whether its results are in a folder, and not in a single file.
    has_folder: bool,
    started: SystemTime,
    pool: ThreadPool,
    bar: ProgressBar,
    /// Logs how far it is; until play ends.
    heartbeat: Option<Heartbeat>,
}

impl Studying {
    /// Whether it is resumed; then it may have written some of its results already.
    pub(super) fn is_resumed(&self) -> bool {
        self.journal.is_some()
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

    /// Begins or resumes a study, before the first game.
    pub(super) fn begin<R: Rulebook>(&self, asked: Asked<'_>, out: &mut dyn Write) -> Result<Running, CliError> {
        let Asked { command, steers, place, inputs, question, headline, units } = asked;
        let shard = self.shard_of(command, steers)?;
        if !self.is_resumed() {
            place.check()?;
        }
        // If the output is closed the results are still wanted.
        let part = shard.map(|shard| format!(" · part {shard}")).unwrap_or_default();
        match writeln!(out, "{headline}{part}\n").and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.into()),
            _ => {}
        }
        let halt = on_interrupt();
        let plan = Plan { shard, ..Plan::new(signature::<R>(), self.words.clone(), question, inputs) };
        let threads = threads_or_all(self.threads);
        let pool = thread_pool(threads)?;
        let study = match &self.journal {
            Some(journal) => Study::resume(journal, &plan, halt)?,
            None => Study::begin(place, &plan, halt)?,
        };
        if let Some(damage) = study.log().damage() {
            note!("note: {damage}");
        }
        self.log.begin()?;
        let units = units / shard.map_or(1, Shard::of);
        let bar = progress::bar(units, 0, self.quiet);
        tracing::info!(command, units, threads, at = %study.path().display(), "playing");
        let heartbeat = Some(Heartbeat::of(&bar, units));
        let has_folder = matches!(place, ResultsPlace::Folder(..));
        if has_folder {
            self.printing.wrote(study.folder().path());
        }
        Ok(Running {
            study,
            command,
            threads,
            quiet: self.quiet,
            words: self.words.clone(),
            has_folder,
            started: SystemTime::now(),
            pool,
            bar,
            heartbeat,
        })
    }
}

impl Running {
    /// The log of what was played.
    pub fn log(&self) -> &dyn WorkLog {
        self.study.log()
    }

    /// The folder for the results.
    pub fn folder(&self) -> &Folder {
        self.study.folder()
    }

    /// The command that resumes the study.
    pub fn resume_command(&self) -> String {
        resume_command(self.command, self.study.path())
    }

    /// The threads that play.
    pub fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// The bar that counts.
    pub fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    /// The command word for word, whatever command resumed it.
    pub fn command_line(&self) -> String {
        let words = ["reglette"].into_iter().chain(self.words.iter().map(String::as_str));
        words.map(|word| quoted(Path::new(word))).collect::<Vec<_>>().join(" ")
    }

    /// Prints a note on the error stream when it begins, unless quiet.
    pub fn says(&self, what: &str) {
        if !self.quiet {
            self.bar.suspend(|| note!("{what}"));
        }
    }

    /// Writes a file outside the folder of results, with the folders that lead to it. Without `force`, one that
    /// something else has written in the meantime is not replaced, and the study can be resumed.
    pub fn write_file(&self, path: &Path, text: &str, force: bool) -> Result<(), CliError> {
        let is_own = || std::fs::read(path).is_ok_and(|found| found == text.as_bytes());
        if !force && is_taken(path) && !is_own() {
            return Err(StudyError::Occupied { at: path.to_path_buf(), resume: self.resume_command() }.into());
        }
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            std::fs::create_dir_all(parent).map_err(|reason| {
                CliError::Write(io::Error::new(reason.kind(), format!("{}: {reason}", parent.display())))
            })?;
        }
        write_whole(path, text.as_bytes()).map_err(CliError::Write)
    }

    /// Completes a folder: the information about the run, the manifest, and the page.
    pub fn write_manifest(&self, manifest: &str, games: u64) -> Result<(), CliError> {
        // The words of the study itself, whatever command resumed it, or which plan file they are from.
        let command = ["reglette".to_owned()].into_iter().chain(self.words.iter().cloned()).collect();
        let info = RunInfo::new(command, self.threads, self.started, self.study.log().time(), games);
        self.folder().write(RunInfo::NAME, &info.to_toml())?;
        self.folder().write(Manifest::NAME, manifest)?;
        page::complete(self.folder())?;
        Ok(self.folder().mark_latest()?)
    }

    /// Ends a part: all of it is logged, to be merged with the others.
    fn end_part(&self) -> Result<Done, CliError> {
        self.study.log().end_part()?;
        let at = self.study.path().display();
        let screen =
            format!("This part is played: {at}. `reglette merge` with the folders of all parts writes the results.\n");
        Ok(Done { exit: Exit::Done, games: self.bar.position(), screen })
    }

    /// Plays: `work` writes all results, and the text it returns is printed when they are in place.
    pub fn play(
        mut self,
        out: &mut dyn Write,
        work: impl FnOnce(&Running) -> Result<Done, CliError>,
    ) -> Result<Exit, CliError> {
        let (worked, is_part) = match work(&self) {
            Err(CliError::Tournament(TournamentError::PartDone)) => (self.end_part(), true),
            worked => (worked, false),
        };
        drop(self.heartbeat.take());
        self.bar.finish_and_clear();
        let go_on = self.resume_command();
        let results = self.has_folder.then(|| self.study.folder().path().to_path_buf());
        let (log, quiet) = (self.study.log(), self.quiet);
        let (time, unwritten) =
            (log.time(), if log.has_failed() { log.path() } else { self.study.path() }.to_path_buf());
        let ended = match worked {
            Ok(done) if is_part => Ok(done),
            Ok(done) => self.study.finish().map(|()| done).map_err(CliError::from),
            // The study has no answer, and would have none if it were resumed: it is removed.
            Err(error @ (CliError::Input(_) | CliError::Load(_))) => {
                self.study.finish().map_err(CliError::from).and(Err(error))
            }
            Err(error) => Err(error),
        };
        let done = match ended {
            Ok(ended) => ended,
            Err(CliError::Tournament(TournamentError::Halted)) => {
                tracing::info!("halted");
                note!("interrupted; played games are recorded. To resume: {go_on}");
                return Ok(Exit::Interrupted);
            }
            Err(CliError::Write(reason) | CliError::Tournament(TournamentError::Write(reason))) => {
                note!("no recorded data are lost. When there is space on the disk again, resume with: {go_on}");
                return Err(StudyError::Write { at: unwritten, reason }.into());
            }
            Err(CliError::Study(error @ StudyError::Write { .. })) => {
                note!("no recorded data are lost. When there is space on the disk again, resume with: {go_on}");
                return Err(error.into());
            }
            Err(error) => return Err(error),
        };
        tracing::info!(games = done.games, seconds = time.as_secs_f64(), "finished");
        write!(out, "{}", done.screen)?;
        if let Some(folder) = results.filter(|_| !is_part) {
            conclude(out, &folder)?;
        }
        out.flush()?;
        if !quiet {
            note!("{} in {}", count(done.games, "game"), duration(time));
        }
        Ok(done.exit)
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
