//! What the columns of the table of steps state.

use crate::game::Throw;
use serde::{Deserialize, Serialize};

/// The detail that is chosen after the kind of action of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    /// Its new formation (chapter 6).
    Formation,
    /// Its move (chapter 7).
    Move,
    /// Its target (chapter 9).
    Shot,
}

/// The side that decides or rolls at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// The active side.
    Active,
    /// The side that is not active.
    Passive,
    /// The side that the step names, or that owns the unit that it names.
    Owner,
    /// The enemy of that side.
    Enemy,
    /// The side that rolls saves next: see [`Clash`](crate::en_avant::state::Clash).
    Saver,
    /// Red, for draws in which both sides roll.
    Red,
}

/// The purposes of dice, so that a changed decision shifts as few later dice as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Draws before the first turn.
    SetUp = Throw::SET_UP as isize,
    /// Who plays first.
    Initiative = 1,
    /// Reorganising, breaking off, contagion.
    Test = 2,
    /// Shots.
    Shot = 3,
    /// Saves.
    Save = 4,
    /// Melees.
    Melee = 5,
    /// Sixes rolled again.
    Six = 6,
}

/// What a decision is about. Decisions about the same are evaluated by one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The edge of the table, and who is first.
    Order,
    /// The unit that is set up next.
    NextUnit,
    /// The place of a piece that is set up.
    Place,
    /// Whom to activate.
    Activation,
    /// The kind of action of a unit.
    Act,
    /// The details of that action, by the data of the step.
    Details,
    /// The facing of a unit.
    Facing,
    /// The move of the general.
    GeneralMove,
    /// The melee that is fought next.
    Melee,
    /// A six that may be rolled again.
    Six,
    /// Impacts that are known and not taken yet; it is evaluated by what follows.
    Impacts,
    /// A detail of results that have been chosen, evaluated by what follows. The evaluation of the results themselves
    /// takes the first.
    Result,
    /// The unit that is tested for contagion.
    Contagion,
    /// Anything else, evaluated by what follows.
    Effect,
}

/// The kinds of dice. Dice of a kind are counted by one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// A draw between the two sides.
    Draw,
    /// The die of an objective.
    Objective,
    /// A test, which is passed or failed.
    Test,
    /// A choice between units by chance.
    Lot,
    /// The dice of a side in a shot or a melee.
    Strike,
    /// A six that is rolled again.
    Six,
    /// Saves.
    Saves,
}

/// What a step waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A decision of this side about this.
    Decision(Decider, Choice),
    /// These dice of this side, for this purpose.
    Roll(Decider, Purpose, Dice),
    /// Nothing.
    Nothing,
}

/// The kinds of resolution in which a step can occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fight {
    /// A shot.
    Shot,
    /// A melee.
    Melee,
    /// A shot or a melee.
    ShotOrMelee,
    /// A shot, a melee or a flight.
    Any,
}

/// The phase of the game in which a step occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Set-up.
    SetUp,
    /// Between the actions of a turn, or within the order for one.
    Turn,
    /// An order or an offer has been given and is not resolved yet; no fight is being resolved.
    Reaction,
    /// Dice of a fight are still to be rolled, so that it has caused no losses.
    Dice(Fight),
    /// The consequences of a fight.
    Results(Fight),
    /// The game is over.
    Over,
}
