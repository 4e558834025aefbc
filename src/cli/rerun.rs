//! `reglette rerun` repeats a run from its manifest alone; `reglette tournament --resume` resumes an interrupted one.

use super::note::note;
use super::run_tournament::{self, RunOptions, RunResults};
use super::study::note_missing_info;
use super::{CliError, Exit, under_rulebook_of};
use crate::catalog::Task;
use crate::data::manifest::{changed_since, library_of};
use crate::game::Rulebook;
use crate::report::{Manifest, Output, Target, page};
use crate::run::{Run, RunError, State, plan_of, restore, sweep};
use crate::study::command_of;
use crate::tournament::{Loaded, Request, load, signature};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Repeats a run from its manifest alone, and reports whether the results are the same.
///
/// The manifest contains the texts of all files that are not built into the program.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette rerun results/001-plain/manifest.toml
  reglette rerun plan/plan.toml --out results/as-planned")]
pub struct Options {
    /// A manifest.toml or plan.toml, or its folder
    #[arg(value_name = "MANIFEST")]
    pub manifest: PathBuf,
    /// The folder for the results [default: a new results/NUMBER-SCENARIO]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace the files of an older run in --out
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Play options
    #[command(flatten)]
    pub run_options: RunOptions,
}

impl Options {
    /// Plays it.
    ///
    /// # Errors
    /// As a tournament; a manifest that another version of the program wrote.
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        let manifest = match self.manifest.is_dir() {
            true => read(&self.manifest)?,
            false => Manifest::read(&self.manifest)?,
        };
        let target = match &self.out {
            Some(path) => Target::Given { path: path.clone(), force: self.force },
            None => {
                Target::Numbered(manifest.plan.scenarios.first().map_or("rerun", |scenario| &scenario.name).to_owned())
            }
        };
        target.check()?;
        let (played, folder) = again(&manifest, &self.manifest, RunFolder::New(&target), &self.run_options, out)?;
        if played.exit == Exit::Interrupted || manifest.outputs.is_empty() {
            return Ok(played.exit);
        }
        let now = Manifest::read(&folder.join(Manifest::NAME))?.outputs;
        if now == manifest.outputs {
            writeln!(out, "The same games as in {}.", self.manifest.display())?;
            return Ok(played.exit);
        }
        let why = if manifest.plan.repeatable {
            ""
        } else {
            ": it is not repeatable, because of a clock or an external program"
        };
        Err(CliError::Input(format!("the games differ from those in {}{why}", self.manifest.display())))
    }
}

/// The manifest of a folder, whether its run is finished or not.
pub(super) fn read(folder: &Path) -> Result<Manifest, CliError> {
    match plan_of(folder)? {
        State::Finished(manifest) | State::Begun(manifest) => Ok(manifest),
    }
}

/// Resumes the run in a folder.
pub(super) fn resume(folder: &Path, run_options: &RunOptions, out: &mut dyn Write) -> Result<Exit, CliError> {
    if let Some(exit) = super::ladder::resume(folder, run_options, out)? {
        return Ok(exit);
    }
    sweep(folder)?;
    if let Some(command) = command_of(folder) {
        let why = format!("it is not a tournament; resume it with: reglette {command} --resume {}", folder.display());
        return Err(RunError::Foreign { folder: folder.to_path_buf(), why }.into());
    }
    match plan_of(folder)? {
        State::Finished(manifest) => {
            let damaged = Output::damaged(&manifest.outputs, folder);
            note_missing_info(folder, "run");
            if damaged.is_empty() {
                // The page is no result, but made of them: it may be missing, or an older one.
                page::write(folder)?;
                run_options.printing.wrote(folder);
                writeln!(out, "{} is finished: there is nothing to resume", folder.display())?;
                return Ok(Exit::Done);
            }
            under_rulebook_of(&manifest, folder, Restore { manifest: &manifest, folder, damaged, out })
                .inspect(|_| run_options.printing.wrote(folder))
        }
        State::Begun(manifest) => {
            let changed = changed_since(&manifest.inputs, Path::new(""));
            if !changed.is_empty() {
                note!("changed since the run began; it is resumed with the original versions: {}", changed.join(", "));
            }
            Ok(again(&manifest, folder, RunFolder::Begun(folder), run_options, out)?.0.exit)
        }
    }
}

/// The location of a run that is played again.
pub(super) enum RunFolder<'a> {
    /// A folder of its own.
    New(&'a Target),
    /// The folder in which it began.
    Begun(&'a Path),
}

/// Plays the run of a manifest, which was found at `from`.
pub(super) fn again(
    manifest: &Manifest,
    from: &Path,
    place: RunFolder<'_>,
    run_options: &RunOptions,
    out: &mut dyn Write,
) -> Result<(RunResults, PathBuf), CliError> {
    under_rulebook_of(manifest, from, Again { manifest, from, place, run_options, out })
}

/// Loads the tournament of a manifest: the files as they were then.
pub(super) fn load_again<R: Rulebook + 'static>(manifest: &Manifest, from: &Path) -> Result<Loaded<R::Game>, CliError> {
    let changed = |paths: Vec<String>| {
        let why = format!("files built into the program have changed since: {}", paths.join(", "));
        RunError::Foreign { folder: from.to_path_buf(), why }
    };
    let library = library_of(&manifest.inputs).map_err(changed)?;
    Ok(load::<R>(&library, &Request::of(&manifest.plan))?)
}

struct Restore<'a> {
    manifest: &'a Manifest,
    folder: &'a Path,
    damaged: Vec<String>,
    out: &'a mut dyn Write,
}

impl Task for Restore<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Self::Output {
        let Restore { manifest, folder, damaged, out } = self;
        let Loaded { tournament, inputs } = load_again::<R>(manifest, folder)?;
        let now = Manifest::new(&tournament.plan, &tournament.schedule, signature::<R>(), inputs.files());
        restore(folder, &tournament, manifest, &now, &damaged)?;
        writeln!(
            out,
            "{} is finished; damaged or missing files restored from its counts: {}",
            folder.display(),
            damaged.join(", ")
        )?;
        Ok(Exit::Done)
    }
}

struct Again<'a> {
    manifest: &'a Manifest,
    from: &'a Path,
    place: RunFolder<'a>,
    run_options: &'a RunOptions,
    out: &'a mut dyn Write,
}

impl Task for Again<'_> {
    type Output = Result<(RunResults, PathBuf), CliError>;

    fn run<R: Rulebook + 'static>(self) -> Self::Output {
        let Again { manifest, from, place, run_options, out } = self;
        let Loaded { tournament, inputs } = load_again::<R>(manifest, from)?;
        let now = Manifest {
            games_csv: manifest.games_csv,
            shards: manifest.shards.clone(),
            ..Manifest::new(&tournament.plan, &tournament.schedule, signature::<R>(), inputs.files())
        };
        let run = match place {
            RunFolder::New(target) => Run::begin(target, &tournament, now)?,
            RunFolder::Begun(folder) => Run::resume(folder, &tournament, now)?,
        };
        let folder = run.folder().to_path_buf();
        if !tournament.plan.repeatable {
            note!("this run is not repeatable, because of a clock or an external program; the recorded games are kept");
        }
        let played = run_tournament::play(run, run_options, out)?;
        Ok((played, folder))
    }
}
