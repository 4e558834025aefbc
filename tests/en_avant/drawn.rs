//! Random changes of formation are sampled without a list: every sample is legal, and all common choices occur.

use crate::scene::{Scene, foot};
use reglette::en_avant::state::action::{Action, Change, Facing};
use reglette::en_avant::state::{Placing, Step, UnitId};
use reglette::en_avant::{Engagement, State};
use reglette::game::rng::Key;
use reglette::game::{Game, Side};
use std::collections::BTreeSet;

/// Samples of changes of formation of a unit; each of them is checked.
fn drawn(game: &Engagement, state: &State, unit: UnitId, times: usize) -> Vec<Action> {
    let state = State { step: Step::Place(unit, Placing::Formation), ..*state };
    let (mut stream, mut scratch) = (Key::new(11).stream(), Vec::new());
    let mut draw = || {
        let action = game.random_action(&state, &mut stream, &mut scratch);
        game.check(&state, &action).unwrap_or_else(|fault| panic!("{action:?}: {fault:?}"));
        action
    };
    (0..times).map(|_| draw()).collect()
}

fn change(action: Action) -> Change {
    match action {
        Action::Form(change) => change,
        other => panic!("{other:?} is no change of formation"),
    }
}

#[test]
fn every_number_of_files_and_every_turn_is_drawn() {
    let scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 3, 6).stand(Side::Blue, foot(), (0, 4500), 180, 2, 2);
    let (game, state, ids) = scene.build();
    let changes: Vec<Change> = drawn(&game, &state, ids[0], 600).into_iter().map(change).collect();
    let files: BTreeSet<u8> = changes.iter().map(|it| it.files).collect();
    assert_eq!(files, (1..=6).collect());
    for facing in [Facing::Kept, Facing::Right, Facing::About, Facing::Left] {
        assert!(changes.iter().any(|it| it.facing == facing), "{facing:?}");
    }
    for end in [0, 2] {
        assert!(changes.iter().any(|it| it.reference == end && it.files > 3), "about the base {end}");
    }
}

#[test]
fn only_what_there_is_room_for_is_drawn() {
    // Friends stand on both flanks: there is room ahead and behind, none sideways.
    let scene = Scene::new()
        .stand(Side::Red, foot(), (0, 0), 0, 3, 6)
        .stand(Side::Red, foot(), (-1600, 0), 0, 4, 4)
        .stand(Side::Red, foot(), (1600, 0), 0, 4, 4)
        .stand(Side::Blue, foot(), (0, 4500), 180, 2, 2);
    let (game, state, ids) = scene.build();
    let changes: Vec<Change> = drawn(&game, &state, ids[0], 300).into_iter().map(change).collect();
    let wide = |it: &&Change| matches!(it.facing, Facing::Kept | Facing::About);
    assert!(
        changes.iter().any(|it| it.files < 3) && changes.iter().filter(wide).all(|it| it.files <= 3),
        "{changes:?}"
    );
}

#[test]
fn a_unit_in_melee_draws_from_the_list() {
    let scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 2, 4).stand(Side::Blue, foot(), (0, 0), 180, 2, 4);
    let (game, state, ids) = scene.build();
    let open = State { step: Step::Place(ids[0], Placing::Formation), ..state };
    let mut listed = Vec::new();
    game.legal_actions(&open, &mut listed);
    assert!(drawn(&game, &state, ids[0], 100).iter().all(|action| listed.contains(action)));
}
