//! A unit among its own: its line, the mass of friends and enemies around it, the guns that it masks, the camp that it
//! guards.

use super::numbers::{self, Numbers};
use crate::en_avant::army::troop::Arm;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{State, Status, UnitId, side_of};
use crate::en_avant::table::geometry::{Length, Rectangle};
use crate::game::Side;

/// The maximum number of rulers by which a unit counts as alone.
const MOST_ALONE: f32 = 2.0;

impl Engagement {
    /// Adds what friends near the unit mean to it, and it to them.
    pub(super) fn add_company(&self, state: &State, unit: UnitId, own: &Rectangle, numbers: &mut Numbers) {
        let it = state.unit(unit);
        let side = side_of(unit);
        let ruler = i64::from(self.measures.ruler);
        // Troops within a ruler and a half count.
        let near = ruler * ruler * 9 / 4;
        let (mut nearest, mut mass) = (i64::MAX, 0.0);
        for friend in self.troops.on_table(state, side).filter(|friend| *friend != unit) {
            let other = state.unit(friend);
            let square = (other.front - it.front).square();
            if !other.has(Status::ROUTING) {
                nearest = nearest.min(square);
                mass += if square <= near { self.troops.points_left(state, friend) } else { 0.0 };
            }
            if self.units().could_shoot(state, friend, Status::LIMBERED | Status::DISORDERED)
                && self.places().is_in_field(state, &self.units().field_of_fire(state, friend), unit)
            {
                numbers.add(numbers::MASKING, f32::from(other.files));
            }
            if it.heading.turn_to(other.heading).abs() > 90 {
                continue;
            }
            let (ahead, aside) = it.front.seen(it.heading, other.front);
            let half_width = Length::from(other.files) * self.measures.width / 2;
            let abreast = aside.abs() <= own.half_width + half_width + self.measures.width / 2;
            // A unit that has not moved yet can come up.
            let behind = if state.may_be_activated(friend) { self.units().pace(state, friend) } else { 0 };
            if abreast && (-behind.max(self.measures.ruler / 3)..=self.measures.ruler / 3).contains(&ahead) {
                numbers.add(numbers::LINE, 1.0);
            }
        }
        if nearest < i64::MAX {
            let rulers = nearest.isqrt() as f32 / ruler as f32;
            numbers.add(numbers::ALONE, (rulers - 0.5).clamp(0.0, MOST_ALONE));
        }
        let enemies = self.troops.on_table(state, side.other()).filter(|enemy| {
            let other = state.unit(*enemy);
            !other.has(Status::ROUTING) && (other.front - it.front).square() <= near
        });
        let against: f32 = enemies.map(|enemy| self.troops.points_left(state, enemy)).sum();
        if against > 0.0 {
            let surplus = against - mass - self.troops.points_left(state, unit);
            numbers.add(numbers::OUTNUMBERED, surplus.max(0.0) / 10.0);
        }
        numbers.add(numbers::GUARD, self.guard(state, unit, side));
    }

    /// How well a unit guards the camp of its side, from 0 to 1, while an enemy is within two moves of it: for the
    /// nearest unit only, less with its distance.
    fn guard(&self, state: &State, unit: UnitId, side: Side) -> f32 {
        let needs_guard = state.side(side).camp.present && self.rules.camp_can_be_guarded();
        if !needs_guard || self.troops.arm(state, unit) == Arm::Artillery {
            return 0.0;
        }
        let camp = self.measures.camp(state, side).centre;
        let comes = |enemy: UnitId| {
            let reach = i64::from(2 * self.units().pace(state, enemy));
            self.troops.could_take_camp(state, enemy)
                && !state.unit(enemy).has(Status::ROUTING | Status::ENGAGED)
                && (state.unit(enemy).front - camp).square() <= reach * reach
        };
        if !self.troops.on_table(state, side.other()).any(comes) {
            return 0.0;
        }
        let far = (state.unit(unit).front - camp).square();
        let nearer = |friend: UnitId| {
            let other = state.unit(friend);
            friend != unit && !other.has(Status::ROUTING | Status::ENGAGED) && (other.front - camp).square() < far
        };
        if self.troops.on_table(state, side).any(nearer) {
            return 0.0;
        }
        let ruler = self.measures.ruler as f32;
        ruler / (ruler + far.isqrt() as f32)
    }
}
