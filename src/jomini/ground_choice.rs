//! The choice of ground: where one player has laid the terrain, the other chooses his side of the table and who plays first (JA1.4, JA1.11, JI-185).
//!
//! Red always sits at the lower edge of the map; whoever chooses the other side turns the map about, and with it zones, objectives and terms of the scenario.

use super::action::Action;
use super::appraise::numbers::{self, Numbers};
use super::appraise::scene::Scene;
use super::battle::Battle;
use super::state::{State, Step};
use super::terrain::bit;
use crate::game::Side;
use crate::game::sink::Sink;

impl Battle {
    /// The battle as it lies on the table: turned about if the sides have been exchanged.
    #[inline]
    pub(super) fn on_table(&self, state: &State) -> &Battle {
        match &self.turned {
            Some(turned) if state.turned => turned,
            _ => self,
        }
    }

    /// The draw is made, or rules or scenario say who plays first. Where one player has laid the terrain, the draw says who chooses instead (JA1.11).
    pub(super) fn settle_ground(&self, state: &mut State, drawn: Side) {
        if self.turned.is_some() {
            (state.first, state.active, state.step) = (drawn, drawn, Step::ChooseEdge);
        } else {
            self.begin_deployment(state, drawn);
        }
    }

    /// Yes or no.
    pub(super) fn choice_actions(choice: fn(bool) -> Action, sink: &mut impl Sink<Action>) {
        sink.push(choice(false));
        sink.push(choice(true));
    }

    pub(super) fn choose_edge(&self, state: &mut State, change: bool) {
        if change {
            let turned = self.turned.as_ref().expect("the edge is chosen only where the map can be turned");
            state.sides = turned.start.sides;
            state.turned = true;
        }
        state.step = Step::ChooseFirst;
    }

    pub(super) fn choose_first(&self, state: &mut State, first: bool) {
        let first = if first { state.active } else { state.active.other() };
        self.begin_deployment(state, first);
    }

    /// What the ground on a side's half of the map is worth to whoever defends it: cover and heights.
    fn strength_of_half(&self, side: Side) -> f32 {
        let hexes = (0..self.board.hexes()).filter(|hex| self.board.rows_to_edge(side, *hex) < self.board.rows() / 2);
        let strong = hexes.filter(|hex| self.board.has(*hex, bit::HILL | bit::BUILDINGS | bit::FOREST));
        strong.count() as f32
    }
}

impl Scene<'_> {
    /// What a choice of ground promises: the stronger half of the map, and the first move.
    pub(super) fn choice_of_ground(&self, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        match action {
            Action::ChooseEdge(true) => {
                let gain = self.battle.strength_of_half(self.side.other()) - self.battle.strength_of_half(self.side);
                numbers.0[numbers::COVER] = gain;
            }
            Action::ChooseFirst(true) => numbers.0[numbers::TURN] = 1.0,
            _ => {}
        }
        numbers
    }
}
