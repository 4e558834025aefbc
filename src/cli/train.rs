//! `reglette train`: trains the weights of a fast and of a searching bot by their own games, and writes their files.

use super::held_out::{held_out_field, scenario_names};
use super::shell;
use super::study::{self, Asked, Done, StudyFiles, Studying};
use super::study_page::{check_page, write_page};
use super::tune::shown;
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit, threads_or_all};
use crate::bots::BotConfig;
use crate::catalog::Task;
use crate::data::message::nearest;
use crate::data::{Inputs, Kind, Library, Source};
use crate::game::{Evaluate, Named, Rulebook};
use crate::report::document::DataTable;
use crate::report::format::{count, whole};
use crate::report::page::tables::TablesPage;
use crate::study::ResultsPlace;
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::{Field, MOST_GAMES, read_bot, thread_pool};
use crate::train::story::{self, Ground, TrainedFile};
use crate::train::{Bots, Course, Trained, match_games, own_games, rounds, rows, train};
use crate::train::{distil, gradient};
use crate::tune::{Forfeits, GamesPlayed, Numbers};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The number of candidates of a play-off, if both methods find some.
const CANDIDATES: u64 = (distil::STEPS.len() + gradient::STEPS.len()) as u64;

/// The name of the command.
const NAME: &str = "train";

/// How games are played and decisions evaluated, apart from all options. It is a part of the plan: the journal of a
/// version that did it otherwise is refused, so that its results are not mixed with those of this one.
const PLAY: &str = "each decision is evaluated with its own dice; candidates do not play themselves";

/// Trains the weights of a fast and of a searching bot for a rulebook by their own games, and writes both files.
///
/// In each round the fast bot plays itself with noise. The features of positions are fitted to the results, and the
/// weights of actions to the values that the searching bot gives them. New weights are kept only if they score better
/// in a match on other scenarios. With --rules it trains for changed rules.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette train plain crossroads --armies france,prussia,brigade --out bots/mine.toml
  reglette train --rules my-rules.toml --hours 8 --out bots/mine.toml
  reglette train --resume bots/mine.toml.journal")]
pub struct Options {
    /// Scenarios of self-play, by name or path
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Armies, by name or path; all play each other
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub armies: Vec<String>,
    /// The rules file, by name or path
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// The fast bot to start from, of kind greedy
    #[arg(long, default_value = "greedy", value_name = "BOT")]
    pub fast: String,
    /// The searching bot to start from, with weights of positions
    #[arg(long, default_value = "expectimax", value_name = "BOT")]
    pub search: String,
    /// Rounds of self-play, fits and matches
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = whole_number::<u64>(1..=1000))]
    pub rounds: u64,
    /// Games of self-play, all rounds together
    #[arg(long, default_value_t = 6000, value_name = "N", value_parser = whole_number::<u64>(10..=MOST_GAMES))]
    pub games: u64,
    /// As many games of self-play as this time has room for beside the matches; turned into --games at the start by a
    /// measured rate
    #[arg(long, value_name = "H", conflicts_with = "games")]
    pub hours: Option<f64>,
    /// Games of each match of the fast bot, rounded up to whole pairs on each scenario with each army
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = whole_number::<u64>(16..=MOST_GAMES))]
    pub fast_games: u64,
    /// Games of each match of the searching bot; 0 to leave it as it is
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole_number::<u64>(0..=MOST_GAMES))]
    pub search_games: u64,
    /// The probability of a random action in self-play
    #[arg(long, default_value_t = 0.01, value_name = "P")]
    pub noise: f64,
    /// The share of its size by which each weight is raised or lowered in self-play
    #[arg(long, default_value_t = 0.25, value_name = "S")]
    pub spread: f64,
    /// Decisions of a game of self-play whose actions the searching bot evaluates, on average
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = whole_number::<u32>(0..=200))]
    pub decisions: u32,
    /// Features of positions that get weight 0, because they are confounded with what decides games
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    pub without: Vec<String>,
    /// Scenarios of the matches [default: all others of the rulebook that these armies can play]
    #[arg(long, value_delimiter = ',', value_name = "S,…")]
    pub match_scenarios: Vec<String>,
    /// The master seed of all dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// The file of the fast bot; that of the searching bot is written beside it as NAME-search.toml
    #[arg(long, value_name = "FILE", required_unless_present = "resume")]
    pub out: Option<PathBuf>,
    /// Replace the files if they exist, and an interrupted study next to them
    #[arg(long)]
    pub force: bool,
    /// Play and resume options
    #[command(flatten)]
    pub study: Studying,
}

impl Options {
    /// Trains, reports what each round has gained, and writes the files of the bots that have improved.
    ///
    /// # Errors
    /// Bad input before anything is played; later only faults of the system or the program.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let files = StudyFiles {
            rules: &self.rules,
            scenarios: self.scenarios.iter().chain(&self.match_scenarios).collect(),
            armies: &self.armies,
        };
        study::resume_or_begin(NAME, &self.study, library, files, out, |out| Train { options: self, library, out })
    }

    /// The options with games of self-play in place of hours, also in the command by which the study is resumed.
    fn with_games(&self, games: u64) -> Options {
        let others = shell::without(&self.study.words, &[("hours", true)]).into_iter().map(str::to_owned);
        let words = others.chain([format!("--games={games}")]).collect();
        Options { hours: None, games, study: Studying { words, ..self.study.clone() }, ..self.clone() }
    }

    fn course<R: Rulebook>(&self) -> Result<Course, CliError> {
        if !(0.0..=1.0).contains(&self.noise) {
            return Err(CliError::Input(format!("--noise {} is not a probability", self.noise)));
        }
        if !(0.0..=1.0).contains(&self.spread) {
            return Err(CliError::Input(format!("--spread {} is not a share from 0 to 1", self.spread)));
        }
        if let Some(hours) = self.hours.filter(|hours| !(hours.is_finite() && *hours > 0.0)) {
            return Err(CliError::Input(format!("--hours {hours} is not a number of hours above 0")));
        }
        let features: Vec<&str> = <R::Game as Evaluate>::FEATURES.iter().map(|it: &Named| it.name).collect();
        if let Some(unknown) = self.without.iter().find(|name| !features.contains(&name.as_str())) {
            let near = nearest(unknown, &features).map(|near| format!("did you mean \"{near}\"?"));
            return Err(CliError::Input(format!(
                "--without names \"{unknown}\", which is no feature of {}; {}",
                R::NAME,
                near.unwrap_or_else(|| format!("its features: {}", features.join(", ")))
            )));
        }
        Ok(Course {
            rounds: self.rounds,
            own_games: self.games.div_ceil(self.rounds),
            fast_games: self.fast_games,
            search_games: self.search_games,
            noise: self.noise,
            spread: self.spread,
            judged: self.decisions,
            without: self.without.clone(),
            seed: self.seed,
        })
    }

    /// The paths of both files, validated.
    fn targets(&self) -> Result<[PathBuf; 2], CliError> {
        let fast = self.out.clone().expect("a new study has --out");
        let stem = fast.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let targets = [fast.clone(), fast.with_file_name(format!("{stem}-search.toml"))];
        targets.iter().try_for_each(|path| self.study.check_new_file(path, self.force))?;
        Ok(targets)
    }
}

struct Train<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

/// The numbers of a bot, from its file, as they are to be written at a path.
fn numbers_of<R: Rulebook>(source: &Source, only: &[&str], target: &Path) -> Result<Numbers<R>, CliError> {
    let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
    Ok(Numbers::read(source, &only, &shown(target))?)
}

/// Both bots as they begin.
fn bots_of<R: Rulebook>(sources: [&Source; 2], targets: &[PathBuf; 2], decisions: u32) -> Result<Bots<R>, CliError> {
    let [fast, search] = sources;
    let config: BotConfig = read_bot::<R>(fast)?;
    if !matches!(config, BotConfig::Greedy(_)) {
        return Err(CliError::Input(format!("--fast: {} is not a bot of kind \"greedy\"", fast.path())));
    }
    let searching: BotConfig = read_bot::<R>(search)?;
    let scale = numbers_of::<R>(search, &["scale"], &targets[1]).map_err(|_| {
        CliError::Input(format!("--search: {} is not a bot that searches: it has no key \"scale\"", search.path()))
    })?;
    if decisions > 0 && !searching.compares_actions() {
        return Err(CliError::Input(format!(
            "--search: {} does not compare the actions of a decision; expected a bot that does, such as expectimax, or \
             --decisions 0",
            search.path()
        )));
    }
    Ok(Bots {
        fast: numbers_of(fast, &["appraisal"], &targets[0])?,
        search: numbers_of(search, &["appraisal", "features"], &targets[1])?,
        scale: scale.numbers()[0].value,
    })
}

impl Task for Train<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Train { options, library, out } = self;
        let targets = options.targets()?;
        check_page(&targets[0], options.force, &options.study)?;
        let mut inputs = Inputs::new();
        let [fast, search] = [&options.fast, &options.search].map(|name| library.find(Kind::Bot, name));
        let (fast, search) = (fast?, search?);
        inputs.add(&fast)?;
        inputs.add(&search)?;
        let bots = bots_of::<R>([&fast, &search], &targets, options.decisions)?;
        let rules = options.rules.as_deref();
        let field = Field::<R>::read(library, rules, &options.scenarios, &options.armies, &mut inputs)?;
        let held_out = held_out_field(
            library,
            rules,
            &options.armies,
            &options.match_scenarios,
            &field,
            ("--match-scenarios", "self-play"),
            &mut inputs,
        )?;
        let mut course = options.course::<R>()?;
        let of_matches = match_games(&course, &field, &held_out).of_training(course.rounds, CANDIDATES);
        let threads = threads_or_all(options.study.threads);
        let options = match options.hours {
            None => options.clone(),
            Some(hours) => {
                let pace = thread_pool(1)?.install(|| rounds::pace(&course, &bots, &field))?;
                let own_games = pace.own_games(course.rounds, of_matches, 3600.0 * hours, threads);
                let games = own_games.saturating_mul(course.rounds).clamp(10, MOST_GAMES);
                options.with_games(games)
            }
        };
        course = Course { own_games: options.games.div_ceil(options.rounds), ..course };

        let [scenarios, match_scenarios] = [&field, &held_out].map(scenario_names);
        let headline = format!(
            "{} and {} · {} · {} · {} of self-play in {} · seed {}",
            fast.name(),
            search.name(),
            field.rules_name(),
            scenarios.join(", "),
            count(options.games, "game"),
            count(course.rounds, "round"),
            course.seed
        );
        // Checked before the first game: armies and scenarios go together.
        own_games(&field, &bots.fast.config(&bots.fast.start())?, course.own_games, course.seed)?;
        let plans = [&field, &held_out].map(|field| field.plan(Vec::new(), options.games, options.seed, true));
        let starts = [&bots.fast, &bots.search].map(|numbers| numbers.values(&numbers.start()));
        let asked = Asked {
            command: NAME,
            steers: true,
            place: ResultsPlace::File(&targets[0], options.force),
            inputs: inputs.files(),
            question: &format!("{PLAY}\n{headline}\n{course:?}\n{starts:?}\n{plans:?}"),
            headline,
            units: options.games + of_matches.iter().sum::<u64>(),
        };
        let running = options.study.begin::<R>(asked, out)?;
        running.play(out, |running| {
            let forfeits = Mutex::new(Forfeits::default());
            let games = Mutex::new(0);
            let tick = |played: GamesPlayed| {
                running.bar().inc(played.games);
                *games.lock().expect("no thread panics while it counts") += played.games;
                forfeits.lock().expect("no thread panics while it counts").add(played);
            };
            let says = |what: &str| running.says(what);
            let trained: Trained =
                running.pool().install(|| train(&course, &bots, &field, &held_out, running.log(), &says, &tick))?;

            let armies: Vec<String> = field.planned_armies.iter().map(|army| army.name.clone()).collect();
            let (rules, held_out) = (field.rules_name(), &match_scenarios[..]);
            let ground = Ground { rules, scenarios: &scenarios, armies: &armies, held_out };
            let tables =
                [DataTable::of("matches", rows::matches(&trained))?, DataTable::of("rounds", rows::rounds(&trained))?];
            tables.iter().rev().for_each(|table| options.study.printing.add(table.clone()));
            let mut screen = String::new();
            for (number, round) in trained.rounds.iter().enumerate() {
                screen += &format!("{}\n", story::of_round(number as u64, round));
            }
            for (bot, games, reason) in forfeits.lock().expect("all games are played").by_reason() {
                screen += &format!("\n{bot} forfeited {}, for instance: {reason}\n", count(games, "game"));
            }
            screen += "\n";
            let [out_fast, out_search] = &targets;
            let texts = [bots.fast.text(&trained.fast), bots.search.text(&trained.search)];
            let files = [(out_fast, &fast, &texts[0]), (out_search, &search, &texts[1])];
            for ((target, from, numbers), last) in files.into_iter().zip(&trained.last) {
                screen += &story::of_last(from.name(), last.as_ref());
                if last.is_none() {
                    continue;
                }
                let file = TrainedFile { from: from.path(), last: last.as_ref(), numbers };
                // The place of the first file is that of the journal, wherever the study is resumed.
                let place = options.study.file(out_fast).with_file_name(target.file_name().unwrap_or_default());
                running.write_file(&place, &story::file_text(&course, &ground, &trained, file), options.force)?;
                screen += &format!("Wrote {}\n", target.display());
            }
            let found = [(&fast, &trained.last[0]), (&search, &trained.last[1])];
            let answers = found.map(|(from, last)| story::of_last(from.name(), last.as_ref()).trim_end().to_owned());
            let [answer, of_search] = answers;
            let games = *games.lock().expect("all games are played");
            let page = TablesPage {
                kind: "Training".to_owned(),
                subject: format!("{} and {}, {}", fast.name(), search.name(), field.rules_name()),
                answer,
                notes: vec![of_search],
                facts: vec![
                    ("Rules", rules.to_owned()),
                    ("Scenarios of the training", scenarios.join(", ")),
                    ("Scenarios of the matches", held_out.join(", ")),
                    ("Armies", armies.join(", ")),
                    ("Games", whole(games)),
                    ("Seed", course.seed.to_string()),
                ],
                tables: tables.to_vec(),
                ..TablesPage::default()
            };
            screen += &write_page(running, [&options.study.file(out_fast), out_fast], page, options.force)?;
            Ok(Done { exit: Exit::Done, games, screen })
        })
    }
}
