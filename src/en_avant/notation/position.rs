//! Positions as data: everything that the state holds, in the one form that records, bots and position files share.
//!
//! State and form are taken apart in full, each way, so that a new field cannot be forgotten. What the form leaves out
//! has its usual value.

use super::names::{Comfort, MaybeUnit, UnitName, centimetres, degrees, is_usual, side_words, status_words, unit_set};
use super::step::StepForm;
use super::{read_data, unit_id};
use crate::data::{Fault, Step as PathStep};
use crate::en_avant::Engagement;
use crate::en_avant::geometry::{Heading, Point};
use crate::en_avant::setup::blank;
use crate::en_avant::state::{
    Clash, ClashKind, Holders, MAX_MARKERS, MAX_OBJECTIVES, Marker, NO_UNIT, ObjectiveState, Piece, SideState, State, Unit, UnitId,
    UnitSet, side_of,
};
use crate::game::{Outcome, Places, ShowError, Side};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Everything that a state holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of State")]
pub struct StateForm {
    pub turn: u8,
    pub impulse: u16,
    pub active: Side,
    pub first: Side,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<Side>,
    #[serde(default = "red", skip_serializing_if = "is_red")]
    pub deployed_first: Side,
    pub step: StepForm,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub turned: bool,
    pub impulses_of_turn: Places<u8, 2>,
    pub cap: u8,
    pub activated: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub offered: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub pass_before: bool,
    pub sides: SidesForm,
    pub units: BTreeMap<UnitName, UnitForm>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub objectives: Objectives,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub markers: Places<MarkerForm, MAX_MARKERS>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub clash: ClashForm,
    pub combats: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

fn red() -> Side {
    Side::Red
}

fn is_red(side: &Side) -> bool {
    *side == Side::Red
}

/// Both sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are the sides")]
pub struct SidesForm {
    pub red: SideForm,
    pub blue: SideForm,
}

/// What belongs to a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of SideState")]
pub struct SideForm {
    pub combativity: i8,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub general_lost: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub camp_lost: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub passed: bool,
    pub bases_lost: u16,
    pub points_lost: u16,
    pub units_lost: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub camp: PieceForm,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub general: PieceForm,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub general_unit: MaybeUnit,
}

/// A camp, or a general on a base of his own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Piece")]
pub struct PieceForm {
    #[serde(with = "centimetres")]
    pub at: Point,
    #[serde(with = "degrees")]
    pub degrees: Heading,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub present: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub activated: bool,
}

/// A unit that is not lost. Its full name is written for comfort and not looked at when read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Unit")]
pub struct UnitForm {
    #[serde(default, skip_serializing_if = "is_usual")]
    pub name: Comfort,
    #[serde(with = "centimetres")]
    pub at: Point,
    #[serde(with = "degrees")]
    pub degrees: Heading,
    pub files: u8,
    pub bases: u8,
    #[serde(default, skip_serializing_if = "is_usual", with = "status_words")]
    pub status: u16,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub flight: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub moved_in: u8,
}

/// An objective of the game. `holder` and `turns` are an older way to state a single holder.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of ObjectiveState")]
pub struct ObjectiveForm {
    #[serde(default, skip_serializing_if = "is_usual")]
    pub real: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Side>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub holders: BTreeMap<UnitName, u8>,
    #[serde(default, skip_serializing)]
    pub holder: MaybeUnit,
    #[serde(default, skip_serializing)]
    pub turns: u8,
}

/// What is no objective.
const NO_OBJECTIVE: ObjectiveState = ObjectiveState { real: false, owner: None, holders: Holders::NONE };

/// The objectives of the game in their order, without those at the end that are none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Objectives(pub Vec<ObjectiveForm>);

impl Objectives {
    fn of(objectives: &[ObjectiveState; MAX_OBJECTIVES]) -> Objectives {
        let used = objectives.iter().rposition(|it| *it != NO_OBJECTIVE).map_or(0, |last| last + 1);
        Objectives(objectives[..used].iter().map(|it| ObjectiveForm::from(*it)).collect())
    }
}

impl<'de> Deserialize<'de> for Objectives {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Objectives, D::Error> {
        let objectives = Vec::deserialize(deserializer)?;
        if objectives.len() > MAX_OBJECTIVES {
            return Err(D::Error::invalid_length(objectives.len(), &format!("a list of at most {MAX_OBJECTIVES}").as_str()));
        }
        Ok(Objectives(objectives))
    }
}

/// Where the horses of a unit wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Marker")]
pub struct MarkerForm {
    #[serde(default)]
    pub unit: MaybeUnit,
    #[serde(with = "centimetres")]
    pub at: Point,
    #[serde(with = "degrees")]
    pub degrees: Heading,
}

/// The shot, melee or flight that is being resolved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of Clash")]
pub struct ClashForm {
    pub kind: ClashKind,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub leaders: Places<MaybeUnit, 2>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub struck: Places<MaybeUnit, 2>,
    #[serde(default, skip_serializing_if = "is_usual", with = "unit_set")]
    pub units: UnitSet,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub asked: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub dice: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub impacts: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub sixes: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub chain: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub suffered: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub losses: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub recoils: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub disorder: bool,
    #[serde(default, skip_serializing_if = "is_usual", with = "side_words")]
    pub settled: u8,
    #[serde(default, skip_serializing_if = "is_usual", with = "side_words")]
    pub recoiled: u8,
    #[serde(default, skip_serializing_if = "is_usual", with = "unit_set")]
    pub pursuers: UnitSet,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub after_pursuit: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub flights: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub saves: Places<u8, 2>,
    #[serde(default, skip_serializing_if = "is_usual", with = "side_words")]
    pub savers: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub settling: MaybeUnit,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub routs: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub fought: bool,
    #[serde(default, skip_serializing_if = "is_usual", with = "unit_set")]
    pub attackers: UnitSet,
    #[serde(default, skip_serializing_if = "is_usual", with = "unit_set")]
    pub defenders: UnitSet,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub followed: MaybeUnit,
    #[serde(default, skip_serializing_if = "is_usual", with = "centimetres")]
    pub way: Point,
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
        let SideState { combativity, general_lost, camp_lost, passed, bases_lost, points_lost, units_lost, camp, general, general_unit } =
            side;
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
        let SideForm { combativity, general_lost, camp_lost, passed, bases_lost, points_lost, units_lost, camp, general, general_unit } =
            form;
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
        Unit { front: *at, heading: *degrees, status: *status, files: *files, bases: *bases, flight: *flight, moved_in: *moved_in }
    }
}

impl UnitForm {
    fn of(game: &Engagement, id: UnitId, unit: &Unit) -> UnitForm {
        let Unit { front, heading, status, files, bases, flight, moved_in } = *unit;
        let name = Comfort(game.unit_names.get(usize::from(id)).cloned());
        UnitForm { name, at: front, degrees: heading, files, bases, status, flight, moved_in }
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
        holders.iter().map(|(unit, turns)| (unit.0, *turns)).chain(single).for_each(|(unit, turns)| held.set(unit, turns));
        ObjectiveState { real: *real, owner: *owner, holders: held }
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

impl From<&Clash> for ClashForm {
    fn from(clash: &Clash) -> ClashForm {
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
        } = *clash;
        ClashForm {
            kind,
            leaders: Places(leaders.map(MaybeUnit)),
            struck: Places(struck.map(MaybeUnit)),
            units,
            asked,
            dice: Places(dice),
            impacts: Places(impacts),
            sixes: Places(sixes),
            chain,
            suffered: Places(suffered),
            losses,
            recoils,
            disorder,
            settled,
            recoiled,
            pursuers,
            after_pursuit,
            flights,
            saves: Places(saves),
            savers,
            settling: MaybeUnit(settling),
            routs,
            fought,
            attackers,
            defenders,
            followed: MaybeUnit(followed),
            way,
        }
    }
}

impl From<&ClashForm> for Clash {
    fn from(form: &ClashForm) -> Clash {
        let ClashForm {
            kind,
            leaders,
            struck,
            units,
            asked,
            dice,
            impacts,
            sixes,
            chain,
            suffered,
            losses,
            recoils,
            disorder,
            settled,
            recoiled,
            pursuers,
            after_pursuit,
            flights,
            saves,
            savers,
            settling,
            routs,
            fought,
            attackers,
            defenders,
            followed,
            way,
        } = form;
        Clash {
            kind: *kind,
            leaders: leaders.0.map(|it| it.0),
            struck: struck.0.map(|it| it.0),
            units: *units,
            asked: *asked,
            dice: dice.0,
            impacts: impacts.0,
            sixes: sixes.0,
            chain: *chain,
            saves: saves.0,
            savers: *savers,
            suffered: suffered.0,
            settling: settling.0,
            losses: *losses,
            recoils: *recoils,
            disorder: *disorder,
            routs: *routs,
            settled: *settled,
            recoiled: *recoiled,
            pursuers: *pursuers,
            fought: *fought,
            attackers: *attackers,
            defenders: *defenders,
            after_pursuit: *after_pursuit,
            flights: *flights,
            followed: followed.0,
            way: *way,
        }
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
            offered,
            pass_before,
            combats,
            outcome,
        } = state;
        let [red, blue] = sides;
        let there = Side::BOTH.into_iter().flat_map(|side| game.units_of(side)).filter(|unit| units[usize::from(*unit)] != Unit::NONE);
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

    /// The state of this form, whether or not its units belong to a game.
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
    /// Names every unit that the game has not, at its path in the form.
    pub fn state_in(&self, game: &Engagement) -> Result<State, Vec<Fault>> {
        let state = self.state();
        let mut faults = Vec::new();
        let mut known = |path: &str, unit: UnitId| {
            if unit != NO_UNIT && !game.units_of(side_of(unit)).contains(&unit) {
                let counts = game.unit_counts;
                let problem = format!("the game has no unit {}", unit_id(unit));
                faults.push(Fault::at(path, problem).expected(format!("one of R1 to R{} and B1 to B{}", counts.red, counts.blue)));
            }
        };
        self.units.keys().for_each(|unit| known(&format!("units.{}", unit_id(unit.0)), unit.0));
        self.step.unit().into_iter().for_each(|unit| known("step.unit", unit.0));
        for side in Side::BOTH {
            known(&format!("sides.{side}.general_unit"), state.side(side).general_unit);
        }
        for (index, it) in state.objectives.iter().enumerate() {
            it.holders.iter().for_each(|(unit, _)| known(&format!("objectives[{index}].holders.{}", unit_id(unit)), unit));
        }
        state.markers.iter().enumerate().for_each(|(index, it)| known(&format!("markers[{index}].unit"), it.unit));
        let clash = &state.clash;
        for (key, pair) in [("leaders", clash.leaders), ("struck", clash.struck)] {
            pair.into_iter().for_each(|unit| known(&format!("clash.{key}"), unit));
        }
        for (key, set) in
            [("units", clash.units), ("pursuers", clash.pursuers), ("attackers", clash.attackers), ("defenders", clash.defenders)]
        {
            set.iter().for_each(|unit| known(&format!("clash.{key}"), unit));
        }
        known("clash.settling", clash.settling);
        known("clash.followed", clash.followed);
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }
}

/// A path of a form as one writes it.
fn path_in_words(path: &[PathStep]) -> String {
    let mut words = String::new();
    for step in path {
        match step {
            PathStep::Key(key) if words.is_empty() => words.push_str(key),
            PathStep::Key(key) => words.push_str(&format!(".{key}")),
            PathStep::Index(index) => words.push_str(&format!("[{index}]")),
        }
    }
    words
}

/// The first of several faults of data.
pub(super) fn told(what: &str, faults: &[Fault]) -> ShowError {
    let fault = faults.first().expect("there is a fault");
    let hint = fault.hint();
    let hint = if hint.is_empty() { hint } else { format!("; {hint}") };
    let path = path_in_words(&fault.path);
    let path = if path.is_empty() { path } else { format!("{path}: ") };
    ShowError(format!("{what}: {path}{}{hint}", fault.problem))
}

impl Engagement {
    /// A position as data.
    pub fn position_data(&self, state: &State) -> Value {
        serde_json::to_value(StateForm::of(self, state)).expect("a position is plain data")
    }

    /// The position that data describes.
    ///
    /// # Errors
    /// Says what is missing, wrong or unknown.
    pub fn position_of_data(&self, data: &Value) -> Result<State, ShowError> {
        read_data::<StateForm>("a position", data)?.state_in(self).map_err(|faults| told("a position", &faults))
    }
}
