//! Simulations with a known truth: does the search find the strongest composition, and is the confirmation match
//! unbiased?

use super::*;
use crate::balance::Draw;
use crate::balance::costs::{Arena, ArenaError, Encounter, Meeting, MeetingGame};
use crate::game::rng::Key;
use crate::game::{Composition, Ending, Troop};

/// Troops of known worth with interactions: each foot with each horse, up to a number.
struct Truth {
    worths: [f64; 5],
    together: f64,
}

impl Truth {
    fn strength(&self, army: &Composition) -> f64 {
        let sum: f64 = army.counts.iter().zip(&self.worths).map(|(count, worth)| f64::from(*count) * worth).sum();
        let of = |troops: std::ops::Range<usize>| army.counts[troops].iter().sum::<u32>();
        sum + self.together * f64::from(of(0..3).min(of(3..5)))
    }

    fn chance(&self, one: &Composition, other: &Composition) -> f64 {
        1.0 / (1.0 + libm::exp(self.strength(other) - self.strength(one)))
    }

    fn score(&self, one: &Composition, field: &[Composition]) -> f64 {
        field.iter().map(|other| self.chance(one, other)).sum::<f64>() / field.len() as f64
    }
}

impl Arena for Truth {
    fn play(&self, meetings: Vec<Meeting>, first: u64, seed: u64) -> Result<Vec<Encounter>, ArenaError> {
        let one = |(index, meeting): (usize, Meeting)| {
            let mut stream = Key::new(seed).with_name("truth").with(first + index as u64).stream();
            let chance = self.chance(&meeting.armies[0], &meeting.armies[1]);
            let game = |swapped: bool, won: bool| MeetingGame {
                score: f64::from(u8::from(won)),
                swapped,
                first_began: Some(!swapped),
                forfeited: false,
                ending: Ending::Victory,
                survivors: [Vec::new(), Vec::new()],
            };
            let games = (0..2 * meeting.pairs)
                .map(|number| game(number % 2 == 1, stream.unit_interval() < chance))
                .collect::<Vec<MeetingGame>>();
            Encounter { meeting, games }
        };
        Ok(meetings.into_iter().enumerate().map(one).collect())
    }
}

fn pool() -> Vec<Troop> {
    let troop = |name: &str, arm: &str, cost| Troop {
        name: name.to_owned(),
        arm: arm.to_owned(),
        cost,
        most: 40,
        parts: Vec::new(),
    };
    vec![
        troop("levy", "foot", 1.0),
        troop("line", "foot", 2.0),
        troop("guard", "foot", 4.0),
        troop("riders", "horse", 3.0),
        troop("knights", "horse", 5.0),
    ]
}

fn army(counts: [u32; 5]) -> Composition {
    Composition { counts: counts.to_vec(), parameters: Vec::new() }
}

fn field() -> Vec<Composition> {
    vec![army([5, 5, 2, 4, 0]), army([3, 2, 2, 5, 1])]
}

fn plan(seed: u64) -> SearchPlan {
    SearchPlan {
        budget: 35.0,
        population: 20,
        generations: 20,
        pairs: 10,
        play_off: 100,
        confirm: 500,
        scenarios: 1,
        seed,
    }
}

fn found(truth: &Truth, plan: &SearchPlan) -> Search {
    let troops = pool();
    let draw = Draw::new(&troops, &[], troops.iter().map(|troop| troop.cost).collect(), &|_| true);
    search(truth, &draw, &field(), &field(), plan).unwrap()
}

/// The best true score of all armies.
fn best(truth: &Truth) -> f64 {
    let troops = pool();
    let draw = Draw::new(&troops, &[], troops.iter().map(|troop| troop.cost).collect(), &|_| true);
    let all = draw.all(reach(&draw, 35.0), 100_000).unwrap();
    all.iter().map(|army| truth.score(army, &field())).fold(0.0, f64::max)
}

/// Equal worth per point, riders somewhat more; and foot and horse are stronger together.
fn skewed() -> Truth {
    Truth { worths: [1.0, 2.0, 4.0, 3.4, 5.0].map(|worth| 0.15 * worth), together: 0.12 }
}

#[test]
fn the_search_comes_near_the_strongest_composition_and_confirms_it() {
    let truth = skewed();
    let most = best(&truth);
    let mut covered = 0;
    for seed in 1..=6 {
        let search = found(&truth, &plan(seed));
        let list = &search.strongest().candidate.composition;
        let score = truth.score(list, &field());
        // The true score of the best 35-point army; the field's own lists score one half on average.
        assert!(score > most - 0.025 && most > 0.6, "seed {seed}: {list:?} scores {score}, the best {most}");
        let rate = search.confirmed.rate.unwrap();
        covered += u32::from(rate.low <= score && score <= rate.high);
        assert_eq!(search.confirmed.conclusion, Conclusion::Exploit, "{rate:?}");
        assert!(
            search.confirmed.against.iter().all(|one| one.verdict == FieldVerdict::Beats),
            "{:?}",
            search.confirmed
        );
        let cost = list.cost(&[1.0, 2.0, 4.0, 3.0, 5.0]);
        assert!((33.0..=35.0).contains(&cost), "{cost}");
        // It is stronger than the starting lists.
        assert!(search.generations[19].estimate > search.generations[0].estimate && search.generations[0].tried == 40);
    }
    assert!(covered >= 5, "{covered} of 6 confirming intervals hold the true score");
}

#[test]
fn where_all_lists_are_equal_no_exploit_is_confirmed_and_the_search_overestimates() {
    let even = Truth { worths: [0.0; 5], together: 0.0 };
    let (mut held, mut estimated) = (0, 0.0);
    for seed in 1..=200 {
        let search = found(
            &even,
            &SearchPlan { population: 8, generations: 4, pairs: 5, play_off: 20, confirm: 60, ..plan(seed) },
        );
        held += u32::from(search.confirmed.conclusion == Conclusion::None);
        estimated += search.confirmed.estimates.searched.unwrap() / 200.0;
    }
    // Of two hundred 95 % intervals ten are expected to miss the true value.
    assert!((182..=197).contains(&held), "{held} of 200");
    assert!(estimated > 0.53, "the best of many looks better than it is: {estimated}");
}

#[test]
fn games_add_up_and_no_composition_is_duplicated() {
    let search =
        found(&skewed(), &SearchPlan { population: 6, generations: 5, pairs: 2, play_off: 3, confirm: 4, ..plan(3) });
    let compositions: std::collections::BTreeSet<_> =
        search.population.iter().map(|one| &one.candidate.composition).collect();
    assert_eq!((compositions.len(), search.population.len()), (6, 6));
    for one in &search.population {
        // Two opponents, two pairs against each, in every generation since its first.
        let games = one.candidate.record.all().counted();
        assert!(games >= 8 && games.is_multiple_of(8) && games <= 8 * (6 - one.candidate.born as u64), "{one:?}");
    }
    assert!(search.population.iter().any(|one| one.candidate.record.all().counted() > 8), "some survive");
    let (finalists, last) =
        (search.population.iter().filter(|one| one.play_off.is_some()).count(), search.generations.last().unwrap());
    assert_eq!((finalists, search.games), (5, last.games + 5 * 12 + 16));
    assert!(
        search.games
            <= SearchPlan { population: 6, generations: 5, pairs: 2, play_off: 3, confirm: 4, ..plan(3) }.games(2)
    );
    let again =
        found(&skewed(), &SearchPlan { population: 6, generations: 5, pairs: 2, play_off: 3, confirm: 4, ..plan(3) });
    assert_eq!(search, again);
}

#[test]
fn a_budget_of_few_lists_is_searched_as_far_as_they_go() {
    let troops = pool();
    let draw =
        Draw::new(&troops, &[], vec![1.0, 2.0, 4.0, 3.0, 5.0], &|_| true).only(vec![false, true, false, true, false]);
    // Lines and riders for 8 points: four lines, or one line and two riders.
    let plan = SearchPlan { budget: 8.0, ..plan(1) };
    let search = search(&skewed(), &draw, &field(), &field(), &plan).unwrap();
    assert!(search.tried <= 4 && search.population.len() == search.tried, "{:?}", search.population);
    let cheap = SearchPlan { budget: 1.5, ..plan };
    let error = super::search(&skewed(), &draw, &field(), &[], &cheap).unwrap_err();
    assert!(
        error.to_string().contains("no army of 1.5 to 1.5 points can be made of these troops; the cheapest costs 2"),
        "{error}"
    );
}
