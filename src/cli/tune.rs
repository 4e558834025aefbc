//! `reglette tune`: optimises the numbers of a bot file by playing, confirms them and writes a new file.

mod rows;
mod screen;

use self::screen::{describe_gain, format_confirmed, format_numbers, format_play_off};
use super::held_out::{held_out_field, scenario_names};
use super::study::{self, Asked, Done, StudyFiles, Studying};
use super::study_page::{check_page, write_page};
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit};
use crate::bots::BotConfig;
use crate::catalog::Task;
use crate::data::{Inputs, Kind, Library, Source};
use crate::game::{Rulebook, SetupError};
use crate::report::format::{count, whole};
use crate::report::page::tables::TablesPage;
use crate::study::ResultsPlace;
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::{Field, MOST_GAMES, read_bot};
use crate::tune::{
    self, Forfeits, GamesPlayed, Numbers, NumbersError, Opponent, Pace, PaceError, RunResult, Stage, Story, TuneError,
    confirm, file_text, play_off,
};
use clap::Args;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

/// Optimises the numbers of a bot file by playing, confirms them on other scenarios, and writes a new bot file.
///
/// Several independent runs of SPSA start from the original bot. Their results play the original and one another in a
/// play-off, and the best goes to a match on scenarios and dice that it was not tuned on. The file is written if that
/// match shows an improvement.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette tune greedy
  reglette tune greedy open-field village-and-fields --games 4000 --out bots/mine.toml
  reglette tune mcts-fast crossroads --armies brigade --against greedy,expectimax --only features,scale --games 640
  reglette tune --resume bots/mine.toml.journal")]
pub struct Options {
    /// The bot, by name or path
    #[arg(value_name = "BOT", required_unless_present = "resume")]
    pub bot: Option<String>,
    /// Scenarios to tune on, by name or path
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Opponents, by name or path [default: the bot itself]
    #[arg(long, value_delimiter = ',', value_name = "X,Y,…")]
    pub against: Vec<String>,
    /// Armies, by name or path; both sides play the same
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub armies: Vec<String>,
    /// The rules file, by name or path
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Tables (appraisal, features, search) or numbers to search [default: all weights]
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    pub only: Vec<String>,
    /// Games of the search, all runs together
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = whole_number::<u64>(1..=MOST_GAMES))]
    pub games: u64,
    /// Independent runs
    #[arg(long, default_value_t = 4, value_name = "R", value_parser = whole_number::<u64>(1..=64))]
    pub runs: u64,
    /// Games of each pairing in the play-off
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole_number::<u64>(2..=MOST_GAMES))]
    pub play_off_games: u64,
    /// Scenarios of the confirmation match [default: all others of the rulebook that these armies can play]
    #[arg(long, value_delimiter = ',', value_name = "S,…")]
    pub confirm_scenarios: Vec<String>,
    /// Games of each pairing in the confirmation match, rounded up to whole pairs on each scenario with each army
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = whole_number::<u64>(2..=MOST_GAMES))]
    pub confirm_games: u64,
    /// The master seed of all dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// The new file [default: bots/BOT-tuned.toml]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace the new file if it exists, and an interrupted study next to it
    #[arg(long)]
    pub force: bool,
    /// Write the file also if no improvement is shown
    #[arg(long)]
    pub keep_anyway: bool,
    /// Play and resume options
    #[command(flatten)]
    pub study: Studying,
}

/// The name of the command.
const NAME: &str = "tune";

impl From<TuneError> for CliError {
    fn from(error: TuneError) -> Self {
        match error {
            TuneError::Load(error) => error.into(),
            TuneError::Tournament(error) => error.into(),
        }
    }
}

impl From<NumbersError> for CliError {
    fn from(error: NumbersError) -> Self {
        match error {
            NumbersError::Load(error) => error.into(),
            other => CliError::Input(other.to_string()),
        }
    }
}

impl From<PaceError> for CliError {
    fn from(error: PaceError) -> Self {
        CliError::Input(error.to_string())
    }
}

impl Options {
    /// Tunes, reports the results, and writes the file.
    ///
    /// # Errors
    /// Bad input before anything is played; later only faults of the system or the program.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let files = StudyFiles {
            rules: &self.rules,
            scenarios: self.scenarios.iter().chain(&self.confirm_scenarios).collect(),
            armies: &self.armies,
        };
        study::resume_or_begin(NAME, &self.study, library, files, out, |out| Tune { options: self, library, out })
    }

    /// The path of the new file, validated.
    fn target(&self, bot: &Source) -> Result<PathBuf, CliError> {
        let path = self.out.clone().unwrap_or_else(|| PathBuf::from(format!("bots/{}-tuned.toml", bot.name())));
        if shown(&path) == bot.path() {
            return Err(CliError::Input(format!(
                "{}: the new file would overwrite its base; give another --out",
                bot.path()
            )));
        }
        self.study.check_new_file(&path, self.force)?;
        Ok(path)
    }

    fn field<R: Rulebook>(&self, library: &Library, inputs: &mut Inputs) -> Result<Field<R>, CliError> {
        let field = Field::<R>::read(library, self.rules.as_deref(), &self.scenarios, &self.armies, inputs)?;
        if field.brings_all() && !self.armies.is_empty() {
            let subject = field.scenario_sources().iter().map(Source::path).collect::<Vec<_>>().join(", ");
            return Err(SetupError {
                subject,
                faults: vec!["armies are named, but the scenario brings its own".to_string()],
            }
            .into());
        }
        Ok(field)
    }

    /// The scenarios and armies of the confirmation match: none was used for tuning.
    fn confirm_field<R: Rulebook>(
        &self,
        library: &Library,
        tuned_on: &Field<R>,
        inputs: &mut Inputs,
    ) -> Result<Field<R>, CliError> {
        held_out_field(
            library,
            self.rules.as_deref(),
            &self.armies,
            &self.confirm_scenarios,
            tuned_on,
            ("--confirm-scenarios", "tuning"),
            inputs,
        )
    }
}

/// A path in the form in which files name each other.
pub(super) fn shown(path: &Path) -> String {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    parts.collect::<PathBuf>().to_string_lossy().replace('\\', "/")
}

struct Tune<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for Tune<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Tune { options, library, out } = self;
        let mut inputs = Inputs::new();
        let bot = options.bot.as_deref().expect("a new study names a bot");
        let source = library.find(Kind::Bot, bot)?;
        inputs.add(&source)?;
        let target = options.target(&source)?;
        check_page(&target, options.force, &options.study)?;
        let numbers = Numbers::<R>::read(&source, &options.only, &shown(&target))?;
        let original: BotConfig = read_bot::<R>(&source)?;
        original.script().into_iter().for_each(|script| inputs.add_text(&script.path, &script.text));
        let field = options.field::<R>(library, &mut inputs)?;
        let confirm_field = options.confirm_field(library, &field, &mut inputs)?;

        let mut rivals = Vec::new();
        for name in &options.against {
            let rival = library.find(Kind::Bot, name)?;
            let config = read_bot::<R>(&rival)?;
            inputs.add(&rival)?;
            config.script().into_iter().for_each(|script| inputs.add_text(&script.path, &script.text));
            rivals.push((Opponent { name: rival.name().to_string(), config }, rival.path() == source.path()));
        }
        // If the bot plays only against itself the bots of a trial play each other; in later stages the original bot
        // takes part anyway.
        let others: Vec<Opponent> =
            rivals.iter().filter(|(_, itself)| !itself).map(|(rival, _)| rival.clone()).collect();
        let searched_against =
            if others.is_empty() { Vec::new() } else { rivals.into_iter().map(|(rival, _)| rival).collect() };
        let search_task =
            tune::Task { bot: source.name().to_string(), original, opponents: searched_against, seed: options.seed };
        let task = tune::Task { opponents: others, ..search_task.clone() };

        let budget = Pace::new(options.games, options.runs, search_task.opponents.len())?;
        let play_off_games =
            tune::play_off::games_of(&field, options.runs, task.opponents.len(), options.play_off_games);
        let confirm_games = tune::confirm::games_of(&confirm_field, task.opponents.len(), options.confirm_games);
        let games = budget.games() + play_off_games + confirm_games;
        let opponents: Vec<String> = search_task.opponents.iter().map(|opponent| opponent.name.clone()).collect();
        let against = if opponents.is_empty() { "itself".to_string() } else { opponents.join(", ") };
        let scenarios = scenario_names(&field);
        let confirm_scenarios = scenario_names(&confirm_field);
        let headline = format!(
            "{} against {against} · {} · {} · {} · seed {}",
            source.name(),
            field.rules_name(),
            scenarios.join(", "),
            count(numbers.numbers().len() as u64, "number"),
            options.seed
        );
        let plans = [&field, &confirm_field].map(|field| field.plan(Vec::new(), games, options.seed, true));
        let names: Vec<&str> = numbers.numbers().iter().map(|number| number.name).collect();
        let asked = Asked {
            command: NAME,
            steers: true,
            place: ResultsPlace::File(&target, options.force),
            inputs: inputs.files(),
            question: &format!(
                "{headline}\n{budget:?} {play_off_games} {confirm_games}\n{names:?} {:?}\n{plans:?}",
                numbers.start()
            ),
            headline,
            units: games,
        };
        let running = options.study.begin::<R>(asked, out)?;
        running.play(out, |running| {
            let (pool, log) = (running.pool(), running.log());
            let forfeits = Mutex::new(Forfeits::default());
            let tick = |played: GamesPlayed| {
                running.bar().inc(played.games);
                forfeits.lock().expect("no thread panics while it counts").add(played);
            };
            let begin = |what: &str, games: u64| running.says(&format!("{what}: {}", count(games, "game")));

            begin(&format!("search, {} of {}", count(budget.runs, "run"), count(budget.steps, "step")), budget.games());
            let found: Vec<RunResult> =
                pool.install(|| tune::search(&search_task, &numbers, &field, budget, log, &tick))?;
            begin("play-off", play_off_games);
            let places =
                pool.install(|| play_off(&task, &numbers, &field, &found, options.play_off_games, log, &tick))?;
            let best = places.iter().find_map(|placed| placed.run).expect("there is a run");
            let point = &found[best as usize].point;
            begin("confirmation match", confirm_games);
            let tuned = numbers.config(point)?;
            let confirmation =
                pool.install(|| confirm(&task, &tuned, &confirm_field, options.confirm_games, log, &tick))?;

            let tables = rows::tables(&task.bot, &places, &confirmation, &numbers, point)?;
            tables.iter().for_each(|table| options.study.printing.add(table.clone()));
            let mut screen = format_play_off(&task.bot, &places);
            screen += "\n";
            screen += &format_confirmed(&confirmation.pairings, &confirm_scenarios, task.seed_of(Stage::Confirming));
            screen += "\n";
            screen += &format_numbers(&numbers, point);
            for (bot, games, reason) in forfeits.lock().expect("all games are played").by_reason() {
                screen += &format!("\n{bot} forfeited {}, for instance: {reason}\n", count(games, "game"));
            }
            screen += "\n";
            if found.iter().all(|found| found.decided == 0) {
                screen += "All games of the search were drawn: nothing could be learned from them.\n";
            }
            let answer = describe_gain(&task, &confirmation);
            screen += &answer;
            let armies: Vec<String> = field.planned_armies.iter().map(|army| army.name.clone()).collect();
            let story = Story {
                from: source.path(),
                rules: field.rules_name(),
                scenarios: &scenarios,
                armies: &armies,
                opponents: &opponents,
                budget,
                play_off_games,
                run: best,
                seed: options.seed,
                repeatable: search_task.is_repeatable(),
                confirm_scenarios: &confirm_scenarios,
                confirmation: &confirmation,
            };
            if confirmation.is_improvement() || options.keep_anyway {
                running.write_file(
                    &options.study.file(&target),
                    &file_text(&story, &numbers.text(point)),
                    options.force,
                )?;
                screen += &format!("Wrote {}\n", target.display());
            } else {
                screen += &format!("No bot file is written; --keep-anyway would write {}\n", target.display());
            }
            let page = TablesPage {
                kind: "Tuning".to_owned(),
                subject: format!("{} against {against}, {}", source.name(), field.rules_name()),
                answer: answer.trim_end().to_owned(),
                facts: vec![
                    ("Rules", field.rules_name().to_owned()),
                    ("Scenarios of the search", scenarios.join(", ")),
                    ("Scenarios of the confirmation match", confirm_scenarios.join(", ")),
                    ("Armies", armies.join(", ")),
                    ("Opponents", against.clone()),
                    ("Games", whole(games)),
                    ("Seed", options.seed.to_string()),
                ],
                tables: tables.to_vec(),
                ..TablesPage::default()
            };
            screen += &write_page(running, [&options.study.file(&target), &target], page, options.force)?;
            if !story.repeatable {
                running.says("a bot uses a clock or is an external program: this is not repeatable");
            }
            Ok(Done { exit: Exit::Done, games, screen })
        })
    }
}
