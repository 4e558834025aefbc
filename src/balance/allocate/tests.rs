//! Tests of the allocation rule on simulated pairs.

use super::*;
use crate::game::rng::{Key, Stream};
use crate::stats::score_of_elo;

/// Simulated pairs of a field of known strengths: each game is won with the odds of the Elo scale.
struct Simulated {
    strengths: Vec<f64>,
    meetings: Vec<(usize, usize)>,
    pairs: Vec<[u64; 5]>,
    stream: Stream,
}

impl Simulated {
    fn new(strengths: &[f64], seed: u64) -> Simulated {
        let entrants = strengths.len();
        let meetings: Vec<(usize, usize)> =
            (0..entrants).flat_map(|one| (one + 1..entrants).map(move |other| (one, other))).collect();
        Simulated {
            strengths: strengths.to_vec(),
            pairs: vec![[0; 5]; meetings.len()],
            meetings,
            stream: Key::new(seed).stream(),
        }
    }

    fn play(&mut self, meeting: usize, pairs: u64) {
        let (one, other) = self.meetings[meeting];
        let chance = score_of_elo(self.strengths[one] - self.strengths[other]);
        for _ in 0..pairs {
            let won = (0..2).filter(|_| self.stream.unit_interval() < chance).count();
            self.pairs[meeting][2 * won] += 1;
        }
    }

    fn played(&self) -> u64 {
        self.pairs.iter().flatten().sum()
    }

    /// The uncertainty about the order, and the share of all pairs of entrants that are in the wrong order.
    fn state(&self) -> [f64; 2] {
        let ratings = ratings(&self.meetings, &self.pairs).unwrap();
        let wrong = |(one, other): &&(usize, usize)| {
            (self.strengths[*one] > self.strengths[*other]) != (ratings.elo(*one).point > ratings.elo(*other).point)
        };
        [doubt(&ratings), self.meetings.iter().filter(wrong).count() as f64]
    }
}

/// Six entrants in two close groups of two, and two others.
const STRENGTHS: [f64; 6] = [-180.0, -30.0, -5.0, 90.0, 125.0, 300.0];

#[test]
fn after_as_many_games_less_is_open_than_with_an_even_schedule() {
    const SEEDS: u64 = 40;
    const PAIRS: u64 = 15 * 60;
    let mut sums = [[0.0; 2]; 2];
    for seed in 1..=SEEDS {
        let mut even = Simulated::new(&STRENGTHS, seed);
        (0..even.meetings.len()).for_each(|meeting| even.play(meeting, PAIRS / 15));
        let mut adaptive = Simulated::new(&STRENGTHS, seed);
        (0..adaptive.meetings.len()).for_each(|meeting| adaptive.play(meeting, FIRST));
        while adaptive.played() < PAIRS {
            let size = STEP.max((PAIRS - adaptive.played()) / PARTS).min(PAIRS - adaptive.played());
            let meeting = most_doubtful(&adaptive.meetings, &adaptive.pairs, size);
            adaptive.play(meeting, size);
        }
        for (sum, field) in sums.iter_mut().zip([&even, &adaptive]) {
            assert_eq!(field.played(), PAIRS);
            sum.iter_mut().zip(field.state()).for_each(|(sum, figure)| *sum += figure / SEEDS as f64);
        }
    }
    let [even, adaptive] = sums;
    assert!(adaptive[0] < 0.8 * even[0], "doubt: even {even:?}, adaptive {adaptive:?}");
    assert!(adaptive[1] <= even[1], "wrong pairs: even {even:?}, adaptive {adaptive:?}");
}

#[test]
fn a_settled_order_gets_its_games_where_fewest_were_played() {
    let meetings = [(0, 1), (0, 2), (1, 2)];
    let clear = [[0, 0, 1, 0, 900], [0, 0, 1, 0, 899], [0, 0, 1, 0, 901]];
    assert_eq!(most_doubtful(&meetings, &clear, 16), 1);
}

#[test]
fn the_open_verdict_that_is_nearest_comes_first() {
    let (won, open, wide) = ([0, 0, 10, 0, 90], [20, 0, 40, 0, 32], [10, 0, 20, 0, 11]);
    assert_eq!(monitored(&won).unwrap().1, Verdict::Favours);
    assert_eq!(nearest_verdict(&[won, open, wide]), Some(1));
    assert_eq!(nearest_verdict(&[won, wide, open]), Some(2));
    // A pairing with a verdict gets no more games, and without an open one the run is over.
    assert_eq!(nearest_verdict(&[won, won]), None);
    // A level pairing is approaching the verdict "even".
    let level = [0, 0, 2_000, 0, 0];
    assert_eq!(nearest_verdict(&[wide, level]), Some(0));
    assert_eq!(nearest_verdict(&[[0; 5], open]), Some(0));
}

#[test]
fn a_rate_of_one_half_can_only_become_even() {
    let estimate = |point: f64, half: f64| Estimate { point, low: point - half, high: point + half, level: 0.95 };
    assert!((too_wide(&estimate(0.5, 0.06)) - 3.0).abs() < 1e-9);
    assert!((too_wide(&estimate(0.6, 0.3)) - 3.0).abs() < 1e-9);
    assert!((too_wide(&estimate(0.49, 0.05)) - 5.0).abs() < 1e-9);
}

#[test]
fn pairs_are_distributed_by_weight_over_all_blocks_together() {
    assert_eq!(spread(&[3, 1], &[0, 0], 16), [12, 4]);
    // The remainder of one block is made up in the next.
    let mut played = [0, 0, 0];
    for _ in 0..3 {
        let given = spread(&[5, 5, 5], &played, 16);
        assert_eq!(given.iter().sum::<u64>(), 16);
        played.iter_mut().zip(given).for_each(|(sum, more)| *sum += more);
    }
    assert_eq!(played, [16, 16, 16]);
    assert_eq!(spread(&[2, 0, 1], &[9, 0, 0], 1), [0, 0, 1]);
}

#[test]
fn the_first_pairs_cover_every_scenario_within_the_budget() {
    let cell = |scenario, second, pairs| PairingOnScenario {
        scenario,
        entrants: [Entrant { bot: 0, army: None }, Entrant { bot: second, army: None }],
        pairs,
    };
    let first =
        |cells: &[PairingOnScenario]| Budget::of(cells).first().iter().map(|cell| cell.pairs).collect::<Vec<_>>();
    assert_eq!(first(&[cell(0, 1, 90), cell(0, 2, 90), cell(1, 1, 10), cell(1, 2, 10)]), [7, 7, 1, 1]);
    assert_eq!(first(&[cell(0, 1, 2), cell(1, 1, 1)]), [2, 1]);
    assert_eq!(first(&[cell(0, 1, 3), cell(1, 1, 0)]), [3, 0]);
    let many: Vec<PairingOnScenario> = (0..12).map(|scenario| cell(scenario, 1, 40)).collect();
    assert_eq!(first(&many), [1; 12]);
}
