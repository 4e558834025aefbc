//! Every interval in the tables of a run, by the table and by its subject.

use reglette::balance::{Ranking, Shape, luck_adjusted, measured, rankings};
use reglette::report::Results;
use reglette::stats::{Estimate, differences};
use reglette::tournament::{Allocate, Figure, Party};
use std::collections::BTreeMap;

/// The table of an interval, and its subject.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub table: &'static str,
    pub of: String,
}

/// The intervals of a run.
pub fn printed(results: Results<'_>) -> Vec<(Place, Estimate)> {
    let Results { plan, standings, .. } = results;
    let mut all = Vec::new();
    let mut put = |table: &'static str, of: String, interval: Option<Estimate>| {
        all.extend(interval.map(|interval| (Place { table, of }, interval)));
    };
    for (line, counter) in standings.lines() {
        let is_watched = plan.allocate == Some(Allocate::Verdicts);
        let table = match line.party {
            Party::Pairing(_) if is_watched => "matchups.csv, rate by confidence sequence",
            Party::Pairing(_) => "matchups.csv, rate",
            Party::Entrant(_) | Party::Bots(_) | Party::Armies { .. } => continue,
            Party::Bot(_) => "bots.csv, rate",
            Party::Army { .. } => "armies.csv, rate",
            Party::Red | Party::First if is_watched => "seats.csv, rate by confidence sequence",
            Party::Red | Party::First => "seats.csv, rate",
        };
        let rate = results.rate(line.party, counter);
        let of = format!("{:?} {:?}", line.scenario, line.party);
        put(table, of.clone(), rate.map(|rate| rate.decisive));
        if plan.luck.is_some() {
            let found = luck_adjusted(counter);
            put("luck.csv, rate", of.clone(), found.map(|found| found.raw));
            let of_all = found.filter(|_| counter.left_out == 0);
            put("luck.csv, rate_less_luck", of.clone(), of_all.map(|found| found.adjusted));
            // Its true value is exactly 0.
            put("luck.csv, luck", of, of_all.map(|found| found.luck));
        }
    }
    for (games, quality) in standings.qualities.lines().filter(|(games, _)| !games.is_mixed(plan)) {
        for figure in Figure::all() {
            put(
                "quality.csv",
                format!("{games:?} {figure:?}"),
                measured(quality, figure).and_then(|measured| measured.interval),
            );
        }
    }
    for ranking in rankings(plan, standings) {
        of_ranking(&ranking, plan.seed, &mut put);
    }
    all
}

fn of_ranking(ranking: &Ranking, seed: u64, put: &mut impl FnMut(&'static str, String, Option<Estimate>)) {
    let of = ranking.title();
    let name = |place: usize| ranking.rated[place].name.as_str();
    for rated in &ranking.rated {
        put("ratings.csv, elo", format!("{of} {}", rated.name), rated.elo.interval);
    }
    put("ratings.csv, first_player", of.clone(), ranking.first_player);
    put("ratings.csv, draws_of_equals", of.clone(), ranking.draws_of_equals);
    for lead in ranking.leads().filter(|lead| name(lead.first) < name(lead.second)) {
        let two = format!("{of} {} {}", name(lead.first), name(lead.second));
        put("superiority.csv, elo", two.clone(), lead.elo.interval);
        put("superiority.csv, rate", two, lead.rate.and_then(|rate| rate.interval));
    }
    let Some(shape) = Shape::of(ranking, seed) else { return };
    for (place, share) in shape.shares.iter().enumerate() {
        put("field.csv, nash_average", format!("{of} {}", name(place)), share.nash_average.interval);
    }
    for ring in shape.cycles.iter().flat_map(|cycles| &cycles.rings) {
        let strength = ranking.reported(ring.strength).interval;
        put("cycles.csv, strength", format!("{of} {}", ring_of(ring.entrants.map(name))), strength);
    }
    // Where there is no cycle the test is not significant in 95 of 100 fields.
    if let Some(cycles) = &shape.cycles {
        let p = cycles.p_value;
        put(
            "cycles.csv, p_value of no ring",
            of.clone(),
            Some(Estimate { point: p, low: if p >= 0.05 { 0.0 } else { 2.0 }, high: 3.0, level: 0.95 }),
        );
    }
}

fn ring_of(names: [&str; 3]) -> String {
    // A cycle is the same wherever it begins.
    let first = (0..3).min_by_key(|place| names[*place]).expect("there are three");
    [0, 1, 2].map(|step| names[(first + step) % 3]).join(" ")
}

/// The point estimates of a very long run for everything that may be reported, cycles included that it does not have.
pub fn truths(results: Results<'_>) -> Vec<(Place, f64)> {
    let Results { plan, standings, .. } = results;
    let known = |place: &Place| match place.table {
        "luck.csv, luck" => Some(0.0),
        "cycles.csv, p_value of no ring" => Some(1.0),
        "cycles.csv, strength" => None,
        _ => Some(f64::NAN),
    };
    let mut all: Vec<(Place, f64)> = printed(results)
        .into_iter()
        .filter_map(|(place, interval)| {
            known(&place).map(|known| if known.is_nan() { interval.point } else { known }).map(|truth| (place, truth))
        })
        .collect();
    for ranking in rankings(plan, standings) {
        let differences: BTreeMap<(usize, usize), f64> =
            differences(ranking.size(), &ranking.duels()).into_iter().collect();
        let odds = |one: usize, other: usize| {
            let back = || differences.get(&(other, one)).map(|difference| -difference);
            differences.get(&(one, other)).copied().or_else(back)
        };
        let size = ranking.size();
        for first in 0..size {
            for second in (0..size).filter(|second| *second != first) {
                for third in (0..size).filter(|third| ![first, second].contains(third)) {
                    let sum = odds(first, second)
                        .zip(odds(second, third))
                        .zip(odds(third, first))
                        .map(|((one, other), last)| one + other + last);
                    let ring = ring_of([first, second, third].map(|place| ranking.rated[place].name.as_str()));
                    let of = format!("{} {ring}", ranking.title());
                    all.extend(sum.map(|sum| (Place { table: "cycles.csv, strength", of }, sum)));
                }
            }
        }
    }

    all
}
