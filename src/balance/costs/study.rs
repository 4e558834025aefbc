//! The whole question: armies are drawn at the costs of the list, meet, and give fair costs; where asked for, armies are drawn anew at these, until the costs stop moving; at last armies that had no part in any fit
//! meet at equal cost, under the list and under the fitted costs.

use super::additivity::{Additivity, additivity};
use super::calibration::{Calibration, calibration};
use super::fair::{FairCosts, fair_costs};
use super::fit::{Fit, FitError, Terms};
use super::imbalance::{Imbalance, draw_meetings, imbalance, is_held_out};
use super::least_change::{LeastChange, least_change};
use super::meeting::{Arena, ArenaError, Encounter};
use super::parts::{Formula, formula};
use super::service::{Service, services};
use crate::balance::draw::{Draw, Range, Supply, Unaffordable};
use crate::game::rng::Key;
use crate::game::{Composition, Dial, Troop};

/// A cost is never written below this share of the list: an army of troops that cost nothing has no end.
const LEAST_SHARE: f64 = 0.1;

/// What is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The points of an army.
    pub budget: f64,
    /// By which share of the budget armies of the fit differ from it at most: without differences nobody can tell what a point is worth.
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
    /// A cost has stopped moving if it changes by at most this share of itself.
    pub settled: f64,
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
        "too few armies cost {least} to {most} points to keep some of them from the fit; widen --tolerance, or take another budget or pool"
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
    /// The regression.
    pub fit: Fit,
    /// What it says.
    pub fair: FairCosts,
    /// The greatest change of a cost beyond its interval, as a share of it; 0 if none moved.
    pub moved: f64,
    /// Games played.
    pub games: u64,
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
    /// The fitted costs of all troops, to the hundredth; of the list where the games tell nothing.
    pub costs: Vec<f64>,
    /// The fewest changes.
    pub least_change: Option<LeastChange>,
    /// What the parts of the formula of the rulebook should cost.
    pub formula: Option<Formula>,
    /// Tests for departures from a sum, in the last step.
    pub additivity: Additivity,
    /// What the last fit foretold of its own games.
    pub calibration: Calibration,
    /// What it foretold of the games of held-out armies under the list.
    pub held_out: Calibration,
    /// What became of the troops in the games of the last fit.
    pub services: Vec<Service>,
    /// The costs judged.
    pub judged: Vec<Judged>,
    /// Games played.
    pub games: u64,
    /// Games that were forfeited, and count as lost by who forfeits.
    pub forfeited: u64,
}

impl Study {
    /// The last step.
    pub fn last(&self) -> &Step {
        self.steps.last().expect("a study has a step")
    }
}

/// Costs to the hundredth, none below its least.
fn written(costs: &[f64], troops: &[Troop]) -> Vec<f64> {
    costs.iter().zip(troops).map(|(cost, troop)| (cost.max(LEAST_SHARE * troop.cost) * 100.0).round() / 100.0).collect()
}

/// The greatest share by which a fitted cost differs from that at which armies were drawn, where its interval leaves that out.
fn moved(fair: &FairCosts, drawn_at: &[f64]) -> f64 {
    let change = |cost: &super::FairCost| {
        let before = drawn_at[cost.troop];
        let fair = cost.fair.filter(|fair| fair.low > before || fair.high < before)?;
        Some((fair.point - before).abs() / before)
    };
    fair.costs.iter().filter_map(change).fold(0.0, f64::max)
}

fn forfeits(encounters: &[Encounter]) -> u64 {
    encounters.iter().flat_map(|encounter| &encounter.games).filter(|game| game.forfeited).count() as u64
}

/// Plays, fits and judges. `draw` draws at the costs of the list.
///
/// # Errors
/// Where no army can be drawn, a game cannot be played, or the games do not tell.
pub fn study(arena: &dyn Arena, draw: &Draw<'_>, troops: &[Troop], dials: &[Dial], plan: &Plan) -> Result<Study, StudyError> {
    let seed = plan.seed;
    let for_fit = |composition: &Composition| !is_held_out(seed, composition) && draw.is_legal(composition);
    let for_judging = |composition: &Composition| is_held_out(seed, composition) && draw.is_legal(composition);
    let (fitting, judging) = (draw.judged_by(&for_fit), draw.judged_by(&for_judging));
    let terms = Terms { troops: troops.len(), dials: dials.len() };
    let list = draw.costs().to_vec();
    let (mut games, mut forfeited) = (0, 0);
    let mut play = |draw: &Draw<'_>, range: Range, number: usize, pairs: u64, key: Key| -> Result<Vec<Encounter>, StudyError> {
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

    let (mut steps, mut costs, mut encounters): (Vec<Step>, Vec<f64>, Vec<Encounter>) = (Vec::new(), list.clone(), Vec::new());
    let mut settled = None;
    while (steps.len() as u32) < plan.steps.max(1) && settled != Some(true) {
        let key = Key::new(seed).with_name("fit").with(steps.len() as u64);
        encounters = play(&fitting.at(costs.clone()), wide, plan.meetings, 1, key)?;
        let fit = Fit::of(&encounters, &terms)?;
        let fair = fair_costs(&fit, troops, dials)?;
        let moved = moved(&fair, &costs);
        let step = Step { drawn_at: costs, moved, games: 2 * plan.meetings as u64, fit, fair };
        costs = written(&step.fair.or_else(&list), troops);
        steps.push(step);
        settled = (plan.steps > 1).then_some(moved <= plan.settled);
    }
    let last = steps.last().expect("at least one step was made");
    let least = if plan.least_change { least_change(&last.fit, troops) } else { None };
    let least = least.map(|least| LeastChange { costs: written(&least.costs, troops), ..least });
    let mut judged = Vec::new();
    let mut foretold = None;
    let sets = [("list", Some(list)), ("fitted", Some(costs.clone())), ("least_change", least.as_ref().map(|least| least.costs.clone()))];
    for (name, set) in sets.into_iter().filter_map(|(name, set)| Some((name, set?))) {
        let key = Key::new(seed).with_name("judge").with_name(name);
        let met = play(&judging.at(set), even, plan.held_out, plan.pairs, key)?;
        foretold.get_or_insert_with(|| calibration(&last.fit, &met));
        judged.push(Judged { costs: name, imbalance: imbalance(&met, seed) });
    }
    Ok(Study {
        settled,
        formula: formula(&last.fit, troops),
        additivity: additivity(&last.fit, &encounters, troops, dials),
        calibration: calibration(&last.fit, &encounters),
        held_out: foretold.expect("the list is judged first"),
        services: services(&encounters, draw.costs()),
        least_change: least,
        judged,
        games,
        forfeited,
        costs,
        steps,
    })
}
