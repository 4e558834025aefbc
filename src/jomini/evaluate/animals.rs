//! The effect of camels and elephants on the value of a hex: dice that frightened animals lose (J5.17, J5.18), and
//! units that an elephant would run down if it panicked (J5.96, J5.97). Not used in battles without such animals.

use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::army::unit::Animals;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::action::Action;
use crate::jomini::state::{NO_UNIT, UnitId, side_of};

impl Scene<'_> {
    /// The contribution of camels and elephants to the value of a hex; `near` is the weight of the nearest enemy.
    pub(super) fn animals(&self, unit: UnitId, hex: HexId, near: f32, numbers: &mut Numbers) {
        numbers.0[numbers::ANIMAL_FEAR] = self.animal_fear(unit, hex);
        if self.battle.field.forces.animals.contains(Animals::ELEPHANTS) {
            numbers.0[numbers::STAMPEDE] = self.stampede(unit, hex) * near;
        }
    }

    /// Dice that own animals lose to those next to them with `unit` on this hex, minus those that enemy animals lose.
    fn animal_fear(&self, unit: UnitId, hex: HexId) -> f32 {
        let (state, forces, rules) = (self.state, &self.battle.field.forces, &self.battle.field.rules);
        let positions = self.battle.field.positions();
        let mut lost = 0.0;
        if positions.is_next_to_camels(state, unit, hex) {
            lost -= f32::from(rules.camel_effect_dice);
        }
        if positions.is_next_to_elephants(state, unit, hex) {
            lost -= f32::from(rules.elephant_effect_dice);
        }
        for other in self.battle.field.board.units_next_to(state, unit, hex) {
            if forces.is_panicked(other) {
                continue;
            }
            let sign = if side_of(other) == self.side { 1.0 } else { -1.0 };
            if forces.frightens_by_camels(state, unit, other) {
                lost -= f32::from(rules.camel_effect_dice) * sign;
            }
            if forces.frightens_by_elephants(state, unit, other) {
                lost -= f32::from(rules.elephant_effect_dice) * sign;
            }
        }
        lost
    }

    /// The number of own units that an own elephant would run down immediately if it panicked: with `unit` as the
    /// elephant on this hex, or in the way of one.
    fn stampede(&self, unit: UnitId, hex: HexId) -> f32 {
        let (battle, state) = (self.battle, self.state);
        if battle.field.forces.has_elephants(state, unit) {
            return self.run_down_behind(unit, hex, NO_HEX);
        }
        let [left, right, ..] = battle.field.board.directions(self.side);
        let mut sum = 0.0;
        for towards in [left, right] {
            let ahead = battle.field.board.neighbours(hex)[towards];
            let other = if ahead == NO_HEX { NO_UNIT } else { state.unit_at(ahead) };
            if other != NO_UNIT
                && other != unit
                && side_of(other) == self.side
                && battle.field.forces.has_elephants(state, other)
            {
                sum += self.run_down_behind(unit, ahead, hex);
            }
        }
        sum
    }

    /// 1 if an elephant of this side on a hex would have to run into a unit of its own: no free hex behind it. `unit`
    /// is assumed to be on `taken`.
    fn run_down_behind(&self, unit: UnitId, hex: HexId, taken: HexId) -> f32 {
        let state = self.state;
        let (mut friends, mut others) = (0, 0);
        self.battle.field.board.each_way_of_elephant(self.side, hex, |next| {
            let other = state.unit_at(next);
            if next == taken || (other != NO_UNIT && other != unit && side_of(other) == self.side) {
                friends += 1;
            } else {
                others += 1;
            }
        });
        if friends > 0 && others == 0 { 1.0 } else { 0.0 }
    }

    /// The score of the path of an elephant in panic: the harm to units that it tramples, or its proximity to them.
    pub(super) fn panicked(&self, action: &Action) -> Numbers {
        let mut numbers = Numbers::NONE;
        match *action {
            Action::Trample(target) => {
                let attack = self.battle.field.board.trampling(self.state, target);
                let verdict = self.verdict(self.state, &attack);
                self.count(&mut numbers, &verdict, target, 1.0);
            }
            Action::StampedeTo(hex) => {
                let elephant = self.state.acting_unit().unwrap_or(NO_UNIT);
                numbers.add(numbers::STAMPEDE, self.run_down_behind(elephant, hex, NO_HEX));
            }
            action => action.not_offered(),
        }
        numbers
    }
}
