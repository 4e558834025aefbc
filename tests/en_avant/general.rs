//! The general on a base of his own, and captures of camps and generals (E7.15, EI-28, EI-29, EI-30).

use crate::movement::moved;
use crate::scene::{Scene, foot, horse};
use reglette::en_avant::army::troop::{Arm, Period, Troop};
use reglette::en_avant::rules::{CampCapture, Quality, Rules, Weapon};
use reglette::en_avant::state::action::{Path, Placement, Results, Roll, Segment};
use reglette::en_avant::state::troops::Troops;
use reglette::en_avant::state::{Piece, Status, Step, UnitId};
use reglette::en_avant::table::geometry::{Heading, Point};
use reglette::en_avant::{Action, Engagement, State};
use reglette::game::{BySide, Game, Side};

fn there(x: i32, y: i32) -> Placement {
    Placement { front: Point::new(x, y), heading: Heading::NORTH, files: 1 }
}

fn piece(x: i32, y: i32) -> Piece {
    Piece { front: Point::new(x, y), heading: Heading::NORTH, present: true, activated: false }
}

/// Red with a separate general, who stands alone.
fn napoleonic(change: fn(&mut Rules)) -> (Engagement, State, Vec<UnitId>) {
    let mut scene = Scene::new();
    scene.period = Period::Napoleonic;
    change(&mut scene.rules);
    let scene =
        scene.stand(Side::Red, foot(), (0, -1000), 0, 2, 2).stand(Side::Blue, horse(), (2000, -1500), 270, 1, 2);
    let (game, mut state, ids) = scene.stand(Side::Blue, foot(), (-3000, 4500), 180, 1, 1).build();
    let red = state.side_mut(Side::Red);
    (red.general_lost, red.general) = (false, piece(0, -20_000));
    (game, state, ids)
}

/// E7.15, EI-28: the general moves as light cavalry, or on foot as light infantry, and this is one of the activations.
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
    assert!(game.places().general_touches(&state, ids[0]) && !state.general_may_act(Side::Red));
    let (game, mut state, _) = napoleonic(|rules| rules.general_mounted = false);
    game.apply(&mut state, Action::ActivateGeneral);
    assert!(may(&game, &state, there(-12_000, -20_000)) && !may(&game, &state, there(-12_010, -20_000)));
    let (game, mut state, _) = napoleonic(|rules| rules.general_needs_activation = false);
    game.apply(&mut state, Action::ActivateGeneral);
    assert_eq!(state.activated, 0);
}

/// E7.16, EI-28: he does not ride into an enemy zone of control, and leaves one only away from its owner.
#[test]
fn zones_of_control_hold_the_general() {
    let may = |from: i32, at: Placement| {
        let (game, mut state, _) = napoleonic(|_| {});
        state.side_mut(Side::Red).general = piece(from, -16_000);
        game.apply(&mut state, Action::ActivateGeneral);
        game.check(&state, &Action::GeneralTo(at)).is_ok()
    };
    // The zone of the cavalry reaches from 16 to 20 cm.
    assert!(may(0, there(12_900, -16_000)) && !may(0, there(15_000, -16_000)));
    assert!(!may(10_000, there(15_000, -8_000)), "nor through a corner of it");
    assert!(may(15_000, there(12_000, -16_000)));
    assert!(may(15_000, there(12_900, -17_500)) && !may(15_000, there(12_900, -19_000)), "no farther aside than back");
    assert!(!may(15_000, there(15_000, -24_000)) && !may(15_000, there(14_500, -16_000)));
}

/// EI-29, E12.8: an unguarded general is captured by a unit that moves onto him.
#[test]
fn an_unguarded_general_is_captured() {
    let ride = |change: fn(&mut Rules), guarded: bool| {
        let (game, mut state, ids) = napoleonic(change);
        state.active = Side::Blue;
        // He is in the way of the cavalry, which passes over him.
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

/// EI-29: he is lost with the engaged unit in contact with him.
#[test]
fn the_general_falls_with_his_unit() {
    let strike = |engaged: bool| {
        let (game, mut state, ids) = napoleonic(|_| {});
        state.side_mut(Side::Red).general = piece(0, -13_000);
        let enemy = state.unit_mut(ids[1]);
        (enemy.front, enemy.heading) = (Point::new(0, if engaged { -10_000 } else { 0 }), Heading::new(720));
        game.units().refresh_contacts(&mut state);
        let mut melee = state;
        game.units().destroy(&mut melee, ids[0]);
        melee.side(Side::Red).general_lost
    };
    assert!(strike(true) && !strike(false));
}

/// EI-29, EI-77: he falls with a unit that is destroyed in a melee, even if the enemy has recoiled first.
#[test]
fn the_general_falls_with_his_unit_after_the_enemy_has_recoiled() {
    let (game, mut state, ids) = napoleonic(|_| {});
    let (red, blue) = (ids[0], ids[1]);
    state.side_mut(Side::Red).general = piece(0, -13_000);
    let enemy = state.unit_mut(blue);
    (enemy.front, enemy.heading) = (Point::new(0, -10_000), Heading::new(720));
    // A single base of one rank, which two impacts destroy.
    (state.unit_mut(red).bases, state.unit_mut(red).files) = (1, 1);
    game.units().refresh_contacts(&mut state);
    game.apply(&mut state, Action::Done);
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    game.apply(&mut state, Action::Take(Results { losses: 0, recoils: 1, disorder: false }));
    assert_eq!((state.step, state.unit(red).has(Status::ENGAGED)), (Step::Results(red), false));
    game.apply(&mut state, Action::Take(Results { losses: 1, recoils: 0, disorder: false }));
    assert!(!state.unit(red).is_on_table() && state.side(Side::Red).general_lost);
}

/// EI-29, E12.8: he stays when the unit in contact with him routs out of a melee and over the edge of the table.
#[test]
fn the_general_stays_when_his_unit_routs_off_the_table() {
    let (game, mut state, ids) = napoleonic(|_| {});
    let game = Engagement { troops: Troops { bases: BySide::new(80, 80), ..game.troops.clone() }, ..game };
    let (red, blue) = (ids[0], ids[1]);
    state.side_mut(Side::Red).general = piece(9_000, -41_000);
    let unit = state.unit_mut(red);
    (unit.front, unit.bases, unit.files) = (Point::new(0, -41_000), 6, 2);
    unit.set(Status::DISORDERED, true);
    let enemy = state.unit_mut(blue);
    (enemy.front, enemy.heading) = (Point::new(0, -41_000), Heading::new(720));
    game.units().refresh_contacts(&mut state);
    assert!(state.unit(red).has(Status::ENGAGED) && game.places().general_touches(&state, red));
    game.apply(&mut state, Action::Done);
    while let Step::MeleeRoll(side) = state.step {
        game.apply_roll(&mut state, Roll { hits: if side == Side::Red { 0 } else { 4 }, sixes: 0 });
    }
    while state.unit(red).is_on_table() {
        let mut actions = Vec::new();
        game.legal_actions(&state, &mut actions);
        game.apply(&mut state, actions[0]);
    }
    assert!(!state.side(Side::Red).general_lost && state.side(Side::Red).general.present);
}

/// EI-30, E12.7: an unguarded camp is captured by contact with the front of an enemy unit.
#[test]
fn an_unguarded_camp_is_taken() {
    const FRONT_ON_IT: &[Segment] = &[Segment::Advance(600)];
    let storm = |rule: CampCapture, troop: Troop, guard: i32, degrees: u16, path: &[Segment]| {
        let mut scene = Scene::new();
        scene.rules.camp_capture = rule;
        let scene = scene.stand(Side::Red, foot(), (guard, -4600), 0, 2, 2).stand(
            Side::Blue,
            troop,
            (-700, -4000),
            degrees,
            2,
            2,
        );
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
    assert_eq!(
        storm(ContactWhenUnguarded, foot(), away, 180, &[Segment::Advance(590)]),
        (false, 4),
        "a millimetre short"
    );
    assert_eq!(storm(ContactWhenUnguarded, foot(), beside, 180, FRONT_ON_IT), (false, 4), "it is guarded");
    assert_eq!(storm(Contact, foot(), beside, 180, FRONT_ON_IT), (true, 2));
    assert_eq!(storm(Never, foot(), away, 180, FRONT_ON_IT), (false, 4));
    assert_eq!(storm(ContactWhenUnguarded, guns, away, 180, FRONT_ON_IT), (false, 4));
    // A unit that backs against it, or reaches it in disorder, takes nothing.
    assert_eq!(storm(ContactWhenUnguarded, foot(), away, 0, &[Segment::Back(300)]), (false, 4));
    assert_eq!(storm(ContactWhenUnguarded, foot(), away, 0, &[Segment::About, Segment::Advance(300)]), (false, 4));
}

/// E12.7, EI-30: a camp is captured by a unit that moves up to it, onto it or over it; and by an enemy already there as
/// soon as its guard is gone.
#[test]
fn a_camp_falls_to_whoever_stands_on_it() {
    let build = |guard: i32| {
        let scene = Scene::new().stand(Side::Red, foot(), (guard, -3900), 0, 2, 2).stand(
            Side::Blue,
            horse(),
            (-300, -2600),
            180,
            1,
            2,
        );
        let (game, mut state, ids) = scene.stand(Side::Blue, foot(), (-3000, 4500), 180, 1, 1).build();
        let red = state.side_mut(Side::Red);
        // From 36 to 40 cm below the middle.
        (red.camp_lost, red.camp) = (false, piece(0, -36_000));
        state.active = Side::Blue;
        (game, state, ids)
    };
    let (game, state, ids) = build(2500);
    let falls =
        |length: u16| moved(&game, &state, ids[1], Path::of(&[Segment::Advance(length)])).side(Side::Red).camp_lost;
    assert_eq!([980, 1_000, 1_200, 1_400, 1_450, 1_600].map(falls), [false, true, true, true, true, true]);
    // It moves right through.
    let mut near = state;
    near.unit_mut(ids[1]).front.y = -35_000;
    assert!(moved(&game, &near, ids[1], Path::of(&[Segment::Advance(1_500)])).side(Side::Red).camp_lost);
    // The guard stands at its right edge.
    let (game, state, ids) = build(1200);
    let mut after = moved(&game, &state, ids[1], Path::of(&[Segment::Advance(1_000)]));
    assert!(!after.side(Side::Red).camp_lost, "it is guarded");
    let mut wild = state;
    wild.unit_mut(ids[0]).set(Status::RAMPANT, true);
    let wild = moved(&game, &wild, ids[1], Path::of(&[Segment::Advance(1_000)]));
    assert!(wild.side(Side::Red).camp_lost, "who is out of control guards nothing");
    after.unit_mut(ids[0]).front = Point::new(25_000, -39_000);
    let halt = |state: &mut State, unit: UnitId| {
        state.step = Step::Act(unit);
        game.apply(state, Action::Halt);
    };
    let mut disordered = after;
    disordered.unit_mut(ids[1]).set(Status::DISORDERED, true);
    halt(&mut disordered, ids[2]);
    assert!(!disordered.side(Side::Red).camp_lost, "who is in disorder takes nothing");
    halt(&mut after, ids[2]);
    assert!(after.side(Side::Red).camp_lost);
    assert_eq!(after.combativity(Side::Red), 2);
}

/// E7.12, EI-28: with a unit that is pushed back he does not go to where the enemy is.
#[test]
fn the_general_follows_no_unit_into_the_enemy() {
    for (x, along) in [(18_000, false), (26_000, true)] {
        let (game, mut state, ids) = napoleonic(|_| {});
        let red = state.side_mut(Side::Red);
        red.general = piece(16_000, -5_000);
        (state.step, state.clash.way) = (Step::GeneralFollows(ids[0]), Point::new(0, -10_000));
        state.unit_mut(ids[1]).front.x = x;
        let mut actions = Vec::new();
        game.legal_actions(&state, &mut actions);
        assert_eq!(actions.contains(&Action::GeneralAlong), along, "{x}");
        assert!(actions.contains(&Action::Pass));
    }
}

/// E3.24, E3.25, EI-16, EI-28: a hedge does not slow the general: it stops him like a unit, and his next move crosses
/// it.
#[test]
fn a_hedge_stops_the_general() {
    let (mut game, mut state, _) = napoleonic(|_| {});
    let hedge =
        crate::terrain::line(reglette::en_avant::rules::TerrainKind::HedgeWallPalisade, &[(-30, -15), (-5, -15)]);
    game.grounds.iter_mut().for_each(|ground| ground.pieces = vec![hedge.clone()]);
    state.side_mut(Side::Red).general = piece(-20_000, -20_000);
    game.apply(&mut state, Action::ActivateGeneral);
    let may = |state: &State, at: Placement| game.check(state, &Action::GeneralTo(at)).map_err(|fault| fault.0);
    assert!(may(&state, there(-20_000, -5_000)).is_err_and(|words| words.contains("E3.24")));
    assert_eq!(may(&state, there(0, -20_000)), Ok(()), "beside it nothing stops or slows him");
    assert_eq!(may(&state, there(-20_000, -15_000)), Ok(()));
    let mut at_hedge = state;
    at_hedge.side_mut(Side::Red).general = piece(-20_000, -15_000);
    assert_eq!(may(&at_hedge, there(-20_000, -11_000)), Ok(()), "over it, his rear still on it");
    assert!(may(&at_hedge, there(-20_000, -8_000)).is_err_and(|words| words.contains("E3.25")));
    // Both moves are proposed.
    let proposed = |state: &State| {
        let mut listed = Vec::new();
        game.legal_actions(state, &mut listed);
        listed.iter().all(|it| game.check(state, it).is_ok()).then_some(listed).expect("legal actions")
    };
    assert!(proposed(&at_hedge).contains(&Action::GeneralTo(there(-20_000, -11_000))));
    state.side_mut(Side::Red).general = piece(-10_000, -20_000);
    let short = proposed(&state)
        .into_iter()
        .any(|it| matches!(it, Action::GeneralTo(at) if (at.front.y + 15_000).abs() <= 120));
    assert!(short, "up to the hedge on the way to his unit");
}
