//! A single picture of a game: the position after one of its steps, or at its end, as an SVG file.

use super::CliError;
use crate::data::whole::write_named;
use crate::game::{Game, Show, Side};
use crate::report::format::count;
use crate::report::svg::svg;
use crate::tournament::Observer;
use std::path::Path;

/// Observes a game and keeps one of its positions.
pub(super) struct Still<G: Game> {
    /// The number of decisions and rolls before the position, as steps are counted in records and pages; `None` for the
    /// end.
    step: Option<usize>,
    steps: usize,
    state: G::State,
}

impl<G: Show> Still<G> {
    /// Before the first step of a game that begins with this position.
    pub fn begin(step: Option<usize>, start: &G::State) -> Still<G> {
        Still { step, steps: 0, state: *start }
    }

    fn change(&mut self, after: &G::State) {
        self.steps += 1;
        if self.step.is_none_or(|step| self.steps <= step) {
            self.state = *after;
        }
    }

    /// Writes the picture once the game is over.
    ///
    /// # Errors
    /// If the game has no such step, or the file cannot be written.
    pub fn write(&self, game: &G, path: &Path) -> Result<(), CliError> {
        if let Some(step) = self.step.filter(|step| *step > self.steps) {
            let why = format!("there is no step {step}: the game has {}", count(self.steps as u64, "step"));
            return Err(CliError::Input(why));
        }
        let refused = |error| CliError::Input(format!("--svg {}: {error}", path.display()));
        write_named(path, svg(&game.picture(&self.state)).as_bytes()).map_err(refused)
    }
}

impl<G: Show> Observer<G> for Still<G> {
    fn decided(&mut self, _game: &G, _before: &G::State, _side: Side, _action: &G::Action, after: &G::State) {
        self.change(after);
    }

    fn rolled(&mut self, _game: &G, _before: &G::State, _roll: &G::Roll, after: &G::State) {
        self.change(after);
    }
}
