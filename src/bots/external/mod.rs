//! Bots that are external programs, in any language, over standard input and output (`docs/bot-protocol.md`). One
//! process for each bot of a thread, started once and kept from game to game; after a fault the caller recreates it.
//! The other end of the protocol, for bots of this program, is in [`seat`].

mod process;
mod protocol;
pub mod seat;
mod settings;
pub mod warden;

pub use process::{LONGEST_LINE, Program};
pub use protocol::VERSION;
pub use settings::Settings;

use super::{Bot, BotFault, FaultKind};
use crate::game::rng::{Key, Stream};
use crate::game::{Evaluate, GameFiles, Outcome, Show, Side};
use process::Process;
use protocol::{Answer, Choice};
use serde_json::Value;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of unsolicited messages after which a program is at fault.
const MOST_ASIDES: usize = 1_000;

/// One line exchanged with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProtocolLine<'a> {
    /// A line sent to the program.
    Sent(&'a str),
    /// A line received from it.
    Received(&'a str),
}

/// Called with every line exchanged.
pub type Listener = Box<dyn FnMut(ProtocolLine<'_>) + Send>;

/// A program that has completed the greeting.
struct Connection {
    process: Process,
    listener: Option<Listener>,
    /// Whether it asks for the files of each game.
    wants_setup: bool,
    /// It will not be waited for.
    is_at_fault: bool,
}

/// A program that does not complete the greeting.
struct Refused {
    fault: BotFault,
    listener: Option<Listener>,
    /// The end of its error stream.
    errors: String,
}

impl Connection {
    fn connect(settings: &Settings, listener: Option<Listener>) -> Result<Connection, Refused> {
        let process = match Process::start(&settings.program) {
            Ok(process) => process,
            Err(fault) => return Err(Refused { fault, listener, errors: String::new() }),
        };
        let mut connection = Connection { process, listener, wants_setup: false, is_at_fault: false };
        match connection.shake_hands(settings) {
            Ok(()) => Ok(connection),
            Err(fault) => {
                let errors = connection.end_at_fault();
                Err(Refused { fault, listener: connection.listener.take(), errors })
            }
        }
    }

    /// Kills the program, which is not called again, with its children: the end of its error stream.
    fn end_at_fault(&mut self) -> String {
        self.is_at_fault = true;
        self.process.end_at_fault()
    }

    fn shake_hands(&mut self, settings: &Settings) -> Result<(), BotFault> {
        let deadline = Instant::now() + Duration::from_secs_f64(settings.start_seconds);
        self.send(&protocol::hello(settings.rulebook, settings.seconds));
        for _ in 0..MOST_ASIDES {
            let line = self.receive(deadline).map_err(|fault| late(fault, " to \"hello\"", settings.start_seconds))?;
            match protocol::read(&line)? {
                Answer::Hello(hello) if hello.protocol == VERSION => {
                    self.wants_setup = hello.setup;
                    return Ok(());
                }
                Answer::Hello(hello) => {
                    let reason = format!("the program speaks protocol {}, not {VERSION}", hello.protocol);
                    return Err(BotFault::new(FaultKind::Garbage, reason));
                }
                Answer::Choice(_) => return Err(BotFault::new(FaultKind::Garbage, "a choice instead of a greeting")),
                Answer::Error(reason) => return Err(BotFault::new(FaultKind::Crash, reason)),
                Answer::Ready | Answer::Unknown => {}
            }
        }
        Err(BotFault::new(FaultKind::Garbage, format!("{MOST_ASIDES} messages without a greeting")))
    }

    /// Begins a game. A program that asks for its files prepares it now.
    fn begin(&mut self, settings: &Settings, start: &Start, files: Option<&GameFiles>) -> Result<(), BotFault> {
        let setup = match files {
            _ if !self.wants_setup => None,
            Some(files) => Some(files.setup()),
            None => {
                let reason = "the program asks for the files of the game, but this game is not made from files";
                return Err(BotFault::new(FaultKind::Crash, reason));
            }
        };
        let stream = start.stream.filter(|_| settings.sends_stream);
        self.send(&protocol::begin(start.game, start.seed, setup.as_ref(), stream));
        if setup.is_none() {
            return Ok(());
        }
        let deadline = Instant::now() + Duration::from_secs_f64(settings.start_seconds);
        for _ in 0..MOST_ASIDES {
            let line = self.receive(deadline).map_err(|fault| late(fault, " to \"begin\"", settings.start_seconds))?;
            match protocol::read(&line)? {
                Answer::Ready => return Ok(()),
                Answer::Error(reason) => return Err(BotFault::new(FaultKind::Crash, reason)),
                Answer::Hello(_) | Answer::Choice(_) | Answer::Unknown => {}
            }
        }
        Err(BotFault::new(FaultKind::Garbage, format!("{MOST_ASIDES} messages without \"ready\"")))
    }

    fn send(&mut self, message: &Value) {
        let line = message.to_string();
        if let Some(listener) = &mut self.listener {
            listener(ProtocolLine::Sent(&line));
        }
        self.process.send(line);
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, BotFault> {
        let line = self.process.receive(deadline)?;
        if let Some(listener) = &mut self.listener {
            listener(ProtocolLine::Received(line.trim_end()));
        }
        Ok(line)
    }

    /// The answer to the decision of this number, the last that was asked; late answers to earlier ones are skipped.
    fn answer(&mut self, id: u64, deadline: Instant) -> Result<Value, BotFault> {
        for _ in 0..MOST_ASIDES {
            match protocol::read(&self.receive(deadline)?)? {
                Answer::Choice(Choice { id: answered, action }) if answered.is_none_or(|answered| answered == id) => {
                    return Ok(action);
                }
                Answer::Choice(Choice { id: Some(answered), .. }) if answered > id => {
                    let reason = format!("an answer with id {answered}, where the last decision has id {id}");
                    return Err(BotFault::new(FaultKind::Garbage, reason));
                }
                Answer::Error(reason) => return Err(BotFault::new(FaultKind::Crash, reason)),
                Answer::Choice(_) | Answer::Hello(_) | Answer::Ready | Answer::Unknown => {}
            }
        }
        Err(BotFault::new(FaultKind::Garbage, format!("{MOST_ASIDES} messages without an answer")))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.send(&protocol::quit());
        if !self.is_at_fault {
            self.process.take_leave();
        }
    }
}

/// What a program receives about a game besides its files.
struct Start {
    game: u64,
    seed: u64,
    /// The key of the bot's random stream.
    stream: Option<Key>,
}

/// Starts a program, greets it and ends it, so that its faults are found before the first game. A program that asks
/// for files prepares these games.
///
/// # Errors
/// If it cannot be started, exits, does not answer, answers with an invalid greeting, or cannot prepare a game.
pub fn try_out(settings: &Settings, games: &[Arc<GameFiles>]) -> Result<(), BotFault> {
    let mut connection = Connection::connect(settings, None).map_err(|refused| refused.fault)?;
    let trial = Start { game: 0, seed: 0, stream: None };
    let games = games.iter().filter(|_| connection.wants_setup).collect::<Vec<_>>();
    let tried = games.into_iter().try_for_each(|files| connection.begin(settings, &trial, Some(files)));
    connection.is_at_fault = tried.is_err();
    tried
}

/// Starts a program, greets it and ends it: whether it asks for the files of its games, so that it cannot play a game
/// that is not made from files.
///
/// # Errors
/// If it cannot be started, exits, does not answer, or answers with an invalid greeting.
pub fn asks_for_files(settings: &Settings) -> Result<bool, BotFault> {
    Connection::connect(settings, None).map(|connection| connection.wants_setup).map_err(|refused| refused.fault)
}

/// A fault with the limit that was exceeded, where it is one of time.
fn late(fault: BotFault, to: &str, seconds: f64) -> BotFault {
    match fault.kind {
        FaultKind::TimeOut => BotFault::new(FaultKind::TimeOut, format!("no answer{to} in time, within {seconds} s")),
        _ => fault,
    }
}

/// An external program that decides for one side.
pub struct External<G: Evaluate + Show> {
    settings: Settings,
    connection: Option<Connection>,
    listener: Option<Listener>,
    /// Games begun, decisions requested.
    games: u64,
    asked: u64,
    /// The files of the current game.
    files: Option<Arc<GameFiles>>,
    /// Whether the program has received the start of the current game.
    has_begun: bool,
    /// The time left on its clock in the current game.
    clock: Duration,
    /// The time that the program took for its last decision; `None` where it was not asked for one, since it did not
    /// start.
    answered: Option<Duration>,
    /// The end of the error stream of the program that was last at fault.
    errors: String,
    actions: Vec<G::Action>,
    values: Vec<f32>,
    game: PhantomData<G>,
}

impl<G: Evaluate + Show> External<G> {
    /// A bot whose program is started with its first decision.
    pub fn new(settings: Settings) -> External<G> {
        External {
            clock: Duration::from_secs_f64(settings.game_seconds),
            settings,
            connection: None,
            listener: None,
            games: 0,
            asked: 0,
            files: None,
            has_begun: false,
            answered: None,
            errors: String::new(),
            actions: Vec::new(),
            values: Vec::new(),
            game: PhantomData,
        }
    }

    /// The same bot, with a listener.
    pub fn overheard(settings: Settings, listener: Listener) -> External<G> {
        External { listener: Some(listener), ..External::new(settings) }
    }

    /// The time that the program took for the decision last asked of it, its start not included; `None` where it did
    /// not start.
    pub fn last_answer(&self) -> Option<Duration> {
        self.answered
    }

    /// The end of what the program that was last at fault had written to its error stream, at most 2,000 bytes.
    pub fn errors(&self) -> &str {
        &self.errors
    }

    fn ask(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        self.answered = None;
        if self.connection.is_none() {
            match Connection::connect(&self.settings, self.listener.take()) {
                Ok(connection) => self.connection = Some(connection),
                Err(Refused { fault, listener, errors }) => {
                    (self.listener, self.errors) = (listener, errors);
                    return Err(fault);
                }
            }
        }
        let connection = self.connection.as_mut().expect("the guest was just welcomed");
        if !self.has_begun {
            self.has_begun = true;
            // JSON parsers of many languages support no more than 53 bits.
            let start = Start { game: self.games, seed: stream.bits() >> 11, stream: Some(stream.key()) };
            connection.begin(&self.settings, &start, self.files.as_deref())?;
        }
        game.legal_actions(seen, &mut self.actions);
        let listed = self.actions.iter().map(|action| game.action_to_data(seen, action)).collect();
        let values = self.settings.weights.as_ref().map(|weights| {
            game.score_actions(seen, &self.actions, weights, &mut self.values);
            self.values.iter().map(|value| f64::from(*value)).collect()
        });
        self.asked += 1;
        let left = self.clock;
        connection.send(&protocol::choose(self.asked, side, game.position_to_data(seen), listed, values, left));
        let (asked, seconds) = (Instant::now(), Duration::from_secs_f64(self.settings.seconds));
        let answer = connection.answer(self.asked, asked + seconds.min(left));
        self.answered = Some(asked.elapsed());
        let answer = answer.map_err(|fault| match fault.kind {
            FaultKind::TimeOut if left < seconds => BotFault::new(FaultKind::TimeOut, self.settings.overstepped()),
            _ => late(fault, "", self.settings.seconds),
        })?;
        self.clock = left.saturating_sub(asked.elapsed()) + Duration::from_secs_f64(self.settings.increment_seconds);
        match answer.as_u64() {
            Some(number) => {
                let chosen = usize::try_from(number).ok().and_then(|number| self.actions.get(number));
                let problem = || format!("action {number} of a list of {}", self.actions.len());
                chosen.copied().ok_or_else(|| BotFault::new(FaultKind::Illegal, problem()))
            }
            None => game
                .action_from_data(seen, &answer)
                .map_err(|error| BotFault::new(FaultKind::Illegal, error.to_string())),
        }
    }
}

impl<G: Evaluate + Show> Bot<G> for External<G> {
    fn receive_files(&mut self, files: Option<&Arc<GameFiles>>) {
        self.files = files.cloned();
    }

    fn begin(&mut self) {
        self.games += 1;
        self.has_begun = false;
        self.clock = Duration::from_secs_f64(self.settings.game_seconds);
    }

    fn choose(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        self.ask(game, seen, side, stream).inspect_err(|_| {
            if let Some(mut connection) = self.connection.take() {
                self.errors = connection.end_at_fault();
                self.listener = connection.listener.take();
            }
        })
    }

    fn end(&mut self, outcome: &Outcome, side: Side) {
        if let Some(connection) = self.connection.as_mut().filter(|_| self.has_begun) {
            connection.send(&protocol::end(outcome, side));
        }
    }
}
