//! An attack roll: one roll of one unit against another, actual or hypothetical. Dice, support and the effects of
//! tactical advantages are functions of it, so that play, odds and evaluation share them.
//!
//! *Roller* and *target* are the two units of one roll. *Attacker* and *defender* are those of the whole combat
//! ([`Combat`](super::Combat)): in a riposte the roller is the defender and the target the attacker.

use super::{AttackKind, AttackOrder, Concern, NO_UNIT, State, UnitId};
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::HexId;

/// One roll of one unit against another: with its own dice only (J5.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackRoll {
    /// The unit that rolls.
    pub roller: UnitId,
    /// The unit rolled against.
    pub target: UnitId,
    /// Where the roller is, or would be.
    pub from: HexId,
    /// Where the target stands.
    pub to: HexId,
    /// Melee or ranged fire.
    pub melee: bool,
    /// What kind of roll it is.
    pub kind: AttackKind,
    /// The attack order of the combat.
    pub order: Option<AttackOrder>,
    /// Officers who lead the roller for more dice (J3.60).
    pub leaders: u8,
    /// Hexes the roller has moved (J4.11).
    pub hexes_moved: u8,
}

impl AttackRoll {
    /// Whether the roll is an attacker's own: an attack, a pursuit, a counter-charge.
    #[inline]
    pub fn is_attack(&self) -> bool {
        !self.is_answer()
    }

    /// Whether the roll is an answer to an attack: riposte or ambush.
    #[inline]
    pub fn is_answer(&self) -> bool {
        matches!(self.kind, AttackKind::Riposte | AttackKind::Ambush)
    }

    /// Whether only faces of the target's arm count, and letters for tokens: it breaks off (JI-157).
    #[inline]
    pub fn only_arm_counts(&self) -> bool {
        self.kind == AttackKind::AgainstBreakOff
    }

    /// Whether Sappers cancel the effects of the target's ground (J3.42, JI-73): in the attack, not in the answer.
    #[inline]
    pub fn has_sappers(&self) -> bool {
        self.order == Some(AttackOrder::Sappers) && self.is_attack()
    }

    /// An attack of one unit, standing at `from`, against another at its present hex, before any order.
    pub fn attack(board: &Board, state: &State, roller: UnitId, from: HexId, target: UnitId) -> AttackRoll {
        let to = state.unit(target).hex;
        AttackRoll {
            roller,
            target,
            from,
            to,
            melee: board.distance(from, to) == 1,
            kind: AttackKind::Attack,
            order: None,
            leaders: 0,
            hexes_moved: state.unit(roller).hexes_moved,
        }
    }

    /// The answer to this attack.
    pub fn answer(&self, state: &State, kind: AttackKind) -> AttackRoll {
        AttackRoll {
            roller: self.target,
            target: self.roller,
            from: self.to,
            to: self.from,
            kind,
            order: order_in(kind, self.order),
            leaders: 0,
            hexes_moved: state.unit(self.target).hexes_moved,
            ..*self
        }
    }

    /// The attack that the current combat is rolling or applying.
    #[inline]
    pub fn running(state: &State) -> AttackRoll {
        let combat = &state.combat;
        let (roller, target) = match combat.attack_kind {
            AttackKind::Riposte | AttackKind::Ambush | AttackKind::CounterChargeDefence => {
                (combat.defender, combat.attacker)
            }
            AttackKind::Attack | AttackKind::AgainstBreakOff | AttackKind::CounterChargeAttack => {
                (combat.attacker, combat.defender)
            }
        };
        let (from, to) = if roller == combat.attacker {
            (combat.attacker_hex, combat.defender_hex)
        } else {
            (combat.defender_hex, combat.attacker_hex)
        };
        AttackRoll {
            roller,
            target,
            from,
            to,
            melee: combat.melee,
            kind: combat.attack_kind,
            order: order_in(combat.attack_kind, combat.attack_order),
            leaders: combat.leaders,
            hexes_moved: state.unit(roller).hexes_moved,
        }
    }
}

/// The order of an attack that counts in one of its rolls: it is the attacker's, not that of the defender who charges
/// back (JI-82).
fn order_in(kind: AttackKind, order: Option<AttackOrder>) -> Option<AttackOrder> {
    order.filter(|_| kind != AttackKind::CounterChargeDefence)
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
            Concern::Roller if combat.attacker != NO_UNIT => AttackRoll::running(self).roller,
            Concern::Target if combat.attacker != NO_UNIT => AttackRoll::running(self).target,
            Concern::Elephant => self.running_elephant().unwrap_or(NO_UNIT),
            Concern::Roller | Concern::Target | Concern::ActiveSide | Concern::Officer(_) => NO_UNIT,
        };
        (unit != NO_UNIT).then_some(unit)
    }
}
