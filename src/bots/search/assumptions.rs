//! What a search assumes beyond the rules: how the enemy replies in rollouts, what a draw is worth, and whether
//! deployment is searched. Keys of every kind of search bot.

use crate::bots::keys::Keys;

/// The assumptions of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assumptions {
    /// The temperature at which the enemy's replies are drawn from a softmax over their scores; 0 for the best.
    pub reply_temperature: f64,
    /// The probability that the enemy waits in a player-turn: takes actions that stop or pass wherever they are legal.
    pub reply_wait: f64,
    /// How much less than half a point a draw is worth to the searching side; negative if it prefers draws.
    pub contempt: f64,
    /// The number of positions evaluated for a decision of set-up; 0 to set up by score.
    pub set_up: u64,
}

impl Assumptions {
    /// The best reply, a draw of half a point, no search in set-up.
    pub const NONE: Assumptions = Assumptions { reply_temperature: 0.0, reply_wait: 0.0, contempt: 0.0, set_up: 0 };

    /// Reads the keys.
    pub(in crate::bots) fn read(keys: &mut Keys<'_>) -> Assumptions {
        let none = Self::NONE;
        Assumptions {
            reply_temperature: keys.real("reply_temperature", none.reply_temperature, 0.0..=1e3),
            reply_wait: keys.real("reply_wait", none.reply_wait, 0.0..=1.0),
            contempt: keys.real("contempt", none.contempt, -0.5..=0.5),
            set_up: keys.whole("set_up", none.set_up, 0..=1_000_000),
        }
    }
}
