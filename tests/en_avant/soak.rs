//! Random play from random positions in contact: no panic, no overlap, no endless game; and a battle turned by half a
//! circle with the sides swapped plays the same.

use crate::games::assert_sound;
use crate::scene::{Scene, foot, horse, of_quality, of_weight, with_weapon};
use crate::terrain::area;
use reglette::en_avant::army::troop::{Arm, Period, Troop, Weight};
use reglette::en_avant::rules::{Quality, TerrainKind, Weapon};
use reglette::en_avant::state::{Status, Step};
use reglette::en_avant::table::geometry::Heading;
use reglette::en_avant::{Engagement, State};
use reglette::game::rng::{Key, Stream};
use reglette::game::{Game, Moment, Side};
use std::collections::BTreeMap;

fn one_of<T: Copy>(stream: &mut Stream, all: &[T]) -> T {
    all[stream.below(all.len() as u32) as usize]
}

fn troop(stream: &mut Stream) -> Troop {
    let quality = one_of(stream, &[Quality::Inferior, Quality::Normal, Quality::Superior]);
    let weight = one_of(stream, &[Weight::Light, Weight::Standard, Weight::Heavy]);
    match stream.below(8) {
        0 => with_weapon(Weapon::NormalArtillery, Troop::plain(Arm::Artillery, quality)),
        1 | 2 => of_weight(weight, of_quality(quality, horse())),
        3 => of_weight(weight, of_quality(quality, with_weapon(Weapon::Musket, horse()))),
        4 | 5 => of_weight(weight, of_quality(quality, with_weapon(Weapon::Rifle, foot()))),
        _ => Troop { multirank: stream.below(3) == 0, ..of_weight(weight, of_quality(quality, foot())) },
    }
}

/// Pairs of units face to face in two rows of the table, some of them in terrain; some routing or disordered; generals
/// on bases of their own.
pub fn battle(seed: u64) -> (Engagement, State) {
    battle_of(seed, false)
}

/// The same, or its image turned by half a circle with the sides swapped.
fn battle_of(seed: u64, image: bool) -> (Engagement, State) {
    let mut stream = Key::new(seed).with_name("battle").stream();
    let mut scene = Scene::new();
    scene.period = one_of(&mut stream, &[Period::Napoleonic, Period::CivilWar]);
    scene.combativity.red = 2 + stream.below(4) as u8;
    scene.combativity.blue = 2 + stream.below(4) as u8;
    let kind =
        one_of(&mut stream, &[TerrainKind::Wood, TerrainKind::GentleHill, TerrainKind::Marsh, TerrainKind::Lake]);
    scene.pieces = vec![
        area(kind, &[(-30, 25), (-10, 25), (-10, 40), (-30, 40)]),
        area(TerrainKind::BuiltUp, &[(-10, -8), (10, -8), (10, 8), (-10, 8)]),
    ];
    for column in [-3600, -1200, 1200, 3600] {
        for (side, y, degrees) in
            [(Side::Red, 0, 0), (Side::Blue, 0, 180), (Side::Red, -1900, 0), (Side::Blue, 1900, 180)]
        {
            let files = 1 + stream.below(3) as u8;
            let bases = files * (1 + stream.below(2) as u8);
            let kind = troop(&mut stream);
            if stream.below(6) > 0 {
                scene = scene.stand(side, kind, (column, y), degrees, files, bases);
            }
        }
    }
    scene = scene.stand(Side::Red, foot(), (0, -4500), 0, 2, 2).stand(Side::Blue, foot(), (0, 4500), 180, 2, 2);
    if image {
        for stand in &mut scene.stands {
            stand.side = stand.side.other();
            stand.at = (-stand.at.0, -stand.at.1);
            stand.degrees = (stand.degrees + 180) % 360;
        }
        (scene.combativity.red, scene.combativity.blue) = (scene.combativity.blue, scene.combativity.red);
        let kinds = [kind, TerrainKind::BuiltUp];
        scene.pieces = vec![
            area(kinds[0], &[(30, -25), (10, -25), (10, -40), (30, -40)]),
            area(kinds[1], &[(-10, -8), (10, -8), (10, 8), (-10, 8)]),
        ];
    }
    let (game, mut state, ids) = scene.build();
    if image {
        state.active = Side::Blue;
        state.impulses_of_turn = [0, 1];
        state.cap = game.start.side(Side::Blue).combativity as u8;
        state.first = Side::Blue;
    }
    for unit in ids {
        let engaged = state.unit(unit).has(Status::ENGAGED);
        let it = state.unit_mut(unit);
        match stream.below(8) {
            0 => it.set(Status::DISORDERED, true),
            1 if !engaged => it.set(Status::DISORDERED | Status::ROUTING, true),
            2 | 3 if engaged => it.set(Status::CHARGED | Status::ATTACKER | Status::FRESH, true),
            4 if engaged => it.set(Status::DEFENDER, true),
            _ => {}
        }
    }
    for (side, heading) in [(Side::Red, Heading::NORTH), (Side::Blue, Heading::NORTH.opposite())] {
        let with = game.troops.on_table(&state, side).next().map(|unit| game.places().bounding(&state, unit).centre);
        let of_side = state.side_mut(side);
        of_side.general_lost = false;
        of_side.general.present = true;
        of_side.general.front = with.expect("each side has units");
        of_side.general.heading = heading;
    }
    (game, state)
}

#[test]
fn random_battles_end_and_stay_sound() {
    let mut steps: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..150 {
        let (game, mut state) = battle(seed);
        let mut stream = Key::new(seed).stream();
        let (mut scratch, mut rolls) = (Vec::new(), Vec::new());
        let mut decisions = 0;
        loop {
            let step = format!("{:?}", state.step);
            *steps.entry(step.split('(').next().expect("a name").to_owned()).or_default() += 1;
            match game.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    let action = game.random_action(&state, &mut stream, &mut scratch);
                    assert_eq!(game.check(&state, &action), Ok(()), "{action:?} at {:?}", state.step);
                    game.apply(&mut state, action);
                }
                Moment::Roll(_) => {
                    let roll = game.sample(&state, &mut stream);
                    game.rolls(&state, &mut rolls);
                    assert!(
                        rolls.iter().any(|it| it.roll == roll),
                        "{roll:?} is none of the rolls at {:?}",
                        state.step
                    );
                    game.apply_roll(&mut state, roll);
                }
            }
            if matches!(state.step, Step::Impulse | Step::Pursuit(_) | Step::FleeTo(_)) {
                assert_sound(&game, &state);
            }
            decisions += 1;
            assert!(decisions < 100_000, "every game ends");
        }
    }
    let expected = [
        "ShotRoll",
        "SaveRoll",
        "MeleeRoll",
        "Six",
        "SixRoll",
        "Results",
        "LossFrom",
        "RecoilTo",
        "ContagionRoll",
        "FleeTo",
        "Pursuit",
        "GeneralFollows",
        "BreakOffRoll",
    ];
    for step in expected {
        assert!(steps.contains_key(step), "no battle came to {step}: {steps:?}");
    }
}

/// A position turned by half a circle, with the sides swapped.
fn turned(state: &State) -> State {
    let mut other = *state;
    for (index, unit) in state.units.iter().enumerate() {
        let place = (index + state.units.len() / 2) % state.units.len();
        other.units[place] =
            reglette::en_avant::state::Unit { front: -unit.front, heading: unit.heading.opposite(), ..*unit };
        if unit.bases == 0 {
            other.units[place] = *unit;
        }
    }
    for side in Side::BOTH {
        let it = other.side_mut(side.other());
        *it = *state.side(side);
        it.general.front = -it.general.front;
        it.general.heading = it.general.heading.opposite();
    }
    (other.active, other.first) = (state.active.other(), state.first.other());
    other.impulses_of_turn.swap(0, 1);
    other
}

/// The data that two positions share if they are each other's image.
fn image_of(state: &State) -> (Vec<reglette::en_avant::state::Unit>, [i8; 2], u32) {
    (state.units.to_vec(), Side::BOTH.map(|side| state.combativity(side)), u32::from(state.impulse))
}

#[test]
fn a_battle_turned_by_half_a_circle_plays_the_same() {
    for seed in 0..60 {
        // The sides swap their units: the game is built again with every stand turned.
        let (game, start) = battle_of(seed, false);
        let (mirror, begun) = battle_of(seed, true);
        let (mut state, mut other) = (start, begun);
        assert_eq!(image_of(&turned(&state)), image_of(&other));
        let mut stream = Key::new(seed).with(9).stream();
        let (mut actions, mut images) = (Vec::new(), Vec::new());
        for _ in 0..400 {
            match game.moment(&state) {
                Moment::Over(_) => break,
                Moment::Decide(_) => {
                    game.legal_actions(&state, &mut actions);
                    mirror.legal_actions(&other, &mut images);
                    assert_eq!(actions.len(), images.len(), "at {:?} and {:?}", state.step, other.step);
                    let index = stream.below(actions.len() as u32) as usize;
                    let (action, image) = (actions[index], images[index]);
                    game.apply(&mut state, action);
                    mirror.apply(&mut other, image);
                    assert_eq!(
                        image_of(&turned(&state)),
                        image_of(&other),
                        "seed {seed} after {action:?} and {image:?}"
                    );
                }
                Moment::Roll(_) => {
                    let mut roll = game.sample(&state, &mut stream);
                    game.apply_roll(&mut state, roll);
                    if matches!(other.step, Step::InitiativeRoll) {
                        roll.hits = [1, 0, 2][usize::from(roll.hits)];
                    }
                    mirror.apply_roll(&mut other, roll);
                    assert_eq!(image_of(&turned(&state)), image_of(&other), "seed {seed} after {roll:?}");
                }
            }
        }
    }
}
