//! Combativity: gains, losses, fatigue, defeat, and the winner at the turn limit.
//!
//! Rules E1.5, E1.6, E1.7, E1.8, E1.9, E1.12, E12.1, E12.2, E12.5, E12.6, E12.7, E12.8, E12.9, E12.10, E12.11, E12.12
//! with EI-90, EI-92, EI-93, EI-94, EI-95, EI-96. Objectives are counted in `turn/objectives.rs`.

use crate::en_avant::rules::{AreaMeasure, Rules, TieBreak};
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{NO_UNIT, State, Status, Step, UNITS_A_SIDE, Unit, UnitId, side_of};
use crate::en_avant::table::geometry::{Convex, Point};
use crate::game::{Ending, Grade, Outcome, Side};
use arrayvec::ArrayVec;

impl State {
    /// Ends the game.
    pub(in crate::en_avant) fn finish(&mut self, outcome: Outcome) {
        for side in &mut self.sides {
            side.combativity = side.combativity.max(1);
        }
        self.outcome = Some(outcome);
        self.step = Step::Over;
    }
}

impl Rules {
    /// Changes the combativity of a side (E1.8, E12.1, E12.5): a gain beyond the maximum is taken from the enemy.
    /// Returns whether there is such a gain.
    pub(in crate::en_avant) fn change_combativity(&self, state: &mut State, side: Side, change: i8) -> bool {
        let most = self.combativity_max as i8;
        let wanted = state.combativity(side) + change;
        state.side_mut(side).combativity = wanted.min(most);
        let overflows = wanted > most && self.overflow_to_enemy;
        if overflows {
            state.side_mut(side.other()).combativity -= wanted - most;
        }
        overflows
    }

    /// Applies the consequences of the loss of a unit's last base.
    fn bury(&self, state: &mut State, unit: UnitId) {
        let side = side_of(unit);
        *state.unit_mut(unit) = Unit::NONE;
        state.side_mut(side).units_lost += 1;
        self.lose_general_in(state, unit);
        state.objectives.iter_mut().for_each(|objective| objective.holders.remove(unit));
    }

    /// Removes the general who is a base of a unit, if he is one of this (EI-29).
    pub(super) fn lose_general_in(&self, state: &mut State, unit: UnitId) {
        let side = side_of(unit);
        if state.side(side).general_unit == unit {
            state.side_mut(side).general_unit = NO_UNIT;
            self.lose_general(state, side);
        }
    }

    /// Removes the general of a side, once (E12.8, EI-29).
    pub(in crate::en_avant) fn lose_general(&self, state: &mut State, side: Side) {
        let it = state.side_mut(side);
        if !it.general_lost {
            it.general_lost = true;
            it.general.present = false;
            self.change_combativity(state, side, -(self.general_loss_combativity as i8));
        }
    }

    /// Removes the camp of a side, once (E12.7, EI-30).
    pub(in crate::en_avant) fn lose_camp(&self, state: &mut State, side: Side) {
        let it = state.side_mut(side);
        if !it.camp_lost {
            it.camp_lost = true;
            it.camp.present = false;
            self.change_combativity(state, side, -(self.camp_loss_combativity as i8));
        }
    }

    /// Whether both sides tire at the start of a turn (E12.9, EI-93).
    pub(in crate::en_avant) fn tires_in(&self, turn: u8) -> bool {
        turn > 1 && (turn - 1).is_multiple_of(self.fatigue_period_turns)
    }

    /// The number of fatigues after one turn, up to the start of another (E12.9).
    pub(in crate::en_avant) fn fatigues_between(&self, before: u8, after: u8) -> usize {
        (before..after).filter(|turn| self.tires_in(turn + 1)).count()
    }

    /// Applies fatigue to both sides at the start of some turns (E12.9, EI-93).
    pub(in crate::en_avant) fn tire(&self, state: &mut State) {
        if self.tires_in(state.turn) {
            for side in Side::BOTH {
                self.change_combativity(state, side, -(self.fatigue_combativity as i8));
            }
        }
    }

    /// Whether an army of this combativity is demoralised (E1.5).
    pub(in crate::en_avant) fn is_demoralised(&self, combativity: i8) -> bool {
        combativity <= self.defeat_combativity as i8
    }
}

impl Units<'_> {
    /// The number of lost bases for which combativity is lost (E1.12, E12.6, EI-92).
    pub fn quarter(self, side: Side) -> u16 {
        (self.troops.bases[side] / u16::from(self.rules.loss_quarter_divisor)).max(1)
    }

    /// The number of quarters of its army that a side has lost (E1.12, E12.6).
    pub(in crate::en_avant) fn quarters_lost(self, state: &State, side: Side) -> u16 {
        state.side(side).bases_lost / self.quarter(side)
    }

    /// Removes bases from a unit; without any left it is destroyed (E10.8, E12.6, EI-65, EI-92). The caller updates its
    /// shape.
    pub(super) fn lose_bases(self, state: &mut State, unit: UnitId, bases: u8) {
        let with_general = bases >= state.unit(unit).bases && self.general_falls_with(state, unit);
        self.remove_bases(state, unit, bases);
        if with_general {
            self.rules.lose_general(state, side_of(unit));
        }
    }

    /// Removes a unit that flees over the edge of the table (E10.26). That is no capture by the enemy: a general on a
    /// base of his own stays, out of a melee too (EI-29).
    pub(super) fn run_off(self, state: &mut State, unit: UnitId) {
        self.remove_bases(state, unit, state.unit(unit).bases);
    }

    /// Removes bases from a unit, whatever becomes of the general.
    fn remove_bases(self, state: &mut State, unit: UnitId, bases: u8) {
        let bases = bases.min(state.unit(unit).bases);
        let it = state.unit_mut(unit);
        it.bases -= bases;
        let gone = it.bases == 0;
        // A base that holds the horses is lost with its unit (EI-105).
        let held = if gone && it.has(Status::DISMOUNTED) { self.rules.dismount_horse_holder_bases } else { 0 };
        // An uncontrollable elephant has been counted already (EI-107).
        if !it.has(Status::RAMPANT) {
            self.count_losses(state, unit, bases + held);
        }
        if gone {
            self.rules.bury(state, unit);
        }
    }

    /// Counts bases of a unit as lost, with the cost in combativity (E1.12, E12.6, EI-92).
    pub fn count_losses(self, state: &mut State, unit: UnitId, bases: u8) {
        let side = side_of(unit);
        let points = self.troops.profiles[usize::from(unit)].as_ref().expect("a unit in play has a profile").points;
        let before = self.quarters_lost(state, side);
        let of_side = state.side_mut(side);
        of_side.bases_lost += u16::from(bases);
        of_side.points_lost += u16::from(bases) * u16::from(points);
        let quarters = (self.quarters_lost(state, side) - before) as i8;
        if quarters > 0 {
            self.rules.change_combativity(state, side, -quarters * self.rules.quarter_loss_combativity as i8);
        }
    }

    /// Removes a unit from the game, with all its bases (E10.11, E10.20).
    pub fn destroy(self, state: &mut State, unit: UnitId) {
        let bases = state.unit(unit).bases;
        self.lose_bases(state, unit, bases);
    }

    /// Ends the game if an army is demoralised (E1.5, E1.7, E12.2, E12.10, EI-94), after each complete resolution.
    /// Returns whether the game is over.
    pub(in crate::en_avant) fn check_defeat(self, state: &mut State) -> bool {
        if state.outcome.is_some() {
            return true;
        }
        let broken = |side: Side| self.rules.is_demoralised(state.combativity(side));
        let outcome = match (broken(Side::Red), broken(Side::Blue)) {
            (false, false) => return false,
            // Both at once: the tie-breaks compare the values before truncation.
            (true, true) => Outcome { winner: self.ahead(state), grade: Grade::None, ending: Ending::Victory },
            (red, _) => {
                let winner = if red { Side::Blue } else { Side::Red };
                Outcome { winner: Some(winner), grade: Grade::None, ending: Ending::Victory }
            }
        };
        state.finish(outcome);
        true
    }

    /// Ends the game at its turn limit (E12.11, E12.12, EI-95).
    pub(in crate::en_avant) fn adjudicate(self, state: &mut State) {
        let outcome = Outcome { winner: self.ahead(state), grade: Grade::None, ending: Ending::TurnLimit };
        state.finish(outcome);
    }

    /// The side that is ahead by the tie-breaks, in their order (E12.11, EI-96).
    pub fn ahead(self, state: &State) -> Option<Side> {
        self.ahead_by(state, |_| true)
    }

    /// The side that is ahead by the tie-breaks but that of the area, which takes long.
    pub fn ahead_without_area(self, state: &State) -> Option<Side> {
        self.ahead_by(state, |tie_break| tie_break != TieBreak::AreaOccupied)
    }

    fn ahead_by(self, state: &State, counts: impl Fn(TieBreak) -> bool) -> Option<Side> {
        self.rules.tie_breaks.iter().filter(|tie_break| counts(**tie_break)).find_map(|tie_break| {
            let value = |side: Side| -> i64 {
                match tie_break {
                    TieBreak::Combativity => i64::from(state.combativity(side)),
                    TieBreak::BasesLost => -i64::from(state.side(side).bases_lost),
                    TieBreak::PointsLost => -i64::from(state.side(side).points_lost),
                    TieBreak::AreaOccupied => self.area(state, side),
                }
            };
            let (red, blue) = (value(Side::Red), value(Side::Blue));
            // Areas that differ by less than a hundredth count as equal.
            let slack = if *tie_break == TieBreak::AreaOccupied { red.max(blue) / 100 } else { 0 };
            match red - blue {
                more if more > slack => Some(Side::Red),
                less if less < -slack => Some(Side::Blue),
                _ => None,
            }
        })
    }

    /// Twice the area that an army occupies, in square millimetres (EI-96): of the convex hull of its bases that are
    /// neither in rout nor out of control, or the sum of them.
    pub fn area(self, state: &State, side: Side) -> i64 {
        let steady = || {
            self.troops.on_table(state, side).filter(|unit| !state.unit(*unit).has(Status::ROUTING | Status::RAMPANT))
        };
        match self.rules.area_measure {
            AreaMeasure::SumOfBases => {
                let base = |unit: UnitId| {
                    i64::from(self.troops.profile(state, unit).depth) * i64::from(self.measures.width) / 10_000
                };
                steady().map(|unit| 2 * base(unit) * i64::from(state.unit(unit).bases)).sum()
            }
            AreaMeasure::ConvexHull => {
                // The hull of many points may have many corners: the lower and the upper chain of Andrew's algorithm
                // are traversed without storing more than one chain.
                let mut corners: ArrayVec<Point, { 8 * UNITS_A_SIDE }> = ArrayVec::new();
                steady().for_each(|unit| corners.extend(self.places().footprint(state, unit).corners()));
                corners.sort_unstable();
                Convex::twice_area_of_hull(&corners) / 10_000
            }
        }
    }
}
