//! Records a run while it is played: its journal, `games.csv`, and checkpoints.

use super::watcher::RunWatcher;
use crate::report::GamesFile;
use crate::tournament::{
    FileExtent, GameRow, Journal, LineOfPair, PairingOnScenario, PlayedPair, ResultSink, Standings, Tournament,
};
use std::io;
use std::time::Instant;

/// Records what is played.
pub(super) struct RunRecorder<'a, G> {
    pub(super) tournament: &'a Tournament<G>,
    pub(super) legs: &'a [Vec<PairingOnScenario>],
    pub(super) journal: &'a mut Journal,
    pub(super) games: Option<&'a mut GamesFile>,
    pub(super) before: f64,
    pub(super) clock: Instant,
    /// The number of pairs merged.
    pub(super) pairs: u64,
    pub(super) watcher: &'a mut dyn RunWatcher,
}

impl<G> RunRecorder<'_, G> {
    pub(super) fn checkpoint(&mut self, standings: &Standings, pairs: u64) -> io::Result<()> {
        let grown: Option<FileExtent> = self.games.as_mut().map(|games| games.grown()).transpose()?;
        self.journal.checkpoint(self.legs, standings, pairs, grown, self.before + self.clock.elapsed().as_secs_f64())
    }
}

impl<G> ResultSink for RunRecorder<'_, G> {
    fn line_of_pair(&self) -> LineOfPair {
        self.journal.line_of_pair()
    }

    fn played(&mut self, pairs: &[PlayedPair]) -> io::Result<()> {
        self.journal.played(pairs)?;
        self.watcher.played(pairs.iter().map(|pair| pair.rows.len() as u64).sum());
        Ok(())
    }

    fn merged(&mut self, standings: &Standings, pairs: u64, rows: &[GameRow]) -> io::Result<()> {
        if let Some(games) = &mut self.games {
            games.write(&self.tournament.plan, &self.tournament.schedule, rows)?;
        }
        self.pairs = pairs;
        self.journal.merged(pairs);
        self.watcher.merged(standings, rows);
        if self.journal.is_due() { self.checkpoint(standings, pairs) } else { Ok(()) }
    }
}
