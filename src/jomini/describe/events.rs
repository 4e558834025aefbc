//! The events of Jomini that are counted on request: how often each order (T7), each letter (T9), each reaction, each
//! type of troops (T2) and each row of terrain (T4, T5) took effect. Ordinary play does not use this module: on request
//! every decision, those without a choice included, is performed separately, and a strike is followed stage by stage.
//!
//! Decisions are counted in `events/decisions.rs`, dice and their effects in `events/strikes.rs`, ground in
//! `events/ground.rs`; the names are in `events/names.rs`.

mod decisions;
mod ground;
mod names;
mod strikes;

pub(in crate::jomini) use self::names::events;

use self::names::{Counts, EventKind};
use crate::game::Side;
use crate::jomini::army::unit::{Animals, Rank};
use crate::jomini::state::action::{Action, Roll};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::forces::Forces;
use crate::jomini::state::{State, Status};
use crate::jomini::turn::engine::Forced;

impl Forces {
    /// Counts changes between two positions, whatever their cause: losses of units and officers, flights, skipped
    /// player-turns. An officer who leaves the table by an exit is not lost (J4.23).
    fn count_change(&self, before: &State, after: &State, leaves: bool, counts: &mut Counts) {
        for side in Side::BOTH {
            counts.add_if(after.side(side).turns_to_skip < before.side(side).turns_to_skip, EventKind::SkippedTurn);
            if after.side(side).units_lost > before.side(side).units_lost {
                counts.add(EventKind::UnitLost);
            }
            for officer in self.officers_on_table(before, side) {
                if !after.officer(officer).in_play && before.player_turn > 0 && !leaves {
                    counts.add(EventKind::OfficerLost);
                    if self.officer_profile(officer).rank == Rank::CommanderInChief {
                        counts.add(EventKind::CommanderLost);
                    }
                }
            }
        }
        if self.animals.contains(Animals::ELEPHANTS) {
            for piece in Side::BOTH.into_iter().flat_map(|side| self.pieces(side)) {
                let (was, is) = (before.unit(piece), after.unit(piece));
                if self.is_panicked(piece) {
                    counts.add_if(was.elements > 0 && is.elements == 0, EventKind::Gone);
                } else {
                    counts.add_if(is.has(Status::ELEPHANT_GONE) && !was.has(Status::ELEPHANT_GONE), EventKind::Looses);
                }
            }
        }
        if after.outcome.is_some() && before.outcome.is_none() {
            counts.add(EventKind::GameOver);
        }
    }
}

impl Battle {
    /// Performs an action and whatever follows without a choice or a roll, and counts all of it.
    pub(in crate::jomini) fn perform_counting(&self, state: &mut State, action: Action, counts: &mut [u64]) {
        let mut counts = Counts::new(counts);
        self.take_counting(state, Forced::Action(action), &mut counts);
        self.go_on_counting(state, &mut counts);
    }

    /// Applies a roll and whatever follows without a choice or a roll, and counts all of it.
    pub(in crate::jomini) fn roll_counting(&self, state: &mut State, roll: Roll, counts: &mut [u64]) {
        let mut counts = Counts::new(counts);
        let before = *state;
        let battle = self.as_on_table(&before);
        battle.resolve_roll(state, roll, &mut counts);
        battle.field.count_roll(&before, roll, state, &mut counts);
        battle.field.forces.count_change(&before, state, false, &mut counts);
        self.go_on_counting(state, &mut counts);
    }

    fn go_on_counting(&self, state: &mut State, counts: &mut Counts) {
        while let Some(forced) = self.as_on_table(state).forced(state) {
            self.take_counting(state, forced, counts);
        }
    }

    fn take_counting(&self, state: &mut State, forced: Forced, counts: &mut Counts) {
        let before = *state;
        let battle = self.as_on_table(&before);
        battle.take(state, forced, counts);
        match forced {
            Forced::Action(action) => battle.field.count_decision(&before, action, state, counts),
            Forced::NoRefuge => counts.add(EventKind::NoRefuge),
        }
        let leaves = matches!(forced, Forced::Action(Action::LeaveAlone(_) | Action::Accompany));
        battle.field.forces.count_change(&before, state, leaves, counts);
    }
}
