//! The frames of a game: a picture at the beginning, at the beginning of each player-turn and at the end, as numbered
//! SVG files in a folder.

use crate::data::whole::write_named;
use crate::game::{Game, Moment, Show, Side};
use crate::report::svg::svg;
use crate::tournament::Observer;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the frames of a game as it is played. After a write error it draws no more; [`Frames::failed`] returns the
/// error.
pub struct Frames {
    folder: PathBuf,
    humans: Vec<Side>,
    drawn: usize,
    failure: Option<io::Error>,
}

impl Frames {
    /// Draws into a folder, which is created if necessary; frames of an older game in it are removed.
    ///
    /// # Errors
    /// If the folder cannot be created or cleared.
    pub fn into_folder(folder: &Path, humans: Vec<Side>) -> io::Result<Frames> {
        fs::create_dir_all(folder)?;
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.file_name().and_then(|name| name.to_str()).is_some_and(is_frame) {
                fs::remove_file(path)?;
            }
        }
        Ok(Frames { folder: folder.to_path_buf(), humans, drawn: 0, failure: None })
    }

    /// The number of frames drawn.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// Reports the first write error, if there was one.
    ///
    /// # Errors
    /// That error.
    pub fn failed(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Draws a position, as all humans may see it.
    pub fn draw<G: Show>(&mut self, game: &G, state: &G::State) {
        let seen = self.humans.iter().fold(*state, |seen, side| game.seen_by(&seen, *side));
        if self.failure.is_none() {
            let path = self.folder.join(format!("frame-{:04}.svg", self.drawn));
            self.failure = write_named(&path, svg(&game.picture(&seen)).as_bytes()).err();
            self.drawn += 1;
        }
    }

    fn change<G: Show>(&mut self, game: &G, before: &G::State, after: &G::State) {
        let is_over = matches!(game.moment(after), Moment::Over(_));
        if is_over || game.player_turn(before) != game.player_turn(after) {
            self.draw(game, after);
        }
    }
}

/// Whether a file of this name is a frame.
fn is_frame(name: &str) -> bool {
    let number = name.strip_prefix("frame-").and_then(|rest| rest.strip_suffix(".svg"));
    number.is_some_and(|number| number.len() >= 4 && number.bytes().all(|sign| sign.is_ascii_digit()))
}

impl<G: Game + Show> Observer<G> for Frames {
    fn decided(&mut self, game: &G, before: &G::State, _side: Side, _action: &G::Action, after: &G::State) {
        self.change(game, before, after);
    }

    fn rolled(&mut self, game: &G, before: &G::State, _roll: &G::Roll, after: &G::State) {
        self.change(game, before, after);
    }
}
