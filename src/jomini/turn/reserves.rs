//! Troops held off the table by a scenario and their way on (J4.25, J4.26, JI-105): who waits where from which round,
//! which officers can activate them, who comes along. Where a unit can get to from beyond the edge is for
//! `reach/entry.rs`.
//!
//! A unit of a reserve has elements and stands nowhere until it enters. It counts among the units at the start
//! (JI-175), and an army with troops still to come is not destroyed.

use crate::game::Side;
use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::{HexId, NO_HEX};
use crate::jomini::setup::scenario::{Members, Reinforcement};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{
    Group, GroupKind, Mover, NO_OFFICER, NO_UNIT, OFFICERS_A_SIDE, OfficerId, State, Step, UNITS_A_SIDE, UnitId,
    officer_ids, side_of, unit_ids,
};

/// Troops that come on together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// Whose they are.
    pub side: Side,
    /// The first round in which they may enter.
    pub round: u16,
    /// The hexes at the edge by which they enter, in the order in which the side sees the map.
    pub entries: Vec<HexId>,
}

/// Everybody held off the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reserves {
    /// The reserves; none in most battles.
    pub all: Vec<Reserve>,
    /// The number of each unit's reserve, counted from 1; 0 for those who begin on the table.
    pub of_unit: Vec<u8>,
    /// The number of each officer's reserve.
    pub of_officer: Vec<u8>,
}

impl Reserves {
    /// Whether a unit begins off the table.
    pub fn has_unit(&self, unit: UnitId) -> bool {
        !self.all.is_empty() && self.of_unit[usize::from(unit)] > 0
    }

    /// Whether an officer begins off the table.
    pub fn has_officer(&self, officer: OfficerId) -> bool {
        !self.all.is_empty() && self.of_officer[usize::from(officer)] > 0
    }
}

/// Holds back the troops that a scenario names, and notes what is wrong with them.
pub(in crate::jomini) fn hold_back(battle: &mut Battle, reinforcements: &[Reinforcement], faults: &mut Vec<String>) {
    let mut reserves =
        Reserves { all: Vec::new(), of_unit: vec![0; 2 * UNITS_A_SIDE], of_officer: vec![0; 2 * OFFICERS_A_SIDE] };
    for (index, reinforcement) in reinforcements.iter().enumerate() {
        let (side, number) = (reinforcement.side, index as u8 + 1);
        let units: Vec<UnitId> = unit_ids(side).take(usize::from(battle.unit_counts[side])).collect();
        let named = |id: &UnitId| battle.unit_names[usize::from(*id)].clone();
        let found = members(&units, &reinforcement.units, named, |id| reserves.of_unit[usize::from(*id)] > 0);
        let (units, problems) = found;
        faults.extend(problems.into_iter().map(|problem| format!("{side}'s reinforcements: {problem}")));
        // Generals first: they can stay off the table and activate further units.
        let mut officers: Vec<OfficerId> = battle.officers_of(side).collect();
        officers.retain(|id| {
            !matches!(reinforcement.officers, Members::Last(_))
                || battle.officer_profile(*id).rank != Rank::CommanderInChief
        });
        officers.sort_by_key(|id| battle.officer_profile(*id).rank != Rank::SeniorOfficer);
        let named = |id: &OfficerId| battle.officer_names[usize::from(*id)].clone();
        let (officers, problems) =
            members(&officers, &reinforcement.officers, named, |id| reserves.of_officer[usize::from(*id)] > 0);
        faults.extend(problems.into_iter().map(|problem| format!("{side}'s reinforcements: {problem}")));
        if officers.is_empty() {
            faults.push(format!("{side}'s reinforcements: nobody accompanies them (J4.26)"));
        }
        units.iter().for_each(|id| reserves.of_unit[usize::from(*id)] = number);
        officers.iter().for_each(|id| reserves.of_officer[usize::from(*id)] = number);
        let mut entries = reinforcement.entries.clone();
        entries.sort_by_key(|hex| battle.board.rank(side, *hex));
        reserves.all.push(Reserve { side, round: u16::from(reinforcement.round), entries });
    }
    battle.reserves = reserves;
}

/// Those of a list whom a reinforcement names, or its last ones, and what is wrong with the names.
fn members<T: Copy>(
    list: &[T],
    wanted: &Members,
    name: impl Fn(&T) -> String,
    taken: impl Fn(&T) -> bool,
) -> (Vec<T>, Vec<String>) {
    let free: Vec<T> = list.iter().filter(|it| !taken(it)).copied().collect();
    match wanted {
        Members::Last(count) if usize::from(*count) > free.len() => {
            (Vec::new(), vec![format!("the army has no {count} to hold back")])
        }
        Members::Last(count) => (free[free.len() - usize::from(*count)..].to_vec(), Vec::new()),
        Members::Named(names) => {
            let mut problems = Vec::new();
            let found = names.iter().filter_map(|wanted| {
                let it = free.iter().find(|it| name(it) == *wanted).copied();
                if it.is_none() {
                    problems.push(format!("nobody is called \"{wanted}\", or he is held back already"));
                }
                it
            });
            (found.collect(), problems)
        }
    }
}

impl Battle {
    /// The reserve of a unit that is still off the table.
    fn reserve(&self, state: &State, unit: UnitId) -> Option<&Reserve> {
        let it = state.unit(unit);
        let waits = !self.reserves.all.is_empty() && it.hex == NO_HEX && it.elements > 0;
        let number = if waits { self.reserves.of_unit[usize::from(unit)] } else { 0 };
        (number > 0).then(|| &self.reserves.all[usize::from(number) - 1])
    }

    /// Whether a unit may come on to the table now (J4.25).
    pub(super) fn may_come(&self, state: &State, unit: UnitId) -> bool {
        self.reserve(state, unit).is_some_and(|reserve| state.round() >= reserve.round)
    }

    /// The hexes by which a unit that is off the table may enter.
    pub(in crate::jomini) fn entries(&self, state: &State, unit: UnitId) -> &[HexId] {
        self.reserve(state, unit).map_or(&[], |reserve| &reserve.entries)
    }

    /// The units of a side that can be activated, on the table or before its edge, in rising order.
    pub(in crate::jomini) fn units_at_hand<'a>(
        &'a self,
        state: &'a State,
        side: Side,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let first = unit_ids(side).start;
        (first..first + self.unit_counts[side])
            .filter(move |unit| state.unit(*unit).hex != NO_HEX || self.may_come(state, *unit))
    }

    /// The officers of a side who can activate units, on the table or before its edge, in rising order (J4.26).
    pub(in crate::jomini) fn officers_at_hand<'a>(
        &'a self,
        state: &'a State,
        side: Side,
    ) -> impl Iterator<Item = OfficerId> + 'a {
        let first = officer_ids(side).start;
        (first..first + self.officer_counts[side])
            .filter(move |officer| state.officer(*officer).hex != NO_HEX || self.waits_off_table(state, *officer))
    }

    /// Whether an officer waits before the edge of the table for troops that may come now.
    pub(super) fn waits_off_table(&self, state: &State, officer: OfficerId) -> bool {
        let it = state.officer(officer);
        it.in_play && it.hex == NO_HEX && self.reserves.has_officer(officer) && {
            let number = usize::from(self.reserves.of_officer[usize::from(officer)]);
            state.round() >= self.reserves.all[number - 1].round
        }
    }

    /// Whether an officer commands a unit off the table: he waits there with it, or stands on the table within command
    /// range of a hex just outside (J4.26, JI-105).
    pub(in crate::jomini) fn accompanies(&self, state: &State, group: &Group, unit: UnitId) -> bool {
        let officer = group.leader;
        if group.kind != GroupKind::Activation || officer == NO_OFFICER || !self.may_come(state, unit) {
            return false;
        }
        let hex = state.officer(officer).hex;
        if hex == NO_HEX {
            return self.reserves.of_officer[usize::from(officer)] == self.reserves.of_unit[usize::from(unit)];
        }
        let range = self.officer_profile(officer).command_range;
        self.entries(state, unit).iter().any(|entry| self.board.distance(hex, *entry) < range)
    }

    /// The activated units of the current group that wait before the edge and can enter.
    pub(super) fn units_to_enter<'a>(&'a self, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        let units = if self.reserves.all.is_empty() { 0 } else { self.unit_counts[state.active] };
        let first = unit_ids(state.active).start;
        (first..first + units).filter(move |unit| {
            state.unit(*unit).hex == NO_HEX && self.waits_to_move(state, *unit) && self.can_enter(state, *unit)
        })
    }

    /// Officers who wait off the table come on with a unit that has entered: whoever activated it must, unless he is a
    /// sub-general; others may (J4.26, JI-105).
    pub(super) fn offer_to_enter(&self, state: &mut State, unit: UnitId, above: OfficerId) {
        let reserve = self.reserves.of_unit[usize::from(unit)];
        let leader = state.turn.groups[usize::from(state.unit(unit).group) - 1].leader;
        let (side, hex) = (side_of(unit), state.unit(unit).hex);
        for officer in officer_ids(side).filter(|officer| *officer >= above) {
            if !self.waits_off_table(state, officer) || self.reserves.of_officer[usize::from(officer)] != reserve {
                continue;
            }
            if officer == leader && self.officer_profile(officer).rank != Rank::SubGeneral {
                let it = state.officer_mut(officer);
                it.hex = hex;
                it.has_moved = true;
                continue;
            }
            state.step = Step::Accompany(unit, officer);
            return;
        }
        state.step = Step::Movement;
    }

    /// Whether a side has a unit on the table or still to come.
    pub(super) fn has_troops(&self, state: &State, side: Side) -> bool {
        self.units_on_table(state, side).next().is_some()
            || self.units_of(side).any(|unit| self.reserve(state, unit).is_some())
    }

    /// Whether a unit could enter at all: by a free hex (JI-105).
    fn can_enter(&self, state: &State, unit: UnitId) -> bool {
        let mut any = false;
        self.each_destination(state, &Mover::plain(unit), |_| {
            any = true;
            false
        });
        any
    }

    /// Whether a hex by which troops enter is free.
    pub(super) fn is_free_entry(&self, state: &State, hex: HexId) -> bool {
        state.unit_at(hex) == NO_UNIT
    }
}
