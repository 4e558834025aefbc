//! A human at a seat: chooses by number, asks for an explanation, takes back.

use super::explain::weighed;
use super::tell::Teller;
use crate::bots::Recipe;
use crate::game::{Judge, Show, Side, Stopping};
use std::io::{self, BufRead};

/// What a human answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<A> {
    /// This action.
    Play(A),
    /// Back to the last decision of a human.
    TakeBack,
    /// No more.
    Leave,
}

/// Asks the human on `side` for a decision: shows the actions with their numbers and reads answers until one makes sense. The end of the input means to leave.
///
/// # Errors
/// Where the input cannot be read.
pub fn ask<G: Judge + Show + 'static>(
    game: &G,
    state: &G::State,
    side: Side,
    adviser: &Recipe,
    input: &mut dyn BufRead,
    teller: &mut Teller<'_>,
) -> io::Result<Answer<G::Action>> {
    let seen = game.seen_by(state, side);
    let mut actions = Vec::new();
    game.legal_actions(&seen, &mut actions);
    if let Stopping::MayOffer(offer) = game.stopping(&seen) {
        actions.push(offer);
    }
    teller.say(&format!("\n{side} decides:"));
    for (number, action) in actions.iter().enumerate() {
        teller.say(&format!("{:>5}  {}", number + 1, game.tell_action(&seen, action)));
    }
    let choices = format!("1 to {}, ? explains, m shows the map, u takes back, q leaves", actions.len());
    loop {
        teller.say(&format!("{side}'s choice ({choices}):"));
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(Answer::Leave);
        }
        match line.trim() {
            "?" => teller.say(&weighed(game, state, side, adviser).unwrap_or_else(|| "nothing is weighed here".to_string())),
            "m" => teller.say(&game.draw(&seen)),
            "u" => return Ok(Answer::TakeBack),
            "q" => return Ok(Answer::Leave),
            number => match number.parse::<usize>().ok().and_then(|number| actions.get(number.checked_sub(1)?)) {
                Some(action) => return Ok(Answer::Play(*action)),
                None => teller.say(&format!("\"{number}\" is no choice here")),
            },
        }
    }
}
