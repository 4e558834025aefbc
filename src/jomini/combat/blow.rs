//! A blow: one roll of one unit against another, actual or hypothetical. Dice, support and the effects of tactical
//! advantages are functions of a blow, so that play, odds and evaluation share them.

use crate::jomini::map::board::Board;
use crate::jomini::map::hex::HexId;
use crate::jomini::state::{AttackOrder, Concern, NO_UNIT, State, Strike, UnitId};

/// One roll of one unit against another: with its own dice only (J5.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The unit that rolls.
    pub striker: UnitId,
    /// The unit rolled against.
    pub struck: UnitId,
    /// Where the striker is, or would be.
    pub from: HexId,
    /// Where the struck unit stands.
    pub to: HexId,
    /// Melee or ranged fire.
    pub melee: bool,
    /// What kind of roll it is.
    pub strike: Strike,
    /// The attack order of the combat.
    pub order: Option<AttackOrder>,
    /// Officers who lead the striker for more dice (J3.60).
    pub leaders: u8,
    /// Hexes the striker has moved (J4.11).
    pub hexes_moved: u8,
}

impl Blow {
    /// Whether the roll is an attacker's own: an attack, a pursuit, a counter-charge.
    #[inline]
    pub fn is_attack(&self) -> bool {
        !self.is_answer()
    }

    /// Whether the roll is an answer to an attack: riposte or ambush.
    #[inline]
    pub fn is_answer(&self) -> bool {
        matches!(self.strike, Strike::Riposte | Strike::Ambush)
    }

    /// Whether Sappers cancel the effects of the struck unit's ground (J3.42, JI-73): in the attack, not in the answer.
    #[inline]
    pub fn has_sappers(&self) -> bool {
        self.order == Some(AttackOrder::Sappers) && self.is_attack()
    }

    /// An attack of one unit, standing at `from`, against another at its present hex, before any order.
    pub fn attack(board: &Board, state: &State, striker: UnitId, from: HexId, struck: UnitId) -> Blow {
        let to = state.unit(struck).hex;
        Blow {
            striker,
            struck,
            from,
            to,
            melee: board.distance(from, to) == 1,
            strike: Strike::Attack,
            order: None,
            leaders: 0,
            hexes_moved: state.unit(striker).hexes_moved,
        }
    }

    /// The answer to this blow.
    pub fn answer(&self, state: &State, strike: Strike) -> Blow {
        Blow {
            striker: self.struck,
            struck: self.striker,
            from: self.to,
            to: self.from,
            strike,
            leaders: 0,
            hexes_moved: state.unit(self.struck).hexes_moved,
            ..*self
        }
    }

    /// The blow that the current combat is rolling or applying.
    #[inline]
    pub fn running(state: &State) -> Blow {
        let combat = &state.combat;
        let (striker, struck) = match combat.strike {
            Strike::Riposte | Strike::Ambush | Strike::CounterChargeDefence => (combat.defender, combat.attacker),
            Strike::Attack | Strike::AgainstBreakOff | Strike::CounterChargeAttack => {
                (combat.attacker, combat.defender)
            }
        };
        let (from, to) = if striker == combat.attacker {
            (combat.attacker_hex, combat.defender_hex)
        } else {
            (combat.defender_hex, combat.attacker_hex)
        };
        Blow {
            striker,
            struck,
            from,
            to,
            melee: combat.melee,
            strike: combat.strike,
            // JI-82: the order is the attacker's, not that of the defender who charges back.
            order: if combat.strike == Strike::CounterChargeDefence { None } else { combat.attack_order },
            leaders: combat.leaders,
            hexes_moved: state.unit(striker).hexes_moved,
        }
    }
}

impl State {
    /// The unit that the pending decision or roll concerns, if it is a single one that the actions do not name.
    pub fn acting_unit(&self) -> Option<UnitId> {
        if self.flight_count > 0 {
            return None;
        }
        self.concerned_unit()
    }

    /// The unit that the current step concerns, if it is a single one.
    pub(in crate::jomini) fn concerned_unit(&self) -> Option<UnitId> {
        let combat = &self.combat;
        let unit = match self.step.concern() {
            Concern::Unit(unit) => unit,
            Concern::Attacker => combat.attacker,
            Concern::Defender => combat.defender,
            Concern::Striker if combat.attacker != NO_UNIT => Blow::running(self).striker,
            Concern::Struck if combat.attacker != NO_UNIT => Blow::running(self).struck,
            Concern::Elephant => self.running_elephant().unwrap_or(NO_UNIT),
            Concern::Striker | Concern::Struck | Concern::ActiveSide | Concern::Officer(_) => NO_UNIT,
        };
        (unit != NO_UNIT).then_some(unit)
    }
}
