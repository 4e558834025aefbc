//! `reglette make-decisions`: draws decisions from games and rolls out their best actions.

use super::study::{self, Asked, Done, StudyFiles, Studying};
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit};
use crate::bots::BotConfig;
use crate::catalog::Task;
use crate::data::{Inputs, Kind, Library};
use crate::decisions::{MakeError, Making, make};
use crate::game::Rulebook;
use crate::report::format::count;
use crate::study::ResultsPlace;
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::{Field, TournamentError, read_bot};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// The name of the command.
const NAME: &str = "make-decisions";

/// Draws decisions from games and rolls out their best actions, for `reglette decisions`.
///
/// Each game draws its scenario, both armies and both bots. Its decisions are drawn with equal probability, those of
/// the set-up left out; the actions that one bot values most are played on by it to the end of the game, all with the
/// same dice.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette make-decisions plain crossroads --armies france,prussia --decisions 200 --out decisions.jsonl
  reglette make-decisions cannae --bots greedy,mcts-fast,random --rollouts 200 --out cannae.jsonl
  reglette decisions decisions.jsonl --bots greedy,mcts-fast")]
pub struct Options {
    /// Scenarios, by name or path
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Armies, by name or path
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub armies: Vec<String>,
    /// The bots whose decisions are drawn, by name or path
    #[arg(long, value_delimiter = ',', default_value = "greedy,novice,random", value_name = "X,Y,…")]
    pub bots: Vec<String>,
    /// Decisions, divided among the games; a few less where games are short
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = whole_number::<u64>(1..=1_000_000))]
    pub decisions: u64,
    /// Games [default: one for ten decisions, at least two]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..=1_000_000))]
    pub games: Option<u64>,
    /// Actions of each decision that are rolled out, those that the bot of --by values most
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = whole_number::<u64>(2..=100))]
    pub candidates: u64,
    /// Rollouts of each action, an even number
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole_number::<u32>(2..=1_000_000))]
    pub rollouts: u32,
    /// The bot that values the actions and plays on, by name or path
    #[arg(long, default_value = "greedy", value_name = "BOT")]
    pub by: String,
    /// The master seed of all draws, dice and bots
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// The rules file, by name or path
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// The new file, such as decisions.jsonl
    #[arg(long, value_name = "FILE", required_unless_present = "resume")]
    pub out: Option<PathBuf>,
    /// Replace the file if it exists, and an interrupted study next to it
    #[arg(long)]
    pub force: bool,
    /// Play and resume options
    #[command(flatten)]
    pub study: Studying,
}

impl Options {
    /// Plays, rolls out, and writes the file.
    ///
    /// # Errors
    /// Bad input; a file that cannot be written.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let files = StudyFiles { rules: &self.rules, scenarios: self.scenarios.iter().collect(), armies: &self.armies };
        study::resume_or_begin(NAME, &self.study, library, files, out, |out| Make { options: self, library, out })
    }
}

struct Make<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

/// A bot that plays in this process, the same way every time.
fn repeatable<R: Rulebook>(
    library: &Library,
    name: &str,
    inputs: &mut Inputs,
) -> Result<(String, BotConfig), CliError> {
    let source = library.find(Kind::Bot, name)?;
    let config = read_bot::<R>(&source)?;
    if !config.is_repeatable() {
        return Err(CliError::Input(format!("{name}: it depends on the clock or on a program; expected another bot")));
    }
    inputs.add(&source)?;
    config.script().into_iter().for_each(|script| inputs.add_text(&script.path, &script.text));
    Ok((source.path().to_owned(), config))
}

impl Task for Make<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Make { options, library, out } = self;
        let path = options.out.as_deref().expect("a new study has --out");
        options.study.check_new_file(path, options.force)?;
        if !options.rollouts.is_multiple_of(2) {
            return Err(CliError::Input(format!("--rollouts {}: expected an even number", options.rollouts)));
        }
        let mut inputs = Inputs::new();
        let rules = options.rules.as_deref();
        let field = Field::<R>::read(library, rules, &options.scenarios, &options.armies, &mut inputs)?;
        let mut of_rollouts = inputs.clone();
        let players = options.bots.iter().map(|name| repeatable::<R>(library, name, &mut inputs));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let (by, config) = repeatable::<R>(library, &options.by, &mut of_rollouts)?;
        inputs.merge(of_rollouts.clone());
        let games = options.games.unwrap_or((options.decisions / 10).max(2)).min(options.decisions);
        let making = Making {
            field: &field,
            players: &players,
            by: (&by, &config),
            inputs: &of_rollouts,
            decisions: options.decisions,
            games,
            candidates: options.candidates as usize,
            rollouts: options.rollouts / 2,
            seed: options.seed,
        };
        making.check().map_err(cannot_be_made)?;
        let headline = format!(
            "{} · {} of {} · {} each · seed {}",
            field.rules_name(),
            count(options.decisions, "decision"),
            count(games, "game"),
            count(u64::from(options.rollouts), "rollout"),
            options.seed
        );
        let plan = field.plan(Vec::new(), games, options.seed, true);
        let asked = Asked {
            command: NAME,
            steers: false,
            place: ResultsPlace::File(path, options.force),
            inputs: inputs.files(),
            question: &format!("{headline}\n{} {players:?}\n{by} {config:?}\n{plan:?}", options.candidates),
            headline,
            units: games,
        };
        let running = options.study.begin::<R>(asked, out)?;
        running.play(out, |running| {
            let made = running.pool().install(|| make(&making, running.log(), &|| running.bar().inc(1)));
            let set = made.map_err(cannot_be_made)?;
            running.write_file(&options.study.file(path), &set.text(), options.force)?;
            let decisions = set.decisions.len() as u64;
            let rolled: usize = set.decisions.iter().map(|decision| decision.candidates.len()).sum();
            let screen = format!(
                "{} with {} rolled out by {}\nWrote {}\n",
                count(decisions, "decision"),
                count(rolled as u64, "action"),
                options.by,
                path.display()
            );
            Ok(Done { exit: Exit::Done, games, screen })
        })
    }
}

fn cannot_be_made(error: MakeError) -> CliError {
    match error {
        MakeError::Stopped(stopped) => CliError::Tournament(TournamentError::from(stopped)),
        MakeError::Setup(error) => error.into(),
        broken @ MakeError::Changed(_) => {
            CliError::Tournament(TournamentError::Broken { game: 0, message: broken.to_string() })
        }
        other => CliError::Input(other.to_string()),
    }
}
