//! The length of a retreat, and the losses for hexes that cannot be made (J5.70, J5.71, J5.76).

use crate::jomini::army::unit::{Class, Profile, UnitLetters};
use crate::jomini::rules::BlockedRetreatLoss;
use crate::jomini::rules::Rules;
use crate::jomini::state::UnitId;
use crate::jomini::state::field::Units;

/// How far a unit retreats, and what it loses if it cannot.
#[derive(Clone, Copy, Debug)]
pub struct RetreatTerms {
    /// Hexes for each morale hit.
    hexes: u8,
    /// Hexes by which the retreat for the first morale hit is shorter.
    reduction: u8,
    /// The maximum number of hexes.
    most: u8,
    /// The cause of a loss.
    loss: BlockedRetreatLoss,
}

impl RetreatTerms {
    /// Hexes of retreat due for morale hits that were not ignored (J5.70, J5.71): Stubborn and Tenacious take some off
    /// the first (JA3.19, JA3.24, JI-143).
    #[inline]
    pub fn due(&self, morale_hits: u8) -> u8 {
        let due = if morale_hits == 0 { 0 } else { morale_hits.saturating_mul(self.hexes) - self.reduction };
        due.min(self.most)
    }

    /// All terms as numbers, equal only for equal terms.
    #[inline]
    pub fn as_bytes(&self) -> [u8; 4] {
        [self.hexes, self.reduction, self.most, self.loss as u8]
    }

    /// Elements lost for hexes not made, since no unit is driven off the table (J4.24, J5.76, JI-139).
    #[inline]
    pub fn losses(&self, missing: u8) -> u8 {
        match self.loss {
            BlockedRetreatLoss::PerHex => missing,
            BlockedRetreatLoss::PerFlag => missing.div_ceil(self.hexes.max(1)),
        }
    }
}

/// The letter that shortens the retreat of such a unit, if it has one: each has an effect on its own arms (JA3.19,
/// JA3.24).
#[inline]
pub(in crate::jomini) fn shortening_letter(profile: &Profile) -> Option<UnitLetters> {
    let of_its_arm = match profile.class {
        Class::Infantry | Class::Artillery => UnitLetters::STUBBORN,
        Class::Mounted => UnitLetters::TENACIOUS,
    };
    profile.has(of_its_arm).then_some(of_its_arm)
}

impl Rules {
    /// How far units of this kind retreat.
    #[inline]
    pub fn retreat_terms(&self, profile: &Profile) -> RetreatTerms {
        let rules = self;
        let reduction = match shortening_letter(profile) {
            Some(UnitLetters::STUBBORN) => rules.stubborn_first_reduction,
            Some(_) => rules.tenacious_first_reduction,
            None => 0,
        };
        RetreatTerms {
            hexes: profile.retreat_hexes,
            reduction: reduction.min(profile.retreat_hexes),
            most: if rules.very_heavy_artillery_cap_in_retreat { profile.move_cap } else { u8::MAX },
            loss: rules.blocked_retreat_loss,
        }
    }
}

impl Units<'_> {
    /// Hexes of retreat due for morale hits of a unit that were not ignored (J5.70, J5.71).
    pub fn retreat_due(self, unit: UnitId, morale_hits: u8) -> u8 {
        self.rules.retreat_terms(self.forces.profile(unit)).due(morale_hits)
    }
}

#[cfg(test)]
impl RetreatTerms {
    /// This many hexes for each morale hit, each a loss if it cannot be made.
    pub(in crate::jomini) fn plain(hexes: u8) -> RetreatTerms {
        RetreatTerms { hexes, reduction: 0, most: u8::MAX, loss: BlockedRetreatLoss::PerHex }
    }
}
