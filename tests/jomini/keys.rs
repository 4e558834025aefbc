//! Every key of the rules file has an effect: another accepted value changes the legal actions, the rolls, or the
//! result of an action or a roll, in a replay of at least one position.

use crate::jomini_positions::Scattered;
use rayon::prelude::*;
use reglette::data::{Key, Kind, Library, Override, Source};
use reglette::game::rng::{Key as StreamKey, Stream};
use reglette::game::{BySide, Game, Moment, Side, Weighted};
use reglette::jomini::army::card::{UnitCard, class_of};
use reglette::jomini::army::letters::{Letter, Morale, OrderLetter, Training};
use reglette::jomini::army::officer::{OfficerCard, OfficerLetter};
use reglette::jomini::army::transport::Carrier;
use reglette::jomini::army::unit::{Class, Rank};
use reglette::jomini::map::hex::{HexId, Place};
use reglette::jomini::map::terrain::{Map, Terrain};
use reglette::jomini::rules::{Rules, UnitKind};
use reglette::jomini::setup::position::Position;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::setup::{Troops, muster, prepare};
use reglette::jomini::state::action::{Action, Roll};
use reglette::jomini::{Battle, State};
use strum::VariantArray;

/// Random positions tried for each value of a key before the prepared ones, and after them before it counts as without
/// effect.
const FEW_POSITIONS: u64 = 2_000;
const POSITIONS: u64 = 12_000;
/// Decisions and rolls played from each position.
const MOMENTS: usize = 60;

/// Troops of every type, with letters drawn at random.
fn troops(stream: &mut Stream) -> BySide<Troops> {
    let training = [Training::SuperElite, Training::Elite, Training::Trained, Training::Recruits, Training::Levy];
    let morale = [Morale::Iron, Morale::Solid, Morale::Normal, Morale::Weak, Morale::Unstable];
    let orders = [
        OrderLetter::ManoeuvreGood,
        OrderLetter::ManoeuvreWeak,
        OrderLetter::AttackGood,
        OrderLetter::AttackWeak,
        OrderLetter::DefenceGood,
        OrderLetter::DefenceWeak,
    ];
    let carriers = [Carrier::Horses, Carrier::Camels, Carrier::Elephants, Carrier::Wagons];
    let mut draw = |bound: usize| stream.below(bound as u32) as usize;
    let mut troops = BySide::from_fn(|side| {
        let mut units = Vec::new();
        for index in 0..16 {
            // Infantry and mounted troops as often as all guns together.
            let guns = index % 3 == 2;
            let kinds: Vec<UnitKind> = UnitKind::covered()
                .iter()
                .copied()
                .filter(|kind| (class_of(*kind) == Class::Artillery) == guns)
                .collect();
            let kind = kinds[draw(kinds.len())];
            let mut card = UnitCard {
                name: format!("{side} {index}"),
                kind,
                training: training[draw(5)],
                morale: morale[draw(5)],
                letters: Vec::new(),
                orders: Vec::new(),
                western: (draw(4) == 0).then(|| draw(2) == 0),
                contingent: u8::from(draw(6) == 0),
                carried_by: (draw(2) == 0).then(|| carriers[draw(4)]),
                carronade: draw(3) == 0,
            };
            card.carried_by = card.carried_by.filter(|_| {
                card.faults().is_empty() && UnitKind::covered().contains(&card.kind_in_play(&Rules::published()))
            });
            card.carronade &= card.faults().is_empty();

            for letter in Letter::VARIANTS {
                card.letters.push(*letter);
                if draw(5) > 0 || !card.faults().is_empty() {
                    card.letters.pop();
                }
            }
            for order in orders {
                card.orders.push(order);
                if draw(4) > 0 || !card.faults().is_empty() {
                    card.orders.pop();
                }
            }
            units.push(card);
        }
        let officer = |rank, contingent| OfficerCard {
            name: String::new(),
            rank,
            contingent,
            command_level: None,
            letters: Vec::new(),
        };
        let officers = vec![
            officer(Rank::CommanderInChief, 0),
            officer(Rank::SubGeneral, 0),
            officer(Rank::SubGeneral, 1),
            officer(Rank::SeniorOfficer, 0),
            officer(Rank::SeniorOfficer, 0),
        ];
        Troops { name: side.to_string(), units, officers, at_start: None }
    });
    for side in Side::BOTH {
        for officer in &mut troops[side].officers {
            if draw(2) == 0 {
                officer.letters.push(OfficerLetter::VARIANTS[draw(OfficerLetter::VARIANTS.len())]);
            }
        }
    }
    troops
}

/// A map with some of every terrain, and either obstacles or roads.
fn map(stream: &mut Stream, obstacles: bool) -> Map {
    let mut map = Map::plain(12, 9);
    let mut draw = |bound: usize| stream.below(bound as u32) as usize;
    for hex in map.hexes() {
        let terrain = [
            Terrain::FOREST,
            Terrain::HILL,
            Terrain::ROCKS,
            Terrain::MARSH,
            Terrain::BUILDINGS,
            Terrain::SAND,
            Terrain::SNOW,
            Terrain::FORD,
            Terrain::HILL | Terrain::FOREST,
        ];
        if draw(3) == 0 {
            map.add_terrain(hex, terrain[draw(terrain.len())]);
        }
        if map.ground[usize::from(hex)].has(Terrain::HILL) && draw(3) == 0 {
            map.ground[usize::from(hex)].level = 2;
        }
        if obstacles && draw(3) == 0 {
            let obstacle = [Terrain::WALL, Terrain::DITCH, Terrain::FORTIFICATION, Terrain::RAMPART];
            map.ground[usize::from(hex)].sides[draw(6)] |= obstacle[draw(4)];
        }
    }
    for row in [2, 4, 5].into_iter().filter(|_| !obstacles) {
        for column in 1..9 {
            let at = |column| map.hex(Place::new(column, row)).expect("on the board");
            let (from, to): (HexId, HexId) = (at(column), at(column + 1));
            map.add_road(from, to);
        }
    }
    map
}

struct Field {
    scenario: Scenario,
    troops: BySide<Troops>,
}

/// Battlefields on which keys are tried.
fn fields() -> Vec<Field> {
    (0..24)
        .map(|number| {
            let mut stream = StreamKey::new(77).with(number).stream();
            // Some open, so that long moves and fields of fire are found too.
            let map = if number % 3 == 0 { Map::plain(12, 9) } else { map(&mut stream, number % 3 == 1) };
            Field { scenario: Scenario::on("field", map), troops: troops(&mut stream) }
        })
        .inspect(|field| assert_eq!(field.scenario.map.faults(), Vec::<String>::new()))
        .collect()
}

/// Plays the same choices and dice from the same position under both rules. Returns whether anything differs.
fn differ(base: &Battle, other: &Battle, position: u64) -> bool {
    let scatter = |battle: &Battle| battle.scattered(&mut StreamKey::new(5).with(position).stream());
    replays_differ((base, scatter(base)), (other, scatter(other)), &mut StreamKey::new(6).with(position).stream())
}

fn replays_differ(
    (base, mut here): (&Battle, State),
    (other, mut there): (&Battle, State),
    choices: &mut Stream,
) -> bool {
    let (mut actions, mut others): (Vec<Action>, Vec<Action>) = (Vec::new(), Vec::new());
    let (mut rolls, mut other_rolls): (Vec<Weighted<Roll>>, Vec<Weighted<Roll>>) = (Vec::new(), Vec::new());
    for _ in 0..MOMENTS {
        if here != there {
            return true;
        }
        match (base.moment(&here), other.moment(&there)) {
            (ours, theirs) if ours != theirs => return true,
            (Moment::Over(_), _) => return false,
            (Moment::Decide(_), _) => {
                base.legal_actions(&here, &mut actions);
                other.legal_actions(&there, &mut others);
                if actions != others {
                    return true;
                }
                let action = base.random_action(&here, choices, &mut others);
                base.apply(&mut here, action);
                other.apply(&mut there, action);
            }
            (Moment::Roll(_), _) => {
                base.rolls(&here, &mut rolls);
                other.rolls(&there, &mut other_rolls);
                if rolls != other_rolls {
                    return true;
                }
                // Faces of equal weight differ only in the results of the same dice.
                let twin = other.sample(&there, &mut choices.clone());
                let roll = base.sample(&here, choices);
                if roll != twin {
                    return true;
                }
                base.apply_roll(&mut here, roll);
                other.apply_roll(&mut there, roll);
            }
        }
    }
    false
}

/// The start of a whole game from armies and a scenario: set-up keys show here.
fn starts_differ(base: &Rules, other: &Rules) -> bool {
    let library = Library::built_in();
    let army = |name: &str| {
        let source = library.find(Kind::Army, name).expect("a shipped army");
        reglette::jomini::army::Army::read(&source).expect("a sound army")
    };
    let scenario =
        Scenario::read(&library.find(Kind::Scenario, "plain").expect("a shipped scenario")).expect("a sound scenario");
    let mut armies = BySide::new(army("france"), army("prussia"));
    for side in Side::BOTH {
        armies[side].officers.clear();
    }
    let start = |rules: &Rules| prepare(rules, &scenario, armies.as_ref().map(Some));
    let (Ok(base), Ok(other)) = (start(base), start(other)) else { return true };
    (0..4).any(|seed| games_differ(&base, &other, seed))
}

/// Plays the same whole game under both rules.
fn games_differ(base: &Battle, other: &Battle, seed: u64) -> bool {
    let mut choices = StreamKey::new(9).with(seed).stream();
    let (mut here, mut there) = (base.initial(), other.initial());
    let (mut actions, mut others) = (Vec::new(), Vec::new());
    for _ in 0..4_000 {
        if here != there || base.moment(&here) != other.moment(&there) {
            return true;
        }
        match base.moment(&here) {
            Moment::Over(_) => return false,
            Moment::Decide(_) => {
                base.legal_actions(&here, &mut actions);
                other.legal_actions(&there, &mut others);
                if actions != others {
                    return true;
                }
                let action = base.random_action(&here, &mut choices, &mut others);
                base.apply(&mut here, action);
                other.apply(&mut there, action);
            }
            Moment::Roll(_) => {
                let roll = base.sample(&here, &mut choices);
                base.apply_roll(&mut here, roll);
                other.apply_roll(&mut there, roll);
            }
        }
    }
    false
}

/// Positions set up for keys that chance rarely meets.
const SET_UP: &[&str] = &[
    "plateau",
    "lower-hill",
    "ditch-and-rocks",
    "last-turn",
    "both-beaten",
    "breakthrough",
    "wall",
    "counter-charge",
    "objective",
];
/// Replays of each of them.
const REPLAYS: u64 = 1_500;

/// The positions of `positions/keys`, under these rules.
fn set_up(rules: &Rules) -> Vec<Battle> {
    let library = Library::here();
    let read = |name: &&str| {
        let path = format!("tests/jomini/positions/keys/{name}.toml");
        let source = library.find(Kind::Position, &path).expect("a position of the tests");
        Position::read(&source, Some(rules)).unwrap_or_else(|error| panic!("{error}")).battle
    };
    SET_UP.iter().map(read).collect()
}

fn variant(source: &Source, key: &str, value: &toml::Value) -> Option<Rules> {
    let setting = Override::parse(&format!("{key} = {value}")).ok()?;
    Rules::read(&source.clone().with_overrides([setting])).ok()
}

/// Plays on random positions of the same fields under both rules.
fn fields_differ(base: &[Option<Battle>], other: &[Option<Battle>], mut positions: std::ops::Range<u64>) -> bool {
    positions.any(|position| {
        let field = position as usize % base.len();
        match (&base[field], &other[field]) {
            (Some(base), Some(other)) => differ(base, other, position),
            (base, other) => base.is_some() != other.is_some(),
        }
    })
}

/// Keys that have an effect only with another setting, and that setting.
const BESIDE: &[(&str, &str)] = &[
    ("decoy_ratio", "deploy_method = \"slips\""),
    ("army_method", "army_budget = 100"),
    ("army_budget", "army_method = \"budget\""),
    ("lace_letter_is_flag", "period_lace_wars = true"),
    ("lace_regulars_panic", "period_lace_wars = true"),
    ("front_rank_dice", "period_lace_wars = true"),
    ("front_rank_all_losses", "period_lace_wars = true"),
    ("front_rank_in_fire", "period_lace_wars = true"),
    ("late_infantry_open_order", "period_late_19c = true"),
    ("breech_as_elite", "period_late_19c = true"),
    ("rifled_gun_range", "period_late_19c = true"),
    ("breech_gun_dice", "period_late_19c = true"),
    ("recoil_gun_dice", "period_late_19c = true"),
];

#[test]
fn every_key_works() {
    let source = Library::built_in().find(Kind::Rules, "jomini-v2").expect("the shipped rules");
    let table: toml::Table = source.text().parse().expect("sound TOML");
    let base = Rules::published();
    let fields = fields();
    let under = |rules: &Rules| -> Vec<Option<Battle>> {
        fields.iter().map(|field| muster(rules, &field.scenario, &field.troops).ok()).collect()
    };
    let base_battles = under(&base);
    let base_set_up = set_up(&base);
    let has_no_effect = |key: &Key| {
        let current = key.name.split('.').try_fold(toml::Value::Table(table.clone()), |at, part| at.get(part).cloned());
        let Some(current) = current else { panic!("{} is not in the file", key.name) };
        let values = key.accepts.others(&current);
        assert!(!values.is_empty(), "{} accepts only one value", key.name);
        let works = values.iter().any(|value| {
            let Some(rules) = variant(&source, &key.name, value) else { return false };
            let beside = BESIDE.iter().find(|(name, _)| *name == key.name);
            let rules_beside = |setting: &str| {
                let with = source.clone().with_overrides([Override::parse(setting).expect("a setting")]);
                let base = Rules::read(&with).expect("sound rules");
                (base, variant(&with, &key.name, value).expect("a value that the key accepts"))
            };
            if beside.is_some_and(|(_, setting)| {
                let (base, rules) = rules_beside(setting);
                starts_differ(&base, &rules) || fields_differ(&under(&base), &under(&rules), 0..POSITIONS)
            }) || starts_differ(&base, &rules)
            {
                return true;
            }
            let others = under(&rules);
            if fields_differ(&base_battles, &others, 0..FEW_POSITIONS) {
                return true;
            }
            let replay_differs = |base: &Battle, other: &Battle| {
                (0..REPLAYS).any(|seed| {
                    replays_differ((base, base.start), (other, other.start), &mut StreamKey::new(8).with(seed).stream())
                })
            };
            if base_set_up.iter().zip(set_up(&rules)).any(|(base, other)| replay_differs(base, &other)) {
                return true;
            }
            fields_differ(&base_battles, &others, FEW_POSITIONS..POSITIONS)
        });
        !works
    };
    // Nearly all the time of these tests: on all cores.
    let keys = Rules::schema();
    let without_effect: Vec<&str> =
        keys.par_iter().filter(|key| has_no_effect(key)).map(|key| key.name.as_str()).collect();
    assert!(without_effect.is_empty(), "keys without effect: {}", without_effect.join(", "));
}
