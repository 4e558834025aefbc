//! Quarantine: a bot that has committed a set number of faults is not called again; its remaining games are forfeited
//! without being played.
//!
//! Faults are counted over the merged games at the end of each block, and games already played beyond that block are
//! replaced, so that the result does not depend on the number of threads.

use super::course::Course;
use super::plan::Plan;
use super::record::GameRow;
use super::referee::{Finished, Forfeit};
use super::schedule::{Entrant, GameSpec, Schedule};
use super::standings::Standings;
use crate::bots::FaultKind;
use crate::game::{BySide, Outcome, Side, Tally};
use std::sync::atomic::{AtomicBool, Ordering};

/// The reason of a forfeit that is recorded for a game that is not played, after this number of faults.
pub fn reason(faults: u64) -> String {
    format!("in quarantine after {faults} faults")
}

/// The quarantined bots.
pub struct Quarantine {
    after: Option<u64>,
    out: Vec<AtomicBool>,
}

impl Quarantine {
    /// A quarantine that is always empty.
    pub fn none() -> Quarantine {
        Quarantine { after: None, out: Vec::new() }
    }

    /// The quarantine of a plan, after the games of some standings.
    pub fn new(plan: &Plan, standings: &Standings) -> Quarantine {
        let quarantine =
            Quarantine { after: plan.quarantine, out: plan.bots.iter().map(|_| AtomicBool::new(false)).collect() };
        quarantine.update(standings);
        quarantine
    }

    /// Updates the quarantine from the faults so far.
    pub fn update(&self, standings: &Standings) {
        let Some(after) = self.after else { return };
        for (out, faults) in self.out.iter().zip(standings.faults_of_bots()) {
            out.store(*faults >= after, Ordering::Relaxed);
        }
    }

    /// The row of a game that is not played because a bot is quarantined. Where both are, red forfeits: each of them
    /// once a pair.
    pub fn forfeited(&self, spec: GameSpec, seats: BySide<Entrant>) -> Option<GameRow> {
        let is_out = |side: Side| self.out.get(seats[side].bot).is_some_and(|out| out.load(Ordering::Relaxed));
        let side = Side::BOTH.into_iter().find(|side| is_out(*side))?;
        let reason = reason(self.after?);
        let forfeit = Forfeit { side, fault: FaultKind::Quarantined, reason, by_clock: false };
        let finished = Finished {
            outcome: Outcome::forfeit(side),
            decisions: BySide::default(),
            rolls: 0,
            set_up_draws: 0,
            tally: Tally::default(),
            forfeit: Some(Box::new(forfeit)),
        };
        Some(GameRow::new(spec, None, finished, Course::default()))
    }

    /// Replaces the games of a block that should not have been played.
    pub fn apply(&self, rows: &mut [GameRow], schedule: &Schedule) {
        if self.after.is_none() {
            return;
        }
        for row in rows {
            let seats = schedule.cells()[row.spec.cell].seats(row.spec.swapped);
            if let Some(forfeited) = self.forfeited(row.spec, seats) {
                *row = forfeited;
            }
        }
    }
}
