//! The whole study: armies are drawn at the costs of the list, play, and give fair costs; if requested, armies are
//! drawn again at these, until the games of a step no longer contradict the costs at which its armies were drawn;
//! finally held-out armies of equal cost play each other, under the list and under the fitted costs.

use super::additivity::{Additivity, additivity};
use super::agreement::{Agreement, agree, agrees_with};
use super::calibration::{Calibration, calibration};
use super::drawable::{check, key_of_fit, legal_and_held_out};
use super::fair::{FairCosts, fair_costs};
use super::fit::{Fit, FitError, Terms};
use super::imbalance::{Imbalance, draw_meetings, imbalance};
use super::joint::{JointCosts, joint_costs, on_scale};
use super::least_change::{LeastChange, least_change};
use super::meeting::{Arena, ArenaError, Encounter};
use super::parts::{Formula, formula};
use super::printable::{PrintableList, printable_list};
use super::service::{Service, services};
use super::worst::{WORST, WorstArmies, worst_armies};
use crate::balance::draw::{Draw, Range, Unaffordable};
use crate::game::rng::Key;
use crate::game::{Parameter, Troop};

/// The parameters of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The points of an army.
    pub budget: f64,
    /// The maximum deviation of an army of the fit from the budget, as a share of it: without differences in points the
    /// worth of a point is not identifiable.
    pub spread: f64,
    /// The maximum deviation of a held-out army from the budget, as a share of it.
    pub tolerance: f64,
    /// Meetings of a fit, of one pair of games each.
    pub meetings: usize,
    /// Meetings of held-out armies under each set of costs.
    pub held_out: usize,
    /// Pairs of games in each of them.
    pub pairs: u64,
    /// The number of scenarios.
    pub scenarios: usize,
    /// The master seed.
    pub seed: u64,
    /// The maximum number of steps; with one, costs are fitted once.
    pub steps: u32,
    /// Whether to determine the smallest set of changes.
    pub least_change: bool,
    /// The step of a list that can be printed; `None` where none is requested.
    pub round: Option<f64>,
    /// Meetings, of one pair of games each, of each of the worst armies that the new costs allow; 0 where none are
    /// searched.
    pub worst: usize,
}

impl Plan {
    /// Games of the whole study, if all steps are needed.
    pub fn games(&self) -> u64 {
        let sets = 2 + u64::from(self.least_change) + u64::from(self.round.is_some());
        let held_out = 2 * self.pairs * self.held_out as u64 * sets;
        let worst = 2 * self.worst as u64 * WORST;
        2 * self.meetings as u64 * u64::from(self.steps) + held_out + worst
    }
}

/// Why a study fails.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StudyError {
    /// Too few armies to hold some out from the fit.
    #[error(
        "too few armies cost {least:.2} to {most:.2} points to hold some of them out of the fit; widen --tolerance, or \
            choose another budget or pool"
    )]
    TooFewArmies {
        /// The minimum number of points.
        least: f64,
        /// The maximum number of points.
        most: f64,
    },
    /// No army can be drawn.
    #[error(transparent)]
    Draw(#[from] Unaffordable),
    /// Games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// Worths are not identifiable.
    #[error(transparent)]
    Fit(#[from] FitError),
}

/// A fit, with the costs at which its armies were drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyStep {
    /// The costs at which armies were drawn.
    pub drawn_at: Vec<f64>,
    /// The regression over the games of this step alone.
    pub fit: Fit,
    /// Its fair costs.
    pub fair: FairCosts,
    /// Whether the costs at which armies were drawn agree with the fit: those of the list as constants, those of the
    /// previous step with their own error. `None` where fewer than two costs can be compared.
    pub agreement: Option<Agreement>,
    /// Whether its games are part of the last fit.
    pub is_pooled: bool,
}

impl StudyStep {
    /// Whether its games do not contradict the costs at which its armies were drawn.
    pub fn has_settled(&self) -> bool {
        self.agreement.is_some_and(|agreement| agreement.holds())
    }
}

/// The purpose of meetings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeetingPurpose {
    /// A fit, by its step from 0.
    Fit(usize),
    /// The evaluation of costs, by their name.
    Evaluated(&'static str),
}

/// Meetings with their games.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMeetings {
    /// Their purpose.
    pub purpose: MeetingPurpose,
    /// The meetings; the survivors of their games are not stored.
    pub encounters: Vec<Encounter>,
}

/// Costs, evaluated on held-out armies.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// Which costs: `list`, `fitted`, `least_change`, `printable`.
    pub costs: &'static str,
    /// The result; `None` where too few games counted.
    pub imbalance: Option<Imbalance>,
}

/// The outcome of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// The steps in order.
    pub steps: Vec<StudyStep>,
    /// Whether the costs have converged; unknown after a single step.
    pub settled: Option<bool>,
    /// The last fit: over the games of all steps that are pooled.
    pub fit: Fit,
    /// Its fair costs.
    pub fair: FairCosts,
    /// The costs of all troops, as used for evaluation and output; those of the list where they are not identifiable.
    pub costs: Vec<f64>,
    /// The smallest set of changes.
    pub least_change: Option<LeastChange>,
    /// The list that can be printed.
    pub printable: Option<PrintableList>,
    /// The joint intervals of the fair costs.
    pub joint: Option<JointCosts>,
    /// Whether each cost of the list that can be printed lies within its joint interval, by troop of the pool; `None`
    /// where there is no interval, empty without such a list.
    pub printable_holds: Vec<Option<bool>>,
    /// The worst armies that the new costs allow, where they were searched.
    pub worst: Option<WorstArmies>,
    /// The fair costs of the parts of the rulebook's formula.
    pub formula: Option<Formula>,
    /// Tests for departures from additivity, in the last fit.
    pub additivity: Additivity,
    /// The calibration of the last fit on its own games.
    pub calibration: Calibration,
    /// Its calibration on the games of held-out armies under the list.
    pub held_out: Calibration,
    /// The performance of the troops in the games of the last fit.
    pub services: Vec<Service>,
    /// The costs evaluated.
    pub evaluated: Vec<Evaluated>,
    /// Whether the smallest set of changes was requested, but the games do not bound it.
    pub lacks_least_change: bool,
    /// The names of new costs at which no army of the budget can be made, so that they are not evaluated.
    pub unaffordable: Vec<&'static str>,
    /// All meetings, in the order of play.
    pub played: Vec<PlayedMeetings>,
    /// The number of games played.
    pub games: u64,
    /// The number of forfeited games, which count as lost for the side that forfeits.
    pub forfeited: u64,
}

impl Study {
    /// The new costs with their name: the list that can be printed, else that of the fewest changes, else the fitted
    /// costs; those at which no army of the budget can be made are passed over.
    pub fn new_list(&self) -> (&'static str, &[f64]) {
        let printable = self.new_printable().map(|list| (PRINTABLE, &list.costs[..]));
        let least = self.new_least_change().map(|least| (LEAST_CHANGE, &least.costs[..]));
        printable.or(least).unwrap_or((FITTED, &self.costs))
    }

    /// The list that can be printed, if armies of the budget can be made at its costs.
    pub fn new_printable(&self) -> Option<&PrintableList> {
        self.printable.as_ref().filter(|_| !self.unaffordable.contains(&PRINTABLE))
    }

    /// The smallest set of changes, if armies of the budget can be made at its costs.
    pub fn new_least_change(&self) -> Option<&LeastChange> {
        self.least_change.as_ref().filter(|_| !self.unaffordable.contains(&LEAST_CHANGE))
    }

    /// The meetings of the last fit, each with its step and its number in that step, in order.
    pub fn pooled_meetings(&self) -> impl Iterator<Item = ((usize, usize), &Encounter)> {
        let pooled = self.played.iter().filter_map(|played| match played.purpose {
            MeetingPurpose::Fit(step) if self.steps[step].is_pooled => Some((step, &played.encounters)),
            _ => None,
        });
        pooled.flat_map(|(step, all)| all.iter().enumerate().map(move |(number, one)| ((step, number), one)))
    }

    /// The steps whose games are pooled, from 1.
    pub fn pooled(&self) -> Vec<usize> {
        (1..).zip(&self.steps).filter(|(_, step)| step.is_pooled).map(|(number, _)| number).collect()
    }
}

/// Troops whose costs fits can be compared by: they are identifiable, and not at the floor, where costs do not move, in
/// all of them.
fn comparable(steps: &[(&Fit, &FairCosts)], troops: usize) -> Vec<usize> {
    let at_floor = |fair: &FairCosts, troop: usize| fair.costs.iter().any(|cost| cost.troop == troop && cost.at_floor);
    let estimated = |troop: usize| steps.iter().all(|(fit, _)| fit.troop(troop).is_some());
    let moves = |troop: usize| !steps.iter().all(|(_, fair)| at_floor(fair, troop));
    (0..troops).filter(|troop| estimated(*troop) && moves(*troop)).collect()
}

/// Whether a new fit agrees with the costs at which its armies were drawn: those of the previous step, or of the list.
fn agreement(before: Option<&StudyStep>, list: &[f64], fit: &Fit, fair: &FairCosts) -> Option<Agreement> {
    let Some(before) = before else {
        let estimated: Vec<usize> = (0..list.len()).filter(|troop| fit.troop(*troop).is_some()).collect();
        return agrees_with(fit, list, &estimated);
    };
    let both = [(&before.fit, &before.fair), (fit, fair)];
    agree(&both.map(|(fit, _)| fit), &comparable(&both, list.len()))
}

/// The first step whose games can be pooled with those of all later ones: their fits agree, and the armies of none were
/// drawn at a list that its games contradict.
fn first_pooled(steps: &[StudyStep], troops: usize) -> usize {
    let last = steps.len() - 1;
    let sound = |first: usize| {
        let late: Vec<(&Fit, &FairCosts)> = steps[first..].iter().map(|step| (&step.fit, &step.fair)).collect();
        let fits: Vec<&Fit> = late.iter().map(|(fit, _)| *fit).collect();
        let begins_well = first > 0 || steps[0].has_settled();
        begins_well && agree(&fits, &comparable(&late, troops)).is_some_and(|agreement| agreement.holds())
    };
    (0..last).rev().take_while(|first| sound(*first)).last().unwrap_or(last)
}

fn forfeits(encounters: &[Encounter]) -> u64 {
    encounters.iter().flat_map(|encounter| &encounter.games).filter(|game| game.forfeited).count() as u64
}

/// The names of costs where they are evaluated.
pub const LIST: &str = "list";
const FITTED: &str = "fitted";
const LEAST_CHANGE: &str = "least_change";
const PRINTABLE: &str = "printable";

/// A result, or `None` where no army can be drawn and none is required.
fn if_affordable<T>(result: Result<T, StudyError>, is_required: bool) -> Result<Option<T>, StudyError> {
    match result {
        Err(StudyError::Draw(_)) if !is_required => Ok(None),
        result => result.map(Some),
    }
}

/// Plays, fits and evaluates. `draw` draws at the costs of the list. An arena that plays a part plays those meetings of
/// the first step that depend on no other game: those of the fit, and those that evaluate the list.
///
/// # Errors
/// If no army can be drawn, a game cannot be played, or worths are not identifiable; [`ArenaError::PartDone`] if a part
/// is played.
pub fn study(
    arena: &dyn Arena,
    draw: &Draw<'_>,
    troops: &[Troop],
    parameters: &[Parameter],
    plan: &Plan,
) -> Result<Study, StudyError> {
    let seed = plan.seed;
    let (for_fit, held_out) = (legal_and_held_out(draw, false), legal_and_held_out(draw, true));
    let (fitting, evaluating) = (draw.restricted_to(&for_fit), draw.restricted_to(&held_out).with_fixed_parameters());
    let terms = Terms { troops: troops.len(), parameters: parameters.len() };
    let list = draw.costs().to_vec();
    let (mut games, mut forfeited) = (0, 0);
    let mut play =
        |draw: &Draw<'_>, range: Range, number: usize, pairs: u64, key: Key| -> Result<Vec<Encounter>, StudyError> {
            let meetings = draw_meetings(draw, range, number, pairs, plan.scenarios, key)?;
            let encounters = arena.play(meetings, 0, key.with_name("dice").stream().bits())?;
            games += encounters.iter().map(|encounter| encounter.games.len() as u64).sum::<u64>();
            forfeited += forfeits(&encounters);
            Ok(encounters)
        };
    let even = Range::around(plan.budget, plan.tolerance);
    let wide = Range::around(plan.budget, plan.spread);
    check(draw, plan)?;

    let evaluation_key = |name: &str| Key::new(seed).with_name("judge").with_name(name);
    if arena.is_part() {
        play(&fitting, wide, plan.meetings, 1, key_of_fit(seed, 0))?;
        play(&evaluating, even, plan.held_out, plan.pairs, evaluation_key(LIST))?;
        return Err(ArenaError::PartDone.into());
    }
    let (mut steps, mut played): (Vec<StudyStep>, Vec<PlayedMeetings>) = (Vec::new(), Vec::new());
    let mut costs = list.clone();
    while steps.is_empty() || (steps.len() as u32) < plan.steps && !steps[steps.len() - 1].has_settled() {
        let met = play(&fitting.at(costs.clone()), wide, plan.meetings, 1, key_of_fit(seed, steps.len()));
        let Some(encounters) = if_affordable(met, steps.is_empty())? else { break };
        let fit = Fit::of(&encounters, &terms)?;
        let fair = fair_costs(&fit, troops, parameters)?;
        let agreement = agreement(steps.last(), &list, &fit, &fair);
        played.push(PlayedMeetings { purpose: MeetingPurpose::Fit(steps.len()), encounters });
        steps.push(StudyStep { drawn_at: costs, fit, fair, agreement, is_pooled: false });
        costs = steps[steps.len() - 1].fair.written(troops);
    }
    let settled = (plan.steps > 1).then(|| steps[steps.len() - 1].has_settled());
    let first = first_pooled(&steps, troops.len());
    steps[first..].iter_mut().for_each(|step| step.is_pooled = true);
    let pooled: Vec<Encounter> = played[first..].iter().flat_map(|played| played.encounters.iter().cloned()).collect();
    let fit = Fit::of(&pooled, &terms)?;
    let fair = fair_costs(&fit, troops, parameters)?;
    let costs = fair.written(troops);
    let least = if plan.least_change { least_change(&fit, troops) } else { None };
    let printable = plan.round.and_then(|step| printable_list(&fit, troops, step));
    let (mut evaluated, mut unaffordable) = (Vec::new(), Vec::new());
    let mut predicted = None;
    let sets = [
        (LIST, Some(list)),
        (FITTED, Some(costs.clone())),
        (LEAST_CHANGE, least.as_ref().map(|least| least.costs.clone())),
        (PRINTABLE, printable.as_ref().map(|list| list.costs.clone())),
    ];
    for (name, set) in sets.into_iter().filter_map(|(name, set)| Some((name, set?))) {
        let met = play(&evaluating.at(set), even, plan.held_out, plan.pairs, evaluation_key(name));
        let Some(encounters) = if_affordable(met, name == LIST)? else {
            unaffordable.push(name);
            continue;
        };
        predicted.get_or_insert_with(|| calibration(&fit, &encounters));
        evaluated.push(Evaluated { costs: name, imbalance: imbalance(&encounters) });
        played.push(PlayedMeetings { purpose: MeetingPurpose::Evaluated(name), encounters });
    }
    let joint = joint_costs(&fit, &fair, troops);
    let printable_holds = match (&joint, &printable) {
        (Some(joint), Some(list)) => joint.hold(&on_scale(&fit, troops, &list.costs)),
        _ => Vec::new(),
    };
    let services = services(&pooled, draw.costs());
    // The survivors are no longer needed, and take most of the memory of a game.
    let games_met =
        played.iter_mut().flat_map(|played| &mut played.encounters).flat_map(|encounter| &mut encounter.games);
    games_met.for_each(|game| game.survivors = [Vec::new(), Vec::new()]);
    let mut found = Study {
        settled,
        lacks_least_change: plan.least_change && least.is_none(),
        unaffordable,
        formula: formula(&fit, troops),
        additivity: additivity(&fit, &pooled, troops, parameters),
        calibration: calibration(&fit, &pooled).without_intervals(),
        held_out: predicted.expect("the list is judged first"),
        services,
        least_change: least,
        printable,
        joint,
        printable_holds,
        worst: None,
        evaluated,
        games,
        forfeited,
        costs,
        steps,
        played,
        fit,
        fair,
    };
    if plan.worst > 0 {
        let (name, costs) = found.new_list();
        let worst = worst_armies(arena, &draw.at(costs.to_vec()), name, &found.fit, plan);
        if let Some(worst) = if_affordable(worst, false)? {
            found.games += worst.games();
            found.forfeited += worst.forfeited();
            found.worst = Some(worst);
        }
    }
    Ok(found)
}
