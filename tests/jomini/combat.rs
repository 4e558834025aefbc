//! The Combat phase and the procedure of a combat: legal combats (J5.1 to J5.8, J5.24 to J5.44), the order of its steps
//! (J5.41), breaking off (JA3.16) and the duty of Impetuous units (JA3.5).

use crate::scene::{BLUE_FRIENDS, RED_FRIENDS, scene, scene_with};
use crate::table::{Table, set};
use reglette::game::{Game, Moment, Side};
use reglette::jomini::Action;
use reglette::jomini::rules::Face::{Artillery, Cavalry, Flag, Infantry, Letter, Tactical};
use reglette::jomini::state::{AttackOrder, Step};

/// Whether A may attack D.
fn attacks(lines: &str) -> bool {
    scene(lines).targets("A").contains("D")
}

/// J5.1: fire and melee belong to one phase; J5.2: one combat after the other, in the order that the player chooses,
/// each to its end.
#[test]
fn fire_and_melee_are_fought_one_by_one_in_one_phase_in_any_order() {
    let lines = format!(
        "red G foot_artillery_heavy 0200\nblue E line_infantry 0203\nred A line_infantry 0503\nblue D line_infantry \
            0504\n{BLUE_FRIENDS}"
    );
    for (first, its, second) in [("G", "E", "A"), ("A", "D", "G")] {
        let mut table = scene(&lines);
        assert!(!table.targets("G").is_empty() && !table.targets("A").is_empty());
        table.attack(first, its);
        table.roll(&[Flag]);
        while table.state.step != Step::Combat {
            assert!(table.targets(second).is_empty(), "no other combat before this one has ended");
            table.play(table.legal()[0]);
            if table.state.step == Step::StrikeRoll {
                table.roll(&[]);
            }
        }
        assert!(!table.targets(second).is_empty());
    }
}

/// J5.3: only an activated unit starts a combat; others only defend themselves.
#[test]
fn only_activated_units_attack() {
    let lines = |word: &str| {
        format!(
            "red A line_infantry 0503 {word}\nblue D line_infantry 0504\nred B line_infantry 0703\nblue E \
                line_infantry 0704"
        )
    };
    assert!(attacks(&lines("")) && !attacks(&lines("idle")));
    assert!(scene(&lines("")).targets("D").is_empty());
}

/// J5.4: a combat is one against one; J5.6: dice are neither split among enemies nor joined by neighbours.
#[test]
fn a_combat_is_one_unit_against_one() {
    let lines = "red A line_infantry 0503\nred B line_infantry 0604\nblue D line_infantry 0504\nblue E line_infantry \
        0603\nblue F light_cavalry 0403";
    let mut table = scene(lines);
    assert_eq!(table.targets("A"), set(&["D", "E", "F"]));
    table.attack("A", "D");
    assert_eq!(table.dice(), 3, "B, beside D, does not join in");
    table.roll(&[Infantry, Infantry, Cavalry]);
    assert_eq!(["D", "E", "F"].map(|name| table.elements(name)), [1, 3, 3]);
}

/// J5.5: a unit attacks once in a player-turn.
#[test]
fn a_unit_attacks_once() {
    let lines = "red A line_infantry 0503\nred B line_infantry 0604\nblue D line_infantry 0504";
    let mut table = scene(lines);
    table.attack("A", "D");
    table.roll(&[]);
    assert!(table.targets("A").is_empty() && !table.targets("B").is_empty());
    assert!(scene(&lines.replace("0503", "0503 attacks=1")).targets("A").is_empty());
    let twice = scene_with(&lines.replace("0503", "0503 attacks=1"), |rules| rules.attacks_per_unit_per_turn = 2);
    assert_eq!(twice.targets("A"), set(&["D"]));
}

/// J5.7: no unit is obliged to fight, J5.8 and none can without a target; JA3.5, JI-103: but an activated Impetuous
/// unit beside an enemy must.
#[test]
fn nobody_is_obliged_to_fight_but_the_impetuous() {
    let table = scene("red A line_infantry 0503\nblue D line_infantry 0504\nred B line_infantry 0900");
    assert!(table.may(Action::Done) && table.targets("B").is_empty());
    let mut table = scene(
        "red A line_infantry 0503 impetuous\nred B line_infantry 0604\nblue D line_infantry 0504\nblue E line_infantry \
            0704",
    );
    assert!(!table.may(Action::Done) && !table.targets("A").is_empty() && !table.targets("B").is_empty());
    table.attack("A", "D");
    table.roll(&[]);
    assert!(table.may(Action::Done));
    let idle = scene("red A line_infantry 0503 impetuous idle\nred B line_infantry 0604\nblue D line_infantry 0504");
    assert!(idle.may(Action::Done), "only activated units have the duty");
    let far = scene("red A rifle_light_infantry 0502 impetuous\nred B line_infantry 0604\nblue D line_infantry 0504");
    assert!(far.may(Action::Done), "only an adjacent enemy must be attacked");
}

/// J5.24: only guns and rifles fire at a distance; J5.25: counted without the firer's hex and with the target's.
#[test]
fn only_guns_and_rifles_fire_and_only_within_their_range() {
    for kind in ["light_infantry", "line_infantry", "light_cavalry", "heavy_lancers"] {
        assert!(attacks(&format!("red A {kind} 0503\nblue D line_infantry 0504")), "{kind}");
        assert!(!attacks(&format!("red A {kind} 0502\nblue D line_infantry 0504")), "{kind}");
    }
    let at = |kind: &str, place: &str| attacks(&format!("red A {kind} {place}\nblue D line_infantry 0504"));
    assert!(at("rifle_heavy_infantry", "0502") && !at("rifle_heavy_infantry", "0501"));
    assert!(at("foot_artillery_light", "0501") && !at("foot_artillery_light", "0500"));
}

/// J5.39: with an enemy beside it a unit does not fire; J5.40, J5.89, JI-123: it may attack that one, in melee, and the
/// target may riposte; J5.38: otherwise it chooses freely.
#[test]
fn a_gun_beside_an_enemy_fights_it_in_melee() {
    let mut table = scene(&format!(
        "red A foot_artillery_heavy 0503\nblue D line_infantry 0504\nblue E line_infantry 0703\n{BLUE_FRIENDS}"
    ));
    assert_eq!(table.targets("A"), set(&["D"]));
    table.attack("A", "D");
    table.roll(&[]);
    assert!(table.may(Action::Riposte));
    let mut table = scene(&format!(
        "red A foot_artillery_very_light 0502\nblue D line_infantry 0504\nblue E line_infantry 0702\n{BLUE_FRIENDS}"
    ));
    assert_eq!(table.targets("A"), set(&["D", "E", "G1"]));
    table.attack("A", "D");
    table.roll(&[]);
    assert!(!table.may(Action::Riposte), "the target of fire does not answer");
}

/// J5.41: attack order, then defence order, then the dice; then hits, tactical advantages, retreat; then the riposte.
#[test]
fn a_combat_takes_its_steps_in_order() {
    let lines = format!(
        "tokens red 9\ntokens blue 9\nred A line_infantry 0503\nblue D line_infantry 0504 \
            solid\n{RED_FRIENDS}{BLUE_FRIENDS}blue H line_infantry 0405"
    );
    let mut table = scene(&lines);
    table.begin("A", "D");
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::AttackOrder, Moment::Decide(Side::Red)));
    table.play(Action::NoOrder);
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::DefenceOrder, Moment::Decide(Side::Blue)));
    table.play(Action::NoOrder);
    assert_eq!(table.state.step, Step::StrikeRoll);
    // Supported, so one flag of two is ignored; no hex is free, so the other costs an element too.
    table.roll(&[Infantry, Flag, Flag]);
    assert_eq!((table.elements("D"), table.state.step), (2, Step::Riposte));
    assert_eq!(table.battle.moment(&table.state), Moment::Decide(Side::Blue));
}

/// J5.41: the dice of orders come on top of the limit of the ground.
#[test]
fn dice_of_orders_exceed_the_limit_of_the_ground() {
    let lines = "tokens red 9\nred A cuirassiers 0503\nblue D line_infantry 0504\nforest 0504";
    let dice = |order| {
        let mut table = scene(lines);
        table.begin("A", "D");
        table.attack_order(order);
        table.go_to_dice();
        table.dice()
    };
    assert_eq!([dice(AttackOrder::Elan), dice(AttackOrder::Berserk)], [3, 4]);
    let mut variant = scene_with(lines, |rules| rules.orders_above_terrain_cap = false);
    variant.begin("A", "D");
    variant.attack_order(AttackOrder::Elan);
    variant.go_to_dice();
    assert_eq!(variant.dice(), 2);
}

/// J5.42, J7.14, JI-146: guns on a road through rough terrain fight neither in attack nor in answer; on a road
/// elsewhere they do.
#[test]
fn guns_on_a_road_through_rough_terrain_do_not_fight() {
    for rough in ["forest", "marsh", "rocks", "buildings"] {
        let lines = format!(
            "red A foot_artillery_heavy 0503\nblue D line_infantry 0504\nred B line_infantry 0604\nroad 0503 \
                0603\n{rough} 0503"
        );
        assert!(!attacks(&lines), "{rough}");
        let answer = format!(
            "red A line_infantry 0503\nblue D foot_artillery_heavy 0504\n{BLUE_FRIENDS}road 0504 0604\n{rough} 0504"
        );
        assert!(
            !scene(&answer.replace("foot_artillery_heavy 0504", "foot_artillery_heavy 0504 supported_by_order"))
                .may_riposte("A", "D"),
            "{rough}"
        );
    }
    assert!(attacks("red A foot_artillery_heavy 0503\nblue D line_infantry 0504\nroad 0503 0603\nsnow 0503"));
    assert!(
        attacks("red A line_infantry 0503\nblue D line_infantry 0504\nroad 0503 0603\nforest 0503"),
        "only guns are bound to the road"
    );
}

/// J5.43, J4.16: after the additional hex of a road march there is no fight; J4.9, JI-90: nor after more hexes than the
/// unit fights after.
#[test]
fn a_unit_that_moved_too_far_does_not_fight() {
    let after = |lines: &str, to: &str| {
        let mut table = scene(&format!(
            "phase movement\n{lines}\nred B line_infantry 0804\nblue D line_infantry 0604\nblue E line_infantry 0904"
        ));
        table.move_to("A", to);
        if table.state.step == Step::Movement {
            table.play(Action::Done);
        }
        table.targets("A").contains("D")
    };
    assert!(
        after("red A light_infantry 0304\nroad 0204 0304 0404 0504", "0504"),
        "two hexes along the road, no bonus used"
    );
    assert!(!after("red A light_infantry 0204\nroad 0204 0304 0404 0504", "0504"), "three hexes");
    assert!(after("red A line_infantry 0404", "0504"), "one hex");
    assert!(!after("red A line_infantry 0304", "0504"), "two hexes");
    assert!(after("red A light_cavalry 0104", "0504"), "four hexes");
}

/// JA3.16, JI-157: a unit with the letter may break off from melee before any order; only faces of its arm count,
/// letters give tokens; it falls back by 1 hex up to its movement; there is no riposte, and the attacker may follow up.
#[test]
fn a_unit_that_breaks_off_suffers_only_hits_of_its_arm_and_falls_back() {
    let lines = format!(
        "tokens red 9\ntokens blue 9\nred A heavy_cavalry 0503\nblue D light_cavalry 0504 break_off \
            dodging\n{RED_FRIENDS}{BLUE_FRIENDS}"
    );
    let mut table = scene(&lines);
    table.begin("A", "D");
    assert_eq!((table.state.step, table.battle.moment(&table.state)), (Step::BreakOff, Moment::Decide(Side::Blue)));
    table.play(Action::BreakOff);
    assert_eq!((table.state.step, table.dice()), (Step::StrikeRoll, 3), "no orders");
    let mut flags = scene(&lines);
    flags.begin("A", "D");
    flags.play(Action::BreakOff);
    flags.roll(&[Flag, Tactical, Letter]);
    assert_eq!((flags.elements("D"), flags.state.step, flags.tokens(Side::Red)), (3, Step::FallBack, 10));
    table.roll(&[Cavalry, Infantry, Artillery]);
    assert_eq!((table.elements("D"), table.state.step), (2, Step::FallBack), "no Dodge");
    let rows = fall_back_rows(&table);
    assert_eq!(rows, [5, 6, 7, 8].into());
    let away = table.hex("0406");
    table.play(Action::FallBackTo(away));
    assert_eq!((table.at("D").as_str(), table.state.step), ("0406", Step::FollowUp));
    assert!(table.may(Action::FollowUp) && table.may(Action::Pass));
}

fn fall_back_rows(table: &Table) -> std::collections::BTreeSet<i32> {
    let rows = table.legal().into_iter().filter_map(|action| match action {
        Action::FallBackTo(hex) => Some(table.battle.field.board.place(hex).row),
        _ => None,
    });
    rows.collect()
}

/// JA3.16, JI-157: it may not break off from fire, nor where it cannot fall back; without the letter no unit may.
#[test]
fn breaking_off_needs_the_letter_a_melee_and_a_way_back() {
    let asked = |lines: &str| {
        let mut table = scene(lines);
        table.begin("A", "D");
        table.state.step == Step::BreakOff
    };
    assert!(asked("red A line_infantry 0503\nblue D light_infantry 0504 break_off"));
    assert!(!asked("red A line_infantry 0503\nblue D light_infantry 0504"));
    assert!(!asked("red A foot_artillery_heavy 0501\nblue D light_infantry 0504 break_off"), "fire");
    assert!(!asked("red A line_infantry 0503\nblue D light_infantry 0504 break_off\nlake 0405 0505"), "no way back");
    assert!(
        asked("red A line_infantry 0503\nblue D light_infantry 0504 break_off elusive\nlake 0405 0505"),
        "Elusive, any way"
    );
    // J5.75: friendly guns block the nearest hexes but not those beyond.
    for beside in [
        "blue G foot_artillery_light 0405\nblue H foot_artillery_light 0505",
        "blue G foot_artillery_light 0405\nlake 0505",
    ] {
        let mut table = scene(&format!("red A line_infantry 0503\nblue D light_lancers 0504 break_off\n{beside}"));
        table.begin("A", "D");
        assert_eq!(table.state.step, Step::BreakOff, "{beside}");
        table.play(Action::BreakOff);
        table.go_to_dice();
        table.roll(&[]);
        let back = table.hexes(|action| if let Action::FallBackTo(hex) = action { Some(hex) } else { None });
        assert!(
            back.contains(&"0506".to_owned())
                && back.contains(&"0508".to_owned())
                && !back.contains(&"0405".to_owned()),
            "{back:?}"
        );
    }
}
