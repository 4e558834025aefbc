//! The choice of ground: where one player has laid the terrain, the other chooses his side of the table and who plays
//! first (JA1.4, JA1.11, JI-185).
//!
//! Red always sits at the lower edge of the map; the choice of the other side exchanges the sides of the map, with
//! zones, objectives and terms of the scenario.

use crate::game::Side;
use crate::game::sink::Sink;
use crate::jomini::state::action::Action;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{State, Step};

/// The actions yes and no.
pub(super) fn choice_actions(choice: fn(bool) -> Action, sink: &mut impl Sink<Action>) {
    sink.push(choice(false));
    sink.push(choice(true));
}

impl Battle {
    /// Applies the first player as drawn, or as set by rules or scenario. If one player has laid the terrain, the draw
    /// determines who chooses instead (JA1.11).
    pub(super) fn settle_ground(&self, state: &mut State, drawn: Side) {
        if self.turned.is_some() {
            (state.first, state.active, state.step) = (drawn, drawn, Step::ChooseEdge);
        } else {
            self.begin_deployment(state, drawn);
        }
    }

    pub(in crate::jomini) fn choose_edge(&self, state: &mut State, change: bool) {
        if change {
            let turned = self.turned.as_ref().expect("the edge is chosen only where the map can be turned");
            state.sides = turned.start.sides;
            state.turned = true;
        }
        state.step = Step::ChooseFirst;
    }

    pub(in crate::jomini) fn choose_first(&self, state: &mut State, first: bool) {
        let first = if first { state.active } else { state.active.other() };
        self.begin_deployment(state, first);
    }
}
