//! Every key of the rules file has an effect: under another value the same choices and the same dice lead to a
//! different result, on the battlefield that the table of cases names for it.
//!
//! `keys/cases.rs` has a row for every other value of every switch and choice, and at least one for every number;
//! `keys/fields.rs` builds the battlefields.

mod cases;
mod fields;
mod laid;

use cases::Case;
use fields::{Field, Start};
use rayon::prelude::*;
use reglette::data::{Accepts, Kind, Library, Override, Source};
use reglette::en_avant::Engagement;
use reglette::en_avant::rules::Rules;
use reglette::en_avant::state::action::{Action, Roll};
use reglette::en_avant::state::{Placing, Step};
use reglette::game::rng::{Key as StreamKey, Stream};
use reglette::game::{Game, Moment, Side, Weighted};

/// Battles of a field that are tried before a value counts as without effect.
const BATTLES: u64 = 1_500;

fn source() -> Source {
    Library::built_in().find(Kind::Rules, "en-avant").expect("the shipped rules")
}

/// The rules with one setting, and the other settings that the case needs.
fn variant(key: &str, value: &str, beside: &[&str]) -> Rules {
    let settings = std::iter::once(format!("{key} = {value}")).chain(beside.iter().map(|it| (*it).to_owned()));
    let settings = settings.map(|it| Override::parse(&it).expect("a setting"));
    Rules::read(&source().with_overrides(settings.collect::<Vec<_>>())).unwrap_or_else(|error| panic!("{error}"))
}

/// The rules with only the settings that the case needs besides its key.
fn usual(beside: &[&str]) -> Rules {
    let settings = beside.iter().map(|it| Override::parse(it).expect("a setting"));
    Rules::read(&source().with_overrides(settings.collect::<Vec<_>>())).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays the same choices and dice from the same position under both rules. Returns whether anything differs.
fn differ(base: Start, other: Start, field: Field, choices: &mut Stream) -> bool {
    let ((base, mut here), (other, mut there)) = match (base, other) {
        (Ok(base), Ok(other)) => (base, other),
        (base, other) => return base.is_ok() != other.is_ok(),
    };
    let (mut actions, mut others): (Vec<Action>, Vec<Action>) = (Vec::new(), Vec::new());
    let (mut rolls, mut other_rolls): (Vec<Weighted<Roll>>, Vec<Weighted<Roll>>) = (Vec::new(), Vec::new());
    let shapes = |game: &Engagement| game.grounds[0].pieces.iter().map(|piece| piece.shape.clone()).collect::<Vec<_>>();
    if shapes(&base) != shapes(&other)
        || Side::BOTH.iter().any(|side| base.troops.points(*side) != other.troops.points(*side))
    {
        return true;
    }
    for _ in 0..field.moments() {
        if here != there || base.moment(&here) != other.moment(&there) {
            return true;
        }
        match base.moment(&here) {
            Moment::Over(_) => return false,
            Moment::Decide(_) => {
                // On large fields a random move is compared instead of all proposed moves.
                if matches!(field, Field::Laid(_)) || !matches!(here.step, Step::Place(_, Placing::Move)) {
                    base.legal_actions(&here, &mut actions);
                    other.legal_actions(&there, &mut others);
                    if actions != others {
                        return true;
                    }
                }
                let twin = other.random_action(&there, &mut choices.clone(), &mut others);
                let action = base.random_action(&here, choices, &mut actions);
                // A shot may be ordered though it is not proposed.
                let rendered = |game: &Engagement, state| game.check(state, &Action::Shoot).is_ok();
                let tells = matches!(here.step, Step::Act(_)) && rendered(&base, &here) != rendered(&other, &there);
                if tells || action != twin || other.check(&there, &action).is_err() {
                    return true;
                }
                base.apply(&mut here, action);
                other.apply(&mut there, action);
            }
            Moment::Roll(_) => {
                base.rolls(&here, &mut rolls);
                other.rolls(&there, &mut other_rolls);
                if rolls != other_rolls {
                    return true;
                }
                let roll = base.sample(&here, choices);
                base.apply_roll(&mut here, roll);
                other.apply_roll(&mut there, roll);
            }
        }
    }
    false
}

/// The first battle of a field in which the two rules differ.
fn first_difference(base: &Rules, other: &Rules, field: Field) -> Option<u64> {
    let choices = |seed| StreamKey::new(6).with(seed).stream();
    (0..field.battles(crate::environment::number("BATTLES").unwrap_or(BATTLES)))
        .find(|seed| differ(field.start(base, *seed), field.start(other, *seed), field, &mut choices(*seed)))
}

/// Every key has a case: each other value of a switch or a choice, at least one other number.
#[test]
fn every_key_has_a_case() {
    let table: toml::Table = source().text().parse().expect("sound TOML");
    let mut without = Vec::new();
    for key in Rules::schema() {
        let current = key.name.split('.').try_fold(toml::Value::Table(table.clone()), |at, part| at.get(part).cloned());
        let current = current.unwrap_or_else(|| panic!("{} is not in the file", key.name));
        let has = |value: &str| cases::all().any(|case| case.key == key.name && case.value == value);
        match key.accepts {
            Accepts::Switch | Accepts::Choice(_) => {
                let values = key.accepts.others(&current).into_iter().map(|value| value.to_string());
                without.extend(values.filter(|value| !has(value)).map(|value| format!("{} = {value}", key.name)));
            }
            _ if cases::all().any(|case| case.key == key.name) => {}
            _ => without.push(key.name.clone()),
        }
    }
    assert!(without.is_empty(), "keys without a case:\n{}", without.join("\n"));
    let strange = cases::all().find(|case| !Rules::schema().iter().any(|key| key.name == case.key));
    assert!(strange.is_none(), "there is no such key: {}", strange.expect("one").key);
}

/// Each value makes a difference.
#[test]
fn every_key_works() {
    // Nearly all the time of these tests: on all cores.
    let cases: Vec<_> = cases::all().collect();
    let has_no_effect = |case: &&Case| {
        let (base, other) = (usual(case.beside), variant(case.key, case.value, case.beside));
        first_difference(&base, &other, case.field).is_none()
    };
    let without_effect: Vec<String> = cases
        .par_iter()
        .filter(|case| has_no_effect(case))
        .map(|case| format!("{} = {}", case.key, case.value))
        .collect();
    assert!(without_effect.is_empty(), "values without effect:\n{}", without_effect.join("\n"));
}

/// Searches for a field for every value without a case, and prints the rows.
#[test]
#[ignore = "finds rows for the table of cases"]
fn find_cases() {
    let table: toml::Table = source().text().parse().expect("sound TOML");
    for key in Rules::schema() {
        let current = key
            .name
            .split('.')
            .try_fold(toml::Value::Table(table.clone()), |at, part| at.get(part).cloned())
            .expect("in the file");
        let mut all = key.accepts.others(&current);
        all.retain(|value| value.as_table().is_none_or(|row| !row.contains_key("15") && !row.contains_key("25")));
        let choice = matches!(key.accepts, Accepts::Switch | Accepts::Choice(_));
        let mut found_any = cases::all().any(|case| case.key == key.name) && !choice;
        // Of numbers the nearest and the farthest are tried.
        let picked: Vec<_> = if choice {
            all
        } else {
            [all.first(), all.get(all.len() / 2), all.last()].into_iter().flatten().cloned().collect()
        };
        for value in picked {
            let value = value.to_string();
            if found_any && !choice || cases::all().any(|case| case.key == key.name && case.value == value) {
                continue;
            }
            let (base, other) = (usual(&[]), variant(&key.name, &value, &[]));
            let found =
                Field::ALL.iter().find_map(|field| first_difference(&base, &other, *field).map(|seed| (*field, seed)));
            match found {
                Some((field, seed)) => {
                    found_any = true;
                    println!("    case({:?}, {:?}, Field::{field:?}), // {seed}", key.name, value);
                }
                None => println!("MISSING {} = {value}", key.name),
            }
        }
    }
}
