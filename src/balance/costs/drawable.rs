//! The armies that are drawn for a fit, and those held out of it; checks before play that there are some of both, and
//! that the meetings of the first fit are enough for what differs in them.

use super::fit::{FitError, fewest_meetings};
use super::imbalance::{draw_meetings, is_held_out};
use super::study::{Plan, StudyError};
use crate::balance::draw::{Draw, Range, Supply};
use crate::game::Composition;
use crate::game::rng::Key;

/// Calls a function with the draw of armies that evaluate costs: held out of every fit, and with parameters at their
/// defaults, since armies of equal points are compared, and the points do not contain the parameters.
pub(super) fn evaluating<T>(draw: &Draw<'_>, ask: impl FnOnce(&Draw<'_>) -> T) -> T {
    let held_out = legal_and_held_out(draw, true);
    ask(&draw.restricted_to(&held_out).with_fixed_parameters())
}

/// The legal compositions that are held out of the fit, or those that are not.
pub(super) fn legal_and_held_out<'a>(draw: &'a Draw<'_>, held_out: bool) -> impl Fn(&Composition) -> bool + 'a {
    move |composition| is_held_out(composition) == held_out && draw.is_legal(composition)
}

/// Checks that armies can be drawn, for the fit and to be held out of it.
///
/// # Errors
/// If none can, or too few.
pub fn check(draw: &Draw<'_>, plan: &Plan) -> Result<(), StudyError> {
    let (for_fit, held_out) = (legal_and_held_out(draw, false), legal_and_held_out(draw, true));
    let evaluating = draw.restricted_to(&held_out).with_fixed_parameters();
    let (even, wide) = (Range::around(plan.budget, plan.tolerance), Range::around(plan.budget, plan.spread));
    let mut trial = Key::new(plan.seed).with_name("trial").stream();
    draw.restricted_to(&for_fit).random(wide, &mut trial)?;
    draw.random(even, &mut trial)?;
    let few = StudyError::TooFewArmies { least: even.least, most: even.most };
    match evaluating.supply(even) {
        Supply::All(all) if all.len() < 2 => Err(few),
        Supply::Many => evaluating.random(even, &mut trial).map(drop).map_err(|_| few),
        Supply::All(_) => Ok(()),
    }?;
    enough_meetings(&draw.restricted_to(&for_fit), wide, plan)
}

/// The dice of the meetings of a fit.
pub(super) fn key_of_fit(seed: u64, step: usize) -> Key {
    Key::new(seed).with_name("fit").with(step as u64)
}

/// Checks that the meetings of the first fit are enough for what differs in them; they are drawn without play.
fn enough_meetings(draw: &Draw<'_>, wide: Range, plan: &Plan) -> Result<(), StudyError> {
    if plan.meetings >= fewest_meetings(draw.features() + 2) {
        return Ok(());
    }
    let meetings = draw_meetings(draw, wide, plan.meetings, 1, plan.scenarios, key_of_fit(plan.seed, 0))?;
    let numbers = |army: &Composition| [army.counts.clone(), army.parameters.clone()].concat();
    let armies: Vec<[Vec<u32>; 2]> = meetings.iter().map(|meeting| meeting.armies.each_ref().map(numbers)).collect();
    let differs = |feature: &usize| armies.iter().any(|[first, second]| first[*feature] != second[*feature]);
    // Seats are swapped within each meeting, and one side of each game begins.
    let features = (0..draw.features()).filter(differs).count() + 2;
    let few = FitError::TooFew { meetings: meetings.len(), features };
    if meetings.len() < fewest_meetings(features) { Err(few.into()) } else { Ok(()) }
}
