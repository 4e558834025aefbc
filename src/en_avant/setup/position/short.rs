//! Converts the short form of a position file to the form of all positions: omitted keys have their default values. A
//! unit without a place is lost, as are a camp and a general that are not named.

use super::file::{PlaceFile, PositionFile, UnitFile, Word};
use crate::data::{Fault, PathStep};
use crate::en_avant::army::entry;
use crate::en_avant::notation::{
    Comfort, MaybeUnit, ObjectiveForm, Objectives, PieceForm, Places, SideForm, SidesForm, StateForm, StepForm,
    UnitForm, UnitName, id_of,
};
use crate::en_avant::setup::scenario::centimetres;
use crate::en_avant::state::engagement::{Engagement, ahead_of};
use crate::en_avant::state::{NO_CAP, State, Status};
use crate::en_avant::table::geometry::{Heading, Point};
use crate::game::Side;

fn point([x, y]: [f64; 2]) -> Point {
    Point::new(centimetres(x), centimetres(y))
}

/// A heading from degrees clockwise from red's straight ahead; by default towards the enemy's edge.
fn heading(degrees: Option<f64>, side: Side) -> Heading {
    degrees.map_or(ahead_of(side), |degrees| Heading::NORTH.turned(((degrees % 360.0) * 4.0).round() as i16))
}

/// The status of a unit by its words.
fn status(unit: &UnitFile) -> Status {
    unit.status.iter().flatten().fold(Status::empty(), |status, word: &Word| status | word.facts())
}

fn unit_form(unit: &UnitFile) -> Option<UnitForm> {
    let at = unit.at?;
    let bases = unit.left.unwrap_or(unit.bases);
    Some(UnitForm {
        name: Comfort::default(),
        at: point(at),
        degrees: heading(unit.degrees, unit.side),
        files: unit.files.unwrap_or(bases),
        bases,
        status: status(unit),
        flight: unit.flight.unwrap_or(0),
        moved_in: unit.moved_in.unwrap_or(0),
    })
}

fn side_form(game: &Engagement, file: &PositionFile, side: Side, faults: &mut Vec<Fault>) -> SideForm {
    let it = file.side(side);
    let piece = |place: &PlaceFile| PieceForm {
        at: point(place.at),
        degrees: heading(place.degrees, side),
        present: true,
        activated: place.activated,
    };
    let with = it.general_with.as_ref().and_then(|name| {
        let found = file.unit_named(side, name);
        if found.is_none() {
            let known: Vec<&str> =
                file.unit.iter().filter(|unit| unit.side == side).map(|unit| unit.name.as_str()).collect();
            faults.push(Fault::at(&format!("{side}.general_with"), format!("no unit \"{name}\"")).near(&known));
        }
        found
    });
    SideForm {
        combativity: it.combativity.unwrap_or(game.rules.combativity_start as i8),
        general_lost: it.general.is_none() && with.is_none(),
        camp_lost: it.camp.is_none(),
        passed: it.passed.unwrap_or(false),
        bases_lost: it.bases_lost.unwrap_or(0),
        points_lost: it.points_lost.unwrap_or(0),
        units_lost: it.units_lost.unwrap_or(0),
        camp: it.camp.as_ref().map_or_else(PieceForm::default, piece),
        general: it.general.as_ref().map_or_else(PieceForm::default, piece),
        general_unit: with.map_or_else(MaybeUnit::default, MaybeUnit),
    }
}

/// A list as an array with default values at the end.
fn places<T: Default + Copy, const N: usize>(
    key: &str,
    what: &str,
    list: &[T],
    faults: &mut Vec<Fault>,
) -> Places<T, N> {
    if list.len() > N {
        faults.push(Fault::at(key, format!("{} {what}", list.len())).expected(format!("at most {N}")));
    }
    let mut places = Places::default();
    places.0.iter_mut().zip(list).for_each(|(place, it)| *place = *it);
    places
}

/// The form of all positions for a short form.
pub(super) fn form(game: &Engagement, file: &PositionFile, faults: &mut Vec<Fault>) -> StateForm {
    let active = file.active.unwrap_or(Side::Red);
    let turn = file.turn.unwrap_or(1);
    let impulses = |side: Side| file.side(side).impulses.unwrap_or(0).max(u8::from(side == active));
    // Pieces that are objectives by the file are so at once; a game that has begun rolls for none.
    let default = game.objectives.iter().map(|it| ObjectiveForm { real: it.target <= 1, ..ObjectiveForm::default() });
    let objectives: Vec<ObjectiveForm> =
        if file.objective.is_empty() { default.collect() } else { file.objective.clone() };
    let most = game.objectives.len();
    if objectives.len() > most {
        faults.push(
            Fault::at("objective", format!("{} objectives", objectives.len())).expected(format!("at most {most}")),
        );
    }
    StateForm {
        turn,
        impulse: file.impulse.unwrap_or(u16::from(turn)),
        active,
        first: file.first.unwrap_or(active),
        // Only a position of the first turn determines who began the game.
        opened: (turn == 1).then_some(file.first.unwrap_or(active)),
        deployed_first: file.deployed_first.unwrap_or(Side::Red),
        step: file.step.unwrap_or(StepForm::Impulse {}),
        turned: file.turned.unwrap_or(false),
        impulses_of_turn: Places(Side::BOTH.map(impulses)),
        cap: file.cap.unwrap_or(NO_CAP),
        activated: file.activated.unwrap_or(0),
        compelled: file.compelled.unwrap_or(0),
        offered: file.offered.unwrap_or(false),
        pass_before: file.pass_before.unwrap_or(false),
        sides: SidesForm {
            red: side_form(game, file, Side::Red, faults),
            blue: side_form(game, file, Side::Blue, faults),
        },
        units: file.units().filter_map(|(id, unit)| unit_form(unit).map(|form| (UnitName(id), form))).collect(),
        objectives: Objectives(objectives),
        markers: places("marker", "places of horses", &file.marker, faults),
        clash: file.clash.clone().unwrap_or_default(),
        combats: file.combats.unwrap_or(0),
        outcome: None,
    }
}

/// Adds the values that the short form omits: contacts, of which the file states only who attacked, and how many units
/// may be activated (E5.4, E5.13, EI-32).
pub(super) fn complete(game: &Engagement, state: &mut State, file: &PositionFile) {
    let markers = state.markers;
    game.units().refresh_contacts(state);
    state.markers = markers;
    let of_contact = Status::CHARGED | Status::ATTACKER | Status::DEFENDER | Status::FRESH;
    for (id, unit) in file.units().filter(|(_, unit)| unit.at.is_some()) {
        state.unit_mut(id).set(status(unit) & of_contact, true);
    }
    game.units().complete_flanked(state);
    if file.cap.is_none() {
        state.cap = game.units().cap_of_impulse(state, state.combativity(state.active));
    }
}

/// The path in a short-form file for a path in the form of all positions.
pub(super) fn path_in_file(file: &PositionFile, path: Vec<PathStep>) -> Vec<PathStep> {
    let key = |index: usize| path.get(index).and_then(PathStep::as_key).unwrap_or_default();
    match (key(0), key(1), key(2)) {
        ("units", name, key) => {
            let found = file.units().position(|(id, _)| id_of(name) == Some(id));
            let Some(index) = found else { return path };
            entry("unit", index, if key == "bases" && file.unit[index].left.is_some() { "left" } else { key })
        }
        ("sides", side, key) => {
            vec![PathStep::key(side), PathStep::key(if key == "general_unit" { "general_with" } else { key })]
        }
        ("objectives", ..) => [vec![PathStep::key("objective")], path[1..].to_vec()].concat(),
        ("markers", ..) => [vec![PathStep::key("marker")], path[1..].to_vec()].concat(),
        _ => path,
    }
}
