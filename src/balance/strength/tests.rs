//! The strength axis under prescribed results: slopes known by hand or from an independent computation, effects that
//! hold on every rung, and effects that shrink with strength.

use super::*;
use crate::balance::testing::{PrescribedGame, entrant, played, played_with_forfeits};
use crate::game::Side;
use crate::game::rng::Key;
use crate::stats::Estimate;
use crate::tournament::{Entrant, Plan, Standings};

fn rated(points: &[f64], error: f64) -> Vec<Abscissa> {
    points.iter().map(|point| Abscissa { point: *point, error }).collect()
}

/// Each of some bots plays two armies against each other. Red begins, and wins this many of every hundred pairs under
/// each bot, whichever army it plays.
fn first_moves(wins: &[u64], pairs: u64) -> (Plan, Standings) {
    let pairings: Vec<[Entrant; 2]> = (0..wins.len()).map(|bot| [0, 1].map(|army| entrant(bot, Some(army)))).collect();
    // 37 is coprime to 100: the wins are distributed evenly. Each bot has another pattern.
    let begins_well = |game: &PrescribedGame| (game.pair * 37 + 11 * game.cell as u64) % 100 < wins[game.cell];
    let (mut plan, standings) =
        played(&pairings, pairs, |game| Some(if begins_well(game) { Side::Red } else { Side::Blue }));
    plan.bots.truncate(wins.len());
    (plan, standings)
}

fn found(ratings: &[Abscissa], (plan, standings): &(Plan, Standings)) -> MeasureStrength {
    let Strengths { rows, .. } = over_rungs(ratings, first_move(plan, standings)).unwrap();
    assert_eq!(rows.len(), 1, "one scenario");
    rows.into_iter().next().unwrap()
}

#[test]
fn a_first_move_that_wins_under_every_bot_wins_from_the_weakest_to_the_strongest() {
    let row = found(&rated(&[-300.0, -100.0, 100.0, 300.0], 10.0), &first_moves(&[60, 61, 59, 60], 1_000));
    assert_eq!(row.verdict, StrengthVerdict::Holds(Stand::Above), "{row:?}");
    assert_eq!(row.verdict.describe(&row.subject.measure.words(), "a", "d"), "the first move wins from a to d");
    assert!(row.trend.slope.low < 0.0 && row.trend.slope.high > 0.0, "{row:?}");
}

#[test]
fn a_first_move_that_wins_less_the_better_the_bots_wins_only_for_weak_play() {
    // Bots in another order than their ratings.
    let rungs = [100.0, -300.0, 300.0, -100.0];
    let row = found(&rated(&rungs, 0.0), &first_moves(&[60, 80, 50, 70], 4_000));
    assert_eq!(row.values.iter().map(|it| (100.0 * it.point).round()).collect::<Vec<_>>(), [80.0, 70.0, 60.0, 50.0]);
    // By hand: (-300 * 0.8 - 100 * 0.7 + 100 * 0.6 + 300 * 0.5) / 200 000 = -0.0005.
    assert!((row.trend.slope.point + 0.0005).abs() < 1e-9 && row.p_adjusted < 1e-6, "{row:?}");
    assert_eq!(row.verdict, StrengthVerdict::OnlyWeak(Stand::Above));
    // A mirrored course gives the mirrored verdict.
    let mirrored = rungs.map(|rung| -rung);
    let row = found(&rated(&mirrored, 0.0), &first_moves(&[60, 80, 50, 70], 4_000));
    assert_eq!(row.verdict, StrengthVerdict::OnlyStrong(Stand::Above));
}

#[test]
fn the_slope_of_few_games_is_that_of_an_independent_computation() {
    // numpy 2 and scipy: rates of clusters of pairs with the same dice, their covariance times 12 / 11, one more game
    // for each bot, the delta method for the errors of the ratings, Student's distribution with 11 degrees of freedom.
    let pairings: Vec<[Entrant; 2]> = (0..3).map(|bot| [0, 1].map(|army| entrant(bot, Some(army)))).collect();
    let (mut plan, standings) = played(&pairings, 12, |game| {
        let bot = game.cell as u64;
        let is_won = (3 * game.pair + 2 * u64::from(game.swapped) + bot * (game.pair % 4)) % 7 < 3 + bot;
        Some(if is_won { Side::Red } else { Side::Blue })
    });
    plan.bots.truncate(3);
    let ratings = [(-250.0, 20.0), (40.0, 15.0), (300.0, 25.0)];
    let ratings = ratings.map(|(point, error)| Abscissa { point, error });
    let row = found(&ratings, &(plan, standings));
    for (value, rate) in row.values.iter().zip([11.0 / 24.0, 14.0 / 24.0, 16.0 / 24.0]) {
        assert!((value.point - rate).abs() < 1e-12, "{row:?}");
    }
    let slope = row.trend.slope.map(|slope| 100.0 * slope);
    assert!((slope.point - 0.038_189_06).abs() < 1e-7 && (slope.half_width() - 0.046_963_97).abs() < 1e-5, "{slope:?}");
    assert!((row.trend.p_value - 0.101_028_5).abs() < 1e-5, "{row:?}");
}

#[test]
fn a_bot_that_meets_itself_with_one_army_shows_the_first_move_too() {
    let pairings: Vec<[Entrant; 2]> = (0..3).map(|bot| [entrant(bot, None); 2]).collect();
    let (mut plan, standings) = played(&pairings, 400, |game| (game.pair % 4 != 0).then_some(Side::Red));
    plan.bots.truncate(3);
    let row = found(&rated(&[-200.0, 0.0, 200.0], 5.0), &(plan, standings));
    assert!(row.values.iter().all(|value| (value.point - 0.875).abs() < 1e-12), "{row:?}");
    assert_eq!(row.verdict, StrengthVerdict::Holds(Stand::Above));
}

#[test]
fn nothing_is_said_about_forfeits_few_games_or_ratings_that_are_not_apart() {
    let pairings: Vec<[Entrant; 2]> = (0..3).map(|bot| [0, 1].map(|army| entrant(bot, Some(army)))).collect();
    let ratings = rated(&[-200.0, 0.0, 200.0], 5.0);
    let with = |pairs: u64, is_forfeited: bool| {
        let (mut plan, standings) = played_with_forfeits(&pairings, pairs, |game| {
            (Some(Side::Red), is_forfeited && (game.cell, game.pair) == (1, 3))
        });
        plan.bots.truncate(3);
        let both = first_move(&plan, &standings).into_iter().chain(field_rate(&plan, &standings));
        over_rungs(&ratings, both.collect())
    };
    assert!(with(100, false).is_ok());
    assert_eq!(with(100, true), Err(NoStrength::TooFew));
    assert_eq!(with(4, false), Err(NoStrength::TooFew));
    let (plan, standings) = first_moves(&[50, 60, 70], 100);
    let level = over_rungs(&rated(&[-1.0, 0.0, 1.0], 5.0), first_move(&plan, &standings));
    assert_eq!(level, Err(NoStrength::NotApart));
}

#[test]
fn slopes_cover_the_truth_where_bots_share_dice() {
    // Under each bot the first player wins where the die of the game, the same for all bots, is below its rate.
    let (ratings, error, rates) = ([-300.0, -80.0, 90.0, 290.0], 15.0, [0.52, 0.58, 0.61, 0.70]);
    let truth = {
        let Some(slopes) = slopes(
            &rated(&ratings, 0.0),
            [Values { points: &rates, covariance: &DMatrix::identity(4, 4), degrees: 100 }],
        ) else {
            panic!("the ratings are apart")
        };
        slopes[0].trend.slope.point
    };
    let pairings: Vec<[Entrant; 2]> = (0..4).map(|bot| [0, 1].map(|army| entrant(bot, Some(army)))).collect();
    let (mut covered, mut rates_covered, tournaments) = (0, 0, 1_000);
    for seed in 0..tournaments {
        let (mut plan, standings) = played(&pairings, 60, |game| {
            let of_pair = seed * 1_000_003 + 2 * game.pair + u64::from(game.swapped);
            let die = Key::new(of_pair).with_name("game").stream().unit_interval();
            Some(if die < rates[game.cell] { Side::Red } else { Side::Blue })
        });
        plan.bots.truncate(4);
        let mut stream = Key::new(seed).with_name("ratings").stream();
        let mut normal = || (0..12).map(|_| stream.unit_interval()).sum::<f64>() - 6.0;
        let seen = ratings.map(|point| Abscissa { point: point + error * normal(), error });
        let row = found(&seen, &(plan, standings));
        let holds = |interval: &Estimate, truth: f64| u64::from((interval.low..=interval.high).contains(&truth));
        covered += holds(&row.trend.slope, truth);
        rates_covered += row.values.iter().zip(rates).map(|(value, rate)| holds(value, rate)).sum::<u64>();
    }
    let [of_slopes, of_rates] = [covered, rates_covered / 4].map(|covered| covered as f64 / tournaments as f64);
    // By numpy: 94.6 % in 4,000 tournaments and 95.5 % in 20,000.
    assert!((0.925..=0.975).contains(&of_slopes) && (0.925..=0.975).contains(&of_rates), "{of_slopes} {of_rates}");
}

/// Three armies under each of some bots: the first wins this many of every hundred pairs against each of the others,
/// which are level with each other.
fn fields(wins: &[u64], pairs: u64) -> (Plan, Standings) {
    let twos = [[0, 1], [0, 2], [1, 2]];
    let pairings: Vec<[Entrant; 2]> =
        (0..wins.len()).flat_map(|bot| twos.map(|two| two.map(|army| entrant(bot, Some(army))))).collect();
    let (mut plan, standings) = played(&pairings, pairs, |game| {
        let (bot, [one, other]) = (game.cell / 3, twos[game.cell % 3]);
        let won = if one == 0 { wins[bot] } else { 50 };
        let winner = if (game.pair * 37 + 11 * game.cell as u64) % 100 < won { one } else { other };
        Some(if game.army_of(Side::Red) == winner { Side::Red } else { Side::Blue })
    });
    plan.bots.truncate(wins.len());
    (plan, standings)
}

#[test]
fn points_against_the_field_are_means_over_opponents_and_their_slopes_add_up_to_none() {
    let (plan, standings) = fields(&[80, 70, 60, 50], 2_000);
    let ratings = rated(&[-300.0, -100.0, 100.0, 300.0], 0.0);
    let Strengths { rows, .. } = over_rungs(&ratings, field_rate(&plan, &standings)).unwrap();
    let of: Vec<&str> = rows.iter().map(|row| row.subject.of.as_str()).collect();
    assert_eq!(of, ["army 0", "army 1", "army 2"]);
    let points = |row: &MeasureStrength| row.values.iter().map(|it| (1e4 * it.point).round()).collect::<Vec<f64>>();
    assert_eq!(points(&rows[0]), [8_000.0, 7_000.0, 6_000.0, 5_000.0]);
    // Against the first 20, 30, 40 and 50 %, against the other one half.
    assert_eq!(points(&rows[1]), [3_500.0, 4_000.0, 4_500.0, 5_000.0]);
    // By hand as above: -0.0005 for the first, half of it the other way for each of the others.
    let slopes: Vec<f64> = rows.iter().map(|row| row.trend.slope.point).collect();
    assert!((slopes[0] + 0.0005).abs() < 1e-9 && slopes.iter().sum::<f64>().abs() < 1e-12, "{slopes:?}");
    assert_eq!(rows[0].verdict, StrengthVerdict::OnlyWeak(Stand::Above));
    assert_eq!(rows[1].verdict, StrengthVerdict::OnlyWeak(Stand::Below));
    let (plan, standings) = fields(&[70, 71, 69, 70], 600);
    let Strengths { rows, .. } = over_rungs(&ratings, field_rate(&plan, &standings)).unwrap();
    let verdicts: Vec<StrengthVerdict> = rows.iter().map(|row| row.verdict).collect();
    let [above, below] = [Stand::Above, Stand::Below].map(StrengthVerdict::Holds);
    assert_eq!(verdicts, [above, below, below]);
}

#[test]
fn a_list_that_never_loses_has_a_score_interval() {
    // numpy: 30 clusters of four games, all won. Two that lack a game each have the variance 0.125 / (29 * 30), which
    // is that of 114 games at a rate of 59/60; the lower end is Wilson's for these, with Student's quantile 2.0452.
    let (plan, standings) = fields(&[100; 3], 30);
    let found = field_rate(&plan, &standings);
    assert_eq!(found[0].subject.of, "army 0");
    for value in &found[0].values {
        assert!((value.low - 0.964_626).abs() < 1e-5 && (value.point, value.high) == (1.0, 1.0), "{value:?}");
    }
    // The covariance, from which the slope follows, has one more game of each of both pairings: half the sum of twice
    // 5/16 of a squared game, of 60.
    assert!((found[0].covariance[(0, 0)] - 2.0 * 0.3125 / 3600.0 / 4.0).abs() < 1e-12, "{:?}", found[0].covariance);
}

#[test]
fn two_lists_are_no_field() {
    let (plan, standings) = first_moves(&[50, 60, 70], 100);
    assert!(field_rate(&plan, &standings).is_empty());
}

#[test]
fn only_an_effect_on_a_share_can_be_level() {
    let within = |low: f64, high: f64| Estimate { point: (low + high) / 2.0, low, high, level: LEVEL };
    assert_eq!(Stand::of_effect(&within(-0.01, 0.02), true), Stand::Level);
    assert_eq!(Stand::of_effect(&within(0.005, 0.02), true), Stand::Level);
    assert_eq!(Stand::of_effect(&within(-0.01, 0.02), false), Stand::Undecided);
    assert_eq!(Stand::of_effect(&within(0.005, 0.03), true), Stand::Above);
    assert_eq!(Stand::of_effect(&within(-0.03, -0.005), false), Stand::Below);
}

#[test]
fn verdicts_follow_from_both_ends_and_the_trend() {
    use Stand::{Above, Below, Level, Undecided};
    let words = RungMeasure::FirstMove.words();
    let of = |stands: &[Stand], rises| StrengthVerdict::of(stands, rises);
    assert_eq!(of(&[Level, Level, Level], Some(true)), StrengthVerdict::Holds(Level));
    assert_eq!(of(&[Below, Undecided, Level], Some(true)), StrengthVerdict::OnlyWeak(Below));
    assert_eq!(of(&[Above, Undecided, Undecided], Some(false)), StrengthVerdict::ShownWeak(Above));
    assert_eq!(of(&[Undecided, Level, Below], Some(false)), StrengthVerdict::ShownStrong(Below));
    // A bot between the ends contradicts them.
    assert_eq!(of(&[Above, Below, Undecided], Some(false)), StrengthVerdict::Changes);
    assert_eq!(of(&[Above, Below, Above, Below], Some(false)), StrengthVerdict::Changes);
    assert_eq!(of(&[Level, Undecided, Above], Some(true)), StrengthVerdict::OnlyStrong(Above));
    assert_eq!(of(&[Above, Level, Below], Some(false)), StrengthVerdict::Reverses(Above));
    // Undecided by few games, while the quantity departs from level.
    assert_eq!(of(&[Above, Undecided, Undecided], Some(true)), StrengthVerdict::Changes);
    assert_eq!(of(&[Above, Undecided, Above], Some(true)), StrengthVerdict::Changes);
    assert_eq!(of(&[Below, Undecided, Level], None), StrengthVerdict::NoTrend);
    assert_eq!(StrengthVerdict::Holds(Level).describe(&words, "novice", "master"), "even from novice to master");
    let reversed = StrengthVerdict::Reverses(Above).describe(&words, "novice", "master");
    assert_eq!(reversed, "the first move wins for weak play, the second move wins for strong play");
}
