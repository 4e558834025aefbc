//! The whole question: armies are drawn at the costs of the list, meet, and give fair costs; where asked for, armies
//! are drawn anew at these, until the games of a step no longer speak against the costs at which its armies were drawn;
//! at last armies that had no part in any fit meet at equal cost, under the list and under the fitted costs.

use super::additivity::{Additivity, additivity};
use super::calibration::{Calibration, calibration};
use super::fair::{FairCosts, fair_costs};
use super::fit::{Fit, FitError, Terms};
use super::imbalance::{Imbalance, draw_meetings, imbalance, is_held_out};
use super::least_change::{LeastChange, least_change};
use super::meeting::{Arena, ArenaError, Encounter};
use super::parts::{Formula, formula};
use super::service::{Service, services};
use super::settle::{Agreement, agree, agrees_with};
use crate::balance::draw::{Draw, Range, Supply, Unaffordable};
use crate::game::rng::Key;
use crate::game::{Composition, Dial, Troop};

/// What is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The points of an army.
    pub budget: f64,
    /// By which share of the budget armies of the fit differ from it at most: without differences nobody can tell what
    /// a point is worth.
    pub spread: f64,
    /// By which share of the budget armies that are judged differ from it at most.
    pub tolerance: f64,
    /// Meetings of a fit, of one pair of games each.
    pub meetings: usize,
    /// Meetings of held-out armies under each set of costs.
    pub held_out: usize,
    /// Pairs of games in each of them.
    pub pairs: u64,
    /// How many scenarios there are.
    pub scenarios: usize,
    /// The master seed.
    pub seed: u64,
    /// Most steps; with one, costs are fitted once.
    pub steps: u32,
    /// Whether to ask for the fewest changes.
    pub least_change: bool,
}

impl Plan {
    /// Games of the whole study, if all steps are needed.
    pub fn games(&self) -> u64 {
        let held_out = 2 * self.pairs * self.held_out as u64 * if self.least_change { 3 } else { 2 };
        2 * self.meetings as u64 * u64::from(self.steps) + held_out
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StudyError {
    /// Too few armies to keep some from the fit.
    #[error(
        "too few armies cost {least:.2} to {most:.2} points to keep some of them from the fit; widen --tolerance, or \
            take another budget or pool"
    )]
    TooFewArmies {
        /// The least points.
        least: f64,
        /// The most points.
        most: f64,
    },
    /// No army can be drawn.
    #[error(transparent)]
    Draw(#[from] Unaffordable),
    /// Games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// They do not tell.
    #[error(transparent)]
    Fit(#[from] FitError),
}

/// A fit, with the costs at which its armies were drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The costs at which armies were drawn.
    pub drawn_at: Vec<f64>,
    /// The regression over the games of this step alone.
    pub fit: Fit,
    /// What it says.
    pub fair: FairCosts,
    /// Whether the costs at which armies were drawn agree with the fit: those of the list as they are, those of the
    /// step before with their own error. Nothing where fewer than two costs can be compared.
    pub agreement: Option<Agreement>,
    /// Whether its games are among those of the last fit.
    pub is_pooled: bool,
}

impl Step {
    /// Whether its games do not speak against the costs at which its armies were drawn.
    pub fn has_settled(&self) -> bool {
        self.agreement.is_some_and(|agreement| agreement.holds())
    }
}

/// What meetings were for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A fit, by its step from 0.
    Fit(usize),
    /// The judgement of costs, by their name.
    Judged(&'static str),
}

/// Meetings with their games.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    /// What they were for.
    pub part: Part,
    /// The meetings; of their games no survivors.
    pub encounters: Vec<Encounter>,
}

/// Costs, judged by armies that had no part in the fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Which costs: `list`, `fitted`, `least_change`.
    pub costs: &'static str,
    /// What came of it; nothing where too few games counted.
    pub imbalance: Option<Imbalance>,
}

/// All that came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Whether the costs stopped moving; of one step nobody can say.
    pub settled: Option<bool>,
    /// The last fit: over the games of all steps that are pooled.
    pub fit: Fit,
    /// What it says.
    pub fair: FairCosts,
    /// The costs of all troops, as they are judged and written; of the list where the games tell nothing.
    pub costs: Vec<f64>,
    /// The fewest changes.
    pub least_change: Option<LeastChange>,
    /// What the parts of the formula of the rulebook should cost.
    pub formula: Option<Formula>,
    /// Tests for departures from a sum, in the last fit.
    pub additivity: Additivity,
    /// What the last fit foretold of its own games.
    pub calibration: Calibration,
    /// What it foretold of the games of held-out armies under the list.
    pub held_out: Calibration,
    /// What became of the troops in the games of the last fit.
    pub services: Vec<Service>,
    /// The costs judged.
    pub judged: Vec<Judged>,
    /// All meetings, in the order in which they were played.
    pub met: Vec<Met>,
    /// Games played.
    pub games: u64,
    /// Games that were forfeited, and count as lost by who forfeits.
    pub forfeited: u64,
}

impl Study {
    /// The steps whose games are pooled, from 1.
    pub fn pooled(&self) -> Vec<usize> {
        (1..).zip(&self.steps).filter(|(_, step)| step.is_pooled).map(|(number, _)| number).collect()
    }
}

/// Troops whose costs fits can be asked about: they tell of them, and not all see them at the floor, where costs do not
/// move.
fn comparable(steps: &[(&Fit, &FairCosts)], troops: usize) -> Vec<usize> {
    let at_floor = |fair: &FairCosts, troop: usize| fair.costs.iter().any(|cost| cost.troop == troop && cost.at_floor);
    let estimated = |troop: usize| steps.iter().all(|(fit, _)| fit.troop(troop).is_some());
    let moves = |troop: usize| !steps.iter().all(|(_, fair)| at_floor(fair, troop));
    (0..troops).filter(|troop| estimated(*troop) && moves(*troop)).collect()
}

/// Whether a new fit agrees with the costs at which its armies were drawn: of the step before, or of the list.
fn agreement(before: Option<&Step>, list: &[f64], fit: &Fit, fair: &FairCosts) -> Option<Agreement> {
    let Some(before) = before else {
        let estimated: Vec<usize> = (0..list.len()).filter(|troop| fit.troop(*troop).is_some()).collect();
        return agrees_with(fit, list, &estimated);
    };
    let both = [(&before.fit, &before.fair), (fit, fair)];
    agree(&both.map(|(fit, _)| fit), &comparable(&both, list.len()))
}

/// The first step whose games can be taken together with those of all later ones: their fits agree, and the armies of
/// none were drawn at a list that its games speak against.
fn first_pooled(steps: &[Step], troops: usize) -> usize {
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

/// The costs of the list, as costs that are judged are called.
const LIST: &str = "list";

/// Plays, fits and judges. `draw` draws at the costs of the list. An arena that plays a part plays what of the first
/// step depends on no other game: the meetings of the fit, and those that judge the list.
///
/// # Errors
/// Where no army can be drawn, a game cannot be played, or the games do not tell; [`ArenaError::PartDone`] where a part
/// is played.
pub fn study(
    arena: &dyn Arena,
    draw: &Draw<'_>,
    troops: &[Troop],
    dials: &[Dial],
    plan: &Plan,
) -> Result<Study, StudyError> {
    let seed = plan.seed;
    let for_fit = |composition: &Composition| !is_held_out(seed, composition) && draw.is_legal(composition);
    let for_judging = |composition: &Composition| is_held_out(seed, composition) && draw.is_legal(composition);
    let (fitting, judging) = (draw.judged_by(&for_fit), draw.judged_by(&for_judging));
    let terms = Terms { troops: troops.len(), dials: dials.len() };
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
    // What cannot be drawn is to be told before anything is played.
    let mut trial = Key::new(seed).with_name("trial").stream();
    fitting.random(wide, &mut trial)?;
    draw.random(even, &mut trial)?;
    let few = StudyError::TooFewArmies { least: even.least, most: even.most };
    match judging.supply(even) {
        Supply::All(all) if all.len() < 2 => return Err(few),
        Supply::Many => drop(judging.random(even, &mut trial).map_err(|_| few)?),
        Supply::All(_) => {}
    }

    let of_fit = |step: usize| Key::new(seed).with_name("fit").with(step as u64);
    let of_judgement = |name: &str| Key::new(seed).with_name("judge").with_name(name);
    if arena.is_part() {
        play(&fitting, wide, plan.meetings, 1, of_fit(0))?;
        play(&judging, even, plan.held_out, plan.pairs, of_judgement(LIST))?;
        return Err(ArenaError::PartDone.into());
    }
    let (mut steps, mut met): (Vec<Step>, Vec<Met>) = (Vec::new(), Vec::new());
    let mut costs = list.clone();
    while steps.is_empty() || (steps.len() as u32) < plan.steps && !steps[steps.len() - 1].has_settled() {
        let encounters = play(&fitting.at(costs.clone()), wide, plan.meetings, 1, of_fit(steps.len()))?;
        let fit = Fit::of(&encounters, &terms)?;
        let fair = fair_costs(&fit, troops, dials)?;
        let agreement = agreement(steps.last(), &list, &fit, &fair);
        met.push(Met { part: Part::Fit(steps.len()), encounters });
        steps.push(Step { drawn_at: costs, fit, fair, agreement, is_pooled: false });
        costs = steps[steps.len() - 1].fair.written(troops);
    }
    let settled = (plan.steps > 1).then(|| steps[steps.len() - 1].has_settled());
    let first = first_pooled(&steps, troops.len());
    steps[first..].iter_mut().for_each(|step| step.is_pooled = true);
    let pooled: Vec<Encounter> = met[first..].iter().flat_map(|met| met.encounters.iter().cloned()).collect();
    let fit = Fit::of(&pooled, &terms)?;
    let fair = fair_costs(&fit, troops, dials)?;
    let costs = fair.written(troops);
    let least = if plan.least_change { least_change(&fit, troops) } else { None };
    let mut judged = Vec::new();
    let mut foretold = None;
    let sets = [
        (LIST, Some(list)),
        ("fitted", Some(costs.clone())),
        ("least_change", least.as_ref().map(|least| least.costs.clone())),
    ];
    for (name, set) in sets.into_iter().filter_map(|(name, set)| Some((name, set?))) {
        let encounters = play(&judging.at(set), even, plan.held_out, plan.pairs, of_judgement(name))?;
        foretold.get_or_insert_with(|| calibration(&fit, &encounters));
        judged.push(Judged { costs: name, imbalance: imbalance(&encounters) });
        met.push(Met { part: Part::Judged(name), encounters });
    }
    let services = services(&pooled, draw.costs());
    // What became of the troops is of no further use, and most of what a game takes up.
    let games_met = met.iter_mut().flat_map(|met| &mut met.encounters).flat_map(|encounter| &mut encounter.games);
    games_met.for_each(|game| game.survivors = [Vec::new(), Vec::new()]);
    Ok(Study {
        settled,
        formula: formula(&fit, troops),
        additivity: additivity(&fit, &pooled, troops, dials),
        calibration: calibration(&fit, &pooled),
        held_out: foretold.expect("the list is judged first"),
        services,
        least_change: least,
        judged,
        games,
        forfeited,
        costs,
        steps,
        met,
        fit,
        fair,
    })
}
