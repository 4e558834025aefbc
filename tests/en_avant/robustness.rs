//! Regression tests for faults found by random play from random positions; and random positions themselves.

use crate::scene::{Scene, foot, horse, with_weapon};
use crate::terrain::area;
use reglette::en_avant::army::troop::{Arm, Troop};
use reglette::en_avant::rules::{Quality, TerrainKind, Weapon};
use reglette::en_avant::state::action::{Action, Results, Roll};
use reglette::en_avant::state::troops::Troops;
use reglette::en_avant::state::{Clash, ClashKind, Placing, Status, Step};
use reglette::en_avant::table::geometry::Point;
use reglette::en_avant::{Engagement, State};
use reglette::game::{BySide, Game, Side};

fn listed(game: &Engagement, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions
}

/// E7.12, E8.12: a rallied unit does not turn about where its short last rank would overlap another unit.
#[test]
fn a_rallied_unit_without_room_does_not_turn_about() {
    let notch = |beside: bool| {
        let mut scene =
            Scene::new().stand(Side::Red, foot(), (0, 0), 0, 3, 4).stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3);
        if beside {
            // In the gap left by the short last rank.
            scene = scene.stand(Side::Red, foot(), (600, -300), 0, 1, 1);
        }
        let (game, mut state, ids) = scene.build();
        state.step = Step::RallyFacing(ids[0]);
        listed(&game, &state)
    };
    assert_eq!(notch(false), [Action::TurnAbout, Action::Pass]);
    assert_eq!(notch(true), [Action::Pass]);
}

/// EI-92, EI-107: an elephant that is already uncontrollable takes its impacts in melee as losses, and is not counted
/// twice.
#[test]
fn a_wild_elephant_that_is_attacked_is_counted_once() {
    let elephant = Troop::plain(Arm::Elephant, Quality::Normal);
    let scene = Scene::new()
        .stand(Side::Red, elephant, (0, 0), 0, 1, 1)
        .stand(Side::Red, foot(), (3_000, 0), 0, 3, 3)
        .stand(Side::Blue, horse(), (0, 0), 180, 2, 2);
    let (game, mut state, ids) = scene.build();
    let game = Engagement { troops: Troops { bases: BySide::new(40, 40), ..game.troops.clone() }, ..game };
    state.unit_mut(ids[0]).set(Status::RAMPANT | Status::ACTIVATED, true);
    state.side_mut(Side::Red).bases_lost = 1;
    state.unit_mut(ids[2]).set(Status::FRESH, true);
    game.apply(&mut state, Action::Done);
    for hits in [0, 1] {
        assert!(matches!(state.step, Step::MeleeRoll(_)), "{:?}", state.step);
        let Step::MeleeRoll(side) = state.step else { break };
        game.apply_roll(&mut state, Roll { hits: if side == Side::Blue { 1 } else { 0 }, sixes: 0 });
        assert!(hits == 0 || state.unit(ids[0]).bases == 0, "it is lost for good: {:?}", state.unit(ids[0]));
    }
    assert_eq!((state.side(Side::Red).bases_lost, state.side(Side::Red).units_lost), (1, 1));
}

/// E8.7, EI-47, EI-72: where disorder eliminates a single base, units in contact with it are no longer engaged with it.
#[test]
fn nobody_is_engaged_with_a_base_that_disorder_has_eliminated() {
    let gun = with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal));
    let mut scene = Scene::new()
        .stand(Side::Red, gun, (2_000, 0), 270, 1, 1)
        .stand(Side::Red, foot(), (0, 0), 0, 1, 1)
        .stand(Side::Blue, foot(), (0, 0), 180, 1, 1)
        .stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3);
    scene.rules.disorder_eliminates_single_base = true;
    scene.rules.shoot_at_engaged = true;
    let (game, mut state, ids) = scene.build();
    let game = Engagement { troops: Troops { bases: BySide::new(40, 40), ..game.troops.clone() }, ..game };
    state.step = Step::Place(ids[0], Placing::Shot);
    game.apply(&mut state, Action::ShootAt(ids[2]));
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    if state.step == Step::SaveRoll {
        game.apply_roll(&mut state, Roll::default());
    }
    game.apply(&mut state, Action::Take(Results { losses: 0, recoils: 0, disorder: true }));
    assert!(!state.unit(ids[2]).is_on_table() && !state.unit(ids[1]).has(Status::ENGAGED));
}

/// E2.36, E7.12, E14.6: of a unit crossed by an elephant the largest connected part remains, clear of the elephant.
#[test]
fn what_an_elephant_leaves_of_a_unit_stands_clear_of_it() {
    let elephant = Troop::plain(Arm::Elephant, Quality::Normal);
    let mut scene = Scene::new()
        .stand(Side::Red, elephant, (0, 1_200), 180, 1, 1)
        .stand(Side::Blue, foot(), (0, 0), 180, 4, 8)
        .stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3)
        .stand(Side::Red, foot(), (4_000, 0), 0, 3, 3);
    scene.rules.elephant_path_destroys = reglette::en_avant::rules::PathDestroys::Bases;
    let (game, mut state, ids) = scene.build();
    let game = Engagement { troops: Troops { bases: BySide::new(40, 40), ..game.troops.clone() }, ..game };
    state.unit_mut(ids[0]).set(Status::RAMPANT | Status::ACTIVATED, true);
    game.apply(&mut state, Action::Done);
    let left = state.unit(ids[1]);
    // It runs between the two middle files: the outer two remain, one file of two ranks on one side.
    assert_eq!((left.bases, left.files), (2, 1), "{left:?}");
    assert!(game.places().overlapped(&state, ids[1], &game.places().footprint(&state, ids[1])).is_none());
}

/// E14.6, EI-6: however a friend stands at an angle to its way, an elephant ends with no overlap beyond the tolerance.
#[test]
fn a_wild_elephant_ends_in_nobody() {
    let elephant = Troop::plain(Arm::Elephant, Quality::Normal);
    for aside in (300..560).step_by(3) {
        let scene = Scene::new()
            .stand(Side::Red, elephant, (0, 0), 180, 1, 1)
            .stand(Side::Red, foot(), (aside, -1_400), 45, 1, 1)
            .stand(Side::Red, foot(), (4_000, 0), 0, 3, 3)
            .stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3);
        let (game, mut state, ids) = scene.build();
        let game = Engagement { troops: Troops { bases: BySide::new(40, 40), ..game.troops.clone() }, ..game };
        state.unit_mut(ids[0]).set(Status::RAMPANT | Status::ACTIVATED, true);
        game.apply(&mut state, Action::Done);
        assert_eq!(
            game.places().overlapped(&state, ids[0], &game.places().footprint(&state, ids[0])),
            None,
            "with a friend {aside} aside"
        );
    }
}

/// E10.11, E10.12, EI-6: however infantry stands at an angle behind it, cavalry that recoils ends with no overlap
/// beyond the tolerance.
#[test]
fn cavalry_that_recoils_ends_in_nobody() {
    for behind in (300..900).step_by(3) {
        let scene = Scene::new()
            .stand(Side::Red, horse(), (0, 0), 0, 1, 1)
            .stand(Side::Red, foot(), (0, -behind), 60, 1, 1)
            .stand(Side::Blue, horse(), (0, 0), 180, 1, 1)
            .stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3);
        let (game, mut state, ids) = scene.build();
        let game = Engagement { troops: Troops { bases: BySide::new(40, 40), ..game.troops.clone() }, ..game };
        if game.places().overlapped(&state, ids[1], &game.places().footprint(&state, ids[1])).is_some() {
            continue;
        }
        state.step = Step::Results(ids[0]);
        state.clash =
            Clash { kind: ClashKind::Melee, settling: ids[0], settled: 3, suffered: [1, 0], ..Clash::default() };
        game.apply(&mut state, Action::Take(Results { losses: 0, recoils: 1, disorder: false }));
        let stands = state.unit(ids[0]).is_on_table();
        let into = stands.then(|| game.places().overlapped(&state, ids[0], &game.places().footprint(&state, ids[0])));
        assert_eq!(into.flatten(), None, "with infantry {behind} behind");
    }
}

/// E7.12, E11.41, EI-6: a pursuit ends short of impassable ground, whatever its angle.
#[test]
fn a_pursuit_ends_short_of_a_lake_that_lies_askew() {
    for nearer in 0..60 {
        let mut scene =
            Scene::new().stand(Side::Red, horse(), (0, 0), 0, 1, 1).stand(Side::Blue, foot(), (0, 4_000), 180, 3, 3);
        // A lake with a right-angled corner towards the unit.
        let near = 1 + nearer / 20;
        scene.pieces = vec![area(TerrainKind::Lake, &[(4, near), (10, near + 6), (4, near + 12), (-2, near + 6)])];
        let (game, mut state, ids) = scene.build();
        let it = state.unit_mut(ids[0]);
        it.front += Point::new(nearer % 20 * 10, 0);
        if !game.stands_free(&state, ids[0], state.unit(ids[0])) {
            continue;
        }
        state.step = Step::Pursuit(ids[0]);
        state.clash = Clash { kind: ClashKind::Melee, settled: 3, fought: true, ..Clash::default() };
        game.apply(&mut state, Action::Pursue);
        assert!(game.ground_allows(&state, &game.places().footprint(&state, ids[0])), "{:?}", state.unit(ids[0]));
    }
}
