//! The Combat phase (chapter 5): legal combats and their number, and the sequel of a roll.

use super::scene::Scene;
use crate::table::{Table, set};
use reglette::game::{Game, Moment, Side};
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{Flag, Infantry};
use reglette::jomini::state::attack_roll::AttackRoll;
use reglette::jomini::state::{Step, UnitId};
use std::collections::BTreeSet;

fn combat(lines: &[&str]) -> Scene {
    Scene::of("combat").units(lines)
}

/// The legal attacks, as "attacker>target".
fn attacks(table: &Table) -> BTreeSet<String> {
    let name = |unit: UnitId| &table.battle.field.forces.unit_names[usize::from(unit)];
    let attack = |action| match action {
        Action::Attack(attacker, target) => Some(format!("{}>{}", name(attacker), name(target))),
        _ => None,
    };
    table.legal().into_iter().filter_map(attack).collect()
}

/// J5.1, J5.3, J5.8: fire and melee in the same phase; only activated units attack, and only if they have a target.
#[test]
fn activated_units_with_a_target_fire_or_fight() {
    let table = combat(&[
        "gun red foot_artillery_light 0502 activated",
        "A red line_infantry 0803 activated",
        "B red line_infantry 0903",
        "C red line_infantry 0000 activated",
        "D blue line_infantry 0505",
        "E blue line_infantry 0804",
        "F blue line_infantry 0904",
    ])
    .table();
    assert_eq!(attacks(&table), set(&["gun>D", "A>E", "A>F"]));
}

/// J5.2, J5.4, J5.6: a combat is of one attacker against one defender and is finished before the next; a neighbour does
/// not join in.
#[test]
fn combats_are_fought_one_by_one() {
    let mut table = combat(&[
        "A red line_infantry 0503 activated",
        "B red line_infantry 0403 activated",
        "D blue line_infantry 0504",
    ])
    .table();
    table.attack("A", "D");
    assert_eq!(table.dice(), 3, "B adds nothing");
    table.roll(&[Flag]);
    assert!(!table.retreats().is_empty() && attacks(&table).is_empty(), "the retreat comes first");
    table.retreat();
    assert_eq!(attacks(&table), set(&[]), "the enemy is out of B's reach");
}

/// J5.5, J5.7: a unit attacks once, and need not.
#[test]
fn a_unit_attacks_once_and_need_not() {
    let mut table = combat(&[
        "A red line_infantry 0503 activated",
        "B red line_infantry 0803 activated",
        "D blue line_infantry 0504",
        "E blue line_infantry 0603",
        "F blue line_infantry 0804",
    ])
    .table();
    assert!(table.may(Action::Done));
    assert_eq!(attacks(&table), set(&["A>D", "A>E", "B>F"]));
    table.attack("A", "D");
    table.roll(&[]);
    assert_eq!(attacks(&table), set(&["B>F"]));
}

/// J5.10, J2.19: the dice of infantry do not depend on its elements, those of guns do.
#[test]
fn only_guns_lose_dice_with_their_elements() {
    let dice = |unit: &str| {
        let mut table =
            combat(&[&format!("A red {unit} 0503 activated elements=1"), "D blue line_infantry 0504"]).table();
        table.attack("A", "D");
        table.dice()
    };
    assert_eq!(["line_infantry", "cuirassiers", "foot_artillery_heavy"].map(dice), [3, 4, 1]);
}

/// J1.10: an attack has the same effect from every direction.
#[test]
fn there_are_no_flanks() {
    let rolls = ["0604", "0505", "0405", "0404", "0403", "0503"].map(|hex| {
        let mut table = combat(&[&format!("A red line_infantry {hex} activated"), "D blue line_infantry 0504"]).table();
        table.attack("A", "D");
        let attack = AttackRoll::running(&table.state);
        (table.dice(), table.battle.field.face_effects(&table.state, &attack))
    });
    assert!(rolls.iter().all(|roll| *roll == rolls[0]), "{rolls:?}");
}

/// J1.3: two friendly neighbours, no fewer, whatever their arm; J1.6: cavalry in a wood is not supported there itself,
/// but supports.
#[test]
fn two_neighbours_support() {
    let ripostes = |neighbours: &[&str], wood: &str| {
        let mut scene = combat(&["A red line_infantry 0503 activated", "D blue line_infantry 0504"]).units(neighbours);
        if !wood.is_empty() {
            scene = scene.terrain("forest", &[wood]);
        }
        let mut table = scene.table();
        table.attack("A", "D");
        table.roll(&[]);
        table.state.step == Step::Riposte
    };
    assert!(!ripostes(&["E blue line_infantry 0404"], ""));
    assert!(ripostes(&["E blue line_infantry 0404", "F blue foot_artillery_light 0604"], ""));
    assert!(ripostes(&["E blue heavy_cavalry 0404", "F blue line_infantry 0604"], "0404"));
}

/// J5.69, J5.51: losses come first, and a unit that is destroyed does not retreat; J5.68: what is left of it retreats.
#[test]
fn losses_come_before_the_retreat() {
    let after = |elements: u8| {
        let mut table =
            combat(&["A red line_infantry 0503 activated", &format!("D blue line_infantry 0504 elements={elements}")])
                .unit("E blue line_infantry 0008")
                .table();
        table.attack("A", "D");
        table.roll(&[Infantry, Flag]);
        (table.elements("D"), table.state.step == Step::Retreat)
    };
    assert_eq!([after(1), after(2)], [(0, false), (1, true)]);
}

/// J5.72: the owner of the retreating unit chooses its way.
#[test]
fn the_owner_chooses_the_retreat() {
    let mut table = combat(&["A red line_infantry 0503 activated", "D blue line_infantry 0504"]).table();
    table.attack("A", "D");
    table.roll(&[Flag]);
    assert_eq!(table.battle.moment(&table.state), Moment::Decide(Side::Blue));
    assert_eq!(table.retreats().len(), 2);
}

/// J5.77: a hex vacated by the target, driven back or destroyed, can be taken; an occupied one cannot. J5.83: not by
/// guns.
#[test]
fn a_vacated_hex_can_be_followed_into() {
    let asked = |attacker: &str, elements: u8, faces: &[reglette::jomini::rules::Face]| {
        let target = format!("D blue line_infantry 0504 elements={elements}");
        let far = ["E blue line_infantry 0008", "F blue line_infantry 0208", "G blue line_infantry 0408"];
        let mut table =
            combat(&[&format!("A red {attacker} 0503 activated"), &target]).units(&far).red("tokens = 0").table();
        table.attack("A", "D");
        table.roll(faces);
        table.retreat();
        table.state.step == Step::FollowUp
    };
    assert_eq!(
        [asked("heavy_cavalry", 3, &[Flag]), asked("heavy_cavalry", 1, &[Infantry]), asked("heavy_cavalry", 3, &[])],
        [true, true, false]
    );
    assert!(!asked("horse_artillery_light", 3, &[Flag]));
}

/// J5.78, J5.90: a riposte leads to no follow-up, even for cavalry that destroys its attacker.
#[test]
fn nobody_follows_up_after_a_riposte() {
    let mut table = combat(&[
        "A red line_infantry 0503 activated elements=1",
        "D blue heavy_cavalry 0504",
        "E blue line_infantry 0404",
        "F blue line_infantry 0604",
    ])
    .units(&["B red line_infantry 0000", "C red line_infantry 0200", "G red line_infantry 0400"])
    .table();
    table.attack("A", "D");
    table.roll(&[]);
    table.riposte();
    table.roll(&[Infantry]);
    assert_eq!((table.at("A").as_str(), table.at("D").as_str(), table.turn_is_over()), ("", "0504", true));
}

/// J5.79: Fanatic, Changeable and Aggressive units must follow up, infantry too.
#[test]
fn some_units_must_follow_up() {
    let at = |letter: &str| {
        let mut table = combat(&[&format!("A red line_infantry 0503 activated {letter}"), "D blue line_infantry 0504"])
            .red("tokens = 0")
            .table();
        table.attack("A", "D");
        table.roll(&[Flag]);
        table.retreat();
        table.at("A")
    };
    assert_eq!(["fanatic", "changeable", "aggressive", "marksman"].map(at), ["0504", "0504", "0504", "0503"]);
}

/// J5.88: a unit driven out of its hex loses its riposte.
#[test]
fn a_unit_that_left_its_hex_does_not_riposte() {
    let supported = [
        "A red line_infantry 0503 activated",
        "D blue line_infantry 0504",
        "E blue line_infantry 0404",
        "F blue line_infantry 0604",
    ];
    let ripostes = |flags: usize| {
        let mut table = combat(&supported).table();
        table.attack("A", "D");
        table.roll(&vec![Flag; flags]);
        table.retreat();
        table.state.step == Step::Riposte
    };
    assert_eq!([ripostes(1), ripostes(2)], [true, false]);
}

/// J5.89: fire is not answered, an adjacent gun is.
#[test]
fn only_melee_is_answered() {
    let ripostes = |gun: &str| {
        let friends = ["E blue line_infantry 0404", "F blue line_infantry 0604"];
        let mut table = combat(&[&format!("A red foot_artillery_light {gun} activated"), "D blue line_infantry 0504"])
            .units(&friends)
            .table();
        table.attack("A", "D");
        table.roll(&[]);
        table.state.step == Step::Riposte
    };
    assert_eq!([ripostes("0502"), ripostes("0503")], [false, true]);
}

/// J5.42, J7.14: a gun on a road through a wood does not fight, neither in attack nor in riposte.
#[test]
fn guns_on_a_road_in_a_wood_do_not_fight() {
    let ground = |scene: Scene, hex: &str, beyond: &str| scene.terrain("forest", &[hex]).road(&[hex, beyond]);
    let attack = combat(&[
        "A red foot_artillery_light 0502 activated",
        "B red line_infantry 0000 activated",
        "D blue line_infantry 0504",
    ]);
    assert!(attacks(&ground(attack, "0502", "0501").table()).is_empty());
    let answer = combat(&[
        "A red line_infantry 0503 activated",
        "D blue foot_artillery_light 0504",
        "E blue line_infantry 0404",
        "F blue line_infantry 0604",
    ]);
    let mut table = ground(answer, "0504", "0505").table();
    table.attack("A", "D");
    table.roll(&[]);
    assert_ne!(table.state.step, Step::Riposte);
}

/// J1.1, J6.4, J6.2: an army has lost immediately when a third of its starting units is lost: of ten units the fourth.
#[test]
fn a_third_of_the_units_lost_is_defeat() {
    let over = |lost: u8| {
        let mut scene = combat(&["A red line_infantry 0503 activated", "D blue line_infantry 0504 elements=1"]);
        for column in 0..9 - lost {
            scene = scene.unit(&format!("x{column} blue line_infantry {column:02}08"));
        }
        let scene = scene.officer("blue sub_general 0008");
        let mut table = scene.blue(&format!("tokens = 0\nunits_at_start = 10\nunits_lost = {lost}")).table();
        table.attack("A", "D");
        table.roll(&[Infantry]);
        table.state.outcome.map(|outcome| outcome.winner)
    };
    assert_eq!([over(2), over(3)], [None, Some(Some(Side::Red))]);
}

/// J1.15, J1.16, J1.17, J1.18, J1.19: a player-turn is Command, Movement and Combat, then the other player's begins.
#[test]
fn the_phases_follow_each_other() {
    let mut table = Scene::of("command")
        .units(&[
            "A red line_infantry 0502",
            "D blue line_infantry 0504",
            "E blue line_infantry 0008",
            "F blue line_infantry 0208",
            "G blue line_infantry 0408",
        ])
        .officer("red sub_general 0501")
        .officer("blue sub_general 0505")
        .red("tokens = 0")
        .blue("tokens = 0")
        .table();
    let mut seen = vec![(table.state.active, table.state.step)];
    table.play(Action::Activate(table.officer("0501")));
    table.play(Action::Pick(table.unit("A")));
    while table.state.step != Step::Movement {
        table.play(Action::Done);
    }
    seen.push((table.state.active, table.state.step));
    table.move_to("A", "0503");
    seen.push((table.state.active, table.state.step));
    table.attack("A", "D");
    table.roll(&[]);
    seen.push((table.state.active, table.state.step));
    let expected = [
        (Side::Red, Step::Command),
        (Side::Red, Step::Movement),
        (Side::Red, Step::Combat),
        (Side::Blue, Step::Command),
    ];
    assert_eq!(seen, expected);
}
