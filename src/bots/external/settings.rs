//! What a bot file says of a program outside.

use super::super::keys::Keys;
use super::Program;
use crate::game::Weights;
use std::path::Path;

/// What a bot file says of a program outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The program.
    pub program: Program,
    /// Seconds that it has for each answer.
    pub seconds: f64,
    /// Seconds that it has for all answers of a game.
    pub game_seconds: f64,
    /// Seconds that it has to start and greet.
    pub start_seconds: f64,
    /// The rulebook that it is told to play.
    pub rulebook: &'static str,
    /// The weights behind the values that it is sent with the list of actions; none are sent where the bot file has
    /// none.
    pub judgement: Option<Weights>,
}

/// Seconds for an answer where a bot file does not say.
const DEFAULT_SECONDS: f64 = 10.0;
/// Seconds for a game where a bot file does not say.
const DEFAULT_GAME_SECONDS: f64 = 3_600.0;
/// Seconds to start where a bot file does not say.
const DEFAULT_START_SECONDS: f64 = 30.0;
const COMMAND: &str = "command";
const SECONDS: &str = "seconds";
const GAME_SECONDS: &str = "game_seconds";
const START_SECONDS: &str = "start_seconds";

impl Settings {
    /// The keys at the top of a bot file.
    pub const KEYS: &'static [&'static str] = &[COMMAND, SECONDS, GAME_SECONDS, START_SECONDS];
    /// The key that a bot file cannot do without.
    pub const NEEDED: &'static str = COMMAND;

    /// A program with the usual limits.
    pub fn new(command: Vec<String>, rulebook: &'static str) -> Settings {
        let program = Program { command, folder: None };
        Settings {
            program,
            seconds: DEFAULT_SECONDS,
            game_seconds: DEFAULT_GAME_SECONDS,
            start_seconds: DEFAULT_START_SECONDS,
            rulebook,
            judgement: None,
        }
    }

    /// Reads the keys of a bot file that lies in `folder`, in which the program runs.
    pub(in super::super) fn read(keys: &mut Keys<'_>, folder: Option<&Path>, rulebook: &'static str) -> Settings {
        const BOUNDS: std::ops::RangeInclusive<f64> = 0.01..=86_400.0;
        let program = Program { command: keys.texts(COMMAND), folder: folder.map(Path::to_path_buf) };
        let seconds = keys.real(SECONDS, DEFAULT_SECONDS, BOUNDS);
        let game_seconds = keys.real(GAME_SECONDS, DEFAULT_GAME_SECONDS, BOUNDS);
        let start_seconds = keys.real(START_SECONDS, DEFAULT_START_SECONDS, BOUNDS);
        Settings { program, seconds, game_seconds, start_seconds, rulebook, judgement: None }
    }
}
