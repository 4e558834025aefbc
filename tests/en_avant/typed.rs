//! Moves typed in words and lengths: measured, checked, refused with the rule, previewed before they are made.

use crate::scene::{Scene, foot, horse, of_weight};
use crate::terrain::line;
use reglette::data::{Kind, Library};
use reglette::en_avant::army::Army;
use reglette::en_avant::army::troop::Weight;
use reglette::en_avant::rules::{GeneralMode, Rules, TerrainKind};
use reglette::en_avant::setup::scenario::{Scenario, Table};
use reglette::en_avant::state::action::{Path, Segment};
use reglette::en_avant::state::{Placing, Status, Step, UnitId};
use reglette::en_avant::{Action, Engagement, State};
use reglette::game::rng::Key;
use reglette::game::{BySide, Game, Moment, Show, Side};

/// A scene in which the first unit named chooses its path next.
fn about_to_move(scene: Scene) -> (Engagement, State, Vec<UnitId>) {
    let (game, mut state, ids) = scene.build();
    state.unit_mut(ids[0]).set(Status::ACTIVATED, true);
    state.step = Step::Place(ids[0], Placing::Move);
    (game, state, ids)
}

/// Infantry of three files behind the middle, a friend on its right who faces slightly to the right, cavalry far ahead
/// that faces away.
fn scene() -> Scene {
    Scene::new()
        .stand(Side::Red, foot(), (0, -2_000), 0, 3, 3)
        .stand(Side::Red, of_weight(Weight::Heavy, foot()), (2_100, -2_000), 0, 3, 3)
        .stand(Side::Red, foot(), (-2_200, -1_800), 350, 3, 3)
        .stand(Side::Blue, foot(), (0, 3_000), 180, 2, 2)
}

fn typed(game: &Engagement, state: &State, words: &str) -> Result<(Action, Vec<String>), String> {
    let typed = game.typed_action(state, words).unwrap_or_else(|| panic!("\"{words}\" is a move"));
    typed.map(|typed| (typed.action, typed.foreseen)).map_err(|error| error.0)
}

fn path(game: &Engagement, state: &State, words: &str) -> Path {
    match typed(game, state, words) {
        Ok((Action::MoveAlong(path), _)) => path,
        other => panic!("{words}: {other:?}"),
    }
}

#[test]
fn lengths_and_turns_become_segments() {
    let (game, state, _) = about_to_move(scene());
    assert_eq!(path(&game, &state, "advance 6"), Path::of(&[Segment::Advance(600)]));
    assert_eq!(
        path(&game, &state, "advance 2, wheel left 12"),
        Path::of(&[Segment::Advance(200), Segment::Wheel(-48)])
    );
    assert_eq!(path(&game, &state, "back 2"), Path::of(&[Segment::Back(200)]));
    assert_eq!(path(&game, &state, "slide 3 right 0.5"), Path::of(&[Segment::Slide(300, 50)]));
    assert_eq!(path(&game, &state, "shift 1.5 left"), Path::of(&[Segment::Lateral(-150)]));
    assert_eq!(typed(&game, &state, "halt").map(|it| it.0), Ok(Action::Halt));
}

/// E7.6, E7.8, E7.9: an illegal move is refused with the rule that forbids it.
#[test]
fn an_illegal_move_is_refused_with_its_rule() {
    let (game, state, _) = about_to_move(scene());
    let refused = |words: &str, rule: &str| {
        let error = typed(&game, &state, words).expect_err(words);
        assert!(error.contains(rule), "{words}: {error}");
    };
    refused("advance 9.5", "(E7.6)");
    refused("turn left 30", "(E7.8)");
    refused("back 6.5", "E7.9");
    refused("back 1, advance 2", "E7.9");
    refused("advance 1, advance 1, advance 1, advance 1, advance 1", "(EI-11)");
    refused("advanse 3", "did you mean \"advance\"");
    refused("align R9", "there is no unit");
}

/// The unit turns to its friend's heading and advances until both fronts are in one line.
#[test]
fn a_unit_aligns_with_a_friend() {
    let (game, state, ids) = about_to_move(scene());
    let Action::MoveAlong(path) = typed(&game, &state, "align R3").expect("there is room").0 else { panic!("a move") };
    let mut after = state;
    game.apply(&mut after, Action::MoveAlong(path));
    let (it, friend) = (after.unit(ids[0]), state.unit(ids[2]));
    assert_eq!(it.heading, friend.heading);
    let (ahead, _) = it.front.seen(it.heading, friend.front);
    assert!((0..10).contains(&ahead), "{ahead} hundredths of a millimetre");
    assert!(typed(&game, &state, "align R2").expect_err("it is in line").contains("there already"));
}

/// E7.9: into line with a friend farther back a unit steps back.
#[test]
fn a_unit_aligns_with_a_friend_behind() {
    let scene =
        Scene::new().stand(Side::Red, foot(), (0, -2_000), 0, 3, 3).stand(Side::Red, foot(), (2_100, -2_200), 0, 3, 3);
    let (game, state, _) = about_to_move(scene.stand(Side::Blue, foot(), (0, 3_000), 180, 2, 2));
    assert_eq!(path(&game, &state, "align R2"), Path::of(&[Segment::Back(200)]));
}

/// E11.4: an attack is the end of a move, whatever precedes it.
#[test]
fn nothing_follows_an_attack() {
    let (game, state, _) = about_to_move(scene());
    for words in ["charge B1, advance 3", "charge B1, align R2", "advance 1, charge B1, advance 1"] {
        assert!(typed(&game, &state, words).expect_err(words).contains("(E11.4)"), "{words}");
    }
}

/// E11.4, E11.10: a charge is found by the name of the enemy and of the edge to attack; the preview names the units in
/// contact.
#[test]
fn a_charge_is_found_by_the_edge_that_it_strikes() {
    let scene = Scene::new()
        .stand(Side::Red, horse(), (-900, 600), 90, 2, 2)
        .stand(Side::Blue, foot(), (300, 0), 180, 2, 4)
        .stand(Side::Blue, foot(), (4_000, 3_000), 180, 2, 4);
    let (game, state, ids) = about_to_move(scene);
    let (action, foreseen) = typed(&game, &state, "charge B1 flank").expect("its flank is open");
    let Action::MoveAlong(path) = action else { panic!("a move") };
    assert_eq!(path.target, ids[1]);
    assert!(foreseen.iter().any(|line| line.contains("right flank of unit (B1)")), "{foreseen:?}");
    assert!(typed(&game, &state, "charge B1 rear").is_err());
    assert!(typed(&game, &state, "charge B2").expect_err("he is far off").contains("no way"));
    let by_hand = typed(&game, &state, "advance 1, charge B1").expect("straight on").0;
    assert!(matches!(by_hand, Action::MoveAlong(path) if path.target == ids[1]));
}

/// EI-18: over an obstacle an attack is typed as a crossing and a charge.
#[test]
fn an_attack_over_an_obstacle_is_typed() {
    let mut scene = Scene::new();
    scene.pieces.push(line(TerrainKind::HedgeWallPalisade, &[(-20, 0), (20, 0)]));
    let scene = scene.stand(Side::Red, foot(), (0, 0), 0, 2, 2).stand(Side::Blue, foot(), (0, 200), 180, 2, 2);
    let (game, state, ids) = about_to_move(scene);
    assert_eq!(path(&game, &state, "cross, charge B1"), Path::of(&[Segment::Cross]).against(ids[1]));
}

/// The preview of a move names its contacts, its cost and its end.
#[test]
fn what_would_come_of_a_move_is_told() {
    let (game, state, _) = about_to_move(scene());
    let foreseen = typed(&game, &state, "shift 3 right").expect("there is room").1;
    assert!(foreseen.iter().any(|line| line == "It takes 3 cm; the allowance on open ground is 9 cm."), "{foreseen:?}");
    assert!(foreseen.iter().any(|line| line == "It ends at (3, -20) facing 0°."), "{foreseen:?}");
    assert!(foreseen.iter().any(|line| line == "It touches unit (R2)."), "{foreseen:?}");
}

/// Words are a move only where a path is chosen; elsewhere they are left to the list, or answered with the decision
/// that comes first.
#[test]
fn a_way_is_typed_where_a_path_is_chosen() {
    let (game, state, ids) = about_to_move(scene());
    assert!(game.typed_action(&state, "R2 is activated").is_none());
    let before = State { step: Step::Impulse, ..state };
    assert!(game.typed_action(&before, "advance 6").is_some_and(|it| it.is_err()));
    assert!(game.typing_help(&state).is_some() && game.typing_help(&before).is_none());
    let shot = State { step: Step::Place(ids[0], Placing::Shot), ..state };
    assert!(game.typed_action(&shot, "advance 6").is_none());
}

/// E4.17, E2.34, E7.15: a place is typed for a piece that is set up, and for a move of the general; an illegal one is
/// refused with its rule.
#[test]
fn a_place_is_typed_where_something_is_set_up_or_the_general_rides() {
    let army = Library::built_in().find(Kind::Army, "gauls").expect("a list");
    let army = Army::read(&army).expect("a sound list");
    let rules = Rules { general_mode: GeneralMode::Separate, ..Rules::published() };
    let open = Scenario::open("open", Table::Small);
    let game = open.prepare(&rules, BySide::new(Some(&army), Some(&army))).expect("two armies of one list");
    let (mut state, mut stream, mut scratch) = (game.initial(), Key::new(3).stream(), Vec::new());
    let mut typed_places = [0; 4];
    while typed_places.contains(&0) {
        match game.moment(&state) {
            Moment::Decide(_) => {
                game.legal_actions(&state, &mut scratch);
                for action in &scratch {
                    let (kind, at, limbered) = match (state.step, action) {
                        (Step::DeployAt(_), Action::DeployAt(at)) => (0, at, false),
                        (Step::DeployCamp, Action::DeployAt(at)) => (1, at, false),
                        (Step::DeployGeneral, Action::DeployAt(at)) => (2, at, false),
                        (Step::MoveGeneral, Action::GeneralTo(at)) => (3, at, false),
                        (_, Action::DeployLimbered(at)) => (0, at, true),
                        _ => continue,
                    };
                    let (x, y, degrees) = (at.front.x, at.front.y, f64::from(at.heading.steps()) / 4.0);
                    let (x, y) = (f64::from(x) / 1_000.0, f64::from(y) / 1_000.0);
                    let tail = if limbered { " limbered" } else { "" };
                    let words = format!("at {x} {y} facing {degrees} files {}{tail}", at.files);
                    assert_eq!(typed(&game, &state, &words).map(|it| it.0), Ok(*action), "{words}");
                    typed_places[kind] += 1;
                }
                let refused = |words: &str, part: &str| {
                    let error = typed(&game, &state, words).expect_err(words);
                    assert!(error.contains(part), "{words}: {error}");
                };
                if matches!(state.step, Step::DeployAt(_)) {
                    refused("at 0 0", "(E4.17)");
                    refused("at 0 0 files 9", "(E2.34)");
                    refused("at 0 0 fasing 3", "did you mean \"facing\"");
                    refused("at 0", "needs a length");
                    assert!(game.typing_help(&state).is_some_and(|help| help.contains("at -12")));
                }
                let action = game.random_action(&state, &mut stream, &mut scratch);
                game.apply(&mut state, action);
            }
            Moment::Roll(_) => {
                let roll = game.sample(&state, &mut stream);
                game.apply_roll(&mut state, roll);
            }
            Moment::Over(_) => panic!("the general never rode"),
        }
    }
}
