//! How units were lost. The positions show only that they are, so the engine performs what led from one to the other
//! once more, and an observer notes flights.

use crate::en_avant::combat::observer::{Effect, Observer};
use crate::en_avant::combat::rout::Flight;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, UnitId};
use crate::game::{Game, Moment, Side};

/// How a unit was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It fled off the table (E10.26).
    Fled,
    /// It had to flee and had no way (E10.20).
    Trapped,
    /// Its crew left the guns (EI-70).
    Abandoned,
}

/// A unit that was lost in a flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lost {
    pub unit: UnitId,
    pub fate: Fate,
    /// The bases that it had until then.
    pub bases: u8,
}

/// The observer of the units that are lost in flights.
struct Witness<'a> {
    game: &'a Engagement,
    /// The position at the last effect.
    last: State,
    lost: Vec<Lost>,
}

impl Witness<'_> {
    /// Notes a unit that is gone since the last effect.
    fn note(&mut self, state: &State, unit: UnitId, fate: Fate) {
        let bases = self.last.unit(unit).bases;
        if bases > 0 && !state.unit(unit).is_on_table() {
            self.lost.push(Lost { unit, fate, bases });
        }
    }
}

impl Observer for Witness<'_> {
    fn observe(&mut self, state: &State, effect: Effect) {
        let game = self.game;
        match effect {
            Effect::Flight { unit, flight: Flight::Away, .. } => self.note(state, unit, Fate::Fled),
            Effect::Flight { unit, flight: Flight::Blocked, .. } => self.note(state, unit, Fate::Trapped),
            Effect::CrewFlees => {
                for unit in Side::BOTH.into_iter().flat_map(|side| game.troops.units_of(side)) {
                    if self.last.unit(unit).is_on_table() && game.troops.leaves_guns(&self.last, unit) {
                        self.note(state, unit, Fate::Abandoned);
                    }
                }
            }
            _ => {}
        }
        self.last = *state;
    }
}

impl Engagement {
    /// The units that were lost in flights between two consecutive positions; none if neither a proposed action nor a
    /// roll leads from one to the other, or if several do that lose units in different ways.
    pub(super) fn lost_in_flight(&self, before: &State, after: &State) -> Vec<Lost> {
        match self.moment(before) {
            Moment::Decide(_) => {
                let mut actions = Vec::new();
                self.legal_actions(before, &mut actions);
                agreed(actions.into_iter().filter_map(|action| {
                    self.witnessed(before, after, |state, witness| self.execute(state, action, witness))
                }))
            }
            Moment::Roll(_) => {
                let mut rolls = Vec::new();
                self.rolls(before, &mut rolls);
                agreed(rolls.into_iter().filter_map(|it| {
                    self.witnessed(before, after, |state, witness| self.resolve_roll(state, it.roll, witness))
                }))
            }
            Moment::Over(_) => Vec::new(),
        }
    }

    /// The units that are lost in flights after this beginning, if it leads from one position to the other.
    fn witnessed(
        &self,
        before: &State,
        after: &State,
        begin: impl FnOnce(&mut State, &mut dyn Observer),
    ) -> Option<Vec<Lost>> {
        let mut state = *before;
        let mut witness = Witness { game: self, last: state, lost: Vec::new() };
        begin(&mut state, &mut witness);
        while let Some(action) = self.forced(&state) {
            self.execute(&mut state, action, &mut witness);
        }
        (state == *after).then_some(witness.lost)
    }
}

/// The units lost in each of these ways, if they are the same; none if the ways differ.
fn agreed(mut ways: impl Iterator<Item = Vec<Lost>>) -> Vec<Lost> {
    let first = ways.next().unwrap_or_default();
    if ways.all(|way| way == first) { first } else { Vec::new() }
}
