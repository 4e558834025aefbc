//! The bots that `problems` and `decisions` score.

use super::CliError;
use super::note::note;
use super::repeated::repeated;
use crate::bots::BotConfig;
use crate::data::{Kind, Library, Source};
use crate::game::Rulebook;
use crate::tournament::read_bot;

/// The bots of these names, each with its settings. Those whose scores cannot be repeated are noted.
///
/// # Errors
/// A bot that is named twice, whose answers would count as those of two; one that is unknown or cannot be read; a
/// program that asks for the files of its games, since single positions have none.
pub(super) fn read_bots<R: Rulebook>(
    library: &Library,
    names: &[String],
) -> Result<Vec<(String, BotConfig)>, CliError> {
    let sources = names.iter().map(|name| library.find(Kind::Bot, name)).collect::<Result<Vec<_>, _>>()?;
    if let Some(name) = repeated(library, Kind::Bot, names)? {
        return Err(CliError::Input(format!("--bots names {name} twice; a bot is scored once")));
    }
    let read = |(name, source): (&String, &Source)| {
        let config = read_bot::<R>(source)?;
        if !config.is_repeatable() {
            note!("{name}: it depends on the clock or on a program, and its scores cannot be repeated");
        }
        if config.asks_for_files().map_err(|fault| CliError::Input(format!("{name}: {}", fault.reason)))? {
            return Err(CliError::Input(format!(
                "{name}: the program asks for the files of a game (\"setup\"), and a position has none; expected a bot \
                 of this process, or a program that plays without"
            )));
        }
        Ok((name.clone(), config))
    };
    names.iter().zip(&sources).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::ToyBook;

    #[test]
    fn a_bot_is_scored_once() {
        let read = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            read_bots::<ToyBook>(&Library::built_in(), &names)
        };
        assert_eq!(read(&["greedy", "random"]).map(|bots| bots.len()).ok(), Some(2));
        let refused = read(&["greedy", "random", "greedy"]).expect_err("a bot is named twice").to_string();
        assert_eq!(refused, "--bots names greedy twice; a bot is scored once");
        let refused = read(&["greedy", "bots/greedy.toml"]).expect_err("under another name too").to_string();
        assert_eq!(refused, "--bots names bots/greedy.toml twice; a bot is scored once");
    }
}
