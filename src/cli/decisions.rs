//! `reglette decisions`: bots scored on a set of rolled-out decisions.

use super::note::note;
use super::printing::Printing;
use super::ratings::read_ratings;
use super::scored_bots::read_bots;
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit, progress, threads_or_all};
use crate::catalog::{self, Task};
use crate::data::whole::hash_of_bytes;
use crate::data::{Inputs, Kind, Library, read_text};
use crate::decisions::{Decision, DecisionSet, Rolled, SetHeader, rank_agreement, score};
use crate::game::Rulebook;
use crate::report::Target;
use crate::report::decisions::{NAMES, Place, ScoredSet, documented, write};
use crate::report::screen::{self, Tone};
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::signature::signature;
use crate::tournament::{read_bot, thread_pool};
use clap::Args;
use flate2::read::MultiGzDecoder;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Scores bots by the chance to win that their decisions give away.
///
/// A set holds decisions whose best actions were rolled out many times with common dice (`reglette make-decisions`).
/// What a bot gives away is the result of the best action less that of its own. Far fewer decisions than games show the
/// same difference between two bots, because no dice decide.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette make-decisions plain --armies france,austria --decisions 200 --out plain.jsonl
  reglette decisions plain.jsonl --bots greedy,mcts-fast,random
  reglette decisions plain.jsonl --bots bots/mine.toml --out results/decisions
  reglette decisions plain.jsonl --bots random,novice,greedy --ratings results/ladder/jomini/ratings.csv")]
pub struct Options {
    /// Sets of decisions: files of `reglette make-decisions`, as they are or compressed by gzip
    #[arg(value_name = "FILE", required = true)]
    pub what: Vec<PathBuf>,
    /// Bots, by name or path
    #[arg(long, value_delimiter = ',', default_value = "greedy", value_name = "A,B,…")]
    pub bots: Vec<String>,
    /// ratings.csv of a tournament or ladder of the bots: whether those that give away less are rated higher (Kendall's
    /// tau), over at least three bots
    #[arg(long, value_name = "FILE")]
    pub ratings: Option<PathBuf>,
    /// The master seed of the bots' random streams
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
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

impl Options {
    /// Scores the bots, prints the tables and writes them if requested.
    ///
    /// # Errors
    /// Bad input, or a folder that cannot be written.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let target = self.out.as_ref().map(|path| Target::Given { path: path.clone(), force: self.force });
        target.as_ref().map_or(Ok(()), Target::check)?;
        let pool = thread_pool(threads_or_all(self.threads))?;
        let mut all = Vec::new();
        for path in &self.what {
            let named = path.display().to_string();
            let text = text_of(path).map_err(|error| CliError::Input(format!("{named}: {error}")))?;
            let set = DecisionSet::read(&text).map_err(|error| CliError::Input(format!("{named}: {error}")))?;
            let task = Ask { options: self, library, set: &set, named: &named, pool: &pool };
            let asked = catalog::with(&set.header.rulebook, task);
            let unknown = || CliError::Input(format!("{named}: unknown rulebook \"{}\"", set.header.rulebook));
            match asked.ok_or_else(unknown)? {
                Err(CliError::OnlyChecked) => {}
                scored => {
                    let scored = scored?;
                    writeln!(out, "{named} · {} · seed {}\n\n{}", scored.rulebook, self.seed, scored.table())?;
                    all.push(scored);
                }
            }
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
            let names = if all.iter().any(|set| set.agreement.is_some()) { &NAMES[..] } else { &NAMES[..2] };
            writeln!(out, "Wrote {}: {}\n", folder.path().display(), names.join(", "))?;
        }
        for scored in &all {
            match scored.agreement_words() {
                Some(words) => writeln!(out, "{words}")?,
                None if self.ratings.is_some() => {
                    writeln!(out, "Nothing is said about ratings: the scores or the ratings do not differ.")?;
                }
                None => {}
            }
            writeln!(out, "{}", screen::paint(Tone::Answer, scored.answer()))?;
        }
        Ok(Exit::Done)
    }
}

/// The text of a file, which may be compressed by gzip.
fn text_of(path: &Path) -> io::Result<String> {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    let bytes = fs::read(path)?;
    let mut text = String::new();
    match bytes.starts_with(&GZIP) {
        true => MultiGzDecoder::new(&*bytes).read_to_string(&mut text)?,
        false => (&*bytes).read_to_string(&mut text)?,
    };
    Ok(text)
}

/// The files of a set whose text is another one now than when it was rolled out. A file that is missing is reported
/// where it is read.
fn changed<'a>(library: &Library, header: &'a SetHeader) -> Vec<&'a str> {
    let text = |path: &str| {
        let kept = library.text_kept(path).map(str::to_owned);
        let found = kept.or_else(|| read_text(&library.place_of(path)).ok());
        let found = found.or_else(|| Library::text_built_in(path).map(str::to_owned));
        // A scenario that was generated from a seed has no file of its own.
        found.or_else(|| library.find(Kind::Scenario, path).ok().map(|source| source.text().to_owned()))
    };
    let is_other =
        |(path, hash): &(&String, &String)| text(path).is_some_and(|text| hash_of_bytes(text.as_bytes()) != **hash);
    header.inputs.iter().filter(is_other).map(|(path, _)| path.as_str()).collect()
}

struct Ask<'a> {
    options: &'a Options,
    library: &'a Library,
    set: &'a DecisionSet,
    named: &'a str,
    pool: &'a rayon::ThreadPool,
}

impl Task for Ask<'_> {
    type Output = Result<ScoredSet, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<ScoredSet, CliError> {
        let Ask { options, library, set, named, pool } = self;
        let header = &set.header;
        let decisions: Vec<Decision<R::Game>> =
            Decision::prepare_all::<R>(library, set).map_err(|error| CliError::Input(format!("{named}: {error}")))?;
        let by = read_bot::<R>(&library.find(Kind::Bot, &header.by)?)?;
        for file in changed(library, header) {
            note!("{named}: {file} has changed since the set was rolled out");
        }
        if header.signature != signature::<R>() {
            note!("{named}: rolled out by another version of rules or bots; choices outside of it by this one");
        }
        let bots = read_bots::<R>(library, &options.bots)?;
        let names: Vec<&str> = bots.iter().map(|(name, _)| name.as_str()).collect();
        let ratings = options.ratings.as_ref().map(|file| {
            // Nothing of this command is repeated from what it read.
            read_ratings(file, library, R::NAME, &names, &mut Inputs::default())
        });
        let ratings = ratings.transpose()?;
        if options.only_checked {
            return Err(CliError::OnlyChecked);
        }
        let bar = progress::bar_of("decisions", (decisions.len() * bots.len()) as u64, 0, false);
        let rolled = Rolled { by: (&header.by, &by), seed: header.seed, rollouts: header.rollouts };
        let scores = pool.install(|| score(&decisions, &bots, rolled, options.seed, &|| bar.inc(1)));
        bar.finish_and_clear();
        let scores = scores.map_err(|why| CliError::Input(format!("{named}: a rollout was forfeited by {why}")))?;
        let place = |decision: Decision<R::Game>| Place {
            game: decision.game_number,
            number: decision.number,
            scenario: decision.scenario,
        };
        let games: Vec<u64> = decisions.iter().map(|decision| decision.game_number).collect();
        let agreement = ratings.and_then(|ratings| rank_agreement(&scores, &games, &ratings));
        let places = decisions.into_iter().map(place).collect();
        Ok(ScoredSet { set: named.to_owned(), rulebook: R::NAME, places, scores, agreement })
    }
}
