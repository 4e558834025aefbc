//! The bots that `problems` and `decisions` score.

use super::CliError;
use super::note::note;
use crate::bots::BotConfig;
use crate::data::{Kind, Library};
use crate::game::Rulebook;
use crate::tournament::read_bot;

/// The bots of these names, each with its settings. Those whose scores cannot be repeated are noted.
///
/// # Errors
/// A bot that is unknown or cannot be read.
pub(super) fn read_bots<R: Rulebook>(
    library: &Library,
    names: &[String],
) -> Result<Vec<(String, BotConfig)>, CliError> {
    let read = |name: &String| {
        let config = read_bot::<R>(&library.find(Kind::Bot, name)?)?;
        if !config.is_repeatable() {
            note!("{name}: it depends on the clock or on a program, and its scores cannot be repeated");
        }
        Ok((name.clone(), config))
    };
    names.iter().map(read).collect()
}
