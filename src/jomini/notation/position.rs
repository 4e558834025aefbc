//! Positions as data: the complete contents of the state. The occupants of hexes follow from the units.

use super::combat::listed;
use super::form::{
    ArmsForm, CombatForm, FlightForm, GroupForm, LeaderForm, OfficerForm, StampedeForm, StateForm, TurnForm, UnitForm,
};
use super::names::{Names, unit_or_none, words};
use super::step::StepForm;
use super::words::{ARMS, STATUS};
use super::{officer_id, unit_id};
use crate::data::read_data;
use crate::game::{BySide, ShowError, Side};
use crate::jomini::army::unit::Arms;
use crate::jomini::map::board::Board;
use crate::jomini::map::hex::NO_HEX;
use crate::jomini::state::battle::Battle;
use crate::jomini::state::field::Positions;
use crate::jomini::state::{
    Benefits, Combat, Flight, Group, MAX_FLIGHTS, MAX_GROUPS, MAX_STAMPEDES, NO_OFFICER, NO_UNIT, Officer, OfficerId,
    Stampede, State, TurnState, Unit, UnitId, empty_state, slip_of,
};
use serde_json::Value;

impl UnitForm {
    /// The form of a unit of this name.
    pub fn of(board: &Board, unit: &Unit, name: &str) -> UnitForm {
        let Unit { hex, elements, group, status, hexes_moved, attacks, pursuits } = *unit;
        let (name, hex, status) = (Some(name.to_owned()), board.hex_or_none(hex), words(status, STATUS));
        UnitForm { name, hex, elements, group, status, hexes_moved, attacks, pursuits }
    }

    /// The unit of a form under this key.
    pub fn read(&self, key: &str, names: &mut Names) -> Unit {
        Unit {
            hex: names.hex_or_none(&format!("{key}.hex"), &self.hex),
            elements: self.elements,
            group: self.group,
            status: names.bits(&format!("{key}.status"), &self.status, STATUS),
            hexes_moved: self.hexes_moved,
            attacks: self.attacks,
            pursuits: self.pursuits,
        }
    }
}

impl OfficerForm {
    fn of(board: &Board, officer: &Officer, name: &str) -> OfficerForm {
        let Officer { hex, in_play, group, has_moved, leads, benefits } = *officer;
        let (name, hex, leads) = (Some(name.to_owned()), board.hex_or_none(hex), unit_or_none(leads));
        OfficerForm { name, hex, in_play, group, has_moved, leads, benefits: benefits.bits() }
    }

    fn read(&self, key: &str, names: &mut Names) -> Officer {
        Officer {
            hex: names.hex_or_none(&format!("{key}.hex"), &self.hex),
            in_play: self.in_play,
            group: self.group,
            has_moved: self.has_moved,
            leads: names.unit_or_none(&format!("{key}.leads"), &self.leads),
            benefits: Benefits::from_bits_retain(self.benefits),
        }
    }
}

impl GroupForm {
    fn of(group: &Group) -> GroupForm {
        let Group { kind, leader, left, arms, anywhere, march_bonus } = *group;
        let leader = (leader != NO_OFFICER).then(|| LeaderForm::Named(officer_id(leader)));
        GroupForm { kind, leader, left, arms: ArmsForm::Words(words(arms, ARMS)), anywhere, march_bonus }
    }

    /// The group of a form under this key, of the active side.
    fn read(&self, key: &str, active: Side, names: &mut Names) -> Group {
        let leader = match &self.leader {
            None => NO_OFFICER,
            Some(LeaderForm::Named(name)) => names.officer(&format!("{key}.leader"), name),
            Some(LeaderForm::Place(place)) => names.officer_at(&format!("{key}.leader"), active, *place),
        };
        let arms = match &self.arms {
            ArmsForm::Words(words) => names.bits(&format!("{key}.arms"), words, ARMS),
            ArmsForm::Bits(bits) => Arms::from_bits_retain(*bits),
        };
        Group { kind: self.kind, leader, left: self.left, arms, anywhere: self.anywhere, march_bonus: self.march_bonus }
    }
}

impl TurnForm {
    /// The form of the data of a player-turn.
    pub fn of(turn: &TurnState) -> TurnForm {
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
        } = *turn;
        TurnForm {
            groups: listed(&groups, group_count, Group::default()).0.iter().map(GroupForm::of).collect(),
            group_count: Some(group_count),
            current: Some(current),
            activations_left: Some(activations_left),
            command_orders_given,
            reconnaissance,
            manoeuvre_orders_given,
            mixed_arms,
            extra_activation,
        }
    }

    /// The player-turn of a form, of the active side. Omitted fields are empty.
    pub fn read(&self, active: Side, names: &mut Names) -> TurnState {
        let mut groups = [Group::default(); MAX_GROUPS];
        if self.groups.len() > MAX_GROUPS {
            names.fault("turn", format!("there are at most {MAX_GROUPS} groups"));
        }
        for (index, (place, form)) in groups.iter_mut().zip(&self.groups).enumerate() {
            *place = form.read(&format!("turn.groups[{index}]"), active, names);
        }
        TurnState {
            groups,
            group_count: self.group_count.unwrap_or(self.groups.len().min(MAX_GROUPS) as u8),
            current: self.current.unwrap_or(0),
            activations_left: self.activations_left.unwrap_or(0),
            command_orders_given: self.command_orders_given,
            reconnaissance: self.reconnaissance,
            manoeuvre_orders_given: self.manoeuvre_orders_given,
            mixed_arms: self.mixed_arms,
            extra_activation: self.extra_activation,
        }
    }
}

/// The interruptions of the steps of a state: combats, flights, stampedes.
pub(in crate::jomini) struct PendingForm {
    /// The combat that is being resolved.
    pub combat: Option<CombatForm>,
    /// Characters who must flee, and their number if it differs from the list.
    pub flights: (Vec<FlightForm>, Option<u8>),
    /// Elephants in flight, and their number if it differs from the list.
    pub stampedes: (Vec<StampedeForm>, Option<u8>),
}

impl PendingForm {
    /// The interruptions pending in a state.
    pub fn of(board: &Board, state: &State) -> PendingForm {
        let (flights, flight_count) = listed(&state.flights, state.flight_count, Flight::NONE);
        let (stampedes, stampede_count) = listed(&state.stampedes, state.stampede_count, Stampede::NONE);
        PendingForm {
            combat: CombatForm::of(board, &state.combat),
            flights: (flights.iter().map(FlightForm::of).collect(), flight_count),
            stampedes: (stampedes.iter().map(|it| StampedeForm::of(board, it)).collect(), stampede_count),
        }
    }

    /// Puts the interruptions into a state. `lists` are the keys of the two lists.
    pub fn read(&self, state: &mut State, lists: [&str; 2], names: &mut Names) {
        state.combat = self.combat.as_ref().map_or(Combat::NONE, |combat| combat.read("combat", names));
        let (flights, count) = &self.flights;
        if flights.len() > MAX_FLIGHTS {
            names.fault(lists[0], format!("at most {MAX_FLIGHTS} characters flee at once"));
        }
        for (index, (place, form)) in state.flights.iter_mut().zip(flights).enumerate() {
            *place = form.read(&format!("{}[{index}]", lists[0]), names);
        }
        state.flight_count = count.unwrap_or(flights.len() as u8);
        let (stampedes, count) = &self.stampedes;
        if stampedes.len() > MAX_STAMPEDES {
            names.fault(lists[1], format!("at most {MAX_STAMPEDES} elephants run at once"));
        }
        for (index, (place, form)) in state.stampedes.iter_mut().zip(stampedes).enumerate() {
            *place = form.read(&format!("{}[{index}]", lists[1]), names);
        }
        state.stampede_count = count.unwrap_or(stampedes.len() as u8);
    }
}

impl Board {
    /// The hexes on which slips of paper of a side lie (JA1.10).
    pub(in crate::jomini) fn slips(&self, state: &State, side: Side) -> Vec<String> {
        let lying = self.hexes().filter(|hex| state.unit_at(*hex) == slip_of(side)).map(|hex| self.hex_name(hex));
        lying.collect()
    }
}

impl Positions<'_> {
    fn state_form(self, state: &State) -> StateForm {
        let State {
            occupant: _,
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
            combat: _,
            flights: _,
            flight_count: _,
            stampedes: _,
            stampede_count: _,
            combats,
            outcome,
        } = state;
        let pending = PendingForm::of(self.board, state);
        let unit_ids = Side::BOTH
            .into_iter()
            .flat_map(|side| self.forces.units_of(side))
            .filter(|unit| units[usize::from(*unit)] != Unit::NONE);
        let officer_ids = Side::BOTH
            .into_iter()
            .flat_map(|side| self.forces.officers_of(side))
            .filter(|officer| officers[usize::from(*officer)] != Officer::NONE);
        let unit = |unit: UnitId| {
            UnitForm::of(self.board, &units[usize::from(unit)], &self.forces.unit_names[usize::from(unit)])
        };
        let officer = |officer: OfficerId| {
            OfficerForm::of(
                self.board,
                &officers[usize::from(officer)],
                &self.forces.officer_names[usize::from(officer)],
            )
        };
        StateForm {
            round: Some(state.round()),
            player_turn: *player_turn,
            active: *active,
            first: *first,
            turned: *turned,
            step: StepForm::of(step),
            batch_left: *batch_left,
            red_slips: self.board.slips(state, Side::Red),
            blue_slips: self.board.slips(state, Side::Blue),
            sides: BySide::new(sides[0], sides[1]),
            units: unit_ids.map(|id| (unit_id(id), unit(id))).collect(),
            officers: officer_ids.map(|id| (officer_id(id), officer(id))).collect(),
            turn: TurnForm::of(turn),
            combat: pending.combat,
            flights: pending.flights.0,
            flight_count: pending.flights.1,
            stampedes: pending.stampedes.0,
            stampede_count: pending.stampedes.1,
            combats: *combats,
            outcome: *outcome,
        }
    }

    fn state_of_form(self, form: StateForm, names: &mut Names) -> State {
        let mut state = empty_state();
        let pending = PendingForm {
            combat: form.combat,
            flights: (form.flights, form.flight_count),
            stampedes: (form.stampedes, form.stampede_count),
        };
        pending.read(&mut state, ["flights", "stampedes"], names);
        state.step = form.step.read(names);
        (state.active, state.first, state.turned) = (form.active, form.first, form.turned);
        (state.player_turn, state.combats, state.batch_left) = (form.player_turn, form.combats, form.batch_left);
        state.sides = [form.sides.red, form.sides.blue];
        state.turn = form.turn.read(form.active, names);
        state.outcome = form.outcome;
        for (side, slips) in [(Side::Red, &form.red_slips), (Side::Blue, &form.blue_slips)] {
            for hex in slips {
                let hex = names.hex(&format!("{side}_slips"), hex);
                if hex != NO_HEX {
                    state.occupant[usize::from(hex)] = slip_of(side);
                }
            }
        }
        for (name, form) in &form.officers {
            let officer = names.officer("officers", name);
            if officer != NO_OFFICER {
                *state.officer_mut(officer) = form.read(&format!("officers.{name}"), names);
            }
        }
        for (name, form) in &form.units {
            let unit = names.unit("units", name);
            if unit != NO_UNIT {
                *state.unit_mut(unit) = form.read(&format!("units.{name}"), names);
            }
        }
        for unit in Side::BOTH.into_iter().flat_map(|side| self.forces.units_of(side)) {
            let hex = state.unit(unit).hex;
            if hex == NO_HEX {
                continue;
            }
            let other = state.unit_at(hex);
            if other != NO_UNIT {
                let (hex, other, unit) = (self.board.hex_name(hex), unit_id(other), unit_id(unit));
                names.fault("units", format!("{other} and {unit} share the hex {hex}, which holds at most one unit"));
                continue;
            }
            state.occupant[usize::from(hex)] = unit;
        }
        state
    }

    /// A position as data.
    pub fn position_data(self, state: &State) -> Value {
        serde_json::to_value(self.state_form(state)).expect("a position is plain data")
    }
}

impl Battle {
    /// The position that data describes.
    ///
    /// # Errors
    /// If something is missing, wrong or unknown, or two units share a hex.
    pub fn position_of_data(&self, data: &Value) -> Result<State, ShowError> {
        let form: StateForm = read_data("a position", data).map_err(ShowError)?;
        let mut names = Names::new(self);
        let state = self.field.positions().state_of_form(form, &mut names);
        names.all_found("a position").map(|()| state)
    }
}
