//! The mean points of an army list against the field under each bot: the mean of a row of the metagame's matrix, in
//! which every opponent has the same weight. Only pairings count that were played under every bot.

use super::rungs::{RateUnderBot, RungMeasure, Subject, UnderBots};
use crate::balance::field::of_stratum;
use crate::balance::ranking::LEAST_FIELD;
use crate::stats::Shared;
use crate::stats::shared::scatter;
use crate::tournament::kinds::Results;
use crate::tournament::{Kinds, Mixture, Plan, Standings};
use nalgebra::DMatrix;
use std::collections::{BTreeMap, BTreeSet};

/// The mean points of each list under the bots of a plan; none with fewer than three lists that met each other under
/// every bot, or where games were left out since a bot forfeited them.
pub fn field_rate(plan: &Plan, standings: &Standings) -> Vec<UnderBots> {
    let mut met: Vec<BTreeMap<[usize; 2], Kinds>> = Vec::new();
    for bot in 0..plan.bots.len() {
        let mut pairings = BTreeMap::new();
        for (armies, counter) in standings.armies_under(bot) {
            if counter.left_out > 0 || counter.unplayed > 0 {
                return Vec::new();
            }
            pairings.extend(counter.kinds().filter(|kinds| !kinds.groups().is_empty()).map(|kinds| (armies, kinds)));
        }
        met.push(pairings);
    }
    let Some(first) = met.first() else { return Vec::new() };
    let common: Vec<[usize; 2]> =
        first.keys().filter(|pairing| met.iter().all(|met| met.contains_key(*pairing))).copied().collect();
    let lists: BTreeSet<usize> = common.iter().flatten().copied().collect();
    if lists.len() < LEAST_FIELD {
        return Vec::new();
    }
    met.iter_mut().for_each(|met| met.retain(|pairing, _| common.contains(pairing)));
    Kinds::aligned(&mut met.iter_mut().flat_map(BTreeMap::values_mut).collect::<Vec<_>>());
    // A column for each pairing under each bot, in the order of bots.
    let ratios: Vec<BTreeMap<u32, [f64; 2]>> = met.iter().flat_map(BTreeMap::values).map(ratio).collect();
    let shared = Shared::of_ratios(&ratios);
    let of_columns = scatter(&shared.errors());
    let scenario = (plan.scenarios.len() == 1).then_some(0);
    let of_list = |list: &usize| {
        let own: Vec<(usize, f64)> = common
            .iter()
            .enumerate()
            .filter_map(|(place, [one, other])| match (one == list, other == list) {
                (true, _) => Some((place, 1.0)),
                (_, true) => Some((place, -1.0)),
                _ => None,
            })
            .collect();
        let share = 1.0 / own.len() as f64;
        let mut weights = DMatrix::zeros(ratios.len(), met.len());
        let mut under = Vec::with_capacity(met.len());
        for bot in 0..met.len() {
            let columns = || own.iter().map(|(place, sign)| (bot * common.len() + place, *sign));
            columns().for_each(|(column, sign)| weights[(column, bot)] = sign * share);
            // Seen from the second of two lists a rate is what it lacks to one.
            under.push(RateUnderBot {
                point: columns().map(|(at, sign)| 0.5 + sign * (shared.rate(at) - 0.5)).sum::<f64>() * share,
                one_more: columns().map(|(at, _)| shared.one_more(at)).sum::<f64>() * share * share,
                groups_and_games: shared.groups_and_games(&columns().map(|(at, _)| at).collect::<Vec<_>>()),
            });
        }
        let covariance = weights.transpose() * &of_columns * &weights;
        let subject = Subject { scenario, measure: RungMeasure::FieldRate, of: plan.armies[*list].name.clone() };
        UnderBots::of_rates(subject, &under, covariance, &shared)
    };
    lists.iter().filter_map(of_list).collect()
}

/// Points of the first of two lists and games by group.
fn ratio(kinds: &Kinds) -> BTreeMap<u32, [f64; 2]> {
    let of = |(group, Mixture { first, second, neither }): (&u32, &Mixture)| {
        let sum = |part: fn(&Results) -> u32| f64::from(part(first) + part(second) + part(neither));
        let (won, drawn, lost) = (sum(|it| it.won), sum(|it| it.drawn), sum(|it| it.lost));
        (of_stratum(*group), [won + drawn / 2.0, won + drawn + lost])
    };
    kinds.groups().iter().map(of).collect()
}
