//! Ending a game by agreement: the settings of a bot file for offering it and for answering offers. The bot itself does
//! not decide them.
//!
//! Rulebooks without such a rule never offer it ([`Stopping::No`]). An external program decides for itself.

use super::keys::Keys;
use super::{Bot, BotFault};
use crate::game::rng::Stream;
use crate::game::{Game, Outcome, Side, Stopping};

/// When a bot wants the game to end by agreement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// Never.
    #[default]
    Never,
    /// Unless the other side would win.
    UnlessBehind,
    /// Always.
    Always,
}

/// A bot's settings for ending games by agreement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// When it offers to stop.
    pub offers: When,
    /// When it accepts an offer.
    pub accepts: When,
}

impl Agreement {
    /// The name of the table in a bot file.
    pub const TABLE: &'static str = "agreement";

    /// Reads the table; missing keys mean never.
    pub fn read(mut keys: Keys<'_>) -> Agreement {
        const WORDS: &[(&str, When)] =
            &[("never", When::Never), ("unless_behind", When::UnlessBehind), ("always", When::Always)];
        let agreement = Agreement {
            offers: keys.word("offers", When::Never, WORDS),
            accepts: keys.word("accepts", When::Never, WORDS),
        };
        keys.done();
        agreement
    }
}

impl When {
    fn holds<G: Game>(self, game: &G, state: &G::State, side: Side) -> bool {
        match self {
            When::Never => false,
            When::UnlessBehind => game.ahead_now(state) != Some(side.other()),
            When::Always => true,
        }
    }
}

/// A bot that offers to stop, and answers such offers, according to its file.
pub struct Agreeing<G: Game> {
    bot: Box<dyn Bot<G>>,
    agreement: Agreement,
}

impl<G: Game> Agreeing<G> {
    /// A bot that makes all other decisions.
    pub fn new(bot: Box<dyn Bot<G>>, agreement: Agreement) -> Self {
        Agreeing { bot, agreement }
    }
}

impl<G: Game> Bot<G> for Agreeing<G> {
    fn begin(&mut self) {
        self.bot.begin();
    }

    fn choose(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        match game.stopping(seen) {
            Stopping::Asked { refuse, agree } => {
                Ok(if self.agreement.accepts.holds(game, seen, side) { agree } else { refuse })
            }
            Stopping::MayOffer(offer) if self.agreement.offers.holds(game, seen, side) => Ok(offer),
            Stopping::MayOffer(_) | Stopping::No => self.bot.choose(game, seen, side, stream),
        }
    }

    fn end(&mut self, outcome: &Outcome, side: Side) {
        self.bot.end(outcome, side);
    }

    fn evaluate_actions(
        &mut self,
        game: &G,
        seen: &G::State,
        side: Side,
        stream: &mut Stream,
    ) -> Option<Vec<(G::Action, f64)>> {
        self.bot.evaluate_actions(game, seen, side, stream)
    }
}
