//! The forms of the data of actions, and their conversions.

use super::{Form, Texts};
use crate::data::Fault;
use crate::en_avant::notation::names::{MaybeUnit, UnitName, centimetres, degrees};
use crate::en_avant::notation::path::SegmentForm;
use crate::en_avant::state::action::{Action, Change, Facing, MOST_SEGMENTS, Path, Placement, Results, Segment};
use crate::en_avant::state::{NO_UNIT, UnitId};
use crate::en_avant::table::geometry::{Heading, Point};
use crate::game::{Comfort, is_default};
use serde::{Deserialize, Serialize};

/// Declares forms that consist of one word, which distinguishes the actions of a kind or the values of a switch.
macro_rules! word_forms {
    ($( $form:ident { $key:ident: $word:ident of $data:ty { $($variant:ident = $value:expr),+ } } )+) => {
        $(
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            enum $word {
                $($variant),+
            }

            #[derive(Clone, Debug, Serialize, Deserialize)]
            #[serde(deny_unknown_fields)]
            pub(super) struct $form {
                $key: $word,
                #[serde(default, skip_serializing_if = "is_default")]
                unit: Comfort,
            }

            impl Form<$data> for $form {
                fn of(texts: &Texts, data: $data) -> $form {
                    let words = [$(($value, $word::$variant)),+];
                    let word = words.into_iter().find(|(value, _)| *value == data);
                    $form { $key: word.expect("each value has a word").1, unit: texts.unit() }
                }

                fn data(self) -> Result<$data, Fault> {
                    Ok(match self.$key { $($word::$variant => $value),+ })
                }
            }
        )+
    };
}

word_forms! {
    EdgeForm { edge: Edge of Action { Keep = Action::KeepEdge, Other = Action::TakeOtherEdge } }
    OrderForm { order: Order of Action { First = Action::GoFirst, Second = Action::GoSecond } }
    EndForm { end: End of Action { Left = Action::LoseLeft, Right = Action::LoseRight } }
    LimberForm { to: Teams of bool { Limber = true, Unlimber = false } }
    DismountForm { to: Mount of bool { Dismount = true, Mount = false } }
}

/// No data.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlainForm {
    #[serde(default, skip_serializing_if = "is_default")]
    unit: Comfort,
}

impl Form<()> for PlainForm {
    fn of(texts: &Texts, _data: ()) -> PlainForm {
        PlainForm { unit: texts.unit() }
    }

    fn data(self) -> Result<(), Fault> {
        Ok(())
    }
}

/// A unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitForm {
    unit: UnitName,
    #[serde(default, skip_serializing_if = "is_default")]
    name: Comfort,
}

impl Form<UnitId> for UnitForm {
    fn of(texts: &Texts, unit: UnitId) -> UnitForm {
        UnitForm { unit: UnitName(unit), name: texts.name(unit) }
    }

    fn data(self) -> Result<UnitId, Fault> {
        Ok(self.unit.0)
    }

    fn named(&self) -> Option<(&'static str, UnitId)> {
        Some(("unit", self.unit.0))
    }
}

/// The target of the acting unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TargetForm {
    #[serde(default, skip_serializing_if = "is_default")]
    unit: Comfort,
    target: UnitName,
    #[serde(default, skip_serializing_if = "is_default")]
    name: Comfort,
}

impl Form<UnitId> for TargetForm {
    fn of(texts: &Texts, target: UnitId) -> TargetForm {
        TargetForm { unit: texts.unit(), target: UnitName(target), name: texts.name(target) }
    }

    fn data(self) -> Result<UnitId, Fault> {
        Ok(self.target.0)
    }

    fn named(&self) -> Option<(&'static str, UnitId)> {
        Some(("target", self.target.0))
    }
}

/// A unit, or the general.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActivateForm {
    what: Activated,
    #[serde(default, skip_serializing_if = "is_default")]
    unit: MaybeUnit,
    #[serde(default, skip_serializing_if = "is_default")]
    name: Comfort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Activated {
    Unit,
    General,
}

impl Form<Action> for ActivateForm {
    fn of(texts: &Texts, action: Action) -> ActivateForm {
        match action {
            Action::Activate(unit) => {
                ActivateForm { what: Activated::Unit, unit: MaybeUnit(unit), name: texts.name(unit) }
            }
            _ => ActivateForm { what: Activated::General, unit: MaybeUnit::default(), name: Comfort::default() },
        }
    }

    fn data(self) -> Result<Action, Fault> {
        match (self.what, self.unit) {
            (Activated::General, _) => Ok(Action::ActivateGeneral),
            (Activated::Unit, MaybeUnit(NO_UNIT)) => Err(missing("unit")),
            (Activated::Unit, unit) => Ok(Action::Activate(unit.0)),
        }
    }

    fn named(&self) -> Option<(&'static str, UnitId)> {
        (self.what == Activated::Unit).then_some(("unit", self.unit.0))
    }
}

/// A heading.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeadingForm {
    #[serde(default, skip_serializing_if = "is_default")]
    unit: Comfort,
    #[serde(with = "degrees")]
    degrees: Heading,
}

impl Form<Heading> for HeadingForm {
    fn of(texts: &Texts, degrees: Heading) -> HeadingForm {
        HeadingForm { unit: texts.unit(), degrees }
    }

    fn data(self) -> Result<Heading, Fault> {
        Ok(self.degrees)
    }
}

/// A place.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceForm {
    #[serde(default, skip_serializing_if = "is_default")]
    unit: Comfort,
    #[serde(with = "centimetres")]
    at: Point,
    #[serde(with = "degrees")]
    degrees: Heading,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    files: u8,
}

impl Form<Placement> for PlaceForm {
    fn of(texts: &Texts, Placement { front, heading, files }: Placement) -> PlaceForm {
        PlaceForm { unit: texts.unit(), at: front, degrees: heading, files }
    }

    fn data(self) -> Result<Placement, Fault> {
        Ok(Placement { front: self.at, heading: self.degrees, files: self.files })
    }
}

/// The place of the general, alone or along with a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GeneralForm {
    how: How,
    #[serde(default, skip_serializing_if = "is_default")]
    unit: Comfort,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<At>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    degrees: Option<Degrees>,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    files: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum How {
    Alone,
    Along,
}

/// A place that may be omitted.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct At(#[serde(with = "centimetres")] Point);

/// A heading that may be omitted.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Degrees(#[serde(with = "degrees")] Heading);

impl Form<Action> for GeneralForm {
    fn of(texts: &Texts, action: Action) -> GeneralForm {
        let unit = texts.unit();
        match action {
            Action::GeneralTo(Placement { front, heading, files }) => {
                GeneralForm { how: How::Alone, unit, at: Some(At(front)), degrees: Some(Degrees(heading)), files }
            }
            _ => GeneralForm { how: How::Along, unit, at: None, degrees: None, files: 1 },
        }
    }

    fn data(self) -> Result<Action, Fault> {
        if self.how == How::Along {
            return Ok(Action::GeneralAlong);
        }
        let At(front) = self.at.ok_or_else(|| missing("at"))?;
        let Degrees(heading) = self.degrees.ok_or_else(|| missing("degrees"))?;
        Ok(Action::GeneralTo(Placement { front, heading, files: self.files }))
    }
}

/// A change of formation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangeForm {
    #[serde(default, skip_serializing_if = "is_default")]
    unit: Comfort,
    files: u8,
    #[serde(default = "kept", skip_serializing_if = "is_kept")]
    facing: Facing,
    reference: u8,
    becomes: u8,
}

impl Form<Change> for ChangeForm {
    fn of(texts: &Texts, Change { files, facing, reference, becomes }: Change) -> ChangeForm {
        ChangeForm { unit: texts.unit(), files, facing, reference, becomes }
    }

    fn data(self) -> Result<Change, Fault> {
        let ChangeForm { unit: _, files, facing, reference, becomes } = self;
        Ok(Change { files, facing, reference, becomes })
    }
}

/// A move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveForm {
    #[serde(default, skip_serializing_if = "is_default")]
    unit: Comfort,
    path: Vec<SegmentForm>,
    #[serde(default, skip_serializing_if = "is_default")]
    target: MaybeUnit,
}

impl Form<Path> for MoveForm {
    fn of(texts: &Texts, Path { segments, target }: Path) -> MoveForm {
        let path = segments.into_iter().map_while(SegmentForm::of).collect();
        MoveForm { unit: texts.unit(), path, target: MaybeUnit(target) }
    }

    fn data(self) -> Result<Path, Fault> {
        let MoveForm { unit: _, path, target } = self;
        if path.len() > MOST_SEGMENTS {
            return Err(Fault::at("path", format!("path has {} entries", path.len()))
                .expected(format!("at most {MOST_SEGMENTS}")));
        }
        let mut segments = [Segment::None; MOST_SEGMENTS];
        segments.iter_mut().zip(path).for_each(|(segment, form)| *segment = form.into());
        Ok(Path { segments, target: target.0 })
    }

    fn named(&self) -> Option<(&'static str, UnitId)> {
        (self.target.0 != NO_UNIT).then_some(("target", self.target.0))
    }
}

/// The results of impacts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultsForm {
    #[serde(default, skip_serializing_if = "is_default")]
    unit: Comfort,
    #[serde(default, skip_serializing_if = "is_default")]
    losses: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    recoils: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    disorder: bool,
}

impl Form<Results> for ResultsForm {
    fn of(texts: &Texts, Results { losses, recoils, disorder }: Results) -> ResultsForm {
        ResultsForm { unit: texts.unit(), losses, recoils, disorder }
    }

    fn data(self) -> Result<Results, Fault> {
        let ResultsForm { unit: _, losses, recoils, disorder } = self;
        Ok(Results { losses, recoils, disorder })
    }
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

fn missing(key: &str) -> Fault {
    Fault::at("", format!("missing key \"{key}\""))
}
