//! `reglette merge`: merges the folders of shards into that of the whole run.

use super::halt::on_interrupt;
use super::note::note;
use super::printing::Printing;
use super::rerun::load_again;
use super::run_tournament::conclude;
use super::study::{self, Studying};
use super::{CliError, Exit, under_rulebook_of};
use crate::catalog::{self, Task};
use crate::game::Rulebook;
use crate::report::format::count;
use crate::report::summary::Look;
use crate::report::{Manifest, Results, RunInfo, Target, comparison, costs, metagame, page, setup, summary};
use crate::run::merge::{self, PartFolder};
use crate::run::{Merged, disagreements};
use crate::study::parts;
use crate::tournament::{Loaded, signature};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Merges the folders of shards: all files except run.toml equal those of the unsharded run.
///
/// Parts of a comparison or of a balance are merged and resumed: games that depend on all of them are played now.
///
/// The same part may be given more than once, and merged parts may be merged again.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette merge parts/1 parts/2 parts/3 parts/4 --out results/whole
  reglette merge parts/1 parts/2 --partial --out results/so-far")]
pub struct Options {
    /// The folders of the parts
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// The folder for the result
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Replace the files of an older run in --out
    #[arg(long)]
    pub force: bool,
    /// Merge the available parts although others are missing
    #[arg(long)]
    pub partial: bool,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
}

impl Options {
    /// Merges them.
    ///
    /// # Errors
    /// If they do not belong together, are missing or damaged.
    pub fn run(&self, out: &mut dyn Write) -> Result<Exit, CliError> {
        let target = Target::Given { path: self.out.clone(), force: self.force };
        target.check()?;
        if self.folders.iter().any(|folder| parts::is_study(folder)) {
            return self.join_study(&target, out);
        }
        let folders = merge::read(&self.folders)?;
        under_rulebook_of(
            &folders[0].manifest,
            &self.folders[0],
            Join { options: self, folders: &folders, target, out },
        )
    }
}

impl Options {
    /// Merges the parts of a study and plays the rest.
    fn join_study(&self, target: &Target, out: &mut dyn Write) -> Result<Exit, CliError> {
        if self.partial {
            return Err(CliError::Input(
                "--partial: the results of a study need all of its games; only the parts of a tournament can be merged \
                    without others".into(),
            ));
        }
        let known: Vec<&str> = costs::all_names()
            .chain([comparison::NAME, setup::NAME, Manifest::NAME, RunInfo::NAME, page::NAME])
            .collect();
        let command = parts::join(&self.folders, target, &known, &signatures(), on_interrupt())?;
        let studying = Studying { printing: self.printing.clone(), ..Studying::default() };
        study::resume(&command, &self.out, &studying, out)
    }
}

/// The engine signatures of all rulebooks.
pub(super) fn signatures() -> Vec<String> {
    catalog::NAMES.iter().filter_map(|name| catalog::with(name, SignatureOf)).collect()
}

/// The engine signature of a rulebook.
struct SignatureOf;

impl Task for SignatureOf {
    type Output = String;

    fn run<R: Rulebook + 'static>(self) -> String {
        signature::<R>()
    }
}

struct Join<'a> {
    options: &'a Options,
    folders: &'a [PartFolder],
    target: Target,
    out: &'a mut dyn Write,
}

impl Task for Join<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Join { options, folders, target, out } = self;
        let manifest = &folders[0].manifest;
        let Loaded { tournament, .. } = load_again::<R>(manifest, &options.folders[0])?;
        if folders.iter().any(|folder| !folder.manifest.plan.repeatable) {
            note!("these parts are not repeatable, because of a clock or an external program");
        }
        let Merged { folder, standings, parts, missing, findings } =
            merge::merge(folders, &tournament, &target, options.partial)?;
        for disagreement in disagreements(&parts) {
            note!("warning: {}", disagreement.describe(&tournament.plan));
        }
        let results = Results {
            plan: &tournament.plan,
            schedule: &tournament.schedule,
            standings: &standings,
            army_points: tournament.army_points(),
        };
        write!(out, "{}", summary::results(results, Look::Once))?;
        options.printing.wrote(&folder);
        let metagame: String = findings.shaped().into_iter().map(metagame::render).collect();
        if !metagame.is_empty() {
            write!(out, "\n{metagame}")?;
        }
        let strength = findings.rendered_strength(&tournament.plan);
        if !strength.is_empty() {
            write!(out, "\n{strength}")?;
        }
        writeln!(
            out,
            "\nWrote {}: {} from {}",
            folder.display(),
            count(standings.games, "game"),
            count(parts.len() as u64, "part")
        )?;
        if !missing.is_empty() {
            let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
            writeln!(out, "Still missing: {}", missing.join(", "))?;
        } else {
            conclude(out, &folder)?;
        }
        out.flush()?;
        Ok(if standings.forfeits > 0 { Exit::DoneWithForfeits } else { Exit::Done })
    }
}
