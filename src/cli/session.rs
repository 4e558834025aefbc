//! A game in progress before a narrator: bots, humans who may take moves back, and a record from which
//! it goes on.

use super::CliError;
use super::filming::Filming;
use super::frames::Frames;
use super::human::{Answer, ask};
use super::narrator::Narrator;
use super::note::note;
use crate::bots::{Bot, BotConfig};
use crate::game::{BySide, Evaluate, Moment, Outcome, Show, Side};
use crate::tournament::{Finished, InPlay, Recorded, RecordedStep, Recorder};
use serde_json::Value;
use std::io::BufRead;
use std::path::PathBuf;

/// What observes a game: the narrator, and the record, the frames and the film where requested.
pub(super) struct Observers<'a, G: Evaluate + Show> {
    /// The narrator.
    pub narrator: Narrator<'a>,
    /// The record.
    pub recorder: Option<Recorder<Vec<u8>>>,
    /// The frames.
    pub frames: Option<Frames>,
    /// The film.
    pub filming: Option<Filming<'a, G>>,
}

impl<G: Evaluate + Show + 'static> crate::tournament::Observer<G> for Observers<'_, G> {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, action: &G::Action, after: &G::State) {
        self.narrator.decided(game, before, side, action, after);
        self.recorder.decided(game, before, side, action, after);
        self.frames.decided(game, before, side, action, after);
        self.filming.decided(game, before, side, action, after);
    }

    fn rolled(&mut self, game: &G, before: &G::State, roll: &G::Roll, after: &G::State) {
        self.narrator.rolled(game, before, roll, after);
        self.recorder.rolled(game, before, roll, after);
        self.frames.rolled(game, before, roll, after);
        self.filming.rolled(game, before, roll, after);
    }
}

/// The steps of a record that are played again before a game goes on.
pub(super) struct Resumption {
    /// The record.
    pub record: Recorded,
    /// Where it was read.
    pub path: PathBuf,
    /// How many of its steps are played.
    pub steps: usize,
    /// The sides whose bots are those of the record: they are called again, so that they continue as they would have.
    pub unchanged: BySide<bool>,
}

/// A game before a decision of a human.
struct Earlier<G: Evaluate + Show> {
    play: InPlay<G>,
    /// The length of its record.
    record: usize,
    /// The number of steps of its film.
    film: usize,
}

/// A game with at least one narrator, and optionally humans who take moves back.
pub(super) struct Session<'a, G: Evaluate + Show + 'static> {
    /// The game.
    pub game: &'a G,
    /// The bots; `None` for a human.
    pub bots: BySide<Option<Box<dyn Bot<G>>>>,
    /// The bot whose weights explain the choices of a human.
    pub adviser: &'a BotConfig,
    /// What observes the game.
    pub observers: Observers<'a, G>,
    /// The game in progress.
    pub play: InPlay<G>,
    earlier: Vec<Earlier<G>>,
}

impl<'a, G: Evaluate + Show + 'static> Session<'a, G> {
    /// A game at its start.
    pub fn new(
        game: &'a G,
        bots: BySide<Option<Box<dyn Bot<G>>>>,
        adviser: &'a BotConfig,
        observers: Observers<'a, G>,
        play: InPlay<G>,
    ) -> Self {
        Session { game, bots, adviser, observers, play, earlier: Vec::new() }
    }

    /// Plays the steps of a record again, without a word.
    ///
    /// # Errors
    /// If an action of the record is illegal, or the dice fall otherwise: other rules, or another program.
    pub fn resume(&mut self, resumption: &Resumption) -> Result<(), CliError> {
        let game = self.game;
        self.observers.narrator.keep_quiet(true);
        let fault = |number: usize, why: String| {
            CliError::Input(format!("{}: step {number} cannot be played again: {why}", resumption.path.display()))
        };
        let mut differs = BySide::new(false, false);
        for (number, step) in (1..).zip(&resumption.record.steps[..resumption.steps]) {
            let mark = self.observers.recorder.as_ref().map_or(0, Recorder::mark);
            match (game.moment(&self.play.state), step.action()) {
                (Moment::Decide(side), Some(data)) => {
                    let read = game.action_from_data(&self.play.state, data).map_err(|error| error.to_string());
                    let legal = |action| game.check(&self.play.state, &action).map(|()| action);
                    let action = read.and_then(|action| legal(action).map_err(|error| error.to_string()));
                    let action = action.map_err(|why| fault(number, why))?;
                    if let Some(bot) = self.bots[side].as_mut().filter(|_| resumption.unchanged[side]) {
                        differs[side] |= self.play.ask(game, &mut **bot, side).ok() != Some(action);
                    }
                    self.play.decide(game, side, action, &mut self.observers);
                }
                (Moment::Roll(throw), None) => self.play.roll(game, throw, &mut self.observers),
                (Moment::Over(_), _) => return Err(fault(number, "the game is over before it".to_owned())),
                _ => return Err(fault(number, "it is not what the game waits for".to_owned())),
            }
            let now = self.observers.recorder.as_ref().and_then(|recorder| line_of(recorder.since(mark)));
            if now.is_some_and(|now| now != step.line) {
                return Err(fault(number, differing(step)));
            }
        }
        for side in Side::BOTH.into_iter().filter(|side| differs[*side]) {
            note!("{side}'s bot does not repeat its decisions: from here on it may play otherwise than it would have");
        }
        self.observers.narrator.keep_quiet(false);
        Ok(())
    }

    /// Plays to the end; `None` if a human leaves.
    pub fn play_out(&mut self, input: &mut dyn BufRead) -> Result<Option<Finished>, CliError> {
        let game = self.game;
        loop {
            self.observers.narrator.failed()?;
            match game.moment(&self.play.state) {
                Moment::Roll(throw) => self.play.roll(game, throw, &mut self.observers),
                Moment::Over(outcome) => return Ok(Some(self.play.finish(game, outcome, None))),
                Moment::Decide(side) => match &mut self.bots[side] {
                    Some(bot) => match self.play.ask(game, &mut **bot, side) {
                        Ok(action) => self.play.decide(game, side, action, &mut self.observers),
                        Err(forfeit) => return Ok(Some(self.play.finish(game, Outcome::forfeit(side), Some(forfeit)))),
                    },
                    None => {
                        match ask(game, &self.play.state, side, self.adviser, input, &mut self.observers.narrator)? {
                            Answer::Leave => return Ok(None),
                            Answer::TakeBack => self.take_back(),
                            Answer::Play(action) => {
                                let record = self.observers.recorder.as_ref().map_or(0, Recorder::mark);
                                let film = self.observers.filming.as_ref().map_or(0, Filming::steps);
                                self.earlier.push(Earlier { play: self.play.clone(), record, film });
                                self.play.decide(game, side, action, &mut self.observers);
                            }
                        }
                    }
                },
            }
        }
    }

    /// Goes back to before the last decision of a human. The dice are the same again.
    fn take_back(&mut self) {
        let Some(Earlier { play, record, film }) = self.earlier.pop() else {
            return self.observers.narrator.say("there is nothing to take back");
        };
        self.play = play;
        if let Some(recorder) = &mut self.observers.recorder {
            recorder.rewind(record);
        }
        if let Some(filming) = &mut self.observers.filming {
            filming.rewind(film);
        }
        let seen = self.observers.narrator.visible(self.game, &self.play.state);
        self.observers.narrator.say("taken back\n");
        self.observers.narrator.draw(self.game, &seen);
    }
}

/// The line that a recorder has just written, as data.
fn line_of(bytes: &[u8]) -> Option<Value> {
    serde_json::from_slice(bytes).ok()
}

fn differing(step: &RecordedStep) -> String {
    let what =
        if step.action().is_some() { "the decision is written otherwise now" } else { "the dice fall otherwise" };
    format!("{what}; the record is of another version of the rules or of the program")
}
