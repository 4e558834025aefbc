//! The rate of the first player under each bot, in the games in which the bot plays both sides: over all scenarios, and
//! on each. All games of a bot have the same weight, whatever armies meet.

use super::rungs::{RungMeasure, Subject, UnderBots};
use crate::balance::field::of_stratum;
use crate::game::Ending;
use crate::stats::shared::scatter;
use crate::stats::{GROUPS_OF_STRATUM, Shared};
use crate::tournament::{Counter, Kinds, Mixture, Plan, Standings, shows_first_move};
use std::collections::BTreeMap;

/// Points of the first player and games by group.
type Ratio = BTreeMap<u32, [f64; 2]>;

/// The rates of the first player under the bots of a plan; none where a bot plays both sides of no game, or where
/// self-play was forfeited or left unplayed.
pub fn first_move(plan: &Plan, standings: &Standings) -> Vec<UnderBots> {
    let mut of_bots: Vec<Vec<Kinds>> = vec![Vec::new(); plan.bots.len()];
    for ([one, _], counter) in standings.pairings().filter(|(entrants, _)| shows_first_move(*entrants)) {
        if is_incomplete(counter) {
            return Vec::new();
        }
        of_bots[one.bot].extend(counter.kinds());
    }
    Kinds::aligned(&mut of_bots.iter_mut().flatten().collect::<Vec<_>>());
    let ratios: Vec<Ratio> = of_bots.iter().map(|kinds| ratio(kinds)).collect();
    let on = |scenario: usize| -> Vec<Ratio> {
        let is_there = |group: u32| (group / GROUPS_OF_STRATUM) as usize == scenario;
        let of = |ratio: &Ratio| {
            let groups = ratio.iter().filter(|(group, _)| is_there(**group));
            groups.map(|(group, games)| (*group, *games)).collect()
        };
        ratios.iter().map(of).collect()
    };
    let all = (plan.scenarios.len() > 1).then(|| rates(None, &ratios));
    let each = (0..plan.scenarios.len()).map(|scenario| rates(Some(scenario), &on(scenario)));
    all.into_iter().chain(each).flatten().collect()
}

/// Whether games of a pairing say nothing about the first move since a bot forfeited them.
fn is_incomplete(counter: &Counter) -> bool {
    counter.endings[Ending::Forfeit] > 0 || counter.left_out > 0 || counter.unplayed > 0
}

/// Games in which play did not get as far as the first move do not count.
fn ratio(all: &[Kinds]) -> Ratio {
    let mut ratio = Ratio::new();
    for (group, Mixture { first, second, .. }) in all.iter().flat_map(Kinds::groups) {
        let won = f64::from(first.won + second.lost);
        let drawn = f64::from(first.drawn + second.drawn);
        let games = won + drawn + f64::from(first.lost + second.won);
        if games > 0.0 {
            let [points, all] = ratio.entry(of_stratum(*group)).or_default();
            (*points, *all) = (*points + won + drawn / 2.0, *all + games);
        }
    }
    ratio
}

fn rates(scenario: Option<usize>, ratios: &[Ratio]) -> Option<UnderBots> {
    if ratios.iter().any(BTreeMap::is_empty) {
        return None;
    }
    let shared = Shared::of_ratios(ratios);
    let mut covariance = scatter(&shared.errors());
    (0..ratios.len()).for_each(|bot| covariance[(bot, bot)] += shared.one_more(bot));
    let points: Vec<f64> = (0..ratios.len()).map(|bot| shared.rate(bot)).collect();
    let subject = Subject { scenario, measure: RungMeasure::FirstMove, of: String::new() };
    UnderBots::of_rates(subject, &points, covariance, &shared)
}
