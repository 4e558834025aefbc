//! Conversion of positions between the state and the serial form.
//!
//! State and form are destructured in full, in both directions, so that a new field cannot be forgotten. Omitted fields
//! have their default values.

use super::form::{MarkerForm, ObjectiveForm, Objectives, PieceForm, SideForm, SidesForm, StateForm, UnitForm};
use super::names::{MaybeUnit, UnitName};
use super::{read_data, render, unit_id};
use crate::data::Fault;
use crate::en_avant::state::blank;
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{
    Holders, MAX_OBJECTIVES, Marker, NO_UNIT, ObjectiveState, Piece, SideState, State, Step, Unit, UnitId, side_of,
};
use crate::game::{Comfort, Places, ShowError, Side};
use serde_json::Value;

/// An empty entry of the objectives.
const NO_OBJECTIVE: ObjectiveState = ObjectiveState { real: false, owner: None, holders: Holders::NONE };

impl Objectives {
    fn of(objectives: &[ObjectiveState; MAX_OBJECTIVES]) -> Objectives {
        let used = objectives.iter().rposition(|it| *it != NO_OBJECTIVE).map_or(0, |last| last + 1);
        Objectives(objectives[..used].iter().map(|it| ObjectiveForm::from(*it)).collect())
    }
}

impl From<ObjectiveState> for ObjectiveForm {
    fn from(objective: ObjectiveState) -> ObjectiveForm {
        let ObjectiveState { real, owner, holders } = objective;
        let holders = holders.iter().map(|(unit, turns)| (UnitName(unit), turns)).collect();
        ObjectiveForm { real, owner, holders, holder: MaybeUnit::default(), turns: 0 }
    }
}

impl From<&ObjectiveForm> for ObjectiveState {
    fn from(form: &ObjectiveForm) -> ObjectiveState {
        let ObjectiveForm { real, owner, holders, holder, turns } = form;
        let single = (holder.0 != NO_UNIT).then_some((holder.0, *turns));
        let mut held = Holders::default();
        holders
            .iter()
            .map(|(unit, turns)| (unit.0, *turns))
            .chain(single)
            .for_each(|(unit, turns)| held.set(unit, turns));
        ObjectiveState { real: *real, owner: *owner, holders: held }
    }
}

impl From<&Piece> for PieceForm {
    fn from(piece: &Piece) -> PieceForm {
        let Piece { front, heading, present, activated } = *piece;
        PieceForm { at: front, degrees: heading, present, activated }
    }
}

impl From<&PieceForm> for Piece {
    fn from(form: &PieceForm) -> Piece {
        let PieceForm { at, degrees, present, activated } = *form;
        Piece { front: at, heading: degrees, present, activated }
    }
}

impl From<&SideState> for SideForm {
    fn from(side: &SideState) -> SideForm {
        let SideState {
            combativity,
            general_lost,
            camp_lost,
            passed,
            bases_lost,
            points_lost,
            units_lost,
            camp,
            general,
            general_unit,
        } = side;
        SideForm {
            combativity: *combativity,
            general_lost: *general_lost,
            camp_lost: *camp_lost,
            passed: *passed,
            bases_lost: *bases_lost,
            points_lost: *points_lost,
            units_lost: *units_lost,
            camp: camp.into(),
            general: general.into(),
            general_unit: MaybeUnit(*general_unit),
        }
    }
}

impl From<&SideForm> for SideState {
    fn from(form: &SideForm) -> SideState {
        let SideForm {
            combativity,
            general_lost,
            camp_lost,
            passed,
            bases_lost,
            points_lost,
            units_lost,
            camp,
            general,
            general_unit,
        } = form;
        SideState {
            combativity: *combativity,
            general_lost: *general_lost,
            camp_lost: *camp_lost,
            passed: *passed,
            bases_lost: *bases_lost,
            points_lost: *points_lost,
            units_lost: *units_lost,
            camp: camp.into(),
            general: general.into(),
            general_unit: general_unit.0,
        }
    }
}

impl From<&UnitForm> for Unit {
    fn from(form: &UnitForm) -> Unit {
        let UnitForm { name: _, at, degrees, files, bases, status, flight, moved_in } = form;
        Unit {
            front: *at,
            heading: *degrees,
            status: *status,
            files: *files,
            bases: *bases,
            flight: *flight,
            moved_in: *moved_in,
        }
    }
}

impl UnitForm {
    fn of(game: &Engagement, id: UnitId, unit: &Unit) -> UnitForm {
        let Unit { front, heading, status, files, bases, flight, moved_in } = *unit;
        let name = Comfort(game.unit_names.get(usize::from(id)).cloned());
        UnitForm { name, at: front, degrees: heading, files, bases, status, flight, moved_in }
    }
}

impl From<Marker> for MarkerForm {
    fn from(marker: Marker) -> MarkerForm {
        let Marker { unit, heading, front } = marker;
        MarkerForm { unit: MaybeUnit(unit), at: front, degrees: heading }
    }
}

impl From<MarkerForm> for Marker {
    fn from(form: MarkerForm) -> Marker {
        let MarkerForm { unit, at, degrees } = form;
        Marker { unit: unit.0, heading: degrees, front: at }
    }
}

impl StateForm {
    /// The form of a state of a game.
    pub fn of(game: &Engagement, state: &State) -> StateForm {
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
            compelled,
            offered,
            pass_before,
            combats,
            outcome,
        } = state;
        let [red, blue] = sides;
        let there = Side::BOTH
            .into_iter()
            .flat_map(|side| game.troops.units_of(side))
            .filter(|unit| units[usize::from(*unit)] != Unit::NONE);
        StateForm {
            turn: *turn,
            impulse: *impulse,
            active: *active,
            first: *first,
            opened: *opened,
            deployed_first: *deployed_first,
            step: (*step).into(),
            turned: *turned,
            impulses_of_turn: Places(*impulses_of_turn),
            cap: *cap,
            activated: *activated,
            compelled: *compelled,
            offered: *offered,
            pass_before: *pass_before,
            sides: SidesForm { red: red.into(), blue: blue.into() },
            units: there.map(|unit| (UnitName(unit), UnitForm::of(game, unit, &units[usize::from(unit)]))).collect(),
            objectives: Objectives::of(objectives),
            markers: Places(markers.map(MarkerForm::from)),
            clash: clash.into(),
            combats: *combats,
            outcome: *outcome,
        }
    }

    /// The state of this form, without checking that its units belong to a game.
    fn state(&self) -> State {
        let StateForm {
            turn,
            impulse,
            active,
            first,
            opened,
            deployed_first,
            step,
            turned,
            impulses_of_turn,
            cap,
            activated,
            compelled,
            offered,
            pass_before,
            sides,
            units,
            objectives,
            markers,
            clash,
            combats,
            outcome,
        } = self;
        let mut state = State {
            units: blank().units,
            sides: [(&sides.red).into(), (&sides.blue).into()],
            objectives: std::array::from_fn(|index| objectives.0.get(index).map_or(NO_OBJECTIVE, ObjectiveState::from)),
            markers: markers.0.map(Marker::from),
            step: (*step).into(),
            clash: clash.into(),
            turned: *turned,
            active: *active,
            first: *first,
            opened: *opened,
            deployed_first: *deployed_first,
            turn: *turn,
            impulse: *impulse,
            impulses_of_turn: impulses_of_turn.0,
            cap: *cap,
            activated: *activated,
            compelled: *compelled,
            offered: *offered,
            pass_before: *pass_before,
            combats: *combats,
            outcome: *outcome,
        };
        for (unit, form) in units {
            state.units[usize::from(unit.0)] = form.into();
        }
        state
    }

    /// The state of this form in a game.
    ///
    /// # Errors
    /// Returns every unit that the game does not have, at its path in the form.
    pub fn state_in(&self, game: &Engagement) -> Result<State, Vec<Fault>> {
        let mut state = self.state();
        let mut faults = Vec::new();
        let mut known = |path: &str, unit: UnitId| {
            if unit != NO_UNIT && !game.troops.units_of(side_of(unit)).contains(&unit) {
                let counts = game.troops.unit_counts;
                let problem = format!("the game has no unit {}", unit_id(unit));
                faults.push(
                    Fault::at(path, problem)
                        .expected(format!("one of R1 to R{} and B1 to B{}", counts.red, counts.blue)),
                );
            }
        };
        self.units.keys().for_each(|unit| known(&format!("units.{}", unit_id(unit.0)), unit.0));
        Step::from(self.step).unit().into_iter().for_each(|unit| known("step.unit", unit));
        for side in Side::BOTH {
            known(&format!("sides.{side}.general_unit"), state.side(side).general_unit);
        }
        for (index, it) in state.objectives.iter().enumerate() {
            it.holders
                .iter()
                .for_each(|(unit, _)| known(&format!("objectives[{index}].holders.{}", unit_id(unit)), unit));
        }
        state.markers.iter().enumerate().for_each(|(index, it)| known(&format!("markers[{index}].unit"), it.unit));
        let clash = &state.clash;
        for (key, pair) in [("leaders", clash.leaders), ("struck", clash.struck)] {
            pair.into_iter().for_each(|unit| known(&format!("clash.{key}"), unit));
        }
        for (key, set) in [
            ("units", clash.units),
            ("pursuers", clash.pursuers),
            ("attackers", clash.attackers),
            ("defenders", clash.defenders),
            ("flanked", clash.flanked),
        ] {
            set.iter().for_each(|unit| known(&format!("clash.{key}"), unit));
        }
        known("clash.settling", clash.settling);
        known("clash.followed", clash.followed);
        if !faults.is_empty() {
            return Err(faults);
        }
        game.units().complete_flanked(&mut state);
        Ok(state)
    }
}

impl Engagement {
    /// A position as data.
    pub fn position_data(&self, state: &State) -> Value {
        serde_json::to_value(StateForm::of(self, state)).expect("a position is plain data")
    }

    /// The position that data describes.
    ///
    /// # Errors
    /// Returns what is missing, wrong or unknown.
    pub fn position_of_data(&self, data: &Value) -> Result<State, ShowError> {
        read_data::<StateForm>("a position", data)?.state_in(self).map_err(|faults| render("a position", &faults))
    }
}
