//! The settings of a bot file for an external program.

use super::super::keys::Keys;
use super::Program;
use crate::game::Weights;
use std::path::Path;

/// The settings of an external program.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The program.
    pub program: Program,
    /// Its time limit for each answer, in seconds.
    pub seconds: f64,
    /// The time on its clock at the beginning of a game, in seconds.
    pub game_seconds: f64,
    /// The time added to its clock by each answer, in seconds.
    pub increment_seconds: f64,
    /// Its time limit to start and greet, in seconds.
    pub start_seconds: f64,
    /// Whether it receives the key of its random stream, from which the dice can be computed as well.
    pub sends_stream: bool,
    /// The rulebook named in the greeting.
    pub rulebook: &'static str,
    /// The weights of the values sent with the list of actions; without them no values are sent.
    pub weights: Option<Weights>,
}

/// The default time limit for an answer, in seconds.
const DEFAULT_SECONDS: f64 = 10.0;
/// The default time limit for a game, in seconds.
const DEFAULT_GAME_SECONDS: f64 = 3_600.0;
/// The default time limit to start, in seconds.
const DEFAULT_START_SECONDS: f64 = 30.0;
const COMMAND: &str = "command";
const SECONDS: &str = "seconds";
const GAME_SECONDS: &str = "game_seconds";
const INCREMENT_SECONDS: &str = "increment_seconds";
const START_SECONDS: &str = "start_seconds";
const SEND_STREAM: &str = "send_stream";

impl Settings {
    /// The name of the kind in bot files.
    pub const KIND: &'static str = "external";
    /// The keys at the top level of a bot file.
    pub const KEYS: &'static [&'static str] =
        &[COMMAND, SECONDS, GAME_SECONDS, INCREMENT_SECONDS, START_SECONDS, SEND_STREAM];
    /// The required key.
    pub const NEEDED: &'static str = COMMAND;

    /// A program with the default limits.
    pub fn new(command: Vec<String>, rulebook: &'static str) -> Settings {
        let program = Program { command, folder: None };
        Settings {
            program,
            seconds: DEFAULT_SECONDS,
            game_seconds: DEFAULT_GAME_SECONDS,
            increment_seconds: 0.0,
            start_seconds: DEFAULT_START_SECONDS,
            sends_stream: false,
            rulebook,
            weights: None,
        }
    }

    /// The fault of a program whose clock has run out, in words.
    pub(super) fn overstepped(&self) -> String {
        let Settings { game_seconds, increment_seconds, .. } = self;
        let seconds = if *game_seconds == 1.0 { "second" } else { "seconds" };
        match *increment_seconds {
            0.0 => format!("more than {game_seconds} {seconds} for all answers of a game"),
            _ => format!("more than {game_seconds} {seconds} and {increment_seconds} an answer for all of a game"),
        }
    }

    /// Reads the keys of a bot file in `folder`, which becomes the working directory.
    pub(in super::super) fn read(keys: &mut Keys<'_>, folder: Option<&Path>, rulebook: &'static str) -> Settings {
        const BOUNDS: std::ops::RangeInclusive<f64> = 0.01..=86_400.0;
        let program = Program { command: keys.texts(COMMAND), folder: folder.map(Path::to_path_buf) };
        let seconds = keys.real(SECONDS, DEFAULT_SECONDS, BOUNDS);
        let game_seconds = keys.real(GAME_SECONDS, DEFAULT_GAME_SECONDS, BOUNDS);
        let increment_seconds = keys.real(INCREMENT_SECONDS, 0.0, 0.0..=86_400.0);
        let start_seconds = keys.real(START_SECONDS, DEFAULT_START_SECONDS, BOUNDS);
        let sends_stream = keys.switch(SEND_STREAM, false);
        Settings {
            program,
            seconds,
            game_seconds,
            increment_seconds,
            start_seconds,
            sends_stream,
            rulebook,
            weights: None,
        }
    }
}
