//! `reglette tournament`: all pairings of entrants, results in a folder and on the screen.

use super::input_text::read_input;
use super::ladder::{self, Ladder};
use super::pairings::parse_pairings;
use super::ratings::planned_ratings;
use super::rerun::resume;
use super::run_tournament::{RunOptions, play};
use super::shard::shard_of;
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit, rulebook_of};
use crate::balance::Sequential;
use crate::catalog::{self, Task};
use crate::data::Library;
use crate::game::Rulebook;
use crate::report::{Manifest, Target, schedule, summary};
use crate::run::Run;
use crate::tournament::load::{DEFAULT_GAMES, DEFAULT_SEED, YARDSTICK};
use crate::tournament::{
    Allocate, Arrangement, Loaded, MOST_GAMES, MOST_WEIGHT, Request, StopRule, Tournament, load, signature,
};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// Plays all pairings of entrants, each pair of games with sides swapped and the same dice.
///
/// Without --bots, greedy plays every army against every other, and each army against random: this compares the armies,
/// and greedy with random play. An entrant is a bot with its army, or a bot alone where the scenario brings the armies.
/// Files are given by name or by path; every option has a default.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette tournament
  reglette tournament plain --armies france,austria --bots greedy,random --games 1000
  reglette tournament plain --armies france --bots greedy --games 10000 --seed 7 --out results/red-or-blue
  reglette tournament plain --rules rules/my-variant.toml --games-csv none
  reglette tournament --bots ladder
  reglette tournament plain --armies france,prussia --bots novice,greedy,study --ratings results/002-plain/ratings.csv
  reglette tournament plain --games 1000000 --out results/night     (and after a break: --resume results/night)
  reglette tournament plain --bots greedy,random,expectimax --games 400 --allocate adaptive --for ranking
  reglette tournament plain --games 1000000 --shard 2/8 --out parts/2")]
pub struct Options {
    /// Scenarios, by name or path; a generated scenario also with other seeds: NAME@7, or NAME@1..20
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Armies, by name or path; one named twice also plays itself
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub armies: Vec<String>,
    /// Bots, by name or path; one named twice also plays itself; `ladder` for all repeatable bots on the ladder's suite,
    /// `ladder,NAME,NAME` for these
    /// [default: greedy with every army, and random against it with the same army]
    #[arg(long, value_delimiter = ',', value_name = "X,Y,…")]
    pub bots: Vec<String>,
    /// Games for each pairing, spread over the scenarios and rounded up to whole pairs [default: 500; 4 on the ladder]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// The master seed of all dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// The rules file, by name or path
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// The folder for the results [default: a new results/NUMBER-SCENARIO]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace the files of an older run in --out
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Which games get a row in games.csv
    #[arg(long, value_enum, default_value_t = GamesCsv::All, value_name = "WHICH")]
    pub games_csv: GamesCsv,
    /// Resume the interrupted run in this folder; no other option is needed
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "scenarios", "armies", "bots", "games", "seed", "rules", "out", "force", "games_csv", "shard", "plan_only",
            "quarantine", "gauntlet", "swiss", "pairings", "tied", "weights", "sprt", "until", "allocate", "luck",
            "luck_of_choices", "ratings", "normalised", "purpose",
        ],
    )]
    pub resume: Option<PathBuf>,
    /// Play one of N parts of the schedule, to be merged by `reglette merge`; `auto` takes the part from the batch
    /// job's environment
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Write the plan and the schedule without playing
    #[arg(long)]
    pub plan_only: bool,
    /// After this many faults a bot forfeits its remaining games
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..=u64::MAX))]
    pub quarantine: Option<u64>,
    /// Only this bot, army or entrant against all others, instead of all against all
    #[arg(long, value_name = "NAME", conflicts_with_all = ["swiss", "pairings"])]
    pub gauntlet: Option<String>,
    /// Swiss system with this many legs, in which entrants with similar scores play each other: for large fields
    #[arg(long, value_name = "LEGS", conflicts_with = "pairings", value_parser = whole_number::<u32>(1..=1000))]
    pub swiss: Option<u32>,
    /// Only the pairings of this CSV file: two entrants a line, such as greedy/france,random/prussia
    #[arg(long, value_name = "FILE")]
    pub pairings: Option<PathBuf>,
    /// Stop when a sequential test of one entrant against another has decided, after --games at the latest; alpha=A
    /// and beta=B are the rates of errors [default: 0.05]
    #[arg(long, value_names = ["elo0=X", "elo1=Y"], num_args = 2..=4)]
    pub sprt: Vec<String>,
    /// The Elo points of --sprt are normalised: standard deviations of a game instead of scores
    #[arg(long, requires = "sprt")]
    pub normalised: bool,
    /// Stop when the intervals of all pairings are narrow enough, after --games at the latest
    #[arg(long, value_name = "half_width=H", conflicts_with = "sprt")]
    pub until: Option<String>,
    /// How games are allocated to pairings: evenly, or adaptively to where the results so far are most uncertain
    #[arg(long, value_enum, value_name = "HOW", conflicts_with_all = ["swiss", "sprt", "until"])]
    pub allocate: Option<Allocation>,
    /// The aim of adaptive allocation [default: ranking]
    #[arg(long = "for", value_enum, value_name = "WHAT", requires = "allocate")]
    pub purpose: Option<Purpose>,
    /// Report luck-adjusted results, by the value function of this name or path [default: that of the rulebook]
    #[arg(long, value_name = "VALUE", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub luck: Option<String>,
    /// With --luck: random choices with known probabilities (random, where all actions are listed) count as luck too
    #[arg(long, requires = "luck")]
    pub luck_of_choices: bool,
    /// The file ratings.csv of a tournament between these bots: also report how the rate of the first player and the
    /// points of army lists depend on the strength of the player, of at least three bots
    #[arg(long, value_name = "FILE", conflicts_with_all = ["swiss", "sprt", "allocate"])]
    pub ratings: Option<PathBuf>,
    /// The first bot plays the first army only, the second the second, and so on
    #[arg(long)]
    pub tied: bool,
    /// For each scenario its share of the games [default: equal shares]
    #[arg(long, value_delimiter = ',', value_name = "N,N,…", value_parser = whole_number::<u64>(0..=MOST_WEIGHT))]
    pub weights: Vec<u64>,
    /// Play options
    #[command(flatten)]
    pub run_options: RunOptions,
    /// The name of a numbered folder, where that is not the scenario
    #[arg(skip)]
    pub(super) called: Option<String>,
    /// Whether only entrants of the same bot meet.
    #[arg(skip)]
    pub(super) of_same_bot: bool,
}

/// Which games get a row in `games.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GamesCsv {
    /// Every game
    All,
    /// No file is written
    None,
}

/// How games are allocated to pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Allocation {
    /// Each gets the same number (the default)
    Even,
    /// After a few pairs of each, where the results are most uncertain
    Adaptive,
}

/// The aim of adaptive allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Purpose {
    /// To rank all entrants
    Ranking,
    /// To reach a verdict on every pairing; the run ends when none is open
    Verdicts,
}

impl Options {
    /// Plays the tournament.
    ///
    /// # Errors
    /// Bad input before anything is written; later only faults of the system or the program.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        if let Some(folder) = &self.resume {
            return resume(folder, &self.run_options, out);
        }
        match self.bots.as_slice() {
            [name, ..] if name == ladder::NAME && self.ratings.is_some() => Err(CliError::Input(
                "--ratings compares at least 3 bots over ratings that other games gave; the ladder rates them"
                    .to_owned(),
            )),
            [name, ..] if name == ladder::NAME => Ladder { options: self, library }.run(out),
            _ => self.play(library, out),
        }
    }

    /// The rulebook of the named files; `None` where none is named.
    pub(super) fn rulebook(&self, library: &Library) -> Result<Option<&'static str>, CliError> {
        if self.rules.is_none() && self.scenarios.is_empty() && self.armies.is_empty() {
            return Ok(None);
        }
        rulebook_of(library, self.rules.as_deref(), &self.scenarios, &self.armies).map(Some)
    }

    /// Plays the tournament of the named bots.
    pub(super) fn play(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let rulebook = self.rulebook(library)?.unwrap_or(catalog::DEFAULT);
        let task = PlayTournament { options: self, library, out };
        catalog::with(rulebook, task).expect("the rulebook is in the catalog")
    }

    /// Begins the run of this tournament in its folder, to be resumed later.
    pub(super) fn begin<R: Rulebook + 'static>(&self, library: &Library, target: &Target) -> Result<(), CliError> {
        let (tournament, manifest) = self.planned::<R>(library)?;
        if !self.run_options.only_checked {
            Run::begin(target, &tournament, manifest)?;
        }
        Ok(())
    }

    /// The tournament, and the manifest of its plan.
    fn planned<R: Rulebook + 'static>(&self, library: &Library) -> Result<(Tournament<R::Game>, Manifest), CliError> {
        let shard = self.shard.as_deref().map(shard_of).transpose()?;
        let steered = [
            ("--quarantine", self.quarantine.is_some()),
            ("--swiss", self.swiss.is_some()),
            ("--allocate adaptive", self.allocate == Some(Allocation::Adaptive)),
            ("--sprt", !self.sprt.is_empty()),
            ("--until", self.until.is_some()),
        ];
        if let Some((option, _)) = steered.iter().find(|(_, is_given)| shard.is_some() && *is_given) {
            let why = format!(
                "the games of {option} depend on all previous games, which a shard does not have: it excludes --shard"
            );
            return Err(CliError::Input(why));
        }
        let Loaded { mut tournament, mut inputs } = load::<R>(library, &self.request(R::NAME, library)?)?;
        if let Some(path) = &self.ratings {
            let planned = (&tournament.plan, &tournament.schedule);
            tournament.plan.ratings = Some(planned_ratings(path, library, planned, &mut inputs)?);
        }
        if let Some(rule) = tournament.plan.stop {
            Sequential::new(rule, &tournament.schedule).map_err(|fault| CliError::Input(fault.to_string()))?;
        }
        let manifest = Manifest {
            games_csv: self.games_csv == GamesCsv::All,
            shards: shard.into_iter().collect(),
            ..Manifest::new(&tournament.plan, &tournament.schedule, signature::<R>(), inputs.files())
        };
        Ok((tournament, manifest))
    }

    fn stop(&self) -> Result<Option<StopRule>, String> {
        match &self.until {
            Some(until) => until.parse().map(Some).map_err(|why: String| format!("--until: {why}")),
            None if self.sprt.is_empty() => Ok(None),
            None => {
                StopRule::sprt(&self.sprt.join(" "), self.normalised).map(Some).map_err(|why| format!("--sprt: {why}"))
            }
        }
    }

    fn arrangement(&self, library: &Library) -> Result<Arrangement, CliError> {
        Ok(match (&self.gauntlet, self.swiss, &self.pairings) {
            (Some(champion), ..) => Arrangement::Gauntlet { champion: champion.clone() },
            (_, Some(legs), _) => Arrangement::Swiss { legs },
            (.., Some(path)) => Arrangement::List { pairings: parse_pairings(path, &read_input(path, library)?)? },
            // Where no bot is named the tournament compares the armies, and the default bot with random play.
            _ if self.of_same_bot => Arrangement::SameBot,
            _ if self.bots.is_empty() && !self.tied => Arrangement::Yardstick { bot: YARDSTICK.to_owned() },
            _ => Arrangement::RoundRobin,
        })
    }

    fn request(&self, rulebook: &str, library: &Library) -> Result<Request, CliError> {
        Ok(Request {
            rules: self.rules.clone(),
            scenarios: self.scenarios.clone(),
            armies: self.armies.clone(),
            bots: self.bots.clone(),
            games: self.games.unwrap_or(DEFAULT_GAMES),
            seed: self.seed,
            quarantine: self.quarantine,
            weights: self.weights.clone(),
            tied: self.tied,
            allocate: match (self.allocate, self.purpose) {
                (Some(Allocation::Adaptive), None | Some(Purpose::Ranking)) => Some(Allocate::Ranking),
                (Some(Allocation::Adaptive), Some(Purpose::Verdicts)) => Some(Allocate::Verdicts),
                (_, Some(_)) => return Err(CliError::Input("--for needs --allocate adaptive".to_owned())),
                (_, None) => None,
            },
            arrangement: self.arrangement(library)?,
            stop: self.stop().map_err(CliError::Input)?,
            luck_of_choices: self.luck_of_choices,
            // They are read when the bots of the plan are known.
            ratings: None,
            luck: self.luck.clone().map(|name| if name.is_empty() { rulebook.to_owned() } else { name }),
        })
    }

    pub(super) fn target(&self, scenario: &str) -> Target {
        match &self.out {
            Some(path) => Target::Given { path: path.clone(), force: self.force },
            None => {
                let called = self.called.as_deref().unwrap_or(scenario);
                Target::Numbered(called.rsplit('/').next().unwrap_or(called).replace(".toml", ""))
            }
        }
    }
}

struct PlayTournament<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for PlayTournament<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let PlayTournament { options, library, out } = self;
        let (tournament, manifest) = options.planned::<R>(library)?;
        let target = options.target(&tournament.plan.scenarios[0].name);
        target.check()?;
        if options.run_options.only_checked {
            return Err(CliError::OnlyChecked);
        }
        if options.plan_only {
            writeln!(out, "{}", summary::headline(&tournament.plan, &tournament.schedule))?;
            let folder = target.make(&[schedule::NAME, Manifest::PLAN])?;
            schedule::write(&folder, &tournament.plan, &tournament.schedule, manifest.shard())?;
            folder.write(Manifest::PLAN, &manifest.to_toml())?;
            writeln!(out, "Wrote {}: {}, {}", folder.path().display(), Manifest::PLAN, schedule::NAME)?;
            return Ok(Exit::Done);
        }
        // A log that cannot be written is found before anything is.
        options.run_options.log.begin()?;
        let run = Run::begin(&target, &tournament, manifest)?;
        Ok(play(run, &options.run_options, out)?.exit)
    }
}
