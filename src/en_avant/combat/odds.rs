//! The exact odds of one shot or one round of melee: the distribution of the impacts that each side suffers, with the
//! advantages that make up the dice.
//!
//! Rules E9.34, E9.35, E9.36, E9.37, E9.38, E9.39, E11.14, E11.36, E11.37 with EI-55, EI-78. Dice are counted by the
//! same functions as in play; whether sixes are rolled again is a policy. Since a six may be rolled again without end,
//! a die is rolled again a limited number of times. The report of `reglette odds` is built in `odds/report.rs`.

mod choices;
mod report;
mod variations;

use super::dice::Faces;
use crate::data::schema::rule_choice;
use crate::en_avant::notation::unit_id;
use crate::en_avant::rules::{RerollRisk, Rules};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{State, Status, UnitId, side_bit, side_of};
use crate::game::{DiceStep, Exact, Side};

/// The highest power of six that exact counts reach.
const MOST_POWERS: u32 = 48;

rule_choice! {
    /// Which sixes are rolled again (E9.37, EI-55).
    #[derive(Default)]
    pub enum RerollPolicy {
        /// None.
        Never = "never",
        /// Those whose expected gain exceeds their risk.
        #[default]
        WhenItPays = "when_it_pays",
        /// All.
        Always = "always",
    }
}

/// The choices assumed within a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsOptions {
    /// Which sixes are rolled again.
    pub reroll: RerollPolicy,
    /// Maximum number of rerolls of one die; fewer where the numbers would overflow ([`OddsOptions::rerolls_of`]).
    pub most_rerolls: u8,
}

impl OddsOptions {
    /// The rerolls of one die that are counted, of these numbers of dice and saves: at most those asked for.
    pub fn rerolls_of(&self, dice: u8, saves: u8) -> u8 {
        let room = MOST_POWERS.saturating_sub(u32::from(dice) + u32::from(saves));
        self.most_rerolls.min((room / u32::from(dice).max(1)) as u8)
    }
}

impl Default for OddsOptions {
    fn default() -> OddsOptions {
        OddsOptions { reroll: RerollPolicy::default(), most_rerolls: 3 }
    }
}

/// The odds of the dice of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct StrikeOdds {
    /// The unit that shoots, or leads its side in melee.
    pub roller: UnitId,
    /// The unit on which the impacts fall.
    pub target: UnitId,
    /// The dice (E9.35, E11.36).
    pub dice: u8,
    /// The advantages that make up the dice.
    pub trail: Vec<DiceStep>,
    /// The dice of saves (E9.39).
    pub saves: u8,
    /// The advantages that make up the dice of saves.
    pub save_trail: Vec<DiceStep>,
    /// Maximum number of rerolls of a die.
    pub rerolls: u8,
    /// The number of impacts from which the unit routs (E10.16); `None` if impacts do not rout it: it runs already, or
    /// is an elephant (EI-70).
    pub routs_from: Option<u8>,
    /// The number of results, out of `total`, in which the unit suffers 0, 1, 2 … impacts that are not saved.
    pub rows: Vec<u128>,
    /// The number of all results: a power of six.
    pub total: u128,
}

impl StrikeOdds {
    /// The probability of a number of impacts.
    pub fn probability(&self, impacts: usize) -> f64 {
        Exact { count: self.rows.get(impacts).copied().unwrap_or(0), total: self.total }.value()
    }

    /// The mean number of impacts.
    pub fn mean(&self) -> f64 {
        (0..self.rows.len()).map(|impacts| impacts as f64 * self.probability(impacts)).sum()
    }

    /// The probability that the unit routs.
    pub fn rout(&self) -> Exact {
        let routs = self.routs_from.map_or(0, |from| self.rows.iter().skip(usize::from(from)).sum());
        Exact { count: routs, total: self.total }
    }
}

/// The odds of a fight: the shooter's dice of a shot; the dice of both sides of a melee, the attacker's first.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// The choices assumed.
    pub options: OddsOptions,
    /// Whether it is a melee.
    pub melee: bool,
    /// The sides for which several units could lead, or several opponents be struck: the first in the order of the army
    /// is assumed (EI-76, EI-77).
    pub undecided: [bool; 2],
    /// The dice of each side that rolls.
    pub strikes: Vec<StrikeOdds>,
}

/// Why the odds of a fight cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// A unit is lost or has not been set up.
    #[error("the {0} is not on the table")]
    NotOnTable(&'static str),
    /// Both belong to one side.
    #[error("attacker and target belong to the same side")]
    SameSide,
    /// The attacker neither fights nor can shoot.
    #[error(
        "the attacker is in no melee with the target (EI-72) and can shoot at nothing: it has no missiles, is engaged, \
            in disorder or limbered (E9.1, E9.8, E8.4)"
    )]
    CannotFight,
    /// They touch, but are in different melees.
    #[error("attacker and target touch, but fight different melees (EI-76): {} fights {}, {} fights {}",
        unit_id(.0[0]), unit_id(.0[1]), unit_id(.1[0]), unit_id(.1[1]))]
    OtherMelee([UnitId; 2], [UnitId; 2]),
    /// The shot is impossible.
    #[error("the attacker cannot shoot at the target: {0}")]
    NoShot(&'static str),
    /// Beyond the range of exact arithmetic.
    #[error("too many dice for exact odds")]
    TooManyDice,
}

impl Units<'_> {
    fn blank_strike(self, state: &State, roller: UnitId, target: UnitId) -> StrikeOdds {
        StrikeOdds {
            roller,
            target,
            dice: 0,
            trail: Vec::new(),
            saves: 0,
            save_trail: Vec::new(),
            rerolls: 0,
            routs_from: self.rules.routs_from(state, target).filter(|_| self.troops.can_rout(state, target)),
            rows: Vec::new(),
            total: 1,
        }
    }
}

impl Rules {
    /// Computes the distribution of impacts of the dice that have been counted.
    fn follow(&self, state: &State, odds: &mut StrikeOdds, options: &OddsOptions) -> Result<(), OddsError> {
        let side: Side = side_of(odds.roller);
        let faces = self.striking_faces(state, side);
        let risk = self.reroll_risk;
        let (dice, saves) = (u32::from(odds.dice), u32::from(odds.saves));
        if dice + saves > MOST_POWERS {
            return Err(OddsError::TooManyDice);
        }
        odds.rerolls =
            if again(options.reroll, faces, risk, 1) { options.rerolls_of(odds.dice, odds.saves) } else { 0 };
        let one = one_die(faces, options.reroll, risk, odds.rerolls);
        let mut impacts = vec![1u128];
        for _ in 0..dice {
            impacts = product(&impacts, &one);
        }
        let save = [u128::from(self.save_faces().misses()), u128::from(self.save_faces().hits)];
        let mut saved = vec![1u128];
        for _ in 0..saves {
            saved = product(&saved, &save);
        }
        odds.rows = vec![0; impacts.len()];
        for (suffered, count) in impacts.iter().enumerate() {
            for (cancelled, more) in saved.iter().enumerate() {
                odds.rows[suffered.saturating_sub(cancelled)] += count * more;
            }
        }
        while odds.rows.len() > 1 && odds.rows.last() == Some(&0) {
            odds.rows.pop();
        }
        odds.total = 6u128.pow(dice * (1 + u32::from(odds.rerolls)) + saves);
        assert_eq!(odds.rows.iter().sum::<u128>(), odds.total, "the counts of all rows sum to the total");
        Ok(())
    }
}

impl Engagement {
    /// The exact odds of a fight at this position, whichever side is active: of the melee of both units, else of a shot
    /// of one at the other.
    ///
    /// # Errors
    /// If the units neither fight each other nor can the first shoot at the second.
    pub fn odds(
        &self,
        state: &State,
        attacker: UnitId,
        target: UnitId,
        options: &OddsOptions,
    ) -> Result<Odds, OddsError> {
        self.odds_of(state, attacker, target, options, false)
    }

    /// Like [`Engagement::odds`]; on request also for a shot that the rules forbid, if any base could make it.
    ///
    /// # Errors
    /// As for [`Engagement::odds`].
    pub fn odds_of(
        &self,
        state: &State,
        attacker: UnitId,
        target: UnitId,
        options: &OddsOptions,
        even_if_illegal: bool,
    ) -> Result<Odds, OddsError> {
        for (unit, name) in [(attacker, "attacker"), (target, "target")] {
            if !state.unit(unit).is_on_table() {
                return Err(OddsError::NotOnTable(name));
            }
        }
        if side_of(attacker) == side_of(target) {
            return Err(OddsError::SameSide);
        }
        let mut state = *state;
        state.active = side_of(attacker);
        state.outcome = None;
        if state.unit(attacker).has(Status::ENGAGED) && self.units().contact(&state, attacker, target).is_some() {
            return self.melee_odds(&state, attacker, target, options);
        }
        if !self.units().may_shoot(&state, attacker) {
            return Err(OddsError::CannotFight);
        }
        if let Some(fault) = self.shot_fault(&state, attacker, target)
            && !(even_if_illegal && self.can_be_computed(&state, attacker, target))
        {
            return Err(OddsError::NoShot(fault));
        }
        let mut odds = self.units().blank_strike(&state, attacker, target);
        odds.dice = self.shot_dice(&state, attacker, target, &mut odds.trail);
        odds.saves = self.save_dice(&state, attacker, target, &mut odds.save_trail);
        self.rules.follow(&state, &mut odds, options)?;
        Ok(Odds { options: *options, melee: false, undecided: [false; 2], strikes: vec![odds] })
    }

    /// Whether a forbidden shot has dice: some base shoots, and the target lies in the field of fire (E9.4, E9.14).
    fn can_be_computed(&self, state: &State, attacker: UnitId, target: UnitId) -> bool {
        self.places().is_in_field(state, &self.units().field_of_fire(state, attacker), target)
            && self.bases_shooting(state, attacker, target) > 0
    }

    /// The units that lead the sides of the melee in which a unit fights: that of `side` first (EI-77).
    fn leaders_of_melee(&self, state: &State, unit: UnitId, side: Side) -> [UnitId; 2] {
        let mut state = *state;
        self.count_round(&mut state, unit, false);
        [side, side.other()].map(|side| state.clash.leaders[side.index()])
    }

    /// The odds of the next round of melee of a unit.
    fn melee_odds(
        &self,
        start: &State,
        attacker: UnitId,
        target: UnitId,
        options: &OddsOptions,
    ) -> Result<Odds, OddsError> {
        let mut counted = *start;
        let state = &mut counted;
        self.count_round(state, attacker, false);
        let clash = state.clash;
        let side = side_of(attacker);
        if !clash.units.has(target) {
            let [own, other] = [attacker, target].map(|unit| self.leaders_of_melee(start, unit, side));
            return Err(OddsError::OtherMelee(own, other));
        }
        let mut strikes = Vec::new();
        for side in [side, side.other()] {
            let (roller, target) = (clash.leaders[side.index()], clash.struck[side.other().index()]);
            let mut odds = self.units().blank_strike(state, roller, target);
            odds.dice = self.dice_in_melee(state, side, &mut odds.trail);
            if clash.savers & side_bit(side.other()) != 0 {
                odds.saves = self.melee_saves(state, side.other(), &mut odds.save_trail);
            }
            self.rules.follow(state, &mut odds, options)?;
            strikes.push(odds);
        }
        let undecided = Side::BOTH.map(|side| self.units().is_undecided(state, side));
        Ok(Odds { options: *options, melee: true, undecided, strikes })
    }
}

/// Whether a six is rolled again after a die has brought this number of impacts.
fn again(policy: RerollPolicy, faces: Faces, risk: RerollRisk, chain: u8) -> bool {
    faces.six
        && match policy {
            RerollPolicy::Never => false,
            RerollPolicy::WhenItPays => {
                u32::from(faces.hits) + 1 > u32::from(faces.misses()) * u32::from(risk.impacts(chain))
            }
            RerollPolicy::Always => true,
        }
}

/// The number of results in which one die brings 0, 1, 2 … impacts, out of a power of six for it and each reroll.
fn one_die(faces: Faces, policy: RerollPolicy, risk: RerollRisk, rerolls: u8) -> Vec<u128> {
    let mut counts = vec![0u128; usize::from(rerolls) + 2];
    let (hits, misses) = (u128::from(faces.hits), u128::from(faces.misses()));
    let rest = |left: u32| 6u128.pow(left);
    let mut left = u32::from(rerolls);
    counts[0] += misses * rest(left);
    counts[1] += hits * rest(left);
    if !faces.six {
        return counts;
    }
    let mut chain = 1u8;
    while left > 0 && again(policy, faces, risk, chain) {
        left -= 1;
        counts[usize::from(chain - risk.impacts(chain))] += misses * rest(left);
        counts[usize::from(chain) + 1] += hits * rest(left);
        chain += 1;
    }
    counts[usize::from(chain)] += rest(left);
    counts
}

/// The counts of the sum of two independent numbers (a convolution).
fn product(a: &[u128], b: &[u128]) -> Vec<u128> {
    let mut counts = vec![0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            counts[i + j] += x * y;
        }
    }
    counts
}
