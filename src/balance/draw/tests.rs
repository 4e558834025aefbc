use super::*;
use crate::game::rng::Key;

fn troops() -> Vec<Troop> {
    let troop =
        |name: &str, cost, most| Troop { name: name.to_owned(), arm: "foot".to_owned(), cost, most, parts: Vec::new() };
    vec![troop("light", 1.0, 3), troop("line", 2.0, 9), troop("guard", 3.0, 9)]
}

const COSTS: [f64; 3] = [1.0, 2.0, 3.0];

#[test]
fn all_compositions_of_a_budget_are_listed_once() {
    let troops = troops();
    let draw = Draw::new(&troops, &[], COSTS.to_vec(), &|_| true);
    let five = Range { least: 5.0, most: 5.0 };
    let mut counts: Vec<Vec<u32>> = draw.all(five, 100).unwrap().into_iter().map(|one| one.counts).collect();
    counts.sort();
    // No more than three are light, so that five of them are no army.
    assert_eq!(counts, [[0, 1, 1], [1, 2, 0], [2, 0, 1], [3, 1, 0]]);
    assert_eq!(draw.all(five, 3), None);
    let few = Draw::new(&troops, &[], COSTS.to_vec(), &|composition| composition.counts[2] == 0);
    assert_eq!(few.all(five, 100).unwrap().len(), 2);
}

#[test]
fn random_armies_are_within_their_range_and_of_every_sort() {
    let troops = troops();
    let draw = Draw::new(&troops, &[], COSTS.to_vec(), &|_| true);
    let range = Range::around(12.0, 0.2);
    let mut stream = Key::new(1).stream();
    let armies: Vec<Composition> = (0..300).map(|_| draw.random(range, &mut stream).unwrap()).collect();
    assert!(armies.iter().all(|army| range.holds(army.cost(&COSTS))));
    let alone = |troop: usize| {
        armies.iter().any(|army| army.counts.iter().enumerate().all(|(at, count)| (at == troop) == (*count > 0)))
    };
    assert!(alone(1) && alone(2) && !alone(0));
    let costs: std::collections::BTreeSet<u32> = armies.iter().map(|army| army.cost(&COSTS) as u32).collect();
    assert!(costs.len() >= 4, "{costs:?}");
    let mut again = Key::new(1).stream();
    assert_eq!(draw.random(range, &mut again).unwrap(), armies[0]);
}

#[test]
fn a_full_draw_spends_as_much_as_possible_and_keeps_what_it_can() {
    let troops = troops();
    let draw = Draw::new(&troops, &[], COSTS.to_vec(), &|_| true).to_the_full();
    let (range, mut stream) = (Range { least: 9.0, most: 12.0 }, Key::new(2).stream());
    // Three light ones and an odd remainder: the remaining points never buy another troop.
    assert!((0..100).all(|_| draw.random(range, &mut stream).unwrap().cost(&COSTS) >= 11.0));
    let kept = draw.completed(vec![0, 2, 1], range, &mut stream).unwrap();
    assert!(kept.counts[1] >= 2 && kept.counts[2] >= 1 && draw.admits(&kept, range), "{kept:?}");
    let left = draw.completed(vec![0, 0, 6], range, &mut stream).unwrap();
    assert_eq!(left.counts, [0, 0, 4]);
    assert!(
        !draw.admits(&Composition { counts: vec![4, 1, 2], parameters: vec![] }, range),
        "no more than three are light"
    );
    assert!(!draw.clone().only(vec![true, true, false]).admits(&left, range));
}

#[test]
fn variations_of_a_list_stay_near_it() {
    let troops = troops();
    let list = Composition { counts: vec![0, 6, 0], parameters: vec![] };
    let draw = Draw::new(&troops, &[], COSTS.to_vec(), &|_| true).around(vec![list], 0.3);
    let mut stream = Key::new(1).stream();
    let line: u32 = (0..200).map(|_| draw.random(Range::around(12.0, 0.0), &mut stream).unwrap().counts[1]).sum();
    assert!((700..1150).contains(&line), "{line}");
}

#[test]
fn parameters_are_drawn_where_they_are_varied() {
    let troops = troops();
    let parameters = [Parameter { name: "resolve".to_owned(), least: 2, most: 5, default: 4 }];
    let draw = Draw::new(&troops, &parameters, COSTS.to_vec(), &|_| true);
    let mut stream = Key::new(1).stream();
    let range = Range::around(12.0, 0.1);
    assert!((0..50).all(|_| draw.random(range, &mut stream).unwrap().parameters == [4]));
    let varied = draw.varying(vec![true]);
    let stands: std::collections::BTreeSet<u32> =
        (0..50).map(|_| varied.random(range, &mut stream).unwrap().parameters[0]).collect();
    assert_eq!(stands.into_iter().collect::<Vec<_>>(), [2, 3, 4, 5]);
}

#[test]
fn an_impossible_budget_is_reported() {
    let troops = troops();
    let draw = Draw::new(&troops, &[], COSTS.to_vec(), &|_| true);
    let error = draw.random(Range { least: 0.2, most: 0.5 }, &mut Key::new(1).stream()).unwrap_err();
    assert_eq!(error.to_string(), "no army of 0.2 to 0.5 points can be made of these troops; the cheapest costs 1");
}
