//! For any written position and any query, the odds are computed or refused: no panic, and all probabilities sum to
//! one.

use crate::soak::battle;
use rayon::prelude::*;
use reglette::en_avant::notation::unit_id;
use reglette::en_avant::rules::{MeleeGrouping, MeleeRoll, SightBlock, TargetRule};
use reglette::en_avant::state::{Status, UnitId};
use reglette::en_avant::{Engagement, State};
use reglette::game::rng::{Key, Stream};
use reglette::game::{CombatOdds, Game, Moment, OddsFault, OddsOption, OddsQuery, OddsValues, Positioned, Side};

fn one_of<T: Copy>(stream: &mut Stream, all: &[T]) -> T {
    all[stream.below(all.len() as u32) as usize]
}

/// A random value of an option.
fn value(stream: &mut Stream, option: &OddsOption) -> String {
    match option.values {
        OddsValues::Names(names) => one_of(stream, &names()).to_owned(),
        OddsValues::Number(least, most) => (least + stream.below(u32::from(most - least).min(8)) as u8).to_string(),
        OddsValues::Switch => one_of(stream, &["yes", "no"]).to_owned(),
        OddsValues::SwitchOrNumber => one_of(stream, &["yes", "no", "1", "2", "3"]).to_owned(),
        OddsValues::Centimetres => stream.below(40).to_string(),
    }
}

/// Random changes to a position file: disorder, rout, attack, activation, remaining bases.
fn rewritten(game: &Engagement, state: &State, stream: &mut Stream) -> State {
    let mut state = *state;
    for unit in game.troops.all_on_table(&state.clone()) {
        let it = state.unit_mut(unit);
        let bits = [
            Status::DISORDERED,
            Status::DISORDERED | Status::ROUTING,
            Status::ACTIVATED,
            Status::CHARGED,
            Status::ATTACKER,
            Status::DEFENDER,
        ];
        it.status ^= if stream.below(3) == 0 { one_of(stream, &bits) } else { Status::empty() };
        it.set(Status::ACTIVATED, false);
        it.bases = 1 + stream.below(u32::from(it.bases)) as u8;
        it.files = it.files.min(it.bases);
    }
    game.units().refresh_contacts(&mut state);
    state
}

/// Computes the odds of a fight of two units with random options, sometimes in a variation of the position. Returns
/// whether that was possible.
fn weigh(game: &Engagement, state: &State, stream: &mut Stream) -> bool {
    let all = |side: Side| game.troops.on_table(state, side).collect::<Vec<UnitId>>();
    let (own, enemies) = (all(Side::Red), all(Side::Blue));
    if own.is_empty() || enemies.is_empty() {
        return false;
    }
    let (own, enemies) = if stream.below(2) == 0 { (own, enemies) } else { (enemies, own) };
    // Of a few units the first that could fight.
    let (mut attacker, mut targets) = (own[0], Vec::new());
    for _ in 0..8 {
        attacker = one_of(stream, &own);
        targets = game.units().contacts(state, attacker).map(|contact| contact.enemy).collect();
        if targets.is_empty() {
            targets.extend(game.targets(state, attacker).iter());
        }
        if !targets.is_empty() {
            break;
        }
    }
    let target =
        if targets.is_empty() || stream.below(5) == 0 { one_of(stream, &enemies) } else { one_of(stream, &targets) };
    let mut query = OddsQuery { attacker: unit_id(attacker), target: unit_id(target), choices: Vec::new() };
    for option in Engagement::OPTIONS {
        if stream.below(2) == 0 {
            query.choices.push((option.name.to_owned(), value(stream, option)));
        }
    }
    let answer = if stream.below(4) == 0 {
        let varied = one_of(stream, Engagement::VARIED);
        let value = value(stream, &varied);
        let positioned = game.varied(state, &query, varied.name, &value);
        positioned.and_then(|Positioned { game, state }| game.combat_odds(&state, &query))
    } else {
        game.combat_odds(state, &query)
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

/// Queries on positions of one random game under some of the switches that odds depend on. Returns the numbers of
/// queries and of answers.
fn of_one_game(number: u64, most: u64) -> [u64; 2] {
    let mut stream = Key::new(number).with_name("odds").stream();
    let (mut game, mut state) = battle(number);
    let rules = &mut game.rules;
    rules.melee_roll = one_of(&mut stream, &[MeleeRoll::Both, MeleeRoll::Difference]);
    rules.melee_saves = stream.below(2) == 0;
    rules.melee_grouping = one_of(&mut stream, &[MeleeGrouping::PrincipalOpponent, MeleeGrouping::WholeCluster]);
    rules.target_rule = one_of(&mut stream, &[TargetRule::Nearest, TargetRule::Any]);
    rules.los_partial_block = one_of(&mut stream, &[SightBlock::WholeShot, SightBlock::PerBase]);
    rules.shoot_while_engaged = stream.below(4) == 0;
    // Play uses the published switch; odds are queried under both.
    let mut played = game.clone();
    played.rules.melee_roll = MeleeRoll::Both;
    let (mut asked, mut rolls, mut scratch) = ([0; 2], Vec::new(), Vec::new());
    for _ in 0..5_000 {
        if asked[0] == most {
            break;
        }
        if stream.below(2) == 0 {
            let seen = if stream.below(2) == 0 { state } else { rewritten(&game, &state, &mut stream) };
            asked[0] += 1;
            asked[1] += u64::from(weigh(&game, &seen, &mut stream));
        }
        match played.moment(&state) {
            Moment::Over(_) => break,
            Moment::Decide(_) => {
                let action = played.random_action(&state, &mut stream, &mut scratch);
                played.apply(&mut state, action);
            }
            Moment::Roll(_) => {
                rolls.clear();
                played.rolls(&state, &mut rolls);
                let roll = rolls[stream.below(rolls.len() as u32) as usize].roll;
                played.apply_roll(&mut state, roll);
            }
        }
    }
    asked
}

/// A number of queries, from as many games as needed.
fn questions(most: u64) -> [u64; 2] {
    let mut asked = [0; 2];
    let mut first = 0;
    while asked[0] < most {
        let some = |number| {
            std::panic::catch_unwind(|| of_one_game(number, 100))
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
    assert!(answered * 5 > asked, "{answered} of {asked} questions had an answer");
}

/// `REGLETTE_ODDS=100000 cargo test --release --test en_avant -- --ignored --nocapture odds_of_a_hundred_thousand`
#[test]
#[ignore = "asks a hundred thousand questions"]
fn odds_of_a_hundred_thousand_random_positions_answer_or_refuse() {
    let most = crate::environment::number("REGLETTE_ODDS").unwrap_or(100_000);
    let [asked, answered] = questions(most);
    println!("{asked} questions, {answered} weighed, {} refused", asked - answered);
    assert!(asked >= most && answered * 5 > asked, "{answered} of {asked} questions had an answer");
}
