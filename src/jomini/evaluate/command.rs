//! Scores of the Command phase: activations and the orders given there (J3.6, J3.25 to J3.29, J3.34, J3.35, J3.57). A
//! unit scores its best use: an attack from its place, or a move with the attack after it. An activation scores the
//! best units it could include.

use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::army::unit::Arms;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::action::{Action, Payment};
use crate::jomini::state::{Group, GroupKind, Mover, NO_UNIT, OfficerId, Step, UNITS_A_SIDE, UnitId};
use arrayvec::ArrayVec;

/// The score of a unit if it were activated.
struct Promise {
    unit: UnitId,
    numbers: Numbers,
    value: f32,
}

/// The units of a side with the score of each if it were activated.
pub struct Promises {
    all: ArrayVec<Promise, UNITS_A_SIDE>,
    /// The indices of all, in descending order of value.
    order: ArrayVec<u8, UNITS_A_SIDE>,
}

impl Scene<'_> {
    /// The score of an action of the Command phase or of an activation.
    pub fn command(&self, promises: &Promises, action: &Action) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let rules = &battle.field.rules;
        let mut numbers = Numbers::NONE;
        match *action {
            Action::Activate(officer) => {
                return self.group_of(promises, officer, GroupKind::Activation, false);
            }
            Action::Pick(unit) => return self.pick(promises, unit),
            Action::PickOfficer(officer) => return self.best_officer_move(officer),
            Action::Reconnaissance => {
                let level = battle
                    .field
                    .forces
                    .commander_in_chief(state, self.side)
                    .map_or(0, |officer| battle.field.forces.officer_profile(officer).command_level);
                numbers = self.best_group(promises, false, rules.reconnaissance_units, false);
                let cost = self.command_cost(rules.reconnaissance_cost);
                // The order is paid for first.
                let held = state.side(self.side).tokens.saturating_sub(cost as u8);
                numbers.add(numbers::TOKENS, f32::from(rules.tokens_gained(held, level)) - cost);
            }
            // Orders for units beside the activations are scored after those.
            _ if state.turn.activations_left > 0
                && matches!(action, Action::Courier | Action::StrategicMove(_) | Action::ExtraActivation) =>
            {
                numbers.add(numbers::TOKENS, -1.0);
            }
            Action::Courier => {
                numbers = promises.best(rules.courier_units);
                numbers.add(numbers::TOKENS, -self.command_cost(rules.courier_cost));
            }
            Action::StrategicMove(officer) => {
                numbers = self.group_of(&self.marches(), officer, GroupKind::StrategicMove, false);
                numbers.add(numbers::TOKENS, -self.command_cost(rules.strategic_move_cost));
            }
            Action::ExtraActivation => {
                numbers = self.best_group(promises, false, u8::MAX, true);
                numbers.add(numbers::TOKENS, -self.command_cost(rules.extra_activation_cost));
            }
            Action::CombinedOrder => {
                numbers = self.best_group(promises, true, u8::MAX, false);
                numbers
                    .add(numbers::TOKENS, -f32::from(battle.field.rules.group_order_cost(rules.combined_order_cost)));
            }
            Action::Messengers(officer) => {
                numbers = self.group_of(promises, officer, GroupKind::Activation, true);
                numbers.add(numbers::TOKENS, -f32::from(battle.field.rules.group_order_cost(rules.messengers_cost)));
            }
            Action::LeadToActivate(officer, unit) => {
                numbers = promises.of(unit);
                self.give_up(&mut numbers, officer);
            }
            Action::Done => {}
            action => action.not_offered(),
        }
        numbers
    }

    fn command_cost(&self, printed: u8) -> f32 {
        f32::from(self.battle.field.rules.command_order_cost(printed))
    }

    /// Adds the loss of an officer.
    pub fn give_up(&self, numbers: &mut Numbers, officer: OfficerId) {
        if self.state.officer(officer).leads != NO_UNIT {
            // He has left the game already (JI-86).
            return;
        }
        numbers.add(numbers::OFFICERS, self.battle.field.forces.officer_worth(officer));
    }

    /// Adds the cost of an order.
    pub fn pay(&self, numbers: &mut Numbers, cost: u8, payment: Payment) {
        match payment {
            Payment::Tokens => numbers.add(numbers::TOKENS, -f32::from(cost)),
            Payment::Lead(officer) => self.give_up(numbers, officer),
        }
    }

    /// The score of each unit not activated yet. While a group is being formed only those count that can still join it.
    pub fn promises(&self) -> Promises {
        let turn = &self.state.turn;
        let is_forming = matches!(self.state.step, Step::Activation(_));
        let group = is_forming.then(|| turn.groups[usize::from(turn.group_count) - 1]);
        if group.is_some_and(|group| group.kind == GroupKind::StrategicMove) {
            return self.marches();
        }
        self.open_prospects();
        let prospect = |unit| self.kept_prospect(unit, || self.prospect(unit));
        match group.filter(|group| group.kind != GroupKind::Courier) {
            None => self.promises_by(prospect),
            Some(group) => self.promises_by(|unit| {
                let joins = self.battle.may_join(self.state, &group, unit);
                if joins { prospect(unit) } else { Numbers::NONE }
            }),
        }
    }

    /// The best that an activation would let a unit do: an attack from its place, or a move with the attack after it.
    pub(super) fn prospect(&self, unit: UnitId) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let hex = state.unit(unit).hex;
        if hex == NO_HEX {
            return self.coming_on(unit);
        }
        let (mut best, mut best_value) = (Numbers::NONE, 0.0);
        if battle.field.can_attack(state, unit)
            && let Some((value, strike)) = self.best_strike(unit, hex, 0)
            && value > best_value
        {
            (best, best_value) = (strike, value);
        }
        if battle.field.forces.is_static(state, unit) {
            return best;
        }
        let mover = Mover::plain(unit);
        let here = self.post(unit, hex);
        battle.each_destination(state, &mover, |destination| {
            let numbers = self.move_to(&mover, &here, &destination);
            let value = self.worth(&numbers);
            if value > best_value {
                (best, best_value) = (numbers, value);
            }
            true
        });
        best
    }

    /// The advance of each unit not activated yet in a Strategic move, at its distance from every enemy (J3.28).
    fn marches(&self) -> Promises {
        let least = self.battle.field.rules.strategic_move_enemy_distance;
        self.promises_by(|unit| {
            if self.state.unit(unit).hex == NO_HEX {
                return self.coming_on(unit);
            }
            let nearest = self.nearest_foe(self.state.unit(unit).hex);
            let hexes = self.battle.field.units().capacity(self.state, unit).min(nearest.saturating_sub(least));
            let mut numbers = Numbers::NONE;
            numbers.0[numbers::ADVANCE] = self.way_won(unit, nearest, hexes);
            numbers
        })
    }

    fn promises_by(&self, promise: impl Fn(UnitId) -> Numbers) -> Promises {
        let mut promises = Promises { all: ArrayVec::new(), order: ArrayVec::new() };
        for unit in self.battle.units_at_hand(self.state, self.side) {
            if self.state.unit(unit).group == 0 {
                let numbers = promise(unit);
                promises.order.push(promises.all.len() as u8);
                promises.all.push(Promise { unit, value: self.worth(&numbers), numbers });
            }
        }
        let Promises { all, order } = &mut promises;
        let value = |index: &u8| all[usize::from(*index)].value;
        // Ties keep their order.
        order.sort_unstable_by(|a, b| value(b).total_cmp(&value(a)).then(a.cmp(b)));
        promises
    }

    /// The best total score of units that an officer could activate together.
    fn group_of(&self, promises: &Promises, officer: OfficerId, kind: GroupKind, anywhere: bool) -> Numbers {
        let group = self.battle.field.units().new_group(self.state, officer, kind, anywhere);
        self.best_members(promises, &group, self.battle.mixes_arms(self.state, officer), None)
    }

    /// The best group of at most this number of units that an officer with an activation left could form, of different
    /// arms if `mixed`; one that the order Extra activation may give is counted if it is `extra`.
    fn best_group(&self, promises: &Promises, mixed: bool, most: u8, extra: bool) -> Numbers {
        let mut best = Numbers::NONE;
        let mut best_value = 0.0;
        for officer in self.battle.officers_at_hand(self.state, self.side) {
            if self.battle.field.rules.has_used_up_activations(self.state, officer, extra) {
                continue;
            }
            let mut group = self.battle.field.units().new_group(self.state, officer, GroupKind::Activation, false);
            group.left = group.left.min(most);
            let mixed = mixed || self.battle.mixes_arms(self.state, officer);
            let numbers = self.best_members(promises, &group, mixed, None);
            let value = self.worth(&numbers);
            if value > best_value {
                (best, best_value) = (numbers, value);
            }
        }
        best
    }

    /// A unit joins the group that is being activated: its score, with the best others that can still join after it.
    fn pick(&self, promises: &Promises, unit: UnitId) -> Numbers {
        let state = self.state;
        let mut group = state.turn.groups[usize::from(state.turn.group_count) - 1];
        if group.kind == GroupKind::Courier {
            return promises.of(unit);
        }
        group.take(self.battle.field.forces.groups(state, unit));
        promises.of(unit).and(&self.best_members(
            promises,
            &group,
            self.battle.mixes_arms(state, group.leader),
            Some(unit),
        ))
    }

    /// The sum of the best units that can join a group, those above `above` only; of one arm unless arms may be mixed.
    fn best_members(&self, promises: &Promises, group: &Group, mixed: bool, above: Option<UnitId>) -> Numbers {
        let mut open = 0u32;
        for (index, Promise { unit, value, .. }) in promises.all.iter().enumerate() {
            let is_open = above.is_none_or(|above| *unit > above)
                && *value > 0.0
                && self.battle.may_join(self.state, group, *unit);
            open |= u32::from(is_open) << index;
        }
        let mut best: Option<(f32, u32)> = None;
        let arms: &[Arms] =
            if mixed { const { &[Arms::all()] } } else { &[Arms::INFANTRY, Arms::MOUNTED, Arms::ARTILLERY] };
        for arm in arms.iter().filter(|arm| mixed || group.arms.intersects(**arm)) {
            let (mut taken, mut left, mut value) = (0u32, group.left, 0.0);
            for index in &promises.order {
                if left == 0 {
                    break;
                }
                let promise = &promises.all[usize::from(*index)];
                if open >> index & 1 == 1 && self.battle.field.forces.groups(self.state, promise.unit).intersects(*arm)
                {
                    taken |= 1 << index;
                    left -= 1;
                    value += promise.value;
                }
            }
            if best.as_ref().is_none_or(|(known, _)| value > *known) {
                best = Some((value, taken));
            }
        }
        let mut numbers = Numbers::NONE;
        if let Some((_, taken)) = best {
            for (_, promise) in promises.all.iter().enumerate().filter(|(index, _)| taken >> index & 1 == 1) {
                numbers = numbers.and(&promise.numbers);
            }
        }
        numbers
    }
}

impl Promises {
    /// The score of a unit.
    fn of(&self, unit: UnitId) -> Numbers {
        self.all.iter().find(|promise| promise.unit == unit).map_or(Numbers::NONE, |promise| promise.numbers)
    }

    /// The sum of the scores of the best units, of at most this many; one is taken whatever its score.
    fn best(&self, most: u8) -> Numbers {
        let (mut sum, mut taken) = (Numbers::NONE, 0u32);
        for _ in 0..most {
            let left = (0..self.all.len()).filter(|index| taken >> index & 1 == 0);
            let value = |index: usize| self.all[index].value;
            let best = left.reduce(|known, index| if value(index) > value(known) { index } else { known });
            let Some(best) = best.filter(|best| taken == 0 || value(*best) > 0.0) else { break };
            taken |= 1 << best;
            sum = sum.and(&self.all[best].numbers);
        }
        sum
    }
}
