//! Manoeuvre, attack and defence orders, their cost, and officers who lead (chapter 3).

use super::scene::Scene;
use crate::table::{Table, set};
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{Cavalry, Flag, Infantry, Letter};
use reglette::jomini::state::action::Payment::{Lead, Tokens};
use reglette::jomini::state::{AttackOrder, DefenceOrder, Step};

fn tokens(table: &Table, side: Side) -> u8 {
    table.state.side(side).tokens
}

/// The farthest hexes with and without combat of the unit that is moving.
fn reach(table: &Table) -> (u8, u8) {
    let found = table.destinations();
    let most = |fighting: bool| {
        found.iter().filter(|(_, to)| to.may_attack || !fighting).map(|(_, to)| to.hexes).max().unwrap_or(0)
    };
    (most(true), most(false))
}

fn march(lines: &[&str]) -> Scene {
    Scene::of("movement").units(lines).unit("D blue line_infantry 0008")
}

/// J3.32, J4.9: line infantry moves one hex with combat or two without; on a Forced march two or three.
#[test]
fn a_forced_march_is_one_hex_more_with_combat() {
    let scene = march(&["A red line_infantry 0501 activated", "B red line_infantry 0901 activated"]);
    let mut table = scene.table();
    table.play(Action::Move(table.unit("A")));
    assert_eq!(reach(&table), (1, 2));
    let mut table = scene.table();
    table.play(Action::ForcedMarch(table.unit("A"), Tokens));
    assert_eq!((reach(&table), tokens(&table, Side::Red)), ((2, 3), 4));
}

/// J3.30, J1.17: one manoeuvre order in a player-turn.
#[test]
fn there_is_one_manoeuvre_order_in_a_player_turn() {
    let mut table = march(&["A red line_infantry 0501 activated", "B red line_infantry 0901 activated"]).table();
    table.play(Action::ForcedMarch(table.unit("A"), Tokens));
    let (_, to) = table.destinations()[0].clone();
    table.play(Action::MoveTo(to));
    assert!(table.may(Action::Move(table.unit("B"))) && !table.may(Action::ForcedMarch(table.unit("B"), Tokens)));
}

/// J3.33: two tokens for each difficult hex, through woods as through open ground.
#[test]
fn woodsmen_pay_for_each_difficult_hex() {
    let scene = march(&["A red light_infantry 0501 activated", "B red line_infantry 0901 activated"])
        .terrain("forest", &["0402", "0502", "0602"]);
    let mut plain = scene.table();
    plain.play(Action::Move(plain.unit("A")));
    assert!(plain.destinations().iter().all(|(hex, _)| hex != "0503"), "a wood stops");
    let mut table = scene.table();
    table.play(Action::Woodsmen(table.unit("A"), Tokens));
    let (_, to) = table.destinations().into_iter().find(|(hex, _)| hex == "0503").expect("through the wood");
    table.play(Action::MoveTo(to));
    assert_eq!(tokens(&table, Side::Red), 4);
}

/// J3.36: one more hex for all units of the officer, with combat; no discount for a group.
#[test]
fn forward_march_is_one_hex_more_for_each_unit_of_the_group() {
    let mut table = march(&["A red line_infantry 0501 activated", "B red line_infantry 0901 activated"])
        .officer("red sub_general 0501")
        .table();
    table.play(Action::ForwardMarch);
    assert_eq!(tokens(&table, Side::Red), 2);
    table.play(Action::Move(table.unit("B")));
    assert_eq!(reach(&table), (2, 3));
}

/// J3.37: two tokens for an element of infantry, three for one of cavalry, in the first two rows, more than two hexes
/// from the enemy, never above the start.
#[test]
fn a_general_rallies_elements_near_the_own_edge() {
    let scene = Scene::of("movement")
        .units(&[
            "A red line_infantry 0501 elements=1",
            "B red heavy_cavalry 0901 elements=2",
            "C red line_infantry 0302 elements=1",
            "E red line_infantry 0000 elements=1",
            "M red line_infantry 1100 activated",
            "D blue line_infantry 0002",
        ])
        .officer("red sub_general 1100");
    let table = scene.table();
    let may = |name: &str, elements: u8| table.may(Action::Rally(table.unit(name), elements, Tokens));
    assert_eq!([may("A", 1), may("A", 2), may("A", 3)], [true, true, false], "three elements at the start");
    assert!(may("B", 1));
    assert!(!may("C", 1), "the third row is too far from the edge");
    assert!(!may("E", 1), "an enemy is two hexes away");
    let mut table = scene.table();
    table.play(Action::Rally(table.unit("A"), 2, Tokens));
    assert_eq!((table.elements("A"), tokens(&table, Side::Red)), (3, 2));
    let mut table = scene.table();
    table.play(Action::Rally(table.unit("B"), 1, Tokens));
    assert_eq!((table.elements("B"), tokens(&table, Side::Red)), (3, 3));
}

fn melee(attacker: &str, defender: &str) -> Scene {
    Scene::of("combat").units(&[&format!("A red {attacker} activated"), &format!("D blue {defender}")])
}

/// J3.38, J3.45: attack and defence orders are for melee, not for fire; guns get no attack order before the roll.
#[test]
fn orders_are_for_melee() {
    let mut fire = melee("rifle_heavy_infantry 0502", "line_infantry 0504").table();
    fire.begin("A", "D");
    assert_eq!(fire.state.step, Step::StrikeRoll);
    let mut guns = melee("foot_artillery_light 0503", "line_infantry 0504").table();
    guns.begin("A", "D");
    assert_eq!(guns.state.step, Step::DefenceOrder);
    let mut line = melee("line_infantry 0503", "line_infantry 0504").table();
    line.begin("A", "D");
    assert_eq!(line.state.step, Step::AttackOrder);
    line.play(Action::OrderAttack(AttackOrder::Elan, Tokens));
    assert_eq!((line.state.step, tokens(&line, Side::Red)), (Step::DefenceOrder, 5));
    line.play(Action::OrderDefence(DefenceOrder::Nuts, Tokens));
    assert_eq!((line.state.step, tokens(&line, Side::Blue)), (Step::StrikeRoll, 3));
}

/// J3.38: no attack order in a riposte, and no defence order against it.
#[test]
fn a_riposte_has_no_orders() {
    let mut table = melee("line_infantry 0503", "line_infantry 0504")
        .units(&["E blue line_infantry 0404", "F blue line_infantry 0604"])
        .table();
    table.attack("A", "D");
    table.roll(&[]);
    table.play(Action::Riposte);
    assert_eq!(table.state.step, Step::StrikeRoll);
}

/// J3.39: Élan costs one for infantry and two for mounted troops, twice that for Hesitant and three times for Fleeing
/// units.
#[test]
fn elan_costs_hesitant_units_double() {
    let cost = |unit: &str| {
        let table = melee(unit, "line_infantry 0504").table();
        table.battle.field.discounted_order_cost(&table.state, table.unit("A"), AttackOrder::Elan)
    };
    let costs = [
        "line_infantry 0503",
        "heavy_cavalry 0503",
        "line_infantry 0503 hesitant",
        "heavy_cavalry 0503 fleeing",
        "line_infantry 0503 hesitant fleeing",
    ];
    assert_eq!(costs.map(cost), [1, 2, 2, 6, 3]);
}

/// JA3.32, JA3.33: attack orders to units trained for them cost one less, to others one more, and never less than one
/// (J3.24).
#[test]
fn trained_units_attack_cheaper() {
    let cost = |unit: &str, order: AttackOrder| {
        let table = melee(unit, "line_infantry 0504").table();
        table.battle.field.discounted_order_cost(&table.state, table.unit("A"), order)
    };
    assert_eq!(cost("line_infantry 0503 orders=attack_good", AttackOrder::Charge), 1);
    assert_eq!(cost("line_infantry 0503 orders=attack_good", AttackOrder::Elan), 1);
    assert_eq!(cost("line_infantry 0503 orders=attack_weak", AttackOrder::Elan), 2);
}

/// J3.43: after driving the enemy back infantry takes the hex and attacks again, for five tokens, not after another
/// attack order.
#[test]
fn a_breakthrough_takes_the_hex_and_attacks_again() {
    let scene = melee("line_infantry 0503", "line_infantry 0504").unit("E blue line_infantry 0404");
    let mut table = scene.table();
    table.attack("A", "D");
    table.roll(&[Flag]);
    table.retreat();
    table.play(Action::Breakthrough(Tokens));
    assert_eq!((table.at("A").as_str(), tokens(&table, Side::Red)), ("0504", 1));
    table.play(Action::AttackAgain(table.unit("E")));
    assert_eq!(table.state.combat.defender, table.unit("E"));
    let mut table = scene.red("tokens = 9").table();
    table.begin("A", "D");
    table.play(Action::OrderAttack(AttackOrder::Elan, Tokens));
    table.go_to_dice();
    table.roll(&[Flag]);
    table.retreat();
    assert!(!table.may(Action::Breakthrough(Tokens)), "one attack order in a combat");
}

/// J3.51: two cavalry units roll at once; the one that inflicts more losses follows up, even the defender.
#[test]
fn the_winner_of_a_counter_charge_follows_up() {
    let scene = melee("heavy_cavalry 0503", "heavy_cavalry 0504")
        .units(&["E blue line_infantry 0404", "F blue line_infantry 0604"]);
    let mut table = scene.table();
    table.begin("A", "D");
    table.play(Action::NoOrder);
    table.play(Action::OrderDefence(DefenceOrder::CounterCharge, Tokens));
    assert_eq!(tokens(&table, Side::Blue), 2);
    table.roll(&[]);
    table.roll(&[Cavalry, Cavalry, Flag]);
    table.retreat();
    assert_eq!((table.elements("A"), table.elements("D"), table.row("A")), (1, 3, 1));
    table.play(Action::FollowUp);
    assert_eq!(table.at("D"), "0503");
    let mut lone = melee("heavy_cavalry 0503", "heavy_cavalry 0504").table();
    lone.begin("A", "D");
    lone.play(Action::NoOrder);
    assert!(!lone.may(Action::OrderDefence(DefenceOrder::CounterCharge, Tokens)), "supported cavalry only");
}

/// J3.52: the unit falls back before the attack, and the attacker may do nothing more in this player-turn.
#[test]
fn a_withdrawal_leaves_the_attacker_nothing_to_do() {
    let mut table = melee("heavy_cavalry 0503", "line_infantry 0504").unit("E blue line_infantry 0404").table();
    table.begin("A", "D");
    table.play(Action::NoOrder);
    table.play(Action::OrderDefence(DefenceOrder::Withdrawal, Tokens));
    let ends: std::collections::BTreeSet<i32> = table
        .legal()
        .iter()
        .map(|action| match action {
            Action::WithdrawTo(hex) => table.battle.field.board.place(*hex).row,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(ends.into_iter().collect::<Vec<_>>(), [5, 6], "one hex to its movement of two");
    table.play(Action::WithdrawTo(table.hex("0506")));
    assert_eq!((table.elements("D"), table.at("A").as_str()), (3, "0503"));
    assert!(table.turn_is_over(), "A may not attack E either");
}

/// J3.53: a unit that could riposte strikes first; an attacker driven back does not strike at all.
#[test]
fn an_ambush_strikes_first() {
    let scene = melee("line_infantry 0503", "line_infantry 0504")
        .units(&["E blue line_infantry 0404", "F blue line_infantry 0604"]);
    let ambush = |table: &mut Table| {
        table.begin("A", "D");
        table.play(Action::NoOrder);
        table.play(Action::OrderDefence(DefenceOrder::Ambush, Tokens));
    };
    let mut driven_back = scene.table();
    ambush(&mut driven_back);
    driven_back.roll(&[Flag]);
    driven_back.retreat();
    assert_eq!((driven_back.row("A"), driven_back.turn_is_over()), (2, true));
    let mut stands = scene.table();
    ambush(&mut stands);
    stands.roll(&[Infantry]);
    assert_eq!((stands.elements("A"), stands.state.step), (2, Step::StrikeRoll));
    stands.roll(&[]);
    assert!(stands.turn_is_over(), "it was its riposte: there is none after the attack");
}

/// J3.18, J3.19: a letter of this roll pays for an order of the next combat, not before.
#[test]
fn letters_bring_tokens() {
    let mut table = melee("line_infantry 0503", "line_infantry 0504").red("tokens = 0").table();
    table.begin("A", "D");
    assert_eq!(table.state.step, Step::DefenceOrder, "without tokens there is no attack order");
    table.go_to_dice();
    table.roll(&[Letter, Letter]);
    assert_eq!(tokens(&table, Side::Red), 2);
}

/// J3.54, J3.55, J3.24: an order to a unit within an officer's influence costs one less, and never less than one;
/// J3.20: without an officer near it can be given too.
#[test]
fn an_officer_nearby_makes_orders_cheaper() {
    let cost = |officer: &str, order: DefenceOrder| {
        let mut scene = melee("line_infantry 0503", "line_infantry 0504");
        if !officer.is_empty() {
            scene = scene.officer(&format!("blue {officer}"));
        }
        let table = scene.table();
        table.battle.field.cost_of_defence_order(&table.state, table.unit("D"), order)
    };
    let nuts = ["", "sub_general 0505", "sub_general 0506", "senior_officer 0504", "senior_officer 0505"]
        .map(|officer| cost(officer, DefenceOrder::Nuts));
    assert_eq!(nuts, [3, 2, 3, 2, 3], "one hex around generals, the hex itself of senior officers");
    assert_eq!(cost("sub_general 0505", DefenceOrder::Sacrifice), 1);
}

/// J3.21: four kinds of order, each in its own phase.
#[test]
fn each_kind_of_order_has_its_phase() {
    let names = |phase| {
        let scene = Scene::of(phase).units(&[
            "A red line_infantry 0503 activated",
            "B red line_infantry 0401 activated",
            "D blue line_infantry 0504",
        ]);
        let mut table = scene.officer("red sub_general 0502").officer("red commander_in_chief 0000").table();
        if phase == "combat" {
            table.begin("A", "D");
        }
        let mut found: Vec<&str> =
            table.legal().iter().map(|action| reglette::jomini::state::action::KINDS[action.kind()].name).collect();
        found.retain(|name| name.ends_with("_order"));
        found.sort_unstable();
        found.dedup();
        found
    };
    assert!(names("command").contains(&"command_order"));
    assert_eq!(names("movement"), ["manoeuvre_order"]);
    assert_eq!(names("combat"), ["attack_order"]);
}

/// J3.58: an officer within whose influence the unit stands gives it an order without tokens, and leaves the game.
#[test]
fn a_leader_gives_an_order_for_nothing() {
    let mut table =
        melee("line_infantry 0503", "line_infantry 0504").red("tokens = 0").officer("red sub_general 0502").table();
    let officer = table.officer("0502");
    table.begin("A", "D");
    table.play(Action::OrderAttack(AttackOrder::Berserk, Lead(officer)));
    assert!(!table.state.officer(officer).in_play);
    table.go_to_dice();
    assert_eq!(table.dice(), 5);
}

/// J3.59: one loss is ignored.
#[test]
fn a_leader_saves_an_element() {
    let mut table = melee("line_infantry 0503", "line_infantry 0504").officer("blue sub_general 0505").table();
    let officer = table.officer("0505");
    table.attack("A", "D");
    table.roll(&[Infantry, Infantry]);
    table.play(Action::LeadAgainstLoss(officer));
    assert_eq!((table.elements("D"), table.state.officer(officer).in_play), (2, false));
}

/// J3.60, J3.62: two more dice in attack and in riposte; not from the commander-in-chief.
#[test]
fn a_leader_adds_two_dice() {
    let scene = melee("line_infantry 0503", "line_infantry 0504")
        .units(&["E blue line_infantry 0404", "F blue line_infantry 0604"]);
    let mut table = scene.officer("red commander_in_chief 0503").officer("blue sub_general 0505").table();
    table.attack("A", "D");
    assert_eq!(table.dice(), 3, "a commander-in-chief is not asked");
    table.roll(&[]);
    table.play(Action::Riposte);
    table.play(Action::LeadForDice(table.officer("0505")));
    assert_eq!(table.dice(), 5);
}

/// J3.61: all lost elements return if no enemy is within two hexes.
#[test]
fn a_leader_rallies_the_whole_unit() {
    let scene = |enemy: &str| {
        Scene::of("movement")
            .units(&[
                "A red heavy_cavalry 0504 elements=1",
                "M red line_infantry 0000 activated",
                &format!("D blue line_infantry {enemy}"),
            ])
            .officer("red senior_officer 0504")
            .table()
    };
    let near = scene("0506");
    assert!(!near.may(Action::LeadToRally(near.officer("0504"), near.unit("A"))));
    let mut far = scene("0507");
    far.play(Action::LeadToRally(far.officer("0504"), far.unit("A")));
    assert_eq!((far.elements("A"), far.state.officers[0].in_play), (3, false));
}

/// J3.23, J1.9: the wording of an order takes precedence: Like a rock supports cavalry in a wood, which the rules never
/// do (JI-16), so that it may riposte.
#[test]
fn an_order_supports_where_the_rules_do_not() {
    let scene = melee("line_infantry 0503", "heavy_cavalry 0504")
        .units(&["E blue line_infantry 0404", "F blue line_infantry 0604"])
        .terrain("forest", &["0504"]);
    let after = |order: Option<DefenceOrder>| {
        let mut table = scene.table();
        table.begin("A", "D");
        table.play(Action::NoOrder);
        if let Some(order) = order {
            table.play(Action::OrderDefence(order, Tokens));
        }
        table.go_to_dice();
        table.roll(&[]);
        table.state.step == Step::Riposte
    };
    assert_eq!([after(None), after(Some(DefenceOrder::LikeARock))], [false, true]);
}

/// J3.46: the order lasts for the player-turn: flags become losses in a later combat too (JI-78).
#[test]
fn a_defence_order_lasts_for_the_player_turn() {
    let mut table =
        melee("line_infantry 0503", "line_infantry 0504").unit("B red line_infantry 0404 activated").table();
    table.begin("A", "D");
    table.play(Action::NoOrder);
    table.play(Action::OrderDefence(DefenceOrder::Sacrifice, Tokens));
    table.roll(&[]);
    assert_eq!(table.targets("B"), set(&["D"]));
    table.attack("B", "D");
    table.roll(&[Flag]);
    table.play(Action::Sacrifice(1));
    assert_eq!((table.elements("D"), table.at("D").as_str()), (2, "0504"));
}
