//! Actions as data. `kind` is the name of the kind; where several decisions share a kind, one further word tells them apart.

use super::Form;
use super::codes::{Centimetres, Degrees, FACINGS, Number, Sure, Switch, UnitCode, Word, unknown_word};
use super::unit_id;
use crate::en_avant::Engagement;
use crate::en_avant::action::{Action, Change, Facing, KINDS, MOST_SEGMENTS, Path, Placement, Results, Segment};
use crate::en_avant::geometry::{Heading, Point};
use crate::en_avant::state::{NO_UNIT, State};
use crate::game::ShowError;
use crate::game::form::Code;
use serde_json::{Value, json};

const NOWHERE: Placement = Placement { front: Point::ORIGIN, heading: Heading::NORTH, files: 1 };
const UNCHANGED: Change = Change { files: 1, facing: Facing::Kept, reference: 0, becomes: 0 };
const NO_RESULTS: Results = Results { losses: 0, recoils: 0, disorder: false };

/// One action of each sort, with blanks: what reading starts from.
pub(super) const BLANKS: &[Action] = &[
    Action::KeepEdge,
    Action::TakeOtherEdge,
    Action::GoFirst,
    Action::GoSecond,
    Action::DeployUnit(NO_UNIT),
    Action::DeployAt(NOWHERE),
    Action::DeployLimbered(NOWHERE),
    Action::GeneralWith(NO_UNIT),
    Action::Send(Heading::NORTH),
    Action::Activate(NO_UNIT),
    Action::ActivateGeneral,
    Action::ChangeFormation,
    Action::March,
    Action::Shoot,
    Action::Reorganise,
    Action::BreakOff,
    Action::Halt,
    Action::Form(UNCHANGED),
    Action::Limber(true),
    Action::Limber(false),
    Action::Dismount(true),
    Action::Dismount(false),
    Action::MoveAlong(Path::HALT),
    Action::GeneralTo(NOWHERE),
    Action::GeneralAlong,
    Action::ShootAt(NO_UNIT),
    Action::TurnAbout,
    Action::RollAgain,
    Action::Keep,
    Action::Take(NO_RESULTS),
    Action::LoseLeft,
    Action::LoseRight,
    Action::RecoilTo(Heading::NORTH),
    Action::Tests(NO_UNIT),
    Action::FleeTo(Heading::NORTH),
    Action::Fight(NO_UNIT),
    Action::Suffer(NO_UNIT),
    Action::Pursue,
    Action::OfferToStop,
    Action::Agree,
    Action::Pass,
    Action::Done,
];

/// The key and the word by which an action differs from others of its kind; none where it is the only one.
fn sort_of(action: &Action) -> Option<(&'static str, &'static str)> {
    Some(match action {
        Action::KeepEdge => ("edge", "keep"),
        Action::TakeOtherEdge => ("edge", "other"),
        Action::GoFirst => ("order", "first"),
        Action::GoSecond => ("order", "second"),
        Action::Activate(_) => ("what", "unit"),
        Action::ActivateGeneral => ("what", "general"),
        Action::Limber(true) => ("to", "limber"),
        Action::Limber(false) => ("to", "unlimber"),
        Action::Dismount(true) => ("to", "dismount"),
        Action::Dismount(false) => ("to", "mount"),
        Action::GeneralTo(_) => ("how", "alone"),
        Action::GeneralAlong => ("how", "along"),
        Action::LoseLeft => ("end", "left"),
        Action::LoseRight => ("end", "right"),
        _ => return None,
    })
}

/// One part of a move, as an object with one key.
#[derive(Clone, Copy)]
struct SegmentCode;

/// A length of a segment, in tenths of a millimetre, from centimetres.
fn tenths(data: &Value) -> Option<i64> {
    Some((data.as_f64()? * 100.0).round()).filter(|number| number.abs() <= 65_535.0).map(|number| number as i64)
}

impl Code<Engagement, Segment> for SegmentCode {
    fn write(&self, _game: &Engagement, segment: &Segment) -> Value {
        let centimetres = |tenths: i32| f64::from(tenths) / 100.0;
        match *segment {
            Segment::None => Value::Null,
            Segment::Advance(length) => json!({ "advance": centimetres(length.into()) }),
            Segment::Wheel(turn) => json!({ "wheel": f64::from(turn) / 4.0 }),
            Segment::Slide(forward, right) => json!({ "slide": [centimetres(forward.into()), centimetres(right.into())] }),
            Segment::Lateral(right) => json!({ "lateral": centimetres(right.into()) }),
            Segment::Back(length) => json!({ "back": centimetres(length.into()) }),
            Segment::About => json!({ "about": true }),
            Segment::Shift(forward, right) => json!({ "shift": [centimetres(forward.into()), centimetres(right.into())] }),
            Segment::Turn(turn) => json!({ "turn": f64::from(turn) / 4.0 }),
            Segment::Cross => json!({ "cross": true }),
        }
    }

    fn read(&self, _game: &Engagement, data: &Value) -> Result<Segment, String> {
        const KEYS: &[&str] = &["advance", "wheel", "slide", "lateral", "back", "about", "shift", "turn", "cross"];
        let object = data.as_object().filter(|object| object.len() == 1);
        let (key, value) = object
            .and_then(|object| object.iter().next())
            .ok_or_else(|| format!("expected a part of a move with one of the keys {}, found {data}", KEYS.join(", ")))?;
        let whole = || tenths(value).and_then(|it| u16::try_from(it).ok());
        let signed = |value: &Value| tenths(value).and_then(|it| i16::try_from(it).ok());
        let pair = || value.as_array().filter(|pair| pair.len() == 2);
        let turn = || value.as_f64().map(|degrees| degrees * 4.0).filter(|steps| steps.abs() <= 1_440.0).map(|steps| steps.round() as i16);
        let on = |segment| (*value == Value::Bool(true)).then_some(segment);
        let read = match key.as_str() {
            "advance" => whole().map(Segment::Advance),
            "wheel" => turn().map(Segment::Wheel),
            "slide" => {
                pair().and_then(|pair| Some(Segment::Slide(tenths(&pair[0]).and_then(|it| u16::try_from(it).ok())?, signed(&pair[1])?)))
            }
            "lateral" => signed(value).map(Segment::Lateral),
            "back" => whole().map(Segment::Back),
            "about" => on(Segment::About),
            "shift" => pair().and_then(|pair| Some(Segment::Shift(signed(&pair[0])?, signed(&pair[1])?))),
            "turn" => turn().map(Segment::Turn),
            "cross" => on(Segment::Cross),
            other => return Err(unknown_word(other, KEYS.iter().copied())),
        };
        read.ok_or_else(|| format!("\"{key}\" cannot be {value}"))
    }
}

/// The parts of a move, as a list.
#[derive(Clone, Copy)]
struct SegmentsCode;

impl Code<Engagement, [Segment; MOST_SEGMENTS]> for SegmentsCode {
    fn write(&self, game: &Engagement, segments: &[Segment; MOST_SEGMENTS]) -> Value {
        let used = segments.iter().take_while(|segment| **segment != Segment::None);
        Value::Array(used.map(|segment| SegmentCode.write(game, segment)).collect())
    }

    fn read(&self, game: &Engagement, data: &Value) -> Result<[Segment; MOST_SEGMENTS], String> {
        let list = data.as_array().filter(|list| list.len() <= MOST_SEGMENTS);
        let list = list.ok_or_else(|| format!("expected a list of at most {MOST_SEGMENTS} parts, found {data}"))?;
        let mut segments = [Segment::None; MOST_SEGMENTS];
        for (segment, data) in segments.iter_mut().zip(list) {
            *segment = SegmentCode.read(game, data)?;
        }
        Ok(segments)
    }
}

fn placement_fields(form: &mut Form, placement: &mut Placement) -> Result<(), ShowError> {
    let Placement { front, heading, files } = placement;
    form.field("at", front, Centimetres)?;
    form.field("degrees", heading, Degrees)?;
    form.field_or("files", files, 1, Number)
}

/// The fields of an action besides its kind and sort.
fn fields(form: &mut Form, action: &mut Action) -> Result<(), ShowError> {
    match action {
        Action::DeployUnit(unit)
        | Action::GeneralWith(unit)
        | Action::Activate(unit)
        | Action::Tests(unit)
        | Action::Fight(unit)
        | Action::Suffer(unit) => {
            form.field("unit", unit, Sure(UnitCode))?;
            note_name(form, *unit);
            Ok(())
        }
        Action::ShootAt(unit) => {
            form.field("target", unit, Sure(UnitCode))?;
            note_name(form, *unit);
            Ok(())
        }
        Action::DeployAt(placement) | Action::DeployLimbered(placement) | Action::GeneralTo(placement) => placement_fields(form, placement),
        Action::Send(heading) | Action::RecoilTo(heading) | Action::FleeTo(heading) => form.field("degrees", heading, Degrees),
        Action::Form(Change { files, facing, reference, becomes }) => {
            form.field("files", files, Number)?;
            form.field_or("facing", facing, Facing::Kept, Word(FACINGS))?;
            form.field("reference", reference, Number)?;
            form.field("becomes", becomes, Number)
        }
        Action::MoveAlong(Path { segments, target }) => {
            form.field("path", segments, SegmentsCode)?;
            form.field_or("target", target, NO_UNIT, UnitCode)
        }
        Action::Take(Results { losses, recoils, disorder }) => {
            form.field_or("losses", losses, 0, Number)?;
            form.field_or("recoils", recoils, 0, Number)?;
            form.field_or("disorder", disorder, false, Switch)
        }
        Action::KeepEdge
        | Action::TakeOtherEdge
        | Action::GoFirst
        | Action::GoSecond
        | Action::ActivateGeneral
        | Action::ChangeFormation
        | Action::March
        | Action::Shoot
        | Action::Reorganise
        | Action::BreakOff
        | Action::Halt
        | Action::Limber(_)
        | Action::Dismount(_)
        | Action::GeneralAlong
        | Action::TurnAbout
        | Action::RollAgain
        | Action::Keep
        | Action::LoseLeft
        | Action::LoseRight
        | Action::Pursue
        | Action::OfferToStop
        | Action::Agree
        | Action::Pass
        | Action::Done => Ok(()),
    }
}

fn note_name(form: &mut Form, unit: u8) {
    let game = form.game();
    form.note("name", || game.unit_names.get(usize::from(unit)).map(|name| Value::from(name.as_str())));
}

/// The kind and the sort of an action, which come first in its object.
fn heading(action: &Action) -> (&'static str, Option<(&'static str, &'static str)>) {
    (KINDS[action.kind()].name, sort_of(action))
}

impl Engagement {
    /// An action as data.
    pub fn action_data(&self, state: &State, action: &Action) -> Value {
        let mut action = *action;
        Form::write(self, |form| {
            let (kind, sort) = heading(&action);
            form.note("kind", || Some(Value::from(kind)));
            if let Some((key, word)) = sort {
                form.note(key, || Some(Value::from(word)));
            }
            if names_no_unit(&action)
                && let Some(unit) = self.acting_unit(state)
            {
                form.note("unit", || Some(Value::from(unit_id(unit))));
            }
            fields(form, &mut action)
        })
    }

    /// The action that data describes, not yet checked to be legal.
    ///
    /// # Errors
    /// Says what is missing, wrong or unknown.
    pub fn action_of_data(&self, _state: &State, data: &Value) -> Result<Action, ShowError> {
        let mut action = Action::Pass;
        Form::read(self, "an action", data, |form| {
            action = blank_of(form)?;
            if names_no_unit(&action) {
                form.note("unit", || None);
            }
            fields(form, &mut action)
        })?;
        Ok(action)
    }
}

/// Whether the acting unit follows from the position and is written for the reader's comfort only.
fn names_no_unit(action: &Action) -> bool {
    !matches!(
        action,
        Action::DeployUnit(_)
            | Action::GeneralWith(_)
            | Action::Activate(_)
            | Action::Tests(_)
            | Action::Fight(_)
            | Action::Suffer(_)
            | Action::ActivateGeneral
    )
}

/// The blank that the kind and the sort of an object name.
fn blank_of(form: &mut Form) -> Result<Action, ShowError> {
    let kind = form.word("kind")?;
    let candidates: Vec<&Action> = BLANKS.iter().filter(|blank| heading(blank).0 == kind).collect();
    match candidates[..] {
        [] => Err(form.error("kind", &unknown_word(&kind, KINDS.iter().map(|it| it.name)))),
        [only] => Ok(*only),
        [first, ..] => {
            let (key, _) = sort_of(first).expect("actions that share a kind differ in a word");
            let word = form.word(key)?;
            let sorts = || candidates.iter().filter_map(|blank| sort_of(blank));
            let found = candidates.iter().find(|blank| sort_of(blank).is_some_and(|(_, it)| it == word));
            found.map(|blank| **blank).ok_or_else(|| form.error(key, &unknown_word(&word, sorts().map(|(_, it)| it))))
        }
    }
}
