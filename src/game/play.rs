//! The trait [`Game`]: moments, legal actions, applying them, and rolling.

use super::chance::{Throw, Weighted};
use super::outcome::Outcome;
use super::parts::RulePart;
use super::rng::Stream;
use super::side::{BySide, Side};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// The condition of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// This side decides. It may be the side whose turn it is not.
    Decide(Side),
    /// Dice are to be rolled.
    Roll(Throw),
    /// The game is over.
    Over(Outcome),
}

/// A kind of action: the random bot draws the kind first, probes forbid kinds, and events are counted by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionKind {
    /// The name used in files.
    pub name: &'static str,
    /// Whether the action stops or passes: ends a phase, declines an offer.
    pub idle: bool,
}

/// The state of an agreement to end the game, in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopping<A> {
    /// Nothing.
    No,
    /// The deciding side may offer to end the game by this action, which is legal but not listed by
    /// [`Game::legal_actions`].
    MayOffer(A),
    /// The other side has offered to end the game.
    Asked {
        /// The action that continues the game.
        refuse: A,
        /// The action that ends the game.
        agree: A,
    },
}

/// Why an action is illegal: the action and the rule that forbids it, as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct IllegalAction(pub String);

/// The tally of a game so far, in figures common to all rulebooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Rounds begun (a round is a player-turn of each side).
    pub rounds: u32,
    /// Player-turns begun.
    pub player_turns: u32,
    /// Combats resolved.
    pub combats: u32,
    /// Units lost by each side.
    pub units_lost: BySide<u32>,
    /// Points of those units.
    pub points_lost: BySide<u32>,
}

/// An event that can be counted: a rule took effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The group of events: "order", "letter", "terrain".
    pub group: &'static str,
    /// Its name within the group.
    pub name: String,
}

/// A game: rules over a flat state, with explicit chance.
///
/// # Contract
/// - [`legal_actions`](Game::legal_actions) lists at least two actions at every [`Moment::Decide`] of a game: decisions
///   with one legal action are taken by the game itself, inside [`apply`](Game::apply) and
///   [`apply_roll`](Game::apply_roll). The list is complete unless the rulebook says otherwise, contains no duplicates,
///   and is ordered from the perspective of the deciding side. A position from a file is taken as written, also where
///   it leaves a side no choice: [`advance_forced`](Game::advance_forced) continues from there as a game would.
/// - `apply` takes only actions that [`check`](Game::check) accepts, `apply_roll` only rolls that
///   [`rolls`](Game::rolls) lists; anything else may panic.
/// - Every game ends.
/// - The state is complete: no method keeps anything between calls.
pub trait Game: Clone + Send + Sync {
    /// The state of a game; small, flat, copied by memcpy.
    type State: Copy + PartialEq + Debug + Send + Sync;
    /// One decision of one side.
    type Action: Copy + Eq + Debug + Send + Sync;
    /// A result of the dice.
    type Roll: Copy + Eq + Debug + Send + Sync;

    /// All kinds of action.
    const KINDS: &'static [ActionKind];

    /// Parts of the rulebook that cut across kinds, for probes of their value.
    const PARTS: &'static [RulePart] = &[];

    /// Whether [`legal_actions`](Game::legal_actions) lists every legal action. A rulebook with continuous movement
    /// proposes a finite list and checks any other action exactly.
    const LISTS_ALL: bool = true;

    /// The position before the first decision or roll.
    fn initial(&self) -> Self::State;

    /// The condition of this position.
    fn moment(&self, state: &Self::State) -> Moment;

    /// The side whose player-turn it is.
    fn active_side(&self, state: &Self::State) -> Side;

    /// The side that plays the first player-turn; `None` while that is undecided.
    fn first_side(&self, state: &Self::State) -> Option<Side>;

    /// Whether armies are still being set up: the other side's deployment may be hidden
    /// ([`hides_set_up`](Game::hides_set_up)), and then search bots choose by action score without search.
    fn in_set_up(&self, _state: &Self::State) -> bool {
        false
    }

    /// Fills `actions` with the legal actions (after clearing it). A side must be to decide.
    fn legal_actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Whether the deciding side may offer to end the game by agreement, or has received such an offer. An offer is
    /// legal, but not in the list of actions: bots that choose from that list, search bots among them, never make one.
    fn stopping(&self, _state: &Self::State) -> Stopping<Self::Action> {
        Stopping::No
    }

    /// The side that wins if the game ends now by agreement.
    fn ahead_now(&self, _state: &Self::State) -> Option<Side> {
        None
    }

    /// The index of an action's kind in [`Game::KINDS`].
    fn kind(&self, action: &Self::Action) -> usize;

    /// Whether a legal action belongs to a part, by its index in [`Game::PARTS`].
    fn is_part(&self, _state: &Self::State, _action: &Self::Action, _part: usize) -> bool {
        false
    }

    /// A random legal action: the kind is drawn first among those available, kinds that stop or pass with weight 1/8
    /// while any other is available, then the action uniformly within the kind. `scratch` is cleared and used as a
    /// buffer.
    fn random_action(&self, state: &Self::State, stream: &mut Stream, scratch: &mut Vec<Self::Action>) -> Self::Action {
        self.legal_actions(state, scratch);
        draw_by_kind(const { idle_kinds(Self::KINDS) }, scratch, |action| self.kind(action), stream)
    }

    /// Checks whether any action is legal here.
    ///
    /// # Errors
    /// Why the action is illegal.
    fn check(&self, state: &Self::State, action: &Self::Action) -> Result<(), IllegalAction>;

    /// Plays a legal action, and then everything that follows without a choice or a roll.
    fn apply(&self, state: &mut Self::State, action: Self::Action);

    /// Fills `rolls` with the possible results, merged by effect (after clearing it). Dice must be to be rolled.
    fn rolls(&self, state: &Self::State, rolls: &mut Vec<Weighted<Self::Roll>>);

    /// Samples a roll from the same distribution as [`rolls`](Game::rolls), without listing it.
    fn sample(&self, state: &Self::State, stream: &mut Stream) -> Self::Roll;

    /// Applies a roll, and then everything that follows without a choice or a roll.
    fn apply_roll(&self, state: &mut Self::State, roll: Self::Roll);

    /// Advances a position that was read rather than played: takes every decision without a choice, as the game does
    /// inside `apply`, until a side has a choice, dice are to be rolled or the game is over.
    fn advance_forced(&self, state: &mut Self::State) {
        let mut actions = Vec::new();
        while matches!(self.moment(state), Moment::Decide(_)) {
            self.legal_actions(state, &mut actions);
            match actions[..] {
                [only] => self.apply(state, only),
                _ => return,
            }
        }
    }

    /// The position as a side sees it: the state itself, except while something is hidden.
    fn seen_by(&self, state: &Self::State, _side: Side) -> Self::State {
        *state
    }

    /// Whether anything of the other side is hidden from a side while armies are set up, so that playing on from the
    /// position as it sees it would play without that.
    fn hides_set_up(&self, _state: &Self::State, _side: Side) -> bool {
        false
    }

    /// The number of player-turns begun, as in the [tally](Game::tally).
    fn player_turn(&self, state: &Self::State) -> u32;

    /// The tally of the game so far.
    fn tally(&self, state: &Self::State) -> Tally;

    /// The events that can be counted: how often rules took effect. Empty unless the rulebook defines some.
    fn events() -> &'static [Event] {
        &[]
    }

    /// As [`apply`](Game::apply), and adds the events that took effect to `counts`, which has a counter for each of
    /// [`events`](Game::events). Not used in ordinary play.
    fn apply_counting(&self, state: &mut Self::State, action: Self::Action, _counts: &mut [u64]) {
        self.apply(state, action);
    }

    /// As [`apply_roll`](Game::apply_roll), and counts as [`apply_counting`](Game::apply_counting) does.
    fn apply_roll_counting(&self, state: &mut Self::State, roll: Self::Roll, _counts: &mut [u64]) {
        self.apply_roll(state, roll);
    }
}

/// The maximum number of kinds of actions that a rulebook has.
const MOST_KINDS: usize = 64;

/// The kinds that stop or pass, as bits by their index.
pub(crate) const fn idle_kinds(kinds: &[ActionKind]) -> u64 {
    assert!(kinds.len() <= MOST_KINDS, "a kind has a bit of 64");
    let (mut idle, mut kind) = (0, 0);
    while kind < kinds.len() {
        idle |= (kinds[kind].idle as u64) << kind;
        kind += 1;
    }
    idle
}

/// Draws an action from a list, its kind first (see [`Game::random_action`]). `idle` are the kinds that stop or pass
/// ([`idle_kinds`]).
#[inline]
pub(crate) fn draw_by_kind<A: Copy>(idle: u64, actions: &[A], kind: impl Fn(&A) -> usize, stream: &mut Stream) -> A {
    let (mut counts, mut first) = ([0u16; MOST_KINDS], [0u16; MOST_KINDS]);
    let (mut offered, mut scattered) = (0u64, 0u64);
    for (index, action) in actions.iter().enumerate() {
        let kind = kind(action);
        if counts[kind] == 0 {
            first[kind] = index as u16;
        }
        scattered |= u64::from(first[kind] + counts[kind] != index as u16) << kind;
        counts[kind] += 1;
        offered |= 1 << kind;
    }
    let (busy, idle) = (offered & !idle, offered & idle);
    // Weights in eighths: 8 for each other kind, 1 for each idle kind beside them.
    let idle_weight = if busy == 0 { 8 } else { 1 };
    let drawn = stream.below(busy.count_ones() * 8 + idle.count_ones() * idle_weight);
    let busy_weight = busy.count_ones() * 8;
    let chosen =
        if drawn < busy_weight { nth_bit(busy, drawn / 8) } else { nth_bit(idle, (drawn - busy_weight) / idle_weight) };
    let nth = stream.below(u32::from(counts[chosen]));
    if scattered & (1 << chosen) == 0 {
        return actions[usize::from(first[chosen]) + nth as usize];
    }
    *actions.iter().filter(|action| kind(action) == chosen).nth(nth as usize).expect("the drawn kind is on offer")
}

/// The probability of each action of a list under [`draw_by_kind`].
pub(crate) fn chances_by_kind<A>(
    kinds: &[ActionKind],
    actions: &[A],
    kind: impl Fn(&A) -> usize,
    chances: &mut Vec<f64>,
) {
    let mut counts = [0u32; 64];
    actions.iter().for_each(|action| counts[kind(action)] += 1);
    let offered = |idle: bool| kinds.iter().zip(counts).filter(|(kind, count)| kind.idle == idle && *count > 0).count();
    let idle_weight = if offered(false) == 0 { 8 } else { 1 };
    let total = 8 * offered(false) + idle_weight * offered(true);
    chances.clear();
    chances.extend(actions.iter().map(|action| {
        let weight = if kinds[kind(action)].idle { idle_weight } else { 8 };
        weight as f64 / (total as f64 * f64::from(counts[kind(action)]))
    }));
}

/// The position of the nth set bit, counted from 0.
fn nth_bit(mut bits: u64, n: u32) -> usize {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as usize
}
