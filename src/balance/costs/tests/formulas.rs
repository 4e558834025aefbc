//! The coverage of the intervals of a formula's parts under a known truth: where the formula is right, and where each
//! troop departs from it by a random amount.

use super::factors::Player;
use super::*;
use crate::stats::distributions::normal_quantile;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The true worth of the parts in points: two arms, quality, weapon, heaviness.
const PARTS: [(&str, f64); 5] = [("foot", 2.0), ("horse", 3.5), ("quality", 0.7), ("weapon", 0.5), ("heavy", 0.8)];
const TROOPS: usize = 16;

fn number(troop: usize, part: usize) -> u32 {
    match part {
        0 => u32::from(troop.is_multiple_of(2)),
        1 => u32::from(troop % 2 == 1),
        2 => (troop / 2 % 3) as u32,
        3 => u32::from(troop % 5 < 2),
        _ => u32::from(troop % 7 < 3),
    }
}

fn by_formula(troop: usize) -> f64 {
    PARTS.iter().enumerate().map(|(part, (_, cost))| f64::from(number(troop, part)) * cost).sum()
}

fn priced() -> Vec<Troop> {
    let part = |troop, (place, (name, cost)): (usize, &(&str, f64))| CostTerm {
        name: (*name).to_owned(),
        number: number(troop, place),
        cost: *cost,
    };
    let troop = |troop| Troop {
        name: format!("troop {troop}"),
        arm: "foot".to_owned(),
        cost: by_formula(troop),
        most: 30,
        parts: PARTS.iter().enumerate().map(|one| part(troop, one)).collect(),
    };
    (0..TROOPS).map(troop).collect()
}

/// How many of the intervals of five parts cover the true value, and whether the formula is rejected, where troops
/// depart from it with this standard deviation in points.
fn found(departure: f64, seed: u64) -> (usize, bool) {
    let mut stream = Key::new(seed).with_name("departures").stream();
    let mut depart = || departure * normal_quantile(stream.unit_interval().max(1e-9));
    let worths = (0..TROOPS).map(|troop| (by_formula(troop) + depart()) * POINT).collect();
    let (truth, troops) = (Truth { worths, ..truth() }, priced());
    let draw = Draw::new(&troops, &[], costs(&troops), &|_| true);
    let drawn = draw_meetings(&draw, Range::around(35.0, 0.2), 1_500, 1, 1, Key::new(seed)).unwrap();
    let met = truth.play(drawn, 0, seed).unwrap();
    let fit = Fit::of(&met, &Terms { troops: TROOPS, parameters: 0 }).unwrap();
    let formula = formula(&fit, &troops).unwrap();
    // By the list the mean army costs as much as by the formula, so that the true parts are those of the list.
    let covers =
        |part: &&PartCost| part.fair.is_some_and(|fair| fair.low <= part.list_cost && part.list_cost <= fair.high);
    (formula.parts.iter().filter(covers).count(), formula.is_rejected())
}

#[test]
fn parts_are_fitted_by_ground() {
    // On the second ground a horse is worth five points more.
    let on_second = |troop: usize| by_formula(troop) + 5.0 * f64::from(number(troop, 1));
    let truth_of = |worth: &dyn Fn(usize) -> f64| Truth {
        worths: (0..TROOPS).map(|troop| worth(troop) * POINT).collect(),
        ..truth()
    };
    let grounds = vec![truth_of(&by_formula), truth_of(&on_second)];
    let troops = priced();
    let draw = Draw::new(&troops, &[], costs(&troops), &|_| true);
    let plan = Plan { meetings: 6_000, steps: 1, held_out: 2, tolerance: 0.1, scenarios: 2, ..plan(11) };
    // A second bot plays armies with fewer horses, so that its mean army is another one.
    let dear: Vec<f64> =
        troops.iter().enumerate().map(|(troop, one)| one.cost + f64::from(8 * number(troop, 1))).collect();
    let player = Player { grounds };
    let studies =
        [draw.at(costs(&troops)), draw.at(dear)].map(|draw| study(&player, &draw, &troops, &[], &plan).unwrap());
    let found = factors(&[&studies[0], &studies[1]], &troops, &[], 2).unwrap().unwrap();
    let armies = [0, 1].map(|bot: usize| &studies[bot].fit.mean_army);
    let army: Vec<f64> = (0..TROOPS).map(|troop| (armies[0][troop] + armies[1][troop]) / 2.0).collect();
    let of_army = |worth: &dyn Fn(usize) -> f64| (0..TROOPS).map(|troop| army[troop] * worth(troop)).sum::<f64>();
    // The scale on which the mean army costs as much as by the list.
    let scale = of_army(&by_formula) / of_army(&on_second);
    for cell in &found.cells {
        let factor = if cell.scenario == 1 { scale } else { 1.0 };
        let formula = cell.formula.as_ref().unwrap();
        assert!(!formula.left.is_some_and(|left| left.p < 0.001), "{formula:?}");
        for (part, (name, worth)) in formula.parts.iter().zip(PARTS) {
            let worth = worth + if name == "horse" && cell.scenario == 1 { 5.0 } else { 0.0 };
            let fair = part.fair.unwrap();
            assert!((fair.point - worth * factor).abs() < 1.6 * fair.half_width(), "{part:?} {worth} {factor}");
        }
    }
    // By its own mean army the second bot would have another scale.
    let own = (0..TROOPS).map(|troop| armies[1][troop] * by_formula(troop)).sum::<f64>()
        / (0..TROOPS).map(|troop| armies[1][troop] * on_second(troop)).sum::<f64>();
    let horse = found.cells[3].formula.as_ref().unwrap().parts[1].fair.unwrap();
    assert!(horse.high < 8.5 * own && horse.high > 8.5 * scale, "{horse:?} {scale} {own}");
}

fn coverage(departure: f64, studies: u64) -> (f64, f64) {
    let all: Vec<(usize, bool)> = (0..studies).into_par_iter().map(|seed| found(departure, seed)).collect();
    let percent = |number: usize, of: f64| 100.0 * number as f64 / of;
    let rejected = all.iter().filter(|(_, rejected)| *rejected).count();
    (percent(all.iter().map(|(covered, _)| covered).sum(), 5.0 * studies as f64), percent(rejected, studies as f64))
}

#[test]
fn intervals_of_parts_are_as_wide_as_their_formula_is_wrong() {
    // 300 dependent intervals, 95 % ± 5.
    let (covered, rejected) = coverage(1.0, 60);
    assert!((90.0..=99.0).contains(&covered) && rejected > 50.0, "{covered} {rejected}");
}

#[test]
#[ignore = "takes a minute; see docs/testing.md"]
fn intervals_of_parts_cover_where_formulas_are_wrong() {
    for departure in [0.0, 0.3, 1.0] {
        let (covered, rejected) = coverage(departure, 1_000);
        println!(
            "troops depart by {departure} points: {covered:.1} % of intervals cover, {rejected:.1} % of formulas are \
                rejected"
        );
        assert!((93.0..=97.5).contains(&covered), "{departure}: {covered}");
        assert!(departure > 0.0 || rejected < 8.0, "{rejected}");
    }
}
