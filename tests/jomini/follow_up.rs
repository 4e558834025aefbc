//! The sequel of a combat: follow-up (J5.77 to J5.83 with T8), pursuit (J5.84 to J5.86), riposte (J5.87 to J5.90), the
//! order Breakthrough (J3.43) and what Changeable troops add (JA3.11). A stands on 0503 and attacks D on 0504.

use crate::scene::{BLUE_FRIENDS, scene, scene_with};
use crate::table::{Table, set};
use reglette::game::{Game, Moment, Side};
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{Cavalry, Flag, Infantry, Letter};
use reglette::jomini::state::action::Payment;
use reglette::jomini::state::{AttackOrder, Step};

/// What the attacker may do once the hex is empty.
#[derive(Debug, PartialEq, Eq)]
enum FollowUp {
    Must,
    May,
    Never,
}
use FollowUp::{May, Must, Never};

/// A destroys D, which has one element.
#[track_caller]
fn destroyed(attacker: &str, more: &str) -> Table {
    let mut table = scene(&format!("red A {attacker}\nblue D line_infantry 0504 unstable\n{more}"));
    table.attack("A", "D");
    table.roll(&[Infantry]);
    table
}

fn judged(table: &Table) -> FollowUp {
    match (table.state.step, table.at("A").as_str()) {
        (Step::FollowUp, _) if table.may(Action::FollowUp) && table.may(Action::Pass) => May,
        (_, "0504") => Must,
        _ => Never,
    }
}

#[track_caller]
fn follow_up(attacker: &str, more: &str) -> FollowUp {
    judged(&destroyed(attacker, more))
}

const HIGH: &str = "hill 0503";

/// J5.77: the attacker moves into the hex that its target left, destroyed or driven back; JI-149: also when a blocked
/// retreat destroyed it, not after fire.
#[test]
fn the_attacker_moves_into_the_hex_that_became_empty() {
    let mut table = destroyed("heavy_cavalry 0503", "");
    table.play(Action::FollowUp);
    assert_eq!(table.at("A"), "0504");
    let mut table = scene("red A heavy_cavalry 0503\nblue D line_infantry 0504");
    table.attack("A", "D");
    table.roll(&[Flag]);
    table.retreat_to("0405");
    table.play(Action::FollowUp);
    assert_eq!((table.at("A").as_str(), table.at("D").as_str()), ("0504", "0405"));
    let mut blocked = scene("red A heavy_cavalry 0503\nblue D line_infantry 0504 unstable\nlake 0405 0505");
    blocked.attack("A", "D");
    blocked.roll(&[Flag]);
    assert_eq!(judged(&blocked), May);
    let mut stands = scene("red A heavy_cavalry 0503\nblue D line_infantry 0504");
    stands.attack("A", "D");
    stands.roll(&[Infantry]);
    assert_eq!(judged(&stands), Never, "the hex is not empty");
    let mut fire = scene("red A rifle_light_infantry 0502 aggressive\nblue D line_infantry 0504 unstable");
    fire.attack("A", "D");
    fire.roll(&[Infantry]);
    assert_eq!((fire.at("A").as_str(), fire.state.step), ("0502", Step::Combat));
}

/// J5.78, J5.90: a riposte is followed by neither follow-up nor pursuit.
#[test]
fn nothing_follows_a_riposte() {
    let mut table = scene(&format!("red A line_infantry 0503\nblue D heavy_cavalry 0504 fanatic\n{BLUE_FRIENDS}"));
    table.attack("A", "D");
    table.roll(&[]);
    table.riposte();
    table.roll(&[Flag]);
    table.retreat();
    assert_eq!((table.at("D").as_str(), table.row("A"), table.state.step), ("0504", 2, Step::Combat));
}

/// J5.79, JA3.13, JA3.11, JA3.9, JI-151: Fanatic, Changeable and Aggressive troops must follow up, ordinary infantry
/// too.
#[test]
fn fanatic_changeable_and_aggressive_troops_must_follow_up() {
    for letter in ["fanatic", "changeable", "aggressive"] {
        for kind in ["line_infantry", "light_infantry", "heavy_cavalry"] {
            assert_eq!(follow_up(&format!("{kind} 0503 {letter}"), ""), Must, "{kind} {letter}");
            assert_eq!(follow_up(&format!("{kind} 0503 elite {letter}"), ""), Must, "elite {kind} {letter}");
        }
    }
}

/// J5.80: infantry must follow a unit below it, elite infantry may anywhere, other infantry may not; JI-152: below is a
/// lower level.
#[test]
fn infantry_follows_downhill_and_elite_infantry_where_it_likes() {
    assert_eq!(
        ["", HIGH, "hill 0504", "hill 0503 0504"].map(|ground| follow_up("line_infantry 0503", ground)),
        [Never, Must, Never, Never]
    );
    for elite in ["elite", "super_elite"] {
        assert_eq!(
            ["", HIGH, "hill 0504"].map(|ground| follow_up(&format!("line_infantry 0503 {elite}"), ground)),
            [May, May, May]
        );
    }
}

/// J5.81: mounted troops must follow a unit below them unless they are elite; otherwise they may.
#[test]
fn mounted_troops_may_follow_and_must_downhill() {
    assert_eq!(["", HIGH, "hill 0504"].map(|ground| follow_up("heavy_cavalry 0503", ground)), [May, Must, May]);
    assert_eq!(["", HIGH].map(|ground| follow_up("light_lancers 0503 elite", ground)), [May, May]);
}

/// J5.83: guns never follow up.
#[test]
fn guns_never_follow_up() {
    for letters in ["", "elite", "aggressive", "fanatic"] {
        assert_eq!(follow_up(&format!("foot_artillery_heavy 0503 {letters}"), HIGH), Never, "{letters}");
    }
}

/// JI-150: no unit follows into ground or across works that are closed to it; terrain that only stops does not prevent
/// it.
#[test]
fn nobody_follows_into_closed_ground() {
    assert_eq!(follow_up("line_infantry 0503 aggressive", "rampart 0504 SE"), Never);
    assert_eq!(follow_up("line_infantry 0503 aggressive", "wall 0504 SE"), Must);
    assert_eq!(follow_up("heavy_cavalry 0503", "forest 0504"), May);
}

/// J5.84: mounted troops that have followed up may move one more hex and attack again at once; J5.85: both are
/// optional, and the attack can be made on the spot.
#[test]
fn mounted_troops_pursue_by_one_hex_and_attack_again() {
    let enemies = "blue E line_infantry 0505\nblue F line_infantry 0406\n";
    let mut table = destroyed("heavy_cavalry 0503", enemies);
    table.play(Action::FollowUp);
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::Pursuit, Moment::Decide(Side::Red)));
    assert!(table.may(Action::Pass));
    let (e, f) = (table.unit("E"), table.unit("F"));
    assert!(table.may(Action::AttackAgain(e)) && !table.may(Action::AttackAgain(f)));
    let onward = table.hexes(|action| if let Action::PursueTo(hex) = action { Some(hex) } else { None });
    assert_eq!(
        onward.into_iter().collect::<std::collections::BTreeSet<_>>(),
        set(&["0503", "0403", "0404", "0604", "0405"])
    );
    let mut moved = destroyed("heavy_cavalry 0503", enemies);
    moved.play(Action::FollowUp);
    let hex = moved.hex("0405");
    moved.play(Action::PursueTo(hex));
    assert_eq!(moved.at("A"), "0405");
    assert!(moved.may(Action::Pass) && moved.may(Action::AttackAgain(e)) && moved.may(Action::AttackAgain(f)));
    moved.play(Action::AttackAgain(f));
    moved.go_to_dice();
    assert_eq!(moved.dice(), 3);
    let mut foot = destroyed("line_infantry 0503 elite", enemies);
    foot.play(Action::FollowUp);
    assert_eq!(foot.state.step, Step::Combat, "infantry does not pursue");
}

/// J5.86, JI-155: one pursuit in a player-turn; after its combat a second follow-up, and nothing more.
#[test]
fn a_unit_pursues_once() {
    let mut table = destroyed("heavy_cavalry 0503", "blue E line_infantry 0505 unstable\nblue F line_infantry 0506\n");
    table.play(Action::FollowUp);
    let enemy = table.unit("E");
    table.play(Action::AttackAgain(enemy));
    table.go_to_dice();
    table.roll(&[Infantry]);
    table.play(Action::FollowUp);
    assert_eq!((table.at("A").as_str(), table.state.step), ("0505", Step::Combat));
    assert!(table.targets("A").is_empty());
    let mut spent = destroyed("heavy_cavalry 0503 pursuits=1", "blue E line_infantry 0505");
    spent.play(Action::FollowUp);
    assert_eq!(spent.state.step, Step::Combat);
}

/// JI-154: ground that stops ends the pursuit march, though not the attack from there; ground that costs one more hex
/// cannot be entered or left.
#[test]
fn ground_limits_the_pursuit_march() {
    let pursued = |more: &str| {
        let mut table = destroyed("heavy_cavalry 0503", &format!("blue E line_infantry 0505\n{more}"));
        table.play(Action::FollowUp);
        let enemy = table.unit("E");
        assert!(table.may(Action::AttackAgain(enemy)), "{more}");
        table.hexes(|action| if let Action::PursueTo(hex) = action { Some(hex) } else { None })
    };
    assert_eq!(pursued("").len(), 5);
    assert!(pursued("forest 0504").is_empty() && pursued("rocks 0504").is_empty());
    assert!(pursued("forest 0405").contains(&"0405".to_owned()) && !pursued("rocks 0405").contains(&"0405".to_owned()));
    assert!(
        !pursued("wall 0405 SE").contains(&"0405".to_owned()) && !pursued("lake 0405").contains(&"0405".to_owned())
    );
    // Only the side that is crossed counts: one comes to 0405 over no wall, though a wall stands between it and 0305
    // (J7.19).
    let far = |wall: &str| {
        let mut table =
            destroyed("light_cavalry 0503 changeable", &format!("blue E line_infantry 0608\nlake 0505\n{wall}"));
        assert_eq!(table.state.step, Step::Pursuit);
        let onward = table.hexes(|action| if let Action::PursueTo(hex) = action { Some(hex) } else { None });
        assert!(onward.contains(&"0405".to_owned()), "{wall}: {onward:?}");
        table.play(Action::PursueTo(table.hex("0405")));
        onward.contains(&"0406".to_owned())
    };
    assert_eq!([far(""), far("wall 0305 E"), far("wall 0504 NW")], [true, true, false]);
    let mut free = scene_with("red A heavy_cavalry 0503\nblue D line_infantry 0504 unstable\nforest 0504", |rules| {
        rules.pursuit_obeys_stop = false
    });
    free.attack("A", "D");
    free.roll(&[Infantry]);
    free.play(Action::FollowUp);
    assert_eq!(free.state.step, Step::Pursuit);
    assert!(free.legal().len() > 1);
}

/// JI-77: the combat of a pursuit has its own orders.
#[test]
fn the_combat_of_a_pursuit_has_its_own_orders() {
    let lines = "tokens red 9\nred A heavy_cavalry 0503\nblue D line_infantry 0504 unstable\nblue E line_infantry 0505";
    let mut table = scene(lines);
    table.begin("A", "D");
    table.attack_order(AttackOrder::Elan);
    table.roll(&[Infantry]);
    table.play(Action::FollowUp);
    let enemy = table.unit("E");
    table.play(Action::AttackAgain(enemy));
    table.attack_order(AttackOrder::Elan);
    assert_eq!((table.tokens(Side::Red), table.dice()), (5, 4));
}

/// JA3.11, JI-156: Changeable infantry may go one hex farther after its follow-up, without combat; Changeable cavalry
/// pursues by up to two hexes.
#[test]
fn changeable_troops_go_farther() {
    let mut foot = destroyed("line_infantry 0503 changeable", "blue E line_infantry 0406");
    assert_eq!((foot.at("A").as_str(), foot.state.step), ("0504", Step::ChangeableMove));
    assert!(foot.may(Action::Pass));
    let hex = foot.hex("0405");
    foot.play(Action::MoveOn(hex));
    assert_eq!((foot.at("A").as_str(), foot.state.step), ("0405", Step::Combat));
    assert!(foot.targets("A").is_empty(), "though E is beside it");
    let mut mounted = destroyed("light_cavalry 0503 changeable", "");
    assert_eq!(mounted.state.step, Step::Pursuit, "the follow-up is mandatory");
    let onward = mounted.hexes(|action| if let Action::PursueTo(hex) = action { Some(hex) } else { None });
    assert!(onward.contains(&"0506".to_owned()) && !onward.contains(&"0507".to_owned()));
    let hex = mounted.hex("0506");
    mounted.play(Action::PursueTo(hex));
    assert_eq!(mounted.at("A"), "0506");
}

/// J3.43, JI-74: Breakthrough costs 5, after a success: infantry or cavalry takes the hex and attacks once more, also
/// after a pursuit; not after another order.
#[test]
fn breakthrough_takes_the_hex_and_attacks_again() {
    let enemies = "tokens red 9\nblue E line_infantry 0505\n";
    let breaks = |table: &Table| table.may(Action::Breakthrough(Payment::Tokens));
    let mut table = destroyed("line_infantry 0503", enemies);
    assert!(breaks(&table) && !table.may(Action::FollowUp), "infantry that could not follow up otherwise");
    table.play(Action::Breakthrough(Payment::Tokens));
    assert_eq!(
        (table.at("A").as_str(), table.tokens(Side::Red), table.state.step),
        ("0504", 4, Step::BreakthroughAttack)
    );
    let mut spared = table.clone();
    spared.play(Action::Pass);
    assert_eq!((spared.at("A").as_str(), spared.state.step), ("0504", Step::Combat), "the attack is an offer");
    table.play(Action::AttackAgain(table.unit("E")));
    table.go_to_dice();
    table.roll(&[Infantry]);
    assert_eq!(table.elements("E"), 2);
    let mut ordered = scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504 unstable\n{enemies}"));
    ordered.begin("A", "D");
    ordered.attack_order(AttackOrder::Elan);
    ordered.roll(&[Infantry]);
    assert_eq!(ordered.state.step, Step::Combat, "the one order of the combat was Élan");
    let mut cavalry = destroyed("heavy_cavalry 0503 pursuits=1", enemies);
    assert!(breaks(&cavalry), "even if it has pursued");
    cavalry.play(Action::Breakthrough(Payment::Tokens));
    cavalry.play(Action::AttackAgain(cavalry.unit("E")));
    assert_eq!(cavalry.state.combat.defender, cavalry.unit("E"));
    let mut nobody = destroyed("line_infantry 0503", "tokens red 9");
    nobody.play(Action::Breakthrough(Payment::Tokens));
    assert_eq!((nobody.at("A").as_str(), nobody.state.step), ("0504", Step::Combat), "to take the hex is enough");
    assert!(!breaks(&destroyed("line_infantry 0503 elite", "tokens red 9")), "who may follow up gains nothing more");
    assert_eq!(destroyed("foot_artillery_heavy 0503", enemies).state.step, Step::Combat, "guns do not");
    let poor = destroyed("line_infantry 0503", "tokens red 4\nblue E line_infantry 0505");
    assert_eq!(poor.state.step, Step::Combat);
    let failed = {
        let mut table = scene(&format!("red A line_infantry 0503\nblue D line_infantry 0504\n{enemies}"));
        table.attack("A", "D");
        table.roll(&[Infantry]);
        table
    };
    assert_eq!(failed.state.step, Step::Combat, "only after a success");
}

/// J3.43, JI-74: Breakthrough may be bought again after its own attack.
#[test]
fn breakthrough_may_be_bought_again() {
    let lines = "tokens red 15\nred A line_infantry 0503\nblue D line_infantry 0504 unstable\nblue E line_infantry \
        0505 unstable\nblue F line_infantry 0506";
    let again = |repeat: bool| {
        let mut table = scene_with(lines, |rules| rules.breakthrough_repeat = repeat);
        table.attack("A", "D");
        table.roll(&[Infantry]);
        table.play(Action::Breakthrough(Payment::Tokens));
        table.play(Action::AttackAgain(table.unit("E")));
        table.go_to_dice();
        table.roll(&[Infantry]);
        table.state.step == Step::FollowUp && table.may(Action::Breakthrough(Payment::Tokens))
    };
    assert!(again(true) && !again(false));
}

/// J5.87, JI-147: a supported defender that still stands beside its attacker may strike back, once, at any strength; an
/// unsupported one may not.
#[test]
fn a_supported_defender_may_strike_back() {
    let lines =
        format!("red A line_infantry 0503\nred B line_infantry 0604\nblue D line_infantry 0504\n{BLUE_FRIENDS}");
    let mut table = scene(&lines);
    table.attack("A", "D");
    table.roll(&[Infantry, Infantry]);
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::Riposte, Moment::Decide(Side::Blue)));
    assert!(table.may(Action::Pass));
    table.riposte();
    assert_eq!(table.dice(), 3);
    table.roll(&[Infantry, Letter]);
    assert_eq!((table.elements("A"), table.state.step), (2, Step::Combat), "and no counter-riposte (JI-145)");
    table.attack("B", "D");
    table.roll(&[]);
    assert_eq!(table.state.step, Step::Riposte, "to each attack");
    let mut alone = scene("red A line_infantry 0503\nblue D line_infantry 0504");
    alone.attack("A", "D");
    alone.roll(&[]);
    assert_eq!(alone.state.step, Step::Combat);
}

/// J5.88: a unit that left its hex does not strike back, even if it stands beside the attacker; JI-147: a unit that
/// could not leave it does.
#[test]
fn who_left_its_hex_does_not_strike_back() {
    let lines = |word: &str| {
        format!(
            "red A line_infantry 0503\nblue D line_infantry 0504 {word}\nblue G line_infantry 0405\nblue H \
                line_infantry 0505\n"
        )
    };
    let mut moved = scene(&lines("elusive"));
    moved.attack("A", "D");
    moved.roll(&[Flag, Flag]);
    moved.retreat_to("0604");
    assert_eq!(moved.state.step, Step::Combat, "beside A, but no longer where it was");
    let mut held = scene(&lines(""));
    held.attack("A", "D");
    held.roll(&[Flag, Flag]);
    assert_eq!((held.elements("D"), held.state.step), (2, Step::Riposte));
}

/// J5.90, JI-145: a riposte is an attack with the dice of the unit that strikes back; the attacker's own allowances
/// hold against it.
#[test]
fn a_riposte_is_resolved_like_an_attack() {
    let lines = format!(
        "red A light_infantry 0503\nblue D cuirassiers 0504\n{BLUE_FRIENDS}officer red commander_in_chief 0503\n"
    );
    let mut table = scene(&lines);
    table.attack("A", "D");
    table.roll(&[]);
    table.riposte();
    assert_eq!(table.dice(), 4);
    table.roll(&[Infantry, Flag, Flag]);
    assert_eq!((table.elements("A"), table.state.combat.retreat_due), (2, 1), "one flag ignored for the officer");
    let mut dodged = scene(&lines.replace("0503\nblue", "0503 dodging\nblue"));
    dodged.attack("A", "D");
    dodged.roll(&[]);
    dodged.riposte();
    dodged.roll(&[Infantry, Cavalry]);
    assert_eq!(dodged.state.step, Step::Dodge);
}

/// JA3.5, JI-103: Impetuous troops must attack an enemy next to them in every situation, including after a follow-up
/// and a pursuit too, unless the rules leave it to them.
#[test]
fn impetuous_troops_must_attack_after_a_follow_up() {
    let lines = "red A light_cavalry 0503 impetuous\nblue D line_infantry 0504 unstable\nblue E line_infantry \
        0505\nblue F line_infantry 0406";
    let followed = |duty: bool| {
        let mut table = scene_with(lines, |rules| rules.impetuous_pursuit = duty);
        table.attack("A", "D");
        table.roll(&[Infantry]);
        table.play(Action::FollowUp);
        assert_eq!(table.state.step, Step::Pursuit);
        table
    };
    let mut bound = followed(true);
    assert!(!bound.may(Action::Pass) && bound.may(Action::AttackAgain(bound.unit("E"))));
    bound.play(Action::PursueTo(bound.hex("0405")));
    assert!(!bound.may(Action::Pass), "{:?}", bound.legal());
    assert!(followed(false).may(Action::Pass));
    let mut away = followed(true);
    away.play(Action::PursueTo(away.hex("0403")));
    assert_eq!(away.state.step, Step::Combat, "beside nobody there is no duty");
}

/// JI-153: the extra hex leads anywhere free, next to an enemy or not, and the attack from there is on any enemy beside
/// it; the number of hexes is set by the rules, for Changeable cavalry by a separate key.
#[test]
fn the_extra_hex_of_a_pursuit_leads_anywhere() {
    let onward = |attacker: &str, change: fn(&mut reglette::jomini::rules::Rules)| {
        let mut table = scene_with(
            &format!("red A {attacker}\nblue D line_infantry 0504 unstable\nblue E line_infantry 0404\nlake 0604"),
            change,
        );
        table.attack("A", "D");
        table.roll(&[Infantry]);
        if table.state.step == Step::FollowUp {
            table.play(Action::FollowUp);
        }
        table
            .hexes(|action| if let Action::PursueTo(hex) = action { Some(hex) } else { None })
            .into_iter()
            .collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(
        onward("heavy_cavalry 0503", |_| ()),
        set(&["0403", "0503", "0405", "0505"]),
        "neither onto E nor into the lake"
    );
    let two = onward("heavy_cavalry 0503", |rules| rules.pursuit_hexes = 2);
    assert!(two.contains("0506") && !two.contains("0306") && two.contains("0605") && !two.contains("0507"), "{two:?}");
    assert!(onward("heavy_cavalry 0503", |rules| rules.pursuit_hexes = 0).is_empty());
    assert!(onward("heavy_cavalry 0503 changeable", |_| ()).contains("0506"));
    assert!(!onward("elephant_medium 0503 changeable", |_| ()).contains("0506"), "JI-26: no cavalry");
    assert_eq!(
        onward("heavy_cavalry 0503 changeable", |rules| rules.changeable_pursuit_hexes = 1),
        set(&["0403", "0503", "0405", "0505"])
    );
}

/// J5.85, JI-155: both halves of a pursuit are optional: the attack without the hex, the hex without the attack; after
/// the hex there is no second.
#[test]
fn a_pursuit_may_stop_at_its_first_half() {
    let mut table = destroyed("heavy_cavalry 0503", "blue E line_infantry 0505\n");
    table.play(Action::FollowUp);
    table.play(Action::PursueTo(table.hex("0405")));
    assert_eq!(table.state.step, Step::PursuitAttack);
    assert!(!table.legal().iter().any(|action| matches!(action, Action::PursueTo(_))));
    table.play(Action::Pass);
    assert_eq!((table.state.step, table.state.unit(table.unit("A")).pursuits), (Step::Combat, 1));
    let mut alone = destroyed("heavy_cavalry 0503", "");
    alone.play(Action::FollowUp);
    alone.play(Action::PursueTo(alone.hex("0405")));
    assert_eq!((alone.at("A").as_str(), alone.state.step), ("0405", Step::Combat), "no enemy beside it");
}
