//! What is said of single actions and of their effects.

use crate::movement::moved;
use crate::results::{against, gun};
use crate::scene::{Scene, foot};
use reglette::en_avant::army::troop::{Arm, Period, Troop};
use reglette::en_avant::rules::{Quality, Weapon};
use reglette::en_avant::state::action::{Path, Roll, Segment};
use reglette::en_avant::state::{Placing, Status, Step};
use reglette::en_avant::{Action, Engagement, State};
use reglette::game::{Game, Moment, Show, Side};

/// The descriptions of the effects of all that is left of an activation: the first of several actions is taken, and
/// each roll has as many hits as `hits` says.
fn effects(game: &Engagement, state: &mut State, hits: impl Fn(Step) -> u8) -> Vec<String> {
    let mut words = Vec::new();
    while !matches!(state.step, Step::Impulse | Step::Over) {
        let before = *state;
        if let Moment::Roll(_) = game.moment(state) {
            game.apply_roll(state, Roll { hits: hits(before.step), sixes: 0 });
        } else {
            let mut actions = Vec::new();
            game.legal_actions(state, &mut actions);
            game.apply(state, actions[0]);
        }
        words.extend(game.describe_change(&before, state));
    }
    words
}

#[test]
fn the_general_is_no_unit_and_goes_along_with_one_that_is_named() {
    let (game, mut state, ids) = against(foot(), 2, 2, 4).build();
    state.step = Step::MoveGeneral;
    assert_eq!(game.describe_action(&state, &Action::Halt), "The general halts.");
    state.step = Step::GeneralFollows(ids[1]);
    let name = game.unit_words(ids[1]);
    let words = [Action::GeneralAlong, Action::Pass].map(|action| game.describe_action(&state, &action));
    assert_eq!(
        words,
        [format!("The general goes along with {name}."), format!("The general does not go along with {name}.")]
    );
}

#[test]
fn limbering_up_is_described_where_it_is_part_of_a_move() {
    let guns =
        Troop { weapon: Some(Weapon::NormalArtillery), horse: true, ..Troop::plain(Arm::Artillery, Quality::Normal) };
    let mut scene = Scene::new();
    scene.period = Period::Napoleonic;
    scene.rules.limber_is_free = true;
    let scene = scene.stand(Side::Red, guns, (0, -1000), 0, 1, 1).stand(Side::Blue, foot(), (0, 4500), 180, 1, 1);
    let (game, mut state, ids) = scene.build();
    let words = format!("{} limbers up to move.", game.unit_words(ids[0]));
    let path = Path::of(&[Segment::Advance(300)]);
    let after = moved(&game, &state, ids[0], path);
    assert!(game.describe_change(&state, &after).contains(&words));
    state.unit_mut(ids[0]).set(Status::LIMBERED, true);
    let after = moved(&game, &state, ids[0], path);
    assert!(!game.describe_change(&state, &after).contains(&words), "it is limbered already");
}

#[test]
fn a_unit_that_is_shot_down_loses_its_last_bases() {
    let scene = against(gun(), 1, 1, 4).stand(Side::Blue, foot(), (3000, 4000), 180, 2, 2);
    let (game, mut state, ids) = scene.build();
    state.step = Step::Place(ids[0], Placing::Shot);
    game.apply(&mut state, Action::ShootAt(ids[1]));
    let words = effects(&game, &mut state, |step| u8::from(step == Step::ShotRoll));
    let destroyed = format!("{} loses its last base and is out of the battle.", game.unit_words(ids[1]));
    assert!(words.contains(&destroyed), "{words:?}");
}

/// E10.20, E10.26: it flees over the edge, or a line of friends behind it bars every way.
#[test]
fn a_flight_off_the_table_is_not_described_as_destruction() {
    for (barred, fate) in [
        (false, "flees off the table and is lost with 3 bases."),
        (true, "has no way to flee and is destroyed with 1 base."),
    ] {
        let scene = against(foot(), 2, 4, 4);
        let scene = if barred {
            let unit = scene.stand(Side::Red, foot(), (2500, -500), 180, 1, 1);
            unit.stand(Side::Red, foot(), (2500, -900), 0, 7, 7)
        } else {
            scene.stand(Side::Red, foot(), (1000, -4500), 180, 3, 3)
        };
        let (game, mut state, ids) = scene.build();
        state.unit_mut(ids[2]).set(Status::ROUTING | Status::DISORDERED, true);
        game.apply(&mut state, Action::Activate(ids[2]));
        let words = effects(&game, &mut state, |_| 0);
        assert!(words.contains(&format!("{} {fate}", game.unit_words(ids[2]))), "{words:?}");
    }
}

/// EI-70: a gun that fails its test of contagion, beside a friend that passes.
#[test]
fn guns_left_by_their_crew_are_described_so() {
    let scene = against(foot(), 2, 4, 4).stand(Side::Blue, gun(), (-1500, 1000), 180, 1, 1).stand(
        Side::Blue,
        foot(),
        (-2700, 1500),
        180,
        2,
        2,
    );
    let (game, mut state, ids) = scene.build();
    state.step = Step::Place(ids[0], Placing::Shot);
    game.apply(&mut state, Action::ShootAt(ids[1]));
    let words = effects(&game, &mut state, |step| match step {
        Step::ShotRoll => 4,
        Step::ContagionRoll(unit) if unit != ids[2] => 1,
        _ => 0,
    });
    let left = format!("{} is left by its crew and destroyed with 1 base.", game.unit_words(ids[2]));
    assert!(words.contains(&left), "{words:?}");
}

#[test]
fn a_shift_is_described_without_what_it_does_not_do() {
    let (game, mut state, ids) = against(foot(), 2, 2, 4).build();
    state.step = Step::Act(ids[0]);
    let name = game.unit_words(ids[0]);
    for (forward, right, words) in [
        (300, 0, "goes 3 cm forward"),
        (0, -150, "goes 1.5 cm to the left"),
        (-100, 200, "goes 1 cm back and 2 cm to the right"),
    ] {
        let action = Action::MoveAlong(Path::of(&[Segment::Shift(forward, right)]));
        assert_eq!(game.describe_action(&state, &action), format!("{name} {words}."));
    }
}

#[test]
fn fatigue_is_described_in_the_turn_in_which_it_comes() {
    let (game, state, _) = against(foot(), 2, 2, 4).build();
    let words = |from: u8, to: u8| {
        let (mut before, mut after) = (state, state);
        (before.turn, after.turn) = (from, to);
        game.describe_change(&before, &after).into_iter().find(|it| it.starts_with("Both armies tire"))
    };
    let (period, loss) = (game.rules.fatigue_period_turns, game.rules.fatigue_combativity);
    let tires = 1 + period;
    let falls = |by: u8| Some(format!("Both armies tire: the combativity of each falls by {by}."));
    assert_eq!((words(tires - 1, tires), words(tires, tires + 1)), (falls(loss), None));
    // One change may span several turns.
    assert_eq!((words(tires - 1, tires + 1), words(tires - 1, tires + period)), (falls(loss), falls(2 * loss)));
}
