//! Do the intervals of ratings cover the truth?

use crate::games::{Dice, SETTINGS, Setting, half_points, sums};
use crate::table::{Cell, Line};
use reglette::stats::{Begins, Cluster, Davidson, ELO, Estimate, Meeting, Played, Ratings, Score};

/// The field, in Elo points around 0.
const FIELD: [f64; 5] = [-200.0, -80.0, 10.0, 70.0, 200.0];
/// Pairs of each two entrants.
const PAIRS: [u64; 4] = [20, 50, 100, 300];
/// The standard deviation of strengths before any game, as the tables take it.
const PRIOR_ELO: f64 = 1_000.0;

const SCORES: [Score; 3] = [Score::Win, Score::Draw, Score::Loss];

/// How often each result of a pair occurred, for each two entrants.
type Results = Vec<((usize, usize), [u64; 9])>;

fn play(chances: &[((usize, usize), [f64; 9])], pairs: u64, dice: &mut Dice) -> Results {
    let meeting = |(who, chances): &((usize, usize), [f64; 9])| {
        let mut counts = [0; 9];
        (0..pairs).for_each(|_| counts[dice.draw(chances)] += 1);
        (*who, counts)
    };
    chances.iter().map(meeting).collect()
}

fn clusters(results: &Results) -> Vec<Cluster> {
    let mut clusters = Vec::new();
    for ((first, second), counts) in results {
        for (index, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let game = |begins, score| Played { first: *first, second: *second, begins, score };
            let games = vec![game(Begins::First, SCORES[index / 3]), game(Begins::Second, SCORES[index % 3])];
            clusters.push(Cluster { games, count: *count });
        }
    }
    clusters
}

fn meetings(results: &Results) -> Vec<Meeting> {
    let meeting = |((first, second), counts): &((usize, usize), [u64; 9])| {
        let mut pairs = [0; 5];
        counts.iter().enumerate().for_each(|(index, count)| pairs[half_points(index)] += count);
        Meeting::of_pairs(*first, *second, pairs)
    };
    results.iter().map(meeting).collect()
}

/// Fits tournaments of the field and asks each rating, and each lead over the next, whether it covers.
fn study(name: String, number: u64, seed: u64, tournaments: u64, setting: &Setting, fit: fn(&Results) -> Ratings) -> Line {
    let mut chances = Vec::new();
    for (first, one) in FIELD.iter().enumerate() {
        for (second, other) in FIELD.iter().enumerate().skip(first + 1) {
            chances.push(((first, second), sums(&setting.pair((one - other) / ELO))));
        }
    }
    let covers = |interval: Estimate, truth: f64| interval.low <= truth && truth <= interval.high;
    let mut cells = Vec::new();
    for (place, pairs) in PAIRS.into_iter().enumerate() {
        let mut dice = Dice::of(seed, number, place as u64);
        let mut ratings: Vec<Cell> = FIELD.iter().map(|elo| Cell::new(format!("rating {elo}, {pairs} pairs each"))).collect();
        let mut leads: Vec<Cell> = FIELD[1..].iter().map(|elo| Cell::new(format!("lead of {elo}, {pairs} pairs each"))).collect();
        for _ in 0..tournaments {
            let fitted = fit(&play(&chances, pairs, &mut dice));
            for (entrant, cell) in ratings.iter_mut().enumerate() {
                cell.add(covers(fitted.elo(entrant), FIELD[entrant]));
            }
            for (below, cell) in leads.iter_mut().enumerate() {
                cell.add(covers(fitted.ahead(below + 1, below), FIELD[below + 1] - FIELD[below]));
            }
        }
        cells.extend(ratings);
        cells.extend(leads);
    }
    Line { setting: name, seed, cells }
}

/// Bradley and Terry's model with draws counted half, where there is neither edge nor draw; Davidson's in every setting.
pub fn ratings(seed: u64, tournaments: u64) -> Vec<Line> {
    let plain = |results: &Results| Ratings::of(FIELD.len(), &meetings(results), Some(PRIOR_ELO)).expect("the prior bounds all ratings");
    let davidson =
        |results: &Results| Davidson::of(FIELD.len(), &clusters(results), Some(PRIOR_ELO)).expect("the prior bounds all ratings").ratings;
    let shared = Setting { edge: 0.0, ..SETTINGS[1] };
    let mut lines = vec![
        study("Bradley-Terry, independent".to_string(), 40, seed, tournaments, &SETTINGS[0], plain),
        study("Bradley-Terry, paired".to_string(), 41, seed, tournaments, &shared, plain),
    ];
    for (number, setting) in (42..).zip(&SETTINGS) {
        lines.push(study(format!("Davidson, {}", setting.name), number, seed, tournaments, setting, davidson));
    }
    lines
}
