//! The meaning of rolls outside a strike: of a draw, a single die or the dice of a wound.

use super::action::Roll;
use crate::game::Side;

/// Whether a unit that is Unreliable obeys (JA3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reliability {
    /// It obeys.
    Obeys,
    /// It stays where it is, on a flag.
    Stays,
    /// It moves twice as far, on a tactical advantage.
    Hurries,
}

impl Roll {
    /// The side that is drawn to play first.
    pub fn first_player(self) -> Side {
        if self.hits == 0 { Side::Red } else { Side::Blue }
    }

    /// Whether an Impetuous unit makes a free forced march (JA3.5, JI-103).
    pub fn carries_away(self) -> bool {
        self.hits > 0
    }

    /// What an Unreliable unit does.
    pub fn reliability(self) -> Reliability {
        match (self.morale_hits, self.tactical) {
            (1.., _) => Reliability::Stays,
            (0, 1..) => Reliability::Hurries,
            (0, 0) => Reliability::Obeys,
        }
    }

    /// Whether a unit under a deficient officer hardly moves and does not fight (JA2.10).
    pub fn loses_order(self) -> bool {
        self.morale_hits > 0
    }

    /// Whether an officer with messengers may send a free Courier (JA2.11).
    pub fn sends_courier(self) -> bool {
        self.tactical > 0
    }

    /// Whether an officer in the front rank is wounded (JA4.4).
    pub fn wounds(self) -> bool {
        self.hits > 0
    }
}
