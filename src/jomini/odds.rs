//! The exact odds of one combat of one roll before any follow-up, found by weighing the dice and not by sampling.
//!
//! The combat is started in a copy of the position and resolved by the very functions that play it (`combat.rs`, `resolution.rs`, `retreat.rs`); each roll is
//! carried through with its exact weight. What players choose on the way stands in [`OddsOptions`]. How the copy is driven is in `odds/walk.rs`, how the
//! answer becomes the report of `reglette odds` in `odds/report.rs`.

mod report;
mod walk;

use super::battle::Battle;
use super::dice::Trail;
use super::hits::Meaning;
use super::state::{AttackOrder, DefenceOrder, State, Strike, UnitId};
use crate::game::{DiceStep, Exact};

/// The choices within the combat. The default is the plainest combat: no order, no officer led, the defender stands, no dodge, no sacrifice. Always: all morale hits
/// that may be ignored are, the retreat goes as far as it can, no officer is given up for a loss.
///
/// An order is weighed whether or not the side holds the tokens for it, but only if the unit has the right to it and it could do something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OddsOptions {
    /// The attack order, given before the roll (J3.38).
    pub order: Option<AttackOrder>,
    /// Every tactical advantage of a gun's attack becomes one morale hit: Wind of the ball (J3.44).
    pub wind_of_ball: bool,
    /// The defence order (J3.45); Withdrawal leaves nothing to roll.
    pub defence_order: Option<DefenceOrder>,
    /// The defender breaks off where it may (JA3.16).
    pub break_off: bool,
    /// Officers who lead the attacker for more dice (J3.60).
    pub leaders: u8,
    /// Units with the letter Dodge turn a hit into morale hits (JA3.12).
    pub dodge_by_trait: bool,
    /// The defender under the order Dodge turns a hit into morale hits (J3.48).
    pub dodge_by_order: bool,
    /// Sharpshooters take an officer instead of an element where they may (JA3.17).
    pub sharpshoot: bool,
    /// Most morale hits of one roll that a unit under the order Sacrifice turns into losses (J3.46).
    pub sacrifices: u8,
    /// Weigh the riposte too (J5.87).
    pub riposte: bool,
}

/// What one roll did to the unit struck, and what it brought the side that rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    /// Elements lost: hits, sacrifices, hexes of retreat not made, the dice of the Panic letter.
    pub losses: u8,
    /// Hexes of retreat made; of an elephant in panic, those that morale hits drive it on.
    pub retreat: u8,
    /// Order tokens gained by the side that rolled.
    pub tokens: u8,
    /// Officers taken by Sharpshooters.
    pub officers: u8,
}

/// The odds of one roll.
#[derive(Clone, Debug, PartialEq)]
pub struct StrikeOdds {
    /// What kind of roll it is.
    pub strike: Strike,
    /// The unit that rolls.
    pub striker: UnitId,
    /// The unit rolled against.
    pub struck: UnitId,
    /// With what probability it is rolled at all, with these dice.
    pub rolled: Exact,
    /// The number of dice.
    pub dice: u8,
    /// How that number came about (T15).
    pub trail: Vec<DiceStep>,
    /// What a tactical advantage does (T6), Wind of the ball apart.
    pub tactical: Meaning,
    /// Morale hits that the struck unit ignores (J5.53); without limit under Hold the position.
    pub ignored: u8,
    /// How many of `total` results have each effect, given that it is rolled. In rising order; the counts sum to `total`.
    pub rows: Vec<(Row, u128)>,
    /// All results: a power of six, of the dice and of those of the Panic letter that a retreat may bring.
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

/// The odds of a combat, roll by roll in the order in which they fall: the attack, before it an ambush; then, where asked for, the riposte. A roll whose number
/// of dice depends on what fell before (guns, by their elements) stands there once for each number, with its probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// The choices that were weighed.
    pub options: OddsOptions,
    /// With what probability the defender is still in place and may strike back after the attack (J5.87); whether it then does is its choice.
    pub may_riposte: Exact,
    /// The rolls.
    pub strikes: Vec<StrikeOdds>,
}

impl Odds {
    /// The attacker's roll; the likeliest, where an ambush may leave it several numbers of dice. [`None`] if an ambush never lets it happen.
    pub fn attack(&self) -> Option<&StrikeOdds> {
        let own = |strike| matches!(strike, Strike::Attack | Strike::AgainstBreakOff | Strike::CounterChargeAttack);
        self.strikes.iter().filter(|it| own(it.strike)).max_by(|a, b| a.rolled.value().total_cmp(&b.rolled.value()))
    }

    /// The riposte for each number of dice that it may have, most dice first; empty if there can be none or none was asked for.
    pub fn ripostes(&self) -> impl Iterator<Item = &StrikeOdds> {
        self.strikes.iter().filter(|it| it.strike == Strike::Riposte)
    }
}

/// Why a combat cannot be weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// A unit is lost or not yet on the table.
    #[error("the {0} is not on the table")]
    NotOnTable(&'static str),
    /// Both units belong to one side.
    #[error("attacker and target belong to the same side")]
    SameSide,
    /// J5.42, JI-108.
    #[error("the attacker cannot fight: it stands by road on ground closed to it, or has lost all its dice by moving")]
    CannotFight,
    /// J5.25, J5.26, J5.39.
    #[error("the attacker cannot attack the target from where it stands: neither adjacent, nor in range and sight with no enemy adjacent")]
    OutOfReach,
    /// The unit has no right to the order, or the order could do nothing.
    #[error("the order {0} cannot be given in this combat, or would do nothing")]
    OrderNotOpen(&'static str),
    /// Withdrawal.
    #[error("after a withdrawal nothing is rolled")]
    NothingRolled,
    /// JA3.16.
    #[error("the target cannot break off")]
    CannotBreakOff,
    /// J3.60.
    #[error("only {0} officers can lead the attacker")]
    FewerLeaders(u8),
    /// Beyond exact arithmetic.
    #[error("too many dice to be weighed exactly")]
    TooManyDice,
}

/// Notes every change of the number of dice.
impl Trail for Vec<DiceStep> {
    const TAKES_NOTES: bool = true;

    fn note(&mut self, rule: &'static str, before: i32, after: i32) {
        self.push(DiceStep { rule, before, after });
    }
}

impl Battle {
    /// The exact odds of one combat at this position, whoever's turn it is and whatever the attacker has done in it.
    ///
    /// # Errors
    /// If the attacker could not attack the target from where it stands, or a choice is not open to the unit.
    pub fn odds(&self, state: &State, attacker: UnitId, defender: UnitId, options: &OddsOptions) -> Result<Odds, OddsError> {
        let start = self.begin_weighing(state, attacker, defender, options)?;
        self.weigh(start, options)
    }
}
