//! Meetings as real games of a rulebook, in the caller's thread pool. Each game is prepared, played and dropped; the
//! results do not depend on the number of threads.

use super::meeting::{Arena, ArenaError, Encounter, Meeting, MeetingGame};
use crate::data::WorkLog;
use crate::data::whole::hash_of_bytes;
use crate::data::work_log::unit;
use crate::game::rng::Key;
use crate::game::{BySide, Prepared, Roster, Side, names_of};
use crate::tournament::{Duellists, GameKey};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// Rules, scenarios and a pool of troops.
pub struct StudyFiles<R: Roster> {
    /// The rules.
    pub rules: R::Rules,
    /// The scenarios with their names.
    pub scenarios: Vec<(String, R::Scenario)>,
    /// The pool.
    pub pool: R::Pool,
}

/// Creates the two bots of a thread.
pub type Seats<'a, G> = &'a (dyn Fn() -> Duellists<G> + Sync);

/// Armies of a pool, played by a bot.
pub struct RealArena<'a, R: Roster> {
    /// The rules, scenarios and pool.
    pub files: &'a StudyFiles<R>,
    /// The bots of a thread.
    pub bots: Seats<'a, R::Game>,
    /// The log of the meetings played, which also signals a halt.
    pub log: &'a dyn WorkLog,
    /// The step of the study, in one word.
    pub part: &'a str,
    /// Called with the number of games played.
    pub tick: &'a (dyn Fn(u64) + Sync),
}

impl<R: Roster> RealArena<'_, R> {
    fn prepared(&self, meeting: &Meeting) -> Result<[Prepared<R::Game>; 2], ArenaError> {
        let setup = |error: &dyn std::fmt::Display| ArenaError::Setup(error.to_string());
        let [first, second] = &meeting.armies;
        let raise = |composition, name| R::raise(&self.files.pool, composition, name).map_err(|fault| setup(&fault));
        let (first, second) = (raise(first, "first")?, raise(second, "second")?);
        let scenario = &self.files.scenarios[meeting.scenario].1;
        let prepare = |red, blue| {
            R::prepare(&self.files.rules, scenario, BySide::new(Some(red), Some(blue))).map_err(|fault| setup(&fault))
        };
        Ok([prepare(&first, &second)?, prepare(&second, &first)?])
    }

    fn encounter(
        &self,
        bots: &mut Duellists<R::Game>,
        meeting: Meeting,
        index: u64,
        seed: u64,
    ) -> Result<Encounter, ArenaError> {
        // The same number may be requested again with other armies.
        let what = hash_of_bytes(format!("{meeting:?}").as_bytes());
        let key = format!("{}/{seed:016x}/{index}/{}", self.part, &what[..16]);
        let games = unit(self.log, &key, || self.games(bots, &meeting, index, seed))?;
        (self.tick)(games.len() as u64);
        Ok(Encounter { meeting, games })
    }

    fn games(
        &self,
        bots: &mut Duellists<R::Game>,
        meeting: &Meeting,
        index: u64,
        seed: u64,
    ) -> Result<Vec<MeetingGame>, ArenaError> {
        let games = self.prepared(meeting)?;
        let scenario = &self.files.scenarios[meeting.scenario].0;
        let mut played = Vec::with_capacity(2 * meeting.pairs as usize);
        for pair in 0..meeting.pairs {
            for (swapped, prepared) in [false, true].into_iter().zip(&games) {
                // Set-up draws are balanced among pairs of neighbouring numbers: the pairs of one meeting have distant
                // numbers, so that they share nothing.
                let key = GameKey { seed, scenario, pair: (pair << 32) | index };
                let names = if swapped { BySide::new("second", "first") } else { BySide::new("first", "second") };
                let duel = bots.play(&prepared.game, key, names).map_err(|message| {
                    let name = |army: usize| names_of(&meeting.armies[army], R::troops(&self.files.pool));
                    ArenaError::Broken { first: name(0), second: name(1), message }
                })?;
                let first_seat = if swapped { Side::Blue } else { Side::Red };
                let survivors = [(0, first_seat), (1, first_seat.other())].map(|(army, side)| {
                    R::survivors(&self.files.pool, &meeting.armies[army], &prepared.game, &duel.state, side)
                });
                played.push(MeetingGame {
                    score: duel.finished.outcome.score(first_seat),
                    swapped,
                    first_began: duel.first_side.map(|side| side == first_seat),
                    forfeited: duel.finished.forfeit.is_some(),
                    ending: duel.finished.outcome.ending,
                    survivors,
                });
            }
        }
        Ok(played)
    }
}

impl<R: Roster> Arena for RealArena<'_, R> {
    fn is_part(&self) -> bool {
        self.log.is_part()
    }

    fn play(&self, meetings: Vec<Meeting>, first: u64, seed: u64) -> Result<Vec<Encounter>, ArenaError> {
        let seed = Key::new(seed).with_name("meetings").stream().bits();
        let each = |bots: &mut Duellists<R::Game>, (index, meeting): (usize, Meeting)| {
            self.encounter(bots, meeting, first + index as u64, seed)
        };
        let is_here = |(index, _): &(usize, Meeting)| self.log.holds(first + *index as u64);
        meetings.into_par_iter().enumerate().filter(is_here).map_init(self.bots, each).collect()
    }
}
