//! Decisions with an evident best answer, made by the shipped greedy bot.

use crate::scene::{Scene, foot, horse, of_quality, with_weapon};
use reglette::bots::{BotConfig, BotFile};
use reglette::data::{Kind, Library};
use reglette::en_avant::army::troop::Period;
use reglette::en_avant::rules::{Quality, RerollRisk, Weapon};
use reglette::en_avant::state::action::Action;
use reglette::en_avant::state::{Clash, ClashKind, Piece, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, Heading, Point};
use reglette::en_avant::{EnAvant, Engagement, State};
use reglette::game::{Evaluate, Game, Side, Weights};

fn judgement() -> Weights {
    let source = Library::built_in().find(Kind::Bot, "greedy").expect("the shipped bot");
    match BotFile::read(&source).expect("a sound bot").config::<EnAvant>().expect("it plays En Avant") {
        BotConfig::Greedy(judgement) => judgement,
        other => panic!("{other:?} is not greedy"),
    }
}

/// The choice of the bot.
fn choice(game: &Engagement, state: &State) -> Action {
    let (mut actions, mut values) = (Vec::new(), Vec::new());
    game.legal_actions(state, &mut actions);
    game.score_actions(state, &actions, &judgement(), &mut values);
    let best = (0..actions.len()).max_by(|a, b| values[*a].total_cmp(&values[*b])).expect("there is an action");
    actions[best]
}

/// The order of the bot for a unit, and the end of its move if it marches.
fn order(game: &Engagement, state: &State, unit: UnitId) -> (Action, Option<State>) {
    let mut state = State { step: Step::Act(unit), ..*state };
    let act = choice(game, &state);
    if act != Action::March {
        return (act, None);
    }
    game.apply(&mut state, act);
    let path = choice(game, &state);
    game.apply(&mut state, path);
    (path, Some(state))
}

/// A position in which a unit takes the impacts of a shot.
fn struck(state: &State, unit: UnitId, shooter: UnitId, impacts: u8) -> State {
    let clash = Clash {
        kind: ClashKind::Shot,
        leaders: [unit, shooter],
        struck: [unit, reglette::en_avant::state::NO_UNIT],
        suffered: [impacts, 0],
        settling: unit,
        settled: 3,
        ..Clash::default()
    };
    State { clash, step: Step::Results(unit), active: Side::Blue, ..*state }
}

#[test]
fn nobody_recoils_to_his_destruction() {
    let scene = Scene::new()
        .stand(Side::Red, foot(), (0, 0), 0, 3, 3)
        .stand(Side::Red, foot(), (0, -450), 0, 3, 3)
        .stand(Side::Blue, foot(), (0, 1200), 180, 3, 3);
    let (game, state, ids) = scene.build();
    for impacts in [1, 2] {
        let Action::Take(results) = choice(&game, &struck(&state, ids[0], ids[2], impacts)) else {
            panic!("results are taken")
        };
        assert_eq!(results.recoils, 0, "{impacts} impacts: {results:?}");
    }
}

#[test]
fn a_single_impact_costs_no_base_where_there_is_room() {
    let (game, state, ids) =
        Scene::new().stand(Side::Red, foot(), (0, 0), 0, 3, 3).stand(Side::Blue, foot(), (0, 1500), 180, 3, 3).build();
    let Action::Take(results) = choice(&game, &struck(&state, ids[0], ids[1], 1)) else { panic!("results are taken") };
    assert_eq!(results.losses, 0, "{results:?}");
}

/// A melee in which red has rolled a six, under a rule of what a failure takes back.
fn six(risk: RerollRisk) -> (Engagement, State) {
    let mut scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 3, 3).stand(Side::Blue, foot(), (0, 0), 180, 3, 3);
    scene.rules.reroll_risk = risk;
    let (game, mut state, ids) = scene.build();
    state.clash = Clash {
        kind: ClashKind::Melee,
        leaders: [ids[0], ids[1]],
        struck: [ids[0], ids[1]],
        impacts: [1, 0],
        sixes: [1, 0],
        ..Clash::default()
    };
    state.step = Step::Six(Side::Red);
    (game, state)
}

#[test]
fn sixes_are_rolled_again_where_that_pays() {
    let (game, mut state) = six(RerollRisk::LastImpact);
    for (combativity, wanted) in [(2, Action::RollAgain), (3, Action::RollAgain), (5, Action::Keep)] {
        state.sides[1].combativity = combativity;
        assert_eq!(choice(&game, &state), wanted, "against {combativity}");
    }
}

/// EI-55: at the first six its own impact is at risk, also where a failure takes back the impacts of the whole chain.
#[test]
fn the_first_six_risks_an_impact_under_either_rule() {
    for (risk, chain) in [
        (RerollRisk::LastImpact, 0),
        (RerollRisk::AllImpacts, 0),
        (RerollRisk::AllImpacts, 1),
        (RerollRisk::AllImpacts, 2),
    ] {
        let (game, mut state) = six(risk);
        state.sides[1].combativity = 5;
        (state.clash.impacts, state.clash.chain) = ([2, 0], chain);
        assert_eq!(choice(&game, &state), Action::Keep, "{risk:?} {chain}");
    }
}

#[test]
fn horse_falls_on_a_flank() {
    // The infantry faces the other way; its rear is near.
    let (game, state, ids) =
        Scene::new().stand(Side::Red, horse(), (0, -800), 0, 2, 2).stand(Side::Blue, foot(), (0, 0), 0, 3, 3).build();
    let (action, after) = order(&game, &state, ids[0]);
    assert!(after.is_some_and(|after| after.unit(ids[0]).has(Status::ENGAGED)), "{action:?}");
}

#[test]
fn archers_shoot_at_whom_they_reach() {
    let archers = with_weapon(Weapon::Longbow, foot());
    let (game, state, ids) =
        Scene::new().stand(Side::Red, archers, (0, 0), 0, 3, 3).stand(Side::Blue, foot(), (0, 1000), 180, 3, 3).build();
    assert_eq!(order(&game, &state, ids[0]).0, Action::Shoot);
}

/// E9.11: also where a die decides between equal targets.
#[test]
fn archers_shoot_where_a_die_chooses_the_target() {
    let archers = with_weapon(Weapon::Longbow, foot());
    let (game, state, ids) = Scene::new()
        .stand(Side::Red, archers, (0, 0), 0, 3, 3)
        .stand(Side::Blue, foot(), (-700, 600), 180, 2, 2)
        .stand(Side::Blue, foot(), (700, 600), 180, 2, 2)
        .build();
    assert_eq!(order(&game, &state, ids[0]).0, Action::Shoot);
}

/// EI-76: of two enemies that its impacts may fall on, greedy strikes the one whose loss costs the enemy most.
#[test]
fn impacts_fall_where_they_hurt_most() {
    for target in [1, 2] {
        let of = |place: usize| of_quality(if place == target { Quality::Superior } else { Quality::Inferior }, foot());
        let scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 4, 4);
        let scene = scene.stand(Side::Blue, of(1), (-600, 0), 180, 2, 2).stand(Side::Blue, of(2), (600, 0), 180, 2, 2);
        let (game, mut state, ids) = scene.build();
        game.apply(&mut state, Action::Done);
        assert_eq!(state.step, Step::Opponent(Side::Red));
        assert_eq!(choice(&game, &state), Action::Suffer(ids[target]));
    }
}

/// EI-28: a general who would be left alone before the enemy goes along.
#[test]
fn a_general_goes_along_with_the_unit_that_leaves_him() {
    let scene = Scene { period: Period::Napoleonic, ..Scene::new() };
    let scene = scene.stand(Side::Red, foot(), (0, -1600), 0, 2, 2).stand(Side::Blue, horse(), (0, 200), 180, 2, 2);
    let (game, mut state, ids) = scene.build();
    let red = state.side_mut(Side::Red);
    let general = Piece { front: Point::new(0, -10_000), heading: Heading::NORTH, present: true, activated: false };
    (red.general_lost, red.general) = (false, general);
    (state.step, state.clash.way) = (Step::GeneralFollows(ids[0]), Point::new(0, -9_000));
    assert_eq!(choice(&game, &state), Action::GeneralAlong);
}

#[test]
fn whoever_is_in_disorder_far_from_the_enemy_rallies() {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, foot(), (0, -2000), 0, 3, 3)
        .stand(Side::Blue, foot(), (0, 2000), 180, 3, 3)
        .build();
    state.unit_mut(ids[0]).set(Status::DISORDERED, true);
    assert_eq!(order(&game, &state, ids[0]).0, Action::Reorganise);
}

#[test]
fn an_open_camp_is_taken() {
    let (game, mut state, ids) = Scene::new()
        .stand(Side::Red, horse(), (0, 3000), 0, 2, 2)
        .stand(Side::Blue, foot(), (-3500, 0), 180, 3, 3)
        .build();
    let blue = state.side_mut(Side::Blue);
    blue.camp_lost = false;
    blue.camp = Piece {
        front: Point::new(0, 42 * CENTIMETRE),
        heading: Heading::NORTH.opposite(),
        present: true,
        activated: false,
    };
    let (action, after) = order(&game, &state, ids[0]);
    assert!(after.is_some_and(|after| after.side(Side::Blue).camp_lost), "{action:?}");
}

#[test]
fn foot_goes_for_what_it_may_attack() {
    // Infantry cannot attack cavalry in order: it marches towards the infantry farther off.
    let scene = Scene::new()
        .stand(Side::Red, foot(), (0, -1000), 0, 3, 3)
        .stand(Side::Blue, horse(), (-2500, 1000), 180, 2, 2)
        .stand(Side::Blue, foot(), (2500, 1500), 180, 3, 3);
    let (game, state, ids) = scene.build();
    let (action, after) = order(&game, &state, ids[0]);
    let after = after.unwrap_or_else(|| panic!("{action:?}"));
    let way = |state: &State| (state.unit(ids[0]).front - state.unit(ids[2]).front).length();
    assert!(way(&after) < way(&state) - 3 * CENTIMETRE, "{action:?}");
}

/// The feature `press` rewards proximity for an army that is not ahead, more in later turns.
#[test]
fn only_an_army_that_is_not_ahead_is_pressed_and_the_more_the_later() {
    let at = Engagement::FEATURES.iter().position(|feature| feature.name == "press").expect("a feature");
    let press = |distance: i32, turn: u8, red: i8, blue: i8| {
        let scene =
            Scene::new().stand(Side::Red, foot(), (0, 0), 0, 3, 3).stand(Side::Blue, foot(), (0, distance), 180, 3, 3);
        let (game, mut state, _) = scene.build();
        state.turn = turn;
        state.side_mut(Side::Red).combativity = red;
        state.side_mut(Side::Blue).combativity = blue;
        let mut features = vec![0.0; Engagement::FEATURES.len()];
        game.features(&state, Side::Red, &mut features);
        features[at]
    };
    let behind = press(6_000, 10, 3, 4);
    assert!(behind < 0.0 && press(6_000, 18, 3, 4) < behind && press(3_000, 10, 3, 4) > behind);
    // It applies equally to the enemy, and not at all to the army that is ahead.
    assert!((press(6_000, 10, 4, 3) + behind).abs() < 1e-6);
    assert!(press(6_000, 10, 4, 4).abs() < 1e-6, "even armies are pressed alike");
}

/// A feature of a position as a side sees it.
fn feature(game: &Engagement, state: &State, side: Side, name: &str) -> f64 {
    let at = Engagement::FEATURES.iter().position(|feature| feature.name == name).expect("a feature");
    let mut features = vec![0.0; Engagement::FEATURES.len()];
    game.features(state, side, &mut features);
    features[at]
}

#[test]
fn what_is_good_for_one_side_is_equally_bad_for_the_other() {
    let scene = Scene::new()
        .stand(Side::Red, with_weapon(Weapon::Longbow, foot()), (0, 0), 0, 3, 3)
        .stand(Side::Red, foot(), (1500, -400), 0, 2, 4)
        .stand(Side::Red, horse(), (-2500, -700), 30, 2, 2)
        .stand(Side::Blue, foot(), (200, 700), 180, 3, 3)
        .stand(Side::Blue, horse(), (2600, 500), 230, 2, 2);
    let (game, mut state, _) = scene.build();
    (state.turn, state.sides[1].combativity) = (7, 3);
    for named in Engagement::FEATURES {
        let [red, blue] = Side::BOTH.map(|side| feature(&game, &state, side, named.name));
        assert!((red + blue).abs() < 1e-5, "{}: {red} and {blue}", named.name);
    }
    for name in ["threat", "menace", "fire", "under_fire", "lead", "area"] {
        assert_ne!(feature(&game, &state, Side::Red, name), 0.0, "{name} is seen in this position");
    }
}

/// Cavalry that outnumbers infantry, on its flank.
#[test]
fn a_unit_is_threatened_within_the_reach_of_a_charge_only() {
    let threat = |distance: i32, activated: bool| {
        let scene = Scene::new().stand(Side::Red, foot(), (0, 0), 0, 3, 3).stand(
            Side::Blue,
            horse(),
            (distance, -300),
            270,
            4,
            4,
        );
        let (game, mut state, ids) = scene.build();
        state.unit_mut(ids[1]).set(Status::ACTIVATED, activated);
        feature(&game, &state, Side::Red, "threat")
    };
    let near = threat(1200, false);
    assert!(near < 0.0, "{near}");
    assert!((threat(1200, true) - near / 2.0).abs() < 1e-5, "an activated enemy comes in the next turn");
    assert_eq!(threat(4000, false), 0.0);
}

#[test]
fn a_friend_in_the_line_of_fire_masks_archers() {
    let archers = || with_weapon(Weapon::Longbow, foot());
    let fire = |masked: bool| {
        let aside = if masked { 0 } else { -3000 };
        let scene = Scene::new()
            .stand(Side::Red, archers(), (0, 0), 0, 3, 3)
            .stand(Side::Red, foot(), (aside, 400), 0, 4, 4)
            .stand(Side::Blue, foot(), (0, 1000), 180, 3, 3);
        let (game, state, _) = scene.build();
        feature(&game, &state, Side::Red, "fire")
    };
    assert!(fire(false) > 0.0);
    assert_eq!(fire(true), 0.0);
}
