//! The effects of a change under each of several bots, in the games in which the bot plays both sides. Each bot has the
//! estimates and intervals of a comparison of its own; games of several bots share dice, so that their covariance comes
//! from the groups of games that share none ([`Shared`]).

use super::effect::{Change, Effect, judge};
use super::measures::{Key, Measure, Observed, Table};
use super::tally::Tally;
use super::unseen::unseen_share;
use crate::balance::field::of_stratum;
use crate::balance::strength::rungs::degrees_of;
use crate::balance::strength::{RungMeasure, Stand, Subject, UnderBots};
use crate::game::Game;
use crate::stats::estimate::student_95;
use crate::stats::shared::scatter;
use crate::stats::{Estimate, LEVEL, Shared};
use crate::tournament::{Schedule, Tournament, blocks_of_groups};
use std::collections::{BTreeMap, BTreeSet};

/// Twice the difference, and the games, by group.
type Groups = BTreeMap<u32, [i64; 2]>;

/// The sums of a comparison under each bot of the plan.
pub(super) struct ByBot {
    bots: Vec<(Table, Vec<Tally>)>,
}

impl ByBot {
    /// No games yet.
    pub fn new<G: Game>(base: &Tournament<G>, variant: &Tournament<G>) -> ByBot {
        let under = |bot: usize| {
            let table = Table::under(bot, base, variant);
            let tallies = vec![Tally::by_groups(base.plan.scenarios.len()); table.keys().len()];
            (table, tallies)
        };
        ByBot { bots: (0..base.plan.bots.len()).map(under).collect() }
    }

    /// Adds a game without and with the change.
    pub fn add(&mut self, schedule: &Schedule, unchanged: &Observed, changed: &Observed) {
        self.bots.iter_mut().for_each(|(table, tallies)| table.add(schedule, unchanged, changed, tallies));
    }

    /// The effects that are known under every bot.
    pub fn effects(self) -> Vec<UnderBots> {
        let of_bot = |(table, mut tallies): (Table, Vec<Tally>)| {
            let groups: Vec<Groups> = tallies.iter_mut().map(|tally| tally.groups.take().unwrap_or_default()).collect();
            let keys = table.into_keys();
            let mut groups: BTreeMap<Key, Groups> = keys.iter().cloned().zip(groups).collect();
            let effects = judge(keys, &mut tallies).into_iter();
            effects.filter_map(|(key, effect)| Some((key.clone(), (effect, groups.remove(&key)?)))).collect()
        };
        let mut bots: Vec<BTreeMap<Key, (Effect, Groups)>> = self.bots.into_iter().map(of_bot).collect();
        let Some(keys) = bots.first().map(|first| first.keys().cloned().collect::<Vec<Key>>()) else {
            return Vec::new();
        };
        let of_key = |key: Key| {
            let of_bots: Vec<(Effect, Groups)> = bots.iter_mut().filter_map(|bot| bot.remove(&key)).collect();
            (of_bots.len() == bots.len()).then(|| under_bots(key, of_bots)).flatten()
        };
        keys.into_iter().filter_map(of_key).collect()
    }
}

/// The effect on a measure under each bot. `None` where it is not known under one of them: with too few games, where
/// games were left out, and for an amount that differs in no game.
fn under_bots(key: Key, of_bots: Vec<(Effect, Groups)>) -> Option<UnderBots> {
    let is_share = key.measure.is_share();
    let values: Vec<Estimate> = of_bots.iter().map(|(effect, _)| known(effect, key.measure)).collect::<Option<_>>()?;
    let shared = Shared::of_ratios(&ratios(of_bots.iter().map(|(_, groups)| groups)));
    let mut covariance = scatter(&shared.errors());
    for (bot, ((effect, _), value)) in of_bots.iter().zip(&values).enumerate() {
        // The interval under a bot also allows for what its games do not show.
        let error = value.half_width() / student_95(effect.clusters.saturating_sub(1).max(1));
        covariance[(bot, bot)] = covariance[(bot, bot)].max(error * error);
    }
    let degrees = degrees_of(&shared)?;
    let stands = values.iter().map(|value| Stand::of_effect(value, is_share)).collect();
    let subject = Subject { scenario: key.scenario, measure: RungMeasure::Effect(key.measure), of: key.of };
    Some(UnderBots { subject, values, stands, covariance, degrees })
}

/// The difference with its interval.
fn known(effect: &Effect, measure: Measure) -> Option<Estimate> {
    let is_complete = effect.left_out == 0 && effect.by_forfeit == 0;
    match effect.verdict {
        Change::TooFew | Change::Forfeits => None,
        _ if !is_complete => None,
        Change::Alike if measure.is_share() => {
            // Others in more clusters than this would have been seen.
            let most = unseen_share(effect.clusters);
            Some(Estimate { point: 0.0, low: -most, high: most, level: LEVEL })
        }
        _ => effect.interval,
    }
}

/// The differences and games of each bot, by whole blocks of pairs where there are enough of them.
fn ratios<'a>(of_bots: impl Iterator<Item = &'a Groups> + Clone) -> Vec<BTreeMap<u32, [f64; 2]>> {
    let groups: Vec<u32> =
        of_bots.clone().flat_map(Groups::keys).copied().collect::<BTreeSet<u32>>().into_iter().collect();
    let merged: BTreeMap<u32, u32> = groups.iter().copied().zip(blocks_of_groups(&groups)).collect();
    let of = |groups: &Groups| {
        let mut ratio: BTreeMap<u32, [f64; 2]> = BTreeMap::new();
        for (group, [twice, games]) in groups {
            let [difference, all] = ratio.entry(of_stratum(merged[group])).or_default();
            (*difference, *all) = (*difference + *twice as f64 / 2.0, *all + *games as f64);
        }
        ratio
    };
    of_bots.map(of).collect()
}
