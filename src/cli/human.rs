//! A human player: chooses by number or in words, asks for an explanation, takes moves back.

use super::explain::evaluated;
use super::narrator::Narrator;
use crate::bots::BotConfig;
use crate::game::{Evaluate, Show, Side, Stopping};
use crate::report::screen;
use std::io::{self, BufRead};

/// A human's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<A> {
    /// This action.
    Play(A),
    /// Take back to the last decision of a human.
    TakeBack,
    /// Leave the game.
    Leave,
}

/// Asks the human on `side` for a decision: shows the actions with their numbers and reads answers until one is valid.
/// The end of the input means to leave.
///
/// # Errors
/// If the input cannot be read.
pub fn ask<G: Evaluate + Show + 'static>(
    game: &G,
    state: &G::State,
    side: Side,
    adviser: &BotConfig,
    input: &mut dyn BufRead,
    narrator: &mut Narrator<'_>,
) -> io::Result<Answer<G::Action>> {
    let seen = game.seen_by(state, side);
    let mut actions = Vec::new();
    game.legal_actions(&seen, &mut actions);
    if let Stopping::MayOffer(offer) = game.stopping(&seen) {
        actions.push(offer);
    }
    narrator.say(&format!("\n{} decides:", screen::paint(side.into(), side)));
    for (number, action) in actions.iter().enumerate() {
        narrator.say(&format!("{:>5}  {}", number + 1, game.describe_action(&seen, action)));
    }
    if let Some(help) = game.typing_help(&seen) {
        narrator.say(&format!("       or {help}"));
    }
    let choices = format!("1 to {}, words, ? explains, m shows the map, u takes back, q leaves", actions.len());
    loop {
        narrator.say(&format!("{side}'s choice ({choices}):"));
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(Answer::Leave);
        }
        match line.trim() {
            "?" => narrator.say(
                &evaluated(game, state, side, adviser).unwrap_or_else(|| "there is no evaluation here".to_string()),
            ),
            "m" => narrator.draw(game, &seen),
            "u" => return Ok(Answer::TakeBack),
            "q" => return Ok(Answer::Leave),
            words => {
                let named = listed(game, &seen, &actions, words);
                // Words meant as a move are never interpreted as another action.
                let (action, consequences) = match (game.typed_action(&seen, words), named) {
                    (None, Some(action)) => return Ok(Answer::Play(action)),
                    (None, None) => {
                        narrator.say(&format!("\"{words}\" is not a choice here"));
                        continue;
                    }
                    (Some(Err(error)), named) => {
                        narrator.say(&error.to_string());
                        let Some(action) = named else { continue };
                        narrator.say("did you mean one of these?");
                        (action, Vec::new())
                    }
                    (Some(Ok(typed)), _) => (typed.action, typed.foreseen),
                };
                narrator.say(&game.describe_action(&seen, &action));
                consequences.iter().for_each(|line| narrator.say(&format!("       {line}")));
                narrator.say("y confirms, anything else cancels:");
                line.clear();
                if input.read_line(&mut line)? == 0 {
                    return Ok(Answer::Leave);
                }
                if matches!(line.trim(), "y" | "yes") {
                    return Ok(Answer::Play(action));
                }
            }
        }
    }
}

/// The action of a list that an answer names: by its number, or by words that occur in the description of no other.
fn listed<G: Show>(game: &G, seen: &G::State, actions: &[G::Action], answer: &str) -> Option<G::Action> {
    if let Ok(number) = answer.parse::<usize>() {
        return actions.get(number.checked_sub(1)?).copied();
    }
    let answer = answer.to_lowercase();
    let mut named = actions.iter().filter(|action| game.describe_action(seen, action).to_lowercase().contains(&answer));
    let action = named.next().filter(|_| answer.len() > 2)?;
    named.next().is_none().then_some(*action)
}
