//! `reglette check-bot`: plays one game against an external program, with a transcript of every line, or several games
//! that show its strength, speed and faults, for authors of such programs.

mod trial;

use self::trial::{Timed, Trial};
use super::printing::Printing;
use super::whole_number::{seed, whole_number};
use super::{CliError, Exit, progress};
use crate::bots::external::{External, ProtocolLine, Settings};
use crate::bots::{Bot, BotConfig, FaultKind};
use crate::catalog::{self, Task};
use crate::data::{Kind, Library, printable};
use crate::game::{BySide, Evaluate, Prepared, Rulebook, Show, Side};
use crate::report::document::DataTable;
use crate::report::format::count;
use crate::report::screen;
use crate::tournament::load::DEFAULT_SEED;
use crate::tournament::{GameKey, GameRequest, InPlay, LoadedGame, NoObserver, load_game, read_bot};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::mpsc::channel;

/// The maximum length of a transcript line, in characters, unless whole lines are requested.
const SHOWN: usize = 160;
/// What else is on the line of a shortened message: at most `> ` and `… (1234567 bytes)`.
const BESIDE: usize = 20;

/// Plays one game against a program, as the protocol of docs/bot-protocol.md has it, and prints every line exchanged:
/// the beginning of each, or with --whole all of it.
///
/// The program plays red. Lines sent to it begin with ">", lines that it wrote with "<". With --games it plays that
/// many games instead, each pair with sides swapped and the same dice, and the result is its strength against a bot
/// (random, unless another is named), the time of its answers, and a table of its faults.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette check-bot python3 bots/examples/reference.py
  reglette check-bot --games 20 mine.toml
  reglette check-bot --games 100 --game-seconds 60 --increment 0.5 python3 bots/examples/reference.py
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
    #[arg(long, default_value = "random", value_name = "BOT")]
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
    /// `won`, `lost` or `draw`.
    result: &'static str,
    /// The kind of fault by which the program forfeited the game.
    fault: Option<String>,
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
        let LoadedGame { prepared, scenario, .. } = load_game::<R>(library, &request)?;
        let game = &prepared.game;
        let against: BotConfig = read_bot::<R>(&library.find(Kind::Bot, &options.against)?)?;
        let settings = options.settings::<R>(library)?;
        if let Some(games) = options.games {
            let mut program = External::<R::Game>::new(settings);
            let other = against.build::<R::Game>();
            let trial = tried(options, &prepared, &scenario, games, &mut program, other);
            options.printing.add(DataTable::of("trial", [trial.row(&options.against)])?);
            options.printing.add(DataTable::of("faults", &trial.faults)?);
            write!(out, "{}", trial.render(&options.against))?;
            return Ok(if trial.faults.is_empty() { Exit::Done } else { Exit::DoneWithForfeits });
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
        let mut other = against.build::<R::Game>();
        program.receive_files(prepared.files.as_ref());
        other.receive_files(prepared.files.as_ref());
        let key = GameKey { seed: options.seed, scenario: &scenario, pair: 0 };
        let mut play = InPlay::new(game, key, BySide::new("guest", options.against.as_str()));
        // The transcript is kept in memory, where it is small, so that the game does not wait for a slow terminal.
        let finished =
            play.play_out(game, BySide::new(&mut program as &mut dyn Bot<R::Game>, &mut *other), &mut NoObserver);
        drop(program);
        for line in lines {
            let line = printable(&line).into_owned();
            writeln!(out, "{}", if options.whole { line } else { shortened(&line) })?;
        }
        let fault = finished.forfeit.as_ref().filter(|forfeit| forfeit.side == Side::Red);
        let row = GameRow {
            rulebook: R::NAME,
            scenario: &scenario,
            decisions: finished.decisions[Side::Red],
            result: match finished.outcome.winner {
                Some(Side::Red) => "won",
                Some(Side::Blue) => "lost",
                None => "draw",
            },
            fault: fault.map(|forfeit| forfeit.fault.name().to_owned()),
            reason: fault.map(|forfeit| forfeit.reason.to_string()),
        };
        options.printing.add(DataTable::of("game", [row])?);
        let taken = count(finished.decisions[Side::Red].into(), "decision");
        match &finished.forfeit {
            Some(forfeit) if forfeit.side == Side::Red => {
                writeln!(out, "\nforfeit after {taken}: {} ({})", forfeit.reason, forfeit.fault.name())?;
                if forfeit.fault == FaultKind::Garbage {
                    writeln!(out, "Standard output is for answers alone; other text belongs on the error stream.")?;
                }
                Ok(Exit::DoneWithForfeits)
            }
            _ => {
                let result = match finished.outcome.winner {
                    Some(Side::Red) => "it won",
                    Some(Side::Blue) => "it lost",
                    None => "a draw",
                };
                writeln!(out, "\nvalid: a whole game of {}, {taken}, {result}", R::NAME)?;
                Ok(Exit::Done)
            }
        }
    }
}

/// Plays the games of a trial, in pairs with sides swapped and the same dice.
fn tried<G: Evaluate + Show + 'static>(
    options: &Options,
    prepared: &Prepared<G>,
    scenario: &str,
    games: u64,
    program: &mut External<G>,
    mut other: Box<dyn Bot<G>>,
) -> Trial {
    let (game, mut trial) = (&prepared.game, Trial::default());
    program.receive_files(prepared.files.as_ref());
    other.receive_files(prepared.files.as_ref());
    let bar = progress::bar(games.next_multiple_of(2), 0, false);
    for number in 0..games.next_multiple_of(2) {
        let side = if number % 2 == 0 { Side::Red } else { Side::Blue };
        let key = GameKey { seed: options.seed, scenario, pair: number / 2 };
        let names = BySide::from_fn(|seat| if seat == side { "guest" } else { options.against.as_str() });
        let mut times = std::mem::take(&mut trial.times);
        let mut timed = Timed::new(&mut *program, &mut times);
        let (ours, theirs): (&mut dyn Bot<G>, &mut dyn Bot<G>) = (&mut timed, &mut *other);
        let bots = match side {
            Side::Red => BySide::new(ours, theirs),
            Side::Blue => BySide::new(theirs, ours),
        };
        let finished = InPlay::new(game, key, names).play_out(game, bots, &mut NoObserver);
        trial.times = times;
        trial.add(side, &finished);
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

fn shortened(line: &str) -> String {
    // With the sign in front and the number of bytes behind, it fits the terminal.
    let room = SHOWN.min(screen::width().saturating_sub(BESIDE));
    let mut shown: String = line.chars().take(room).collect();
    if shown.len() < line.len() {
        shown.push_str(&format!("… ({} bytes)", line.len()));
    }
    shown
}
