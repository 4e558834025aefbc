//! What the game waits for, as data: an object whose `wait` says for what.

use super::Form;
use super::codes::{MOUNTING, Number, Object, OfficerCode, Sure, Switch, UnitCode, WOODSMEN, Word, unknown_word};
use crate::game::ShowError;
use crate::game::form::Code;
use crate::jomini::battle::Battle;
use crate::jomini::state::{Mounting, Mover, NO_OFFICER, NO_UNIT, State, Step, Woodsmen};
use serde_json::Value;

const NOBODY: Mover = Mover::plain(NO_UNIT);

/// One step of each sort, with blanks, by the word of `wait`.
pub(super) const STEPS: &[(&str, Step)] = &[
    ("first_player", Step::FirstPlayer),
    ("choose_edge", Step::ChooseEdge),
    ("choose_first", Step::ChooseFirst),
    ("deploy_unit", Step::DeployUnit),
    ("deploy_at", Step::DeployAt(NO_UNIT)),
    ("lay_decoy", Step::LayDecoy),
    ("deploy_officer", Step::DeployOfficer(NO_OFFICER)),
    ("place_cinc", Step::PlaceCinc),
    ("command", Step::Command),
    ("activation", Step::Activation(0)),
    ("courier", Step::Courier(0)),
    ("unreliable_roll", Step::UnreliableRoll(NO_UNIT)),
    ("deficient_roll", Step::DeficientRoll(NO_UNIT)),
    ("messengers_roll", Step::MessengersRoll(NO_OFFICER)),
    ("movement", Step::Movement),
    ("impetuous_roll", Step::ImpetuousRoll(NO_UNIT)),
    ("destination", Step::Destination(NOBODY)),
    ("accompany", Step::Accompany(NO_UNIT, NO_OFFICER)),
    ("officer_destination", Step::OfficerDestination(NO_OFFICER)),
    ("combat", Step::Combat),
    ("front_rank", Step::FrontRank(0)),
    ("break_off", Step::BreakOff),
    ("attack_order", Step::AttackOrder),
    ("defence_order", Step::DefenceOrder),
    ("withdraw", Step::Withdraw),
    ("lead_for_dice", Step::LeadForDice),
    ("strike_roll", Step::StrikeRoll),
    ("wind_of_ball", Step::WindOfBall),
    ("dodge", Step::Dodge),
    ("sharpshoot", Step::Sharpshoot),
    ("lead_against_loss", Step::LeadAgainstLoss),
    ("wound_roll", Step::WoundRoll(0)),
    ("ignore", Step::Ignore),
    ("sacrifice", Step::Sacrifice),
    ("retreat", Step::Retreat),
    ("fall_back", Step::FallBack),
    ("panic_roll", Step::PanicRoll(0)),
    ("follow_up", Step::FollowUp),
    ("pursuit", Step::Pursuit),
    ("pursuit_attack", Step::PursuitAttack),
    ("breakthrough_attack", Step::BreakthroughAttack),
    ("changeable_move", Step::ChangeableMove),
    ("riposte", Step::Riposte),
    ("stampede_roll", Step::StampedeRoll),
    ("stampede", Step::Stampede),
    ("over", Step::Over),
];

/// All that a game can wait for: the words of its steps but the last, and a character who must flee, which interrupts any of them.
pub const WAITS: &[&str] = &{
    let mut words = [FLIGHT; STEPS.len()];
    let mut place = 0;
    while place + 1 < STEPS.len() {
        words[place] = STEPS[place].0;
        place += 1;
    }
    words
};

const FLIGHT: &str = "flight";

impl Battle {
    /// What the game waits for, one of [`WAITS`]; nothing once it is over.
    pub(in crate::jomini) fn waits(state: &State) -> Option<&'static str> {
        let word = if state.flight_count > 0 { FLIGHT } else { word_of(&state.step) };
        state.outcome.is_none().then_some(word)
    }
}

/// The word of a step.
pub(super) fn word_of(step: &Step) -> &'static str {
    let same = |it: &&(&str, Step)| std::mem::discriminant(&it.1) == std::mem::discriminant(step);
    STEPS.iter().find(same).map(|(word, _)| *word).expect("every step has a word")
}

fn fields(form: &mut Form, step: &mut Step) -> Result<(), ShowError> {
    match step {
        Step::FrontRank(unit)
        | Step::DeployAt(unit)
        | Step::ImpetuousRoll(unit)
        | Step::UnreliableRoll(unit)
        | Step::DeficientRoll(unit) => form.field("unit", unit, Sure(UnitCode)),
        Step::DeployOfficer(officer) | Step::OfficerDestination(officer) | Step::MessengersRoll(officer) => {
            form.field("officer", officer, Sure(OfficerCode))
        }
        Step::Activation(above) | Step::Courier(above) => form.field("above", above, Number),
        Step::Accompany(unit, officer) => {
            form.field("unit", unit, Sure(UnitCode))?;
            form.field("officer", officer, Sure(OfficerCode))
        }
        Step::Destination(Mover { unit, bonus, impetuous, woodsmen, mounting }) => {
            form.field("unit", unit, Sure(UnitCode))?;
            form.field_or("bonus", bonus, 0, Number)?;
            form.field_or("impetuous", impetuous, false, Switch)?;
            form.field_or("woodsmen", woodsmen, Woodsmen::No, Word(WOODSMEN))?;
            form.field_or("mounting", mounting, Mounting::No, Word(MOUNTING))
        }
        Step::PanicRoll(dice) | Step::WoundRoll(dice) => form.field("dice", dice, Number),
        _ => Ok(()),
    }
}

/// A step as an object.
pub(super) struct StepCode;

impl Code<Battle, Step> for StepCode {
    fn write(&self, battle: &Battle, step: &Step) -> Value {
        let mut step = *step;
        Form::write(battle, |form| {
            form.note("wait", || Some(Value::from(word_of(&step))));
            fields(form, &mut step)
        })
    }

    fn read(&self, battle: &Battle, data: &Value) -> Result<Step, String> {
        let read = |form: &mut Form, step: &mut Step| {
            let word = form.word("wait")?;
            let found = STEPS.iter().find(|(it, _)| *it == word);
            *step = found.map(|(_, step)| *step).ok_or_else(|| form.error("wait", &unknown_word(&word, STEPS.iter().map(|it| it.0))))?;
            fields(form, step)
        };
        Object { what: "what the game waits for", blank: Step::Over, fields: read }.read(battle, data)
    }
}
