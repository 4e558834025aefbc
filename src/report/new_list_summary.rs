//! The screen output of `reglette balance` on its new list: what it leaves where it was not fitted, and the worst armies
//! that it allows.

use super::costs::new_list::NewList;
use super::format::{count, fixed};
use super::table::{Align, aligned};
use crate::balance::costs::{UnseenImbalance, WorstArmies};
use crate::game::names_of;
use crate::stats::Estimate;

/// A set of costs in words.
pub fn costs_in_words(costs: &str) -> &'static str {
    match costs {
        "list" => "the list",
        "fitted" => "the fitted costs",
        "printable" => "the printable list",
        _ => "the fewest changes",
    }
}

/// A share in percentage points, with its interval.
fn points(point: f64, interval: Option<Estimate>) -> String {
    let show = |share: f64| fixed(100.0 * share, 1);
    match interval {
        Some(interval) => format!("{} ({} to {})", show(point), show(interval.low), show(interval.high)),
        None => format!("{} (no interval)", show(point)),
    }
}

/// Formats both parts for one budget with one bot; empty where neither was asked for.
pub fn render(of: &NewList<'_>) -> String {
    let mut parts = Vec::new();
    if !of.unseen.is_empty() {
        parts.push(unseen(of));
    }
    parts.extend(of.study.worst.as_ref().map(|worst| worst_armies(of, worst)));
    parts.join("\n")
}

fn unseen(of: &NewList<'_>) -> String {
    let head = ["", "led by", "scenario", "new to the fit", "games", "mean distance from 50 %, points (95 %)"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let row = |one: &UnseenImbalance| {
        let name = |of_place: &dyn Fn([usize; 2]) -> String| one.place.map_or_else(|| "all".to_owned(), of_place);
        let found = one.found.as_ref();
        vec![
            format!("  {}", costs_in_words(one.costs)),
            name(&|[bot, _]| of.players[bot].to_owned()),
            name(&|[_, scenario]| of.scenarios[scenario].clone()),
            of.what_is_new(one).to_owned(),
            super::format::whole(one.games),
            found.map_or_else(|| "too few games".to_owned(), |found| points(found.point, found.interval)),
        ]
    };
    rows.extend(of.unseen.iter().map(row));
    let align = [Align::Left, Align::Left, Align::Left, Align::Left, Align::Right, Align::Left];
    let places = || of.unseen.iter().filter(|one| one.place.is_some());
    let games = count(places().map(|one| one.games).sum(), "game");
    let forfeited: u64 = places().filter_map(|one| one.found.as_ref()).map(|found| found.forfeited).sum();
    let forfeits = match forfeited {
        0 => String::new(),
        _ => format!(
            "{} of these were forfeited: they count as lost for the side that forfeits.\n",
            count(forfeited, "game")
        ),
    };
    format!(
        "{} points, {}: held-out armies of equal cost where the costs were not fitted, {games}\n{}{forfeits}",
        fixed(of.budget, 0),
        of.bot,
        aligned(&rows, &align)
    )
}

fn worst_armies(of: &NewList<'_>, worst: &WorstArmies) -> String {
    let head = ["", "points", "predicted (95 %)", "games", "rate (95 %)", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for army in &worst.armies {
        rows.push(vec![
            format!("  {}", names_of(&army.composition, of.troops)),
            fixed(army.points, 2),
            points(army.predicted.point, Some(army.predicted)),
            super::format::whole(army.games),
            army.rate.map_or_else(|| "too few games".to_owned(), |rate| points(rate.point, Some(rate))),
            army.verdict.name().to_owned(),
        ]);
    }
    let align = [Align::Left, Align::Right, Align::Left, Align::Right, Align::Left, Align::Left];
    let found = match (worst.armies.is_empty(), worst.is_complete) {
        (true, _) => "No army of the budget is allowed.\n",
        (_, true) => "",
        (_, false) => "The search was cut short: other allowed armies may be predicted farther from 50 %.\n",
    };
    format!(
        "{} points, {}: the worst armies still possible under {}, per cent against armies of the same cost\n{}{found}",
        fixed(of.budget, 0),
        of.bot,
        costs_in_words(worst.costs),
        aligned(&rows, &align)
    )
}
