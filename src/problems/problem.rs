//! A problem that is ready to be put to bots, and what a bot answers.

use super::file::{ProblemFile, Until, WrittenMoves};
use super::half::Half;
use super::moves::{AFTER, Moves};
use super::pattern::Misfit;
use crate::bots::{Bot, BotConfig};
use crate::data::{Fault, Mark, PathStep, Source};
use crate::game::{BySide, Ending, Evaluate, Game, LoadError, Moment, Positioned, Rulebook, Show, Side};
use crate::tournament::{Forfeit, GameKey, InPlay, NoObserver};
use serde_json::Value;

/// The maximum number of decisions and rolls of a player-turn that are played.
const MOST_STEPS: usize = 10_000;

/// A position in which one side decides, with the best moves and the wrong moves that tempt.
pub struct Problem<G: Game> {
    /// The name.
    pub name: String,
    /// What it has in common with others.
    pub theme: String,
    /// Why the best moves are best.
    pub reason: String,
    /// The half of the suite.
    pub half: Half,
    /// The file.
    pub path: String,
    /// When it is judged.
    pub until: Until,
    game: G,
    state: G::State,
    side: Side,
    best: Vec<Moves>,
    tempting: Vec<Moves>,
}

/// What a move is worth by the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// It is one of the best.
    Best,
    /// It is one of the wrong moves that tempt.
    Tempting,
    /// Another move.
    Other,
    /// No legal move: the bot is at fault.
    Fault,
}

impl Verdict {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a bot played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it is worth.
    pub verdict: Verdict,
    /// The move as text, or what the bot is at fault with.
    pub played: String,
}

impl<G: Evaluate + Show + 'static> Problem<G> {
    /// The problems of a file.
    ///
    /// # Errors
    /// A position that cannot be read or leaves no choice; moves that are not legal in it, or both best and tempting; a
    /// legal move after which nobody can act any more.
    pub fn prepare_all<R: Rulebook<Game = G>>(source: &Source) -> Result<Vec<Problem<G>>, LoadError> {
        let file = ProblemFile::read(source)?;
        let mut faults = Vec::new();
        let mut problems = Vec::new();
        for (index, written) in file.problems.iter().enumerate() {
            let Positioned { game, state } = R::read_position(&file.position(source, index)?, None)?;
            let at = [PathStep::key("problem"), PathStep::Index(index)];
            let Moment::Decide(side) = game.moment(&state) else {
                let no_decision = Fault::new(with(&at, "position"), Mark::Value, "no side decides in this position");
                faults.push(no_decision.expected("a position in which a side decides"));
                continue;
            };
            let moves = |written: &[WrittenMoves]| written.iter().map(WrittenMoves::moves).collect::<Vec<Moves>>();
            let problem = Problem {
                name: written.name.clone(),
                theme: file.theme.clone(),
                reason: written.reason.clone(),
                half: Half::of(&written.name),
                path: source.path().to_owned(),
                until: written.until,
                game,
                state,
                side,
                best: moves(&written.best),
                tempting: moves(&written.tempting),
            };
            faults.extend(problem.faults(&at));
            problems.push(problem);
        }
        if faults.is_empty() { Ok(problems) } else { Err(source.error(faults).into()) }
    }

    /// Puts the problem to a bot. The seed and the number of the attempt give its random stream.
    pub fn put_to(&self, bot: &mut dyn Bot<G>, name: &str, seed: u64, attempt: u64) -> Answer {
        let key = GameKey { seed, scenario: &self.name, pair: attempt };
        let mut play = InPlay::from_state(self.state, key, BySide::new(name, name));
        bot.begin();
        let answer = match self.until {
            Until::Decision => play.ask(&self.game, bot, self.side).map(|action| {
                let (data, after) = self.played(&action);
                let seen = self.game.seen_by(&self.state, self.side);
                let played = self.game.describe_action(&seen, &action);
                Answer { verdict: self.verdict(&[data], &after), played }
            }),
            Until::Turn => self.play_turn(play, bot),
        };
        answer.unwrap_or_else(|forfeit| Answer { verdict: Verdict::Fault, played: forfeit.reason })
    }

    /// Plays on to the end of the player-turn. The other side declines every offer, or takes the first listed action.
    fn play_turn(&self, mut play: InPlay<G>, bot: &mut dyn Bot<G>) -> Result<Answer, Box<Forfeit>> {
        let game = &self.game;
        // A side may have several player-turns in succession, and a round may begin before its first player-turn.
        let place = |state: &G::State| (game.player_turn(state), game.tally(state).rounds);
        let here = place(&self.state);
        let (mut data, mut words, mut actions) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..MOST_STEPS {
            match game.moment(&play.state) {
                Moment::Over(_) => break,
                _ if place(&play.state) != here => break,
                Moment::Roll(throw) => play.roll(game, throw, &mut NoObserver),
                Moment::Decide(side) => {
                    let seen = game.seen_by(&play.state, side);
                    let action = if side == self.side {
                        let action = play.ask(game, bot, side)?;
                        data.push(game.action_to_data(&seen, &action));
                        words.push(game.describe_action(&seen, &action));
                        action
                    } else {
                        game.legal_actions(&seen, &mut actions);
                        *actions.iter().find(|action| G::KINDS[game.kind(action)].idle).unwrap_or(&actions[0])
                    };
                    play.decide(game, side, action, &mut NoObserver);
                }
            }
        }
        Ok(Answer { verdict: self.verdict(&data, &play.state), played: words.join("; ") })
    }

    /// A bot for it.
    pub fn build(&self, config: &BotConfig) -> Box<dyn Bot<G>> {
        config.build()
    }

    /// The verdict on the actions played up to a position.
    fn verdict(&self, played: &[Value], after: &G::State) -> Verdict {
        let is_one_of = |moves: &[Moves]| {
            moves.iter().any(|moves| played.iter().any(|data| moves.include(&self.game, data, after)))
        };
        if is_one_of(&self.best) {
            Verdict::Best
        } else if is_one_of(&self.tempting) {
            Verdict::Tempting
        } else {
            Verdict::Other
        }
    }

    /// A move as data, and the position after it.
    fn played(&self, action: &G::Action) -> (Value, G::State) {
        let data = self.game.action_to_data(&self.game.seen_by(&self.state, self.side), action);
        let mut after = self.state;
        self.game.apply(&mut after, *action);
        (data, after)
    }

    /// The verdict on every listed move of a problem that is judged after one decision.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let verdict = |action: &G::Action| {
            let (data, after) = self.played(action);
            self.verdict(&[data], &after)
        };
        self.listed().iter().map(verdict).collect()
    }

    fn listed(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.game.seen_by(&self.state, self.side), &mut actions);
        actions
    }

    /// Moves that are not legal, moves that are both best and tempting, and moves after which nobody can act.
    fn faults(&self, at: &[PathStep]) -> Vec<Fault> {
        let listed: Vec<(Value, G::State)> = self.listed().iter().map(|action| self.played(action)).collect();
        let all_data: Vec<Value> = listed.iter().map(|(data, _)| data.clone()).collect();
        let mut faults = Vec::new();
        let mut add = |path: Vec<PathStep>, misfit: Misfit| {
            let path = path.into_iter().chain(misfit.path.iter().map(|key| PathStep::key(key))).collect();
            let mark = if misfit.is_key { Mark::Key } else { Mark::Value };
            let fault = Fault::new(path, mark, format!("{}: {}", self.name, misfit.problem));
            faults.push(Fault { expected: misfit.expected, near: misfit.near, ..fault });
        };
        for (key, all) in [("best", &self.best), ("tempting", &self.tempting)] {
            for (index, moves) in all.iter().enumerate() {
                let here: Vec<PathStep> = with(at, key).into_iter().chain([PathStep::Index(index)]).collect();
                let mut can_be_asked = true;
                for (number, condition) in moves.after.iter().enumerate() {
                    if let Some(misfit) = condition.fault(&self.game, &self.state) {
                        can_be_asked = false;
                        add(with(&here, AFTER).into_iter().chain([PathStep::Index(number)]).collect(), misfit);
                    }
                }
                if self.until == Until::Turn {
                    if moves.after.is_empty() && moves.pattern.is_empty() {
                        let problem = "it accepts every turn".to_owned();
                        add(here, Misfit { path: Vec::new(), is_key: false, problem, expected: None, near: None });
                    }
                    continue;
                }
                if let Some(misfit) = moves.pattern.misfit(&all_data) {
                    add(here, misfit);
                } else if can_be_asked && !listed.iter().any(|(data, after)| moves.include(&self.game, data, after)) {
                    let problem = "after no such move here do the conditions hold".to_owned();
                    let misfit = Misfit { path: Vec::new(), is_key: false, problem, expected: None, near: None };
                    add(with(&here, AFTER), misfit);
                }
            }
        }
        if self.until == Until::Turn {
            return faults;
        }
        let is_both = |(data, after): &&(Value, G::State)| {
            [&self.best, &self.tempting].iter().all(|all| all.iter().any(|it| it.include(&self.game, data, after)))
        };
        if let Some((both, _)) = listed.iter().find(is_both) {
            let problem = format!("{}: a move is best and tempting: {both}", self.name);
            faults.push(Fault::new(with(at, "tempting"), Mark::Value, problem).expected("other moves than the best"));
        }
        if let Some((last, _)) = listed.iter().find(|(_, after)| self.runs_out(after)) {
            let problem = format!("{}: nobody can act any more after this move: {last}", self.name);
            let expected =
                "a position in which both sides can act again, with officers of both where the rules need them";
            faults.push(Fault::new(with(at, "position"), Mark::Value, problem).expected(expected));
        }
        faults
    }

    /// Whether a move that leads to this position ran through further player-turns to the turn limit, without a
    /// decision or dice. A bot that looks ahead sees the result of the game there and not what the problem is about. A
    /// move that ends the last player-turn is none of these.
    fn runs_out(&self, after: &G::State) -> bool {
        let is_at_limit =
            matches!(self.game.moment(after), Moment::Over(outcome) if outcome.ending == Ending::TurnLimit);
        is_at_limit && self.game.player_turn(after) > self.game.player_turn(&self.state)
    }
}

fn with(path: &[PathStep], key: &str) -> Vec<PathStep> {
    path.iter().cloned().chain([PathStep::key(key)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tree::Tree;

    /// Every step of a tree is a player-turn of its own, also where the same side decides again.
    #[test]
    fn a_turn_ends_with_the_player_turn_also_where_the_same_side_has_the_next_one() {
        let tree: Tree = "R( R(1 -1) R(1 -1) )".parse().unwrap();
        let problem = Problem {
            name: "two in succession".to_owned(),
            theme: "Turns".to_owned(),
            reason: "It is a turn.".to_owned(),
            half: Half::Open,
            path: "mine.toml".to_owned(),
            until: Until::Turn,
            state: tree.initial(),
            game: tree,
            side: Side::Red,
            best: Vec::new(),
            tempting: Vec::new(),
        };
        let answer = problem.put_to(&mut *BotConfig::Random.build::<Tree>(), "random", 7, 0);
        assert_eq!(answer.verdict, Verdict::Other);
        assert!(!answer.played.is_empty() && !answer.played.contains("; "), "{}", answer.played);
    }
}
