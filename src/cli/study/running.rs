//! A study in progress: begun or resumed, its folder, and its end with all results in place.

use super::{Studying, resume_command};
use crate::cli::halt::on_interrupt;
use crate::cli::log::Heartbeat;
use crate::cli::note::note;
use crate::cli::run_tournament::conclude;
use crate::cli::study_options::is_taken;
use crate::cli::{CliError, Exit, progress, threads_or_all};
use crate::cli::{play_options, shell};
use crate::data::whole::write_named;
use crate::data::{Input, WorkLog};
use crate::game::Rulebook;
use crate::report::format::{count, duration};
use crate::report::{Folder, Manifest, RunInfo, page};
use crate::study::{Plan, ResultsPlace, Study, StudyError};
use crate::tournament::{Shard, TournamentError, signature, thread_pool};
use indicatif::ProgressBar;
use rayon::ThreadPool;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

/// A study to be played, all files read.
pub(in crate::cli) struct Asked<'a> {
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
pub(in crate::cli) struct Done {
    /// The exit code.
    pub exit: Exit,
    /// The number of games played, those of earlier processes included.
    pub games: u64,
    /// The text for the screen.
    pub screen: String,
}

/// A study in progress.
pub(in crate::cli) struct Running {
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
    /// Begins or resumes a study, before the first game.
    pub(in crate::cli) fn begin<R: Rulebook>(
        &self,
        asked: Asked<'_>,
        out: &mut dyn Write,
    ) -> Result<Running, CliError> {
        let Asked { command, steers, place, inputs, question, headline, units } = asked;
        let shard = self.shard_of(command, steers)?;
        if !self.is_resumed() {
            place.check()?;
        }
        if self.only_checked {
            return Err(CliError::OnlyChecked);
        }
        // If the output is closed the results are still wanted.
        let part = shard.map(|shard| format!(" · part {shard}")).unwrap_or_default();
        match writeln!(out, "{headline}{part}\n").and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.into()),
            _ => {}
        }
        let halt = on_interrupt();
        let plan = Plan { shard, units, ..Plan::new(signature::<R>(), self.words.clone(), question, inputs) };
        let threads = threads_or_all(self.threads);
        let pool = thread_pool(threads)?;
        // A log that cannot be written is found before anything is.
        self.log.begin()?;
        let study = match &self.journal {
            Some(journal) => Study::resume(journal, &plan, halt)?,
            None => Study::begin(place, &plan, halt)?,
        };
        if let Some(damage) = study.log().damage() {
            note!("note: {damage}");
        }
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

    /// The command that plays it once more and writes to another file, whatever command resumed it; without the options
    /// that do not change its results.
    pub fn command_again(&self, file: &Path) -> String {
        let words = ["reglette"].into_iter().chain(play_options::without(&self.words));
        let file = file.to_string_lossy();
        shell::line(words.chain(["--out", &file]))
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
        write_named(path, text.as_bytes()).map_err(CliError::Write)
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
