//! The example units of annex 3 that are infantry, cavalry, lancers and guns.

use crate::table::Table;
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{Flag, Tactical};
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::attack_roll::AttackRoll;
use reglette::jomini::state::{AttackOrder, DefenceOrder, Step};

/// The number of rows that D, or another target, retreats for these flags.
fn retreat(position: &str, struck: &str, flags: usize) -> i32 {
    let mut table = Table::open(position);
    let row = table.row(struck);
    table.attack("A", struck);
    table.roll(&vec![Flag; flags]);
    table.retreat();
    (table.row(struck) - row).abs()
}

/// JX-40: four dice, four elements, and manoeuvre orders for one less (JA3.30).
#[test]
fn old_guard_grenadiers() {
    let mut table = Table::open("jx-40");
    assert_eq!(table.elements("grenadiers"), 4);
    let unit = table.unit("grenadiers");
    table.play(Action::ForcedMarch(unit, Payment::Tokens));
    let (_, to) = table.destinations().into_iter().find(|(hex, _)| hex == "0503").expect("within reach");
    table.play(Action::MoveTo(to));
    if table.state.step == Step::Movement {
        table.play(Action::Done);
    }
    table.attack("grenadiers", "D");
    assert_eq!(table.dice(), 4);
}

/// JX-41: Mobile heavy guns move two hexes, without combat (JA3.7).
#[test]
fn french_eight_pounders() {
    let mut table = Table::open("jx-41");
    let unit = table.unit("guns");
    assert!(table.may(Action::ForcedMarch(unit, Payment::Tokens)), "for the one token there is (JA3.30)");
    table.play(Action::Move(unit));
    let found = table.destinations();
    assert_eq!(found.iter().map(|(_, to)| to.hexes).max(), Some(2));
    assert!(found.iter().all(|(_, to)| !to.may_attack), "{found:?}");
}

/// JX-42: one more die in riposte, not in attack (JA3.18); defence orders for one less (JA3.34).
#[test]
fn british_line_infantry() {
    let mut table = Table::open("jx-42");
    table.begin("A", "line");
    table.play(Action::NoOrder);
    assert!(table.may(Action::OrderDefence(DefenceOrder::Nuts, Payment::Tokens)), "for the two tokens there are");
    table.go_to_dice();
    table.roll(&[]);
    table.riposte();
    assert_eq!(table.dice(), 4);
    let (line, enemy) = (table.unit("line"), table.unit("A"));
    let attack = AttackRoll::attack(&table.battle.field.board, &table.state, line, table.hex("0504"), enemy);
    assert_eq!(table.battle.field.dice(&table.state, &attack, &mut ()), 3);
}

/// JX-43: three dice in fire, one in melee attack, two in riposte (JA3.18, J5.12).
#[test]
fn british_rifles() {
    let mut fire = Table::open("jx-43-fire");
    fire.attack("rifles", "D");
    assert_eq!(fire.dice(), 3);
    let mut melee = Table::open("jx-43-melee");
    let rifles = melee.unit("rifles");
    assert_eq!(melee.battle.field.cost_of_defence_order(&melee.state, rifles, DefenceOrder::Nuts), 2);
    melee.attack("rifles", "D");
    assert_eq!(melee.dice(), 1);
    melee.roll(&[]);
    melee.riposte();
    assert_eq!(melee.dice(), 2);
}

/// JX-44: one hex for one morale hit, three for two (JA3.24); attack and defence orders for one more (JA3.33, JA3.35).
#[test]
fn austrian_dragoons() {
    assert_eq!([retreat("jx-44", "dragoons", 1), retreat("jx-44", "dragoons", 2)], [1, 3]);
    let table = Table::open("jx-44");
    let unit = table.unit("dragoons");
    assert_eq!(table.battle.field.discounted_order_cost(&table.state, unit, AttackOrder::Elan), 3);
    assert_eq!(table.battle.field.cost_of_defence_order(&table.state, unit, DefenceOrder::LikeARock), 3);
}

/// JX-45: no Élan (JA3.10), and two hexes for one morale hit (JA3.21).
#[test]
fn austrian_landwehr() {
    let mut table = Table::open("jx-45");
    table.begin("landwehr", "D");
    assert!(!table.may(Action::OrderAttack(AttackOrder::Elan, Payment::Tokens)));
    assert!(table.may(Action::OrderAttack(AttackOrder::Charge, Payment::Tokens)));
    table.go_to_dice();
    table.roll(&[]);
    table.riposte();
    table.roll(&[Flag]);
    table.retreat();
    assert_eq!(table.row("landwehr"), 1);
}

/// JX-46: two hexes for one morale hit (JA3.21).
#[test]
fn prussian_reserve_infantry() {
    assert_eq!(retreat("jx-46", "reserve", 1), 2);
}

/// JX-47: four hexes in any direction, a morale hit for a tactical advantage, and breaking off (JA3.21, JA3.22,
/// JA3.16).
#[test]
fn cossacks() {
    let mut table = Table::open("jx-47");
    table.begin("A", "cossacks");
    assert!(table.may(Action::BreakOff));
    table.go_to_dice();
    table.roll(&[Tactical]);
    assert_eq!(table.state.combat.retreat_due, 4);
    let ends = table.retreats();
    assert!(
        ends.contains("0508") && ends.contains("0104") && ends.contains("0904") && ends.contains("0400"),
        "{ends:?}"
    );
}

/// JX-48: four dice against Irregulars (JA3.15), four hexes for one morale hit (JA3.21), defence orders for one less
/// (JA3.34).
#[test]
fn feudal_spahis() {
    let mut table = Table::open("jx-48");
    table.attack("A", "spahis");
    assert_eq!(table.dice(), 4);
    assert_eq!(retreat("jx-48", "spahis", 1), 4);
    assert_eq!(
        table.battle.field.cost_of_defence_order(&table.state, table.unit("spahis"), DefenceOrder::LikeARock),
        1
    );
}

/// JX-49: recruits roll one die fewer (JA3.2), retreat two hexes, and pay one more for manoeuvre orders (JA3.31).
#[test]
fn united_states_militia() {
    let mut table = Table::open("jx-49");
    assert_eq!(table.battle.field.manoeuvre_order_cost(&table.state, table.unit("militia"), 2), 3);
    table.attack("militia", "D");
    assert_eq!(table.dice(), 2);
    table.roll(&[]);
    table.riposte();
    table.roll(&[Flag]);
    table.retreat();
    assert_eq!(table.row("militia"), 1);
}

/// JX-51: three dice, hit by tactical advantages, and a duty to follow up (JA3.13).
#[test]
fn samurai() {
    let mut table = Table::open("jx-51");
    table.attack("samurai", "D");
    assert_eq!(table.dice(), 3);
    table.roll(&[]);
    table.riposte();
    table.roll(&[Tactical]);
    assert_eq!(table.elements("samurai"), 3);
    let mut table = Table::open("jx-51");
    table.attack("samurai", "D");
    table.roll(&[Flag, Flag]);
    table.retreat();
    assert_eq!(table.at("samurai"), "0504");
}

/// JX-52: two hexes for one morale hit (JA3.11); a wood counts as open ground (JA3.28).
#[test]
fn north_east_indians() {
    let mut table = Table::open("jx-52");
    table.attack("A", "indians");
    table.roll(&[Flag]);
    assert_eq!(table.state.combat.retreat_due, 2);
    let mut table = Table::open("jx-52-forest");
    table.play(Action::Move(table.unit("indians")));
    let found = table.destinations();
    let beyond = found.iter().find(|(hex, _)| hex == "0504").expect("beyond the wood");
    assert_eq!((beyond.1.hexes, beyond.1.may_attack), (2, true));
}

/// JX-53: Mobile: three hexes with combat (JA3.7); Fanatic: three dice (JA3.13).
#[test]
fn zulus() {
    let mut table = Table::open("jx-53");
    table.move_to("zulus", "0504");
    if table.state.step == Step::Movement {
        table.play(Action::Done);
    }
    // They are Impetuous and have one enemy beside them: the attack is mandatory (JA3.5).
    table.go_to_dice();
    assert_eq!(table.dice(), 3);
}
