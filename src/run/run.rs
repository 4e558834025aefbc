//! One run in its folder: begun or resumed, played until it is done or told to halt, and finished.

use super::files;
use super::state::check_engine;
use super::tallies::Tallies;
use crate::balance::allocate::{self, next_block};
use crate::balance::swiss::next_leg;
use crate::balance::{Allocation, RankedKind, Ranking, Sequential, SequentialVerdict, Shape, rankings};
use crate::data::whole::{hash_of_bytes, remove_whole, write_whole};
use crate::game::{Evaluate, Show};
use crate::report::manifest::{ManifestError, Output};
use crate::report::{
    Folder, FolderError, GamesFile, Manifest, Results, RunInfo, Target, allocation, luck, metagame, quality, ratings,
    sequential, shape, superiority, tables,
};
use crate::tournament::{
    Arrangement, Cell, FileExtent, GameRow, Journal, JournalError, JournalState, Lock, Portion, ResultSink, ResumeData,
    ResumePoint, RunConfig, RunOutcome, Salvaged, Shard, Standings, Steer, Tournament, TournamentError, run,
};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};

/// Why a run cannot be begun, resumed or finished.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// There is no manifest that can be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The run is not of this plan or of this program.
    #[error("{}: {why}", .folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        why: String,
    },
    /// Files of a finished run are not as they were written, and cannot be made from the others.
    #[error("{}: damaged or missing: {}; the run can be played again: reglette rerun {}", .folder.display(), .files.join(", "), .folder.display())]
    Damaged {
        /// The folder.
        folder: PathBuf,
        /// The files.
        files: Vec<String>,
    },
    /// Games could not be played, or what came of them could not be written.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The counts are not those of the games that were played: a fault of the program.
    #[error("{}: {counted} games are counted of {played} played; nothing is written, and the journal stays", .folder.display())]
    Miscounted {
        /// The folder.
        folder: PathBuf,
        /// Games in the counts.
        counted: u64,
        /// Games of the pairs that are merged.
        played: u64,
    },
    /// Something could not be written.
    #[error("{}: {reason}", .folder.display())]
    Write {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

/// Where the journal is before it holds its plan.
const NEW: &str = ".journal.new";

/// A run in its folder.
pub struct Run<G> {
    contest: Tournament<G>,
    /// The legs so far, where what is played depends on what came of earlier games.
    legs: Vec<Vec<Cell>>,
    manifest: Manifest,
    shard: Shard,
    folder: Folder,
    journal: Journal,
    games: Option<GamesFile>,
    start: ResumePoint,
    /// Seconds played before.
    before: f64,
    begun: SystemTime,
    clock: Instant,
    /// What was damaged, and is played again.
    healed: Option<String>,
    /// Pairs merged when play ended.
    merged: u64,
}

/// What a run leaves behind.
pub struct Written<G> {
    /// The tournament, with all that was played.
    pub contest: Tournament<G>,
    /// The counters.
    pub standings: Standings,
    /// The time in which it was played, earlier parts included.
    pub time: Duration,
    /// What follows from the counters.
    pub findings: Findings,
}

/// What a run's counters come to beyond its tables.
pub struct Findings {
    /// Bots, armies under each bot, and entrants, each on a scale of their own.
    pub rankings: Vec<Ranking>,
    /// The shapes of those that are large enough.
    pub shapes: Vec<Shape>,
    /// What a run that stopped by a rule has come to.
    pub sequential: Option<SequentialVerdict>,
    /// What a run has come to whose games went where the results left most open.
    pub allocation: Option<Allocation>,
}

impl Findings {
    /// The bots on one scale; nothing where no two bots have met.
    pub fn bots(&self) -> Option<&Ranking> {
        self.rankings.iter().find(|ranking| ranking.of == RankedKind::Bots)
    }

    /// The rankings that have a shape, each with it.
    pub fn shaped(&self) -> Vec<(&Ranking, &Shape)> {
        let ranking = |shape: &Shape| {
            self.rankings.iter().find(|ranking| (ranking.of, &ranking.led_by) == (shape.of, &shape.led_by))
        };
        self.shapes.iter().filter_map(|shape| Some((ranking(shape)?, shape))).collect()
    }
}

impl<G: Evaluate + Show + 'static> Run<G> {
    /// Begins a run. Of an older run in the folder its files are removed.
    ///
    /// # Errors
    /// Where the folder cannot be used.
    pub fn begin(target: &Target, contest: &Tournament<G>, manifest: Manifest) -> Result<Run<G>, RunError> {
        let folder = target.make(&files().collect::<Vec<_>>())?;
        let write = write_error(folder.path());
        // The journal appears with its plan in it: whoever finds one can resume the run.
        let (path, new) = (folder.path().join(Journal::FOLDER), folder.path().join(NEW));
        for old in [&path, &new] {
            if old.exists() {
                fs::remove_dir_all(old).map_err(&write)?;
            }
        }
        fs::create_dir(&new).map_err(&write)?;
        write_whole(&new.join(Manifest::PLAN), manifest.to_toml().as_bytes()).map_err(&write)?;
        fs::rename(&new, &path).map_err(&write)?;
        Run::from_nothing(folder, Lock::take(&path)?, contest, manifest, BTreeMap::new())
    }

    /// Plays what was salvaged of a damaged journal again from the start, except for the pairs that are known.
    fn healed(
        folder: Folder,
        salvaged: Salvaged,
        contest: &Tournament<G>,
        manifest: Manifest,
    ) -> Result<Run<G>, RunError> {
        let Salvaged { lock, known, fault } = salvaged;
        let run = Run::from_nothing(folder, lock, contest, manifest, known)?;
        let pairs = run.start.known.len();
        let healed =
            format!("{fault}; the log has {pairs} pairs, and all other games are played again, to the same end");
        Ok(Run { healed: Some(healed), ..run })
    }

    fn from_nothing(
        folder: Folder,
        lock: Lock,
        contest: &Tournament<G>,
        manifest: Manifest,
        mut known: BTreeMap<u64, Vec<GameRow>>,
    ) -> Result<Run<G>, RunError> {
        let write = write_error(folder.path());
        let path = folder.path().join(Journal::FOLDER);
        let (mut contest, mut legs) = (contest.clone(), Vec::new());
        let mut standings = Standings::new(&contest.schedule);
        add_leg(&mut contest, &mut legs, &mut standings);
        let mut games = match manifest.games_csv {
            true => Some(GamesFile::begin(path.join(GamesFile::NAME)).map_err(&write)?),
            false => None,
        };
        let grown = games.as_mut().map(GamesFile::grown).transpose().map_err(&write)?;
        // Pairs of later legs are played again once these follow.
        known.retain(|pair, _| *pair < contest.schedule.pairs());
        let journal = Journal::begin(lock, hash_of(&manifest), &legs, &standings, grown, &known)?;
        let (shard, begun, clock) = (manifest.shard(), SystemTime::now(), Instant::now());
        let start = ResumePoint { standings, pairs: 0, known };
        Ok(Run {
            contest,
            legs,
            manifest,
            shard,
            folder,
            journal,
            games,
            start,
            before: 0.0,
            begun,
            clock,
            healed: None,
            merged: 0,
        })
    }

    /// Resumes a run that was broken off. `manifest` is what the contest would write today.
    ///
    /// # Errors
    /// Where the folder holds another plan, another program began it, another process plays it, or it cannot be read.
    pub fn resume(path: &Path, contest: &Tournament<G>, manifest: Manifest) -> Result<Run<G>, RunError> {
        let foreign = |why: String| RunError::Foreign { folder: path.to_path_buf(), why };
        let written = Manifest::read(&path.join(Journal::FOLDER).join(Manifest::PLAN))?;
        check_engine(path, &written, &manifest)?;
        if !written.is_of_plan(&manifest) || written.shards != manifest.shards {
            return Err(foreign("the plan is not the one with which this run began".to_owned()));
        }
        let folder = Folder::at(path);
        let write = write_error(path);
        let journal_path = path.join(Journal::FOLDER);
        let ResumeData { journal, checkpoint, known, fault } =
            match Journal::resume(Lock::take(&journal_path)?, &hash_of(&manifest))? {
                JournalState::ResumeData(left) => *left,
                JournalState::Nothing(lock) => {
                    return Run::from_nothing(folder, lock, contest, manifest, BTreeMap::new());
                }
                JournalState::Salvaged(salvaged) => return Run::healed(folder, salvaged, contest, manifest),
            };
        let given = contest;
        let mut contest = contest.clone();
        checkpoint.legs.iter().for_each(|leg| contest.schedule.append(leg.clone()));
        let mut standings = Standings::new(&contest.schedule);
        if !standings.restore(checkpoint.counts) {
            return Err(foreign("the counts of the journal are not of this plan".to_owned()));
        }
        let games = match &checkpoint.games {
            Some(grown) => {
                let (hidden, whole) = (journal_path.join(GamesFile::NAME), path.join(GamesFile::NAME));
                // It was killed between giving the file its name and ending the run.
                if !hidden.exists() && whole.exists() {
                    fs::rename(&whole, &hidden).map_err(&write)?;
                }
                match GamesFile::resume(hidden.clone(), grown) {
                    Ok(games) => Some(games),
                    Err(error) if matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::NotFound) => {
                        let fault = format!("{} is damaged or missing", hidden.display());
                        return Run::healed(folder, journal.give_up(fault)?, given, manifest);
                    }
                    Err(error) => return Err(write(error)),
                }
            }
            None => None,
        };
        let healed = fault.map(|fault| format!("{fault}; what stood there is played again, to the same end"));
        let start = ResumePoint { standings, pairs: checkpoint.pairs, known };
        let (legs, shard, before) = (checkpoint.legs, manifest.shard(), checkpoint.seconds);
        let (begun, clock) = (SystemTime::now(), Instant::now());
        Ok(Run {
            contest,
            legs,
            manifest,
            shard,
            folder,
            journal,
            games,
            start,
            before,
            begun,
            clock,
            healed,
            merged: 0,
        })
    }

    /// What of the journal was damaged or missing, and is played again.
    pub fn damage(&self) -> Option<&str> {
        self.healed.as_deref()
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Lets at least this time pass between two checkpoints.
    pub fn checkpoints_apart(&mut self, apart: Duration) {
        self.journal.checkpoints_apart(apart);
    }

    /// The games that are on record: those of merged pairs, and those played beyond.
    pub fn games_known(&self) -> u64 {
        let merged = Portion::new(&self.contest.schedule, self.shard).games_before(self.start.pairs);
        merged + self.start.known.values().map(|rows| rows.len() as u64).sum::<u64>()
    }

    /// The games of the run, those of legs to come included.
    pub fn games(&self) -> u64 {
        let known = Portion::new(&self.contest.schedule, self.shard).games();
        if self.contest.plan.allocate.is_some() {
            return allocate::games(&self.contest.plan);
        }
        match self.contest.plan.arrangement {
            // All legs are as long as the first.
            Arrangement::Swiss { legs } => known / self.legs.len().max(1) as u64 * u64::from(legs),
            _ => known,
        }
    }

    /// The part of the schedule that is played.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// The tournament as far as it is planned.
    pub fn contest(&self) -> &Tournament<G> {
        &self.contest
    }

    /// Plays until all games are played or `halt` becomes true. `watch` sees the standings and the rows of every block,
    /// in order.
    ///
    /// # Errors
    /// Where games break off, or cannot be recorded. What is recorded stays, and the run can be resumed.
    pub fn play(
        &mut self,
        threads: usize,
        halt: &AtomicBool,
        steer: &mut dyn Steer,
        watch: &mut dyn FnMut(&Standings, &[GameRow]),
    ) -> Result<(Standings, RunOutcome), RunError> {
        let mut start = ResumePoint {
            standings: self.start.standings.clone(),
            pairs: self.start.pairs,
            known: std::mem::take(&mut self.start.known),
        };
        loop {
            let mut scribe = RunRecorder {
                contest: &self.contest,
                legs: &self.legs,
                journal: &mut self.journal,
                games: self.games.as_mut(),
                before: self.before,
                clock: self.clock,
                pairs: start.pairs,
                watch,
            };
            let pace = RunConfig { shard: self.shard, threads, halt };
            let (mut standings, ended) = run(&self.contest, pace, start, &mut scribe, steer)?;
            let pairs = scribe.pairs;
            scribe.checkpoint(&standings, pairs).map_err(TournamentError::Write)?;
            self.merged = pairs;
            if ended != RunOutcome::Done || !add_leg(&mut self.contest, &mut self.legs, &mut standings) {
                return Ok((standings, ended));
            }
            start = ResumePoint { standings, pairs, known: BTreeMap::new() };
        }
    }

    /// Gives the files of a run whose games are all played their places.
    ///
    /// # Errors
    /// Where one cannot be written. The journal then still stands.
    pub fn finish(self, standings: Standings, threads: usize) -> Result<Written<G>, RunError> {
        let Run { contest, legs, manifest, shard, folder, journal, games, before, begun, clock, merged, .. } = self;
        let played = Portion::new(&contest.schedule, shard).games_before(merged);
        if standings.games != played {
            let (folder, counted) = (folder.path().to_path_buf(), standings.games);
            return Err(RunError::Miscounted { folder, counted, played });
        }
        let manifest =
            Manifest { pairs_total: contest.schedule.pairs(), games_total: contest.schedule.games(), ..manifest };
        let write = write_error(folder.path());
        let time = Duration::from_secs_f64(before) + clock.elapsed();
        let games_csv = games.map(|games| games.finish(folder.path())).transpose().map_err(&write)?;
        let tallies = Tallies { legs, ..Tallies::of(shard, &standings) };
        let results = Results {
            plan: &contest.plan,
            schedule: &contest.schedule,
            standings: &standings,
            army_points: contest.army_points(),
        };
        let findings = write_tables(&folder, results, &tallies, manifest, games_csv).map_err(&write)?;
        let info = RunInfo::new(std::env::args().collect(), threads, begun, time, standings.games);
        folder.write(RunInfo::NAME, &info.to_toml()).map_err(&write)?;
        drop(journal);
        remove_whole(&folder.path().join(Journal::FOLDER)).map_err(&write)?;
        folder.mark_latest().map_err(&write)?;
        Ok(Written { contest, standings, time, findings })
    }
}

/// Adds the next leg, where what is played depends on what came of earlier games; false if there is none.
fn add_leg<G>(contest: &mut Tournament<G>, legs: &mut Vec<Vec<Cell>>, standings: &mut Standings) -> bool {
    let leg = match (contest.plan.allocate, &contest.plan.arrangement) {
        (Some(purpose), _) => next_block(&contest.plan, purpose, legs, standings),
        (None, Arrangement::Swiss { legs: most }) => next_leg(&contest.plan, *most, legs, standings),
        _ => None,
    };
    let Some(leg) = leg else { return false };
    contest.schedule.append(leg.clone());
    standings.extend(&contest.schedule);
    legs.push(leg);
    true
}

/// What binds a journal to its plan.
fn hash_of(manifest: &Manifest) -> String {
    hash_of_bytes(manifest.to_toml().as_bytes())
}

fn write_error(folder: &Path) -> impl Fn(io::Error) -> RunError + use<> {
    let folder = folder.to_path_buf();
    move |reason| RunError::Write { folder: folder.clone(), reason }
}

/// Writes all tables, the counts, and last the manifest; says what the tables do not.
pub(super) fn write_tables(
    folder: &Folder,
    results: Results<'_>,
    tallies: &Tallies,
    manifest: Manifest,
    games_csv: Option<Output>,
) -> io::Result<Findings> {
    tables::write(folder, results)?;
    quality::write(folder, results)?;
    let Results { plan, standings, schedule, .. } = results;
    if plan.luck.is_some() {
        luck::write(folder, results)?;
    }
    let rule = plan.stop.and_then(|rule| Sequential::new(rule, schedule).ok());
    let sequential = rule.and_then(|rule| rule.verdict(plan, standings));
    if let Some(verdict) = &sequential {
        sequential::write(folder, verdict)?;
    }
    let allocated = Allocation::of(plan, tallies.legs.len(), standings);
    if let Some(allocated) = &allocated {
        allocation::write(folder, allocated)?;
    }
    let rankings = rankings(plan, standings);
    let shapes: Vec<Shape> = rankings.iter().filter_map(|ranking| Shape::of(ranking, plan.seed)).collect();
    ratings::write(folder, rankings.iter().map(|ranking| (plan.rulebook.as_str(), ranking)))?;
    superiority::write(folder, &rankings)?;
    let findings = Findings { rankings, shapes, sequential, allocation: allocated };
    shape::write(folder, &findings.shaped())?;
    metagame::write(folder, results, &findings.shaped())?;
    folder.write(Tallies::NAME, &tallies.to_json())?;
    let names = files().filter(|name| ![Manifest::NAME, RunInfo::NAME].contains(name));
    let outputs = Output::of(folder.path(), names, games_csv)?;
    let manifest = Manifest { shards: tallies.shards(), ..manifest.after(standings, outputs) };
    folder.write(Manifest::NAME, &manifest.to_toml())?;
    Ok(findings)
}

/// Writes down what is played.
struct RunRecorder<'a, G> {
    contest: &'a Tournament<G>,
    legs: &'a [Vec<Cell>],
    journal: &'a mut Journal,
    games: Option<&'a mut GamesFile>,
    before: f64,
    clock: Instant,
    /// Pairs merged.
    pairs: u64,
    watch: &'a mut dyn FnMut(&Standings, &[GameRow]),
}

impl<G> RunRecorder<'_, G> {
    fn checkpoint(&mut self, standings: &Standings, pairs: u64) -> io::Result<()> {
        let grown: Option<FileExtent> = self.games.as_mut().map(|games| games.grown()).transpose()?;
        self.journal.checkpoint(self.legs, standings, pairs, grown, self.before + self.clock.elapsed().as_secs_f64())
    }
}

impl<G> ResultSink for RunRecorder<'_, G> {
    fn played(&mut self, pair: u64, rows: &[GameRow]) -> io::Result<()> {
        self.journal.played(pair, rows)
    }

    fn merged(&mut self, standings: &Standings, pairs: u64, rows: &[GameRow]) -> io::Result<()> {
        if let Some(games) = &mut self.games {
            games.write(&self.contest.plan, &self.contest.schedule, rows)?;
        }
        self.pairs = pairs;
        self.journal.merged(pairs);
        (self.watch)(standings, rows);
        if self.journal.is_due() { self.checkpoint(standings, pairs) } else { Ok(()) }
    }
}
