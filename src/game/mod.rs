//! What all rulebooks share: seats, chance, outcomes, and the traits through which the rest of the program sees a
//! rulebook.
//!
//! [`Game`] plays, [`Evaluate`] evaluates, [`Show`] converts to data and text, [`CombatOdds`] computes the odds of
//! combats, [`Rulebook`] turns files into prepared games.
//!
//! A position is always in one of three conditions ([`Moment`]): a side decides, dice are to be rolled, or the game is
//! over. Every choice that the rules leave to a player is an action; every result of dice is a roll. The `Game` value
//! holds everything that never changes in a game (rules, map, profiles); the state is flat, `Copy` and free of heap
//! allocations.

pub mod appraisal;
mod chance;
pub(crate) mod columns;
mod combat_odds;
mod files;
mod identity;
mod judge;
mod odds;
mod outcome;
pub mod parts;
pub mod picture;
mod play;
mod restricted;
pub mod rng;
mod roster;
mod rulebook;
mod serial;
mod show;
mod side;
pub mod sink;
pub mod stage;
mod thrown;
pub mod toy;
pub mod trail;
pub mod tree;

pub use chance::{GameDice, Throw, Weighted, drawn_by_lot, multinomial};
pub use combat_odds::{Chosen, CombatOdds, OddsOption, OddsValues, place_of};
pub use files::{GameFiles, GameSetup, WholeFile};
pub use identity::Identity;
pub use judge::{Evaluate, Named, Weights, WrongWeights};
pub use odds::{DiceStep, Exact, OddsFact, OddsFault, OddsQuery, OddsReport, OddsShare, RollOdds};
pub use outcome::{Ending, Grade, Outcome};
pub use parts::{Parts, RulePart};
pub use play::{ActionKind, Event, Game, IllegalAction, Moment, Stopping, Tally};
pub(crate) use play::{chances_by_kind, draw_by_kind, idle_kinds};
pub use restricted::Restricted;
pub use roster::{Composition, CostTerm, Parameter, Roster, Troop, names_of, quoted};
pub use rulebook::{LoadError, Positioned, Prepared, Rulebook, SetupError, Suite};
pub use serial::{Comfort, Places, is_default};
pub use show::{Question, Show, ShowError, Typed, army_words, find_named, side_words};
pub use side::{BySide, Side};
pub use thrown::{Faces, Thrown};
