//! What a new list leaves under a known truth: joint intervals, the imbalance where costs were not fitted, and the worst
//! armies that a list allows.

use super::*;
use crate::stats::Estimate;
use crate::stats::distributions::normal_quantile;
use crate::stats::estimate::student_95;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The fit of a study, where there is a scale.
fn fitted_if_possible(truth: &Truth, meetings: usize, seed: u64) -> Option<(Fit, FairCosts)> {
    let troops = pool();
    let draw = Draw::new(&troops, &[], costs(&troops), &|_| true);
    let drawn = draw_meetings(&draw, Range::around(35.0, 0.2), meetings, 1, 1, Key::new(seed)).unwrap();
    let met = truth.play(drawn, 0, seed).unwrap();
    let fit = Fit::of(&met, &Terms { troops: troops.len(), parameters: 0 }).ok()?;
    let fair = fair_costs(&fit, &troops, &[]).ok()?;
    Some((fit, fair))
}

/// In how many studies all true costs lie within their joint intervals, and within their pointwise ones, and how many
/// studies have costs.
fn held_at_once(truth: &Truth, meetings: usize, studies: u64) -> [u64; 3] {
    let one = |seed: u64| {
        let Some((fit, fair)) = fitted_if_possible(truth, meetings, seed) else { return [0; 3] };
        let truths: Vec<f64> = (0..6).map(|troop| true_cost(&fit, troop)).collect();
        let joint = joint_costs(&fit, &fair, &pool()).expect("the covariance is regular");
        let holds = |found: Option<Estimate>, truth: f64| found.is_none_or(|it| it.low <= truth && truth <= it.high);
        let all = |of: &dyn Fn(usize) -> Option<Estimate>| (0..6).all(|troop| holds(of(troop), truths[troop]));
        [all(&|troop| joint.intervals[troop]), all(&|troop| fair.estimate(troop)), true].map(u64::from)
    };
    let found: Vec<[u64; 3]> = (0..studies).into_par_iter().map(one).collect();
    [0, 1, 2].map(|of| found.iter().map(|one| one[of]).sum())
}

#[test]
fn joint_intervals_hold_all_costs_at_once() {
    let [joint, pointwise, studies] = held_at_once(&truth(), 500, 200);
    // 95 % of 200, three standard deviations wide.
    assert!(studies == 200 && (181..=199).contains(&joint) && pointwise < 175, "{joint} {pointwise} {studies}");
}

/// The study of `docs/statistics.md`.
#[test]
#[ignore = "2,000 studies of each size take some minutes"]
fn joint_intervals_hold_all_costs_at_once_in_full() {
    // A point is worth three times as much where meetings are few, so that most studies have a scale.
    let clear = Truth { worths: WORTH.iter().map(|worth| 3.0 * POINT * worth).collect(), ..truth() };
    for (name, truth, meetings) in [
        ("clear", &clear, 50),
        ("clear", &clear, 100),
        ("clear", &clear, 500),
        ("usual", &truth(), 500),
        ("usual", &truth(), 2_000),
    ] {
        let [joint, pointwise, studies] = held_at_once(truth, meetings, 2_000);
        let [joint, pointwise] = [joint, pointwise].map(|held| 100.0 * held as f64 / studies as f64);
        println!("{name}, {meetings} meetings: joint {joint:.2} %, pointwise {pointwise:.2} % of {studies} studies");
        assert!((93.5..=97.5).contains(&joint) || meetings < 500, "{joint}");
    }
}

#[test]
fn joint_intervals_are_wider_by_one_factor_and_hold_the_list_on_their_scale() {
    let (fit, fair, _) = fitted(&truth(), 20_000, 3);
    let joint = joint_costs(&fit, &fair, &pool()).unwrap();
    let degrees = fit.logistic.groups() - 1;
    // Six costs with one linear dependence: less than Šidák's bound for six independent ones, 2.63.
    assert!(joint.quantile > 2.3 && joint.quantile < 2.63, "{}", joint.quantile);
    for cost in &fair.costs {
        let (pointwise, wide) = (cost.fair.unwrap(), joint.intervals[cost.troop].unwrap());
        let ratio = wide.half_width() / pointwise.half_width() / (joint.quantile / student_95(degrees));
        assert!((ratio - 1.0).abs() < 0.02 && wide.point == pointwise.point, "{cost:?} {wide:?}");
    }
    // Twice the true worths of troops in points are proportional to the true costs, and those of the list are not.
    let twice: Vec<f64> = WORTH.iter().map(|worth| 2.0 * worth).collect();
    assert_eq!(joint.hold(&on_scale(&fit, &pool(), &twice)), [Some(true); 6]);
    let list = joint.hold(&on_scale(&fit, &pool(), &costs(&pool())));
    assert_eq!((list[0], list[1], list[3]), (Some(false), Some(true), Some(false)), "{list:?}");
}

/// Meetings of armies with these true rates, of this many pairs.
fn met(rates: &[f64], pairs: usize, seed: u64) -> Vec<Encounter> {
    let mut stream = Key::new(seed).with_name("rates").stream();
    let army = || Composition { counts: Vec::new(), parameters: Vec::new() };
    let mut encounter = |rate: &f64| Encounter {
        meeting: Meeting { armies: [army(), army()], scenario: 0, pairs: pairs as u64 },
        games: (0..2 * pairs)
            .map(|game| MeetingGame {
                score: f64::from(u8::from(stream.unit_interval() < *rate)),
                swapped: game % 2 == 1,
                first_began: None,
                forfeited: false,
                ending: Ending::Victory,
                survivors: [Vec::new(), Vec::new()],
            })
            .collect(),
    };
    rates.iter().map(&mut encounter).collect()
}

/// A distribution: its name, its quantiles, and the mean of its absolute value.
type Shape = (&'static str, fn(f64) -> f64, f64);

#[test]
fn the_mean_absolute_imbalance_is_covered_whatever_the_distribution_of_true_rates() {
    let shapes: [Shape; 4] = [
        // 0.12 times the root of 2/pi; less than a ten-thousandth lies beyond 0 and 1.
        ("normal", |share| (0.12 * normal_quantile(share)).clamp(-0.5, 0.5), 0.095_74),
        ("two points", |share| if share < 0.5 { -0.2 } else { 0.2 }, 0.2),
        ("few far ones", |share| if share < 0.1 { 0.4 } else { 0.0 }, 0.04),
        ("even", |_| 0.0, 0.0),
    ];
    for (name, shape, wanted) in shapes {
        let (mut covered, mut all, mut shown, mut points) = (0, 0, 0, 0.0);
        for study in 0..150 {
            let mut stream = Key::new(study).with_name(name).stream();
            let rates: Vec<f64> = (0..400).map(|_| 0.5 + shape(stream.unit_interval().max(1e-9))).collect();
            let found = absolute_imbalance(&met(&rates, 4, study)).unwrap();
            points += found.point / 150.0;
            let Some(interval) = found.interval else { continue };
            all += 1;
            covered += u32::from(interval.low <= wanted && wanted <= interval.high);
            shown += u32::from(interval.low > 0.0);
        }
        assert!(all > 140 && f64::from(covered) > 0.92 * f64::from(all), "{name}: {covered} of {all}");
        // Where there is an imbalance of this size it is shown, and where there is none it is not.
        if wanted > 0.0 {
            assert!(shown > 135, "{name}: {shown}")
        } else {
            assert!(shown < 15, "{name}: {shown}")
        }
        // The point is right for normal rates, and always between the bounds: up to a fifth less at two points.
        let tolerance = if name == "normal" { 0.05 } else { 0.25 };
        assert!(name == "few far ones" || (points - wanted).abs() < tolerance * wanted + 0.02, "{name}: {points}");
    }
}

/// Riders are worth twice as much on the second scenario.
struct TwoGrounds;

impl Arena for TwoGrounds {
    fn play(&self, meetings: Vec<Meeting>, first: u64, seed: u64) -> Result<Vec<Encounter>, ArenaError> {
        let one = |(index, meeting): (usize, Meeting)| {
            let mut truth = truth();
            truth.worths.iter_mut().for_each(|worth| *worth *= 2.0);
            truth.worths[3] *= if meeting.scenario == 1 { 2.0 } else { 1.0 };
            truth.play(vec![meeting], first + index as u64, seed)
        };
        Ok(meetings.into_iter().enumerate().map(one).collect::<Result<Vec<_>, _>>()?.concat())
    }
}

#[test]
fn costs_that_are_right_where_they_were_fitted_leave_an_imbalance_elsewhere() {
    let troops = pool();
    let draw = Draw::new(&troops, &[], costs(&troops), &|_| true);
    let plan = plan(11);
    let found = study(&TwoGrounds, &draw, &troops, &[], &plan).unwrap();
    let (name, fitted) = found.new_list();
    assert_eq!((name, fitted), ("fitted", &found.costs[..]));
    let scenarios = ["field", "hills"].map(str::to_owned);
    let of = UnseenPlan { scenarios: &scenarios, meetings: 500, pairs: 4 };
    let players: [Player<'_>; 2] = [("greedy", &TwoGrounds), ("other", &TwoGrounds)];
    let sets = [(LIST, costs(&troops)), (name, fitted.to_vec())];
    let left = unseen(&players, &draw, &sets, &plan, &of).unwrap();
    let places: Vec<_> = left.iter().map(|one| (one.costs, one.place)).collect();
    let once = |costs| [Some([0, 1]), Some([1, 0]), Some([1, 1]), None].map(|place| (costs, place));
    assert_eq!(places, [once("list"), once("fitted")].concat());
    assert_eq!(left.iter().map(|one| one.games).collect::<Vec<_>>(), [[4000, 4000, 4000, 12000]; 2].concat());
    let at = |place: usize| left[4 + place].found.as_ref().unwrap();
    // Under another bot that makes the same of all troops the fitted costs are right, on the hills they are not.
    let (hills, other) = (at(0), at(1));
    assert!(hills.interval.unwrap().low > 0.03 && hills.point > 2.0 * other.point, "{hills:?} {other:?}");
    assert!(other.point < left[1].found.as_ref().unwrap().point, "{left:?}");
    // Hills under either bot have armies and dice of their own.
    assert_ne!(at(0), at(2));
    assert_eq!(unseen(&players, &draw, &sets, &plan, &of).unwrap(), left);
}

#[test]
fn only_combinations_without_part_in_the_fit_are_played() {
    assert_eq!(unseen_places(1, 2, 2), Vec::<[usize; 2]>::new());
    assert_eq!(unseen_places(1, 1, 2), [[0, 1]]);
    assert_eq!(unseen_places(2, 2, 2), [[1, 0], [1, 1]]);
}

#[test]
fn a_planted_price_is_found_among_the_worst_armies_and_confirmed() {
    let troops = pool();
    let draw = Draw::new(&troops, &[], costs(&troops), &|army| army.counts.iter().sum::<u32>() <= 12);
    let (fit, _, _) = fitted(&truth(), 6_000, 5);
    let plan = Plan { worst: 200, ..plan(5) };
    // What it is worth, but for riders at half of it, of which an army has at most twelve, and guns at twice of it.
    let mut planted = WORTH.map(|worth| (worth * 2.0).round() / 2.0).to_vec();
    planted[3] = 2.0;
    planted[5] = 12.0;
    let found = worst_armies(&truth(), &draw.at(planted.clone()), "printable", &fit, &plan).unwrap();
    assert!(found.is_complete && found.armies.len() == 5 && found.games() == 2_000, "{found:?}");
    let chances: Vec<f64> = found.armies.iter().map(|army| (army.predicted.point - 0.5).abs()).collect();
    assert!(chances.windows(2).all(|two| two[0] >= two[1] - 1e-3), "{chances:?}");
    for army in &found.armies {
        assert!((34.65..=35.35).contains(&army.points), "{army:?}");
        assert!(
            army.composition.counts.iter().sum::<u32>() <= 12 && army.verdict == WorstVerdict::Confirmed,
            "{army:?}"
        );
        // Strengths add up here, so that the prediction is right to within both errors.
        let rate = army.rate.unwrap();
        let errors = rate.half_width() + army.predicted.half_width();
        assert!((rate.point - army.predicted.point).abs() < 1.5 * errors, "{army:?}");
    }
    let planted_in = |army: &WorstArmy| {
        let strong = army.predicted.point > 0.5;
        if strong { army.composition.counts[3] >= 6 } else { army.composition.counts[5] >= 2 }
    };
    assert!(found.armies.iter().all(planted_in), "{found:?}");
    assert_eq!(worst_armies(&truth(), &draw.at(planted), "printable", &fit, &plan).unwrap(), found);
}

#[test]
fn a_study_plays_and_counts_the_worst_armies_of_its_new_list() {
    let plan = Plan { meetings: 1_000, held_out: 100, worst: 20, round: Some(0.5), ..plan(6) };
    let found = studied(&truth(), &plan);
    let worst = found.worst.as_ref().unwrap();
    assert_eq!((found.new_list().0, worst.costs, worst.games()), ("printable", "printable", 200));
    assert_eq!(found.games, plan.games());
    assert_eq!(found.printable_holds.len(), 6);
    let without = studied(&truth(), &Plan { worst: 0, round: None, least_change: true, ..plan });
    assert_eq!((without.new_list().0, &without.worst, &without.printable_holds[..]), ("least_change", &None, &[][..]));
    // What was there before is the same beside it.
    assert_eq!((found.fair, &found.evaluated[..2]), (without.fair, &without.evaluated[..2]));
}
