//! One run in its folder: begun or resumed, played until it is done or asked to halt, and finished.

use super::error::{RunError, write_error};
use super::files;
use super::findings::{Findings, write_tables};
use super::recorder::RunRecorder;
use super::state::check_engine;
use super::tallies::Tallies;
use super::watcher::RunWatcher;
use crate::balance::allocate::{self, next_block};
use crate::balance::swiss::next_leg;
use crate::data::whole::{hash_of_bytes, remove_whole, write_whole};
use crate::game::{Evaluate, Show};
use crate::report::setup::Setup;
use crate::report::{Folder, GamesFile, Manifest, Results, RunInfo, Target};
use crate::tournament::{
    Arrangement, GameRow, Journal, JournalState, Lock, PairingOnScenario, Portion, ResumeData, ResumePoint, RunConfig,
    RunOutcome, Salvaged, Shard, Standings, Steer, Tournament, TournamentError, run,
};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};

/// The name of the journal before it contains its plan.
const NEW: &str = ".journal.new";

/// A run in its folder.
pub struct Run<G> {
    tournament: Tournament<G>,
    /// The legs so far, where the schedule depends on the results of earlier games.
    legs: Vec<Vec<PairingOnScenario>>,
    manifest: Manifest,
    shard: Shard,
    folder: Folder,
    journal: Journal,
    games: Option<GamesFile>,
    start: ResumePoint,
    /// Seconds played before this process.
    before: f64,
    begun: SystemTime,
    clock: Instant,
    /// What was damaged, and is played again.
    repaired: Option<String>,
    /// The number of pairs merged when play ended.
    merged: u64,
}

/// The result of a run.
pub struct Written<G> {
    /// The tournament, with all that was played.
    pub tournament: Tournament<G>,
    /// The counters.
    pub standings: Standings,
    /// The time of play, earlier processes included.
    pub time: Duration,
    /// What is derived from the counters.
    pub findings: Findings,
}

impl<G: Evaluate + Show + 'static> Run<G> {
    /// Begins a run. The files of an older run in the folder are removed.
    ///
    /// # Errors
    /// If the folder cannot be used.
    pub fn begin(target: &Target, tournament: &Tournament<G>, manifest: Manifest) -> Result<Run<G>, RunError> {
        let folder = target.make(&files().collect::<Vec<_>>())?;
        let write = write_error(folder.path());
        // The journal appears together with its plan, so that a run with a journal can always be resumed.
        let (path, new) = (folder.path().join(Journal::FOLDER), folder.path().join(NEW));
        if new.exists() {
            fs::remove_dir_all(&new).map_err(&write)?;
        }
        fs::create_dir(&new).map_err(&write)?;
        write_whole(&new.join(Manifest::PLAN), manifest.to_toml().as_bytes()).map_err(&write)?;
        fs::rename(&new, &path).map_err(&write)?;
        Run::from_nothing(folder, Lock::take(&path)?, tournament, manifest, BTreeMap::new())
    }

    /// Replays a damaged journal from the start, except for the pairs that were salvaged.
    fn repaired(
        folder: Folder,
        salvaged: Salvaged,
        tournament: &Tournament<G>,
        manifest: Manifest,
    ) -> Result<Run<G>, RunError> {
        let Salvaged { lock, known, fault } = salvaged;
        let run = Run::from_nothing(folder, lock, tournament, manifest, known)?;
        let pairs = run.start.known.len();
        let repaired =
            format!("{fault}; the log has {pairs} pairs, and all other games are played again with the same results");
        Ok(Run { repaired: Some(repaired), ..run })
    }

    fn from_nothing(
        folder: Folder,
        lock: Lock,
        tournament: &Tournament<G>,
        manifest: Manifest,
        mut known: BTreeMap<u64, Vec<GameRow>>,
    ) -> Result<Run<G>, RunError> {
        let write = write_error(folder.path());
        let path = folder.path().join(Journal::FOLDER);
        let (mut tournament, mut legs) = (tournament.clone(), Vec::new());
        let mut standings = Standings::new(&tournament.schedule);
        add_leg(&mut tournament, &mut legs, &mut standings);
        let mut games = match manifest.games_csv {
            true => Some(GamesFile::begin(path.join(GamesFile::NAME)).map_err(&write)?),
            false => None,
        };
        let grown = games.as_mut().map(GamesFile::grown).transpose().map_err(&write)?;
        // Pairs of later legs are played again after these.
        known.retain(|pair, _| *pair < tournament.schedule.pairs());
        let journal = Journal::begin(lock, hash_of(&manifest), &legs, &standings, grown, &known)?;
        let (shard, begun, clock) = (manifest.shard(), SystemTime::now(), Instant::now());
        let start = ResumePoint { standings, pairs: 0, known };
        Ok(Run {
            tournament,
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
            repaired: None,
            merged: 0,
        })
    }

    /// Resumes an interrupted run. `manifest` is the one that the tournament would write today.
    ///
    /// # Errors
    /// If the folder holds another plan, another program began it, another process holds its lock, or it cannot be
    /// read.
    pub fn resume(path: &Path, tournament: &Tournament<G>, manifest: Manifest) -> Result<Run<G>, RunError> {
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
                    return Run::from_nothing(folder, lock, tournament, manifest, BTreeMap::new());
                }
                JournalState::Salvaged(salvaged) => return Run::repaired(folder, salvaged, tournament, manifest),
            };
        let given = tournament;
        let mut tournament = tournament.clone();
        checkpoint.legs.iter().for_each(|leg| tournament.schedule.append(leg.clone()));
        let mut standings = Standings::new(&tournament.schedule);
        let merged = Portion::new(&tournament.schedule, manifest.shard()).games_before(checkpoint.pairs);
        let is_sound = Duration::try_from_secs_f64(checkpoint.seconds).is_ok() && standings.restore(checkpoint.counts);
        if !is_sound || standings.games != merged {
            let fault = format!("{} has counts that contradict each other", Journal::checkpoint_path(path).display());
            return Run::repaired(folder, journal.give_up(fault)?, given, manifest);
        }
        let games = match &checkpoint.games {
            Some(grown) => {
                let (hidden, whole) = (journal_path.join(GamesFile::NAME), path.join(GamesFile::NAME));
                // It was killed between renaming the file and ending the run.
                if !hidden.exists() && whole.exists() {
                    fs::rename(&whole, &hidden).map_err(&write)?;
                }
                match GamesFile::resume(hidden.clone(), grown, &tournament.schedule) {
                    Ok(games) => match games.counted().disagreement(&standings) {
                        None => Some(games),
                        Some(fault) => return Run::repaired(folder, journal.give_up(fault)?, given, manifest),
                    },
                    Err(error) if matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::NotFound) => {
                        let fault = format!("{} is damaged or missing", hidden.display());
                        return Run::repaired(folder, journal.give_up(fault)?, given, manifest);
                    }
                    Err(error) => return Err(write(error)),
                }
            }
            None => None,
        };
        let repaired = fault.map(|fault| format!("{fault}; these games are played again with the same results"));
        let start = ResumePoint { standings, pairs: checkpoint.pairs, known };
        let (legs, shard, before) = (checkpoint.legs, manifest.shard(), checkpoint.seconds);
        let (begun, clock) = (SystemTime::now(), Instant::now());
        Ok(Run {
            tournament,
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
            repaired,
            merged: 0,
        })
    }

    /// What was damaged or missing in the journal, and is played again.
    pub fn damage(&self) -> Option<&str> {
        self.repaired.as_deref()
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Sets the minimum time between two checkpoints.
    pub fn checkpoints_apart(&mut self, apart: Duration) {
        self.journal.checkpoints_apart(apart);
    }

    /// The number of recorded games: those of merged pairs, and those played beyond.
    pub fn games_known(&self) -> u64 {
        let merged = Portion::new(&self.tournament.schedule, self.shard).games_before(self.start.pairs);
        merged + self.start.known.values().map(|rows| rows.len() as u64).sum::<u64>()
    }

    /// The number of games of the run, future legs included.
    pub fn games(&self) -> u64 {
        let known = Portion::new(&self.tournament.schedule, self.shard).games();
        if self.tournament.plan.allocate.is_some() {
            return allocate::games(&self.tournament.plan);
        }
        match self.tournament.plan.arrangement {
            // All legs have the length of the first.
            Arrangement::Swiss { legs } => known / self.legs.len().max(1) as u64 * u64::from(legs),
            _ => known,
        }
    }

    /// The part of the schedule that is played.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// The tournament as far as it is planned.
    pub fn tournament(&self) -> &Tournament<G> {
        &self.tournament
    }

    /// Plays until all games are played or `halt` becomes true.
    ///
    /// # Errors
    /// If games cannot be played or recorded. What is recorded stays, and the run can be resumed.
    pub fn play(
        &mut self,
        threads: usize,
        halt: &AtomicBool,
        steer: &mut dyn Steer,
        watcher: &mut dyn RunWatcher,
    ) -> Result<(Standings, RunOutcome), RunError> {
        let mut start = ResumePoint {
            standings: self.start.standings.clone(),
            pairs: self.start.pairs,
            known: std::mem::take(&mut self.start.known),
        };
        loop {
            let mut recorder = RunRecorder {
                tournament: &self.tournament,
                legs: &self.legs,
                journal: &mut self.journal,
                games: self.games.as_mut(),
                before: self.before,
                clock: self.clock,
                pairs: start.pairs,
                watcher,
            };
            let run_config = RunConfig { shard: self.shard, threads, halt };
            let write = write_error(self.folder.path());
            let ran = run(&self.tournament, run_config, start, &mut recorder, steer);
            let (mut standings, ended) = ran.map_err(|error| match error {
                TournamentError::Write(reason) => write(reason),
                other => RunError::Tournament(other),
            })?;
            let pairs = recorder.pairs;
            recorder.checkpoint(&standings, pairs).map_err(write)?;
            self.merged = pairs;
            if ended != RunOutcome::Done || !add_leg(&mut self.tournament, &mut self.legs, &mut standings) {
                return Ok((standings, ended));
            }
            start = ResumePoint { standings, pairs, known: BTreeMap::new() };
        }
    }

    /// Moves the files of a run whose games are all played into place.
    ///
    /// # Errors
    /// If one cannot be written. The journal then remains.
    pub fn finish(self, standings: Standings, threads: usize) -> Result<Written<G>, RunError> {
        let Run { tournament, legs, manifest, shard, folder, journal, games, before, begun, clock, merged, .. } = self;
        let write = write_error(folder.path());
        let miscounted = |why| Err(RunError::Miscounted { folder: folder.path().to_path_buf(), why });
        let played = Portion::new(&tournament.schedule, shard).games_before(merged);
        if standings.games != played {
            return miscounted(format!("{} games are counted of {played} played", standings.games));
        }
        if let Some(why) = games.as_ref().and_then(|games| games.counted().disagreement(&standings)) {
            return miscounted(why);
        }
        let manifest =
            Manifest { pairs_total: tournament.schedule.pairs(), games_total: tournament.schedule.games(), ..manifest };
        let time = Duration::from_secs_f64(before) + clock.elapsed();
        let games_csv = games.map(|games| games.finish(folder.path())).transpose().map_err(&write)?;
        let tallies = Tallies::of(shard, &standings).with_legs(legs);
        let results = Results {
            plan: &tournament.plan,
            schedule: &tournament.schedule,
            standings: &standings,
            army_points: tournament.army_points(),
        };
        Setup::of(&tournament).write(&folder).map_err(&write)?;
        let findings = write_tables(&folder, results, &tallies, manifest, games_csv).map_err(&write)?;
        let info = RunInfo::new(words(), threads, begun, time, standings.games);
        folder.write(RunInfo::NAME, &info.to_toml()).map_err(&write)?;
        drop(journal);
        remove_whole(&folder.path().join(Journal::FOLDER)).map_err(&write)?;
        folder.mark_latest().map_err(&write)?;
        Ok(Written { tournament, standings, time, findings })
    }
}

/// The words of the command line, the program first; what is not UTF-8 in them is replaced.
pub fn words() -> Vec<String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// Adds the next leg, where the schedule depends on the results of earlier games; false if there is none.
fn add_leg<G>(
    tournament: &mut Tournament<G>,
    legs: &mut Vec<Vec<PairingOnScenario>>,
    standings: &mut Standings,
) -> bool {
    let leg = match (tournament.plan.allocate, &tournament.plan.arrangement) {
        (Some(purpose), _) => next_block(&tournament.plan, purpose, legs, standings),
        (None, Arrangement::Swiss { legs: most }) => next_leg(&tournament.plan, *most, legs, standings),
        _ => None,
    };
    let Some(leg) = leg else { return false };
    tournament.schedule.append(leg.clone());
    standings.extend(&tournament.schedule);
    legs.push(leg);
    true
}

/// The hash that binds a journal to its plan.
fn hash_of(manifest: &Manifest) -> String {
    hash_of_bytes(manifest.to_toml().as_bytes())
}
