//! Combat under other settings of the rules: the number of orders (J3.22), their minimum cost (J3.24), the choice of
//! ignored morale hits (JI-134), following a unit that breaks off (JI-157); and limits per combat (JI-81, J5.88).

use crate::scene::{BLUE_FRIENDS, scene, scene_with};
use crate::table::{Table, set};
use reglette::game::{Game, Moment, Side};
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{Cavalry, Flag, Infantry};
use reglette::jomini::rules::Rules;
use reglette::jomini::state::faces::Effect;
use reglette::jomini::state::{AttackOrder, DefenceOrder, Step};

const LINE: &str = "tokens red 9\ntokens blue 9\nred A line_infantry 0503\nblue D line_infantry 0504\n";

/// A has begun its attack on D.
fn begun(lines: &str, change: impl Fn(&mut Rules)) -> Table {
    let mut table = scene_with(lines, change);
    table.begin("A", "D");
    table
}

/// J3.22: without attack orders the defender decides first, without defence orders neither side does; guns have no Wind
/// of the ball either.
#[test]
fn orders_can_be_ruled_out() {
    assert_eq!(begun(LINE, |_| ()).state.step, Step::AttackOrder);
    assert_eq!(begun(LINE, |rules| rules.attack_orders_per_combat = 0).state.step, Step::DefenceOrder);
    let mut no_defence = begun(LINE, |rules| rules.defence_orders_per_combat = 0);
    no_defence.attack_order(AttackOrder::Elan);
    assert_eq!(no_defence.state.step, Step::StrikeRoll);
    let wind = |most: u8| {
        let table = begun("tokens red 9\nred A foot_artillery_heavy 0501\nblue D line_infantry 0504", |rules| {
            rules.attack_orders_per_combat = most
        });
        table.battle.field.face_effects(&table.state, &table.attack_roll("A", "D")).contains(&Effect::Tactical)
    };
    assert_eq!([wind(0), wind(1)], [false, true]);
}

/// J3.44, JI-76, JI-136: Wind of the ball can be bought with letters of the same roll: it is offered if tokens and dice
/// together can pay for it.
#[test]
fn letters_of_the_roll_can_pay_for_wind_of_the_ball() {
    let open = |tokens: u8, elements: u8| {
        let table = scene(&format!(
            "tokens red {tokens}\nred A foot_artillery_heavy 0501 elements={elements}\nblue D line_infantry 0504"
        ));
        table.battle.field.face_effects(&table.state, &table.attack_roll("A", "D")).contains(&Effect::Tactical)
    };
    assert_eq!([open(0, 1), open(1, 1), open(0, 2), open(2, 1), open(0, 3)], [false, true, true, true, true]);
}

/// J3.24, J3.19: where the rules let an order cost nothing, it is offered without a token.
#[test]
fn an_order_may_cost_nothing() {
    let offered = |least: u8| {
        let mut table = begun(&LINE.replace("tokens blue 9", "officer blue commander_in_chief 0504"), |rules| {
            rules.order_min_cost = least
        });
        table.decline_to(Step::AttackOrder);
        table.play(Action::NoOrder);
        if table.state.step == Step::DefenceOrder { table.defence_orders() } else { Vec::new() }
    };
    assert_eq!(offered(0), [DefenceOrder::Sacrifice]);
    assert!(offered(1).is_empty());
}

/// JI-134: an owner who has the choice decides only if there is something to ignore, and between nothing and all of it.
#[test]
fn nobody_is_asked_what_he_cannot_ignore() {
    let asked = |more: &str, flags: usize| {
        let mut table = scene_with(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{more}"), |rules| {
            rules.ignore_flags_auto = false
        });
        table.attack("A", "D");
        table.roll(&vec![Flag; flags]);
        if table.state.step == Step::Ignore { table.legal() } else { Vec::new() }
    };
    assert!(asked("", 1).is_empty() && asked(BLUE_FRIENDS, 0).is_empty());
    assert_eq!(asked(BLUE_FRIENDS, 2), [Action::Ignore(1), Action::Ignore(0)]);
    let officers = "officer blue sub_general 0504\nofficer blue sub_general 0504";
    assert_eq!(asked(officers, 1), [Action::Ignore(1), Action::Ignore(0)], "no more than there are");
    assert_eq!(asked(officers, 3), [Action::Ignore(2), Action::Ignore(1), Action::Ignore(0)]);
    // J3.49: a unit that holds its position may ignore all flags.
    let mut table = begun("tokens blue 9\nred A line_infantry 0503\nblue D line_infantry 0504", |rules| {
        rules.ignore_flags_auto = false
    });
    table.defence_order(DefenceOrder::HoldPosition);
    table.roll(&[Flag, Flag]);
    assert_eq!(table.legal(), [Action::Ignore(2), Action::Ignore(1), Action::Ignore(0)]);
    table.play(Action::Ignore(0));
    assert_eq!(table.state.combat.retreat_due, 2);
}

/// J3.46, JI-80: no more elements are sacrificed than the unit has; a unit that sacrifices its last is destroyed and
/// can be followed.
#[test]
fn a_unit_can_sacrifice_itself() {
    let mut table = begun("tokens blue 9\nred A heavy_cavalry 0503\nblue D line_infantry 0504 elements=2", |_| ());
    table.defence_order(DefenceOrder::Sacrifice);
    table.roll(&[Flag, Flag, Flag]);
    assert_eq!(table.legal(), [Action::Pass, Action::Sacrifice(1), Action::Sacrifice(2)]);
    table.play(Action::Sacrifice(2));
    assert_eq!((table.at("D").as_str(), table.state.step), ("", Step::FollowUp));
}

/// JI-157: in a variant no unit follows one that has broken off; one destroyed meanwhile is followed nevertheless.
#[test]
fn by_a_variant_nobody_follows_a_unit_that_breaks_off() {
    let after = |follows: bool, hits: usize| {
        let lines = "red A heavy_cavalry 0503\nblue D light_cavalry 0504 break_off elements=1";
        let mut table = begun(lines, |rules| rules.break_off_followup = follows);
        table.play(Action::BreakOff);
        table.roll(&vec![Cavalry; hits]);
        if table.state.step == Step::FallBack {
            table.play(Action::FallBackTo(table.hex("0505")));
        }
        table.state.step
    };
    assert_eq!([after(true, 0), after(false, 0), after(false, 1)], [Step::FollowUp, Step::Combat, Step::FollowUp]);
}

/// JI-81: the letter Dodge works once for each side of a combat: once for the defender in the attack, once for the
/// attacker in the riposte, and again in the next combat.
#[test]
fn each_side_dodges_once_in_a_combat() {
    let lines = format!(
        "red A line_infantry 0503 dodging\nred B line_infantry 0604\nblue D line_infantry 0504 \
            dodging\n{BLUE_FRIENDS}officer blue sub_general 0504\nofficer blue sub_general 0504"
    );
    let mut table = scene(&lines);
    table.attack("A", "D");
    table.roll(&[Infantry, Infantry]);
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::Dodge, Moment::Decide(Side::Blue)));
    table.play(Action::DodgeByTrait);
    table.keep_officers();
    assert_eq!((table.elements("D"), table.state.step), (2, Step::Riposte), "three ignored: support and two officers");
    table.play(Action::Riposte);
    table.decline_to(Step::StrikeRoll);
    table.roll(&[Infantry, Infantry]);
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::Dodge, Moment::Decide(Side::Red)));
    table.play(Action::DodgeByTrait);
    assert_eq!(table.elements("A"), 2, "the second hit is taken");
    table.retreat();
    table.attack("B", "D");
    table.roll(&[Infantry]);
    assert_eq!(table.state.step, Step::Dodge, "another combat");
}

/// J5.88: what counts is the current combat: a unit that was driven back by an earlier attack strikes back at a later
/// one.
#[test]
fn who_was_driven_back_before_strikes_back_now() {
    let lines = "red A line_infantry 0503\nred B line_infantry 0604\nblue D line_infantry 0504\nblue G line_infantry \
        0506\nblue H line_infantry 0405";
    let mut table = scene(lines);
    table.attack("A", "D");
    table.roll(&[Flag]);
    table.retreat();
    assert_eq!((table.at("D").as_str(), table.targets("B")), ("0505", set(&["D"])));
    table.attack("B", "D");
    table.roll(&[]);
    assert_eq!(table.state.step, Step::Riposte);
}

/// J5.2: combats are counted one by one, a pursuit's among them.
#[test]
fn every_combat_is_counted() {
    let mut table = scene("red A heavy_cavalry 0503\nblue D line_infantry 0504 unstable\nblue E line_infantry 0505");
    table.attack("A", "D");
    table.roll(&[Infantry]);
    table.play(Action::FollowUp);
    let enemy = table.unit("E");
    table.play(Action::AttackAgain(enemy));
    assert_eq!(table.battle.tally(&table.state).combats, 2);
}

/// JI-108, J4.11: where the rules let guns lose all their dice by moving, those that have lost them all do not attack;
/// others do, and so do those that stood.
#[test]
fn guns_that_moved_out_of_their_dice_do_not_attack() {
    let attacks = |words: &str, zero: bool| {
        !scene_with(&format!("red A foot_artillery_very_light 0503 {words}\nblue D line_infantry 0504"), |rules| {
            rules.artillery_move_can_reach_zero = zero
        })
        .targets("A")
        .is_empty()
    };
    assert_eq!(
        [attacks("elements=1 moved=1", true), attacks("elements=2 moved=1", true), attacks("elements=1", true)],
        [false, true, true]
    );
    // Training counts: the dice are tested after all of them are added and subtracted.
    assert_eq!(
        [attacks("elite elements=1 moved=1", true), attacks("levy elements=2 moved=1", true)],
        [true, false],
        "1 + 1 - 1 = 1 die, 2 - 2 - 1 < 1"
    );
    assert!(attacks("elements=1 moved=1", false));
    let levy = "red A horse_artillery_light 0503 levy elements=2 moved=1\nblue D line_infantry 0504";
    let fights = |per_hex| {
        let table = scene_with(levy, |rules| {
            rules.artillery_move_can_reach_zero = true;
            rules.artillery_move_dice_penalty_per_hex = per_hex;
        });
        !table.targets("A").is_empty()
    };
    assert_eq!([fights(0), fights(1)], [true, false], "a gun that loses no die by moving rolls the minimum");
}
