//! Melee: which units fight together, which melees are due, and a round up to its dice, with the choices between
//! contacts of equal length.
//!
//! Rules E5.11, E11.1, E11.11, E11.12, E11.14, E11.36, E11.37, E11.42 with EI-37, EI-72, EI-76, EI-77, EI-78. Dice are
//! counted in `advantages.rs`, what follows is in `sixes.rs`, `aftermath.rs` and `pursuit.rs`.

use super::flow::Stage;
use crate::en_avant::rules::{ImpactTarget, MeleeFrequency, MeleeGrouping, Rules, SideProperty};
use crate::en_avant::state::action::Action;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::sink::Sink;
use crate::en_avant::state::units::Units;
use crate::en_avant::state::{
    Clash, ClashKind, NO_UNIT, Phase, State, Status, UNITS_A_SIDE, UnitId, UnitSet, side_bit, side_of,
};
use crate::en_avant::table::geometry::{Edge, Length};
use crate::game::Side;
use arrayvec::ArrayVec;

/// The principal opponent of each unit (EI-76).
type Principals = [UnitId; 2 * UNITS_A_SIDE];

impl State {
    /// The units of a side on which impacts may fall.
    fn may_be_struck<'a>(&'a self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        self.clash.units.iter().filter(move |unit| side_of(*unit) == side && self.unit(*unit).is_on_table())
    }

    /// The units among which the owner chooses.
    pub(super) fn struck_actions(&self, side: Side, sink: &mut impl Sink) {
        self.may_be_struck(side).for_each(|unit| sink.push(Action::Suffer(unit)));
    }
}

impl Rules {
    /// Whether the owner chooses on which of several units the impacts fall (EI-77).
    pub(in crate::en_avant) fn chooses_struck(&self, state: &State, side: Side) -> bool {
        state.clash.kind == ClashKind::Melee
            && self.impact_target == ImpactTarget::OwnersChoice
            && state.may_be_struck(side).nth(1).is_some()
    }
}

impl<'a> Units<'a> {
    /// Marks the units that fight in an impulse, after its activations (E5.11, E11.11, E11.12, EI-37).
    pub(in crate::en_avant) fn mark_fights(self, state: &mut State) {
        let all = match self.rules.melee_frequency {
            MeleeFrequency::OncePerTurn => false,
            MeleeFrequency::EveryImpulse => true,
            MeleeFrequency::OncePerPlayerPerTurn => state.impulses_of_turn[state.active.index()] == 1,
        };
        if all {
            for side in Side::BOTH {
                for unit in self.troops.units_of(side) {
                    let engaged = state.unit(unit).has(Status::ENGAGED);
                    state.unit_mut(unit).set(Status::FRESH, engaged);
                }
            }
        }
    }

    /// Those of some units that are attacked in the flank or the rear (EI-63).
    fn flanked(self, state: &State, units: UnitSet) -> UnitSet {
        let mut flanked = UnitSet::NONE;
        units.iter().filter(|unit| self.sides_taken(state, *unit) != 0).for_each(|unit| flanked.insert(unit));
        flanked
    }

    /// Adds to a melee whose dice are rolled which of its units are attacked in the flank or the rear, if the position
    /// does not state it.
    pub(in crate::en_avant) fn complete_flanked(self, state: &mut State) {
        let rolls = matches!(state.step.phase(), Phase::Dice(_));
        if rolls && state.clash.kind == ClashKind::Melee && !state.clash.fought && state.clash.flanked.is_empty() {
            state.clash.flanked = self.flanked(state, state.clash.units);
        }
    }

    /// Ends a melee with all its consequences, captures of camps included (EI-30).
    pub(super) fn leave_melee(self, state: &mut State) {
        state.clash = Clash::default();
        self.settle_camps(state);
    }

    /// Whether a melee of this impulse is still to be fought (EI-37).
    pub(super) fn is_melee_due(self, state: &State) -> bool {
        let mut any = false;
        self.due(state, |_| any = true);
        any
    }

    /// Calls a function with a unit of the active side of each melee that is due (EI-37): new contacts fight; and once
    /// in a turn all.
    fn due(self, state: &State, mut take: impl FnMut(UnitId)) {
        if !self.troops.on_table(state, state.active).any(|unit| state.unit(unit).has(Status::ENGAGED)) {
            return;
        }
        let principals = self.principals(state);
        let mut seen = UnitSet::default();
        let once = self.rules.melee_frequency == MeleeFrequency::OncePerTurn;
        for unit in self.troops.on_table(state, state.active).filter(|unit| state.unit(*unit).has(Status::ENGAGED)) {
            if seen.has(unit) {
                continue;
            }
            let group = self.group(state, &principals, unit);
            group.iter().for_each(|it| seen.insert(it));
            if group.iter().any(|it| state.unit(it).has(Status::FRESH) || (once && !state.unit(it).has(Status::FOUGHT)))
            {
                take(unit);
            }
        }
    }

    /// The melees among which the active side chooses (E5.11), each named by the first of its own units in it.
    pub(super) fn melee_actions(self, state: &State, sink: &mut impl Sink) {
        self.due(state, |unit| sink.push(Action::Fight(unit)));
    }

    /// The enemies with which a unit shares the longest edge among its contacts on its front, if there are any, else
    /// among all (EI-76); several if equal.
    fn longest(self, state: &State, unit: UnitId) -> impl Iterator<Item = UnitId> + use<> {
        let contacts = self.contacts(state, unit).map(|it| (it.enemy, it.length, it.own == Edge::Front));
        let contacts: ArrayVec<(UnitId, Length, bool), UNITS_A_SIDE> = contacts.collect();
        let any_ahead = contacts.iter().any(|(_, _, ahead)| *ahead);
        let counts = move |ahead: bool| ahead || !any_ahead;
        let longest = contacts.iter().filter(|it| counts(it.2)).map(|it| it.1).max().unwrap_or(0);
        let least = longest - self.measures.touch;
        contacts.into_iter().filter(move |it| counts(it.2) && it.1 >= least).map(|it| it.0)
    }

    /// The principal opponent of a unit (EI-76): of several contacts of equal length one that is mutual, else the
    /// first.
    fn principal(self, state: &State, unit: UnitId) -> UnitId {
        let mut opponents = self.longest(state, unit);
        let Some(first) = opponents.next() else { return NO_UNIT };
        let mut mutual = std::iter::once(first).chain(opponents);
        mutual.find(|enemy| self.longest(state, *enemy).any(|it| it == unit)).unwrap_or(first)
    }

    /// The principal opponents of all units that are engaged.
    fn principals(self, state: &State) -> Principals {
        let mut principals = [NO_UNIT; 2 * UNITS_A_SIDE];
        for unit in self.troops.all_on_table(state).filter(|unit| state.unit(*unit).has(Status::ENGAGED)) {
            principals[usize::from(unit)] = self.principal(state, unit);
        }
        principals
    }

    /// The units of the melee of this unit (EI-76).
    fn group(self, state: &State, principals: &Principals, unit: UnitId) -> UnitSet {
        let joined = |one: UnitId, other: UnitId| match self.rules.melee_grouping {
            MeleeGrouping::PrincipalOpponent => {
                principals[usize::from(one)] == other || principals[usize::from(other)] == one
            }
            MeleeGrouping::WholeCluster => side_of(one) != side_of(other) && self.contact(state, one, other).is_some(),
        };
        let mut group = UnitSet::default();
        group.insert(unit);
        let mut grown = true;
        while grown {
            grown = false;
            for other in self.troops.all_on_table(state).filter(|it| state.unit(*it).has(Status::ENGAGED)) {
                if !group.has(other) && group.iter().any(|one| joined(one, other)) {
                    group.insert(other);
                    grown = true;
                }
            }
        }
        group
    }

    /// The units of a side that could lead it: those with the longest front in contact (EI-77).
    fn leaders(self, state: &'a State, group: UnitSet, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let ahead = move |unit: UnitId| -> Length {
            self.contacts(state, unit)
                .filter(|it| it.own == Edge::Front && group.has(it.enemy))
                .map(|it| it.length)
                .sum()
        };
        let of_side = move || group.iter().filter(move |unit| side_of(*unit) == side);
        let least = of_side().map(ahead).max().unwrap_or(0) - self.measures.touch;
        of_side().filter(move |unit| ahead(*unit) >= least)
    }

    /// The side that chooses its leading unit next, each at most once (EI-77).
    pub(super) fn next_to_lead(self, state: &mut State) -> Option<Side> {
        [state.active, state.active.other()].into_iter().find(|side| {
            let asked = state.clash.asked;
            state.clash.asked |= side_bit(*side);
            asked & side_bit(*side) == 0 && self.chooses_leader(state, *side)
        })
    }

    /// The side for whose leading unit the opponent is chosen next, each at most once (EI-76).
    pub(super) fn next_opponent(self, state: &mut State) -> Option<Side> {
        [state.active, state.active.other()].into_iter().find(|side| {
            let (asked, own) = (state.clash.asked, side_bit(*side) << 2);
            state.clash.asked |= own;
            asked & own == 0 && self.chooses_opponent(state, *side)
        })
    }

    /// Whether a choice is open, for a side of the melee that is counted, which unit leads it or which enemy strikes
    /// its leading unit (EI-76, EI-77).
    pub(super) fn is_undecided(self, state: &State, side: Side) -> bool {
        self.chooses_leader(state, side) || self.chooses_opponent(state, side)
    }

    /// Whether the leading unit of a side has several opponents with contacts of equal length, and the choice matters
    /// (EI-76).
    pub(in crate::en_avant) fn chooses_opponent(self, state: &State, side: Side) -> bool {
        self.rules.impact_target == ImpactTarget::PrincipalOpponent
            && self.opponents(state, state.clash.leaders[side.index()]).nth(1).is_some()
    }

    /// Whether the choice between the units that could lead a side matters (EI-77).
    pub(in crate::en_avant) fn chooses_leader(self, state: &State, side: Side) -> bool {
        let of_leader = self.rules.side_property_rule == SideProperty::LeadingUnit;
        let first = state.clash.leaders[side.index()];
        let differs =
            |unit: UnitId| unit != first && (of_leader || self.principal(state, unit) != self.principal(state, first));
        self.leaders(state, state.clash.units, side).any(differs)
    }

    /// The opponents with contacts of equal length with a leading unit among which the active side chooses (EI-76):
    /// mutual ones come first.
    fn opponents(self, state: &State, leader: UnitId) -> impl Iterator<Item = UnitId> + use<> {
        let mutual = |enemy: UnitId| self.longest(state, enemy).any(|it| it == leader);
        let among = self.longest(state, leader).filter(|enemy| state.clash.units.has(*enemy));
        let among: ArrayVec<(UnitId, bool), UNITS_A_SIDE> = among.map(|enemy| (enemy, mutual(enemy))).collect();
        let any = among.iter().any(|(_, mutual)| *mutual);
        among.into_iter().filter(move |(_, mutual)| *mutual || !any).map(|(enemy, _)| enemy)
    }

    /// The units of a side that could lead it.
    pub(super) fn leader_actions(self, state: &State, side: Side, sink: &mut impl Sink) {
        self.leaders(state, state.clash.units, side).for_each(|unit| sink.push(Action::Fight(unit)));
    }

    /// The enemies among which the principal opponent of a side's leading unit is chosen.
    pub(super) fn opponent_actions(self, state: &State, side: Side, sink: &mut impl Sink) {
        self.opponents(state, state.clash.leaders[side.index()]).for_each(|enemy| sink.push(Action::Suffer(enemy)));
    }
}

impl Engagement {
    /// Starts a round of melee: determines its units, the opponents and the dice of both sides, before choices between
    /// contacts of equal length (E11.14, E11.36, E11.37, EI-76, EI-77, EI-78).
    pub(in crate::en_avant) fn count_round(&self, state: &mut State, unit: UnitId, after_pursuit: bool) {
        let principals = self.units().principals(state);
        let units = self.units().group(state, &principals, unit);
        let (mut attackers, mut defenders) = (UnitSet::NONE, UnitSet::NONE);
        for it in units.iter() {
            if state.unit(it).has(Status::ATTACKER) {
                attackers.insert(it);
            }
            if state.unit(it).has(Status::DEFENDER) {
                defenders.insert(it);
            }
        }
        let flanked = self.units().flanked(state, units);
        let mut clash =
            Clash { kind: ClashKind::Melee, units, after_pursuit, attackers, defenders, flanked, ..Clash::default() };
        for side in Side::BOTH {
            let leader = self.units().leaders(state, units, side).next().unwrap_or(NO_UNIT);
            clash.leaders[side.index()] = leader;
            clash.struck[side.other().index()] = principals[usize::from(leader)];
        }
        state.clash = clash;
        state.combats += 1;
        self.count_dice(state);
    }

    /// Counts the dice of both sides of a melee, and of their saves if the rules have them (E11.36, EI-78, EI-79).
    fn count_dice(&self, state: &mut State) {
        state.clash.dice = Side::BOTH.map(|side| self.dice_in_melee(state, side, &mut ()));
        if self.rules.melee_saves {
            state.clash.savers = 3;
            state.clash.saves = Side::BOTH.map(|side| self.melee_saves(state, side, &mut ()));
        }
    }

    /// Applies the owner's choice of the leading unit (EI-77).
    pub(super) fn apply_leader(&self, state: &mut State, side: Side, unit: UnitId) -> Stage {
        state.clash.leaders[side.index()] = unit;
        state.clash.struck[side.other().index()] = self.units().principal(state, unit);
        self.count_dice(state);
        Stage::Leaders
    }

    /// Applies the active side's choice of that enemy (EI-76).
    pub(super) fn apply_opponent(&self, state: &mut State, side: Side, enemy: UnitId) -> Stage {
        state.clash.struck[side.other().index()] = enemy;
        self.count_dice(state);
        Stage::Opponents
    }
}
