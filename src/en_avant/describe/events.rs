//! The events of En Avant ! that are counted on request: the number of times that each action, each row of the tables
//! of advantages (T5, T6), each result of impacts, each type of troops, each weapon (T4) and each row of terrain (T1)
//! took effect. Ordinary play does not use this: counting performs every decision one by one, including those without a
//! choice, and compares the positions before and after.
//!
//! Events of decisions are counted in `events/decisions.rs`, of moves in `events/moves.rs`, of dice in
//! `events/dice.rs`; their names are in `events/names.rs`.

mod decisions;
mod dice;
mod moves;
mod names;

pub(in crate::en_avant) use self::names::events;

use self::names::{Counts, EventKind};
use crate::en_avant::rules::ObjectiveEffect;
use crate::en_avant::state::action::{Action, Roll};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{ClashKind, NO_CAP, NO_UNIT, State, Status, Step, UnitId, side_of};
use crate::game::{Ending, Side};

impl Engagement {
    /// Performs an action and whatever follows without a choice or a roll, and counts all of it.
    pub(in crate::en_avant) fn perform_counting(&self, state: &mut State, action: Action, counts: &mut [u64]) {
        let mut counts = Counts::new(counts);
        self.take_counting(state, action, &mut counts);
        self.go_on_counting(state, &mut counts);
    }

    /// Applies a roll and whatever follows without a choice or a roll, and counts all of it.
    pub(in crate::en_avant) fn roll_counting(&self, state: &mut State, roll: Roll, counts: &mut [u64]) {
        let mut counts = Counts::new(counts);
        let before = *state;
        self.resolve_roll(state, roll);
        self.count_roll(&before, roll, state, &mut counts);
        self.count_change(&before, state, &mut counts);
        self.go_on_counting(state, &mut counts);
    }

    fn go_on_counting(&self, state: &mut State, counts: &mut Counts) {
        while let Some(action) = self.forced(state) {
            self.take_counting(state, action, counts);
        }
    }

    fn take_counting(&self, state: &mut State, action: Action, counts: &mut Counts) {
        let before = *state;
        self.execute(state, action);
        self.count_decision(&before, action, state, counts);
        self.count_change(&before, state, counts);
    }

    /// The units of both sides that stood on the table before and no longer do.
    fn gone<'a>(&'a self, before: &'a State, after: &'a State) -> impl Iterator<Item = UnitId> + use<'a> {
        self.all_on_table(before).filter(|unit| !after.unit(*unit).is_on_table())
    }

    /// Counts the differences between the positions before and after, whatever their cause.
    fn count_change(&self, before: &State, after: &State, counts: &mut Counts) {
        for side in Side::BOTH {
            let (was, is) = (before.side(side), after.side(side));
            (was.units_lost..is.units_lost).for_each(|_| counts.add(EventKind::Destroyed));
            let quarter = self.quarter(side);
            counts.add_if(is.bases_lost / quarter > was.bases_lost / quarter, EventKind::QuarterLost);
            if before.turn > 0 {
                counts.add_if(is.camp_lost && !was.camp_lost, EventKind::CampLost);
                let general = is.general_lost && !was.general_lost;
                counts.add_if(general, EventKind::GeneralLost);
                counts.add_if(general && was.general.present, EventKind::Captured);
                counts.add_if(general && !was.general.present, EventKind::FallsWithUnit);
            }
        }
        if after.impulse > before.impulse {
            self.count_impulse(before, after, counts);
        }
        for (index, (was, is)) in before.objectives.iter().zip(&after.objectives).enumerate() {
            if let Some(side) = is.owner.filter(|_| was.owner != is.owner && index < self.objectives.len()) {
                counts.add(if was.owner.is_some() { EventKind::ObjectiveRetaken } else { EventKind::ObjectiveTaken });
                let full = before.combativity(side) >= self.rules.combativity_max as i8;
                let overflows = self.rules.overflow_to_enemy && self.rules.objective_effect == ObjectiveEffect::Gain;
                counts.add_if(full && overflows, EventKind::Overflow);
            }
        }
        for (was, is) in before.markers.iter().zip(&after.markers) {
            // Horses of a unit that has mounted again, or is lost, are counted with that event.
            let waits = was.unit != NO_UNIT && after.unit(was.unit).has(Status::DISMOUNTED);
            counts.add_if(waits && is.unit == NO_UNIT, EventKind::HorsesGone);
        }
        self.count_status(before, after, counts);
        if let (Some(outcome), None) = (after.outcome, before.outcome) {
            let least = self.rules.defeat_combativity as i8;
            let broken = Side::BOTH.iter().all(|side| after.combativity(*side).min(before.combativity(*side)) <= least);
            match outcome.ending {
                Ending::TurnLimit => counts.add(EventKind::TimeUp),
                Ending::Victory => counts.add(if broken { EventKind::BothBroken } else { EventKind::Broken }),
                Ending::Objective | Ending::Agreed | Ending::Forfeit => {}
            }
            counts.add_if(outcome.winner.is_none(), EventKind::Drawn);
        }
        if after.combats > before.combats && after.clash.kind == ClashKind::Melee {
            counts.add(EventKind::Round);
            let several = Side::BOTH
                .iter()
                .any(|side| after.clash.units.iter().filter(|unit| side_of(*unit) == *side).nth(1).is_some());
            counts.add_if(several, EventKind::Several);
            counts.add_if(after.clash.after_pursuit, EventKind::AfterPursuit);
            counts.add_if(
                !after.clash.units.iter().any(|unit| after.unit(unit).has(Status::CHARGED)),
                EventKind::LaterRound,
            );
        }
    }

    /// Counts the start of an impulse: the active side, and the moves of uncontrollable elephants.
    fn count_impulse(&self, before: &State, after: &State, counts: &mut Counts) {
        counts.add_if(after.turn == before.turn && after.active == before.active, EventKind::OneAfterAnother);
        counts.add_if(after.cap == NO_CAP && after.outcome.is_none(), EventKind::Uncapped);
        let tires = after.turn > before.turn
            && after.turn > 1
            && (after.turn - 1).is_multiple_of(self.rules.fatigue_period_turns);
        counts.add_if(tires, EventKind::Fatigue);
        let wild = |unit: &UnitId| before.unit(*unit).has(Status::RAMPANT) && *after.unit(*unit) != *before.unit(*unit);
        let Some(elephant) = self.all_on_table(before).find(wild) else { return };
        counts.add(EventKind::RunsOnWild);
        self.count_trampled(before, after, elephant, counts);
    }

    /// Counts the units that an uncontrollable elephant has trampled, and whether it is gone.
    fn count_trampled(&self, before: &State, after: &State, elephant: UnitId, counts: &mut Counts) {
        for unit in self.gone(before, after) {
            counts.add(match unit {
                unit if unit == elephant => EventKind::ElephantGone,
                unit if side_of(unit) == side_of(elephant) => EventKind::TramplesFriend,
                _ => EventKind::TramplesEnemy,
            });
        }
    }

    /// Counts status words that units have gained.
    fn count_status(&self, before: &State, after: &State, counts: &mut Counts) {
        for unit in self.all_on_table(after) {
            let (was, is) = (before.unit(unit), after.unit(unit));
            let newly = |fact: Status| is.has(fact) && !was.has(fact);
            counts.add_if(newly(Status::RAMPANT), EventKind::RunsWild);
            if newly(Status::ROUTING) {
                let spreads = matches!(before.step, Step::ContagionRoll(_));
                counts.add(if spreads { EventKind::Spreads } else { EventKind::Routs });
            }
            counts.add_if(newly(Status::LIMBERED), EventKind::Limbers);
        }
    }
}
