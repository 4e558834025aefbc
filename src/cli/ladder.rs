//! `reglette tournament --bots ladder`: every available bot, or those named after it, on the fixed suite of each
//! rulebook, and all of them on one scale.
//!
//! Each rulebook is a tournament of its own, in a folder of its own; `ratings.csv` next to them contains the ratings
//! under each rulebook and under all of them together.

use super::note::note;
use super::play_options;
use super::rerun::{RunFolder, again, load_again};
use super::run_tournament::{RunOptions, RunResults, resume_command};
use super::tournament::Options;
use super::{CliError, Exit, under_rulebook_of};
use crate::balance::{Field, RankedKind, Ranking, rankings};
use crate::bots::{BotConfig, BotFile};
use crate::catalog::{self, Task};
use crate::data::whole::hash_of_file;
use crate::data::{Kind, Library};
use crate::game::toy::ToyBook;
use crate::game::{LoadError, Rulebook};
use crate::report::manifest::{read, written};
use crate::report::{Folder, Manifest, Target, page, ratings};
use crate::run::{RunError, State, Tallies, plan_of, sweep, words};
use crate::tournament::{Journal, Loaded};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;

/// The name in `--bots` that means all bots, or begins a list of those that climb.
pub const NAME: &str = "ladder";
/// The default number of games per pairing under each rulebook.
const DEFAULT_GAMES: u64 = 4;
/// The name of the ratings under all rulebooks together.
const TOGETHER: &str = "all";

/// The ladder of all available bots, or of those named.
pub struct Ladder<'a> {
    /// The options of the tournament, without its bots.
    pub options: &'a Options,
    /// The available files.
    pub library: &'a Library,
}

impl Ladder<'_> {
    /// Plays it.
    ///
    /// # Errors
    /// As a tournament.
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        let rulebooks = match self.options.rulebook(self.library)? {
            Some(rulebook) => vec![rulebook],
            // The toy is only for trying the program out.
            None => catalog::NAMES.iter().copied().filter(|name| *name != ToyBook::NAME).collect(),
        };
        if self.options.shard.is_some() || self.options.plan_only {
            return Err(CliError::Input(
                "the ladder is several tournaments, which cannot be split or planned together".to_owned(),
            ));
        }
        let target = self.options.target(NAME);
        target.check()?;
        let only_checked = self.options.run_options.only_checked;
        // A ladder that another process plays is left untouched.
        if let (Target::Given { path, .. }, false) = (&target, only_checked) {
            let runs = catalog::NAMES.iter().map(|name| Target::Given { path: path.join(name), force: true });
            runs.into_iter().try_for_each(|run| run.check())?;
        }
        // A log that cannot be written is found before anything is.
        if !only_checked {
            self.options.run_options.log.begin()?;
        }
        // All runs are begun before one is played, so that the whole ladder can be resumed.
        let folder = match only_checked {
            true => Folder::at(Path::new(NAME)),
            false => target.make(&[ratings::NAME, Begun::NAME, page::NAME])?,
        };
        for rulebook in &rulebooks {
            let task = Enlist { options: self.options, library: self.library, folder: &folder };
            catalog::with(rulebook, task).expect("every rulebook is in the catalog")?;
        }
        if only_checked {
            return Err(CliError::OnlyChecked);
        }
        let rulebooks = rulebooks.iter().map(|name| (*name).to_owned()).collect();
        let command =
            play_options::without(words().get(1..).unwrap_or_default()).into_iter().map(str::to_owned).collect();
        let begun = Begun { rulebooks, command };
        folder.write(Begun::NAME, &written(&begun))?;
        climb(&folder, &self.options.run_options, out)
    }
}

/// The runs of a ladder: written when all of them are begun, so that none is omitted when it is resumed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Begun {
    rulebooks: Vec<String>,
    /// The command without the name of the program and the options that do not change what is played; empty in ladders
    /// of earlier versions.
    #[serde(default)]
    command: Vec<String>,
}

impl Begun {
    /// The name of the file.
    const NAME: &str = page::folder::LADDER;
}

/// Resumes a ladder; `None` if the folder contains none.
pub(super) fn resume(folder: &Path, run_options: &RunOptions, out: &mut dyn Write) -> Result<Option<Exit>, CliError> {
    if folder.join(Begun::NAME).exists() {
        // A log that cannot be written is found before anything is removed.
        run_options.log.begin()?;
        return climb(&Folder::at(folder), run_options, out).map(Some);
    }
    let has_runs = catalog::NAMES.iter().any(|name| folder.join(name).join(Journal::FOLDER).exists());
    if has_runs && !folder.join(Manifest::NAME).exists() {
        let why = format!(
            "{} is missing: the ladder was interrupted before all of its runs began; start over with --force",
            Begun::NAME
        );
        return Err(RunError::Foreign { folder: folder.to_path_buf(), why }.into());
    }
    Ok(None)
}

/// Plays the rest of a ladder and rates its bots.
fn climb(folder: &Folder, run_options: &RunOptions, out: &mut dyn Write) -> Result<Exit, CliError> {
    let (mut together, mut exit) = (Field::new(RankedKind::Bots), Exit::Done);
    let mut fields: Vec<(&str, Ranking)> = Vec::new();
    let mut several = 0;
    let begun: Begun = read(&folder.path().join(Begun::NAME))?;
    for rulebook in &begun.rulebooks {
        let path = folder.path().join(rulebook);
        sweep(&path)?;
        let played = match plan_of(&path)? {
            State::Begun(manifest) => {
                let run = again(&manifest, &path, RunFolder::Begun(&path), run_options, out);
                // The run names its own folder, by which only this rulebook would be resumed.
                run.inspect_err(|_| note!("to resume the ladder: {}", resume_command(folder.path())))?.0
            }
            State::Finished(manifest) => finished(&manifest, &path)?,
        };
        if played.exit == Exit::Interrupted {
            note!("to resume the ladder: {}", resume_command(folder.path()));
            return Ok(Exit::Interrupted);
        }
        exit = if played.exit == Exit::Done { exit } else { played.exit };
        together.add(&played.plan, &played.standings);
        fields
            .extend(rankings(&played.plan, &played.standings).into_iter().map(|ranking| (rulebook.as_str(), ranking)));
        several += 1;
        writeln!(out)?;
    }
    let together = together.ranking().filter(|_| several > 1).map(|together| {
        let of_bots = fields.iter().map(|(_, ranking)| ranking).filter(|ranking| ranking.of == RankedKind::Bots);
        together.across(&of_bots.collect::<Vec<&Ranking>>())
    });
    if let Some(together) = together {
        write!(out, "{}", ratings::render("Under all rulebooks", &together))?;
        fields.push((TOGETHER, together));
    }
    ratings::write(folder, fields.iter().map(|(name, field): &(&str, Ranking)| (*name, field)))?;
    page::complete(folder)?;
    folder.mark_latest()?;
    run_options.printing.wrote(folder.path());
    writeln!(out, "Wrote {}: {}, {}", folder.path().display(), page::NAME, ratings::NAME)?;
    Ok(exit)
}

/// The results of a finished run of a ladder.
fn finished(manifest: &Manifest, path: &Path) -> Result<RunResults, CliError> {
    struct Read<'a>(&'a Manifest, &'a Path);

    impl Task for Read<'_> {
        type Output = Result<RunResults, CliError>;

        fn run<R: Rulebook + 'static>(self) -> Self::Output {
            let hash = hash_of_file(&self.1.join(Tallies::NAME));
            if !hash.is_ok_and(|hash| self.0.has_written(Tallies::NAME, &hash)) {
                let files = vec![Tallies::NAME.to_owned()];
                return Err(RunError::Damaged { folder: self.1.to_path_buf(), files }.into());
            }
            let Loaded { tournament, .. } = load_again::<R>(self.0, self.1)?;
            let tallies = Tallies::read(self.1)?;
            let damaged = || CliError::Input(format!("{}: the counts are not those of its plan", self.1.display()));
            let standings = tallies.together(&tournament.schedule).ok_or_else(damaged)?;
            let exit = if standings.forfeits > 0 { Exit::DoneWithForfeits } else { Exit::Done };
            Ok(RunResults { exit, plan: tournament.plan, standings })
        }
    }

    under_rulebook_of(manifest, path, Read(manifest, path))
}

/// Begins the run of a rulebook: its suite, and its repeatable bots.
struct Enlist<'a> {
    options: &'a Options,
    library: &'a Library,
    folder: &'a Folder,
}

impl Task for Enlist<'_> {
    type Output = Result<(), CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<(), CliError> {
        let Enlist { options, library, folder } = self;
        let mut bots = Vec::new();
        let named = &options.bots[1..];
        let entries = match named.is_empty() {
            true => library.list(Kind::Bot).into_iter().map(|entry| entry.path).collect(),
            false => named.to_vec(),
        };
        for name in entries {
            let config = BotFile::read(&library.find(Kind::Bot, &name)?).and_then(|file| file.config::<R>());
            match config {
                Ok(config) if config.is_repeatable() => bots.push(name),
                Err(error) if !named.is_empty() => return Err(error.into()),
                _ if options.run_options.only_checked => {}
                Ok(BotConfig::External(_)) => note!("{name} is omitted: external programs are not repeatable"),
                Ok(_) => note!("{name} is omitted: a time budget is not repeatable"),
                Err(error) => note!("{name} is omitted: {error}"),
            }
        }
        let or_suite = |given: &[String], suite: &[&str]| {
            if given.is_empty() { suite.iter().map(|name| (*name).to_owned()).collect() } else { given.to_vec() }
        };
        let scenarios = or_suite(&options.scenarios, R::LADDER.scenarios);
        let scenario = |name: &String| -> Result<bool, LoadError> {
            Ok(R::brings_armies(&R::read_scenario(&library.find(Kind::Scenario, name)?)?))
        };
        let bring = scenarios.iter().map(scenario).collect::<Result<Vec<bool>, LoadError>>()?;
        let armies = if bring.iter().all(|brings| *brings) {
            options.armies.clone()
        } else {
            or_suite(&options.armies, R::LADDER.armies)
        };
        let games = Some(options.games.unwrap_or(DEFAULT_GAMES));
        let options = Options { scenarios, armies, bots, games, ..options.clone() };
        options.begin::<R>(library, &Target::Given { path: folder.path().join(R::NAME), force: options.force })
    }
}
