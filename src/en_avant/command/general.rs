//! The general on a base of his own, and what units take as they move: the camp and the general of the enemy.
//!
//! Rules E2.15, E2.39, E7.15, E12.7, E12.8 with EI-28, EI-29, EI-30. He moves straight to a place within his allowance;
//! friends are not in his way, nor he in theirs.

use crate::en_avant::army::troop::Arm;
use crate::en_avant::rules::{CampCapture, Movement};
use crate::en_avant::state::action::{Action, Placement};
use crate::en_avant::state::arrival::Fault;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::swept::Swept;
use crate::en_avant::state::{State, Step, UnitId, side_of, status};
use crate::en_avant::table::geometry::{Length, Point, Rectangle, gap_between, shift_over};
use crate::en_avant::table::ground::Piece;
use crate::game::{IllegalAction, Side};

/// What stops a general on his way.
const STOPPED: Fault =
    Fault("an obstacle stops the general: he comes up to it, and crosses it with his next move (E3.24, E3.25)");

impl Engagement {
    /// A side moves its general (EI-28): as one of the units of its impulse.
    pub(in crate::en_avant) fn activate_general(&self, state: &mut State) {
        let side = state.active;
        state.side_mut(side).general.activated = true;
        if self.rules.general_needs_activation {
            state.activated = state.activated.saturating_add(1);
        }
        state.step = Step::MoveGeneral;
    }

    /// The base of a general who stands so.
    fn general_base_at(&self, at: &Placement) -> Rectangle {
        Rectangle::behind(at.front, at.heading, self.measures.width, self.measures.general_depth)
    }

    /// Whether the general of the active side may move to a place (E7.15, EI-28): straight, as light cavalry or light
    /// infantry, slowed like them, not through enemies.
    pub(in crate::en_avant) fn check_general_move(&self, state: &State, at: &Placement) -> Result<(), IllegalAction> {
        self.general_may_go(state, at).map_err(IllegalAction::from)
    }

    fn general_may_go(&self, state: &State, at: &Placement) -> Result<(), Fault> {
        let side = state.active;
        let (from, to) = (self.general_base(state, side), self.general_base_at(at));
        let ground = self.ground(state);
        if at.files != 1 || !ground.holds(&to) {
            return Err(Fault("the general stays on the table (EI-46)"));
        }
        let swept = Swept::of(&from, &to, self.measures.touch);
        let rules = &self.rules;
        let stops =
            |piece: &Piece| piece.is_line() && piece.movement != Movement::Impassable && rules.linear_obstacle_stops;
        let met = |movement: Movement| {
            ground
                .pieces
                .iter()
                .filter(|piece| piece.movement == movement && !stops(piece) && swept.meets_piece(piece))
                .count()
        };
        if met(Movement::Impassable) > 0 {
            return Err(Fault("the general cannot go through ground that nobody enters (E7.12)"));
        }
        // An obstacle stops him like a unit: he comes up to it, and his next move takes him over it, still in contact.
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
        let touch = i64::from(self.measures.touch);
        for enemy in self.on_table(state, side.other()) {
            let footprint = self.footprint(state, enemy);
            if swept.meets_footprint(&footprint)
                || footprint.rectangles().iter().any(|it| gap_between(it, &to) <= touch * touch)
            {
                return Err(Fault("the general does not go among the enemy (E7.12)"));
            }
        }
        Ok(())
    }

    /// Where the general is sent: behind a unit of his that he can reach, so that he touches it; or nowhere.
    pub(in crate::en_avant) fn general_move_actions(&self, state: &State, sink: &mut impl Sink) {
        for unit in self.on_table(state, state.active) {
            let at = self.behind_unit(state, unit);
            let stays = state.side(state.active).general.front == at.front;
            if sink.is_full() || stays {
                continue;
            }
            let place = match self.general_may_go(state, &at) {
                Ok(()) => Some(at),
                Err(STOPPED) => self.up_to_obstacle(state, &at),
                Err(_) => None,
            };
            place.into_iter().for_each(|at| sink.push(Action::GeneralTo(at)));
        }
        let (base, now) = (self.general_base(state, state.active), state.side(state.active).general);
        for (_, stretch) in self.stretches_touched(state, &[base]) {
            let way = stretch.1 - stretch.0;
            let near_side = way.cross(base.centre - stretch.0).signum();
            let over = shift_over(base.corners().into_iter(), now.heading, stretch, near_side);
            let at = over.map(|(edge, shift)| Placement {
                front: now.front.moved(now.heading.turned(edge.turn()), shift, 0),
                heading: now.heading,
                files: 1,
            });
            at.filter(|at| self.general_may_go(state, at).is_ok())
                .into_iter()
                .for_each(|at| sink.push(Action::GeneralTo(at)));
        }
        sink.push(Action::Halt);
    }

    /// How far the general gets on his way to a place before which an obstacle lies (E3.24).
    fn up_to_obstacle(&self, state: &State, to: &Placement) -> Option<Placement> {
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

    /// The general has moved, or stays.
    pub(in crate::en_avant) fn apply_general_move(&self, state: &mut State, action: Action) {
        if let Action::GeneralTo(at) = action {
            let side = state.active;
            let general = &mut state.side_mut(side).general;
            (general.front, general.heading) = (at.front, at.heading);
        }
        self.next_activation(state);
    }

    /// Whether the general of a unit's side has a base of his own and touches it, so that he may go along with it
    /// (EI-28). To be asked before the unit is displaced.
    pub fn general_goes_along(&self, state: &State, unit: UnitId) -> bool {
        state.side(side_of(unit)).general.present && self.general_touches(state, unit)
    }

    /// Whether a general on a base of his own is lost if this unit is destroyed now (EI-29): he touches it while it is
    /// engaged.
    pub(in crate::en_avant) fn general_falls_with(&self, state: &State, unit: UnitId) -> bool {
        self.rules.general_capture && state.unit(unit).has(status::ENGAGED) && self.general_goes_along(state, unit)
    }

    /// Settles what a unit takes that has just moved or pursued: the enemy's camp, over which it has gone (E12.7,
    /// EI-30), and the enemy's general, whom it has met on its way or touches
    /// now (E12.8, EI-29). Camps on which it stands are settled with [`Engagement::settle_camps`].
    pub(in crate::en_avant) fn settle_captures(
        &self,
        state: &mut State,
        unit: UnitId,
        met_general: bool,
        met_camp: bool,
    ) {
        if !state.unit(unit).is_on_table() {
            return;
        }
        let enemy = side_of(unit).other();
        if met_camp
            && state.side(enemy).camp.present
            && self.may_take_camp(state, unit)
            && !self.is_camp_held(state, enemy)
        {
            self.lose_camp(state, enemy);
        }
        if state.side(enemy).general.present && self.rules.general_capture {
            let (base, touch) = (self.general_base(state, enemy), i64::from(self.measures.touch));
            let footprint = self.footprint(state, unit);
            let met = met_general || footprint.rectangles().iter().any(|it| gap_between(it, &base) <= touch * touch);
            let guarded = self.on_table(state, enemy).any(|friend| self.general_touches(state, friend));
            if met && !guarded {
                self.lose_general(state, enemy);
            }
        }
    }

    /// Settles the camps (E12.7, EI-30): one is lost as soon as an enemy stands on it, or with his front against it,
    /// who can take it, and nobody guards it.
    pub(in crate::en_avant) fn settle_camps(&self, state: &mut State) {
        for owner in Side::BOTH {
            if !state.side(owner).camp.present || self.rules.camp_capture == CampCapture::Never {
                continue;
            }
            let (camp, touch) = (self.camp(state, owner), self.measures.touch);
            let square = i64::from(touch) * i64::from(touch);
            let stands_on = |unit: UnitId| {
                let (it, whole) = (state.unit(unit), self.bounding(state, unit));
                let near = i64::from(whole.radius() + camp.radius() + touch);
                (whole.centre - camp.centre).square() <= near * near
                    && (gap_between(&self.front_edge(it), &camp) <= square
                        || self.footprint(state, unit).rectangles().iter().any(|base| self.collide(base, &camp)))
            };
            let takes = |unit: UnitId| stands_on(unit) && self.may_take_camp(state, unit);
            let taken = self.on_table(state, owner.other()).any(takes) && !self.is_camp_held(state, owner);
            if taken {
                self.lose_camp(state, owner);
            }
        }
    }

    /// Whether a unit can take a camp (EI-30): neither artillery nor in rout, disorder or out of control.
    fn may_take_camp(&self, state: &State, unit: UnitId) -> bool {
        !state.unit(unit).has(status::ROUTING | status::DISORDERED | status::RAMPANT)
            && self.arm(state, unit) != Arm::Artillery
    }

    /// Whether nobody can take the camp of a side now (EI-30): units of that side that are not in rout guard it, as far
    /// as the rules let them.
    fn is_camp_held(&self, state: &State, owner: Side) -> bool {
        let (camp, touch) = (self.camp(state, owner), i64::from(self.measures.touch));
        let guards = |friend: UnitId| {
            let near = |base: &Rectangle| gap_between(base, &camp) <= touch * touch;
            !state.unit(friend).has(status::ROUTING) && self.footprint(state, friend).rectangles().iter().any(near)
        };
        match self.rules.camp_capture {
            CampCapture::Never => true,
            CampCapture::Contact => false,
            CampCapture::ContactWhenUnguarded => self.on_table(state, owner).any(guards),
        }
    }

    /// How far the general moves on open ground (E7.15).
    pub fn general_pace(&self) -> Length {
        let rules = &self.rules;
        rules.allowance(if rules.general_mounted {
            rules.general_mounted_move_class
        } else {
            rules.general_foot_move_class
        })
    }
}
