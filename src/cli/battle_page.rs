//! What `play --html` and `replay --html` have in common: the files that a record names, and the page.

use super::CliError;
use crate::bots::BotConfig;
use crate::data::whole::write_named;
use crate::data::{Inputs, Kind, Library, Source};
use crate::game::{BySide, GameFiles, LoadError, Rulebook, Side};
use crate::report::replay::film::About;
use crate::report::replay::{Film, page};
use crate::tournament::{Header, RecordSetup, ValueFunction};
use std::path::Path;

/// Who plays a game, by the names under which they draw at random.
pub(super) struct Cast {
    /// The name of the scenario in the keys of the dice.
    pub key: String,
    /// The names of the entrants.
    pub entrants: BySide<String>,
    /// The paths of their bots; `None` for a human.
    pub bots: BySide<Option<String>>,
}

/// The files of bots, with those that they extend and the scripts that they run.
pub(super) fn bot_files<'a>(bots: impl Iterator<Item = &'a (Source, BotConfig)>) -> Result<Inputs, LoadError> {
    let mut inputs = Inputs::new();
    for (source, config) in bots {
        inputs.add(source)?;
        if let Some(script) = config.script() {
            inputs.add_text(&script.path, &script.text);
        }
    }
    Ok(inputs)
}

/// What is needed to play a recorded game again; `inputs` has the files of its bots.
pub(super) fn setup_of(files: &GameFiles, inputs: &mut Inputs, cast: Cast) -> RecordSetup {
    let setup = files.setup();
    setup.texts.iter().for_each(|(path, text)| inputs.add_text(path, text));
    RecordSetup {
        key: cast.key,
        entrants: cast.entrants,
        rules: setup.rules,
        scenario: setup.scenario,
        armies: setup.armies,
        bots: cast.bots,
        files: inputs.files(),
    }
}

/// The value function of the rulebook with its path, by which chances to win are estimated, if it has one.
pub(super) fn value_of<R: Rulebook>(library: &Library) -> Option<(String, ValueFunction)> {
    let source = library.find(Kind::Value, R::NAME).ok()?;
    let value = ValueFunction::read::<R>(&source).ok()?;
    Some((source.path().to_owned(), value))
}

/// What the page says about a game.
pub(super) fn about(
    header: &Header,
    players: &BySide<String>,
    game: Option<u64>,
    ending: String,
    winner: Option<Side>,
    value: Option<String>,
) -> About {
    About {
        rulebook: header.rulebook.clone(),
        rules: header.rules.clone(),
        scenario: header.scenario.clone(),
        players: players.clone(),
        seed: header.seed,
        pair: header.pair,
        game,
        ending,
        winner,
        value,
    }
}

/// Writes the page of a film.
pub(super) fn write_page(path: &Path, film: Film) -> Result<(), CliError> {
    let refused = |error| CliError::Input(format!("--html {}: {error}", path.display()));
    write_named(path, page::html(&film).as_bytes()).map_err(refused)
}
