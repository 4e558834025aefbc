//! The exact odds of one combat before any follow-up, computed by enumeration of the dice and not by sampling.
//!
//! The combat is started in a copy of the position and resolved by the same functions as in play (`opening.rs`,
//! `resolution.rs`, `retreat.rs`); each roll is followed with its exact weight. The choices of the players are stated
//! in [`OddsOptions`]. The starting position is built in `odds/begin.rs` and advanced in `odds/walk.rs`; the choices
//! are applied in `odds/stated.rs`, and the report of `reglette odds` is built in `odds/report.rs`.

mod begin;
mod choices;
mod report;
mod share;
mod stated;
mod variations;
mod walk;

use super::hits::TacticalEffect;
use super::order_faults::OrderFault;
use crate::game::{DiceStep, Exact};
use crate::jomini::state::attack_roll::AttackRoll;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Battlefield;
use crate::jomini::state::field::Positions;
use crate::jomini::state::{AttackKind, AttackOrder, DefenceOrder, State, UnitId};

/// Whether a hit is dodged, where possible (JI-81).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dodge {
    /// Never.
    #[default]
    No,
    /// Always.
    Yes,
    /// While the remaining hits would destroy the unit.
    WhenNeeded,
}

/// Which units have an officer in the front rank (JA4.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrontRank {
    /// Neither unit.
    #[default]
    None,
    /// The attacker.
    Attacker,
    /// The target.
    Target,
    /// Both.
    Both,
}

impl FrontRank {
    fn of_attacker(self) -> bool {
        matches!(self, FrontRank::Attacker | FrontRank::Both)
    }

    fn of_target(self) -> bool {
        matches!(self, FrontRank::Target | FrontRank::Both)
    }
}

/// The choices within the combat. The default is the simplest combat: no order, no officer led, the defender stands, no
/// dodge, no sacrifice. Always: all morale hits that may be ignored are, the retreat is as long as possible.
///
/// An order is evaluated even if the side does not hold the tokens for it, but only if the unit is entitled to it and
/// it would have an effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OddsOptions {
    /// The attack order, given before the roll (J3.38).
    pub order: Option<AttackOrder>,
    /// The maximum number of tactical advantages of a gun's attack that become morale hits: Wind of the ball (J3.44,
    /// JI-76).
    pub wind_of_ball: u8,
    /// The defence order (J3.45); Withdrawal leaves nothing to roll.
    pub defence_order: Option<DefenceOrder>,
    /// The defender breaks off where possible (JA3.16).
    pub break_off: bool,
    /// Officers in the front rank (JA4.4).
    pub front_rank: FrontRank,
    /// Officers who lead the attacker for more dice (J3.60).
    pub leaders: u8,
    /// Officers who lead the target for more dice when it answers (J3.60, JI-87).
    pub target_leaders: u8,
    /// The maximum number of officers that the target gives up for losses of one roll (J3.59).
    pub loss_officers: u8,
    /// Units with the letter Dodge turn a hit into morale hits (JA3.12).
    pub dodge_by_trait: Dodge,
    /// The defender under the order Dodge turns a hit into morale hits (J3.48).
    pub dodge_by_order: Dodge,
    /// Sharpshooters take an officer instead of an element where possible (JA3.17).
    pub sharpshoot: bool,
    /// The maximum number of morale hits of one roll that a unit under the order Sacrifice turns into losses (J3.46).
    pub sacrifices: u8,
    /// Compute the riposte as well (J5.87).
    pub riposte: bool,
    /// Compute an attack that the rules forbid from the attacker's hex, if dice could be rolled for it.
    pub even_if_illegal: bool,
}

/// The effect of one roll on the target and on the side that rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// Elements lost: hits, sacrifices, hexes of retreat not made, the dice of the Panic letter.
    pub losses: u8,
    /// Hexes of retreat made; of an elephant in panic, those that morale hits drive it on.
    pub retreat: u8,
    /// Order tokens gained by the side that rolled.
    pub tokens: u8,
    /// Officers lost: taken by Sharpshooters, wounded in the front rank, given up for losses.
    pub officers: u8,
}

/// The odds of one roll.
#[derive(Clone, Debug, PartialEq)]
pub struct StrikeOdds {
    /// What kind of roll it is.
    pub kind: AttackKind,
    /// The unit that rolls.
    pub roller: UnitId,
    /// The unit rolled against.
    pub target: UnitId,
    /// The probability that it is rolled with this number of dice.
    pub rolled: Exact,
    /// The number of dice.
    pub dice: u8,
    /// The derivation of that number (T15).
    pub trail: Vec<DiceStep>,
    /// The effect of a tactical advantage (T6), without Wind of the ball.
    pub tactical: TacticalEffect,
    /// Morale hits that the target ignores (J5.53); unlimited under Hold the position.
    pub ignored: u8,
    /// The number of results out of `total` with each effect, given that it is rolled, in ascending order; the counts
    /// sum to `total`.
    pub rows: Vec<(Row, u128)>,
    /// The number of all results: a power of six, of the dice and of those of the Panic letter that a retreat may
    /// require.
    pub total: u128,
}

impl StrikeOdds {
    /// The probability of one effect.
    pub fn probability(&self, row: Row) -> f64 {
        let count = self.rows.iter().find(|(it, _)| *it == row).map_or(0, |(_, count)| *count);
        Exact { count, total: self.total }.value()
    }

    /// The mean of a quantity over all rows.
    pub fn mean(&self, quantity: impl Fn(Row) -> f64) -> f64 {
        self.rows.iter().map(|(row, count)| quantity(*row) * *count as f64).sum::<f64>() / self.total as f64
    }
}

/// The odds of a combat, roll by roll in order: an ambush, the attack, then, if requested, the riposte. A roll whose
/// number of dice depends on earlier results (guns, by their elements) is listed once for each number, with its
/// probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// The choices that were assumed.
    pub options: OddsOptions,
    /// The probability that the defender is still in place and may strike back after the attack (J5.87); whether it
    /// does is its choice. One where the riposte itself is the pending roll.
    pub may_riposte: Exact,
    /// The reason why the defender may not strike back whatever the dice, if there is one.
    pub no_riposte: Option<&'static str>,
    /// The rolls.
    pub strikes: Vec<StrikeOdds>,
}

impl Odds {
    /// The attacker's roll; the most probable one, if several numbers of dice are possible after an ambush. [`None`] if
    /// an ambush always prevents it.
    pub fn attack(&self) -> Option<&StrikeOdds> {
        let own =
            |kind| matches!(kind, AttackKind::Attack | AttackKind::AgainstBreakOff | AttackKind::CounterChargeAttack);
        self.strikes.iter().filter(|it| own(it.kind)).max_by(|a, b| a.rolled.value().total_cmp(&b.rolled.value()))
    }

    /// The riposte for each number of dice that it may have, most dice first; empty if there can be none or none was
    /// requested.
    pub fn ripostes(&self) -> impl Iterator<Item = &StrikeOdds> {
        self.strikes.iter().filter(|it| it.kind == AttackKind::Riposte)
    }
}

/// Reasons why the odds of a combat cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// A unit is lost or not on the table yet.
    #[error("the {0} is not on the table")]
    NotOnTable(&'static str),
    /// Both units belong to the same side.
    #[error("attacker and target belong to the same side")]
    SameSide,
    /// J5.42, JI-108.
    #[error(
        "the attacker cannot fight: it stands by road on ground closed to it (J5.42), or has lost all its dice by \
            moving (JI-108)"
    )]
    CannotFight,
    /// J5.24, J5.25, J5.26, J5.39.
    #[error("the attacker cannot attack the target from where it stands: {0}")]
    OutOfReach(ReachFault),
    /// The unit is not entitled to the order.
    #[error("the order {0} cannot be given in this combat: {1}")]
    OrderForbidden(&'static str, &'static str),
    /// The order would have no effect.
    #[error("the order {0} would do nothing in this combat: {1}")]
    OrderUseless(&'static str, &'static str),
    /// J5.2.
    #[error("the combat of the two is under way and its dice are rolled: only decisions are left, and no roll (J5.2)")]
    UnderWay,
    /// Withdrawal.
    #[error("after a withdrawal nothing is rolled (J3.52)")]
    NothingRolled,
    /// JA3.16.
    #[error("the target cannot break off (JA3.16, JA4.5)")]
    CannotBreakOff,
    /// J3.60.
    #[error("only {0} officers can lead the {1} for more dice (J3.56, J3.60)")]
    FewerLeaders(u8, &'static str),
    /// JI-87.
    #[error("these rules let no officer lead in a riposte or ambush (JI-87)")]
    NoLeadingInRiposte,
    /// JA4.4.
    #[error(
        "the {1} cannot have an officer in the front rank: this takes a melee of the wars in lace, and an officer in \
            its hex (JA4.4)"
    )]
    NoFrontRank(UnitId, &'static str),
    /// Beyond exact arithmetic.
    #[error("too many dice for exact odds")]
    TooManyDice,
}

impl OddsError {
    /// Returns an error if there is a fault with an order.
    fn check(order: &'static str, fault: Option<OrderFault>) -> Result<(), OddsError> {
        match fault {
            None => Ok(()),
            Some(OrderFault::Forbidden(why)) => Err(OddsError::OrderForbidden(order, why)),
            Some(OrderFault::Useless(why)) => Err(OddsError::OrderUseless(order, why)),
        }
    }
}

/// Reasons why a unit cannot attack another from its hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachFault {
    /// J5.24.
    #[error("they are not adjacent, and it has nothing to fire with at range (J5.24)")]
    NoRange,
    /// J5.25.
    #[error("the target is {0} hexes away, beyond its range of {1} (J5.25)")]
    OutOfRange(u8, u8),
    /// J5.39.
    #[error("an enemy is adjacent to it, and so it may only attack one that is (J5.39)")]
    EnemyAdjacent,
    /// J5.26.
    #[error("it has no line of sight to the target (J5.26)")]
    NoSight,
}

impl ReachFault {
    /// Whether dice could be rolled for the attack nevertheless.
    pub fn can_be_computed(self) -> bool {
        matches!(self, ReachFault::EnemyAdjacent | ReachFault::NoSight)
    }
}

impl Positions<'_> {
    /// The reason why a unit cannot attack another from its hex; `None` if it can.
    pub fn reach_fault(self, state: &State, attacker: UnitId, defender: UnitId) -> Option<ReachFault> {
        let hex = state.unit(attacker).hex;
        let (mut in_reach, mut adjacent) = (false, false);
        self.targets(state, attacker, hex, |target| {
            in_reach |= target == defender;
            adjacent |= self.board.distance(hex, state.unit(target).hex) == 1;
        });
        if in_reach {
            return None;
        }
        let (distance, range) =
            (self.board.distance(hex, state.unit(defender).hex), self.forces.profile(attacker).range);
        Some(match range {
            0 | 1 => ReachFault::NoRange,
            _ if distance > range => ReachFault::OutOfRange(distance, range),
            _ if adjacent => ReachFault::EnemyAdjacent,
            _ => ReachFault::NoSight,
        })
    }
}

impl Battlefield {
    /// The reason why there can be no riposte, if this is known before the roll.
    fn no_riposte(&self, start: &State) -> Option<&'static str> {
        let combat = &start.combat;
        if !combat.melee {
            return Some("it is fired at (J5.89)");
        }
        match combat.attack_kind {
            AttackKind::AgainstBreakOff => Some("it breaks the combat off (JI-157)"),
            AttackKind::CounterChargeAttack | AttackKind::CounterChargeDefence => {
                Some("in a counter-charge both have rolled (J3.51)")
            }
            AttackKind::Ambush => Some("its ambush is its riposte (J3.53, J5.14)"),
            // The defender had the right to the riposte that is pending.
            AttackKind::Riposte => None,
            AttackKind::Attack => self.riposte_fault(start, &AttackRoll::running(start)),
        }
    }
}

impl Battle {
    /// The exact odds of one combat at this position, whichever side's turn it is and whatever the attacker has done in
    /// it.
    ///
    /// # Errors
    /// If the attacker could not attack the target from its hex, or the unit is not entitled to a choice.
    pub fn odds(
        &self,
        state: &State,
        attacker: UnitId,
        defender: UnitId,
        options: &OddsOptions,
    ) -> Result<Odds, OddsError> {
        let start = self.position_before_dice(state, attacker, defender, options)?;
        let no_riposte = self.field.no_riposte(&start);
        Ok(Odds { no_riposte, ..self.follow_combat(start, options)? })
    }
}
