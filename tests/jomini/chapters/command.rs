//! The Command phase: activation, and the command orders (chapter 3).

use super::scene::Scene;
use crate::table::{Table, set};
use reglette::game::Side;
use reglette::jomini::Action;
use reglette::jomini::state::Step;
use std::collections::BTreeSet;

/// The units that may join the group that is being activated, by name.
fn joining(table: &Table) -> BTreeSet<String> {
    table
        .legal()
        .into_iter()
        .filter_map(|action| match action {
            Action::Pick(unit) => Some(table.battle.field.forces.unit_names[usize::from(unit)].clone()),
            _ => None,
        })
        .collect()
}

/// Ten units of all arms around a sub-general at (5,1), and a few far away.
fn mixed() -> Scene {
    Scene::of("command")
        .units(&[
            "line red line_infantry 0401",
            "guns red foot_artillery_heavy 0501",
            "horse red heavy_cavalry 0601",
            "flying red horse_artillery_light 0400",
            "lancers red light_lancers 0500",
            "light red light_infantry 0600",
            "near red line_infantry 0504",
            "far red line_infantry 0505",
            "x red line_infantry 1100",
            "y red line_infantry 1000",
            "D blue line_infantry 0008",
        ])
        .officer("red sub_general 0501")
        .red("tokens = 0")
}

/// J3.1, J3.6: an officer activates up to the set number of units within his command range (J3.3); only they move and
/// fight.
#[test]
fn only_units_activated_by_an_officer_in_range_may_act() {
    let mut table = mixed().table();
    table.play(Action::Activate(table.officer("0501")));
    assert_eq!(
        joining(&table),
        set(&["line", "guns", "horse", "flying", "lancers", "light", "near"]),
        "three hexes, no more"
    );
    for name in ["line", "light", "near"] {
        table.play(Action::Pick(table.unit(name)));
    }
    assert_eq!(joining(&table), set(&[]), "units are picked in rising order, and no other is in range");
    let mut moving: Vec<String> = Vec::new();
    while table.state.step != Step::Movement {
        table.play(Action::Done);
    }
    for action in table.legal() {
        if let Action::Move(unit) = action {
            moving.push(table.battle.field.forces.unit_names[usize::from(unit)].clone());
        }
    }
    moving.sort();
    assert_eq!(moving, ["light", "line", "near"]);
}

/// J3.5, J3.6: ten to fifteen units are activated four at a time.
#[test]
fn an_activation_covers_no_more_units_than_the_army_gives() {
    let mut table = mixed().unit("z red line_infantry 0502").table();
    table.play(Action::Activate(table.officer("0501")));
    for name in ["line", "guns", "light", "near"] {
        table.play(Action::Pick(table.unit(name)));
    }
    assert_ne!(table.state.unit(table.unit("near")).group, 0);
    assert_eq!(joining(&table), set(&[]), "the fifth is too many");
}

/// J3.7, J3.8, J3.9: one arm in an activation; foot guns go with infantry, horse guns with mounted troops, guns alone
/// of any kind.
#[test]
fn an_activation_is_of_one_arm() {
    let after = |names: &[&str]| {
        let mut table = mixed().table();
        table.play(Action::Activate(table.officer("0501")));
        for name in names {
            table.play(Action::Pick(table.unit(name)));
        }
        joining(&table)
    };
    assert_eq!(after(&["line"]), set(&["guns", "light", "near"]), "infantry and foot guns");
    assert_eq!(after(&["horse"]), set(&["flying", "lancers"]), "mounted troops and horse guns");
    assert_eq!(after(&["guns"]), set(&["flying", "light", "near"]), "guns with infantry, or guns alone");
    assert_eq!(after(&["guns", "flying"]), set(&[]), "guns alone");
    assert_eq!(after(&["guns", "light"]), set(&["near"]), "no horse guns with infantry");
}

/// J3.13: each officer and each unit is activated once in a player-turn.
#[test]
fn officers_and_units_are_activated_once() {
    let mut scene = Scene::of("command").red("tokens = 0").unit("D blue line_infantry 0008");
    for column in 0..12 {
        scene = scene.unit(&format!("a{column} red line_infantry {column:02}01"));
    }
    for column in 0..4 {
        scene = scene.unit(&format!("b{column} red line_infantry {column:02}00"));
    }
    let mut table = scene.officer("red sub_general 0400").officer("red sub_general 0500").table();
    let (one, other) = (table.officer("0400"), table.officer("0500"));
    table.play(Action::Activate(one));
    table.play(Action::Pick(table.unit("a4")));
    table.play(Action::Done);
    assert!(!table.may(Action::Activate(one)));
    table.play(Action::Activate(other));
    assert!(!joining(&table).contains("a4") && joining(&table).contains("a5"));
}

/// J3.15: an officer goes with the unit of his hex, or stays.
#[test]
fn an_officer_goes_with_his_unit_or_stays() {
    let table = Scene::of("movement")
        .units(&["A red line_infantry 0501 activated", "D blue line_infantry 0008"])
        .officer("red sub_general 0501");
    for (action, place) in [(Action::Accompany, "0502"), (Action::StayBehind, "0501")] {
        let mut table = table.table();
        table.move_to("A", "0502");
        table.play(action);
        assert_eq!(table.state.officers[0].hex, table.hex(place), "{action:?}");
    }
}

/// J3.16: an officer alone uses up one of the unit activations, and may be anywhere on the table; J4.12: he moves three
/// hexes.
#[test]
fn an_officer_activated_alone_takes_a_units_place() {
    let mut table = mixed().officer("red commander_in_chief 1108").table();
    table.play(Action::Activate(table.officer("0501")));
    for name in ["line", "light", "near"] {
        table.play(Action::Pick(table.unit(name)));
    }
    table.play(Action::PickOfficer(table.officer("1108")));
    assert!(
        !table.legal().iter().any(|action| matches!(action, Action::Pick(_) | Action::PickOfficer(_))),
        "four places are taken"
    );
    while table.state.step == Step::Command {
        table.play(Action::Done);
    }
    table.play(Action::MoveOfficer(table.officer("1108")));
    assert!(table.may(Action::OfficerTo(table.hex("0808"))));
    assert!(!table.may(Action::OfficerTo(table.hex("0708"))));
}

/// A commander-in-chief at (0,0), a sub-general at (5,1), five lines of infantry around him and one far away.
fn army(tokens: u8) -> Scene {
    let near = ["0401", "0501", "0601", "0400", "0500"];
    let scene = near
        .iter()
        .enumerate()
        .fold(Scene::of("command"), |scene, (number, hex)| scene.unit(&format!("a{number} red line_infantry {hex}")));
    scene
        .units(&["far red heavy_cavalry 1104", "D blue line_infantry 0108"])
        .officer("red sub_general 0501")
        .officer("red senior_officer 0401")
        .officer("red commander_in_chief 0000")
        .red(&format!("tokens = {tokens}"))
}

/// J3.26: one unit only, and as many tokens as the commander-in-chief's level, here three for one.
#[test]
fn reconnaissance_gives_tokens_for_activations() {
    let mut table = army(1).table();
    table.play(Action::Reconnaissance);
    assert_eq!(table.state.side(Side::Red).tokens, 3);
    table.play(Action::Activate(table.officer("0501")));
    table.play(Action::Pick(table.unit("a0")));
    assert_eq!(table.state.units.iter().filter(|unit| unit.group != 0).count(), 1);
    assert!(
        !table.legal().iter().any(|action| matches!(action, Action::Pick(_) | Action::Activate(_))),
        "one unit only"
    );
}

/// J3.27, J3.14: the Courier activates one unit more, of any arm, anywhere.
#[test]
fn a_courier_reaches_any_unit_anywhere() {
    let mut table = army(2).table();
    table.play(Action::Courier);
    assert_eq!(table.state.side(Side::Red).tokens, 0);
    assert!(joining(&table).contains("far"));
    table.play(Action::Pick(table.unit("far")));
    table.play(Action::Activate(table.officer("0501")));
    assert!(joining(&table).contains("a0"), "the activation is not used up");
}

/// J3.19, J3.25: paid at once from tokens held, one command order in a player-turn, and no discount for the officer
/// beside it.
#[test]
fn command_orders_are_paid_in_full_and_given_once() {
    assert!(!army(1).table().may(Action::Courier), "two tokens, not one");
    let mut table = army(9).table();
    table.play(Action::Courier);
    table.play(Action::Pick(table.unit("far")));
    assert_eq!(table.state.side(Side::Red).tokens, 7);
    assert!(!table.may(Action::Courier) && !table.may(Action::StrategicMove(table.officer("0501"))));
}

/// J3.25: command orders are given by the commander-in-chief: without him there are none (JI-57).
#[test]
fn command_orders_need_the_commander_in_chief() {
    let scene = Scene::of("command")
        .units(&["A red line_infantry 0501", "D blue line_infantry 0008"])
        .officer("red sub_general 0501");
    let table = scene.table();
    assert!(
        !table
            .legal()
            .iter()
            .any(|action| matches!(action, Action::Courier | Action::Reconnaissance | Action::StrategicMove(_)))
    );
    assert!(scene.officer("red commander_in_chief 0000").table().may(Action::Courier));
}

/// J3.28: units at six hexes or more from every enemy, which only move, and stay as far.
#[test]
fn a_strategic_move_keeps_six_hexes_from_every_enemy() {
    let scene = |enemy: &str| {
        Scene::of("command")
            .units(&["A red light_cavalry 0500", &format!("D blue line_infantry {enemy}")])
            .officer("red sub_general 0501")
            .officer("red commander_in_chief 0000")
            .table()
    };
    let officer = |table: &Table| table.officer("0501");
    let near = scene("0505");
    assert!(!near.may(Action::StrategicMove(officer(&near))), "five hexes");
    let mut far = scene("0507");
    far.play(Action::StrategicMove(officer(&far)));
    while far.state.step == Step::Command {
        far.play(Action::Done);
    }
    assert_eq!(far.state.side(Side::Red).tokens, 4);
    far.play(Action::Move(far.unit("A")));
    let rows: BTreeSet<String> = far.destinations().into_iter().map(|(hex, _)| hex).collect();
    assert!(rows.contains("0501") && !rows.contains("0502"), "{rows:?}");
}

/// J3.29: one activation more, by another officer, on other units.
#[test]
fn an_extra_activation_is_another_officers() {
    let mut table = army(5).table();
    let (general, senior) = (table.officer("0501"), table.officer("0401"));
    assert!(!table.may(Action::ExtraActivation), "nothing to add to yet");
    table.play(Action::Activate(general));
    table.play(Action::Pick(table.unit("a1")));
    table.play(Action::Done);
    table.play(Action::ExtraActivation);
    assert_eq!(table.state.side(Side::Red).tokens, 0);
    assert!(!table.may(Action::Activate(general)));
    table.play(Action::Activate(senior));
    assert!(joining(&table).contains("a0") && !joining(&table).contains("a1"));
}

/// J3.34: with a Combined order an activation mixes arms; it is the player-turn's manoeuvre order.
#[test]
fn a_combined_order_mixes_arms() {
    let mut table = mixed().red("tokens = 3").table();
    table.play(Action::CombinedOrder);
    assert_eq!(table.state.side(Side::Red).tokens, 0);
    table.play(Action::Activate(table.officer("0501")));
    table.play(Action::Pick(table.unit("line")));
    assert!(joining(&table).contains("horse"));
}

/// J3.35: the units of a general who sends Messengers may be anywhere, but of one arm.
#[test]
fn messengers_reach_units_anywhere() {
    let mut table = mixed().red("tokens = 3").table();
    table.play(Action::Messengers(table.officer("0501")));
    assert_eq!(table.state.side(Side::Red).tokens, 0);
    assert!(joining(&table).contains("x"));
    table.play(Action::Pick(table.unit("line")));
    assert!(!joining(&table).contains("horse"));
}

/// J3.57, J3.56: an officer leads a unit within his influence to activate it, and leaves the game; a commander-in-chief
/// cannot (J3.62).
#[test]
fn an_officer_who_leads_activates_a_unit_and_is_gone() {
    let mut table = army(0).officer("blue sub_general 0108").table();
    let (general, cinc) = (table.officer("0501"), table.officer("0000"));
    assert!(
        !table.legal().iter().any(|action| matches!(action, Action::LeadToActivate(officer, _) if *officer == cinc))
    );
    assert!(!table.may(Action::LeadToActivate(general, table.unit("far"))), "influence reaches one hex");
    table.play(Action::LeadToActivate(general, table.unit("a0")));
    assert!(!table.state.officer(general).in_play);
    assert_ne!(table.state.unit(table.unit("a0")).group, 0);
}
