//! For every position and request the odds are computed or refused: no panic, and every roll sums to one.

use crate::games::{RandomGame, Style, battles};
use crate::skirmish::skirmish;
use rayon::prelude::*;
use reglette::game::rng::{Key, Stream};
use reglette::game::{CombatOdds, Game, Moment, OddsFault, OddsOption, OddsQuery, OddsValues, Positioned, Side};
use reglette::jomini::notation::unit_id;
use reglette::jomini::state::{Status, UnitId};
use reglette::jomini::{Battle, State};

fn one_of<T: Copy>(stream: &mut Stream, all: &[T]) -> T {
    all[stream.below(all.len() as u32) as usize]
}

/// A value that an option may have.
fn value(stream: &mut Stream, option: &OddsOption) -> String {
    match option.values {
        OddsValues::Names(names) => one_of(stream, &names()).to_owned(),
        OddsValues::Number(least, most) => (least + stream.below(u32::from(most - least).min(5)) as u8).to_string(),
        OddsValues::Switch => one_of(stream, &["yes", "no"]).to_owned(),
        OddsValues::SwitchOrNumber => one_of(stream, &["yes", "no", "1", "2", "3"]).to_owned(),
        OddsValues::Centimetres => stream.below(40).to_string(),
    }
}

/// A position with random changes: tokens, elements, actions of units and orders to them.
fn rewritten(battle: &Battle, state: &State, stream: &mut Stream) -> State {
    let mut state = *state;
    for side in Side::BOTH {
        state.side_mut(side).tokens = stream.below(12) as u8;
        for unit in battle.field.forces.units_on_table(&state.clone(), side) {
            let most = battle.field.forces.profile(unit).elements;
            let it = state.unit_mut(unit);
            it.elements = 1 + stream.below(u32::from(most)) as u8;
            it.hexes_moved = stream.below(3) as u8;
            let bits =
                [Status::HOLD_POSITION, Status::SACRIFICE, Status::SUPPORTED_BY_ORDER, Status::NUTS, Status::NO_ATTACK];
            it.status ^= if stream.below(3) == 0 { one_of(stream, &bits) } else { Status::empty() };
        }
    }
    state
}

/// Computes the odds of a combat of two units with random options, one of them sometimes as a variation of the
/// position. Returns whether they could be computed.
fn weigh(battle: &Battle, state: &State, stream: &mut Stream) -> bool {
    let all = |side: Side| battle.field.forces.units_on_table(state, side).collect::<Vec<UnitId>>();
    let (own, enemies) = (all(Side::Red), all(Side::Blue));
    if own.is_empty() || enemies.is_empty() {
        return false;
    }
    let (own, enemies) = if stream.below(2) == 0 { (own, enemies) } else { (enemies, own) };
    // Of a few units the first with a possible target.
    let (mut attacker, mut targets) = (own[0], Vec::new());
    for _ in 0..8 {
        attacker = one_of(stream, &own);
        targets.clear();
        battle.field.positions().targets(state, attacker, state.unit(attacker).hex, |target| targets.push(target));
        if !targets.is_empty() {
            break;
        }
    }
    let target =
        if targets.is_empty() || stream.below(5) == 0 { one_of(stream, &enemies) } else { one_of(stream, &targets) };
    let mut query = OddsQuery { attacker: unit_id(attacker), target: unit_id(target), choices: Vec::new() };
    for option in Battle::OPTIONS {
        if stream.below(8) == 0 {
            query.choices.push((option.name.to_owned(), value(stream, option)));
        }
    }
    // Most units have acted at some time of a player-turn.
    query.choices.push(("even_if_illegal".to_owned(), one_of(stream, &["yes", "yes", "no"]).to_owned()));
    let answer = if stream.below(8) == 0 {
        let varied = one_of(stream, Battle::VARIED);
        let value = value(stream, &varied);
        let positioned = battle.varied(state, &query, varied.name, &value);
        positioned.and_then(|Positioned { game, state }| game.combat_odds(&state, &query))
    } else {
        battle.combat_odds(state, &query)
    };
    match answer {
        Ok(report) => {
            for roll in &report.rolls {
                assert_eq!(roll.rows.iter().map(|(_, count)| count).sum::<u128>(), roll.total, "{query:?}");
            }
            true
        }
        Err(OddsFault::Refused(_)) => false,
        Err(OddsFault::Question(what)) => panic!("{what}: {query:?}"),
    }
}

/// Requests at positions of one random game, including those between decisions and rolls. Returns the numbers of
/// requests and of answers.
fn of_one_game(shipped: &[Battle], number: u64, most: u64) -> [u64; 2] {
    let made_up;
    let battle = if number.is_multiple_of(4) {
        &shipped[number as usize / 4 % shipped.len()]
    } else {
        made_up = skirmish(number);
        &made_up
    };
    let mut stream = Key::new(number).with_name("odds").stream();
    let mut game = RandomGame::new(battle, Style::Bold, number);
    let mut asked = [0; 2];
    for _ in 0..20_000 {
        if asked[0] == most || matches!(battle.moment(&game.state), Moment::Over(_)) {
            break;
        }
        if game.state.player_turn > 0 && stream.below(6) == 0 {
            let state = if stream.below(2) == 0 { game.state } else { rewritten(battle, &game.state, &mut stream) };
            asked[0] += 1;
            asked[1] += u64::from(weigh(battle, &state, &mut stream));
        }
        game.step();
    }
    asked
}

/// This many requests, from as many games as necessary.
fn questions(most: u64) -> [u64; 2] {
    let shipped = battles();
    let mut asked = [0; 2];
    let mut first = 0;
    while asked[0] < most {
        let some = |number| {
            std::panic::catch_unwind(|| of_one_game(&shipped, number, 100))
                .unwrap_or_else(|_| panic!("questions of game {number}"))
        };
        let add = |a: [u64; 2], b: [u64; 2]| [a[0] + b[0], a[1] + b[1]];
        let batch = (first..first + (most / 100).clamp(4, 64)).into_par_iter().map(some).reduce(|| [0; 2], add);
        asked = add(asked, batch);
        first += 64;
    }
    asked
}

#[test]
fn odds_of_random_positions_answer_or_refuse() {
    let [asked, answered] = questions(200);
    assert!(answered * 8 > asked, "{answered} of {asked} questions had an answer");
}

/// `REGLETTE_ODDS=100000 cargo test --release --test jomini -- --ignored --nocapture odds_of_a_hundred_thousand`
#[test]
#[ignore = "asks a hundred thousand questions"]
fn odds_of_a_hundred_thousand_random_positions_answer_or_refuse() {
    let most = crate::environment::number("REGLETTE_ODDS").unwrap_or(100_000);
    let [asked, answered] = questions(most);
    println!("{asked} questions, {answered} weighed, {} refused", asked - answered);
    assert!(asked >= most && answered * 8 > asked, "{answered} of {asked} questions had an answer");
}
