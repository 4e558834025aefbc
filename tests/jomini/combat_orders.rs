//! Orders in combat (J3.38 to J3.53): their costs, effects and conditions; letters that make them cheaper, more
//! expensive or impossible (JA3.10, JA3.12, JA3.32 to JA3.35). Breakthrough is in `follow_up.rs`; orders by a leading
//! officer are in `officers_in_combat.rs`.

use crate::scene::{BLUE_FRIENDS, RED_FRIENDS, scene, scene_with};
use crate::table::Table;
use reglette::game::{Game, Moment, Side};
use reglette::jomini::combat::hits::TacticalEffect::{Hit, Miss};
use reglette::jomini::combat::odds::OddsOptions;
use reglette::jomini::rules::Face::{self, Artillery, Cavalry, Flag, Infantry, Letter, Tactical};
use reglette::jomini::rules::SappersScope;
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::{AttackKind, AttackOrder, DefenceOrder, Step};
use reglette::jomini::{Action, Roll};

const TOKENS: &str = "tokens red 9\ntokens blue 9\n";

/// A begins an attack on D under these lines, both sides holding nine tokens.
fn begun(lines: &str) -> Table {
    let mut table = scene(&format!("{TOKENS}{lines}"));
    table.begin("A", "D");
    table
}

/// The same with this attack order, up to the dice.
fn ordered(lines: &str, order: AttackOrder) -> Table {
    let mut table = begun(lines);
    table.attack_order(order);
    table.go_to_dice();
    table
}

/// The same with this defence order.
fn defended(lines: &str, order: DefenceOrder) -> Table {
    let mut table = begun(lines);
    table.defence_order(order);
    table
}

/// A infantry on 0503 against D infantry on 0504.
fn infantry(attacker: &str, defender: &str, more: &str) -> String {
    format!("red A line_infantry 0503 {attacker}\nblue D line_infantry 0504 {defender}\n{more}")
}

/// J3.38: attack orders are given in melee, by the side whose Combat phase it is, to infantry and mounted troops
/// (JI-71); J3.22: one in a combat.
#[test]
fn attack_orders_are_for_the_melee_of_the_active_side() {
    assert_eq!(
        begun(&infantry("", "", "")).attack_orders(),
        [AttackOrder::Elan, AttackOrder::Charge, AttackOrder::Berserk]
    );
    let fire = begun("red A rifle_light_infantry 0502\nblue D line_infantry 0504");
    assert_eq!(fire.state.step, Step::StrikeRoll);
    let gun = begun("red A foot_artillery_heavy 0503\nblue D line_infantry 0504");
    assert_eq!(gun.state.step, Step::DefenceOrder);
    let mut once = begun(&infantry("", "", ""));
    once.attack_order(AttackOrder::Elan);
    assert!(once.attack_orders().is_empty());
    let mut answer = begun(&infantry("", "", BLUE_FRIENDS));
    answer.go_to_dice();
    answer.roll(&[]);
    answer.play(Action::Riposte);
    assert_eq!(answer.state.step, Step::StrikeRoll, "no order of either side in a riposte (JI-85)");
}

/// J3.39: Élan is one more die for 1 token, 2 for mounted troops; twice that for Hesitant, three times for Fleeing
/// units; JI-59: three times for both.
#[test]
fn elan_is_a_die_more_and_dear_for_wavering_units() {
    let cost = |unit: &str| {
        let table = ordered(&format!("red A {unit}\nblue D line_infantry 0504"), AttackOrder::Elan);
        (table.dice(), 9 - table.tokens(Side::Red))
    };
    assert_eq!(cost("line_infantry 0503"), (4, 1));
    assert_eq!(cost("heavy_cavalry 0503"), (4, 2));
    assert_eq!([cost("line_infantry 0503 hesitant"), cost("heavy_cavalry 0503 hesitant")], [(4, 2), (4, 4)]);
    assert_eq!([cost("line_infantry 0503 fleeing"), cost("line_infantry 0503 fleeing hesitant")], [(4, 3), (4, 3)]);
}

/// JA3.10: a Basic unit receives no Élan, but other orders.
#[test]
fn basic_units_receive_no_elan() {
    assert_eq!(begun(&infantry("basic", "", "")).attack_orders(), [AttackOrder::Charge, AttackOrder::Berserk]);
}

/// JA3.32, JA3.33: attack orders cost one less or more by letter; JA3.34, JA3.35: so do defence orders; J3.24: never
/// less than one.
#[test]
fn letters_make_orders_cheaper_or_dearer() {
    let attack = |letter: &str, order| 9 - ordered(&infantry(letter, "", ""), order).tokens(Side::Red);
    assert_eq!(["", "attack_good", "attack_weak"].map(|letter| attack(letter, AttackOrder::Charge)), [2, 1, 3]);
    assert_eq!(
        ["", "attack_good", "attack_weak", "defence_good"].map(|letter| attack(letter, AttackOrder::Elan)),
        [1, 1, 2, 1]
    );
    let defence = |letter: &str| 9 - defended(&infantry("", letter, ""), DefenceOrder::Nuts).tokens(Side::Blue);
    assert_eq!(["", "defence_good", "defence_weak", "attack_good"].map(defence), [3, 2, 4, 3]);
}

/// J3.19: orders are paid from tokens held.
#[test]
fn orders_are_for_those_who_can_pay_them() {
    let offered = |tokens: u8| {
        let mut table = scene(&format!("tokens red {tokens}\n{}", infantry("", "", "")));
        table.begin("A", "D");
        if table.state.step == Step::AttackOrder { table.attack_orders().len() } else { 0 }
    };
    assert_eq!([offered(0), offered(1), offered(2), offered(3)], [0, 1, 2, 3]);
}

/// J3.40: Charge! supports the unit in its attack, in the riposte to it and in its pursuit; it ends with the phase.
#[test]
fn charge_supports_the_unit_for_its_combat_phase() {
    let lines = "red A heavy_cavalry 0503\nblue D line_infantry 0504 unstable\nblue E line_infantry 0505\nofficer blue \
        sub_general 0808";
    let mut table = ordered(lines, AttackOrder::Charge);
    assert_eq!((9 - table.tokens(Side::Red), table.tactical("A", "D"), table.ignored_in_answer("A", "D")), (2, Hit, 1));
    table.roll(&[Infantry]);
    table.play(Action::FollowUp);
    let enemy = table.unit("E");
    table.play(Action::AttackAgain(enemy));
    assert_eq!(table.tactical("A", "E"), Hit);
    assert!(!table.attack_orders().contains(&AttackOrder::Charge), "it would do nothing");
    table.go_to_dice();
    table.roll(&[]);
    table.play(Action::Done);
    assert!(!table.battle.field.is_supported_at_rest(&table.state, table.unit("A")), "in the enemy's turn");
}

/// J3.41, JI-75: Berserks cost 3 and give two dice; the unit must follow up; in the riposte each tactical advantage is
/// a hit, despite works and Harassment.
#[test]
fn berserks_roll_two_more_dice_must_follow_up_and_are_hit_by_tactical_advantages() {
    let mut table = ordered(&infantry("", "", ""), AttackOrder::Berserk);
    assert_eq!((9 - table.tokens(Side::Red), table.dice()), (3, 5));
    table.roll(&[Flag]);
    table.retreat();
    assert_eq!(table.at("A"), "0504", "ordinary infantry would not follow");
    let lines = "red A line_infantry 0503\nblue D light_infantry 0504 harassing\nwall 0503 NW\n";
    let mut table = ordered(&format!("{lines}{BLUE_FRIENDS}"), AttackOrder::Berserk);
    table.roll(&[]);
    table.riposte();
    table.roll(&[Tactical]);
    assert_eq!((table.elements("A"), table.at("A").as_str()), (2, "0503"));
    let mut plain = begun(&format!("{lines}{BLUE_FRIENDS}"));
    plain.go_to_dice();
    plain.roll(&[]);
    plain.riposte();
    plain.roll(&[Tactical]);
    assert_eq!(plain.elements("A"), 3);
}

/// J3.42, JI-73: Sappers cost 4 and cancel the effects of the attacked ground and works: dice, tactical advantage,
/// flags ignored, support of the defender and its right to riposte.
#[test]
fn sappers_cancel_the_attacked_ground() {
    let ground = "buildings 0504\nhill 0504\nfortification 0504 SE\n";
    let lines = infantry("", "", &format!("{RED_FRIENDS}{ground}"));
    let plain = begun(&lines);
    assert_eq!((plain.dice_of("A", "D"), plain.tactical("A", "D"), plain.ignored("A", "D")), (2, Miss, 3));
    let mut table = ordered(&lines, AttackOrder::Sappers);
    assert_eq!((9 - table.tokens(Side::Red), table.dice()), (4, 3));
    table.roll(&[Tactical, Flag]);
    assert_eq!((table.elements("D"), table.state.combat.retreat_due), (2, 1));
    let mut stays = ordered(&lines, AttackOrder::Sappers);
    stays.roll(&[]);
    assert_eq!(stays.state.step, Step::Combat, "no riposte by right of the ground");
    let mut rocks = ordered(&infantry("", "", "rocks 0504\nforest 0503"), AttackOrder::Sappers);
    assert_eq!(rocks.dice(), 2, "the attacker's own forest still limits");
    rocks.roll(&[]);
}

/// J3.42, JI-73: with Sappers mounted troops fight rough terrain as open ground; on open ground the order is not given;
/// in a variant it affects the dice only.
#[test]
fn sappers_open_rough_terrain_to_mounted_troops() {
    let lines = format!("red A heavy_cavalry 0503\nblue D line_infantry 0504\n{RED_FRIENDS}forest 0504");
    let mut table = ordered(&lines, AttackOrder::Sappers);
    assert_eq!(table.dice(), 3);
    table.roll(&[Tactical]);
    assert_eq!(table.elements("D"), 2);
    assert!(!begun(&infantry("", "", "")).attack_orders().contains(&AttackOrder::Sappers));
    let mut variant = scene_with(&format!("{TOKENS}{lines}"), |rules| rules.sappers_scope = SappersScope::DiceOnly);
    variant.begin("A", "D");
    variant.attack_order(AttackOrder::Sappers);
    variant.go_to_dice();
    assert_eq!(variant.dice(), 3);
    variant.roll(&[Tactical]);
    assert_eq!(variant.elements("D"), 3);
}

/// J3.42, J1.5, JI-73: with Sappers mounted defenders in rough terrain are supported as on open ground, and may
/// riposte.
#[test]
fn sappers_open_rough_terrain_to_mounted_defenders() {
    let lines = format!("red A line_infantry 0503\nblue D heavy_cavalry 0504\n{RED_FRIENDS}{BLUE_FRIENDS}forest 0504");
    for (order, supported) in [(AttackOrder::Elan, false), (AttackOrder::Sappers, true)] {
        let mut missed = ordered(&lines, order);
        missed.roll(&[]);
        assert_eq!(missed.state.step != Step::Combat, supported, "{order:?}: the right to riposte");
        let mut shaken = ordered(&lines, order);
        shaken.roll(&[Flag]);
        assert_eq!(shaken.state.combat.retreat_due == 0, supported, "{order:?}: the flag ignored");
    }
}

/// J3.42, JI-73: the roll of a riposte to Sappers is that of any riposte.
#[test]
fn sappers_do_not_change_the_roll_of_the_riposte() {
    let mut table = ordered(&infantry("", "", &format!("{BLUE_FRIENDS}forest 0504")), AttackOrder::Sappers);
    table.roll(&[]);
    table.riposte();
    assert_eq!(table.dice(), 2, "out of the forest");
}

/// J3.44, JI-76: Wind of the ball costs 2, after the roll, and turns any number of a gun's tactical advantages into
/// morale hits, also against works.
#[test]
fn wind_of_the_ball_turns_tactical_advantages_into_morale_hits() {
    let gun = "red A foot_artillery_heavy 0501\nblue D line_infantry 0504\nfortification 0504 SW SE";
    let mut table = begun(gun);
    table.throw(Roll { tactical: 2, ..Roll::default() });
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::WindOfBall, Moment::Decide(Side::Red)));
    assert!(table.may(Action::Pass) && table.may(Action::WindOfBall(1, Payment::Tokens)));
    table.play(Action::WindOfBall(2, Payment::Tokens));
    assert_eq!(
        (9 - table.tokens(Side::Red), table.at("D").as_str(), table.elements("D")),
        (2, "0504", 3),
        "two flags ignored through the works"
    );
    let mut near = begun("red A foot_artillery_heavy 0502\nblue D line_infantry 0504");
    near.throw(Roll { tactical: 2, ..Roll::default() });
    near.play(Action::WindOfBall(1, Payment::Tokens));
    assert_eq!((near.elements("D"), near.state.combat.retreat_due), (2, 1), "one a hit, one a morale hit");
    let mut poor = scene(gun.replace("red A", "tokens red 1\nred A").as_str());
    poor.begin("A", "D");
    poor.roll(&[Tactical]);
    assert_eq!(poor.state.step, Step::Combat);
    let rifles = begun("red A rifle_light_infantry 0502\nblue D line_infantry 0504");
    let face_effects = rifles.battle.field.face_effects(&rifles.state, &rifles.attack_roll("A", "D"));
    assert!(!face_effects.contains(&reglette::jomini::state::faces::Effect::Tactical), "guns only");
}

/// J3.45: defence orders are given in melee only, after the attack order and before the roll, one in a combat.
#[test]
fn defence_orders_answer_a_melee() {
    let fire = begun("red A foot_artillery_heavy 0501\nblue D line_infantry 0504");
    assert_eq!(fire.state.step, Step::StrikeRoll);
    let mut table = begun(&infantry("", "", ""));
    assert!(table.defence_orders().is_empty(), "the attacker first");
    table.attack_order(AttackOrder::Berserk);
    assert!(table.defence_orders().contains(&DefenceOrder::LikeARock));
    table.defence_order(DefenceOrder::LikeARock);
    assert_eq!(table.state.step, Step::StrikeRoll);
}

/// J3.46, JI-80: Sacrifice costs 1; what remains of the flags after free ignoring may be turned into losses, one by
/// one, in every combat of the player-turn.
#[test]
fn sacrifice_turns_flags_into_losses_at_will() {
    let lines = infantry("", "iron", &format!("{BLUE_FRIENDS}red B line_infantry 0604"));
    let mut table = defended(&lines, DefenceOrder::Sacrifice);
    assert_eq!(9 - table.tokens(Side::Blue), 1);
    table.roll(&[Flag, Flag, Flag]);
    assert_eq!((table.state.step, table.legal().len()), (Step::Sacrifice, 3), "none, one or two of two");
    table.play(Action::Sacrifice(2));
    assert_eq!((table.elements("D"), table.at("D").as_str()), (3, "0504"));
    table.decline_to(Step::Combat);
    table.attack("B", "D");
    table.roll(&[Flag, Flag]);
    assert_eq!(table.state.step, Step::Sacrifice, "for the whole player-turn");
}

/// J3.47: Like a rock costs 2 and supports the unit for the rest of the player-turn, for flags and riposte, in a later
/// combat too.
#[test]
fn like_a_rock_supports_for_the_rest_of_the_player_turn() {
    let mut table = defended(&infantry("", "", "red B line_infantry 0604"), DefenceOrder::LikeARock);
    assert_eq!(9 - table.tokens(Side::Blue), 2);
    table.roll(&[Flag]);
    assert_eq!((table.at("D").as_str(), table.state.step), ("0504", Step::Riposte));
    table.decline_to(Step::Combat);
    table.begin("B", "D");
    table.decline_to(Step::DefenceOrder);
    assert!(table.defence_orders().contains(&DefenceOrder::Nuts), "an order that lasts bars no other (JI-78)");
    table.go_to_dice();
    table.roll(&[Flag]);
    assert_eq!(table.at("D"), "0504");
}

/// J3.48: Dodge costs 2 and turns one hit, no more, into two morale hits; JI-81: they are ignored like others, and
/// without a hit there is nothing to dodge.
#[test]
fn dodge_turns_one_hit_into_two_morale_hits() {
    let mut table = defended(&infantry("", "", ""), DefenceOrder::Dodge);
    assert_eq!(9 - table.tokens(Side::Blue), 2);
    table.roll(&[Infantry, Infantry]);
    assert!(table.may(Action::Pass));
    table.play(Action::DodgeByOrder);
    assert_eq!((table.elements("D"), table.state.combat.retreat_due), (2, 2));
    let mut supported = defended(&infantry("", "", BLUE_FRIENDS), DefenceOrder::Dodge);
    supported.roll(&[Infantry]);
    supported.play(Action::DodgeByOrder);
    assert_eq!((supported.elements("D"), supported.row("D")), (3, 5));
    let mut missed = defended(&infantry("", "", ""), DefenceOrder::Dodge);
    missed.roll(&[Cavalry]);
    assert_eq!(missed.state.step, Step::Combat);
}

/// JA3.12, JI-81: the letter Dodge turns one hit into three morale hits, free and in fire too; with the order a second
/// hit may be dodged.
#[test]
fn the_letter_dodge_turns_one_hit_into_three_morale_hits() {
    let mut table = scene("red A foot_artillery_heavy 0501\nblue D line_infantry 0504 dodging");
    table.attack("A", "D");
    table.roll(&[Infantry, Infantry]);
    table.play(Action::DodgeByTrait);
    assert_eq!((table.elements("D"), table.state.combat.retreat_due), (2, 3));
    let mut both = defended(&infantry("", "dodging", ""), DefenceOrder::Dodge);
    both.roll(&[Infantry, Infantry]);
    both.play(Action::DodgeByTrait);
    both.play(Action::DodgeByOrder);
    // Four hexes to the edge row: the fifth costs an element (J5.76).
    assert_eq!((both.elements("D"), both.state.combat.retreat_due), (3, 5));
}

/// J3.49, JI-79: Hold the position costs 2 and ignores all flags and other morale hits in every combat of the
/// player-turn.
#[test]
fn hold_the_position_ignores_every_morale_hit() {
    let mut table = defended(&infantry("", "elusive", "red B line_infantry 0604"), DefenceOrder::HoldPosition);
    assert_eq!(9 - table.tokens(Side::Blue), 2);
    table.roll(&[Flag, Flag, Tactical]);
    assert_eq!((table.at("D").as_str(), table.elements("D"), table.state.step), ("0504", 3, Step::Combat));
    table.attack("B", "D");
    table.roll(&[Flag]);
    assert_eq!(table.at("D"), "0504");
}

/// J3.50: Nuts! costs 3, supports the unit and ignores one more morale hit, in each combat.
#[test]
fn nuts_supports_and_ignores_one_more_in_each_combat() {
    let mut table = defended(&infantry("", "", "red B line_infantry 0604"), DefenceOrder::Nuts);
    assert_eq!(9 - table.tokens(Side::Blue), 3);
    table.roll(&[Flag, Flag]);
    assert_eq!((table.at("D").as_str(), table.state.step), ("0504", Step::Riposte));
    table.decline_to(Step::Combat);
    table.attack("B", "D");
    table.roll(&[Flag, Flag, Flag]);
    assert_eq!(table.state.combat.retreat_due, 1);
}

/// J3.52, JI-83: Withdrawal costs 4: the defender falls back by 1 hex up to its movement, by rear hexes and the rules
/// of movement, and the attacker may do nothing more in the player-turn.
#[test]
fn withdrawal_takes_the_defender_away_and_ends_the_attackers_turn() {
    let lines = "red A line_infantry 0503\nred B line_infantry 0900\nblue D heavy_cavalry 0504\nblue E line_infantry \
        0405\nblue F line_infantry 0901\nforest 0606";
    let mut table = begun(lines);
    table.attack_order(AttackOrder::Charge);
    table.defence_order(DefenceOrder::Withdrawal);
    assert_eq!((9 - table.tokens(Side::Blue), table.state.step), (4, Step::Withdraw));
    let found = table.hexes(|action| if let Action::WithdrawTo(hex) = action { Some(hex) } else { None });
    // One way only, past E; the forest stops, so the hexes behind it are reached through 0506 alone.
    assert_eq!(
        found.into_iter().collect::<std::collections::BTreeSet<_>>(),
        crate::table::set(&["0505", "0506", "0606", "0407", "0507"])
    );
    let away = table.hex("0506");
    table.play(Action::WithdrawTo(away));
    assert_eq!((table.at("D").as_str(), table.state.step), ("0506", Step::Combat));
    assert!(table.targets("A").is_empty() && !table.targets("B").is_empty(), "no follow-up, no attack of A any more");
    assert_eq!(table.tokens(Side::Red), 7, "the attack order is lost");
    let mut shut = begun("red A line_infantry 0503\nblue D heavy_cavalry 0504\nblue E line_infantry 0405\nlake 0505");
    shut.decline_to(Step::DefenceOrder);
    assert!(!shut.defence_orders().contains(&DefenceOrder::Withdrawal));
    // J4.4: the rules of movement let it pass through friendly guns.
    let mut past =
        begun("red A line_infantry 0503\nblue D heavy_cavalry 0504\nblue E foot_artillery_light 0405\nlake 0505");
    past.defence_order(DefenceOrder::Withdrawal);
    let ends = past.hexes(|action| if let Action::WithdrawTo(hex) = action { Some(hex) } else { None });
    assert!(ends.contains(&"0406".to_owned()) && !ends.contains(&"0405".to_owned()), "{ends:?}");
    past.play(Action::WithdrawTo(past.hex("0406")));
    assert_eq!((past.at("D").as_str(), past.at("E").as_str()), ("0406", "0405"));
}

/// J3.53, JI-84: Ambush costs 5 and strikes first, if the defender could riposte; there is none later; an attacker
/// driven back or destroyed does not attack.
#[test]
fn ambush_strikes_before_the_attack() {
    let lines = infantry("", "marksman", BLUE_FRIENDS);
    let ambush = |faces: &[Face]| {
        let mut table = begun(&lines);
        table.attack_order(AttackOrder::Elan);
        table.defence_order(DefenceOrder::Ambush);
        assert_eq!(
            (9 - table.tokens(Side::Blue), table.state.combat.attack_kind, table.dice()),
            (5, AttackKind::Ambush, 4),
            "a marksman's answer"
        );
        table.roll(faces);
        table
    };
    let mut stands = ambush(&[Infantry, Letter]);
    assert_eq!(
        (stands.elements("A"), stands.state.combat.attack_kind, stands.dice()),
        (2, AttackKind::Attack, 4),
        "the attack goes on with its order"
    );
    stands.roll(&[]);
    assert_eq!(stands.state.step, Step::Combat, "no second riposte");
    let mut driven = ambush(&[Flag]);
    driven.retreat();
    assert_eq!(driven.state.step, Step::Combat);
    assert_eq!(
        (driven.elements("D"), driven.row("A"), driven.at("D").as_str()),
        (3, 2, "0504"),
        "and nobody follows up"
    );
    // Red's edge is row 0: an attacker that must retreat and has no hex left loses an element, and does not attack
    // either.
    let mut at_edge = begun(
        "red A line_infantry 0500 stubborn\nred F1 line_infantry 0400\nred F2 line_infantry 0600\nblue D line_infantry \
            0501\nblue G1 line_infantry 0502\nblue G2 line_infantry 0602\n",
    );
    at_edge.defence_order(DefenceOrder::Ambush);
    let mut ignored = at_edge.clone();
    at_edge.roll(&[Flag, Flag, Flag]);
    assert_eq!((at_edge.elements("A"), at_edge.state.step), (2, Step::Combat));
    ignored.roll(&[Flag, Flag]);
    assert_eq!(
        (ignored.elements("A"), ignored.state.combat.attack_kind),
        (3, AttackKind::Attack),
        "a retreat of no hex is none"
    );
    let mut alone = begun(&infantry("", "", ""));
    alone.decline_to(Step::DefenceOrder);
    assert!(!alone.defence_orders().contains(&DefenceOrder::Ambush));
}

const CAVALRY: &str = "red A heavy_cavalry 0503\nblue D heavy_lancers 0504\n";

/// J3.51, JI-82: Counter-charge costs 4 and is for supported cavalry attacked by cavalry.
#[test]
fn counter_charge_is_for_supported_cavalry_against_cavalry() {
    let offered = |lines: &str| {
        let mut table = begun(lines);
        table.decline_to(Step::DefenceOrder);
        table.defence_orders().contains(&DefenceOrder::CounterCharge)
    };
    assert!(offered(&format!("{CAVALRY}{BLUE_FRIENDS}")));
    assert!(!offered(CAVALRY), "not supported");
    assert!(!offered(&format!("red A line_infantry 0503\nblue D heavy_cavalry 0504\n{BLUE_FRIENDS}")));
    assert!(!offered(&format!("red A heavy_cavalry 0503\nblue D line_infantry 0504\n{BLUE_FRIENDS}")));
}

/// A counter-charge in which the attacker rolls these faces and the defender those, and each retreats as it must.
fn counter_charge(order: Option<AttackOrder>, attacker: &[Face], defender: &[Face]) -> (Table, [u8; 2]) {
    let mut table = begun(&format!("{CAVALRY}{BLUE_FRIENDS}"));
    if let Some(order) = order {
        table.attack_order(order);
    }
    table.defence_order(DefenceOrder::CounterCharge);
    assert_eq!(9 - table.tokens(Side::Blue), 4);
    let first = table.dice();
    table.roll(attacker);
    assert_eq!((table.elements("A"), table.elements("D")), (3, 3), "both roll before anything is applied");
    let second = table.dice();
    table.roll(defender);
    while table.state.step == Step::Retreat {
        table.retreat();
    }
    (table, [first, second])
}

/// J3.51, JI-82: both roll as attackers, the attacker's order applies to him alone; both take losses; the one that
/// inflicts more follows up and pursues, and neither ripostes.
#[test]
fn in_a_counter_charge_both_roll_as_attackers_and_the_winner_follows_up() {
    let (table, dice) = counter_charge(Some(AttackOrder::Elan), &[Cavalry, Cavalry, Flag, Flag], &[Cavalry]);
    assert_eq!(dice, [4, 4], "three and Élan; three and the lances");
    // The exact odds count the same dice.
    let begun = begun(&format!("{CAVALRY}{BLUE_FRIENDS}"));
    let options = OddsOptions {
        order: Some(AttackOrder::Elan),
        defence_order: Some(DefenceOrder::CounterCharge),
        ..OddsOptions::default()
    };
    let odds = begun.battle.odds(&begun.state, begun.unit("A"), begun.unit("D"), &options).unwrap();
    assert_eq!(odds.strikes.iter().map(|strike| strike.dice).collect::<Vec<_>>(), dice);
    assert_eq!((table.elements("A"), table.elements("D"), table.at("D").is_empty()), (2, 1, false));
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::FollowUp, Moment::Decide(Side::Red)));
    let (table, _) = counter_charge(None, &[Cavalry, Artillery], &[Cavalry, Cavalry, Flag]);
    assert_eq!((table.elements("A"), table.row("A")), (1, 1), "driven back two hexes");
    assert_eq!(
        (table.state.step, table.battle.moment(&table.state)),
        (Step::FollowUp, Moment::Decide(Side::Blue)),
        "the defender wins"
    );
    let (table, _) = counter_charge(None, &[Cavalry], &[Cavalry]);
    assert_eq!(table.state.step, Step::Combat, "equal losses: no winner, no riposte");
}

/// J3.38, J3.45, JI-82: where the defender wins the counter-charge and pursues, neither side may give orders: it is not
/// its Combat phase, and not the enemy's of the other.
#[test]
fn the_pursuit_of_a_counter_charging_defender_is_fought_without_orders() {
    let mut table = begun(&format!("{CAVALRY}{BLUE_FRIENDS}red C line_infantry 0402"));
    table.defence_order(DefenceOrder::CounterCharge);
    table.roll(&[]);
    table.roll(&[Cavalry, Cavalry, Cavalry]);
    table.play(Action::FollowUp);
    let hex = table.hex("0403");
    table.play(Action::PursueTo(hex));
    let prey = table.unit("C");
    table.play(Action::AttackAgain(prey));
    assert_eq!(table.state.step, Step::StrikeRoll);
}

/// JI-12: attackers that charged into rough terrain are not supported against the counter-charge from there either.
#[test]
fn cavalry_that_charges_into_a_wood_is_not_supported_against_the_counter_charge() {
    let friends = "red F1 line_infantry 0403\nred F2 line_infantry 0602\n";
    let lines = format!("{}{friends}forest 0504", CAVALRY.replace("0504", "0504 supported_by_order"));
    let mut table = begun(&lines);
    table.defence_order(DefenceOrder::CounterCharge);
    table.roll(&[]);
    table.roll(&[Flag]);
    assert_eq!(table.state.combat.retreat_due, 2);
}

/// JI-82: the losses inflicted by dice determine the winner; a variant counts elements lost for hexes of retreat that
/// cannot be made as well.
#[test]
fn losses_of_a_retreat_can_decide_a_counter_charge() {
    let step = |all: bool| {
        let lines = format!(
            "{TOKENS}red A heavy_cavalry 0500 weak\nblue D heavy_cavalry 0501\nblue G1 line_infantry 0502\nblue G2 \
                line_infantry 0602\n"
        );
        let mut table = scene_with(&lines, |rules| rules.counter_charge_all_losses = all);
        table.begin("A", "D");
        table.defence_order(DefenceOrder::CounterCharge);
        table.go_to_dice();
        table.roll(&[Cavalry]);
        table.go_to_dice();
        table.roll(&[Flag]);
        assert_eq!((table.elements("A"), table.elements("D")), (0, 2), "two hexes that cannot be made");
        table.state.step
    };
    assert_eq!([step(false), step(true)], [Step::Combat, Step::FollowUp]);
}

/// J3.52: the attack is over for a unit whose target has withdrawn, even where a variant gives a unit two.
#[test]
fn a_withdrawal_ends_the_attacks_of_the_attacker() {
    let lines = format!("{TOKENS}red A line_infantry 0503\nblue D heavy_cavalry 0504\nblue E line_infantry 0604");
    let mut table = scene_with(&lines, |rules| rules.attacks_per_unit_per_turn = 2);
    table.begin("A", "D");
    table.defence_order(DefenceOrder::Withdrawal);
    let away = table.legal()[0];
    table.play(away);
    assert!(table.targets("A").is_empty());
}
