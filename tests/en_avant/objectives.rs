//! Territorial objectives: occupation, duration and effect (chapter 12).

use crate::scene::{Scene, foot};
use crate::turns::idle_until;
use reglette::en_avant::rules::TerrainKind;
use reglette::en_avant::state::action::Roll;
use reglette::en_avant::state::{Status, Step, UnitId};
use reglette::en_avant::table::geometry::{CENTIMETRE, Convex, Point};
use reglette::en_avant::table::ground::{Piece, Shape};
use reglette::en_avant::{Action, Engagement, State};
use reglette::game::{Game, Side};

/// A round wood of 9 cm in the middle as objective, and units around and in it.
pub fn in_the_wood(units: &[(Side, (i32, i32), u8)], hold: u8) -> (Engagement, State, Vec<UnitId>) {
    let mut scene = Scene::new();
    scene.rules.objective_hold_turns = hold;
    scene.rules.quarter_loss_combativity = 0;
    let area = Convex::round(Point::ORIGIN, 9 * CENTIMETRE, 12).expect("a circle");
    let row = &scene.rules.terrain[TerrainKind::Wood as usize];
    scene.pieces.push(Piece::new("the wood".to_owned(), TerrainKind::Wood, row, Shape::Area(area)));
    for (side, at, bases) in units {
        let degrees = if *side == Side::Red { 0 } else { 180 };
        scene = scene.stand(*side, foot(), *at, degrees, *bases, *bases);
    }
    let (game, mut state, ids) = scene.build();
    state.objectives[0].real = true;
    (game, state, ids)
}

/// The owner of the objective at the start of a turn, if the turns until then are idle.
fn owner_at(game: &Engagement, state: &State, turn: u8) -> Option<Side> {
    let mut state = *state;
    idle_until(game, &mut state, turn);
    assert_eq!(state.turn, turn);
    state.objectives[0].owner
}

/// EI-91, E12.3: «une unité l'occupe sans être au corps à corps au moins pendant un tour»: a unit that has destroyed
/// its enemy on the objective in turn 1 stands there at its end, and takes it at the end of turn 2.
#[test]
fn a_fight_before_the_turn_of_holding_does_not_matter() {
    let (game, mut state, ids) =
        in_the_wood(&[(Side::Red, (0, 100), 2), (Side::Blue, (0, 100), 1), (Side::Blue, (0, 4_000), 2)], 1);
    state.unit_mut(ids[1]).set(Status::DISORDERED, true);
    game.apply(&mut state, Action::Done);
    assert_eq!(state.step, Step::MeleeRoll(Side::Red));
    game.apply_roll(&mut state, Roll { hits: 1, sixes: 0 });
    game.apply_roll(&mut state, Roll::default());
    assert!(!state.unit(ids[1]).is_on_table() && state.unit(ids[0]).has(Status::FOUGHT));
    assert_eq!((owner_at(&game, &state, 2), owner_at(&game, &state, 3)), (None, Some(Side::Red)));
}

/// EI-91: a unit that is engaged in the turn of holding restarts its count, whether the melee is fought or its enemy
/// flees before that.
#[test]
fn a_melee_in_the_turn_of_holding_begins_it_anew() {
    let (game, mut state, ids) = in_the_wood(&[(Side::Red, (0, 100), 2), (Side::Blue, (0, 4_000), 2)], 1);
    idle_until(&game, &mut state, 2);
    assert_eq!(owner_at(&game, &state, 3), Some(Side::Red), "at rest");
    for y in [100, 4_000] {
        state.unit_mut(ids[1]).front = Point::new(0, y * CENTIMETRE / 100);
        game.units().refresh_contacts(&mut state);
        assert_eq!(state.unit(ids[0]).has(Status::ENGAGED), y == 100);
    }
    assert!(!state.unit(ids[0]).has(Status::FOUGHT));
    assert_eq!((owner_at(&game, &state, 3), owner_at(&game, &state, 4)), (None, Some(Side::Red)));
}

/// EI-91: of two units in the objective the one that stays takes it, whichever of them leaves.
#[test]
fn each_unit_holds_an_objective_for_itself() {
    for leaves in [0, 1] {
        let (game, mut state, ids) =
            in_the_wood(&[(Side::Red, (-300, 100), 1), (Side::Red, (300, 100), 1), (Side::Blue, (0, 4_000), 2)], 1);
        idle_until(&game, &mut state, 2);
        assert_eq!(state.objectives[0].holders.iter().collect::<Vec<_>>(), [(ids[0], 0), (ids[1], 0)]);
        state.unit_mut(ids[leaves]).front = Point::new(0, -30 * CENTIMETRE);
        assert_eq!(owner_at(&game, &state, 3), Some(Side::Red), "unit {leaves} has left");
    }
    // A unit that comes when the other leaves restarts the count.
    let (game, mut state, ids) =
        in_the_wood(&[(Side::Red, (-300, 100), 1), (Side::Red, (300, -3_000), 1), (Side::Blue, (0, 4_000), 2)], 1);
    idle_until(&game, &mut state, 2);
    let place = state.unit(ids[0]).front;
    state.unit_mut(ids[0]).front = state.unit(ids[1]).front;
    state.unit_mut(ids[1]).front = place;
    assert_eq!((owner_at(&game, &state, 3), owner_at(&game, &state, 4)), (None, Some(Side::Red)));
}

/// E12.3: `objective_hold_turns` counts the turns of each unit.
#[test]
fn an_objective_is_held_for_as_many_turns_as_the_rules_ask() {
    for hold in 0..=3 {
        let (game, state, _) = in_the_wood(&[(Side::Red, (0, 100), 2), (Side::Blue, (0, 4_000), 2)], hold);
        assert_eq!(
            (owner_at(&game, &state, hold + 1), owner_at(&game, &state, hold + 2)),
            (None, Some(Side::Red)),
            "{hold} turns"
        );
    }
    // The second unit comes a turn later; the first leaves after two: the second has then held for one.
    let (game, mut state, ids) =
        in_the_wood(&[(Side::Red, (-300, 100), 1), (Side::Red, (300, -3_000), 1), (Side::Blue, (0, 4_000), 2)], 2);
    idle_until(&game, &mut state, 2);
    state.unit_mut(ids[1]).front = Point::new(3 * CENTIMETRE, CENTIMETRE);
    idle_until(&game, &mut state, 3);
    state.unit_mut(ids[0]).front = Point::new(0, -30 * CENTIMETRE);
    assert_eq!((owner_at(&game, &state, 4), owner_at(&game, &state, 5)), (None, Some(Side::Red)));
}

/// EI-91: a unit does not occupy an objective that also holds an enemy, or in which fewer than half of its bases stand.
#[test]
fn an_objective_is_occupied_by_one_side_with_half_its_bases() {
    let both = in_the_wood(&[(Side::Red, (0, -100), 1), (Side::Blue, (0, 300), 1)], 1);
    assert_eq!(owner_at(&both.0, &both.1, 4), None, "an enemy is in it");
    // Four bases of 6 cm side by side: their middles lie at 9, 15, 21 and 27 cm less 18.
    for (x, inside) in [(900, true), (1_300, false)] {
        let (game, state, _) = in_the_wood(&[(Side::Red, (x, 100), 4), (Side::Blue, (0, 4_000), 2)], 1);
        assert_eq!(owner_at(&game, &state, 3).is_some(), inside, "{x}");
    }
}

/// EI-91, EI-90: an objective counts again for a side once the enemy has taken it in between, unless the rules exclude
/// it.
#[test]
fn an_objective_counts_again_after_the_enemy_has_had_it() {
    for (again, combativity) in [(true, 5), (false, 4)] {
        let (mut game, mut state, _) = in_the_wood(&[(Side::Red, (0, 100), 2), (Side::Blue, (0, 4_000), 2)], 1);
        game.rules.objective_rescore_after_enemy = again;
        game.rules.objective_combativity = 1;
        state.side_mut(Side::Red).combativity = 3;
        idle_until(&game, &mut state, 3);
        assert_eq!((state.objectives[0].owner, state.combativity(Side::Red)), (Some(Side::Red), 4));
        state.objectives[0].owner = Some(Side::Blue);
        idle_until(&game, &mut state, 4);
        assert_eq!((state.objectives[0].owner, state.combativity(Side::Red)), (Some(Side::Red), combativity));
    }
}
