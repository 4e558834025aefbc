//! `reglette tournament`: all pairings of entrants, results in a folder and on the screen.

use super::ladder::{self, Ladder};
use super::{CliError, Exit, progress, threads_or_all};
use crate::balance::Field;
use crate::catalog::{self, Task};
use crate::data::{Kind, Library};
use crate::game::{Judge, Rulebook, Show, Side};
use crate::report::format::{count, duration, whole};
use crate::report::{Folder, GamesFile, Manifest, Results, RunInfo, Target, ratings, summary, tables};
use crate::tournament::load::{DEFAULT_GAMES, DEFAULT_SEED};
use crate::tournament::{Contest, Fixture, GameRow, Loaded, Plan, Request, Standings, ToTheEnd, TournamentError, load, run, time_a_game};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

/// Plays all pairings of entrants, each pair of games with sides swapped and the same dice.
///
/// An entrant is a bot with its army, or a bot alone where the scenario brings the armies. Files are given by name or by path; every option has a default.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette tournament
  reglette tournament plain --armies france,austria --bots greedy,random --games 1000
  reglette tournament plain --armies france --bots greedy --games 10000 --seed 7 --out results/red-or-blue
  reglette tournament plain --rules rules/my-variant.toml --games-csv none
  reglette tournament --bots ladder")]
pub struct Options {
    /// Scenarios, by name or path
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Armies, by name or path; one named twice also meets itself
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub armies: Vec<String>,
    /// Bots, by name or path; one named twice also meets itself; `ladder` for all repeatable bots on the ladder's suite [default: greedy,random]
    #[arg(long, value_delimiter = ',', value_name = "X,Y,…")]
    pub bots: Vec<String>,
    /// Games for each pairing, spread over the scenarios and rounded up to whole pairs [default: 500; 4 on the ladder]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: Option<u64>,
    /// The master seed of all dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// The rules file, by name or path
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Threads; results do not depend on them [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The folder for the results [default: a new results/NUMBER-SCENARIO]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace the files of an older run in --out
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Which games get a row in games.csv
    #[arg(long, value_enum, default_value_t = GamesCsv::All, value_name = "WHICH")]
    pub games_csv: GamesCsv,
}

/// Which games get a row in `games.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GamesCsv {
    /// Every game
    All,
    /// No file is written
    None,
}

impl Options {
    /// Plays the tournament.
    ///
    /// # Errors
    /// Bad input before anything is written; later only faults of the system or the program.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        match self.bots.as_slice() {
            [name] if name == ladder::NAME => Ladder { options: self, library }.run(out),
            _ => Ok(self.play(library, out)?.exit),
        }
    }

    /// The rulebook of the files that are named; nothing where none is named.
    pub(super) fn rulebook(&self, library: &Library) -> Result<Option<&'static str>, CliError> {
        let rules = self.rules.iter().map(|name| (Kind::Rules, name.as_str()));
        let scenarios = self.scenarios.iter().map(|name| (Kind::Scenario, name.as_str()));
        let armies = self.armies.iter().map(|name| (Kind::Army, name.as_str()));
        let files: Vec<(Kind, &str)> = rules.chain(scenarios).chain(armies).collect();
        Ok(if files.is_empty() { None } else { Some(catalog::choose(library, files)?) })
    }

    /// Plays the tournament of the bots that are named.
    pub(super) fn play(&self, library: &Library, out: &mut dyn Write) -> Result<Played, CliError> {
        let rulebook = self.rulebook(library)?.unwrap_or(catalog::DEFAULT);
        let task = Tournament { options: self, library, out };
        catalog::with(rulebook, task).expect("the catalog knows the rulebook that it chose")
    }

    fn request(&self) -> Request {
        Request {
            rules: self.rules.clone(),
            scenarios: self.scenarios.clone(),
            armies: self.armies.clone(),
            bots: self.bots.clone(),
            games: self.games.unwrap_or(DEFAULT_GAMES),
            seed: self.seed,
        }
    }

    pub(super) fn target(&self, scenario: &str) -> Target {
        match &self.out {
            Some(path) => Target::Given { path: path.clone(), force: self.force },
            None => Target::Numbered(scenario.rsplit('/').next().unwrap_or(scenario).replace(".toml", "")),
        }
    }
}

/// How many forfeits are told.
const FORFEITS_TOLD: usize = 3;

/// What a tournament leaves behind.
pub(super) struct Played {
    /// How the program ends.
    pub exit: Exit,
    /// What was played.
    pub plan: Plan,
    /// The counters.
    pub standings: Standings,
}

struct Tournament<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for Tournament<'_> {
    type Output = Result<Played, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Played, CliError> {
        let Tournament { options, library, out } = self;
        let Loaded { contest, inputs } = load::<R>(library, &options.request())?;
        let (plan, schedule) = (&contest.plan, &contest.schedule);
        let target = options.target(&plan.scenarios[0].name);
        target.check()?;
        let threads = threads_or_all(options.threads);
        writeln!(out, "{}\n", summary::headline(plan, schedule))?;
        for note in summary::schedule_notes(plan, schedule) {
            writeln!(out, "Note: {note}")?;
        }
        out.flush()?;
        if let Some(time) = time_a_game(&contest, Duration::from_millis(300)) {
            let expected = time.mul_f64(schedule.games() as f64 / threads as f64);
            let on = count(threads as u64, "thread");
            eprintln!("{} expected to take about {} on {on}", count(schedule.games(), "game"), duration(expected));
        }

        let folder = target.make(&[tables::NAMES.as_slice(), &[ratings::NAME, GamesFile::NAME, Manifest::NAME, RunInfo::NAME]].concat())?;
        let mut games = match options.games_csv {
            GamesCsv::All => Some(GamesFile::begin(folder.part(GamesFile::NAME)?)?),
            GamesCsv::None => None,
        };
        let mut forfeits: Vec<GameRow> = Vec::new();
        let bar = progress::bar(schedule.games());
        let (started, clock) = (SystemTime::now(), Instant::now());
        let mut gather = |rows: &[GameRow]| {
            bar.inc(rows.len() as u64);
            forfeits.extend(rows.iter().filter(|row| row.forfeit.is_some()).take(FORFEITS_TOLD.saturating_sub(forfeits.len())).cloned());
            games.as_mut().map_or(Ok(()), |games| games.write(plan, schedule, rows))
        };
        let played = run(&contest, threads, &mut gather, &mut ToTheEnd);
        bar.finish_and_clear();
        if let Err(TournamentError::Broken { game, .. }) = &played {
            eprintln!("to see it: {}", replay_command(&contest, &schedule.game(*game), options.rules.as_deref()));
        }
        let standings = played?;
        let time = clock.elapsed();

        let results = Results { plan, schedule, standings: &standings, army_points: &contest.army_points() };
        let games = games.map(GamesFile::finish).transpose()?;
        tables::write(&folder, results)?;
        let field = Field::of(plan, &standings).rated();
        ratings::write(&folder, &[(plan.rulebook.as_str(), field.clone())])?;
        folder.write(Manifest::NAME, &Manifest::new(plan, schedule, inputs.files()).after(&standings, games).to_toml())?;
        let command = std::env::args().collect();
        folder.write(RunInfo::NAME, &RunInfo::new(command, threads, started, time, results).to_toml())?;
        folder.mark_latest()?;

        write!(out, "{}", summary::results(results))?;
        if plan.bots.len() > 2 {
            write!(out, "\n{}", ratings::told("Ratings", &field))?;
        }
        tell_written(out, &folder, options.games_csv)?;
        out.flush()?;
        eprintln!("{} in {}", count(schedule.games(), "game"), duration(time));
        if plan.repeatable && standings.stopped_by_clock > 0 {
            let games = count(standings.stopped_by_clock, "game");
            eprintln!("the clock stopped scripts in {games}: this run is not repeatable, and its manifest says so");
        }
        tell_forfeits(&contest, &forfeits, standings.forfeits, options.rules.as_deref());
        let exit = if standings.forfeits > 0 { Exit::DoneWithForfeits } else { Exit::Done };
        Ok(Played { exit, plan: contest.plan, standings })
    }
}

fn tell_written(out: &mut dyn Write, folder: &Folder, games_csv: GamesCsv) -> std::io::Result<()> {
    let games = (games_csv == GamesCsv::All).then_some(GamesFile::NAME);
    let names: Vec<&str> = [Manifest::NAME, RunInfo::NAME].into_iter().chain(games).chain(tables::NAMES).chain([ratings::NAME]).collect();
    writeln!(out, "\n± is half of the 95 % interval; columns are described in docs/output.md")?;
    writeln!(out, "Wrote {}: {}", folder.path().display(), names.join(", "))
}

/// The command that plays a game of the tournament again.
fn replay_command<G: Judge + Show + 'static>(contest: &Contest<G>, fixture: &Fixture, rules: Option<&str>) -> String {
    let header = contest.header(fixture);
    let armies: Vec<&str> = Side::BOTH.iter().filter_map(|side| header.seats[*side].army.as_deref()).collect();
    let armies = if armies.is_empty() { String::new() } else { format!(" --armies {}", armies.join(",")) };
    let rules = rules.map_or(String::new(), |rules| format!(" --rules {rules}"));
    let (scenario, red, blue) = (&header.scenario, &header.seats.red.bot, &header.seats.blue.bot);
    format!("reglette play {scenario} --red {red} --blue {blue}{armies}{rules} --seed {} --pair {}", header.seed, header.pair)
}

/// Tells the first forfeits, each with the command that plays the game again.
fn tell_forfeits<G: Judge + Show + 'static>(contest: &Contest<G>, rows: &[GameRow], total: u64, rules: Option<&str>) {
    for row in rows {
        let Some(forfeit) = &row.forfeit else { continue };
        let header = contest.header(&row.fixture);
        let bot = &header.seats[forfeit.side].bot;
        eprintln!("game {} ended by forfeit: bot \"{bot}\" in round {}: {}", whole(row.fixture.game), row.tally.rounds, forfeit.reason);
        eprintln!("   to see it: {}", replay_command(contest, &row.fixture, rules));
    }
    if total > rows.len() as u64 {
        eprintln!("… and {} more ended by forfeit; see games.csv", count(total - rows.len() as u64, "game"));
    }
}
