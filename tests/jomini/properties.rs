//! Properties of every position of every game, and the agreement of exact odds with sampled dice.

use crate::games::{RandomGame, Style, battles};
use crate::skirmish::{skirmish, skirmish_under};
use crate::soundness::assert_sound;
use proptest::prelude::*;
use reglette::data::{Kind, Library, Override, Source};
use reglette::game::rng::Key;
use reglette::game::{Exact, Game, Moment, Side};
use reglette::jomini::army::unit::UnitLetters;
use reglette::jomini::combat::odds::{Odds, OddsOptions, Row};
use reglette::jomini::map::hex::NO_HEX;
use reglette::jomini::rules::Rules;
use reglette::jomini::state::attack_roll::AttackRoll;
use reglette::jomini::state::{AttackKind, Choice, NO_UNIT, Step, UnitId, side_of};
use reglette::jomini::{Action, Battle, State};
use std::collections::BTreeMap;

/// An upper bound of the decisions and rolls of a game.
const MOST_STEPS: u32 = 100_000;

/// Plays a random game to its endand checks every position; in one of `every` positions each legal action and each roll
/// is tried.
fn play(battle: &Battle, style: Style, seed: u64, every: u32) {
    let mut game = RandomGame::new(battle, style, seed);
    let (mut actions, mut rolls) = (Vec::new(), Vec::new());
    let mut steps = 0;
    loop {
        assert_sound(battle, &game.state);
        let moment = battle.moment(&game.state);
        let tried = steps % every == seed as u32 % every;
        match moment {
            Moment::Decide(_) if tried => {
                battle.legal_actions(&game.state, &mut actions);
                assert!((2..1000).contains(&actions.len()), "{} legal actions at {:?}", actions.len(), game.state.step);
                for action in &actions {
                    let mut next = game.state;
                    battle.apply(&mut next, *action);
                    assert_sound(battle, &next);
                }
            }
            Moment::Roll(_) if tried => {
                battle.rolls(&game.state, &mut rolls);
                for weighted in &rolls {
                    let mut next = game.state;
                    battle.apply_roll(&mut next, weighted.roll);
                    assert_sound(battle, &next);
                }
            }
            _ => {}
        }
        if game.step().is_none() {
            return;
        }
        steps += 1;
        assert!(steps < MOST_STEPS, "a game ends");
    }
}

#[test]
fn games_on_the_shipped_scenarios_end_and_every_position_is_sound() {
    for (number, battle) in battles().iter().enumerate() {
        for style in [Style::Random, Style::Bold] {
            play(battle, style, number as u64, 5);
        }
    }
}

#[test]
fn games_on_made_up_maps_with_made_up_troops_end_and_every_position_is_sound() {
    for number in 0..200 {
        play(&skirmish(number), Style::Bold, number, 3);
    }
}

/// Every setting of a key of the rules that differs from the published one.
fn other_settings(source: &Source) -> Vec<Override> {
    let table: toml::Table = source.text().parse().expect("sound TOML");
    let mut settings = Vec::new();
    for key in Rules::schema() {
        let current = key.name.split('.').try_fold(toml::Value::Table(table.clone()), |at, part| at.get(part).cloned());
        for value in key.accepts.others(&current.expect("every key is in the file")) {
            settings.extend(Override::parse(&format!("{} = {value}", key.name)));
        }
    }
    settings
}

fn published() -> Source {
    Library::built_in().find(Kind::Rules, "jomini-v2").expect("the shipped rules")
}

#[test]
fn games_under_every_other_setting_of_a_key_are_sound() {
    let source = published();
    let settings = other_settings(&source);
    assert!(settings.len() > 200, "{} settings", settings.len());
    for (number, setting) in settings.into_iter().enumerate() {
        if let Ok(rules) = Rules::read(&source.clone().with_overrides([setting])) {
            play(&skirmish_under(&rules, number as u64), Style::Bold, number as u64, 10);
        }
    }
}

/// Games under many other settings at once.
fn play_variants(numbers: std::ops::Range<u64>) {
    let source = published();
    let settings = other_settings(&source);
    for number in numbers {
        let mut stream = Key::new(number).with_name("variant").stream();
        let read = |chosen: &[Override]| Rules::read(&source.clone().with_overrides(chosen.to_vec()));
        let mut chosen: Vec<Override> =
            (0..1 + stream.below(30)).map(|_| settings[stream.below(settings.len() as u32) as usize].clone()).collect();
        // Settings that are incompatible are removed from the end.
        let rules = loop {
            match read(&chosen) {
                Ok(rules) => break rules,
                Err(_) => chosen.truncate(chosen.len() / 2),
            }
        };
        let outcome = std::panic::catch_unwind(|| {
            let battle = skirmish_under(&rules, number);
            play(&battle, Style::Bold, number, 10);
            play(&battle, Style::Random, number, 10);
            crate::mirror::play_mirrored(&battle, Style::Bold, number);
            weighed(&battle, &battle.start, &OddsOptions { riposte: true, ..OddsOptions::default() });
        });
        assert!(outcome.is_ok(), "variant {number}: {chosen:?}");
    }
}

#[test]
fn games_under_many_other_settings_are_sound_and_mirrored() {
    play_variants(0..40);
}

/// `cargo test --release --test jomini -- --ignored soak`
#[test]
#[ignore = "plays fifty thousand games"]
fn soak() {
    play_variants(1_000..4_000);
    for (number, battle) in battles().iter().enumerate() {
        for seed in 0..834 {
            play(battle, if seed % 2 == 0 { Style::Bold } else { Style::Random }, 1000 * number as u64 + seed, 29);
        }
    }
    for number in 0..20_000 {
        play(&skirmish(number), if number % 4 == 0 { Style::Random } else { Style::Bold }, number, 7);
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for (number, battle) in battles().iter().enumerate().step_by(5) {
        let played = |seed| {
            let mut game = RandomGame::new(battle, Style::Bold, seed);
            let events: Vec<_> = std::iter::from_fn(|| game.step()).collect();
            (events, game.state)
        };
        let (events, state) = played(number as u64);
        assert!(played(number as u64) == (events.clone(), state), "one seed, one game");
        assert!(played(number as u64 + 1).0 != events, "another seed, another game");
        // The game replayed from the record alone.
        let mut replayed = battle.initial();
        for event in events {
            match event {
                crate::games::Event::Action(action) => battle.apply(&mut replayed, action),
                crate::games::Event::Roll(roll) => battle.apply_roll(&mut replayed, roll),
            }
        }
        assert!(replayed == state, "a replay ends where the game ended");
    }
}

/// Every attack whose odds can be computed at a position.
fn weighed(battle: &Battle, state: &State, options: &OddsOptions) -> Vec<(UnitId, UnitId, Odds)> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        for attacker in battle.field.forces.units_on_table(state, side) {
            battle.field.positions().targets(state, attacker, state.unit(attacker).hex, |target| {
                if let Ok(odds) = battle.odds(state, attacker, target, options) {
                    found.push((attacker, target, odds));
                }
            });
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn probabilities_of_a_combat_sum_to_one(number in 0u64..1_000_000, seed in 0u64..1_000_000, steps in 0usize..300) {
        assert_odds_are_sound(number, seed, steps);
    }
}

/// Here an attacker without support is struck back.
#[test]
fn a_pending_riposte_is_certain() {
    let weighed = assert_odds_are_sound(345_556, 68_807, 76);
    let pending =
        weighed.iter().find(|odds| odds.strikes[0].kind == AttackKind::Riposte).expect("a riposte is pending");
    assert_eq!((pending.may_riposte, pending.no_riposte), (Exact { count: 1, total: 1 }, None));
}

/// Plays a number of steps of a skirmish, and asserts what holds for the odds of every attack there. Returns the odds.
fn assert_odds_are_sound(number: u64, seed: u64, steps: usize) -> Vec<Odds> {
    let battle = skirmish(number);
    let mut game = RandomGame::new(&battle, Style::Bold, seed);
    for _ in 0..steps {
        game.step();
    }
    let options = OddsOptions { riposte: true, ..OddsOptions::default() };
    let found = weighed(&battle, &game.state, &options);
    for (attacker, target, odds) in &found {
        for strike in &odds.strikes {
            let counted: u128 = strike.rows.iter().map(|(_, count)| count).sum();
            assert_eq!(counted, strike.total);
            let summed: f64 = strike.rows.iter().map(|(row, _)| strike.probability(*row)).sum();
            assert!((summed - 1.0).abs() < 1e-12, "{summed}");
            assert!(strike.rows.windows(2).all(|pair| pair[0].0 < pair[1].0), "rows are in rising order, each once");
            let most = game.state.unit(strike.target).elements;
            let bounded = strike.rows.iter().all(|(row, _)| row.losses <= most);
            assert!(bounded, "nobody loses more elements than it has");
        }
        // The first roll is the attacker's, unless the target fires first at infantry without missiles.
        let first = odds.strikes.first().expect("a combat has a roll");
        let hex = game.state.unit(*attacker).hex;
        let attack = AttackRoll::attack(&battle.field.board, &game.state, *attacker, hex, *target);
        let fires_first = battle.field.fires_first(&game.state, &attack);
        let (roller, rolled_against) = if fires_first { (*target, *attacker) } else { (*attacker, *target) };
        // In the middle of a combat the first roll is the pending one, which may be the second of the two.
        let combat = &game.state.combat;
        let is_new = !game.state.step.is_of_combat() || (combat.attacker, combat.defender) != (*attacker, *target);
        if is_new {
            assert_eq!((first.roller, first.target), (roller, rolled_against));
        }
        assert_eq!((first.rolled.count, first.rolled.total), (1, 1));
        let ripostes: f64 = odds.ripostes().map(|riposte| riposte.rolled.value()).sum();
        assert!((ripostes - odds.may_riposte.value()).abs() < 1e-12, "each riposte that may come is weighed");
    }
    found.into_iter().map(|(_, _, odds)| odds).collect()
}

/// Plays one attack with the simplest choices until all effects of the roll are applied, and returns them.
fn sampled(
    battle: &Battle,
    state: &State,
    attacker: UnitId,
    target: UnitId,
    stream: &mut reglette::game::rng::Stream,
) -> Row {
    let mut after = *state;
    battle.apply(&mut after, Action::Attack(attacker, target));
    let mut actions = Vec::new();
    let mut rolled = false;
    loop {
        if after.flight_count == 0 {
            let within = match after.step {
                Step::Retreat | Step::PanicRoll(_) => true,
                step => matches!(
                    step.choice(),
                    Some(
                        Choice::BreakOff
                            | Choice::Order
                            | Choice::LeadForDice
                            | Choice::Advantages
                            | Choice::Hits
                            | Choice::Morale
                    )
                ),
            };
            if !within && (rolled || after.step != Step::StrikeRoll) {
                break;
            }
        }
        match battle.moment(&after) {
            Moment::Over(_) => break,
            Moment::Roll(_) => {
                rolled = true;
                let roll = battle.sample(&after, stream);
                battle.apply_roll(&mut after, roll);
            }
            Moment::Decide(_) => {
                battle.legal_actions(&after, &mut actions);
                let plain = actions.iter().find(|it| matches!(it, Action::NoOrder | Action::Pass | Action::Stand));
                let action = *plain.unwrap_or(&actions[0]);
                battle.apply(&mut after, action);
            }
        }
    }
    let (hex, side) = (after.unit(target).hex, side_of(target));
    let rows = |hex| battle.field.board.rows_to_edge(side, hex);
    let held = |state: &State| state.side(side_of(attacker)).tokens;
    Row {
        losses: state.unit(target).elements - after.unit(target).elements,
        // The retreat of a destroyed unit cannot be observed.
        retreat: if hex == NO_HEX { 0 } else { rows(state.unit(target).hex) - rows(hex) },
        tokens: held(&after) - held(state),
        officers: 0,
    }
}

/// The value that chi-square exceeds with a probability of about one in a million (Wilson and Hilferty, PNAS 17, 1931).
fn chi_square_bound(degrees: f64) -> f64 {
    let spread = 2.0 / (9.0 * degrees);
    degrees * (1.0 - spread + 4.76 * spread.sqrt()).powi(3)
}

#[test]
fn sampled_combats_fall_as_exact_odds_say() {
    const SAMPLES: u32 = 4_000;
    let mut tested = 0;
    for number in 0..160 {
        let battle = skirmish(number);
        let mut game = RandomGame::new(&battle, Style::Bold, number);
        // The first combat phase with an attack in it.
        let (attacker, target) = loop {
            let mut actions = Vec::new();
            if game.state.step == Step::Combat && game.state.flight_count == 0 && game.state.outcome.is_none() {
                battle.legal_actions(&game.state, &mut actions);
            }
            match actions.iter().find(|action| matches!(action, Action::Attack(..))) {
                Some(Action::Attack(attacker, target)) => break (*attacker, *target),
                _ if game.step().is_none() => break (NO_UNIT, NO_UNIT),
                _ => {}
            }
        };
        // The run of an elephant is not part of the odds, but of the samples; two rolls of a combat with a free Ambush
        // are not one distribution.
        let runs = attacker != NO_UNIT
            && battle.field.forces.has_elephants(&game.state, target)
            && (!battle.field.forces.is_one_elephant(target) || battle.field.forces.is_panicked(target));
        let unlike = |attacker| {
            battle.field.forces.profile(target).has(UnitLetters::ELUSIVE)
                || battle.field.forces.profile(attacker).lacks_missiles()
                || runs
        };
        if attacker == NO_UNIT || unlike(attacker) {
            continue;
        }
        let odds =
            battle.odds(&game.state, attacker, target, &OddsOptions::default()).expect("a legal attack can be weighed");
        let attack = odds.attack().expect("an attack is rolled");
        let gone = game.state.unit(target).elements;
        let mut expected: BTreeMap<Row, f64> = BTreeMap::new();
        for (row, count) in &attack.rows {
            let shown = if row.losses == gone { Row { retreat: 0, ..*row } } else { *row };
            *expected.entry(shown).or_default() += *count as f64 / attack.total as f64 * f64::from(SAMPLES);
        }
        let mut stream = Key::new(number).with_name("sampled").stream();
        let mut seen: BTreeMap<Row, u32> = BTreeMap::new();
        for _ in 0..SAMPLES {
            *seen.entry(sampled(&battle, &game.state, attacker, target, &mut stream)).or_default() += 1;
        }
        assert!(seen.keys().all(|row| expected.contains_key(row)), "skirmish {number}: {seen:?} against {expected:?}");
        // Rare rows are merged, so that the expected count of each class is at least ten.
        let (mut chi_square, mut classes, mut rare) = (0.0, 0.0, (0.0, 0.0));
        let mut add = |seen: f64, expected: f64| {
            chi_square += (seen - expected).powi(2) / expected;
            classes += 1.0;
        };
        for (row, expected) in &expected {
            let seen = f64::from(seen.get(row).copied().unwrap_or(0));
            if *expected < 10.0 {
                rare = (rare.0 + seen, rare.1 + expected);
            } else {
                add(seen, *expected);
            }
        }
        if rare.1 >= 10.0 {
            add(rare.0, rare.1);
        }
        if classes >= 2.0 {
            tested += 1;
            let bound = chi_square_bound(classes - 1.0);
            assert!(
                chi_square < bound,
                "skirmish {number}: chi-square {chi_square:.1} of {classes} classes, bound {bound:.1}"
            );
        }
    }
    assert!(tested > 80, "only {tested} combats");
}
