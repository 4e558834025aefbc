//! Holds back the troops that enter later in a scenario (J4.25, J4.26).

use super::scenario::{Members, Reinforcement};
use crate::jomini::army::unit::Rank;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::off_table::{Reserve, Reserves};
use crate::jomini::state::{OFFICERS_A_SIDE, OfficerId, UNITS_A_SIDE, UnitId, unit_ids};

/// Holds back the troops that a scenario names, and records their faults.
pub(super) fn hold_back(battle: &mut Battle, reinforcements: &[Reinforcement], faults: &mut Vec<String>) {
    let mut reserves =
        Reserves { all: Vec::new(), of_unit: vec![0; 2 * UNITS_A_SIDE], of_officer: vec![0; 2 * OFFICERS_A_SIDE] };
    for (index, reinforcement) in reinforcements.iter().enumerate() {
        let (side, number) = (reinforcement.side, index as u8 + 1);
        let units: Vec<UnitId> = unit_ids(side).take(usize::from(battle.field.forces.unit_counts[side])).collect();
        let named = |id: &UnitId| battle.field.forces.unit_names[usize::from(*id)].clone();
        let found = members(&units, &reinforcement.units, named, |id| reserves.of_unit[usize::from(*id)] > 0);
        let (units, problems) = found;
        faults.extend(problems.into_iter().map(|problem| format!("{side}'s reinforcements: {problem}")));
        // Generals first: they can stay off the table and activate further units.
        let mut officers: Vec<OfficerId> = battle.field.forces.officers_of(side).collect();
        officers.retain(|id| {
            !matches!(reinforcement.officers, Members::Last(_))
                || battle.field.forces.officer_profile(*id).rank != Rank::CommanderInChief
        });
        officers.sort_by_key(|id| battle.field.forces.officer_profile(*id).rank != Rank::SeniorOfficer);
        let named = |id: &OfficerId| battle.field.forces.officer_names[usize::from(*id)].clone();
        let (officers, problems) =
            members(&officers, &reinforcement.officers, named, |id| reserves.of_officer[usize::from(*id)] > 0);
        faults.extend(problems.into_iter().map(|problem| format!("{side}'s reinforcements: {problem}")));
        if officers.is_empty() {
            faults.push(format!("{side}'s reinforcements: no officer accompanies them (J4.26)"));
        }
        units.iter().for_each(|id| reserves.of_unit[usize::from(*id)] = number);
        officers.iter().for_each(|id| reserves.of_officer[usize::from(*id)] = number);
        let mut entries = reinforcement.entries.clone();
        entries.sort_by_key(|hex| battle.field.board.rank(side, *hex));
        reserves.all.push(Reserve { side, round: u16::from(reinforcement.round), entries });
    }
    battle.reserves = reserves;
}

/// The members of a list that a reinforcement names, or its last ones, and the faults of the names.
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
                    problems.push(format!("none is called \"{wanted}\", or it is held back already"));
                }
                it
            });
            (found.collect(), problems)
        }
    }
}
