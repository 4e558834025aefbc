//! A combat that is being resolved: its units, the orders given, the current strike and its effects still to be
//! applied.

use super::{NO_OFFICER, NO_UNIT, OfficerId, UnitId};
use crate::jomini::map::hex::{HexId, NO_HEX};
use serde::{Deserialize, Serialize};

/// The kind of an attack roll: one roll of one unit against another.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AttackKind {
    /// The attacker's roll.
    #[default]
    Attack,
    /// The defender's answer (J5.87).
    Riposte,
    /// The defender's answer given before the attack (J3.53, J5.14).
    Ambush,
    /// The roll against a unit that breaks off (JA3.16).
    AgainstBreakOff,
    /// The attacker's roll in a counter-charge (J3.51).
    CounterChargeAttack,
    /// The defender's roll in a counter-charge (J3.51).
    CounterChargeDefence,
}

/// An attack order (T7), without Breakthrough and Wind of the ball, which are given after the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AttackOrder {
    /// J3.39.
    Elan,
    /// J3.40.
    Charge,
    /// J3.41.
    Berserk,
    /// J3.42.
    Sappers,
}

/// A defence order (T7), in the order in which they are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DefenceOrder {
    /// J3.46.
    Sacrifice,
    /// J3.47.
    LikeARock,
    /// J3.48.
    Dodge,
    /// J3.49.
    HoldPosition,
    /// J3.50.
    Nuts,
    /// J3.51.
    CounterCharge,
    /// J3.52.
    Withdrawal,
    /// J3.53.
    Ambush,
}

/// The progress of a counter-charge (JI-82): both roll, losses are applied to both, then morale hits to both, the
/// attacker last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CounterCharge {
    /// The combat is not a counter-charge.
    #[default]
    No,
    /// The two rolls.
    Rolling,
    /// Losses of the defender.
    DefenderLosses,
    /// Losses of the attacker.
    AttackerLosses,
    /// Morale hits of the defender.
    DefenderMorale,
    /// Morale hits of the attacker.
    AttackerMorale,
}

/// A combat that is being resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combat {
    /// The unit that started it.
    pub attacker: UnitId,
    /// The unit attacked.
    pub defender: UnitId,
    /// The attacker's hex at the start.
    pub attacker_hex: HexId,
    /// The defender's hex at the start.
    pub defender_hex: HexId,
    /// Whether it is a melee (adjacent) or ranged fire.
    pub melee: bool,
    /// The attack order given, if any.
    pub attack_order: Option<AttackOrder>,
    /// An attack order has been given, also Wind of the ball or Breakthrough (J3.22).
    pub attack_order_given: bool,
    /// The defence order given, if any.
    pub defence_order: Option<DefenceOrder>,
    /// The strike being rolled or applied.
    pub attack_kind: AttackKind,
    /// The number of officers who lead the striking unit for more dice (J3.60).
    pub leaders: u8,
    /// The defender has already had its riposte (an ambush).
    pub riposte_used: bool,
    /// The Dodge trait has been used by the attacker (bit 0) or the defender (bit 1) (JI-81).
    pub dodge_trait_used: u8,
    /// The Dodge order has been used.
    pub dodge_order_used: bool,
    /// Hits of the strike not yet turned into losses.
    pub hits: u8,
    /// Strikes whose separate die hit and has not yet taken an officer: bit 0, in the defender's part of a
    /// counter-charge bit 1 (JA3.17).
    pub apart: u8,
    /// Morale hits of the strike not yet ignored or turned into retreat.
    pub morale_hits: u8,
    /// Morale hits that are not flags, if the rules distinguish the two (JI-79).
    pub firm_morale_hits: u8,
    /// Tactical advantages without an effect yet.
    pub tactical: u8,
    /// Retreat hexes still due.
    pub retreat_due: u8,
    /// The progress of a counter-charge.
    pub counter_charge: CounterCharge,
    /// In a counter-charge, losses inflicted by the attacker and by the defender.
    pub inflicted: [u8; 2],
    /// Losses of the target by retreats and panic for which dice for a wound are still to be rolled (JA4.4).
    pub wounds_due: u8,
    /// In a counter-charge, hits kept for the defender and for the attacker until both have rolled.
    pub kept_hits: [u8; 2],
    /// In a counter-charge, morale hits kept for the defender and for the attacker until losses are applied.
    pub kept_morale_hits: [u8; 2],
    /// The same for those that are not flags, if the rules distinguish them (JI-79).
    pub kept_firm_morale_hits: [u8; 2],
    /// The target by the current strike had to retreat, whether or not it could (J3.53).
    pub retreat_ordered: bool,
    /// The officers in the front rank of the attacker and of the defender (JA4.4).
    pub front_rank: [OfficerId; 2],
}

impl Combat {
    /// The part of a counter-charge whose strike is rolled or applied: 0 for the attacker's, 1 for the defender's.
    #[inline]
    pub fn part_of_counter_charge(&self) -> usize {
        usize::from(self.attack_kind == AttackKind::CounterChargeDefence)
    }

    /// Morale hits of the strike that runs, those that nothing lets ignore among them.
    #[inline]
    pub fn current_morale_hits(&self) -> u8 {
        self.morale_hits + self.firm_morale_hits
    }

    /// Morale hits of the strike, flags or not. In a counter-charge they are kept until the losses of both are applied
    /// (JI-82).
    pub fn all_morale_hits(&self) -> u8 {
        let now = self.current_morale_hits();
        if self.counter_charge == CounterCharge::No {
            return now;
        }
        let part = self.part_of_counter_charge();
        now.max(self.kept_morale_hits[part] + self.kept_firm_morale_hits[part])
    }

    /// Hits and morale hits that are kept for a part of a counter-charge and have yet to be applied (JI-82): 0 for the
    /// attacker's strike, 1 for the defender's.
    pub fn kept_for_later(&self, part: usize) -> (u8, u8) {
        // The losses of both come first, then the morale hits of both.
        let (losses_from, morale_from) = match self.counter_charge {
            CounterCharge::Rolling => (0, 0),
            CounterCharge::DefenderLosses => (1, 0),
            CounterCharge::AttackerLosses => (2, 0),
            CounterCharge::DefenderMorale => (2, 1),
            CounterCharge::AttackerMorale | CounterCharge::No => (2, 2),
        };
        let morale_hits = self.kept_morale_hits[part] + self.kept_firm_morale_hits[part];
        (if part >= losses_from { self.kept_hits[part] } else { 0 }, if part >= morale_from { morale_hits } else { 0 })
    }

    /// The sum of morale hits of the strike and of those kept for each part of a counter-charge.
    pub fn morale_hits_in_all_parts(&self) -> u8 {
        let kept: u8 = self.kept_morale_hits.iter().chain(&self.kept_firm_morale_hits).sum();
        self.morale_hits + self.firm_morale_hits + kept
    }

    /// No combat.
    pub const NONE: Combat = Combat {
        attacker: NO_UNIT,
        defender: NO_UNIT,
        attacker_hex: NO_HEX,
        defender_hex: NO_HEX,
        melee: false,
        attack_order: None,
        attack_order_given: false,
        defence_order: None,
        attack_kind: AttackKind::Attack,
        leaders: 0,
        riposte_used: false,
        dodge_trait_used: 0,
        dodge_order_used: false,
        hits: 0,
        apart: 0,
        morale_hits: 0,
        firm_morale_hits: 0,
        tactical: 0,
        retreat_due: 0,
        counter_charge: CounterCharge::No,
        inflicted: [0; 2],
        wounds_due: 0,
        kept_hits: [0; 2],
        kept_morale_hits: [0; 2],
        kept_firm_morale_hits: [0; 2],
        retreat_ordered: false,
        front_rank: [NO_OFFICER; 2],
    };
}
