//! Other periods (annex 4): the wars in lace, the second half of the 19th century.

use crate::scene::scene_with;
use crate::table::Table;
use reglette::game::{Game, Moment, Side};
use reglette::jomini::army::unit::UnitLetters;
use reglette::jomini::rules::Face::{Artillery, Cavalry, Flag, Infantry, Letter, Tactical};
use reglette::jomini::rules::{Rules, UnitKind};
use reglette::jomini::state::{AttackKind, Step};
use reglette::jomini::{Action, Roll};

fn lace(lines: &str) -> Table {
    scene_with(lines, |rules| rules.period_lace_wars = true)
}

fn late(lines: &str) -> Table {
    scene_with(lines, |rules| rules.period_late_19c = true)
}

/// A attacks D, each with an officer of his side.
const OFFICERS: &str = "red A line_infantry 0503\nblue D line_infantry 0504\nofficer red sub_general 0503\nofficer \
    blue sub_general 0504\ntokens red 9\ntokens blue 9\n";

fn front(table: &Table, side: Side) -> Action {
    Action::FrontRank(table.officers(side)[0])
}

/// JA4.1, JA4.2, JA4.3: with tokens in hand and officers beside them neither side can give an order, and no unit can be
/// led.
#[test]
fn in_lace_there_are_no_orders_and_nobody_is_led() {
    let mut table = lace(OFFICERS);
    table.begin("A", "D");
    let mut steps = Vec::new();
    while let Moment::Decide(_) = table.battle.moment(&table.state) {
        steps.push(table.state.step);
        table.play(if table.state.step == Step::BreakOff { Action::Stand } else { Action::Pass });
    }
    let (attacker, defender) = (table.unit("A"), table.unit("D"));
    assert_eq!(steps, [Step::FrontRank(attacker), Step::FrontRank(defender)]);
    assert_eq!(table.state.step, Step::StrikeRoll);
    let command = lace(&format!("{OFFICERS}phase command\nred B line_infantry 0101"));
    assert!(
        command.legal().iter().all(|action| matches!(action, Action::Activate(_) | Action::Done)),
        "{:?}",
        command.legal()
    );
    let movement = lace(&format!("{OFFICERS}phase movement\nred B line_infantry 0101 elements=1"));
    assert!(
        !movement
            .legal()
            .iter()
            .any(|action| matches!(action, Action::ForcedMarch(..) | Action::Rally(..) | Action::LeadToRally(..)))
    );
}

/// JA4.2 with JI-188: letters are flags for every roller, guns included, unless they stay letters in a variant.
#[test]
fn in_lace_a_letter_is_a_flag() {
    for kind in ["line_infantry 0503", "foot_artillery_heavy 0502"] {
        let table = lace(&format!("red A {kind}\nblue D line_infantry 0504"));
        assert_eq!(table.battle.field.rules.die_faces, [Infantry, Cavalry, Artillery, Flag, Flag, Tactical]);
    }
    let kept = |rules: &mut Rules| (rules.period_lace_wars, rules.lace_letter_is_flag) = (true, false);
    let table = scene_with("red A line_infantry 0503\nblue D line_infantry 0504", kept);
    assert_eq!(table.battle.field.rules.die_faces, [Infantry, Cavalry, Artillery, Flag, Letter, Tactical]);
}

/// JA4.3, JA4.4 with JI-189: an officer in the front rank gives his unit a die in attack and riposte, above the limit
/// of the ground.
#[test]
fn an_officer_in_the_front_rank_gives_a_die() {
    let lines = format!("{OFFICERS}buildings 0504");
    let dice = |table: &Table| {
        let mut rolls = Vec::new();
        table.battle.rolls(&table.state, &mut rolls);
        rolls.iter().map(|it| it.roll.hits).max()
    };
    let mut plain = lace(&lines);
    plain.begin("A", "D");
    plain.play(Action::Pass);
    plain.play(Action::Pass);
    assert_eq!(dice(&plain), Some(2), "two dice against buildings");
    let mut table = lace(&lines);
    table.begin("A", "D");
    table.play(front(&table, Side::Red));
    table.play(front(&table, Side::Blue));
    table.play(Action::Stand);
    assert_eq!(dice(&table), Some(3));
    table.throw(Roll::default());
    table.play(Action::Riposte);
    assert_eq!(dice(&table), Some(3), "the defender strikes back with his die more");
}

/// JA4.4: for each loss a die, a tactical advantage removes the officer; then the combat continues.
#[test]
fn an_officer_in_the_front_rank_may_be_wounded_for_each_loss() {
    let mut table = lace(OFFICERS);
    table.begin("A", "D");
    table.play(Action::Pass);
    table.play(front(&table, Side::Blue));
    table.play(Action::Stand);
    table.throw(Roll { hits: 2, ..Roll::default() });
    assert_eq!(table.state.step, Step::WoundRoll(2));
    assert_eq!(table.elements("D"), 1);
    let mut unhurt = Table { battle: table.battle.clone(), state: table.state };
    table.throw(Roll { hits: 1, ..Roll::default() });
    assert!(table.officers(Side::Blue).is_empty(), "wounded");
    unhurt.throw(Roll::default());
    assert_eq!(unhurt.officers(Side::Blue).len(), 1);
    // An officer outside the front rank is in no danger.
    let mut behind = lace(OFFICERS);
    behind.begin("A", "D");
    behind.play(Action::Pass);
    behind.play(Action::Pass);
    behind.throw(Roll { hits: 2, ..Roll::default() });
    assert!(!matches!(behind.state.step, Step::WoundRoll(_)));
}

/// JA4.5: an officer in the front rank breaks off the combat, with troops of any type; the enemy's faces of the arm
/// count, the officer is in no danger, the enemy may follow up.
#[test]
fn an_officer_in_the_front_rank_breaks_off() {
    let lines = OFFICERS.replace("red A line_infantry", "red A heavy_cavalry");
    let mut table = scene_with(&lines, |rules| (rules.period_lace_wars, rules.break_off_followup) = (true, false));
    table.begin("A", "D");
    table.play(Action::Pass);
    table.play(front(&table, Side::Blue));
    table.play(Action::BreakOff);
    assert_eq!(table.state.combat.attack_kind, AttackKind::AgainstBreakOff);
    table.throw(Roll { hits: 1, ..Roll::default() });
    assert_eq!(table.state.step, Step::FallBack, "no die for a wound");
    assert_eq!(table.elements("D"), 2);
    let back = table.legal().into_iter().find(|action| matches!(action, Action::FallBackTo(_))).expect("a way back");
    table.play(back);
    assert!(table.may(Action::FollowUp), "as after a normal retreat");
    let mut without = lace(OFFICERS);
    without.begin("A", "D");
    without.play(Action::Pass);
    without.play(Action::Pass);
    assert_eq!(without.state.step, Step::StrikeRoll, "line infantry without him cannot");
}

/// JA4.6, JA4.7 with JI-190: regular troops have Panic; militia and elite only if it is on their card.
#[test]
fn in_lace_regular_troops_panic() {
    let panics = |card: &str, lace: bool| {
        let table = scene_with(&format!("red A line_infantry 0503 {card}\nblue D line_infantry 0504"), |rules| {
            rules.period_lace_wars = lace
        });
        table.battle.field.forces.profile(table.unit("A")).has(UnitLetters::PANIC)
    };
    assert!(
        panics("", true)
            && panics("recruits", true)
            && panics("elite regular", true)
            && panics("elite panic", true)
            && panics("militia", true)
    );
    assert!(!panics("elite", true) && !panics("levy militia", true) && !panics("", false));
    let switched_off = scene_with("red A line_infantry 0503\nblue D line_infantry 0504", |rules| {
        (rules.period_lace_wars, rules.lace_regulars_panic) = (true, false);
    });
    assert!(!switched_off.battle.field.forces.profile(switched_off.unit("A")).has(UnitLetters::PANIC));
}

/// JA4.8, JA4.9, JA4.11 with JI-191: western infantry has rifles, the dice of heavy and the moves of light infantry;
/// others are unchanged.
#[test]
fn after_1850_western_infantry_has_rifles_and_fights_in_loose_order() {
    let lines = "red A line_infantry 0503\nred B light_infantry 0403\nred C line_infantry 0603 irregular\nblue D \
        line_infantry 0504";
    let numbers = |table: &Table, name: &str| {
        let profile = table.battle.field.forces.profile(table.unit(name));
        (profile.kind, profile.dice, profile.move_fight, profile.range)
    };
    let table = late(lines);
    assert_eq!(numbers(&table, "A"), (UnitKind::RifleHeavyInfantry, 3, 2, 2));
    assert_eq!(numbers(&table, "B"), (UnitKind::RifleLightInfantry, 3, 2, 2));
    assert_eq!(numbers(&table, "C"), (UnitKind::LineInfantry, 3, 1, 1));
    let close = scene_with(lines, |rules| (rules.period_late_19c, rules.late_infantry_open_order) = (true, false));
    assert_eq!(numbers(&close, "A"), (UnitKind::RifleHeavyInfantry, 3, 1, 2));
    assert_eq!(numbers(&close, "B"), (UnitKind::RifleLightInfantry, 2, 2, 2));
}

/// JA4.9, JI-191: the period arms mounted infantry, which cavalry that fights on foot is, like any other.
#[test]
fn cavalry_that_fights_on_foot_is_mounted_infantry() {
    let table = late("red A light_infantry 0503\nblue D line_infantry 0504");
    let mut card = reglette::jomini::army::card::UnitCard {
        name: "Dismounted cavalry".to_owned(),
        kind: UnitKind::LightInfantry,
        training: Default::default(),
        morale: Default::default(),
        letters: Vec::new(),
        orders: Vec::new(),
        western: None,
        contingent: 0,
        carried_by: Some(reglette::jomini::army::transport::Carrier::Horses),
        carronade: false,
    };
    let profile = card.profile(&table.battle.field.rules).expect("infantry");
    assert!(profile.has(UnitLetters::HORSES) && profile.has_rifles());
    card.western = Some(false);
    assert!(!card.profile(&table.battle.field.rules).expect("infantry").has_rifles());
}

/// JA4.12 with JI-192: breech-loaders give the dice of the elite, but not its right to follow up.
#[test]
fn breech_loaders_give_the_dice_of_the_elite() {
    let lines =
        |training: &str| format!("red A line_infantry 0503 {training} breech_loading\nblue D line_infantry 0504");
    let with = |training: &str| late(&lines(training)).dice_of("A", "D");
    // Three dice, one less in melee with rifles.
    assert_eq!((with("levy"), with(""), with("elite"), with("super_elite")), (3, 3, 3, 4));
    let table = late(&lines(""));
    assert!(!table.battle.field.forces.profile(table.unit("A")).elite);
    let off = scene_with(&lines(""), |rules| (rules.period_late_19c, rules.breech_as_elite) = (true, false));
    assert_eq!(off.dice_of("A", "D"), 2);
}

/// JA4.13, JA4.14 with JI-193: rifled guns reach a hex further, breech-loaders roll one more die, recoil brakes add
/// another; a Gatling and a Maxim are such very light guns.
#[test]
fn guns_of_a_late_make_reach_further_and_roll_more() {
    let gun = |letters: &str| {
        let table = late(&format!("red A foot_artillery_very_light 0502 {letters}\nblue D line_infantry 0504"));
        (table.battle.field.forces.profile(table.unit("A")).range, table.dice_of("A", "D"))
    };
    assert_eq!(gun(""), (2, 3));
    assert_eq!(gun("rifled"), (3, 3));
    assert_eq!(gun("rifled breech_loading"), (3, 4), "a Gatling");
    assert_eq!(gun("rifled breech_loading recoil_brakes"), (3, 5), "a Maxim");
    let far = late("red A foot_artillery_very_heavy 0501 rifled\nblue D line_infantry 0507");
    assert!(far.targets("A").contains("D"), "six hexes");
    let before =
        scene_with("red A foot_artillery_very_light 0502 rifled breech_loading\nblue D line_infantry 0504", |_| ());
    assert_eq!(
        (before.battle.field.forces.profile(before.unit("A")).range, before.dice_of("A", "D")),
        (2, 3),
        "before 1850 nobody has them"
    );
}

/// JA4.4, JI-189: "for each loss": those of hexes that cannot be made and of panic, too, at the end of the retreat; a
/// variant counts those of the enemy's dice only.
#[test]
fn losses_of_a_retreat_endanger_the_officer_in_the_front_rank() {
    let struck = |letters: &str, at: [&str; 2], all: bool| {
        let lines = format!(
            "red A cuirassiers {}\nblue D line_infantry {} {letters}\nofficer blue sub_general {}\n",
            at[0], at[1], at[1]
        );
        let mut table = scene_with(&lines, |rules| (rules.period_lace_wars, rules.front_rank_all_losses) = (true, all));
        table.begin("A", "D");
        table.play(front(&table, Side::Blue));
        if table.state.step == Step::BreakOff {
            table.play(Action::Stand);
        }
        table.roll(&[Flag, Flag]);
        table
    };
    let mut blocked = struck("elite", ["0507", "0508"], true);
    assert_eq!(
        (blocked.elements("D"), blocked.state.step),
        (2, Step::WoundRoll(1)),
        "one flag ignored for the officer, one hex not made"
    );
    blocked.throw(Roll { hits: 1, ..Roll::default() });
    assert!(blocked.officers(Side::Blue).is_empty());
    assert!(!matches!(struck("elite", ["0507", "0508"], false).state.step, Step::WoundRoll(_)));
    let panicked = |all: bool| {
        let mut table = struck("elite panic", ["0503", "0504"], all);
        table.retreat();
        table.throw(Roll { hits: 1, ..Roll::default() });
        table.state.step
    };
    assert_eq!(panicked(true), Step::WoundRoll(1));
    assert!(!matches!(panicked(false), Step::WoundRoll(_)));
}

/// JA4.4, JI-189: the front rank is a place in melee; a variant has it at range, too.
#[test]
fn an_officer_may_stand_in_the_front_rank_of_troops_that_fire() {
    let asked = |fire: bool| {
        let lines = "red A rifle_light_infantry 0502\nblue D line_infantry 0504\nofficer red sub_general 0502\n";
        let mut table = scene_with(lines, |rules| (rules.period_lace_wars, rules.front_rank_in_fire) = (true, fire));
        table.begin("A", "D");
        matches!(table.state.step, Step::FrontRank(_))
    };
    assert_eq!([asked(true), asked(false)], [true, false]);
}
