//! En Avant !: a wargame of rectangular bases on an open table, measured with a ruler.
//!
//! Each module is a folder and uses modules before it in this list only, except `rules`, which takes the names of
//! troops from `army`. Rule IDs begin with E and the number of the chapter.
//!
//! | module | covers |
//! |---|---|
//! | `rules` | every number and switch of a rules file, tables T1 and T4 |
//! | `table` | points, headings, outlines; the ground: chapter 3 |
//! | `army` | troops, army lists, costs: chapters 2 and 13 |
//! | `state` | a position and the game it belongs to; actions; places of bases and engaged units |
//! | `notation` | positions, actions and rolls as data |
//! | `combat` | shots, melees, their effects, combativity, exact odds: chapters 9 to 12 |
//! | `command` | activation, formations, the general, agreement: chapters 5, 6, 8, 12 and 14 |
//! | `turn` | set-up, turns, objectives, movement, proposed moves: chapters 4, 5 and 7 |
//! | `setup` | from files to a prepared game: scenarios, positions, armies of a budget |
//! | `evaluate` | the value of an action and of a position |
//! | `describe` | positions and actions in words and pictures, typed moves, counted events |
//!
//! `impl Game` is defined here, since it uses modules from the whole list.

pub mod army;
pub mod combat;
mod command;
mod describe;
mod evaluate;
pub mod notation;
pub mod rules;
pub mod setup;
pub mod state;
pub mod table;
mod turn;

pub use setup::EnAvant;
pub use state::State;
pub use state::action::{Action, Roll};
pub use state::engagement::Engagement;

use crate::game::rng::Stream;
use crate::game::{ActionKind, BySide, Event, Game, IllegalAction, Moment, RulePart, Side, Stopping, Tally, Weighted};
use combat::observer::NoObserver;
use describe::events;
use state::action::KINDS;
use turn::PARTS;

impl Game for Engagement {
    type State = State;
    type Action = Action;
    type Roll = Roll;

    const KINDS: &'static [ActionKind] = KINDS;
    const PARTS: &'static [RulePart] = PARTS;
    const LISTS_ALL: bool = false;

    fn initial(&self) -> State {
        self.start
    }

    fn moment(&self, state: &State) -> Moment {
        state.awaited()
    }

    fn active_side(&self, state: &State) -> Side {
        state.active
    }

    fn first_side(&self, state: &State) -> Option<Side> {
        state.opened
    }

    fn in_set_up(&self, state: &State) -> bool {
        state.impulse == 0
    }

    fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.clear();
        self.generate_actions(state, actions);
    }

    fn stopping(&self, state: &State) -> Stopping<Action> {
        state.agreement_at()
    }

    fn ahead_now(&self, state: &State) -> Option<Side> {
        self.units().ahead(state)
    }

    fn kind(&self, action: &Action) -> usize {
        action.kind()
    }

    fn is_part(&self, state: &State, action: &Action, part: usize) -> bool {
        self.troops.holds(state, action, part)
    }

    fn random_action(&self, state: &State, stream: &mut Stream, scratch: &mut Vec<Action>) -> Action {
        self.draw_action(state, stream, scratch)
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), IllegalAction> {
        self.check_action(state, action)
    }

    fn apply(&self, state: &mut State, action: Action) {
        self.execute(state, action, &mut NoObserver);
        self.advance_forced(state);
    }

    fn rolls(&self, state: &State, rolls: &mut Vec<Weighted<Roll>>) {
        self.list_rolls(state, rolls);
    }

    fn sample(&self, state: &State, stream: &mut Stream) -> Roll {
        self.draw_roll(state, stream)
    }

    fn apply_roll(&self, state: &mut State, roll: Roll) {
        self.resolve_roll(state, roll, &mut NoObserver);
        self.advance_forced(state);
    }

    fn seen_by(&self, state: &State, side: Side) -> State {
        self.units().view(state, side)
    }

    fn hides_set_up(&self, state: &State, _side: Side) -> bool {
        self.units().hides_set_up(state)
    }

    fn player_turn(&self, state: &State) -> u32 {
        u32::from(state.impulse)
    }

    fn tally(&self, state: &State) -> Tally {
        Tally {
            rounds: u32::from(state.turn),
            player_turns: self.player_turn(state),
            combats: u32::from(state.combats),
            units_lost: BySide::from_fn(|side| u32::from(state.side(side).units_lost)),
            points_lost: BySide::from_fn(|side| u32::from(state.side(side).points_lost)),
        }
    }

    fn events() -> &'static [Event] {
        events::events()
    }

    fn apply_counting(&self, state: &mut State, action: Action, counts: &mut [u64]) {
        self.perform_counting(state, action, counts);
    }

    fn apply_roll_counting(&self, state: &mut State, roll: Roll, counts: &mut [u64]) {
        self.roll_counting(state, roll, counts);
    }
}
