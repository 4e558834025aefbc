//! Scores of the Movement phase: units and destinations, manoeuvre orders, officers (J4.1, J3.15, J3.30 to J3.33,
//! J3.36, J3.37, J3.61). A move scores the gain over the present hex: support, shelter, distance advanced, and the
//! attack that becomes possible.

use super::numbers::{self, Numbers};
use super::scene::Scene;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::state::action::{Action, Destination, Payment};
use crate::jomini::state::{Mover, Status, Step, UnitId, Woodsmen};

impl Scene<'_> {
    /// The score of an action at the start of the Movement phase; for the move of a unit also its best destination.
    pub fn movement_with_reply(&self, action: &Action) -> (Numbers, Option<Action>) {
        let Action::Move(unit) = *action else {
            // Only the move of a unit is chosen in two steps that are searched together.
            return (self.movement(action), None);
        };
        let (numbers, destination) = self.best_destination(unit, 0, Woodsmen::No);
        (self.kept_move(unit, 0, || numbers), destination.map(Action::MoveTo))
    }

    fn movement(&self, action: &Action) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let rules = &battle.field.rules;
        match *action {
            Action::MoveImpetuously(unit) => {
                let mut numbers = self.kept_best_move(unit, 0);
                if self.worth(&numbers) < 0.0 {
                    numbers = Numbers::NONE;
                }
                // It may still stay, or may move one hex farther.
                numbers.add(numbers::ADVANCE, 0.1);
                numbers
            }
            Action::ForcedMarch(unit, payment) => {
                let cost = battle.field.manoeuvre_order_cost(state, unit, rules.forced_march_cost);
                let mut numbers = self.kept_best_move(unit, rules.forced_march_bonus);
                self.pay(&mut numbers, cost, payment);
                numbers
            }
            Action::Mount(unit, payment) => self.mount(unit, payment),
            Action::Woodsmen(unit, payment) => {
                let woodsmen = match payment {
                    Payment::Tokens => Woodsmen::Paid,
                    Payment::Lead(_) => Woodsmen::Free,
                };
                let mut numbers = self.best_move(unit, 0, woodsmen);
                if woodsmen == Woodsmen::Free {
                    self.pay(&mut numbers, 0, payment);
                }
                numbers
            }
            Action::ForwardMarch => {
                let mut numbers = Numbers::NONE;
                for unit in self.waiting() {
                    let farther = self.made_move(unit, rules.forward_march_bonus);
                    let more = farther.less(&self.made_move(unit, 0));
                    if self.worth(&more) > 0.0 {
                        numbers = numbers.and(&more);
                    }
                }
                numbers.add(numbers::TOKENS, -f32::from(battle.field.rules.group_order_cost(rules.forward_march_cost)));
                if self.worth(&numbers) > 0.0 {
                    // The moves themselves still follow.
                    numbers = numbers.and(&self.best_of_waiting());
                }
                numbers
            }
            Action::Rally(unit, elements, payment) => {
                let cost = battle.field.rally_cost(state, unit, elements);
                let mut numbers = Numbers::NONE;
                numbers.add(numbers::REGAINED, f32::from(elements));
                self.pay(&mut numbers, cost, payment);
                if battle.field.forces.waits_to_move(state, unit) {
                    numbers = numbers.less(&self.made_move(unit, 0));
                }
                numbers
            }
            Action::LeadToRally(officer, unit) => {
                let mut numbers = Numbers::NONE;
                numbers.add(
                    numbers::REGAINED,
                    f32::from(battle.field.forces.profile(unit).elements - state.unit(unit).elements),
                );
                self.give_up(&mut numbers, officer);
                numbers
            }
            Action::Leave(unit) => self.leaving(unit),
            Action::LeaveAlone(officer) => {
                let mut numbers = Numbers::NONE;
                self.give_up(&mut numbers, officer);
                numbers
            }
            Action::MoveOfficer(officer) => self.best_officer_move(officer),
            Action::Done => Numbers::NONE,
            action => action.not_offered(),
        }
    }

    /// The units of the current group that have yet to move, or to enter.
    fn waiting(&self) -> impl Iterator<Item = UnitId> + '_ {
        let (state, forces) = (self.state, &self.battle.field.forces);
        let on_table = forces.units_on_table(state, self.side).filter(move |unit| forces.waits_to_move(state, *unit));
        on_table.chain(self.battle.units_to_enter(state))
    }

    fn best_of_waiting(&self) -> Numbers {
        let (mut best, mut best_value) = (Numbers::NONE, 0.0);
        for unit in self.waiting() {
            let numbers = self.kept_best_move(unit, 0);
            let value = self.worth(&numbers);
            if value > best_value {
                (best, best_value) = (numbers, value);
            }
        }
        best
    }

    /// The gain of a unit by its best move, nothing where it stays because every move loses.
    fn made_move(&self, unit: UnitId, bonus: u8) -> Numbers {
        let best = self.kept_best_move(unit, bonus);
        if self.worth(&best) > 0.0 { best } else { Numbers::NONE }
    }

    /// The gain of a unit by its best move with a number of additional hexes and no other aid, computed once for this
    /// position.
    fn kept_best_move(&self, unit: UnitId, bonus: u8) -> Numbers {
        self.kept_move(unit, bonus, || self.best_move(unit, bonus, Woodsmen::No))
    }

    /// The gain of a unit by its best move with a number of additional hexes.
    fn best_move(&self, unit: UnitId, bonus: u8, woodsmen: Woodsmen) -> Numbers {
        self.best_destination(unit, bonus, woodsmen).0
    }

    /// The same with the destination, where there are several and one is better than all others.
    fn best_destination(&self, unit: UnitId, bonus: u8, woodsmen: Woodsmen) -> (Numbers, Option<Destination>) {
        let (battle, state) = (self.battle, self.state);
        let mover = Mover { bonus: bonus + state.march_bonus(unit), woodsmen, ..Mover::plain(unit) };
        let here = self.stand(unit);
        let mut best: Option<(f32, Numbers, Destination)> = None;
        let (mut several, mut is_best_alone) = (false, false);
        battle.each_destination(state, &mover, |destination| {
            let numbers = self.move_to(&mover, &here, &destination);
            let value = self.worth(&numbers);
            several |= best.is_some();
            match &best {
                Some((known, ..)) if value == *known => is_best_alone = false,
                Some((known, ..)) if value < *known => {}
                _ => (best, is_best_alone) = (Some((value, numbers, destination)), true),
            }
            true
        });
        // After the die of an Impetuous unit it may also stay (JA3.5).
        let is_reply = several && is_best_alone && !state.unit(unit).has(Status::IMPETUOUS_ROLLED);
        best.map_or((Numbers::NONE, None), |(_, numbers, destination)| (numbers, is_reply.then_some(destination)))
    }

    /// The value of staying for a unit, with the attack that it can make from its hex.
    pub fn stand(&self, unit: UnitId) -> Numbers {
        if self.state.unit(unit).hex == NO_HEX {
            return self.off_table(unit);
        }
        self.post_and_strike(
            unit,
            self.state.unit(unit).hex,
            self.state.unit(unit).hexes_moved,
            self.battle.field.can_attack(self.state, unit),
        )
    }

    /// The value of a hex for a unit, with the attack from there if its score is positive.
    pub fn post_and_strike(&self, unit: UnitId, hex: HexId, hexes_moved: u8, may_attack: bool) -> Numbers {
        let mut post = self.post(unit, hex);
        if may_attack
            && self.battle.field.can_fight_from(self.state, unit, hex, hexes_moved)
            && let Some((value, strike)) = self.best_strike(unit, hex, hexes_moved)
            && value > 0.0
        {
            // An enemy that is destroyed or driven back does not strike next.
            let gone = strike.0[numbers::UNITS_DESTROYED] / self.share[self.side.other().index()]
                + strike.0[numbers::DRIVEN_BACK];
            for number in [numbers::EXPOSURE, numbers::PERIL, numbers::CHARGED] {
                post.0[number] *= 1.0 - gone.min(1.0);
            }
            return post.and(&strike);
        }
        post
    }

    /// The gain of a unit by a move, compared with staying.
    pub fn move_to(&self, mover: &Mover, here: &Numbers, destination: &Destination) -> Numbers {
        let (battle, state) = (self.battle, self.state);
        let unit = mover.unit;
        let may_attack = destination.may_attack && battle.field.rules.has_attack_left(state, unit);
        let mut numbers = self.post_and_strike(unit, destination.hex, destination.hexes, may_attack).less(here);
        if destination.drives_out != 0 {
            numbers.add(numbers::RISK, -0.5 * destination.drives_out.count_ones() as f32);
        }
        if mover.woodsmen == Woodsmen::Paid && destination.difficult > 0 {
            numbers.add(numbers::TOKENS, -f32::from(battle.field.woodsmen_cost(state, unit, destination.difficult)));
        }
        numbers
    }

    /// The score of the choice of a destination for a unit or an officer.
    pub fn destination(&self, here: &Numbers, action: &Action) -> Numbers {
        match (self.state.step, action) {
            (Step::Destination(mover), Action::MoveTo(destination)) => self.move_to(&mover, here, destination),
            (Step::OfficerDestination(officer), Action::OfficerTo(hex)) => self.officer_gain(officer, *hex),
            (Step::Accompany(unit, officer), action) if self.is_off_table(unit, officer) => {
                self.along(unit, officer, action)
            }
            (Step::Accompany(unit, officer), Action::Accompany) => {
                self.officer_gain(officer, self.state.unit(unit).hex)
            }
            (Step::Accompany(..), Action::StayBehind)
            | (Step::Destination(_) | Step::OfficerDestination(_), Action::Pass) => Numbers::NONE,
            (_, action) => action.not_offered(),
        }
    }
}
