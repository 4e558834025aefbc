//! `reglette fit-value`: fits a value function to games, for `reglette tournament --luck`.

use super::study::{self, Asked, Done, StudyFiles, Studying};
use super::study_page::{check_page, write_page};
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit};
use crate::balance::fit_value::{Class, fit_value};
use crate::catalog::Task;
use crate::data::{Kind, Library};
use crate::game::Rulebook;
use crate::report::document::DataTable;
use crate::report::format::{count, fixed, whole};
use crate::report::page::tables::TablesPage;
use crate::report::table::{Align, aligned};
use crate::study::ResultsPlace;
use crate::tournament::value::policy_of;
use crate::tournament::{Loaded, Request, ValueFile, load};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// The name of the command.
const NAME: &str = "fit-value";
/// The default seed of the games: different from that of tournaments.
const SEED: u64 = 1_000_003;

/// Fits a value function of positions to games, for `reglette tournament --luck`.
///
/// The games are those of a tournament of the same scenarios, armies and bots with another seed. A value function
/// fitted to other ones is valid too, but saves fewer games.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette fit-value plain --armies france,prussia --out values/plain.toml
  reglette fit-value open-field --bots greedy,mcts-fast --games 4000 --out values/open-field.toml
  reglette fit-value --resume values/plain.toml.journal
  reglette tournament plain --armies france,prussia --luck=plain")]
pub struct Options {
    /// Scenarios, by name or path
    #[arg(value_name = "SCENARIO")]
    pub scenarios: Vec<String>,
    /// Armies, by name or path
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub armies: Vec<String>,
    /// Bots, by name or path; one named twice also plays itself
    #[arg(long, value_delimiter = ',', default_value = "greedy", value_name = "X,Y,…")]
    pub bots: Vec<String>,
    /// Games for each pairing
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = whole_number::<u64>(10..=1_000_000))]
    pub games: u64,
    /// The master seed of the games; a tournament with the same seed refuses the fitted function
    #[arg(long, default_value_t = SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// The bot whose weights take the decisions immediately after a roll before the features are computed; `none` to
    /// compute them directly, which is faster and less accurate
    #[arg(long, default_value = "greedy", value_name = "BOT")]
    pub plays_on: String,
    /// The rules file, by name or path
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// The new file, such as values/plain.toml
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
    /// Plays, fits, reports the quality of the forecasts, and writes the file.
    ///
    /// # Errors
    /// Bad input; games from which a value function is not identifiable; a file that cannot be written.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        let files = StudyFiles { rules: &self.rules, scenarios: self.scenarios.iter().collect(), armies: &self.armies };
        study::resume_or_begin(NAME, &self.study, library, files, out, |out| Fit { options: self, library, out })
    }
}

struct Fit<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for Fit<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let Fit { options, library, out } = self;
        let path = options.out.as_deref().expect("a new study has --out");
        options.study.check_new_file(path, options.force)?;
        let request = Request {
            rules: options.rules.clone(),
            scenarios: options.scenarios.clone(),
            armies: options.armies.clone(),
            bots: options.bots.clone(),
            games: options.games,
            seed: options.seed,
            ..Request::default()
        };
        check_page(path, options.force, &options.study)?;
        let Loaded { tournament, mut inputs } = load::<R>(library, &request)?;
        let bot = Some(options.plays_on.as_str()).filter(|bot| *bot != "none");
        let policy = policy_of::<R>(library, bot)?;
        if let Some(bot) = bot {
            inputs.add(&library.find(Kind::Bot, bot)?)?;
        }
        let games = tournament.schedule.games();
        let asked = Asked {
            command: NAME,
            steers: false,
            place: ResultsPlace::File(path, options.force),
            inputs: inputs.files(),
            question: &format!("{:?}\n{bot:?} {policy:?}", tournament.plan),
            headline: format!("{} · {} · seed {}", tournament.plan.rules, count(games, "game"), options.seed),
            units: games,
        };
        let running = options.study.begin::<R>(asked, out)?;
        running.play(out, |running| {
            let tick = |games: u64| running.bar().inc(games);
            let fitted =
                running.pool().install(|| fit_value(&tournament, bot.zip(policy.as_ref()), running.log(), &tick))?;
            let Some(fitted) = fitted else {
                return Err(CliError::Input(
                    "a value function cannot be fitted to these games; play more of them".to_owned(),
                ));
            };
            let from = fitted.file.fitted.as_ref().expect("a fitted function names its games");
            let mut screen =
                format!("{} of {}, seed {}\n", count(from.positions, "position"), count(from.games, "game"), from.seed);
            let answer = format!(
                "Explains {} % of the variance of results at positions of held-out games.",
                fixed(from.explained * 100.0, 1)
            );
            let answer = match from.explained < 0.0 {
                true => format!("{answer} That is worse than their mean result predicts: play more games."),
                false => answer,
            };
            screen += &format!("{answer}\n\n");
            let forecasts = forecast_rows(&fitted.classes);
            screen += &format_forecasts(&forecasts);
            let summary =
                FitRow { positions: from.positions, games: from.games, seed: from.seed, explained: from.explained };
            let tables = [DataTable::of("forecasts", forecasts)?, DataTable::of("fit", [summary])?];
            tables.iter().rev().for_each(|table| options.study.printing.add(table.clone()));
            running.write_file(&options.study.file(path), &text_of(&fitted.file), options.force)?;
            screen += &format!("\nWrote {}\n", path.display());
            let page = TablesPage {
                kind: "Value function".to_owned(),
                subject: format!("{}, {}", tournament.plan.rulebook, tournament.plan.rules),
                answer,
                facts: vec![
                    ("Rules", tournament.plan.rules.clone()),
                    ("Scenarios", names(tournament.plan.scenarios.iter().map(|scenario| &scenario.name))),
                    ("Armies", names(tournament.plan.armies.iter().map(|army| &army.name))),
                    ("Bots", names(tournament.plan.bots.iter().map(|bot| &bot.name))),
                    ("Policy of the features", bot.unwrap_or("none").to_owned()),
                    ("Games", whole(games)),
                    ("Seed", options.seed.to_string()),
                ],
                tables: tables.to_vec(),
                ..TablesPage::default()
            };
            screen += &write_page(running, [&options.study.file(path), path], page, options.force)?;
            Ok(Done { exit: Exit::Done, games, screen })
        })
    }
}

fn names<'a>(names: impl Iterator<Item = &'a String>) -> String {
    names.map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// The fit in a document.
#[derive(Serialize)]
struct FitRow {
    positions: u64,
    games: u64,
    seed: u64,
    explained: f64,
}

/// A forecast against the results in a document.
#[derive(Serialize)]
struct ForecastRow {
    forecast: f64,
    observed: f64,
    positions: u64,
}

fn forecast_rows(classes: &[Class]) -> Vec<ForecastRow> {
    let row =
        |class: &Class| ForecastRow { forecast: class.forecast, observed: class.seen, positions: class.positions };
    classes.iter().filter(|class| class.positions > 0).map(row).collect()
}

/// Forecasts against results.
fn format_forecasts(forecasts: &[ForecastRow]) -> String {
    let mut rows = vec![["forecast", "observed", "positions"].map(str::to_owned).to_vec()];
    for row in forecasts {
        let share = |share: f64| format!("{} %", fixed(share * 100.0, 1));
        rows.push(vec![share(row.forecast), share(row.observed), whole(row.positions)]);
    }
    aligned(&rows, &[Align::Right; 3])
}

fn text_of(file: &ValueFile) -> String {
    let head = "\
# A value function for luck-adjusted results: the log odds that red wins are the sum of the luck features times their
# weights. A weight is `now` at the start of a game and changes linearly to `now` + `late` after `player_turns`, the
# length that 95 % of the games do not exceed.
";
    let mut text = format!("{head}rulebook = \"{}\"\nplayer_turns = {:?}\n", file.rulebook, file.player_turns);
    if let Some(bot) = &file.plays_on {
        text.push_str(&format!("plays_on = \"{bot}\"\n"));
    }
    text.push_str("\n[weights]\n");
    for (name, weight) in &file.weights {
        text.push_str(&format!("{name} = {{ now = {:?}, late = {:?} }}\n", weight.now, weight.late));
    }
    if let Some(fitted) = &file.fitted {
        text.push_str("\n[fitted]\n");
        text.push_str(&toml::to_string(fitted).expect("numbers and names are TOML"));
    }
    text
}
