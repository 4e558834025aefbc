//! Bots that are scripts in Luau (`docs/bots.md` describes their interface). `sandbox` holds a script and stops it,
//! `meter` counts its resources, `library` defines what it may call, `view` presents a decision to it.

mod library;
mod meter;
mod sandbox;
mod settings;
#[cfg(test)]
mod tests;
mod view;

pub use settings::{Limits, Script, Settings};

use super::{Bot, BotFault, FaultKind};
use crate::game::rng::{Key, Stream};
use crate::game::{Evaluate, Show, Side};
use mlua::Value;
use sandbox::{CHOOSE, Sandbox};
use std::marker::PhantomData;
use view::{Scene, render, whole};

/// A script's answer.
enum Answer {
    /// The index of an action in the list, from 0.
    Number(usize),
    /// A score for each action.
    Scores(Vec<f64>),
}

/// A script that decides for one side.
pub struct Scripted<G: Evaluate + Show> {
    settings: Settings,
    /// `None` before the first decision of a game.
    sandbox: Option<Sandbox>,
    actions: Vec<G::Action>,
    game: PhantomData<G>,
}

/// Loads a script once, so that its faults are found before the first game.
///
/// # Errors
/// If it is not valid Luau, fails while it is loaded, or has no function `choose`.
pub fn try_out(settings: &Settings) -> Result<(), BotFault> {
    Sandbox::load(&settings.script, &settings.limits, &mut Key::new(0).stream()).map(drop)
}

impl<G: Evaluate + Show> Scripted<G> {
    /// A bot that loads its script at its first decision.
    pub fn new(settings: Settings) -> Scripted<G> {
        Scripted { settings, sandbox: None, actions: Vec::new(), game: PhantomData }
    }

    fn ask(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<Answer, BotFault> {
        let settings = &self.settings;
        if self.sandbox.is_none() {
            self.sandbox = Some(Sandbox::load(&settings.script, &settings.limits, stream)?);
        }
        let sandbox = self.sandbox.as_ref().expect("the script was just loaded");
        game.legal_actions(seen, &mut self.actions);
        let actions = &self.actions;
        let answer = sandbox.decide(stream, |lua, meter, choose| {
            Scene { game, seen, side, actions, settings, meter }.show(lua, choose)
        })?;
        self.read(&answer)
    }

    fn read(&self, answer: &Value) -> Result<Answer, BotFault> {
        let (path, count) = (&self.settings.script.path, self.actions.len());
        let wrong = |kind, problem: String| Err(BotFault::new(kind, format!("{path}: {CHOOSE} returned {problem}")));
        match answer {
            Value::Integer(_) | Value::Number(_) => match whole(answer) {
                Some(number) if (1..=count).contains(&number) => Ok(Answer::Number(number - 1)),
                Some(_) => wrong(FaultKind::Illegal, format!("{}; there are {count} actions", render(answer))),
                None if matches!(answer, Value::Integer(_)) => {
                    wrong(FaultKind::Illegal, format!("{}; there are {count} actions", render(answer)))
                }
                None => wrong(FaultKind::Garbage, format!("{}, which is not a whole number", render(answer))),
            },
            Value::Table(scores) => {
                let length = scores.raw_len();
                if length != count {
                    return wrong(FaultKind::Garbage, format!("{length} scores for {count} actions"));
                }
                let mut read = Vec::with_capacity(count);
                for index in 1..=count {
                    match scores.raw_get::<Value>(index) {
                        Ok(Value::Number(score)) if !score.is_nan() => read.push(score),
                        Ok(Value::Integer(score)) => read.push(score as f64),
                        Ok(other) => return wrong(FaultKind::Garbage, format!("{} as score {index}", render(&other))),
                        Err(error) => return wrong(FaultKind::Garbage, format!("scores that cannot be read: {error}")),
                    }
                }
                Ok(Answer::Scores(read))
            }
            other => wrong(FaultKind::Garbage, format!("{}, neither a number nor a list of scores", render(other))),
        }
    }
}

impl<G: Evaluate + Show> Bot<G> for Scripted<G> {
    fn begin(&mut self) {
        self.sandbox = None;
    }

    fn choose(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        let chosen = match self.ask(game, seen, side, stream)? {
            Answer::Number(number) => number,
            Answer::Scores(scores) => {
                // The first in case of a tie.
                let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                scores.iter().position(|score| *score == best).expect("the best score is one of them")
            }
        };
        Ok(self.actions[chosen])
    }

    fn evaluate_actions(
        &mut self,
        game: &G,
        seen: &G::State,
        side: Side,
        _stream: &mut Stream,
    ) -> Option<Vec<(G::Action, f64)>> {
        // The script's memory of the current game is left alone.
        let mut fresh = Scripted::<G>::new(self.settings.clone());
        match fresh.ask(game, seen, side, &mut Key::new(0).stream()) {
            Ok(Answer::Scores(scores)) => Some(fresh.actions.into_iter().zip(scores).collect()),
            Ok(Answer::Number(_)) | Err(_) => None,
        }
    }
}
