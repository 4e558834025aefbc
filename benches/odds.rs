//! Exact odds: an ordinary combat with its riposte, and one of fourteen dice, which must take less than 10 ms.

mod workload;

use criterion::{Criterion, criterion_group, criterion_main};
use reglette::data::{Kind, Library, Source};
use reglette::game::Side;
use reglette::jomini::Battle;
use reglette::jomini::combat::odds::{Odds, OddsOptions};
use reglette::jomini::setup::position::Position;
use reglette::jomini::state::{AttackOrder, UnitId};
use std::hint::black_box;

/// Elite lancers, aggressive and fanatic, gone berserk and led by three officers: 2 dice of the type, 1 for training, 1
/// for the lance, 1 and 1 for the letters, 2 for Berserks, 6 for the leaders. `letters` are the target's.
fn fourteen(letters: &str) -> Battle {
    let officers = "[[officer]]\nside = \"red\"\nrank = \"sub_general\"\nat = \"0503\"\n".repeat(3);
    let text = format!(
        r#"
scenario = "plain"
phase = "combat"
active = "red"

[[unit]]
id = "A"
side = "red"
type = "light_lancers"
training = "elite"
letters = ["aggressive", "fanatic"]
at = "0503"

[[unit]]
id = "D"
side = "blue"
type = "light_cavalry"
morale = "iron"
letters = [{letters}]
at = "0504"

{officers}"#
    );
    let source = Source::new(&Library::built_in(), Kind::Position, "fourteen.toml", text);
    Position::read(&source, None).unwrap_or_else(|error| panic!("{error}")).battle
}

fn odds(battle: &Battle, options: &OddsOptions) -> Odds {
    battle.odds(&battle.start, UnitId::new(0), UnitId::new(32), options).unwrap_or_else(|error| panic!("{error}"))
}

fn weigh(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("odds");
    let positions = workload::positions();
    let battle = &positions[0];
    let state = &battle.start;
    let mut pair = None;
    for attacker in battle.field.forces.units_on_table(state, Side::Red) {
        battle
            .field
            .positions()
            .targets(state, attacker, state.unit(attacker).hex, |target| pair = pair.or(Some((attacker, target))));
    }
    let (attacker, target) = pair.expect("a position in contact");
    let options = OddsOptions { riposte: true, ..OddsOptions::default() };
    group.bench_function("in contact, with riposte", |bencher| {
        bencher.iter(|| black_box(battle.odds(state, attacker, target, &options)).expect("a combat"));
    });
    let options = OddsOptions { order: Some(AttackOrder::Berserk), leaders: 3, ..OddsOptions::default() };
    for (name, letters) in [
        ("14 dice", ""),
        ("14 dice, Panic", "\"panic\", \"fleeing\""),
        ("14 dice, Elusive", "\"elusive\", \"fleeing\""),
    ] {
        let battle = fourteen(letters);
        let dice = odds(&battle, &options).attack().expect("an attack").dice;
        assert_eq!(dice, 14, "the greatest combat");
        group.bench_function(name, |bencher| bencher.iter(|| black_box(odds(&battle, &options))));
    }
}

criterion_group!(benches, weigh);
criterion_main!(benches);
