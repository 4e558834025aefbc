//! Written positions with single keys changed or deleted at random: each is refused with its file, or can be listed,
//! evaluated, written, read back and played to the end of the game. Nothing panics and no game is endless.
//!
//! A few thousand in each run; with `CHANGED_POSITIONS=100000` that number, from the seed in `CHANGED_SEED`.

use super::environment;
use super::{Place, Prepared, Scatter, prepare, take};
use reglette::data::{Kind, Library, Source, toml_text};
use reglette::game::rng::{Key, Stream};
use reglette::game::{CombatOdds, Moment, OddsQuery, Positioned, Rulebook, Show};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More decisions and rolls than any game has.
const ENDLESS: u32 = 100_000;

/// The path under which a changed position is read.
const FILE: &str = "positions/mine.toml";

fn one_of<'a, T>(all: &'a [T], stream: &mut Stream) -> &'a T {
    &all[stream.below(all.len() as u32) as usize]
}

/// The path to a value of a file: keys, and indices of lists as numbers.
type Way = Vec<String>;

/// The paths to all values of a file, including those of tables and lists.
fn ways(value: &Value, here: &mut Way, found: &mut Vec<Way>) {
    let entries: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(place, value)| (place.to_string(), value)).collect(),
        _ => return,
    };
    for (step, value) in entries {
        here.push(step);
        found.push(here.clone());
        ways(value, here, found);
        here.pop();
    }
}

fn pointer(way: &[String]) -> String {
    way.iter().map(|step| format!("/{step}")).collect()
}

/// A value of the same kind, as a plausible mistake.
fn mistaken(value: &Value, words: &[String], stream: &mut Stream) -> Value {
    match value {
        Value::Bool(on) => Value::from(!on),
        Value::Number(it) if it.is_f64() => {
            let by = [0.001, -0.001, 0.5, -0.5, 3.0, -3.0, 20.0, -20.0, 90.0, 1e7];
            Value::from(it.as_f64().expect("a number") + one_of(&by, stream))
        }
        Value::Number(it) => {
            let old = it.as_i64().expect("a whole number");
            Value::from(*one_of(&[old + 1, old - 1, 0, 1, 2, 3, 7, 31, 100, 128, 255, 60_000, -1], stream))
        }
        Value::String(_) => Value::from(one_of(words, stream).as_str()),
        Value::Array(list) => {
            let mut list = list.clone();
            match (list.is_empty(), stream.below(3)) {
                (true, _) => list.push(Value::from(one_of(words, stream).as_str())),
                (false, 0) => drop(list.pop()),
                (false, 1) => drop(list.remove(0)),
                (false, _) => list.push(one_of(&list.clone(), stream).clone()),
            }
            Value::Array(list)
        }
        other => other.clone(),
    }
}

/// Every text in a file, as names and words that another key may contain by mistake.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if !found.contains(text) => found.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|it| texts(it, found)),
        Value::Object(map) => map.values().for_each(|it| texts(it, found)),
        _ => {}
    }
}

/// Changes one key of a file: deletes it, gives it another value, or that of another file.
fn change(file: &mut Value, other: &Value, words: &[String], stream: &mut Stream) {
    let mut all = Vec::new();
    ways(file, &mut Vec::new(), &mut all);
    // The keys about the moment are few in a file, but equally likely to be at fault.
    let of_troops = |way: &&Way| ["unit", "officer", "map", "reinforcement"].contains(&way[0].as_str());
    let wanted = stream.below(3) == 0;
    let some: Vec<&Way> = all.iter().filter(|way| of_troops(way) == wanted).collect();
    let way = if some.is_empty() { one_of(&all, stream) } else { *one_of(&some, stream) };
    let (last, parent) = way.split_last().expect("no way is empty");
    match stream.below(8) {
        0 | 1 => match file.pointer_mut(&pointer(parent)) {
            Some(Value::Object(map)) => drop(map.remove(last)),
            Some(Value::Array(list)) => drop(list.remove(last.parse::<usize>().expect("a place"))),
            _ => unreachable!("a value lies in an object or a list"),
        },
        2 => {
            // A whole part of another position: its step with this combat, its units in this turn.
            let part = pointer(&way[..way.len().min(2)]);
            if let (Some(mine), Some(theirs)) = (file.pointer_mut(&part), other.pointer(&part)) {
                *mine = theirs.clone();
            }
        }
        _ => {
            let value = file.pointer_mut(&pointer(way)).expect("a way of this file");
            *value = mistaken(value, words, stream);
        }
    }
}

/// Uses a position in all the ways that commands do, and plays it to its end.
fn use_position<G: CombatOdds + Show>(
    game: &G,
    state: &G::State,
    units: &[String],
    to_the_end: bool,
    stream: &mut Stream,
) {
    game.draw(state);
    for _ in 0..4 {
        let mut choices = Vec::new();
        if !G::OPTIONS.is_empty() && stream.below(2) == 0 {
            let option = one_of(G::OPTIONS, stream);
            choices.push((option.name.to_owned(), one_of(&["yes", "no", "1", "2"], stream).to_string()));
        }
        let query =
            OddsQuery { attacker: one_of(units, stream).clone(), target: one_of(units, stream).clone(), choices };
        // Most pairs cannot fight; only the existence of an answer counts.
        let _ = game.combat_odds(state, &query);
    }
    let (mut state, mut actions, mut rolls, mut scratch) = (*state, Vec::new(), Vec::new(), Vec::new());
    for step in 0.. {
        assert!(step < ENDLESS, "an endless game");
        if !to_the_end && step > 60 {
            return;
        }
        match game.moment(&state) {
            Moment::Over(_) => return,
            Moment::Decide(_) => {
                if step < 40 {
                    game.legal_actions(&state, &mut actions);
                    assert!(!actions.is_empty(), "a decision without an action {}", game.draw(&state));
                    for action in &actions {
                        game.describe_action(&state, action);
                        let data = game.action_to_data(&state, action);
                        assert_eq!(game.action_from_data(&state, &data).as_ref(), Ok(action), "{data}");
                    }
                }
                let action = game.random_action(&state, stream, &mut scratch);
                game.apply(&mut state, action);
            }
            Moment::Roll(_) => {
                if step < 40 {
                    game.rolls(&state, &mut rolls);
                    assert!(!rolls.is_empty(), "dice without a roll");
                    rolls.iter().for_each(|it| drop(game.describe_roll(&state, &it.roll)));
                }
                let roll = game.sample(&state, stream);
                game.apply_roll(&mut state, roll);
            }
        }
    }
}

/// Changes positions of these places and uses them. One in `one_to_the_end` of the accepted ones is played to the end
/// of its game, the others for some steps.
pub fn changed_positions_are_refused_or_can_be_used<R: Rulebook + 'static>(
    places: &[Place],
    scatter: Option<Scatter<R::Game>>,
    usual: u64,
    one_to_the_end: u64,
) {
    let prepared: Vec<Prepared<R>> = places.iter().map(prepare::<R>).collect();
    let (taken, kinds) = take::<R>(&prepared, places, scatter);
    let library = Library::built_in();
    let files: Vec<(usize, Value)> = taken
        .iter()
        .map(|it| {
            let Prepared { game, scenario, .. } = &prepared[it.place];
            let text =
                R::write_position(game, scenario, R::DEFAULT_RULES, &it.state).expect("a position can be written");
            let table: toml::Table = text.parse().expect("TOML");
            (it.place, serde_json::to_value(table).expect("plain data"))
        })
        .collect();
    let mut words: Vec<String> = Vec::new();
    files.iter().step_by(files.len().div_ceil(40)).for_each(|(_, file)| texts(file, &mut words));
    let units: Vec<String> = (1..=14).flat_map(|it| [format!("R{it}"), format!("B{it}")]).collect();
    let (count, seed) =
        (environment::number("CHANGED_POSITIONS").unwrap_or(usual), environment::number("CHANGED_SEED").unwrap_or(1));
    let (mut accepted, mut with_line, mut refused, mut panics) = (0, 0, 0, Vec::new());
    for index in 0..count {
        let mut stream = Key::new(seed).with(index).with_name("changed").stream();
        let (place, mut file) = one_of(&files, &mut stream).clone();
        for _ in 0..1 + stream.below(2) {
            change(&mut file, &one_of(&files, &mut stream).1, &words, &mut stream);
        }
        let text = toml_text(&file);
        let rules = &prepared[place].rules;
        let used = catch_unwind(AssertUnwindSafe(|| {
            let source = Source::new(&library, Kind::Position, FILE, text.clone());
            let Positioned { game, state } = match R::read_position(&source, Some(rules)) {
                Ok(read) => read,
                Err(error) => return Some(error.to_string()),
            };
            use_position(&game, &state, &units, index % one_to_the_end == 0, &mut stream);
            None
        }));
        match used {
            Ok(None) => accepted += 1,
            Ok(Some(error)) => {
                assert!(error.starts_with(FILE) && error.contains(": "), "no file is named:\n{error}\n{text}");
                refused += 1;
                with_line += u64::from(error.starts_with(&format!("{FILE}:")) && error.contains('^'));
            }
            Err(panic) => {
                let said = panic.downcast_ref::<String>().cloned();
                let said = said.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned())).unwrap_or_default();
                if panics.len() < 5 {
                    println!("changed position {index} of seed {seed} panics:\n{text}");
                }
                panics.push((index, said));
            }
        }
    }
    println!(
        "{}: {count} changed positions of {} kinds: {accepted} accepted, {refused} refused, {with_line} of them with a \
            line",
        R::NAME,
        kinds.len()
    );
    assert!(panics.is_empty(), "{} of {count} panic under seed {seed}: {panics:#?}", panics.len());
    assert!(accepted > count / 10 && refused > count / 10, "{accepted} accepted, {refused} refused of {count}");
    assert!(with_line * 2 > refused, "{with_line} of {refused} faults name their line");
}
