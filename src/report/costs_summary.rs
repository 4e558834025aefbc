//! The screen output of `reglette balance`, and the rules file that it writes.

use super::costs::Costs;
use super::endings::endings_in_words;
use super::format::{count, fixed, p_value, whole};
use super::new_list_summary::costs_in_words;
use super::table::{Align, aligned};
use crate::balance::costs::{
    Agreement, FAIR_MARGIN, FLOOR, FairCost, Formula, Imbalance, PartCost, PrintableList, Study, endings_of,
};
use crate::stats::Estimate;
use std::fmt::Write;

pub(super) fn put(text: &mut String, line: String) {
    text.write_str(&line).expect("writing to a string does not fail");
}

/// An estimate in points, if the games bound it on both sides.
pub(super) fn points(estimate: Option<&Estimate>) -> String {
    estimate.map_or_else(
        || "not bounded by the games".to_owned(),
        |it| format!("{} ({} to {})", fixed(it.point, 2), fixed(it.low, 2), fixed(it.high, 2)),
    )
}

/// Formats the results for one budget.
pub fn render(of: &Costs<'_>) -> String {
    let (mut text, study) = (String::new(), of.study);
    let least = study.least_change.is_some();
    let mut rows = vec![["", "list", "fair cost (95 %)", "verdict", "survive"].map(str::to_owned).to_vec()];
    if study.printable.is_some() {
        rows[0].extend(["printable", "joint 95 %"].map(str::to_owned));
    }
    if least {
        rows[0].insert(5, "least change".to_owned());
    }
    for cost in &study.fair.costs {
        let survive =
            study.services[cost.troop].survival.map_or(String::new(), |share| format!("{} %", fixed(100.0 * share, 0)));
        let mut row = vec![
            format!("  {}", of.troops[cost.troop].name),
            fixed(cost.list_cost, 2),
            points(cost.fair.as_ref()),
            verdict(cost),
            survive,
        ];
        row.extend(study.least_change.as_ref().map(|least| fixed(least.costs[cost.troop], 2)));
        if let Some(list) = &study.printable {
            row.extend([fixed(list.costs[cost.troop], 2), joint(study, cost.troop)]);
        }
        rows.push(row);
    }
    let mut align = vec![Align::Left, Align::Right, Align::Left, Align::Left, Align::Right, Align::Right];
    if least {
        align.push(Align::Right);
    }
    put(&mut text, format!("{} points, {}, {}\n", fixed(of.budget, 0), of.bot, count(study.games, "game")));
    put(&mut text, aligned(&rows, &align));
    if study.fair.costs.iter().any(|cost| cost.at_floor) {
        put(
            &mut text,
            format!(
                "At the floor: costs are limited to at least {} % of the list everywhere, the scale included.\n",
                fixed(100.0 * FLOOR, 0)
            ),
        );
    }
    if let Some(formula) = &study.formula {
        put(&mut text, describe_formula(formula));
    }
    for exchange in &study.fair.exchanges {
        let name = &of.parameters[exchange.parameter].name;
        put(&mut text, format!("  One step of {name} is worth {} points.\n", points(exchange.points.as_ref())));
    }
    if let Some(first) = study.fit.first_move() {
        let rate = |log_odds: f64| 100.0 / (1.0 + libm::exp(-log_odds));
        let interval = first.map(rate);
        let (low, high) = (fixed(interval.low, 1), fixed(interval.high, 1));
        put(
            &mut text,
            format!(
                "Between even armies the side that begins wins {} % ({low} to {high}).\n",
                fixed(interval.point, 1)
            ),
        );
    }
    if let Some(list) = &study.printable {
        put(&mut text, describe_printable(list));
        put(&mut text, describe_joint(of));
    }
    put(
        &mut text,
        format!(
            "The games of the fit ended: {}.\n",
            endings_in_words(&endings_of(study.pooled_meetings().map(|(_, one)| one)))
        ),
    );
    for evaluated in &study.evaluated {
        if let Some(found) = &evaluated.imbalance {
            put(&mut text, format!("{}\n", describe_imbalance(evaluated.costs, found)));
        }
    }
    for name in &study.unaffordable {
        let (costs, budget) = (costs_in_words(name), fixed(of.budget, 0));
        put(&mut text, format!("Not evaluated: at the costs of {costs} no army of {budget} points can be made.\n"));
    }
    if study.lacks_least_change {
        let why = "the games do not bound the costs that would change";
        put(&mut text, format!("There is no list with the fewest changes: {why}.\n"));
    }
    put(&mut text, describe_model(study));
    text
}

/// The joint interval of a cost, and whether the printable list leaves it.
fn joint(study: &Study, troop: usize) -> String {
    let Some(interval) = study.joint.as_ref().and_then(|joint| joint.intervals[troop]) else {
        return "not bounded".to_owned();
    };
    let is_outside = study.printable_holds.get(troop).copied().flatten() == Some(false);
    let outside = if is_outside { ", outside" } else { "" };
    format!("{} to {}{outside}", fixed(interval.low, 2), fixed(interval.high, 2))
}

/// The verdict on a cost, and whether it is held at the floor.
fn verdict(cost: &FairCost) -> String {
    let floor = if cost.at_floor { format!(", at the floor of {}", fixed(cost.cost, 2)) } else { String::new() };
    cost.verdict.name().to_owned() + &floor
}

/// The result of a test, in brackets.
pub(super) fn describe_test(test: Agreement) -> String {
    let degrees = count(test.degrees as u64, "degree");
    format!("chi-square {} on {degrees}, p {}", fixed(test.statistic, 1), p_value(test.p))
}

fn describe_formula(formula: &Formula) -> String {
    let described = |part: &PartCost| {
        let list = format!("{} {}", part.name, fixed(part.list_cost, 0));
        match formula.parts.len() {
            1 => format!("{list}, the only one, which the scale of all costs determines"),
            _ => format!("{list}, fair {}", points(part.fair.as_ref())),
        }
    };
    let parts: Vec<String> = formula.parts.iter().map(described).collect();
    let mut text = format!("By the parts of the formula: {}.\n", parts.join("; "));
    let Some(left) = formula.left else { return text };
    let said = if formula.is_rejected() {
        "The games reject every formula of these parts"
    } else {
        "The games do not reject a formula of these parts"
    };
    put(&mut text, format!("{said} ({})", describe_test(left)));
    if formula.scatter > 0.0 {
        let scatter = fixed(formula.scatter, 2);
        put(
            &mut text,
            format!(
                ": troops deviate from it by {scatter} points beyond sampling error{}",
                if formula.parts.len() > 1 { ", which widens the intervals of the parts" } else { "" }
            ),
        );
    }
    text + ".\n"
}

fn describe_printable(list: &PrintableList) -> String {
    let changed = count(list.changed.len() as u64, "cost");
    let (statistic, degrees, p) = list.left;
    let test = describe_test(Agreement { statistic, degrees, p });
    if list.is_rejected() {
        format!(
            "The games reject every list found in steps of {}; the nearest has {changed} changed ({test}).\n",
            list.step
        )
    } else {
        format!("A list in steps of {} with {changed} changed is not rejected by the games ({test}).\n", list.step)
    }
}

/// Whether the printed costs lie within their joint intervals.
fn describe_joint(of: &Costs<'_>) -> String {
    let holds = &of.study.printable_holds;
    let with = |wanted: bool| (0..holds.len()).filter(move |troop| holds[*troop] == Some(wanted));
    let outside: Vec<&str> = with(false).map(|troop| of.troops[troop].name.as_str()).collect();
    match (outside.is_empty(), with(true).count()) {
        (true, 0) => "The games bound no cost jointly with the others.\n".to_owned(),
        (true, _) => {
            "On the scale of the fair costs all its bounded costs are within the joint 95 % intervals.\n".to_owned()
        }
        (false, _) => format!(
            "On the scale of the fair costs these of its costs are outside the joint 95 % intervals: {}.\n",
            outside.join(", ")
        ),
    }
}

fn describe_imbalance(costs: &str, found: &Imbalance) -> String {
    let named = costs_in_words(costs);
    let points = |share: f64| fixed(100.0 * share, 1);
    let interval = match found.spread_interval() {
        Some(interval) => format!("{} to {}", points(interval.low), points(interval.high)),
        None => "no interval: too few meetings contribute".to_owned(),
    };
    let noise = if found.is_within_noise() { ", not significantly above 0" } else { "" };
    format!(
        "Held-out armies of equal cost under {named}: true win rates spread by {} percentage points ({interval}) around 50 \
            %{noise}.",
        points(found.spread())
    )
}

fn describe_model(study: &Study) -> String {
    let mut text = String::new();
    let mattering: Vec<String> = study
        .additivity
        .suspects
        .iter()
        .filter(|suspect| suspect.matters())
        .map(|suspect| {
            format!(
                "{} {} ({} points)",
                suspect.kind.name(),
                suspect.name,
                fixed(100.0 * suspect.effect().unwrap_or(0.0), 1)
            )
        })
        .collect();
    if mattering.is_empty() {
        put(
            &mut text,
            "No significant departure from additivity: no square of a number and no pair of arms matters.\n".to_owned(),
        );
    } else {
        put(&mut text, format!("Significant departures from additivity: {}.\n", mattering.join(", ")));
    }
    if let Some(settled) = study.settled {
        let test = study
            .steps
            .last()
            .and_then(|step| step.agreement)
            .map(|test| format!(" ({})", describe_test(test)))
            .unwrap_or_default();
        let steps = count(study.steps.len() as u64, "step");
        let said = if settled { "converged after" } else { "had not converged after" };
        put(&mut text, format!("The costs {said} {steps}{test}.\n"));
        if let [first, .., last] = study.pooled()[..] {
            put(&mut text, format!("The games of steps {first} to {last} agree and are fitted together.\n"));
        }
    }
    if study.forfeited > 0 {
        put(
            &mut text,
            format!(
                "{} games were forfeited: they count as lost for the side that forfeits.\n",
                whole(study.forfeited)
            ),
        );
    }
    text
}

/// The rules file with the fitted costs. `source` names the run they come from. The fitted costs are of as many
/// elements as the rules put on the table for each; those of the file are of one, with which the rules price the next
/// army.
pub fn rules_file(of: &Costs<'_>, extends: &str, elements_for_each: u32, source: &[String]) -> String {
    let of_one = |cost: f64| fixed(cost / f64::from(elements_for_each), 2);
    let mut text = String::new();
    put(
        &mut text,
        format!("# Fair costs at {} points, measured by reglette {}.\n", fixed(of.budget, 0), super::manifest::VERSION),
    );
    for line in source {
        put(&mut text, format!("# {line}\n"));
    }
    put(&mut text, format!("\nextends = {}\n\n[troop_costs]\n", quoted(extends)));
    // The printed list takes precedence, then the one with the fewest changes.
    let few = match (of.study.new_printable(), of.study.new_least_change()) {
        (Some(list), _) => Some((list.changed.clone(), &list.costs)),
        (None, Some(least)) => Some((least.changed.iter().map(|(troop, _)| *troop).collect(), &least.costs)),
        (None, None) => None,
    };
    for cost in &of.study.fair.costs {
        let changed = few.as_ref().is_none_or(|(changed, _)| changed.contains(&cost.troop));
        let Some(fair) = cost.fair.as_ref().filter(|_| changed) else { continue };
        let costs = few.as_ref().map_or(&of.study.costs, |(_, costs)| *costs);
        let (list, low, high) = (of_one(cost.list_cost), of_one(fair.low), of_one(fair.high));
        put(&mut text, format!("# list cost {list}, 95 % interval {low} to {high}: {}\n", verdict(cost)));
        put(&mut text, format!("{} = {}\n", quoted(&of.troops[cost.troop].name), of_one(costs[cost.troop])));
    }
    text
}

/// A name quoted for TOML.
fn quoted(name: &str) -> String {
    toml::Value::from(name).to_string()
}

/// The legend of the verdicts, once for all tables.
pub fn legend() -> String {
    format!(
        "A cost is fair where the whole interval lies within {} % of it; overpriced where it lies below, underpriced \
            where it lies above. \"Survive\" is the share of a troop's elements or bases that are left after a \
            game.",
        fixed(100.0 * FAIR_MARGIN, 0)
    )
}
