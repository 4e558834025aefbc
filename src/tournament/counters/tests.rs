use super::*;
use crate::game::{Grade, Outcome, Tally};
use crate::tournament::schedule::GameSpec;

fn row(pair: u64, swapped: bool, winner: Option<Side>) -> GameRow {
    let spec = GameSpec { game: 0, cell: 0, pair, swapped };
    let outcome = Outcome { winner, grade: Grade::None, ending: Ending::Victory };
    GameRow::for_tests(spec, outcome, Tally { rounds: pair as u32, ..Tally::default() })
}

#[test]
fn luck_is_summed_over_the_units_of_intervals() {
    let mut counter = Counter::default();
    for pair in 0..200 {
        for swapped in [false, true] {
            let luck = Some(crate::game::BySide::new(3, 0));
            let game = GameRow { set_up_draws: 1, luck, ..row(pair, swapped, None) };
            counter.add(0, &game, Side::Red);
        }
    }
    // Fifty blocks of eight games.
    let luck = counter.luck().total();
    assert_eq!(
        (counter.units().total().count, luck.luck, luck.squared, luck.games),
        (50, 1_200, 50 * 24 * 24, 50 * 24 * 8)
    );
    let mut parts = Counter::default();
    parts.merge(&counter);
    assert_eq!(parts.luck().total(), luck);
}

#[test]
fn games_with_the_same_dice_are_one_cluster() {
    let mut counter = Counter::default();
    counter.add(0, &row(0, false, Some(Side::Red)), Side::Red);
    counter.add(0, &row(0, true, Some(Side::Red)), Side::Blue);
    counter.add(0, &row(1, false, Some(Side::Red)), Side::Red);
    counter.add(0, &row(1, true, None), Side::Blue);
    assert_eq!((counter.wins, counter.draws, counter.losses), (2, 1, 1));
    let expected = Clusters { count: 2, games: 4, score: 5, games_squared: 8, score_squared: 4 + 9, score_games: 10 };
    // The last cluster counts although it is still open.
    assert_eq!((counter.clusters(), counter.pairs()), (expected, [0, 0, 1, 1, 0]));
    let other = Clusters { count: 2, games: 4, score: 3, games_squared: 8, score_squared: 4 + 1, score_games: 6 };
    assert_eq!((counter.clusters().seen_by_other(), other.seen_by_other()), (other, expected));
    counter.close();
    assert_eq!((counter.clusters(), counter.pairs()), (expected, [0, 0, 1, 1, 0]));
}

#[test]
fn parts_add_up_to_the_whole() {
    let rows: Vec<GameRow> =
        (0..6).flat_map(|pair| [row(pair, false, Some(Side::Red)), row(pair, true, None)]).collect();
    let count = |rows: &[GameRow]| {
        let mut counter = Counter::of_two();
        rows.iter().for_each(|row| counter.add(0, row, row.spec.seat_of_first()));
        counter
    };
    let (mut first, second, mut whole) = (count(&rows[..4]), count(&rows[4..]), count(&rows));
    first.merge(&second);
    whole.close();
    assert_eq!(first, whole);
}

/// Pairs of two scenarios in turn, each of one win and one game whose winner depends on the number of the pair.
fn balanced(pairs: u64, set_up_draws: u32) -> Counter {
    let mut counter = Counter::default();
    for pair in 0..pairs {
        for scenario in 0..2 {
            let winner = Some(if pair % 2 == 0 { Side::Red } else { Side::Blue });
            let games = [row(pair, false, Some(Side::Red)), row(pair, false, winner)];
            games.into_iter().for_each(|row| counter.add(scenario, &GameRow { set_up_draws, ..row }, Side::Red));
        }
    }
    counter
}

#[test]
fn where_games_are_set_up_by_draws_blocks_of_four_pairs_are_the_units() {
    let counter = balanced(80, 1);
    // Each block has four wins and four games of which two are won: eight games, twelve half points, whatever the
    // order of scenarios.
    let blocks = Clusters {
        count: 40,
        games: 320,
        score: 480,
        games_squared: 40 * 64,
        score_squared: 40 * 144,
        score_games: 40 * 96,
    };
    assert_eq!(counter.units().total(), blocks);
    assert_eq!(
        counter.units().iter().map(|(scenario, units)| (scenario, units.count)).collect::<Vec<_>>(),
        [(0, 20), (1, 20)]
    );
    let mut closed = counter.clone();
    closed.close();
    assert_eq!((closed.units().total(), closed.clusters().count), (blocks, 160));
    // Pairs without set-up draws remain units.
    let alone = balanced(80, 0);
    assert_eq!(alone.units().total(), alone.clusters());
}

#[test]
fn few_blocks_leave_the_intervals_to_the_pairs() {
    let (few, enough) = (balanced(56, 1), balanced(60, 1));
    assert_eq!(
        (few.units().total(), few.units().total().count, enough.units().total().count),
        (few.clusters(), 112, 30)
    );
}

#[test]
fn a_block_on_each_of_many_scenarios_leaves_the_intervals_to_the_pairs() {
    let mut counter = Counter::default();
    for scenario in 0..40 {
        for pair in 0..4 {
            let games = [row(pair, false, Some(Side::Red)), row(pair, true, None)];
            games.into_iter().for_each(|row| counter.add(scenario, &GameRow { set_up_draws: 1, ..row }, Side::Red));
        }
    }
    assert_eq!((counter.units().total().count, counter.units()), (160, counter.strata_of_clusters()));
}

#[test]
fn games_without_draws_among_balanced_ones_are_counted_once() {
    let mut counter = Counter::default();
    for pair in 0..160 {
        let set_up_draws = u32::from(pair % 4 != 1);
        let games = [row(pair, false, Some(Side::Red)), row(pair, true, None)];
        games.into_iter().for_each(|row| counter.add(0, &GameRow { set_up_draws, ..row }, Side::Red));
    }
    let units = counter.units().total();
    assert_eq!((units.count, units.games, units.games_squared), (80, 320, 40 * (36 + 4)));
}
