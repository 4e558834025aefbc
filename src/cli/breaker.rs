//! `reglette breaker`: searches for the strongest list of a pool.

use super::pool::{Loaded, Pool, checked_budget, names_of_allowed, read_leader};
use super::study::{self, Asked, Done, source_line, wrote};
use super::study_options::{StudyOptions, arena_error};
use super::whole_number::whole_number;
use super::{CliError, Exit};
use crate::balance::Draw;
use crate::balance::costs::RealArena;
use crate::balance::strongest_list::{SearchError, SearchPlan, check, search};
use crate::catalog::{self, Task};
use crate::data::Library;
use crate::game::{Composition, Roster};
use crate::report::format::count;
use crate::report::question::QuestionManifest;
use crate::report::setup::Setup;
use crate::report::strongest_list::{self, Broken, Question};
use crate::report::strongest_list_summary::{head, render};
use crate::report::{Manifest, Output, RunInfo, page, setup};
use crate::study::ResultsPlace;
use crate::tournament::{Duellists, signature};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Searches for the strongest legal list of a pool against a field of lists, and confirms it in an independent match.
///
/// Generations of lists play against the whole field, sides swapped; the better half survives with all its games, and
/// new lists are made by replacing a share of one, exchanging troops, or crossing two. A play-off on fresh dice chooses
/// one of the best, and a match on independent dice estimates its strength.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette breaker --armies carthaginians,republican-romans --budget 35
  reglette breaker --armies gauls --against caesarian-romans,germans --write armies/exploit.toml
  reglette breaker open-field village-and-fields --armies carthaginians --limit elephant=2 --bot expectimax \
    --population 10
  reglette breaker plain --armies france,prussia --budget 200 --generations 40
  reglette breaker --resume results/005-breaker")]
pub struct Options {
    /// Files and troops
    #[command(flatten)]
    pub pool: Pool,
    /// The field: the opposing army lists [default: those of --armies]
    #[arg(long, value_delimiter = ',', value_name = "C,D,…")]
    pub against: Vec<String>,
    /// The maximum points of an army [default: the mean of the lists of --armies]
    #[arg(long, value_name = "P")]
    pub budget: Option<f64>,
    /// The bot, which plays both armies
    #[arg(long, default_value = "greedy", value_name = "BOT")]
    pub bot: String,
    /// The number of lists that survive each generation; the same number of new ones is added
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole_number::<u64>(2..=10_000))]
    pub population: u64,
    /// The number of generations
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole_number::<u64>(1..=10_000))]
    pub generations: u64,
    /// Games of a list in each generation; a pair against each list of the field on each scenario at least
    #[arg(long, default_value_t = 40, value_name = "N", value_parser = whole_number::<u64>(2..=1_000_000))]
    pub games: u64,
    /// Games of the confirmation match, and of the play-off; two pairs against each list on each scenario at least
    #[arg(long, default_value_t = 2000, value_name = "GAMES", value_parser = whole_number::<u64>(2..=100_000_000))]
    pub confirm: u64,
    /// Also write the strongest list to this army file
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Play and output options
    #[command(flatten)]
    pub study_options: StudyOptions,
}

/// The name of the command and of its numbered folders.
const NAME: &str = "breaker";
/// The number of lists that share the games of the play-off.
const SHARE_THE_PLAY_OFF: u64 = 5;
/// Why one troop is not a pool.
const ALONE: &str = "a pool of one troop has a single list; name more armies or troops";

impl Options {
    /// Searches, confirms, reports and writes.
    ///
    /// # Errors
    /// Bad input before anything is played; later only faults of the system or the program.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        if let Some(at) = &self.study_options.study.resume {
            return study::resume(NAME, at, &self.study_options.study, out);
        }
        let rulebook = self.pool.rulebook(library, &self.against)?;
        catalog::with(rulebook, Breaker { options: self, library, out }).expect("the rulebook is in the catalog")
    }

    /// The plan of the search against this many lists on this many scenarios.
    fn plan(&self, budget: f64, lists: usize, scenarios: usize) -> SearchPlan {
        let against_all = 2 * (lists * scenarios) as u64;
        SearchPlan {
            budget,
            population: self.population as usize,
            generations: self.generations as usize,
            pairs: (self.games / against_all).max(1),
            play_off: (self.confirm / SHARE_THE_PLAY_OFF / against_all).max(2),
            confirm: (self.confirm / against_all).max(2),
            scenarios,
            seed: self.study_options.seed,
        }
    }
}

struct Breaker<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for Breaker<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Roster + 'static>(self) -> Result<Exit, CliError> {
        let Breaker { options, library, out } = self;
        options.study_options.check_write(options.write.as_deref())?;
        let loaded = options.pool.load::<R>(library, &options.against)?;
        let scenario_names = loaded.scenario_names();
        let Loaded { files, armies, against, rules, mut inputs, army_names, against_names, own } = loaded;
        let (troops, allowed) = options.pool.chosen(R::troops(&files.pool), &own, ALONE)?;
        let parameters = R::parameters(&files.pool).to_vec();
        let costs: Vec<f64> = troops.iter().map(|troop| troop.cost).collect();
        let compositions = |armies: &[R::Army]| {
            armies.iter().map(|army| R::composition(&files.pool, army)).collect::<Vec<Composition>>()
        };
        let lists = compositions(&armies);
        let (field, against_names) = if against.is_empty() {
            (lists.clone(), army_names.clone())
        } else {
            (compositions(&against), against_names)
        };
        let mean = lists.iter().map(|list| list.cost(&costs)).sum::<f64>() / lists.len().max(1) as f64;
        let budget = checked_budget(options.budget.unwrap_or_else(|| mean.round()))?;
        let legal = |composition: &Composition| R::raise(&files.pool, composition, "drawn").is_ok();
        let draw = Draw::new(&troops, &parameters, costs, &legal).only(allowed.clone());
        for (name, list) in against_names.iter().zip(&field) {
            R::raise(&files.pool, list, name)
                .map_err(|fault| CliError::Input(format!("{name} cannot be an opponent: {fault}")))?;
        }
        let (bot, config) = read_leader::<R>(library, &options.bot, &mut inputs)?;
        let plan = options.plan(budget, field.len(), files.scenarios.len());
        check(&draw, &plan).map_err(to_cli_error)?;
        let target = options.study_options.target(NAME);

        let of_one = 2 * (field.len() * files.scenarios.len()) as u64;
        let question = Question {
            command: "breaker".to_owned(),
            rulebook: R::NAME.to_owned(),
            rules: rules.path().to_owned(),
            scenarios: scenario_names.clone(),
            armies: army_names.clone(),
            against: against_names.clone(),
            troops: names_of_allowed(&troops, &allowed),
            limits: options.pool.limit.clone(),
            bot: bot.clone(),
            budget,
            population: options.population,
            generations: options.generations,
            games: of_one * plan.pairs,
            play_off: of_one * plan.play_off,
            confirm: of_one * plan.confirm,
            seed: plan.seed,
        };
        let manifest =
            QuestionManifest::new(signature::<R>(), config.is_repeatable(), question, inputs.files(), Vec::new());
        let games = plan.games(field.len());
        let headline = format!(
            "{} · {} · {} of {} against {} · at most {} · seed {}",
            rules.name(),
            scenario_names.join(", "),
            count(manifest.question.troops.len() as u64, "troop"),
            army_names.join(", "),
            against_names.join(", "),
            count(games, "game"),
            plan.seed
        );
        let known: Vec<&str> =
            strongest_list::NAMES.into_iter().chain([setup::NAME, Manifest::NAME, RunInfo::NAME, page::NAME]).collect();
        let place = ResultsPlace::Folder(&target, &known);
        let question = manifest.to_toml();
        let asked = Asked {
            command: NAME,
            steers: true,
            place,
            inputs: inputs.files(),
            question: &question,
            headline,
            units: games,
        };
        let running = options.study_options.study.begin::<R>(asked, out)?;
        running.play(out, |running| {
            let tick = |games: u64| running.bar().inc(games);
            let seats = || Duellists::new(&config);
            let arena = RealArena { files: &files, bots: &seats, log: running.log(), part: "breaker", tick: &tick };
            let found =
                running.pool().install(|| search(&arena, &draw, &field, &lists, &plan)).map_err(to_cli_error)?;
            let broken =
                Broken { bot: &bot, budget, troops: &troops, against: &against_names, field: &field, search: &found };
            let mut screen = render(&broken) + "\n";
            if !R::COSTS_ARE_PUBLISHED {
                screen += "The rulebook publishes no costs: those of the list are our initial estimates.\n";
            }
            let folder = running.folder();
            let army = R::written(&files.pool, &found.strongest().candidate.composition, "The strongest list");
            strongest_list::write(folder, &broken, &(head(&broken, &[]) + &army))?;
            let all = army_names.iter().zip(&armies).chain(against_names.iter().zip(&against));
            let named: Vec<(&str, &R::Army)> = all.map(|(name, army)| (name.as_str(), army)).collect();
            Setup::of_lists::<R>(&files.rules, &files.scenarios, &named).write(folder)?;
            let outputs = Output::of(folder.path(), strongest_list::NAMES.into_iter().chain([setup::NAME]), None)?;
            let manifest = QuestionManifest { outputs, ..manifest }.to_toml();
            running.write_manifest(&manifest, found.games)?;
            screen += &wrote(folder, &known);
            if let Some(path) = &options.write {
                let text = head(&broken, &[source_line(folder, &manifest)]) + &army;
                running.write_file(path, &text, options.study_options.force)?;
                screen += &format!("Wrote {}\n", path.display());
            }
            Ok(Done { exit: Exit::Done, games: found.games, screen })
        })
    }
}

fn to_cli_error(error: SearchError) -> CliError {
    match error {
        SearchError::Arena(error) => arena_error(error),
        SearchError::Draw(error) => CliError::Input(error.to_string()),
    }
}
