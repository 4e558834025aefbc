//! Puts what a position file states into the state: units with their facts, horses that wait, objectives, camps and generals. Rules E1.6, E2.34, E7.12, E14.27.

use super::file::{PlaceFile, PositionFile, Word, counts, ids, side_file};
use super::write;
use crate::data::{Fault, Mark};
use crate::en_avant::army::entry;
use crate::en_avant::engagement::{Engagement, ahead_of};
use crate::en_avant::geometry::{Heading, Point};
use crate::en_avant::notation::unit_id;
use crate::en_avant::scenario::centimetres;
use crate::en_avant::state::{
    Holders, MAX_MARKERS, MOST_TURNS_HELD, Marker, NO_UNIT, ObjectiveState, Piece, SideState, State, Unit, UnitId, status,
};
use crate::game::Side;

fn point([x, y]: [f64; 2]) -> Point {
    Point::new(centimetres(x), centimetres(y))
}

/// A heading from degrees clockwise from red's straight ahead; without any the one that looks at the enemy's edge.
fn heading(degrees: Option<f64>, side: Side) -> Heading {
    degrees.map_or(ahead_of(side), |degrees| Heading::NORTH.turned(((degrees % 360.0) * 4.0).round() as i16))
}

/// The units, each with its place, shape and facts.
pub(super) fn place_units(engagement: &Engagement, state: &mut State, file: &PositionFile, faults: &mut Vec<Fault>) {
    for (index, (id, unit)) in ids(file).into_iter().zip(&file.unit).enumerate() {
        let mut fault = |key: &str, problem: &str| faults.push(Fault::new(entry("unit", index, key), Mark::Value, problem));
        let Some(at) = unit.at else {
            *state.unit_mut(id) = Unit::NONE;
            continue;
        };
        let bases = unit.left.unwrap_or(unit.bases);
        let files = unit.files.unwrap_or(bases);
        if bases == 0 || bases > unit.bases {
            fault("left", "a unit on the table has at least one base and no more than it began with");
            continue;
        }
        if files == 0 || files > bases {
            fault("files", "a unit has at least one file and no more than its bases (E2.34)");
            continue;
        }
        if unit.status.contains(&Word::Dismounted) && !unit.dismounts {
            fault("status", "this unit cannot dismount (E14.27)");
            continue;
        }
        let it = state.unit_mut(id);
        (it.front, it.heading, it.files, it.bases) = (point(at), heading(unit.degrees, unit.side), files, bases);
        it.status = unit.status.iter().fold(0, |bits, word| bits | word.bit());
        (it.moved_in, it.flight) = (unit.moved_in, unit.flight);
        let footprint = engagement.footprint(state, id);
        if !engagement.ground_allows(state, &footprint) {
            fault("at", "the unit stands off the table or on ground that nobody can enter (E7.12)");
        }
        let before: Vec<UnitId> = ids(file)[..index].to_vec();
        if engagement.overlapped_among(state, &footprint, |other| before.contains(&other)).is_some() {
            fault("at", "the unit overlaps one before it (E7.12)");
        }
    }
}

/// The horses of dismounted units.
pub(super) fn place_markers(state: &mut State, file: &PositionFile, faults: &mut Vec<Fault>) {
    if file.marker.len() > MAX_MARKERS {
        faults.push(Fault::at("marker", format!("horses wait at {} places at most", MAX_MARKERS)));
    }
    for (index, (it, place)) in file.marker.iter().zip(&mut state.markers).enumerate() {
        let Some(unit) = write::named(counts(file), &it.unit) else {
            faults.push(
                Fault::new(entry("marker", index, "unit"), Mark::Value, format!("no unit \"{}\"", it.unit))
                    .expected("a short name such as R3"),
            );
            continue;
        };
        *place = Marker { unit, heading: heading(Some(it.degrees), Side::Red), front: point(it.at) };
    }
}

/// How the objectives of the game stand, where the file says so.
pub(super) fn restore_objectives(engagement: &Engagement, state: &mut State, file: &PositionFile, faults: &mut Vec<Fault>) {
    let most = engagement.objectives.len();
    if file.objective.len() > most {
        faults.push(Fault::at("objective", format!("the game has {most} objectives")));
    }
    for (index, (it, objective)) in file.objective.iter().zip(&mut state.objectives).take(most).enumerate() {
        let mut holders = Holders::default();
        for (name, turns) in &it.holders {
            let mut fault = |problem: String, expected: &str| {
                faults.push(Fault::new(entry("objective", index, "holders"), Mark::Value, problem).expected(expected));
            };
            match write::named(counts(file), name) {
                None => fault(format!("no such unit as \"{name}\""), "a short name such as R3"),
                Some(_) if *turns > MOST_TURNS_HELD => {
                    fault(format!("{turns} turns"), "no more turns than `objective_hold_turns` can ask for")
                }
                Some(unit) => holders.set(unit, *turns),
            }
        }
        *objective = ObjectiveState { real: it.real, owner: it.owner, holders };
    }
}

/// What contacts found anew do not know: who attacked whom.
pub(super) fn restore_attacks(state: &mut State, file: &PositionFile) {
    let kept = status::CHARGED | status::ATTACKER | status::DEFENDER | status::FRESH;
    for (id, unit) in ids(file).into_iter().zip(&file.unit) {
        let bits = unit.status.iter().fold(0, |bits, word| bits | word.bit()) & kept;
        let it = state.unit_mut(id);
        if it.has(status::ENGAGED) {
            it.set(bits, true);
        }
    }
}

/// Camp, general and losses of a side.
pub(super) fn place_side(engagement: &Engagement, state: &mut State, side: Side, file: &PositionFile, faults: &mut Vec<Fault>) {
    let it = side_file(file, side);
    let path = |key: &str| format!("{side}.{key}");
    let most = engagement.rules.combativity_max as i8;
    let combativity = it.combativity.unwrap_or(engagement.rules.combativity_start as i8);
    if !(1..=most).contains(&combativity) {
        faults.push(Fault::at(&path("combativity"), format!("combativity is 1 to {most} (E1.6)")));
    }
    let piece = |place: PlaceFile| Piece {
        front: point(place.at),
        heading: heading(place.degrees, side),
        present: true,
        activated: place.activated,
    };
    let with = it.general_with.as_ref().map(|name| {
        let units = || ids(file).into_iter().zip(&file.unit).filter(|(_, unit)| unit.side == side);
        let found = units().find(|(id, unit)| unit.name == *name || unit_id(*id) == *name);
        found.map(|(id, _)| id).ok_or_else(|| {
            let known: Vec<&str> = units().map(|(_, unit)| unit.name.as_str()).collect();
            Fault::at(&path("general_with"), format!("no unit \"{name}\"")).near(&known)
        })
    });
    let general_unit = match with {
        None => NO_UNIT,
        Some(Ok(unit)) => unit,
        Some(Err(fault)) => {
            faults.push(fault);
            NO_UNIT
        }
    };
    *state.side_mut(side) = SideState {
        combativity,
        general_lost: it.general.is_none() && general_unit == NO_UNIT,
        camp_lost: it.camp.is_none(),
        passed: it.passed,
        bases_lost: it.bases_lost,
        points_lost: it.points_lost,
        units_lost: it.units_lost,
        camp: it.camp.map_or_else(Piece::default, piece),
        general: it.general.map_or_else(Piece::default, piece),
        general_unit,
    };
}
