//! Melee under other readings of the text: rolls, saves, and pursuit after a rout (EI-78, EI-79, EI-87); and weights of
//! troops that are neither infantry nor cavalry.

use crate::melees::{attacked, dice_of_both, face_to_face, odds};
use crate::scene::{Scene, foot, horse, of_quality, of_weight, with_weapon};
use reglette::en_avant::army::troop::{Arm, Troop, Weight};
use reglette::en_avant::combat::odds::{OddsOptions, RerollPolicy};
use reglette::en_avant::rules::{ImpactTarget, MeleeRoll, Quality, Weapon};
use reglette::en_avant::state::action::{Action, Results, Roll};
use reglette::en_avant::state::{Status, Step, UnitId};
use reglette::en_avant::table::geometry::Heading;
use reglette::en_avant::{Engagement, State};
use reglette::game::{Game, Side};

fn knights() -> Troop {
    of_weight(Weight::Heavy, of_quality(Quality::Superior, horse()))
}

fn gun() -> Troop {
    with_weapon(Weapon::SuperiorArtillery, of_quality(Quality::Superior, Troop::plain(Arm::Artillery, Quality::Normal)))
}

/// E11.19, E11.21: «infanterie lourde ou cavalerie lourde», «infanterie légère ou cavalerie légère»: the weight of a
/// gun does not count.
#[test]
fn the_weight_of_a_gun_does_not_count_in_melee() {
    for weight in [Weight::Light, Weight::Standard, Weight::Heavy] {
        // Superior 1 on either side, and 2 more for infantry against artillery.
        let guards = of_quality(Quality::Superior, foot());
        assert_eq!(dice_of_both(of_weight(weight, gun()), guards), (1, 3), "{weight:?}");
    }
    let guards = |weight| of_weight(weight, of_quality(Quality::Superior, foot()));
    assert_eq!(dice_of_both(guards(Weight::Heavy), guards(Weight::Standard)), (2, 1));
    assert_eq!(dice_of_both(guards(Weight::Light), guards(Weight::Standard)), (1, 2));
}

/// The scene where only the better side rolls.
fn by_difference(mut scene: Scene) -> Scene {
    scene.rules.melee_roll = MeleeRoll::Difference;
    scene
}

/// EI-78, E11.37: «on recherche d'abord quel joueur a l'avantage, puis ce joueur lance un ou plusieurs dés»: advantages
/// are compared before the minimum number of dice applies.
#[test]
fn the_side_with_more_advantages_rolls_the_difference() {
    // Knights that attack have 4 advantages against 2, infantry that attacks infantry 1 against 0.
    for (red, expected) in [((knights(), 2), [2, 0]), ((foot(), 3), [1, 0])] {
        let (game, state, ids) = attacked(by_difference(face_to_face(red.0, red.1, foot(), 3)));
        let found = odds(&game, &state, &ids);
        assert_eq!([found.strikes[0].dice, found.strikes[1].dice], expected, "{:?}", found.strikes[0].trail);
        assert_eq!(found.strikes[1].rows, [1], "no die, no impact");
        let taken =
            found.strikes[0].trail.iter().find(|step| step.rule == "EI-78").map(|step| (step.before, step.after));
        assert_eq!(
            taken,
            (expected[0] == 2).then_some((4, 2)),
            "what the other side has is taken away, where it has anything"
        );
    }
    let (game, mut state, ids) = attacked(by_difference(face_to_face(foot(), 3, foot(), 3)));
    state.unit_mut(ids[0]).set(Status::CHARGED, false);
    let found = odds(&game, &state, &ids);
    assert_eq!([found.strikes[0].dice, found.strikes[1].dice], [0, 0], "nobody has the advantage");
    game.apply(&mut state, Action::Done);
    assert_eq!((state.step, state.active, state.combats), (Step::Impulse, Side::Blue, 1), "a round without dice");
}

/// EI-78: a side that rolls has at least the minimum number of dice; the other still none.
#[test]
fn the_least_number_of_dice_is_for_whoever_rolls() {
    let mut scene = by_difference(face_to_face(foot(), 3, foot(), 3));
    scene.rules.melee_min_dice = 3;
    let (game, mut state, ids) = attacked(scene);
    let found = odds(&game, &state, &ids);
    assert_eq!([found.strikes[0].dice, found.strikes[1].dice], [3, 0]);
    game.apply(&mut state, Action::Done);
    assert_eq!(state.step, Step::MeleeRoll(Side::Red));
    game.apply_roll(&mut state, Roll::default());
    assert_eq!(state.step, Step::Impulse, "blue rolls nothing");
}

/// EI-79, E9.38, E9.39: with saves in melee, each side has one die of saves per advantage in the table of melee.
#[test]
fn saves_in_melee_are_counted_from_the_advantages_of_melee() {
    let with_saves = |mut scene: Scene| {
        scene.rules.melee_saves = true;
        scene
    };
    let (game, mut state, ids) = attacked(with_saves(face_to_face(knights(), 2, foot(), 3)));
    let never = OddsOptions { reroll: RerollPolicy::Never, most_rerolls: 0 };
    let found = game.odds(&state, ids[0], ids[1], &never).expect("they fight");
    // Knights: attack, cavalry, heavy, superior; infantry: more bases, longer front.
    assert_eq!([found.strikes[0].saves, found.strikes[1].saves], [2, 4]);
    let rows: Vec<&str> = found.strikes[1].save_trail.iter().map(|it| it.rule).collect();
    assert_eq!(rows, ["E11.15", "E11.16", "E11.19", "E11.20"]);
    // In play too: blue suffers two impacts and rolls two dice of saves, of which one cancels an impact.
    game.apply(&mut state, Action::Done);
    game.apply_roll(&mut state, Roll { hits: 2, sixes: 0 });
    game.apply_roll(&mut state, Roll::default());
    assert_eq!((state.step, state.clash.saves), (Step::SaveRoll, [4, 2]));
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    assert_eq!((state.step, state.clash.suffered), (Step::Results(ids[1]), [0, 1]));
    let (game, mut state, ids) = attacked(with_saves(face_to_face(foot(), 3, foot(), 3)));
    state.unit_mut(ids[0]).set(Status::CHARGED, false);
    let found = odds(&game, &state, &ids);
    assert_eq!([found.strikes[0].saves, found.strikes[1].saves], [0, 0], "the least number of dice is none of saves");
}

/// Cavalry attacks infantry, at a distance from the middle, and scores three impacts at a combativity of 3: infantry
/// recoils and routs.
fn routed(at: i32, pursued: bool) -> (Engagement, State, Vec<UnitId>) {
    let mut scene =
        Scene::new().stand(Side::Red, horse(), (0, at), 0, 2, 2).stand(Side::Blue, foot(), (0, at), 180, 2, 4);
    scene.combativity.blue = 3;
    scene.rules.quarter_loss_combativity = 0;
    scene.rules.pursuit_vs_rout = pursued;
    let (game, mut state, ids) = attacked(scene);
    game.apply(&mut state, Action::Done);
    game.apply_roll(&mut state, Roll { hits: 3, sixes: 0 });
    game.apply_roll(&mut state, Roll::default());
    if state.step == Step::FleeTo(ids[1]) {
        game.apply(&mut state, Action::FleeTo(Heading::NORTH));
    }
    (game, state, ids)
}

/// EI-87: a unit that recoils and then routs is not pursued, unless the rules allow it.
#[test]
fn a_unit_that_recoils_and_routs_is_not_pursued() {
    let (_, state, ids) = routed(0, false);
    assert!(state.unit(ids[1]).has(Status::ROUTING) && state.unit(ids[1]).front.y > 0);
    assert!(!matches!(state.step, Step::Pursuit(_)) && state.unit(ids[0]).front.y == 0, "{:?}", state.step);
    let (game, mut state, ids) = routed(0, true);
    assert_eq!(state.step, Step::Pursuit(ids[0]));
    game.apply(&mut state, Action::Pursue);
    assert_eq!(state.unit(ids[0]).front.y, 4_000, "a base of cavalry is 4 cm deep");
    // A unit that has fled off the table is never pursued.
    let (_, state, ids) = routed(3_500, true);
    assert!(!state.unit(ids[1]).is_on_table() && !matches!(state.step, Step::Pursuit(_)), "{:?}", state.step);
    assert_eq!(state.unit(ids[0]).front.y, 35_000);
}

/// EI-87: a unit that took an impact itself, is in disorder, or declines, does not pursue; if both recoil there is no
/// pursuit.
#[test]
fn a_pursuer_is_unhurt_and_in_order() {
    let after = |of_blue: u8, disordered: bool| {
        let (game, mut state, ids) = attacked(face_to_face(horse(), 2, foot(), 2));
        state.unit_mut(ids[0]).set(Status::DISORDERED, disordered);
        game.apply(&mut state, Action::Done);
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        game.apply_roll(&mut state, Roll { hits: of_blue, sixes: 0 });
        while let Step::Results(_) = state.step {
            game.apply(&mut state, Action::Take(Results { losses: 0, recoils: 1, disorder: false }));
        }
        (game, state, ids)
    };
    assert_eq!(after(0, false).1.step, Step::Pursuit(after(0, false).2[0]));
    assert_eq!(after(0, true).1.step, Step::Impulse, "in disorder");
    assert_eq!(after(1, false).1.step, Step::Impulse, "both have recoiled");
    let (game, mut state, ids) = after(0, false);
    game.apply(&mut state, Action::Pass);
    assert_eq!((state.step, state.unit(ids[0]).front.y), (Step::Impulse, 0));
}

/// E11.41, EI-77, EI-87: where the owner chooses which unit takes an impact, one that does not takes up the pursuit.
#[test]
fn the_unit_that_the_owner_spares_pursues() {
    for (hit, spared) in [(0, 2), (2, 0)] {
        let mut scene = Scene::new()
            .stand(Side::Red, foot(), (-600, 0), 0, 2, 4)
            .stand(Side::Blue, foot(), (0, 0), 180, 4, 8)
            .stand(Side::Red, foot(), (450, 0), 0, 1, 2);
        scene.rules.impact_target = ImpactTarget::OwnersChoice;
        let (game, mut state, ids) = attacked(scene);
        game.apply(&mut state, Action::Done);
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
        game.apply(&mut state, Action::Take(Results { losses: 0, recoils: 1, disorder: false }));
        assert_eq!(state.step, Step::Struck(Side::Red));
        game.apply(&mut state, Action::Suffer(ids[hit]));
        game.apply(&mut state, Action::Take(Results { losses: 1, recoils: 0, disorder: false }));
        assert_eq!(state.step, Step::Pursuit(ids[spared]));
    }
}
