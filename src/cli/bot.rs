//! `reglette bot`: a bot of this program as an external program for another one, by the protocol of
//! docs/bot-protocol.md, so that two versions of the program can play each other.

use super::{CliError, Exit};
use crate::bots::external::seat::{self, Greeting, OtherLists, Request, Seat};
use crate::bots::{Bot, BotFile, external};
use crate::catalog::{self, Task};
use crate::data::message::quoted_list;
use crate::data::{DataError, Kind, Library, Source};
use crate::game::rng::{Key, Stream};
use crate::game::{GameSetup, LoadError, Rulebook};
use crate::tournament::{GameRequest, load_game, read_bot};
use clap::Args;
use serde_json::Value;
use std::io::{self, BufRead, ErrorKind, Read, Write};

/// Plays as an external program: reads requests from standard input and answers on standard output, as the protocol of
/// docs/bot-protocol.md has it. For a bot file of kind "external", so that two versions of the program can play each
/// other.
///
/// A bare name means a bot that is built into this program, or else a file of that name; a path means that file. The
/// rulebook, and all files of each game, come from the program that asks.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  reglette check-bot reglette bot greedy
  printf 'kind = \"external\"\\ncommand = [\"/path/to/old/reglette\", \"bot\", \"greedy\"]\\n' > old.toml
  reglette tournament plain --bots greedy,old.toml --games 1000")]
pub struct Options {
    /// The bot, by name or path
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// Choose from the actions that this version lists, also where the other program lists others; by default that is
    /// an error
    #[arg(long)]
    pub own_lists: bool,
}

/// The longest line that is read, in bytes: several times the files of any game.
const LONGEST_LINE: u64 = 16 << 20;
/// The number of prepared games that are kept, so that games on several scenarios are not prepared again and again.
const MOST_KEPT: usize = 16;

impl Options {
    /// Answers until the input ends.
    ///
    /// # Errors
    /// Why the bot cannot play, which is also sent as the last answer.
    pub fn run(&self, library: &Library, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Exit, CliError> {
        let mut line = Connection { input, out, text: String::new() };
        match self.serve(library, &mut line) {
            Ok(()) => Ok(Exit::Done),
            Err(SessionEnd::Refused(reason)) => {
                line.send(&seat::error(&reason))?;
                Err(CliError::Input(reason))
            }
            Err(SessionEnd::Unwritten(error)) => Err(error.into()),
        }
    }

    fn serve(&self, library: &Library, line: &mut Connection<'_>) -> Result<(), SessionEnd> {
        let source = find(library, &self.bot)?;
        while let Some(text) = line.next()? {
            match Request::read(&text)? {
                Request::Hello(greeting) if !greeting.setup => return Err(no_files(&greeting).into()),
                Request::Hello(greeting) => {
                    let Greeting { rulebook, .. } = &greeting;
                    let known = quoted_list(catalog::NAMES, "and");
                    let unknown =
                        || SessionEnd::Refused(format!("no rulebook \"{rulebook}\"; this program has {known}"));
                    let serve = Serve { options: self, source: &source, greeting: &greeting, line };
                    return catalog::with(rulebook, serve).unwrap_or_else(|| Err(unknown()));
                }
                Request::Quit => break,
                Request::Other => {}
                Request::Begin(_) | Request::Choose(_) => {
                    return Err(SessionEnd::Refused("a request before \"hello\"".to_owned()));
                }
            }
        }
        Ok(())
    }
}

/// Why the bot answers no more.
enum SessionEnd {
    /// It cannot play.
    Refused(String),
    /// Its answers are not read.
    Unwritten(io::Error),
}

impl From<String> for SessionEnd {
    fn from(reason: String) -> Self {
        SessionEnd::Refused(reason)
    }
}

impl From<LoadError> for SessionEnd {
    fn from(error: LoadError) -> Self {
        SessionEnd::Refused(error.in_a_line())
    }
}

impl From<DataError> for SessionEnd {
    fn from(error: DataError) -> Self {
        SessionEnd::Refused(error.in_a_line())
    }
}

impl From<io::Error> for SessionEnd {
    fn from(error: io::Error) -> Self {
        SessionEnd::Unwritten(error)
    }
}

/// The connection to the program that asks.
struct Connection<'a> {
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    text: String,
}

impl Connection<'_> {
    /// The next line; `None` at the end of the input.
    fn next(&mut self) -> Result<Option<String>, SessionEnd> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        match (&mut *self.input).take(LONGEST_LINE).read_line(&mut text) {
            Ok(0) => Ok(None),
            Ok(read) if read as u64 == LONGEST_LINE => Err(format!("a line longer than {LONGEST_LINE} bytes").into()),
            Ok(_) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::InvalidData => Err("a line that is not UTF-8".to_owned().into()),
            Err(error) => Err(format!("the input cannot be read: {error}").into()),
        }
    }

    fn send(&mut self, answer: &Value) -> io::Result<()> {
        writeln!(self.out, "{answer}")?;
        self.out.flush()
    }
}

/// The bot of a name. A bare name means the bot of this version, whatever files of that name lie in the folder where
/// the other program runs it.
fn find(library: &Library, name: &str) -> Result<Source, DataError> {
    let is_path = name.contains(['/', '\\']) || name.ends_with(".toml");
    match Library::built_in().find(Kind::Bot, name) {
        Ok(own) if !is_path => Ok(own),
        _ => library.find(Kind::Bot, name),
    }
}

struct Serve<'a, 'b> {
    options: &'a Options,
    source: &'a Source,
    greeting: &'a Greeting,
    line: &'a mut Connection<'b>,
}

impl Task for Serve<'_, '_> {
    type Output = Result<(), SessionEnd>;

    fn run<R: Rulebook + 'static>(self) -> Result<(), SessionEnd> {
        let Serve { options, source, greeting, line } = self;
        if BotFile::read(source)?.kind() == external::Settings::KIND {
            return Err(format!("{} is an external program itself; name its command instead", source.path()).into());
        }
        let config = read_bot::<R>(source)?;
        line.send(&seat::hello(source.name()))?;
        let mut bot: Box<dyn Bot<R::Game>> = config.build();
        let mut seat = Seat::new(if options.own_lists { OtherLists::Ignored } else { OtherLists::Refused });
        let mut games = Games::<R> { recent: Vec::new() };
        let mut stream: Option<Stream> = None;
        while let Some(text) = line.next()? {
            match Request::read(&text)? {
                Request::Hello(again) if again.rulebook == R::NAME => line.send(&seat::hello(source.name()))?,
                Request::Hello(again) => {
                    return Err(format!("no rulebook \"{}\" after {}", again.rulebook, R::NAME).into());
                }
                Request::Begin(begin) => {
                    let setup = begin.setup.ok_or_else(|| no_files(greeting))?;
                    games.begin(setup)?;
                    let key = begin.stream.as_deref().map(|text| Key::from_hex(text).ok_or("\"stream\" is no key"));
                    stream = Some(key.transpose().map_err(str::to_owned)?.unwrap_or(Key::new(begin.seed)).stream());
                    bot.begin();
                    line.send(&seat::ready())?;
                }
                Request::Choose(choose) => {
                    let (Some(game), Some(stream)) = (games.current(), &mut stream) else {
                        return Err("a decision before \"begin\"".to_owned().into());
                    };
                    let answer = seat.answer(game, &mut *bot, &choose, stream)?;
                    line.send(&answer)?;
                }
                Request::Quit => break,
                Request::Other => {}
            }
            line.text = text;
        }
        Ok(())
    }
}

/// The error for a program that does not send the files of a game.
fn no_files(greeting: &Greeting) -> String {
    let asker = format!("{} {}", greeting.program, greeting.version);
    format!("the program that asks ({}) does not send the files of a game (\"setup\")", asker.trim())
}

/// The games that were prepared, the current one last.
struct Games<R: Rulebook> {
    recent: Vec<(GameSetup, R::Game)>,
}

impl<R: Rulebook> Games<R> {
    /// Prepares a game, unless it is known already.
    fn begin(&mut self, setup: GameSetup) -> Result<(), LoadError> {
        if let Some(place) = self.recent.iter().position(|(known, _)| *known == setup) {
            self.recent[place..].rotate_left(1);
            return Ok(());
        }
        let request = GameRequest {
            rules: Some(setup.rules.clone()),
            scenario: Some(setup.scenario.clone()),
            armies: setup.armies.clone().map_or_else(Vec::new, |armies| vec![armies.red, armies.blue]),
        };
        let game = load_game::<R>(&setup.library()?, &request)?.prepared.game;
        if self.recent.len() >= MOST_KEPT {
            self.recent.remove(0);
        }
        self.recent.push((setup, game));
        Ok(())
    }

    /// The game that began last.
    fn current(&self) -> Option<&R::Game> {
        self.recent.last().map(|(_, game)| game)
    }
}
