//! The tables of types, movement and officers (T2, T3, T11), read from the ledger and compared with the published rules
//! file.

use reglette::jomini::army::card::class_of;
use reglette::jomini::army::officer::OfficerCard;
use reglette::jomini::army::unit::{Class, Rank};
use reglette::jomini::rules::{Rules, UnitKind};
use std::fs;
use std::path::Path;

/// J2.1, J2.5, J2.6, J2.7, J2.8, J2.10, J2.11, J2.12, J2.13, J2.14, J2.15, J2.18, J2.19, J2.21, J2.22, J2.23, J2.24,
/// JA3.38, JA3.39, JA3.40, JA3.41, JA3.45, JA3.46, JA3.48, JA3.50, JA3.51, J4.8, J4.9, J5.9, J5.70, JI-18, JI-21:
/// movement, range, dice and retreat of each type.
#[test]
fn the_numbers_of_each_type_are_those_of_the_table() {
    let rules = Rules::published();
    let rows = rows("### T2. Unit types");
    assert_eq!(rows.len(), 39);
    let mut covered = 0;
    for row in &rows {
        let kind =
            UnitKind::ALL.iter().find(|kind| kind.name() == row[1]).unwrap_or_else(|| panic!("{} is no type", row[1]));
        let Some(numbers) = rules.unit(*kind) else { continue };
        covered += 1;
        let fixed = kind.is_carried_by_elephants().then_some(rules.elephant_artillery_dice);
        let dice = numbers.dice.or(fixed).map_or("el".to_owned(), |dice| dice.to_string());
        let found = [
            format!("{}/{}", numbers.move_fight, numbers.move_max),
            numbers.range.to_string(),
            dice,
            numbers.retreat.to_string(),
        ];
        assert_eq!(found, row[5..9], "{}", row[1]);
    }
    assert_eq!(covered, 38, "all types but the panicked elephant");
}

/// The rows of the table under a heading of the ledger.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules/jomini.md");
    let ledger = fs::read_to_string(path).expect("the ledger");
    let start = ledger.find(heading).unwrap_or_else(|| panic!("no {heading}"));
    let rows = ledger[start..]
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .skip(2);
    rows.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect())
        .collect()
}

/// J2.2, J4.8, JI-19: light, heavy, cuirassiers and very heavy are the four columns of the movement table (T3).
#[test]
fn the_weights_are_the_columns_of_the_movement_table() {
    let rules = Rules::published();
    let printed = rows("### T3. Movement table");
    let columns = |name: &str| -> Vec<u8> {
        let row = printed.iter().find(|row| row[0] == name).expect("the row");
        row[1..].iter().map(|cell| cell.parse().expect("hexes")).collect()
    };
    use UnitKind::{
        CuirassierLancers, Cuirassiers, HeavyCavalry, HeavyLancers, LightCavalry, LightLancers, VeryHeavyCavalry,
        VeryHeavyLancers,
    };
    for kinds in [
        [LightCavalry, HeavyCavalry, Cuirassiers, VeryHeavyCavalry],
        [LightLancers, HeavyLancers, CuirassierLancers, VeryHeavyLancers],
    ] {
        assert_eq!(
            kinds.map(|kind| rules.unit(kind).expect("covered").move_max).to_vec(),
            columns("Cavalry and lancers")
        );
    }
    let camelry =
        [UnitKind::LightCamelry, UnitKind::HeavyCamelry, UnitKind::CuirassierCamelry, UnitKind::VeryHeavyCamelry];
    assert_eq!(camelry.map(|kind| rules.unit(kind).expect("covered").move_max).to_vec(), columns("Camelry"));
}

/// J3.2, J3.3, J3.4, J4.12, J5.105, J5.106, JA2.2, JA2.3, JA2.4: the three types of officer and their ranges (T11).
#[test]
fn the_three_types_of_officer_are_those_of_the_table() {
    let rules = Rules::published();
    let printed = rows("### T11. Officers");
    let ranks = [Rank::CommanderInChief, Rank::SubGeneral, Rank::SeniorOfficer];
    assert_eq!(printed.len(), ranks.len());
    for (row, rank) in printed.iter().zip(ranks) {
        let card = OfficerCard { name: row[0].clone(), rank, contingent: 0, command_level: None, letters: Vec::new() };
        let profile = card.profile(&rules, 9);
        let flight = format!("{} hex{}", profile.flight, if profile.flight == 1 { "" } else { "es" });
        let found = [profile.command_range, profile.influence_range, profile.movement].map(|hexes| hexes.to_string());
        assert_eq!((&found[..], &flight), (&row[3..6], &row[6]), "{}", row[0]);
    }
}

/// J2.3, J2.4, J2.9, J2.14, J2.15, J2.17, J2.20, J1.12, JA3.43: each type is of one class: infantry of two weights,
/// their rifles and the poorly armed, four cavalries, four lancers, four camelries, two types of elephants, guns.
#[test]
fn each_type_is_of_one_class() {
    let rules = Rules::published();
    let of = |class: Class| {
        let names = UnitKind::ALL
            .iter()
            .filter(|kind| rules.unit(**kind).is_some() && class_of(**kind) == class)
            .map(|kind| kind.name());
        names.collect::<Vec<_>>()
    };
    let usual = ["light_infantry", "line_infantry", "rifle_light_infantry", "rifle_heavy_infantry"];
    let poorly_armed = ["archers_light", "archers_medium", "melee_light_infantry", "melee_heavy_infantry"];
    assert_eq!(of(Class::Infantry), [usual, poorly_armed].concat());
    let cavalry = ["light_cavalry", "heavy_cavalry", "cuirassiers", "very_heavy_cavalry"];
    let lancers = ["light_lancers", "heavy_lancers", "cuirassier_lancers", "very_heavy_lancers"];
    let camelry = ["light_camelry", "heavy_camelry", "cuirassier_camelry", "very_heavy_camelry"];
    let elephants = ["elephant_medium", "elephant_heavy"];
    assert_eq!(of(Class::Mounted), [&cavalry[..], &lancers, &camelry, &elephants].concat());
    assert_eq!(of(Class::Artillery).len(), 16);
    assert!(of(Class::Artillery).iter().all(|name| name.contains("_artillery_") || *name == "zambourek"));
}
