//! The imbalance that costs leave where they were not fitted: on scenarios and under bots that had no part in any fit.
//! Held-out armies of equal cost meet there, under the old list and under the new one, each ground under each bot by
//! itself and on dice and with armies of its own.

use super::absolute::{AbsoluteImbalance, absolute_imbalance};
use super::drawable::evaluating;
use super::imbalance::draw_meetings;
use super::meeting::{Arena, Encounter, Meeting};
use super::study::{LIST, Plan, StudyError};
use crate::balance::draw::{Draw, Range};
use crate::game::rng::Key;

/// A set of costs with its name: `list`, `fitted`, `least_change`, `printable`.
pub type NamedCosts = (&'static str, Vec<f64>);

/// A bot: its name, and the arena where it leads both armies.
pub type Player<'a> = (&'a str, &'a dyn Arena);

/// What is played where costs were not fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct UnseenPlan<'a> {
    /// The names of all scenarios, those of the fit first.
    pub scenarios: &'a [String],
    /// Meetings on each scenario under each bot, under each set of costs.
    pub meetings: usize,
    /// Pairs of games in each of them.
    pub pairs: u64,
}

/// The imbalance of a set of costs on a scenario under a bot, or over all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct UnseenImbalance {
    /// Which costs.
    pub costs: &'static str,
    /// The bot, 0 for that of the fit, and the scenario, by their numbers; `None` for all together, every combination
    /// with the same weight.
    pub place: Option<[usize; 2]>,
    /// The result; `None` where too few games counted.
    pub found: Option<AbsoluteImbalance>,
    /// Games.
    pub games: u64,
}

impl UnseenImbalance {
    fn of(costs: &'static str, place: Option<[usize; 2]>, encounters: &[Encounter]) -> UnseenImbalance {
        let games = encounters.iter().map(|encounter| encounter.games.len() as u64).sum();
        UnseenImbalance { costs, place, found: absolute_imbalance(encounters), games }
    }
}

/// The combinations of bot and scenario without part in the fit, where the first bot and the first `seen` scenarios are
/// those of the fit.
pub fn unseen_places(bots: usize, seen: usize, scenarios: usize) -> Vec<[usize; 2]> {
    let all = (0..bots).flat_map(|bot| (0..scenarios).map(move |scenario| [bot, scenario]));
    all.filter(|[bot, scenario]| *bot > 0 || *scenario >= seen).collect()
}

/// Plays held-out armies of equal cost where costs were not fitted. The first player led the armies of the fit; `draw`
/// is that of the study.
///
/// # Errors
/// If no army can be drawn at the costs of the list, or a game cannot be played. New costs at which none can be drawn
/// have no results.
pub fn unseen(
    players: &[Player<'_>],
    draw: &Draw<'_>,
    sets: &[NamedCosts],
    plan: &Plan,
    of: &UnseenPlan<'_>,
) -> Result<Vec<UnseenImbalance>, StudyError> {
    let even = Range::around(plan.budget, plan.tolerance);
    let places = unseen_places(players.len(), plan.scenarios, of.scenarios.len());
    let mut results = Vec::new();
    'sets: for (costs, list) in sets {
        let mut all = Vec::new();
        for [bot, scenario] in &places {
            let (name, arena) = players[*bot];
            let key = Key::new(plan.seed).with_name("unseen").with_name(costs);
            let key = key.with_name(name).with_name(&of.scenarios[*scenario]);
            let drawn =
                evaluating(draw, |draw| draw_meetings(&draw.at(list.clone()), even, of.meetings, of.pairs, 1, key));
            if *costs != LIST && drawn.is_err() {
                continue 'sets;
            }
            let there = drawn?.into_iter().map(|meeting| Meeting { scenario: *scenario, ..meeting }).collect();
            let met = arena.play(there, 0, key.with_name("dice").stream().bits())?;
            results.push(UnseenImbalance::of(costs, Some([*bot, *scenario]), &met));
            all.extend(met);
        }
        if places.len() > 1 {
            results.push(UnseenImbalance::of(costs, None, &all));
        }
    }
    Ok(results)
}
