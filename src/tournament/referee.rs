//! The referee of one game: calls the bots, checks each answer, rolls, counts, and determines how the game ended.
//!
//! A bot that gives an illegal answer, reports a fault or panics forfeits the game. Bots never receive hidden
//! information: they get the position as their side sees it, and a random stream independent of the dice.

use crate::bots::{Bot, FaultKind};
use crate::game::rng::{Key, Stream};
use crate::game::{BySide, Game, GameDice, Moment, Outcome, Side, Tally, Throw, Weighted, drawn_by_lot};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The key that distinguishes the random streams of one game from those of every other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKey<'a> {
    /// The master seed.
    pub seed: u64,
    /// The name of the scenario.
    pub scenario: &'a str,
    /// The number of the pair.
    pub pair: u64,
}

impl GameKey<'_> {
    /// The dice of the game: they depend neither on bots nor on armies nor on rules.
    pub fn dice(&self) -> GameDice {
        GameDice::of_game(self.seed, self.scenario, self.pair)
    }

    /// The stream of the bot on a seat; `entrant` is its name in the tournament.
    pub fn bot_stream(&self, seat: Side, entrant: &str) -> Stream {
        let game = Key::new(self.seed).with_name(self.scenario).with(self.pair);
        game.with(seat.index() as u64).with_name("bot").with_name(entrant).stream()
    }
}

/// Why a game was forfeited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// The side whose bot is at fault.
    pub side: Side,
    /// The kind of fault.
    pub fault: FaultKind,
    /// The reason as text.
    pub reason: String,
    /// Whether a clock stopped a bot that is otherwise repeatable.
    pub by_clock: bool,
}

/// Observes every decision and every roll of a game just before and just after it is applied.
pub trait Observer<G: Game> {
    /// Called when a side has decided.
    fn decided(&mut self, _game: &G, _before: &G::State, _side: Side, _action: &G::Action, _after: &G::State) {}
    /// Called when dice were rolled.
    fn rolled(&mut self, _game: &G, _before: &G::State, _roll: &G::Roll, _after: &G::State) {}
}

/// An observer that does nothing.
pub struct NoObserver;

impl<G: Game> Observer<G> for NoObserver {}

impl<G: Game, W: Observer<G> + ?Sized> Observer<G> for &mut W {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, action: &G::Action, after: &G::State) {
        (**self).decided(game, before, side, action, after);
    }

    fn rolled(&mut self, game: &G, before: &G::State, roll: &G::Roll, after: &G::State) {
        (**self).rolled(game, before, roll, after);
    }
}

impl<G: Game, W: Observer<G>> Observer<G> for Option<W> {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, action: &G::Action, after: &G::State) {
        if let Some(observer) = self {
            observer.decided(game, before, side, action, after);
        }
    }

    fn rolled(&mut self, game: &G, before: &G::State, roll: &G::Roll, after: &G::State) {
        if let Some(observer) = self {
            observer.rolled(game, before, roll, after);
        }
    }
}

impl<G: Game, V: Observer<G>, W: Observer<G>> Observer<G> for (V, W) {
    fn decided(&mut self, game: &G, before: &G::State, side: Side, action: &G::Action, after: &G::State) {
        self.0.decided(game, before, side, action, after);
        self.1.decided(game, before, side, action, after);
    }

    fn rolled(&mut self, game: &G, before: &G::State, roll: &G::Roll, after: &G::State) {
        self.0.rolled(game, before, roll, after);
        self.1.rolled(game, before, roll, after);
    }
}

/// A game in play: its position, its streams and its counts. A copy continues identically.
pub struct InPlay<G: Game> {
    /// The position.
    pub state: G::State,
    /// Decisions of each side; those with one legal action are not counted.
    pub decisions: BySide<u32>,
    /// Rolls made.
    pub rolls: u32,
    dice: GameDice,
    streams: BySide<Stream>,
    /// Buffer for draws by lot.
    lots: Vec<Weighted<G::Roll>>,
}

impl<G: Game> Clone for InPlay<G> {
    fn clone(&self) -> Self {
        InPlay { dice: self.dice.clone(), streams: self.streams.clone(), lots: Vec::new(), ..*self }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// How it ended.
    pub outcome: Outcome,
    /// Decisions taken by each side.
    pub decisions: BySide<u32>,
    /// Rolls made.
    pub rolls: u32,
    /// The number of rolls that set the game up, which are balanced within blocks of pairs.
    pub set_up_draws: u32,
    /// The final tally.
    pub tally: Tally,
    /// The fault that ended it, if any.
    pub forfeit: Option<Box<Forfeit>>,
}

/// The number of decisions and rolls after which a game is considered endless: a rulebook whose games do not end is
/// broken.
const ENDLESS: u32 = 10_000_000;

impl<G: Game> InPlay<G> {
    /// A game at its start.
    pub fn new(game: &G, key: GameKey<'_>, entrants: BySide<&str>) -> Self {
        Self::from_state(game.initial(), key, entrants)
    }

    /// A game that continues from a position.
    pub fn from_state(state: G::State, key: GameKey<'_>, entrants: BySide<&str>) -> Self {
        let streams = BySide::from_fn(|side| key.bot_stream(side, entrants[side]));
        InPlay { state, decisions: BySide::default(), rolls: 0, dice: key.dice(), streams, lots: Vec::new() }
    }

    /// Swaps in a buffer that has served other games, so that none is allocated; the old one is returned in exchange.
    pub fn exchange_space(&mut self, space: &mut Vec<Weighted<G::Roll>>) {
        std::mem::swap(&mut self.lots, space);
    }

    /// Asks a bot for the decision of `side`, whose turn it is to decide.
    ///
    /// # Errors
    /// The fault by which the bot forfeits the game.
    pub fn ask(&mut self, game: &G, bot: &mut dyn Bot<G>, side: Side) -> Result<G::Action, Box<Forfeit>> {
        let seen = game.seen_by(&self.state, side);
        let stream = &mut self.streams[side];
        let fault = |fault, reason| Box::new(Forfeit { side, fault, reason, by_clock: false });
        // A bot that panicked is dropped before it is asked again, so that a half-updated state is never observed.
        IN_BOT.set(true);
        let answer = catch_unwind(AssertUnwindSafe(|| bot.choose(game, &seen, side, stream)));
        IN_BOT.set(false);
        match answer {
            Ok(Ok(action)) => match game.check(&self.state, &action) {
                Ok(()) => Ok(action),
                Err(illegal) => Err(fault(FaultKind::Illegal, illegal.to_string())),
            },
            Ok(Err(own)) => {
                Err(Box::new(Forfeit { side, fault: own.kind, reason: own.reason, by_clock: own.by_clock }))
            }
            Err(payload) => Err(fault(FaultKind::Crash, panic_message(&*payload))),
        }
    }

    /// Plays a legal action of `side`.
    pub fn decide(&mut self, game: &G, side: Side, action: G::Action, observer: &mut impl Observer<G>) {
        self.decisions[side] += 1;
        let before = self.state;
        game.apply(&mut self.state, action);
        observer.decided(game, &before, side, &action, &self.state);
    }

    /// Rolls the dice of `throw`. Set-up draws are drawn by lot, balanced within a block of pairs; dice in play never
    /// are.
    pub fn roll(&mut self, game: &G, throw: Throw, observer: &mut impl Observer<G>) {
        self.rolls += 1;
        let roll = if throw.purpose == Throw::SET_UP {
            game.rolls(&self.state, &mut self.lots);
            drawn_by_lot(&self.lots, self.dice.lot())
        } else {
            game.sample(&self.state, self.dice.stream(throw))
        };
        let before = self.state;
        game.apply_roll(&mut self.state, roll);
        observer.rolled(game, &before, &roll, &self.state);
    }

    /// The result of the game.
    pub fn finish(&self, game: &G, outcome: Outcome, forfeit: Option<Box<Forfeit>>) -> Finished {
        let (decisions, rolls, set_up_draws) = (self.decisions, self.rolls, self.dice.lots());
        Finished { outcome, decisions, rolls, set_up_draws, tally: game.tally(&self.state), forfeit }
    }

    /// Plays the game to its end.
    pub fn play_out(&mut self, game: &G, bots: BySide<&mut dyn Bot<G>>, observer: &mut impl Observer<G>) -> Finished {
        let BySide { red, blue } = bots;
        red.begin();
        blue.begin();
        let finished = self.play_on(game, BySide::new(&mut *red, &mut *blue), observer);
        red.end(&finished.outcome, Side::Red);
        blue.end(&finished.outcome, Side::Blue);
        finished
    }

    fn play_on(&mut self, game: &G, bots: BySide<&mut dyn Bot<G>>, observer: &mut impl Observer<G>) -> Finished {
        let BySide { red, blue } = bots;
        loop {
            match game.moment(&self.state) {
                Moment::Decide(side) => {
                    let bot: &mut dyn Bot<G> = match side {
                        Side::Red => &mut *red,
                        Side::Blue => &mut *blue,
                    };
                    match self.ask(game, bot, side) {
                        Ok(action) => self.decide(game, side, action, observer),
                        Err(forfeit) => return self.finish(game, Outcome::forfeit(side), Some(forfeit)),
                    }
                }
                Moment::Roll(throw) => self.roll(game, throw, observer),
                Moment::Over(outcome) => return self.finish(game, outcome, None),
            }
            let steps = self.rolls + self.decisions.red + self.decisions.blue;
            assert!(steps < ENDLESS, "every game ends, but this one is not over after {ENDLESS} decisions and rolls");
        }
    }
}

thread_local! {
    static IN_BOT: Cell<bool> = const { Cell::new(false) };
}

/// Keeps panics of bots, which are recorded as forfeits, from also being printed. For programs; a library does not
/// change the hook.
pub fn keep_bot_panics_quiet() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !IN_BOT.get() {
            print(info);
        }
    }));
}

/// The message of a panic.
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("panic without a message").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::{BotFault, Random};
    use crate::game::Ending;
    use crate::game::tree::{Branch, Tree};

    struct Closure<F>(F);

    impl<F: FnMut() -> Result<Branch, BotFault> + Send> Bot<Tree> for Closure<F> {
        fn choose(&mut self, _: &Tree, _: &<Tree as Game>::State, _: Side, _: &mut Stream) -> Result<Branch, BotFault> {
            self.0()
        }
    }

    const KEY: GameKey<'static> = GameKey { seed: 1, scenario: "tree", pair: 0 };

    fn played(bot: &mut dyn Bot<Tree>) -> Finished {
        let tree: Tree = "R(1 B(-1 -1))".parse().unwrap();
        let mut other = Random::default();
        InPlay::new(&tree, KEY, BySide::new("a", "b")).play_out(&tree, BySide::new(bot, &mut other), &mut NoObserver)
    }

    #[test]
    fn decisions_are_counted_for_the_side_that_took_them() {
        let finished = played(&mut Closure(|| Ok(Branch(1))));
        assert_eq!((finished.decisions, finished.outcome.winner), (BySide::new(1, 1), Some(Side::Blue)));
        let finished = played(&mut Closure(|| Ok(Branch(0))));
        assert_eq!((finished.decisions, finished.outcome.winner), (BySide::new(1, 0), Some(Side::Red)));
    }

    #[test]
    fn a_fault_of_a_bot_forfeits_the_game() {
        let faults: [(&mut dyn Bot<Tree>, FaultKind, &str); 3] = [
            (&mut Closure(|| Ok(Branch(2))), FaultKind::Illegal, "there is no branch 2"),
            (&mut Closure(|| Err(BotFault::new(FaultKind::TimeOut, "asleep"))), FaultKind::TimeOut, "asleep"),
            (&mut Closure(|| panic!("lost my wits")), FaultKind::Crash, "lost my wits"),
        ];
        for (bot, fault, reason) in faults {
            let finished = played(bot);
            assert_eq!(finished.outcome, Outcome { ending: Ending::Forfeit, ..Outcome::forfeit(Side::Red) });
            assert_eq!(finished.outcome.winner, Some(Side::Blue));
            assert_eq!(
                *finished.forfeit.unwrap(),
                Forfeit { side: Side::Red, fault, reason: reason.into(), by_clock: false }
            );
        }
    }

    #[test]
    fn streams_of_bots_differ_by_seat_and_entrant_and_the_dice_by_neither() {
        let first = |seat, entrant| KEY.bot_stream(seat, entrant).bits();
        assert_ne!(first(Side::Red, "a"), first(Side::Blue, "a"));
        assert_ne!(first(Side::Red, "a"), first(Side::Red, "b"));
        assert_ne!(first(Side::Red, "a"), GameKey { pair: 1, ..KEY }.bot_stream(Side::Red, "a").bits());
    }
}
