//! A small battle with every arm, many letters and some ground, for the tests of data, text, map and questions.

use crate::game::{BySide, Side};
use crate::jomini::army::card::UnitCard;
use crate::jomini::army::letters::{Letter, Morale, OrderLetter, Training};
use crate::jomini::army::officer::OfficerCard;
use crate::jomini::army::unit::Rank;
use crate::jomini::map::hex::{HexId, Place};
use crate::jomini::map::terrain::{Map, Terrain};
use crate::jomini::rules::{Rules, UnitKind};
use crate::jomini::setup::preparation::{Troops, muster};
use crate::jomini::setup::scenario::Scenario;
use crate::jomini::state::battle::{Battle, Objective};
use crate::jomini::state::{officer_ids, unit_ids};
use std::ops::Range;

/// Name, type, training, morale, letters.
type Card = (&'static str, UnitKind, Training, Morale, &'static [Letter]);

const FRANCE: &[Card] = &[
    ("Old Guard Grenadiers", UnitKind::LineInfantry, Training::SuperElite, Morale::Solid, &[Letter::Aggressive]),
    ("French line 1", UnitKind::LineInfantry, Training::Trained, Morale::Normal, &[]),
    ("French line 2", UnitKind::LineInfantry, Training::Trained, Morale::Normal, &[Letter::Changeable]),
    ("Voltigeurs", UnitKind::LightInfantry, Training::Trained, Morale::Normal, &[Letter::Dodging, Letter::BreakOff]),
    ("Rifles", UnitKind::RifleLightInfantry, Training::Elite, Morale::Weak, &[Letter::Marksman]),
    ("Hussars", UnitKind::LightCavalry, Training::Trained, Morale::Normal, &[Letter::BreakOff]),
    ("Cuirassiers", UnitKind::Cuirassiers, Training::Elite, Morale::Solid, &[Letter::Impetuous]),
    ("Lancers", UnitKind::LightLancers, Training::Trained, Morale::Normal, &[Letter::Changeable]),
    ("Foot battery", UnitKind::FootArtilleryHeavy, Training::Trained, Morale::Normal, &[]),
    ("Horse battery", UnitKind::HorseArtilleryLight, Training::Elite, Morale::Normal, &[]),
];

const PRUSSIA: &[Card] = &[
    ("Prussian line 1", UnitKind::LineInfantry, Training::Trained, Morale::Normal, &[Letter::Stubborn]),
    ("Prussian line 2", UnitKind::LineInfantry, Training::Trained, Morale::Normal, &[]),
    ("Landwehr", UnitKind::LineInfantry, Training::Recruits, Morale::Weak, &[Letter::Panic]),
    ("Jäger", UnitKind::RifleLightInfantry, Training::Elite, Morale::Normal, &[Letter::Harassing]),
    ("Volunteers", UnitKind::LineInfantry, Training::Trained, Morale::Normal, &[Letter::Fanatic]),
    ("Uhlans", UnitKind::HeavyLancers, Training::Trained, Morale::Normal, &[Letter::Tenacious]),
    ("Hussars of Blücher", UnitKind::LightCavalry, Training::Trained, Morale::Normal, &[Letter::BreakOff]),
    ("Dragoons", UnitKind::HeavyCavalry, Training::Trained, Morale::Solid, &[Letter::Elusive]),
    ("Field battery", UnitKind::FootArtilleryLight, Training::Trained, Morale::Normal, &[Letter::Mobile]),
    ("Siege battery", UnitKind::FootArtilleryVeryHeavy, Training::Trained, Morale::Normal, &[]),
];

const OFFICERS: [&[(&str, Rank)]; 2] = [
    &[("Napoleon", Rank::CommanderInChief), ("Davout", Rank::SubGeneral), ("Lasalle", Rank::SeniorOfficer)],
    &[("Blücher", Rank::CommanderInChief), ("Yorck", Rank::SubGeneral), ("Katzler", Rank::SeniorOfficer)],
];

/// The hex of a place.
pub fn at(battle: &Battle, name: &str) -> HexId {
    battle.field.board.hex_named(name).expect("a hex of the sample battle")
}

fn map() -> Map {
    let mut map = Map::plain(12, 9);
    let hex = |map: &Map, name: &str| map.hex(Place::parse(name).expect("a place")).expect("on the map");
    for (name, bits) in [
        ("0304", Terrain::FOREST),
        ("0404", Terrain::HILL),
        ("0604", Terrain::BUILDINGS),
        ("0804", Terrain::MARSH),
        ("0903", Terrain::SAND),
        ("0105", Terrain::RIVER | Terrain::BRIDGE),
        ("0005", Terrain::RIVER),
        ("0205", Terrain::RIVER | Terrain::FORD),
        ("1104", Terrain::LAKE),
        ("1004", Terrain::MOUNTAIN),
    ] {
        let at = hex(&map, name);
        map.add_terrain(at, bits);
    }
    for (from, to) in [("0104", "0105"), ("0105", "0206")] {
        let (from, to) = (hex(&map, from), hex(&map, to));
        assert!(map.add_road(from, to), "a road leads to a neighbour");
    }
    let works = hex(&map, "0704");
    map.ground[usize::from(works)].sides[4] = Terrain::WALL;
    map.ground[usize::from(works)].sides[5] = Terrain::FORTIFICATION;
    assert_eq!(map.faults(), [""; 0]);
    map
}

fn troops(name: &str, cards: &[Card], officers: &[(&str, Rank)]) -> Troops {
    let unit = |(name, kind, training, morale, letters): &Card| UnitCard {
        name: (*name).to_owned(),
        kind: *kind,
        training: *training,
        morale: *morale,
        letters: letters.to_vec(),
        orders: vec![OrderLetter::AttackGood],
        western: None,
        contingent: 0,
        carried_by: None,
        carronade: false,
    };
    let officer = |(name, rank): &(&str, Rank)| OfficerCard {
        name: (*name).to_owned(),
        rank: *rank,
        contingent: 0,
        command_level: None,
        letters: Vec::new(),
    };
    Troops {
        name: name.to_owned(),
        units: cards.iter().map(unit).collect(),
        officers: officers.iter().map(officer).collect(),
        at_start: None,
    }
}

/// The sample battle, before its first roll.
pub fn battle() -> Battle {
    let village =
        Objective { name: "the village".to_owned(), hexes: vec![HexId::at(4, 6, 12)], points: BySide::new(1, 1) };
    let scenario = Scenario { objectives: vec![village], ..Scenario::on("sample", map()) };
    let troops = BySide::new(troops("france", FRANCE, OFFICERS[0]), troops("prussia", PRUSSIA, OFFICERS[1]));
    let mut battle = muster(&Rules::published(), &scenario, &troops).expect("the sample battle is sound");
    let rows = |rows: Range<u8>| battle.field.board.hexes().filter(|hex| rows.contains(&hex.row(12))).collect();
    let zones = BySide::new(rows(0..2), rows(7..9));
    let spare_zones = BySide::new(rows(2..4), rows(5..7));
    (battle.zones, battle.spare_zones) = (zones, spare_zones);
    let mut start = battle.start;
    battle.begin(&mut start);
    battle.start = start;
    battle
}

/// The hexes of the units in the sample battle in contact, in the order of their ids, and the officers after them.
const IN_CONTACT: [[&str; 13]; 2] = [
    ["0503", "0403", "0303", "0603", "0703", "0203", "0803", "0402", "0502", "0602", "0403", "0703", "0203"],
    ["0504", "0404", "0304", "0604", "0704", "0204", "0905", "0405", "0505", "0605", "0404", "0704", "0605"],
];

/// The same armies face to face, red to play its first player-turn, with order tokens for every order.
pub fn in_contact() -> Battle {
    let mut battle = battle();
    let mut state = battle.start;
    for side in Side::BOTH {
        let places = IN_CONTACT[side.index()].map(|name| at(&battle, name));
        for (unit, hex) in unit_ids(side).zip(&places[..10]) {
            state.place(unit, *hex);
        }
        for (officer, hex) in officer_ids(side).zip(&places[10..]) {
            state.officer_mut(officer).hex = *hex;
        }
        state.side_mut(side).tokens = 30;
    }
    battle.start_turn(&mut state, Side::Red);
    battle.start = state;
    battle
}
