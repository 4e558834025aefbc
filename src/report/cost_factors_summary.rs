//! The screen output of `reglette balance` on several scenarios, with several bots, or by the strength of the player.

use super::costs::factors::CostFactors;
use super::costs::strength::{CostStrength, points_a_step};
use super::costs_summary::{describe_test, points, put};
use super::format::{count, fixed, p_value};
use super::strength::rungs;
use super::table::{Align, aligned};
use crate::balance::costs::{CostVerdict, Factor, Formula, Heterogeneity, TroopFactors, parts_with_verdict};
use crate::stats::Estimate;

/// Formats the costs of one budget by scenario and bot.
pub fn render_factors(of: &CostFactors<'_>) -> String {
    let mut text = String::new();
    let factors: Vec<Factor> = of.factors.joint.iter().map(|found| found.factor).collect();
    let levels = |factor: &Factor| match factor {
        Factor::Scenario => Some(count(of.scenarios.len() as u64, "scenario")),
        Factor::Bot => Some(count(of.bots.len() as u64, "bot")),
        Factor::Interaction => None,
    };
    let over: Vec<String> = factors.iter().filter_map(levels).collect();
    let games: u64 = of.factors.cells.iter().map(|cell| cell.games).sum();
    let mut rows = vec![["", "mean (95 %)", "lowest", "highest"].map(str::to_owned).to_vec()];
    rows[0].extend(factors.iter().map(|factor| format!("p {}", factor.name())));
    rows[0].push("verdict".to_owned());
    for troop in &of.factors.troops {
        let mut row = vec![format!("  {}", of.troops[troop.troop].name), points(Some(&troop.mean()))];
        row.extend(extremes(of, troop));
        row.extend(troop.heterogeneity.iter().map(adjusted));
        row.push(of.verdict(troop));
        rows.push(row);
    }
    let head = format!("{} points, by scenario and bot: {}, ", fixed(of.budget, 0), over.join(" × "));
    put(&mut text, format!("{head}each combination with the same weight, {}\n", count(games, "game")));
    let align: Vec<Align> = rows[0].iter().map(|_| Align::Left).collect();
    put(&mut text, aligned(&rows, &align));
    for found in &of.factors.joint {
        put(&mut text, describe_heterogeneity(found));
    }
    put(&mut text, "Each p is that of the hypothesis of no difference, adjusted for all troops.\n".to_owned());
    put(&mut text, describe_parts(of));
    text
}

/// The parts of the rulebook's formula that are wrong in the same direction in every cell; nothing where no part has a
/// fair number.
fn describe_parts(of: &CostFactors<'_>) -> String {
    let cells = of.factors.cells.len();
    let formulas: Vec<&Formula> = of.factors.cells.iter().filter_map(|cell| cell.formula.as_ref()).collect();
    if formulas.first().is_none_or(|formula| formula.parts.len() < 2) {
        return String::new();
    }
    if formulas.len() < cells {
        let known = formulas.len();
        return format!("The parts of the formula can be estimated in {known} of {cells} combinations.\n");
    }
    let found = |verdict: CostVerdict| {
        let names = parts_with_verdict(&formulas, verdict);
        (!names.is_empty()).then(|| format!("{}: {}", verdict.name(), names.join(", ")))
    };
    let found: Vec<String> =
        [CostVerdict::Underpriced, CostVerdict::Overpriced].into_iter().filter_map(found).collect();
    let mut text = match found.is_empty() {
        true => "No part of the formula is shown to be wrong in the same direction in every combination".to_owned(),
        false => format!("Parts of the formula that are wrong in every combination: {}", found.join("; ")),
    };
    let rejected = formulas.iter().filter(|formula| formula.is_rejected()).count();
    put(&mut text, format!(". The games of {rejected} of {cells} combinations reject every formula of these parts.\n"));
    text
}

/// Formats the costs of one budget by the strength of the player.
pub fn render_strength(of: &CostStrength<'_>) -> String {
    let mut text = String::new();
    let rungs = rungs(&of.strength.order, of.bots, of.ratings);
    let [weakest, strongest] = of.ends();
    let head = ["", "list", weakest, strongest, "per 100 Elo (95 %)", "p", "verdict"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for troop in &of.strength.troops {
        let ends = [troop.costs.first(), troop.costs.last()].map(points);
        let mut row = vec![format!("  {}", of.troops[troop.troop].name), fixed(troop.list_cost, 2)];
        row.extend(ends);
        row.extend([points(Some(&points_a_step(troop))), p_value(troop.p_adjusted), of.verdict(troop)]);
        rows.push(row);
    }
    put(&mut text, format!("{} points, by the strength of the player: {rungs}\n", fixed(of.budget, 0)));
    let align: Vec<Align> = rows[0].iter().map(|_| Align::Left).collect();
    put(&mut text, aligned(&rows, &align));
    put(
        &mut text,
        "Fair costs are means over the scenarios. Each p is that of the hypothesis that strength changes nothing, \
            adjusted for all troops; the intervals include the errors of the ratings.\n"
            .to_owned(),
    );
    text
}

/// The cells with the lowest and the highest cost of a troop.
fn extremes(of: &CostFactors<'_>, troop: &TroopFactors) -> [String; 2] {
    let cost = |cell: usize| of.factors.cells[cell].fair.estimate(troop.troop);
    let mut known: Vec<(usize, Estimate)> =
        (0..of.factors.cells.len()).filter_map(|cell| Some((cell, cost(cell)?))).collect();
    known.sort_by(|one, other| one.1.point.total_cmp(&other.1.point));
    let described = |found: Option<&(usize, Estimate)>| {
        let Some((cell, fair)) = found else { return String::new() };
        let cell = &of.factors.cells[*cell];
        let mut names = Vec::new();
        if of.scenarios.len() > 1 {
            names.push(of.scenarios[cell.scenario].as_str());
        }
        if of.bots.len() > 1 {
            names.push(of.bots[cell.bot]);
        }
        format!("{}: {}", names.join(", "), points(Some(fair)))
    };
    [described(known.first()), described(known.last())]
}

fn adjusted(found: &Heterogeneity) -> String {
    found.p_adjusted.map_or_else(|| "unknown".to_owned(), p_value)
}

fn describe_heterogeneity(found: &Heterogeneity) -> String {
    let what = match found.factor {
        Factor::Scenario => "All costs together, between scenarios",
        Factor::Bot => "All costs together, between bots",
        Factor::Interaction => "All costs together, beyond the sum of both",
    };
    let Some(test) = found.test else { return format!("{what}: too few games for a test.\n") };
    let said = if found.matters() { "they differ" } else { "no difference is shown" };
    let share = found.share.map_or_else(String::new, |share| {
        let noise = if found.matters() { "" } else { ", not significantly above 0" };
        format!("; {} % of the variance that is not sampling error{noise}", fixed(100.0 * share, 0))
    });
    format!("{what}: {said} ({}){share}.\n", describe_test(test))
}
