//! A trial of a program over several games: its strength, its speed and its faults.

use crate::bots::external::External;
use crate::bots::{Bot, BotFault, FaultKind};
use crate::game::rng::Stream;
use crate::game::{Evaluate, GameFiles, Outcome, Show, Side};
use crate::report::format::{count, duration, rate, whole};
use crate::report::table::{Align, aligned};
use crate::stats::{Estimate, Scores};
use crate::tournament::{Finished, Forfeit};
use serde::Serialize;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// The kinds of fault of a program that is asked in every game.
const KINDS: [FaultKind; 4] = [FaultKind::Illegal, FaultKind::Crash, FaultKind::TimeOut, FaultKind::Garbage];

/// A program whose answers are timed.
pub struct Timed<'a, G: Evaluate + Show> {
    program: &'a mut External<G>,
    times: &'a mut Vec<Duration>,
}

impl<'a, G: Evaluate + Show> Timed<'a, G> {
    /// The program; the time of each answer, without that of its start, is added to `times`.
    pub fn new(program: &'a mut External<G>, times: &'a mut Vec<Duration>) -> Timed<'a, G> {
        Timed { program, times }
    }
}

impl<G: Evaluate + Show> Bot<G> for Timed<'_, G> {
    fn receive_files(&mut self, files: Option<&Arc<GameFiles>>) {
        self.program.receive_files(files);
    }

    fn begin(&mut self) {
        self.program.begin();
    }

    fn choose(&mut self, game: &G, seen: &G::State, side: Side, stream: &mut Stream) -> Result<G::Action, BotFault> {
        let chosen = self.program.choose(game, seen, side, stream);
        self.times.extend(self.program.last_answer());
        chosen
    }

    fn end(&mut self, outcome: &Outcome, side: Side) {
        self.program.end(outcome, side);
    }
}

/// A game that the program forfeited.
#[derive(Serialize)]
pub struct FaultRow {
    /// The number of the game, from 1.
    pub game: u64,
    /// The side that it played.
    pub side: Side,
    /// Its decisions in this game before the fault.
    pub decisions: u32,
    /// The kind of fault.
    pub fault: &'static str,
    /// The fault, in words.
    pub reason: String,
    /// The seconds that the answer at fault took.
    pub seconds: Option<f64>,
    /// The position file of the decision.
    pub position: Option<String>,
    /// The command that plays the game again.
    pub replay: String,
}

/// The games of a trial so far.
#[derive(Default)]
pub struct Trial {
    won: u64,
    drawn: u64,
    lost: u64,
    /// Games that the opponent forfeited, which are none of these: they say nothing about the program.
    left_out: u64,
    /// The half points of the first game of a pair that is not complete; `None` within if it is left out.
    first: Option<Option<usize>>,
    /// Pairs by half points, without those of a game that is left out.
    pairs: [u64; 5],
    /// The time of each answer.
    pub times: Vec<Duration>,
    /// The time of the last answer of the last game; `None` where the program did not start.
    pub last_answer: Option<Duration>,
    /// The games that it forfeited.
    pub faults: Vec<FaultRow>,
}

/// The summary of a trial in a document.
#[derive(Serialize)]
pub struct TrialRow<'a> {
    against: &'a str,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Games that the opponent forfeited, neither won nor lost.
    against_forfeited: u64,
    /// Its points per game, with the 95 % interval over pairs of games; pairs with such a game are left out.
    rate: Option<f64>,
    rate_low: Option<f64>,
    rate_high: Option<f64>,
    decisions: usize,
    mean_seconds: Option<f64>,
    /// The time within which 95 % of its answers arrived.
    seconds_95: Option<f64>,
    slowest_seconds: Option<f64>,
    illegal: usize,
    crashes: usize,
    time_outs: usize,
    garbage: usize,
    /// All of them.
    faults: usize,
}

impl Trial {
    /// Adds a game in which the program played `side`. Of one that it forfeited, `position` is the position file of its
    /// last decision, and `replay` gives the command that plays the game of this number again.
    pub fn add(
        &mut self,
        side: Side,
        finished: &Finished,
        position: impl FnOnce() -> Option<String>,
        replay: impl FnOnce(u64) -> String,
    ) {
        let game = self.games() + 1;
        let is_left_out = finished.forfeit.as_ref().is_some_and(|forfeit| forfeit.side != side);
        let halves = match finished.outcome.winner {
            _ if is_left_out => None,
            Some(winner) if winner == side => Some(2),
            Some(_) => Some(0),
            None => Some(1),
        };
        match halves {
            Some(halves) => *[&mut self.lost, &mut self.drawn, &mut self.won][halves] += 1,
            None => self.left_out += 1,
        }
        match (self.first.take(), halves) {
            (None, _) => self.first = Some(halves),
            (Some(Some(first)), Some(second)) => self.pairs[first + second] += 1,
            // The pair is left out: its other game alone would have the luck of one side.
            (Some(_), _) => {}
        }
        if let Some(forfeit) = finished.forfeit.as_deref().filter(|forfeit| forfeit.side == side) {
            let Forfeit { fault, reason, .. } = forfeit;
            let decisions = finished.decisions[side];
            self.faults.push(FaultRow {
                game,
                side,
                decisions,
                fault: fault.name(),
                reason: reason.clone(),
                seconds: self.last_answer.map(|time| time.as_secs_f64()),
                position: position(),
                replay: replay(game),
            });
        }
    }

    /// All games, those left out included.
    fn games(&self) -> u64 {
        self.won + self.drawn + self.lost + self.left_out
    }

    /// Whether any game was forfeited, by the program or by its opponent.
    pub fn has_forfeits(&self) -> bool {
        self.left_out > 0 || !self.faults.is_empty()
    }

    /// Its points per game; `None` with fewer than two pairs.
    fn rate(&self) -> Option<Estimate> {
        Scores::of_pairs(&self.pairs).rate()
    }

    fn faults_of(&self, kind: FaultKind) -> impl Iterator<Item = &FaultRow> {
        self.faults.iter().filter(move |row| row.fault == kind.name())
    }

    /// The mean time of an answer, that within which 95 % of them arrived, and that of the slowest.
    fn speed(&self) -> Option<[Duration; 3]> {
        let mut times = self.times.clone();
        times.sort_unstable();
        let slowest = *times.last()?;
        let at = (times.len() * 95).div_ceil(100) - 1;
        Some([times.iter().sum::<Duration>() / times.len() as u32, times[at], slowest])
    }

    /// The row of a document.
    pub fn row<'a>(&self, against: &'a str) -> TrialRow<'a> {
        let (rate, speed) = (self.rate(), self.speed().map(|speed| speed.map(|time| time.as_secs_f64())));
        let [illegal, crashes, time_outs, garbage] = KINDS.map(|kind| self.faults_of(kind).count());
        TrialRow {
            against,
            games: self.games(),
            won: self.won,
            drawn: self.drawn,
            lost: self.lost,
            against_forfeited: self.left_out,
            rate: rate.map(|rate| rate.point),
            rate_low: rate.map(|rate| rate.low),
            rate_high: rate.map(|rate| rate.high),
            decisions: self.times.len(),
            mean_seconds: speed.map(|[mean, ..]| mean),
            seconds_95: speed.map(|[_, most, _]| most),
            slowest_seconds: speed.map(|[.., slowest]| slowest),
            illegal,
            crashes,
            time_outs,
            garbage,
            faults: self.faults.len(),
        }
    }

    /// Its strength in a sentence.
    pub fn strength(&self, against: &str) -> String {
        let games = count(self.games() - self.left_out, "game");
        let strength = match self.rate() {
            Some(points) => format!("{} of the points against {against} in {games}", rate(&points).trim_start()),
            None => format!("{games} against {against}, too few for a rate with its interval"),
        };
        format!("{strength}: {} won, {} drawn, {} lost", self.won, self.drawn, self.lost)
    }

    /// How many games it forfeited, in a sentence.
    pub fn faults_in_a_sentence(&self) -> String {
        let games = count(self.games(), "game");
        match self.faults.len() {
            0 => format!("It forfeited none of {games}."),
            faults => format!("It forfeited {faults} of {games}."),
        }
    }

    /// How many games its opponent forfeited, in a sentence; `None` if it forfeited none.
    pub fn left_out_in_a_sentence(&self, against: &str) -> Option<String> {
        let games = count(self.left_out, "game");
        (self.left_out > 0).then(|| format!("{games} forfeited by {against}"))
    }

    /// The whole trial for the screen: strength, speed, and a table of faults with the first of each kind.
    pub fn render(&self, against: &str) -> String {
        let games = count(self.games(), "game");
        let mut text = format!("Strength  {}\n", self.strength(against));
        if let Some([mean, most, slowest]) = self.speed().map(|speed| speed.map(duration)) {
            let _ = writeln!(
                text,
                "Speed     {mean} an answer on average, 95 % of {} within {most}, the slowest {slowest}",
                count(self.times.len() as u64, "answer")
            );
        }
        let _ = writeln!(text, "Faults    {} of {games} forfeited", whole(self.faults.len() as u64));
        if let Some(left_out) = self.left_out_in_a_sentence(against) {
            let _ = writeln!(text, "Left out  {left_out}");
        }
        let heading = ["fault", "games", "first in game", "as", "after", "what happened"].map(str::to_owned).to_vec();
        let rows = KINDS.into_iter().filter_map(|kind| {
            let first = self.faults_of(kind).next()?;
            let number = whole(self.faults_of(kind).count() as u64);
            let after = count(first.decisions.into(), "decision");
            let (game, side) = (whole(first.game), first.side.to_string());
            Some(vec![first.fault.to_owned(), number, game, side, after, first.reason.clone()])
        });
        let rows: Vec<Vec<String>> = [heading].into_iter().chain(rows).collect();
        if rows.len() > 1 {
            text += &format!("\n{}", aligned(&rows, &[Align::Left, Align::Right, Align::Right]));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{BySide, Ending, Grade, Tally};

    /// A game that ended so.
    fn finished(winner: Option<Side>, forfeited_by: Option<Side>) -> Finished {
        let outcome = match forfeited_by {
            Some(side) => Outcome::forfeit(side),
            None => Outcome { winner, grade: Grade::None, ending: Ending::Victory },
        };
        let forfeit = |side| {
            Box::new(Forfeit { side, fault: FaultKind::Crash, reason: "it broke down".to_owned(), by_clock: false })
        };
        Finished {
            outcome,
            decisions: BySide::default(),
            rolls: 0,
            set_up_draws: 0,
            tally: Tally::default(),
            forfeit: forfeited_by.map(forfeit),
        }
    }

    #[test]
    fn games_that_the_opponent_forfeits_are_not_won() {
        let (red, blue) = (Side::Red, Side::Blue);
        let mut trial = Trial::default();
        for (side, ended) in [
            // The opponent forfeits the first game of a pair, and the second of another.
            (red, finished(None, Some(blue))),
            (blue, finished(Some(blue), None)),
            (red, finished(Some(blue), None)),
            (blue, finished(None, Some(red))),
            (red, finished(None, None)),
            (blue, finished(Some(blue), None)),
            // The program forfeits a game.
            (red, finished(None, Some(red))),
            (blue, finished(Some(blue), None)),
        ] {
            trial.add(side, &ended, || None, |game| game.to_string());
        }
        assert_eq!((trial.won, trial.drawn, trial.lost, trial.left_out), (3, 1, 2, 2));
        // Of the pairs without a game that is left out one has three half points and the other two.
        assert_eq!(trial.pairs, [0, 0, 1, 1, 0]);
        let games: Vec<u64> = trial.faults.iter().map(|fault| fault.game).collect();
        assert_eq!((games, trial.has_forfeits()), (vec![7], true));
        let row = trial.row("random");
        assert_eq!((row.games, row.won, row.against_forfeited, row.rate), (8, 3, 2, Some(0.625)));
        let text = trial.render("random");
        assert!(text.contains("in 6 games: 3 won, 1 drawn, 2 lost"), "{text}");
        assert!(text.contains("Left out  2 games forfeited by random\n"), "{text}");
        let whole = Trial { won: 1, ..Trial::default() };
        assert!(!whole.has_forfeits() && !whole.render("random").contains("forfeited by"));
    }

    #[test]
    fn a_trial_counts_pairs_times_and_faults() {
        let fault = |game: u64, kind: FaultKind| FaultRow {
            game,
            side: Side::Red,
            decisions: 1,
            fault: kind.name(),
            reason: "no answer".to_owned(),
            seconds: None,
            position: None,
            replay: String::new(),
        };
        let mut trial = Trial { won: 3, lost: 1, pairs: [0, 0, 1, 0, 1], ..Trial::default() };
        trial.times = (1..=100).map(Duration::from_millis).collect();
        trial.faults = vec![fault(3, FaultKind::TimeOut), fault(4, FaultKind::TimeOut)];
        let row = trial.row("random");
        assert_eq!((row.games, row.rate, row.time_outs, row.crashes), (4, Some(0.75), 2, 0));
        assert_eq!((row.seconds_95, row.slowest_seconds), (Some(0.095), Some(0.1)));
        let text = trial.render("random");
        assert!(text.contains("2 of 4 games forfeited") && text.contains("time_out      2"), "{text}");
    }
}
