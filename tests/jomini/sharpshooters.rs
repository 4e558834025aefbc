//! Sharpshooters (JA3.17, JI-158): the separate die if an officer is with the target.

use crate::scene::{scene, scene_with};
use crate::table::Table;
use reglette::game::{Game, Moment, Side, Weighted};
use reglette::jomini::combat::odds::{OddsOptions, Row};
use reglette::jomini::rules::Rules;
use reglette::jomini::state::{DefenceOrder, Step};
use reglette::jomini::{Action, Roll};

/// Sharpshooters with rifles next to a target with a sub-general, at the first throw.
fn shooting(target: &str, change: impl Fn(&mut Rules)) -> Table {
    let lines = format!(
        "red A rifle_heavy_infantry 0503 sharpshooter\nblue D {target}\nofficer blue sub_general 0504\nblue E \
            line_infantry 0606"
    );
    let mut table = scene_with(&lines, change);
    table.attack("A", "D");
    table
}

fn rolls(table: &Table) -> Vec<Weighted<Roll>> {
    let mut rolls = Vec::new();
    table.battle.rolls(&table.state, &mut rolls);
    rolls
}

/// JA3.17: one of the two dice is rolled separately: of 36 results 6 show the arm's face on it, and all others have the
/// same weight as without it.
#[test]
fn one_die_is_rolled_apart_but_part_of_the_total() {
    let rolls = rolls(&shooting("line_infantry 0504", |_| ()));
    assert_eq!(rolls.iter().map(|it| it.weight).sum::<u64>(), 36);
    let weight =
        |which: &dyn Fn(&Roll) -> bool| rolls.iter().filter(|it| which(&it.roll)).map(|it| it.weight).sum::<u64>();
    assert_eq!(weight(&|roll| roll.apart == 1), 6);
    assert_eq!(weight(&|roll| roll.hits == 2), 1);
    assert_eq!((weight(&|roll| roll.hits == 1), weight(&|roll| roll.hits == 1 && roll.apart == 1)), (10, 5));
}

/// JA3.17: without an officer in the target's hex, or without the letter, there is no such die; a general is an officer
/// too.
#[test]
fn there_is_no_die_apart_without_an_officer_to_shoot() {
    let apart = |lines: &str| {
        let mut table = scene(lines);
        table.attack("A", "D");
        rolls(&table).iter().any(|it| it.roll.apart > 0)
    };
    let line = "red A line_infantry 0503 sharpshooter\nblue D line_infantry 0504\n";
    assert!(apart(&format!("{line}officer blue commander_in_chief 0504")));
    assert!(!apart(&format!("{line}officer blue commander_in_chief 0404")), "not in a hex of his own");
    assert!(!apart("red A line_infantry 0503\nblue D line_infantry 0504\nofficer blue commander_in_chief 0504"));
}

/// JA3.17, JI-158: the shooter takes the officer instead of an element, for good and without flight, or leaves it.
#[test]
fn the_shooter_chooses_between_officer_and_element() {
    for takes in [true, false] {
        let mut table = shooting("line_infantry 0504", |_| ());
        let officer = table.officers(Side::Blue)[0];
        table.throw(Roll { hits: 1, apart: 1, ..Roll::default() });
        assert_eq!(
            (table.state.step, table.battle.moment(&table.state)),
            (Step::Sharpshoot, Moment::Decide(Side::Red))
        );
        table.play(if takes { Action::TakeOfficer(officer) } else { Action::Pass });
        table.keep_officers();
        assert_eq!(
            (table.elements("D"), table.state.officer(officer).in_play),
            if takes { (3, false) } else { (2, true) }
        );
        assert_eq!(table.state.flight_count, 0);
    }
}

/// JA3.17: only the face of the target's arm on the separate die counts; other hits take elements.
#[test]
fn a_hit_of_the_other_dice_takes_no_officer() {
    let mut table = shooting("line_infantry 0504", |_| ());
    table.throw(Roll { hits: 1, ..Roll::default() });
    table.keep_officers();
    assert_eq!(table.elements("D"), 2);
    // Of tactical advantages that hit none counts: guns are hit by them in melee.
    let rolls = rolls(&shooting("foot_artillery_light 0504", |_| ()));
    let weight =
        |which: &dyn Fn(&Roll) -> bool| rolls.iter().filter(|it| which(&it.roll)).map(|it| it.weight).sum::<u64>();
    assert_eq!((weight(&|roll| roll.hits == 2), weight(&|roll| roll.apart == 1)), (4, 6));
}

/// JI-158: with several officers the shooter chooses; the loss of the C-in-C costs his side a turn (J5.108).
#[test]
fn of_several_officers_the_shooter_chooses_and_a_commander_is_missed() {
    let mut table = scene(
        "red A line_infantry 0503 sharpshooter\nblue D line_infantry 0504\nofficer blue commander_in_chief \
            0504\nofficer blue senior_officer 0504",
    );
    let officers = table.officers(Side::Blue);
    table.attack("A", "D");
    table.throw(Roll { hits: 1, apart: 1, ..Roll::default() });
    assert_eq!(table.legal(), [Action::Pass, Action::TakeOfficer(officers[0]), Action::TakeOfficer(officers[1])]);
    table.play(Action::TakeOfficer(officers[0]));
    assert!(table.state.side(Side::Blue).cinc_to_place);
}

/// JA3.17, T15: a hit that is dodged is removed before the shooter decides.
#[test]
fn a_dodge_comes_before_the_shot_at_the_officer() {
    let mut table = shooting("line_infantry 0504 dodging", |_| ());
    table.throw(Roll { hits: 1, apart: 1, ..Roll::default() });
    assert_eq!(table.state.step, Step::Dodge);
    table.play(Action::DodgeByTrait);
    assert_ne!(table.state.step, Step::Sharpshoot);
}

/// JI-158: in a riposte too, and in a counter-charge by either side.
#[test]
fn sharpshooters_shoot_in_riposte_and_counter_charge_too() {
    let friends = "blue G1 line_infantry 0404\nblue G2 line_infantry 0604\n";
    let mut table = scene(&format!(
        "red A line_infantry 0503\nofficer red sub_general 0503\nblue D line_infantry 0504 sharpshooter\n{friends}"
    ));
    table.attack("A", "D");
    table.throw(Roll::default());
    table.riposte();
    assert!(rolls(&table).iter().any(|it| it.roll.apart > 0));
    let friends = friends.replace("line_infantry", "heavy_cavalry");
    let mut table = scene(&format!(
        "tokens blue 9\nred A heavy_cavalry 0503 sharpshooter\nofficer red sub_general 0503\nblue D heavy_cavalry 0504 \
            sharpshooter\nofficer blue sub_general 0504\n{friends}"
    ));
    table.begin("A", "D");
    table.defence_order(DefenceOrder::CounterCharge);
    table.decline_to(Step::StrikeRoll);
    table.throw(Roll { hits: 1, apart: 1, ..Roll::default() });
    table.decline_to(Step::StrikeRoll);
    table.throw(Roll { hits: 1, apart: 1, ..Roll::default() });
    for (shooter, side) in [(Side::Red, Side::Blue), (Side::Blue, Side::Red)] {
        assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::Sharpshoot, Moment::Decide(shooter)));
        let officer = table.officers(side)[0];
        table.play(Action::TakeOfficer(officer));
        assert!(!table.state.officer(officer).in_play);
    }
    assert_eq!((table.elements("A"), table.elements("D")), (3, 3));
}

/// JI-158 in a variant: the officer flees instead.
#[test]
fn by_a_variant_the_officer_hit_flees() {
    let lines = "red A line_infantry 0503 sharpshooter\nblue D line_infantry 0504\nblue E line_infantry 0505\nofficer \
        blue sub_general 0504";
    let mut table = scene_with(lines, |rules| rules.sharpshooter_kills = false);
    let officer = table.officers(Side::Blue)[0];
    table.attack("A", "D");
    table.throw(Roll { hits: 1, apart: 1, ..Roll::default() });
    table.play(Action::TakeOfficer(officer));
    table.keep_officers();
    assert!(table.state.officer(officer).in_play);
    assert_eq!((table.officers_at(Side::Blue), table.elements("D")), (vec!["0505".to_owned()], 3));
}

/// JA3.17: exact odds include the separate die: with two dice of which the first may take an officer, 6 throws in 36
/// cost no element but the officer, unless both hit.
#[test]
fn exact_odds_know_the_die_apart() {
    let table =
        scene("red A rifle_heavy_infantry 0503 sharpshooter\nblue D line_infantry 0504\nofficer blue sub_general 0504");
    let (attacker, target) = (table.unit("A"), table.unit("D"));
    let weigh = |sharpshoot| {
        let options = OddsOptions { sharpshoot, ..OddsOptions::default() };
        table
            .battle
            .odds(&table.state, attacker, target, &options)
            .expect("a combat")
            .attack()
            .expect("an attack")
            .clone()
    };
    let (taken, spared) = (weigh(true), weigh(false));
    let chance = |odds: &reglette::jomini::combat::odds::StrikeOdds, which: &dyn Fn(&Row) -> bool| {
        odds.rows.iter().filter(|(row, _)| which(row)).map(|(_, count)| count).sum::<u128>() * 36 / odds.total
    };
    assert_eq!((chance(&taken, &|row| row.officers == 1), chance(&spared, &|row| row.officers == 1)), (6, 0));
    assert_eq!((chance(&spared, &|row| row.losses == 2), chance(&spared, &|row| row.losses == 1)), (1, 10));
    assert_eq!((chance(&taken, &|row| row.losses == 2), chance(&taken, &|row| row.losses == 1)), (0, 6));
    // The officer no longer makes his unit ignore a flag: with him it stands against one, without him it retreats.
    assert_eq!((chance(&spared, &|row| row.retreat == 1), chance(&taken, &|row| row.retreat == 1)), (1, 2));
}
