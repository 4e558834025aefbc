use super::*;
use crate::game::toy::Runner;

fn toy() -> Toy {
    let runner = |dice| Runner { name: format!("{dice} dice"), dice, points: 1 };
    let team = || vec![runner(1), runner(3)];
    Toy {
        teams: BySide::new(team(), team()),
        length: 10,
        rounds: 5,
        first: Some(Side::Red),
        faces: [0, 1, 1, 2, 2, 3],
        needed: 1,
        trips_on: 3,
    }
}

fn weights(toy: &Toy, state: &State) -> Vec<(u8, u64)> {
    let mut rolls = Vec::new();
    toy.rolls(state, &mut rolls);
    rolls.iter().map(|weighted| (weighted.roll.steps, weighted.weight)).collect()
}

#[test]
fn rolls_are_merged_by_the_sum_of_steps_and_any_stumble_is_one_roll() {
    let toy = toy();
    let mut state = toy.initial();
    toy.apply(&mut state, Action::Run { runner: 0 });
    assert_eq!(weights(&toy, &state), [(0, 1), (1, 2), (2, 2), (3, 1)]);
    let mut state = toy.initial();
    toy.apply(&mut state, Action::Run { runner: 1 });
    // Three dice: 216 results, 125 of them without a stumble; 3 steps in 2 x 2 x 2 ways, 9 steps in one.
    let weights = weights(&toy, &state);
    assert_eq!((weights[0], weights[1], *weights.last().unwrap()), ((0, 91), (3, 8), (9, 1)));
    assert_eq!(weights.iter().map(|(_, weight)| weight).sum::<u64>(), 216);
}

#[test]
fn a_stumble_takes_back_the_whole_turn() {
    let toy = toy();
    let mut state = toy.initial();
    toy.apply(&mut state, Action::Run { runner: 0 });
    toy.apply_roll(&mut state, Roll { steps: 3 });
    toy.apply(&mut state, Action::Push);
    toy.apply_roll(&mut state, Roll { steps: 0 });
    assert_eq!((state.places.red[0], toy.moment(&state)), (0, Moment::Decide(Side::Blue)));
}

#[test]
fn who_stops_beside_an_opponent_may_be_tripped() {
    let toy = toy();
    let mut state = toy.initial();
    for _ in 0..2 {
        toy.apply(&mut state, Action::Run { runner: 0 });
        toy.apply_roll(&mut state, Roll { steps: 3 });
        toy.apply(&mut state, Action::Stop);
    }
    assert_eq!(toy.moment(&state), Moment::Decide(Side::Red));
    toy.apply(&mut state, Action::Trip);
    toy.apply_roll(&mut state, Roll { steps: 3 });
    assert_eq!(toy.tally(&state).units_lost, BySide::new(0, 1));
}

#[test]
fn at_the_limit_the_team_that_ran_farther_wins() {
    let toy = Toy { rounds: 1, ..toy() };
    let mut state = toy.initial();
    toy.apply(&mut state, Action::Run { runner: 0 });
    toy.apply_roll(&mut state, Roll { steps: 2 });
    toy.apply(&mut state, Action::Stop);
    toy.apply(&mut state, Action::Run { runner: 0 });
    toy.apply_roll(&mut state, Roll { steps: 0 });
    let outcome = Outcome { winner: Some(Side::Red), grade: Grade::Marginal, ending: Ending::TurnLimit };
    assert_eq!(toy.moment(&state), Moment::Over(outcome));
}
