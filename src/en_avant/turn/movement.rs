//! Moves: a path of segments is walked, checked on every leg, and executed (chapter 7).
//!
//! Rules E3.18, E3.19, E3.20, E3.21, E7.1, E7.2, E7.6, E7.7, E7.8, E7.9, E7.10, E7.11, E7.12, E7.19, E7.20, E7.21 with
//! EI-11, EI-13, EI-16, EI-17, EI-40, EI-44, EI-45, EI-46, EI-72. Costs of segments are in `movement/segment.rs`, swept
//! areas in `sweep.rs`, zones of control in `zones.rs`, contact in `conform.rs`; proposals in `candidates.rs`.

mod begun;
mod conform;
mod field;
mod obstacle;
mod segment;
mod sweep;
mod walk;
mod zones;

use crate::en_avant::rules::Rules;
use crate::en_avant::state::action::{Path, Segment};
use crate::en_avant::state::arrival::{Arrival, Fault};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::footprint::Footprint;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{NO_UNIT, State, Status, Unit, UnitId, UnitSet};
use crate::en_avant::table::geometry::Length;
use crate::game::IllegalAction;
pub(super) use begun::Begun;
pub(in crate::en_avant) use field::{Field, Neighbours};
use segment::Legs;
pub(super) use segment::arc;
use walk::Walk;

impl Rules {
    /// Whether the segments of a path may follow one another (E7.8, E7.9, E7.10, EI-11, EI-13, EI-40).
    fn check_segments(&self, start: &Unit, path: &Path) -> Result<usize, Fault> {
        let count = path.iter().count();
        if count == 0 || count > usize::from(self.max_move_segments) {
            return Err(Fault("a move has at least one segment and at most as many as the rules allow (EI-11)"));
        }
        let segments = &path.segments[..count];
        if path.segments[count..].iter().any(|it| *it != Segment::None) || !segments.iter().all(|it| it.is_sound()) {
            return Err(Fault("a segment leads nowhere (EI-11)"));
        }
        let backs = segments.iter().any(|it| matches!(it, Segment::Back(_)));
        if (count > 1 && (backs || segments.contains(&Segment::Cross))) || (backs && path.target != NO_UNIT) {
            return Err(Fault("stepping back and crossing an obstacle are whole moves (E7.9, EI-18, EI-40)"));
        }
        if segments[1..].contains(&Segment::About) || (segments[0] == Segment::About && path.target != NO_UNIT) {
            return Err(Fault("a retreat begins with a turn about and ends in contact with no enemy (E7.10)"));
        }
        let free = segments.iter().any(|it| matches!(it, Segment::Shift(..) | Segment::Turn(_)));
        if free && !self.is_free_base(start) {
            return Err(Fault("only a single base moves and faces as it likes (E7.8)"));
        }
        Ok(count)
    }
}

impl Units<'_> {
    /// Places a unit at the end of its move.
    pub(in crate::en_avant) fn arrive(self, state: &mut State, unit: UnitId, path: &Path, arrival: &Arrival) {
        let turn = state.turn;
        *state.unit_mut(unit) = Unit { moved_in: turn, ..arrival.unit };
        if let Some(turned) = arrival.target {
            *state.unit_mut(path.target) = turned;
        }
        // A unit that moves was in contact with none before; a unit that is attacked may be turned, and if it was
        // engaged it stays in place.
        if arrival.target.is_some() {
            self.refresh_contacts(state)
        } else {
            self.add_contacts(state, unit)
        }
        if path.target != NO_UNIT {
            self.mark_attack(state, unit);
        }
        if arrival.retreats && self.rules.retreat_causes_disorder {
            self.disorder(state, unit);
        }
        self.settle_captures(state, unit, arrival.meets_general, arrival.meets_camp);
    }

    /// Marks a unit that has moved to attack, and all enemies in contact with its front (E11.15, EI-37, EI-72, EI-82,
    /// EI-84).
    fn mark_attack(self, state: &mut State, unit: UnitId) {
        let mut touched = UnitSet::default();
        for contact in self.contacts(state, unit) {
            touched.insert(contact.enemy);
        }
        state.unit_mut(unit).set(Status::CHARGED | Status::ATTACKER | Status::FRESH, true);
        for enemy in touched.iter() {
            let it = state.unit_mut(enemy);
            it.set(Status::FRESH, true);
            it.become_defender();
        }
    }
}

impl Engagement {
    /// Walks a path: returns its end, or what forbids it.
    pub(in crate::en_avant) fn march(&self, state: &State, unit: UnitId, path: &Path) -> Result<Arrival, Fault> {
        Field::around(self, state, unit, &mut Neighbours::new()).march(path)
    }

    /// Whether a move is legal.
    pub(super) fn check_move(&self, state: &State, unit: UnitId, path: &Path) -> Result<(), IllegalAction> {
        self.march(state, unit, path).map(|_| ()).map_err(IllegalAction::from)
    }

    /// Executes a move: the unit and its enemy conform, contacts and captures are resolved (E11.4, E11.15, EI-29,
    /// EI-30, EI-37).
    pub(super) fn apply_move(&self, state: &mut State, unit: UnitId, path: &Path) {
        match self.march(state, unit, path) {
            Ok(arrival) => self.units().arrive(state, unit, path, &arrival),
            Err(Fault(words)) => panic!("{path:?} of unit {unit}: {words}: only legal moves are applied"),
        }
        self.units().next_activation(state);
    }
}

impl Field<'_> {
    /// Walks a path: returns its end, or what forbids it.
    pub(in crate::en_avant) fn march(&self, path: &Path) -> Result<Arrival, Fault> {
        let (game, state, unit) = (self.game, self.state, self.unit);
        self.fault()?;
        let count = game.rules.check_segments(&self.start, path)?;
        let segments = &path.segments[..count];
        if segments == [Segment::Cross] {
            return self.cross(path);
        }
        let attacks = path.target != NO_UNIT;
        if attacks {
            game.units().may_attack(state, unit, path.target)?;
        }
        let cost = self.affordable(segments.iter().map(|segment| game.units().cost(&self.start, *segment)).sum())?;
        if matches!(segments[0], Segment::Back(_)) && cost > game.rules.widths(game.rules.backward_move) {
            return Err(Fault("a unit that keeps its facing steps back by a base width at most (E7.9)"));
        }
        let mut walk = Walk::new(self, path)?;
        let mut legs = Legs::of(self, path);
        for leg in legs.by_ref() {
            walk.leg(&leg)?;
        }
        self.arrive(walk, legs.pose, path, cost)
    }

    /// A cost, if the allowance on open ground with the bonus of a road permits it (E7.6).
    fn affordable(&self, cost: Length) -> Result<Length, Fault> {
        if cost > self.game.units().pace(self.state, self.unit) + self.bonus {
            return Err(Fault("the move is longer than the allowance (E7.6)"));
        }
        Ok(cost)
    }

    /// The end of a path that has been walked to its last leg (E7.6, E7.12, EI-72).
    fn arrive(&self, mut walk: Walk, mut end: Unit, path: &Path, cost: Length) -> Result<Arrival, Fault> {
        let (game, state, unit) = (self.game, self.state, self.unit);
        let segments = &path.segments;
        let attacks = path.target != NO_UNIT;
        if !attacks && !walk.grazed.is_empty() {
            walk.step_clear(&mut end)?;
        }
        let footprint = game.places().footprint_at(state, unit, &end);
        walk.finish(&end, &footprint, path, cost)?;
        if attacks {
            return walk.contact(&end, path.target);
        }
        if !self.stands_free(&footprint) {
            return Err(NO_ROOM);
        }
        self.keeps_apart(&footprint)?;
        let retreats = segments[0] == Segment::About;
        Ok(Arrival {
            unit: end,
            target: None,
            retreats,
            meets_general: walk.meets_general,
            meets_camp: walk.meets_camp,
        })
    }
}

impl Field<'_> {
    /// Whether bases end clear of every enemy, as required of a unit that does not attack (EI-72).
    fn keeps_apart(&self, footprint: &Footprint) -> Result<(), Fault> {
        let (apart, bounds) = (2 * self.game.measures.touch, footprint.bounds());
        if self.enemies().iter().any(|enemy| enemy.is_within(footprint, &bounds, apart)) {
            return Err(Fault("a unit that does not attack stops short of the enemy (EI-72)"));
        }
        Ok(())
    }
}

/// The fault of a move whose end is taken.
const NO_ROOM: Fault = Fault("a move ends clear of every base (E7.12)");
#[cfg(test)]
mod tests;
