//! Checks of the consistency of a position: units that fight, flee or are about to move are present, numbers are within
//! the range of a game, and the deciding side has a decision. Positions that pass can be listed, evaluated and played.

mod combat;

use self::combat::{check_combat, check_step_of_combat};
use super::{done, owed};
use crate::game::sink::FirstOfTwo;
use crate::game::{Game, Moment, Side};
use crate::jomini::army::unit::{Rank, UnitLetters};
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::notation::unit_id;
use crate::jomini::rules::DeployMethod;
use crate::jomini::state::action::Action;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::{
    MAX_GROUPS, Mounting, NO_OFFICER, NO_UNIT, OfficerId, Resume, State, Status, Step, UNITS_A_SIDE, UnitId, is_slip,
    side_of, side_of_officer,
};

/// The number of slots for units and elephants of both sides.
const PIECES: u32 = 2 * UNITS_A_SIDE as u32;
/// An upper bound above any count from a roll or of a group, far below the capacity of a counter.
const MOST_COUNTED: u8 = 60;
/// The same for points.
const MOST_POINTS: u8 = 200;
/// The same for combats of a game.
const MOST_COMBATS: u16 = 60_000;

/// The faults, each with its key.
pub(super) struct Faults(Vec<(String, String)>);

impl Faults {
    /// A fault at a key, unless the condition holds.
    pub(super) fn unless(&mut self, holds: bool, key: &str, problem: &str) {
        if !holds {
            self.0.push((key.to_owned(), problem.to_owned()));
        }
    }

    /// Checks that a number does not exceed a maximum.
    pub(super) fn at_most(&mut self, number: impl Into<u32>, most: impl Into<u32>, key: &str) {
        let (number, most) = (number.into(), most.into());
        if number > most {
            self.0.push((key.to_owned(), format!("{number} is more than any game reaches; expected at most {most}")));
        }
    }
}

/// The key of a unit of the battle, by its short name.
pub(super) fn at_unit(unit: UnitId, key: &str) -> String {
    format!("units.{}.{key}", unit_id(unit))
}

/// The keys at fault, and the faults there.
pub(super) fn faults(battle: &Battle, state: &State) -> Vec<(String, String)> {
    let mut faults = Faults(Vec::new());
    check_sides(battle, state, &mut faults);
    done::check(battle, state, &mut faults);
    check_turn(battle, state, &mut faults);
    check_interruptions(battle, state, &mut faults);
    if faults.0.is_empty() {
        check_step(battle, state, &mut faults);
    }
    if faults.0.is_empty() && state.step.is_of_combat() {
        owed::check(battle, state, &mut faults);
    }
    if faults.0.is_empty() {
        check_choice(battle, state, &mut faults);
    }
    faults.0
}

/// Checks the counters of the sides, units and officers.
fn check_sides(battle: &Battle, state: &State, faults: &mut Faults) {
    for side in Side::BOTH {
        let it = state.side(side);
        let gone = u32::from(it.units_lost) + u32::from(it.units_left);
        faults.at_most(it.units_at_start, MOST_POINTS, &format!("{side}.units_at_start"));
        let remaining = done::remaining(battle, state, side);
        let problem = format!(
            "{remaining} units are there, {} are lost and {} have left, more than the {} of the start",
            it.units_lost, it.units_left, it.units_at_start
        );
        // In some variants officers, and units that leave by an exit, are counted among those lost too (JI-174).
        let counts_more = battle.field.rules.officers_count_for_victory || battle.exits.iter().any(|exit| exit.lost);
        let most = u32::from(it.units_at_start);
        faults.unless(counts_more || remaining + gone <= most, &format!("{side}.units_lost"), &problem);
        faults.at_most(it.tokens, MOST_POINTS, &format!("{side}.tokens"));
        faults.at_most(it.points_lost, MOST_COMBATS, &format!("{side}.points_lost"));
        faults.at_most(it.turns_to_skip, MOST_COUNTED, &format!("{side}.turns_to_skip"));
        faults.at_most(it.exit_points, MOST_POINTS, &format!("{side}.exit_points"));
        faults.at_most(it.objective_points, MOST_POINTS, &format!("{side}.objective_points"));
        for unit in battle.field.forces.units_of(side) {
            let it = state.unit(unit);
            let numbers = [
                ("group", it.group, MAX_GROUPS as u8),
                ("attacks", it.attacks, MOST_COUNTED),
                ("pursuits", it.pursuits, MOST_COUNTED),
            ];
            for (key, number, most) in numbers {
                faults.at_most(number, most, &at_unit(unit, key));
            }
            if battle.field.forces.is_panicked(unit) {
                faults.at_most(it.elements, 1u8, "elephants");
                faults.unless(
                    it.hex == NO_HEX || it.elements == 1,
                    "elephants",
                    "an elephant on the table has one element",
                );
                let owner = state.unit(battle.field.forces.owner_of_elephant(unit));
                faults.unless(
                    it.hex == NO_HEX || owner.elements == 0 || owner.has(Status::ELEPHANT_GONE),
                    "elephants",
                    "an elephant in panic has run away from its unit (J5.95)",
                );
            }
        }
        for officer in battle.field.forces.officers_of(side) {
            let it = state.officer(officer);
            faults.at_most(it.group, MAX_GROUPS as u8, "officer.group");
            faults.unless(
                it.leads == NO_UNIT || side_of(it.leads) == side,
                "officer.leads",
                "an officer leads a unit of his side",
            );
            faults.unless(
                it.in_play || it.hex == NO_HEX,
                "officer.in_play",
                "an officer who is out of the game stands nowhere",
            );
        }
    }
    let lies = state.occupant.iter().any(|it| is_slip(*it));
    let by_slips = battle.field.rules.deploy_method == DeployMethod::Slips;
    let key = if battle.field.board.slips(state, Side::Red).is_empty() { "blue_slips" } else { "red_slips" };
    faults.unless(
        !lies || (state.player_turn == 0 && by_slips),
        key,
        "slips of paper lie while armies are set up by them (JA1.10)",
    );
}

/// Checks the counters of the game and of the current player-turn.
fn check_turn(battle: &Battle, state: &State, faults: &mut Faults) {
    let turn = &state.turn;
    faults.at_most(state.player_turn, 2 * battle.turn_limit, "player_turn");
    faults.at_most(state.combats, MOST_COMBATS, "combats");
    faults.at_most(turn.group_count, MAX_GROUPS as u8, "turn.group_count");
    faults.unless(
        turn.current <= turn.group_count.saturating_add(1),
        "turn.current",
        "this group is not among those of the turn",
    );
    faults.at_most(turn.activations_left, MOST_COUNTED, "turn.activations_left");
    faults.at_most(turn.command_orders_given, MOST_COUNTED, "turn.command_orders_given");
    faults.at_most(turn.manoeuvre_orders_given, MOST_COUNTED, "turn.manoeuvre_orders_given");
    for group in &turn.groups {
        faults.at_most(group.left, MOST_COUNTED, "turn.groups");
        faults.at_most(group.march_bonus, MOST_COUNTED, "turn.groups");
        let own = group.leader == NO_OFFICER || side_of_officer(group.leader) == state.active;
        faults.unless(own, "turn.groups", "a group is led by an officer of the side whose player-turn it is");
    }
}

/// Checks flights, stampedes and the combats below them.
fn check_interruptions(battle: &Battle, state: &State, faults: &mut Faults) {
    let is_there = |officer: OfficerId| officer != NO_OFFICER && state.officer(officer).in_play;
    let (flights, stampedes) = (usize::from(state.flight_count), usize::from(state.stampede_count));
    let flee = flights <= state.flights.len() && state.flights[..flights].iter().all(|it| is_there(it.officer));
    faults.unless(flee, "flights", "an officer that must flee is in the game");
    let runs = |elephant: UnitId| u32::from(elephant.index()) < PIECES && is_elephant(battle, elephant);
    let run = stampedes <= state.stampedes.len() && state.stampedes[..stampedes].iter().all(|it| runs(it.elephant));
    faults.unless(run, "stampedes", "a unit that stampedes is an elephant in panic");
    if !flee || !run {
        return;
    }
    for flight in &state.flights[..flights] {
        faults.unless(state.officer(flight.officer).hex != NO_HEX, "flights", "an officer flees from where he stands");
    }
    for stampede in &state.stampedes[..stampedes] {
        faults.at_most(stampede.left, MOST_COUNTED, "stampedes");
        let last = u32::from(stampede.elephant.index()) + u32::from(stampede.more);
        let is_of_unit = (u32::from(stampede.elephant.index())..=last)
            .all(|it| it < PIECES && is_elephant(battle, UnitId::new(it as u8)));
        faults.unless(is_of_unit, "stampedes", "the elephants that run after it are those of its unit");
        let stands = state.unit(stampede.elephant).hex != NO_HEX || stampede.from != NO_HEX;
        faults.unless(stands, "stampedes", "an elephant runs from where it stands, or \"from\" a hex");
        if stampede.resume != Resume::TurnStart {
            check_combat(battle, &stampede.combat, "stampedes", faults);
        }
    }
    if state.step.is_of_combat() {
        check_combat(battle, &state.combat, "combat", faults);
    }
}

/// Whether a piece is an elephant that can run by itself.
fn is_elephant(battle: &Battle, piece: UnitId) -> bool {
    battle.field.forces.is_panicked(piece) && battle.field.forces.profiles[usize::from(piece)].is_some()
}

/// Checks that the pieces concerned by the step are present.
fn check_step(battle: &Battle, state: &State, faults: &mut Faults) {
    // An elephant whose unit still holds its hex has no hex yet (JI-164).
    let is_placed = |unit: UnitId| state.unit(unit).hex != NO_HEX || battle.field.forces.is_panicked(unit);
    let stands = |unit: UnitId| unit != NO_UNIT && state.unit(unit).elements > 0 && is_placed(unit);
    let own = |unit: UnitId| side_of(unit) == state.active;
    let own_officer = |officer: OfficerId| side_of_officer(officer) == state.active && state.officer(officer).in_play;
    let on_table = |officer: OfficerId| own_officer(officer) && state.officer(officer).hex != NO_HEX;
    let combat = &state.combat;
    let moves_or_fights = matches!(
        state.step,
        Step::Movement
            | Step::Combat
            | Step::Destination(_)
            | Step::ImpetuousRoll(_)
            | Step::Accompany(..)
            | Step::OfficerDestination(_)
    );
    if moves_or_fights {
        let problem = "in the Movement and Combat phases one of the groups acts; they are counted from 1";
        faults.unless((1..=state.turn.group_count).contains(&state.turn.current), "turn.current", problem);
    }
    if state.step == Step::LayDecoy {
        let slips = battle.field.rules.deploy_method == DeployMethod::Slips;
        faults.unless(slips, "step", "decoys are laid only where units are deployed by slips of paper (JA1.10)");
    }
    let set_up = matches!(state.step, Step::DeployUnit | Step::DeployAt(_) | Step::LayDecoy);
    if set_up && battle.field.rules.deploy_method != DeployMethod::Hidden {
        faults.unless(
            state.batch_left > 0,
            "batch_left",
            "a batch is being placed: at least one is left of it (JA1.8)",
        );
    }
    match state.step {
        Step::ImpetuousRoll(unit) => {
            faults.unless(
                stands(unit) && own(unit),
                "step.unit",
                "a unit of the active side rolls that stands on the table",
            );
            let acts = stands(unit) && state.unit(unit).group == state.turn.current;
            faults.unless(acts, "step.unit", "a unit of the group that acts rolls");
        }
        Step::UnreliableRoll(unit) | Step::DeficientRoll(unit) => {
            let rolls = own(unit) && state.unit(unit).elements > 0;
            faults.unless(rolls, "step.unit", "a unit of the active side rolls that is not lost");
            let grouped = rolls && (1..=state.turn.group_count).contains(&state.unit(unit).group);
            faults.unless(grouped, "step.unit", "a unit rolls that one of the groups has activated");
        }
        Step::MessengersRoll(officer) => {
            faults.unless(state.turn.group_count > 0, "turn.group_count", "messengers ride once a group is activated");
            faults.unless(
                own_officer(officer),
                "step.officer",
                "an officer of the active side rolls who is in the game",
            );
        }
        Step::FrontRank(unit) => {
            let fights = [combat.attacker, combat.defender].contains(&unit) && stands(unit);
            faults.unless(fights, "step.unit", "an officer steps into the front rank of a unit that fights");
        }
        Step::Destination(mover) => {
            let unit = state.unit(mover.unit);
            faults.unless(unit.elements > 0, "step.unit", "a lost unit does not move");
            faults.unless(own(mover.unit), "step.unit", "a unit of the active side moves");
            faults.unless(!unit.has(Status::MOVED), "step.unit", "it has moved already (J4.2)");
            let mounted =
                unit.has(Status::MOUNTED) && battle.field.forces.profile(mover.unit).has(UnitLetters::CARRIED);
            faults.unless(
                mover.mounting == Mounting::No || mounted,
                "step.mounting",
                "it has nothing to ride on (J3.31)",
            );
            let comes = unit.hex != NO_HEX || battle.reserves.has_unit(mover.unit);
            faults.unless(comes, "step.unit", "a unit moves from where it stands, or comes as a reinforcement");
            faults.at_most(mover.bonus, MOST_COUNTED, "step.bonus");
        }
        Step::Accompany(unit, officer) => {
            // A unit that has left may still be followed, by an officer on a hex of the exit (J4.23).
            let left = || {
                let (it, at) = (state.unit(unit), state.officer(officer).hex);
                it.hex == NO_HEX && it.elements == 0 && it.has(Status::MOVED) && battle.exit(state.active, at).is_some()
            };
            let went = unit != NO_UNIT && own(unit) && (stands(unit) || own_officer(officer) && left());
            faults.unless(went, "step.unit", "the unit that has moved stands on the table, or has left by an exit");
            faults.unless(own_officer(officer), "step.officer", "the officer is one of the active side");
        }
        Step::OfficerDestination(officer) => {
            let comes = on_table(officer) || own_officer(officer) && battle.reserves.has_officer(officer);
            faults.unless(comes, "step.officer", "the officer is one of the active side on the table");
        }
        Step::ChooseEdge => {
            let problem = "a side of the table is chosen only where one player has laid the terrain (JA1.11)";
            faults.unless(battle.turned.is_some(), "step", problem);
        }
        Step::DeployOfficer(officer) => {
            let waits = own_officer(officer) && state.officer(officer).hex == NO_HEX;
            faults.unless(waits, "step.officer", "the active side deploys an officer who waits");
        }
        Step::DeployAt(unit) => {
            let waits = own(unit) && !stands(unit) && state.unit(unit).elements > 0;
            faults.unless(waits, "step.unit", "the active side deploys a unit that waits");
        }
        Step::PlaceCinc => {
            let is_cinc =
                |officer: &OfficerId| battle.field.forces.officer_profile(*officer).rank == Rank::CommanderInChief;
            let any = battle
                .field
                .forces
                .officers_of(state.active)
                .filter(is_cinc)
                .any(|officer| !state.officer(officer).in_play);
            faults.unless(any, "step", "the active side has lost its commander-in-chief");
        }
        Step::Activation(_) | Step::Courier(_) => {
            let last = state.turn.groups[..usize::from(state.turn.group_count)].last();
            faults.unless(last.is_some(), "turn.group_count", "the last group is being made up");
            let led = matches!(state.step, Step::Courier(_)) || last.is_none_or(|it| it.leader != NO_OFFICER);
            faults.unless(led, "turn.groups", "an officer activates the last group");
        }
        Step::StampedeRoll | Step::Stampede => {
            faults.unless(
                state.stampede_count > 0,
                "step",
                "no elephant is in flight: its flight is listed under \"stampedes\"",
            );
            let running = state.stampedes[..usize::from(state.stampede_count)].last();
            let goes_on = state.step == Step::StampedeRoll || running.is_none_or(|it| it.left > 0);
            faults.unless(goes_on, "stampedes", "the elephant has hexes left to run");
        }
        Step::Over => faults.unless(state.outcome.is_some(), "outcome", "a game that is over has an outcome"),
        step if step.is_of_combat() => check_step_of_combat(battle, state, stands, faults),
        _ => {}
    }
}

/// Checks that there is a decision, now and after all pending flights.
fn check_choice(battle: &Battle, state: &State, faults: &mut Faults) {
    let offers = |state: &State| {
        let mut offer = FirstOfTwo::<Action>::default();
        if matches!(battle.moment(state), Moment::Decide(_)) {
            battle.generate_actions(state, &mut offer);
            return offer.first.is_some();
        }
        true
    };
    if state.flight_count > 0 {
        faults.unless(offers(state), "flights", "no action is legal: the officer that must flee has nowhere to go");
    }
    faults.unless(offers(&State { flight_count: 0, ..*state }), "step", "this decision has no legal action");
}
