//! The general on a base of his own, and camps and generals that are taken (E7.15, EI-28, EI-29, EI-30).

use crate::movement::moved;
use crate::scene::{Scene, foot, horse};
use reglette::en_avant::action::{Path, Placement, Segment};
use reglette::en_avant::geometry::{Heading, Point};
use reglette::en_avant::rules::{CampCapture, Quality, Rules, Weapon};
use reglette::en_avant::state::{Piece, Step, UnitId};
use reglette::en_avant::troop::{Arm, Period, Troop};
use reglette::en_avant::{Action, Engagement, State};
use reglette::game::{Game, Side};

fn there(x: i32, y: i32) -> Placement {
    Placement { front: Point::new(x, y), heading: Heading::NORTH, files: 1 }
}

fn piece(x: i32, y: i32) -> Piece {
    Piece { front: Point::new(x, y), heading: Heading::NORTH, present: true, activated: false }
}

/// Red with a general of his own, who stands alone.
fn napoleonic(change: fn(&mut Rules)) -> (Engagement, State, Vec<UnitId>) {
    let mut scene = Scene::new();
    scene.period = Period::Napoleonic;
    change(&mut scene.rules);
    let scene = scene.stand(Side::Red, foot(), (0, -1000), 0, 2, 2).stand(Side::Blue, horse(), (2000, -1500), 270, 1, 2);
    let (game, mut state, ids) = scene.stand(Side::Blue, foot(), (-3000, 4500), 180, 1, 1).build();
    let red = state.side_mut(Side::Red);
    (red.general_lost, red.general) = (false, piece(0, -20_000));
    (game, state, ids)
}

/// E7.15, EI-28: the general moves as light cavalry, on foot as light infantry, and that is one of the activations.
#[test]
fn the_general_moves_as_light_troops() {
    let (game, mut state, ids) = napoleonic(|_| {});
    game.apply(&mut state, Action::ActivateGeneral);
    assert_eq!((state.step, state.activated), (Step::MoveGeneral, 1));
    let may = |game: &Engagement, state: &State, at: Placement| game.check(state, &Action::GeneralTo(at)).is_ok();
    assert!(may(&game, &state, there(-20_000, -20_000)) && !may(&game, &state, there(-20_010, -20_000)));
    assert!(!may(&game, &state, there(18_000, -14_000)), "not among the enemy");
    let mut listed = Vec::new();
    game.legal_actions(&state, &mut listed);
    let behind = Action::GeneralTo(there(0, -13_000));
    assert!(listed.contains(&behind), "he joins his unit");
    game.apply(&mut state, behind);
    assert!(game.general_touches(&state, ids[0]) && !game.general_may_act(&state, Side::Red));
    let (game, mut state, _) = napoleonic(|rules| rules.general_mounted = false);
    game.apply(&mut state, Action::ActivateGeneral);
    assert!(may(&game, &state, there(-12_000, -20_000)) && !may(&game, &state, there(-12_010, -20_000)));
    let (game, mut state, _) = napoleonic(|rules| rules.general_needs_activation = false);
    game.apply(&mut state, Action::ActivateGeneral);
    assert_eq!(state.activated, 0);
}

/// EI-29, E12.8: a general whom nobody guards falls to a unit that moves onto him.
#[test]
fn an_unguarded_general_is_captured() {
    let ride = |change: fn(&mut Rules), guarded: bool| {
        let (game, mut state, ids) = napoleonic(change);
        state.active = Side::Blue;
        // He stands in the way of the horse, that passes over him.
        state.side_mut(Side::Red).general = piece(12_000, -13_000);
        if guarded {
            let guard = state.unit_mut(ids[0]);
            (guard.front, guard.heading) = (Point::new(12_000, -22_000), Heading::new(720));
            state.side_mut(Side::Red).general = piece(12_000, -15_000);
        }
        let after = moved(&game, &state, ids[1], Path::of(&[Segment::Advance(1_300)]));
        (after.side(Side::Red).general_lost, after.combativity(Side::Red))
    };
    assert_eq!(ride(|_| {}, false), (true, 1));
    assert_eq!(ride(|_| {}, true), (false, 4));
    assert_eq!(ride(|rules| rules.general_capture = false, false), (false, 4));
}

/// EI-29: he falls with the engaged unit that he touches.
#[test]
fn the_general_falls_with_his_unit() {
    let strike = |engaged: bool| {
        let (game, mut state, ids) = napoleonic(|_| {});
        state.side_mut(Side::Red).general = piece(0, -13_000);
        let enemy = state.unit_mut(ids[1]);
        (enemy.front, enemy.heading) = (Point::new(0, if engaged { -10_000 } else { 0 }), Heading::new(720));
        game.refresh_contacts(&mut state);
        let mut melee = state;
        game.destroy(&mut melee, ids[0]);
        melee.side(Side::Red).general_lost
    };
    assert!(strike(true) && !strike(false));
}

/// EI-30, E12.7: the camp falls to the front of an enemy unit while nobody guards it.
#[test]
fn an_unguarded_camp_is_taken() {
    const FRONT_ON_IT: &[Segment] = &[Segment::Advance(600)];
    let storm = |rule: CampCapture, troop: Troop, guard: i32, degrees: u16, path: &[Segment]| {
        let mut scene = Scene::new();
        scene.rules.camp_capture = rule;
        let scene = scene.stand(Side::Red, foot(), (guard, -4600), 0, 2, 2).stand(Side::Blue, troop, (-700, -4000), degrees, 2, 2);
        let (game, mut state, ids) = scene.stand(Side::Blue, foot(), (-3000, 4500), 180, 1, 1).build();
        let red = state.side_mut(Side::Red);
        (red.camp_lost, red.camp) = (false, piece(0, -46_000));
        state.active = Side::Blue;
        let after = moved(&game, &state, ids[1], Path::of(path));
        let red = after.side(Side::Red);
        assert_eq!(red.camp_lost, !red.camp.present);
        (red.camp_lost, red.combativity)
    };
    let guns = Troop { weapon: Some(Weapon::NormalArtillery), ..Troop::plain(Arm::Artillery, Quality::Normal) };
    use CampCapture::{Contact, ContactWhenUnguarded, Never};
    let (away, beside) = (2500, 1200);
    assert_eq!(storm(ContactWhenUnguarded, foot(), away, 180, FRONT_ON_IT), (true, 2));
    assert_eq!(storm(ContactWhenUnguarded, foot(), away, 180, &[Segment::Advance(590)]), (false, 4), "a millimetre short");
    assert_eq!(storm(ContactWhenUnguarded, foot(), beside, 180, FRONT_ON_IT), (false, 4), "it is guarded");
    assert_eq!(storm(Contact, foot(), beside, 180, FRONT_ON_IT), (true, 2));
    assert_eq!(storm(Never, foot(), away, 180, FRONT_ON_IT), (false, 4));
    assert_eq!(storm(ContactWhenUnguarded, guns, away, 180, FRONT_ON_IT), (false, 4));
    // Who backs against it, or comes to it in disorder, takes nothing.
    assert_eq!(storm(ContactWhenUnguarded, foot(), away, 0, &[Segment::Back(300)]), (false, 4));
    assert_eq!(storm(ContactWhenUnguarded, foot(), away, 0, &[Segment::About, Segment::Advance(300)]), (false, 4));
}
