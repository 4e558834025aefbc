//! Actions as data. `kind` is the name of the kind; where several decisions share a kind, one further word
//! distinguishes them.
//!
//! Action and form are destructured in full, in both directions, so that a new action cannot be forgotten. Values
//! written only for readability are ignored when read.

use super::names::{MaybeUnit, UnitName, centimetres, degrees};
use super::path::SegmentForm;
use super::{read_data, render, unit_id};
use crate::data::Fault;
use crate::en_avant::state::action::{Action, Change, Facing, MOST_SEGMENTS, Path, Placement, Results, Segment};
use crate::en_avant::state::engagement::Engagement;
use crate::en_avant::state::{NO_UNIT, State, UnitId, side_of};
use crate::en_avant::table::geometry::{Heading, Point};
use crate::game::{Comfort, ShowError, is_usual};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Declares words that distinguish actions of one kind.
macro_rules! words {
    ($($name:ident { $($word:ident),* })*) => {
        $(
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            enum $name {
                $($word),*
            }
        )*
    };
}

words! {
    Edge { Keep, Other }
    Order { First, Second }
    Activated { Unit, General }
    Teams { Limber, Unlimber }
    Mount { Dismount, Mount }
    How { Alone, Along }
    End { Left, Right }
}

/// An action. The acting unit, where it follows from the position, and full names are for readability only.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum ActionForm {
    ChooseEdge {
        edge: Edge,
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    ChooseOrder {
        order: Order,
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    DeployUnit {
        unit: UnitName,
        #[serde(default, skip_serializing_if = "is_usual")]
        name: Comfort,
    },
    DeployAt {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
        #[serde(with = "centimetres")]
        at: Point,
        #[serde(with = "degrees")]
        degrees: Heading,
        #[serde(default = "one", skip_serializing_if = "is_one")]
        files: u8,
    },
    DeployLimbered {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
        #[serde(with = "centimetres")]
        at: Point,
        #[serde(with = "degrees")]
        degrees: Heading,
        #[serde(default = "one", skip_serializing_if = "is_one")]
        files: u8,
    },
    GeneralWith {
        unit: UnitName,
        #[serde(default, skip_serializing_if = "is_usual")]
        name: Comfort,
    },
    Send {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
        #[serde(with = "degrees")]
        degrees: Heading,
    },
    Activate {
        what: Activated,
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: MaybeUnit,
        #[serde(default, skip_serializing_if = "is_usual")]
        name: Comfort,
    },
    ChangeFormation {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    March {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Shoot {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Reorganise {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    BreakOff {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Halt {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Form {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
        files: u8,
        #[serde(default = "kept", skip_serializing_if = "is_kept")]
        facing: Facing,
        reference: u8,
        becomes: u8,
    },
    Limber {
        to: Teams,
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Dismount {
        to: Mount,
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Move {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
        path: Vec<SegmentForm>,
        #[serde(default, skip_serializing_if = "is_usual")]
        target: MaybeUnit,
    },
    MoveGeneral {
        how: How,
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<At>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        degrees: Option<Degrees>,
        #[serde(default = "one", skip_serializing_if = "is_one")]
        files: u8,
    },
    ShootAt {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
        target: UnitName,
        #[serde(default, skip_serializing_if = "is_usual")]
        name: Comfort,
    },
    TurnAbout {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    RollAgain {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Keep {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Take {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
        #[serde(default, skip_serializing_if = "is_usual")]
        losses: u8,
        #[serde(default, skip_serializing_if = "is_usual")]
        recoils: u8,
        #[serde(default, skip_serializing_if = "is_usual")]
        disorder: bool,
    },
    Lose {
        end: End,
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    RecoilTo {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
        #[serde(with = "degrees")]
        degrees: Heading,
    },
    Tests {
        unit: UnitName,
        #[serde(default, skip_serializing_if = "is_usual")]
        name: Comfort,
    },
    FleeTo {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
        #[serde(with = "degrees")]
        degrees: Heading,
    },
    Fight {
        unit: UnitName,
        #[serde(default, skip_serializing_if = "is_usual")]
        name: Comfort,
    },
    Pursue {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    OfferToStop {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Agree {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Pass {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Done {
        #[serde(default, skip_serializing_if = "is_usual")]
        unit: Comfort,
    },
    Suffer {
        unit: UnitName,
        #[serde(default, skip_serializing_if = "is_usual")]
        name: Comfort,
    },
}

fn one() -> u8 {
    1
}

fn is_one(files: &u8) -> bool {
    *files == 1
}

fn kept() -> Facing {
    Facing::Kept
}

fn is_kept(facing: &Facing) -> bool {
    *facing == Facing::Kept
}

/// A place that may be omitted.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct At(#[serde(with = "centimetres")] Point);

/// A heading that may be omitted.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(transparent)]
struct Degrees(#[serde(with = "degrees")] Heading);

impl ActionForm {
    fn of(game: &Engagement, state: &State, action: &Action) -> ActionForm {
        let unit = Comfort(game.acting_unit(state).map(unit_id));
        let none = Comfort::default;
        let name = |unit: UnitId| Comfort(game.unit_names.get(usize::from(unit)).cloned());
        match *action {
            Action::KeepEdge => ActionForm::ChooseEdge { edge: Edge::Keep, unit },
            Action::TakeOtherEdge => ActionForm::ChooseEdge { edge: Edge::Other, unit },
            Action::GoFirst => ActionForm::ChooseOrder { order: Order::First, unit },
            Action::GoSecond => ActionForm::ChooseOrder { order: Order::Second, unit },
            Action::DeployUnit(it) => ActionForm::DeployUnit { unit: UnitName(it), name: name(it) },
            Action::DeployAt(Placement { front, heading, files }) => {
                ActionForm::DeployAt { unit, at: front, degrees: heading, files }
            }
            Action::DeployLimbered(Placement { front, heading, files }) => {
                ActionForm::DeployLimbered { unit, at: front, degrees: heading, files }
            }
            Action::GeneralWith(it) => ActionForm::GeneralWith { unit: UnitName(it), name: name(it) },
            Action::Send(heading) => ActionForm::Send { unit, degrees: heading },
            Action::Activate(it) => ActionForm::Activate { what: Activated::Unit, unit: MaybeUnit(it), name: name(it) },
            Action::ActivateGeneral => {
                ActionForm::Activate { what: Activated::General, unit: MaybeUnit::default(), name: none() }
            }
            Action::ChangeFormation => ActionForm::ChangeFormation { unit },
            Action::March => ActionForm::March { unit },
            Action::Shoot => ActionForm::Shoot { unit },
            Action::Reorganise => ActionForm::Reorganise { unit },
            Action::BreakOff => ActionForm::BreakOff { unit },
            Action::Halt => ActionForm::Halt { unit },
            Action::Form(Change { files, facing, reference, becomes }) => {
                ActionForm::Form { unit, files, facing, reference, becomes }
            }
            Action::Limber(on) => ActionForm::Limber { to: if on { Teams::Limber } else { Teams::Unlimber }, unit },
            Action::Dismount(on) => ActionForm::Dismount { to: if on { Mount::Dismount } else { Mount::Mount }, unit },
            Action::MoveAlong(Path { segments, target }) => {
                let path = segments.into_iter().map_while(SegmentForm::of).collect();
                ActionForm::Move { unit, path, target: MaybeUnit(target) }
            }
            Action::GeneralTo(Placement { front, heading, files }) => ActionForm::MoveGeneral {
                how: How::Alone,
                unit,
                at: Some(At(front)),
                degrees: Some(Degrees(heading)),
                files,
            },
            Action::GeneralAlong => {
                ActionForm::MoveGeneral { how: How::Along, unit, at: None, degrees: None, files: 1 }
            }
            Action::ShootAt(target) => ActionForm::ShootAt { unit, target: UnitName(target), name: name(target) },
            Action::TurnAbout => ActionForm::TurnAbout { unit },
            Action::RollAgain => ActionForm::RollAgain { unit },
            Action::Keep => ActionForm::Keep { unit },
            Action::Suffer(it) => ActionForm::Suffer { unit: UnitName(it), name: name(it) },
            Action::Take(Results { losses, recoils, disorder }) => ActionForm::Take { unit, losses, recoils, disorder },
            Action::LoseLeft => ActionForm::Lose { end: End::Left, unit },
            Action::LoseRight => ActionForm::Lose { end: End::Right, unit },
            Action::RecoilTo(heading) => ActionForm::RecoilTo { unit, degrees: heading },
            Action::Tests(it) => ActionForm::Tests { unit: UnitName(it), name: name(it) },
            Action::FleeTo(heading) => ActionForm::FleeTo { unit, degrees: heading },
            Action::Fight(it) => ActionForm::Fight { unit: UnitName(it), name: name(it) },
            Action::Pursue => ActionForm::Pursue { unit },
            Action::OfferToStop => ActionForm::OfferToStop { unit },
            Action::Agree => ActionForm::Agree { unit },
            Action::Pass => ActionForm::Pass { unit },
            Action::Done => ActionForm::Done { unit },
        }
    }

    /// The action of this form, without checking that its units belong to a game.
    fn action(self) -> Result<Action, Fault> {
        let missing = |key: &str| Fault::at("", format!("missing key \"{key}\""));
        Ok(match self {
            ActionForm::ChooseEdge { edge: Edge::Keep, unit: _ } => Action::KeepEdge,
            ActionForm::ChooseEdge { edge: Edge::Other, unit: _ } => Action::TakeOtherEdge,
            ActionForm::ChooseOrder { order: Order::First, unit: _ } => Action::GoFirst,
            ActionForm::ChooseOrder { order: Order::Second, unit: _ } => Action::GoSecond,
            ActionForm::DeployUnit { unit, name: _ } => Action::DeployUnit(unit.0),
            ActionForm::DeployAt { unit: _, at, degrees, files } => {
                Action::DeployAt(Placement { front: at, heading: degrees, files })
            }
            ActionForm::DeployLimbered { unit: _, at, degrees, files } => {
                Action::DeployLimbered(Placement { front: at, heading: degrees, files })
            }
            ActionForm::GeneralWith { unit, name: _ } => Action::GeneralWith(unit.0),
            ActionForm::Send { unit: _, degrees } => Action::Send(degrees),
            ActionForm::Activate { what: Activated::Unit, unit: MaybeUnit(NO_UNIT), name: _ } => {
                return Err(missing("unit"));
            }
            ActionForm::Activate { what: Activated::Unit, unit, name: _ } => Action::Activate(unit.0),
            ActionForm::Activate { what: Activated::General, unit: _, name: _ } => Action::ActivateGeneral,
            ActionForm::ChangeFormation { unit: _ } => Action::ChangeFormation,
            ActionForm::March { unit: _ } => Action::March,
            ActionForm::Shoot { unit: _ } => Action::Shoot,
            ActionForm::Reorganise { unit: _ } => Action::Reorganise,
            ActionForm::BreakOff { unit: _ } => Action::BreakOff,
            ActionForm::Halt { unit: _ } => Action::Halt,
            ActionForm::Form { unit: _, files, facing, reference, becomes } => {
                Action::Form(Change { files, facing, reference, becomes })
            }
            ActionForm::Limber { to, unit: _ } => Action::Limber(to == Teams::Limber),
            ActionForm::Dismount { to, unit: _ } => Action::Dismount(to == Mount::Dismount),
            ActionForm::Move { unit: _, path, target } => {
                if path.len() > MOST_SEGMENTS {
                    return Err(Fault::at("path", format!("path has {} entries", path.len()))
                        .expected(format!("at most {MOST_SEGMENTS}")));
                }
                let mut segments = [Segment::None; MOST_SEGMENTS];
                segments.iter_mut().zip(path).for_each(|(segment, form)| *segment = form.into());
                Action::MoveAlong(Path { segments, target: target.0 })
            }
            ActionForm::MoveGeneral { how: How::Alone, unit: _, at, degrees, files } => {
                let (At(front), Degrees(heading)) =
                    (at.ok_or_else(|| missing("at"))?, degrees.ok_or_else(|| missing("degrees"))?);
                Action::GeneralTo(Placement { front, heading, files })
            }
            ActionForm::MoveGeneral { how: How::Along, unit: _, at: _, degrees: _, files: _ } => Action::GeneralAlong,
            ActionForm::ShootAt { unit: _, target, name: _ } => Action::ShootAt(target.0),
            ActionForm::TurnAbout { unit: _ } => Action::TurnAbout,
            ActionForm::RollAgain { unit: _ } => Action::RollAgain,
            ActionForm::Keep { unit: _ } => Action::Keep,
            ActionForm::Take { unit: _, losses, recoils, disorder } => {
                Action::Take(Results { losses, recoils, disorder })
            }
            ActionForm::Lose { end: End::Left, unit: _ } => Action::LoseLeft,
            ActionForm::Lose { end: End::Right, unit: _ } => Action::LoseRight,
            ActionForm::RecoilTo { unit: _, degrees } => Action::RecoilTo(degrees),
            ActionForm::Tests { unit, name: _ } => Action::Tests(unit.0),
            ActionForm::FleeTo { unit: _, degrees } => Action::FleeTo(degrees),
            ActionForm::Fight { unit, name: _ } => Action::Fight(unit.0),
            ActionForm::Pursue { unit: _ } => Action::Pursue,
            ActionForm::OfferToStop { unit: _ } => Action::OfferToStop,
            ActionForm::Agree { unit: _ } => Action::Agree,
            ActionForm::Pass { unit: _ } => Action::Pass,
            ActionForm::Done { unit: _ } => Action::Done,
            ActionForm::Suffer { unit, name: _ } => Action::Suffer(unit.0),
        })
    }
}

/// The unit that an action names, with its key.
fn named(action: &Action) -> Option<(&'static str, UnitId)> {
    match *action {
        Action::DeployUnit(unit)
        | Action::GeneralWith(unit)
        | Action::Activate(unit)
        | Action::Tests(unit)
        | Action::Fight(unit)
        | Action::Suffer(unit) => Some(("unit", unit)),
        Action::ShootAt(unit) => Some(("target", unit)),
        Action::MoveAlong(path) if path.target != NO_UNIT => Some(("target", path.target)),
        _ => None,
    }
}

impl Engagement {
    /// An action as data.
    pub fn action_data(&self, state: &State, action: &Action) -> Value {
        serde_json::to_value(ActionForm::of(self, state, action)).expect("an action is plain data")
    }

    /// The action that data describes, not yet checked to be legal.
    ///
    /// # Errors
    /// Returns what is missing, wrong or unknown.
    pub fn action_of_data(&self, _state: &State, data: &Value) -> Result<Action, ShowError> {
        let action =
            read_data::<ActionForm>("an action", data)?.action().map_err(|fault| render("an action", &[fault]))?;
        if let Some((key, unit)) = named(&action)
            && !self.units_of(side_of(unit)).contains(&unit)
        {
            let error = self.unit_named(&unit_id(unit)).expect_err("the game has no such unit");
            return Err(ShowError(format!("an action: {key}: {error}")));
        }
        Ok(action)
    }
}
