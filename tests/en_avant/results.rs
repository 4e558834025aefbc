//! Effects of impacts: choice of results, losses, recoil, disorder, rout, contagion (chapter 10).

use crate::scene::{Scene, foot, horse, of_quality, of_weight, with_weapon};
use crate::terrain::area;
use reglette::en_avant::army::troop::{Arm, Troop, Weight};
use reglette::en_avant::rules::{BaseAxis, BlockedRecoil, Quality, RoutThreshold, TerrainKind, Weapon};
use reglette::en_avant::state::action::{Action, Results, Roll};
use reglette::en_avant::state::{Clash, ClashKind, Placing, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{Heading, Point};
use reglette::en_avant::{Engagement, State};
use reglette::game::{Game, Moment, Side};

/// A red gun shoots at the first blue unit, whose army has a combativity; the dice give a number of impacts and no
/// save.
pub fn shot(scene: Scene, impacts: u8) -> (Engagement, State, Vec<UnitId>) {
    let (game, mut state, ids) = scene.build();
    state.step = Step::Place(ids[0], Placing::Shot);
    game.apply(&mut state, Action::ShootAt(ids[1]));
    assert_eq!(state.step, Step::ShotRoll);
    game.apply_roll(&mut state, Roll { hits: impacts, sixes: 0 });
    if state.step == Step::SaveRoll {
        game.apply_roll(&mut state, Roll::default());
    }
    (game, state, ids)
}

pub fn gun() -> Troop {
    with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, Quality::Normal))
}

pub fn against(target: Troop, files: u8, bases: u8, combativity: u8) -> Scene {
    let mut scene =
        Scene::new().stand(Side::Red, gun(), (0, -1500), 0, 1, 1).stand(Side::Blue, target, (0, 0), 180, files, bases);
    scene.combativity.blue = combativity;
    // Losses must not change the combativity against which dice are compared.
    scene.rules.quarter_loss_combativity = 0;
    scene
}

/// Chooses the direction straight back among several.
pub fn to_its_rear(game: &Engagement, state: &mut State) {
    if let Step::RecoilTo(unit) = state.step {
        let rear = state.unit(unit).heading.opposite();
        game.apply(state, Action::RecoilTo(rear));
    }
}

/// A routing unit that is activated fails to rally and flees to its own edge.
pub fn runs_on(game: &Engagement, state: &mut State, unit: UnitId) {
    state.unit_mut(unit).set(Status::ROUTING | Status::DISORDERED, true);
    game.apply(state, Action::Activate(unit));
    game.apply_roll(state, Roll::default());
    if state.step == Step::FleeTo(unit) {
        game.apply(state, Action::FleeTo(Heading::NORTH.opposite()));
    }
}

pub fn offered(game: &Engagement, state: &State) -> Vec<Results> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    let results = |action: &Action| {
        if let Action::Take(results) = action { *results } else { panic!("{action:?} takes no results") }
    };
    actions.iter().map(results).collect()
}

pub fn take(losses: u8, recoils: u8, disorder: bool) -> Results {
    Results { losses, recoils, disorder }
}

/// EX-38, E10.1, E10.2, E10.3, E10.4, E10.5, E10.6.
#[test]
fn the_owner_takes_as_many_different_results_as_there_are_impacts() {
    let on = |impacts| {
        let (game, state, _) = shot(against(foot(), 4, 4, 5), impacts);
        offered(&game, &state)
    };
    assert_eq!(on(1), [take(0, 0, true), take(0, 1, false), take(1, 0, false)]);
    assert_eq!(on(2), [take(0, 1, true), take(1, 0, true), take(1, 1, false)]);
    let (game, mut state, ids) = shot(against(foot(), 4, 8, 5), 3);
    to_its_rear(&game, &mut state);
    let it = state.unit(ids[1]);
    assert!(it.bases == 7 && it.has(Status::DISORDERED) && it.front.y > 0, "the only way is taken at once: {it:?}");
    assert_eq!(game.moment(&state), Moment::Decide(Side::Red));
    assert_eq!(on(4), [take(2, 1, true), take(1, 2, true)]);
}

/// EX-12, E10.9, E10.13, EI-64: a unit of normal infantry loses a base and then goes back by its depth of 3 cm, with
/// its facing kept.
#[test]
fn a_recoil_is_as_long_as_a_base_is_deep() {
    let (game, mut state, ids) = shot(against(foot(), 2, 4, 4), 2);
    game.apply(&mut state, Action::Take(take(1, 1, false)));
    to_its_rear(&game, &mut state);
    let it = state.unit(ids[1]);
    assert_eq!((it.bases, it.front.y, it.heading.steps()), (3, 3_000, 720));
    assert!(!it.has(Status::DISORDERED));
}

/// E10.8, EI-65: with several ranks the last loses a base; a line loses one at an end that the owner chooses.
#[test]
fn a_line_loses_a_base_at_an_end_of_its_owners_choice() {
    let (game, mut state, ids) = shot(against(foot(), 3, 3, 4), 1);
    game.apply(&mut state, Action::Take(take(1, 0, false)));
    assert_eq!(state.step, Step::LossFrom(ids[1]));
    // Blue faces down the table: its left is on the right of red.
    for (end, middle) in [(Action::LoseLeft, -3_000), (Action::LoseRight, 3_000)] {
        let mut after = state;
        game.apply(&mut after, end);
        let it = after.unit(ids[1]);
        assert_eq!((it.bases, it.files, it.front.x), (2, 2, middle));
    }
    let (game, mut state, ids) = shot(against(foot(), 3, 4, 4), 1);
    game.apply(&mut state, Action::Take(take(1, 0, false)));
    assert_eq!((state.unit(ids[1]).bases, state.unit(ids[1]).files, state.unit(ids[1]).front.x), (3, 3, 0));
}

/// EX-39, E10.14: a battery of one base that suffers an impact is destroyed.
#[test]
fn artillery_takes_losses_only() {
    let (_, state, ids) = shot(against(gun(), 1, 1, 4), 1);
    assert!(!state.unit(ids[1]).is_on_table());
    assert_eq!(state.side(Side::Blue).bases_lost, 1);
}

/// EX-40, E10.15.
#[test]
fn a_disordered_unit_takes_losses_only() {
    let (game, mut state, ids) = against(foot(), 1, 3, 4).build();
    state.unit_mut(ids[1]).set(Status::DISORDERED, true);
    state.step = Step::Place(ids[0], Placing::Shot);
    game.apply(&mut state, Action::ShootAt(ids[1]));
    game.apply_roll(&mut state, Roll { hits: 2, sixes: 0 });
    let it = state.unit(ids[1]);
    assert_eq!((it.bases, it.front.y), (1, 0));
}

/// EX-41, E10.16, E10.17, EI-68: three impacts at a combativity of 3 make a unit rout after it has taken them; by the
/// number of its bases they do not.
#[test]
fn as_many_impacts_as_the_combativity_make_a_unit_rout() {
    let (game, mut state, ids) = shot(against(foot(), 2, 4, 3), 3);
    to_its_rear(&game, &mut state);
    let it = state.unit(ids[1]);
    assert!(it.has(Status::ROUTING) && it.has(Status::DISORDERED) && it.has(Status::ACTIVATED));
    // A base lost, 3 cm of recoil, then 9 cm with its back turned: its front was its rear, two ranks of 3 cm behind.
    assert_eq!((it.bases, it.heading.steps(), it.front.y), (3, 0, 3_000 + 6_000 + 9_000));
    let mut scene = against(foot(), 2, 4, 3);
    scene.rules.rout_threshold = RoutThreshold::Bases;
    let (_, state, ids) = shot(scene, 3);
    assert!(!state.unit(ids[1]).has(Status::ROUTING));
}

/// EX-42, E10.11: a unit without room to recoil is destroyed.
#[test]
fn a_blocked_recoil_destroys_the_unit() {
    // Friends all around it, closer than a base is deep.
    let around =
        |scene: Scene| {
            scene
                .stand(Side::Blue, foot(), (0, 500), 180, 4, 4)
                .stand(Side::Blue, foot(), (-1600, 200), 180, 3, 3)
                .stand(Side::Blue, foot(), (1600, 200), 180, 3, 3)
        };
    let (game, mut state, ids) = shot(around(against(foot(), 1, 1, 4)), 1);
    game.apply(&mut state, Action::Take(take(0, 1, false)));
    assert!(!state.unit(ids[1]).is_on_table());
    let mut scene = around(against(foot(), 1, 1, 4));
    scene.rules.blocked_recoil = BlockedRecoil::Unavailable;
    let (game, state, _) = shot(scene, 1);
    assert_eq!(offered(&game, &state), [take(0, 0, true), take(1, 0, false)]);
}

/// E10.11, EI-46: impassable ground alone blocks a recoil, without units in the way; passable ground does not.
#[test]
fn a_recoil_is_barred_by_a_river_alone() {
    for (kind, stays) in [(TerrainKind::River, false), (TerrainKind::PloughedOrMud, true)] {
        let mut scene = against(foot(), 2, 2, 4);
        // It bends around the unit, so that there is no way out.
        let corners =
            |left: i32, right: i32, low: i32, high: i32| [(left, low), (right, low), (right, high), (left, high)];
        scene.pieces = vec![
            area(kind, &corners(-20, 20, 5, 8)),
            area(kind, &corners(-20, -5, -2, 5)),
            area(kind, &corners(5, 20, -2, 5)),
        ];
        let (game, mut state, ids) = shot(scene, 1);
        game.apply(&mut state, Action::Take(take(0, 1, false)));
        assert_eq!(state.unit(ids[1]).is_on_table(), stays, "{kind:?}");
    }
}

/// EX-42, E10.12, EI-67: cavalry recoils over infantry that faces another way and destroys the bases in its way; it is
/// destroyed itself if they face the same way.
#[test]
fn cavalry_recoils_over_infantry_that_looks_another_way() {
    let behind = |degrees| {
        let scene = against(horse(), 1, 1, 4);
        let at = if degrees == 90 { (200, 1100) } else { (0, 500) };
        let files = if degrees == 90 { 2 } else { 4 };
        let scene = scene.stand(Side::Blue, foot(), at, degrees, files, files);
        let (game, mut state, ids) = shot(scene, 1);
        game.apply(&mut state, Action::Take(take(0, 1, false)));
        (state, ids)
    };
    let (state, ids) = behind(90);
    assert_eq!(state.unit(ids[1]).front.y, 4_000);
    let left = state.unit(ids[2]);
    assert_eq!((left.bases, left.front.y), (1, 14_000), "the base in the way is gone");
    let (state, ids) = behind(180);
    assert!(!state.unit(ids[1]).is_on_table());
    assert_eq!(state.unit(ids[2]).bases, 4);
}

/// E10.12, E2.34, EI-67: only the bases in the way are lost where the others keep files and ranks: the last rank may be
/// the shorter one.
#[test]
fn cavalry_destroys_one_base_of_a_last_rank() {
    for (files, bases, middle) in [(2, 4, 1_100), (3, 6, 1_400)] {
        // In ranks of 3 cm from 6 cm on: the right base of the second rank is in the way of the cavalry.
        let scene = against(horse(), 1, 1, 4).stand(Side::Blue, foot(), (600, middle), 90, files, bases);
        let (game, mut state, ids) = shot(scene, 1);
        game.apply(&mut state, Action::Take(take(0, 1, false)));
        assert_eq!(state.unit(ids[1]).front.y, 4_000);
        let left = state.unit(ids[2]);
        assert_eq!((left.bases, left.files, left.front.x), (bases - 1, files, 6_000));
    }
}

/// EX-43, E10.22, E10.23: the number of faces of the die with which a friend stays.
#[test]
fn quality_counts_against_contagion() {
    for (quality, stays) in [(Quality::Inferior, 3), (Quality::Normal, 4), (Quality::Superior, 5)] {
        let scene = against(foot(), 2, 4, 4).stand(Side::Blue, of_quality(quality, foot()), (-3000, 1000), 180, 3, 3);
        let (game, state, ids) = shot(scene, 4);
        let state = choose_first(&game, state);
        assert_eq!(state.step, Step::ContagionRoll(ids[2]));
        let mut rolls = Vec::new();
        game.rolls(&state, &mut rolls);
        let passed = rolls.iter().find(|it| it.roll.hits == 1).map_or(0, |it| it.weight);
        assert_eq!(passed, stays);
        let mut failed = state;
        game.apply_roll(&mut failed, Roll::default());
        assert!(failed.unit(ids[2]).has(Status::ROUTING), "who fails routs in turn (E10.24)");
        let mut held = state;
        game.apply_roll(&mut held, Roll { hits: 1, sixes: 0 });
        assert!(!held.unit(ids[2]).has(Status::ROUTING) && held.unit(ids[1]).has(Status::ROUTING));
    }
}

/// Takes the first action as long as there are decisions.
pub fn choose_first(game: &Engagement, mut state: State) -> State {
    while matches!(game.moment(&state), Moment::Decide(Side::Blue)) {
        let mut actions = Vec::new();
        game.legal_actions(&state, &mut actions);
        game.apply(&mut state, actions[0]);
    }
    state
}

/// E10.24, E10.25, E8.11: a routing unit that fails to rally keeps running, and is lost when it leaves the table
/// (E10.26).
#[test]
fn a_routing_unit_runs_until_it_rallies_or_leaves_the_table() {
    let (game, mut state, ids) = against(foot(), 2, 4, 4).stand(Side::Red, foot(), (1000, -4500), 180, 3, 3).build();
    state.unit_mut(ids[2]).set(Status::ROUTING | Status::DISORDERED, true);
    game.apply(&mut state, Action::Activate(ids[2]));
    assert_eq!(state.step, Step::ReorganiseRoll(ids[2]));
    let mut rallied = state;
    game.apply_roll(&mut rallied, Roll { hits: 1, sixes: 0 });
    assert_eq!(rallied.step, Step::RallyFacing(ids[2]));
    game.apply_roll(&mut state, Roll::default());
    assert!(!state.unit(ids[2]).is_on_table());
    assert_eq!(game.moment(&state), Moment::Decide(Side::Red));
    assert_eq!(state.side(Side::Red).bases_lost, 3);
}

/// E10.19, E10.20, EI-69: a flight deviates from its line as little as possible; without a free way the unit is
/// destroyed.
#[test]
fn a_flight_goes_round_what_is_in_its_way() {
    let (game, mut state, ids) = against(foot(), 2, 4, 4)
        .stand(Side::Red, foot(), (2500, -500), 180, 1, 1)
        .stand(Side::Red, foot(), (2200, -1300), 0, 1, 1)
        .build();
    runs_on(&game, &mut state, ids[2]);
    let ran = state.unit(ids[2]).heading.steps();
    assert!((540..720).contains(&ran), "it ran along {ran}");
    let (game, mut state, ids) = against(foot(), 2, 4, 4)
        .stand(Side::Red, foot(), (2500, -500), 180, 1, 1)
        .stand(Side::Red, foot(), (2500, -900), 0, 7, 7)
        .build();
    runs_on(&game, &mut state, ids[2]);
    assert!(!state.unit(ids[2]).is_on_table());
}

/// E10.17, E10.19, E10.20, EI-69: a unit without room to turn towards its flight, with an enemy in contact with its
/// front or friends at its sides, turns about in place and moves backwards.
#[test]
fn a_flight_turns_over_nobody() {
    let askew = Heading::new(56);
    for enemy in [true, false] {
        let side = if enemy { Side::Blue } else { Side::Red };
        let scene = against(foot(), 2, 4, 4).stand(Side::Red, foot(), (2500, -1500), 14, 4, 8).stand(
            side,
            foot(),
            (0, 0),
            14,
            4,
            8,
        );
        let (game, mut state, ids) = scene.build();
        let front = state.unit(ids[2]).front;
        let other = state.unit_mut(ids[3]);
        (other.front, other.heading) =
            if enemy { (front, askew.opposite()) } else { (front.moved(askew, 0, -24_000), askew) };
        game.units().refresh_contacts(&mut state);
        runs_on(&game, &mut state, ids[2]);
        let it = state.unit(ids[2]);
        assert_eq!(
            (it.heading, it.front),
            (askew.opposite(), front.moved(askew, -6_000, 0) + Point::new(0, -9_000)),
            "{enemy}"
        );
        assert_eq!(game.places().overlapped(&state, ids[2], &game.places().footprint(&state, ids[2])), None);
    }
    // With room around it it turns and runs straight ahead.
    let (game, mut state, ids) = against(foot(), 2, 4, 4).stand(Side::Red, foot(), (2500, -1500), 14, 4, 8).build();
    runs_on(&game, &mut state, ids[2]);
    assert_eq!(state.unit(ids[2]).heading.steps(), 720);
}

/// E10.17, E10.19, EI-69: a unit beside the side edge that would turn over it turns about in place and runs on, and is
/// not lost: it runs to its own edge.
#[test]
fn a_flight_does_not_turn_over_the_edge_of_the_table() {
    let (game, mut state, ids) = against(foot(), 2, 4, 4).stand(Side::Red, foot(), (-4260, -1070), 295, 3, 3).build();
    let front = state.unit(ids[2]).front;
    runs_on(&game, &mut state, ids[2]);
    let it = state.unit(ids[2]);
    assert!(it.is_on_table() && it.has(Status::ROUTING));
    assert_eq!(it.heading, Heading::new(295 * 4).opposite());
    assert!(it.front.y < front.y - 5_000, "{:?} {front:?}", it.front);
}

/// E10.9, EI-5: a recoil is as long as a base is deep, or wide, according to the rules.
#[test]
fn a_recoil_is_measured_along_the_axis_of_the_rules() {
    let back = |axis: BaseAxis, troop: Troop| {
        let mut scene = against(troop, 2, 4, 4);
        scene.rules.recoil_axis = axis;
        let (game, mut state, ids) = shot(scene, 1);
        game.apply(&mut state, Action::Take(take(0, 1, false)));
        to_its_rear(&game, &mut state);
        state.unit(ids[1]).front.y
    };
    assert_eq!((back(BaseAxis::Depth, foot()), back(BaseAxis::Depth, horse())), (3_000, 4_000));
    assert_eq!((back(BaseAxis::Width, foot()), back(BaseAxis::Width, horse())), (6_000, 6_000));
}

/// EI-41: light friends can be passed through, and the unit ends clear of them: beyond them, or short of them.
#[test]
fn a_flight_runs_through_light_friends() {
    for (y, ends) in [(-600, -14_000), (-900, -9_000)] {
        let (game, mut state, ids) = against(foot(), 2, 4, 4)
            .stand(Side::Red, foot(), (2500, -500), 180, 1, 1)
            .stand(Side::Red, of_weight(Weight::Light, foot()), (2500, y), 0, 7, 7)
            .build();
        runs_on(&game, &mut state, ids[2]);
        let it = state.unit(ids[2]);
        assert_eq!((it.heading.steps(), it.front.y), (720, ends));
    }
}

/// E9.37, EX-30, EI-55: the effect of rolling a six again; the enemy's combativity is 3.
#[test]
fn a_six_rolled_again_risks_its_own_impact() {
    let impacts = |faces: &[u8]| {
        let (game, mut state, ids) = against(foot(), 4, 8, 3).build();
        state.step = Step::Place(ids[0], Placing::Shot);
        game.apply(&mut state, Action::ShootAt(ids[1]));
        let roll = |face: u8| Roll { hits: u8::from((3..6).contains(&face)), sixes: u8::from(face == 6) };
        state.clash = Clash { dice: [1, 0], savers: 0, ..state.clash };
        game.apply_roll(&mut state, roll(faces[0]));
        for face in &faces[1..] {
            game.apply(&mut state, Action::RollAgain);
            game.apply_roll(&mut state, roll(*face));
        }
        if let Step::Six(_) = state.step {
            game.apply(&mut state, Action::Keep);
        }
        if state.clash.kind == ClashKind::None { 0 } else { state.clash.suffered[1] }
    };
    assert_eq!(impacts(&[6]), 1);
    assert_eq!(impacts(&[6, 2]), 0);
    assert_eq!(impacts(&[6, 4]), 2);
    assert_eq!(impacts(&[6, 6]), 2);
    assert_eq!(impacts(&[6, 6, 1]), 1);
}

/// E10.10, E10.11, EI-66: a recoil after a shot leads away from the shooter: shot from behind, a unit with friends ahead
/// is destroyed, though there is room towards the shooter.
#[test]
fn no_unit_recoils_towards_the_one_that_shot_at_it() {
    let after = |is_blocked: bool| {
        let mut scene =
            Scene::new().stand(Side::Red, gun(), (0, -1500), 0, 1, 1).stand(Side::Blue, foot(), (0, 0), 0, 1, 1);
        scene.combativity.blue = 4;
        scene.rules.quarter_loss_combativity = 0;
        if is_blocked {
            scene = scene.stand(Side::Blue, foot(), (0, 500), 0, 6, 6);
        }
        let (game, mut state, ids) = shot(scene, 1);
        game.apply(&mut state, Action::Take(take(0, 1, false)));
        if state.step == Step::RecoilTo(ids[1]) {
            let rear = state.unit(ids[1]).heading.opposite();
            assert!(game.check(&state, &Action::RecoilTo(rear)).is_err(), "towards the shooter");
            game.apply(&mut state, Action::RecoilTo(rear.opposite()));
        }
        let it = state.unit(ids[1]);
        it.is_on_table().then_some(it.front.y)
    };
    assert_eq!([after(false), after(true)], [Some(3_000), None]);
}

/// E10.12, EI-66, EI-67: cavalry that is shot from behind tramples infantry that lies away from the shooter.
#[test]
fn cavalry_tramples_away_from_the_shooter() {
    let mut scene =
        Scene::new().stand(Side::Red, gun(), (0, -1500), 0, 1, 1).stand(Side::Blue, horse(), (0, 0), 0, 1, 1);
    scene.combativity.blue = 4;
    scene.rules.quarter_loss_combativity = 0;
    let scene = scene
        .stand(Side::Blue, foot(), (-1_400, -300), 180, 3, 9)
        .stand(Side::Blue, foot(), (1_400, -300), 180, 3, 9)
        .stand(Side::Blue, foot(), (0, 300), 134, 1, 1);
    let (game, mut state, ids) = shot(scene, 1);
    game.apply(&mut state, Action::Take(take(0, 1, false)));
    let it = state.unit(ids[1]);
    assert_eq!((it.is_on_table(), it.front.y, state.unit(ids[4]).is_on_table()), (true, 4_000, false));
}
