//! The general on a base of his own.
//!
//! Rules E2.15, E2.39, E7.15 with EI-28, EI-29. He moves straight to a place within his allowance; friends do not block
//! him, nor he them.

use crate::en_avant::rules::{Movement, Rules};
use crate::en_avant::state::action::{Action, Placement};
use crate::en_avant::state::arrival::Fault;
use crate::en_avant::state::engagement::{Engagement, Measures};
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::swept::Swept;
use crate::en_avant::state::units::{Units, is_back};
use crate::en_avant::state::{State, Step};
use crate::en_avant::table::crossing::Crossing;
use crate::en_avant::table::geometry::{Length, Point, Rectangle, depth_of_overlap};
use crate::en_avant::table::ground::Piece;
use crate::game::IllegalAction;

/// The fault of a move that is blocked.
const STOPPED: Fault =
    Fault("an obstacle stops the general: he comes up to it, and crosses it with his next move (E3.24, E3.25)");

/// The fault of a move into an enemy zone of control, or along one.
const HELD: Fault = Fault("the general halts before an enemy zone of control, and only draws back in it (E7.16)");

impl Rules {
    /// Starts the move of a side's general (EI-28): as one of the units of its impulse.
    pub(in crate::en_avant) fn activate_general(&self, state: &mut State) {
        let side = state.active;
        state.side_mut(side).general.activated = true;
        if self.general_needs_activation {
            state.activated = state.activated.saturating_add(1);
        }
        state.step = Step::MoveGeneral;
    }
}

impl Measures {
    /// The base of a general at a placement.
    fn general_base_at(&self, at: &Placement) -> Rectangle {
        Rectangle::behind(at.front, at.heading, self.width, self.general_depth)
    }
}

impl Units<'_> {
    /// Applies the move of the general, or that he stays.
    pub(in crate::en_avant) fn apply_general_move(self, state: &mut State, action: Action) {
        if let Action::GeneralTo(at) = action {
            let side = state.active;
            let general = &mut state.side_mut(side).general;
            (general.front, general.heading) = (at.front, at.heading);
        }
        self.next_activation(state);
    }
}

impl Engagement {
    /// Whether the general of the active side may move to a place (E7.15, EI-28): straight, as light cavalry or light
    /// infantry, slowed like them, not through enemies nor into their zones of control (E7.16).
    pub(in crate::en_avant) fn check_general_move(&self, state: &State, at: &Placement) -> Result<(), IllegalAction> {
        self.general_may_go(state, at).map_err(IllegalAction::from)
    }

    fn general_may_go(&self, state: &State, at: &Placement) -> Result<(), Fault> {
        let side = state.active;
        let (from, to) = (self.measures.general_base(state, side), self.measures.general_base_at(at));
        let ground = self.ground(state);
        if at.files != 1 || !ground.holds(&to) {
            return Err(Fault("the general stays on the table (EI-46)"));
        }
        let swept = Swept::of(&from, &to, self.measures.touch);
        let rules = &self.rules;
        let stops = |piece: &Piece| piece.stops(rules) && piece.movement != Movement::Impassable;
        let met = |movement: Movement| {
            ground
                .pieces
                .iter()
                .filter(|piece| piece.movement == movement && !stops(piece) && swept.meets_piece(piece))
                .count()
        };
        if met(Movement::Impassable) > 0 {
            return Err(Fault("the general cannot go through impassable ground (E7.12)"));
        }
        // An obstacle stops him like a unit: he moves up to it, and his next move crosses it, still in contact.
        let near = |base: &Rectangle, piece: &Piece| piece.meets(&base.shrunk(-2 * self.measures.touch));
        let crosses =
            |piece: &Piece| near(&from, piece) && near(&to, piece) && !piece.meets(&to.shrunk(self.measures.touch));
        if ground.pieces.iter().any(|piece| stops(piece) && swept.meets_piece(piece) && !crosses(piece)) {
            return Err(STOPPED);
        }
        let class =
            if rules.general_mounted { rules.general_mounted_move_class } else { rules.general_foot_move_class };
        let allowance = rules.allowance(rules.slowed(class, met(Movement::Slows) as u8));
        if (to.centre - from.centre).square() > i64::from(allowance) * i64::from(allowance) {
            return Err(Fault("the way is longer than the general's allowance (E7.15)"));
        }
        for enemy in self.troops.on_table(state, side.other()) {
            let places = self.places();
            if swept.meets_footprint(&places.footprint(state, enemy)) || places.touches(state, enemy, &to) {
                return Err(Fault("the general does not go among the enemy (E7.12)"));
            }
            if self.units().zone(state, enemy).is_some_and(|zone| self.is_held_by(&zone, &from, &to, &swept)) {
                return Err(HELD);
            }
        }
        Ok(())
    }

    /// Whether a zone of control forbids the general this way: he does not enter it, and leaves it only away from its
    /// owner (E7.16, EI-28).
    fn is_held_by(&self, zone: &Rectangle, from: &Rectangle, to: &Rectangle, swept: &Swept) -> bool {
        let lies_in = |base: &Rectangle| depth_of_overlap(base, zone) > self.measures.touch;
        match lies_in(from) {
            true => lies_in(to) || !is_back(from.centre.seen(zone.heading, to.centre)),
            false => swept.meets(zone),
        }
    }

    /// The proposed moves of the general: to contact behind a friendly unit that he can reach; or none.
    pub(in crate::en_avant) fn general_move_actions(&self, state: &State, sink: &mut impl Sink) {
        for unit in self.troops.on_table(state, state.active) {
            let at = self.places().behind_unit(state, unit);
            let stays = state.side(state.active).general.front == at.front;
            if sink.is_full() || stays {
                continue;
            }
            let place = match self.general_may_go(state, &at) {
                Ok(()) => Some(at),
                Err(STOPPED | HELD) => self.as_far_as_possible(state, &at),
                Err(_) => None,
            };
            place.into_iter().for_each(|at| sink.push(Action::GeneralTo(at)));
        }
        let (base, now) = (self.measures.general_base(state, state.active), state.side(state.active).general);
        let crossing = Crossing { bases: &[base], touch: self.measures.touch, most: 4 * base.radius() };
        for (piece, stretch) in self.stretches_touched(state, &[base]) {
            let stretches = || self.ground(state).pieces[piece].stretches();
            let over = |side: i64| {
                let way = crossing.over(stretches, stretch, side)?;
                let front = now.front.moved(now.heading.turned(way.edge.turn()), way.whole?, 0);
                Some(Placement { front, heading: now.heading, files: 1 })
            };
            let sides = crossing.sides_left(base.centre, stretch).into_iter().filter(|side| *side != 0);
            sides
                .filter_map(over)
                .filter(|at| self.general_may_go(state, at).is_ok())
                .for_each(|at| sink.push(Action::GeneralTo(at)));
        }
        sink.push(Action::Halt);
    }

    /// The place that the general reaches on his way if an obstacle or a zone of control lies before it (E3.24, E7.16).
    fn as_far_as_possible(&self, state: &State, to: &Placement) -> Option<Placement> {
        const PARTS: i32 = 1_024;
        let from = state.side(state.active).general.front;
        let part = |part: i32| {
            let share =
                |from: Length, to: Length| from + (i64::from(to - from) * i64::from(part) / i64::from(PARTS)) as Length;
            Placement { front: Point::new(share(from.x, to.front.x), share(from.y, to.front.y)), ..*to }
        };
        let (mut low, mut high) = (0, PARTS);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if self.general_may_go(state, &part(middle)).is_ok() { low = middle } else { high = middle }
        }
        (low > 0).then(|| part(low))
    }
}
