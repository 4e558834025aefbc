//! Positions as data: everything that the state holds. Which unit stands on which hex follows from the units.

use super::Form;
use super::codes::{
    ARMS, GROUP_KINDS, HexCode, Maybe, Number, Object, OfficerCode, OutcomeCode, Places, SIDES, STATUS, STRIKES, Switch, UnitCode, Word,
    Words,
};
use super::step::StepCode;
use super::{officer_id, unit_id};
use crate::game::{ShowError, Side};
use crate::jomini::battle::Battle;
use crate::jomini::hex::{MAX_HEXES, NO_HEX};
use crate::jomini::order_names::{ATTACK_ORDERS, DEFENCE_ORDERS};
use crate::jomini::setup::empty_state;
use crate::jomini::state::{
    Combat, CounterCharge, Flight, Group, GroupKind, MAX_FLIGHTS, MAX_STAMPEDES, NO_OFFICER, NO_UNIT, Officer, Resume, SideState, Stampede,
    State, TurnState, UNITS_A_SIDE, Unit, UnitId, slip_of,
};
use serde_json::Value;

// The structures are taken apart in full below, so that a new field cannot be forgotten here.

const NO_FLIGHT: Flight = Flight { officer: NO_OFFICER, driver: NO_UNIT };

/// How far a counter-charge has come, by name.
const COUNTER_CHARGES: &[(&str, CounterCharge)] = &[
    ("no", CounterCharge::No),
    ("rolling", CounterCharge::Rolling),
    ("defender_losses", CounterCharge::DefenderLosses),
    ("attacker_losses", CounterCharge::AttackerLosses),
    ("defender_morale", CounterCharge::DefenderMorale),
    ("attacker_morale", CounterCharge::AttackerMorale),
];

fn unit_fields(form: &mut Form, unit: &mut Unit) -> Result<(), ShowError> {
    let Unit { hex, elements, group, status, hexes_moved, attacks, pursuits } = unit;
    form.field("hex", hex, HexCode)?;
    form.field("elements", elements, Number)?;
    form.field_or("group", group, 0, Number)?;
    form.field_or("status", status, 0, Words(STATUS))?;
    form.field_or("hexes_moved", hexes_moved, 0, Number)?;
    form.field_or("attacks", attacks, 0, Number)?;
    form.field_or("pursuits", pursuits, 0, Number)
}

fn officer_fields(form: &mut Form, officer: &mut Officer) -> Result<(), ShowError> {
    let Officer { hex, in_play, group, has_moved, leads, benefits } = officer;
    form.field("hex", hex, HexCode)?;
    form.field("in_play", in_play, Switch)?;
    form.field_or("group", group, 0, Number)?;
    form.field_or("has_moved", has_moved, false, Switch)?;
    form.field_or("leads", leads, NO_UNIT, UnitCode)?;
    form.field_or("benefits", benefits, 0, Number)
}

fn side_fields(form: &mut Form, side: &mut SideState) -> Result<(), ShowError> {
    let SideState {
        tokens,
        units_at_start,
        units_lost,
        points_lost,
        turns_to_skip,
        cinc_to_place,
        units_left,
        exit_points,
        objective_points,
    } = side;
    form.field("tokens", tokens, Number)?;
    form.field("units_at_start", units_at_start, Number)?;
    form.field("units_lost", units_lost, Number)?;
    form.field("points_lost", points_lost, Number)?;
    form.field_or("turns_to_skip", turns_to_skip, 0, Number)?;
    form.field_or("cinc_to_place", cinc_to_place, false, Switch)?;
    form.field_or("units_left", units_left, 0, Number)?;
    form.field_or("exit_points", exit_points, 0, Number)?;
    form.field_or("objective_points", objective_points, 0, Number)
}

fn group_fields(form: &mut Form, group: &mut Group) -> Result<(), ShowError> {
    let Group { kind, leader, left, arms, anywhere, march_bonus } = group;
    form.field_or("kind", kind, GroupKind::Activation, Word(GROUP_KINDS))?;
    form.field("leader", leader, OfficerCode)?;
    form.field("left", left, Number)?;
    form.field("arms", arms, Words(ARMS))?;
    form.field_or("anywhere", anywhere, false, Switch)?;
    form.field_or("march_bonus", march_bonus, 0, Number)
}

fn turn_fields(form: &mut Form, turn: &mut TurnState) -> Result<(), ShowError> {
    let TurnState {
        groups,
        group_count,
        current,
        activations_left,
        command_orders_given,
        reconnaissance,
        manoeuvre_orders_given,
        mixed_arms,
        extra_activation,
    } = turn;
    let group = Object { what: "a group", blank: Group::default(), fields: group_fields };
    form.field("groups", groups, Places { code: group, usual: Group::default() })?;
    form.field("group_count", group_count, Number)?;
    form.field("current", current, Number)?;
    form.field("activations_left", activations_left, Number)?;
    form.field_or("command_orders_given", command_orders_given, 0, Number)?;
    form.field_or("reconnaissance", reconnaissance, false, Switch)?;
    form.field_or("manoeuvre_orders_given", manoeuvre_orders_given, 0, Number)?;
    form.field_or("mixed_arms", mixed_arms, false, Switch)?;
    form.field_or("extra_activation", extra_activation, false, Switch)
}

fn combat_fields(form: &mut Form, combat: &mut Combat) -> Result<(), ShowError> {
    let Combat {
        attacker,
        defender,
        attacker_hex,
        defender_hex,
        melee,
        strike,
        attack_order,
        attack_order_given,
        defence_order,
        leaders,
        riposte_used,
        dodge_trait_used,
        dodge_order_used,
        hits,
        apart,
        morale_hits,
        firm_morale_hits,
        tactical,
        retreat_due,
        counter_charge,
        inflicted,
        wounds_due,
        kept_hits,
        kept_morale_hits,
        kept_firm_morale_hits,
        retreat_ordered,
        front_rank,
    } = combat;
    form.field("attacker", attacker, UnitCode)?;
    form.field("defender", defender, UnitCode)?;
    form.field("attacker_hex", attacker_hex, HexCode)?;
    form.field("defender_hex", defender_hex, HexCode)?;
    form.field("melee", melee, Switch)?;
    form.field("strike", strike, Word(STRIKES))?;
    form.field_or("attack_order", attack_order, None, Maybe(Word(ATTACK_ORDERS)))?;
    form.field_or("attack_order_given", attack_order_given, false, Switch)?;
    form.field_or("defence_order", defence_order, None, Maybe(Word(DEFENCE_ORDERS)))?;
    form.field_or("leaders", leaders, 0, Number)?;
    form.field_or("riposte_used", riposte_used, false, Switch)?;
    form.field_or("dodge_trait_used", dodge_trait_used, 0, Words(&[("attacker", 1), ("defender", 2)]))?;
    form.field_or("dodge_order_used", dodge_order_used, false, Switch)?;
    form.field_or("hits", hits, 0, Number)?;
    form.field_or("apart", apart, 0, Words(&[("attack", 1), ("counter_charge", 2)]))?;
    form.field_or("morale_hits", morale_hits, 0, Number)?;
    form.field_or("firm_morale_hits", firm_morale_hits, 0, Number)?;
    form.field_or("tactical", tactical, 0, Number)?;
    form.field_or("retreat_due", retreat_due, 0, Number)?;
    form.field_or("counter_charge", counter_charge, CounterCharge::No, Word(COUNTER_CHARGES))?;
    let pair = || Places { code: Number, usual: 0 };
    form.field_or("inflicted", inflicted, [0; 2], pair())?;
    form.field_or("wounds_due", wounds_due, 0, Number)?;
    form.field_or("kept_hits", kept_hits, [0; 2], pair())?;
    form.field_or("kept_morale_hits", kept_morale_hits, [0; 2], pair())?;
    form.field_or("kept_firm_morale_hits", kept_firm_morale_hits, [0; 2], pair())?;
    form.field_or("retreat_ordered", retreat_ordered, false, Switch)?;
    form.field_or("front_rank", front_rank, [NO_OFFICER; 2], Places { code: OfficerCode, usual: NO_OFFICER })
}

fn flight_fields(form: &mut Form, flight: &mut Flight) -> Result<(), ShowError> {
    let Flight { officer, driver } = flight;
    form.field("officer", officer, OfficerCode)?;
    form.field_or("driver", driver, NO_UNIT, UnitCode)
}

/// What goes on after a stampede, by name.
const RESUMES: &[(&str, Resume)] =
    &[("turn_start", Resume::TurnStart), ("after_losses", Resume::AfterLosses), ("end_of_strike", Resume::EndOfStrike)];

fn stampede_fields(form: &mut Form, stampede: &mut Stampede) -> Result<(), ShowError> {
    let Stampede { elephant, more, from, left, begun, resume, combat } = stampede;
    form.field("elephant", elephant, UnitCode)?;
    form.field_or("more", more, 0, Number)?;
    form.field("from", from, HexCode)?;
    form.field_or("left", left, 0, Number)?;
    form.field_or("begun", begun, false, Switch)?;
    form.field("resume", resume, Word(RESUMES))?;
    form.field_or("combat", combat, Combat::NONE, Object { what: "the combat", blank: Combat::NONE, fields: combat_fields })
}

fn sides_fields(form: &mut Form, sides: &mut [SideState; 2]) -> Result<(), ShowError> {
    for side in Side::BOTH {
        let code = Object { what: "a side", blank: SideState::default(), fields: side_fields };
        form.field(&side.to_string(), &mut sides[side.index()], code)?;
    }
    Ok(())
}

/// All units, by name; those whose place is empty are left out.
fn units_fields(form: &mut Form, units: &mut [Unit]) -> Result<(), ShowError> {
    let battle = form.game();
    for unit in Side::BOTH.into_iter().flat_map(|side| battle.units_of(side)) {
        let fields = |form: &mut Form, it: &mut Unit| {
            form.note("name", || Some(Value::from(battle.unit_names[usize::from(unit)].as_str())));
            unit_fields(form, it)
        };
        let code = Object { what: "a unit", blank: Unit::NONE, fields };
        form.field_or(&unit_id(unit), &mut units[usize::from(unit)], Unit::NONE, code)?;
    }
    Ok(())
}

/// All officers, by name; those whose place is empty are left out.
fn officers_fields(form: &mut Form, officers: &mut [Officer]) -> Result<(), ShowError> {
    let battle = form.game();
    for officer in Side::BOTH.into_iter().flat_map(|side| battle.officers_of(side)) {
        let fields = |form: &mut Form, it: &mut Officer| {
            form.note("name", || Some(Value::from(battle.officer_names[usize::from(officer)].as_str())));
            officer_fields(form, it)
        };
        let code = Object { what: "an officer", blank: Officer::NONE, fields };
        form.field_or(&officer_id(officer), &mut officers[usize::from(officer)], Officer::NONE, code)?;
    }
    Ok(())
}

/// Slips of paper by side and hex (JA1.10); who stands on the other hexes follows from the units.
fn slips_fields(form: &mut Form, occupant: &mut [UnitId; MAX_HEXES]) -> Result<(), ShowError> {
    for side in Side::BOTH {
        let mut lying = [NO_HEX; UNITS_A_SIDE];
        let hexes = (0..).zip(occupant.iter()).filter(|(_, it)| **it == slip_of(side)).map(|(hex, _)| hex);
        lying.iter_mut().zip(hexes).for_each(|(place, hex)| *place = hex);
        form.field_or(&format!("{side}_slips"), &mut lying, [NO_HEX; UNITS_A_SIDE], Places { code: HexCode, usual: NO_HEX })?;
        lying.iter().filter(|hex| **hex != NO_HEX).for_each(|hex| occupant[usize::from(*hex)] = slip_of(side));
    }
    Ok(())
}

fn state_fields(form: &mut Form, state: &mut State) -> Result<(), ShowError> {
    let round = state.round();
    let State {
        occupant,
        units,
        officers,
        sides,
        step,
        active,
        first,
        turned,
        player_turn,
        batch_left,
        turn,
        combat,
        flights,
        flight_count,
        stampedes,
        stampede_count,
        combats,
        outcome,
    } = state;
    form.note("round", || Some(Value::from(round)));
    form.field("player_turn", player_turn, Number)?;
    form.field("active", active, Word(SIDES))?;
    form.field("first", first, Word(SIDES))?;
    form.field_or("turned", turned, false, Switch)?;
    form.field("step", step, StepCode)?;
    form.field_or("batch_left", batch_left, 0, Number)?;
    slips_fields(form, occupant)?;
    form.field("sides", sides, Object { what: "the sides", blank: [SideState::default(); 2], fields: sides_fields })?;
    form.part("units", "the units", |form| units_fields(form, units))?;
    form.part("officers", "the officers", |form| officers_fields(form, officers))?;
    form.field("turn", turn, Object { what: "the player-turn", blank: TurnState::default(), fields: turn_fields })?;
    form.field_or("combat", combat, Combat::NONE, Object { what: "the combat", blank: Combat::NONE, fields: combat_fields })?;
    let flight = Object { what: "a flight", blank: NO_FLIGHT, fields: flight_fields };
    form.field_or("flights", flights, [NO_FLIGHT; MAX_FLIGHTS], Places { code: flight, usual: NO_FLIGHT })?;
    form.field_or("flight_count", flight_count, 0, Number)?;
    let stampede = Object { what: "a stampede", blank: Stampede::NONE, fields: stampede_fields };
    form.field_or("stampedes", stampedes, [Stampede::NONE; MAX_STAMPEDES], Places { code: stampede, usual: Stampede::NONE })?;
    form.field_or("stampede_count", stampede_count, 0, Number)?;
    form.field("combats", combats, Number)?;
    form.field_or("outcome", outcome, None, Maybe(OutcomeCode))
}

impl Battle {
    /// A position as data.
    pub fn position_data(&self, state: &State) -> Value {
        let mut state = *state;
        Form::write(self, |form| state_fields(form, &mut state))
    }

    /// The position that data describes.
    ///
    /// # Errors
    /// Says what is missing, wrong or unknown, and where two units share a hex.
    pub fn position_of_data(&self, data: &Value) -> Result<State, ShowError> {
        let mut state = empty_state();
        Form::read(self, "a position", data, |form| state_fields(form, &mut state))?;
        for unit in Side::BOTH.into_iter().flat_map(|side| self.units_of(side)) {
            let hex = state.unit(unit).hex;
            if hex == NO_HEX {
                continue;
            }
            let other = state.unit_at(hex);
            if other != NO_UNIT {
                let (hex, other, unit) = (self.hex_name(hex), unit_id(other), unit_id(unit));
                return Err(ShowError(format!("a position: {other} and {unit} share the hex {hex}, which holds at most one unit")));
            }
            state.occupant[usize::from(hex)] = unit;
        }
        Ok(state)
    }
}
