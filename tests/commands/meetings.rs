//! Meetings of armies, of which `balance` fits costs, are independent: no two share dice. Only draws that set games up
//! are balanced among four neighbours, which can make the sum of their games vary less, never more. So a covariance
//! with one cluster per meeting is valid.

use reglette::balance::costs::{Arena, Encounter, Meeting, RealArena, StudyFiles};
use reglette::bots::{BotConfig, BotFile};
use reglette::data::{Kind, Library, Source, Unlogged};
use reglette::game::toy::ToyBook;
use reglette::game::{Roster, Rulebook};
use reglette::tournament::Duellists;

/// The same two armies of the toy, repeatedly, in two pairs of games each.
fn meetings(number: usize) -> Vec<Encounter> {
    let library = Library::built_in();
    let find = |kind, name: &str| -> Source { library.find(kind, name).unwrap() };
    let rules = ToyBook::read_rules(&find(Kind::Rules, "toy")).unwrap();
    let teams = ["hares", "tortoises"].map(|name| ToyBook::read_army(&find(Kind::Army, name)).unwrap());
    let pool = ToyBook::pool(&rules, &teams).unwrap();
    let armies = teams.map(|team| ToyBook::composition(&pool, &team));
    let scenarios = vec![("sprint".to_owned(), ToyBook::read_scenario(&find(Kind::Scenario, "sprint")).unwrap())];
    let ground: StudyFiles<ToyBook> = StudyFiles { rules, scenarios, pool };
    let config: BotConfig =
        BotFile::read(&find(Kind::Bot, "greedy")).and_then(|file| file.config::<ToyBook>()).unwrap();
    let arena =
        RealArena { files: &ground, bots: &|| Duellists::new(&config), log: &Unlogged, part: "", tick: &|_| () };
    let meeting = || Meeting { armies: armies.clone(), scenario: 0, pairs: 2 };
    arena.play((0..number).map(|_| meeting()).collect(), 0, 5).unwrap()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let (middle, centre) = (mean(one), mean(other));
    let product = |(a, b): (&f64, &f64)| (a - middle) * (b - centre);
    let spread =
        |values: &[f64], middle: f64| values.iter().map(|value| (value - middle) * (value - middle)).sum::<f64>();
    one.iter().zip(other).map(product).sum::<f64>() / (spread(one, middle) * spread(other, centre)).sqrt()
}

#[test]
fn meetings_share_no_dice_and_neighbours_vary_no_more_than_strangers() {
    const MEETINGS: usize = 8_000;
    let met = meetings(MEETINGS);
    let of_game = |game: usize| -> Vec<f64> { met.iter().map(|encounter| encounter.games[game].score).collect() };
    // Chance makes a correlation of more than three standard errors one time in four hundred.
    let noise = 3.0 / (MEETINGS as f64).sqrt();
    let [first, swapped, second] = [0, 1, 2].map(of_game);
    // Shared dice are detected: the games of a pair, in which the seats are swapped.
    assert!(correlation(&first, &swapped).abs() > 2.0 * noise, "{}", correlation(&first, &swapped));
    assert!(correlation(&first, &second).abs() < noise, "two pairs of a meeting: {}", correlation(&first, &second));
    let strangers = correlation(&first[4..], &first[..MEETINGS - 4]);
    assert!(strangers.abs() < noise, "meetings of two blocks: {strangers}");
    // Sums over the four meetings whose set-ups are balanced together, against four times the variance of one of them.
    for scores in [&first, &second] {
        let middle = mean(scores);
        let square = |value: f64| (value - middle) * (value - middle);
        let single = mean(&scores.iter().map(|score| square(*score)).collect::<Vec<_>>());
        let sums: Vec<f64> = scores.chunks(4).map(|block| square(mean(block)) * 16.0).collect();
        // Three standard errors of a ratio of variances from 2,000 blocks are 0.095.
        let ratio = mean(&sums) / (4.0 * single);
        assert!(ratio < 1.0 + 0.095, "balanced set-ups add variance: {ratio}");
    }
}
