//! The worst armies that new costs still allow: of all legal armies of the budget those whose predicted win rate
//! against the mean opponent is farthest from one half, too strong or too weak, and what games of their own say of
//! them.
//!
//! The prediction is that of the fitted model: the log odds are the worths of all troops times the difference of their
//! numbers from those of the mean opponent. The search ([`super::extremes`]) chooses the most extreme of very many
//! armies by worths with sampling errors, and armies far from those of the fit, where strengths may no longer add up:
//! predictions are therefore too extreme on average (Smith and Winkler, The optimizer's curse, Management Science 52,
//! 2006). The games that follow had no part in the choice; their intervals need no correction for it.

use super::drawable::evaluating;
use super::extremes::{Choice, Extremes, greatest};
use super::fit::Fit;
use super::imbalance::different;
use super::meeting::{Arena, Encounter, Meeting};
use super::study::{Plan, StudyError};
use crate::balance::draw::{Draw, Range, Supply, Unaffordable};
use crate::game::Composition;
use crate::game::rng::Key;
use crate::stats::{ClusterSums, Estimate, clustered_score};

/// The number of armies.
pub const WORST: u64 = 5;

/// Opponents from whose numbers those of the mean opponent are taken, where there are too many to list.
const OPPONENTS: u64 = 1_000;

/// What games say of a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum WorstVerdict {
    /// The whole interval of the games is on the predicted side of one half.
    Confirmed,
    /// It is on the other side.
    Refuted,
    /// It contains one half.
    Undecided,
}

impl WorstVerdict {
    fn of(predicted: f64, rate: Option<&Estimate>) -> WorstVerdict {
        match rate {
            Some(rate) if rate.low > 0.5 || rate.high < 0.5 => {
                if (rate.low > 0.5) == (predicted > 0.5) {
                    WorstVerdict::Confirmed
                } else {
                    WorstVerdict::Refuted
                }
            }
            _ => WorstVerdict::Undecided,
        }
    }

    /// The name used in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An army, the prediction, and its games.
#[derive(Clone, Debug, PartialEq)]
pub struct WorstArmy {
    /// Its composition.
    pub composition: Composition,
    /// Its points by the new costs.
    pub points: f64,
    /// The predicted chance to win against the mean opponent, with the interval of the fit, which does not include the
    /// choice of the army.
    pub predicted: Estimate,
    /// The games of its own, against armies drawn for each meeting.
    pub games: u64,
    /// The forfeited ones of them, which count as lost for the side that forfeits.
    pub forfeited: u64,
    /// Points per game with their 95 % interval; meetings are the unit.
    pub rate: Option<Estimate>,
    /// What the games say of the prediction.
    pub verdict: WorstVerdict,
}

/// The worst armies that costs allow.
#[derive(Clone, Debug, PartialEq)]
pub struct WorstArmies {
    /// Which costs: `fitted`, `least_change`, `printable`.
    pub costs: &'static str,
    /// The armies, the one that is predicted to be farthest from one half first.
    pub armies: Vec<WorstArmy>,
    /// Whether no legal army is predicted farther from one half than the last of them, but for a fortieth of a
    /// percentage point; otherwise the search was cut short.
    pub is_complete: bool,
}

impl WorstArmies {
    /// All games.
    pub fn games(&self) -> u64 {
        self.armies.iter().map(|army| army.games).sum()
    }

    /// The forfeited ones.
    pub fn forfeited(&self) -> u64 {
        self.armies.iter().map(|army| army.forfeited).sum()
    }
}

/// The mean number of each troop in armies that a draw supplies.
fn mean_opponent(draw: &Draw<'_>, supply: &Supply, range: Range, key: Key) -> Result<Vec<f64>, Unaffordable> {
    let mut stream = key.with_name("mean opponent").stream();
    let armies = match supply {
        Supply::All(all) => all.clone(),
        Supply::Many => (0..OPPONENTS).map(|_| draw.army(supply, range, &mut stream)).collect::<Result<Vec<_>, _>>()?,
    };
    let mut mean = vec![0.0; draw.costs().len()];
    for army in &armies {
        army.counts.iter().zip(&mut mean).for_each(|(count, mean)| *mean += f64::from(*count) / armies.len() as f64);
    }
    Ok(mean)
}

/// The legal armies of a range that are predicted to be farthest from one half, with their log odds, and whether the
/// search was complete.
fn farthest(draw: &Draw<'_>, range: Range, fit: &Fit, opponent: &[f64]) -> (Vec<(Composition, f64)>, bool) {
    let worth = |troop: usize| fit.troop(troop).map(|column| fit.logistic.coefficients()[column]);
    let even: f64 = (0..opponent.len()).map(|troop| worth(troop).unwrap_or(0.0) * opponent[troop]).sum();
    let army =
        |counts: &[u32]| draw.with_default_parameters(&Composition { counts: counts.to_vec(), parameters: Vec::new() });
    let legal = |counts: &[u32]| draw.is_legal(&army(counts));
    let mut all: Vec<(Composition, f64)> = Vec::new();
    let mut complete = true;
    for sign in [1.0, -1.0] {
        let choice = |troop: usize| {
            let (cost, most) = (draw.costs()[troop], draw.most(troop));
            Some(Choice { troop, cost, value: sign * worth(troop)?, most })
        };
        let choices = draw.takeable().into_iter().filter_map(choice).collect();
        let Extremes { found, is_complete } = greatest(choices, opponent.len(), range, WORST as usize, &legal);
        complete &= is_complete;
        all.extend(found.into_iter().map(|(counts, value)| (army(&counts), sign * value - even)));
    }
    all.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()).then_with(|| one.0.cmp(&other.0)));
    all.dedup_by(|one, other| one.0 == other.0);
    all.truncate(WORST as usize);
    (all, complete)
}

/// The predicted chance to win.
fn predicted(fit: &Fit, army: &Composition, opponent: &[f64]) -> Estimate {
    let mut weights = vec![0.0; fit.width()];
    for (troop, count) in army.counts.iter().enumerate() {
        if let Some(column) = fit.troop(troop) {
            weights[column] = f64::from(*count) - opponent[troop];
        }
    }
    fit.logistic.combination(&weights).map(|log_odds| 1.0 / (1.0 + libm::exp(-log_odds)))
}

/// Points per game of the first army of some meetings; each meeting is a cluster.
fn rate_of(encounters: &[Encounter]) -> Option<Estimate> {
    let points = |encounter: &Encounter| encounter.games.iter().map(|game| game.score).sum();
    let with = |sums: ClusterSums, met: &Encounter| sums.with(met.games.len() as f64, points(met));
    clustered_score(&encounters.iter().fold(ClusterSums::default(), with))
}

/// Searches the worst armies of the budget at the costs of a draw, which have this name, and plays each against
/// held-out armies drawn at the same costs.
///
/// # Errors
/// If no opponent can be drawn, or a game cannot be played.
pub fn worst_armies(
    arena: &dyn Arena,
    draw: &Draw<'_>,
    costs: &'static str,
    fit: &Fit,
    plan: &Plan,
) -> Result<WorstArmies, StudyError> {
    let range = Range::around(plan.budget, plan.tolerance);
    let key = Key::new(plan.seed).with_name("worst").with_name(costs);
    evaluating(draw, |opponents| {
        let supply = opponents.supply(range);
        let mean = mean_opponent(opponents, &supply, range, key)?;
        let (found, is_complete) = farthest(draw, range, fit, &mean);
        let mut armies = Vec::new();
        for (rank, (composition, _)) in found.into_iter().enumerate() {
            let key = key.with(rank as u64);
            let meeting = |index: usize| {
                let mut stream = key.with(index as u64).stream();
                let opponent = different(opponents, &supply, range, &composition, &mut stream)?;
                Ok(Meeting {
                    armies: [composition.clone(), opponent],
                    scenario: index % plan.scenarios.max(1),
                    pairs: 1,
                })
            };
            let meetings = (0..plan.worst).map(meeting).collect::<Result<Vec<_>, Unaffordable>>()?;
            let met = arena.play(meetings, 0, key.with_name("dice").stream().bits())?;
            let games = || met.iter().flat_map(|encounter| &encounter.games);
            let (predicted, rate) = (predicted(fit, &composition, &mean), rate_of(&met));
            armies.push(WorstArmy {
                points: composition.cost(draw.costs()),
                predicted,
                games: games().count() as u64,
                forfeited: games().filter(|game| game.forfeited).count() as u64,
                verdict: WorstVerdict::of(predicted.point, rate.as_ref()),
                rate,
                composition,
            });
        }
        Ok(WorstArmies { costs, armies, is_complete })
    })
}
