//! The events of En Avant ! that are counted on request: the number of times that each action, each row of the tables
//! of advantages (T5, T6), each result of impacts, each type of troops, each weapon (T4) and each row of terrain (T1)
//! took effect. Ordinary play does not use this: counting performs every decision one by one, including those without a
//! choice, observes effects where they take place, and otherwise compares the positions before and after.
//!
//! Effects in fights are counted in `events/effects.rs`, decisions in `events/decisions.rs`, moves in
//! `events/moves.rs`, dice in `events/dice.rs`; the names of events are in `events/names.rs`, their counters in
//! `events/counts.rs`.

mod counts;
mod decisions;
mod dice;
mod effects;
mod moves;
mod names;

pub(in crate::en_avant) use self::names::events;

use self::counts::Counts;
use self::names::EventKind;
use crate::en_avant::state::action::{Action, Roll};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{NO_CAP, NO_UNIT, State, Status};
use crate::game::{Ending, Side};

impl Units<'_> {
    /// Counts the differences between the positions before and after, whatever their cause.
    fn count_change(self, before: &State, after: &State, counts: &mut Counts) {
        for side in Side::BOTH {
            let (was, is) = (before.side(side), after.side(side));
            (was.units_lost..is.units_lost).for_each(|_| counts.add(EventKind::Destroyed));
            let quarters = |state: &State| self.quarters_lost(state, side);
            counts.add_if(quarters(after) > quarters(before), EventKind::QuarterLost);
            if before.turn > 0 {
                counts.add_if(is.camp_lost && !was.camp_lost, EventKind::CampLost);
                let general = is.general_lost && !was.general_lost;
                counts.add_if(general, EventKind::GeneralLost);
                counts.add_if(general && was.general.present, EventKind::Captured);
                counts.add_if(general && !was.general.present, EventKind::FallsWithUnit);
            }
        }
        (0..self.rules.fatigues_between(before.turn, after.turn)).for_each(|_| counts.add(EventKind::Fatigue));
        if after.impulse > before.impulse {
            let again = after.turn == before.turn && after.active == before.active;
            counts.add_if(again, EventKind::OneAfterAnother);
            counts.add_if(after.cap == NO_CAP && after.outcome.is_none(), EventKind::Uncapped);
        }
        for (was, is) in before.markers.iter().zip(&after.markers) {
            // Horses of a unit that has mounted again, or is lost, are counted with that event.
            let waits = was.unit != NO_UNIT && after.unit(was.unit).has(Status::DISMOUNTED);
            counts.add_if(waits && is.unit == NO_UNIT, EventKind::HorsesGone);
        }
        for unit in self.troops.all_on_table(after) {
            let limbers = after.unit(unit).has(Status::LIMBERED) && !before.unit(unit).has(Status::LIMBERED);
            counts.add_if(limbers, EventKind::Limbers);
        }
        if let (Some(outcome), None) = (after.outcome, before.outcome) {
            // The end of a game raises values below 1.
            let least = |side: &Side| after.combativity(*side).min(before.combativity(*side));
            let broken = Side::BOTH.iter().all(|side| self.rules.is_demoralised(least(side)));
            match outcome.ending {
                Ending::TurnLimit => counts.add(EventKind::TimeUp),
                Ending::Victory => counts.add(if broken { EventKind::BothBroken } else { EventKind::Broken }),
                Ending::Objective | Ending::Agreed | Ending::Forfeit => {}
            }
            counts.add_if(outcome.winner.is_none(), EventKind::Drawn);
        }
    }
}

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
        self.resolve_roll(state, roll, &mut counts);
        self.count_roll(&before, roll, &mut counts);
        self.units().count_change(&before, state, &mut counts);
        self.go_on_counting(state, &mut counts);
    }

    fn go_on_counting(&self, state: &mut State, counts: &mut Counts) {
        while let Some(action) = self.forced(state) {
            self.take_counting(state, action, counts);
        }
    }

    fn take_counting(&self, state: &mut State, action: Action, counts: &mut Counts) {
        let before = *state;
        self.execute(state, action, counts);
        self.count_decision(&before, action, state, counts);
        self.units().count_change(&before, state, counts);
    }
}
