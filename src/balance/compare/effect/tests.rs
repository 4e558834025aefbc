use super::*;

fn rate(tally: Tally) -> Vec<(Key, Effect)> {
    judge(vec![Key { scenario: None, measure: Measure::MatchupRate, of: String::new() }], &mut [tally])
}

#[test]
fn a_measure_that_never_differs_is_alike_and_has_no_interval() {
    let (_, effect) = rate(Tally::of_games((0..40).map(|pair| (pair % 3, pair % 3))))[0];
    assert_eq!((effect.difference, effect.interval, effect.verdict, effect.clusters), (0.0, None, Change::Alike, 40));
}

#[test]
fn four_pairs_that_change_sides_are_no_effect_and_eight_are() {
    let changed = |count: u64| rate(Tally::of_games((0..200).map(|pair| (0, if pair < count { 2 } else { 0 }))))[0].1;
    // The exact sign test: 2 / 2^4 = 0.125, 2 / 2^8 = 0.008.
    assert_eq!([4, 8].map(|count| changed(count).verdict), [Change::Undetected, Change::Higher]);
    let eight = changed(8);
    assert!((eight.difference - 0.04).abs() < 1e-12 && eight.p_value.unwrap() < 0.05);
    // The variance is 0.04 × 0.96 / 199, and two more of 200 that are not among the eight.
    let error = (0.04_f64 * 0.96 / 199.0 + 2.0 * 0.96 / 199.0 / 200.0).sqrt();
    // Student's quantile of 199 degrees of freedom is 1.972 (any table).
    assert!((eight.interval.unwrap().half_width() - 1.972 * error).abs() < 1e-3 * error);
    // The half-width is 1.972 of 1.972 + 0.842 standard errors; few clusters show a greater difference with that power.
    for count in [1, 2, 3, 8, 16, 50] {
        let effect = changed(count);
        let shares = effect.interval.unwrap().half_width() / effect.detectable.unwrap();
        let is_exact = (shares - 1.972 / 2.814).abs() < 1e-3;
        assert!(if count < 8 { shares < 0.69 } else { is_exact || count == 8 }, "{count}: {shares}");
    }
}

#[test]
fn a_share_that_differs_alike_in_all_clusters_has_an_interval() {
    let found = &rate(Tally::of_games((0..10).map(|_| (0, 2))))[0].1;
    let interval = found.interval.expect("a share has one");
    // The rule of three: others in more than 1 - 0.05^(1/10) of the clusters would have been seen, of -1 at worst.
    assert!((interval.low - (1.0 - 2.0 * 0.258_865_5)).abs() < 1e-6 && interval.high == 1.0, "{interval:?}");
    assert_eq!((found.verdict, found.p_value), (Change::Higher, Some(2.0 / 1024.0)));
    assert_eq!(found.detectable, None, "there is no scatter");
}

#[test]
fn alike_differences_have_a_verdict_as_their_interval_whatever_rounding_leaves() {
    // Clusters of six games, of which the sums of squares are not exact.
    let mut tally = Tally::new(1);
    for pair in 0..10 {
        (0..6).for_each(|game| tally.add(0, pair, false, 0, if game < 4 { 2 } else { 0 }));
    }
    let found = &rate(tally)[0].1;
    assert!(found.interval.is_some_and(|interval| interval.half_width() > 0.2), "{found:?}");
    // An eighth of the games in each of ten clusters: 0 lies within the interval.
    let mut tally = Tally::new(1);
    for pair in 0..10 {
        (0..8).for_each(|game| tally.add(0, pair, false, 0, if game == 0 { 2 } else { 0 }));
    }
    let found = &rate(tally)[0].1;
    assert!(found.verdict == Change::Undetected && found.p_value.is_some_and(|p| p > 0.05), "{found:?}");
}

#[test]
fn a_rate_that_moves_towards_one_half_is_fairer() {
    // Eight of ten won, then six of ten; the two that change do so in every ten pairs.
    let rows = rate(Tally::of_games((0..400).map(|pair| (2 * u64::from(pair % 10 < 8), 2 * u64::from(pair % 10 < 6)))));
    let [(_, rate), (key, unfair)] = &rows[..] else { panic!("a rate and its unfairness") };
    assert_eq!((rate.verdict.name(Measure::MatchupRate), unfair.verdict.name(key.measure)), ("lower", "fairer"));
    assert!(
        (unfair.difference + 0.2).abs() < 1e-12
            && unfair.interval.unwrap().half_width() == rate.interval.unwrap().half_width()
    );
}

#[test]
fn a_rate_that_crosses_one_half_is_as_unfair_as_before() {
    let rows = rate(Tally::of_games((0..400).map(|pair| (2 * u64::from(pair % 10 < 7), 2 * u64::from(pair % 10 < 3)))));
    assert_eq!([rows[0].1.verdict, rows[1].1.verdict], [Change::Lower, Change::Undetected]);
    assert!(rows[1].1.difference.abs() < 1e-12);
}

#[test]
fn the_error_across_one_half_is_that_of_the_sum_of_both_rates() {
    // 85 of 100 won, then 5 others and these together 5 of 100: the sum of both scores in each pair is 0, 1 or 2.
    let base = |pair: u64| u64::from(pair % 20 < 17);
    let variant = |pair: u64| u64::from(pair % 20 == 18);
    let rows = rate(Tally::of_games((0..100).map(|pair| (2 * base(pair), 2 * variant(pair)))));
    let sums: Vec<f64> = (0..100).map(|pair| (base(pair) + variant(pair)) as f64).collect();
    let mean = sums.iter().sum::<f64>() / 100.0;
    let variance = sums.iter().map(|sum| (sum - mean) * (sum - mean)).sum::<f64>() / 99.0 / 100.0;
    let half = rows[1].1.interval.expect("a share has one").half_width();
    // Student's quantile of 99 degrees of freedom is 1.984 (any table).
    assert!(half >= 1.984 * variance.sqrt() * 0.999, "{half} {variance}");
    assert!((rows[1].1.difference - (0.45 - 0.35)).abs() < 1e-12);
}

#[test]
fn a_distance_from_one_half_changes_by_no_more_than_the_rate() {
    // From 200 of 400 games to 204: which of both rates is above one half is not known.
    let rows = rate(Tally::of_games((0..400).map(|pair| (2 * (pair % 2), if pair < 8 { 2 } else { 2 * (pair % 2) }))));
    let [rate, unfair] = [&rows[0], &rows[1]].map(|(_, effect)| effect.interval.expect("a share has one"));
    assert_eq!((unfair.low, unfair.high), (-rate.high, rate.high));
}

#[test]
fn where_set_ups_are_balanced_blocks_of_four_pairs_are_the_clusters() {
    let mut tally = Tally::new(2);
    for pair in 0..80 {
        (0..2).for_each(|scenario| tally.add(scenario, pair, true, pair % 2, 1));
    }
    assert_eq!(rate(tally)[0].1.clusters, 40);
}

#[test]
fn games_left_out_may_have_had_any_difference() {
    let judged = |measure: Measure, left_out: u64| {
        // In 60 of 200 pairs one more game of the two is won.
        let mut tally = Tally::of_games((0..200).map(|pair| (0, if pair < 60 { 2 } else { 0 })));
        (0..left_out).for_each(|_| tally.leave_out());
        judge(vec![Key { scenario: None, measure, of: String::new() }], &mut [tally])[0].1
    };
    let [all, few, many] = [0, 20, 100].map(|left_out| judged(Measure::FirstPlayer, left_out));
    let [whole, wider] = [all, few].map(|it| it.interval.unwrap());
    // The bounds of Manski: the known games weigh 200 of 220, the others add up to 20 of 220 on either side.
    let bound = |end: f64, unknown: f64| (end * 200.0 + unknown) / 220.0;
    assert!(
        (wider.low - bound(whole.low, -20.0)).abs() < 1e-12 && (wider.high - bound(whole.high, 20.0)).abs() < 1e-12
    );
    assert_eq!((few.difference, few.games, few.left_out), (all.difference, 200, 20));
    assert!(few.p_value.unwrap() > all.p_value.unwrap() && few.detectable.unwrap() > all.detectable.unwrap());
    // 0.3 in 200 games against 100 unknown ones: no effect is possible.
    let verdicts = [all, few, many].map(|it| (it.verdict, it.p_value.unwrap() < 0.05));
    assert_eq!(verdicts, [(Change::Higher, true), (Change::Higher, true), (Change::Undetected, false)]);
    // The number of rounds of a game that was not played to its end could be anything.
    let rounds = judged(Measure::Rounds, 1);
    assert_eq!((rounds.verdict, rounds.interval, rounds.p_value), (Change::Forfeits, None, None));
    // Where no game differs, some that were left out may have differed.
    let mut alike = Tally::of_games((0..200).map(|_| (2, 2)));
    alike.leave_out();
    let found = judge(vec![Key { scenario: None, measure: Measure::Draws, of: String::new() }], &mut [alike])[0].1;
    assert_eq!(found.verdict, Change::Undetected);
    // Up to 1 - 0.05^(1/200) of the 200 games may differ, and all of the one left out.
    let high = (200.0 * (1.0 - libm::pow(0.05, 1.0 / 200.0)) + 1.0) / 201.0;
    assert!((found.interval.unwrap().high - high).abs() < 1e-12, "{found:?}");
    // With as many unknown games as known ones no share can be shown to differ.
    let all_unknown = judged(Measure::FirstPlayer, 200);
    assert_eq!((all_unknown.detectable, all_unknown.verdict), (None, Change::Undetected));
}

#[test]
fn amounts_of_few_games_have_no_interval() {
    let judged = |measure: Measure, games: u64| {
        // Each third game lasts longer.
        let tally = Tally::of_games((0..games).map(|game| (20, if game % 3 == 0 { 22 } else { 20 })));
        judge(vec![Key { scenario: None, measure, of: String::new() }], &mut [tally])[0].1
    };
    let few = judged(Measure::Rounds, 199);
    assert_eq!((few.verdict, few.interval, few.detectable, few.p_value), (Change::TooFew, None, None, None));
    assert_eq!(judged(Measure::Rounds, 200).verdict, Change::Higher);
    assert!(judged(Measure::Draws, 199).interval.is_some());
}

#[test]
fn a_party_without_games_has_no_effect() {
    let key = |of: &str| Key { scenario: None, measure: Measure::MatchupRate, of: of.to_owned() };
    let mut tallies = [Tally::of_games([]), Tally::of_games([(2, 4), (0, 2), (4, 4)])];
    let rows = judge(vec![key("all forfeited"), key("played")], &mut tallies);
    assert!(rows.iter().all(|(key, effect)| key.of == "played" && effect.games > 0), "{rows:?}");
    assert_eq!(rows.len(), 2, "a rate and its unfairness");
}

#[test]
fn an_amount_that_differs_alike_has_the_sign_test_and_no_interval() {
    // Twelve clusters of twenty games in which the amount is one half greater: 2 * 0.5^12.
    let mut alike = Tally::new(1);
    (0..240).for_each(|game| alike.add(0, game / 20, false, 2, 3));
    let key = Key { scenario: None, measure: Measure::Rounds, of: String::new() };
    let (_, effect) = judge(vec![key], &mut [alike]).remove(0);
    assert_eq!((effect.interval, effect.detectable), (None, None), "{effect:?}");
    assert_eq!((effect.p_value, effect.verdict_adjusted), (Some(0.5_f64.powi(11)), Change::Higher), "{effect:?}");
}

#[test]
fn no_distance_from_one_half_changes_by_more_than_one_half() {
    // Half of the games change from lost to won, half from won to lost.
    let few = rate(Tally::of_games((0..20).map(|pair| if pair % 2 == 0 { (0, 2) } else { (2, 0) })));
    assert!(few[0].1.detectable.is_some_and(|least| (0.6..0.8).contains(&least)), "{few:?}");
    assert_eq!(few[1].1.detectable, None, "{few:?}");
    assert!(few[1].1.interval.is_some_and(|it| it.low >= -0.5 && it.high <= 0.5), "{few:?}");
}

#[test]
fn sharing_dice_gains_what_the_interval_gains() {
    // numpy: (var(without) + var(with) + more) / (var(with - without) + more), more = 2 (n - 4) / (n (n - 1)), each
    // with ddof=1, of n = 40 clusters of one game, in 4 of which a lost game is won; without more 5.4444.
    let found =
        rate(Tally::of_games((0..40_u64).map(|pair| (2 * (pair % 2), 2 * u64::from(pair % 2 == 1 || pair < 8)))));
    let gain = found[0].1.gained_by_sharing.unwrap();
    assert!((gain - 3.9629630).abs() < 1e-6, "{gain}");
}

#[test]
fn what_scenarios_differ_is_no_correlation() {
    let found = |pairs: u64, is_won: fn(u64) -> [bool; 2]| {
        let mut tally = Tally::new(2);
        for pair in 0..pairs {
            let [base, variant] = is_won(pair).map(|won| 2 * u64::from(won));
            tally.add(0, pair, false, base, variant);
            // On the other scenario what is won here is lost.
            tally.add(1, pair, false, 2 - base, 2 - variant);
        }
        let effect = rate(tally)[0].1;
        [effect.correlation.unwrap(), effect.gained_by_sharing.unwrap()]
    };
    let are = |found: [f64; 2], expected: [f64; 2]| found.iter().zip(expected).all(|(it, of)| (it - of).abs() < 1e-9);
    // Rates of 10 and 90 %, each combination of results without and with the change as often as by independent dice:
    // no correlation, and nothing gained. With both scenarios as one sample 0.64 and 2.70.
    let apart = found(100, |pair| [pair % 10 == 0, pair / 10 == 0]);
    assert!(are(apart, [0.0, 1.0]), "{apart:?}");
    // By hand: one and two of ten won, one of them in both games, so that within a scenario the sums of squares are 0.9
    // and 1.6 and that of products is 0.8: 0.8 / (0.9 * 1.6)^(1/2). The difference has 0.9. With 20 - 2 degrees of
    // freedom the variances are 2 * (0.9 + 1.6) / 360 and 2 * 0.9 / 360; the two that differ add 2 * 0.9 / 380 to both.
    // numpy: 0.6667 and 1.9129; with both scenarios as one sample 0.8 and 3.11.
    let shared = found(10, |pair| [pair == 0, pair < 2]);
    let more = 1.8 / 380.0;
    assert!(are(shared, [2.0 / 3.0, (5.0 / 360.0 + more) / (1.8 / 360.0 + more)]), "{shared:?}");
}

#[test]
fn a_measure_that_only_scenarios_decide_has_no_correlation() {
    // Without the change always on the first of three scenarios and never on the others, with it on the last: no
    // cluster differs from its scenario. With all scenarios as one sample the correlation is -1/2.
    let mut tally = Tally::new(3);
    for scenario in 0..3 {
        let [base, variant] = [scenario == 0, scenario == 2].map(|is_so| 2 * u64::from(is_so));
        (0..7).for_each(|pair| tally.add(scenario, pair, false, base, variant));
    }
    let effect = rate(tally)[0].1;
    assert_eq!((effect.clusters, effect.correlation), (21, None), "{effect:?}");
}
