//! The dynamic part of a position file: the step of the game, the losses of each side, the actions of the current
//! player-turn, and interruptions.

use super::form::{OfficerDone, Phase, PositionFile, SideFile};
use crate::data::{Fault, Mark, PathStep, Reading};
use crate::game::{BySide, Side};
use crate::jomini::army::list::entry;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::notation::{Names, PendingForm, StepForm};
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{
    Group, GroupKind, MAX_GROUPS, NO_OFFICER, NO_UNIT, Step, UnitId, officer_ids, slip_of, unit_ids,
};

/// The step of the game; `None` if the file does not state it, or states another than its player-turn allows.
pub(super) fn step(file: &PositionFile, reading: &Reading, faults: &mut Vec<Fault>) -> Option<StepForm> {
    let lacks = |key: &str| reading.lacks(&PathStep::path(key));
    let step = match (&file.phase, &file.step) {
        (Some(phase), None) => match phase {
            Phase::Command => StepForm::of(&Step::Command),
            Phase::Movement => StepForm::of(&Step::Movement),
            Phase::Combat => StepForm::of(&Step::Combat),
        },
        (None, Some(step)) => step.clone(),
        (None, None) => {
            if !lacks("phase") && !lacks("step") {
                faults.push(Fault::at(
                    "",
                    "missing key \"phase\": what the game waits for is a phase, or any step under \"step\"",
                ));
            }
            return None;
        }
        (Some(_), Some(_)) => {
            faults.push(Fault::at("step", "what the game waits for is a phase or a step, one of the two"));
            return None;
        }
    };
    if (file.player_turn == 0) != step.is_set_up() && !lacks("player_turn") {
        let problem = if file.player_turn > 0 {
            "armies are set up before the first player-turn: player_turn = 0"
        } else {
            "player-turns are counted from 1"
        };
        faults.push(Fault::at("player_turn", problem));
        return None;
    }
    Some(step)
}

/// Reads the strength and losses of a side. Numbers that the file omits are counted from its units.
pub(super) fn take_losses(battle: &mut Battle, side: Side, file: &SideFile) {
    let lost: Vec<_> = unit_ids(side)
        .take(usize::from(battle.field.forces.unit_counts[side]))
        .filter(|id| is_lost(battle, *id))
        .collect();
    let points: u16 = lost.iter().map(|id| battle.field.forces.profile(*id).points).sum();
    let state = battle.start.side_mut(side);
    let unlisted = file.units_lost.unwrap_or(0).saturating_sub(lost.len() as u8);
    state.tokens = file.tokens.unwrap_or(state.tokens);
    state.units_at_start = file.units_at_start.unwrap_or(state.units_at_start.saturating_add(unlisted));
    state.units_lost = file.units_lost.unwrap_or(lost.len() as u8);
    state.points_lost = file.points_lost.unwrap_or(points);
    state.turns_to_skip = file.turns_to_skip;
    state.cinc_to_place = file.cinc_to_place;
    state.units_left = file.units_left;
    state.exit_points = file.exit_points;
    state.objective_points = file.objective_points;
}

/// Whether a unit counts as lost: without elements, unless its elephant still counts for it (JI-168).
fn is_lost(battle: &Battle, unit: UnitId) -> bool {
    let lives_on = battle.field.units().is_counted_later(unit)
        && battle.field.forces.elephants_of(unit).any(|elephant| battle.start.unit(elephant).elements > 0);
    battle.start.unit(unit).elements == 0 && !lives_on
}

/// Assigns the officers stated to have activated to a group (J3.13): one without a leader, or a further one without
/// stated units.
pub(super) fn take_activations(battle: &mut Battle, file: &PositionFile, faults: &mut Vec<Fault>) {
    let mut ids = BySide::from_fn(officer_ids);
    for (index, officer) in file.officer.iter().enumerate() {
        let id = ids[officer.side].next().expect("the number of officers was checked");
        if !officer.status.contains(&OfficerDone::Activated)
            || officer.side != file.active()
            || battle.start.has_activated(id)
        {
            continue;
        }
        let turn = &mut battle.start.turn;
        let made = usize::from(turn.group_count);
        let unled = |group: &&mut Group| group.leader == NO_OFFICER && group.kind == GroupKind::Activation;
        if let Some(group) = turn.groups[..made].iter_mut().find(unled) {
            group.leader = id;
        } else if made < MAX_GROUPS {
            turn.groups[made].leader = id;
            turn.group_count += 1;
        } else {
            let problem = format!("there are at most {MAX_GROUPS} groups, and he leads none of them");
            faults.push(Fault::new(entry("officer", index, "status"), Mark::Value, problem));
        }
    }
}

/// Reads the groups of the current player-turn. Without a table `[turn]` every group in which a unit is activated is an
/// ordinary one.
pub(super) fn take_turn(battle: &mut Battle, file: &PositionFile, faults: &mut Vec<Fault>) {
    let stated = file.turn.clone().unwrap_or_default();
    let state = &battle.start;
    let used = state
        .units
        .iter()
        .map(|unit| unit.group)
        .chain(state.officers.iter().map(|officer| officer.group))
        .max()
        .unwrap_or(0);
    let listed = stated.groups.len() as u8;
    if usize::from(used) > MAX_GROUPS {
        faults.push(Fault::at("turn", format!("there are at most {MAX_GROUPS} groups")));
        return;
    }
    if listed > 0 && used > listed {
        faults.push(Fault::at("turn.group", format!("a unit acts in group {used}, but only {listed} are listed")));
        return;
    }
    let active = file.active();
    let mut names = Names::new(battle);
    let mut turn = stated.read(active, &mut names);
    faults.extend(names.into_faults());
    let in_command = file.phase == Some(Phase::Command);
    turn.group_count =
        stated.group_count.unwrap_or(used.max(listed).max(u8::from(file.phase.is_some() && !in_command)));
    let fallback =
        if in_command { battle.activations_now(&battle.start, active).saturating_sub(turn.group_count) } else { 0 };
    turn.activations_left = stated.activations_left.unwrap_or(fallback);
    turn.current = stated.current.unwrap_or(u8::from(file.player_turn > 0 && !in_command));
    battle.start.turn = turn;
}

/// Reads the active side, the step of the game and its interruptions.
pub(super) fn take_pending(battle: &mut Battle, file: &PositionFile, step: &StepForm, faults: &mut Vec<Fault>) {
    let mut state = battle.start;
    let mut names = Names::new(battle);
    state.step = step.read(&mut names);
    state.active = file.active();
    state.player_turn = file.player_turn;
    // The first player has the odd player-turns.
    state.first = file.first.unwrap_or(if file.player_turn % 2 == 1 { state.active } else { state.active.other() });
    (state.turned, state.batch_left, state.combats, state.outcome) =
        (file.turned, file.batch_left, file.combats, file.outcome);
    let pending = PendingForm {
        combat: file.combat.clone(),
        flights: (file.flights.clone(), file.flight_count),
        stampedes: (file.stampedes.clone(), file.stampede_count),
    };
    pending.read(&mut state, ["flights", "stampedes"], &mut names);
    for (side, slips) in [(Side::Red, &file.red_slips), (Side::Blue, &file.blue_slips)] {
        for (index, slip) in slips.iter().enumerate() {
            let key = format!("{side}_slips[{index}]");
            let hex = names.hex(&key, slip);
            if hex != NO_HEX && state.unit_at(hex) != NO_UNIT {
                names.fault(&key, format!("something lies on hex {slip} already"));
            } else if hex != NO_HEX {
                state.occupant[usize::from(hex)] = slip_of(side);
            }
        }
    }
    faults.extend(names.into_faults());
    battle.start = state;
}
