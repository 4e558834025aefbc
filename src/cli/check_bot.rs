//! `reglette check-bot`: plays one game against an external program, with a transcript of every line, or several games
//! that show its strength, speed and faults, for authors of such programs.

mod transcript;
mod trial;

use self::transcript::shortened;
use self::trial::{Timed, Trial};
use super::printing::Printing;
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit, progress, shell};
use crate::bots::external::{External, ProtocolLine, Settings};
use crate::bots::{Bot, BotConfig, FaultKind};
use crate::catalog::{self, Task};
use crate::data::whole::write_named;
use crate::data::{Kind, Library, printable};
use crate::game::{BySide, Evaluate, Prepared, Rulebook, Show, Side};
use crate::report::document::DataTable;
use crate::report::format::count;
use crate::report::page::tables::{TablesPage, render};
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::{Finished, GameKey, GameRequest, InPlay, LoadedGame, NoObserver, load_game, read_bot};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

/// The bot that a program plays against where none is named.
const AGAINST: &str = "random";

/// Plays one game against a program, as the protocol of docs/bot-protocol.md has it, and prints every line exchanged:
/// the beginning of each, or with --whole all of it.
///
/// The program plays red. Lines sent to it begin with ">", lines that it wrote with "<". With --games it plays that
/// many games instead, each pair with sides swapped and the same dice, and the result is its strength against a bot
/// (random, unless another is named), the time of its answers, and a table of its faults; --html writes a page of them
/// with the position of each, and --game plays one of the games again with its transcript.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette check-bot python3 reference.py
  reglette check-bot --games 20 mine.toml
  reglette check-bot --games 100 --game-seconds 60 --increment 0.5 python3 reference.py
  reglette check-bot --games 100 --html faults.html mine.toml
  reglette check-bot --scenario en-avant/open-field --whole -- ./my-bot --depth 3")]
pub struct Options {
    /// The program and its arguments, or the file of a bot of the kind `external`
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub command: Vec<String>,
    /// The scenario, by name or path; it also determines the rulebook
    #[arg(long, value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// The armies of red and blue, by name or path
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub armies: Vec<String>,
    /// The bot that it plays against
    #[arg(long, default_value = AGAINST, value_name = "BOT")]
    pub against: String,
    /// Seconds for each answer [default: 10, or as in the file of the bot]
    #[arg(long, value_name = "SECONDS")]
    pub seconds: Option<f64>,
    /// Seconds on its clock at the beginning of a game [default: 3600, or as in the file of the bot]
    #[arg(long, value_name = "SECONDS")]
    pub game_seconds: Option<f64>,
    /// Seconds added to its clock by each answer [default: 0, or as in the file of the bot]
    #[arg(long, value_name = "SECONDS")]
    pub increment: Option<f64>,
    /// Play this many games, rounded up to whole pairs, without a transcript
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..=100_000))]
    pub games: Option<u64>,
    /// With --games: write a page to this file, with each fault, its position and the command that plays it again
    #[arg(long, value_name = "FILE", requires = "games")]
    pub html: Option<PathBuf>,
    /// Play the game of this number in a trial again, with a transcript
    #[arg(long, value_name = "K", conflicts_with = "games", value_parser = whole_number::<u64>(1..=100_000))]
    pub game: Option<u64>,
    /// The master seed
    #[arg(long, default_value_t = DEFAULT_SEED, value_name = "S", value_parser = seed())]
    pub seed: u64,
    /// Show lines in full length
    #[arg(long)]
    pub whole: bool,
    /// How results are printed
    #[command(flatten)]
    pub printing: Printing,
}

/// The game in a document.
#[derive(Serialize)]
struct GameRow<'a> {
    rulebook: &'static str,
    scenario: &'a str,
    decisions: u32,
    /// `won`, `lost` or `draw`; `none` where the opponent forfeited the game.
    result: &'static str,
    /// The kind of fault by which the program forfeited the game.
    fault: Option<String>,
    /// Why the program or its opponent forfeited the game.
    reason: Option<String>,
}

impl Options {
    /// Plays the game and writes the transcript.
    ///
    /// # Errors
    /// Bad input. A fault of the program is reported as a forfeit.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<Exit, CliError> {
        for (option, seconds, least) in [
            ("--seconds", self.seconds, 0.01),
            ("--game-seconds", self.game_seconds, 0.01),
            ("--increment", self.increment, 0.0),
        ] {
            if seconds.is_some_and(|seconds| !(least..=86_400.0).contains(&seconds)) {
                return Err(CliError::Input(format!("{option}: expected seconds, from {least} to 86400")));
            }
        }
        let program = &self.command[0];
        if program.ends_with(".toml") && self.command.len() > 1 {
            let after = self.command[1..].join(" ");
            let expected = format!("expected: reglette check-bot {after} {program}");
            return Err(CliError::Input(format!("options come before the file of a bot; {expected}")));
        }
        if self.bot_file().is_none() && !is_program(program) {
            return Err(CliError::Input(format!(
                "no program \"{program}\": it is not a file here, and not on the path"
            )));
        }
        let scenario = self.scenario.iter().map(|name| (Kind::Scenario, name.as_str()));
        let armies = self.armies.iter().map(|name| (Kind::Army, name.as_str()));
        let rulebook = catalog::choose(library, scenario.chain(armies))?;
        catalog::with(rulebook, CheckBot { options: self, library, out }).expect("the rulebook is in the catalog")
    }

    /// A command line with these options in place of --games, --game and --html, and what decides the games.
    fn command_line(&self, own: &[String]) -> String {
        let mut words: Vec<String> = ["reglette", "check-bot"].map(str::to_owned).to_vec();
        words.extend_from_slice(own);
        let mut add = |option: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [option.to_owned(), value]));
        };
        add("--scenario", self.scenario.clone());
        add("--armies", Some(self.armies.join(",")).filter(|armies| !armies.is_empty()));
        add("--against", Some(self.against.clone()).filter(|against| against != AGAINST));
        add("--seconds", self.seconds.map(|seconds| seconds.to_string()));
        add("--game-seconds", self.game_seconds.map(|seconds| seconds.to_string()));
        add("--increment", self.increment.map(|seconds| seconds.to_string()));
        add("--seed", Some(self.seed).filter(|seed| *seed != DEFAULT_SEED).map(|seed| seed.to_string()));
        if self.bot_file().is_none() {
            words.push("--".to_owned());
        }
        words.extend(self.command.iter().cloned());
        shell::line(words.iter().map(String::as_str))
    }

    /// The file of the bot, where a file is named in place of a program.
    fn bot_file(&self) -> Option<&str> {
        match &self.command[..] {
            [file] if file.ends_with(".toml") => Some(file),
            _ => None,
        }
    }

    /// The program with its limits.
    fn settings<R: Rulebook>(&self, library: &Library) -> Result<Settings, CliError> {
        let named = match self.bot_file() {
            None => Settings::new(self.command.clone(), R::NAME),
            Some(file) => match read_bot::<R>(&library.find(Kind::Bot, file)?)? {
                BotConfig::External(settings) => *settings,
                _ => {
                    let problem = "it is not of the kind external; `reglette check` checks it";
                    return Err(CliError::Input(format!("{file}: {problem}")));
                }
            },
        };
        Ok(Settings {
            seconds: self.seconds.unwrap_or(named.seconds),
            game_seconds: self.game_seconds.unwrap_or(named.game_seconds),
            increment_seconds: self.increment.unwrap_or(named.increment_seconds),
            ..named
        })
    }
}

struct CheckBot<'a> {
    options: &'a Options,
    library: &'a Library,
    out: &'a mut dyn Write,
}

impl Task for CheckBot<'_> {
    type Output = Result<Exit, CliError>;

    fn run<R: Rulebook + 'static>(self) -> Result<Exit, CliError> {
        let CheckBot { options, library, out } = self;
        let request = GameRequest {
            scenario: options.scenario.clone(),
            armies: options.armies.clone(),
            ..GameRequest::default()
        };
        let LoadedGame { prepared, rules, scenario, .. } = load_game::<R>(library, &request)?;
        let game = &prepared.game;
        let against: BotConfig = read_bot::<R>(&library.find(Kind::Bot, &options.against)?)?;
        let settings = options.settings::<R>(library)?;
        let mut other = against.build::<R::Game>();
        if let Some(games) = options.games {
            let mut program = External::<R::Game>::new(settings);
            let position = |state: &_| R::write_position(game, &scenario, &rules, state).ok();
            let trial = tried(options, (&prepared, &scenario), games, &mut program, &mut *other, &position);
            let tables =
                [DataTable::of("trial", [trial.row(&options.against)])?, DataTable::of("faults", &trial.faults)?];
            if let Some(path) = &options.html {
                let page = TablesPage {
                    kind: "Trial of a bot".to_owned(),
                    subject: format!("{} · {} · {scenario}", options.command.join(" "), R::NAME),
                    answer: format!("{}.", trial.strength(&options.against)),
                    notes: [trial.faults_in_a_sentence()]
                        .into_iter()
                        .chain(trial.left_out_in_a_sentence(&options.against).map(|left_out| format!("{left_out}.")))
                        .collect(),
                    command: Some(options.command_line(&["--games".to_owned(), games.to_string()])),
                    facts: vec![
                        ("Program", options.command.join(" ")),
                        ("Scenario", scenario.clone()),
                        ("Armies", options.armies.join(", ")),
                        ("Opponent", options.against.clone()),
                        ("Games", games.to_string()),
                    ],
                    tables: tables.to_vec(),
                };
                write_named(path, render(page).as_bytes())?;
            }
            tables.into_iter().for_each(|table| options.printing.add(table));
            write!(out, "{}", trial.render(&options.against))?;
            if let Some(path) = &options.html {
                writeln!(out, "\nWrote {}", path.display())?;
            }
            return Ok(if trial.has_forfeits() { Exit::DoneWithForfeits } else { Exit::Done });
        }
        let (heard, lines) = channel();
        let listener = Box::new(move |line: ProtocolLine<'_>| {
            let rendered = match line {
                ProtocolLine::Sent(text) => format!("> {text}"),
                ProtocolLine::Received(text) => format!("< {text}"),
            };
            let _ = heard.send(rendered);
        });
        let mut program = External::<R::Game>::overheard(settings, listener);
        program.receive_files(prepared.files.as_ref());
        other.receive_files(prepared.files.as_ref());
        let seat = Seat::of_game(options.game.unwrap_or(1));
        // The transcript is kept in memory, where it is small, so that the game does not wait for a slow terminal.
        let (finished, _) = seat.play(options, game, &scenario, [&mut program, &mut *other]);
        let errors = program.errors().to_owned();
        drop(program);
        for line in lines {
            let line = printable(&line).into_owned();
            writeln!(out, "{}", if options.whole { line } else { shortened(&line) })?;
        }
        let forfeit = finished.forfeit.as_ref();
        let [fault, fault_of_other] = [true, false].map(|own| forfeit.filter(|it| (it.side == seat.side) == own));
        let [result, words] = match finished.outcome.winner {
            _ if fault_of_other.is_some() => ["none", "none"],
            Some(side) if side == seat.side => ["won", "it won"],
            Some(_) => ["lost", "it lost"],
            None => ["draw", "a draw"],
        };
        let decisions = finished.decisions[seat.side];
        let row = GameRow {
            rulebook: R::NAME,
            scenario: &scenario,
            decisions,
            result,
            fault: fault.map(|forfeit| forfeit.fault.name().to_owned()),
            reason: forfeit.map(|forfeit| forfeit.reason.clone()),
        };
        options.printing.add(DataTable::of("game", [row])?);
        if let Some(forfeit) = fault_of_other {
            let taken = count(finished.decisions[forfeit.side].into(), "decision");
            writeln!(out, "\nno whole game: {} forfeited after {taken}: {}", options.against, forfeit.reason)?;
            return Ok(Exit::DoneWithForfeits);
        }
        let taken = count(decisions.into(), "decision");
        let Some(forfeit) = fault else {
            writeln!(out, "\nvalid: a whole game of {}, {taken}, {words}", R::NAME)?;
            return Ok(Exit::Done);
        };
        writeln!(out, "\nforfeit after {taken}: {} ({})", forfeit.reason, forfeit.fault.name())?;
        if forfeit.fault == FaultKind::Garbage {
            writeln!(out, "Standard output is for answers alone; other text belongs on the error stream.")?;
        }
        if !errors.is_empty() {
            writeln!(out, "The end of its error stream:")?;
            errors.lines().try_for_each(|line| writeln!(out, "  {}", printable(line)))?;
        }
        Ok(Exit::DoneWithForfeits)
    }
}

/// What a game of a trial is played with, by its number from 1: pairs have the same dice, and sides swapped.
#[derive(Clone, Copy)]
struct Seat {
    /// The side of the program.
    side: Side,
    pair: u64,
}

impl Seat {
    fn of_game(number: u64) -> Seat {
        Seat { side: if number % 2 == 1 { Side::Red } else { Side::Blue }, pair: (number - 1) / 2 }
    }

    /// Plays the game of the program, which comes first, against the other bot: how it ended, and its last position.
    fn play<G: Evaluate + Show>(
        self,
        options: &Options,
        game: &G,
        scenario: &str,
        [program, other]: [&mut dyn Bot<G>; 2],
    ) -> (Finished, G::State) {
        let key = GameKey { seed: options.seed, scenario, pair: self.pair };
        let names = BySide::from_fn(|side| if side == self.side { "guest" } else { options.against.as_str() });
        let bots = match self.side {
            Side::Red => BySide::new(program, other),
            Side::Blue => BySide::new(other, program),
        };
        let mut play = InPlay::new(game, key, names);
        let finished = play.play_out(game, bots, &mut NoObserver);
        (finished, play.state)
    }
}

/// Plays the games of a trial, in pairs with sides swapped and the same dice. `position` gives the position file of a
/// state.
fn tried<G: Evaluate + Show + 'static>(
    options: &Options,
    (prepared, scenario): (&Prepared<G>, &str),
    games: u64,
    program: &mut External<G>,
    other: &mut dyn Bot<G>,
    position: &dyn Fn(&G::State) -> Option<String>,
) -> Trial {
    let (game, mut trial) = (&prepared.game, Trial::default());
    program.receive_files(prepared.files.as_ref());
    other.receive_files(prepared.files.as_ref());
    let games = games.next_multiple_of(2);
    let bar = progress::bar(games, 0, false);
    for number in 1..=games {
        let seat = Seat::of_game(number);
        let mut times = std::mem::take(&mut trial.times);
        let mut timed = Timed::new(&mut *program, &mut times);
        let (finished, last) = seat.play(options, game, scenario, [&mut timed, &mut *other]);
        trial.times = times;
        trial.last_answer = program.last_answer();
        let replay = |game: u64| options.command_line(&["--game".to_owned(), game.to_string()]);
        trial.add(seat.side, &finished, || position(&last), replay);
        bar.inc(1);
    }
    bar.finish_and_clear();
    trial
}

/// Whether there is a file of this path or, for a bare name, one in a folder of the search path for programs.
fn is_program(name: &str) -> bool {
    if Path::new(name).components().count() > 1 {
        return Path::new(name).is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}
