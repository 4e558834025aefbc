//! Records of games: a row of figures for every game, and every decision and roll as JSON lines for a recorded game.
//!
//! The lines of a record: a `header`, then `decision` and `roll` in order of play, then the `end`.

use super::course::Course;
use super::referee::{Finished, Forfeit, Observer};
use super::schedule::GameSpec;
use crate::bots::FaultKind;
use crate::data::manifest::Input;
use crate::game::{BySide, Game, Moment, Outcome, Show, Side, Tally};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{self, Write};

/// One game in figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRow {
    /// Its entry in the schedule.
    #[serde(rename = "fixture")]
    pub spec: GameSpec,
    /// The side that moved first, if play got that far.
    pub first_side: Option<Side>,
    /// How it ended.
    pub outcome: Outcome,
    /// Decisions taken by each side.
    pub decisions: BySide<u32>,
    /// Rolls made.
    pub rolls: u32,
    /// The number of rolls that set the game up: a game with any belongs to a block of pairs in which they are
    /// balanced.
    pub set_up_draws: u32,
    /// The final tally.
    pub tally: Tally,
    /// Statistics of its course.
    pub course: Course,
    /// The fault that ended it, if any.
    pub forfeit: Option<Box<Forfeit>>,
    /// The luck of each side with its own dice, in ten-thousandths of a game, where requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<BySide<i32>>,
}

impl GameRow {
    /// The row of a finished game.
    pub fn new(spec: GameSpec, first_side: Option<Side>, finished: Finished, course: Course) -> GameRow {
        let Finished { outcome, decisions, rolls, set_up_draws, tally, forfeit } = finished;
        GameRow { spec, first_side, outcome, decisions, rolls, set_up_draws, tally, course, forfeit, luck: None }
    }

    /// Whether it was never played because a bot was in quarantine.
    pub fn is_unplayed(&self) -> bool {
        self.forfeit.as_ref().is_some_and(|forfeit| forfeit.fault == FaultKind::Quarantined)
    }

    /// The same game, forfeited by a side with this fault.
    #[cfg(test)]
    pub(crate) fn forfeited_for_tests(self, side: Side, fault: FaultKind) -> GameRow {
        let outcome = Outcome::forfeit(side);
        let forfeit = Forfeit { side, fault, reason: String::new(), by_clock: false };
        GameRow { outcome, forfeit: Some(Box::new(forfeit)), ..self }
    }

    #[cfg(test)]
    pub(crate) fn crashed_for_tests(self, side: Side) -> GameRow {
        self.forfeited_for_tests(side, FaultKind::Crash)
    }

    #[cfg(test)]
    pub(crate) fn for_tests(spec: GameSpec, outcome: Outcome, tally: Tally) -> GameRow {
        let (decisions, course) = (BySide::default(), Course::default());
        GameRow {
            spec,
            first_side: None,
            outcome,
            decisions,
            rolls: 0,
            set_up_draws: 0,
            tally,
            course,
            forfeit: None,
            luck: None,
        }
    }
}

/// The player of a seat: names of bot and army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The bot.
    pub bot: String,
    /// The army; `None` where the scenario brings it.
    pub army: Option<String>,
}

/// What is needed to play a recorded game again: the names under which it drew at random, and its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSetup {
    /// The name of the scenario in the keys of the dice.
    pub key: String,
    /// The names of the entrants in the keys of the bots' streams.
    pub entrants: BySide<String>,
    /// The path of the rules.
    pub rules: String,
    /// The path of the scenario.
    pub scenario: String,
    /// The paths of the armies; `None` where the scenario brings them.
    pub armies: Option<BySide<String>>,
    /// The path of the bot on each seat; `None` for a human.
    pub bots: BySide<Option<String>>,
    /// The files, with the texts of those that are not built into the program.
    pub files: Vec<Input>,
}

/// The header of a record, before the first decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the program.
    pub version: String,
    /// The rulebook.
    pub rulebook: String,
    /// The rules file.
    pub rules: String,
    /// The scenario.
    pub scenario: String,
    /// The master seed.
    pub seed: u64,
    /// The number of the pair.
    pub pair: u64,
    /// The player of each seat.
    pub seats: BySide<Seat>,
    /// What is needed to play it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Box<RecordSetup>>,
}

/// Writes a game as JSON lines while it is played. After a write error it writes nothing more; [`Recorder::finish`]
/// returns the error.
pub struct Recorder<W: Write> {
    to: W,
    failed: Option<io::Error>,
}

impl<W: Write> Recorder<W> {
    /// Begins a record with its header and the initial position.
    pub fn begin<G: Show>(to: W, header: &Header, game: &G, position: &G::State) -> Recorder<W> {
        let mut recorder = Recorder { to, failed: None };
        let mut line = json!({ "line": "header" });
        let (Value::Object(line_fields), Ok(Value::Object(header))) = (&mut line, serde_json::to_value(header)) else {
            unreachable!("a struct of names and numbers is a JSON object")
        };
        line_fields.extend(header);
        line_fields.insert("position".into(), game.position_to_data(position));
        recorder.line(&line);
        recorder
    }

    fn line(&mut self, line: &Value) {
        if self.failed.is_none() {
            self.failed = writeln!(self.to, "{line}").err();
        }
    }

    /// Ends the record.
    ///
    /// # Errors
    /// The first write error.
    pub fn finish(mut self, finished: &Finished) -> io::Result<W> {
        let Finished { outcome, tally, decisions, rolls, forfeit, .. } = finished;
        let forfeit = forfeit
            .as_ref()
            .map(|forfeit| json!({ "side": forfeit.side, "fault": forfeit.fault.name(), "reason": forfeit.reason }));
        self.line(&json!({
            "line": "end",
            "outcome": outcome,
            "rounds": tally.rounds,
            "combats": tally.combats,
            "units_lost": tally.units_lost,
            "points_lost": tally.points_lost,
            "decisions": decisions,
            "rolls": rolls,
            "forfeit": forfeit,
        }));
        match self.failed {
            Some(failed) => Err(failed),
            None => self.to.flush().map(|()| self.to),
        }
    }
}

impl Recorder<Vec<u8>> {
    /// What has been recorded since the mark.
    pub fn since(&self, mark: usize) -> &[u8] {
        &self.to[mark..]
    }

    /// All that has been recorded, of a game that is left unfinished.
    pub fn unfinished(self) -> Vec<u8> {
        self.to
    }

    /// The current length of the record, for [`Recorder::rewind`].
    pub fn mark(&self) -> usize {
        self.to.len()
    }

    /// Discards what was recorded since the mark.
    pub fn rewind(&mut self, mark: usize) {
        self.to.truncate(mark);
    }
}

impl<G: Game + Show, W: Write> Observer<G> for Recorder<W> {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, action: &G::Action, _after: &G::State) {
        self.line(&json!({ "line": "decision", "side": side, "action": game.action_to_data(before, action) }));
    }

    fn rolled(&mut self, game: &G, before: &G::State, roll: &G::Roll, _after: &G::State) {
        let Moment::Roll(throw) = game.moment(before) else { unreachable!("dice are rolled where dice are owed") };
        self.line(&json!({
            "line": "roll",
            "side": throw.side,
            "player_turn": throw.player_turn,
            "purpose": throw.purpose,
            "roll": game.roll_to_data(before, roll),
        }));
    }
}
