//! Legality from random positions: sampled or listed actions are accepted, an altered move that is accepted leads to a
//! sound position, and moves that are too long or overlap another unit are refused. Actions and positions survive
//! serialization.

use crate::en_avant_positions::Scattered;
use crate::half_turn::historical;
use crate::soundness::assert_sound;
use reglette::en_avant::state::action::{Action, MOST_SEGMENTS, Path, Placement, Segment};
use reglette::en_avant::state::{Placing, Step};
use reglette::en_avant::table::geometry::TENTH;
use reglette::en_avant::{Engagement, State};
use reglette::game::rng::{Key, Stream};
use reglette::game::{Game, Moment, Show};

/// Calls a function at each decision of random games from random positions.
fn at_decisions(games: u64, mut look: impl FnMut(&Engagement, &State, &mut Stream)) {
    let battles = historical();
    for seed in 0..games {
        let game = &battles[seed as usize % battles.len()];
        let mut stream = Key::new(seed).with_name("legality").stream();
        let mut state = game.scattered(&mut stream);
        let mut scratch = Vec::new();
        for _ in 0..150 {
            match game.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    look(game, &state, &mut stream);
                    let action = game.random_action(&state, &mut stream, &mut scratch);
                    assert_eq!(game.check(&state, &action), Ok(()), "{action:?} is drawn at {:?}", state.step);
                    game.apply(&mut state, action);
                }
                Moment::Roll(_) => {
                    let roll = game.sample(&state, &mut stream);
                    game.apply_roll(&mut state, roll);
                }
            }
        }
    }
}

/// A path with one number changed, or one more segment.
fn altered(path: &Path, stream: &mut Stream) -> Path {
    let mut path = *path;
    let count = path.iter().count();
    let by = 1 + stream.below(400) as i16 - 200;
    let place = stream.below(count.max(1) as u32) as usize;
    path.segments[place] = match path.segments[place] {
        Segment::Advance(length) => Segment::Advance(length.saturating_add_signed(by)),
        Segment::Wheel(turn) => Segment::Wheel(turn + by / 8),
        Segment::Slide(ahead, aside) => Segment::Slide(ahead.saturating_add_signed(by), aside + by / 2),
        Segment::Lateral(aside) => Segment::Lateral(aside + by),
        Segment::Back(length) => Segment::Back(length.saturating_add_signed(by)),
        Segment::Shift(ahead, aside) => Segment::Shift(ahead - by, aside + by),
        Segment::Turn(turn) => Segment::Turn(turn + by),
        other => other,
    };
    if count < MOST_SEGMENTS && stream.below(3) == 0 {
        let more = [Segment::Advance(50), Segment::Wheel(by / 4), Segment::Lateral(by), Segment::Slide(60, 20)];
        path.segments[count] = more[stream.below(4) as usize];
    }
    path
}

/// E7.6, E7.12: every accepted move leads to a sound position; a move lengthened beyond any allowance is refused.
#[test]
fn an_altered_move_is_refused_or_leads_to_a_sound_position() {
    let (mut accepted, mut refused) = (0, 0);
    at_decisions(90, |game, state, stream| {
        let Step::Place(unit, Placing::Move) = state.step else { return };
        let mut actions = Vec::new();
        game.legal_actions(state, &mut actions);
        let most = game.rules.allowance(game.troops.profile(state, unit).class) + 4 * game.measures.width;
        for action in actions.iter().step_by(1 + actions.len() / 6) {
            let Action::MoveAlong(path) = action else { continue };
            let other = Action::MoveAlong(altered(path, stream));
            if game.check(state, &other).is_ok() {
                accepted += 1;
                let mut after = *state;
                game.apply(&mut after, other);
                assert_sound(game, &after);
            } else {
                refused += 1;
            }
            let mut long = *path;
            long.segments[path.iter().count() - 1] = Segment::Advance((most / TENTH) as u16);
            assert!(game.check(state, &Action::MoveAlong(long)).is_err(), "{long:?} is longer than any allowance");
        }
    });
    assert!(accepted > 300 && refused > 300, "{accepted} accepted, {refused} refused");
}

/// E4.17, E7.12, EI-26: no unit is set up or moved onto other bases.
#[test]
fn nobody_is_set_up_onto_others() {
    let mut tried = 0;
    for (seed, game) in (0..).zip(historical()) {
        let mut stream = Key::new(seed).with_name("set-up").stream();
        let (mut state, mut scratch) = (game.initial(), Vec::new());
        while state.turn == 0 {
            if let (Moment::Decide(side), Step::DeployAt(unit)) = (game.moment(&state), state.step) {
                for other in game.troops.on_table(&state, side) {
                    let there = state.unit(other);
                    let at = Placement { front: there.front, heading: there.heading, files: state.unit(unit).files };
                    assert!(game.check(&state, &Action::DeployAt(at)).is_err(), "{at:?} is taken");
                    tried += 1;
                }
            }
            match game.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    let action = game.random_action(&state, &mut stream, &mut scratch);
                    game.apply(&mut state, action);
                }
                Moment::Roll(_) => {
                    let roll = game.sample(&state, &mut stream);
                    game.apply_roll(&mut state, roll);
                }
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn actions_and_positions_of_random_battles_survive_being_written() {
    let mut looked = 0u32;
    at_decisions(30, |game, state, _| {
        looked += 1;
        if !looked.is_multiple_of(5) {
            return;
        }
        let mut actions = Vec::new();
        game.legal_actions(state, &mut actions);
        for action in actions {
            let written = game.action_to_data(state, &action);
            assert_eq!(game.action_from_data(state, &written).expect("what was written is read"), action);
        }
        let read = game.position_from_data(&game.position_to_data(state)).expect("what was written is read");
        assert!(read == *state, "the position at {:?} is read as it was", state.step);
    });
    assert!(looked > 500);
}

/// EI-6, EI-72: random positions are sound, and many of their units are in contact.
#[test]
fn random_positions_are_sound_and_often_in_contact() {
    let (mut engaged, mut all) = (0, 0);
    for (place, game) in (0u64..).zip(historical()) {
        for seed in 0..40 {
            let state = game.scattered(&mut Key::new(seed).with(place).stream());
            assert_sound(&game, &state);
            all += game.troops.all_on_table(&state).count();
            engaged += game
                .troops
                .all_on_table(&state)
                .filter(|unit| state.unit(*unit).has(reglette::en_avant::state::Status::ENGAGED))
                .count();
        }
    }
    assert!(3 * engaged > all, "{engaged} of {all} units are in contact");
}
