//! Expected losses in fights: the exact dice of melees and shots, the distribution of impacts, and the cost of that
//! many impacts at once, in points of an army list.
//!
//! Dice are counted by tables T5 and T6 (`combat/advantages.rs`). The ways to take impacts (chapter 10) are those of
//! play (`combat/aftermath.rs`); each result has a value in bases of the unit.

use super::numbers::{self, Numbers};
use crate::en_avant::combat::aftermath::Available;
use crate::en_avant::combat::dice::MOST_DICE;
use crate::en_avant::rules::Rules;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{NO_UNIT, State, Status, UnitId, side_of};
use crate::game::Side;
use arrayvec::ArrayVec;

/// The value in points of a quarter of an army, whose loss costs combativity.
const QUARTER: f32 = 4.0;
/// The value of a recoil and of disorder, in bases of the unit.
const RECOIL: f32 = 0.4;
const DISORDER: f32 = 0.7;
/// The expected share of a routing unit that is lost.
const ROUTED: f32 = 0.8;
/// The value of the general, whose loss costs an army most of its combativity.
const GENERAL: f32 = 10.0;

/// What impacts can do to a unit; values in points.
struct Victim {
    /// The value of a base.
    base: f32,
    /// The value of the unit, with its general.
    whole: f32,
    /// The expected loss if it routs or gets out of control.
    routed: f32,
    /// Whether any impact makes it uncontrollable.
    maddened: bool,
    /// The results that it can suffer besides losses.
    suffers: Available,
}

impl Rules {
    /// The probability that a die is an impact on a side (E9.36).
    pub(super) fn impact_probability(&self, state: &State, against: Side) -> f32 {
        f32::from(self.striking_faces(state, against.other()).effective()) / 6.0
    }

    /// The probability that a die is an impact on a side, and the expected further impacts of a six that is rolled
    /// again where that pays (EI-55).
    fn one_die(&self, state: &State, against: Side) -> (f32, f32) {
        let hits = self.impact_probability(state, against);
        let again = if self.reroll_sixes { gain_of_six(hits, self.reroll_risk.impacts(1)).max(0.0) } else { 0.0 };
        (hits, again / 6.0)
    }
}

/// The expected impacts that rolling a six again gains, or loses, with this probability of an impact and this number of
/// impacts at risk (E9.37, EI-55): a further six may be rolled again too.
pub(super) fn gain_of_six(hits: f32, at_risk: u8) -> f32 {
    let gain = hits - (1.0 - hits) * f32::from(at_risk);
    if gain > 0.0 { 1.2 * gain } else { gain }
}

/// The probabilities of each number of dice.
type Chances = ArrayVec<f32, { MOST_DICE as usize + 1 }>;

/// The probabilities of each number of successes of some dice.
fn binomial(dice: u8, success: f32) -> Chances {
    let mut chances = Chances::new();
    chances.push(1.0);
    for _ in 0..dice.min(MOST_DICE) {
        chances.push(0.0);
        for count in (1..chances.len()).rev() {
            chances[count] = chances[count] * (1.0 - success) + chances[count - 1] * success;
        }
        chances[0] *= 1.0 - success;
    }
    chances
}

/// The probabilities of each number of impacts above 0, of dice and saves with their probabilities: each save cancels
/// an impact (E9.38), and those beyond the impacts cancel nothing.
fn impacts((dice, hits): (u8, f32), (saves, saved): (u8, f32)) -> Chances {
    let (mut chances, saved) = (binomial(dice, hits), binomial(saves, saved));
    for left in 1..chances.len() {
        chances[left] = chances[left..].iter().zip(&saved).map(|(hit, saved)| hit * saved).sum();
    }
    chances
}

impl Units<'_> {
    /// The value of a base of a unit: its points, and its share of the quarter whose loss costs combativity.
    pub(super) fn base_worth(self, state: &State, unit: UnitId) -> f32 {
        f32::from(self.troops.profile(state, unit).points) + QUARTER / f32::from(self.quarter(side_of(unit)))
    }

    /// What impacts can do to a unit, in a melee or not.
    fn victim(self, state: &State, unit: UnitId, melee: bool) -> Victim {
        let base = self.base_worth(state, unit);
        let general = state.side(side_of(unit)).general_unit == unit;
        let bases = f32::from(state.unit(unit).bases) * base;
        let general = if general { GENERAL } else { 0.0 };
        let maddened = self.any_impact_maddens(state, unit, melee);
        // A routing unit may rally; guns are destroyed (EI-70), and a general on a wild elephant is lost (EI-29).
        let routed = match maddened {
            true => ROUTED * bases + general,
            false if self.troops.leaves_guns(state, unit) => bases + general,
            false => ROUTED * (bases + general),
        };
        Victim { base, whole: bases + general, routed, maddened, suffers: self.suffered_by(state, unit, melee) }
    }

    /// The cost to a unit of a number of impacts at once, if its owner takes them in the cheapest way.
    fn cost_of(self, state: &State, unit: UnitId, victim: &Victim, impacts: u8) -> f32 {
        if victim.maddened {
            return victim.routed;
        }
        let mut cheapest = f32::INFINITY;
        victim.suffers.ways(
            impacts,
            |_| true,
            |way| {
                let disorder = if way.disorder { DISORDER } else { 0.0 };
                cheapest = cheapest.min(f32::from(way.losses) + RECOIL * f32::from(way.recoils) + disorder);
            },
        );
        let lost = (cheapest * victim.base).min(victim.whole);
        if self.rules.is_routed_by(state, unit, impacts) { lost.max(victim.routed) } else { lost }
    }

    /// The expected cost of a number of dice to the unit that they strike, in points.
    pub(super) fn harm(self, state: &State, unit: UnitId, dice: u8, saves: u8, melee: bool) -> f32 {
        let dice = dice.min(MOST_DICE);
        if dice == 0 {
            return 0.0;
        }
        let (hits, more) = self.rules.one_die(state, side_of(unit));
        if hits <= 0.0 {
            return 0.0;
        }
        let victim = self.victim(state, unit, melee);
        let saved = f32::from(self.rules.save_faces().hits) / 6.0;
        let chances = impacts((dice, hits), (saves, saved));
        let harm: f32 =
            (1..=dice).map(|impacts| chances[usize::from(impacts)] * self.cost_of(state, unit, &victim, impacts)).sum();
        harm * (1.0 + more / hits)
    }
}

impl Engagement {
    /// The expected harm dealt and taken in the melee of a unit if it is fought now.
    pub(super) fn fight(&self, state: &State, unit: UnitId) -> Numbers {
        let mut round = *state;
        self.count_round(&mut round, unit, false);
        self.counted_fight(&round, side_of(unit))
    }

    /// The expected harm dealt and taken by a side in a round whose dice are counted.
    pub(super) fn counted_fight(&self, round: &State, own: Side) -> Numbers {
        let mut numbers = Numbers::NONE;
        for side in Side::BOTH {
            let struck = round.clash.struck[side.other().index()];
            if struck == NO_UNIT {
                continue;
            }
            let harm = self.units().harm(
                round,
                struck,
                round.clash.dice[side.index()],
                round.clash.saves[side.other().index()],
                true,
            );
            numbers.add(if side == own { numbers::HARM_DEALT } else { numbers::HARM_TAKEN }, harm);
        }
        numbers
    }

    /// The part of the melee of a newly engaged enemy that existed before contact, which is not to the credit of the
    /// unit.
    pub(super) fn fought_before(&self, before: &State, after: &State, unit: UnitId) -> Numbers {
        let engaged = |it: &UnitId| before.unit(*it).has(Status::ENGAGED);
        if engaged(&unit) || !after.unit(unit).has(Status::ENGAGED) {
            return Numbers::NONE;
        }
        let joined = self.units().contacts(after, unit).map(|contact| contact.enemy).find(engaged);
        let Some(enemy) = joined else { return Numbers::NONE };
        let theirs = self.fight(before, enemy);
        let mut numbers = Numbers::NONE;
        numbers.add(numbers::HARM_DEALT, theirs.0[numbers::HARM_TAKEN]);
        numbers.add(numbers::HARM_TAKEN, theirs.0[numbers::HARM_DEALT]);
        numbers
    }

    /// The expected cost of a shot to its target, by its exact dice.
    pub(super) fn shot(&self, state: &State, unit: UnitId, target: UnitId) -> f32 {
        let dice = self.shot_dice(state, unit, target, &mut ());
        let saves = self.save_dice(state, unit, target, &mut ());
        self.units().harm(state, target, dice, saves, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// EX-34, EX-37: saves beyond the impacts cancel nothing.
    #[test]
    fn saves_cancel_impacts_one_by_one() {
        let one = impacts((1, 0.5), (4, 1.0 / 6.0));
        assert!((one[1] - 0.5 * (5.0_f32 / 6.0).powi(4)).abs() < 1e-6, "{one:?}");
        let two = impacts((2, 0.5), (3, 1.0 / 6.0));
        let mean = two[1] + 2.0 * two[2];
        assert!((mean - 0.665_5).abs() < 1e-3, "{mean}");
        let none = impacts((3, 0.5), (0, 1.0 / 6.0));
        assert!((none[1] - 0.375).abs() < 1e-6 && (none[3] - 0.125).abs() < 1e-6, "{none:?}");
    }
}
