//! Positions as data: everything that the state holds.

use super::Form;
use super::codes::{
    CLASH_KINDS, Centimetres, Degrees, Maybe, Number, Object, OutcomeCode, Places, SIDE_BITS, SIDES, STATUS, Signed, Switch, UnitCode,
    Word, Words,
};
use super::step::StepCode;
use super::unit_id;
use crate::en_avant::Engagement;
use crate::en_avant::geometry::{Heading, Point};
use crate::en_avant::setup::blank;
use crate::en_avant::state::{
    Clash, ClashKind, Holders, MAX_MARKERS, MOST_TURNS_HELD, Marker, NO_UNIT, ObjectiveState, Piece, SideState, State, Unit, UnitSet,
};
use crate::game::form::Code;
use crate::game::{ShowError, Side};
use serde_json::Value;

// The structures are taken apart in full below, so that a new field cannot be forgotten here.

/// A set of units, as the list of their names.
struct UnitSetCode;

impl Code<Engagement, UnitSet> for UnitSetCode {
    fn write(&self, _game: &Engagement, value: &UnitSet) -> Value {
        Value::Array(value.iter().map(|unit| Value::from(unit_id(unit))).collect())
    }

    fn read(&self, game: &Engagement, data: &Value) -> Result<UnitSet, String> {
        let names = data.as_array().ok_or_else(|| format!("expected a list of units, found {data}"))?;
        let mut set = UnitSet::default();
        for name in names {
            let name = name.as_str().ok_or_else(|| format!("expected a unit, found {name}"))?;
            set.insert(game.unit_named(name).map_err(|error| error.0)?);
        }
        Ok(set)
    }
}

/// The holders of an objective, as an object with the turns of each unit under its name.
struct HoldersCode;

impl Code<Engagement, Holders> for HoldersCode {
    fn write(&self, _game: &Engagement, value: &Holders) -> Value {
        Value::Object(value.iter().map(|(unit, turns)| (unit_id(unit), Value::from(turns))).collect())
    }

    fn read(&self, game: &Engagement, data: &Value) -> Result<Holders, String> {
        let object = data.as_object().ok_or_else(|| format!("expected units with their turns, found {data}"))?;
        let mut holders = Holders::default();
        for (name, turns) in object {
            let turns = turns.as_u64().and_then(|it| u8::try_from(it).ok()).filter(|it| *it <= MOST_TURNS_HELD);
            let turns = turns.ok_or_else(|| format!("expected a whole number of turns up to {MOST_TURNS_HELD} for {name}"))?;
            holders.set(game.unit_named(name).map_err(|error| error.0)?, turns);
        }
        Ok(holders)
    }
}

fn unit_fields(form: &mut Form, unit: &mut Unit) -> Result<(), ShowError> {
    let Unit { front, heading, status, files, bases, flight, moved_in } = unit;
    form.field("at", front, Centimetres)?;
    form.field("degrees", heading, Degrees)?;
    form.field("files", files, Number)?;
    form.field("bases", bases, Number)?;
    form.field_or("status", status, 0, Words(STATUS))?;
    form.field_or("flight", flight, 0, Number)?;
    form.field_or("moved_in", moved_in, 0, Number)
}

fn piece_fields(form: &mut Form, piece: &mut Piece) -> Result<(), ShowError> {
    let Piece { front, heading, present, activated } = piece;
    form.field("at", front, Centimetres)?;
    form.field("degrees", heading, Degrees)?;
    form.field_or("present", present, false, Switch)?;
    form.field_or("activated", activated, false, Switch)
}

fn side_fields(form: &mut Form, side: &mut SideState) -> Result<(), ShowError> {
    let SideState { combativity, general_lost, camp_lost, passed, bases_lost, points_lost, units_lost, camp, general, general_unit } = side;
    form.field("combativity", combativity, Signed)?;
    form.field_or("general_lost", general_lost, false, Switch)?;
    form.field_or("camp_lost", camp_lost, false, Switch)?;
    form.field_or("passed", passed, false, Switch)?;
    form.field("bases_lost", bases_lost, Number)?;
    form.field("points_lost", points_lost, Number)?;
    form.field("units_lost", units_lost, Number)?;
    let piece = |what| Object { what, blank: Piece::default(), fields: piece_fields };
    form.field_or("camp", camp, Piece::default(), piece("a camp"))?;
    form.field_or("general", general, Piece::default(), piece("a general"))?;
    form.field_or("general_unit", general_unit, NO_UNIT, UnitCode)
}

fn objective_fields(form: &mut Form, objective: &mut ObjectiveState) -> Result<(), ShowError> {
    let ObjectiveState { real, owner, holders } = objective;
    form.field_or("real", real, false, Switch)?;
    form.field_or("owner", owner, None, Maybe(Word(SIDES)))?;
    form.field_or("holders", holders, Holders::default(), HoldersCode)
}

fn marker_fields(form: &mut Form, marker: &mut Marker) -> Result<(), ShowError> {
    let Marker { unit, heading, front } = marker;
    form.field("unit", unit, UnitCode)?;
    form.field("at", front, Centimetres)?;
    form.field("degrees", heading, Degrees)
}

fn clash_fields(form: &mut Form, clash: &mut Clash) -> Result<(), ShowError> {
    let Clash {
        kind,
        leaders,
        struck,
        units,
        asked,
        dice,
        impacts,
        sixes,
        chain,
        saves,
        savers,
        suffered,
        settling,
        losses,
        recoils,
        disorder,
        routs,
        settled,
        recoiled,
        pursuers,
        fought,
        attackers,
        defenders,
        after_pursuit,
        flights,
        followed,
        way,
    } = clash;
    let pair = || Places { code: Number, usual: 0 };
    let units_pair = || Places { code: UnitCode, usual: NO_UNIT };
    form.field("kind", kind, Word(CLASH_KINDS))?;
    form.field_or("leaders", leaders, [NO_UNIT; 2], units_pair())?;
    form.field_or("struck", struck, [NO_UNIT; 2], units_pair())?;
    form.field_or("units", units, UnitSet::default(), UnitSetCode)?;
    form.field_or("asked", asked, 0, Number)?;
    form.field_or("dice", dice, [0; 2], pair())?;
    form.field_or("impacts", impacts, [0; 2], pair())?;
    form.field_or("sixes", sixes, [0; 2], pair())?;
    form.field_or("chain", chain, 0, Number)?;
    form.field_or("suffered", suffered, [0; 2], pair())?;
    form.field_or("losses", losses, 0, Number)?;
    form.field_or("recoils", recoils, 0, Number)?;
    form.field_or("disorder", disorder, false, Switch)?;
    form.field_or("settled", settled, 0, Words(SIDE_BITS))?;
    form.field_or("recoiled", recoiled, 0, Words(SIDE_BITS))?;
    form.field_or("pursuers", pursuers, UnitSet::default(), UnitSetCode)?;
    form.field_or("after_pursuit", after_pursuit, false, Switch)?;
    form.field_or("flights", flights, 0, Number)?;
    form.field_or("saves", saves, [0; 2], pair())?;
    form.field_or("savers", savers, 0, Words(SIDE_BITS))?;
    form.field_or("settling", settling, NO_UNIT, UnitCode)?;
    form.field_or("routs", routs, false, Switch)?;
    form.field_or("fought", fought, false, Switch)?;
    form.field_or("attackers", attackers, UnitSet::default(), UnitSetCode)?;
    form.field_or("defenders", defenders, UnitSet::default(), UnitSetCode)?;
    form.field_or("followed", followed, NO_UNIT, UnitCode)?;
    form.field_or("way", way, Point::ORIGIN, Centimetres)
}

fn sides_fields(form: &mut Form, sides: &mut [SideState; 2]) -> Result<(), ShowError> {
    for side in Side::BOTH {
        let code = Object { what: "a side", blank: blank().sides[0], fields: side_fields };
        form.field(&side.to_string(), &mut sides[side.index()], code)?;
    }
    Ok(())
}

/// All units, by name; those whose place is empty are left out.
fn units_fields(form: &mut Form, units: &mut [Unit]) -> Result<(), ShowError> {
    let game = form.game();
    for unit in Side::BOTH.into_iter().flat_map(|side| game.units_of(side)) {
        let fields = |form: &mut Form, it: &mut Unit| {
            form.note("name", || Some(Value::from(game.unit_names[usize::from(unit)].as_str())));
            unit_fields(form, it)
        };
        let code = Object { what: "a unit", blank: Unit::NONE, fields };
        form.field_or(&unit_id(unit), &mut units[usize::from(unit)], Unit::NONE, code)?;
    }
    Ok(())
}

fn state_fields(form: &mut Form, state: &mut State) -> Result<(), ShowError> {
    let empty = blank();
    let State {
        units,
        sides,
        objectives,
        markers,
        step,
        clash,
        turned,
        active,
        first,
        opened,
        deployed_first,
        turn,
        impulse,
        impulses_of_turn,
        cap,
        activated,
        offered,
        pass_before,
        combats,
        outcome,
    } = state;
    form.field("turn", turn, Number)?;
    form.field("impulse", impulse, Number)?;
    form.field("active", active, Word(SIDES))?;
    form.field("first", first, Word(SIDES))?;
    form.field_or("opened", opened, None, Maybe(Word(SIDES)))?;
    form.field_or("deployed_first", deployed_first, Side::Red, Word(SIDES))?;
    form.field("step", step, StepCode)?;
    form.field_or("turned", turned, false, Switch)?;
    form.field("impulses_of_turn", impulses_of_turn, Places { code: Number, usual: 0 })?;
    form.field("cap", cap, Number)?;
    form.field("activated", activated, Number)?;
    form.field_or("offered", offered, false, Switch)?;
    form.field_or("pass_before", pass_before, false, Switch)?;
    form.field("sides", sides, Object { what: "the sides", blank: empty.sides, fields: sides_fields })?;
    form.part("units", "the units", |form| units_fields(form, units))?;
    let objective = Object { what: "an objective", blank: empty.objectives[0], fields: objective_fields };
    form.field_or("objectives", objectives, empty.objectives, Places { code: objective, usual: empty.objectives[0] })?;
    const NO_MARKER: Marker = Marker { unit: NO_UNIT, heading: Heading::NORTH, front: Point::ORIGIN };
    let marker = Object { what: "a marker", blank: NO_MARKER, fields: marker_fields };
    form.field_or("markers", markers, [NO_MARKER; MAX_MARKERS], Places { code: marker, usual: NO_MARKER })?;
    let none = Clash { kind: ClashKind::None, ..Clash::default() };
    form.field_or("clash", clash, none, Object { what: "what is being resolved", blank: none, fields: clash_fields })?;
    form.field("combats", combats, Number)?;
    form.field_or("outcome", outcome, None, Maybe(OutcomeCode))
}

impl Engagement {
    /// A position as data.
    pub fn position_data(&self, state: &State) -> Value {
        let mut state = *state;
        Form::write(self, |form| state_fields(form, &mut state))
    }

    /// The position that data describes.
    ///
    /// # Errors
    /// Says what is missing, wrong or unknown.
    pub fn position_of_data(&self, data: &Value) -> Result<State, ShowError> {
        let mut state = blank();
        Form::read(self, "a position", data, |form| state_fields(form, &mut state))?;
        Ok(state)
    }
}
