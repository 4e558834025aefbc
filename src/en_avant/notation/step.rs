//! What the game waits for, as data: an object whose `wait` says for what.

use super::Form;
use super::codes::{Number, Object, SIDES, Sure, UnitCode, Word, unknown_word};
use crate::en_avant::Engagement;
use crate::en_avant::state::{NO_UNIT, Placing, State, Step};
use crate::game::form::Code;
use crate::game::{ShowError, Side};
use serde_json::Value;

/// What is placed, by name.
const PLACINGS: &[(&str, Placing)] = &[("formation", Placing::Formation), ("move", Placing::Move), ("shot", Placing::Shot)];

/// One step of each sort, with blanks, by the word of `wait`.
pub(super) const STEPS: &[(&str, Step)] = &[
    ("edge_roll", Step::EdgeRoll),
    ("edge_choice", Step::EdgeChoice(Side::Red)),
    ("objective_roll", Step::ObjectiveRoll(0)),
    ("deploy_roll", Step::DeployRoll),
    ("deploy_order", Step::DeployOrder(Side::Red)),
    ("deploy_unit", Step::DeployUnit),
    ("deploy_at", Step::DeployAt(NO_UNIT)),
    ("deploy_camp", Step::DeployCamp),
    ("deploy_general", Step::DeployGeneral),
    ("initiative_roll", Step::InitiativeRoll),
    ("initiative_choice", Step::InitiativeChoice(Side::Red)),
    ("course", Step::Course(NO_UNIT)),
    ("impulse", Step::Impulse),
    ("stop_answer", Step::StopAnswer),
    ("act", Step::Act(NO_UNIT)),
    ("place", Step::Place(NO_UNIT, Placing::Move)),
    ("move_general", Step::MoveGeneral),
    ("reorganise_roll", Step::ReorganiseRoll(NO_UNIT)),
    ("rally_facing", Step::RallyFacing(NO_UNIT)),
    ("break_off_roll", Step::BreakOffRoll(NO_UNIT)),
    ("target_roll", Step::TargetRoll(NO_UNIT)),
    ("shot_roll", Step::ShotRoll),
    ("save_roll", Step::SaveRoll),
    ("melee_order", Step::MeleeOrder),
    ("leader", Step::Leader(Side::Red)),
    ("opponent", Step::Opponent(Side::Red)),
    ("melee_roll", Step::MeleeRoll(Side::Red)),
    ("six", Step::Six(Side::Red)),
    ("six_roll", Step::SixRoll(Side::Red)),
    ("struck", Step::Struck(Side::Red)),
    ("results", Step::Results(NO_UNIT)),
    ("loss_from", Step::LossFrom(NO_UNIT)),
    ("recoil_to", Step::RecoilTo(NO_UNIT)),
    ("contagion_choice", Step::ContagionChoice(NO_UNIT)),
    ("contagion_roll", Step::ContagionRoll(NO_UNIT)),
    ("flee_to", Step::FleeTo(NO_UNIT)),
    ("pursuit", Step::Pursuit(NO_UNIT)),
    ("general_follows", Step::GeneralFollows(NO_UNIT)),
    ("over", Step::Over),
];

/// All that a game can wait for: the words of its steps but the last.
pub const WAITS: &[&str] = &{
    let mut words = [""; STEPS.len() - 1];
    let mut place = 0;
    while place < words.len() {
        words[place] = STEPS[place].0;
        place += 1;
    }
    words
};

impl Engagement {
    /// What the game waits for, one of [`WAITS`]; nothing once it is over.
    pub(in crate::en_avant) fn waits(state: &State) -> Option<&'static str> {
        state.outcome.is_none().then_some(word_of(&state.step))
    }
}

/// The word of a step.
pub(super) fn word_of(step: &Step) -> &'static str {
    let same = |it: &&(&str, Step)| std::mem::discriminant(&it.1) == std::mem::discriminant(step);
    STEPS.iter().find(same).map(|(word, _)| *word).expect("every step has a word")
}

fn fields(form: &mut Form, step: &mut Step) -> Result<(), ShowError> {
    match step {
        Step::EdgeChoice(side)
        | Step::DeployOrder(side)
        | Step::InitiativeChoice(side)
        | Step::MeleeRoll(side)
        | Step::Six(side)
        | Step::SixRoll(side)
        | Step::Leader(side)
        | Step::Opponent(side)
        | Step::Struck(side) => form.field("side", side, Word(SIDES)),
        Step::ObjectiveRoll(index) => form.field("objective", index, Number),
        Step::DeployAt(unit)
        | Step::Course(unit)
        | Step::Act(unit)
        | Step::ReorganiseRoll(unit)
        | Step::RallyFacing(unit)
        | Step::BreakOffRoll(unit)
        | Step::TargetRoll(unit)
        | Step::Results(unit)
        | Step::LossFrom(unit)
        | Step::RecoilTo(unit)
        | Step::ContagionChoice(unit)
        | Step::ContagionRoll(unit)
        | Step::FleeTo(unit)
        | Step::Pursuit(unit)
        | Step::GeneralFollows(unit) => form.field("unit", unit, Sure(UnitCode)),
        Step::Place(unit, placing) => {
            form.field("unit", unit, Sure(UnitCode))?;
            form.field("what", placing, Word(PLACINGS))
        }
        Step::EdgeRoll
        | Step::DeployRoll
        | Step::DeployUnit
        | Step::DeployCamp
        | Step::DeployGeneral
        | Step::InitiativeRoll
        | Step::Impulse
        | Step::StopAnswer
        | Step::MoveGeneral
        | Step::ShotRoll
        | Step::SaveRoll
        | Step::MeleeOrder
        | Step::Over => Ok(()),
    }
}

/// A step as an object.
pub(super) struct StepCode;

impl Code<Engagement, Step> for StepCode {
    fn write(&self, game: &Engagement, step: &Step) -> Value {
        let mut step = *step;
        Form::write(game, |form| {
            form.note("wait", || Some(Value::from(word_of(&step))));
            fields(form, &mut step)
        })
    }

    fn read(&self, game: &Engagement, data: &Value) -> Result<Step, String> {
        let read = |form: &mut Form, step: &mut Step| {
            let word = form.word("wait")?;
            let found = STEPS.iter().find(|(it, _)| *it == word);
            *step = found.map(|(_, step)| *step).ok_or_else(|| form.error("wait", &unknown_word(&word, STEPS.iter().map(|it| it.0))))?;
            fields(form, step)
        };
        Object { what: "what the game waits for", blank: Step::Over, fields: read }.read(game, data)
    }
}
