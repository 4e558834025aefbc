//! `reglette run` plays a plan file, or repeats a run from its manifest alone; `reglette tournament --resume` resumes
//! an interrupted one.

use super::merge::signatures;
use super::note::note;
use super::printing::Printing;
use super::run_tournament::{self, RunOptions, RunResults};
use super::study::note_missing_info;
use super::{Cli, CliError, Exit, plan_file, under_rulebook_of};
use crate::catalog::Task;
use crate::data::manifest::{changed_since, library_of};
use crate::data::{Input, Library, quoted_path};
use crate::game::Rulebook;
use crate::report::manifest::{self, VERSION, differing_engine};
use crate::report::{Manifest, Output, RunInfo, Target, page};
use crate::run::{Run, RunError, State, plan_of, restore, sweep};
use crate::study::command_of;
use crate::tournament::{Loaded, Request, load, signature};
use clap::Args;
use serde::Deserialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Plays a plan file, or repeats a run from its manifest alone and reports whether the results are the same.
///
/// A plan file is a command with its options as TOML; `--write-plan FILE` after a command that has plans makes one.
/// Paths in it are relative to its folder. The options of this command, listed below, replace those of the plan; to
/// change others, edit the plan. A manifest contains the texts of all files that are not built into the program, so
/// that tournaments and studies are repeated with the files as they were.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette tournament plain --bots greedy,random --games 1000 --write-plan night.toml
  reglette run night.toml --out results/night --threads 4
  reglette run results/001-plain
  reglette run results/001-plain/manifest.toml --out results/again")]
pub struct Options {
    /// A plan file; or the manifest.toml or plan.toml of a run, or its folder
    #[arg(value_name = "FILE")]
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
    /// The options given, which replace those of a plan file.
    #[arg(skip)]
    pub(super) replaced: Vec<(String, toml::Value)>,
}

/// A finished study that is repeated: where its manifest is, and what it wrote.
#[derive(Debug)]
pub(super) struct Repeated {
    at: PathBuf,
    outputs: Vec<Output>,
}

impl Repeated {
    /// Says whether the results of the repetition are the same.
    ///
    /// # Errors
    /// If they differ.
    pub fn compare(&self, printing: &Printing, out: &mut dyn Write) -> Result<(), CliError> {
        let Some(folder) = printing.folder() else { return Ok(()) };
        let now = StudyManifest::read(&folder.join(Manifest::NAME))?.outputs;
        if now != self.outputs {
            return Err(CliError::Input(format!("the results differ from those in {}", self.at.display())));
        }
        Ok(writeln!(out, "The same results as in {}.", self.at.display())?)
    }
}

/// What the manifests of all studies have in common.
#[derive(Deserialize)]
struct StudyManifest {
    version: String,
    signature: String,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
}

impl StudyManifest {
    fn read(path: &Path) -> Result<StudyManifest, CliError> {
        Ok(manifest::read(path)?)
    }
}

impl Options {
    /// The command in place of this one: that of a plan file, or of a finished study, with the files as they were.
    pub(super) fn expanded(
        &self,
        library: &Library,
        write_plan: Option<&Path>,
    ) -> Result<Option<(Cli, Library)>, CliError> {
        let at = &self.manifest;
        let (file, folder) = match at.is_dir() {
            true => (at.join(Manifest::NAME), at.as_path()),
            false => (at.clone(), at.parent().unwrap_or(Path::new(""))),
        };
        if at.is_file()
            && let Some(cli) = plan_file::read(at, &self.replaced, write_plan, &Cli::whole_command(), library)?
        {
            return Ok(Some((cli, library.clone())));
        }
        if let Some(command) = command_of(folder) {
            let why =
                format!("it is not finished; resume it with: reglette {command} --resume {}", quoted_path(folder));
            return Err(RunError::Foreign { folder: folder.to_path_buf(), why }.into());
        }
        // A tournament has a plan in its manifest, and is repeated from it alone.
        let Ok(table) = manifest::read::<toml::Table>(&file) else { return Ok(None) };
        if table.contains_key("plan") || !table.contains_key("inputs") {
            return Ok(None);
        }
        let foreign = |why: String| RunError::Foreign { folder: folder.to_path_buf(), why };
        let study = StudyManifest::read(&file)?;
        let signatures = signatures();
        let same = signatures.iter().find(|now| **now == study.signature).or(signatures.first());
        let same = same.map_or("", String::as_str);
        if let Some(why) = differing_engine([&study.version, &study.signature], [VERSION, same]) {
            return Err(foreign(why).into());
        }
        let kept = library_of(&study.inputs, folder).map_err(|paths| {
            foreign(format!("files built into the program have changed since: {}", paths.join(", ")))
        })?;
        let words = RunInfo::command_of(folder)
            .ok_or_else(|| foreign(format!("{} with the command of the study is missing", RunInfo::NAME)))?;
        let cli = plan_file::again(&words, &self.replaced, &kept).map_err(foreign)?;
        let repeated = Some(Repeated { at: at.clone(), outputs: study.outputs });
        Ok(Some((Cli { repeated, ..cli }, kept)))
    }

    /// Plays it.
    ///
    /// # Errors
    /// As a tournament; a manifest that another version of the program wrote.
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        let plan = self.manifest.join(Manifest::PLAN);
        let manifest = match self.manifest.is_dir() {
            // A folder in which the schedule was only planned.
            true if plan.is_file() => Manifest::read(&plan)?,
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
    if let Some(command) = command_of(folder) {
        let why =
            format!("it is not a tournament; resume it with: reglette {command} --resume {}", quoted_path(folder));
        return Err(RunError::Foreign { folder: folder.to_path_buf(), why }.into());
    }
    let state = plan_of(folder)?;
    // A log that cannot be written is found before anything is removed.
    run_options.log.begin()?;
    sweep(folder)?;
    match state {
        State::Finished(manifest) => {
            let damaged = Output::damaged(&manifest.outputs, folder);
            note_missing_info(folder, "run");
            if damaged.is_empty() {
                // The page is not a result, but made from results: it may be missing, or an older one.
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
    let library = library_of(&manifest.inputs, from).map_err(changed)?;
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
        // A log that cannot be written is found before anything is.
        run_options.log.begin()?;
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
