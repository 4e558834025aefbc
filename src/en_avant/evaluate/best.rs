//! The best choice that an action opens.

use super::numbers::{ActionWeights, Numbers};
use crate::en_avant::state::action::{Action, Path};
use crate::en_avant::state::arrival::Arrival;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::{Placing, State, Step, UnitId};
use crate::game::{Game, Moment, Side};

impl Engagement {
    /// The numbers of the best choice at a position, and that choice if it is the unique best. No list is allocated.
    pub(super) fn best_of(&self, opened: &State, weights: &ActionWeights) -> (Numbers, Option<Action>) {
        let (Moment::Decide(side), Step::Place(unit, placing)) = (self.moment(opened), opened.step) else {
            return (Numbers::NONE, None);
        };
        let before = if placing == Placing::Shot { Numbers::NONE } else { self.standing(opened, unit) };
        let (numbers, worth) = (Numbers::NONE, f32::NEG_INFINITY);
        let mut best = Best {
            game: self,
            state: opened,
            side,
            unit,
            placing,
            before,
            weights,
            numbers,
            worth,
            choice: None,
            offered: 0,
        };
        self.generate_actions(opened, &mut best);
        // A single choice is taken without evaluation.
        (best.numbers, best.choice.filter(|_| best.offered > 1))
    }
}

/// Receives the choices of one decision and keeps the numbers of the best.
struct Best<'a> {
    game: &'a Engagement,
    state: &'a State,
    side: Side,
    unit: UnitId,
    placing: Placing,
    before: Numbers,
    weights: &'a ActionWeights,
    numbers: Numbers,
    worth: f32,
    /// The best choice, unless there is a tie.
    choice: Option<Action>,
    offered: u32,
}

impl Best<'_> {
    fn weigh(&mut self, choice: Action, numbers: &Numbers) {
        self.offered += 1;
        let worth = numbers.weigh(self.weights);
        if worth > self.worth {
            (self.numbers, self.worth, self.choice) = (*numbers, worth, Some(choice));
        } else if worth == self.worth {
            self.choice = None;
        }
    }
}

impl crate::game::sink::Sink<Action> for Best<'_> {
    fn push(&mut self, action: Action) {
        let numbers = match self.placing {
            Placing::Shot => self.game.score_shot(self.state, self.unit, &action),
            Placing::Formation | Placing::Move => {
                self.game.score_placing(self.state, self.side, self.unit, &self.before, &action)
            }
        };
        self.weigh(action, &numbers);
    }

    fn is_full(&self) -> bool {
        false
    }
}

impl Sink for Best<'_> {
    fn arrive(&mut self, path: Path, arrival: &Arrival) {
        let numbers = self.game.score_arrival(self.state, self.side, self.unit, &self.before, &path, arrival);
        self.weigh(Action::MoveAlong(path), &numbers);
    }
}
