//! Troops: the table of types, training and morale, framed letters, contingents.

use reglette::data::{Kind, Library, Source};
use reglette::game::BySide;
use reglette::jomini::army::Army;
use reglette::jomini::army::unit::{Arms, Class, Profile, Rank};
use reglette::jomini::map::mover::MoverClass;
use reglette::jomini::map::terrain::Map;
use reglette::jomini::rules::Rules;
use reglette::jomini::setup::prepare;
use reglette::jomini::setup::scenario::Scenario;
use reglette::jomini::state::UnitId;

/// The first unit of an army with these lines, under the published rules.
fn unit(lines: &str) -> Profile {
    under(lines, |_| ())
}

fn under(lines: &str, change: impl Fn(&mut Rules)) -> Profile {
    let mut rules = Rules::published();
    change(&mut rules);
    let text = format!("nation = \"X\"\n[[unit]]\nname = \"A\"\n{lines}\n");
    let army = Army::read(&Source::new(&Library::built_in(), Kind::Army, "x.toml", text))
        .unwrap_or_else(|error| panic!("{error}"));
    let scenario = Scenario::on("x", Map::plain(12, 9));
    let battle =
        prepare(&rules, &scenario, BySide::new(Some(&army), Some(&army))).unwrap_or_else(|error| panic!("{error}"));
    *battle.field.forces.profile(UnitId::new(0))
}

const INFANTRY: Arms = Arms::INFANTRY;
const MOUNTED: Arms = Arms::MOUNTED;
const ARTILLERY: Arms = Arms::ARTILLERY;

/// One row of table T2: name, moves with and without combat, range, dice (0 by elements), retreat, groups, whether it
/// loses dice by moving.
type Row = (&'static str, (u8, u8), u8, u8, u8, Arms, bool);

fn has(row: &Row) {
    let (name, moves, range, dice, retreat, groups, loses_dice) = *row;
    let unit = unit(&format!("type = \"{name}\""));
    assert_eq!(unit.kind.name(), name);
    assert_eq!((unit.move_fight, unit.move_max), moves, "{name}");
    assert_eq!((unit.range, unit.dice, unit.retreat_hexes, unit.groups), (range, dice, retreat, groups), "{name}");
    assert_eq!(unit.dice_lost_per_hex, u8::from(loses_dice), "{name}");
}

/// J2.4: infantry is light or of the line, J2.5, J2.6, or has rifles, J2.7, J2.8; J4.8, J4.9 its moves, J3.7 its group.
#[test]
fn infantry_has_the_numbers_of_its_rows() {
    let rows: [Row; 4] = [
        ("light_infantry", (2, 2), 1, 2, 1, INFANTRY, false),
        ("line_infantry", (1, 2), 1, 3, 1, INFANTRY, false),
        ("rifle_light_infantry", (2, 2), 2, 2, 1, INFANTRY, false),
        ("rifle_heavy_infantry", (1, 2), 2, 3, 1, INFANTRY, false),
    ];
    rows.iter().for_each(has);
    assert_eq!(rows.map(|row| unit(&format!("type = \"{}\"", row.0)).class), [Class::Infantry; 4]);
    assert_eq!(rows.map(|row| unit(&format!("type = \"{}\"", row.0)).has_rifles()), [false, false, true, true]);
}

/// J2.3: cavalry and lancers are mounted troops; J2.9, J2.10, J2.11, J2.12, J2.13: heavier cavalry is slower; J2.2 the
/// four weights; J2.14 lancers are the same with the lance.
#[test]
fn cavalry_and_lancers_have_the_numbers_of_their_rows() {
    let rows: [Row; 8] = [
        ("light_cavalry", (4, 4), 1, 2, 2, MOUNTED, false),
        ("heavy_cavalry", (3, 3), 1, 3, 2, MOUNTED, false),
        ("cuirassiers", (3, 3), 1, 4, 2, MOUNTED, false),
        ("very_heavy_cavalry", (2, 2), 1, 3, 2, MOUNTED, false),
        ("light_lancers", (4, 4), 1, 2, 2, MOUNTED, false),
        ("heavy_lancers", (3, 3), 1, 3, 2, MOUNTED, false),
        ("cuirassier_lancers", (3, 3), 1, 4, 2, MOUNTED, false),
        ("very_heavy_lancers", (2, 2), 1, 3, 2, MOUNTED, false),
    ];
    rows.iter().for_each(has);
    let units = rows.map(|row| unit(&format!("type = \"{}\"", row.0)));
    assert_eq!(units.map(|unit| unit.class), [Class::Mounted; 8]);
    assert_eq!(units.map(|unit| unit.has_lances()), [false, false, false, false, true, true, true, true]);
    assert_eq!(units.map(|unit| unit.is_very_heavy_mounted()), [false, false, false, true, false, false, false, true]);
}

/// J2.17, J2.18, J2.19: four foot artilleries with dice by elements; JA3.45: three horse artilleries; J3.8, J3.9 their
/// groups; J4.11 who loses dice by moving.
#[test]
fn artillery_has_the_numbers_of_its_rows() {
    let (foot, horse) = (INFANTRY | ARTILLERY, MOUNTED | ARTILLERY);
    let rows: [Row; 7] = [
        ("foot_artillery_very_light", (1, 2), 2, 0, 1, foot, true),
        ("foot_artillery_light", (0, 1), 3, 0, 1, foot, false),
        ("foot_artillery_heavy", (0, 1), 4, 0, 1, foot, false),
        ("foot_artillery_very_heavy", (0, 1), 5, 0, 1, foot, false),
        ("horse_artillery_very_light", (3, 3), 2, 0, 2, horse, true),
        ("horse_artillery_light", (2, 2), 3, 0, 2, horse, true),
        ("horse_artillery_heavy", (1, 1), 4, 0, 2, horse, true),
    ];
    rows.iter().for_each(has);
    for row in rows {
        let unit = unit(&format!("type = \"{}\"", row.0));
        assert_eq!((unit.class, unit.mover), (Class::Artillery, MoverClass::ARTILLERY));
        let penalty = under(&format!("type = \"{}\"", row.0), |rules| rules.artillery_move_dice_penalty_per_hex = 2)
            .dice_lost_per_hex;
        assert_eq!(penalty, 2 * unit.dice_lost_per_hex);
    }
}

/// J2.1, J1.12: a unit is of one type, with training (JA3.2) and morale (JA3.3).
#[test]
fn training_changes_dice_and_morale_gives_elements() {
    for (training, dice, elite) in [
        ("super_elite", 2, true),
        ("elite", 1, true),
        ("trained", 0, false),
        ("recruits", -1, false),
        ("levy", -2, false),
    ] {
        let unit = unit(&format!("type = \"line_infantry\"\ntraining = \"{training}\""));
        assert_eq!((unit.training_dice, unit.elite), (dice, elite), "{training}");
    }
    for (morale, elements) in [("iron", 5), ("solid", 4), ("normal", 3), ("weak", 2), ("unstable", 1)] {
        assert_eq!(unit(&format!("type = \"line_infantry\"\nmorale = \"{morale}\"")).elements, elements);
    }
    let two_types = "nation = \"X\"\n[[unit]]\nname = \"A\"\ntype = [\"line_infantry\", \"cuirassiers\"]";
    assert!(Army::read(&Source::new(&Library::built_in(), Kind::Army, "x.toml", two_types)).is_err());
}

/// JA3.30, JA3.31, JA3.32, JA3.33, JA3.34, JA3.35: framed letters change the costs of orders to the unit.
#[test]
fn framed_letters_change_the_cost_of_orders() {
    let costs = |orders: &str| {
        let unit = unit(&format!("type = \"line_infantry\"\norders = [{orders}]"));
        (unit.manoeuvre_cost, unit.attack_cost, unit.defence_cost)
    };
    assert_eq!(costs(""), (0, 0, 0));
    assert_eq!(costs("\"manoeuvre_good\""), (-1, 0, 0));
    assert_eq!(costs("\"manoeuvre_weak\""), (1, 0, 0));
    assert_eq!(costs("\"attack_good\""), (0, -1, 0));
    assert_eq!(costs("\"attack_weak\", \"defence_weak\""), (0, 1, 1));
    assert_eq!(costs("\"defence_good\""), (0, 0, -1));
    assert_eq!(
        under("type = \"line_infantry\"\norders = [\"attack_weak\"]", |rules| rules.trait_weak_order = 2).attack_cost,
        2
    );
}

/// JI-38: all but Irregulars are western-trained, unless the file states otherwise.
#[test]
fn irregulars_are_not_western_trained() {
    let western = |lines: &str| unit(&format!("type = \"line_infantry\"\n{lines}")).western;
    assert!(western("") && !western("letters = [\"irregular\"]"));
    assert!(western("letters = [\"irregular\"]\nwestern = true") && !western("western = false"));
    assert!(!under("type = \"line_infantry\"", |rules| rules.western_default = false).western);
}

/// J7.20 with JI-100, JA3.28: the terrain that infantry can cross follows from its card and the rules.
#[test]
fn what_a_unit_can_cross_follows_from_its_card() {
    let light = MoverClass::TROOPS.of_light_infantry();
    assert_eq!(unit("type = \"line_infantry\"").mover, MoverClass::TROOPS);
    assert_eq!(unit("type = \"light_infantry\"\nletters = [\"woodsmen\"]").mover, light.with_woodsmen());
    assert_eq!(
        unit("type = \"line_infantry\"\nletters = [\"siege_equipment\"]").mover,
        MoverClass::TROOPS.with_siege_equipment()
    );
    let siege = |kind: &str| under(&format!("type = \"{kind}\""), |rules| rules.siege_equipment = true).mover;
    assert_eq!(siege("light_infantry"), light.with_siege_equipment());
    assert_eq!((siege("cuirassiers"), siege("foot_artillery_light")), (MoverClass::TROOPS, MoverClass::ARTILLERY));
}

/// JI-187: the first cost sums the properties of the unit; good letters add, bad ones subtract.
#[test]
fn the_first_cost_is_the_sum_of_its_parts() {
    let cost = |lines: &str| unit(lines).points;
    assert_eq!(cost("type = \"line_infantry\""), 4 * 3 + 3 * 3 + 2);
    assert_eq!(
        cost("type = \"line_infantry\"\ntraining = \"elite\"\nmorale = \"solid\"\norders = [\"manoeuvre_good\"]"),
        4 * 4 + 3 * 4 + 2 + 1
    );
    assert_eq!(cost("type = \"foot_artillery_heavy\""), 4 * 3 + 3 * 3 + 1 + 2 * 3);
    assert_eq!(
        cost("type = \"line_infantry\"\nletters = [\"basic\", \"hesitant\", \"elusive\"]"),
        4 * 3 + 3 * 3 + 2 - 2
    );
    assert_eq!(under("type = \"line_infantry\"", |rules| rules.cost_per_die = 10).points, 30 + 9 + 2);
}

/// J3.2: the three types of officer, by name in files; JA2.3, JA2.4: several of the lower ones.
#[test]
fn officers_are_of_three_types() {
    let officer = |rank: &str, name: &str| format!("[[officer]]\nname = \"{name}\"\nrank = \"{rank}\"\n");
    let text = "nation = \"X\"\n[[unit]]\nname = \"A\"\ntype = \"line_infantry\"\n".to_owned()
        + &officer("commander_in_chief", "a")
        + &officer("sub_general", "b")
        + &officer("sub_general", "c")
        + &officer("senior_officer", "d");
    let army = Army::read(&Source::new(&Library::built_in(), Kind::Army, "x.toml", text))
        .unwrap_or_else(|error| panic!("{error}"));
    let ranks: Vec<Rank> = army.officers.iter().map(|officer| officer.rank).collect();
    assert_eq!(ranks, [Rank::CommanderInChief, Rank::SubGeneral, Rank::SubGeneral, Rank::SeniorOfficer]);
}
