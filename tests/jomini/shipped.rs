//! The shipped armies and scenarios: their claims, validity and approximate equality, and that together they use every
//! type, letter, grade and terrain.

use crate::games::{ARMIES, GREAT_ARMIES, PERIOD_ARMIES, SCENARIOS, SIEGE_ARMIES, SMALL_ARMIES, army};
use reglette::data::{Kind, Library};
use reglette::game::{BySide, Side};
use reglette::jomini::army::Army;
use reglette::jomini::army::letters::{Letter, Morale, OrderLetter, Training};
use reglette::jomini::army::officer::OfficerLetter;
use reglette::jomini::army::transport::Carrier;
use reglette::jomini::army::unit::Rank;
use reglette::jomini::map::hex::NO_HEX;
use reglette::jomini::map::terrain::{COMPOSITES, Terrain};
use reglette::jomini::rules::{Rules, UnitKind};
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::unit_ids;
use reglette::jomini::{Battle, map::board::Board};
use std::collections::BTreeSet;
use std::path::Path;
use strum::VariantArray;

fn scenario(name: &str) -> Scenario {
    let source = Library::built_in().find(Kind::Scenario, &format!("jomini/{name}")).expect("a shipped scenario");
    Scenario::read(&source).unwrap_or_else(|error| panic!("{error}"))
}

fn battle(scenario: &Scenario, army: &Army) -> Battle {
    prepare(&Rules::published(), scenario, BySide::new(Some(army), Some(army)))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn all_armies() -> impl Iterator<Item = Army> {
    ARMIES
        .iter()
        .chain(&SMALL_ARMIES)
        .chain(&GREAT_ARMIES)
        .chain(&PERIOD_ARMIES)
        .chain(&SIEGE_ARMIES)
        .map(|name| army(name))
}

/// A value as written in files.
fn word<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("a word").trim_matches('"').to_owned()
}

#[test]
fn every_shipped_file_stands_in_the_lists_of_the_tests() {
    let names = |kind| {
        let entries = Library::built_in().list(kind).into_iter();
        entries
            .filter(|entry| entry.rulebook.as_deref() == Some("jomini"))
            .map(|entry| entry.name)
            .collect::<BTreeSet<String>>()
    };
    let listed = |lists: &[&[&str]]| lists.concat().into_iter().map(str::to_owned).collect::<BTreeSet<String>>();
    assert_eq!(names(Kind::Army), listed(&[&ARMIES, &SMALL_ARMIES, &GREAT_ARMIES, &PERIOD_ARMIES, &SIEGE_ARMIES]));
    assert_eq!(names(Kind::Scenario), listed(&[&SCENARIOS]));
}

/// J1.12, JA2.2, JA2.3, JA2.4 with JI-44: an army has 8 to 16 units, those of a great day up to 24, and at least the
/// officers of its size, which it gets if it names none.
#[test]
fn shipped_armies_have_units_and_officers_enough() {
    let rules = Rules::published();
    for army in all_armies().filter(|army| !army.officers.is_empty()) {
        let most = if GREAT_ARMIES.contains(&army.name.as_str()) { 24 } else { 16 };
        assert!((8..=most).contains(&army.size()), "{} has {} units", army.name, army.size());
        let count = |rank: Rank| army.officers.iter().filter(|officer| officer.rank == rank).count();
        let band = rules
            .officers_default
            .iter()
            .rfind(|band| usize::from(band.from) <= army.size())
            .expect("a band of every size");
        assert_eq!(count(Rank::CommanderInChief), 1, "{}", army.name);
        let (generals, officers) = (count(Rank::SubGeneral), count(Rank::SeniorOfficer));
        assert!(
            generals >= usize::from(band.subgenerals)
                && generals + officers >= usize::from(band.subgenerals + band.officers),
            "{}",
            army.name
        );
    }
}

/// JI-187: armies for the same boards cost about the same.
#[test]
fn shipped_armies_cost_about_the_same() {
    let plain = scenario("plain");
    let points = |names: &[&'static str]| -> Vec<(u32, &'static str)> {
        let mut points: Vec<(u32, &str)> =
            names.iter().map(|name| (battle(&plain, &army(name)).field.forces.points(Side::Red), *name)).collect();
        points.sort_unstable();
        points
    };
    for names in [&ARMIES[..], &GREAT_ARMIES[..]] {
        let points = points(names);
        let (least, most) = (points[0].0, points[points.len() - 1].0);
        assert!(most - least <= least / 10, "{points:?}");
    }
}

/// JA3.53: a line that claims to be an example unit agrees with the table of example units, and every example unit is
/// in some army.
#[test]
fn lines_from_the_source_agree_with_the_table_of_example_units() {
    let table = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules/jomini-units.csv"))
        .expect("the table");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    // The same letter means different things in different slots.
    let slots: [&[(&str, &str)]; 3] = [
        &[("F", "unreliable"), ("I", "impetuous"), ("M", "mobile")],
        &[
            ("B", "basic"),
            ("C", "changeable"),
            ("F", "fanatic"),
            ("I", "irregular"),
            ("R", "break_off"),
            ("T", "marksman"),
        ],
        &[("H", "hesitant"), ("I", "elusive"), ("T", "tenacious")],
    ];
    let mut found = BTreeSet::new();
    for army in all_armies() {
        for line in army.lines.iter().filter(|line| line.from_source) {
            let card = &line.card;
            let wanted = |row: &&csv::StringRecord| row[2] == card.name && row[0] == army.nation;
            let row =
                rows.iter().find(wanted).unwrap_or_else(|| panic!("no example unit {} of {}", card.name, army.nation));
            found.insert(card.name.clone());
            assert_eq!(
                [card.kind.name(), &word(&card.training), &word(&card.morale)],
                [&row[3], &row[4], &row[5]],
                "{}",
                card.name
            );
            let mut letters: Vec<String> = Vec::new();
            for (slot, names) in slots.iter().enumerate() {
                for code in row[6 + slot].split(';').filter(|code| !code.is_empty()) {
                    letters.push(names.iter().find(|(it, _)| *it == code).expect("a known letter").1.to_owned());
                }
            }
            if &row[9] == "woodsmen" {
                letters.push("woodsmen".to_owned());
            }
            assert_eq!(card.letters.iter().map(word).collect::<Vec<_>>(), letters, "{}", card.name);
            assert_eq!(card.orders.iter().map(word).collect::<Vec<_>>().join(";"), &row[10], "{}", card.name);
        }
    }
    assert_eq!(found.len(), rows.len(), "each example unit stands in some army: {found:?}");
}

/// Adds what a list holds to a set, by name.
fn note<T: serde::Serialize>(list: &[T], into: &mut BTreeSet<String>) {
    into.extend(list.iter().map(word));
}

#[test]
fn shipped_armies_use_every_type_letter_and_grade() {
    let (mut kinds, mut letters, mut orders, mut grades) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut carriers, mut officers, mut carronades) = (BTreeSet::new(), BTreeSet::new(), 0);
    let rules = Rules::published();
    for army in all_armies() {
        for line in &army.lines {
            let card = &line.card;
            kinds.insert(card.kind_in_play(&rules).name());
            note(&card.letters, &mut letters);
            note(&card.orders, &mut orders);
            note(&[card.training], &mut grades);
            note(&[card.morale], &mut grades);
            note(card.carried_by.as_slice(), &mut carriers);
            carronades += usize::from(card.carronade);
        }
        army.officers.iter().for_each(|officer| note(&officer.letters, &mut officers));
    }
    let all_kinds = UnitKind::ALL.iter().filter(|kind| **kind != UnitKind::PanickedElephant).map(|kind| kind.name());
    let unused: Vec<&str> = all_kinds.filter(|kind| !kinds.contains(kind)).collect();
    assert!(unused.is_empty(), "types that no army has: {unused:?}");
    // The tags of annex 4 are not letters of table T9.
    let tags = [Letter::Regular, Letter::Militia, Letter::Rifled, Letter::BreechLoading, Letter::RecoilBrakes];
    let all_letters = Letter::VARIANTS.iter().filter(|letter| !tags.contains(letter)).map(word);
    assert_eq!(all_letters.filter(|letter| !letters.contains(letter)).collect::<Vec<_>>(), [""; 0]);
    let all_orders = [
        OrderLetter::ManoeuvreGood,
        OrderLetter::ManoeuvreWeak,
        OrderLetter::AttackGood,
        OrderLetter::AttackWeak,
        OrderLetter::DefenceGood,
        OrderLetter::DefenceWeak,
        OrderLetter::Feudal,
    ];
    assert_eq!(orders.len(), all_orders.len(), "{orders:?}");
    let trainings = [Training::SuperElite, Training::Elite, Training::Trained, Training::Recruits, Training::Levy]
        .map(|it| word(&it));
    let morales = [Morale::Iron, Morale::Solid, Morale::Normal, Morale::Weak, Morale::Unstable].map(|it| word(&it));
    assert!(trainings.iter().chain(&morales).all(|grade| grades.contains(grade)), "{grades:?}");
    let all_carriers = [Carrier::Horses, Carrier::Camels, Carrier::Elephants, Carrier::Wagons].map(|it| word(&it));
    assert!(all_carriers.iter().all(|carrier| carriers.contains(carrier)), "{carriers:?}");
    assert_eq!(officers.len(), OfficerLetter::VARIANTS.len(), "{officers:?}");
    assert!(carronades > 0);
}

#[test]
fn shipped_scenarios_take_every_army() {
    for name in SCENARIOS {
        let scenario = scenario(name);
        let lopsided = ["field-works", "siege"];
        assert_eq!(scenario.asymmetry().is_none(), !lopsided.contains(&name), "{name}: {:?}", scenario.asymmetry());
        let armies = if scenario.brings_armies() { &ARMIES[..1] } else { &ARMIES[..] };
        for army in armies.iter().map(|name| army(name)) {
            let battle = battle(&scenario, &army);
            for side in Side::BOTH {
                let size = scenario.terms[side].army.as_ref().unwrap_or(&army).size();
                assert_eq!(usize::from(battle.start.side(side).units_at_start), size);
                let waiting = unit_ids(side)
                    .filter(|id| battle.start.unit(*id).elements > 0 && battle.start.unit(*id).hex == NO_HEX);
                assert_eq!(waiting.count(), size, "{name}: everybody waits to be deployed or to come on");
            }
        }
    }
}

/// J7.23, J7.24: together the scenarios contain every terrain, every obstacle and every element of tables T4, T5 and
/// T14.
#[test]
fn shipped_scenarios_use_every_terrain() {
    let (mut on_maps, mut texts) = (Terrain::empty(), String::new());
    for name in SCENARIOS {
        let source = Library::built_in().find(Kind::Scenario, &format!("jomini/{name}")).expect("a shipped scenario");
        texts.push_str(source.text());
        let map = scenario(name).map;
        on_maps |=
            map.ground.iter().flat_map(|ground| [ground.terrain].into_iter().chain(ground.sides)).collect::<Terrain>();
        let board = Board::new(&map, &Rules::published());
        assert!(board.rows() >= 9);
    }
    let every = Terrain::all() - Terrain::CLEAR;
    assert_eq!((every - on_maps).names().collect::<Vec<_>>(), [""; 0]);
    let unused: Vec<&str> =
        COMPOSITES.iter().map(|(name, _)| *name).filter(|name| !texts.contains(&format!("\"{name}\""))).collect();
    assert!(unused.is_empty(), "elements on no map: {unused:?}");
}
