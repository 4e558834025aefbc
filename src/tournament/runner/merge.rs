//! Merges the pairs that were played in the order of the schedule.

use super::gate::Gate;
use super::{BLOCK, HandedOver, PairResult, ResultSink, ResumePoint, RunOutcome, TournamentError};
use crate::tournament::quarantine::Quarantine;
use crate::tournament::shard::Portion;
use crate::tournament::standings::Standings;
use crate::tournament::steer::{Steer, Steering};
use std::collections::BTreeMap;
use std::sync::mpsc;
use std::time::Duration;

/// The interval at which a halt request is polled.
const GLANCE: Duration = Duration::from_millis(50);

/// Collects the pairs as they arrive and merges them in schedule order.
pub(super) struct Merge<'a> {
    pub(super) portion: &'a Portion<'a>,
    pub(super) receive: &'a mpsc::Receiver<HandedOver>,
    pub(super) gate: &'a Gate<'a>,
    pub(super) quarantine: &'a Quarantine,
}

impl Merge<'_> {
    pub(super) fn run(
        self,
        start: ResumePoint,
        keep: &mut dyn ResultSink,
        steer: &mut dyn Steer,
    ) -> Result<(Standings, RunOutcome), TournamentError> {
        let ResumePoint { mut standings, pairs: mut merged, known } = start;
        let mut early: BTreeMap<u64, PairResult> = known.into_iter().map(|(pair, rows)| (pair, Ok(rows))).collect();
        let all = self.portion.pairs();
        loop {
            while merged < all {
                let end = ((merged / BLOCK + 1) * BLOCK).min(all);
                if early.range(merged..end).count() as u64 != end - merged {
                    break;
                }
                let mut rows = Vec::with_capacity(2 * BLOCK as usize);
                for pair in merged..end {
                    rows.extend(early.remove(&pair).expect("it was counted")?);
                }
                self.quarantine.apply(&mut rows, self.portion.schedule());
                rows.iter().for_each(|row| standings.add(row));
                merged = end;
                self.quarantine.update(&standings);
                keep.merged(&standings, merged, &rows)?;
                if steer.after_block(&standings, merged) == Steering::Stop {
                    return Ok((standings, RunOutcome::Stopped));
                }
                self.gate.advance();
            }
            match self.receive.recv_timeout(GLANCE) {
                Ok(HandedOver { played, failed }) => {
                    keep.played(&played)?;
                    early.extend(played.into_iter().map(|played| (played.pair, Ok(played.rows))));
                    early.extend(failed.into_iter().map(|(pair, error)| (pair, Err(error))));
                }
                Err(mpsc::RecvTimeoutError::Timeout) if self.gate.is_open() => {}
                // Threads waiting at the gate are released; threads in play are waited for.
                Err(mpsc::RecvTimeoutError::Timeout) => self.gate.close(),
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Ok((standings, if merged == all { RunOutcome::Done } else { RunOutcome::Halted }));
                }
            }
        }
    }
}
