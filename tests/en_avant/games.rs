//! Whole random games: they end, bases never overlap, and a battle turned by half a circle with the sides swapped plays
//! the same.

use crate::scene::{Scene, foot, horse};
use reglette::en_avant::army::troop::Period;
use reglette::en_avant::army::{Force, Muster};
use reglette::en_avant::rules::Rules;
use reglette::en_avant::setup::{Terms, assemble};
use reglette::en_avant::state::UnitId;
use reglette::en_avant::table::geometry::CENTIMETRE;
use reglette::en_avant::table::ground::Ground;
use reglette::en_avant::{Engagement, State};
use reglette::game::rng::Key;
use reglette::game::{BySide, Game, Moment, Side};

/// Two small armies before set-up.
fn skirmish() -> Engagement {
    let unit =
        |name: &str, troop, bases| Muster { name: name.to_owned(), troop, bases, dismounts: false, points: None };
    let force = |side: Side| Force {
        name: side.to_string(),
        period: Period::Antiquity,
        combativity: 4,
        units: vec![
            unit("foot", foot(), 6),
            unit("guards", foot(), 3),
            unit("horse", horse(), 2),
            unit("more horse", horse(), 3),
        ],
    };
    let half = 50 * CENTIMETRE;
    let ground = Ground { half_width: half, half_depth: half, pieces: Vec::new() };
    let terms = Terms { name: "skirmish".to_owned(), turn_limit: 20, ..Terms::default() };
    assemble(&Rules::published(), ground, BySide::from_fn(force), terms).expect("a sound skirmish")
}

/// Bases overlap nowhere, and every unit has a legal shape.
pub fn assert_sound(game: &Engagement, state: &State) {
    let units: Vec<UnitId> = game.troops.all_on_table(state).collect();
    for (index, unit) in units.iter().enumerate() {
        let it = state.unit(*unit);
        assert!(it.files >= 1 && it.files <= it.bases, "unit {unit} has {} files and {} bases", it.files, it.bases);
        let footprint = game.places().footprint(state, *unit);
        assert!(
            game.places().overlapped_among(state, &footprint, |other| units[..index].contains(&other)).is_none(),
            "unit {unit} overlaps another"
        );
    }
}

#[test]
fn random_games_end_and_stay_sound() {
    let game = skirmish();
    for seed in 0..20 {
        let mut stream = Key::new(seed).stream();
        let mut state = game.initial();
        let mut scratch = Vec::new();
        let mut decisions = 0;
        loop {
            match game.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    let action = game.random_action(&state, &mut stream, &mut scratch);
                    assert_eq!(game.check(&state, &action), Ok(()), "{action:?} at {:?}", state.step);
                    game.apply(&mut state, action);
                }
                Moment::Roll(_) => {
                    let roll = game.sample(&state, &mut stream);
                    game.apply_roll(&mut state, roll);
                }
            }
            assert_sound(&game, &state);
            decisions += 1;
            assert!(decisions < 100_000, "every game ends");
        }
    }
}

#[test]
fn a_scene_stands_where_it_was_laid() {
    let (game, state, ids) =
        Scene::new().stand(Side::Red, foot(), (0, 0), 0, 3, 3).stand(Side::Blue, foot(), (0, 0), 180, 2, 2).build();
    assert!(game.units().contact(&state, ids[0], ids[1]).is_some());
    assert_sound(&game, &state);
}
